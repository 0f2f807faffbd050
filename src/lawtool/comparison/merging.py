"""Find what the one-to-one assignment cannot see, pass by pass: a sentence that became a list,
merged and split provisions, clauses of one type, siblings of matched parents, parts, and second
copies of what is matched already.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rapidfuzz import fuzz, process

from lawtool.comparison.candidates import FLOOR, GramVectors, class_of
from lawtool.comparison.listed_sentences import (
    COVERED,
    SENTENCE,
    WEAK,
    split_into_subtrees,
)
from lawtool.comparison.matched_sides import RUN, MatchedSides, PositionGroup, runs_of
from lawtool.comparison.units import Unit, formula_of
from lawtool.model import Kind

NEW_WORDS = 5
SHARE = 0.4
"""A unit belongs to a merged group if runs cover this many words that no other member explains, and
this share of it.
"""
REACH = 2
"""How far apart, in units, the members of a merged group may stand."""
ALIKE_ANYWHERE = 0.30
ALIKE_WITH_REASON = 0.20
"""Cosine from which leftovers are parts of one another: anywhere with a common passage of five
words; less is enough where both open with the same five words, or stand in the same gap between
matched neighbours.
"""
PASSAGE = 5
ALIKE_IN_PLACE = 0.25
"""Cosine from which leftovers under matched parents, or between matched neighbours, are one: 0.25
lost no precision on five pairs of real laws.
"""
ALIKE_OVER_CHILDREN = 0.12
"""As ALIKE_IN_PLACE, where two or more of the units below are matched to each other."""
ALIKE_AGAIN = 0.40
"""Cosine from which a unit that stands alone repeats the one that stood in its place and is matched
elsewhere.
"""
ALIKE_SUPPORTED = 0.33
SHORT_SUPPORTED = 0.45
"""Cosine that a pair needs with support, and one of few words, where many were tried."""
SHORT_UNSUPPORTED = 0.6
"""As ALIKE_UNSUPPORTED, for provisions of fewer words than SENTENCE."""
ALIKE_UNSUPPORTED = 0.5
"""Cosine from which a pair needs no support, however many were tried: on two organic laws false
pairs had less.
"""
REPEATED = 85.0
REPEATED_WORDS = 6
"""Similarity and words from which an unmatched unit is a second copy of one that is matched
already.
"""
SURELY_REPEATED = 97.0
"""Items of one list are alike without being copies: they must be this similar to be one."""
TABLE_RUN = 8
"""Words in a row that a table and a sentence must share to be one."""


def match_leftovers(
    left: Sequence[Unit],
    right: Sequence[Unit],
    aligned: Sequence[PositionGroup],
    vectors: GramVectors,
) -> tuple[list[PositionGroup], list[PositionGroup]]:
    """Complete one-to-one groups; return them, and apart the repetitions: pairs of which one side
    is matched already.
    """
    sides = MatchedSides(left, right, aligned, vectors)
    _drop_unsupported(sides)
    for side in (0, 1):
        split_into_subtrees(sides, side)
    _merge_neighbours(sides)
    _pair_formulas(sides)
    _pair_in_place(sides)
    parts = _pair_parts(sides)
    if parts:
        sides.groups.extend(parts)
        _merge_neighbours(sides)
        _pair_in_place(sides)
    return sides.groups, list(_find_repeated(sides))


# Pairs that chance explains -----------------------------------------------------------


def _drop_unsupported(sides: MatchedSides) -> None:
    """Let go of pairs little alike that neither the structure nor a rare run supports, where many
    were tried.
    """
    if not sides.many_tried:
        return
    partner = sides.partners()
    sides.groups = [
        group
        for group in sides.groups
        if _is_supported(sides, group[0][0], group[1][0], partner, beside=True)
    ]


def _is_supported(
    sides: MatchedSides,
    row: int,
    column: int,
    partner: Mapping[int, int],
    *,
    beside: bool,
) -> bool:
    """Whether a pair is much alike, or its parents, children or (`beside`) both neighbours are
    matched to each other, or it has a run of words that stands nowhere else.
    """
    unit, other = sides.units[0][row], sides.units[1][column]
    likeness = fuzz.ratio(unit.key, other.key)
    short = min(unit.words, other.words) < SENTENCE
    if short:
        alike = SHORT_UNSUPPORTED
    else:
        alike = ALIKE_UNSUPPORTED
    cosine = sides.cosine(row, column)
    if likeness >= WEAK or (likeness >= FLOOR and cosine >= alike):
        return True
    if cosine < (SHORT_SUPPORTED if short else ALIKE_SUPPORTED):
        return False
    above, over = sides.parent[0][row], sides.parent[1][column]
    if above is not None and over is not None and partner.get(above) == over:
        return True
    if (
        beside
        and partner.get(row - 1) == column - 1
        and partner.get(row + 1) == column + 1
    ):
        return True
    return _shared_children(sides, row, column, partner) >= 2 or _has_rare_run(
        sides, row, column
    )


def _has_rare_run(sides: MatchedSides, row: int, column: int) -> bool:
    """Whether two units share a run that no other unit has, and runs cover a good part of the
    shorter one.
    """
    words, others = sides.words[0][row], sides.words[1][column]
    common = set(runs_of(words, RUN)) & set(runs_of(others, RUN))
    if not any(sides.runs[0][run] == 1 and sides.runs[1][run] == 1 for run in common):
        return False
    short, long = sorted((words, others), key=len)
    return len(_covered(short, long, RUN)) >= COVERED * len(short)


# A sentence that became a list --------------------------------------------------------


# Merged and split ---------------------------------------------------------------------


def _merge_neighbours(sides: MatchedSides) -> None:
    """Let units that stand alone join the group beside them that swallowed them."""
    for side in (1, 0):
        owner = sides.owners(side)
        for unit in sides.units[side]:
            if unit.position in owner or unit.words < NEW_WORDS:
                continue
            for number in _neighbours(unit, sides.units[side], owner):
                group = sides.groups[number]
                if len(group[1 - side]) == 1 and _is_swallowed(
                    sides, side, unit, group
                ):
                    group[side].append(unit.position)
                    owner[unit.position] = number
                    break


def _neighbours(
    unit: Unit, units: Sequence[Unit], owner: Mapping[int, int]
) -> list[int]:
    """Groups that own a unit of the same class close by, the nearest first, the one before
    preferred.
    """
    near: list[int] = []
    for distance in range(1, REACH + 1):
        for position in (unit.position - distance, unit.position + distance):
            inside = 0 <= position < len(units) and position in owner
            if inside and class_of(units[position].kind) == class_of(unit.kind):
                near.append(owner[position])
    return list(dict.fromkeys(near))


def _is_swallowed(
    sides: MatchedSides, side: int, unit: Unit, group: PositionGroup
) -> bool:
    """Whether the one unit on the other side of a group has words of this unit that no other member
    explains.
    """
    text = sides.words[1 - side][group[1 - side][0]]
    words = sides.words[side][unit.position]
    covered = _covered(text, words, RUN)
    if len(covered) < NEW_WORDS:
        return False
    explained: set[int] = set()
    for member in group[side]:
        explained |= _covered(text, sides.words[side][member], RUN)
    enough = len(_covered(words, text, RUN)) >= SHARE * len(words)
    return enough and len(covered - explained) >= NEW_WORDS


def _covered(text: Sequence[str], other: Sequence[str], length: int) -> set[int]:
    """Places of `text` that lie in runs of `length` words or more which stand in `other` too."""
    grams = {tuple(other[i : i + length]) for i in range(len(other) - length + 1)}
    covered: set[int] = set()
    for i in range(len(text) - length + 1):
        if tuple(text[i : i + length]) in grams:
            covered.update(range(i, i + length))
    return covered


# Clauses of one type ------------------------------------------------------------------


def _pair_formulas(sides: MatchedSides) -> None:
    """Match commencement with commencement, expenses with expenses, where each side has one that
    stands alone.
    """
    if not any(
        formula_of(sides.units[0][group[0][0]].clause) is None for group in sides.groups
    ):
        return
    by_type: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side in (0, 1):
        for unit in sides.free(side):
            name = formula_of(unit.clause)
            if name is not None and name not in ("placeholder", "lead-in"):
                by_type[name][side].append(unit.position)
    for rows, columns in by_type.values():
        if len(rows) == len(columns) == 1:
            sides.groups.append((rows, columns))


# Leftovers in the same place ----------------------------------------------------------


def _pair_in_place(sides: MatchedSides) -> None:
    """Match leftovers that are somewhat alike and stand in the same place: under matched parents,
    over matched children, or between matched neighbours. The most alike first; of equal ones those
    of the same number.
    """
    partner = sides.partners()
    free = [{unit.position for unit in sides.free(side)} for side in (0, 1)]
    options: list[tuple[float, int, int]] = []
    for row, column in _same_places(sides, partner, free):
        unit, other = sides.units[0][row], sides.units[1][column]
        if (
            class_of(unit.kind) != class_of(other.kind)
            or min(unit.words, other.words) < 3
        ):
            continue
        if "placeholder" in (formula_of(unit.clause), formula_of(other.clause)):
            continue
        score = sides.cosine(row, column)
        shared = _shared_children(sides, row, column, partner)
        if score >= (ALIKE_OVER_CHILDREN if shared >= 2 else ALIKE_IN_PLACE):
            same_number = unit.path.rsplit("_", 1)[-1] == other.path.rsplit("_", 1)[-1]
            options.append((score + 0.05 * same_number, row, column))
    for _, row, column in sorted(
        options, key=lambda option: (-option[0], option[1], option[2])
    ):
        if row in free[0] and column in free[1]:
            free[0].discard(row)
            free[1].discard(column)
            sides.groups.append(([row], [column]))


def _shared_children(
    sides: MatchedSides, row: int, column: int, partner: Mapping[int, int]
) -> int:
    """How many units below one are matched to units below the other."""
    below = set(sides.below[1].get(column, ()))
    return sum(partner.get(child) in below for child in sides.below[0].get(row, ()))


def _same_places(
    sides: MatchedSides, partner: Mapping[int, int], free: Sequence[set[int]]
) -> Iterator[tuple[int, int]]:
    """Pairs of units that stand alone in the same place, each once."""
    seen: set[tuple[int, int]] = set()
    for row in sorted(free[0]):
        for column in _places_for(sides, row, partner):
            if column in free[1] and (row, column) not in seen:
                seen.add((row, column))
                yield row, column


def _places_for(
    sides: MatchedSides, row: int, partner: Mapping[int, int]
) -> Iterator[int]:
    above = sides.parent[0][row]
    if above is not None and above in partner:
        yield from sides.below[1].get(partner[above], ())
    for child in sides.below[0].get(row, ()):
        if child in partner:
            over = sides.parent[1][partner[child]]
        else:
            over = None
        if over is not None:
            yield over
    before, after = _matched_around(sides, row, partner)
    if before is not None and after is not None and before < after:
        level = sides.units[0][row].path.count("_")
        for column in range(before + 1, after):
            if sides.units[1][column].path.count("_") == level:
                yield column


def _matched_around(
    sides: MatchedSides, row: int, partner: Mapping[int, int]
) -> tuple[int | None, int | None]:
    """Where the nearest matched units before and after a row, within REACH and a few, have their
    partners.
    """
    before = next(
        (partner[i] for i in range(row - 1, max(-1, row - 4), -1) if i in partner), None
    )
    last = min(len(sides.units[0]), row + 4)
    after = next((partner[i] for i in range(row + 1, last) if i in partner), None)
    return before, after


# Parts --------------------------------------------------------------------------------


def _pair_parts(sides: MatchedSides) -> list[PositionGroup]:
    """Match mutually best leftovers that share a passage."""
    rows, columns = sides.free(0), sides.free(1)
    if not rows or not columns:
        return []
    scores = _score_parts(sides, rows, columns)
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


def _score_parts(
    sides: MatchedSides, rows: Sequence[Unit], columns: Sequence[Unit]
) -> dict[tuple[int, int], float]:
    """Cosine of leftovers that have five words in a row in common, and are alike enough."""
    passages: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, unit in enumerate(columns):
        for passage in set(runs_of(sides.words[1][unit.position], PASSAGE)):
            passages[passage].append(index)
    scores: dict[tuple[int, int], float] = {}
    partner = sides.partners()
    for unit in rows:
        words = sides.words[0][unit.position]
        near = {
            i for passage in runs_of(words, PASSAGE) for i in passages.get(passage, ())
        }
        for index in sorted(near):
            other = columns[index]
            others = sides.words[1][other.position]
            if not _comparable(unit, other, words, others):
                continue
            opening = words[:PASSAGE] == others[:PASSAGE]
            score = sides.cosine(unit.position, other.position)
            if opening:
                enough = ALIKE_WITH_REASON
            else:
                enough = ALIKE_ANYWHERE
            supported = not sides.many_tried or _is_supported(
                sides, unit.position, other.position, partner, beside=True
            )
            if score >= enough and supported:
                scores[unit.position, other.position] = score
    return scores


def _comparable(
    unit: Unit, other: Unit, words: Sequence[str], others: Sequence[str]
) -> bool:
    """Units of one class, or a table and the sentence that says the same."""
    if class_of(unit.kind) == class_of(other.kind):
        return True
    kinds = {unit.kind, other.kind}
    if Kind.TABELA not in kinds or {Kind.EMENTA, Kind.CONSIDERANDO} & kinds:
        return False
    return len(_covered(words, others, TABLE_RUN)) >= TABLE_RUN


def _twin_in_place(sides: MatchedSides, side: int, position: int) -> int | None:
    """The unit of the same number under the matched parent, if it is alike and matched
    elsewhere.
    """
    above = sides.parent[side][position]
    if above is not None:
        over = sides.partners(side).get(above)
    else:
        over = None
    if over is None:
        return None
    number = sides.units[side][position].path.rsplit("_", 1)[-1]
    for twin in sides.below[1 - side].get(over, ()):
        if side == 0:
            row, column = (position, twin)
        else:
            row, column = (twin, position)
        same = sides.units[1 - side][twin].path.rsplit("_", 1)[-1] == number
        if same and sides.cosine(row, column) >= ALIKE_AGAIN:
            return twin
    return None


def _copies(sides: MatchedSides, side: int, position: int) -> int:
    """How often a side says the same: what stands twice on both sides is not written twice by one
    of them.
    """
    keys = [unit.key for unit in sides.units[side]]
    found = process.extract(
        sides.units[side][position].key,
        keys,
        scorer=fuzz.ratio,
        processor=None,
        score_cutoff=REPEATED,
        limit=2,
    )
    return len(found)


def _is_sibling_of_partner(
    sides: MatchedSides, side: int, position: int, matched: int
) -> bool:
    """Whether a unit stands in one list with the unit that its likeness is matched to."""
    partner = sides.partners(1 - side).get(matched)
    above = sides.parent[side][position]
    return (
        partner is not None
        and above is not None
        and sides.parent[side][partner] == above
    )


# Second copies ------------------------------------------------------------------------


def _find_repeated(sides: MatchedSides) -> Iterator[PositionGroup]:
    """Find units that stand alone and are near copies of a unit that is matched already: the
    provision was written twice.
    """
    for side in (0, 1):
        other = 1 - side
        matched = sides.owners(other)
        grams: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for position in matched:
            for passage in set(runs_of(sides.words[other][position], RUN)):
                grams[passage].append(position)
        for unit in sides.free(side):
            if unit.words < REPEATED_WORDS or formula_of(unit.clause) not in (
                None,
                "lead-in",
            ):
                continue
            near: Counter[int] = Counter()
            for passage in set(runs_of(sides.words[side][unit.position], RUN)):
                near.update(grams.get(passage, ()))
            best = max(
                (
                    (fuzz.ratio(unit.key, sides.units[other][p].key), -p)
                    for p, _ in near.most_common(8)
                ),
                default=(0.0, 0),
            )
            twin = _twin_in_place(sides, side, unit.position)
            if twin is not None and best[0] < REPEATED:
                yield (
                    ([unit.position], [twin])
                    if side == 0
                    else ([twin], [unit.position])
                )
                continue
            if best[0] < REPEATED or _copies(sides, other, -best[1]) > 1:
                continue
            sibling = _is_sibling_of_partner(sides, side, unit.position, -best[1])
            if best[0] >= (SURELY_REPEATED if sibling else REPEATED):
                pair = [unit.position], [-best[1]]
                yield pair if side == 0 else (pair[1], pair[0])
