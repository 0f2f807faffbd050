"""Running headers and footers: lines that come back on every page, also where a scan spells them differently."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from rapidfuzz import fuzz, process

from lawtool.layout.boilerplate import Marked
from lawtool.layout.physical import Row
from lawtool.layout.wording import gives_contact, is_label, is_title, key, names_a_body, page_number
from lawtool.model import Furniture

_SHORTEST, _LONGEST = 4, 120
_LEAST_LETTERS = 6
_TOP = 10
_ALIKE = 80.0
"""Similarity of two keys, in percent, from which a line is another reading of a letterhead."""
_MOST_LETTERHEADS = 12
_LEAST_PAGE = 400
"""Characters on the shortest page."""
_REACH = 3
"""Rows from a header or footer to the page number or form feed beside it."""

_DATE = re.compile(r"\d\d")

Groups = dict[str, list[int]]


def mark(rows: Sequence[Row], marked: Marked) -> None:
    """Add the rows that are running headers or footers."""
    groups = _groups(rows, marked)
    letterheads = _letterheads(rows, groups)
    if letterheads:
        _add_readings(rows, marked, groups, letterheads)
    for places in groups.values():
        if len(places) > 1 and _runs(rows, sorted(places), marked):
            _mark_group(rows, sorted(places), marked)


def _groups(rows: Sequence[Row], marked: Marked) -> Groups:
    """Places of the short lines that repeat or stand in capitals, by key."""
    count = Counter(row.text for row in rows)
    groups: Groups = defaultdict(list)
    for index, row in enumerate(rows):
        text = row.text
        if (count[text] > 2 or text.isupper() or index < _TOP) and _is_candidate(row) and index not in marked:
            groups[key(text)].append(index)
    return {name: places for name, places in groups.items() if len(name) >= _LEAST_LETTERS}


def _is_candidate(row: Row) -> bool:
    return _SHORTEST <= len(row.text) <= _LONGEST and row.table is None


def _letterheads(rows: Sequence[Row], groups: Groups) -> list[str]:
    """Keys of the names of bodies, in capitals, that repeat or open the text; of like readings only the commonest."""
    named = [
        name
        for name, places in groups.items()
        if (len(places) > 1 or places[0] < _TOP)
        and rows[places[0]].text.isupper()
        and names_a_body(rows[places[0]].text)
    ]
    named.sort(key=lambda name: -len(groups[name]))
    chosen: list[str] = []
    for name in named[:_MOST_LETTERHEADS]:
        if process.extractOne(name, chosen, scorer=fuzz.ratio, score_cutoff=_ALIKE) is None:
            chosen.append(name)
    return chosen


def _add_readings(rows: Sequence[Row], marked: Marked, groups: Groups, letterheads: list[str]) -> None:
    """Put every line that reads nearly like a letterhead into its group."""
    shortest = min(map(len, letterheads))
    longest = 2 * max(map(len, letterheads))
    for index, row in enumerate(rows):
        if not shortest <= len(row.text) <= longest or index in marked or not _may_be_reading(row):
            continue
        name = key(row.text)
        best = process.extractOne(name, letterheads, scorer=fuzz.ratio, score_cutoff=_ALIKE)
        if best is not None and best[0] != name:
            groups.pop(name, None)
            groups[best[0]].append(index)


def _may_be_reading(row: Row) -> bool:
    """Mostly capitals and no date: `PREFEITURA MUNICIPAL DE COARI, 28 de janeiro de 1999` closes a norm."""
    text = row.text
    capitals = sum(map(str.isupper, text))
    return capitals * 2 > len(text) and _is_candidate(row) and not _DATE.search(text) and not is_label(text)


def _runs(rows: Sequence[Row], places: list[int], marked: Marked) -> bool:
    """Whether a group of like lines comes back about once a page, all through the text, and can be no law."""
    text = rows[places[0]].text
    known = names_a_body(text) or gives_contact(text)
    if not (known or len(places) > 2) or is_label(text) or not _is_paged(rows, places):
        return False
    if _at_page_breaks(rows, places, marked):
        return True
    # Without a page break to prove it, a letterhead opens the text; in an annex it heads a list of posts.
    if not known or (places[0] >= _TOP and not gives_contact(text)):
        return False
    return len(places) > 2 or _heads_the_text(rows, places)


def _is_paged(rows: Sequence[Row], places: list[int]) -> bool:
    """Distances of the size of a page and alike, from the beginning to the end of the text."""
    starts = [rows[index].start for index in places]
    gaps = [after - before for before, after in pairwise(starts)]
    typical = median(gaps)
    if typical < _LEAST_PAGE or min(gaps) * 4 < typical:
        return False
    return starts[-1] - starts[0] + 2 * typical >= (rows[-1].end - rows[0].start) * 0.6


def _at_page_breaks(rows: Sequence[Row], places: list[int], marked: Marked) -> bool:
    """Whether nearly all of the lines stand beside a form feed, or beside numbers that count on with them."""
    if rows[-1].page > 1:
        feeds = sum(_beside_form_feed(rows, index) for index in places)
        if feeds * 10 >= len(places) * 7:
            return True
    for step in (-1, 1):
        numbers = [_number_beside(rows, index, step, marked) for index in places]
        offsets = Counter(number - rank for rank, number in enumerate(numbers) if number is not None)
        if offsets and max(offsets.values()) >= max(2, len(places) * 0.6):
            return True
    return False


def _beside_form_feed(rows: Sequence[Row], index: int) -> bool:
    page = rows[index].page
    before = rows[max(0, index - _REACH)].page
    after = rows[min(len(rows) - 1, index + _REACH)].page
    return before != page or after != page or index < _REACH


def _number_beside(rows: Sequence[Row], index: int, step: int, marked: Marked) -> int | None:
    for near in range(index + step, index + (_REACH + 1) * step, step):
        if not 0 <= near < len(rows):
            return None
        if near in marked and marked[near][0] is Furniture.PAGE_NUMBER:
            digits = re.search(r"\d+", rows[near].text)
            return int(digits.group()) if digits else None
        number = page_number(rows[near].text)
        if number is not None:
            return number
    return None


def _heads_the_text(rows: Sequence[Row], places: list[int]) -> bool:
    """A letterhead of two lines that opens the text and comes back once: the law has two pages."""
    first, again = places[0], places[1]
    if first > 3 or again + 1 >= len(rows):
        return False
    below = key(rows[first + 1].text) == key(rows[again + 1].text)
    above = first > 0 and key(rows[first - 1].text) == key(rows[again - 1].text)
    return below or above


def _mark_group(rows: Sequence[Row], places: list[int], marked: Marked) -> None:
    title = is_title(rows[places[0]].text)
    contact = gives_contact(rows[places[0]].text)
    for rank, index in enumerate(places, 1):
        if rank == 1 and title:
            # A running title repeats the real one, which is part of the norm.
            continue
        ends_page = index + 1 < len(rows) and rows[index + 1].page > rows[index].page
        kind = Furniture.FOOTER if ends_page or contact else Furniture.HEADER
        which = f"first of {len(places)}" if rank == 1 else f"{rank} of {len(places)}"
        marked[index] = (kind, f"running line, {which}")
