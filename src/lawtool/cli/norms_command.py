"""`lawtool norms`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.records import node_record as records
from lawtool.records.printers import print_records, record_formats
from lawtool.store.reader import Summary


@click.command()
@database_option
@format_option("text", *record_formats())
def norms(database: Path, form: str) -> None:
    """List the norms of the corpus with their aliases."""
    with open_corpus(database) as corpus:
        found = corpus.summaries()
    if form == "text":
        write(_columns(found))
    else:
        write(print_records(form, map(records.summary_record, found), "norms"))


def _columns(found: list[Summary]) -> Iterable[str]:
    """Plain columns: a list of norms must be there at once, so rich is not loaded."""
    rows = [("NORM", "ALIASES", "NODES", "NAME")]
    rows += [
        (one.slug, ", ".join(one.aliases), str(one.nodes), one.name) for one in found
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
