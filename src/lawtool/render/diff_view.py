"""What every rendering of a comparison shares: short labels, which groups are shown, the map of
numbers, the words of a group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lawtool.comparison import RELATIONS, Alignment, Group
from lawtool.comparison.edits import NOISE
from lawtool.comparison.units import Unit
from lawtool.identifiers.levels import write_label
from lawtool.identifiers.paths import drop_caput
from lawtool.model import Norma

NUMBERED = frozenset({"art", "par", "inc", "ali", "ite"})
FOLDED = frozenset({"identical", "ocr-variant"})
DEFINITIONS = (
    ("identical", "same words after case, punctuation and the spacing of units"),
    ("ocr-variant", "a misread letter, a lost accent or a lost final s"),
    ("adapted", "words changed, most of the provision kept"),
    ("partial", "more than half of one side has no counterpart"),
    ("merged", "several of the older text in one of the newer"),
    ("split", "one of the older text in several of the newer"),
    ("repeated", "a second copy of a provision that is matched already"),
    ("copy", "at least 50 % of the smaller text's 8-word shingles"),
    ("partial copy", "10 % and two provisions"),
    ("lead", "one provision 80 % alike that is no formula"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What to show. `only` are relations and flags; empty shows all that differs."""

    everything: bool = False
    ocr: bool = False
    punctuation: bool = False
    only: frozenset[str] = frozenset()

    def shows(self, group: Group) -> bool:
        """Whether the options ask for this group."""
        if self.only:
            return (
                group.relation in self.only
                or bool(group.flags & self.only)
                or any(change.kind in self.only for change in group.sense)
                or group.adaptation in self.only
            )
        return self.everything or differs(group) or self._unfolds(group)

    def _unfolds(self, group: Group) -> bool:
        return (self.ocr and group.relation == "ocr-variant") or (
            self.punctuation and "punctuation" in group.flags
        )


def differs(group: Group) -> bool:
    """Whether something is left of the difference after folding noise and punctuation."""
    return group.relation not in FOLDED or bool(
        group.flags & {"number", "number-in-doubt", "moved", "sense"}
    )


def differences(alignment: Alignment) -> frozenset[str]:
    """The relations and flags of all groups that differ: what `--fail-on` asks for."""
    shown = [group for group in alignment.groups if differs(group)]
    names = {name for group in shown for name in (group.relation, *group.flags)}
    return frozenset(names | {change.kind for group in shown for change in group.sense})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The alignment seen from its base: `old` and `new` are the letters a and b."""

    alignment: Alignment
    names: tuple[str, str]
    """Short names of a and b (an alias, else the id)."""
    _units: dict[str, dict[str, Unit]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for side, units in zip("ab", self.alignment.units, strict=True):
            self._units[side] = {unit.path: unit for unit in units}

    @property
    def old(self) -> str:
        """The side of the older text, `a` or `b`."""
        return self.alignment.base

    @property
    def new(self) -> str:
        """The other side."""
        if self.old == "a":
            return "b"
        return "a"

    def norma(self, side: str) -> Norma:
        """The norm on a side."""
        if side == "a":
            return self.alignment.a
        return self.alignment.b

    def name(self, side: str) -> str:
        """What the norm on a side is called."""
        return self.names["ab".index(side)]

    def paths(self, group: Group, side: str) -> tuple[str, ...]:
        """The provisions of a group on a side."""
        if side == "a":
            return group.a
        return group.b

    def units(self, group: Group, side: str) -> list[Unit]:
        """The units of a group on a side."""
        return [self._units[side][path] for path in self.paths(group, side)]

    def unit(self, side: str, path: str) -> Unit | None:
        """The unit of a path on a side."""
        return self._units[side].get(path)

    def coverage(self, side: str) -> tuple[int, int, float]:
        """Aligned units, all units, share of words aligned."""
        one = self.alignment.sides["ab".index(side)]
        return one.aligned, one.units, one.words

    def relation(self, group: Group) -> str:
        """The relation with names instead of letters: `only in coari`."""
        if group.relation in ("only-a", "only-b"):
            return f"only in {self.name(group.relation[-1])}"
        return group.relation


def short(path: str) -> str:
    """A fragment as people write it on one line: `art15_cpt_inc2_ali1_ite3` → `15 II a 3`,
    `art5_par1u` → `5 § único`.
    """
    return " ".join(
        filter(None, (write_label(part, "short") for part in path.split("_")))
    )


def sign(group: Group) -> str:
    """One sign for a kind of difference: # number, ? number in doubt, > moved, & merged, ~ adapted,
    = same,
    - and +.
    """
    if "number" in group.flags:
        return "#"
    if "number-in-doubt" in group.flags:
        return "?"
    if group.relation in ("merged", "split"):
        return "&"
    if group.moved:
        return ">"
    if group.relation in FOLDED:
        return "="
    return "~"


def mark(group: Group, sides: Sides) -> str:
    """As `sign`, and `-` or `+` for what only the older or the newer text has."""
    return {f"only-{sides.old}": "-", f"only-{sides.new}": "+"}.get(
        group.relation, sign(group)
    )


def title(group: Group, sides: Sides) -> str:
    """What a group is, in words: `adapted: agency, moved`."""
    parts = [
        sides.relation(group) + (f": {group.adaptation}" if group.adaptation else "")
    ]
    if group.relation in ("merged", "split") and _text_lost(group, sides):
        parts.append("text lost")
    parts += [
        flag.replace("-", " ")
        for flag in sorted(group.flags - {"punctuation", "sense", group.adaptation})
    ]
    dangers = dict.fromkeys(change.kind for change in group.sense)
    if dangers:
        parts.append(f"danger: {' + '.join(dangers)}")
    return ", ".join(parts)


def _text_lost(group: Group, sides: Sides) -> bool:
    if sides.old == "a":
        lost = "delete"
    else:
        lost = "insert"
    return any(edit.op == lost and sum(edit.words) > 3 for edit in group.edits)


def labels(group: Group, sides: Sides) -> str:
    """`6 I n + 6 I o → 15 I n`."""
    old, new = (
        " + ".join(map(short, sides.paths(group, side)))
        for side in (sides.old, sides.new)
    )
    return " → ".join(filter(None, (old, new)))


# The map of numbers


def renumbered(sides: Sides) -> list[tuple[str, list[str]]]:
    """How provisions were renumbered: for the articles, then for each pair of articles whose parts
    changed numbers.

    `[("articles", ["3–6 → 12–15", "8 → 18 (moved)"]), ("2 → 2", ["III–XIV → IV–XV"])]`
    """
    pairs = [
        (
            sides.paths(group, sides.old)[0],
            sides.paths(group, sides.new)[0],
            group.moved,
        )
        for group in sides.alignment.groups
        if group.a and group.b
    ]
    levels: dict[tuple[str, str], list[tuple[str, str, bool]]] = {}
    for old, new, moved in pairs:
        levels.setdefault((_above(old), _above(new)), []).append((old, new, moved))
    found = []
    for (above, above_new), rows in levels.items():
        changed = [row for row in rows if _last(row[0]) != _last(row[1])]
        if changed and len(rows) > 1:
            rows = [
                row
                for row in rows
                if _last(row[0])[:3] in NUMBERED and _last(row[1])[:3] in NUMBERED
            ]
            if not above and not above_new:
                name = "articles"
            else:
                name = f"{short(above) or '–'} → {short(above_new) or '–'}"
            found.append((name, list(_ranges(rows if name == "articles" else changed))))
    return sorted(found, key=lambda row: row[0] != "articles")


def _above(path: str) -> str:
    above = path.rpartition("_")[0]
    return drop_caput(above)


def _last(path: str) -> str:
    return path.rpartition("_")[2]


def _ranges(rows: Sequence[tuple[str, str, bool]]) -> Iterator[str]:
    """Runs of rows that go on in step on both sides."""
    run: list[tuple[str, str, bool]] = []
    for row in sorted(rows, key=lambda row: _sortable(row[0])):
        if run and not (
            _follows(run[-1][0], row[0])
            and _follows(run[-1][1], row[1])
            and run[-1][2] == row[2]
        ):
            yield _range(run)
            run = []
        run.append(row)
    if run:
        yield _range(run)


def _sortable(path: str) -> tuple[str, int]:
    last = _last(path)
    digits = "".join(sign for sign in last[3:] if sign.isdigit())
    return last[:3], int(digits or 0)


def _follows(path: str, other: str) -> bool:
    (symbol, number), (next_symbol, following) = _sortable(path), _sortable(other)
    return symbol == next_symbol and following == number + 1


def _range(run: Sequence[tuple[str, str, bool]]) -> str:
    old, new = _span([row[0] for row in run]), _span([row[1] for row in run])
    if old == new:
        return f"{old} = {new}"
    return f"{old} → {new}" + (" (moved)" if run[0][2] else "")


def _span(paths: Sequence[str]) -> str:
    first, last = (write_label(_last(path), "short") for path in (paths[0], paths[-1]))
    if len(paths) == 1:
        return first
    return f"{first}–{last}"


# Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of a group's words: `op` is `=`, `-` (old only) or `+` (new only); `kind` that of
    the edit.
    """

    op: str
    text: str
    kind: str = ""


def pieces(group: Group, sides: Sides, *, ocr: bool = False) -> list[Piece]:
    """The words of a group in order: what both have as the old text has it, then old and new where
    they differ.

    Noise is folded (the old reading stands) unless `ocr`.
    """
    found: list[Piece] = []
    cursor: dict[str, int] = {}
    units = {unit.path: unit for unit in sides.units(group, sides.old)}
    order = list(units)
    for edit in group.edits:
        if edit.kind in NOISE and not ocr:
            continue
        if sides.old == "a":
            old, new = (edit.left, edit.right)
        else:
            old, new = (edit.right, edit.left)
        _catch_up(found, units, order, cursor, old[0].path, old[0].start)
        found.extend(
            Piece(op="-", text=passage.text, kind=edit.kind)
            for passage in old
            if passage.text
        )
        found.extend(
            Piece(op="+", text=passage.text, kind=edit.kind)
            for passage in new
            if passage.text
        )
        for passage in old:
            cursor[passage.path] = passage.end
    if order:
        _catch_up(found, units, order, cursor, order[-1], len(units[order[-1]].text))
    return found


def _catch_up(
    found: list[Piece],
    units: dict[str, Unit],
    order: Sequence[str],
    cursor: dict[str, int],
    path: str,
    end: int,
) -> None:
    """The equal text up to a place."""
    for current in order[: order.index(path) + 1]:
        text = units[current].text
        start = cursor.get(current, 0)
        if current == path:
            stop = end
        else:
            stop = len(text)
        equal = text[start:stop].strip()
        ends_inside = current != path and not any(sign.isalnum() for sign in equal)
        if equal and not ends_inside:
            found.append(Piece(op="=", text=equal))
        cursor[current] = max(start, stop)


def clip(text: str, words: int, *, first: bool, last: bool) -> str:
    """A long equal stretch with `words` words at each end that borders on a difference."""
    split = text.split()
    if len(split) <= 2 * words + 2 or (first and last):
        return text
    if first:
        return "… " + " ".join(split[-words:])
    if last:
        return " ".join(split[:words]) + " …"
    return " ".join(split[:words]) + " … " + " ".join(split[-words:])


def count_line(alignment: Alignment, sides: Sides) -> str:
    """`62 identical · 9 ocr-variant · …`, classes without a group left out."""
    counts = alignment.counts
    names = {
        "only-a": f"only in {sides.name('a')}",
        "only-b": f"only in {sides.name('b')}",
    }
    return " · ".join(
        f"{counts[name]} {names.get(name, name)}" for name in RELATIONS if counts[name]
    )


def number_line(alignment: Alignment) -> str:
    """`0 changed, 2 in doubt, 1 added, 0 removed; 1 citation added`."""
    statuses = ("changed", "in-doubt", "added", "removed")
    plain = Counter(
        number.status for number in alignment.numbers if number.kind != "citation"
    )
    cited = Counter(
        number.status for number in alignment.numbers if number.kind == "citation"
    )
    counts = ", ".join(
        f"{plain[status]} {status.replace('-', ' ')}" for status in statuses
    )
    citations = [
        f"{cited[status]} {'citation' if cited[status] == 1 else 'citations'}"
        f" {status.replace('-', ' ')}"
        for status in statuses
        if cited[status]
    ]
    return "; ".join([counts, *citations])
