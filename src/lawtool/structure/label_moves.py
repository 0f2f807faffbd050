"""Moves that take the start of a segment for a label: where on the stack it may hang,
with which number, at what cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lawtool.model import Kind
from lawtool.structure.costs import COST, IMPOSSIBLE
from lawtool.structure.misread import likeliest, misread_cost
from lawtool.structure.moves import Move, State, Zone
from lawtool.structure.reading import Reading
from lawtool.structure.scene import Scene
from lawtool.structure.segments import Segment
from lawtool.structure.stack import (
    ANNEX,
    COMPATIBLE,
    NESTED_ITEMS,
    NO_CHILDREN,
    OLD_ALPHABET,
    ROOT,
    Frame,
    Number,
    Tier,
    expected,
    leaving_cost,
    quote_after,
    quote_cost,
    quoted_block,
    quoting,
    sequence_cost,
    staying_cost,
    tier_of,
)

_MOST_PARAGRAPHS_LEFT_OUT = 10
_STROKES = ("1", "l", "|")
_ORDINAL_DIGITS = "0269"
"""Digits that Tesseract prints for a raised o."""


class Place(NamedTuple):
    """Where a label hangs: the depth of its parent on the stack, its own tier."""

    depth: int
    tier: Tier


class Count(NamedTuple):
    """A number that a label may have, what it costs beyond the place, and whether its
    glyphs were repaired."""

    number: Number
    cost: float
    repaired: bool


def carry_label(scene: Scene, state: State, reading: Reading) -> Iterator[State]:
    """Give the states in which the start of the segment is this label."""
    segment = scene.segment
    entry = _entry_cost(scene, state, reading)
    if entry >= IMPOSSIBLE:
        return
    base = reading.form + _break_cost(scene, reading) + entry
    yield from _attach(scene, state, reading, base)
    if state.zone is Zone.CLOSE and reading.number == 1 and not reading.damaged:
        yield _open_rules(scene, state, reading)
    if _may_quote(state, segment):
        yield from _quote(scene, state, reading, base)


def _open_rules(scene: Scene, state: State, reading: Reading) -> State:
    """Let Art. 1º behind the closing begin the rules that the norm approves: an annex
    without its word."""
    number = (1,)
    move = Move(
        before=state.move,
        segment=scene.index,
        zone=Zone.ANNEX,
        reading=reading,
        number=number,
        depth=1,
        opens_annex=True,
    )
    frames = _pushed((ROOT, ANNEX), Place(1, Tier.ARTIGO), number)
    return State(
        state.cost + reading.form + COST.rules_behind_closing,
        move.zone,
        True,
        frames,
        move,
    )


def _entry_cost(scene: Scene, state: State, reading: Reading) -> float:
    """Price a label in the zone of a state: outside body and annex labels are rare."""
    segment = scene.segment
    if state.zone in (Zone.REASONS, Zone.OTHER):
        return IMPOSSIBLE
    if state.zone is Zone.CLOSE:
        if reading.kind is not Kind.ARTIGO or not segment.ended:
            return IMPOSSIBLE
        return COST.article_behind_closing
    if state.zone is not Zone.FRONT:
        return 0.0
    if scene.style.articleless:
        return COST.list_in_front
    if reading.kind is Kind.INCISO:
        if reading.damaged or not state.titled:
            return IMPOSSIBLE
    elif reading.kind is not Kind.ARTIGO:
        return IMPOSSIBLE
    cost = 0.0
    if segment.quote_opens:
        cost += COST.recital_quoted
    if reading.kind is not Kind.ARTIGO:
        cost += COST.list_in_front
    return cost


def _break_cost(scene: Scene, reading: Reading) -> float:
    """Price a label where the text before may not have ended."""
    segment = scene.segment
    if segment.glued:
        if segment.listed:
            return 0.0
        return COST.glued_label
    if segment.ended:
        return 0.0
    if not scene.style.wrapped:
        return COST.unended_unwrapped
    if segment.line.blank_before:
        return COST.unended_blank
    if reading.kind in (Kind.ARTIGO, Kind.PARAGRAFO):
        return COST.unended_article
    return COST.unended_member


# --- the short way --------------------------------------------------------------------


def continue_list(scene: Scene, state: State) -> State | None:
    """Take the short way through clean text: a well-formed label that simply continues
    the innermost list it fits, or opens
    the first list behind a colon. None where anything else could be meant."""
    reading = scene.segment.readings[0]
    if reading.number is None or reading.sole or quoting(state.frames) >= 0:
        return None
    place = _next_place(state.frames, reading, colon=scene.segment.colon)
    if place is None:
        return None
    number = (reading.number,)
    move = Move(
        before=state.move,
        segment=scene.index,
        zone=Zone.BODY,
        reading=reading,
        number=number,
        depth=place.depth,
    )
    return State(
        state.cost, Zone.BODY, True, _pushed(state.frames, place, number), move
    )


def _next_place(
    frames: tuple[Frame, ...], reading: Reading, *, colon: bool
) -> Place | None:
    """Find the innermost list that wants this number next."""
    tier = tier_of(reading)
    top = len(frames) - 1
    for depth in range(top, -1, -1):
        frame = frames[depth]
        if frame.tier is Tier.ANEXO:
            return None
        previous = frame.last[tier]
        if previous is None:
            opens = reading.number == 1 and depth == top and colon
            if opens and COMPATIBLE[frame.tier][tier] == 0.0:
                return Place(depth, tier)
        elif len(previous) == 1 and reading.number == previous[0] + 1:
            if _behind_paragraphs(frame, tier):
                return None
            return Place(depth, tier)
    return None


def _behind_paragraphs(frame: Frame, tier: Tier) -> bool:
    """Tell a list of the caput that would go on behind the paragraphs of its
    article."""
    deep = tier > Tier.PARAGRAFO and frame.tier is Tier.ARTIGO
    return deep and frame.last[Tier.PARAGRAFO] is not None


def _pushed(
    frames: tuple[Frame, ...], place: Place, number: Number
) -> tuple[Frame, ...]:
    """Give the stack with a new provision on it. It begins its lists anew; the list of
    its own tier goes on."""
    depth, tier = place
    parent = frames[depth]
    last = (*parent.last[:tier], number, *parent.last[tier + 1 :])
    below = Frame(tier, number, NO_CHILDREN)
    return (*frames[:depth], Frame(parent.tier, parent.number, last), below)


# --- places ---------------------------------------------------------------------------


def _attach(
    scene: Scene, state: State, reading: Reading, base: float
) -> Iterator[State]:
    """Hang a label at every place of the stack that may hold it."""
    segment, frames = scene.segment, state.frames
    tier = tier_of(reading)
    quoted = quoting(frames)
    if quoted < 0:
        base += _own_cost(segment, tier)
    leaving = 0.0
    for depth in range(len(frames) - 1, -1, -1):
        # In an annex nothing hangs beside it: its numbers are its own.
        if frames[depth].tier is Tier.ROOT and state.zone is Zone.ANNEX:
            return
        room = scene.limit - state.cost - base - leaving
        place = Place(depth, tier)
        cost = IMPOSSIBLE
        if not _holds_annex(frames, depth):
            cost = _place_cost(scene, frames, place, reading, room)
        if cost < IMPOSSIBLE:
            if depth >= quoted >= 0:
                cost += _inside_cost(frames, place, quoted, reading, segment)
            yield from _numbered(scene, state, reading, place, base + leaving + cost)
        if depth == quoted:
            leaving += leaving_cost(frames[depth], segment)
            quoted = quoting(frames[:depth])


def _holds_annex(frames: tuple[Frame, ...], depth: int) -> bool:
    """Tell a quoted block that quotes an annex: nothing hangs beside that."""
    return depth + 1 < len(frames) and frames[depth + 1].tier is Tier.ANEXO


def _numbered(
    scene: Scene, state: State, reading: Reading, place: Place, cost: float
) -> Iterator[State]:
    """Give the states for every number that the label may have at a place."""
    if state.cost + cost > scene.limit:
        return
    inside = quoting(state.frames[: place.depth + 1]) >= 0
    previous = state.frames[place.depth].last[place.tier]
    room = scene.limit - state.cost - cost
    counter = _Counter(scene, reading, previous, inside=inside)
    for count in counter.counts(room):
        if state.cost + cost + count.cost <= scene.limit:
            yield _placed(scene, state, reading, place, count, cost)


def _own_cost(segment: Segment, tier: Tier) -> float:
    """Price that the amending norm goes on with its own provisions behind "com a
    seguinte redação:"."""
    if not segment.announces:
        return 0.0
    if segment.quote_opens:
        return COST.own_behind_announcement
    if segment.new_wording and tier is not Tier.ARTIGO:
        return COST.own_behind_new_wording
    return 0.0


def _place_cost(
    scene: Scene, frames: tuple[Frame, ...], place: Place, reading: Reading, room: float
) -> float:
    """Price a place on the stack: odd parent, a tier inside itself, a list that opens
    there."""
    odd = _parent_cost(frames[place.depth], place.tier, reading)
    if scene.style.articleless:
        odd = _articleless_cost(scene, frames[place.depth], place.tier, odd)
        return odd + _opening_cost(frames, place, scene.segment)
    if odd >= IMPOSSIBLE or odd > room:
        return IMPOSSIBLE
    if reading.decimal:
        return odd
    return (
        odd
        + _nesting_cost(frames, place, reading)
        + _opening_cost(frames, place, scene.segment)
    )


def _articleless_cost(scene: Scene, frame: Frame, tier: Tier, odd: float) -> float:
    """Price a parent in a norm without articles: lists stand below headings, and items
    below items."""
    if frame.tier is Tier.ROOT:
        odd = min(odd, COMPATIBLE[Tier.GROUP][tier])
    if frame.tier is tier is Tier.ITEM and (
        scene.segment.colon or frame.last[tier] is not None
    ):
        return NESTED_ITEMS
    return odd


def _inside_cost(
    frames: tuple[Frame, ...],
    place: Place,
    quoted: int,
    reading: Reading,
    segment: Segment,
) -> float:
    """Price a place inside a quoted block."""
    cost = staying_cost(frames, quoted, place.tier, reading, segment)
    loose = frames[quoted].last[place.tier + 1 :]
    if place.depth == quoted and any(last is not None for last in loose):
        # What is quoted does not climb: articles do not follow loose incisos.
        cost += COST.quote_climbs
    return cost


def _parent_cost(frame: Frame, tier: Tier, reading: Reading) -> float:
    if reading.decimal:
        # 1.2 hangs below item 1, 1.2.3 below 1.2: the printed number says where.
        if frame.tier is Tier.ITEM and frame.number == reading.decimal:
            return 0.0
        if frame.tier in (Tier.ANEXO, Tier.ARTIGO):
            return COST.decimal_without_whole
        return IMPOSSIBLE
    odd = COMPATIBLE[frame.tier][tier]
    # An odd parent is paid for once, when the list begins.
    if odd < IMPOSSIBLE and frame.last[tier] is not None:
        return 0.0
    return odd


def _nesting_cost(frames: tuple[Frame, ...], place: Place, reading: Reading) -> float:
    """Price a tier inside itself (an alínea in an item in an alínea), quoted blocks
    apart."""
    if reading.decimal:
        return 0.0
    for index in range(place.depth, 0, -1):
        tier = frames[index].tier
        if tier in (Tier.ALTERACAO, Tier.ANEXO):
            return 0.0
        if tier is place.tier and index < place.depth:
            return COST.level_in_itself
    return 0.0


def _opening_cost(frames: tuple[Frame, ...], place: Place, segment: Segment) -> float:
    """Price the beginning of a list: it wants a colon before it and the innermost
    provision above it."""
    frame = frames[place.depth]
    if frame.last[place.tier] is not None:
        if _behind_paragraphs(frame, place.tier):
            return COST.incisos_behind_paragraphs
        return 0.0
    if place.tier in (Tier.ARTIGO, Tier.PARAGRAFO):
        return 0.0
    if frame.tier is Tier.GROUP:
        return 0.0
    if place.depth == len(frames) - 1:
        if segment.colon:
            return 0.0
        return COST.list_without_colon
    if segment.colon:
        return COST.list_elsewhere_behind_colon
    return COST.list_elsewhere


def _placed(
    scene: Scene,
    state: State,
    reading: Reading,
    place: Place,
    count: Count,
    cost: float,
) -> State:
    zone = state.zone
    if zone in (Zone.FRONT, Zone.CLOSE):
        zone = Zone.BODY
    move = Move(
        before=state.move,
        segment=scene.index,
        zone=zone,
        reading=reading,
        number=count.number,
        depth=place.depth,
        repaired=count.repaired,
    )
    last = (reading.until,) if reading.until else count.number
    frames = quote_after(_pushed(state.frames, place, last), scene.segment)
    # Behind the front it does not matter any more whether a title was seen: such states
    # are one.
    return State(state.cost + cost + count.cost, zone, True, frames, move)


# --- numbers --------------------------------------------------------------------------


class _Counter:
    """The numbers that a reading may stand for after the number before it in the
    list."""

    def __init__(
        self, scene: Scene, reading: Reading, previous: Number | None, *, inside: bool
    ) -> None:
        self.reading = reading
        self.previous = previous
        self.inside = inside
        self.price = scene.style.price
        self.sign = sign_price(scene, reading)
        self.weight = self._breach_weight()

    def _breach_weight(self) -> float:
        """Weigh a break in numbering: what is quoted leaves out what stays as it is,
        but it seldom goes back."""
        if not self.inside:
            return 1.0
        number, previous = self.reading.number, self.previous
        if previous is None or number is None or number > previous[0]:
            return COST.quoted_forward
        return COST.quoted_back

    def counts(self, room: float) -> Iterator[Count]:
        """Give the numbers as printed and as repaired; none of a repair that must cost
        more than `room`."""
        reading = self.reading
        if reading.bullet:
            yield Count((expected(self.previous),), 0.0, False)
            return
        if reading.decimal:
            assert reading.number is not None
            yield Count((*reading.decimal, reading.number), 0.0, False)
            return
        if reading.number is not None:
            yield self._as_printed((reading.number, *reading.suffix))
            if reading.suffix or reading.sole:
                return
        plain = self._plain_misreading()
        if plain is not None:
            yield plain
        price = max(self.sign, self.price)
        if price <= room:
            yield from self._repaired(price)

    def _plain_misreading(self) -> Count | None:
        """Read `Art. 42` behind Art. 3º as 4º, whose sign is a digit, and `1 -` as I: the sequence
        alone shows it, however clean the source is.
        """
        glyphs, wanted = self.reading.glyphs, expected(self.previous)
        if self.reading.kind is Kind.INCISO and glyphs in _STROKES and wanted == 1:
            return Count((wanted,), COST.stroke_for_one, True)
        ordinal = self.reading.unmarked and 1 < wanted < 10 and len(glyphs) == 2
        if ordinal and glyphs[0] == str(wanted) and glyphs[1] in _ORDINAL_DIGITS:
            return Count((wanted,), COST.digit_for_ordinal, True)
        return None

    def _as_printed(self, number: Number) -> Count:
        previous = self.previous
        breach = sequence_cost(previous, number, sole=self.reading.sole)
        if previous is not None:
            if (
                self.reading.kind is Kind.ALINEA
                and (previous[0], number[0]) in OLD_ALPHABET
            ):
                breach = COST.alphabet_before_2009
            paragraph = self.inside and self.reading.kind is Kind.PARAGRAFO
            if paragraph and number[0] - previous[0] > _MOST_PARAGRAPHS_LEFT_OUT:
                breach = COST.paragraph_too_high
        return Count(number, self.sign + self.weight * breach, bool(self.sign))

    def _repaired(self, price: float) -> Iterator[Count]:
        reading = self.reading
        wanted = expected(self.previous)
        if wanted != reading.number:
            repair = misread_cost(reading, wanted)
            if repair < IMPOSSIBLE:
                yield Count((wanted,), price + repair, True)
        if self.previous is None or (
            reading.number is not None and reading.kind is not Kind.ALINEA
        ):
            return
        # The label before may be missing: one number further on.
        repair = misread_cost(reading, wanted + 1)
        if repair < 1.0 and wanted + 1 != reading.number:
            missing = self.weight * COST.label_missing
            yield Count((wanted + 1,), price + repair + missing, True)


def sign_price(scene: Scene, reading: Reading) -> float:
    """Price a misread sign whose number is as printed (`$ 1º`, `Ayt. 1º`). Where the
    recogniser has no § at all, every § was
    misread, so that it costs nearly nothing."""
    if not reading.damaged or reading.sole:
        return 0.0
    if reading.kind is Kind.PARAGRAFO and scene.style.signless:
        return COST.sign_price_signless
    if reading.kind in (Kind.ARTIGO, Kind.PARAGRAFO):
        return scene.style.price
    return 0.0


# --- quoted blocks --------------------------------------------------------------------


def _may_quote(state: State, segment: Segment) -> bool:
    if state.zone is not Zone.BODY or quoting(state.frames) >= 0:
        return False
    return segment.quote_opens or (segment.announces and segment.colon)


def _quote(
    scene: Scene, state: State, reading: Reading, base: float
) -> Iterator[State]:
    """Open a quoted block below the provision that announces it; numbers inside are the
    other norm's own."""
    segment = scene.segment
    first = reading.number
    if first is None:
        first = likeliest(reading.kind, reading.glyphs)
    damaged = reading.damaged and not reading.sole
    if first is None or (damaged and not segment.announces):
        return  # dirt and damage together are no evidence of a quotation
    damage = 0.0
    if damaged:
        damage = scene.style.price
        if reading.number is not None:
            damage = sign_price(scene, reading)
    number = (first, *reading.suffix)
    tier = tier_of(reading)
    depth = len(state.frames)
    block = quoted_block(segment, 0)
    frames = _pushed((*state.frames, block), Place(depth, tier), number)
    move = Move(
        before=state.move,
        segment=scene.index,
        zone=state.zone,
        reading=reading,
        number=number,
        depth=depth,
        opens_quote=True,
        repaired=damage > 0.0,
    )
    cost = base + damage + quote_cost(segment)
    yield state.after(move, cost, quote_after(frames, segment))
