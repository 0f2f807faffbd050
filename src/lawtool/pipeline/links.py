"""What can be known only when all norms are: citations resolved, events, status by period,
relations, wordings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from itertools import chain

from lawtool.corpus import Corpus
from lawtool.history import derive_relations, honoured, settle
from lawtool.history.event_index import History
from lawtool.history.periods import Period
from lawtool.identifiers.names import norma_name
from lawtool.identifiers.slugs import standard_slug
from lawtool.meaning.concepts import join_concepts
from lawtool.model import Event, NormaId, Problem, Relation
from lawtool.pipeline.asserted_events import Assertions, read_assertions
from lawtool.pipeline.mentions import Mentions, read_mentions
from lawtool.pipeline.parallel import in_order
from lawtool.pipeline.settings import Assertion
from lawtool.pipeline.wordings import write_wordings
from lawtool.store.tables import PlacedCitation, Row
from lawtool.store.writer import Writer

CITED = {"grants_power": "fundamenta"}
"""Relations that citations alone tell, as kinds of `relacoes`; any other citation is `cita`. What
revokes, amends, adopts and regulates is read from the events, which know the direction and the
date.
"""


def gather_mentions(writer: Writer, executor: Executor | None = None) -> list[Mentions]:
    """Read what each source says of norms. Other processes read the database meanwhile: nobody may
    write.
    """
    sources = Corpus(writer.connection).sources_with_norms()
    return list(in_order(partial(read_mentions, str(writer.file)), sources, executor))


def link_norms(
    writer: Writer, parts: Sequence[Mentions], *, assertions: Sequence[Assertion] = ()
) -> None:
    """Write `citacoes`, `eventos`, `vigencias`, `relacoes`, `versoes` and the norms that are only
    spoken of.
    """
    citations = [placed for part in parts for placed in part.citations]
    _write_stubs(writer, citations)
    writer.citations(citations)
    writer.quantities(row for part in parts for row in part.quantities)
    writer.terms(_with_concepts([row for part in parts for row in part.terms]))
    events = _write_events(
        writer, [event for part in parts for event in part.events], assertions
    )
    cited = chain.from_iterable(map(_cited_relations, citations))
    writer.relations(_drop_repeated(chain(cited, derive_relations(events))))
    write_wordings(writer, events)


def _with_concepts(rows: Sequence[Row]) -> Iterator[Row]:
    """Give the terms of all norms that mean the same one concept."""
    names = join_concepts((row["conceito"], row["definicao"] or "") for row in rows)
    for row in rows:
        yield row | {"conceito": names[row["conceito"]]}


def _write_stubs(writer: Writer, citations: Iterable[PlacedCitation]) -> None:
    for citation in (placed.citation for placed in citations):
        if citation.kind != "external" or citation.status != "unknown":
            continue
        if citation.norma and citation.id is not None:
            name = norma_name(citation.id) or citation.text
            writer.stub(citation.norma, citation.id, name=name, urn=citation.urn)


def _write_events(
    writer: Writer, found: Sequence[Event], assertions: Sequence[Assertion]
) -> list[Event]:
    corpus = Corpus(writer.connection)
    normas = list(corpus.outlines())
    if assertions:
        asserted = read_assertions(assertions, corpus)
    else:
        asserted = Assertions()
    for slug, (identity, words) in asserted.outside.items():
        writer.stub(slug, identity, name=norma_name(identity) or words)
    events, superseded = honoured(found, asserted.events)
    settled = settle(events, normas)
    sources = {norma.slug: norma.source for norma in normas}
    _write_problems(writer, [*settled.problems, *superseded], sources)
    _write_problems(writer, [("", problem) for problem in asserted.problems], sources)
    _write_standards(writer, settled.events)
    # Opened anew, since norms outside have come; as when a question is asked, so that both give the
    # same answer.
    corpus = Corpus(writer.connection)
    known = corpus.held | set(corpus.outside)
    dated = [_within(event, known) for event in settled.events]
    writer.events(dated)
    history = History(dated, normas, collected=corpus.collected, outside=corpus.outside)
    writer.periods(
        _periods(history), {event: number for number, event in enumerate(dated, 1)}
    )
    return dated


def _write_problems(
    writer: Writer, problems: Iterable[tuple[str, Problem]], sources: Mapping[str, str]
) -> None:
    for norm, problem in problems:
        source = sources.get(norm)
        writer.problem(problem, source=source, norm=norm if source else None)


def _periods(history: History) -> Iterator[Period]:
    """List the periods of every norm, and of each provision that an event touches."""
    for norm in history.norms:
        for path in ("", *history.touched(norm)):
            yield from history.periods(norm, path)


def _write_standards(writer: Writer, events: Iterable[Event]) -> None:
    """Give a technical standard that a norm makes binding a row: a relation has two ends."""
    for name in sorted(
        {event.affected for event in events if event.affected.startswith("abnt;")}
    ):
        _, series, number, written_year = name.split(";")
        if written_year.isdecimal():
            year = int(written_year)
        else:
            year = None
        identity = NormaId(species="norma.tecnica", number=number, year=year)
        words = f"ABNT {series.upper()} {number}" + (f":{year}" if year else "")
        writer.stub(standard_slug(name), identity, name=words)


def _cited_relations(placed: PlacedCitation) -> Iterator[Relation]:
    citation = placed.citation
    if placed.norm is None or citation.norma is None:
        return
    for target in citation.fragments or ("",):
        yield Relation(
            kind=CITED.get(citation.relation, "cita"),
            source=placed.norm,
            source_path=placed.path,
            target=citation.norma,
            target_path=target,
            evidence=citation.text,
            span=citation.span,
        )


def _drop_repeated(links: Iterable[Relation]) -> Iterable[Relation]:
    """Keep, between two norms, one relation for each kind and pair of places: the first evidence of
    it.
    """
    kept: dict[tuple[str, ...], Relation] = {}
    for link in links:
        if link.source != link.target:
            ends = (
                link.kind,
                link.source,
                link.source_path,
                link.target,
                link.target_path,
            )
            kept.setdefault(ends, link)
    return kept.values()


def _within(event: Event, known: frozenset[str]) -> Event:
    """Keep an event to norms that have rows; what is named otherwise is left open."""
    acting, affected = (standard_slug(name) for name in (event.acting, event.affected))
    return replace(
        event,
        acting=acting if acting in known else "",
        affected=affected if affected in known else "",
    )
