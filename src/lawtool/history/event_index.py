"""The events of a corpus, indexed by norm: what every question about status is asked of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date

from lawtool.history.clause_verbs import is_bill
from lawtool.history.intervals import event_order, index
from lawtool.history.periods import Period, Record, Status
from lawtool.history.status import StatusQuestion
from lawtool.identifiers import paths
from lawtool.model import Event, Norma, NormaId


class History:
    """The events of a corpus, indexed by norm. The order of the events does not matter.

    `normas` tells which norms and provisions are held; `collected` is the day on which the texts
    were read: by then an undated revocation that a text prints had happened (None: never known to
    have).
    """

    def __init__(
        self,
        events: Iterable[Event],
        normas: Iterable[Norma] = (),
        *,
        collected: date | None = None,
        outside: Mapping[str, NormaId] | None = None,
    ) -> None:
        self.collected = collected
        self._records: dict[str, Record] = defaultdict(Record)
        for norma in normas:
            record = self._records[norma.slug]
            record.identity, record.held, record.bill = (
                norma.id,
                True,
                is_bill(norma.id),
            )
            record.paths = frozenset(paths.canonical(node.path) for node in norma.nodes)
        for event in sorted(events, key=event_order):
            self._add(event)
        for norm, identity in (outside or {}).items():
            if norm in self._records:
                self._records[norm].identity = identity
        for record in self._records.values():
            index(record, collected)

    def _add(self, event: Event) -> None:
        if event.affected:
            record = self._records[event.affected]
            record.affecting.append(event)
            own = event.norma == event.affected and not event.affected_path
            if event.kind in ("commence", "propose", "sign") and own:
                setattr(record, event.kind, getattr(record, event.kind) or event)
        if event.acting and event.acting != event.affected:
            self._records[event.acting].own.append(event)
        elif event.norma and event.norma != event.affected:
            self._records[event.norma].own.append(event)

    @property
    def norms(self) -> tuple[str, ...]:
        """Every norm that is held or that an event names."""
        return tuple(sorted(self._records))

    def events(self, norm: str) -> tuple[Event, ...]:
        """All events by which others act on a norm, and its own acts, in order."""
        record = self._records.get(norm)
        if record:
            return tuple(record.affecting)
        return ()

    def acts(self, norm: str) -> tuple[Event, ...]:
        """What a norm does to others."""
        record = self._records.get(norm)
        if record:
            return tuple(record.own)
        return ()

    def touched(self, norm: str) -> tuple[str, ...]:
        """The provisions of a norm that have events of their own."""
        record = self._records.get(norm)
        if record:
            found = {event.affected_path for event in record.affecting}
        else:
            found = set()
        return tuple(sorted(path for path in found if path and paths.RANGE not in path))

    def status(
        self, norm: str, path: str | None = None, on: date | None = None
    ) -> Status:
        """The status of a norm (`path` empty) or of a provision on a day. Never raises; what the
        corpus does not know is `unknown`.
        """
        day = on or self.collected or date.max
        record = self._records.get(norm) or Record()
        return StatusQuestion(record, norm, paths.canonical(path)).answer(day)

    def periods(self, norm: str, path: str | None = None) -> list[Period]:
        """All days, cut where the answer changes: what `vigencias` holds."""
        question = StatusQuestion(
            self._records.get(norm) or Record(), norm, paths.canonical(path)
        )
        found = [(date.min, question.answer(date.min))]
        for day in question.cuts():
            answer = question.answer(day)
            if not _same_answer(found[-1][1], answer):
                found.append((day, answer))
        ends = [day for day, _ in found[1:]]
        return [
            Period(since=None if day == date.min else day, until=until, status=answer)
            for (day, answer), until in zip(found, [*ends, None], strict=True)
        ]


def ask_status(
    events: Iterable[Event],
    norm: str,
    path: str | None,
    on: date,
    *,
    normas: Iterable[Norma] = (),
    collected: date | None = None,
) -> Status:
    """One question without an index; for many build a `History`."""
    return History(events, normas, collected=collected).status(norm, path, on)


def _same_answer(one: Status, other: Status) -> bool:
    return (
        one.status == other.status
        and one.cause is other.cause
        and one.text_state == other.text_state
        and one.start_basis == other.start_basis
        and one.remainder == other.remainder
        and one.alternatives == other.alternatives
    )
