"""Compare the numbers of aligned provisions: what changed, what is in doubt, what was added or
removed.

A similarity cannot see that 200 m became 50 m. A number is *in doubt* only where a recogniser could
have made one of the other. The same value written otherwise, or standing elsewhere in the
provision, is no change, nor is a reference that follows the renumbering of what it points to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from lawtool.comparison.edits import Word
from lawtool.comparison.printed_numbers import PrintedNumber, find_printed_numbers
from lawtool.vocabulary import rules
from lawtool.vocabulary.numerals import from_roman

Renumbering = Mapping[str, str]
"""Path on the left → path on the right, of aligned provisions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberChange:
    """A number that differs. `status`: in-doubt, changed, added, removed, seen from the base.

    `left` is what side a has, `right` what side b has. `kind`: quantity, date, roman, reference or
    citation.
    """

    status: str
    kind: str
    left: PrintedNumber | None
    right: PrintedNumber | None
    note: str = ""


def could_be_misread(
    left: PrintedNumber, right: PrintedNumber, *, scanned: bool
) -> bool:
    """Whether a recogniser makes one numeral of the other: a lost stroke (III, II) or look-alike
    digits. In texts that no recogniser has read nothing is in doubt.
    """
    if not scanned:
        return False
    a, b = sorted((left.printed, right.printed), key=len)
    if from_roman(a) is not None and from_roman(b) is not None:
        return "II" in b and b.replace("II", "I", 1) == a
    if len(a) != len(b):
        return False
    pairs = {
        frozenset(pair) for pair in rules.read_table("comparison")["ocr"]["digits"]
    }
    return all(x == y or frozenset((x, y)) in pairs for x, y in zip(a, b, strict=True))


@dataclass(frozen=True, slots=True)
class _Open:
    """A number that has no equal in the same place: `block` counts the stretch of words that
    differ.
    """

    number: PrintedNumber
    block: int


def number_changes(
    left: Sequence[Word],
    right: Sequence[Word],
    *,
    base: str,
    scanned: bool,
    whole: bool = True,
    printed: tuple[list[PrintedNumber], list[PrintedNumber]] | None = None,
    renumbering: Renumbering | None = None,
) -> list[NumberChange]:
    """Find the numbers that differ, added and removed seen from the base (`a`: the left side).

    With `whole` false, numbers that only one side has belong to text without counterpart and are
    left out.
    """
    ours, theirs = printed or (find_printed_numbers(left), find_printed_numbers(right))
    if not ours and not theirs:
        return []
    keys = [_followed(number, renumbering or {}) for number in ours]
    mine, other = _unmatched(left, right, ours, theirs, keys)
    _cancel_equal(mine, other, renumbering or {})
    pairs = _pair(mine, other, _same_kind_and_unit)
    if whole:
        pairs += _pair(mine, other, _same_kind)
        pairs += _pair(mine, other, _same_kind_and_unit, anywhere=True)
    else:
        pairs = [(a, b) for a, b in pairs if _answer(a, b)]
    found = [_changed(a, b, scanned) for a, b in pairs]
    if whole:
        if base == "a":
            gone, new = ("removed", "added")
        else:
            gone, new = ("added", "removed")
        found += [
            NumberChange(status=gone, kind=row.number.kind, left=row.number, right=None)
            for row in mine
        ]
        found += [
            NumberChange(status=new, kind=row.number.kind, left=None, right=row.number)
            for row in other
        ]
    return sorted(found, key=_place)


def _place(change: NumberChange) -> tuple[bool, int]:
    if change.left is not None:
        return False, change.left.first
    return True, change.right.first if change.right else 0


def _unmatched(
    left: Sequence[Word],
    right: Sequence[Word],
    ours: Sequence[PrintedNumber],
    theirs: Sequence[PrintedNumber],
    keys: Sequence[tuple[object, ...]],
) -> tuple[list[_Open], list[_Open]]:
    """Align the words with each number as one of them; return the numbers of both sides that are
    not equal there.
    """
    items, places = _items(left, ours, keys)
    others, other_places = _items(right, theirs, [number.key for number in theirs])
    mine: list[_Open] = []
    other: list[_Open] = []
    block = 0
    for op in Indel.opcodes(items, others):
        if op.tag == "equal":
            block += 1
            continue
        for side, found, start, end in (
            (places, mine, op.src_start, op.src_end),
            (other_places, other, op.dest_start, op.dest_end),
        ):
            found.extend(_Open(side[i], block) for i in range(start, end) if i in side)
    return mine, other


def _items(
    words: Sequence[Word],
    numbers: Sequence[PrintedNumber],
    keys: Sequence[tuple[object, ...]],
) -> tuple[list[object], dict[int, PrintedNumber]]:
    """The words with every number as one item, and which items are numbers."""
    items: list[object] = []
    places: dict[int, PrintedNumber] = {}
    at = 0
    for number, key in zip(numbers, keys, strict=True):
        items.extend(word.token.key for word in words[at : number.first])
        places[len(items)] = number
        items.append(key)
        at = number.last
    items.extend(word.token.key for word in words[at:])
    return items, places


def _cancel_equal(
    mine: list[_Open], other: list[_Open], renumbering: Renumbering
) -> None:
    """Take away what stands on both sides, in another place or written apart: it did not change."""
    for row in list(mine):
        key = _followed(row.number, renumbering)
        equal = next((o for o in other if _equal(key, row.number, o.number)), None)
        if equal is not None:
            mine.remove(row)
            other.remove(equal)


def _equal(
    key: tuple[object, ...], number: PrintedNumber, other: PrintedNumber
) -> bool:
    if key == other.key:
        return True
    unitless = not number.unit or not other.unit
    return bool(number.amount) and number.amount == other.amount and unitless


def _pair(
    mine: list[_Open],
    other: list[_Open],
    alike: Callable[[_Open, _Open], bool],
    *,
    anywhere: bool = False,
) -> list[tuple[PrintedNumber, PrintedNumber]]:
    """Pair numbers in order, those of one stretch of words first; the paired are taken out of both
    lists.
    """
    pairs: list[tuple[PrintedNumber, PrintedNumber]] = []
    for row in list(mine):
        partner = next(
            (o for o in other if o.block == row.block and alike(row, o)), None
        )
        if partner is None:
            partner = next(
                (
                    o
                    for o in other
                    if alike(row, o) and (anywhere or _answer(row.number, o.number))
                ),
                None,
            )
        if partner is not None:
            pairs.append((row.number, partner.number))
            mine.remove(row)
            other.remove(partner)
    return pairs


def _same_kind_and_unit(row: _Open, other: _Open) -> bool:
    a, b = row.number, other.number
    return a.kind == b.kind and (a.unit == b.unit or not (a.unit and b.unit))


def _same_kind(row: _Open, other: _Open) -> bool:
    a, b = row.number.kind, other.number.kind
    return row.block == other.block and (
        a == b or {a, b} <= {"quantity", "roman", "date"}
    )


def _answer(a: PrintedNumber, b: PrintedNumber) -> bool:
    """Whether two numbers of texts that only partly agree stand in the same place."""
    return a.kind == b.kind and bool(a.before) and a.before == b.before


def _followed(number: PrintedNumber, renumbering: Renumbering) -> tuple[object, ...]:
    """The key of a number of the left side, a reference as the renumbering makes it."""
    if number.kind != "reference" or number.external or not renumbering:
        return number.key
    article = next(
        (f"art{value}" for symbol, value in number.parts if symbol == "art"), ""
    )
    article = article or number.at.path.split("_")[0]
    return (
        "reference",
        tuple(_renumbered(part, article, renumbering) for part in number.parts),
    )


def _renumbered(
    part: tuple[str, str], article: str, renumbering: Renumbering
) -> tuple[str, str]:
    symbol, value = part
    ranged = symbol.removeprefix("to ")
    if ranged != symbol:
        return symbol, _renumbered((ranged, value), article, renumbering)[1]
    if symbol == "art":
        paths = [f"art{value}"]
    elif symbol == "par":
        paths = [f"{article}_par{value}"]
    elif symbol == "inc":
        paths = [f"{article}_cpt_inc{value}"]
    else:
        return part
    for path in paths:
        last = renumbering.get(path, "").split("_")[-1]
        if last.startswith(symbol) and last[3:].isdigit():
            return symbol, last[3:]
    return part


def _changed(a: PrintedNumber, b: PrintedNumber, scanned: bool) -> NumberChange:
    doubt = could_be_misread(a, b, scanned=scanned)
    if a.kind == b.kind:
        kind = a.kind
    else:
        kind = "quantity"
    return NumberChange(
        status="in-doubt" if doubt else "changed", kind=kind, left=a, right=b
    )
