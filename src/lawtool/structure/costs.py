"""What the decoder carries along (states, steps, frames) and what it charges, in nats.

The figures are negative logarithms of how often a thing was seen on the field corpus of municipal law and on pages read by
Tesseract, rounded; what matters is their order.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from lawtool.model import Kind
from lawtool.structure.headings import Sign
from lawtool.structure.printed_labels import IMPOSSIBLE, Reading


class Level(IntEnum):
    """What a frame of the stack stands for. The first six index `Frame.last`."""

    ARTIGO = 0
    PARAGRAFO = 1
    INCISO = 2
    ALINEA = 3
    ITEM = 4
    ROOT = 5
    ALTERACAO = 6
    ANEXO = 7


class Zone(IntEnum):
    FRONT = 0
    """Before the first article: title, ementa, preamble."""
    BODY = 1
    CLOSE = 2
    ANNEX = 3
    REASONS = 4
    """Justificativa or mensagem."""


LEVELS = {
    Kind.ARTIGO: Level.ARTIGO,
    Kind.PARAGRAFO: Level.PARAGRAFO,
    Kind.INCISO: Level.INCISO,
    Kind.ALINEA: Level.ALINEA,
    Kind.ITEM: Level.ITEM,
}

Number = tuple[int, ...]
"""5 → (5,), 5-A → (5, 1)."""

# A frame: level, number, last numbers of its children by level; for ALTERACAO the number is (quote, substance).
Frame = tuple[Level, Number, tuple[Number | None, ...]]
NO_CHILDREN: tuple[Number | None, ...] = (None,) * 5
ROOT: Frame = (Level.ROOT, (), NO_CHILDREN)

_X = IMPOSSIBLE
# Rows: the parent's level; columns: artigo, parágrafo, inciso, alínea, item. LC 95/1998 art. 10, loosened by what old
# laws do: incisos hold items (Guariba 1992), articles hold alíneas, alíneas hold roman sub-items.
COMPATIBLE: tuple[tuple[float, ...], ...] = (
    (_X, 0.0, 0.0, 1.0, 2.5),  # artigo
    (_X, _X, 0.0, 1.0, 2.5),  # parágrafo
    (_X, _X, _X, 0.0, 1.0),  # inciso
    (_X, _X, 3.0, _X, 0.0),  # alínea
    (_X, _X, 1.5, 0.5, _X),  # item
    (0.0, 8.0, 6.0, 7.0, 7.0),  # root
    (0.0, 0.2, 0.2, 0.2, 1.0),  # alteração
    (0.5, 3.0, 0.5, 0.5, 0.0),  # anexo
)

BEAM = 8
SLACK = 6.0
DOUBT = 1.5
"""A runner-up that costs less than this more is reported."""


@dataclass(slots=True)
class Step:
    """One decision, linked to the one before. `depth` is where on the stack the new node hangs."""

    before: Step | None
    segment: int
    zone: Zone
    sign: Sign | None = None
    reading: Reading | None = None
    number: Number = ()
    depth: int = 0
    opens_quote: bool = False
    repaired: bool = False
    new_norm: bool = False


@dataclass(slots=True)
class State:
    cost: float
    zone: Zone
    titled: bool
    frames: tuple[Frame, ...]
    step: Step | None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Two ways to read the text up to a point from which they go on alike, nearly equally cheap."""

    taken: Step
    other: Step
    margin: float


def cost_of(state: State) -> float:
    return state.cost


START = State(cost=0.0, zone=Zone.FRONT, titled=False, frames=(ROOT,), step=None)


def sequence_cost(previous: Number | None, number: Number, *, sole: bool) -> float:
    """What it costs that `number` follows `previous` in a list. Of 27,175 articles 12 repeat and 86 jump; of 20,901 incisos
    24 and 148."""
    if previous is None:
        first = number[0]
        return 0.0 if first == 1 and len(number) == 1 else 4.0 + 0.3 * min(first, 8)
    if sole:
        return 4.0
    if len(number) == 1 and number[0] == previous[0] + 1:
        return 0.0
    if number[:-1] == previous and number[-1] == 1:
        return 0.3
    if (
        len(number) == len(previous) > 1
        and number[:-1] == previous[:-1]
        and number[-1] == previous[-1] + 1
    ):
        return 0.3
    if number == previous:
        return 5.0
    if number > previous:
        return 3.5 + 0.4 * min(number[0] - previous[0], 6) + (1.0 if len(number) > 1 else 0.0)
    return 5.5


# The alphabet before 2009 had no k, w and y: an alínea l may follow j.
OLD_ALPHABET = {(10, 12), (22, 24), (24, 26)}


def expected(previous: Number | None) -> int:
    return 1 if previous is None else previous[0] + 1


IGNORING = {Zone.FRONT: 1.0, Zone.BODY: 1.0, Zone.CLOSE: 0.7, Zone.ANNEX: 0.6, Zone.REASONS: 0.3}
"""How much of the cost of a label counts when it is taken for running text, by zone."""


def differing(doubt: Doubt) -> tuple[Step | None, Step | None]:
    """The first decisions in which two readings part: (taken, runner-up), None for running text."""
    taken: Step | None = doubt.taken
    other: Step | None = doubt.other
    parted: tuple[Step | None, Step | None] = (None, None)
    while taken is not other:
        if other is None or (taken is not None and taken.segment > other.segment):
            assert taken is not None
            parted, taken = (taken, None), taken.before
        elif taken is None or other.segment > taken.segment:
            parted, other = (None, other), other.before
        else:
            if _said(taken) != _said(other):
                parted = (taken, other)
            taken, other = taken.before, other.before
    return parted


def _said(step: Step) -> tuple[object, ...]:
    return step.reading.kind if step.reading else None, step.sign, step.number, step.depth
