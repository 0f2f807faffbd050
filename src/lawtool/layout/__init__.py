"""A source's physical lines, with what stands on a page but is no part of the law's text marked as
furniture.

    read_lines(source) -> tuple[Line, ...]

`Line.text` is the plain form of a line (`layout.typography`), `Line.raw_span` leads back to what is
printed.

Every character of the source that is no blank lies in the span of exactly one line; blank lines are
no lines but set `blank_before` on the next one.
"""

from __future__ import annotations

from lawtool.layout import boilerplate
from lawtool.layout.furniture import find_furniture
from lawtool.layout.physical import PhysicalRow, split_rows
from lawtool.model import Furniture, Line, Source, Span

_NO_FURNITURE: tuple[Furniture | None, str] = (None, "")


def read_lines(source: Source) -> tuple[Line, ...]:
    """Read the lines of a source in order. Never raises; linear in the length of the text.

    Numbers count line ends (`\\n`, `\\r\\n`, `\\r`); a form feed begins a new line and page but no
    new number.
    """
    known = boilerplate.active_rules(source.text)
    physical = boilerplate.cut_credits(split_rows(source), known)
    furniture = find_furniture(
        physical, known, has_pages=source.media_type != "text/html"
    )
    return tuple(
        _line_of_row(row, *furniture.get(index, _NO_FURNITURE))
        for index, row in enumerate(physical)
    )


def _line_of_row(row: PhysicalRow, furniture: Furniture | None, evidence: str) -> Line:
    return Line(
        number=row.number,
        span=Span(start=row.start, end=row.end),
        text=row.text,
        offsets=row.offsets,
        furniture=furniture,
        evidence=evidence,
        struck=row.struck,
        heading=row.heading,
        note=row.note,
        table=row.table,
        cells=tuple(row.cells),
        blank_before=row.blank_before,
        page=row.page,
    )
