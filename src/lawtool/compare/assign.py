"""The assignment of greatest total gain on a sparse graph: rows and columns may stay alone.

Successive shortest paths with potentials (Jonker and Volgenant 1987), each row with a private dummy column of gain 0.
Gains are integers, so the result does not hang on the order of floating-point sums. Most rows find a free best column at once;
the cost is that of one Dijkstra over a connected component for each row that does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush


class _Solver:
    """State of one run: `row_of` and `column_of` are the matching, `u` and `v` the potentials (costs are −gain)."""

    def __init__(self, gains: Sequence[Mapping[int, int]]) -> None:
        self.columns = 1 + max((column for row in gains for column in row), default=-1)
        self.costs = [
            {**{column: -gain for column, gain in row.items() if gain > 0}, self.columns + index: 0}
            for index, row in enumerate(gains)
        ]
        self.u = [min(row.values()) for row in self.costs]
        self.v: dict[int, int] = {}
        self.row_of: dict[int, int] = {}

    def augment(self, start: int) -> None:
        """Match one more row along the cheapest alternating path."""
        u, v, row_of = self.u, self.v, self.row_of
        reached: dict[int, int] = {}
        came_from: dict[int, int] = {}
        done: list[int] = []
        closed: set[int] = set()
        heap: list[tuple[int, int]] = []
        row, base = start, 0
        while True:
            for column, cost in self.costs[row].items():
                if column in closed:
                    continue
                distance = base + cost - u[row] - v.get(column, 0)
                if distance < reached.get(column, distance + 1):
                    reached[column] = distance
                    came_from[column] = row
                    heappush(heap, (distance, column))
            base, column = heappop(heap)
            while column in closed:
                base, column = heappop(heap)
            closed.add(column)
            if column not in row_of:
                break
            done.append(column)
            row = row_of[column]
        u[start] += base
        for visited in done:
            u[row_of[visited]] += base - reached[visited]
            v[visited] = v.get(visited, 0) + reached[visited] - base
        self._flip(start, column, came_from)

    def _flip(self, start: int, column: int, came_from: Mapping[int, int]) -> None:
        column_of = {row: col for col, row in self.row_of.items()} if came_from[column] != start else {}
        while True:
            row = came_from[column]
            self.row_of[column] = row
            if row == start:
                return
            column_of[row], column = column, column_of[row]


def assign(gains: Sequence[Mapping[int, int]]) -> dict[int, int]:
    """Row → column so that the sum of gains is greatest; rows and columns that gain nothing stay out.

    `gains[row]` maps columns to positive gains. Of equal sums the one found first in order of rows and columns wins.
    """
    solver = _Solver(gains)
    for row in range(len(gains)):
        if gains[row]:
            solver.augment(row)
    return dict(sorted((row, column) for column, row in solver.row_of.items() if column < solver.columns))
