"""Which provisions hold each concept of a question, and how well.

A concept counts once, however many of its words a provision holds. How rare it is, is taken from
the typed word: a rare synonym counts no more than the concept as a whole is rare.
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
    """The numbers of each place of a corpus: where its subtree ends, its unit, its norm, its kind,
    its length.
    """

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
        if self.places:
            return int(self.unit.max()) + 1
        return 0

    @cached_property
    def starts(self) -> Any:
        """The first place of each norm, and the one behind the last of all."""
        return numpy.searchsorted(self.norm, numpy.arange(self.norms + 1))

    def range_of(self, norm: int) -> tuple[int, int]:
        """Find the first place of a norm, and the one behind its last."""
        return int(self.starts[norm]), int(self.starts[norm + 1])

    def factors(self, table: Mapping[Kind, float], places: Any) -> Scores:
        """Give places the factor of their kind, 1 for kinds that are not named."""
        by_kind = numpy.array(
            [table.get(kind, 1.0) for kind in KINDS], dtype=numpy.float32
        )
        return by_kind[self.kind[places]]

    def below(self, places: Any, values: Any) -> tuple[Any, Any]:
        """List the places below some places, each with the value of the one above it."""
        return _spread(places + 1, self.end[places], values)

    def of_summaries(self, places: Any, values: Any) -> tuple[Any, Any]:
        """List the places of the norms whose summary is among some places, each with the value of
        that.
        """
        norms = self.norm[places]
        summing = self.summary[norms] == places
        norms = norms[summing]
        return _spread(self.starts[norms], self.starts[norms + 1], values[summing])

    def of_norms(self, norms: Any) -> tuple[Any, Any]:
        """List the places of norms, each with 1."""
        values = numpy.ones(len(norms), dtype=numpy.float32)
        return _spread(self.starts[norms], self.starts[norms + 1], values)


def _spread(starts: Any, ends: Any, values: Any) -> tuple[Any, Any]:
    """Give each number of some ranges the value of its range: arrays of numbers and values."""
    counts = ends - starts
    before = numpy.cumsum(counts) - counts
    numbers = numpy.arange(int(counts.sum())) + numpy.repeat(starts - before, counts)
    return numbers, numpy.repeat(values, counts)


@dataclass(frozen=True, slots=True)
class ConceptMatch:
    """Where a concept is found: `places` with `scores` from 0 to 1, in their own text (`own`,
    `own_scores`) or around it; how rare it is.
    """

    places: Any
    scores: Any
    own: Any
    own_scores: Any
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
        if self.columns.places:
            return float(self.columns.length.mean())
        return 1.0

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
        return any(
            all(map(self._knows_key, variant.keys)) for variant in concept.variants
        )

    def _knows_key(self, key: str) -> bool:
        if self.count(key) or len(self._names(key)):
            return True
        return any(self.count(other) for other in self._siblings(key))

    def places_of(self, key: str) -> Any:
        """List the places whose text has a key."""
        return self._postings(key)[0]

    def match(self, concept: Concept, weights: Weights) -> ConceptMatch | None:
        """ConceptMatch a concept; None where nothing holds it."""
        columns = self.columns
        strength = numpy.zeros(columns.places, dtype=numpy.float32)
        for variant in concept.variants:
            places, values = self._variant(variant.keys, weights)
            weight = variant.likeness * (weights.synonym if variant.synonym else 1.0)
            strength[places] = numpy.maximum(strength[places], values * weight)
        own = numpy.flatnonzero(strength > 0)
        values = strength[own]
        around = (
            (weights.context, columns.below(own, values)),
            (weights.summary, columns.of_summaries(own, values)),
            (weights.name, columns.of_norms(self._named(concept.variants[0].keys))),
        )
        for weight, (places, spread) in around:
            numpy.add.at(strength, places, weight * spread)
        places = numpy.flatnonzero(strength > 0)
        if not len(places):
            return None
        return ConceptMatch(
            places,
            _saturate(strength[places], weights),
            own,
            _saturate(values, weights),
            self._rarity(concept, len(own)),
        )

    def _variant(self, keys: Keys, weights: Weights) -> Postings:
        """Find the places that have all keys of a variant, or words of their families, and how well
        each does.
        """
        places, values = self._key(keys[0], weights)
        for key in keys[1:]:
            others, other_values = self._key(key, weights)
            places, left, right = numpy.intersect1d(
                places, others, assume_unique=True, return_indices=True
            )
            values = numpy.minimum(values[left], other_values[right])
        return places, values

    def _key(self, key: str, weights: Weights) -> Postings:
        """Find the places that have a key or a word of its family; by how often each has it, by its
        length.
        """
        others = [other for other in self._siblings(key) if other != key]
        found = [self._postings(key), *map(self._postings, others)]
        factors = [1.0, *[weights.family] * len(others)]
        if len(found) == 1:
            places, counts = found[0]
        else:
            sums = numpy.zeros(self.columns.places, dtype=numpy.float32)
            for (some, times), factor in zip(found, factors, strict=True):
                sums[some] += times * factor
            places = numpy.flatnonzero(sums > 0)
            counts = sums[places]
        length = self.columns.length[places] / self._mean_length
        return places, counts / (1 - weights.length + weights.length * length)

    def _named(self, keys: Keys) -> Any:
        """List the norms that have all these keys in their name."""
        norms = self._names(keys[0])
        for key in keys[1:]:
            norms = numpy.intersect1d(norms, self._names(key), assume_unique=True)
        return norms

    def _rarity(self, concept: Concept, places: int) -> float:
        """Weigh how rare what was typed is; never nought. What nobody wrote is as rare as what
        stands for it.
        """
        typed = min(map(self.count, concept.variants[0].keys)) or places
        total = self.columns.places
        return math.log(1 + (total - typed + 0.5) / (typed + 0.5))


def _saturate(strength: Any, weights: Weights) -> Any:
    return strength / (strength + weights.saturation)
