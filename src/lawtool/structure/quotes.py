"""Quoted blocks on the stack: whether the quotation is open, what it has quoted, what staying in it or leaving it costs."""

from __future__ import annotations

from lawtool.structure.costs import Frame, Level, expected
from lawtool.structure.printed_labels import Reading
from lawtool.structure.segments import Segment


def quoting(frames: tuple[Frame, ...]) -> int:
    """Index of the innermost quoted block on the stack, -1 for none."""
    for index in range(len(frames) - 1, 0, -1):
        if frames[index][0] is Level.ALTERACAO:
            return index
    return -1


def quote_after(frames: tuple[Frame, ...], segment: Segment) -> tuple[Frame, ...]:
    """The quoted block on the stack after the text of a segment."""
    quoted = quoting(frames)
    if quoted < 0:
        return frames
    level, (quote, substance), last = frames[quoted]
    if segment.quote_opens:
        quote = 1
    if segment.quote_closes:
        quote = 2
    substance = 1 if segment.substantive else substance
    return (*frames[:quoted], (level, (quote, substance), last), *frames[quoted + 1 :])


def staying_cost(
    frames: tuple[Frame, ...], quoted: int, level: Level, reading: Reading, segment: Segment
) -> float:
    """What it costs to count a label in with the quoted block at `quoted`: little while the quotation is open."""
    quote, substance = frames[quoted][1]
    if quote == 1 or segment.quote_opens:
        return 0.0
    # The number that the amending norm itself expects is rather its own.
    own = level is Level.ARTIGO and reading.number == expected(frames[0][2][Level.ARTIGO])
    closed = quote == 2 and bool(substance)
    return (1.0 if own else 0.0) + (2.0 if closed else 0.0)


def leaving_cost(frame: Frame, segment: Segment) -> float:
    """What it costs to go on with the amending norm: much while the quotation is open or has quoted nothing yet."""
    quote, substance = frame[1]
    if segment.quote_opens or not substance:
        return 3.0
    return {0: 0.5, 1: 2.5, 2: 0.1}[quote]
