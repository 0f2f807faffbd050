"""Wordings of provisions and the days on which each held: as far as the corpus can know.

Two sources of knowledge. An amending norm that the corpus holds gives the wording after it; the text as
enacted gives the one before. A compiled text prints the newest wording with a note, and the older one
struck through or not at all. What cannot be known is said, never filled in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from lawtool import amend
from lawtool.events import Instruction, paths, read_instructions
from lawtool.model import PROVISIONS, Citation, Dispositivo, Event, Kind, Norma
from lawtool.status import History

Cited = Mapping[str, Sequence[Citation]]
_REPLACING = frozenset({"amend", "insert", "revoke", "replace_words"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """One wording of a provision, `since` <= day < `until`. `text` is None where the wording is not held.

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
class Gap:
    """A provision whose wording on the day is not known, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The text of a norm on a day: its nodes, the changes made to the printed text, and what could not
    be known."""

    norma: Norma
    on: date
    changes: tuple[amend.Change, ...] = ()
    unknown: tuple[Gap, ...] = ()


class Library:
    """The norms of a corpus with their citations and history: what a text of another day is made from."""

    def __init__(self, normas: Sequence[Norma], cited: Mapping[str, Cited], history: History) -> None:
        self.normas = {norma.slug: norma for norma in normas}
        self.cited = cited
        self.history = history
        self._made: dict[str, list[Instruction]] = {}

    def instructions(self, acting: str) -> list[Instruction]:
        if acting not in self._made:
            norma = self.normas.get(acting)
            found = read_instructions(norma, self.cited.get(acting, {})) if norma else []
            self._made[acting] = [one for _, _, made in found for one in made if not one.purpose]
        return self._made[acting]

    def text_on(self, norm: str, on: date) -> Edition:
        """The text of a norm on a day. Raises KeyError for a norm that is not held."""
        norma = self.normas[norm]
        unknown: list[Gap] = []
        for event in self.history.events(norm):
            if event.norma == norm and event.kind in _REPLACING:
                norma = _rolled_back(norma, event, on, unknown)
        changes: list[amend.Change] = []
        for acting, events in self._later_acts(norm, on, unknown):
            done = amend.carry_out(self.normas[acting], norma, self._wanted(acting, norm, events))
            norma = done.norma
            changes += done.applied
            unknown += [
                Gap(path=one.instruction.path, reason=f"{acting}: {one.reason}") for one in done.failed
            ]
        return Edition(norma=norma, on=on, changes=tuple(changes), unknown=tuple(_once(unknown)))

    def _later_acts(self, norm: str, on: date, unknown: list[Gap]) -> Iterator[tuple[str, list[Event]]]:
        """Held norms that changed the text by that day and that the print does not show, oldest first."""
        groups: dict[tuple[date, str], list[Event]] = defaultdict(list)
        for event in self.history.events(norm):
            if (
                event.kind not in _REPLACING
                or event.norma == norm
                or event.same_as
                or event.scope == "purpose clause"
            ):
                continue
            if event.acting not in self.normas or not event.affected_path:
                continue
            if event.date is not None and event.date <= on:
                groups[event.date, event.acting].append(event)
            elif event.date is None and event.not_before is not None and event.not_before <= on:
                unknown.append(
                    Gap(path=event.affected_path, reason=f"the day of {event.acting} is not known")
                )
        for (_, acting), events in sorted(groups.items(), key=lambda item: item[0]):
            yield acting, events

    def _wanted(self, acting: str, norm: str, events: Sequence[Event]) -> list[Instruction]:
        named = {(event.affected_path, event.start) for event in events}
        touched = {path for path, _ in named}
        own = [one for one in self.instructions(acting) if one.path in touched]
        keys = {event.affected for event in events} | {norm}
        return [one for one in own if one.norm in keys or not one.norm]

    def wordings(self, norm: str, path: str) -> list[Wording]:
        """The wordings of one provision in order; they never overlap. Raises KeyError for a norm that is
        not held."""
        where = paths.canonical(path)
        cuts = sorted(dict(self._cut_events(norm, where)).items(), key=lambda cut: cut[0])
        begun: list[tuple[date, Event | None]] = [(date.min, None), *cuts]
        ended: list[tuple[date | None, Event | None]] = [*cuts, (None, None)]
        out: list[Wording] = []
        for (day, begins), (until, ends) in zip(begun, ended, strict=True):
            text, state = self._wording(norm, where, day)
            since = None if day == date.min else day
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
            if event.kind in _REPLACING and event.affected_path and paths.covers(event.affected_path, path):
                for day in (event.not_before, event.not_after, event.date):
                    if day is not None and day > date.min:
                        yield day, event

    def _wording(self, norm: str, path: str, day: date) -> tuple[str | None, str]:
        edition = self.text_on(norm, day)
        gap = next((one for one in edition.unknown if one.path == path), None)
        if gap is not None:
            return None, "lost"
        node = next((n for n in edition.norma.nodes if paths.canonical(n.path) == path), None)
        if node is None:
            return None, "absent"
        revoked = self.history.status(norm, path, day).status == "revoked"
        return node.text, "revoked" if revoked else "text"


def _rolled_back(norma: Norma, event: Event, on: date, unknown: list[Gap]) -> Norma:
    """The printed text without what a note says came later than the day."""
    early, late = event.date or event.not_before, event.date or event.not_after or event.not_before
    if early is None or (late is not None and on >= late):
        return norma
    at = next((i for i, n in enumerate(norma.nodes) if paths.canonical(n.path) == event.affected_path), None)
    if at is None:
        return norma
    if early <= on:
        unknown.append(
            Gap(path=event.affected_path, reason=f"the day of the change is not known: {event.evidence}")
        )
        return norma
    if event.kind == "insert":
        return _without(norma, at)
    older = _struck(norma, at)
    if older is None:
        unknown.append(
            Gap(path=event.affected_path, reason=f"the wording before is not held: {event.evidence}")
        )
        return norma
    nodes = list(norma.nodes)
    nodes[at] = replace(nodes[at], text=older.text, pieces=older.pieces)
    return replace(norma, nodes=tuple(nodes))


def _without(norma: Norma, at: int) -> Norma:
    gone = {norma.nodes[at].path}
    kept = []
    for number, node in enumerate(norma.nodes):
        if number == at or node.parent in gone:
            gone.add(node.path)
        else:
            kept.append(node)
    return replace(norma, nodes=tuple(kept))


def _struck(norma: Norma, at: int) -> Dispositivo | None:
    """The older wording that a compiled text shows struck through: under the provision, or right before
    it. Only one of them: of several it is not known which held on the day."""
    node = norma.nodes[at]
    own = [n for n in norma.nodes if n.kind is Kind.REDACAO_ANTERIOR and n.parent == node.path]
    if not own:
        before = norma.nodes[at - 1] if at else None
        own = [before] if before is not None and before.kind is Kind.REDACAO_ANTERIOR else []
    return own[0] if len(own) == 1 else None


def _once(gaps: Sequence[Gap]) -> list[Gap]:
    return list({gap.path: gap for gap in reversed(gaps)}.values())[::-1]


def touched(history: History, norma: Norma) -> list[str]:
    """The provisions of a norm that have more than one wording to speak of."""
    held = {paths.canonical(node.path) for node in norma.nodes if node.kind in PROVISIONS}
    changed = {
        event.affected_path
        for event in history.events(norma.slug)
        if event.kind in _REPLACING and event.affected_path
    }
    return sorted(changed & held | {path for path in changed if path not in held and paths.RANGE not in path})
