"""`lawtool status`, `lawtool provenance` and `lawtool apply`: what was law on a day, and what a norm
changes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import click

from lawtool import amend
from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.errors import NotSegmented
from lawtool.locators import read as read_locator
from lawtool.model import Norma
from lawtool.render import records
from lawtool.render import time as shown
from lawtool.status import Period, Status
from lawtool.timeline import Timeline

_DAY = click.DateTime(formats=["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"])


@click.command()
@click.argument("norm")
@click.argument("locator", nargs=-1)
@click.option("--on", "day", type=_DAY, help="The day, YYYY-MM-DD; today if not given.")
@database_option
@format_option("text", "json", "jsonl")
def status(norm: str, locator: tuple[str, ...], day: datetime | None, database: Path, form: str) -> None:
    """Say what NORM, or with LOCATOR (`art. 15, II` or a path) a provision of it, was on a day.

    NORM may also be a norm that the corpus only cites, by its URN or by a citation of it.
    """
    on = day.date() if day else date.today()
    with open_corpus(database) as corpus:
        timeline = Timeline(corpus)
        slug = timeline.resolve(norm)
        path = _path(" ".join(locator))
        history = timeline.history(slug)
        answer, periods = history.status(slug, path, on), history.periods(slug, path)
        if form == "text":
            write(_status_lines(timeline, answer, periods))
        else:
            write([records.line(shown.status_record(answer, _period(periods, on)))])


def _path(locator: str) -> str:
    """The path of a provision. One that the text lacks may be asked for: that it is absent is an answer."""
    if not locator:
        return ""
    located, _ = read_locator(locator)
    return located[0].fragment if located else ""


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
@format_option("text", "json", "jsonl")
def provenance(norm: str, database: Path, form: str) -> None:
    """Say what made NORM what it is: a timeline of what acts on it, and what it acts on."""
    with open_corpus(database) as corpus:
        timeline = Timeline(corpus)
        slug = timeline.resolve(norm)
        history = timeline.history(slug)
        if form == "text":
            write(_provenance_lines(timeline, slug))
            return
        on_it = [shown.event_record(event) for event in history.events(slug)]
        by_it = [shown.event_record(event) for event in history.acts(slug)]
        if form == "jsonl":
            write(map(records.line, (*on_it, *by_it)))
        else:
            write([records.line({"norm": slug, "acted_on": on_it, "acts_on": by_it})])


def _provenance_lines(timeline: Timeline, slug: str) -> Iterator[str]:
    history = timeline.history(slug)
    yield timeline.heading(slug)
    yield from (f"  {line}" for line in shown.bar(history.periods(slug), until=date.today()))
    yield ""
    yield from (f"  {line}" for line in shown.timeline(history.events(slug), slug, timeline.name))
    acts = list(shown.timeline(history.acts(slug), slug, timeline.name))
    if acts:
        yield ""
        yield "acts on:"
        yield from (f"  {line}" for line in acts)


@click.command()
@click.argument("bill")
@click.argument("norm")
@database_option
@format_option("text", "json", "jsonl")
def apply(bill: str, norm: str, database: Path, form: str) -> None:
    """Print NORM as BILL, a bill or an amending norm, would change it.

    `jsonl` gives all nodes of the amended norm, as `lawtool export` does; `text` the changes. An
    instruction that cannot be carried out is listed on standard error with the reason; the others are
    carried out.
    """
    with open_corpus(database) as corpus:
        acting, law = corpus.norma(bill), corpus.norma(norm)
        result = Timeline(corpus).apply(acting, law)
        _warn(acting, law, result)
        if form == "text":
            write(_changes(result))
        elif form == "jsonl":
            file = corpus.files[law.source]
            write(records.line(records.node(result.norma, node, file)) for node in result.norma.nodes)
        else:
            write([records.line(shown.amended_record(acting, result))])


def _warn(acting: Norma, law: Norma, result: amend.Amended) -> None:
    if not result.applied and not result.failed:
        raise NotSegmented(
            f"{acting.slug} gives no instruction on the text of {law.slug}",
            remedy=f"`lawtool provenance {acting.slug}` lists what it acts on.",
        )
    if result.hypothetical:
        click.echo(f"HYPOTHETICAL: {acting.slug} is a bill; the law in force is unchanged.", err=True)
    for failure in result.failed:
        one = failure.instruction
        click.echo(f"not applied: {one.operation} {one.path or '?'} ({one.command}): {failure.reason}", err=True)


def _changes(result: amend.Amended) -> Iterator[str]:
    for change in result.applied:
        yield f"{change.instruction.operation} {change.path}  (by {change.instruction.command})"
        if change.before is not None:
            yield f"  - {change.before}"
        if change.after is not None:
            yield f"  + {change.after}"
        if change.numbers:
            yield "  numbers: " + ", ".join(f"{before} → {after}" for before, after in change.numbers)
        yield ""
