"""One source of the corpus, in a worker: its citations resolved, and its events, not yet dated."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import get_ident

from lawtool import store
from lawtool.citations import find_citations
from lawtool.citations.catalogue import Catalogue, stub_slug
from lawtool.history import Cited
from lawtool.history import read as read_events
from lawtool.model import Citation, Event, Norma
from lawtool.pipeline.parallel import uncollected
from lawtool.store import Corpus, held
from lawtool.store.links import Found


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What some sources say of norms: their citations, those of norms outside the corpus with the id of a stub, and
    their events, not yet dated."""

    citations: tuple[Found, ...]
    events: tuple[Event, ...]


@lru_cache(maxsize=8)
def _reader(database: str, thread: int) -> tuple[Corpus, Catalogue]:
    """The database as far as it is built, opened once by each worker."""
    corpus = store.open(database)
    return corpus, held.catalogue(corpus)


@uncollected()
def read(database: str, sources: Sequence[str]) -> Part:
    corpus, catalogue = _reader(database, get_ident())
    known = {entry.slug for entry in catalogue.entries}
    citations: list[Found] = []
    events: list[Event] = []
    for source in sources:
        raw, normas = corpus.source(source).text, corpus.normas_of(source)
        context = held.context(corpus, source, normas)
        resolved = catalogue.resolve_all(find_citations(raw, context=context), context)
        cited = [with_stub(one, known) for one in resolved]
        citations += _placed(source, normas, cited)
        for norma in normas:
            events += read_events(norma, Cited(norma, raw, cited, corpus.corrections(norma.slug)))
    return Part(citations=tuple(citations), events=tuple(events))


def with_stub(citation: Citation, held: set[str]) -> Citation:
    """A norm outside the corpus gets an id of its own; what is ambiguous or contradictory stays no link."""
    identity = citation.id
    if (
        citation.kind != "external"
        or citation.norma
        or citation.status != "unknown"
        or identity is None
    ):
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
