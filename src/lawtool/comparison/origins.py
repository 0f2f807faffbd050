"""Where a norm comes from and what became of it: the copies that the build found, with what the
events tell of both ends.

A copy does not fall with its source. That it rests on a text revoked since is a report for a
reader, never a status.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from lawtool.comparison import align
from lawtool.comparison.links import Link
from lawtool.comparison.lost_text import Origin, lost_text
from lawtool.history.event_index import History
from lawtool.history.periods import Period, Status
from lawtool.model import Event, Norma

NEAREST, MOST = 3, 8
"""Sources of one norm, and steps of the whole chain, that are compared; the others are only named.
"""


class Past(Protocol):
    """What the provenance of a norm is traced in: a corpus."""

    def norma(self, name: str) -> Norma: ...

    def history(self, norm: str) -> History: ...

    def ends_of_acts(self, events: Iterable[Event]) -> list[Event]: ...

    def kin_rows(self, norm: str) -> list[tuple[str, str, float, str, int]]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """Two norms with text in common, as the build found them: `a` is the later one; `containment`
    the share of the smaller text; `label` copy, partial copy or shared source; `directed` that one
    was copied from the other, and the dates say which.
    """

    a: str
    b: str
    label: str
    directed: bool
    containment: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One source of a norm or of one of its sources. `copy`, `source`: what became of each by the
    day; `stale`: provisions of the copy, of which no end is known, whose source was revoked, with
    the revocation of each.
    """

    origin: Origin
    copy: Status
    source: Status
    stale: tuple[tuple[str, Status], ...]

    @property
    def link(self) -> Link:
        """The link between the two texts."""
        return self.origin.link


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """All that is known of where a norm comes from and of what it met with. `steps` goes up from
    the norm, the nearest first; `others` are sources that are named and not compared; `common`:
    text in common, of which neither has it from the other, or nobody knows which.
    """

    norm: str
    on: date
    steps: tuple[Step, ...]
    others: tuple[Kin, ...]
    common: tuple[Kin, ...]
    copies: tuple[Kin, ...]
    events: tuple[Event, ...]
    ended: tuple[Event, ...]
    """What has revoked the norms that changed its text."""
    acts: tuple[Event, ...]
    periods: tuple[Period, ...]


def trace_provenance(norm: str, on: date, past: Past) -> Provenance:
    """Trace the provenance of a norm (by id), held or only spoken of. `on` is the day that the
    status of both ends is asked for.
    """
    kin = _kin(past, norm)
    history = past.history(norm)
    chain, others = _chain(past, norm)
    return Provenance(
        norm=norm,
        on=on,
        steps=tuple(_step(past, one, on) for one in chain),
        others=tuple(others),
        common=tuple(one for one in kin if not one.directed),
        copies=tuple(one for one in kin if one.b == norm and one.directed),
        events=history.events(norm),
        ended=tuple(past.ends_of_acts(history.events(norm))),
        acts=history.acts(norm),
        periods=tuple(history.periods(norm)),
    )


def _kin(past: Past, norm: str) -> list[Kin]:
    return [read_kin(*row) for row in past.kin_rows(norm)]


def read_kin(a: str, b: str, score: float, evidence: str, directed: int) -> Kin:
    """Read two norms with text in common from what the database holds of them."""
    label, *reasons = evidence.split("; ")
    return Kin(
        a=a,
        b=b,
        label=label,
        directed=bool(directed),
        containment=score,
        reasons=tuple(reasons),
    )


def _chain(past: Past, norm: str) -> tuple[list[Kin], list[Kin]]:
    """The strongest sources of a norm and theirs, each once, the nearest first; and those that
    there is no room for.
    """
    chain: list[Kin] = []
    others: list[Kin] = []
    waiting, seen = [norm], {norm}
    while waiting:
        slug = waiting.pop(0)
        found = [one for one in _kin(past, slug) if one.a == slug and one.directed]
        for number, one in enumerate(found):
            if number >= NEAREST or len(chain) >= MOST:
                others.append(one)
                continue
            chain.append(one)
            if one.b not in seen:
                seen.add(one.b)
                waiting.append(one.b)
    return chain, others


def _step(past: Past, kin: Kin, on: date) -> Step:
    copy, source = past.norma(kin.a), past.norma(kin.b)
    alignment = align(copy, source, base="b")
    link = Link(
        a=kin.a,
        b=kin.b,
        label=kin.label,
        directed=True,
        of_a=alignment.overlap.of_a,
        of_b=alignment.overlap.of_b,
        shared=alignment.overlap.shared,
        provisions=tuple(
            match for match in alignment.matches if match.left and match.right
        ),
        reasons=kin.reasons,
    )
    origin = Origin(link=link, alignment=alignment, lost=tuple(lost_text(alignment)))
    ours, theirs = past.history(kin.a), past.history(kin.b)
    stale = [
        (path, fallen)
        for path, sources in _pairs(origin)
        if ours.status(kin.a, path, on).status not in ENDED
        for fallen in [theirs.status(kin.b, sources[0], on)]
        if all(theirs.status(kin.b, one, on).status in ENDED for one in sources)
    ]
    return Step(
        origin=origin,
        copy=ours.status(kin.a, None, on),
        source=theirs.status(kin.b, None, on),
        stale=tuple(stale),
    )


ENDED = frozenset({"revoked", "annulled", "expired", "no_effect"})


def _pairs(origin: Origin) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each provision of the copy that keeps one of the source, with that."""
    for group in origin.whole:
        for path in group.a:
            yield path, group.b
