"""The decoder: the cheapest consistent reading of all lines of a source.

State is a zone and a stack of open levels. For each segment that may be a label or a heading every live state is carried on
with every reading of it; states that have become equal are merged, dear ones dropped. Costs are nats: what a label of this
form costs (`labels`), what a break in numbering costs, an odd parent, a wrong first number, a repair at the price of this
source, words that look like a label but are text. Linear in the segments: the beam is bounded, and so is the stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawtool.model import Kind
from lawtool.structure.costs import (
    BEAM,
    COMPATIBLE,
    DOUBT,
    IGNORING,
    LEVELS,
    NO_CHILDREN,
    OLD_ALPHABET,
    ROOT,
    SLACK,
    START,
    Doubt,
    Frame,
    Level,
    Number,
    State,
    Step,
    Zone,
    cost_of,
    expected,
    sequence_cost,
)  # fmt: skip
from lawtool.structure.headings import Sign
from lawtool.structure.misread import likeliest, misreading
from lawtool.structure.printed_labels import IMPOSSIBLE, Reading
from lawtool.structure.quotes import leaving_cost, quote_after, quoting, staying_cost
from lawtool.structure.segments import Segment, Style


class Decoder:
    """Carries states over the segments of one source."""

    def __init__(self, segments: Sequence[Segment], style: Style) -> None:
        self.segments = segments
        self.style = style
        self.price = style.price
        # A noisy source holds its doubts longer before they are settled.
        self.slack = SLACK + 20.0 * min(style.noise, 0.3)
        self.doubts: list[Doubt] = []
        self.limit = IMPOSSIBLE
        """Dearer than this no state of the current segment can survive."""

    def decode(self) -> list[Step]:
        """The decisions of the cheapest reading, in order. Segments without one continue the node before them."""
        states = [START]
        clean = self.style.noise == 0
        for index, segment in enumerate(self.segments):
            if not segment.decides or self._moves_nothing(segment, states):
                continue
            if segment.sure and clean and len(states) == 1 and states[0].zone is Zone.BODY:
                placed = self._next_in_list(states[0], segment, index)
                if placed is not None:
                    states = [placed]
                    continue
            self.limit = states[0].cost + IMPOSSIBLE
            states = self._prune(
                new for state in states for new in self._carry(state, segment, index)
            )
        best = min(states, key=cost_of)
        for other in states:
            if other is not best and other.cost - best.cost < DOUBT:
                self._doubt(best, other)
        steps: list[Step] = []
        step = best.step
        while step is not None:
            steps.append(step)
            step = step.before
        return steps[::-1]

    def _doubt(self, one: State, two: State) -> None:
        taken, other = (one, two) if one.cost <= two.cost else (two, one)
        if taken.step is not None and other.step is not None:
            self.doubts.append(
                Doubt(taken=taken.step, other=other.step, margin=other.cost - taken.cost)
            )

    @staticmethod
    def _moves_nothing(segment: Segment, states: list[State]) -> bool:
        """Names and clauses inside a closing, the preamble at its place: they are read later, and decide nothing here."""
        if segment.readings or segment.heading is None:
            return False
        sign = segment.heading.sign
        if sign in (Sign.NAME, Sign.CLAUSE, Sign.CLOSING):
            return all(state.zone is Zone.CLOSE for state in states)
        return sign is Sign.PREAMBLE and all(state.zone is Zone.FRONT for state in states)

    def _prune(self, states: Iterator[State]) -> list[State]:
        """The cheapest of equal states, those within reach of the best, the best first."""
        best: dict[tuple[Zone, bool, tuple[Frame, ...]], State] = {}
        for state in states:
            cost = state.cost
            if cost > self.limit:
                continue
            self.limit = min(self.limit, cost + self.slack)
            key = (state.zone, state.titled, state.frames)
            known = best.get(key)
            if known is None:
                best[key] = state
                continue
            if abs(cost - known.cost) < DOUBT:
                self._doubt(state, known)
            if cost < known.cost:
                best[key] = state
        if len(best) == 1:
            return list(best.values())
        ranked = sorted(best.values(), key=cost_of)
        return [state for state in ranked[:BEAM] if state.cost <= self.limit]

    # --- one segment ------------------------------------------------------------------------------------------------

    def _carry(self, state: State, segment: Segment, index: int) -> Iterator[State]:
        sign = segment.heading.sign if segment.heading is not None else None
        if sign in (Sign.TABLE, Sign.OMISSION, Sign.NOTE, Sign.STRUCK):
            yield self._aside(state, segment, index, sign)
            return
        if self.style.noise == 0 and state.zone is Zone.BODY and segment.sure:
            placed = self._next_in_list(state, segment, index)
            if placed is not None:
                yield placed
                return
        # Labels first: they are mostly right, and what they cost bounds the rest.
        for reading in segment.readings:
            yield from self._as_label(state, segment, index, reading)
        if segment.heading is not None:
            yield from self._as_heading(state, segment, index)
        yield self._as_text(state, segment, index)

    def _aside(self, state: State, segment: Segment, index: int, sign: Sign | None) -> State:
        """Notes, drawn tables and omission marks hang where they stand and open no level."""
        step = Step(before=state.step, segment=index, zone=state.zone, sign=sign)
        frames = state.frames
        if (
            sign is Sign.OMISSION
            and segment.quote_opens
            and segment.announces
            and quoting(frames) < 0
            and state.zone is Zone.BODY
        ):
            step.opens_quote, step.depth = True, len(frames)
            frames = (
                *frames,
                (Level.ALTERACAO, (2 if segment.quote_closes else 1, 0), NO_CHILDREN),
            )
        return State(state.cost, state.zone, state.titled, frames, step)

    def _as_text(self, state: State, segment: Segment, index: int) -> State:
        cost = 0.0
        if segment.listed and segment.ended:
            cost = 2.0
        elif segment.readings and not segment.glued:
            weight = IGNORING[state.zone]
            cost = max(reading.ignore for reading in segment.readings)
            if state.zone is Zone.BODY or segment.readings[0].kind is not Kind.ARTIGO:
                cost *= weight
            if not segment.ended:
                cost *= 0.6 if self.style.wrapped else 0.9
            else:
                cost *= 1.2 if self.style.wrapped else 2.0
        if segment.heading is not None:
            cost += self._ignored_heading(state, segment, index)
        frames = quote_after(state.frames, segment)
        return State(state.cost + cost, state.zone, state.titled, frames, state.step)

    def _ignored_heading(self, state: State, segment: Segment, index: int) -> float:
        sign = segment.heading.sign if segment.heading else None
        if sign is Sign.GROUPING:
            return 4.0 if state.zone in (Zone.BODY, Zone.FRONT, Zone.ANNEX) else 1.0
        if sign is Sign.TITLE:
            strong = segment.heading is not None and segment.heading.cost < 1
            return (
                (5.0 if strong else 2.0) if not (state.zone is Zone.FRONT and state.titled) else 0.0
            )
        if sign in (Sign.ANNEX, Sign.JUSTIFICATION):
            implicit = segment.heading is not None and segment.heading.implicit
            return 0.0 if implicit and state.zone is not Zone.CLOSE else 3.0
        if sign is Sign.CLOSING:
            return 3.0 if state.zone is Zone.BODY else 1.0 if state.zone is Zone.FRONT else 0.0
        if (
            sign is Sign.NAME
            and state.zone is Zone.BODY
            and segment.ended
            and segment.text.isupper()
        ):
            return 1.5 if self._name_fits(index) else 0.0
        if sign is Sign.PREAMBLE:
            return 0.5 if state.zone is Zone.CLOSE else 0.0
        return 0.0

    # --- headings ---------------------------------------------------------------------------------------------------

    def _as_heading(self, state: State, segment: Segment, index: int) -> Iterator[State]:
        assert segment.heading is not None
        sign = segment.heading.sign
        broken = 0.0 if segment.ended or not self.style.wrapped or sign is Sign.CLOSING else 2.0
        cost = state.cost + segment.heading.cost + broken
        step = Step(before=state.step, segment=index, zone=state.zone, sign=sign)
        if sign is Sign.TITLE:
            yield from self._title(state, segment, step, cost)
        elif sign is Sign.PREAMBLE and state.zone in (Zone.CLOSE, Zone.ANNEX):
            step.new_norm = True
            yield State(
                cost + (1.5 if state.zone is Zone.CLOSE else 5.0), Zone.FRONT, True, (ROOT,), step
            )
        elif sign is Sign.GROUPING and state.zone in (Zone.FRONT, Zone.BODY, Zone.ANNEX):
            frames = self._to_articles(state.frames)
            step.depth = len(frames)
            yield State(cost, state.zone, state.titled, frames, step)
        elif sign is Sign.ANNEX:
            if segment.heading.implicit and state.zone is not Zone.CLOSE:
                return
            if state.zone in (Zone.BODY, Zone.CLOSE, Zone.ANNEX, Zone.REASONS):
                extra = 1.5 if state.zone is Zone.BODY else 0.0
                extra += (
                    4.0 if segment.announces or segment.quote_opens else 0.0
                )  # an annex that is being amended
                step.zone = Zone.ANNEX
                yield State(
                    cost + extra,
                    Zone.ANNEX,
                    state.titled,
                    (ROOT, (Level.ANEXO, (1,), NO_CHILDREN)),
                    step,
                )
        elif sign is Sign.JUSTIFICATION:
            step.zone = Zone.REASONS
            yield State(
                cost + (1.0 if state.zone is Zone.BODY else 0.0),
                Zone.REASONS,
                state.titled,
                (state.frames[0],),
                step,
            )
        elif sign in (Sign.CLOSING, Sign.CLAUSE, Sign.NAME):
            yield from self._closing(state, segment, step, cost)

    def _title(self, state: State, segment: Segment, step: Step, cost: float) -> Iterator[State]:
        if state.zone is Zone.FRONT and not state.titled:
            yield State(cost, Zone.FRONT, True, (ROOT,), step)
            return
        step.new_norm = True
        extra = {
            Zone.FRONT: 6.0,
            Zone.BODY: 3.5,
            Zone.CLOSE: 0.5,
            Zone.ANNEX: 1.0,
            Zone.REASONS: 1.0,
        }[state.zone]
        if quoting(state.frames) >= 0:
            extra += 4.0
        step.zone = Zone.FRONT
        yield State(cost + extra, Zone.FRONT, True, (ROOT,), step)

    def _closing(self, state: State, segment: Segment, step: Step, cost: float) -> Iterator[State]:
        if state.zone is Zone.BODY:
            unfinished = (
                0.0
                if segment.ended
                else 1.0
                if step.sign is Sign.CLOSING and self.style.noise > 0
                else 2.0
            )
            quoted = quoting(state.frames)
            # A quotation that is still open may hold the closing line of the norm that it quotes.
            inside = 0.0 if quoted < 0 else 2.0 if state.frames[quoted][1][0] == 1 else 0.2
            if step.sign is Sign.NAME and not self._name_fits(step.segment):
                return
            extra = 0.0 if step.sign is Sign.CLOSING or segment.text.isupper() else 1.0
            step.zone = Zone.CLOSE
            yield State(
                cost + extra + unfinished + inside,
                Zone.CLOSE,
                state.titled,
                (state.frames[0],),
                step,
            )
        elif state.zone is Zone.FRONT and step.sign is Sign.CLOSING and state.titled:
            # A norm without articles: its words stand between the enacting formula and the closing.
            step.zone = Zone.CLOSE
            yield State(cost + 0.5, Zone.CLOSE, state.titled, state.frames, step)

    def _name_fits(self, index: int) -> bool:
        """A name alone closes a body only where nothing of the body follows it."""
        for segment in self.segments[index + 1 : index + 3]:
            if segment.heading is not None and segment.heading.sign in (
                Sign.TITLE, Sign.ANNEX, Sign.NAME, Sign.CLAUSE, Sign.PREAMBLE, Sign.JUSTIFICATION, Sign.CLOSING,
            ):  # fmt: skip
                return True
            if segment.readings and segment.readings[0].ignore > 2:
                return False
        return index + 3 >= len(self.segments) or len(self.segments[index + 1].text) < 60

    @staticmethod
    def _to_articles(frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
        """A grouping closes everything below the level that holds articles."""
        quoted = quoting(frames)
        if quoted >= 0 and frames[quoted][1][0] == 1:
            return frames[: quoted + 1]
        return frames[:2] if len(frames) > 1 and frames[1][0] is Level.ANEXO else frames[:1]

    # --- labels -----------------------------------------------------------------------------------------------------

    def _as_label(
        self, state: State, segment: Segment, index: int, reading: Reading
    ) -> Iterator[State]:
        zone = state.zone
        if zone is Zone.REASONS or (
            zone is Zone.FRONT and reading.kind not in (Kind.ARTIGO, Kind.INCISO)
        ):
            return
        base = state.cost + reading.form + self._break_cost(segment, reading)
        if zone is Zone.CLOSE:
            if reading.kind is not Kind.ARTIGO or not segment.ended:
                return
            base += 4.0
        if zone is Zone.FRONT and segment.quote_opens:
            base += 4.0  # a recital quotes another norm
        if (
            zone is Zone.FRONT
            and reading.kind is Kind.INCISO
            and (reading.damaged or not state.titled)
        ):
            return
        yield from self._attach(state, segment, index, reading, base)
        if self._may_quote(state, segment):
            yield from self._quote(state, segment, index, reading, base)

    def _next_in_list(self, state: State, segment: Segment, index: int) -> State | None:
        """The short way through clean text: a well-formed label that simply continues the innermost list it fits, or opens
        the first list behind a colon. None where anything else could be meant."""
        reading = segment.readings[0]
        number = reading.number
        frames = state.frames
        if number is None or reading.sole or quoting(frames) >= 0:
            return None
        level = LEVELS[reading.kind]
        top = len(frames) - 1
        for depth in range(top, -1, -1):
            frame = frames[depth]
            if frame[0] is Level.ANEXO:
                return None
            previous = frame[2][level]
            if previous is None:
                if (
                    number == 1
                    and depth == top
                    and segment.colon
                    and COMPATIBLE[frame[0]][level] == 0.0
                ):
                    return self._advance(state, index, reading, depth, level, number)
            elif len(previous) == 1 and number == previous[0] + 1:
                late = (
                    level > Level.PARAGRAFO
                    and frame[0] is Level.ARTIGO
                    and frame[2][Level.PARAGRAFO] is not None
                )
                return None if late else self._advance(state, index, reading, depth, level, number)
        return None

    @staticmethod
    def _advance(
        state: State, index: int, reading: Reading, depth: int, level: Level, number: int
    ) -> State:
        """A label as printed at no cost, outside any quoted block."""
        frames = state.frames
        parent = frames[depth]
        children = parent[2]
        plain = (number,)
        last = (*children[:level], plain, *children[level + 1 :])
        new = (*frames[:depth], (parent[0], parent[1], last), (level, plain, NO_CHILDREN))
        step = Step(state.step, index, Zone.BODY, None, reading, plain, depth)
        return State(state.cost, Zone.BODY, True, new, step)

    def _break_cost(self, segment: Segment, reading: Reading) -> float:
        if segment.glued:
            return 0.0 if segment.listed and segment.ended else 1.5
        if segment.ended:
            return 0.0
        if not self.style.wrapped:
            return 0.5
        return (
            1.0
            if segment.line.blank_before
            else 2.0
            if reading.kind in (Kind.ARTIGO, Kind.PARAGRAFO)
            else 1.6
        )

    def _attach(
        self, state: State, segment: Segment, index: int, reading: Reading, base: float
    ) -> Iterator[State]:
        frames = state.frames
        level = LEVELS[reading.kind]
        quoted = quoting(frames)
        if quoted < 0 and segment.announces:
            # Behind "com a seguinte redação:" the amending norm hardly goes on with its own provisions.
            base += (
                3.0
                if segment.quote_opens
                else 2.5
                if segment.new_wording and level is not Level.ARTIGO
                else 0.0
            )
        leaving = 0.0
        top = len(frames) - 1
        for depth in range(top, -1, -1):
            frame = frames[depth]
            # In an annex nothing hangs beside it: its numbers are its own.
            if frame[0] is Level.ROOT and state.zone is Zone.ANNEX:
                break
            odd = self._parent_cost(frame, level, reading)
            if odd < IMPOSSIBLE and base + odd + leaving <= self.limit:
                odd += self._nesting_cost(frames, depth, level, reading)
                inside = depth >= quoted >= 0
                cost = base + odd + leaving + self._opening_cost(frames, depth, level, segment)
                if inside:
                    cost += staying_cost(frames, quoted, level, reading, segment)
                    if depth == quoted and any(last is not None for last in frame[2][level + 1 :]):
                        # What is quoted does not climb: articles do not follow loose incisos.
                        cost += 2.5
                for number, extra, repaired in self._numbers(
                    frame[2][level], reading, free=inside, room=self.limit - cost
                ):
                    if cost + extra <= self.limit:
                        yield self._place(
                            state,
                            index,
                            segment,
                            reading,
                            depth,
                            level,
                            number,
                            cost + extra,
                            repaired,
                        )
            if depth == quoted:
                leaving += leaving_cost(frame, segment)
                quoted = quoting(frames[:depth])

    def _parent_cost(self, frame: Frame, level: Level, reading: Reading) -> float:
        if reading.decimal:
            # 1.2 hangs below item 1, 1.2.3 below 1.2: the printed number says where.
            fits = frame[0] is Level.ITEM and frame[1] == reading.decimal
            loose = frame[0] is Level.ANEXO or frame[0] is Level.ARTIGO
            return 0.0 if fits else 3.0 if loose else IMPOSSIBLE
        odd = COMPATIBLE[frame[0]][level]
        # An odd parent is paid for once, when the list begins.
        return odd if odd >= IMPOSSIBLE or frame[2][level] is None else 0.0

    @staticmethod
    def _nesting_cost(
        frames: tuple[Frame, ...], depth: int, level: Level, reading: Reading
    ) -> float:
        """A level hardly ever stands inside itself (an alínea in an item in an alínea), quoted blocks apart."""
        if reading.decimal:
            return 0.0
        for index in range(depth, 0, -1):
            if frames[index][0] in (Level.ALTERACAO, Level.ANEXO):
                return 0.0
            if frames[index][0] is level and index < depth:
                return 4.0
        return 0.0

    def _opening_cost(
        self, frames: tuple[Frame, ...], depth: int, level: Level, segment: Segment
    ) -> float:
        """Cost of beginning a list: it wants a colon before it and the innermost level above it."""
        frame = frames[depth]
        if frame[2][level] is not None:
            # Incisos of the caput do not go on behind its paragraphs.
            return (
                2.5
                if level > Level.PARAGRAFO
                and frame[0] is Level.ARTIGO
                and frame[2][Level.PARAGRAFO] is not None
                else 0.0
            )
        if level is Level.ARTIGO or level is Level.PARAGRAFO:
            return 0.0
        if depth == len(frames) - 1:
            return 0.0 if segment.colon else 1.2
        return 4.5 if segment.colon else 5.5

    def _numbers(
        self, previous: Number | None, reading: Reading, *, free: bool, room: float
    ) -> Iterator[tuple[Number, float, bool]]:
        """The numbers that a reading may stand for after `previous`, each with its cost and whether it is a repair; none
        that must cost more than `room`."""
        weight = 1.0
        if free:  # what is quoted leaves out what stays as it is, but it seldom goes back
            weight = (
                0.12
                if previous is None or reading.number is None or reading.number > previous[0]
                else 0.6
            )
        if reading.decimal:
            assert reading.number is not None
            yield (*reading.decimal, reading.number), 0.0, False
            return
        sign = self._sign_price(reading)
        if reading.number is not None:
            number = (reading.number, *reading.suffix)
            skipped = (
                reading.kind is Kind.ALINEA
                and previous is not None
                and (previous[0], number[0]) in OLD_ALPHABET
            )
            breach = 0.5 if skipped else sequence_cost(previous, number, sole=reading.sole)
            if (
                free
                and reading.kind is Kind.PARAGRAFO
                and previous is not None
                and number[0] - previous[0] > 10
            ):
                breach = 30.0  # no article has so many paragraphs: 854º is § 4º
            yield number, sign + weight * breach, bool(sign)
            if reading.suffix or reading.sole:
                return
        wanted = expected(previous)
        if max(sign, self.price) > room:
            return
        if wanted != reading.number:
            repair = misreading(reading, wanted)
            if repair < IMPOSSIBLE:
                yield (wanted,), max(sign, self.price) + repair, True
        if previous is not None and (reading.number is None or reading.kind is Kind.ALINEA):
            # The label before may be missing: one number further on.
            repair = misreading(reading, wanted + 1)
            if repair < 1.0 and wanted + 1 != reading.number:
                yield (wanted + 1,), max(sign, self.price) + repair + weight * 4.0, True

    def _sign_price(self, reading: Reading) -> float:
        """What a misread sign costs whose number is as printed (`$ 1º`, `Ayt. 1º`). Where the recogniser has no § at all,
        every § was misread, so that it costs nearly nothing."""
        if not reading.damaged or reading.sole or reading.kind not in (Kind.ARTIGO, Kind.PARAGRAFO):
            return 0.0
        return 0.2 if reading.kind is Kind.PARAGRAFO and self.style.signless else self.price

    def _place(
        self, state: State, index: int, segment: Segment, reading: Reading, depth: int, level: Level, number: Number,
        cost: float, repaired: bool,
    ) -> State:  # fmt: skip
        frames = state.frames
        parent = frames[depth]
        last = list(parent[2])
        # A new paragraph or article begins its lists anew; the list of its own level goes on.
        last[level] = number
        new: tuple[Frame, ...] = (
            *frames[:depth],
            (parent[0], parent[1], tuple(last)),
            (level, number, NO_CHILDREN),
        )
        step = Step(
            before=state.step, segment=index, zone=Zone.BODY if state.zone in (Zone.FRONT, Zone.CLOSE) else state.zone,
            reading=reading,
            number=number, depth=depth, repaired=repaired,
        )  # fmt: skip
        if state.zone is Zone.FRONT and level is not Level.ARTIGO:
            cost += 1.0
        # Behind the front it does not matter any more whether a title was seen: such states are one.
        return State(cost, step.zone, True, quote_after(new, segment), step)

    # --- quoted blocks ----------------------------------------------------------------------------------------------

    def _may_quote(self, state: State, segment: Segment) -> bool:
        return (
            state.zone is Zone.BODY
            and quoting(state.frames) < 0
            and (segment.quote_opens or (segment.announces and segment.colon))
        )

    def _quote(
        self, state: State, segment: Segment, index: int, reading: Reading, base: float
    ) -> Iterator[State]:
        """Open a quoted block below the provision that announces it; numbers inside are the other norm's own."""
        first = (
            reading.number
            if reading.number is not None
            else likeliest(reading.kind, reading.glyphs)
        )
        if first is None:
            return
        damage = 0.0
        if reading.damaged and not reading.sole:
            if not segment.announces:
                return  # dirt and damage together are no evidence of a quotation
            damage = self._sign_price(reading) if reading.number is not None else self.price
        if segment.announces:
            cost = (
                base
                + damage
                + (0.2 if segment.quote_opens else 1.8)
                + (0.0 if segment.colon else 0.5)
            )
        else:
            # A quotation mark alone is dirt more often than a quotation.
            cost = base + (4.0 if segment.colon else 9.0)
        number = (first, *reading.suffix)
        level = LEVELS[reading.kind]
        depth = len(state.frames)
        children = list(NO_CHILDREN)
        children[level] = number
        quote = 1 if segment.quote_opens else 0
        frames: tuple[Frame, ...] = (
            *state.frames, (Level.ALTERACAO, (quote, 0), tuple(children)), (level, number, NO_CHILDREN),
        )  # fmt: skip
        step = Step(
            before=state.step,
            segment=index,
            zone=state.zone,
            reading=reading,
            number=number,
            depth=depth,
            opens_quote=True,
            repaired=damage > 0.0,
        )
        yield State(cost, state.zone, state.titled, quote_after(frames, segment), step)
