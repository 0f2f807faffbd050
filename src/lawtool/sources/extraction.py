"""What a reader of one format hands back, and the limits that every reader keeps."""

from __future__ import annotations

from dataclasses import dataclass

from lawtool.model import Mark, Problem

LARGEST_FILE = 500_000_000
"""Bytes of the largest file that is opened: a scanned code of 2,000 pages has about 200 MB."""
LARGEST_MEMBER = 100_000_000
"""Bytes that a part of an archive may unpack to: the text of the largest code has 3 MB."""
MOST_PAGES = 4_000
"""Pages of the longest document that is read."""
LARGEST_PAGE = 60_000_000
"""Pixels of the largest page: A0 at 150 dpi has 35 million."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """Raw text with what the format knew about it. Spans of marks point into `text`."""

    text: str
    encoding: str = "utf-8"
    marks: tuple[Mark, ...] = ()
    problems: tuple[Problem, ...] = ()
