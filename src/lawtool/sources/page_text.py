"""Write the pages of a document one below the other, with marks for pages, heads and feet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawtool.model import Mark, Problem, Span
from lawtool.sources.extraction import Extraction
from lawtool.sources.page_lines import PageLine
from lawtool.sources.page_margins import furniture_of_pages

_PARAGRAPH_GAP = 1.7
"""Distance of two lines, in usual distances, from which on a blank line stands between them."""
_UNREAD = {
    "scan": "is a scan without text",
    "stamp": "is a scan; only a stamp on it is text",
    "broken": "cannot be read",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePage:
    """A page as read: its lines in reading order, its size in points, and what it is.

    `kind` is `text`, `scan`, `stamp` (a scan on which only a stamp is text), `layer` (a scan with a
    layer of OCR), `recognised` (read by an engine of ours) or `broken`. `stamps` are the lines that
    are a stamp on a recognised page.
    """

    lines: tuple[PageLine, ...]
    width: float
    height: float
    kind: str
    stamps: frozenset[int] = frozenset()


def assemble_pages(pages: Sequence[SourcePage]) -> Extraction:
    """Make the text of pages, a form feed between two; what was not read of them is reported."""
    furniture = furniture_of_pages([(page.lines, page.height) for page in pages])
    parts: list[str] = []
    marks: list[Mark] = []
    length = 0
    for number, page in enumerate(pages, 1):
        marks.append(
            Mark(span=Span(start=length, end=length), kind="page", value=str(number))
        )
        gaps = _wide_gaps(page.lines)
        for index, line in enumerate(page.lines):
            if index in gaps:
                parts.append("\n")
                length += 1
            what = (
                "stamp" if index in page.stamps else furniture.get((number - 1, index))
            )
            if what is not None:
                span = Span(start=length, end=length + len(line.text))
                marks.append(Mark(span=span, kind="furniture", value=what))
            parts.append(line.text + "\n")
            length += len(line.text) + 1
        if number < len(pages):
            parts.append("\f")
            length += 1
    return Extraction(
        text="".join(parts), marks=tuple(marks), problems=tuple(_page_problems(pages))
    )


def _wide_gaps(lines: Sequence[PageLine]) -> frozenset[int]:
    """Find the lines that stand farther below the line above than lines of this page do."""
    distances = {
        index: lines[index].top - lines[index - 1].top
        for index in range(1, len(lines))
        if lines[index].top > lines[index - 1].top
    }
    if len(distances) < 4:
        return frozenset()
    usual = sorted(distances.values())[len(distances) // 2]
    return frozenset(
        index
        for index, distance in distances.items()
        if distance > _PARAGRAPH_GAP * usual
    )


def _page_problems(pages: Sequence[SourcePage]) -> Iterator[Problem]:
    for kind, reason in _UNREAD.items():
        numbers = [
            str(number) for number, page in enumerate(pages, 1) if page.kind == kind
        ]
        if numbers:
            if len(numbers) == 1:
                name = "page"
            else:
                name = "pages"
            yield Problem(
                code="unread-page", message=f"{name} {', '.join(numbers)}: {reason}"
            )
    recognised = sum(page.kind in ("layer", "recognised") for page in pages)
    if recognised:
        message = f"{recognised} of {len(pages)} pages are scans whose text a program recognised"
        yield Problem(code="recognised-text", message=message)
