"""The aligned norm as a witness: where it reads otherwise, and a recogniser or a copyist could have
made the difference, its reading is suggested. Never applied: a valid numeral, a real word and
residue are what the law says until a person decides.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from lawtool.comparison.alignment import Alignment, Group
from lawtool.comparison.edits import Edit, Passage
from lawtool.comparison.printed_numbers import dated_citations
from lawtool.model import Correction, Decision, Norma, Span
from lawtool.repair.offsets import OffsetMap

RULE = "witness"
_KINDS = frozenset({"ocr", "accent", "copyist", "number-in-doubt"})
_DIGITS = re.compile(r"(\d{1,2})(\s?[./-]\s?)(\d{1,2})(\s?[./-]\s?)(\d{2,4})")


def witness(
    alignment: Alignment,
    raw: str,
    corrections: Iterable[Correction] = (),
    *,
    side: str = "",
) -> tuple[Correction, ...]:
    """Suggestions for one side of an alignment (`side`: a or b, else the newer), read from the
    other.

    `raw` is the raw text of that side's source, `corrections` the rows already applied to it. Only
    a copy has a witness: pairs without a common text give nothing.
    """
    if alignment.verdict.label not in ("copy", "partial copy"):
        return ()
    side = side or ("a" if alignment.base == "b" else "b")
    if side == "a":
        norma, other = (alignment.a, alignment.b)
    else:
        norma, other = (alignment.b, alignment.a)
    place = _Places(norma, raw, tuple(corrections))
    found = [
        row
        for group in alignment.groups
        if group.a and group.b
        for row in _of_group(group, side, other, place)
    ]
    found.extend(_of_dates(norma, other, place))
    return tuple(sorted(found, key=lambda row: (row.span, row.after)))


class _Places:
    """From the text of a node to the raw text."""

    def __init__(
        self, norma: Norma, raw: str, corrections: Sequence[Correction]
    ) -> None:
        self._norma = norma
        self._raw = raw
        self._corrections = corrections
        self._maps: dict[str, OffsetMap] = {}
        self._lines = [0, *(match.end() for match in re.finditer("\n", raw))]

    def correction(
        self, passage: Passage, after: str, evidence: str
    ) -> Correction | None:
        node = self._norma.get(passage.path)
        if node is None or not node.pieces:
            return None
        if passage.path not in self._maps:
            self._maps[passage.path] = OffsetMap.of_node(
                self._raw, node.pieces, self._corrections
            )
        span = self._span(self._maps[passage.path], passage)
        return Correction(
            span=span,
            before=span.of(self._raw),
            after=after if passage.text else f" {after}",
            rule=RULE,
            evidence=evidence,
            decision=Decision.SUGGESTED,
            line=bisect_right(self._lines, span.start),
            path=passage.path,
        )

    @staticmethod
    def _span(offsets: OffsetMap, passage: Passage) -> Span:
        if passage.text or not passage.start:
            return offsets.span(passage.start, passage.end)
        end = offsets.span(passage.start - 1, passage.start).end
        return Span(start=end, end=end)


def _of_group(
    group: Group, side: str, other: Norma, place: _Places
) -> Iterator[Correction]:
    for edit in group.edits:
        if side == "a":
            own, theirs = (edit.left, edit.right)
        else:
            own, theirs = (edit.right, edit.left)
        if not _suggests(edit, own, theirs, group.relation) or len(own) != 1:
            continue
        reading = _in_case_of(own[0].text, " ".join(passage.text for passage in theirs))
        paths = ", ".join(dict.fromkeys(passage.path for passage in theirs))
        row = place.correction(
            own[0], reading, f"{other.slug} {paths} reads “{reading}” ({edit.kind})"
        )
        if row is not None:
            yield row


def _in_case_of(own: str, reading: str) -> str:
    """The reading in the capitals of the place it is for: headings are set as each text pleases."""
    if reading.isupper() and len(reading) > 1 and own and not own.isupper():
        if own[0].isupper():
            return reading.capitalize()
        return reading.lower()
    return reading


def _suggests(
    edit: Edit, own: Sequence[Passage], theirs: Sequence[Passage], relation: str
) -> bool:
    """Whether the other reading is worth a look: noise, slips and doubts, and text that a merged
    provision lost.
    """
    if not any(passage.text for passage in theirs) or _only_split(own, theirs):
        return False
    if edit.kind == "accent":
        return not _only_reformed(own[0].text, theirs[0].text)
    lost = (
        relation == "merged"
        and edit.kind == "text"
        and not any(passage.text for passage in own)
    )
    return edit.kind in _KINDS or lost


def _only_split(own: Sequence[Passage], theirs: Sequence[Passage]) -> bool:
    """Two words here that the witness runs into one: then the witness is the one misread."""
    ours, other = ("".join(passage.text for passage in side) for side in (own, theirs))
    return ours.replace(" ", "") == other and ours != other


def _only_reformed(word: str, other: str) -> bool:
    """A trema more or less is the spelling of its day, not an error."""
    return word.replace("ü", "u").lower() == other.replace("ü", "u").lower()


def _of_dates(norma: Norma, other: Norma, place: _Places) -> Iterator[Correction]:
    """Citations of one act that bear another date than the witness gives it."""
    known: dict[str, set[date]] = {}
    for cited, day, _ in dated_citations(other):
        known.setdefault(cited, set()).add(day)
    for cited, day, passage in dated_citations(norma):
        days = known.get(cited, set())
        if len(days) == 1 and day not in days:
            right = next(iter(days))
            row = place.correction(
                passage,
                _written(right, passage.text),
                f"{other.slug} dates it {right.isoformat()}",
            )
            if row is not None:
                yield row


def _written(day: date, like: str) -> str:
    """A date in the form of the one it would replace: `27.12.98` → `27.12.93`."""
    found = _DIGITS.fullmatch(like)
    if not found:
        return f"{day.day}/{day.month}/{day.year}"
    if len(found[5]) == 2:
        year = f"{day.year % 100:02}"
    else:
        year = str(day.year)
    return f"{day.day:0{len(found[1])}}{found[2]}{day.month:0{len(found[3])}}{found[4]}{year}"
