"""Both norms with their groups, while the passes over them go on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from lawtool.comparison.candidates import GramVectors
from lawtool.comparison.units import Unit

RUN = 4
"""Words in a row that are evidence of one text inside another."""
MANY_TRIED = 40_000
"""Pairs of units from which likeness alone proves little: of so many some are alike by chance."""


PositionGroup = tuple[list[int], list[int]]
"""Positions of units on the left, and on the right, that belong together."""


class MatchedSides:
    """Both norms with their groups while the passes go over them. Side 0 is the left, 1 the
    right.
    """

    def __init__(
        self,
        left: Sequence[Unit],
        right: Sequence[Unit],
        groups: Iterable[PositionGroup],
        vectors: GramVectors,
    ) -> None:
        self.units = (left, right)
        self.groups: list[PositionGroup] = [
            (list(rows), list(columns)) for rows, columns in groups
        ]
        self.vectors = vectors
        self.place = tuple(
            {unit.path: unit.position for unit in side} for side in self.units
        )
        self.words = tuple([unit.key.split() for unit in side] for side in self.units)
        self.parent = tuple(
            [_nearest_above(unit.path, place) for unit in side]
            for side, place in zip(self.units, self.place, strict=True)
        )
        self.below: tuple[dict[int, list[int]], ...] = ({}, {})
        for side in (0, 1):
            for position, above in enumerate(self.parent[side]):
                if above is not None:
                    self.below[side].setdefault(above, []).append(position)

    def owners(self, side: int) -> dict[int, int]:
        """Position → number of its group."""
        return {
            position: number
            for number, group in enumerate(self.groups)
            for position in group[side]
        }

    def partners(self, side: int = 0) -> dict[int, int]:
        """Position → the first position that it is matched to."""
        return {
            position: group[1 - side][0]
            for group in self.groups
            for position in group[side]
        }

    def free(self, side: int) -> list[Unit]:
        """The units of a side that stand alone."""
        taken = self.owners(side)
        return [unit for unit in self.units[side] if unit.position not in taken]

    def cosine(self, row: int, column: int) -> float:
        """How alike a unit of the left and one of the right are."""
        return self.vectors.cosine(self.units[0][row].key, self.units[1][column].key)

    @cached_property
    def weights(self) -> dict[str, float]:
        """Word → how much it tells, by how few units have it."""
        count: Counter[str] = Counter()
        for side in self.words:
            for words in side:
                count.update(set(words))
        total = sum(len(side) for side in self.words)
        return {word: math.log((1 + total) / number) for word, number in count.items()}

    @property
    def many_tried(self) -> bool:
        """Whether so many pairs were tried that some are alike by chance."""
        return len(self.units[0]) * len(self.units[1]) > MANY_TRIED

    @cached_property
    def runs(self) -> tuple[Counter[tuple[str, ...]], Counter[tuple[str, ...]]]:
        """For each side: run of words → how many units have it."""
        counts: tuple[Counter[tuple[str, ...]], Counter[tuple[str, ...]]] = (
            Counter(),
            Counter(),
        )
        for count, side in zip(counts, self.words, strict=True):
            for words in side:
                count.update(set(runs_of(words, RUN)))
        return counts

    def subtree(self, side: int, root: int) -> list[int]:
        """A unit and all below it, in order."""
        members = [root]
        for child in self.below[side].get(root, ()):
            members.extend(self.subtree(side, child))
        return members


def _nearest_above(path: str, place: Mapping[str, int]) -> int | None:
    while "_" in path:
        path = path.rsplit("_", 1)[0]
        if path in place:
            return place[path]
    return None


def runs_of(words: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    """Yield each run of so many words."""
    for i in range(len(words) - length + 1):
        yield tuple(words[i : i + length])
