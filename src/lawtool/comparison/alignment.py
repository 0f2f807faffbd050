"""Two norms compared: groups of provisions with their relation, edits, numbers and moves, and what
it all amounts to.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rapidfuzz import fuzz

from lawtool.comparison.edits import (
    NOISE,
    Edit,
    Word,
    find_edits,
    punctuation_differs,
    words_of,
)
from lawtool.comparison.number_changes import NumberChange, Renumbering, number_changes
from lawtool.comparison.pairing import Positions, match_units
from lawtool.comparison.residue import Residue, residue
from lawtool.comparison.sense import DANGERS, SenseChange, find_sense_changes
from lawtool.comparison.units import Unit, formula_of, read_units
from lawtool.comparison.verdict import Overlap, Verdict, judge, older, overlap
from lawtool.errors import NotSegmented
from lawtool.model import Kind, Match, Norma

RELATIONS = (
    "identical",
    "ocr-variant",
    "adapted",
    "partial",
    "merged",
    "split",
    "repeated",
    "only-a",
    "only-b",
)
PART, MOST, REWORDED = 0.5, 0.65, 65.0
"""A pair is partial if a larger share of the words of one side than PART has no counterpart; where
the letters are still REWORDED percent alike, words were exchanged rather than left out, and it
takes MOST.
"""
CELLS = 0.8
"""A table with a smaller share of the other's numbers is partial, and its numbers are not compared
one by one.
"""
SCANNED = 0.02
"""A norm with this share of repaired nodes was read by a recogniser, and its digits may be misread.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Provisions that are one another: paths of a and of b, one side empty for what stands alone.

    `adaptation` names the kind of a change where all edits are of one kind. `flags`: number,
    number-in-doubt, moved, punctuation, placeholder. `score` is the similarity in percent.
    """

    a: tuple[str, ...]
    b: tuple[str, ...]
    relation: str
    score: float = 0.0
    adaptation: str = ""
    flags: frozenset[str] = frozenset()
    edits: tuple[Edit, ...] = ()
    numbers: tuple[NumberChange, ...] = ()
    sense: tuple[SenseChange, ...] = ()

    @property
    def moved(self) -> bool:
        """Whether it stands among other neighbours than its counterpart."""
        return "moved" in self.flags

    @property
    def match(self) -> Match:
        """The group as the store keeps it."""
        return Match(
            left=self.a,
            right=self.b,
            relation=self.relation,
            score=self.score,
            notes=tuple(sorted(self.flags)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Coverage of one norm: units compared, aligned, and the share of words in aligned units."""

    units: int
    aligned: int
    words: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """The comparison of `a` and `b` as given; `base` says which of them is the older, the supposed
    source.
    """

    a: Norma
    b: Norma
    base: str
    groups: tuple[Group, ...]
    sides: tuple[Side, Side]
    overlap: Overlap
    residue: tuple[tuple[Residue, ...], tuple[Residue, ...]]
    verdict: Verdict
    units: tuple[tuple[Unit, ...], tuple[Unit, ...]] = field(
        repr=False, default=((), ())
    )

    @property
    def counts(self) -> dict[str, int]:
        """Groups by relation, every relation named."""
        count = Counter(group.relation for group in self.groups)
        return {relation: count[relation] for relation in RELATIONS}

    @property
    def dangers(self) -> dict[str, int]:
        """Changes of sense by kind, the gravest first; kinds without one left out."""
        count = Counter(change.kind for group in self.groups for change in group.sense)
        return {kind: count[kind] for kind in DANGERS if count[kind]}

    @property
    def numbers(self) -> tuple[NumberChange, ...]:
        """The numbers that differ, of all groups."""
        return tuple(number for group in self.groups for number in group.numbers)

    @property
    def matches(self) -> tuple[Match, ...]:
        """All groups as the store keeps them."""
        return tuple(group.match for group in self.groups)


def align(a: Norma, b: Norma, *, base: str = "") -> Alignment:
    """Compare two norms provision by provision. Raises NotSegmented where one of them has no
    provision.

    `base` (a or b) overrides which is taken for the older. Pure and deterministic: swapped
    arguments give swapped sides.
    """
    left, right = read_units(a), read_units(b)
    for norma, found in ((a, left), (b, right)):
        if not any(unit.kind.value not in ("ementa", "considerando") for unit in found):
            raise NotSegmented(f"{norma.slug} has no provisions to compare.")
    return compare(a, b, left, right, base=base)


def compare(
    a: Norma, b: Norma, left: Sequence[Unit], right: Sequence[Unit], *, base: str = ""
) -> Alignment:
    """As `align`, on chosen units: two provisions of any norms, say."""
    left, right = (
        [replace(unit, position=i) for i, unit in enumerate(side)]
        for side in (left, right)
    )
    base = base or older(a, b) or "b"
    scanned = is_scanned(a) or is_scanned(b)
    positions = match_units(left, right)
    renumbering = {
        left[place.rows[0]].path: right[place.columns[0]].path
        for place in positions
        if place.rows and place.columns and not place.repeated
    }
    found = [
        _group(place, left, right, base, scanned, renumbering) for place in positions
    ]
    found = _with_moves(found, left, right, base)
    shared = overlap(left, right)
    traces = tuple(residue(a)), tuple(residue(b))
    verdict = judge(
        a,
        b,
        shared,
        _pairs(found, left, right),
        *traces,
        words=(_telling_words(left), _telling_words(right)),
    )
    return Alignment(
        a=a,
        b=b,
        base=base,
        groups=tuple(found),
        sides=(
            _side(left, [group.a for group in found if group.b]),
            _side(right, [group.b for group in found if group.a]),
        ),
        overlap=shared,
        residue=traces,
        verdict=verdict,
        units=(tuple(left), tuple(right)),
    )


def _telling_words(units: Iterable[Unit]) -> int:
    return sum(unit.words for unit in units if not formula_of(unit.clause))


def is_scanned(norma: Norma) -> bool:
    """Whether repairs say that a recogniser has read this norm."""
    nodes = norma.nodes
    return sum(node.repaired for node in nodes) >= max(3, SCANNED * len(nodes))


def _group(
    place: Positions,
    left: Sequence[Unit],
    right: Sequence[Unit],
    base: str,
    scanned: bool,
    renumbering: Renumbering,
) -> Group:
    ours, theirs = (
        [left[row] for row in place.rows],
        [right[column] for column in place.columns],
    )
    if not ours or not theirs:
        return _alone(ours, theirs)
    if len(ours) == len(theirs) == 1 and _says_the_same(ours[0], theirs[0]):
        flags = _flags((), ours, theirs)
        paths = (ours[0].path,), (theirs[0].path,)
        if place.repeated:
            relation = "repeated"
        else:
            relation = "identical"
        return Group(
            a=paths[0], b=paths[1], relation=relation, score=100.0, flags=flags
        )
    mine, other = words_of(ours), words_of(theirs)
    found = find_edits(mine, other)
    many = len(ours) != len(theirs) or len(ours) > 1
    table = ours[0].kind is Kind.TABELA
    score = fuzz.ratio(
        " ".join(unit.key for unit in ours), " ".join(unit.key for unit in theirs)
    )
    partial = not many and (
        _is_partial(found, mine, other, score) or (table and _lost_cells(mine, other))
    )
    if table and partial:
        numbers = []
    else:
        numbers = number_changes(
            mine,
            other,
            base=base,
            scanned=scanned,
            whole=not (partial or many),
            renumbering=renumbering,
        )
    found = [_numbered(edit, numbers) for edit in found]
    if many:
        relation = _many(len(ours), len(theirs), base)
    else:
        relation = _relation(found, partial)
    if place.repeated:
        relation = "repeated"
    whole = not partial and (not many or score >= REWORDED)
    sense: tuple[SenseChange, ...] = ()
    if not (table and partial):
        sense = find_sense_changes(mine, other, found, numbers, whole=whole)
    return Group(
        a=tuple(unit.path for unit in ours),
        b=tuple(unit.path for unit in theirs),
        relation=relation,
        score=score,
        adaptation=_adaptation(found) if relation == "adapted" else "",
        flags=_flags(numbers, ours, theirs) | ({"sense"} if sense else set()),
        edits=tuple(found),
        numbers=tuple(numbers),
        sense=sense,
    )


def _says_the_same(unit: Unit, other: Unit) -> bool:
    return len(unit.tokens) == len(other.tokens) and all(
        a.exact == b.exact for a, b in zip(unit.tokens, other.tokens, strict=True)
    )


def _alone(ours: Sequence[Unit], theirs: Sequence[Unit]) -> Group:
    if any(formula_of(unit.clause) == "placeholder" for unit in (*ours, *theirs)):
        flags = {"placeholder"}
    else:
        flags = set()
    return Group(
        a=tuple(unit.path for unit in ours),
        b=tuple(unit.path for unit in theirs),
        relation="only-a" if ours else "only-b",
        flags=frozenset(flags),
    )


def _many(ours: int, theirs: int, base: str) -> str:
    """Several of the older text in one of the newer are merged, one in several is split."""
    if base == "a":
        older_side, newer_side = (ours, theirs)
    else:
        older_side, newer_side = (theirs, ours)
    if older_side > newer_side:
        return "merged"
    return "split"


def _is_partial(
    found: Iterable[Edit], mine: Sequence[Word], other: Sequence[Word], score: float
) -> bool:
    """Whether a large part of one side has no counterpart; misread words have one."""
    drafted = [edit for edit in found if edit.kind not in NOISE]
    lost, gained = (
        sum(edit.words[0] for edit in drafted),
        sum(edit.words[1] for edit in drafted),
    )
    if score < REWORDED:
        share = PART
    else:
        share = MOST
    return lost > share * len(mine) or gained > share * len(other)


def _lost_cells(mine: Sequence[Word], other: Sequence[Word]) -> bool:
    """Whether one table has lost so many numbers that the rest cannot be told apart by their
    order.
    """
    ours, theirs = (
        sum(word.token.is_number for word in side) for side in (mine, other)
    )
    return min(ours, theirs) < CELLS * max(ours, theirs)


def _numbered(edit: Edit, numbers: Sequence[NumberChange]) -> Edit:
    """An edit with numerals in it is of the number's kind if a number differs there, else a matter
    of style.
    """
    if edit.kind != "number":
        return edit
    status = {number.status for number in numbers if _touches(edit, number)}
    if not status:
        kind = "style"
    else:
        if status == {"in-doubt"}:
            kind = "number-in-doubt"
        else:
            kind = "number"
    if not status and edit.words[0] + edit.words[1] > 4:
        kind = "text"
    return replace(edit, kind=kind)


def _touches(edit: Edit, number: NumberChange) -> bool:
    for side, quantity in ((edit.left, number.left), (edit.right, number.right)):
        if quantity is not None and any(
            passage.path == quantity.at.path
            and passage.start < quantity.at.end
            and quantity.at.start < passage.end
            for passage in side
        ):
            return True
    return False


def _relation(found: Sequence[Edit], partial: bool) -> str:
    if partial:
        return "partial"
    kinds = {edit.kind for edit in found}
    if not kinds:
        return "identical"
    if kinds <= NOISE | {"number-in-doubt"}:
        return "ocr-variant"
    return "adapted"


def _adaptation(found: Sequence[Edit]) -> str:
    kinds = {
        edit.kind for edit in found if edit.kind not in NOISE | {"number-in-doubt"}
    }
    if len(kinds) == 1 and "text" not in kinds:
        return kinds.pop()
    return ""


def _flags(
    numbers: Sequence[NumberChange], ours: Sequence[Unit], theirs: Sequence[Unit]
) -> frozenset[str]:
    flags = {
        "number-in-doubt" if number.status == "in-doubt" else "number"
        for number in numbers
    }
    if punctuation_differs(ours, theirs):
        flags.add("punctuation")
    if any(formula_of(unit.clause) == "placeholder" for unit in (*ours, *theirs)):
        flags.add("placeholder")
    return frozenset(flags)


def _with_moves(
    found: list[Group], left: Sequence[Unit], right: Sequence[Unit], base: str
) -> list[Group]:
    """Mark what moved: outside the longest sequence that keeps its order, at the highest level that
    moved whole.
    """
    place = (
        {unit.path: unit.position for unit in left},
        {unit.path: unit.position for unit in right},
    )
    pairs = sorted(
        (place[0][group.a[0]], place[1][group.b[0]], index)
        for index, group in enumerate(found)
        if group.a and group.b and group.relation != "repeated"
    )
    if base == "a":
        kept = longest_increasing([b for _, b, _ in pairs])
    else:
        pairs.sort(key=lambda pair: pair[1])
        kept = longest_increasing([a for a, _, _ in pairs])
    moved = {
        index for position, (_, _, index) in enumerate(pairs) if position not in kept
    }
    paths = {found[index].a[0]: found[index].b[0] for index in moved}
    result = list(found)
    for index in moved:
        group = found[index]
        if not _parent_moved(group.a[0], group.b[0], paths):
            result[index] = replace(group, flags=group.flags | {"moved"})
    return result


def _parent_moved(a: str, b: str, moved: dict[str, str]) -> bool:
    """Whether a provision above moved too, to the one above on the other side."""
    above = a
    while "_" in above:
        above = above.rsplit("_", 1)[0]
        if above in moved and b.startswith(f"{moved[above]}_"):
            return True
    return False


def longest_increasing(sequence: Sequence[int]) -> set[int]:
    """Indices of a longest strictly increasing subsequence."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, value in enumerate(sequence):
        at = bisect_left(tails, value)
        before.append(ends[at - 1] if at else -1)
        if at == len(tails):
            tails.append(value)
            ends.append(index)
        else:
            tails[at], ends[at] = value, index
    kept: set[int] = set()
    if ends:
        index = ends[-1]
    else:
        index = -1
    while index >= 0:
        kept.add(index)
        index = before[index]
    return kept


def _side(found: Sequence[Unit], aligned: Iterable[tuple[str, ...]]) -> Side:
    paths = {path for group in aligned for path in group}
    words = sum(unit.words for unit in found)
    covered = sum(unit.words for unit in found if unit.path in paths)
    return Side(
        units=len(found), aligned=len(paths), words=covered / words if words else 0.0
    )


def _pairs(
    found: Sequence[Group], left: Sequence[Unit], right: Sequence[Unit]
) -> list[tuple[Unit, Unit, float]]:
    ours, theirs = (
        {unit.path: unit for unit in left},
        {unit.path: unit for unit in right},
    )
    return [
        (ours[group.a[0]], theirs[group.b[0]], group.score)
        for group in found
        if group.a and group.b and group.relation != "repeated"
    ]
