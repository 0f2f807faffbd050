"""What can be known only when all norms are: citations resolved, events, status by period, relations."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from lawtool.catalogue import Catalogue, stub_slug
from lawtool.citations import find_citations
from lawtool.events import Cited, read, settle
from lawtool.model import Citation, Event, Norma, Relation
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


@dataclass(slots=True)
class _Links:
    """What is gathered source by source."""

    held: frozenset[str]
    events: list[Event] = field(default_factory=list)
    relations: dict[tuple[str, ...], Relation] = field(default_factory=dict)

    def add(self, relation: Relation) -> None:
        """One relation for each kind and pair of places; the first evidence of it is kept."""
        ends = (relation.kind, relation.source, relation.source_path, relation.target, relation.target_path)
        if relation.source != relation.target:
            self.relations.setdefault(ends, relation)


def link(writer: Writer) -> None:
    """Write `citacoes`, `eventos`, `vigencias`, `relacoes` and the norms that are only spoken of."""
    corpus = Corpus(writer.connection)
    catalogue = held.catalogue(corpus)
    found = _Links(frozenset(entry.slug for entry in catalogue.entries))
    normas: list[Norma] = []
    for source, group in groupby(corpus.normas(), key=lambda norma: norma.source):
        inside = list(group)
        normas += inside
        _link_source(writer, corpus, catalogue, source, inside, found)
    _write_events(writer, found, normas)
    writer.relations(found.relations.values())


def _link_source(writer: Writer, corpus: Corpus, catalogue: Catalogue, source: str, normas: list[Norma], found: _Links) -> None:
    raw = corpus.source(source).text
    context = held.context(corpus, source, normas)
    resolved = catalogue.resolve_all(find_citations(raw, context=context), context)
    cited = [_with_stub(writer, found, one) for one in resolved]
    placed = list(_placed(source, normas, cited))
    writer.citations(placed)
    for one in placed:
        _relate(found, one)
    for norma in normas:
        found.events += read(norma, Cited(norma, raw, cited, corpus.corrections(norma.slug)))


def _with_stub(writer: Writer, found: _Links, citation: Citation) -> Citation:
    """A norm outside the corpus gets a row of its own; what is ambiguous or contradictory stays no link."""
    identity = citation.id
    if citation.kind != "external" or citation.norma or citation.status != "unknown" or identity is None:
        return citation
    if not (identity.number or citation.name):
        return citation
    slug = stub_slug(identity, citation.name)
    if slug in found.held:
        return citation
    writer.stub(slug, identity, name=norma_name(identity) or citation.text, urn=citation.urn)
    return replace(citation, norma=slug)


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


def _relate(found: _Links, one: Found) -> None:
    citation = one.citation
    kind = RELATIONS.get(citation.relation, "cita")
    if one.norm is None or citation.norma is None:
        return
    for target in citation.fragments or ("",):
        found.add(
            Relation(
                kind=kind,
                source=one.norm,
                source_path=one.path,
                target=citation.norma,
                target_path=target,
                evidence=citation.text,
                span=citation.span,
            )
        )


def _write_events(writer: Writer, found: _Links, normas: list[Norma]) -> None:
    settled = settle(found.events, normas)
    known = {norm for (norm,) in writer.connection.execute("SELECT id FROM normas")}
    events = [_within(event, known) for event in settled.events]
    writer.events(events)
    for event in events:
        if event.kind in RELATIONS and event.acting and event.affected:
            found.add(_relation(event))
    sources = {norma.slug: norma.source for norma in normas}
    for norm, problem in settled.problems:
        writer.problem(problem, source=sources.get(norm), norm=norm if norm in sources else None)
    _write_status(writer, History(events, normas), events, known)


def _within(event: Event, known: set[str]) -> Event:
    """An event whose norms have rows; what is named otherwise than as a norm is left open."""
    acting = event.acting if event.acting in known else ""
    affected = event.affected if event.affected in known else ""
    return replace(event, acting=acting, affected=affected)


def _relation(event: Event) -> Relation:
    return Relation(
        kind=RELATIONS[event.kind],
        source=event.acting,
        source_path=event.acting_path,
        target=event.affected,
        target_path=event.affected_path,
        date=event.date,
        evidence=event.evidence,
        span=event.span,
    )


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
