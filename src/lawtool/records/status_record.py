"""Statuses, events and applied amendments as JSON records."""

from __future__ import annotations

from lawtool.history.amend import Amended
from lawtool.history.periods import Period, Status
from lawtool.model import Event, Norma
from lawtool.records.json_records import EventRecord, Record, StatusRecord
from lawtool.store.columns import iso

_PROVED = {
    "in_force": True,
    "revoked": False,
    "annulled": False,
    "expired": False,
    "no_effect": False,
    "suspended": False,
    "not_yet": False,
    "bill": False,
}
"""Statuses that prove force or its absence; all others leave it open."""


def in_force(status: Status) -> bool | None:
    """Say whether a status proves force (True) or its absence (False); None where the corpus does
    not know.
    """
    if status.status == "partially_revoked":
        return _PROVED.get(status.remainder or "")
    return _PROVED.get(status.status)


def status_record(status: Status, period: Period | None = None) -> Record:
    """Make the object of `status --format json`; `period` gives the bounds that the status itself
    lacks.
    """
    since, until = status.since, status.until
    if period is not None:
        since = since or period.since
        until = until or period.until
    return StatusRecord(
        norm=status.norm,
        path=status.path or None,
        on=status.on.isoformat(),
        status=status.status,
        remainder=status.remainder,
        start_basis=status.start_basis,
        since=iso(since),
        until=iso(until),
        alternatives=status.alternatives,
        text_state=status.text_state,
        cause=_event(status.cause) if status.cause else None,
    ).plain()


def event_record(event: Event) -> Record:
    """Make the record of one event as `provenance --format jsonl` writes it; days as YYYY-MM-DD."""
    return _event(event).plain()


def _event(event: Event) -> EventRecord:
    return EventRecord(
        event=event.kind,
        acting=event.acting or None,
        acting_path=event.acting_path or None,
        affected=event.affected or None,
        affected_path=event.affected_path or None,
        date=iso(event.date),
        stated=iso(event.stated),
        computed=iso(event.computed),
        not_before=iso(event.not_before),
        not_after=iso(event.not_after),
        rule=str(event.rule) if event.rule else None,
        confidence=event.confidence,
        decision=event.decision,
        evidence=event.evidence,
        norm=event.norma,
        path=event.path or None,
    )


def amended_record(acting: Norma, result: Amended) -> Record:
    """Make the record of what an amending norm did, what it could not do, and whether it has any
    effect.
    """
    applied = [
        {
            "operation": change.instruction.operation,
            "path": change.path,
            "command": change.instruction.command,
            "wording": change.instruction.wording or None,
            "before": change.before,
            "after": change.after,
            "numbers": [list(pair) for pair in change.numbers],
        }
        for change in result.applied
    ]
    failed = [
        {
            "operation": failure.instruction.operation,
            "path": failure.instruction.path or None,
            "command": failure.instruction.command,
            "reason": failure.reason,
        }
        for failure in result.failed
    ]
    return {
        "norm": result.norma.slug,
        "by": acting.slug,
        "hypothetical": result.hypothetical,
        "applied": applied,
        "failed": failed,
    }
