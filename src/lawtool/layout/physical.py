"""Raw text to rows: where each line begins and ends, and what marks say of it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawtool.model import Mark, Source

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
    """The rows of a source in order, with line, page, headings, struck wording and cells of tables."""
    found = _split(source.text)
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


def _apply(marks: Sequence[Mark], text: str, found: list[Row]) -> None:
    """Put headings, struck wording and cells on the rows. A row is struck if no wording of it stands outside a mark."""
    ends = [row.end for row in found]
    struck = [0] * len(found)
    for mark in marks:
        if mark.kind == "link":
            continue
        index = bisect_left(ends, mark.span.start + 1)
        while index < len(found) and found[index].start < mark.span.end:
            row = found[index]
            if mark.kind == "heading":
                row.heading = True
            elif mark.kind == "cell":
                _add_cell(row, mark, text)
            elif mark.kind == "struck":
                inside = text[max(row.start, mark.span.start) : min(row.end, mark.span.end)]
                struck[index] += sum(not char.isspace() for char in inside)
            index += 1
    for row, count in zip(found, struck, strict=True):
        if count:
            row.struck = count >= sum(not char.isspace() for char in text[row.start : row.end])


def _add_cell(row: Row, mark: Mark, text: str) -> None:
    """Cells come in order; those that are empty leave no mark, so the column says where this one goes."""
    table, _, column = map(int, mark.value.split(","))
    row.table = table
    missing = ("",) * (column - 1 - len(row.cells))
    row.cells += (*missing, clean(mark.span.of(text)).strip())
