"""One norm or provision on one day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from lawtool.history.intervals import interval_of
from lawtool.history.periods import (
    BILL,
    CHANGES,
    ENDING,
    EVER,
    IN_FORCE,
    NO_EFFECT,
    NOT_YET,
    ONE_DAY,
    PARTIALLY,
    PROVING,
    REVOKED,
    SUSPENDED,
    UNKNOWN,
    UNLESS,
    Interval,
    Record,
    Status,
)
from lawtool.identifiers import paths
from lawtool.identifiers.paths import drop_caput
from lawtool.model import Event, Scope


def _after(day: date) -> date:
    if day < EVER:
        return day + ONE_DAY
    return day


class StatusQuestion:
    """One norm or provision on one day. Each method answers one part; `answer` puts them in order
    of claim.
    """

    __slots__ = (
        "day",
        "endings",
        "events",
        "norm",
        "parts",
        "path",
        "record",
        "restores",
        "suspends",
    )

    def __init__(self, record: Record, norm: str, path: str) -> None:
        self.record = record
        self.norm = norm
        self.path = path
        self.day = date.min
        self.events = [
            event for event in record.affecting if self._near(event.affected_path)
        ]
        """What acts on the provision, on what holds it, or on what it holds."""
        self.endings = [one for one in record.endings if self._covered(one)]
        self.parts = [one for one in record.endings if self._part(one)]
        self.restores = [one for one in record.restores if self._covered(one)]
        self.suspends = [one for one in record.suspends if self._covered(one)]

    def _near(self, other: str) -> bool:
        return paths.covers(other, self.path) or paths.covers(self.path, other)

    def cuts(self) -> list[date]:
        """The days on which the answer can change."""
        days: set[date | None] = {self.record.evidence and _after(self.record.evidence)}
        for interval in (*self.endings, *self.parts, *self.restores, *self.suspends):
            days |= {interval.early, interval.late, interval.doubt}
        for event in self.events:
            days |= {event.date, event.not_before, event.not_after}
            if event.kind in PROVING:
                days.add(event.date and _after(event.date))
        if self.record.start:
            days |= set(self.record.start[:2])
        identity = self.record.identity
        days.add(identity.date if identity else None)
        return sorted(day for day in days if day is not None and date.min < day < EVER)

    def answer(self, day: date) -> Status:
        """The status on a day; what the corpus does not know is `unknown`."""
        self.day = day
        record = self.record
        if record.bill:
            return self._bill()
        if (
            record.held
            and self.path
            and self.path not in record.paths
            and not self._known_path()
        ):
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
                for e in self.events
                if self.path and e.acting_path == self.path and e.kind != "propose"
            ),
            None,
        )
        if (
            proposal is not None
            and proposal.date is not None
            and self.day < proposal.date
        ):
            return self._make(NOT_YET, cause=proposal)
        return self._make(BILL, cause=own or proposal)

    def _known_path(self) -> bool:
        """A provision that the printed text lacks but that an event names as changed, inserted or
        struck out.
        """
        return any(
            event.affected_path
            and paths.covers(self.path, event.affected_path)
            and not event.kind.startswith("propose")
            for event in self.events
        )

    def _absent(self) -> Status:
        for event in self.events:
            proposed = (
                event.kind == "propose_insert" and event.affected_path == self.path
            )
            if proposed and (event.not_before is None or event.not_before <= self.day):
                return self._make(
                    BILL, start_basis="stated", text_state="proposed", cause=event
                )
        return self._make(UNKNOWN, text_state="absent")

    def _ended(self) -> Status | None:
        """Revoked, annulled, expired, vetoed: by the first event that covers the provision."""
        for interval in self._endings():
            if interval.late <= self.day:
                ended = ENDING[interval.event.kind]
                return self._make(
                    ended,
                    start_basis=self._basis(),
                    cause=interval.event,
                    since=interval.event.date,
                )
        return None

    def _endings(self) -> Iterator[Interval]:
        """Those that no later express restoration has undone by this day."""
        if not self.restores:
            return iter(self.endings)
        restored = max(
            (one.late for one in self.restores if one.late <= self.day),
            default=date.min,
        )
        return (one for one in self.endings if one.early > restored)

    def _covered(self, interval: Interval) -> bool:
        return interval.covers(self.path)

    def _outside(self) -> Status:
        """A norm that the corpus does not hold: known by what others do to it."""
        identity = self.record.identity
        if (
            identity is not None
            and identity.date is not None
            and self.day < identity.date
        ):
            return self._make(NOT_YET, start_basis="stated")
        if not any(
            e.kind in PROVING or e.kind in ENDING for e in self.record.affecting
        ):
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
        """A provision whose wording is known to be later than this day may not have been
        there yet.
        """
        for event in self.events:
            if not event.affected_path or not paths.covers(
                event.affected_path, self.path
            ):
                continue
            if event.kind == "insert":
                interval = interval_of(event, self.record, None)
                if self.day < interval.early:
                    return self._make(
                        NOT_YET,
                        start_basis=self._basis(),
                        text_state="absent",
                        cause=event,
                    )
                if self.day < interval.late:
                    return self._make(
                        UNKNOWN,
                        start_basis=self._basis(),
                        alternatives=(NOT_YET, self._alive()),
                        cause=event,
                    )
            elif (
                event.confidence == "inferred"
                and event.not_before
                and self.day < event.not_before
            ):
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
                for e in self.events
                if e.kind == "note_unspecified" and e.affected_path == self.path
            ),
            None,
        )

    # Alive

    def _alive(self) -> str:
        """`in_force` only up to the last evidence of force; silence afterwards is not force."""
        evidence = self.record.evidence
        if evidence is not None and self.day <= evidence:
            return IN_FORCE
        return UNLESS

    def _force(self, basis: str, since: date | None) -> Status:
        halted = self._halted(basis)
        if halted is not None:
            return halted
        alive = self._alive()
        gone = next((part for part in self.parts if part.late <= self.day), None)
        alternatives = list(self._doubted_ends())
        if gone is None and any(
            part.early <= self.day < part.late for part in self.parts
        ):
            alternatives.append(PARTIALLY)
        alternatives += self._limits()
        if gone is None:
            cause = self._proof(alive)
            return self._make(
                alive,
                start_basis=basis,
                alternatives=alternatives,
                cause=cause,
                since=since,
            )
        return self._make(
            PARTIALLY,
            remainder=alive,
            start_basis=basis,
            alternatives=alternatives,
            cause=gone.event,
            since=gone.event.date,
        )

    def _halted(self, basis: str) -> Status | None:
        """Suspended, or on a day on which an undated end may have come."""
        for suspension in self.suspends:
            if suspension.late <= self.day and not self._restored(suspension):
                event = suspension.event
                return self._make(
                    SUSPENDED, start_basis=basis, cause=event, since=event.date
                )
        for ending in self._endings():
            if ending.early <= self.day < ending.late:
                # Until the day it is revoked it is presumed in force (rule f).
                either = (IN_FORCE, ENDING[ending.event.kind])
                return self._make(
                    UNKNOWN, start_basis=basis, alternatives=either, cause=ending.event
                )
        return None

    def _doubted_ends(self) -> Iterator[str]:
        """The ends of which a rule gives an earlier day than the one that is stated."""
        for ending in self._endings():
            if ending.doubt and ending.doubt <= self.day < ending.late:
                yield ENDING[ending.event.kind]

    def _limits(self) -> Iterator[str]:
        """What an act that names no provision may have done to it by this day: `no que conflitar`,
        the loss of its object.
        """
        for event in self.record.affecting:
            day = event.date or event.not_before
            if day is None or day > self.day:
                continue
            if event.kind == "revoke_generic" and event.norma != self.norm:
                if paths.covers(event.affected_path, self.path):
                    yield PARTIALLY
            elif event.kind == "lapse":
                yield NO_EFFECT

    def _part(self, one: Interval) -> bool:
        if one.leaves(self.path):
            return True
        inside = one.event.affected_path
        if not inside or inside == self.path or paths.RANGE in inside:
            return False
        known = not self.record.held or drop_caput(inside) in self.record.paths
        return known and paths.covers(self.path, inside)

    def _restored(self, one: Interval) -> bool:
        return any(
            one.late < other.late <= self.day and self._covered(other)
            for other in self.record.restores
        )

    def _proof(self, alive: str) -> Event | None:
        """The event that decides: for what is proved in force the latest of commencement, change of
        this very provision, attestation; for silence the commencement; for a norm outside the
        corpus the first event.
        """
        first = self.record.commence
        if first is None:
            later = [
                e
                for e in self.record.affecting
                if e.kind in ENDING or e.kind in PROVING
            ]
            if later:
                return later[0]
            return None
        if alive != IN_FORCE:
            return first
        best, best_day = first, first.date or first.not_before or date.min
        for event in self.record.affecting:
            day = event.date or event.not_after
            if day is not None and best_day < day <= self.day and self._proves(event):
                best, best_day = event, day
        return best

    def _proves(self, event: Event) -> bool:
        if event.kind == "attest":
            return paths.covers(event.affected_path, self.path)
        exact = event.kind in CHANGES and event.affected_path == self.path
        return exact and event.scope != Scope.PURPOSE

    def _basis(self) -> str:
        if self.record.start is not None:
            return self.record.start[2]
        if self.record.held:
            return "none"
        return "presumed"

    # The wording

    def _text_state(self) -> str:
        """Is the printed wording that of the day? Only events on this very provision can say
        otherwise.
        """
        if not self.record.held:
            return "not_in_corpus"
        if not self.path:
            return "printed"
        own = [event for event in self.events if event.affected_path == self.path]
        states = {state for event in own if (state := self._beside(event)) is not None}
        return next(
            (state for state in ("lost", "other", "unknown") if state in states),
            "printed",
        )

    def _beside(self, event: Event) -> str | None:
        """What one event says of the printed wording on the day: a text with a note prints the
        wording after it, the text as enacted the one before. Of the two records of one event the
        note tells.
        """
        noted = event.norma == self.norm
        interval = interval_of(event, self.record, None)
        if event.kind == "revoke" and noted and event.confidence == "placeholder":
            if self.day < interval.early:
                return "lost"
            if event.date is None and self.day < (self._late(event) or EVER):
                return "unknown"
            return None
        if event.kind != "amend" or (event.same_as and not noted):
            return None
        if interval.early <= self.day < interval.late:
            return "unknown"
        if (self.day >= interval.late) == noted:
            return None
        return "other"

    def _late(self, event: Event) -> date | None:
        return next(
            (one.late for one in self.record.endings if one.event.key == event.key),
            None,
        )

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
