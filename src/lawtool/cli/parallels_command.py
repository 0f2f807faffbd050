"""`lawtool parallels`: who else has this provision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.comparison.parallels import MOST_PARALLELS, Parallel
from lawtool.corpus import Corpus
from lawtool.records.diff_record import parallel_record
from lawtool.records.printers import print_records, record_formats


@click.command()
@click.argument("norm")
@click.argument("locator")
@click.option(
    "--limit", default=MOST_PARALLELS, show_default=True, help="At most so many norms."
)
@database_option
@format_option("text", *record_formats())
def parallels(norm: str, locator: str, limit: int, database: Path, form: str) -> None:
    """List the norms that have a provision like this one, most alike first, with what differs."""
    with open_corpus(database) as corpus:
        found = corpus.parallels(norm, locator, limit=limit)
        if form != "text":
            write(print_records(form, map(parallel_record, found), "parallels"))
        elif not found:
            click.echo("No other norm has such a provision.", err=True)
        else:
            write(_lines(corpus, found))


def _lines(corpus: Corpus, found: Sequence[Parallel]) -> Iterator[str]:
    for parallel in found:
        name = corpus.heading(parallel.norm, parallel.path)
        yield (
            click.style(f"{parallel.score:3.0f} %  {name}", bold=True)
            + f"  {parallel.norm}"
        )
        for change in parallel.sense:
            words = f"{change.words('a') or '–'} → {change.words('b') or '–'}"
            yield "       " + click.style(change.kind, fg="red") + f": {words}"
        yield f"       {parallel.text}"
