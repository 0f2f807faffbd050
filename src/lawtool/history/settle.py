"""Dates and doubles over the whole corpus: what one norm alone cannot say.

`settle` gives every event the date that its rule makes, bounds where there is none, and pairs the
records of one event (a clause here, a note there). A stated date beats a computed one; where they
differ both are kept and reported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from lawtool.history import deadlines
from lawtool.history.effect_terms import earliest_day, term_day
from lawtool.history.events import WITH_COMMENCEMENT
from lawtool.history.targets import find_lapses, spread_targets
from lawtool.identifiers import paths
from lawtool.identifiers.paths import drop_caput
from lawtool.model import Confidence, Event, From, Norma, Problem, Term

TOUCHING = frozenset(
    {
        "amend",
        "insert",
        "revoke",
        "renumber",
        "suspend",
        "restore",
        "annul",
        "adopt",
        "regulate",
        "extend",
    }
)
"""Kinds that one norm does to another, or to a provision."""

_TERM_KINDS = frozenset({"deadline", "transition"})
_LIKE_THE_ACT = TOUCHING | {"save", "revoke_generic"}


@dataclass(slots=True)
class Settled:
    """The events with their dates, in an order that does not depend on that of the input, and what
    is wrong.
    """

    events: tuple[Event, ...]
    problems: tuple[tuple[str, Problem], ...]
    """Pairs of the id of a norm and a problem of its text."""


@dataclass(slots=True)
class _Start:
    """Commencement of a norm as far as it is known."""

    day: date | None = None
    not_before: date | None = None
    not_after: date | None = None
    published: date | None = None
    signed: date | None = None
    silent: bool = False
    doubt: str = ""
    """Its clause is conditional: so is all that works with it."""


def settle(events: Iterable[Event], normas: Sequence[Norma]) -> Settled:
    """Pure; the same events in any order give the same answer."""
    ordered = sorted(set(events), key=order)
    held = {norma.slug: norma for norma in normas}
    problems: list[tuple[str, Problem]] = []
    sane = [event for event in ordered if _possible(event, held, problems)]
    sane = _acyclic(sane, problems)
    problems += _missing_targets(sane, held)
    sane = spread_targets(sane, held)
    starts = _starts(sane)
    delays = _delays(sane, starts)
    dated = [_delayed(_with_dates(event, starts), delays) for event in sane]
    dated = _bounded(dated, starts)
    dated = _paired(dated, problems)
    dated += find_lapses(dated, held)
    problems += _not_understood(dated)
    return Settled(tuple(sorted(dated, key=order)), tuple(problems))


def order(event: Event) -> tuple[str, ...]:
    return (
        event.norma,
        event.path,
        f"{event.start:08}",
        event.kind,
        event.affected,
        event.affected_path,
        event.acting,
    )


# What cannot be -----------------------------------------------------------------------


def _possible(
    event: Event, held: Mapping[str, Norma], problems: list[tuple[str, Problem]]
) -> bool:
    """An event that cannot be is no event: it becomes a problem and never changes a status."""
    reason = _impossible(event, held)
    if reason is None:
        return True
    code, message = reason
    problems.append((event.norma, _problem(code, message, event)))
    return False


def _impossible(event: Event, held: Mapping[str, Norma]) -> tuple[str, str] | None:
    if any(
        day is not None and not deadlines.sound(day)
        for day in (event.stated, event.date, event.not_before)
    ):
        return "absurd-date", f"no date of Brazilian law: {event.evidence}"
    if event.kind != "revoke" or not event.acting:
        return None
    if event.acting == event.affected and not event.affected_path:
        return (
            "self-revocation",
            f"a norm cannot revoke itself by its own clause: {event.evidence}",
        )
    acting, affected = held.get(event.acting), held.get(event.affected)
    if (
        acting
        and affected
        and acting.signed
        and affected.signed
        and acting.signed < affected.signed
    ):
        return (
            "revokes-later-norm",
            f"the norm revoked is younger than the one that revokes: {event.evidence}",
        )
    return None


def _problem(code: str, message: str, event: Event) -> Problem:
    return Problem(code=code, message=message, span=event.span, path=event.path)


def _acyclic(
    events: Sequence[Event], problems: list[tuple[str, Problem]]
) -> list[Event]:
    """Two norms that revoke each other and whose ages do not tell which can: neither revocation
    counts.
    """
    whole = {
        (event.acting, event.affected)
        for event in events
        if event.kind == "revoke"
        and event.acting
        and event.affected
        and not event.affected_path
    }
    kept = []
    for event in events:
        ends = (event.acting, event.affected)
        if (
            event.kind == "revoke"
            and not event.affected_path
            and ends in whole
            and ends[::-1] in whole
        ):
            message = f"the two norms revoke each other: {event.evidence}"
            problems.append((event.norma, _problem("revocation-cycle", message, event)))
        else:
            kept.append(event)
    return kept


def _missing_targets(
    events: Sequence[Event], held: Mapping[str, Norma]
) -> Iterator[tuple[str, Problem]]:
    """A provision acted upon that the held text lacks: another act may have inserted it. The event
    stands, for that provision alone; it says nothing of the norm.
    """
    inserted = {
        (event.affected, event.affected_path)
        for event in events
        if event.kind == "insert"
    }
    for event in events:
        norma, path = held.get(event.affected), drop_caput(event.affected_path)
        if (
            norma is None
            or not path
            or paths.RANGE in path
            or event.kind not in ("revoke", "amend", "renumber")
        ):
            continue
        if event.norma == event.affected:
            continue  # A note in its own text: what it stands behind is gone.
        if (
            norma.get(path) is None
            and (event.affected, path) not in inserted
            and paths.rank(path) == 1
        ):
            message = f"{event.affected} has no {path}, which this clause acts on: {event.evidence}"
            yield event.norma, _problem("missing-target", message, event)


_DOUBTFUL = {
    Confidence.UNREAD: (
        "unread-clause",
        "the words are not wholly understood, and what they do is left open",
    ),
    Confidence.CONDITIONAL: (
        "conditional-act",
        "it waits for something whose day is not known",
    ),
}


def _not_understood(events: Sequence[Event]) -> Iterator[tuple[str, Problem]]:
    """Events that the words leave open: told as problems, and unknown in the status."""
    for event in events:
        if event.confidence in _DOUBTFUL:
            code, message = _DOUBTFUL[Confidence(event.confidence)]
            if event.kind == "commence" and event.confidence == Confidence.UNREAD:
                code = "unread-commencement"
            yield (
                event.norma,
                _problem(code, f"{event.kind}: {message}: {event.evidence}", event),
            )


# Dates --------------------------------------------------------------------------------


def _starts(events: Sequence[Event]) -> dict[str, _Start]:
    starts: dict[str, _Start] = defaultdict(_Start)
    for event in events:
        start = starts[event.affected]
        if event.kind in ("sign", "propose"):
            start.signed = event.date
        elif event.kind == "publish":
            start.published = start.published or event.date
    for event in events:
        start = starts[event.affected]
        if event.kind == "commence" and not event.affected_path:
            start.day, start.not_before = event.date, event.not_before
            start.not_after = _convention(event)
            if event.confidence == Confidence.CONDITIONAL:
                start.doubt = event.confidence
            start.silent = event.confidence == "implied"
    return starts


def _delays(
    events: Sequence[Event], starts: Mapping[str, _Start]
) -> dict[tuple[str, str], date]:
    """Return the later days from which provisions of a norm work: (norm, path) → day, the empty
    path for the whole norm.
    """
    delays: dict[tuple[str, str], date] = {}
    for event in events:
        if event.norma != event.affected or event.date is None:
            continue
        start = starts.get(event.norma, _Start())
        begins = start.day or start.not_before
        part = event.kind == "commence" and event.affected_path
        later = event.kind == "take_effect" and (begins is None or event.date > begins)
        if part or later:
            delays[event.norma, event.affected_path] = event.date
    return delays


def _delayed(event: Event, delays: Mapping[tuple[str, str], date]) -> Event:
    """An act of a provision that takes effect later than its norm (`O art. 1º desta Lei produz
    efeitos a partir de ...`).
    """
    if not delays or event.term != WITH_COMMENCEMENT or event.norma != event.acting:
        return event
    for path in paths.ancestors(paths.canonical(event.path)):
        day = delays.get((event.norma, path))
        if day is not None:
            return replace(
                event,
                computed=day,
                date=day,
                not_before=None,
                presumed=None,
                why="stated for the acting provision",
            )
    return event


def _convention(event: Event) -> date | None:
    """An undated publication is presumed to lie within a year of the earliest day: a convention of
    this program.
    """
    if event.date or event.not_before is None:
        return None
    return deadlines.add_months(event.not_before, 12)


def _with_dates(event: Event, starts: Mapping[str, _Start]) -> Event:
    """The event with the date that its rule gives, as far as its own norm's dates go."""
    if event.kind in _TERM_KINDS:
        return _term(event, starts.get(event.norma, _Start()))
    if event.kind == "note_unspecified" or (
        event.kind in _LIKE_THE_ACT and event.acting != event.norma
    ):
        return _note(event, starts)
    if event.kind == "expire":
        return _expiry(event, starts.get(event.norma, _Start()))
    if event.kind.startswith("propose_"):
        return replace(event, not_before=starts.get(event.norma, _Start()).signed)
    if event.kind not in _LIKE_THE_ACT:
        return event
    start = starts.get(event.acting, _Start())
    if event.term == WITH_COMMENCEMENT:
        return replace(
            event,
            computed=start.day,
            date=event.date or start.day,
            why=event.why or "with the commencement of the acting norm",
            not_before=None if start.day else start.not_before,
            presumed=None if start.day else start.not_before,
            confidence=start.doubt or event.confidence,
        )
    if event.term is None:
        return event
    if event.term.start is From.DAY:
        return replace(event, stated=event.term.day, date=event.term.day, why="stated")
    return _deferred(event, event.term, start)


def _deferred(event: Event, term: Term, start: _Start) -> Event:
    computed = term_day(
        term, published=start.published, signed=start.signed, commenced=start.day
    )
    if computed:
        early = None
    else:
        early = earliest_day(term, start.signed)
    why = (
        "LC 95/1998 art. 8 § 1 by analogy: the day of publication counts, effect on the day "
        "after the term"
    )
    if term.start in (From.CONDITION, From.AN_ACT, From.UNREAD):
        return replace(event, not_before=early, why="its day is not known")
    return replace(
        event,
        computed=computed,
        date=computed,
        why=why,
        not_before=early,
        presumed=early,
    )


def _expiry(event: Event, start: _Start) -> Event:
    """The end by its own term: the day after the last one."""
    if event.date is not None or event.term is None:
        return event
    day = term_day(
        event.term, published=start.published, signed=start.signed, commenced=start.day
    )
    return replace(
        event, computed=day, date=day, not_before=None if day else event.not_before
    )


def _term(event: Event, start: _Start) -> Event:
    term = event.term
    origins = {From.PUBLICATION: start.published, From.COMMENCEMENT: start.day}
    if term is None or term.start not in origins or not term.count:
        return event
    computed = deadlines.last_day(origins[term.start], term.count, term.unit)
    if computed:
        early = None
    else:
        early = deadlines.last_day(start.signed, term.count, term.unit)
    return replace(
        event,
        computed=computed,
        date=computed,
        why="last day: first day out, last day in",
        not_before=early,
    )


def _note(event: Event, starts: Mapping[str, _Start]) -> Event:
    """A note is dated by the norm it names, where that is held; else bounded by the dates it
    prints.
    """
    if event.acting:
        acting = starts.get(event.acting)
    else:
        acting = None
    if event.date is None and acting is not None and acting.day is not None:
        return replace(
            event,
            computed=acting.day,
            date=acting.day,
            why="commencement of the norm named in the note",
        )
    if event.date is None and acting is not None and acting.not_before is not None:
        return replace(event, not_before=acting.not_before, not_after=acting.not_after)
    own = starts.get(event.affected, _Start())
    earliest = event.not_before or own.day or own.not_before
    return replace(event, not_before=None if event.date else earliest)


# Bounds -------------------------------------------------------------------------------


@dataclass(slots=True)
class _Bounds:
    """What is known of a norm from elsewhere: the first day by which it must have been in force."""

    by: dict[str, date] = field(default_factory=dict)

    def add(self, norm: str, day: date | None) -> None:
        if day is not None and (norm not in self.by or day < self.by[norm]):
            self.by[norm] = day


def _bounded(events: Sequence[Event], starts: Mapping[str, _Start]) -> list[Event]:
    """Upper bounds of undated commencements, and with them of what works with the commencement."""
    bounds = _Bounds()
    for event in events:
        if event.kind in ("register", "attest") or (
            event.kind in TOUCHING and event.acting != event.affected
        ):
            bounds.add(event.affected, event.date or event.not_after)
    inside = {
        event.affected: event
        for event in events
        if event.kind == "attest" and event.confidence == "inferred"
    }
    return [_bound(event, starts, bounds, inside) for event in events]


def _bound(
    event: Event,
    starts: Mapping[str, _Start],
    bounds: _Bounds,
    inferred: Mapping[str, Event],
) -> Event:
    if event.date is not None:
        return event
    if event.kind == "note_unspecified":
        later = inferred.get(event.affected)
        if later is not None and paths.covers(later.affected_path, event.affected_path):
            return replace(event, not_before=later.not_before)
    own = event.kind in ("commence", "publish") and event.norma == event.affected
    tied = event.term == WITH_COMMENCEMENT and event.acting in starts
    if own or tied:
        latest = bounds.by.get(event.acting)
        if (
            latest is not None
            and event.not_before is not None
            and latest >= event.not_before
        ):
            return replace(event, not_after=latest)
    return event


# Doubles ------------------------------------------------------------------------------


def pair(events: Iterable[Event]) -> list[Event]:
    """The records of one event tied together (`same_as`), for events that have their dates
    already.
    """
    return _paired(sorted(set(events), key=order), [])


def _paired(
    events: Sequence[Event], problems: list[tuple[str, Problem]]
) -> list[Event]:
    """One event, two records: a note or a placeholder, and the clause of the acting norm. The
    record with the stated date gives the date of both.
    """
    clauses: dict[tuple[str, str, str], list[Event]] = defaultdict(list)
    for event in events:
        if event.kind in TOUCHING and _is_clause(event):
            clauses[_what(event)].append(event)
    changed: dict[str, Event] = {}
    for event in events:
        if event.kind not in TOUCHING or _is_clause(event):
            continue
        for clause in clauses.get(_what(event), ()):
            if not event.acting or event.acting == clause.acting:
                note, clause = _reconciled(
                    event, changed.get(clause.key, clause), problems
                )
                changed[note.key], changed[clause.key] = note, clause
                break
    return [changed.get(event.key, event) for event in events]


def _is_clause(event: Event) -> bool:
    """The acting norm's own words; what a person asserts is no clause, and no note that could be
    one's double.
    """
    return event.acting == event.norma and event.decision == "derived"


def _what(event: Event) -> tuple[str, str, str]:
    return event.kind, event.affected, event.affected_path


def _reconciled(
    note: Event, clause: Event, problems: list[tuple[str, Problem]]
) -> tuple[Event, Event]:
    if note.stated is not None:
        if clause.computed is not None and clause.computed != note.stated:
            problems.append((note.norma, _conflict(note, clause)))
        if clause.date == note.stated:
            why = clause.why
        else:
            why = f"stated by a note; {clause.why}"
        clause = replace(clause, date=note.stated, why=why)
    note = replace(
        note,
        acting=clause.acting,
        acting_path=clause.acting_path,
        date=note.stated or clause.date,
        not_before=None if note.stated or clause.date else clause.not_before,
        not_after=None if note.stated or clause.date else clause.not_after,
        same_as=clause.key,
    )
    return note, replace(clause, same_as=note.key)


def _conflict(note: Event, clause: Event) -> Problem:
    message = (
        f"the note says {note.stated}, the count of {clause.acting} {clause.acting_path} gives"
        f" {clause.computed} ({clause.rule}): the stated date is used"
    )
    return _problem("date-conflict", message, note)
