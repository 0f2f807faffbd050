"""Read an image of pages (PNG, JPEG, TIFF) by what an engine recognised on it."""

from __future__ import annotations

from lawtool.errors import NeedsRecognition
from lawtool.sources.extraction import Extraction
from lawtool.sources.page_lines import PageLine
from lawtool.sources.page_text import SourcePage, assemble_pages
from lawtool.sources.recorded_reading import RecordedPage, RecordedReading

POINTS = 72
"""To the inch: the unit of boxes on a page."""


def read_image(data: bytes, reading: RecordedReading | None = None) -> Extraction:
    """Give the text of a recorded reading. Raises NeedsRecognition where there is none."""
    if reading is None:
        raise NeedsRecognition(
            "is an image of a text, which has to be recognised first"
        )
    return assemble_pages([page_of_reading(page) for page in reading.pages])


def page_of_reading(page: RecordedPage) -> SourcePage:
    """Make a page of what was recognised on it, with boxes in points."""
    scale = POINTS / page.dpi
    lines = []
    for line in page.lines:
        left, top, right, bottom = (value * scale for value in line.box)
        lines.append(
            PageLine(text=line.text, left=left, top=top, right=right, bottom=bottom)
        )
    return SourcePage(
        lines=tuple(lines),
        width=page.width * scale,
        height=page.height * scale,
        kind="recognised",
    )
