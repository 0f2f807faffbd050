"""What the decoder carries along: zones of a norm, decisions linked to the one before,
states, doubts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from lawtool.structure.headings import Sign
from lawtool.structure.reading import Reading
from lawtool.structure.stack import ROOT, Frame, Number


class Zone(IntEnum):
    """The part of a norm that a line belongs to."""

    FRONT = 0
    """Before the first article: title, ementa, preamble."""
    BODY = 1
    CLOSE = 2
    ANNEX = 3
    REASONS = 4
    """Justificativa or mensagem."""
    OTHER = 5
    """Other matter of a gazette, which is no part of the norm."""


@dataclass(slots=True, kw_only=True)
class Move:
    """One decision, linked to the one before. `depth` is where on the stack the new
    node hangs."""

    before: Move | None
    segment: int
    zone: Zone
    sign: Sign | None = None
    reading: Reading | None = None
    number: Number = ()
    depth: int = 0
    opens_quote: bool = False
    repaired: bool = False
    new_norm: bool = False
    opens_annex: bool = False
    """The rules that the norm approves begin here, printed behind it without the word
    Anexo."""


@dataclass(slots=True)
class State:
    """A way to read the text so far: its cost, where it stands, its last decision."""

    cost: float
    zone: Zone
    titled: bool
    frames: tuple[Frame, ...]
    move: Move | None

    def after(self, move: Move, cost: float, frames: tuple[Frame, ...]) -> State:
        """Give the state behind a decision that adds `cost` and leaves these frames."""
        return State(self.cost + cost, move.zone, self.titled, frames, move)


START = State(cost=0.0, zone=Zone.FRONT, titled=False, frames=(ROOT,), move=None)


def cost_of(state: State) -> float:
    """Give the cost of a state, to sort by."""
    return state.cost


@dataclass(frozen=True, slots=True)
class Doubt:
    """Two ways to read the text up to a point from which they go on alike, nearly
    equally cheap."""

    taken: Move
    other: Move
    margin: float


def differing(doubt: Doubt) -> tuple[Move | None, Move | None]:
    """Find the first decisions in which two readings part: (taken, runner-up), None for
    running text."""
    taken: Move | None = doubt.taken
    other: Move | None = doubt.other
    parted: tuple[Move | None, Move | None] = (None, None)
    while taken is not other:
        if other is None or (taken is not None and taken.segment > other.segment):
            assert taken is not None
            parted, taken = (taken, None), taken.before
        elif taken is None or other.segment > taken.segment:
            parted, other = (None, other), other.before
        else:
            if _meaning(taken) != _meaning(other):
                parted = (taken, other)
            taken, other = taken.before, other.before
    return parted


def _meaning(move: Move) -> tuple[object, ...]:
    if move.reading:
        kind = move.reading.kind
    else:
        kind = None
    return kind, move.sign, move.number, move.depth
