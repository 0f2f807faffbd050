"""Read the text of a PDF: pdfium's own lines and blanks, put right by where the characters stand on
the page.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2
from pypdfium2 import raw as pdfium

from lawtool.errors import RefusedContent
from lawtool.model import Mark, Problem, Span
from lawtool.sources.extraction import MOST_PAGES, Extraction
from lawtool.sources.page_columns import in_reading_order
from lawtool.sources.page_lines import PageLine, lines_of_page
from lawtool.sources.page_margins import furniture_of_pages

_SCAN_COVER = 0.6
"""Share of a page that an image covers from which on the page is a scan."""
_STAMP_AREA = 0.05
"""Share of a scan that text covers up to which it is a stamp: a signature has 0.01, a layer of OCR
0.2 and more.
"""
_INVISIBLE = 3
"""The mode in which a layer of OCR is written: text that is not drawn."""
_PARAGRAPH_GAP = 1.7
"""Distance of two lines, in usual distances, from which on a blank line stands between them."""

_LOCK = threading.Lock()
"""pdfium is one library for the whole process and not safe for threads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfPage:
    """A page as read: its lines in reading order, its size in points, and whether it is an image of
    text.

    `kind` is `text`, `scan`, `stamp` (a scan on which only a stamp is text) or `layer` (a scan with
    a layer of OCR).
    """

    lines: tuple[PageLine, ...]
    width: float
    height: float
    kind: str


def read_pdf(data: bytes) -> Extraction:
    """Read the text of a PDF with marks for pages, running heads and feet.

    Raises RefusedContent for what needs a password, is damaged, has no page or too many, or holds
    only scans.
    """
    with _LOCK:
        pages = list(_read_pages(data))
    scans = [number for number, page in enumerate(pages, 1) if page.kind in ("scan", "stamp")]
    if len(scans) == len(pages):
        raise RefusedContent(
            f"is a scan without text, {len(pages)} {'page' if len(pages) == 1 else 'pages'}",
            remedy="Read it first: pip install 'lawtool[ocr]', then `lawtool add FILE`.",
        )
    text, marks = _assemble(pages)
    return Extraction(text=text, marks=marks, problems=tuple(_page_problems(pages)))


def _read_pages(data: bytes) -> Iterator[PdfPage]:
    document = _open(data)
    try:
        count = len(document)
        if not count:
            raise RefusedContent("is a PDF without a page", remedy="Fetch the document again.")
        if count > MOST_PAGES:
            raise RefusedContent(
                f"has {count} pages, more than {MOST_PAGES}", remedy="Cut it in parts."
            )
        for number in range(count):
            yield _read_page(document, number)
    finally:
        document.close()


def _open(data: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise RefusedContent(
                "is encrypted and needs a password", remedy="Save it without a password first."
            ) from None
        raise RefusedContent(
            f"is a damaged PDF ({error})", remedy="Fetch the document again."
        ) from None


def _read_page(document: pypdfium2.PdfDocument, number: int) -> PdfPage:
    """Read one page; one that pdfium cannot load is an empty page of text, which is reported."""
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return PdfPage(lines=(), width=0, height=0, kind="broken")
    width, height = page.get_size()
    textpage = page.get_textpage()
    lines = lines_of_page(textpage, height, upright=page.get_rotation() == 0)
    kind = _kind_of_page(page, width * height)
    if page.get_rotation() == 0:
        lines = in_reading_order(lines, width)
    textpage.close()
    page.close()
    return PdfPage(lines=tuple(lines), width=width, height=height, kind=kind)


def _kind_of_page(page: pypdfium2.PdfPage, area: float) -> str:
    """Tell a page of text from a scan by what covers it; only a page with an image is looked at
    closely.
    """
    images = list(page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,), max_depth=3))
    cover = max((_covered(image) / area for image in images), default=0.0)
    if cover < _SCAN_COVER:
        return "text"
    texts = list(page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_TEXT,), max_depth=3))
    if not texts:
        return "scan"
    modes = [pdfium.FPDFTextObj_GetTextRenderMode(text.raw) for text in texts]
    if modes.count(_INVISIBLE) * 2 > len(modes):
        return "layer"
    return "stamp" if sum(map(_covered, texts)) < _STAMP_AREA * area else "text"


def _covered(item: pypdfium2.PdfObject) -> float:
    try:
        left, bottom, right, top = item.get_bounds()
    except pypdfium2.PdfiumError:
        return 0.0
    return float(max(0.0, right - left) * max(0.0, top - bottom))


def _assemble(pages: Sequence[PdfPage]) -> tuple[str, tuple[Mark, ...]]:
    """Write the pages one below the other, a form feed between two."""
    furniture = furniture_of_pages([(page.lines, page.height) for page in pages])
    parts: list[str] = []
    marks: list[Mark] = []
    length = 0
    for number, page in enumerate(pages, 1):
        marks.append(Mark(span=Span(start=length, end=length), kind="page", value=str(number)))
        gaps = _wide_gaps(page.lines)
        for index, line in enumerate(page.lines):
            if index in gaps:
                parts.append("\n")
                length += 1
            what = furniture.get((number - 1, index))
            if what is not None:
                span = Span(start=length, end=length + len(line.text))
                marks.append(Mark(span=span, kind="furniture", value=what))
            parts.append(line.text + "\n")
            length += len(line.text) + 1
        if number < len(pages):
            parts.append("\f")
            length += 1
    return "".join(parts), tuple(marks)


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
        index for index, distance in distances.items() if distance > _PARAGRAPH_GAP * usual
    )


def _page_problems(pages: Sequence[PdfPage]) -> Iterator[Problem]:
    reasons = {
        "scan": "is a scan without text",
        "stamp": "is a scan; only a stamp on it is text",
        "broken": "cannot be read",
    }
    for kind, reason in reasons.items():
        numbers = [str(number) for number, page in enumerate(pages, 1) if page.kind == kind]
        if numbers:
            where = f"page {numbers[0]}" if len(numbers) == 1 else f"pages {', '.join(numbers)}"
            yield Problem(code="unread-page", message=f"{where}: {reason}")
    layers = sum(page.kind == "layer" for page in pages)
    if layers:
        message = f"{layers} pages are scans with text that another program recognised"
        yield Problem(code="recognised-text", message=message)
