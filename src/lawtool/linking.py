"""What can be known only when all norms are: citations resolved, events, status by period, relations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain
from threading import get_ident

from lawtool import store
from lawtool.catalogue import Catalogue, stub_slug
from lawtool.citations import find_citations
from lawtool.events import Cited, read, settle
from lawtool.model import Citation, Event, Norma, Relation
from lawtool.parallel import in_order
from lawtool.status import History
from lawtool.store import Corpus, held
from lawtool.store.links import Found
from lawtool.store.naming import norma_name
from lawtool.store.segments import key
from lawtool.store.write import Writer

RELATIONS = {
    "cites": "cita",
    "adopts": "adota",
    "grants_power": "fundamenta",
    "revoke": "revoga",
    "amend": "altera",
    "insert": "acresce",
}
"""Relations of citations and kinds of event, English, as kinds of `relacoes`. What revokes and amends is read from the
events, which know the direction and the date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What some sources say of norms: their citations, those of norms outside the corpus with the id of a stub, and
    their events, not yet dated."""

    citations: tuple[Found, ...]
    events: tuple[Event, ...]


def link(writer: Writer, executor: Executor | None = None) -> None:
    """Write `citacoes`, `eventos`, `vigencias`, `relacoes` and the norms that are only spoken of."""
    writer.index()
    sources = [row[0] for row in writer.connection.execute(_SOURCES)]
    # Gathered first: nobody may write while others read.
    parts = list(in_order(partial(_read, str(writer.file)), sources, executor))
    citations = [one for part in parts for one in part.citations]
    events = [event for part in parts for event in part.events]
    normas = list(Corpus(writer.connection).outlines())
    _write_stubs(writer, citations)
    writer.citations(citations)
    dated = _write_events(writer, events, normas)
    relations = (*chain.from_iterable(map(_cited, citations)), *chain.from_iterable(map(_acted, dated)))
    writer.relations(_distinct(relations))


_SOURCES = "SELECT fonte FROM normas WHERE no_acervo GROUP BY fonte ORDER BY min(ordem)"


# One source, in a worker --------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _reader(database: str, thread: int) -> tuple[Corpus, Catalogue]:
    """The database as far as it is built, opened once by each worker."""
    corpus = store.open(database)
    return corpus, held.catalogue(corpus)


def _read(database: str, sources: Sequence[str]) -> Part:
    corpus, catalogue = _reader(database, get_ident())
    known = {entry.slug for entry in catalogue.entries}
    citations: list[Found] = []
    events: list[Event] = []
    for source in sources:
        raw, normas = corpus.source(source).text, corpus.normas_of(source)
        context = held.context(corpus, source, normas)
        resolved = catalogue.resolve_all(find_citations(raw, context=context), context)
        cited = [_with_stub(one, known) for one in resolved]
        citations += _placed(source, normas, cited)
        for norma in normas:
            events += read(norma, Cited(norma, raw, cited, corpus.corrections(norma.slug)))
    return Part(citations=tuple(citations), events=tuple(events))


def _with_stub(citation: Citation, held: set[str]) -> Citation:
    """A norm outside the corpus gets an id of its own; what is ambiguous or contradictory stays no link."""
    identity = citation.id
    if citation.kind != "external" or citation.norma or citation.status != "unknown" or identity is None:
        return citation
    if not (identity.number or citation.name):
        return citation
    slug = stub_slug(identity, citation.name)
    return citation if slug in held else replace(citation, norma=slug)


def _placed(source: str, normas: Iterable[Norma], citations: Iterable[Citation]) -> Iterator[Found]:
    """Each citation with the norm and the provision that its first character stands in."""
    pieces = sorted(
        (piece.start, piece.end, norma.slug, node.path)
        for norma in normas
        for node in norma.nodes
        for piece in (*node.pieces, *((node.label_span,) if node.label_span else ()))
    )
    starts = [piece[0] for piece in pieces]
    for one in citations:
        at = bisect_right(starts, one.span.start) - 1
        inside = at >= 0 and one.span.start < pieces[at][1]
        norm, path = pieces[at][2:] if inside else (None, "")
        yield Found(citation=one, source=source, norm=norm, path=path)


# The whole corpus ---------------------------------------------------------------------------------------------------


def _write_stubs(writer: Writer, citations: Iterable[Found]) -> None:
    for one in (found.citation for found in citations):
        if one.kind == "external" and one.status == "unknown" and one.norma and one.id is not None:
            writer.stub(one.norma, one.id, name=norma_name(one.id) or one.text, urn=one.urn)


def _write_events(writer: Writer, found: Sequence[Event], normas: Sequence[Norma]) -> list[Event]:
    settled = settle(found, normas)
    known = {norm for (norm,) in writer.connection.execute("SELECT id FROM normas")}
    events = [_within(event, known) for event in settled.events]
    writer.events(events)
    sources = {norma.slug: norma.source for norma in normas}
    for norm, problem in settled.problems:
        writer.problem(problem, source=sources.get(norm), norm=norm if norm in sources else None)
    _write_status(writer, History(events, normas), events, known)
    return events


def _cited(found: Found) -> Iterator[Relation]:
    citation = found.citation
    if found.norm is None or citation.norma is None:
        return
    for target in citation.fragments or ("",):
        yield Relation(
            kind=RELATIONS.get(citation.relation, "cita"),
            source=found.norm,
            source_path=found.path,
            target=citation.norma,
            target_path=target,
            evidence=citation.text,
            span=citation.span,
        )


def _acted(event: Event) -> Iterator[Relation]:
    if event.kind in RELATIONS and event.acting and event.affected:
        yield Relation(
            kind=RELATIONS[event.kind],
            source=event.acting,
            source_path=event.acting_path,
            target=event.affected,
            target_path=event.affected_path,
            date=event.date,
            evidence=event.evidence,
            span=event.span,
        )


def _distinct(relations: Iterable[Relation]) -> Iterable[Relation]:
    """Between two norms, one relation for each kind and pair of places; the first evidence of it is kept."""
    kept: dict[tuple[str, ...], Relation] = {}
    for one in relations:
        if one.source != one.target:
            kept.setdefault((one.kind, one.source, one.source_path, one.target, one.target_path), one)
    return kept.values()


def _within(event: Event, known: set[str]) -> Event:
    """An event whose norms have rows; what is named otherwise than as a norm is left open."""
    acting = event.acting if event.acting in known else ""
    affected = event.affected if event.affected in known else ""
    return replace(event, acting=acting, affected=affected)


def _write_status(writer: Writer, history: History, events: list[Event], known: set[str]) -> None:
    numbers = {event: number for number, event in enumerate(events, 1)}
    rows = []
    for norm in history.norms:
        for path in ("", *history.touched(norm)) if norm in known else ():
            for period in history.periods(norm, path):
                status = period.status
                rows.append(
                    {
                        "norma": norm,
                        "dispositivo": key(norm, path) if path else None,
                        "situacao": status.status,
                        "desde": period.since.isoformat() if period.since else None,
                        "ate": period.until.isoformat() if period.until else None,
                        "base_do_inicio": status.start_basis,
                        "causa": numbers.get(status.cause) if status.cause else None,
                    }
                )
    writer.insert("vigencias", rows)
