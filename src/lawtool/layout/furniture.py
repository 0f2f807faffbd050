"""Which rows are page furniture, and on what evidence.

What can be law is left alone: a label, a row of a table, a repeated provision.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median

from lawtool.layout import boilerplate, running_heads
from lawtool.layout.boilerplate import Marked
from lawtool.layout.line_kinds import (
    fold_capitals,
    gives_contact,
    is_speck,
    looks_like_label,
    looks_like_title,
    may_be_word,
    names_a_body,
    page_number,
)
from lawtool.layout.physical import PhysicalRow
from lawtool.model import Furniture
from lawtool.vocabulary.rules import Rule

_SPECKS = 3
"""Rows before and after a page boundary where a speck is taken for one."""
_TOP = 15
_LONGEST_LETTERHEAD = 6
_LEAST_PAGE_ROWS = 12
_LONGEST_NUMBER = 10
_LEAST_PAGE = 400
_LONGEST_SEPARATOR, _LEAST_SEPARATORS = 3, 5
_SEPARATOR_SIGNS = frozenset("#*~=+•")
_PORTAL = re.compile(r"[A-Z ]{3,40}\.? ?([\d.]+) ?/ ?\d{2,4}\Z")


def find_furniture(
    rows: Sequence[PhysicalRow], known: Sequence[Rule], *, has_pages: bool
) -> Marked:
    """Class and evidence of the rows that are furniture, by index.

    `known` are the rules for boilerplate that may apply; a source without pages has no page breaks.
    """
    marked: Marked = {
        index: (row.furniture, "marked so by the format")
        for index, row in enumerate(rows)
        if row.furniture is not None
    }
    boilerplate.mark_boilerplate(rows, known, marked)
    if has_pages and rows:
        running_heads.mark_running_heads(rows, marked)
        _mark_page_breaks(rows, marked)
        _mark_counted_pages(rows, marked)
    _mark_pages_of_all(rows, marked)
    _mark_separators(rows, marked)
    _mark_letterheads(rows, marked)
    _mark_portal_title(rows, marked)
    return marked


def _blocks(rows: Sequence[PhysicalRow], marked: Marked) -> list[tuple[int, int]]:
    """Give runs of headers and footers, and form feeds, as (first row, row after the last)."""
    edges = [
        index
        for index, (kind, _) in marked.items()
        if kind in (Furniture.HEADER, Furniture.FOOTER)
    ]
    blocks: list[tuple[int, int]] = []
    for index in sorted(edges):
        if blocks and blocks[-1][1] == index:
            blocks[-1] = (blocks[-1][0], index + 1)
        else:
            blocks.append((index, index + 1))
    inside = {place for first, end in blocks for place in range(first, end + 1)}
    for index in range(1, len(rows)):
        if rows[index].page != rows[index - 1].page and index not in inside:
            blocks.append((index, index))
    return sorted(blocks)


def _mark_page_breaks(rows: Sequence[PhysicalRow], marked: Marked) -> None:
    """Mark page numbers and specks beside a header or a form feed, and the number of the first or
    last page.
    """
    blocks = _blocks(rows, marked)
    above = _slots(rows, [first - 1 for first, _ in blocks if first > 0], marked)
    for index in above:
        evidence = "stands where other pages have a number"
        if page_number(rows[index].text):
            evidence = "page number beside a page break"
        marked[index] = (Furniture.PAGE_NUMBER, evidence)
    for first, end in blocks:
        _mark_specks(rows, range(first - 1, first - 1 - _SPECKS, -1), marked)
        _mark_specks(rows, range(end, end + _SPECKS), marked)
    _mark_outer_numbers(rows, marked, blocks, at_foot=bool(above))


def _mark_outer_numbers(
    rows: Sequence[PhysicalRow],
    marked: Marked,
    blocks: Sequence[tuple[int, int]],
    *,
    at_foot: bool,
) -> None:
    """Mark the number of the last page, if numbers stand at the foot, and that of the first one."""
    last = len(rows) - 1
    if at_foot and page_number(rows[last].text) is not None:
        evidence = "number at the end of the last page"
        marked.setdefault(last, (Furniture.PAGE_NUMBER, evidence))
    below = [end for _, end in blocks if _is_page_number(marked, end)]
    if (
        below
        and len(below) * 2 >= len(blocks)
        and page_number(rows[0].text) is not None
    ):
        evidence = "number at the beginning of the first page"
        marked.setdefault(0, (Furniture.PAGE_NUMBER, evidence))


def _is_page_number(marked: Marked, index: int) -> bool:
    return index in marked and marked[index][0] is Furniture.PAGE_NUMBER


def _slots(rows: Sequence[PhysicalRow], places: list[int], marked: Marked) -> list[int]:
    """Choose the places before a page break that hold a page number or what a scan made of it.

    That is so only where the text prints its numbers there: half of the places fit and a quarter
    are numbers. A number in a column of numbers must count on with those of the other pages.
    """
    fitting = [
        index
        for index in places
        if index not in marked and _fits_slot(rows[index].text)
    ]
    numbers = {index: page_number(rows[index].text) for index in fitting}
    printed = {index: number for index, number in numbers.items() if number is not None}
    if len(fitting) * 2 < len(places) or len(printed) * 4 < len(places):
        return []
    counted = _counted_on(printed, places)
    return [
        index
        for index in fitting
        if index in counted or not _in_column(rows, index, marked)
    ]


def _counted_on(numbers: Mapping[int, int], places: Sequence[int]) -> frozenset[int]:
    """Choose the places whose numbers count the pages: those with the commonest distance from their
    rank; one alone counts nothing.
    """
    distances = {
        index: numbers[index] - rank
        for rank, index in enumerate(places)
        if index in numbers
    }
    counts = Counter(distances.values())
    usual = max(counts, key=lambda distance: counts[distance], default=0)
    if counts[usual] < 2:
        return frozenset()
    return frozenset(
        index for index, distance in distances.items() if distance == usual
    )


def _fits_slot(text: str) -> bool:
    """Whether a line can stand where other pages have their number: the number, or what became of
    it.
    """
    if page_number(text) is not None:
        return True
    return is_speck(text) and not (looks_like_label(text) and len(text) > 1)


def _mark_specks(rows: Sequence[PhysicalRow], indexes: range, marked: Marked) -> None:
    """Mark specks and one number from a page break outwards, up to a line that is neither."""
    for index in indexes:
        if not 0 <= index < len(rows):
            return
        if index in marked:
            continue
        speck = _speck(rows, index, marked)
        if speck is None:
            return
        marked[index] = speck


def _speck(
    rows: Sequence[PhysicalRow], index: int, marked: Marked
) -> tuple[Furniture, str] | None:
    """Tell what a line beside a page break is, None for what may be law."""
    text = rows[index].text
    if rows[index].table is not None or looks_like_label(text):
        return None
    if page_number(text) is not None:
        if _in_column(rows, index, marked):
            return None
        return Furniture.PAGE_NUMBER, "number beside a page break"
    if not is_speck(text) or may_be_word(text):
        return None
    if "|" in text and _in_column(rows, index, marked):
        return None
    return Furniture.NOISE, "speck beside a page break"


def _in_column(rows: Sequence[PhysicalRow], index: int, marked: Marked) -> bool:
    """Whether a line stands above or below another of its kind: cells of a table, or the frame of
    one.
    """
    if "|" in rows[index].text:
        sign = "|"
    else:
        sign = ""
    for near in (index - 1, index + 1):
        if 0 <= near < len(rows) and near not in marked:
            text = rows[near].text
            if (
                sign in text
                if sign
                else text[:1].isdigit() and not any(map(str.isalpha, text))
            ):
                return True
    return False


def _mark_counted_pages(rows: Sequence[PhysicalRow], marked: Marked) -> None:
    """Bare numbers that count on by one, a page apart, all through the text: pages without a
    header.
    """
    chains: dict[int, list[int]] = {}
    for index in _lone_numbers(rows, marked):
        number = page_number(rows[index].text) or 0
        before = chains.get(number - 1, [])
        if before and index - before[-1] < _LEAST_PAGE_ROWS:
            before = []
        if len(before) >= len(chains.get(number, [])):
            chains[number] = [*before, index]
    best = max(chains.values(), key=len, default=[])
    dashed = all(not rows[index].text.isalnum() for index in best)
    if len(best) < (2 if dashed else 3) or not _covers(rows, best):
        return
    for index in best:
        marked[index] = (Furniture.PAGE_NUMBER, f"numbers count on, {len(best)} pages")


_PAGE_OF_ALL = re.compile(r"(?P<page>\d{1,4})\s?/\s?(?P<all>\d{1,4})\Z")


def _mark_pages_of_all(rows: Sequence[PhysicalRow], marked: Marked) -> None:
    """`1/3`, `2/3`, `3/3`: lines with one and the same last number whose first numbers run from 1
    to it.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for index, row in enumerate(rows):
        if len(row.text) < 12 and index not in marked:
            match = _PAGE_OF_ALL.match(row.text)
        else:
            match = None
        if match is not None:
            found.setdefault(match["all"], []).append((int(match["page"]), index))
    for last, places in found.items():
        pages = [page for page, _ in places]
        if len(pages) > 1 and pages == list(range(1, int(last) + 1)):
            for _, index in places:
                marked[index] = (
                    Furniture.PAGE_NUMBER,
                    f"page of {last}, counted through the text",
                )


def _mark_separators(rows: Sequence[PhysicalRow], marked: Marked) -> None:
    """Mark lines of the same one to three signs that come back: they only part a copy."""
    places: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        if (
            len(row.text) <= _LONGEST_SEPARATOR
            and row.table is None
            and index not in marked
        ):
            if not _SEPARATOR_SIGNS.issuperset(row.text):
                continue
            places.setdefault(row.text, []).append(index)
    for text, indexes in places.items():
        if len(indexes) >= _LEAST_SEPARATORS:
            for index in indexes:
                marked[index] = (
                    Furniture.NOISE,
                    f"{text} alone on {len(indexes)} lines",
                )


def _lone_numbers(rows: Sequence[PhysicalRow], marked: Marked) -> list[int]:
    """Rows that hold nothing but a number and stand in no column of numbers."""
    found = (
        index
        for index, row in enumerate(rows)
        if len(row.text) <= _LONGEST_NUMBER and index not in marked
    )
    return [
        i
        for i in found
        if page_number(rows[i].text) is not None and not _in_column(rows, i, marked)
    ]


def _covers(rows: Sequence[PhysicalRow], places: Sequence[int]) -> bool:
    """Whether the places lie a page apart, all alike, and reach through the text."""
    gaps = [
        rows[after].start - rows[before].start for before, after in pairwise(places)
    ]
    typical = median(gaps)
    reach = rows[places[-1]].start - rows[places[0]].start + 2 * typical
    return (
        typical >= _LEAST_PAGE
        and max(gaps) < 3 * typical
        and reach >= (rows[-1].end - rows[0].start) * 0.7
    )


def _mark_letterheads(rows: Sequence[PhysicalRow], marked: Marked) -> None:
    """Names of bodies directly above the title of a norm, and those that open the text."""
    for index, row in enumerate(rows):
        if row.text[:3].isupper() and looks_like_title(row.text):
            _mark_upwards(rows, index, marked)
    end = 0
    while end < min(len(rows), _LONGEST_LETTERHEAD) and _is_letterhead(rows[end].text):
        end += 1
    if (
        0 < end < len(rows)
        and names_a_body(rows[0].text)
        and not rows[end].text[:1].islower()
    ):
        for index in range(end):
            marked.setdefault(
                index, (Furniture.HEADER, "letterhead at the top of the text")
            )


def _is_letterhead(text: str) -> bool:
    return names_a_body(text) or gives_contact(text)


def _mark_upwards(rows: Sequence[PhysicalRow], title: int, marked: Marked) -> None:
    index = title - 1
    while (
        index >= 0
        and title - index <= _LONGEST_LETTERHEAD
        and _is_letterhead(rows[index].text)
    ):
        index -= 1
    if any(names_a_body(rows[place].text) for place in range(index + 1, title)):
        for place in range(index + 1, title):
            marked.setdefault(
                place,
                (
                    Furniture.HEADER,
                    f"letterhead above the title in line {rows[title].number}",
                ),
            )


def _mark_portal_title(rows: Sequence[PhysicalRow], marked: Marked) -> None:
    """A portal's first line, such as `norma nº 340/1999`, that only repeats the number of the title
    below it.
    """
    if len(rows) < 2 or rows[0].text.isupper() or looks_like_title(rows[0].text):
        return
    match = _PORTAL.match(fold_capitals(rows[0].text))
    if match is None:
        return
    number = match.group(1).replace(".", "")
    for index in range(1, min(len(rows), _TOP)):
        text = rows[index].text
        if looks_like_title(text) and number in re.findall(
            r"\d+", text.replace(".", "")
        ):
            marked[0] = (
                Furniture.HEADER,
                f"repeats the number of the title in line {rows[index].number}",
            )
            return
