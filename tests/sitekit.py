"""A real Datasette with the bundled corpus, asked in the process or over the loopback."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lawtool.cli.serve_command import make

PAGES = (
    "/",
    "/?uf=SP&status=revoked",
    "/norma/coari-lei-340-1999",
    "/norma/dnc27",
    "/norma/sete-lagoas-pl-2025",
    "/norma/guariba",
    "/norma/coari/art15",
    "/norma/coari/art15_cpt_inc1_ali2",
    "/norma/dnc27/art6",
    "/norma/coari/ocr",
    "/norma/coari/ocr?all=1&decision=auto",
    "/norma/minfra-portaria-843-1990",
    "/comparar",
    "/comparar?a=coari",
    "/comparar/coari/dnc27",
    "/comparar/coari/dnc27?view=all",
    "/comparar/coari/dnc27?view=numbers",
    "/busca",
    "/busca?q=dist%C3%A2ncia+m%C3%ADnima+de+escolas",
    "/busca?q=xqzzyw",
    "/busca?q=art+6+dnc27&uf=AM&year=1999&on=2000-01-01",
    "/relacoes",
    "/relacoes?norm=coari",
    "/relacoes?kind=revoga",
    "/citacoes",
    "/citacoes?text=Fica+revogado+o+art.+6%C2%BA+da+Portaria+DNC+n%C2%BA+27%2C+de+16+de+setembro+de+1996.",
    "/sobre",
    "/sobre/api",
)
"""Every page of ours, and its ways of being asked."""
TABLES = (
    "normas",
    "dispositivos",
    "citacoes",
    "relacoes",
    "eventos",
    "vigencias",
    "correcoes",
    "problemas",
)


class Client:
    """Requests to a Datasette in this process."""

    def __init__(self, database: Path, **options: Any) -> None:
        self.site = make(database, **options)
        self.name = database.stem
        self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(self.site.invoke_startup())

    def get(self, path: str, **options: Any) -> Any:
        return self._loop.run_until_complete(self.site.client.get(path, **options))

    def ask(self, method: str, path: str, **options: Any) -> Any:
        return self._loop.run_until_complete(
            getattr(self.site.client, method)(path, **options)
        )

    def json(self, path: str, status: int = 200) -> Any:
        answer = self.get(f"/-/lawtool/v1/{path}")
        assert answer.status_code == status, answer.text[:500]
        return answer.json()


@contextlib.contextmanager
def served(database: Path, *options: str) -> Iterator[str]:
    """`lawtool serve` as a process of its own; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = str(Path(sys.executable).parent / "lawtool")
    command = [program, "serve", "--db", str(database), "--port", str(port), *options]
    server = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(
                    f"{address}/-/lawtool/v1/openapi.json", timeout=5
                ).close()
                break
            assert server.poll() is None, server.stderr and server.stderr.read()
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(10)
