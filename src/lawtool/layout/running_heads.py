"""Running headers and footers: lines that come back on every page, also where a scan varies their
spelling.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from rapidfuzz import fuzz, process

from lawtool.layout.boilerplate import Marked
from lawtool.layout.line_kinds import (
    fold_capitals,
    gives_contact,
    letters_key,
    looks_like_label,
    looks_like_title,
    names_a_body,
    page_number,
)
from lawtool.layout.physical import PhysicalRow
from lawtool.model import Furniture

_SHORTEST, _LONGEST = 4, 120
_LEAST_LETTERS = 6
_TOP = 10
_ALIKE = 80.0
"""Similarity of two keys, in percent, from which a line is another reading of a letterhead."""
_MOST_LETTERHEADS = 12
_LEAST_PAGE = 400
"""Characters on the shortest page."""
_SHORT_PAGE = 4
"""The part of a usual page that the shortest one may be."""
_MOST_MISSED = 8
"""Pages in a row on which a header may be unreadable."""
_SAME_PLACE = 55.0
"""Similarity from which a line in the place of a header is one."""
_REACH = 3
"""Rows from a header or footer to the page number or form feed beside it."""

_LEAST_BLOCKS = 3
_LONGEST_BLOCK = 8
"""Lines of the longest head of a page."""
_MOST_PAGES = 0.7
_BLOCK_ALIKE = 85.0

_PROVISION = re.compile(
    r"\W{0,2}(?:(?:art|par[áa]grafo|cap[íi]tulo|(?:sub)?se[çc][ãa]o|t[íi]tulo|anexo|livro)\b|§"
    r"|[IVXLC]{1,7} ?[-–—]|[a-z] ?\))",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"\d+")
_DATE = re.compile(r"\d\d")

Groups = dict[str, list[int]]


def mark_running_heads(rows: Sequence[PhysicalRow], marked: Marked) -> None:
    """Add the rows that are running headers or footers."""
    groups = _groups(rows, marked)
    letterheads = _letterheads(rows, groups)
    if letterheads:
        _add_readings(rows, marked, groups, letterheads)
    running = {}
    for name, places in groups.items():
        if len(places) > 1:
            exact = Counter(
                rows[index].text
                for index in places
                if letters_key(rows[index].text) == name
            )
            best = exact.most_common(1)[0][0]
            apart = _apart(rows, sorted(places), best)
            if len(apart) > 1 and _runs(rows, apart, best, marked):
                running[name] = apart
    for places in running.values():
        _mark_group(rows, places, marked)
    for places in running.values():
        _mark_partners(rows, places, list(running), marked)
    for places in running.values():
        _mark_block(rows, places, marked)


def _groups(rows: Sequence[PhysicalRow], marked: Marked) -> Groups:
    """Places of the short lines that repeat or stand in capitals, by key."""
    count = Counter(row.text for row in rows)
    groups: Groups = defaultdict(list)
    for index, row in enumerate(rows):
        text = row.text
        if (
            (count[text] > 1 or text.isupper() or index < _TOP)
            and _is_candidate(row)
            and index not in marked
        ):
            groups[letters_key(text)].append(index)
    return {
        name: places for name, places in groups.items() if len(name) >= _LEAST_LETTERS
    }


def _is_candidate(row: PhysicalRow) -> bool:
    return _SHORTEST <= len(row.text) <= _LONGEST and row.table is None


def _letterheads(rows: Sequence[PhysicalRow], groups: Groups) -> list[str]:
    """Keys of the names of bodies in capitals that repeat or open the text; of like readings the
    commonest.
    """
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
        if (
            process.extractOne(name, chosen, scorer=fuzz.ratio, score_cutoff=_ALIKE)
            is None
        ):
            chosen.append(name)
    return chosen


def _add_readings(
    rows: Sequence[PhysicalRow], marked: Marked, groups: Groups, letterheads: list[str]
) -> None:
    """Put every line that reads nearly like a letterhead into its group."""
    shortest = min(map(len, letterheads))
    longest = 2 * max(map(len, letterheads))
    for index, row in enumerate(rows):
        if (
            not shortest <= len(row.text) <= longest
            or index in marked
            or not _may_be_reading(row)
        ):
            continue
        name = letters_key(row.text)
        best = process.extractOne(
            name, letterheads, scorer=fuzz.ratio, score_cutoff=_ALIKE
        )
        if (
            best is not None
            and best[0] != name
            and abs(len(best[0]) - len(name)) * 6 <= len(name)
        ):
            groups.pop(name, None)
            groups[best[0]].append(index)


def _may_be_reading(row: PhysicalRow) -> bool:
    """Mostly capitals and no date: `PREFEITURA MUNICIPAL DE COARI, 28 de janeiro de 1999` closes a
    norm.
    """
    text = row.text
    capitals = sum(map(str.isupper, text))
    return (
        capitals * 2 > len(text)
        and _is_candidate(row)
        and not _DATE.search(text)
        and not looks_like_label(text)
    )


def _apart(rows: Sequence[PhysicalRow], places: list[int], best: str) -> list[int]:
    """The places without those that stand too close to a better reading: a page has its header
    once.
    """
    if len(places) < 3:
        return places
    typical = median(
        rows[after].start - rows[before].start for before, after in pairwise(places)
    )
    kept: list[int] = []
    for index in places:
        if kept and (rows[index].start - rows[kept[-1]].start) * _SHORT_PAGE < typical:
            if fuzz.ratio(rows[index].text, best) <= fuzz.ratio(
                rows[kept[-1]].text, best
            ):
                continue
            kept.pop()
        kept.append(index)
    return kept


def _runs(
    rows: Sequence[PhysicalRow], places: list[int], text: str, marked: Marked
) -> bool:
    """Whether a group of lines like `text` comes back about once a page to the end, and can be no
    law.
    """
    known = names_a_body(text) or gives_contact(text)
    if (
        not (known or len(places) > 2)
        or looks_like_label(text)
        or not _is_paged(rows, places)
    ):
        return False
    if _at_page_breaks(rows, places, marked):
        return True
    # Without a page break to prove it, a letterhead opens the text; in an annex it heads a list of
    # posts.
    if not known or (places[0] >= _TOP and not gives_contact(text)):
        return False
    return len(places) > 2 or _heads_the_text(rows, places)


def _is_paged(rows: Sequence[PhysicalRow], places: list[int]) -> bool:
    """Distances of the size of a page and alike, from the beginning to the end of the text."""
    starts = [rows[index].start for index in places]
    gaps = [after - before for before, after in pairwise(starts)]
    typical = median(gaps)
    # A footer follows the last page closely where that is short.
    shortest = min(gaps[:-1] or gaps)
    if (
        typical < _LEAST_PAGE
        or shortest * _SHORT_PAGE < typical
        or max(gaps) > _MOST_MISSED * typical
    ):
        return False
    return starts[-1] - starts[0] + 2 * typical >= (rows[-1].end - rows[0].start) * 0.6


def _at_page_breaks(
    rows: Sequence[PhysicalRow], places: list[int], marked: Marked
) -> bool:
    """Whether nearly all of the lines stand beside a form feed, or beside numbers that count on
    with them.
    """
    if rows[-1].page > 1:
        feeds = sum(_beside_form_feed(rows, index) for index in places)
        if feeds * 10 >= len(places) * 7:
            return True
    for step in (-1, 1):
        numbers = [_number_beside(rows, index, step, marked) for index in places]
        offsets = Counter(
            number - rank for rank, number in enumerate(numbers) if number is not None
        )
        if offsets and max(offsets.values()) >= max(2, len(places) * 0.6):
            return True
    return False


def _beside_form_feed(rows: Sequence[PhysicalRow], index: int) -> bool:
    page = rows[index].page
    before = rows[max(0, index - _REACH)].page
    after = rows[min(len(rows) - 1, index + _REACH)].page
    return before != page or after != page or index < _REACH


def _number_beside(
    rows: Sequence[PhysicalRow], index: int, step: int, marked: Marked
) -> int | None:
    for near in range(index + step, index + (_REACH + 1) * step, step):
        if not 0 <= near < len(rows):
            return None
        if near in marked and marked[near][0] is Furniture.PAGE_NUMBER:
            digits = re.search(r"\d+", rows[near].text)
            if digits:
                return int(digits.group())
            return None
        number = page_number(rows[near].text)
        if number is not None:
            return number
    return None


def _heads_the_text(rows: Sequence[PhysicalRow], places: list[int]) -> bool:
    """A letterhead of two lines that opens the text and comes back once: the law has two pages."""
    first, again = places[0], places[1]
    if first > 3 or again + 1 >= len(rows):
        return False
    below = letters_key(rows[first + 1].text) == letters_key(rows[again + 1].text)
    above = first > 0 and letters_key(rows[first - 1].text) == letters_key(
        rows[again - 1].text
    )
    return below or above


def _mark_group(rows: Sequence[PhysicalRow], places: list[int], marked: Marked) -> None:
    title = looks_like_title(rows[places[0]].text)
    contact = gives_contact(rows[places[0]].text)
    for rank, index in enumerate(places, 1):
        if rank == 1 and title:
            # A running title repeats the real one, which is part of the norm.
            continue
        ends_page = index + 1 < len(rows) and rows[index + 1].page > rows[index].page
        if ends_page or contact:
            kind = Furniture.FOOTER
        else:
            kind = Furniture.HEADER
        if rank == 1:
            which = f"first of {len(places)}"
        else:
            which = f"{rank} of {len(places)}"
        marked[index] = (kind, f"running line, {which}")


def _mark_partners(
    rows: Sequence[PhysicalRow], places: list[int], names: list[str], marked: Marked
) -> None:
    """Where a header has two lines and one was recognised, the other stands beside it, however
    badly read.
    """
    for step in (-1, 1):
        beside = [index + step for index in places if 0 <= index + step < len(rows)]
        if sum(near in marked for near in beside) * 2 < len(places):
            continue
        for near in beside:
            if near in marked or not _may_be_reading(rows[near]):
                continue
            best = process.extractOne(
                letters_key(rows[near].text),
                names,
                scorer=fuzz.ratio,
                score_cutoff=_SAME_PLACE,
            )
            if best is not None:
                marked[near] = (
                    Furniture.HEADER,
                    f"stands in the place of a running line, {best[1]:.0f} % alike",
                )


def _mark_block(rows: Sequence[PhysicalRow], places: list[int], marked: Marked) -> None:
    """Mark the lines above and below a running line that come back with it.

    A head of six lines is one head: what stands at the same distance from a running line and reads
    the same on most pages is no law, whatever it looks like.
    """
    for step in (-1, 1):
        for distance in range(step, step * (_LONGEST_BLOCK + 1), step):
            if not _mark_beside(rows, places, distance, marked):
                break


def _mark_beside(
    rows: Sequence[PhysicalRow], places: list[int], distance: int, marked: Marked
) -> bool:
    """Mark the lines at one distance from a running line, if most pages have the same there."""
    beside = [index + distance for index in places if 0 <= index + distance < len(rows)]
    alike = [near for near in _alike(rows, beside) if _may_be_head(rows[near].text)]
    if len(alike) < max(_LEAST_BLOCKS, len(places) * _MOST_PAGES):
        return False
    evidence = f"comes back with a running line, {len(alike)} of {len(places)}"
    for near in alike:
        marked.setdefault(near, (Furniture.HEADER, evidence))
    return True


def _may_be_head(text: str) -> bool:
    """Decide whether a line may stand in the head of a page: short, no title, no provision; `R.
    Farnésio` is no label.
    """
    return (
        len(text) <= _LONGEST
        and not looks_like_title(text)
        and not _PROVISION.match(text)
    )


def _alike(rows: Sequence[PhysicalRow], places: Sequence[int]) -> list[int]:
    """Those of the places whose lines read like the commonest of them, with the same numbers:
    articles count on.
    """
    if not places:
        return []
    shapes = {index: fold_capitals(rows[index].text) for index in places}
    commonest, _ = Counter(shapes.values()).most_common(1)[0]
    numbers = _NUMBERS.findall(commonest)
    return [
        index
        for index, shape in shapes.items()
        if _NUMBERS.findall(shape) == numbers
        and fuzz.ratio(shape, commonest) >= _BLOCK_ALIKE
    ]
