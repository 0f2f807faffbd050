"""What a norm or a provision was on a day: one pure function of the events (domain: time, section 3).

`History` indexes the events of a corpus once; `History.status` answers one question, `History.periods` all days of one
norm or provision. Nothing is stored that this module could not give again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from lawtool import deadlines
from lawtool.events import paths
from lawtool.events.vocabulary import is_bill
from lawtool.model import Event, Norma, NormaId

NOT_YET, IN_FORCE, UNLESS, PARTIALLY, REVOKED, BILL, UNKNOWN = (
    "not_yet",
    "in_force",
    "in_force_unless_revoked",
    "partially_revoked",
    "revoked",
    "bill",
    "unknown",
)
SUSPENDED, EXPIRED, ANNULLED, NO_EFFECT = "suspended", "expired", "annulled", "no_effect"

_ENDING = {"revoke": REVOKED, "annul": ANNULLED, "expire": EXPIRED, "veto": NO_EFFECT}
_CHANGING = frozenset({"amend", "insert", "renumber"})
_PROVING = _CHANGING | {"save", "attest"}
_EVER = date.max
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The answer: domain/time.md fixes the words. `cause` is the event that decides; dates are None where unknown."""

    norm: str
    path: str
    on: date
    status: str
    remainder: str | None = None
    start_basis: str = "none"
    since: date | None = None
    until: date | None = None
    alternatives: tuple[str, ...] = ()
    text_state: str = "printed"
    cause: Event | None = None
    last_evidence: date | None = None
    """The last day on which the corpus proves force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """Days `since` <= day < `until` on which the answer is the same; None is open."""

    since: date | None
    until: date | None
    status: Status


@dataclass(frozen=True, slots=True)
class _Interval:
    """When an event takes effect: not before `early`, surely by `late`; `doubt` is another day that a rule gives."""

    early: date
    late: date
    event: Event
    doubt: date | None = None


@dataclass(slots=True)
class _Record:
    """What the history keeps of one norm."""

    identity: NormaId | None = None
    held: bool = False
    bill: bool = False
    paths: frozenset[str] = frozenset()
    commence: Event | None = None
    propose: Event | None = None
    sign: Event | None = None
    own: list[Event] = field(default_factory=list)
    affecting: list[Event] = field(default_factory=list)
    endings: list[_Interval] = field(default_factory=list)
    restores: list[_Interval] = field(default_factory=list)
    suspends: list[_Interval] = field(default_factory=list)
    evidence: date | None = None
    start: tuple[date, date, str] | None = None


class History:
    """The events of a corpus, indexed by norm. The order of the events does not matter.

    `normas` tells which norms and provisions are held; `collected` is the day on which the texts were read: by then an
    undated revocation that a text prints had happened (None: never known to have).
    """

    def __init__(
        self, events: Iterable[Event], normas: Iterable[Norma] = (), *, collected: date | None = None
    ) -> None:
        self.collected = collected
        self._records: dict[str, _Record] = defaultdict(_Record)
        for norma in normas:
            record = self._records[norma.slug]
            record.identity, record.held, record.bill = norma.id, True, is_bill(norma.id)
            record.paths = frozenset(paths.canonical(node.path) for node in norma.nodes)
        for event in sorted(events, key=_event_order):
            self._add(event)
        for record in self._records.values():
            _index(record, collected)

    def _add(self, event: Event) -> None:
        if event.affected:
            record = self._records[event.affected]
            record.affecting.append(event)
            if event.kind in ("commence", "propose", "sign") and event.norma == event.affected:
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
        return tuple(record.affecting) if record else ()

    def acts(self, norm: str) -> tuple[Event, ...]:
        """What a norm does to others."""
        record = self._records.get(norm)
        return tuple(record.own) if record else ()

    def touched(self, norm: str) -> tuple[str, ...]:
        """The provisions of a norm that have events of their own."""
        record = self._records.get(norm)
        found = {event.affected_path for event in record.affecting} if record else set()
        return tuple(sorted(path for path in found if path and paths.RANGE not in path))

    def status(self, norm: str, path: str | None = None, on: date | None = None) -> Status:
        """The status of a norm (`path` empty) or of a provision on a day. Never raises; what the corpus does not
        know is `unknown`."""
        day = on or self.collected or date.max
        record = self._records.get(norm) or _Record()
        return _Question(record, norm, paths.canonical(path), day).answer()

    def periods(self, norm: str, path: str | None = None) -> list[Period]:
        """All days, cut where the answer changes: what `vigencias` holds."""
        record = self._records.get(norm) or _Record()
        where = paths.canonical(path)
        cuts = sorted(_cuts(record, where))
        out: list[Period] = []
        for number, day in enumerate([date.min, *cuts]):
            answer = _Question(record, norm, where, day).answer()
            since = None if number == 0 else day
            if out and _same(out[-1].status, answer):
                continue
            if out:
                out[-1] = replace(out[-1], until=since)
            out.append(Period(since=since, until=None, status=answer))
        return [replace(one, status=replace(one.status, since=one.since, until=one.until)) for one in out]


def status(
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


def _event_order(event: Event) -> tuple[str, ...]:
    return (event.affected, event.affected_path, event.kind, event.norma, event.path, f"{event.start:08}")


def _same(one: Status, other: Status) -> bool:
    def key(it: Status) -> tuple[object, ...]:
        return it.status, it.remainder, it.start_basis, it.alternatives, it.text_state, it.cause

    return key(one) == key(other)


# Indexing --------------------------------------------------------------------------------------------------


def _index(record: _Record, collected: date | None) -> None:
    record.start = _start(record)
    for event in record.affecting:
        interval = _interval(event, record, collected)
        if event.kind in _ENDING:
            record.endings.append(interval)
        elif event.kind == "restore":
            record.restores.append(interval)
        elif event.kind == "suspend":
            record.suspends.append(interval)
    record.endings = _without_doubles(record.endings)
    record.endings.sort(
        key=lambda one: (one.late, one.early, one.event.affected_path, _event_order(one.event))
    )
    record.evidence = _evidence(record)


def _without_doubles(intervals: Sequence[_Interval]) -> list[_Interval]:
    """Of the two records of one event (`same_as`) the dated clause stands, else the note with the stated date."""
    by_key = {one.event.key: one for one in intervals}
    out = []
    for one in intervals:
        other = by_key.get(one.event.same_as)
        if other is not None and _weight(other.event) > _weight(one.event):
            continue
        doubts = [it.doubt for it in (one, other) if it is not None and it.doubt is not None]
        out.append(replace(one, doubt=min(doubts)) if doubts else one)
    return out


def _weight(event: Event) -> tuple[bool, bool, str]:
    """A stated date first; then the clause of the acting norm before the note."""
    return event.stated is not None, event.norma == event.acting, event.key


def _interval(event: Event, record: _Record, collected: date | None) -> _Interval:
    if event.date is not None:
        doubt = event.computed if event.computed and event.computed != event.date else None
        return _Interval(event.date, event.date, event, doubt)
    early = event.not_before or (record.start[0] if record.start else date.min)
    if not event.acting:
        # A placeholder: the wording was law before it was struck out.
        early = early + _ONE_DAY if early < _EVER else early
        late = event.not_after or (collected if collected and collected >= early else _EVER)
        return _Interval(early, late, event)
    convention = deadlines.add_months(event.not_before, 12) if event.not_before else None
    limits = [day for day in (event.not_after, convention) if day is not None]
    return _Interval(early, min(limits) if limits else _EVER, event)


def _start(record: _Record) -> tuple[date, date, str] | None:
    """(earliest day of force, day by which it is presumed or inferred, basis after that day)."""
    event = record.commence
    if event is None:
        return None
    if event.date is not None:
        return event.date, event.date, "stated"
    if event.not_before is None:
        return None
    convention = deadlines.add_months(event.not_before, 12) or _EVER
    if event.not_after is not None and event.not_after < convention:
        return event.not_before, event.not_after, "inferred"
    return event.not_before, convention, "presumed"


def _evidence(record: _Record) -> date | None:
    """The last day on which the corpus proves that the norm had force."""
    days = []
    if record.commence is not None and record.commence.date is not None:
        days.append(record.commence.date)
    for event in record.affecting:
        known = event.date or event.not_before
        if known is None or event.kind.startswith("propose"):
            continue
        if event.kind in _PROVING and (event.kind != "save" or event.date):
            days.append(known)
        elif event.kind == "revoke" and event.date is not None and known > date.min:
            days.append(known - _ONE_DAY)
        elif event.kind == "revoke" and event.acting:
            days.append(known - _ONE_DAY if known > date.min else known)
    if days or record.held:
        days += [
            e.date for e in record.own if e.kind == "revoke" and e.date and not e.kind.startswith("propose")
        ]
    return max(days, default=None)


def _cuts(record: _Record, path: str) -> set[date]:
    """The days on which an answer can change."""
    days: set[date] = set()
    for interval in (*record.endings, *record.restores, *record.suspends):
        days |= {day for day in (interval.early, interval.late, interval.doubt) if day}
    for event in record.affecting:
        days |= {day for day in (event.date, event.not_before, event.not_after) if day}
        if event.date and event.date < _EVER:
            days.add(event.date + _ONE_DAY)
    if record.start:
        days |= set(record.start[:2])
    if record.evidence and record.evidence < _EVER:
        days.add(record.evidence + _ONE_DAY)
    if record.identity and record.identity.date:
        days.add(record.identity.date)
    return {day for day in days if date.min < day < _EVER}


# One question ----------------------------------------------------------------------------------------------


class _Question:
    """One norm or provision on one day. Each method answers one part; `answer` puts them in order of claim."""

    __slots__ = ("day", "norm", "path", "record")

    def __init__(self, record: _Record, norm: str, path: str, day: date) -> None:
        self.record = record
        self.norm = norm
        self.path = path
        self.day = day

    def answer(self) -> Status:
        record = self.record
        if record.bill:
            return self._bill()
        if record.held and self.path and self.path not in record.paths and not self._known_path():
            return self._absent()
        ended = self._ended()
        if ended is not None:
            return ended
        if not record.held and record.commence is None:
            return self._outside()
        return self._living()

    # Answers that end the question

    def _bill(self) -> Status:
        proposal = self.record.propose
        own = next(
            (
                e
                for e in self.record.affecting
                if self.path and e.acting_path == self.path and e.kind != "propose"
            ),
            None,
        )
        if proposal is not None and proposal.date is not None and self.day < proposal.date:
            return self._make(NOT_YET, cause=proposal)
        return self._make(BILL, cause=own or proposal)

    def _known_path(self) -> bool:
        """A provision that the printed text lacks but that an event names as changed, inserted or struck out."""
        return any(
            event.affected_path
            and paths.covers(self.path, event.affected_path)
            and not event.kind.startswith("propose")
            for event in self.record.affecting
        )

    def _absent(self) -> Status:
        for event in self.record.affecting:
            if event.kind == "propose_insert" and event.affected_path == self.path:
                return self._make(BILL, start_basis="stated", text_state="proposed", cause=event)
        return self._make(UNKNOWN, text_state="absent")

    def _ended(self) -> Status | None:
        """Revoked, annulled, expired, vetoed: by the first event that covers the provision."""
        for interval in self._endings():
            if interval.late <= self.day:
                ended = _ENDING[interval.event.kind]
                return self._make(
                    ended, start_basis=self._basis(), cause=interval.event, since=interval.event.date
                )
        return None

    def _endings(self) -> Iterator[_Interval]:
        restored = max(
            (one.late for one in self.record.restores if self._covered(one) and one.late <= self.day),
            default=None,
        )
        for one in self.record.endings:
            if self._covered(one) and (restored is None or one.early > restored):
                yield one

    def _covered(self, interval: _Interval) -> bool:
        return paths.covers(interval.event.affected_path, self.path)

    def _outside(self) -> Status:
        """A norm that the corpus does not hold: known by what others do to it."""
        identity = self.record.identity
        if identity is not None and identity.date is not None and self.day < identity.date:
            return self._make(NOT_YET, start_basis="stated")
        if not any(e.kind in _PROVING or e.kind in _ENDING for e in self.record.affecting):
            return self._make(UNKNOWN, alternatives=(IN_FORCE, UNLESS, REVOKED))
        return self._force("presumed", None)

    def _living(self) -> Status:
        start = self.record.start
        if start is None:
            return self._make(UNKNOWN, alternatives=(NOT_YET, self._alive()))
        early, late, _ = start
        if self.day < early:
            return self._make(NOT_YET, start_basis="stated", cause=self.record.commence)
        inserted = self._inserted()
        if inserted is not None:
            return inserted
        if self.day < late:
            return self._make(
                UNKNOWN,
                start_basis="presumed",
                alternatives=(NOT_YET, self._alive()),
                cause=self.record.commence,
            )
        return self._force(self._basis(), early if early == late else None)

    def _inserted(self) -> Status | None:
        """A provision whose wording is known to be later than this day may not have been there yet."""
        for event in self.record.affecting:
            if not event.affected_path or not paths.covers(event.affected_path, self.path):
                continue
            if event.kind == "insert":
                interval = _interval(event, self.record, None)
                if self.day < interval.early:
                    return self._make(NOT_YET, start_basis=self._basis(), text_state="absent", cause=event)
                if self.day < interval.late:
                    return self._make(
                        UNKNOWN, start_basis=self._basis(), alternatives=(NOT_YET, self._alive()), cause=event
                    )
            elif event.kind == "attest" and event.confidence == "inferred" and event.not_before:
                if self.day < event.not_before:
                    return self._make(
                        UNKNOWN,
                        start_basis=self._basis(),
                        alternatives=(IN_FORCE, NOT_YET),
                        text_state="other_or_absent",
                        cause=self._note() or event,
                    )
        return None

    def _note(self) -> Event | None:
        return next(
            (
                e
                for e in self.record.affecting
                if e.kind == "note_unspecified" and e.affected_path == self.path
            ),
            None,
        )

    # Alive

    def _alive(self) -> str:
        """`in_force` only up to the last evidence of force; silence afterwards is not force."""
        evidence = self.record.evidence
        return IN_FORCE if evidence is not None and self.day <= evidence else UNLESS

    def _force(self, basis: str, since: date | None) -> Status:
        alive = self._alive()
        for one in self.record.suspends:
            if self._covered(one) and one.late <= self.day and not self._restored(one):
                return self._make(SUSPENDED, start_basis=basis, cause=one.event, since=one.event.date)
        for one in self._endings():
            if one.early <= self.day < one.late:
                # Until the day it is revoked it is presumed in force (rule f).
                alternatives = (IN_FORCE, _ENDING[one.event.kind])
                return self._make(UNKNOWN, start_basis=basis, alternatives=alternatives, cause=one.event)
        parts = [one for one in self.record.endings if self._part(one)]
        gone = next((one for one in parts if one.late <= self.day), None)
        maybe = any(one.early <= self.day < one.late for one in parts)
        doubtful = [
            _ENDING[one.event.kind]
            for one in self._endings()
            if one.doubt and one.doubt <= self.day < one.late
        ]
        alternatives = (*doubtful, *((PARTIALLY,) if maybe and gone is None else ()))
        if gone is not None:
            return self._make(
                PARTIALLY,
                remainder=alive,
                start_basis=basis,
                alternatives=alternatives,
                cause=gone.event,
                since=gone.event.date,
            )
        return self._make(
            alive, start_basis=basis, alternatives=alternatives, cause=self._proof(alive), since=since
        )

    def _part(self, one: _Interval) -> bool:
        inside = one.event.affected_path
        if not inside or inside == self.path or paths.RANGE in inside:
            return False
        known = not self.record.held or inside in self.record.paths
        return known and paths.covers(self.path, inside)

    def _restored(self, one: _Interval) -> bool:
        return any(
            one.late < other.late <= self.day and self._covered(other) for other in self.record.restores
        )

    def _proof(self, alive: str) -> Event | None:
        """The event that decides: for what is proved in force the latest of commencement, change of this very
        provision, attestation; for silence the commencement; for a norm outside the corpus the first event."""
        first = self.record.commence
        if first is None:
            later = [e for e in self.record.affecting if e.kind in _ENDING or e.kind in _PROVING]
            return later[0] if later else None
        if alive != IN_FORCE:
            return first
        best, best_day = first, first.date or first.not_before or date.min
        for event in self.record.affecting:
            day = event.date or event.not_after
            exact = (
                event.kind in _CHANGING
                and event.affected_path == self.path
                and event.scope != "purpose clause"
            )
            attested = event.kind == "attest" and paths.covers(event.affected_path, self.path)
            if day is not None and best_day < day <= self.day and (exact or attested):
                best, best_day = event, day
        return best

    def _basis(self) -> str:
        if self.record.start is not None:
            return self.record.start[2]
        return "none" if self.record.held else "presumed"

    # The wording

    def _text_state(self) -> str:
        """Is the printed wording that of the day? Only events on this very provision can say otherwise."""
        if not self.record.held:
            return "not_in_corpus"
        if not self.path:
            return "printed"
        for event in self.record.affecting:
            if event.affected_path != self.path:
                continue
            if event.kind == "revoke" and event.norma == self.norm and event.confidence == "placeholder":
                interval = _interval(event, self.record, None)
                if self.day < interval.early:
                    return "lost"
                if event.date is None and self.day < (self._late(event) or _EVER):
                    return "unknown"
            if event.kind == "amend" and not event.same_as:
                return self._after(event)
        return "printed"

    def _late(self, event: Event) -> date | None:
        return next((one.late for one in self.record.endings if one.event.key == event.key), None)

    def _after(self, event: Event) -> str:
        """The wording around an amendment: the text with the note prints the new one, the text as enacted the old."""
        interval = _interval(event, self.record, None)
        noted = event.norma == self.norm
        if interval.early <= self.day < interval.late:
            return "unknown"
        later = self.day >= interval.late
        return "printed" if later == noted else "other"

    def _make(
        self,
        word: str,
        *,
        remainder: str | None = None,
        start_basis: str = "none",
        alternatives: Sequence[str] = (),
        text_state: str | None = None,
        cause: Event | None = None,
        since: date | None = None,
    ) -> Status:
        return Status(
            norm=self.norm,
            path=self.path,
            on=self.day,
            status=word,
            remainder=remainder,
            start_basis=start_basis,
            since=since,
            alternatives=tuple(dict.fromkeys(a for a in alternatives if a != word)),
            text_state=text_state or self._text_state(),
            cause=cause,
            last_evidence=self.record.evidence,
        )
