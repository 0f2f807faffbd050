"""All events of one norm: its own acts, what it does to other norms, and what its editors noted in
it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from lawtool.history import deadlines
from lawtool.history.clause_targets import Target, norm_of, paths_of
from lawtool.history.clause_verbs import first_hit, is_bill, plain
from lawtool.history.clauses import Clause
from lawtool.history.instructions import Instruction, read_instructions
from lawtool.history.lifecycle import cited_year, read_own_life
from lawtool.history.norm_reader import NormReader
from lawtool.history.notes import Note, read_notes
from lawtool.identifiers import paths
from lawtool.model import (
    PROVISIONS,
    Citation,
    Confidence,
    Dispositivo,
    Event,
    From,
    Kind,
    Norma,
    Scope,
    Term,
)

WITH_COMMENCEMENT = Term(start=From.COMMENCEMENT)
_OPERATION_KIND = {
    "replace": "amend",
    "replace_own": "amend",
    "replace_part": "amend",
    "replace_words": "amend",
    "insert": "insert",
    "revoke": "revoke",
    "renumber": "renumber",
    "revoke_partly": "revoke_generic",
}
_SCOPES = {
    "replace_own": Scope.CAPUT,
    "replace_part": Scope.PART,
    "revoke_partly": Scope.CONTRARY,
}
_PLAIN_KINDS = frozenset(
    {"suspend", "extend", "restore", "annul", "adopt", "regulate", "save"}
)


def read_events(norma: Norma, cited: Mapping[str, Sequence[Citation]]) -> list[Event]:
    """The events that the text of one norm states, in the order of the text; never raises.

    `cited` gives the citations of each node by its path, with spans into the node's text. Dates
    that need other norms are left open: `settle` fills them.
    """
    reader = NormReader(norma, cited)
    out = read_own_life(norma, cited)
    for clause, path, made in read_instructions(norma, cited):
        node = norma.get(path)
        if node is not None:
            out += _of_clause(reader, node, clause, made)
    out += _of_summary(
        reader, {event.affected for event in out if event.kind == "regulate"}
    )
    out += [_of_note(reader, note) for note in read_notes(norma, cited)]
    out += _later_than_the_norm(reader)
    return _distinct(out)


def _distinct(events: Sequence[Event]) -> list[Event]:
    seen: dict[str, Event] = {}
    for event in events:
        seen.setdefault(event.key, event)
    return list(seen.values())


# What it does to others ---------------------------------------------------------------


def _of_clause(
    reader: NormReader, node: Dispositivo, clause: Clause, made: Sequence[Instruction]
) -> Iterator[Event]:
    """Yield the events of one acting clause; those of a bill are proposals."""
    bill = is_bill(reader.norma.id)
    events = list(_instructed(reader, node, clause, made))
    if clause.kind in _PLAIN_KINDS:
        events += _acted(reader, node, clause)
    if clause.saved:
        events += _excepted(reader, node, clause)
    for event in events:
        yield _proposed(event) if bill else event
    if clause.generic is not None and not bill:
        yield reader.event(
            "revoke_generic",
            node,
            *clause.generic,
            affected="",
            scope=Scope.CONTRARY,
            confidence=Confidence.GENERIC,
            term=WITH_COMMENCEMENT,
        )


def _working(clause: Clause, *, known: bool = True) -> dict[str, Any]:
    """Return when and how surely a clause works: a term or day of its own, else with the
    commencement of the norm.
    """
    term = clause.term or WITH_COMMENCEMENT
    confidence = Confidence.STATED
    if term.start is From.CONDITION:
        confidence = Confidence.CONDITIONAL
    if not known:
        confidence = Confidence.UNREAD
    return {"term": term, "confidence": confidence}


def _instructed(
    reader: NormReader, node: Dispositivo, clause: Clause, made: Sequence[Instruction]
) -> Iterator[Event]:
    for instruction in made:
        event = _of_instruction(reader, node, clause, instruction)
        if event is not None:
            yield event


def _acted(reader: NormReader, node: Dispositivo, clause: Clause) -> Iterator[Event]:
    """Yield what is done to norms and provisions without a change of their text: suspended,
    restored, adopted ..."""
    for target in clause.targets:
        if not target.norm or (target.norm == reader.norma.slug and not target.path):
            continue
        fields: dict[str, Any] = {
            "affected": target.norm,
            "affected_path": target.path,
            "scope": _reach(clause, target),
        }
        if clause.kind == "extend":
            yield from _extended(reader, node, clause, target, fields)
            continue
        start, end = min(clause.start, target.start), max(target.end, clause.hit.end)
        yield reader.event(clause.kind, node, start, end, **fields, **_working(clause))
        resumed = _resumed(clause)
        if resumed is not None:
            why = "the suspension ends"
            yield reader.event(
                "restore", node, start, end, **fields, term=resumed, why=why
            )


def _reach(clause: Clause, target: Target) -> Scope:
    if clause.kind == "suspend" and target.partial:
        return Scope.PART
    if target.path:
        return Scope.PROVISION
    return Scope.WHOLE


def _resumed(clause: Clause) -> Term | None:
    """Return when force comes back by the words of a suspension itself."""
    if clause.kind != "suspend":
        return None
    if clause.until is not None:
        return Term(start=From.DAY, day=deadlines.add_days(clause.until, 1))
    return clause.lasts


_FORCE = re.compile(r"\b(?:vigencia|validade|vigor|duracao)\b")


def _extended(
    reader: NormReader,
    node: Dispositivo,
    clause: Clause,
    target: Target,
    fields: dict[str, Any],
) -> Iterator[Event]:
    """Yield the extension of a norm's force and its new end; the extension of a term that a norm
    sets is no matter of status.
    """
    start, end = min(clause.start, target.start), max(target.end, clause.hit.end)
    words = plain(node.text)[start:end]
    if (
        target.path
        or not _FORCE.search(words)
        or re.search(r"\bprazos?\b(?! de (?:vigencia|validade))", words)
    ):
        return
    yield reader.event("extend", node, start, end, **fields, **_working(clause))
    if clause.until is not None:
        day = deadlines.add_days(clause.until, 1)
        term = Term(start=From.DAY, day=day)
        yield reader.event(
            "expire",
            node,
            start,
            end,
            **fields,
            term=term,
            stated=clause.until,
            date=day,
        )


def _excepted(reader: NormReader, node: Dispositivo, clause: Clause) -> Iterator[Event]:
    """Yield what a revocation leaves standing: `salvo o art. 2º`."""
    norm = next((target.norm for target in clause.targets if target.norm), "")
    for target in clause.saved:
        yield reader.event(
            "save",
            node,
            target.start,
            target.end,
            affected=norm,
            affected_path=target.path,
            **_working(clause),
        )


_REGULATED = re.compile(
    r"\W*(?:(?:o|a|os|as|do|da|dos|das|n[oa]s?|disposto|dispositivos?|dispoe|que|execucao"
    r"|aplicacao)\b\W*){0,6}\Z"
    r"|.{1,160}\b(?:previst|instituid|criad|estabelecid|definid|tratad|disposto)[oas]* "
    r"(?:n[oa]s?|pel[oa]s?)\W*\Z",
    re.DOTALL,
)
"""What may stand between `Regulamenta` and the norm that it regulates: nothing of weight, or a
matter and `prevista na`.
"""


def _of_summary(reader: NormReader, known: Collection[str]) -> Iterator[Event]:
    """`Regulamenta a Lei nº 10`: what the summary says and no article says again."""
    node = next((one for one in reader.norma.nodes if one.kind is Kind.EMENTA), None)
    if node is not None:
        hit = first_hit("summary", plain(node.text))
    else:
        hit = None
    if node is None or hit is None:
        return
    cited = next(iter(reader.external(node, hit.end, len(node.text))), None)
    if (
        cited is None
        or not norm_of(cited)
        or norm_of(cited) in {*known, reader.norma.slug}
    ):
        return
    if _REGULATED.match(plain(node.text)[hit.end : cited.span.start]):
        bill = is_bill(reader.norma.id)
        for path in paths_of(cited) or ("",):
            event = reader.event(
                hit.kind,
                node,
                hit.start,
                cited.span.end,
                term=WITH_COMMENCEMENT,
                affected=norm_of(cited),
                affected_path=path,
            )
            yield _proposed(event) if bill else event


def _proposed(event: Event) -> Event:
    return replace(
        event,
        kind=f"propose_{event.kind}",
        scope=Scope.PROPOSAL,
        rule="if the bill becomes law",
        term=None,
    )


def _is_unparsed(clause: Clause) -> bool:
    """Tell whether a verb acts on something that names a norm or a provision and was not read."""
    return any(
        target.citation is not None and target.citation.reason == "unparsed"
        for target in clause.targets
    )


def _of_instruction(
    reader: NormReader, node: Dispositivo, clause: Clause, instruction: Instruction
) -> Event | None:
    norm, path = instruction.norm, instruction.path
    if not norm and not path and not _is_unparsed(clause):
        return None
    target = next(
        (t for t in clause.targets if t.path == path and t.norm == norm), None
    )
    if target is not None:
        start, end = (target.start, target.end)
    else:
        start, end = (clause.start, clause.end)
    if len(clause.targets) <= 1:
        start, end = (
            min(start, clause.start),
            max(end, min(clause.hit.end, len(node.text))),
        )
    scope = Scope.PURPOSE if instruction.purpose else _SCOPES.get(instruction.operation)
    unread = target is not None and target.unread
    if unread:
        scope = Scope.PART
    event = reader.event(
        _OPERATION_KIND[instruction.operation],
        node,
        start,
        end,
        affected=norm,
        affected_path=path,
        scope=scope,
        **_working(clause, known=bool(norm) and paths.rank(path) < 2 and not unread),
    )
    if instruction.wording:
        return replace(event, acting_path=paths.canonical(instruction.wording))
    return event


# What its editors noted ---------------------------------------------------------------


def _of_note(reader: NormReader, note: Note) -> Event:
    node = reader.norma.get(note.path)
    stated = _effects(note, reader)
    year = signed = None
    if note.citation and note.citation.id:
        year, signed = note.citation.id.year, note.citation.id.date
    return reader.event(
        note.kind,
        node,
        note.start,
        note.end,
        acting=note.acting,
        acting_path="",
        affected_path=note.affected,
        scope=Scope.CAPUT if note.kind == "amend" else None,
        confidence=_confidence_of(note),
        stated=stated,
        date=stated,
        rule="effects from a stated date" if stated else "",
        not_before=signed or (date(year, 1, 1) if year else None),
        not_after=date(year, 12, 31) if year and not signed else None,
    )


def _confidence_of(note: Note) -> Confidence:
    if note.kind == "note_unspecified":
        return Confidence.EMPTY_NOTE
    if note.acting:
        return Confidence.NOTE
    return Confidence.PLACEHOLDER


_FROM_DAY = re.compile(
    r"\b(?:efeitos?\b[^,;)]{0,40}|a partir d[aeo]|a contar d[aeo]|desde|vigencia (?:em|a "
    r"partir de)) *(?:o )?(?:dia )?\Z"
)
_DECIDED = frozenset({"annul", "suspend"})
"""What a court or the Senate does: the day that the note prints is that of the act."""


def _effects(note: Note, reader: NormReader) -> date | None:
    """Read `Efeitos a partir de 24.11.2008`, `revogado ... a partir de 1º.1.2010`, `ADI nº 5, de 3
    de maio de 2010`.
    """
    node = reader.norma.get(note.path)
    if node is None:
        return None
    days = reader.free_dates(node, note.start, note.end)
    flat = plain(node.text)
    for start, _, day in days:
        if _FROM_DAY.search(flat[note.start : start]):
            return day
    if note.kind in _DECIDED and not note.acting and len(days) == 1:
        return days[0][2]
    return None


def _later_than_the_norm(reader: NormReader) -> Iterator[Event]:
    """A provision that cites what is younger than its norm has a later wording, and proves force
    until then. Only in a text that editors kept up to date; elsewhere such a date is more likely a
    misprint.
    """
    norma = reader.norma
    own = norma.id.year
    edited = any(
        first_hit("note", plain(node.text))
        for node in norma.nodes
        if len(node.text) < 80
    )
    if own is None or not edited:
        return
    for node in norma.nodes:
        if node.kind not in PROVISIONS or not paths.own(node.path):
            continue
        for one in reader.cited.get(node.path, ()):
            year = cited_year(one)
            if (
                one.kind != "internal"
                and year is not None
                and own < year <= deadlines.LAST_YEAR
                and norm_of(one)
            ):
                yield reader.event(
                    "attest",
                    node,
                    one.span.start,
                    one.span.end,
                    affected_path=paths.canonical(node.path),
                    confidence=Confidence.INFERRED,
                    not_before=date(year, 1, 1),
                    why=f"it cites what is of {year}",
                    rule=", ".join(paths_of(one))
                    and "the wording is later than the norm",
                )
                break
