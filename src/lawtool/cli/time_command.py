"""`lawtool status`, `lawtool provenance` and `lawtool apply`: what was law on a day, and what a norm
changes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawtool.cli.options import DAY, database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.errors import NotSegmented
from lawtool.history import amend
from lawtool.history.periods import Period, Status
from lawtool.model import Norma
from lawtool.records import node_record as records
from lawtool.render import status_text as shown
from lawtool.timeline import Timeline

if TYPE_CHECKING:
    from lawtool.comparison.origins import Provenance


@click.command()
@click.argument("norm")
@click.argument("locator", nargs=-1)
@click.option("--on", "day", type=DAY, help="The day, YYYY-MM-DD; today if not given.")
@database_option
@format_option("text", "json", "jsonl")
def status(
    norm: str, locator: tuple[str, ...], day: datetime | None, database: Path, form: str
) -> None:
    """Say what NORM, or with LOCATOR (`art. 15, II` or a path) a provision of it, was on a day.

    NORM may also be a norm that the corpus only cites, by its URN or by a citation of it.
    """
    on = day.date() if day else date.today()
    with open_corpus(database) as corpus:
        timeline = corpus.timeline
        slug = timeline.resolve(norm)
        path = timeline.place(slug, " ".join(locator))
        history = timeline.history(slug)
        answer, periods = history.status(slug, path, on), history.periods(slug, path)
        if form == "text":
            write(_status_lines(timeline, answer, periods))
        else:
            write([records.line(shown.status_record(answer, _period(periods, on)))])


def _period(periods: list[Period], on: date) -> Period | None:
    return next((one for one in reversed(periods) if one.since is None or one.since <= on), None)


def _status_lines(timeline: Timeline, answer: Status, periods: list[Period]) -> Iterator[str]:
    yield timeline.heading(answer.norm, answer.path)
    yield from (f"  {line}" for line in shown.sentences(answer, timeline.name))
    drawn = shown.bar(periods, until=answer.on)
    if drawn:
        yield ""
        yield from (f"  {line}" for line in drawn)


@click.command()
@click.argument("norm")
@database_option
@format_option("text", "json", "jsonl", "mermaid", "svg")
def provenance(norm: str, database: Path, form: str) -> None:
    """Say what made NORM what it is: what it was copied from and what became of that since, what acts on it, what it
    acts on, and who copied it.

    `mermaid` and `svg` draw it; `jsonl` gives its events, one a line.
    """
    from lawtool.render import provenance_text as told

    with open_corpus(database) as corpus:
        found, name = corpus.provenance(norm), corpus.timeline.name
        if form == "text":
            write(told.lines(found, name, width=min(shutil.get_terminal_size().columns, 100)))
        elif form == "json":
            write([records.line(told.record(found, name))])
        elif form == "jsonl":
            write(records.line(shown.event_record(event)) for event in (*found.events, *found.acts))
        else:
            write(_drawing(corpus, found, form))


def _drawing(corpus: Corpus, found: Provenance, form: str) -> Iterator[str]:
    from lawtool.render import graph
    from lawtool.render import provenance_text as told

    chain = {found.norm, *(one for step in found.steps for one in (step.link.a, step.link.b))}
    events = [
        event
        for norm in sorted(chain)
        for event in corpus.timeline.events(norm)
        if event.affected in chain
    ]
    drawn = told.edges(found, events)
    names = {slug: corpus.timeline.name(slug) for edge in drawn for slug in (edge.start, edge.end)}
    yield (graph.mermaid if form == "mermaid" else graph.svg)(drawn, names).rstrip("\n")


@click.command()
@click.argument("bill")
@click.argument("norm")
@database_option
@format_option("text", "json", "jsonl")
def apply(bill: str, norm: str, database: Path, form: str) -> None:
    """Print NORM as BILL, a bill or an amending norm, would change it.

    `text` is the amended norm, what differs marked with », and before it the changes; `jsonl` all its nodes, as `lawtool
    export` gives them; `json` the changes. An instruction that cannot be carried out is listed on standard error with the
    reason; the others are carried out.
    """
    with open_corpus(database) as corpus:
        acting, law = corpus.norma(bill), corpus.norma(norm)
        result = corpus.timeline.apply(acting, law)
        warn(acting, law, result)
        if form == "text":
            write(_changes(corpus, acting, result))
            _print(result)
        elif form == "jsonl":
            file = corpus.files[law.source]
            write(
                records.line(records.node(result.norma, node, file)) for node in result.norma.nodes
            )
        else:
            write([records.line(shown.amended_record(acting, result))])


def warn(acting: Norma, law: Norma, result: amend.Amended) -> None:
    """Say on standard error what a result is worth. Raises NotSegmented where there was nothing to do."""
    if not result.applied and not result.failed:
        raise NotSegmented(
            f"{acting.slug} gives no instruction on the text of {law.slug}",
            remedy=f"`lawtool provenance {acting.slug}` lists what it acts on.",
        )
    if result.hypothetical:
        click.echo(
            f"HYPOTHETICAL: {acting.slug} is a bill; the law in force is unchanged.", err=True
        )
    for failure in result.failed:
        one = failure.instruction
        click.echo(
            f"not applied: {one.operation} {one.path or '?'} ({one.command}): {failure.reason}",
            err=True,
        )


_OPERATIONS = {"insert": "inserted", "revoke": "revoked", "replace_words": "words replaced"}


def _changes(corpus: Corpus, acting: Norma, result: amend.Amended) -> Iterator[str]:
    name = corpus.timeline.name
    yield f"{name(result.norma.slug)} as {'it would be ' if result.hypothetical else ''}amended by {name(acting.slug)}"
    for change in result.applied:
        what = _OPERATIONS.get(change.instruction.operation, "replaced")
        by = shown.provision_label(change.instruction.command)
        numbers = ", ".join(f"{before} → {after}" for before, after in change.numbers)
        yield f"  » {shown.provision_label(change.path)} {what} by {by}" + (
            f"; numbers: {numbers}" if numbers else ""
        )
    yield ""


def _print(result: amend.Amended) -> None:
    from lawtool.render import terminal

    terminal.tree(
        result.norma, "", terminal.console(), {change.path: "»" for change in result.applied}
    )
