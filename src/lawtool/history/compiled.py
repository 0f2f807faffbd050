"""A text as its publisher keeps it up to date, taken back to an earlier day.

A compiled text prints the newest wording with a note, the older ones struck through or not at all.
The notes say when each wording began; what is neither printed nor dated is a doubt, never filled
in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import pairwise

from lawtool.history.earlier import earlier
from lawtool.identifiers import paths
from lawtool.identifiers.levels import provision_kind
from lawtool.model import PROVISIONS, Dispositivo, Event, Kind, Norma
from lawtool.vocabulary.placeholders import is_placeholder

WORDING_KINDS = frozenset({"amend", "insert", "revoke", "replace_words"})
"""Kinds of event that give a provision another wording, or none."""

TEXT, GONE, LOST, SEVERAL = "text", "gone", "lost", "several"


class GapCode(StrEnum):
    """Why a wording of a day is in doubt."""

    UNDATED = "undated"
    """The day of the change is not known."""
    ACT_UNDATED = "act_undated"
    """The day of the act that changes it is not known."""
    SEVERAL = "several"
    """Several earlier wordings are printed, and not when each began."""
    LOST = "lost"
    """The wording of the day is not held."""
    FAILED = "failed"
    """A change is known that could not be carried out."""
    UNPLACED = "unplaced"
    """An act changes the norm, and which provision, or how, is not known."""
    ACT_REVOKED = "act_revoked"
    """The act that gave the wording has been revoked; the wording is shown all the same."""


_SENTENCES = {
    GapCode.UNDATED: "the day of the change is not known: {evidence}",
    GapCode.ACT_UNDATED: "the day of {acting} is not known",
    GapCode.SEVERAL: "several earlier wordings are printed, and not when each began: {evidence}",
    GapCode.LOST: "the wording before is not held: {evidence}",
    GapCode.FAILED: "{acting}: {detail}",
    GapCode.UNPLACED: "{acting} changes it, and the change is not carried out here: {evidence}",
    GapCode.ACT_REVOKED: "worded by {acting}, which {by} revoked; the wording of before comes "
    "back only by express words",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A provision whose wording on the day is not known, or not for sure, and why. state: lost (the
    corpus has none) or unknown (it is not known which held) or told (known, with something to tell
    of it). The empty path is the whole norm.
    """

    path: str
    code: GapCode
    state: str = "unknown"
    acting: str = ""
    """The norm that makes the change."""
    by: str = ""
    """The norm that revoked it."""
    evidence: str = ""
    detail: str = ""

    def sentence(self, name: Callable[[str], str] = str) -> str:
        """Say why in English, with the norms by their names; the words of pages are made from the
        code.
        """
        acting, by = (slug and name(slug) for slug in (self.acting, self.by))
        return _SENTENCES[self.code].format(
            acting=acting, by=by, evidence=self.evidence, detail=self.detail
        )


@dataclass(slots=True)
class _Stage:
    """One wording of a provision: from when it held (`early` at the earliest, `late` at the
    latest), and the node that prints it, or why there is none.
    """

    early: date
    late: date
    event: Event | None = None
    node: Dispositivo | None = None
    state: str = LOST


class Printed:
    """The stages of every provision that a note or a struck wording tells of, made once for all
    days.
    """

    def __init__(
        self, norma: Norma, events: Iterable[Event], collected: date | None = None
    ) -> None:
        """`collected`: the day by which what a note says without a date had happened."""
        self.norma = norma
        self._collected = collected
        self._earlier = earlier(norma)
        self._by_path = {
            paths.canonical(node.path): node
            for node in norma.nodes
            if node.kind in PROVISIONS
        }
        noted: dict[str, list[Event]] = defaultdict(list)
        for event in events:
            if (
                event.norma == norma.slug
                and event.kind in WORDING_KINDS
                and event.affected_path
            ):
                noted[event.affected_path].append(event)
        touched = dict.fromkeys((*noted, *self._earlier.worded.values()))
        self._stages = {path: self._stages_of(path, noted[path]) for path in touched}

    def on(self, day: date) -> tuple[Norma, list[Gap]]:
        """The text on a day and what is not known of it."""
        changed: dict[str, _Stage] = {}
        doubts: list[Gap] = []
        for path, stages in self._stages.items():
            held = [stage for stage in stages if stage.late <= day]
            coming = next(
                (stage for stage in stages if stage.early <= day < stage.late), None
            )
            if coming is not None and coming.event is not None:
                doubts.append(
                    Gap(path=path, code=GapCode.UNDATED, evidence=coming.event.evidence)
                )
            elif held and held[-1] is not stages[-1]:
                changed[path] = held[-1]
                doubts += self._doubt(path, held[-1], stages)
        if changed or self._earlier.worded:
            nodes = tuple(self._nodes(changed))
        else:
            nodes = self.norma.nodes
        return replace(self.norma, nodes=nodes), doubts

    def _doubt(self, path: str, stage: _Stage, stages: list[_Stage]) -> Iterator[Gap]:
        after = next(
            (one.event for one in stages[stages.index(stage) + 1 :] if one.event), None
        )
        if after:
            words = after.evidence
        else:
            words = ""
        if stage.state == SEVERAL:
            yield Gap(path=path, code=GapCode.SEVERAL, evidence=words)
        elif stage.state == LOST:
            yield Gap(path=path, code=GapCode.LOST, evidence=words, state=LOST)

    # Stages

    def _stages_of(self, path: str, events: list[Event]) -> list[_Stage]:
        """The wordings of a provision in the order of their days, the first from ever on."""
        printed = [
            (node, self.norma.get(node)) for node in self._earlier.wordings_of(path)
        ]
        current = self._by_path.get(path)
        placeholder = current is not None and is_placeholder(current.text)
        begun = dict(printed)
        if current is not None and not placeholder:
            begun[current.path] = current
        stages = [self._begun(event, begun) for event in events]
        stages.sort(key=lambda one: (one.early, one.late))
        for stage, later in pairwise(stages):
            # Of two notes behind one wording only the last tells of it.
            if stage.node is not None and stage.node is later.node:
                stage.node, stage.state = None, LOST
        return [self._first(stages, begun), *stages]

    def _begun(self, event: Event, begun: dict[str, Dispositivo | None]) -> _Stage:
        """What held from an event on: the wording that its note stands behind."""
        early = event.date or event.not_before or date.min
        if self._collected and self._collected >= early:
            read = self._collected
        else:
            read = date.max
        late = event.date or event.not_after or read
        if event.kind == "revoke":
            return _Stage(
                early, late, event, self._by_path.get(event.affected_path), GONE
            )
        behind = self._earlier.follows.get(event.path, event.path)
        node = self.norma.get(behind)
        if node is not None and node.kind is Kind.NOTA:
            behind = node.parent or behind
        return _Stage(
            early, late, event, begun.get(behind), TEXT if begun.get(behind) else LOST
        )

    def _first(
        self, stages: list[_Stage], begun: dict[str, Dispositivo | None]
    ) -> _Stage:
        """What held before all events: the one printed wording that none of them began."""
        ever = _Stage(date.min, date.min)
        if stages and stages[0].event is not None and stages[0].event.kind == "insert":
            ever.state = GONE
            return ever
        taken = {
            stage.node.path
            for stage in stages
            if stage.node is not None and stage.state != GONE
        }
        free = [
            node
            for path, node in begun.items()
            if node is not None and path not in taken
        ]
        if free:
            ever.node, ever.state = free[0], TEXT if len(free) == 1 else SEVERAL
        return ever

    # Nodes

    def _nodes(self, changed: dict[str, _Stage]) -> Iterator[Dispositivo]:
        """The nodes with some provisions in an earlier wording; what is gone leaves with all below
        it. Wordings of other days, and notes of what came later, are no text of the day.
        """
        gone: set[str] = set()
        for node in self.norma.nodes:
            restored = self._restored(node, changed)
            if restored is not None:
                yield restored
            if (
                node.parent in gone
                or node.path in self._earlier.worded
                or self._is_later(node, changed)
            ):
                gone.add(node.path)
                continue
            path = paths.canonical(node.path)
            if node.kind in PROVISIONS:
                stage = changed.get(path)
            else:
                stage = None
            if stage is None:
                yield node
            elif stage.state == GONE:
                gone.add(node.path)
            elif stage.node is None or stage.state == SEVERAL:
                yield node
            else:
                yield replace(node, text=stage.node.text, pieces=stage.node.pieces)

    def _is_later(self, node: Dispositivo, changed: dict[str, _Stage]) -> bool:
        if node.kind is not Kind.NOTA:
            return False
        return (
            node.path in self._earlier.follows
            or paths.canonical(node.parent) in changed
        )

    def _restored(
        self, node: Dispositivo, changed: dict[str, _Stage]
    ) -> Dispositivo | None:
        """A provision that the text has no more, where its wording is struck through."""
        target = self._earlier.worded.get(node.path)
        if target:
            stage = changed.get(target)
        else:
            stage = None
        if (
            target is None
            or stage is None
            or target in self._by_path
            or stage.node is not node
        ):
            return None
        kind = provision_kind(target)
        above = paths.parent(target)
        if kind is None or (above and above not in self._by_path):
            return None
        return replace(node, path=target, kind=kind, parent=above or None)
