"""What can be known only when all norms are: citations resolved, events, status by period, relations, wordings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from itertools import chain

from lawtool.citations.catalogue import standard_slug
from lawtool.history import honoured, relations, settle
from lawtool.history.event_index import History
from lawtool.identifiers.names import norma_name
from lawtool.model import Event, NormaId, Relation
from lawtool.pipeline import asserted_events as asserted
from lawtool.pipeline import wordings
from lawtool.pipeline.folder import Assertion
from lawtool.pipeline.mentions import Part, read
from lawtool.pipeline.parallel import in_order
from lawtool.store import Corpus
from lawtool.store.links import Found, period_row
from lawtool.store.tables import Row
from lawtool.store.writer import Writer
from lawtool.timeline import Timeline

CITED = {"grants_power": "fundamenta"}
"""Relations that citations alone tell, as kinds of `relacoes`; any other citation is `cita`. What revokes, amends, adopts and
regulates is read from the events, which know the direction and the date."""

_SOURCES = "SELECT fonte FROM normas WHERE no_acervo GROUP BY fonte ORDER BY min(ordem)"


def gather(writer: Writer, executor: Executor | None = None) -> list[Part]:
    """What each source says of norms. Other processes read the database meanwhile: nobody may write."""
    sources = [row[0] for row in writer.connection.execute(_SOURCES)]
    return list(in_order(partial(read, str(writer.file)), sources, executor))


def link(writer: Writer, parts: Sequence[Part], *, assertions: Sequence[Assertion] = ()) -> None:
    """Write `citacoes`, `eventos`, `vigencias`, `relacoes`, `versoes` and the norms that are only spoken of."""
    citations = [one for part in parts for one in part.citations]
    _write_stubs(writer, citations)
    writer.citations(citations)
    events = _write_events(writer, [event for part in parts for event in part.events], assertions)
    writer.relations(
        _distinct(chain(chain.from_iterable(map(_cited, citations)), relations(events)))
    )
    wordings.write(writer, events)


def _write_stubs(writer: Writer, citations: Iterable[Found]) -> None:
    for one in (found.citation for found in citations):
        if one.kind == "external" and one.status == "unknown" and one.norma and one.id is not None:
            writer.stub(one.norma, one.id, name=norma_name(one.id) or one.text, urn=one.urn)


def _write_events(
    writer: Writer, found: Sequence[Event], assertions: Sequence[Assertion]
) -> list[Event]:
    corpus = Corpus(writer.connection)
    normas = list(corpus.outlines())
    sources = {norma.slug: norma.source for norma in normas}
    said = asserted.read(assertions, Timeline(corpus)) if assertions else asserted.Asserted()
    for slug, (identity, words) in said.outside.items():
        writer.stub(slug, identity, name=norma_name(identity) or words)
    kept, superseded = honoured(found, said.events)
    settled = settle(kept, normas)
    for norm, problem in (*settled.problems, *superseded, *(("", one) for one in said.problems)):
        writer.problem(problem, source=sources.get(norm), norm=norm if norm in sources else None)
    _write_standards(writer, settled.events)
    known = {norm for (norm,) in writer.connection.execute("SELECT id FROM normas")}
    events = [_within(event, known) for event in settled.events]
    writer.events(events)
    # As when a question is asked, so that both give the same answer.
    timeline = Timeline(corpus)
    history = History(events, normas, collected=timeline.collected, outside=timeline.outside)
    writer.insert("vigencias", list(_periods(history, events)))
    return events


def _periods(history: History, events: Sequence[Event]) -> Iterator[Row]:
    """Rows of `vigencias`: of every norm, and of each provision that an event touches."""
    numbers = {event: number for number, event in enumerate(events, 1)}
    for norm in history.norms:
        for path in ("", *history.touched(norm)):
            for period in history.periods(norm, path):
                yield period_row(
                    norm,
                    path,
                    period,
                    numbers.get(period.status.cause) if period.status.cause else None,
                )


def _write_standards(writer: Writer, events: Iterable[Event]) -> None:
    """A technical standard that a norm makes binding gets a row, so that the relation has two ends."""
    for name in sorted({event.affected for event in events if event.affected.startswith("abnt;")}):
        _, series, number, year = name.split(";")
        identity = NormaId(
            species="norma.tecnica", number=number, year=int(year) if year.isdecimal() else None
        )
        words = f"ABNT {series.upper()} {number}" + (f":{year}" if identity.year else "")
        writer.stub(standard_slug(name), identity, name=words)


def _cited(found: Found) -> Iterator[Relation]:
    citation = found.citation
    if found.norm is None or citation.norma is None:
        return
    for target in citation.fragments or ("",):
        yield Relation(
            kind=CITED.get(citation.relation, "cita"),
            source=found.norm,
            source_path=found.path,
            target=citation.norma,
            target_path=target,
            evidence=citation.text,
            span=citation.span,
        )


def _distinct(found: Iterable[Relation]) -> Iterable[Relation]:
    """Between two norms, one relation for each kind and pair of places; the first evidence of it is kept."""
    kept: dict[tuple[str, ...], Relation] = {}
    for one in found:
        if one.source != one.target:
            kept.setdefault(
                (one.kind, one.source, one.source_path, one.target, one.target_path), one
            )
    return kept.values()


def _within(event: Event, known: set[str]) -> Event:
    """An event whose norms have rows; what is named otherwise than as a norm is left open."""
    acting, affected = (standard_slug(name) for name in (event.acting, event.affected))
    return replace(
        event,
        acting=acting if acting in known else "",
        affected=affected if affected in known else "",
    )
