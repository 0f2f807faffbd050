"""Wordings of provisions and the days on which each held: as far as the corpus can know.

Two sources of knowledge. An amending norm that the corpus holds gives the wording after it; the
text as enacted gives the one before. A compiled text prints the newest wording with a note, and the
older one struck through or not at all. What cannot be known is said, never filled in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from lawtool.history import Instruction, amend, deadlines, read_instructions
from lawtool.history.compiled import WORDING_KINDS, Gap, GapCode, Printed
from lawtool.history.event_index import History
from lawtool.identifiers import paths
from lawtool.identifiers.paths import drop_caput
from lawtool.model import PROVISIONS, Citation, Event, Norma, Scope

TEXTUAL = WORDING_KINDS | {"renumber"}
"""Kinds of event that change what is printed."""
Cited = Mapping[str, Sequence[Citation]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """One wording of a provision, `since` <= day < `until`. `text` is None where the wording is not
    held.

    state: text | revoked | lost | unknown (a day on which it is not known which wording held).
    """

    norm: str
    path: str
    text: str | None
    since: date | None
    until: date | None
    state: str = "text"
    begins: Event | None = None
    ends: Event | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The text of a norm on a day: its nodes, the changes made to the printed text, and what could
    not be known.
    """

    norma: Norma
    on: date
    changes: tuple[amend.Change, ...] = ()
    unknown: tuple[Gap, ...] = ()


class Library:
    """The norms of a corpus with their citations and history: what a text of another day is made
    from. `cited` gives the citations of a norm by its id, and is asked for those norms only whose
    instructions are carried out.
    """

    def __init__(
        self,
        normas: Sequence[Norma],
        cited: Callable[[str], Cited],
        history: History,
        ends: Mapping[str, Sequence[Event]] | None = None,
    ) -> None:
        """`ends`: what has been done to the acting norms, by their ids."""
        self.ends = ends or {}
        self.normas = {norma.slug: norma for norma in normas}
        self.cited = cited
        self.history = history
        self._made: dict[str, list[Instruction]] = {}
        self._printed: dict[str, Printed] = {}
        self._editions: dict[tuple[str, date], Edition] = {}

    def instructions(self, acting: str) -> list[Instruction]:
        if acting not in self._made:
            norma = self.normas.get(acting)
            if norma:
                found = read_instructions(norma, self.cited(acting))
            else:
                found = []
            self._made[acting] = [
                one for _, _, made in found for one in made if not one.purpose
            ]
        return self._made[acting]

    def text_on(self, norm: str, on: date) -> Edition:
        """The text of a norm on a day. Raises KeyError for a norm that is not held."""
        if (norm, on) not in self._editions:
            self._editions[norm, on] = self._text_on(norm, on)
        return self._editions[norm, on]

    def _text_on(self, norm: str, on: date) -> Edition:
        if norm not in self._printed:
            self._printed[norm] = Printed(
                self.normas[norm], self.history.events(norm), self.history.collected
            )
        norma, unknown = self._printed[norm].on(on)
        changes: list[amend.Change] = []
        for acting, events in self._later_acts(norm, on, unknown):
            done = amend.carry_out(
                self.normas[acting], norma, self._wanted(acting, norm, events)
            )
            norma = done.norma
            changes += done.applied
            unknown += [
                Gap(
                    path=one.instruction.path,
                    code=GapCode.FAILED,
                    acting=acting,
                    evidence=one.instruction.command,
                    detail=one.reason,
                )
                for one in done.failed
            ]
        unknown += self._unplaced(norm, on)
        unknown += self._of_revoked_acts(norm, on)
        return Edition(
            norma=norma, on=on, changes=tuple(changes), unknown=tuple(_once(unknown))
        )

    def _unplaced(self, norm: str, on: date) -> Iterator[Gap]:
        """Yield the changes of which no provision is known, or that no held text gives: what is
        printed lacks them.
        """
        for event in self.history.events(norm):
            if (
                event.kind not in TEXTUAL
                or event.norma == norm
                or event.scope == Scope.PURPOSE
            ):
                continue
            if _effect(event)[0] > on:
                continue
            carried = (
                event.affected_path
                and event.acting in self.normas
                and event.kind in WORDING_KINDS
            )
            if not carried or event.scope == Scope.PART:
                yield Gap(
                    path=event.affected_path,
                    code=GapCode.UNPLACED,
                    acting=event.acting,
                    evidence=event.evidence,
                )

    def _of_revoked_acts(self, norm: str, on: date) -> Iterator[Gap]:
        """Yield the wordings of the day that a norm gave which has been revoked since."""
        for event in self.history.events(norm):
            if (
                event.kind not in WORDING_KINDS
                or not event.acting
                or _effect(event)[1] > on
            ):
                continue
            ended = self.ended(event.acting, on)
            if ended is not None:
                yield Gap(
                    path=event.affected_path,
                    code=GapCode.ACT_REVOKED,
                    state="told",
                    acting=event.acting,
                    by=ended.acting,
                    evidence=ended.evidence,
                )

    def ended(self, norm: str, on: date) -> Event | None:
        """Return the event that has revoked or annulled a whole norm by a day."""
        for event in self.ends.get(norm, ()):
            if (
                event.kind in ("revoke", "annul")
                and not event.affected_path
                and _effect(event)[1] <= on
            ):
                return event
        return None

    def _later_acts(
        self, norm: str, on: date, unknown: list[Gap]
    ) -> Iterator[tuple[str, list[Event]]]:
        """Held norms that changed the text by that day and that the print does not show, oldest
        first.
        """
        groups: dict[tuple[date, str], list[Event]] = defaultdict(list)
        for event in self.history.events(norm):
            shown = event.norma == norm or event.same_as
            if (
                event.kind not in WORDING_KINDS
                or shown
                or event.scope == "purpose clause"
            ):
                continue
            if event.acting not in self.normas or not event.affected_path:
                continue
            early, late = _effect(event)
            if late <= on:
                groups[late, event.acting].append(event)
            elif early <= on:
                unknown.append(
                    Gap(
                        path=event.affected_path,
                        code=GapCode.ACT_UNDATED,
                        acting=event.acting,
                        evidence=event.evidence,
                    )
                )
        for (_, acting), events in sorted(groups.items(), key=lambda item: item[0]):
            yield acting, events

    def _wanted(
        self, acting: str, norm: str, events: Sequence[Event]
    ) -> list[Instruction]:
        named = {(event.affected_path, event.start) for event in events}
        touched = {path for path, _ in named}
        own = [one for one in self.instructions(acting) if one.path in touched]
        keys = {event.affected for event in events} | {norm}
        return [one for one in own if one.norm in keys or not one.norm]

    def wordings(self, norm: str, path: str) -> list[Wording]:
        """The wordings of one provision in order; they never overlap. Raises KeyError for a norm
        that is not held.
        """
        where = paths.canonical(path)
        cuts = sorted(
            dict(self._cut_events(norm, where)).items(), key=lambda cut: cut[0]
        )
        begun: list[tuple[date, Event | None]] = [(date.min, None), *cuts]
        ended: list[tuple[date | None, Event | None]] = [*cuts, (None, None)]
        out: list[Wording] = []
        for (day, begins), (until, ends) in zip(begun, ended, strict=True):
            text, state = self._wording(norm, where, day)
            if day == date.min:
                since = None
            else:
                since = day
            if out and out[-1].text == text and out[-1].state == state:
                out[-1] = replace(out[-1], until=until, ends=ends)
                continue
            if text is None and state == "absent":
                continue
            out.append(
                Wording(
                    norm=norm,
                    path=where,
                    text=text,
                    state=state,
                    since=since,
                    until=until,
                    begins=begins,
                    ends=ends,
                )
            )
        return out

    def _cut_events(self, norm: str, path: str) -> Iterator[tuple[date, Event]]:
        for event in self.history.events(norm):
            if (
                event.kind in WORDING_KINDS
                and event.affected_path
                and paths.covers(event.affected_path, path)
            ):
                days = [event.not_before, event.not_after, event.date]
                if event.date is None:
                    # A note without a day is older than the text that prints it; a clause takes
                    # effect within a year.
                    days.append(
                        self.history.collected
                        if event.norma == norm
                        else _effect(event)[1]
                    )
                yield from (
                    (day, event)
                    for day in days
                    if day is not None and date.min < day < date.max
                )

    def _wording(self, norm: str, path: str, day: date) -> tuple[str | None, str]:
        edition = self.text_on(norm, day)
        gap = next(
            (
                gap
                for gap in edition.unknown
                if gap.path == path and gap.state != "told"
            ),
            None,
        )
        if gap is not None:
            return None, gap.state
        node = edition.norma.get(path) or edition.norma.get(drop_caput(path))
        revoked = self.history.status(norm, path, day).status == "revoked"
        if node:
            text = node.text
        else:
            text = None
        return text, "revoked" if revoked else "absent" if text is None else "text"


def _effect(event: Event) -> tuple[date, date]:
    """The first day on which an act of another norm can have changed the text, and the one by which
    it is taken to have: an undated publication is presumed to lie within a year.
    """
    early = event.date or event.not_before or date.max
    within = deadlines.add_months(event.not_before, 12) or date.max
    return early, event.date or min(event.not_after or date.max, within)


def _once(gaps: Sequence[Gap]) -> list[Gap]:
    return list(
        {(gap.path, gap.state, gap.acting): gap for gap in reversed(gaps)}.values()
    )[::-1]


def touched(history: History, norma: Norma) -> list[str]:
    """The provisions of a norm that have more than one wording to speak of."""
    held = {
        paths.canonical(node.path) for node in norma.nodes if node.kind in PROVISIONS
    }
    changed = {
        event.affected_path
        for event in history.events(norma.slug)
        if event.kind in WORDING_KINDS and event.affected_path
    }
    return sorted(
        changed & held
        | {path for path in changed if path not in held and paths.RANGE not in path}
    )
