"""Raw text to rows: where each line begins and ends, and what marks say of it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lawtool.model import Mark, Source, Span

# These end a line too: a carriage return alone (which editors count), form feed, vertical tab, NEL, U+2028, U+2029.
_INNER_BREAK = re.compile("[\r\f\v\x85\u2028\u2029]")

# Blanks: white space of every kind, control characters, and the byte order mark that some files carry inside.
_CONTROLS = "".join(map(chr, (*range(32), *range(127, 160)))) + "\ufeff"
_SPACES = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
BLANKS = _CONTROLS + _SPACES + "\u2028\u2029"
_TO_SPACE = {ord(char): " " for char in BLANKS}


@dataclass(slots=True)
class Row:
    """One physical line that is not blank."""

    number: int
    start: int
    end: int
    text: str
    blank_before: bool
    page: int
    struck: bool = False
    heading: bool = False
    table: int | None = None
    cells: tuple[str, ...] = ()


def rows(source: Source) -> list[Row]:
    """The rows of a source in order, with line, page, headings, struck wording and cells of tables.

    A line of which a part is struck through is cut there: old wording and wording in force never share a row.
    """
    found = _split(source.text)
    struck = [mark.span for mark in source.marks if mark.kind == "struck"]
    if struck:
        found = _cut_struck(found, struck, source.text)
    if source.marks:
        _apply(source.marks, source.text, found)
    return found


def clean(raw: str) -> str:
    """NFC, with control characters and blanks of every kind as plain spaces."""
    if raw.isascii() and raw.isprintable():
        return raw
    if not raw.isprintable():
        raw = raw.translate(_TO_SPACE)
    return raw if unicodedata.is_normalized("NFC", raw) else unicodedata.normalize("NFC", raw)


def _split(text: str) -> list[Row]:
    found: list[Row] = []
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
                found.append(Row(number, start, start + len(core), clean(core), blank, page))
                written = True
            if ending in "\n\r":
                number += 1
                blank, written = not written, False
            elif ending == "\f":
                page += 1
        place += len(raw) + 1
    return found


def _pieces(raw: str) -> Iterator[tuple[int, str, str]]:
    """Place, text and ending of the parts of what stands between two line feeds."""
    start = 0
    for match in _INNER_BREAK.finditer(raw, 0, len(raw) - raw.endswith("\r")):
        yield start, raw[start : match.start()], match.group()
        start = match.end()
    yield start, raw[start:], "\n"


def _cut_struck(found: list[Row], struck: Sequence[Span], text: str) -> list[Row]:
    """The rows cut where struck wording begins and ends. `struck` is in order of the beginnings."""
    out: list[Row] = []
    merged = _merged(struck)
    place = 0
    for row in found:
        while place < len(merged) and merged[place][1] <= row.start:
            place += 1
        start, near = row.start, place
        while near < len(merged) and merged[near][0] < row.end:
            begin, end = max(merged[near][0], row.start), min(merged[near][1], row.end)
            out.extend(_part(row, start, begin, text, struck=False))
            out.extend(_part(row, begin, end, text, struck=True))
            start, near = end, near + 1
        out.extend((row,) if start == row.start else _part(row, start, row.end, text, struck=False))
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


def _part(row: Row, start: int, end: int, text: str, *, struck: bool) -> tuple[Row, ...]:
    core = text[start:end].strip(BLANKS)
    if not core:
        return ()
    start = text.index(core, start)
    first = row.blank_before and start == row.start
    part = replace(
        row, start=start, end=start + len(core), text=clean(core), blank_before=first, struck=struck
    )
    return (part,)


def _apply(marks: Sequence[Mark], text: str, found: list[Row]) -> None:
    """Put headings and cells on the rows that they touch."""
    ends = [row.end for row in found]
    for mark in marks:
        if mark.kind not in ("heading", "cell"):
            continue
        index = bisect_left(ends, mark.span.start + 1)
        while index < len(found) and found[index].start < mark.span.end:
            if mark.kind == "heading":
                found[index].heading = True
            else:
                _add_cell(found[index], mark, text)
            index += 1


def _add_cell(row: Row, mark: Mark, text: str) -> None:
    """Cells come in order; those that are empty leave no mark, so the column says where this one goes."""
    table, _, column = map(int, mark.value.split(","))
    row.table = table
    missing = ("",) * (column - 1 - len(row.cells))
    row.cells += (*missing, clean(mark.span.of(text)).strip())
