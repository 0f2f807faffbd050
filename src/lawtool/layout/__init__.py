"""A source's physical lines, with what stands on a page but is no part of the law's text marked as furniture.

    lines(source) -> tuple[Line, ...]

`Line.text` is the plain form of a line (`layout.typography`), `Line.raw_span` leads back to what is printed.

Every character of the source that is no blank lies in the span of exactly one line; blank lines are no lines
but set `blank_before` on the next one.
"""

from __future__ import annotations

from lawtool.layout import boilerplate
from lawtool.layout.furniture import find
from lawtool.layout.physical import Row, rows
from lawtool.model import Furniture, Line, Source, Span

__all__ = ["lines"]

_PLAIN: tuple[Furniture | None, str] = (None, "")


def lines(source: Source) -> tuple[Line, ...]:
    """The lines of a source in order. Never raises; linear in the length of the text.

    Numbers count line ends (`\\n`, `\\r\\n`, `\\r`); a form feed begins a new line and page but no new number.
    """
    known = boilerplate.active(source.text)
    physical = boilerplate.cut(rows(source), known)
    furniture = find(physical, known, has_pages=source.media_type != "text/html")
    return tuple(_line(row, *furniture.get(index, _PLAIN)) for index, row in enumerate(physical))


def _line(row: Row, furniture: Furniture | None, evidence: str) -> Line:
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
        cells=row.cells,
        blank_before=row.blank_before,
        page=row.page,
    )
