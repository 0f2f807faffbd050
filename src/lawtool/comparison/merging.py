"""What the one-to-one assignment cannot see: merged and split provisions, and those that kept only a part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lawtool.comparison.candidates import GramVectors, class_of
from lawtool.comparison.units import Unit

RUN = 4
"""Words in a row that are evidence of one text inside another."""
NEW_WORDS = 5
SHARE = 0.4
"""A unit belongs to a merged group if runs cover this many words that no other member explains, and this
share of it."""
REACH = 2
"""How far apart, in units, the members of a merged group may stand."""
ALIKE = 0.30
ALIKE_WITH_REASON = 0.20
"""Cosine from which leftovers are parts of one another: anywhere with a common passage of five words; less
is enough where both open with the same five words, or stand in the same gap between matched neighbours."""
PASSAGE = 5

Group = tuple[list[int], list[int]]


def match_leftovers(
    left: Sequence[Unit], right: Sequence[Unit], aligned: Sequence[Group], vectors: GramVectors
) -> list[Group]:
    """The groups with what was merged into them, and new groups of leftovers. Pure; order of groups as
    given."""
    found: list[Group] = [(list(rows), list(columns)) for rows, columns in aligned]
    _merge(left, right, found, side=1)
    _merge(right, left, found, side=0)
    parts = _partial(left, right, found, vectors)
    found.extend(parts)
    if parts:
        _merge(left, right, found, side=1)
        _merge(right, left, found, side=0)
    return found


def _keys(unit: Unit) -> list[str]:
    """The words of the key, one for each token."""
    return unit.key.split()


def _covered(text: Sequence[str], other: Sequence[str], length: int) -> set[int]:
    """Places of `text` that lie in runs of `length` words or more which stand in `other` too."""
    grams = {tuple(other[i : i + length]) for i in range(len(other) - length + 1)}
    covered: set[int] = set()
    for i in range(len(text) - length + 1):
        if tuple(text[i : i + length]) in grams:
            covered.update(range(i, i + length))
    return covered


def _merge(whole: Sequence[Unit], parts: Sequence[Unit], found: list[Group], *, side: int) -> None:
    """Let units of `parts` (side `side` of the groups) that stand alone join the group beside them that
    swallowed them."""
    owner = {position: index for index, group in enumerate(found) for position in group[side]}
    for unit in parts:
        if unit.position in owner or unit.words < NEW_WORDS:
            continue
        for index in _neighbours(unit, parts, owner):
            group = found[index]
            if len(group[1 - side]) == 1 and _swallowed(
                unit, whole[group[1 - side][0]], parts, group[side]
            ):
                group[side].append(unit.position)
                owner[unit.position] = index
                break


def _neighbours(unit: Unit, parts: Sequence[Unit], owner: Mapping[int, int]) -> list[int]:
    """Groups that own a unit of the same class close by, the nearest first, the one before preferred."""
    near: list[int] = []
    for distance in range(1, REACH + 1):
        for position in (unit.position - distance, unit.position + distance):
            if (
                0 <= position < len(parts)
                and position in owner
                and class_of(parts[position].kind) == class_of(unit.kind)
            ):
                near.append(owner[position])
    return list(dict.fromkeys(near))


def _swallowed(unit: Unit, whole: Unit, parts: Sequence[Unit], members: Iterable[int]) -> bool:
    text, words = _keys(whole), _keys(unit)
    explained: set[int] = set()
    for member in members:
        explained |= _covered(text, _keys(parts[member]), RUN)
    new = _covered(text, words, RUN) - explained
    return len(new) >= NEW_WORDS and len(_covered(words, text, RUN)) >= SHARE * len(words)


def _partial(
    left: Sequence[Unit], right: Sequence[Unit], found: Sequence[Group], vectors: GramVectors
) -> list[Group]:
    """Mutually best leftovers that share a passage, or stand in the same gap and are alike."""
    taken = (
        {row for rows, _ in found for row in rows},
        {column for _, columns in found for column in columns},
    )
    rows = [unit for unit in left if unit.position not in taken[0]]
    columns = [unit for unit in right if unit.position not in taken[1]]
    if not rows or not columns:
        return []
    gaps = _gaps(left, right, found)
    scores = _scores(rows, columns, vectors, gaps)
    best_of_row: dict[int, tuple[float, int]] = {}
    best_of_column: dict[int, tuple[float, int]] = {}
    for (row, column), score in sorted(scores.items()):
        if score > best_of_row.get(row, (0.0, 0))[0]:
            best_of_row[row] = (score, column)
        if score > best_of_column.get(column, (0.0, 0))[0]:
            best_of_column[column] = (score, row)
    return [
        ([row], [column])
        for row, (_, column) in best_of_row.items()
        if best_of_column[column][1] == row
    ]


def _gaps(
    left: Sequence[Unit], right: Sequence[Unit], found: Sequence[Group]
) -> set[tuple[int, int]]:
    """Leftover pairs that stand in the same place: both neighbours matched to each other, or a child to a
    child."""
    partner = {row: column for rows, columns in found for row in rows for column in columns}
    place_left = {unit.path: unit.position for unit in left}
    place_right = {unit.path: unit.position for unit in right}
    same: set[tuple[int, int]] = set()
    for row, column in sorted(partner.items()):
        if partner.get(row + 2) == column + 2 and row + 1 not in partner:
            same.add((row + 1, column + 1))
        above, over = left[row].parent, right[column].parent
        if above in place_left and over in place_right:
            same.add((place_left[above], place_right[over]))
    return same


def _scores(
    rows: Sequence[Unit], columns: Sequence[Unit], vectors: GramVectors, gaps: set[tuple[int, int]]
) -> dict[tuple[int, int], float]:
    passages: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, unit in enumerate(columns):
        words = _keys(unit)
        for passage in {tuple(words[i : i + PASSAGE]) for i in range(len(words) - PASSAGE + 1)}:
            passages[passage].append(index)
    place = {unit.position: index for index, unit in enumerate(columns)}
    in_gap = {row: place[column] for row, column in gaps if column in place}
    scores: dict[tuple[int, int], float] = {}
    for unit in rows:
        words = _keys(unit)
        near = {
            index
            for i in range(len(words) - PASSAGE + 1)
            for index in passages.get(tuple(words[i : i + PASSAGE]), ())
        }
        slot = in_gap.get(unit.position)
        for index in sorted(near | ({slot} if slot is not None else set())):
            other = columns[index]
            if class_of(unit.kind) != class_of(other.kind):
                continue
            opening = words[:PASSAGE] == _keys(other)[:PASSAGE]
            score = vectors.cosine(unit.key, other.key)
            if score >= (ALIKE_WITH_REASON if opening or slot == index else ALIKE):
                scores[unit.position, other.position] = score + (0.1 if slot == index else 0.0)
    return scores
