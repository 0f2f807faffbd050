"""The alignment of two norms, provision by provision, many to many.

A chain: assignment of greatest gain on text similarity, context only breaking ties; the same again
with the structure that the first pass found; what one side merged or split; leftovers with a long
enough passage in common. A similarity cannot see a number, so numbers are compared apart
(`numbers`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from lawtool.comparison.candidates import FLOOR, SHORT, Edges, GramVectors, candidates
from lawtool.comparison.merging import match_leftovers
from lawtool.comparison.units import Unit

UNIT_OF_GAIN = 10_000_000
"""Fine enough that of two thousand equal units the one in the same place is the better by a whole
number.
"""
ABOVE = 0.05
BESIDE = 0.03
"""Weights of context, in similarity. Heavier ones pulled art. 17 to art. 8, whose place it has, on
the annotated pair.
"""
SURE = 80.0
ALIKE = 0.25
FLOOR_OF_SHORT = 68.0
ALIKE_IF_SHORT = 0.35
"""A similarity below SURE needs this cosine too (see `vectors`); short provisions, names of offices
say, need more of both.
"""

Pairs = dict[int, int]
Bonus = Callable[[int, int], float]


class Context:
    """Who stands above, before and after each unit of one side, by position."""

    def __init__(self, units: Sequence[Unit]) -> None:
        place = {unit.path: unit.position for unit in units}
        self.parent = [_nearest(unit.path, place) for unit in units]
        self.children: dict[int, list[int]] = defaultdict(list)
        for unit, above in zip(units, self.parent, strict=True):
            if above is not None:
                self.children[above].append(unit.position)


def _nearest(path: str, place: Mapping[str, int]) -> int | None:
    """The nearest ancestor that is a unit: a caput without words is none."""
    while "_" in path:
        path = path.rsplit("_", 1)[0]
        if path in place:
            return place[path]
    return None


def pair_units(
    left: Sequence[Unit], right: Sequence[Unit], vectors: GramVectors
) -> Pairs:
    """One-to-one pairs of positions, by similarity first and by structure where similarity cannot
    choose.
    """
    edges = [
        {
            column: score
            for column, score in row.items()
            if _related(unit, right[column], score, vectors)
        }
        for unit, row in zip(left, candidates(left, right), strict=True)
    ]
    above, below = Context(left), Context(right)
    first = _choose(edges, _similar_context(left, right, above, below))
    second = _choose(
        edges, _matched_context(first, above, below, len(left), len(right))
    )
    _drop_against_children(edges, second, above, below)
    return _choose(edges, _matched_context(second, above, below, len(left), len(right)))


def _related(unit: Unit, other: Unit, score: float, vectors: GramVectors) -> bool:
    """Whether a similarity is more than that of any two sentences of one trade."""
    if score >= SURE:
        return True
    short = min(unit.words, other.words) < SHORT
    if short and score < FLOOR_OF_SHORT:
        return False
    return vectors.cosine(unit.key, other.key) >= (ALIKE_IF_SHORT if short else ALIKE)


def _drop_against_children(
    edges: Edges, pairs: Pairs, above: Context, below: Context
) -> None:
    """Take away pairs that are little alike and whose children are matched under another unit: 12
    is not 8 where what stands below 12 is below the other 12.
    """
    for row, children in above.children.items():
        over = {below.parent[pairs[child]] for child in children if child in pairs}
        over.discard(None)
        if not over:
            continue
        for column in list(edges[row]):
            if edges[row][column] < SURE and column not in over:
                del edges[row][column]


def _choose(edges: Edges, bonus: Bonus) -> Pairs:
    gains: list[dict[int, int]] = []
    for row, found in enumerate(edges):
        single = len(found) == 1
        gains.append(
            {
                column: 1
                + round(
                    UNIT_OF_GAIN
                    * ((score - FLOOR) / 100 + (0 if single else bonus(row, column)))
                )
                for column, score in found.items()
            }
        )
    return assign(gains)


def _similar_context(
    left: Sequence[Unit], right: Sequence[Unit], above: Context, below: Context
) -> Bonus:
    cache: dict[tuple[str, str], float] = {}

    def alike(a: int | None, b: int | None, count: int, other: int) -> float:
        if a is None or b is None or not (0 <= a < count and 0 <= b < other):
            return 0.0
        pair = (left[a].key, right[b].key)
        if pair not in cache:
            cache[pair] = fuzz.ratio(*pair) / 100
        return cache[pair]

    def bonus(row: int, column: int) -> float:
        sizes = len(left), len(right)
        over = alike(above.parent[row], below.parent[column], *sizes)
        beside = alike(row - 1, column - 1, *sizes) + alike(row + 1, column + 1, *sizes)
        return ABOVE * over + BESIDE * beside / 2 + _nearness(row, column, *sizes)

    return bonus


def _nearness(row: int, column: int, count: int, other: int) -> float:
    """Less than any other evidence: of equal units with equal neighbours those that stand alike."""
    return 0.002 * (1 - abs(row / max(1, count) - column / max(1, other)))


def _matched_context(
    pairs: Pairs, above: Context, below: Context, count: int, other: int
) -> Bonus:
    def met(a: int | None, b: int | None) -> float:
        if a is None or b is None:
            return 0.0
        return float(pairs.get(a) == b)

    def bonus(row: int, column: int) -> float:
        over, over_right = above.parent[row], below.parent[column]
        higher = met(
            above.parent[over] if over is not None else None,
            below.parent[over_right] if over_right is not None else None,
        )
        under = any(
            pairs.get(child) in below.children[column] for child in above.children[row]
        )
        beside = met(row - 1, column - 1) + met(row + 1, column + 1)
        chain = (met(over, over_right) + higher + under) / 2
        return (
            ABOVE * chain + BESIDE * beside / 2 + _nearness(row, column, count, other)
        )

    return bonus


class Positions(NamedTuple):
    """Positions of units that are one another on the left and on the right, one side empty for what
    stands alone; `repeated` where one side is matched elsewhere already.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    repeated: bool = False


def match_units(left: Sequence[Unit], right: Sequence[Unit]) -> list[Positions]:
    """Match all units: groups aligned and alone, in the order of the left side, what stands only
    right in its place.
    """
    vectors = GramVectors(unit.key for unit in (*left, *right))
    pairs = pair_units(left, right, vectors)
    one_to_one = [([row], [column]) for row, column in pairs.items()]
    aligned, repeated = match_leftovers(left, right, one_to_one, vectors)
    found = [
        *(Positions(tuple(sorted(a)), tuple(sorted(b))) for a, b in aligned),
        *(Positions(tuple(a), tuple(b), repeated=True) for a, b in repeated),
    ]
    return _in_order(found, len(left), len(right))


def _in_order(found: Sequence[Positions], count: int, other: int) -> list[Positions]:
    used_left = {row for group in found for row in group.rows}
    used_right = {column for group in found for column in group.columns}
    alone = [Positions((row,), ()) for row in range(count) if row not in used_left]
    result = sorted([*found, *alone])
    for column in range(other):
        if column not in used_right:
            result.insert(_place_of(column, result), Positions((), (column,)))
    return result


def _place_of(column: int, result: Sequence[Positions]) -> int:
    """After the group that holds what stands before it on its own side."""
    for index in range(len(result) - 1, -1, -1):
        if column - 1 in result[index].columns:
            return index + 1
    if column == 0:
        return 0
    return len(result)


def assign(gains: Sequence[Mapping[int, int]]) -> dict[int, int]:
    """Choose row → column so that the sum of gains is greatest; what gains nothing stays alone.

    `gains[row]` maps columns to positive gains. Each connected component is solved by itself:
    exact, and as sparse as the candidates are.
    """
    cells = [
        (row, column, gain)
        for row, columns_of_row in enumerate(gains)
        for column, gain in columns_of_row.items()
        if gain > 0
    ]
    if not cells:
        return {}
    import numpy as np
    from scipy.optimize import linear_sum_assignment
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rows, columns, values = (np.array(part) for part in zip(*cells, strict=True))
    size = len(gains) + int(columns.max()) + 1
    graph = coo_array((values, (rows, columns + len(gains))), shape=(size, size))
    _, label = connected_components(graph, directed=False)
    chosen: dict[int, int] = {}
    order = np.argsort(label[rows], kind="stable")
    borders = np.flatnonzero(np.diff(label[rows][order])) + 1
    for part in np.split(order, borders):
        if len(part) == 1:
            chosen[int(rows[part[0]])] = int(columns[part[0]])
            continue
        own_rows, row_of = np.unique(rows[part], return_inverse=True)
        own_columns, column_of = np.unique(columns[part], return_inverse=True)
        table = np.zeros((own_rows.size, own_columns.size), dtype=np.int64)
        table[row_of, column_of] = values[part]
        for i, j in zip(*linear_sum_assignment(table, maximize=True), strict=True):
            if table[i, j] > 0:
                chosen[int(own_rows[i])] = int(own_columns[j])
    return dict(sorted(chosen.items()))
