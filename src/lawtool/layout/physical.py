"""Raw text to rows: where each line begins and ends, and what marks say of it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from lawtool.layout.typography import BLANKS, make_plain
from lawtool.model import Furniture, Mark, Source, Span

_CUTTING = ("struck", "furniture")
"""Marks that may begin and end inside a line."""

# These end a line too: a carriage return alone (which editors count), form feed, vertical tab, NEL,
# U+2028, U+2029.
_INNER_BREAK = re.compile("[\r\f\v\x85\u2028\u2029]")

_TO_SPACE = dict.fromkeys(map(ord, BLANKS), " ")


@dataclass(slots=True)
class PhysicalRow:
    """One physical line that is not blank."""

    number: int
    start: int
    end: int
    text: str
    blank_before: bool
    page: int
    struck: bool = False
    heading: bool = False
    note: bool = False
    table: int | None = None
    cells: list[str] = field(default_factory=list)
    furniture: Furniture | None = None
    """What the format knows the row to be on the page."""
    offsets: tuple[int, ...] = ()
    """Places of the characters of `text` in the raw line, see `PlainText`."""


def split_rows(source: Source) -> list[PhysicalRow]:
    """Read the rows of a source in order, with line, page, headings, struck wording, furniture and
    cells of tables.

    A line of which a part is struck through, or belongs to the page and not to the text, is cut
    there: old wording and wording in force never share a row.
    """
    rows = _rows_of_text(source.text)
    for kind in _CUTTING:
        spans = [mark.span for mark in source.marks if mark.kind == kind]
        if spans:
            rows = _cut_by_marks(rows, spans, source.text, kind)
    if source.marks:
        _apply_marks(source.marks, source.text, rows)
    return rows


def _with_text(raw: str, row: PhysicalRow) -> PhysicalRow:
    """Put the plain text of a raw line on its row."""
    plain = make_plain(raw)
    row.text, row.offsets = plain.text, plain.offsets
    return row


def part_of(row: PhysicalRow, start: int, end: int) -> PhysicalRow:
    """Give the part of a row that `start..end` of its plain text stands for."""
    if not row.offsets:
        return replace(
            row, start=row.start + start, end=row.start + end, text=row.text[start:end]
        )
    left, right = row.offsets[start], row.offsets[end]
    offsets = (*(place - left for place in row.offsets[start:end]), right - left)
    first, last = row.start + left, row.start + right
    return replace(
        row, start=first, end=last, text=row.text[start:end], offsets=offsets
    )


def _rows_of_text(text: str) -> list[PhysicalRow]:
    rows: list[PhysicalRow] = []
    inner_breaks = _INNER_BREAK.search(text) is not None
    place, number, page = 0, 1, 1
    blank = written = False
    for raw in text.split("\n"):
        for start, piece, ending in _pieces(raw) if inner_breaks else ((0, raw, "\n"),):
            core = piece.strip()
            if not core.isprintable():
                core = core.strip(BLANKS)
            if core:
                start += place + piece.index(core)
                rows.append(
                    _with_text(
                        core,
                        PhysicalRow(number, start, start + len(core), "", blank, page),
                    )
                )
                written = True
            if ending in "\n\r":
                number += 1
                blank, written = not written, False
            elif ending == "\f":
                page += 1
        place += len(raw) + 1
    return rows


def _pieces(raw: str) -> Iterator[tuple[int, str, str]]:
    """Place, text and ending of the parts of what stands between two line feeds."""
    start = 0
    for match in _INNER_BREAK.finditer(raw, 0, len(raw) - raw.endswith("\r")):
        yield start, raw[start : match.start()], match.group()
        start = match.end()
    yield start, raw[start:], "\n"


def _cut_by_marks(
    rows: list[PhysicalRow], spans: Sequence[Span], text: str, kind: str
) -> list[PhysicalRow]:
    """Cut the rows where marked wording begins and ends. `spans` are in order of their starts."""
    out: list[PhysicalRow] = []
    merged = _merged(spans)
    place = 0
    for row in rows:
        while place < len(merged) and merged[place][1] <= row.start:
            place += 1
        start, near = row.start, place
        while near < len(merged) and merged[near][0] < row.end:
            begin, end = max(merged[near][0], row.start), min(merged[near][1], row.end)
            out.extend(_cut_part(row, start, begin, text, ""))
            out.extend(_cut_part(row, begin, end, text, kind))
            start, near = end, near + 1
        if start == row.start:
            out.append(row)
        else:
            out.extend(_cut_part(row, start, row.end, text, ""))
    return out


def _merged(spans: Sequence[Span]) -> list[tuple[int, int]]:
    """Places covered by the spans, without overlap."""
    merged: list[tuple[int, int]] = []
    for span in spans:
        if merged and span.start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], span.end))
        else:
            merged.append((span.start, span.end))
    return merged


def _cut_part(
    row: PhysicalRow, start: int, end: int, text: str, kind: str
) -> tuple[PhysicalRow, ...]:
    core = text[start:end].strip(BLANKS)
    if not core:
        return ()
    start = text.index(core, start)
    first = row.blank_before and start == row.start
    part = replace(
        row, start=start, end=start + len(core), blank_before=first, cells=[]
    )
    if kind == "struck":
        part.struck = True
    elif kind == "furniture":
        part.furniture = Furniture.SITE
    return (_with_text(core, part),)


def _apply_marks(marks: Sequence[Mark], text: str, rows: list[PhysicalRow]) -> None:
    """Put headings and cells on the rows that they touch."""
    ends = [row.end for row in rows]
    for mark in marks:
        if mark.kind not in ("heading", "note", "cell", "furniture"):
            continue
        index = bisect_left(ends, mark.span.start + 1)
        while index < len(rows) and rows[index].start < mark.span.end:
            if mark.kind == "heading":
                rows[index].heading = True
            elif mark.kind == "note":
                rows[index].note = True
            elif mark.kind == "furniture":
                rows[index].furniture = Furniture(mark.value)
            else:
                _add_cell(rows[index], mark, text)
            index += 1


def _add_cell(row: PhysicalRow, mark: Mark, text: str) -> None:
    """Cells come in order; those that are empty leave no mark, so the column says where this one
    goes.
    """
    table, _, column = map(int, mark.value.split(","))
    row.table = table
    row.cells.extend([""] * (column - 1 - len(row.cells)))
    row.cells.append(_cell_text(mark.span.of(text)))


def _cell_text(raw: str) -> str:
    """A cell as printed, blanks and control characters folded, NFC."""
    if raw.isprintable():
        words = raw
    else:
        words = raw.translate(_TO_SPACE)
    return unicodedata.normalize("NFC", " ".join(words.split()))
