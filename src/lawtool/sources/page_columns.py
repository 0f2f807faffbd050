"""Put the lines of a page in columns into the order in which a person reads them: an XY cut with
one vertical cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from lawtool.sources.page_lines import PageLine, line_of_glyphs

_MIDDLE = (0.35, 0.65)
"""Where the gutter between two columns can stand, in widths of the page."""
_STEP = 2.0
_LEAST_GUTTER = 8.0
"""Points of the narrowest gutter: blanks between justified words are narrower in nearly every line.
"""
_LEAST_LINES = 8
_MOST_CROSSING = 0.35
"""Share of lines that may go across the gutter: headings and tables over both columns."""
_LEAST_LENGTH = 25
"""Characters of a usual line of a column; the cells of a table are shorter on one side at least."""
_ALIGNED = 3.0
"""Points by which lines that begin at the edge of a column differ."""
_LEAST_ALIGNED = 0.6


def in_reading_order(lines: Sequence[PageLine], width: float) -> list[PageLine]:
    """Give the lines with those of a left column before those of the right one, band by band.

    A band is what stands between two lines that go across. A page that is not clearly in two
    columns stays as it is.
    """
    if len(lines) < _LEAST_LINES:
        return list(lines)
    gutter = _gutter(lines, width)
    if gutter is None:
        return list(lines)
    return list(_ordered(lines, gutter))


def _gutter(lines: Sequence[PageLine], width: float) -> float | None:
    """Find the middle of the widest upright strip that few lines cross, if the text on both sides
    is running text.
    """
    steps = int((_MIDDLE[1] - _MIDDLE[0]) * width / _STEP) + 1
    places = [_MIDDLE[0] * width + step * _STEP for step in range(steps)]
    most = _MOST_CROSSING * len(lines)
    clear = [sum(_crosses(line, place) for line in lines) <= most for place in places]
    strip = _longest_run(clear)
    if (len(strip) - 1) * _STEP < _LEAST_GUTTER - _STEP:
        return None
    gutter = (places[strip[0]] + places[strip[-1]]) / 2
    if _has_two_columns(lines, gutter):
        return gutter
    return None


def _longest_run(flags: Sequence[bool]) -> range:
    """Give the places of the longest run of true values, the first of several."""
    best = range(0)
    start = 0
    for place, flag in enumerate(flags):
        if not flag:
            start = place + 1
        elif place + 1 - start > len(best):
            best = range(start, place + 1)
    return best


def _crosses(line: PageLine, place: float) -> bool:
    """Tell whether ink of the line, or a blank between two of its words, stands at the place."""
    if not line.left < place < line.right:
        return False
    left = right = None
    for glyph in line.glyphs:
        if not glyph.sign.strip():
            continue
        if glyph.left <= place <= glyph.right:
            return True
        if glyph.right < place:
            left = max(glyph.right, left or 0.0)
        elif right is None or glyph.left < right:
            right = glyph.left
    return left is None or right is None or right - left < _LEAST_GUTTER


def _has_two_columns(lines: Sequence[PageLine], gutter: float) -> bool:
    sides: tuple[list[PageLine], list[PageLine]] = ([], [])
    for line in lines:
        if not _crosses(line, gutter):
            for side, part in zip(sides, _halves_of(line, gutter), strict=True):
                if part is not None:
                    side.append(part)
    return all(_is_running_text(side) for side in sides)


def _is_running_text(side: Sequence[PageLine]) -> bool:
    """Decide whether a side of a gutter is a column: many lines, long ones, most from one edge."""
    if len(side) < _LEAST_LINES:
        return False
    lengths = sorted(len(line.text) for line in side)
    edge = median(line.left for line in side)
    aligned = sum(abs(line.left - edge) <= _ALIGNED for line in side)
    return lengths[len(side) // 2] >= _LEAST_LENGTH and aligned >= _LEAST_ALIGNED * len(
        side
    )


def _halves_of(
    line: PageLine, gutter: float
) -> tuple[PageLine | None, PageLine | None]:
    if line.right <= gutter:
        return line, None
    if line.left >= gutter:
        return None, line
    left = [glyph for glyph in line.glyphs if glyph.right <= gutter]
    right = [glyph for glyph in line.glyphs if glyph.right > gutter]
    return line_of_glyphs(left), line_of_glyphs(right)


def _ordered(lines: Sequence[PageLine], gutter: float) -> Iterator[PageLine]:
    left: list[PageLine] = []
    right: list[PageLine] = []
    for line in sorted(lines, key=lambda line: line.top):
        if _crosses(line, gutter):
            yield from left
            yield from right
            left, right = [], []
            yield line
            continue
        first, second = _halves_of(line, gutter)
        if first:
            left += (first,)
        else:
            left += ()
        if second:
            right += (second,)
        else:
            right += ()
    yield from left
    yield from right
