"""Running headers and footers: lines that come back on every page, also where a scan spells them differently."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median

from rapidfuzz import fuzz, process

from lawtool.layout.boilerplate import Marked
from lawtool.layout.physical import Row
from lawtool.layout.wording import gives_contact, is_label, is_title, key, names_a_body, page_number
from lawtool.model import Furniture

_SHORTEST, _LONGEST = 4, 120
_LEAST_LETTERS = 6
_ALIKE = 85.0
"""Similarity of two keys, in percent, from which a line in capitals is another reading of a header."""
_BESIDE = 72.0
"""The same where the line stands in the place of the header, beside another line of it."""
_MOST_HEADERS = 40
_LEAST_PAGE = 400
"""Characters on the shortest page."""


def mark(rows: Sequence[Row], marked: Marked) -> None:
    """Add the rows that are running headers or footers."""
    groups = _groups(rows, marked)
    headers = {name: places for name, places in groups.items() if _runs(rows, places)}
    for places in headers.values():
        _mark_group(rows, places, marked)
    if headers:
        _mark_neighbours(rows, headers, marked)


def _groups(rows: Sequence[Row], marked: Marked) -> dict[str, list[int]]:
    """Places of the short lines that repeat, by key; readings of a letterhead that a scan varied are put together."""
    count = Counter(row.text for row in rows if len(row.text) <= _LONGEST)
    groups: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        text = row.text
        if _SHORTEST <= len(text) <= _LONGEST and row.table is None and index not in marked:
            if (text.isupper() or count[text] > 2) and not is_label(text):
                groups[key(text)].append(index)
    named = [name for name, places in groups.items() if names_a_body(rows[places[0]].text)]
    named.sort(key=lambda name: -len(groups[name]))
    return _merge(groups, named[:_MOST_HEADERS])


def _merge(groups: dict[str, list[int]], named: list[str]) -> dict[str, list[int]]:
    """Groups with at least two members; rare keys join the letterhead that they are a misreading of."""
    out = {
        name: list(places)
        for name, places in groups.items()
        if len(places) > 1 and len(name) >= _LEAST_LETTERS
    }
    if not named:
        return out
    taken: set[str] = set()
    for name, places in groups.items():
        best = process.extractOne(name, named, scorer=fuzz.ratio, score_cutoff=_ALIKE)
        if best is None or best[0] == name or best[0] in taken or len(groups[best[0]]) < len(places):
            continue
        taken.add(name)
        out.pop(name, None)
        out.setdefault(best[0], list(groups[best[0]])).extend(places)
    return {name: sorted(places) for name, places in out.items()}


def _runs(rows: Sequence[Row], places: list[int]) -> bool:
    """Whether a group of like lines is a running header: it comes back about once a page, all through the text."""
    text = rows[places[0]].text
    if len(places) < 2 or not _is_paged(rows, places):
        return False
    if _at_page_breaks(rows, places):
        return len(places) > 2 or names_a_body(text) or gives_contact(text)
    if is_title(text) or not (names_a_body(text) or gives_contact(text)):
        return False
    return len(places) > 2 or _heads_the_text(rows, places)


def _is_paged(rows: Sequence[Row], places: list[int]) -> bool:
    """Distances of the size of a page and alike, from the beginning to the end of the text."""
    starts = [rows[index].start for index in places]
    gaps = [after - before for before, after in zip(starts, starts[1:], strict=False)]
    typical = median(gaps)
    if typical < _LEAST_PAGE or min(gaps) * 4 < typical:
        return False
    return starts[-1] - starts[0] + 2 * typical >= (rows[-1].end - rows[0].start) * 0.6


def _at_page_breaks(rows: Sequence[Row], places: list[int]) -> bool:
    """Whether nearly all of the lines stand beside a form feed, or beside numbers that count on."""
    feeds = sum(_beside_form_feed(rows, index) for index in places)
    if feeds * 10 >= len(places) * 7 and rows[-1].page > 1:
        return True
    for step in (-1, 1):
        numbers = [_number_beside(rows, index, step) for index in places]
        pairs = list(zip(numbers, numbers[1:], strict=False))
        counting = sum(a is not None and b == a + 1 for a, b in pairs)
        if len(places) > 2 and counting * 10 >= len(pairs) * 6:
            return True
    return False


def _beside_form_feed(rows: Sequence[Row], index: int) -> bool:
    page = rows[index].page
    before = rows[max(0, index - 3)].page
    after = rows[min(len(rows) - 1, index + 3)].page
    return before != page or after != page or index < 3


def _number_beside(rows: Sequence[Row], index: int, step: int) -> int | None:
    for near in range(index + step, index + 4 * step, step):
        if 0 <= near < len(rows):
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
    for rank, index in enumerate(places, 1):
        if rank == 1 and title:
            continue
        ends_page = index + 1 < len(rows) and rows[index + 1].page > rows[index].page
        footer = ends_page or (gives_contact(rows[index].text) and not names_a_body(rows[index].text))
        which = f"first of {len(places)}" if rank == 1 else f"{rank} of {len(places)}"
        marked[index] = (Furniture.FOOTER if footer else Furniture.HEADER, f"running line, {which}")


def _mark_neighbours(rows: Sequence[Row], headers: dict[str, list[int]], marked: Marked) -> None:
    """A line beside a header that reads nearly like another line of the header is one, whatever its case."""
    names = list(headers)
    for index in sorted(place for places in headers.values() for place in places):
        for near in (index - 1, index + 1):
            if not 0 <= near < len(rows) or near in marked or not 8 <= len(rows[near].text) <= _LONGEST:
                continue
            best = process.extractOne(key(rows[near].text), names, scorer=fuzz.ratio, score_cutoff=_BESIDE)
            if best is not None:
                marked[near] = (Furniture.HEADER, f"running line, read {best[1]:.0f} % like the others")
