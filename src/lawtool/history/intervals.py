"""When events take effect on a norm, as intervals: prepared once, asked often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from lawtool.history import deadlines
from lawtool.history.periods import ENDING, EVER, ONE_DAY, PROVING, Interval, Record
from lawtool.model import Confidence, Event


def event_order(event: Event) -> tuple[str, ...]:
    return (
        event.affected,
        event.affected_path,
        event.kind,
        event.norma,
        event.path,
        f"{event.start:08}",
    )


def index(record: Record, collected: date | None) -> None:
    record.start = _start(record)
    for event in record.affecting:
        interval = interval_of(event, record, collected)
        if event.kind in ENDING:
            record.endings.append(interval)
        elif event.kind == "restore":
            record.restores.append(interval)
        elif event.kind == "suspend":
            record.suspends.append(interval)
    record.endings = [one for one in record.endings if not _extended(one, record)]
    record.endings = [
        replace(interval, kept=_kept(interval.event, record))
        for interval in _without_doubles(record.endings)
    ]
    record.endings.sort(
        key=lambda one: (
            one.late,
            one.early,
            one.event.affected_path,
            event_order(one.event),
        )
    )
    record.evidence = _last_evidence(record)


def _extended(interval: Interval, record: Record) -> bool:
    """Tell whether another norm put off the end of a norm by its own term before that came."""
    event = interval.event
    return event.kind == "expire" and any(
        other.kind == "extend"
        and other.acting != event.acting
        and (other.date or other.not_before or EVER) <= interval.late
        and event.norma == event.affected
        for other in record.affecting
    )


def _kept(event: Event, record: Record) -> tuple[str, ...]:
    """Return the provisions that the same clause excepts (`revogada a Lei nº 30, salvo o art.
    2º`).
    """
    return tuple(
        other.affected_path
        for other in record.affecting
        if other.kind == "save"
        and other.affected_path
        and (other.norma, other.path) == (event.norma, event.path)
    )


def _without_doubles(intervals: Sequence[Interval]) -> list[Interval]:
    """Of the two records of one event (`same_as`) the dated clause stands, else the note with the
    stated date.
    """
    by_key = {one.event.key: one for one in intervals}
    out = []
    for one in intervals:
        other = by_key.get(one.event.same_as)
        if other is not None and _weight(other.event) > _weight(one.event):
            continue
        doubts = [
            it.doubt for it in (one, other) if it is not None and it.doubt is not None
        ]
        out.append(replace(one, doubt=min(doubts)) if doubts else one)
    return out


def _weight(event: Event) -> tuple[bool, bool, str]:
    """A stated date first; then the clause of the acting norm before the note."""
    return event.stated is not None, event.norma == event.acting, event.key


def interval_of(event: Event, record: Record, collected: date | None) -> Interval:
    """Return when an event takes effect: on its day, or between the bounds that are known of it."""
    if event.date is not None:
        if event.computed != event.date:
            doubt = event.computed
        else:
            doubt = None
        return Interval(event.date, event.date, event, doubt)
    if record.start:
        first = record.start[0]
    else:
        first = date.min
    if event.kind == "veto":
        # What was vetoed never had force.
        return Interval(first, first, event)
    early = event.not_before or first
    if not event.acting:
        return _placeholder_interval(event, early, collected)
    if event.confidence in (Confidence.CONDITIONAL, Confidence.UNREAD):
        return Interval(early, EVER, event)
    return Interval(early, _latest(event), event)


def _placeholder_interval(
    event: Event, early: date, collected: date | None
) -> Interval:
    """The wording was law before it was struck out, and is gone by the day on which the text was
    read.
    """
    if early < EVER:
        early += ONE_DAY
    late = event.not_after
    if late is None:
        if collected and collected >= early:
            late = collected
        else:
            late = EVER
    return Interval(early, late, event)


def _latest(event: Event) -> date:
    """An undated act has taken effect a year after its earliest day: a convention of this
    program.
    """
    if event.not_before:
        convention = deadlines.add_months(event.not_before, 12)
    else:
        convention = None
    return min(filter(None, (event.not_after, convention)), default=EVER)


def _start(record: Record) -> tuple[date, date, str] | None:
    """(earliest day of force, day by which it is presumed or inferred, basis after that day)."""
    event = record.commence
    if event is None:
        return None
    if event.date is not None:
        return event.date, event.date, "stated"
    if event.not_before is None:
        return None
    convention = deadlines.add_months(event.not_before, 12) or EVER
    if event.not_after is not None and event.not_after < convention:
        return event.not_before, event.not_after, "inferred"
    return event.not_before, convention, "presumed"


def _last_evidence(record: Record) -> date | None:
    """Return the last day on which the corpus proves that the norm had force."""
    days = [day for event in record.affecting if (day := _proven(event)) is not None]
    if record.commence is not None and record.commence.date is not None:
        days.append(record.commence.date)
    if days or record.held:
        days += [
            event.date for event in record.own if event.kind == "revoke" and event.date
        ]
    return max(days, default=None)


def _proven(event: Event) -> date | None:
    """Return the day on which an event proves force: that of a change, the day before a
    revocation.
    """
    known = event.date or event.not_before
    if known is None:
        return None
    if event.kind in PROVING:
        if event.kind != "save" or event.date:
            return known
        return None
    if event.kind != "revoke" or known == date.min:
        return None
    if event.date is not None or event.acting:
        return known - ONE_DAY
    return None
