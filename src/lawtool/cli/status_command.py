"""`lawtool status`: what was law on a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import click

from lawtool.cli.options import DAY, database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.history.periods import Period, Status
from lawtool.records import node_record as records
from lawtool.records.status_record import status_record
from lawtool.render import status_text as shown


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
    if day:
        on = day.date()
    else:
        on = date.today()
    with open_corpus(database) as corpus:
        slug = corpus.resolve_any(norm)
        path = corpus.place(slug, " ".join(locator))
        history = corpus.history(slug)
        answer, periods = history.status(slug, path, on), history.periods(slug, path)
        if form == "text":
            write(_status_lines(corpus, answer, periods))
        else:
            write([records.line(status_record(answer, _period(periods, on)))])


def _period(periods: list[Period], on: date) -> Period | None:
    return next(
        (one for one in reversed(periods) if one.since is None or one.since <= on), None
    )


def _status_lines(
    corpus: Corpus, answer: Status, periods: list[Period]
) -> Iterator[str]:
    yield corpus.heading(answer.norm, answer.path)
    yield from (f"  {line}" for line in shown.status_sentences(answer, corpus.name))
    drawn = shown.bar(periods, until=answer.on)
    if drawn:
        yield ""
        yield from (f"  {line}" for line in drawn)
