"""All events of one norm: its own acts, what it does to other norms, and what its editors noted in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from lawtool.history import deadlines, instructions, notes
from lawtool.history import lifecycle as acts
from lawtool.history.clause_verbs import first, is_bill, plain
from lawtool.history.clauses import Clause, norm_of, paths_of
from lawtool.history.instructions import Instruction
from lawtool.history.lifecycle import Reader
from lawtool.history.notes import Note
from lawtool.identifiers import paths
from lawtool.model import PROVISIONS, Citation, Dispositivo, Event, Kind, Norma
from lawtool.vocabulary.folding import fold
from lawtool.vocabulary.numerals import DATE, date_of

WITH_COMMENCEMENT = "with the commencement"
_OPERATION_KIND = {
    "replace": "amend",
    "replace_own": "amend",
    "replace_part": "amend",
    "replace_words": "amend",
    "insert": "insert",
    "revoke": "revoke",
    "renumber": "renumber",
}
_SCOPES = {"replace_own": "caput", "replace_part": "part"}
_PLAIN_KINDS = frozenset({"suspend", "restore", "annul", "adopt", "regulate", "save"})
_EFFECT_DATE = re.compile(r"\b(?:efeitos?|vigorar|a partir|a contar)\b")
_TERM = re.compile(
    r"\b(?:em|apos|decorridos|no prazo de|dentro de) (?P<count>\d{1,4}|[a-z]+(?: e [a-z]+){0,2}) ?"
    r"(?:\([^)]{0,40}\) ?)?(?P<unit>dias?|mes(?:es)?|anos?)\b"
)


def read(norma: Norma, cited: Mapping[str, Sequence[Citation]]) -> list[Event]:
    """The events that the text of one norm states, in the order of the text; never raises.

    `cited` gives the citations of each node by its path, with spans into the node's text. Dates that
    need other norms are left open: `settle` fills them.
    """
    reader = Reader(norma, cited)
    out = acts.read(norma, cited)
    for clause, path, made in instructions.read(norma, cited):
        node = norma.get(path)
        if node is not None:
            out += _of_clause(reader, node, clause, made)
    out += _of_summary(reader, {event.affected for event in out if event.kind == "regulate"})
    out += [_of_note(reader, note) for note in notes.read(norma, cited)]
    out += _later_than_the_norm(reader)
    return _distinct(out)


def _distinct(events: Sequence[Event]) -> list[Event]:
    seen: dict[str, Event] = {}
    for event in events:
        seen.setdefault(event.key, event)
    return list(seen.values())


# What it does to others ------------------------------------------------------------------------------------


def _of_clause(
    reader: Reader, node: Dispositivo, clause: Clause, made: Sequence[Instruction]
) -> Iterator[Event]:
    bill = is_bill(reader.norma.id)
    rule = _rule(node.text, clause)
    for one in made:
        event = _of_instruction(reader, node, clause, one, rule)
        if event is not None:
            yield _proposed(event) if bill else event
    if clause.kind in _PLAIN_KINDS:
        for target in clause.targets:
            if target.norm and (target.norm != reader.norma.slug or target.path):
                start = min(clause.start, target.start)
                event = reader.event(
                    clause.kind,
                    node,
                    start,
                    max(target.end, clause.hit.end),
                    affected=target.norm,
                    affected_path=target.path,
                    scope="provision" if target.path else "whole",
                    rule=rule,
                )
                yield _proposed(event) if bill else event
    if clause.generic is not None and not bill:
        yield reader.event(
            "revoke_generic",
            node,
            *clause.generic,
            affected="",
            scope="provisions to the contrary",
            confidence="generic",
            rule=WITH_COMMENCEMENT,
        )


_REGULATED = re.compile(
    r"\W*(?:(?:o|a|os|as|do|da|dos|das|n[oa]s?|disposto|dispositivos?|dispoe|que|execucao|aplicacao)\b\W*){0,6}\Z"
    r"|.{1,160}\b(?:previst|instituid|criad|estabelecid|definid|tratad|disposto)[oas]* (?:n[oa]s?|pel[oa]s?)\W*\Z",
    re.DOTALL,
)
"""What may stand between `Regulamenta` and the norm that it regulates: nothing of weight, or a matter and `prevista na`."""


def _of_summary(reader: Reader, known: Collection[str]) -> Iterator[Event]:
    """`Regulamenta a Lei nº 10`: what the summary says and no article says again."""
    node = next((one for one in reader.norma.nodes if one.kind is Kind.EMENTA), None)
    hit = first("summary", plain(node.text)) if node is not None else None
    if node is None or hit is None:
        return
    cited = next(iter(reader.external(node, hit.end, len(node.text))), None)
    if cited is None or not norm_of(cited) or norm_of(cited) in {*known, reader.norma.slug}:
        return
    if _REGULATED.match(plain(node.text)[hit.end : cited.span.start]):
        bill = is_bill(reader.norma.id)
        for path in paths_of(cited) or ("",):
            scope = "provision" if path else "whole"
            target = {"affected": norm_of(cited), "affected_path": path, "scope": scope}
            event = reader.event(
                hit.kind, node, hit.start, cited.span.end, rule=WITH_COMMENCEMENT, **target
            )
            yield _proposed(event) if bill else event


def _proposed(event: Event) -> Event:
    return replace(
        event, kind=f"propose_{event.kind}", scope="proposal", rule="if the bill becomes law"
    )


def _of_instruction(
    reader: Reader, node: Dispositivo, clause: Clause, one: Instruction, rule: str
) -> Event | None:
    if not one.norm and not one.path:
        return None
    target = next((t for t in clause.targets if t.path == one.path and t.norm == one.norm), None)
    start, end = (target.start, target.end) if target is not None else (clause.start, clause.end)
    if len(clause.targets) <= 1:
        start, end = min(start, clause.start), max(end, min(clause.hit.end, len(node.text)))
    scope = "purpose clause" if one.purpose else _SCOPES.get(one.operation, "")
    event = reader.event(
        _OPERATION_KIND[one.operation],
        node,
        start,
        end,
        affected=one.norm,
        affected_path=one.path,
        scope=scope or ("provision" if one.path else "whole"),
        rule=rule,
    )
    return replace(event, acting_path=paths.canonical(one.wording)) if one.wording else event


def _rule(text: str, clause: Clause) -> str:
    """A clause that defers its own effect (`em 270 dias a partir da data de publicação`) or dates it;
    else it works with the commencement of the norm."""
    flat = plain(text)
    last = max((target.end for target in clause.targets), default=clause.hit.end)
    term = _TERM.search(flat, last, clause.end)
    if term is not None and "publica" in flat[term.end() : term.end() + 60]:
        count = deadlines.cardinal(fold(term["count"]))
        if count:
            unit = {"d": "day", "m": "month", "a": "year"}[term["unit"][0]]
            return f"{count} {unit}{'' if count == 1 else 's'} from publication"
    effect = _EFFECT_DATE.search(flat, last, min(clause.end, last + 40))
    if effect is not None:
        match = DATE.search(text, effect.end(), effect.end() + 40)
        day = date_of(match) if match else None
        if day is not None:
            return f"on {day.isoformat()}"
    return WITH_COMMENCEMENT


# What its editors noted ------------------------------------------------------------------------------------


def _of_note(reader: Reader, note: Note) -> Event:
    node = reader.norma.get(note.path)
    empty = note.kind == "note_unspecified"
    stated = _effects(note, reader)
    year = note.citation.id.year if note.citation and note.citation.id else None
    signed = note.citation.id.date if note.citation and note.citation.id else None
    return reader.event(
        note.kind,
        node,
        note.start,
        note.end,
        acting=note.acting,
        acting_path="",
        affected_path=note.affected,
        scope="caput" if note.kind == "amend" else "provision" if note.affected else "whole",
        confidence="empty note" if empty else "note" if note.acting else "placeholder",
        stated=stated,
        date=stated,
        rule="effects from a stated date" if stated else "",
        not_before=signed or (date(year, 1, 1) if year else None),
        not_after=date(year, 12, 31) if year and not signed else None,
    )


def _effects(note: Note, reader: Reader) -> date | None:
    """`Efeitos a partir de 24.11.2008`."""
    at = plain(note.text).find("efeito")
    match = DATE.search(note.text, at) if at >= 0 else None
    found = date_of(match, pivot=None) if match else None
    return found if deadlines.sound(found) else None


def _later_than_the_norm(reader: Reader) -> Iterator[Event]:
    """A provision that cites what is younger than its norm has a later wording, and proves force until
    then. Only in a text that editors kept up to date; elsewhere such a date is more likely a misprint."""
    norma = reader.norma
    own = norma.id.year
    edited = any(first("note", plain(node.text)) for node in norma.nodes if len(node.text) < 80)
    if own is None or not edited:
        return
    for node in norma.nodes:
        if node.kind not in PROVISIONS or not paths.own(node.path):
            continue
        for one in reader.cited.get(node.path, ()):
            year = acts.cited_year(one)
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
                    confidence="inferred",
                    not_before=date(year, 1, 1),
                    why=f"it cites what is of {year}",
                    rule=", ".join(paths_of(one)) and "the wording is later than the norm",
                )
                break
