"""Which provisions hold each concept of a question, and how well.

A concept counts once, however many of its words a provision holds. How rare it is, is taken from the typed word: a rare
synonym counts no more than the concept as a whole is rare.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy

from lawtool.model import Kind
from lawtool.search.index import KINDS, NAME
from lawtool.search.question import Concept, Keys
from lawtool.search.rank import Scores, Weights
from lawtool.search.stems import word_family
from lawtool.store.search_tables import SearchTables

KEPT = 512
"""Keys whose postings are kept between questions."""

Postings = tuple[Any, Any]
"""Places of a key, and how often each has it by its length: two arrays."""


class Columns:
    """The numbers of each place of a corpus: where its subtree ends, its unit, its norm, its kind, its length."""

    def __init__(self, tables: SearchTables) -> None:
        self.end = numpy.frombuffer(tables.column("fim"), dtype=numpy.int32)
        self.heads = numpy.frombuffer(tables.column("unidade"), dtype=numpy.int32)
        self.norm = numpy.frombuffer(tables.column("norma"), dtype=numpy.int32)
        self.kind = numpy.frombuffer(tables.column("tipo"), dtype=numpy.uint8)
        self.length = numpy.frombuffer(tables.column("tamanho"), dtype=numpy.uint16)
        self.summary = numpy.frombuffer(tables.column("ementa"), dtype=numpy.int32)
        self.places, self.norms = len(self.norm), len(self.summary)

    @cached_property
    def unit(self) -> Any:
        """The number of the unit of each place."""
        return numpy.unique(self.heads, return_inverse=True)[1].astype(numpy.int32)

    @cached_property
    def units(self) -> int:
        """How many units there are."""
        return int(self.unit.max()) + 1 if self.places else 0

    @cached_property
    def _by_unit(self) -> tuple[Any, Any]:
        """The places in the order of their units, and where each unit begins in it: a quoted article cuts the one that
        quotes it in two."""
        order = numpy.argsort(self.unit, kind="stable")
        return order, numpy.searchsorted(self.unit[order], numpy.arange(self.units))

    @cached_property
    def _norm_starts(self) -> Any:
        return numpy.searchsorted(self.norm, numpy.arange(self.norms))

    def best_by_unit(self, scores: Scores) -> Scores:
        """Find the best score of each unit."""
        order, starts = self._by_unit
        return numpy.maximum.reduceat(scores[order], starts)

    def best_by_norm(self, scores: Scores) -> Scores:
        """Find the best score of each norm; a norm without provisions has that of its neighbour, which no place shows."""
        starts = numpy.minimum(self._norm_starts, max(self.places - 1, 0))
        return numpy.maximum.reduceat(scores, starts)

    def range_of(self, norm: int) -> tuple[int, int]:
        """Find the first place of a norm, and the one behind its last."""
        first, end = numpy.searchsorted(self.norm, [norm, norm + 1])
        return int(first), int(end)

    def factors(self, table: Mapping[Kind, float]) -> Scores:
        """Give each place the factor of its kind, 1 for kinds that are not named."""
        by_kind = numpy.array([table.get(kind, 1.0) for kind in KINDS], dtype=numpy.float32)
        return by_kind[self.kind]

    def below(self, places: Any, values: Any) -> Scores:
        """Sum up, for each place, the values of the places above it."""
        steps = numpy.zeros(self.places + 1, dtype=numpy.float32)
        numpy.add.at(steps, places + 1, values)
        numpy.subtract.at(steps, self.end[places], values)
        sums = numpy.cumsum(steps[:-1], dtype=numpy.float64).astype(numpy.float32)
        sums[sums < _NOUGHT] = 0.0
        return sums

    def from_summaries(self, scores: Scores) -> Scores:
        """Give each place the score of the summary of its norm."""
        padded = numpy.append(scores, numpy.float32(0.0))
        return padded[self.summary][self.norm]


_NOUGHT = 1e-4
"""What sums of values and their opposites leave over."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a concept is found: `scores` from 0 to 1 and `found` 0 or 1 for each place; how rare it is."""

    scores: Scores
    found: Scores
    rarity: float


class Matcher:
    """Matches concepts with the index of one database."""

    def __init__(self, tables: SearchTables) -> None:
        self._tables = tables
        self.columns = Columns(tables)
        self._postings = lru_cache(maxsize=KEPT)(self._read_postings)
        self._siblings = lru_cache(maxsize=KEPT)(self._read_siblings)
        self._names = lru_cache(maxsize=KEPT)(self._read_name)

    @cached_property
    def _mean_length(self) -> float:
        return float(self.columns.length.mean()) if self.columns.places else 1.0

    def _read_postings(self, key: str) -> Postings:
        places, counts = self._tables.postings(key)
        return (
            numpy.frombuffer(places, dtype=numpy.uint32).astype(numpy.int64),
            numpy.frombuffer(counts, dtype=numpy.uint8).astype(numpy.float32),
        )

    def _read_name(self, key: str) -> Any:
        places, _ = self._tables.postings(NAME + key)
        return numpy.frombuffer(places, dtype=numpy.uint32).astype(numpy.int64)

    def _read_siblings(self, key: str) -> list[str]:
        """List the keys of the family of a key; of one that no text has, by its stem."""
        return self._tables.siblings(key) or self._tables.family(word_family(key))

    def count(self, key: str) -> int:
        """Count the provisions whose text has a key."""
        return len(self._postings(key)[0])

    def knows(self, concept: Concept) -> bool:
        """Decide whether any provision can hold a concept, in any of its words."""
        return any(all(map(self._knows_key, variant.keys)) for variant in concept.variants)

    def _knows_key(self, key: str) -> bool:
        if self.count(key) or len(self._names(key)):
            return True
        return any(self.count(other) for other in self._siblings(key))

    def places_of(self, key: str) -> Any:
        """List the places whose text has a key."""
        return self._postings(key)[0]

    def match(self, concept: Concept, weights: Weights) -> Match | None:
        """Match a concept; None where nothing holds it."""
        columns = self.columns
        own = numpy.zeros(columns.places, dtype=numpy.float32)
        for variant in concept.variants:
            places, values = self._variant(variant.keys, weights)
            weight = variant.likeness * (weights.synonym if variant.synonym else 1.0)
            own[places] = numpy.maximum(own[places], values * weight)
        places = numpy.flatnonzero(own)
        strength = own + weights.context * columns.below(places, own[places])
        strength += weights.summary * columns.from_summaries(own)
        named = self._named(concept.variants[0].keys)
        if named is not None:
            strength += weights.name * named[columns.norm]
        if not strength.any():
            return None
        scores = strength / (strength + weights.saturation)
        return Match(
            scores, (strength > 0).astype(numpy.float32), self._rarity(concept, len(places))
        )

    def _variant(self, keys: Keys, weights: Weights) -> Postings:
        """Find the places that have all keys of a variant, or words of their families, and how well each does."""
        places, values = self._key(keys[0], weights)
        for key in keys[1:]:
            others, other_values = self._key(key, weights)
            places, left, right = numpy.intersect1d(
                places, others, assume_unique=True, return_indices=True
            )
            values = numpy.minimum(values[left], other_values[right])
        return places, values

    def _key(self, key: str, weights: Weights) -> Postings:
        """Find the places that have a key or a word of its family; by how often each has it, by its length."""
        others = [other for other in self._siblings(key) if other != key]
        found = [self._postings(key), *map(self._postings, others)]
        factors = [1.0, *[weights.family] * len(others)]
        if len(found) == 1:
            places, counts = found[0]
        else:
            sums = numpy.zeros(self.columns.places, dtype=numpy.float32)
            for (some, times), factor in zip(found, factors, strict=True):
                sums[some] += times * factor
            places = numpy.unique(numpy.concatenate([some for some, _ in found]))
            counts = sums[places]
        length = self.columns.length[places] / self._mean_length
        return places, counts / (1 - weights.length + weights.length * length)

    def _named(self, keys: Keys) -> Scores | None:
        """Say which norms have all these keys in their name."""
        named = numpy.zeros(self.columns.norms, dtype=numpy.float32)
        for key in keys:
            named[self._names(key)] += 1
        named = (named == len(keys)).astype(numpy.float32)
        return named if named.any() else None

    def _rarity(self, concept: Concept, places: int) -> float:
        """Weigh how rare what was typed is; never nought. What nobody wrote is as rare as what stands for it."""
        typed = min(map(self.count, concept.variants[0].keys)) or places
        total = self.columns.places
        return math.log(1 + (total - typed + 0.5) / (typed + 0.5))
