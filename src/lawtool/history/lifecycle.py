"""What a norm says of its own life: signature, vote, publication, commencement, terms, end.

Everything here is read from one norm alone; what needs other norms (bounds, dates of notes) is done
in `settle`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from lawtool.history.clause_targets import norm_of, paths_of
from lawtool.history.clause_verbs import RuleHit, find_hits, is_bill, plain, unquoted
from lawtool.history.commencement import Dates, read_commencement
from lawtool.history.effect_terms import UNITS
from lawtool.history.norm_reader import NormReader, dates_in
from lawtool.history.sentences import split_sentences
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

_GAZETTE = re.compile(
    r"\b(?:d\. ?o\. ?[uem]?\.?|do[uem]|diario oficial)(?![a-z])[^0-9]{0,40}"
)
_SUPRA = re.compile(r"\bdata supra\b|\bsupra\b|\bnesta data\b|\bmesma data\b")
_ORDER = re.compile(r"publique-se")
_FROM = re.compile(
    r"\bpublica\w+(?! d[aeo]s? (?!presente|est[ea]|mesm))|\b(?:entrada em vigor|vigencia"
    r"|promulga\w+)(?! d[aeo]s? (?!presente|est[ea]|mesm))"
)
"""The publication or commencement of the norm itself, not of what it speaks of."""
_CONTRACT = re.compile(
    r"\b(?:presente|este|do) (?:contrato|convenio|termo|ajuste|comodato)\b"
)
"""A contract printed in the law has terms of its own."""
_STARTS_AT = re.compile(
    r"\b(?:contad[oa]s?|a (?:contar|partir)|apos|d[ae] (?:sua |data)|da publica)"
)
_PASS = re.compile(
    r"\b(?:nos termos d[aeo]s?|observar a|credenciad[oa]s|emitid[oa]s?|expedid[oa]s?)\b"
)
_TRANSITION_TERM = re.compile(
    r"\b(?:tera|terao)\b[^.]{0,80}\bprazo\b|\bprazo\b[^.]{0,40}\bpara se adequa"
)
_BEFORE_TITLE = frozenset(
    {Kind.NOTA, Kind.TEXTO, Kind.FECHO, Kind.ASSINATURA, Kind.EPIGRAFE, Kind.EMENTA}
)


def read_own_life(norma: Norma, cited: Mapping[str, Sequence[Citation]]) -> list[Event]:
    """The acts of one norm, undated where its text does not say."""
    reader = NormReader(norma, cited)
    signed = list(_signature(reader))
    if signed:
        day = signed[0].date
    else:
        day = norma.signed
    published = list(_publication(reader, day))
    out = [*signed, *published]
    publication = next(
        (event.date for event in published if event.date is not None), None
    )
    out += read_commencement(reader, Dates(day, publication, bool(published)))
    out += _scanned(reader, day)
    return out


def _signature(reader: NormReader) -> Iterator[Event]:
    """The day of the closing line, else of the title. A bill is proposed, not signed."""
    norma = reader.norma
    if is_bill(norma.id):
        kind = "propose"
    else:
        kind = "sign"
    for node in norma.nodes:
        if node.kind is Kind.FECHO and node.parent is None:
            for start, end, day in dates_in(node.text, None):
                yield reader.event(
                    kind,
                    node,
                    start,
                    end,
                    stated=day,
                    date=day,
                    rule="date of the closing line",
                )
                return
    title = norma.title or ""
    epigraph = next((node for node in norma.nodes if node.kind is Kind.EPIGRAFE), None)
    if epigraph is not None:
        text = epigraph.text
    else:
        text = title
    for _, end, day in dates_in(text, None):
        yield reader.event(
            kind,
            epigraph,
            0,
            end,
            acting_path="",
            stated=day,
            date=day,
            rule="date of the title",
        )
        return
    if norma.signed is not None:
        yield reader.event(
            kind,
            None,
            0,
            0,
            stated=norma.signed,
            date=norma.signed,
            rule="date of the norm",
        )


def _publication(reader: NormReader, signed: date | None) -> Iterator[Event]:
    """Yield the publication where the text states it: in the title (`DOU 17.9.1996`), in a clause
    below the signatures. A clause without a date is an event without a date; `data supra` is the
    day of the closing line.
    """
    undated: Event | None = None
    for node, text in _edges(reader.norma):
        if node is None:
            gazette = _gazette(reader, text)
            if gazette is not None:
                yield gazette
                return
        for event in _publication_clauses(reader, node, text, signed):
            if event.date is not None:
                yield event
                return
            undated = undated or event
    published = reader.norma.published
    if undated is not None:
        yield undated
    elif published is not None:
        yield reader.event(
            "publish",
            None,
            0,
            0,
            acting_path="",
            stated=published,
            date=published,
            rule="stated",
        )


def _gazette(reader: NormReader, title: str) -> Event | None:
    gazette = _GAZETTE.search(plain(title))
    if gazette is None:
        return None
    start = gazette.start()
    for _, end, day in dates_in(title[start:], reader.pivot):
        return reader.event(
            "publish",
            None,
            start,
            start + end,
            acting_path="",
            stated=day,
            date=day,
            rule="gazette of the title",
        )
    return None


def _publication_clauses(
    reader: NormReader, node: Dispositivo | None, text: str, signed: date | None
) -> Iterator[Event]:
    """Yield the clauses of publication in a text; a day before the signature is none."""
    flat = plain(text)
    for hit in find_hits("act", flat):
        if hit.kind != "publish" or _ORDER.match(flat, hit.start):
            continue
        dated = next(dates_in(text[hit.start :], reader.pivot), None)
        if dated:
            day, rule = (dated[2], "stated")
        else:
            day, rule = (None, "")
        if dated is None and _SUPRA.search(flat, hit.start):
            day, rule = signed, "data supra: the day of the closing line"
        if day is None:
            yield reader.event(
                "publish",
                node,
                hit.start,
                hit.end,
                confidence=Confidence.DATE_MISSING,
                not_before=signed,
            )
        elif signed is None or day >= signed:
            yield reader.event(
                "publish", node, hit.start, hit.end, stated=day, date=day, rule=rule
            )


def _edges(norma: Norma) -> Iterator[tuple[Dispositivo | None, str]]:
    """The title, and the nodes before and behind the articles."""
    yield None, norma.title or ""
    for node in norma.nodes:
        if node.kind in _BEFORE_TITLE and (
            node.parent is None or node.kind is Kind.NOTA
        ):
            yield node, node.text


# Other clauses ------------------------------------------------------------------------


def _scanned(reader: NormReader, signed: date | None) -> Iterator[Event]:
    """One pass over all nodes for the clauses that need no more than their own words."""
    for node in reader.norma.nodes:
        if "_alt" in node.path or not node.text:
            continue
        flat = unquoted(plain(node.text))
        hits = list(find_hits("act", flat))
        for hit in hits:
            handler = _HANDLERS.get(hit.kind)
            if handler is not None:
                yield from handler(reader, node, hit, signed)
        if node.kind in PROVISIONS:
            yield from _transitions(reader, node, flat)


def _stamp(
    reader: NormReader, node: Dispositivo, hit: RuleHit, signed: date | None
) -> Iterator[Event]:
    """A day that is written round the text: `Aprovado em 12.03.1997`, `Registrado em …`."""
    if node.kind in PROVISIONS:
        return
    for _, _, day in dates_in(node.text[hit.start : hit.end], reader.pivot):
        yield reader.event(hit.kind, node, hit.start, hit.end, stated=day, date=day)
        return


def _substitute(
    reader: NormReader, node: Dispositivo, hit: RuleHit, signed: date | None
) -> Iterator[Event]:
    for one in reader.external(node, hit.start, len(node.text))[:1]:
        if one.id:
            year = one.id.year
        else:
            year = None
        yield reader.event(
            "substitute",
            node,
            0,
            len(node.text),
            affected=norm_of(one),
            not_before=date(year, 1, 1) if year else None,
            not_after=signed,
        )


def _attest(
    reader: NormReader, node: Dispositivo, hit: RuleHit, signed: date | None
) -> Iterator[Event]:
    if node.kind in PROVISIONS:
        return
    for one in reader.external(node, hit.end, len(node.text))[:1]:
        yield reader.event(
            "attest",
            node,
            hit.start,
            one.span.end,
            affected=norm_of(one),
            stated=signed,
            date=signed,
        )


def _publish_other(
    reader: NormReader, node: Dispositivo, hit: RuleHit, signed: date | None
) -> Iterator[Event]:
    for one in reader.cited.get(node.path, ()):
        if one.kind != "internal" and hit.end <= one.span.start <= hit.end + 12:
            year = cited_year(one)
            yield reader.event(
                "publish",
                node,
                hit.start,
                one.span.end,
                acting="",
                acting_path="",
                affected=norm_of(one),
                confidence=Confidence.DATE_MISSING,
                not_before=date(year, 1, 1) if year else None,
                not_after=signed,
            )
            return


def cited_year(citation: Citation) -> int | None:
    """The year of what is cited, as far as the citation says."""
    if citation.standard:
        tail = citation.standard.rpartition(";")[2]
        if tail.isdigit():
            return int(tail)
        return None
    if citation.id is not None:
        return citation.id.year
    return None


def _consolidate(
    reader: NormReader, node: Dispositivo, hit: RuleHit, signed: date | None
) -> Iterator[Event]:
    if node.kind is Kind.EMENTA:
        yield reader.event("consolidate", node, hit.start, hit.end, not_before=signed)


def _extinct(
    reader: NormReader, node: Dispositivo, hit: RuleHit, signed: date | None
) -> Iterator[Event]:
    yield reader.event(
        "extinct_body",
        node,
        hit.start,
        hit.end,
        acting="",
        acting_path="",
        affected="",
        not_after=signed,
        confidence=Confidence.DATE_MISSING,
    )


def _deadline(
    reader: NormReader, node: Dispositivo, hit: RuleHit, signed: date | None
) -> Iterator[Event]:
    """A term of this norm that runs from its own publication or commencement."""
    if node.kind not in PROVISIONS:
        return
    flat = plain(node.text)
    last = next(
        (end for start, end in split_sentences(node.text) if start <= hit.start < end),
        len(flat),
    )
    anchor = _STARTS_AT.search(flat, hit.end, last)
    near = anchor is not None and _FROM.search(
        flat, anchor.start(), min(anchor.start() + 70, last)
    )
    begins = next(
        (
            start
            for start, end in split_sentences(node.text)
            if start <= hit.start < end
        ),
        0,
    )
    if "vigor" in flat[begins : hit.start]:
        return  # A clause of commencement.
    if (
        not near
        or _CONTRACT.search(flat)
        or _beside(reader, node, flat, hit.start) is not None
    ):
        return
    yield reader.event(
        "deadline",
        node,
        hit.start,
        last,
        scope=Scope.ADDRESSEES,
        term=_counted_term(hit, _origin(near.group())),
        confidence=Confidence.COMPUTED,
    )


def _origin(words: str) -> From:
    if words.startswith("publica"):
        return From.PUBLICATION
    return From.COMMENCEMENT


def _counted_term(hit: RuleHit, start: From) -> Term:
    unit = UNITS[(hit.groups["unit"] or "d")[0]]
    return Term(start=start, count=int(hit.groups["count"] or 0), unit=unit)


_HANDLERS: dict[
    str, Callable[[NormReader, Dispositivo, RuleHit, date | None], Iterator[Event]]
] = {
    "approve": _stamp,
    "register": _stamp,
    "substitute": _substitute,
    "attest": _attest,
    "publish_other": _publish_other,
    "consolidate": _consolidate,
    "extinct_body": _extinct,
    "deadline": _deadline,
}


def _beside(
    reader: NormReader, node: Dispositivo, flat: str, at: int
) -> Citation | None:
    """The older norm beside which a term lets things run: `credenciados nos termos da Portaria ...
    terão o prazo`.
    """
    for start, end in split_sentences(node.text):
        if not start <= at < end:
            continue
        for one in reader.external(node, start, end):
            if one.kind == "external" and _PASS.search(
                flat, max(start, one.span.start - 24), one.span.start
            ):
                return one
    return None


def _transitions(reader: NormReader, node: Dispositivo, flat: str) -> Iterator[Event]:
    for match in _TRANSITION_TERM.finditer(flat):
        older = _beside(reader, node, flat, match.start())
        if older is None:
            continue
        term = next(
            (one for one in find_hits("act", flat) if one.kind == "deadline"), None
        )
        end = next(
            (
                end
                for start, end in split_sentences(node.text)
                if start <= match.start() < end
            ),
            len(flat),
        )
        yield reader.event(
            "transition",
            node,
            match.start(),
            end,
            affected=norm_of(older),
            affected_path=paths_of(older)[0],
            scope=Scope.OLDER_CASES,
            **_term_fields(term, flat),
        )
        return


def _term_fields(hit: RuleHit | None, flat: str) -> dict[str, Any]:
    if hit is None:
        return {"rule": "a term without a date"}
    anchor = _STARTS_AT.search(flat, hit.end)
    from_publication = anchor and _FROM.search(
        flat, anchor.start(), anchor.start() + 70
    )
    return {
        "term": _counted_term(
            hit, From.PUBLICATION if from_publication else From.AN_ACT
        )
    }
