"""Which pairs of units are alike, and how much: the edges that the assignment chooses from."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz, process

from lawtool.comparison.units import Unit
from lawtool.model import Kind

FLOOR = 60.0
"""Similarity (0 to 100) from which two units may be one: gains are flat from 55 to 70 on the
annotated pair.
"""
FULL_MATRIX = 90_000
"""Pairs of units up to which all are scored; beyond it only pairs with something rare in common."""
RARE = 20
"""A word trigram that stands in more units of a side than this says nothing."""
SHORT = 8
"""Units of fewer words than this have too few trigrams to be found by them; they are scored among
themselves."""
WIDEST = 16
"""Edges kept for a unit. Fifty equal lines would make 2,500 edges of one value; the nearest in
place are enough.
"""

Edges = list[dict[int, float]]


def class_of(kind: Kind) -> str:
    """Units are only compared within a class: an ementa is no artigo, a table no sentence."""
    if kind in (Kind.EMENTA, Kind.TABELA, Kind.CONSIDERANDO):
        return kind.value
    return "text"


def candidates(left: Sequence[Unit], right: Sequence[Unit]) -> Edges:
    """For each unit of the left: position on the right → similarity (60 to 100)."""
    edges: Edges = [{} for _ in left]
    for name in sorted({class_of(unit.kind) for unit in left}):
        rows = [unit for unit in left if class_of(unit.kind) == name]
        columns = [unit for unit in right if class_of(unit.kind) == name]
        if len(rows) * len(columns) <= FULL_MATRIX:
            _score_all(rows, columns, edges)
        else:
            _score_likely(rows, columns, edges)
    return [
        _widest(unit, row, len(left), len(right))
        for unit, row in zip(left, edges, strict=True)
    ]


def _score_all(rows: Sequence[Unit], columns: Sequence[Unit], edges: Edges) -> None:
    choices = [unit.key for unit in columns]
    for unit in rows:
        row = edges[unit.position]
        for _, score, index in process.extract(
            unit.key,
            choices,
            scorer=fuzz.ratio,
            processor=None,
            limit=None,
            score_cutoff=FLOOR,
        ):
            row[columns[index].position] = score


def _trigrams(unit: Unit) -> set[tuple[str, ...]]:
    words = unit.key.split()
    return set(zip(words, words[1:], words[2:], strict=False))


def _score_likely(rows: Sequence[Unit], columns: Sequence[Unit], edges: Edges) -> None:
    """Score pairs that share a rare trigram, equal ones, and the short ones among themselves."""
    _score_equal(rows, columns, edges)
    grams = {unit.position: _trigrams(unit) for unit in columns}
    count = Counter(gram for found in grams.values() for gram in found)
    count_left = Counter(gram for unit in rows for gram in _trigrams(unit))
    index: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for position, found in grams.items():
        for gram in found:
            if count[gram] <= RARE and count_left[gram] <= RARE:
                index[gram].append(position)
    by_position = {unit.position: unit for unit in columns}
    for unit in rows:
        near = {
            position for gram in _trigrams(unit) for position in index.get(gram, ())
        }
        for position in sorted(near):
            score = fuzz.ratio(unit.key, by_position[position].key, score_cutoff=FLOOR)
            if score:
                edges[unit.position][position] = score
    short_rows = [unit for unit in rows if unit.words < SHORT]
    short_columns = [unit for unit in columns if unit.words < SHORT]
    _score_all(short_rows, short_columns, edges)


def _score_equal(rows: Sequence[Unit], columns: Sequence[Unit], edges: Edges) -> None:
    """Equal units, where a text repeats one often only those that stand alike in the sequence of
    repetitions."""
    places: dict[str, list[int]] = defaultdict(list)
    for unit in columns:
        places[unit.key].append(unit.position)
    seen: Counter[str] = Counter()
    for unit in rows:
        equal = places.get(unit.key, [])
        if len(equal) > WIDEST:
            at = seen[unit.key]
            equal = equal[max(0, at - WIDEST // 2) : at + WIDEST // 2]
        seen[unit.key] += 1
        for position in equal:
            edges[unit.position][position] = 100.0


def _widest(
    unit: Unit, row: dict[int, float], count_left: int, count_right: int
) -> dict[int, float]:
    if len(row) <= WIDEST:
        return row
    place = unit.position * count_right / max(1, count_left)
    best = sorted(
        row, key=lambda position: (-row[position], abs(position - place), position)
    )
    return {position: row[position] for position in sorted(best[:WIDEST])}


_SIZE = 4


def _grams(text: str) -> Counter[str]:
    padded = f" {text} "
    return Counter(padded[i : i + _SIZE] for i in range(len(padded) - _SIZE + 1))


class GramVectors:
    """Weights of character 4-grams, learnt from all keys of both norms; vectors are made when asked
    for.

    A ratio of letters gives any two sentences of one trade 60: on five pairs of real norms false
    pairs between 60 and 65 had a cosine of 0.12 to 0.18, true ones of 0.37 and more.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._texts = tuple(keys)
        self._weights: dict[str, float] = {}
        self._vectors: dict[str, dict[str, float]] = {}

    def _learn(self) -> None:
        count: Counter[str] = Counter()
        for text in self._texts:
            count.update(set(_grams(text)))
        total = len(self._texts)
        self._weights = {
            gram: math.log((1 + total) / (1 + number)) + 0.1
            for gram, number in count.items()
        }

    def _vector(self, text: str) -> dict[str, float]:
        if text not in self._vectors:
            if not self._weights:
                self._learn()
            weights = self._weights
            vector = {
                gram: (1 + math.log(n)) * weights.get(gram, 0.1)
                for gram, n in _grams(text).items()
            }
            norm = (
                math.sqrt(math.fsum(value * value for value in vector.values())) or 1.0
            )
            self._vectors[text] = {gram: value / norm for gram, value in vector.items()}
        return self._vectors[text]

    def cosine(self, text: str, other: str) -> float:
        """Measure how alike two keys are by what is rare in both: 0 (nothing in common) to 1."""
        first, second = sorted((self._vector(text), self._vector(other)), key=len)
        return math.fsum(value * second.get(gram, 0.0) for gram, value in first.items())
