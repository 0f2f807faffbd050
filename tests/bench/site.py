"""How fast the site and the API answer, how big their pages are, and whether memory stays flat.

    python tests/bench/site.py lawtool.db [--requests 10000] [--seconds 5]

One `lawtool serve` is started on the database; the client of this script keeps four connections
busy. Both share the machine, so the load of the machine is printed beside the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[1]))

from lawtool import corpus as asked
from sitekit import served

CONNECTIONS = 4


class Connection:
    """A connection that is kept open. One GET after another."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")

    def get(self, path: str) -> tuple[int, int]:
        """Status and size of the body."""
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        status = int(self._file.readline().split()[1])
        length, chunked = 0, False
        while (line := self._file.readline().strip().lower()) != b"":
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            chunked = chunked or line == b"transfer-encoding: chunked"
        if not chunked:
            self._file.read(length)
            return status, length
        total = 0
        while (size := int(self._file.readline(), 16)) > 0:
            total += len(self._file.read(size))
            self._file.readline()
        self._file.readline()
        return status, total


def measure(
    port: int, paths: Sequence[str], seconds: float, connections: int = CONNECTIONS
) -> dict[str, float]:
    """So many connections ask for the paths in turn for so long."""
    server = child()
    used = busy(server)
    times: list[float] = []
    wrong: list[str] = []
    end = time.perf_counter() + seconds

    def work(first: int) -> None:
        connection, at = Connection(port), first
        while time.perf_counter() < end:
            path = paths[at % len(paths)]
            begin = time.perf_counter()
            status, _ = connection.get(path)
            times.append(time.perf_counter() - begin)
            if status >= 500:
                wrong.append(path)
            at += connections

    threads = [
        threading.Thread(target=work, args=(number,)) for number in range(connections)
    ]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - start
    times.sort()
    assert not wrong, wrong[:3]
    return {
        "req/s": len(times) / spent,
        "p50 ms": 1000 * times[len(times) // 2],
        "p99 ms": 1000 * times[int(len(times) * 0.99)],
        "ms of processor": 1000 * (busy(server) - used) / len(times),
    }


def single(port: int, path: str, times: int = 7) -> tuple[float, int]:
    """The median time of one request at a time, in milliseconds, and the size of the answer."""
    connection = Connection(port)
    spent = []
    for number in range(times):
        begin = time.perf_counter()
        _, size = connection.get(f"{path}?n={number}")
        spent.append(1000 * (time.perf_counter() - begin))
    return sorted(spent)[times // 2], size


def citations(corpus: asked.Corpus, most: int = 400) -> list[str]:
    """Lookups of provisions all over the corpus, as people write them."""
    rows = corpus.connection.execute(
        "SELECT n.nome, n.id, d.nome FROM dispositivos d JOIN normas n ON n.id = d.norma"
        " WHERE d.tipo IN ('artigo', 'paragrafo', 'inciso') ORDER BY d.id LIMIT 20000"
    ).fetchall()
    random.Random(1).shuffle(rows)
    queries = [
        f"{name}, {place}" if number % 2 else f"{slug} {place}"
        for number, (name, slug, place) in enumerate(rows[:most])
    ]
    return [f"/-/lawtool/v1/lookup?q={quote(one)}" for one in queries]


GOLD = Path(__file__).parents[1] / "gold" / "queries.jsonl"
QUESTIONS = tuple(
    json.loads(line)["query"] for line in GOLD.read_text(encoding="utf-8").splitlines()
)


def mixed(corpus: asked.Corpus) -> list[str]:
    """Addresses of all kinds: norms, provisions, lookups, searches, comparisons."""
    norms = [
        row[0]
        for row in corpus.connection.execute(
            "SELECT id FROM normas WHERE no_acervo ORDER BY ordem LIMIT 60"
        )
    ]
    places = corpus.connection.execute(
        "SELECT norma, caminho FROM dispositivos ORDER BY random() LIMIT 300"
    ).fetchall()
    paths = ["/", "/relacoes", "/sobre", "/busca?q=escola", "/comparar"]
    paths += [f"/norma/{norm}" for norm in norms] + [
        f"/norma/{norm}/{path}" for norm, path in places
    ]
    paths += [f"/busca?q={quote(one)}" for one in QUESTIONS] + citations(corpus)
    return paths


def resident(pid: int) -> float:
    """Memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def busy(pid: int) -> float:
    """Seconds of processor that a process has used: what an answer costs, whatever else the
    machine does.
    """
    told = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def child() -> int:
    """The server that this process started."""
    own = os.getpid()
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == own:
            return int(place.parent.name)
    raise RuntimeError("the server is not there")


def figures(database: Path, seconds: float, requests: int) -> Iterator[str]:
    with asked.open(database) as corpus:
        lookups, others = citations(corpus), mixed(corpus)
        sizes = "SELECT norma, count(*), sum(length(texto)) FROM dispositivos GROUP BY norma ORDER BY 3"
        normas = corpus.connection.execute(sizes).fetchall()
    with served(database) as address:
        port = int(address.rsplit(":", 1)[1])
        yield f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
        measure(port, lookups, 1)
        fresh = [f"{path}&n={number}" for number in range(100) for path in lookups]
        yield row("lookup, no answer kept", measure(port, fresh, seconds))
        yield row("lookup", measure(port, lookups, seconds))
        searches = [f"/-/lawtool/v1/search?q={quote(one)}" for one in QUESTIONS]
        for number, connections in enumerate((1, CONNECTIONS)):
            paths = [f"{one}&n={number}.{n}" for n in range(500) for one in searches]
            yield row(
                f"search, no answer kept, {connections} at once",
                measure(port, paths, seconds, connections),
            )
        for name, (norm, nodes, _) in (
            ("norm, median", normas[len(normas) // 2]),
            ("norm, longest", normas[-1]),
        ):
            spent, size = single(port, f"/norma/{norm}")
            yield f"{name:34} {spent:8.1f} ms  {size / 1000:8.1f} kB  ({norm}, {nodes} nodes)"
        connection, before, chosen = Connection(port), 0.0, random.Random(2)
        for number in range(requests):
            connection.get(chosen.choice(others))
            if number == requests // 5:
                before = resident(child())
        yield f"memory after {requests // 5} and {requests} mixed requests: {before:.0f} MB, {resident(child()):.0f} MB"
        yield f"load of the machine after: {os.getloadavg()[0]:.1f}"


def row(name: str, found: dict[str, float]) -> str:
    return f"{name:34} " + "  ".join(
        f"{value:8.1f} {unit}" for unit, value in found.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n")[0] if __doc__ else ""
    )
    parser.add_argument("database", type=Path)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=5.0)
    told = parser.parse_args()
    for line in figures(told.database, told.seconds, told.requests):
        print(line, flush=True)


if __name__ == "__main__":
    main()
