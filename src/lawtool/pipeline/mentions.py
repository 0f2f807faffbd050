"""One source of the corpus, in a worker: its citations resolved, and its events, not yet dated."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import get_ident

from lawtool.corpus import Corpus
from lawtool.corpus import open as open_corpus
from lawtool.history import Cited, read_events
from lawtool.identifiers.slugs import norm_slug
from lawtool.meaning.placed import place_quantities, place_terms
from lawtool.model import Citation, Event, Norma
from lawtool.pipeline.parallel import uncollected
from lawtool.repair.offsets import Edits
from lawtool.store.tables import PlacedCitation, Row, quantity_row, term_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """What some sources say: citations (those of norms outside the corpus with the id of a stub),
    events that are not yet dated, and rows of quantities and terms.
    """

    citations: tuple[PlacedCitation, ...]
    events: tuple[Event, ...]
    quantities: tuple[Row, ...]
    terms: tuple[Row, ...]


@lru_cache(maxsize=8)
def _open_for_thread(database: str, thread: int) -> Corpus:
    """Open the database as far as it is built, once in each worker."""
    return open_corpus(database)


@uncollected()
def read_mentions(database: str, sources: Sequence[str]) -> Mentions:
    """Read what some sources (by id) of a database say of norms."""
    corpus = _open_for_thread(database, get_ident())
    citations: list[PlacedCitation] = []
    events: list[Event] = []
    quantities: list[Row] = []
    terms: list[Row] = []
    for source in sources:
        raw, normas = corpus.source(source).text, corpus.normas_of(source)
        context = corpus.citation_context(source, normas)
        resolved = corpus.annotate(raw, context=context)
        cited = [name_stub(citation, corpus.held) for citation in resolved]
        citations += _place_citations(source, normas, cited)
        for norma in normas:
            edits = Edits(corpus.corrections(norma.slug))
            by_node = Cited(norma, raw, cited, edits)
            events += read_events(norma, by_node)
            for quantity in place_quantities(norma, raw, edits, _spans(by_node)):
                quantities.append(quantity_row(quantity, norma.slug, source))
            for term in place_terms(norma, raw, edits):
                terms.append(term_row(term, norma.slug, source))
    return Mentions(
        citations=tuple(citations),
        events=tuple(events),
        quantities=tuple(quantities),
        terms=tuple(terms),
    )


def _spans(cited: Cited) -> dict[str, list[tuple[int, int]]]:
    """List where citations stand in the text of each node."""
    return {
        path: [(citation.span.start, citation.span.end) for citation in citations]
        for path, citations in cited.items()
    }


def name_stub(citation: Citation, held: frozenset[str]) -> Citation:
    """Give a norm outside the corpus an id of its own; what is ambiguous or contradictory stays no
    link.
    """
    identity = citation.id
    outside = (
        citation.kind == "external"
        and citation.status == "unknown"
        and not citation.norma
    )
    if not outside or identity is None or not (identity.number or citation.name):
        return citation
    slug = norm_slug(identity, citation.name)
    if slug in held:
        return citation
    return replace(citation, norma=slug)


def _place_citations(
    source: str, normas: Iterable[Norma], citations: Iterable[Citation]
) -> Iterator[PlacedCitation]:
    """Find the norm and the provision that the first character of each citation stands in."""
    pieces = sorted(_pieces(normas))
    starts = [piece[0] for piece in pieces]
    for citation in citations:
        at = bisect_right(starts, citation.span.start) - 1
        norm, path = None, ""
        if at >= 0 and citation.span.start < pieces[at][1]:
            norm, path = pieces[at][2:]
        yield PlacedCitation(citation=citation, source=source, norm=norm, path=path)


def _pieces(normas: Iterable[Norma]) -> Iterator[tuple[int, int, str, str]]:
    """List start, end, norm and path of every stretch of labels and texts."""
    for norma in normas:
        for node in norma.nodes:
            label = (node.label_span,) if node.label_span else ()
            for piece in (*node.pieces, *label):
                yield piece.start, piece.end, norma.slug, node.path
