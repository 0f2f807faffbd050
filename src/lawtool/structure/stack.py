"""The stack of open provisions: frames, what may hang below what, numbers in a row,
quoted blocks."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from lawtool.model import Kind
from lawtool.structure.costs import COST, IMPOSSIBLE
from lawtool.structure.reading import Reading
from lawtool.structure.segments import Segment


class Tier(IntEnum):
    """What a frame of the stack stands for. The first six index `Frame.last`."""

    ARTIGO = 0
    PARAGRAFO = 1
    INCISO = 2
    ALINEA = 3
    ITEM = 4
    ENTRY = 5
    """An entry behind a dash or a bullet, counted and not numbered."""
    ROOT = 6
    ALTERACAO = 7
    ANEXO = 8
    GROUP = 9
    """A heading of a norm without articles, below which numbers begin again."""


TIERS = {
    Kind.ARTIGO: Tier.ARTIGO,
    Kind.PARAGRAFO: Tier.PARAGRAFO,
    Kind.INCISO: Tier.INCISO,
    Kind.ALINEA: Tier.ALINEA,
    Kind.ITEM: Tier.ITEM,
}


def tier_of(reading: Reading) -> Tier:
    """Give the tier of a label."""
    if reading.bullet:
        return Tier.ENTRY
    return TIERS[reading.kind]


Number = tuple[int, ...]
"""5 → (5,), 5-A → (5, 1)."""


class Frame(NamedTuple):
    """An open provision: its tier, its number, the last number of its children by tier.

    For a quoted block `number` is (quote, substance): whether the quotation is unmarked
    (0), open (1) or closed (2), and
    whether it has quoted more than omission marks.
    """

    tier: Tier
    number: Number
    last: tuple[Number | None, ...]


NO_CHILDREN: tuple[Number | None, ...] = (None,) * 6
ROOT = Frame(Tier.ROOT, (), NO_CHILDREN)
ANNEX = Frame(Tier.ANEXO, (1,), NO_CHILDREN)

GROUP = Frame(Tier.GROUP, (1,), NO_CHILDREN)

UNMARKED, OPEN, CLOSED = 0, 1, 2

_X = IMPOSSIBLE
# Rows: the parent's tier; columns: artigo, parágrafo, inciso, alínea, item, entry. LC
# 95/1998 art. 10, loosened by what old
# laws do: incisos hold items (Guariba 1992), articles hold alíneas, alíneas hold roman
# sub-items.
COMPATIBLE: tuple[tuple[float, ...], ...] = (
    (_X, 0.0, 0.0, 1.0, 2.5, 1.0),  # artigo
    (_X, _X, 0.0, 1.0, 2.5, 1.0),  # parágrafo
    (_X, _X, _X, 0.0, 1.0, 0.5),  # inciso
    (_X, _X, 3.0, _X, 0.0, 0.5),  # alínea
    (_X, _X, 1.5, 0.5, _X, 0.5),  # item
    (_X, _X, _X, _X, _X, _X),  # entry
    (0.0, 8.0, 6.0, 7.0, 7.0, _X),  # root
    (0.0, 0.2, 0.2, 0.2, 1.0, 2.0),  # alteração
    (0.5, 3.0, 0.5, 0.5, 0.0, 0.5),  # anexo
    (_X, 8.0, 0.2, 0.3, 0.0, 0.3),  # heading of a norm without articles
)
NESTED_ITEMS = 0.5
"""An item below an item, in a norm without articles: lists of Markdown nest without
another sign."""

# The alphabet before 2009 had no k, w and y: an alínea l may follow j.
OLD_ALPHABET = {(10, 12), (22, 24), (24, 26)}


def expected(previous: Number | None) -> int:
    """Give the number that a list wants next."""
    if previous is None:
        return 1
    return previous[0] + 1


def sequence_cost(previous: Number | None, number: Number, *, sole: bool) -> float:
    """Price that `number` follows `previous` in a list, None for the first of the
    list."""
    if previous is None:
        if number == (1,):
            return 0.0
        return COST.first_number + COST.first_number_step * min(number[0], 8)
    if sole:
        return COST.sole_not_alone
    if len(number) == 1 and number[0] == previous[0] + 1:
        return 0.0
    if _inserted(previous, number):
        return COST.number_inserted
    if number == previous:
        return COST.number_repeated
    if number < previous:
        return COST.number_back
    gap = COST.number_gap + COST.number_gap_step * min(number[0] - previous[0], 6)
    if len(number) > 1:
        gap += COST.number_gap_inserted
    return gap


def _inserted(previous: Number, number: Number) -> bool:
    """Whether 5-A follows 5, or 5-B follows 5-A."""
    if number[:-1] == previous:
        return number[-1] == 1
    alike = len(number) == len(previous) > 1 and number[:-1] == previous[:-1]
    return alike and number[-1] == previous[-1] + 1


# --- quoted blocks --------------------------------------------------------------------


def quoting(frames: tuple[Frame, ...]) -> int:
    """Find the innermost quoted block on the stack: its index, -1 for none."""
    for index in range(len(frames) - 1, 0, -1):
        if frames[index].tier is Tier.ALTERACAO:
            return index
    return -1


def quote_after(frames: tuple[Frame, ...], segment: Segment) -> tuple[Frame, ...]:
    """Give the stack after the text of a segment, which may open or close the
    quotation."""
    quoted = quoting(frames)
    if quoted < 0:
        return frames
    block = frames[quoted]
    quote, substance = block.number
    if segment.quote_opens:
        quote = OPEN
    if segment.quote_closes:
        quote = CLOSED
    if segment.substantive:
        substance = 1
    if (quote, substance) == block.number:
        return frames
    changed = Frame(block.tier, (quote, substance), block.last)
    return (*frames[:quoted], changed, *frames[quoted + 1 :])


def staying_cost(
    frames: tuple[Frame, ...],
    quoted: int,
    tier: Tier,
    reading: Reading,
    segment: Segment,
) -> float:
    """Price a label in the quoted block at `quoted`: little while the quotation is
    open."""
    quote, substance = frames[quoted].number
    cost = 0.0
    if segment.amends and not segment.quote_opens:
        cost += COST.quoted_amends
    if quote == OPEN or segment.quote_opens:
        return cost
    # The number that the amending norm itself expects is rather its own.
    if tier is Tier.ARTIGO and reading.number == expected(frames[0].last[Tier.ARTIGO]):
        cost += COST.quoted_expected
    if quote == CLOSED and substance:
        cost += COST.quoted_behind_close
    return cost


def leaving_cost(block: Frame, segment: Segment) -> float:
    """Price going on with the amending norm: much while the quotation is open or has
    quoted nothing yet."""
    quote, substance = block.number
    if segment.quote_opens or not substance:
        return COST.quote_empty_left
    if segment.amends:
        return COST.quote_closed_left
    if quote == UNMARKED:
        return COST.quote_unmarked_left
    if quote == OPEN:
        return COST.quote_open_left
    return COST.quote_closed_left


def quoted_block(segment: Segment, number: int) -> Frame:
    """The frame of a quotation that a segment opens; `number` 1 where an annex is quoted."""
    if segment.quote_opens:
        mark = OPEN
    else:
        mark = UNMARKED
    return Frame(Tier.ALTERACAO, (mark, number), NO_CHILDREN)


def quote_cost(segment: Segment) -> float:
    """Price the opening of a quoted block before a segment."""
    if not segment.announces:
        if segment.colon:
            return COST.quote_unannounced_behind_colon
        return COST.quote_unannounced
    if segment.quote_opens:
        cost = COST.quote_opened
    else:
        cost = COST.quote_unmarked
    if not segment.colon:
        cost += COST.quote_without_colon
    return cost
