"""The words of a status, and what is kept of a norm to find it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta

from lawtool.identifiers import paths
from lawtool.model import Event, NormaId

NOT_YET, IN_FORCE, UNLESS, PARTIALLY, REVOKED, BILL, UNKNOWN = (
    "not_yet",
    "in_force",
    "in_force_unless_revoked",
    "partially_revoked",
    "revoked",
    "bill",
    "unknown",
)
SUSPENDED, EXPIRED, ANNULLED, NO_EFFECT = (
    "suspended",
    "expired",
    "annulled",
    "no_effect",
)

ENDING = {"revoke": REVOKED, "annul": ANNULLED, "expire": EXPIRED, "veto": NO_EFFECT}
CHANGES = frozenset({"amend", "insert", "renumber"})
PROVING = CHANGES | {"save", "attest"}
EVER = date.max
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The answer to what a norm or a provision was on a day. `cause` is the event that decides;
    dates are None where unknown.
    """

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
class Interval:
    """When an event takes effect: not before `early`, surely by `late`; `doubt` is another day that
    a rule gives.
    """

    early: date
    late: date
    event: Event
    doubt: date | None = None
    kept: tuple[str, ...] = ()
    """Provisions that the same clause excepts."""

    def covers(self, path: str) -> bool:
        """Tell whether the event acts on the whole of a provision."""
        inside = paths.covers(self.event.affected_path, path)
        return inside and not any(
            paths.covers(kept, path) or paths.covers(path, kept) for kept in self.kept
        )

    def leaves(self, path: str) -> bool:
        """Tell whether the event acts on a provision but for something in it."""
        inside = paths.covers(self.event.affected_path, path)
        return inside and any(
            kept != path and paths.covers(path, kept) for kept in self.kept
        )


@dataclass(slots=True)
class Record:
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
    endings: list[Interval] = field(default_factory=list)
    restores: list[Interval] = field(default_factory=list)
    suspends: list[Interval] = field(default_factory=list)
    evidence: date | None = None
    start: tuple[date, date, str] | None = None
