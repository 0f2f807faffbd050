"""The decoder: the cheapest consistent reading of all lines of a source.

State is a zone and a stack of open provisions. For each segment that may be a label or
a heading every live state is carried
on with every reading of it (`label_moves`, `heading_moves`); states that have become
equal are merged, dear ones dropped.
Costs are nats (`costs`). Linear in the segments: the beam is bounded, and so is the
stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawtool.structure.costs import IMPOSSIBLE
from lawtool.structure.heading_moves import carry_aside, carry_heading, carry_text
from lawtool.structure.headings import ASIDES, Sign
from lawtool.structure.label_moves import carry_label, continue_list
from lawtool.structure.moves import START, Doubt, Move, State, Zone, cost_of
from lawtool.structure.scene import Scene
from lawtool.structure.segments import Segment, Style
from lawtool.structure.stack import Frame

BEAM = 8
"""States that are carried on."""
SLACK = 6.0
"""A state this much dearer than the best is dropped; a noisy source holds its doubts
longer before they are settled."""
_SLACK_OF_NOISE = 20.0
DOUBT = 1.5
"""A runner-up that costs less than this more is reported."""


class Decoder:
    """Carries states over the segments of one source."""

    def __init__(self, segments: Sequence[Segment], style: Style) -> None:
        self.segments = segments
        self.slack = SLACK + _SLACK_OF_NOISE * min(style.noise, 0.3)
        self.doubts: list[Doubt] = []
        self.scene = Scene(segments=segments, style=style, segment=segments[0])

    def decode(self) -> list[Move]:
        """Give the decisions of the cheapest reading, in order. Segments without one
        continue the node before them."""
        states = [START]
        for index, segment in enumerate(self.segments):
            if segment.decides and not _moves_nothing(segment, states):
                self.scene.index = index
                self.scene.segment = segment
                states = self._step(states)
        best = min(states, key=cost_of)
        for other in states:
            if other is not best:
                self._doubt(best, other)
        return _moves_to(best)

    def _step(self, states: list[State]) -> list[State]:
        """Carry all states over the segment of the scene."""
        scene = self.scene
        if len(states) == 1:
            placed = _short_way(scene, states[0])
            if placed is not None:
                return [placed]
        scene.limit = states[0].cost + IMPOSSIBLE
        return self._prune(new for state in states for new in _carry(scene, state))

    def _doubt(self, one: State, two: State) -> None:
        """Keep two readings that cost nearly the same."""
        taken, other = sorted((one, two), key=cost_of)
        margin = other.cost - taken.cost
        if margin < DOUBT and taken.move is not None and other.move is not None:
            self.doubts.append(Doubt(taken=taken.move, other=other.move, margin=margin))

    def _prune(self, states: Iterator[State]) -> list[State]:
        """Keep the cheapest of equal states, those within reach of the best, the best
        first."""
        scene = self.scene
        best: dict[tuple[Zone, bool, tuple[Frame, ...]], State] = {}
        for state in states:
            if state.cost > scene.limit:
                continue
            scene.limit = min(scene.limit, state.cost + self.slack)
            key = (state.zone, state.titled, state.frames)
            known = best.get(key)
            if known is None:
                best[key] = state
                continue
            self._doubt(state, known)
            if state.cost < known.cost:
                best[key] = state
        ranked = sorted(best.values(), key=cost_of)
        return [state for state in ranked[:BEAM] if state.cost <= scene.limit]


def _moves_to(state: State) -> list[Move]:
    """Give all decisions that lead to a state, in order."""
    moves: list[Move] = []
    move = state.move
    while move is not None:
        moves.append(move)
        move = move.before
    return moves[::-1]


def _moves_nothing(segment: Segment, states: list[State]) -> bool:
    """Tell names and clauses inside a closing, the preamble at its place: they are read
    later, and decide nothing here."""
    if segment.readings or segment.heading is None:
        return False
    sign = segment.heading.sign
    if sign in (Sign.NAME, Sign.CLAUSE, Sign.CLOSING):
        return all(state.zone in (Zone.CLOSE, Zone.OTHER) for state in states)
    return sign is Sign.PREAMBLE and all(state.zone is Zone.FRONT for state in states)


def _short_way(scene: Scene, state: State) -> State | None:
    """Carry a state over a label beyond doubt in a clean text; None where anything else
    could be meant."""
    if not scene.segment.sure or scene.style.noise or state.zone is not Zone.BODY:
        return None
    return continue_list(scene, state)


def _carry(scene: Scene, state: State) -> Iterator[State]:
    """Give all states that a state may become by the segment of the scene."""
    segment = scene.segment
    if segment.heading is not None and segment.heading.sign in ASIDES:
        yield carry_aside(scene, state)
        return
    placed = _short_way(scene, state)
    if placed is not None:
        yield placed
        return
    # Labels first: they are mostly right, and what they cost bounds the rest.
    for reading in segment.readings:
        yield from carry_label(scene, state, reading)
    if segment.heading is not None:
        yield from carry_heading(scene, state, segment.heading)
    yield carry_text(scene, state)
