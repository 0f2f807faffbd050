"""What a person asserts against what the texts say: the person's word stands, and the difference is
reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lawtool.history.effect_terms import term_day
from lawtool.model import Event, From, Problem

LIFE = frozenset({"sign", "publish", "commence"})
"""What happens to a norm once, whoever does it."""


def honoured(
    derived: Iterable[Event], asserted: Sequence[Event]
) -> tuple[list[Event], list[tuple[str, Problem]]]:
    """All events, without those that an asserted one stands for: the same kind of event of the same
    norm or provision, by the same norm where both name one. A commencement "on publication" follows
    an asserted publication.
    """
    published = {one.affected: one for one in asserted if one.kind == "publish"}
    kept: list[Event] = []
    problems: list[tuple[str, Problem]] = []
    for event in derived:
        other = next((one for one in asserted if _same_event(one, event)), None)
        if other is not None:
            problems.append((event.norma, _reported(event, other)))
            continue
        if event.kind == "commence" and event.norma == event.affected:
            own = published.get(event.affected)
        else:
            own = None
        kept.append(_following(event, own) if own is not None else event)
    return [*kept, *asserted], problems


def _same_event(one: Event, event: Event) -> bool:
    if (one.kind, one.affected, one.affected_path) != (
        event.kind,
        event.affected,
        event.affected_path,
    ):
        return False
    return (
        one.kind in LIFE
        or not one.acting
        or not event.acting
        or one.acting == event.acting
    )


def _reported(event: Event, other: Event) -> Problem:
    return Problem(
        code="asserted-event",
        message=f"{event.kind} of {event.affected}: corpus.toml says {other.date or 'no day'}, "
        f"which stands; the text says "
        f"{event.date or 'no day'}: {event.evidence}",
        span=event.span,
        path=event.path,
    )


def _following(event: Event, publication: Event) -> Event:
    """A commencement counted from the publication that a person asserts."""
    counted = event.term is not None and event.term.start in (
        From.PUBLICATION,
        From.SANCTION_AND_PUBLICATION,
    )
    if event.term and counted:
        day = term_day(event.term, published=publication.date)
    else:
        day = None
    if day is None or event.stated is not None:
        return event
    why = "rule applied to the publication that a person asserts"
    return replace(
        event,
        computed=day,
        date=day,
        why=why,
        not_before=None,
        not_after=None,
        presumed=None,
    )
