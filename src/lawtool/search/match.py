"""Which provisions hold each concept of a question, and how well: one query of the full-text index for each way to say it.

A concept counts once, however many of its words a provision holds, and a rare synonym counts no more than the concept as
a whole is rare. Rare concepts come first: a word that stands everywhere is looked up only among what they found, so that
the time does not grow with it.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lawtool.search.question import Concept, Variant

_BM25 = "-bm25(busca_radicais, 1.0, 0.3, 0.2, 0.3)"
"""Weights of text, ancestors' text, headings and name of the norm."""

BUDGET = 6000
"""Provisions that are scored one by one (about 5 µs each)."""

_MOST = 12_000
"""Of a question of nothing but words that stand everywhere, so many provisions are looked at."""

_EVEN = 0.25
"""The part of a word's rarity that each provision gets where it is not scored by itself."""

_ANYWHERE = (0, 2**62)


@dataclass(slots=True, kw_only=True)
class Found:
    """Provisions of one concept with their scores, by their place, and its weight in the coverage of the question."""

    scores: dict[int, float]
    weight: float


def frequency(connection: sqlite3.Connection, key: str) -> int:
    """How many provisions hold a key."""
    row = connection.execute(
        "SELECT dispositivos FROM busca_frequencias WHERE radical = ?", (key,)
    ).fetchone()
    return int(row[0]) if row else 0


class Matcher:
    """The index of a database of so many provisions; `within`: the first and last place that count; `frequency`: how many
    provisions hold a key."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        total: int,
        within: tuple[int, int] | None,
        frequency: Callable[[str], int],
    ) -> None:
        self._connection = connection
        self._total = total
        self._within = within or _ANYWHERE
        self._frequency = frequency

    def find(self, concepts: Sequence[Concept]) -> list[Found]:
        """What was found of each concept."""
        sizes = [self._size(concept) for concept in concepts]
        found: dict[int, Found] = {}
        light: list[str] = []
        spent = 0
        for at in sorted(range(len(concepts)), key=lambda at: sizes[at]):
            spent += sizes[at]
            if light and spent > BUDGET:
                found[at] = self._among(concepts[at], sizes[at], " OR ".join(light))
                continue
            found[at] = self._scored(concepts[at], sizes[at])
            if found[at].scores:
                light += [variant.match for variant in concepts[at].variants]
        return [found[at] for at in range(len(concepts))]

    def pairs(self, pairs: Sequence[Variant]) -> Iterable[tuple[int, float]]:
        """A bonus for words that stand together as they do in the question."""
        for pair in pairs:
            for row, score in self._query(_BM25, pair.match):
                yield row, pair.weight * score

    def known(self, concept: Concept) -> bool:
        """Whether any provision can hold the concept."""
        return self._size(concept) > 0

    def _query(self, score: str, match: str) -> list[tuple[int, float]]:
        sql = f"SELECT rowid, {score} FROM busca_radicais WHERE busca_radicais MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?"
        return self._connection.execute(sql, (match, *self._within, _MOST)).fetchall()

    def _size(self, concept: Concept) -> int:
        """About how many provisions hold a concept: an expression is no more frequent than its rarest word."""
        size = sum(min(map(self._frequency, variant.stems)) for variant in concept.variants)
        return min(size, self._total)

    def _scored(self, concept: Concept, size: int) -> Found:
        column = "texto : " if size > BUDGET else ""
        results = [(one, self._query(_BM25, f"{column}({one.match})")) for one in concept.variants]
        rarity = self._rarity(len({row for _, rows in results for row, _ in rows}))
        best: dict[int, float] = {}
        for variant, rows in results:
            factor = variant.weight * rarity / self._rarity(len(rows))
            for row, value in rows:
                if value * factor > best.get(row, 0.0):
                    best[row] = value * factor
        return Found(scores=best, weight=rarity * concept.weight)

    def _among(self, concept: Concept, size: int, others: str) -> Found:
        """With other words in one query the score would be theirs too: each provision gets the same."""
        rarity = self._rarity(size)
        best: dict[int, float] = {}
        for variant in concept.variants:
            for row, _ in self._query("0", f"({variant.match}) AND ({others})"):
                best[row] = max(best.get(row, 0.0), variant.weight * rarity * _EVEN)
        return Found(scores=best, weight=rarity * concept.weight)

    def _rarity(self, rows: int) -> float:
        """The weight that BM25 gives to a word found in so many provisions; never nought."""
        return max(math.log((self._total - rows + 0.5) / (rows + 0.5)), 1e-6)
