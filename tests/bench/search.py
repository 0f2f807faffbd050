"""The search against plain full-text search: quality on the annotated questions, and time.

    python tests/bench/search.py                   builds the bundled corpus and prints nDCG@10 of
    every method
    python tests/bench/search.py --time BIG.db     and the time of every question on another
    database

Vectors of meaning count where the extra `[semantic]` is installed; their figure stands beside that
without them.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lawtool import corpus as asked
from lawtool.pipeline import build
from lawtool.search import semantic
from lawtool.search.stems import TOKEN

ROOT = Path(__file__).parents[2]
GOLD = ROOT / "tests" / "gold" / "queries.jsonl"
sys.path.insert(0, str(ROOT / "tests" / "score"))

WARM = "art. 1º da Lei nº 1/1900"
"""Asked before the time counts: a citation, for which the catalogue is read once, as `lawtool
serve` does when it starts.
"""

Places = list[tuple[str, str]]
Method = Callable[[str], Places]


def ndcg(found: Places, wanted: dict[tuple[str, str], float]) -> float:
    """nDCG@10 of one question, as `tests/score/score_retrieval.py` counts it."""
    import math

    from score_retrieval import gain, short

    taken: set[tuple[str, str]] = set()
    grades = {(norm, short(path)): grade for (norm, path), grade in wanted.items()}
    gains = [
        gain({"norm": norm, "path": path}, grades, taken) for norm, path in found[:10]
    ]

    def sum_of(values: list[float]) -> float:
        return sum(
            (2**value - 1) / math.log2(place + 2) for place, value in enumerate(values)
        )

    return sum_of(gains) / sum_of(sorted(grades.values(), reverse=True)[:10])


def plain(connection: sqlite3.Connection, match: Callable[[list[str]], str]) -> Method:
    """SQLite's full-text search, accents folded, one row for each provision, its own text only."""
    sql = (
        "SELECT b.norma, d.caminho FROM busca_fts JOIN busca b ON b.ordem = busca_fts.rowid"
        " JOIN dispositivos d ON d.id = b.dispositivo WHERE busca_fts MATCH ? ORDER BY bm25(busca_fts, 0, 1, 0) LIMIT 10"
    )

    def find(query: str) -> Places:
        return connection.execute(
            sql, (f"texto : ({match(TOKEN.findall(query))})",)
        ).fetchall()

    return find


def ours(corpus: asked.Corpus) -> Method:
    return lambda query: [
        (hit.norm, hit.path) for hit in corpus.search(query, limit=10)
    ]


def timed(method: Method, queries: list[str]) -> str:
    method(WARM)
    taken = []
    for query in 5 * queries:
        start = time.perf_counter()
        method(query)
        taken.append(1000 * (time.perf_counter() - start))
    taken.sort()
    return f"p50 {taken[len(taken) // 2]:.1f} ms, p99 {taken[int(0.99 * len(taken))]:.1f} ms"


def methods(corpus: asked.Corpus) -> dict[str, Method]:
    connection = corpus.connection
    return {
        "FTS5, all words": plain(
            connection, lambda words: " AND ".join(f'"{word}"' for word in words)
        ),
        "FTS5, any word": plain(
            connection, lambda words: " OR ".join(f'"{word}"' for word in words)
        ),
        "FTS5, prefixes": plain(
            connection, lambda words: " OR ".join(f'"{word[:5]}"*' for word in words)
        ),
        "lawtool": ours(corpus),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--time", type=Path, help="another database to measure the time on"
    )
    args = parser.parse_args()
    questions = [
        json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()
    ]
    queries = [question["query"] for question in questions]
    wanted = [
        {(one["norm"], one["path"]): one["grade"] for one in question["relevant"]}
        for question in questions
    ]
    with tempfile.TemporaryDirectory() as folder:
        for vectors in (False, True) if semantic.available() else (False,):
            database = Path(folder) / f"{vectors}.db"
            build(ROOT / "corpus", database, vectors=vectors)
            with asked.open(database) as corpus:
                for name, method in methods(corpus).items():
                    if not vectors or name == "lawtool":
                        scores = [
                            ndcg(method(query), grades)
                            for query, grades in zip(queries, wanted, strict=True)
                        ]
                        label = f"{name} with vectors" if vectors else name
                        print(
                            f"{label:22} nDCG@10 {sum(scores) / len(scores):.3f}   {timed(method, queries)}"
                        )
    if args.time:
        with asked.open(args.time) as corpus:
            for name, method in methods(corpus).items():
                print(f"{args.time.name}: {name:16} {timed(method, queries)}")


if __name__ == "__main__":
    main()
