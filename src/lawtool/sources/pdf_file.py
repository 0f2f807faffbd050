"""Read the text of a PDF: pdfium's own lines and blanks, put right by where the characters stand on
the page.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pypdfium2
from pypdfium2 import raw as pdfium
from rapidfuzz import fuzz

from lawtool.errors import NeedsRecognition, RefusedContent
from lawtool.sources.extraction import MOST_PAGES, Extraction
from lawtool.sources.page_columns import in_reading_order
from lawtool.sources.page_lines import PageLine, lines_of_page
from lawtool.sources.page_text import SourcePage, assemble_pages
from lawtool.sources.recorded_reading import RecordedPage, RecordedReading
from lawtool.sources.scan_file import POINTS, page_of_reading
from lawtool.vocabulary import lexicon

_SCAN_COVER = 0.6
"""Share of a page that an image covers from which on the page is a scan."""
_STAMP_AREA = 0.05
"""Share of a scan that text covers up to which it is a stamp: a signature has 0.01, a layer of OCR
0.2 and more.
"""
_INVISIBLE = 3
"""The mode in which a layer of OCR is written: text that is not drawn."""
_BAD_LAYER = 0.25
"""Share of unknown words from which on a layer of OCR is worthless: bad ones have 0.65, good ones
0.10.
"""
_FEWEST_WORDS = 20
_WORD = re.compile(r"[^\W\d_]{3,}")
_SAME_STAMP = 70.0
"""Similarity, in percent, of a recognised line and the stamp that is drawn there."""

_LOCK = threading.Lock()
"""pdfium is one library for the whole process and not safe for threads."""


def read_pdf(data: bytes, reading: RecordedReading | None = None) -> Extraction:
    """Read the text of a PDF with marks for pages, running heads and feet.

    Pages that are scans are taken from `reading`. Raises RefusedContent for what needs a password,
    is damaged, has no page or too many, NeedsRecognition for what holds only scans.
    """
    with _LOCK:
        pages = list(_read_pages(data))
    if reading is not None:
        for page in reading.pages:
            pages[page.number - 1 : page.number] = [_recognised(pages, page)]
    elif all(page.kind in ("scan", "stamp") for page in pages):
        if len(pages) == 1:
            count = "1 page"
        else:
            count = f"{len(pages)} pages"
        raise NeedsRecognition(f"is a scan without text, {count}")
    return assemble_pages(pages)


def scanned_pages(data: bytes) -> list[int]:
    """Give the numbers of the pages whose text has to be recognised. Raises RefusedContent."""
    with _LOCK:
        pages = list(_read_pages(data))
    return [
        number for number, page in enumerate(pages, 1) if page.kind in ("scan", "stamp")
    ]


def render_page(data: bytes, number: int, dpi: int, most_pixels: int) -> Any:
    """Draw a page as an array of grey values, row by row; coarser where it would be too large."""
    with _LOCK:
        document = _open(data)
        try:
            page = document[number - 1]
            width, height = page.get_size()
            scale = dpi / POINTS
            scale = min(scale, (most_pixels / max(1.0, width * height)) ** 0.5)
            return page.render(scale=scale, rev_byteorder=True).to_numpy().copy()
        finally:
            document.close()


def _recognised(pages: Sequence[SourcePage], recorded: RecordedPage) -> SourcePage:
    """Make the page of a reading; lines that are the stamp drawn on the scan are marked as that."""
    page = page_of_reading(recorded)
    if (
        not 0 < recorded.number <= len(pages)
        or pages[recorded.number - 1].kind != "stamp"
    ):
        return page
    stamp = [line.text for line in pages[recorded.number - 1].lines]
    stamps = frozenset(
        index
        for index, line in enumerate(page.lines)
        if any(fuzz.ratio(line.text, text) >= _SAME_STAMP for text in stamp)
    )
    return replace(page, stamps=stamps)


def _read_pages(data: bytes) -> Iterator[SourcePage]:
    document = _open(data)
    try:
        count = len(document)
        if not count:
            raise RefusedContent(
                "is a PDF without a page", remedy="Fetch the document again."
            )
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
                "is encrypted and needs a password",
                remedy="Save it without a password first.",
            ) from None
        raise RefusedContent(
            f"is a damaged PDF ({error})", remedy="Fetch the document again."
        ) from None


def _read_page(document: pypdfium2.PdfDocument, number: int) -> SourcePage:
    """Read one page; one that pdfium cannot load is an empty page of text, which is reported."""
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return SourcePage(lines=(), width=0, height=0, kind="broken")
    width, height = page.get_size()
    textpage = page.get_textpage()
    lines = lines_of_page(textpage, height, upright=page.get_rotation() == 0)
    kind = _kind_of_page(page, width * height)
    if kind == "layer" and _is_bad_layer(lines):
        kind = "scan"
    if page.get_rotation() == 0:
        lines = in_reading_order(lines, width)
    textpage.close()
    page.close()
    return SourcePage(lines=tuple(lines), width=width, height=height, kind=kind)


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
    if sum(map(_covered, texts)) < _STAMP_AREA * area:
        return "stamp"
    return "text"


def _is_bad_layer(lines: Sequence[PageLine]) -> bool:
    """Tell a layer of OCR most of whose words exist nowhere."""
    words = _WORD.findall(" ".join(line.text for line in lines).lower())
    unknown = sum(not lexicon.known(word) for word in words)
    return len(words) >= _FEWEST_WORDS and unknown >= _BAD_LAYER * len(words)


def _covered(item: pypdfium2.PdfObject) -> float:
    try:
        left, bottom, right, top = item.get_bounds()
    except pypdfium2.PdfiumError:
        return 0.0
    return float(max(0.0, right - left) * max(0.0, top - bottom))
