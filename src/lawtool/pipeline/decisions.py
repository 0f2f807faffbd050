"""`decisions.jsonl`: what a person decided about corrections, the last line about a place counts.

A decision is anchored by content: it follows its text where the file is renamed or where something
before it changed, as long as the words around it still stand there once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from lawtool.errors import BadCorpus
from lawtool.model import Correction, Decision, Span

DECISIONS = "decisions.jsonl"

AROUND = 40
"""Characters on both sides of a correction that tell its place when the text has moved."""

DecisionPlace = tuple[int, str, str]
"""What a decision is about: start, before and after of a correction of one source."""


class PersonDecision(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """One line: what a person decided about one correction of a source. `near` is the raw text
    around it.
    """

    source: str
    start: Annotated[int, msgspec.Meta(ge=0)]
    before: str
    after: str
    decision: Literal["accepted", "rejected", "suggested"]
    near: str = ""


def read_decisions(path: Path) -> dict[str, list[PersonDecision]]:
    """Read the decisions of a corpus by file. Raises BadCorpus, with the line and what was
    expected.
    """
    try:
        lines = path.read_bytes().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    decisions: dict[str, list[PersonDecision]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            decision = msgspec.json.decode(
                line.removeprefix(b"\xef\xbb\xbf"), type=PersonDecision
            )
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadCorpus(
                f"{path}, line {number}: {error}",
                remedy="Correct that line or take it out.",
            ) from error
        decisions.setdefault(decision.source, []).append(decision)
    return decisions


def write_decision(path: Path, decision: PersonDecision) -> None:
    """Append a decision. Raises BadCorpus where the file cannot be written."""
    try:
        with path.open("ab+") as out:
            out.seek(0, 2)
            if out.tell():
                out.seek(-1, 2)
                # A last line that an editor left open must not grow into two objects.
                out.write(b"" if out.read(1) == b"\n" else b"\n")
            out.write(msgspec.json.encode(decision) + b"\n")
    except OSError as error:
        raise BadCorpus(
            f"{path}: {error.strerror}", remedy="Make it writable."
        ) from error


@dataclass(slots=True)
class PlacedDecisions:
    """The decisions about one text by the place where they stand in it now, and those that stand
    nowhere.
    """

    places: dict[DecisionPlace, Decision] = field(default_factory=dict)
    lost: list[PersonDecision] = field(default_factory=list)


def place_decisions(
    decisions: Iterable[PersonDecision], raw: str, file: str
) -> PlacedDecisions:
    """Find where decisions stand in the raw text of a file. Those of another file, which is gone,
    stand here where the words around say so, and are not lost where these do not.
    """
    placed = PlacedDecisions()
    for decision in decisions:
        own = decision.source == file
        start = _find_place(decision, raw, own=own)
        if start is not None:
            placed.places[start, decision.before, decision.after] = Decision(
                decision.decision
            )
        elif own:
            placed.lost.append(decision)
    return placed


def _find_place(decision: PersonDecision, raw: str, *, own: bool) -> int | None:
    stands = own and raw.startswith(decision.before, decision.start)
    if stands and decision.near in (
        "",
        words_around(raw, decision.start, decision.before),
    ):
        return decision.start
    if decision.near:
        at = raw.find(decision.near)
    else:
        at = -1
    if at >= 0 and raw.find(decision.near, at + 1) < 0:
        return at + min(decision.start, AROUND)
    if stands:
        return decision.start
    return None


def words_around(raw: str, start: int, before: str) -> str:
    """Cut out the raw text around a correction."""
    return raw[max(0, start - AROUND) : start + len(before) + AROUND]


def apply_decisions(
    corrections: Iterable[Correction],
    decisions: Mapping[DecisionPlace, Decision],
    raw: str,
) -> tuple[Correction, ...]:
    """Give corrections what a person decided about them.

    A decision stands by itself where the raw text still reads as it did: what another norm
    suggested as a witness is known only when the whole corpus is, and a person's word needs no
    proposal.
    """
    proposed = tuple(corrections)
    places = {_decision_place(correction) for correction in proposed}
    decided = (
        replace(
            correction,
            decision=decisions.get(_decision_place(correction), correction.decision),
        )
        for correction in proposed
    )
    return (*decided, *_unproposed(decisions, places, raw))


def _decision_place(correction: Correction) -> DecisionPlace:
    return correction.span.start, correction.before, correction.after


def _unproposed(
    decisions: Mapping[DecisionPlace, Decision], proposed: set[DecisionPlace], raw: str
) -> Iterator[Correction]:
    for place, decision in sorted(decisions.items()):
        start, before, after = place
        if place not in proposed and raw.startswith(before, start):
            yield Correction(
                span=Span(start=start, end=start + len(before)),
                before=before,
                after=after,
                rule="person",
                evidence=f"{decision} by a person",
                decision=decision,
                line=raw.count("\n", 0, start) + 1,
            )
