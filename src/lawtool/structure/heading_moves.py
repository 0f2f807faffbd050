"""Moves that take a segment for a heading, for something beside the law (a note, a
table), or for running text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from lawtool.model import Kind
from lawtool.structure.costs import COST
from lawtool.structure.headings import Heading, Sign
from lawtool.structure.moves import Move, State, Zone
from lawtool.structure.scene import Scene
from lawtool.structure.segments import Segment
from lawtool.structure.stack import (
    ANNEX,
    CLOSED,
    GROUP,
    NO_CHILDREN,
    OPEN,
    ROOT,
    Frame,
    Tier,
    quote_after,
    quote_cost,
    quoted_block,
    quoting,
)
from lawtool.structure.titles import is_own_act

_IGNORING = {
    Zone.FRONT: COST.ignored_in_front,
    Zone.BODY: COST.ignored_in_body,
    Zone.CLOSE: COST.ignored_in_closing,
    Zone.ANNEX: COST.ignored_in_annex,
    Zone.REASONS: COST.ignored_in_reasons,
    Zone.OTHER: 0.0,
}
"""How much of the cost of a label counts when it is taken for running text, by zone."""

_SECOND_TITLE = {
    Zone.FRONT: COST.title_in_front,
    Zone.BODY: COST.title_in_body,
    Zone.CLOSE: COST.title_behind_closing,
    Zone.ANNEX: COST.title_in_annex,
    Zone.REASONS: COST.title_in_reasons,
    Zone.OTHER: COST.title_in_matter,
}
"""What it costs that a norm begins behind another, by the zone in which that one
stands."""


# --- beside the law, and running text -------------------------------------------------


def carry_aside(scene: Scene, state: State) -> State:
    """Take a note, a drawn table or an omission mark: it hangs where it stands and
    opens no tier."""
    segment = scene.segment
    if segment.heading is not None:
        sign = segment.heading.sign
    else:
        sign = None
    move = Move(before=state.move, segment=scene.index, zone=state.zone, sign=sign)
    frames = state.frames
    if sign is Sign.OMISSION and _opens_quote(state, segment):
        move.opens_quote, move.depth = True, len(frames)
        if segment.quote_closes:
            mark = CLOSED
        else:
            mark = OPEN
        frames = (*frames, Frame(Tier.ALTERACAO, (mark, 0), NO_CHILDREN))
    return state.after(move, 0.0, frames)


def _opens_quote(state: State, segment: Segment) -> bool:
    announced = segment.quote_opens and segment.announces
    return announced and state.zone is Zone.BODY and quoting(state.frames) < 0


def carry_text(scene: Scene, state: State) -> State:
    """Take a segment for running text, whatever it looks like."""
    segment = scene.segment
    cost = _ignored_label(scene, state)
    if segment.heading is not None:
        cost += _ignored_heading(scene, state, segment.heading)
    frames = quote_after(state.frames, segment)
    return State(state.cost + cost, state.zone, state.titled, frames, state.move)


def _ignored_label(scene: Scene, state: State) -> float:
    """Price a label that is taken for running text."""
    segment = scene.segment
    if segment.listed:
        return COST.listed_ignored
    if not segment.readings or segment.glued:
        return 0.0
    cost = max(reading.ignore for reading in segment.readings)
    if state.zone is Zone.BODY or segment.readings[0].kind is not Kind.ARTIGO:
        cost *= _IGNORING[state.zone]
    wrapped = scene.style.wrapped
    if segment.ended:
        return cost * (COST.ignored_wrapped if wrapped else COST.ignored_ended)
    return cost * (COST.ignored_wrapped_unended if wrapped else COST.ignored_unended)


def _ignored_heading(scene: Scene, state: State, heading: Heading) -> float:
    """Price a heading that is taken for running text."""
    price = _IGNORED.get(heading.sign)
    if price is None:
        return 0.0
    return price(scene, state, heading)


def _ignored_grouping(scene: Scene, state: State, heading: Heading) -> float:
    if heading.implicit and not scene.style.articleless:
        return 0.0
    if state.zone in (Zone.BODY, Zone.FRONT, Zone.ANNEX):
        return COST.grouping_ignored
    return COST.grouping_ignored_behind


def _ignored_title(scene: Scene, state: State, heading: Heading) -> float:
    if state.zone is Zone.FRONT and state.titled:
        return 0.0
    if heading.cost < 1:
        return COST.title_ignored
    return COST.title_weak_ignored


def _ignored_part(scene: Scene, state: State, heading: Heading) -> float:
    """Price an annex or a justificativa that is taken for running text."""
    if heading.implicit and state.zone is not Zone.CLOSE:
        return 0.0
    return COST.annex_ignored


def _ignored_closing(scene: Scene, state: State, heading: Heading) -> float:
    if state.zone is Zone.BODY:
        return COST.closing_ignored
    if state.zone is Zone.FRONT:
        return COST.closing_ignored_in_front
    return 0.0


def _ignored_name(scene: Scene, state: State, heading: Heading) -> float:
    segment = scene.segment
    shouted = segment.ended and segment.text.isupper()
    if state.zone is Zone.BODY and shouted and _name_fits(scene):
        return COST.name_ignored
    return 0.0


def _ignored_matter(scene: Scene, state: State, heading: Heading) -> float:
    if state.zone is Zone.CLOSE:
        return COST.matter_ignored
    return 0.0


def _ignored_preamble(scene: Scene, state: State, heading: Heading) -> float:
    if state.zone is Zone.CLOSE:
        return COST.preamble_ignored
    return 0.0


_IGNORED: dict[Sign, Callable[[Scene, State, Heading], float]] = {
    Sign.GROUPING: _ignored_grouping,
    Sign.TITLE: _ignored_title,
    Sign.ANNEX: _ignored_part,
    Sign.JUSTIFICATION: _ignored_part,
    Sign.CLOSING: _ignored_closing,
    Sign.NAME: _ignored_name,
    Sign.MATTER: _ignored_matter,
    Sign.PREAMBLE: _ignored_preamble,
}


# --- headings -------------------------------------------------------------------------


def carry_heading(scene: Scene, state: State, heading: Heading) -> Iterator[State]:
    """Give the states in which the segment is this heading."""
    carry = _HEADINGS.get(heading.sign)
    if carry is None:
        return
    cost = heading.cost
    broken = not scene.segment.ended and scene.style.wrapped
    if broken and heading.sign is not Sign.CLOSING:
        cost += COST.heading_unended
    move = Move(
        before=state.move, segment=scene.index, zone=state.zone, sign=heading.sign
    )
    yield from carry(scene, state, move, cost)


def _begin_norm(state: State, move: Move, cost: float) -> State:
    """Give the state in which another norm begins here."""
    move.new_norm = True
    move.zone = Zone.FRONT
    return State(state.cost + cost, Zone.FRONT, True, (ROOT,), move)


def _carry_title(
    scene: Scene, state: State, move: Move, cost: float
) -> Iterator[State]:
    if state.zone is Zone.FRONT and not state.titled:
        yield State(state.cost + cost, Zone.FRONT, True, (ROOT,), move)
        return
    unnumbered = state.zone is Zone.CLOSE and not is_own_act(scene.segment.text)
    again = state.zone in (Zone.CLOSE, Zone.ANNEX) and _repeats_title(scene, state)
    if unnumbered or again:
        yield _open_annex(state, replace(move), cost + COST.title_repeated)
        cost += COST.title_twice
    cost += _SECOND_TITLE[state.zone]
    if quoting(state.frames) >= 0:
        cost += COST.title_quoted
    yield _begin_norm(state, move, cost)


_NUMBERED = re.compile(r"(?P<species>[^\W\d_]+)\D*(?P<number>\d[\d.]*)")


def _repeats_title(scene: Scene, state: State) -> bool:
    """Tell the title of the norm itself, printed again over the rules that it
    approves."""
    move = state.move
    while move is not None and move.sign is not Sign.TITLE:
        move = move.before
    if move is None:
        return False
    own = _NUMBERED.match(scene.segments[move.segment].text)
    again = _NUMBERED.match(scene.segment.text)
    return own is not None and again is not None and own.groups() == again.groups()


def _open_annex(state: State, move: Move, cost: float) -> State:
    move.sign = Sign.ANNEX
    move.zone = Zone.ANNEX
    return state.after(move, cost, (ROOT, ANNEX))


def _carry_preamble(
    scene: Scene, state: State, move: Move, cost: float
) -> Iterator[State]:
    """A norm without a title may begin behind another."""
    if state.zone in (Zone.CLOSE, Zone.OTHER):
        yield _begin_norm(state, move, cost + COST.preamble_behind_closing)
    elif state.zone is Zone.ANNEX:
        yield _begin_norm(state, move, cost + COST.preamble_in_annex)


def _carry_grouping(
    scene: Scene, state: State, move: Move, cost: float
) -> Iterator[State]:
    if state.zone not in (Zone.FRONT, Zone.BODY, Zone.ANNEX):
        return
    if scene.style.articleless:
        yield _articleless_heading(scene, state, move, cost)
        return
    if scene.segment.heading is not None and scene.segment.heading.implicit:
        return
    frames = _to_articles(state.frames)
    move.depth = len(frames)
    inside = frames[-1].tier is Tier.ALTERACAO
    segment = scene.segment
    announced = segment.announces and (segment.colon or segment.quote_opens)
    foreign = announced or segment.quote_opens
    if foreign and not inside:
        own = cost + COST.grouping_quoted
    else:
        own = cost
    yield state.after(move, own, frames)
    if foreign and state.zone is Zone.BODY and quoting(state.frames) < 0:
        yield _quote_grouping(scene, state, cost)


def _articleless_heading(scene: Scene, state: State, move: Move, cost: float) -> State:
    """Give the state below a heading of a norm without articles; the first marked one
    is its title."""
    first = (
        state.move is None and state.zone is Zone.FRONT and scene.segment.line.heading
    )
    if first:
        move.sign = Sign.TITLE
        return State(state.cost + cost, Zone.FRONT, True, (ROOT,), move)
    move.zone = Zone.BODY
    move.depth = 1
    return state.after(move, cost, (ROOT, GROUP))


def _quote_grouping(scene: Scene, state: State, cost: float) -> State:
    """Let a heading open a quotation: `"TÍTULO VI-A`."""
    move, block = _open_quotation(scene, state, Sign.GROUPING, 0)
    cost += quote_cost(scene.segment)
    return state.after(move, cost, (*state.frames, block))


def _open_quotation(
    scene: Scene, state: State, sign: Sign, number: int
) -> tuple[Move, Frame]:
    """The move that opens a quotation, and the block that holds what is quoted."""
    move = Move(
        before=state.move,
        segment=scene.index,
        zone=state.zone,
        sign=sign,
        depth=len(state.frames),
        opens_quote=True,
    )
    return move, quoted_block(scene.segment, number)


def _to_articles(frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Close everything below the tier that holds articles."""
    quoted = quoting(frames)
    if quoted >= 0 and frames[quoted].number[0] != CLOSED:
        return frames[: quoted + 1]
    if len(frames) > 1 and frames[1].tier is Tier.ANEXO:
        return frames[:2]
    return frames[:1]


def _carry_annex(
    scene: Scene, state: State, move: Move, cost: float
) -> Iterator[State]:
    segment = scene.segment
    implicit = segment.heading is not None and segment.heading.implicit
    if state.zone is Zone.FRONT or (implicit and state.zone is not Zone.CLOSE):
        return
    if state.zone is Zone.BODY:
        cost += COST.annex_in_body
    if segment.announces or segment.quote_opens:
        if (
            state.zone is Zone.BODY
            and segment.new_wording
            and quoting(state.frames) < 0
        ):
            yield _quote_annex(scene, state, cost - COST.annex_in_body)
        cost += COST.annex_amended
    yield _open_annex(state, move, cost)


def _quote_annex(scene: Scene, state: State, cost: float) -> State:
    """Let an annex be what is quoted: `O Anexo I passa a vigorar com a seguinte redação:`."""
    move, block = _open_quotation(scene, state, Sign.ANNEX, 1)
    cost += quote_cost(scene.segment)
    return state.after(move, cost, (*state.frames, block, ANNEX))


def _carry_justification(
    scene: Scene, state: State, move: Move, cost: float
) -> Iterator[State]:
    if state.zone is Zone.BODY:
        cost += COST.reasons_in_body
    move.zone = Zone.REASONS
    yield state.after(move, cost, state.frames[:1])


def _carry_matter(
    scene: Scene, state: State, move: Move, cost: float
) -> Iterator[State]:
    """Let other matter begin behind a norm, or before the first title."""
    untitled = state.zone is Zone.FRONT and not state.titled
    if untitled or state.zone in (Zone.CLOSE, Zone.REASONS):
        move.zone = Zone.OTHER
        yield state.after(move, cost, state.frames[:1])


def _carry_closing(
    scene: Scene, state: State, move: Move, cost: float
) -> Iterator[State]:
    """Let a date, a clause or a name close the body."""
    if state.zone is Zone.BODY:
        if move.sign is Sign.NAME and not _name_fits(scene):
            return
        move.zone = Zone.CLOSE
        cost += _closing_cost(scene, state, move.sign)
        yield state.after(move, cost, state.frames[:1])
    elif state.zone is Zone.FRONT and move.sign is Sign.CLOSING and state.titled:
        # A norm without articles: its words stand between the enacting formula and the
        # closing.
        move.zone = Zone.CLOSE
        yield state.after(move, cost + COST.closing_in_front, state.frames)


def _closing_cost(scene: Scene, state: State, sign: Sign | None) -> float:
    segment = scene.segment
    cost = 0.0
    if not segment.ended:
        scanned = sign is Sign.CLOSING and scene.style.noise > 0
        if scanned:
            cost += COST.closing_unended_scanned
        else:
            cost += COST.closing_unended
    quoted = quoting(state.frames)
    if quoted >= 0:
        # A quotation that is still open may hold the closing line of the norm that it
        # quotes.
        still_open = state.frames[quoted].number[0] == OPEN
        if still_open:
            cost += COST.closing_quoted
        else:
            cost += COST.closing_behind_quote
    if sign is not Sign.CLOSING and not segment.text.isupper():
        cost += COST.closing_weak
    return cost


_HEADINGS: dict[Sign, Callable[[Scene, State, Move, float], Iterator[State]]] = {
    Sign.TITLE: _carry_title,
    Sign.PREAMBLE: _carry_preamble,
    Sign.GROUPING: _carry_grouping,
    Sign.ANNEX: _carry_annex,
    Sign.JUSTIFICATION: _carry_justification,
    Sign.MATTER: _carry_matter,
    Sign.CLOSING: _carry_closing,
    Sign.CLAUSE: _carry_closing,
    Sign.NAME: _carry_closing,
}

_BEHIND_A_BODY = (
    Sign.TITLE,
    Sign.ANNEX,
    Sign.NAME,
    Sign.CLAUSE,
    Sign.PREAMBLE,
    Sign.JUSTIFICATION,
    Sign.CLOSING,
)
_SHORT_LINE = 60


def _name_fits(scene: Scene) -> bool:
    """Tell whether nothing of the body follows a name, so that it may close the body
    alone."""
    following = scene.segments[scene.index + 1 : scene.index + 3]
    for segment in following:
        if segment.heading is not None and segment.heading.sign in _BEHIND_A_BODY:
            return True
        if segment.readings and segment.readings[0].ignore > 2:
            return False
    at_end = scene.index + 3 >= len(scene.segments)
    return at_end or len(following[0].text) < _SHORT_LINE
