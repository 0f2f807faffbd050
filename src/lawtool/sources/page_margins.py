"""Find running heads and feet by their place: the same words at one height on most pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from lawtool.sources.page_lines import PageLine

_TOP, _BOTTOM = 0.22, 0.85
"""Parts of the page's height above and below which furniture stands."""
_SLOT = 4.0
"""Points by which the height of the same line may vary."""
_LEAST_PAGES = 2
_LEAST_SHARE = 0.4
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"\W*(?:p[áa]g(?:ina|\.)?\W*)?#(?:\W*(?:de|/)\W*#)?\W*", re.IGNORECASE
)

LinePlace = tuple[int, int]
"""Page and line, both from 0."""


def furniture_of_pages(
    pages: Sequence[tuple[Sequence[PageLine], float]],
) -> dict[LinePlace, str]:
    """Give the kind of furniture (`header`, `footer`, `page-number`) of the lines that are some.

    `pages` are the lines of each page with its height. A number that counts the pages is the same
    line on each.
    """
    slots = _slots_at_edges(pages)
    furniture: dict[LinePlace, str] = {}
    for (key, slot), places in slots.items():
        near = {
            page for step in (-1, 0, 1) for page, _ in slots.get((key, slot + step), ())
        }
        if len(near) < max(_LEAST_PAGES, _LEAST_SHARE * len(pages)):
            continue
        for page, index in places:
            lines, height = pages[page]
            furniture[page, index] = _kind_of_line(lines[index], height)
    return furniture


def _slots_at_edges(
    pages: Sequence[tuple[Sequence[PageLine], float]],
) -> dict[tuple[str, int], list[LinePlace]]:
    """Gather the lines at the upper and lower edges by their words and their height."""
    slots: dict[tuple[str, int], list[LinePlace]] = defaultdict(list)
    for page, (lines, height) in enumerate(pages):
        for index, line in enumerate(lines):
            if line.bottom and _stands_at_edge(line, height):
                slots[_key_of_line(line), round(line.bottom / _SLOT)].append(
                    (page, index)
                )
    return slots


def _key_of_line(line: PageLine) -> str:
    return _DIGITS.sub("#", line.text).lower()


def _stands_at_edge(line: PageLine, height: float) -> bool:
    return line.bottom < _TOP * height or line.top > _BOTTOM * height


def _kind_of_line(line: PageLine, height: float) -> str:
    if _PAGE_NUMBER.fullmatch(_key_of_line(line)):
        return "page-number"
    if line.bottom < _TOP * height:
        return "header"
    return "footer"
