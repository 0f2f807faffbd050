"""`lawtool provenance`: where a norm comes from."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.records import node_record as records
from lawtool.records.status_record import event_record

if TYPE_CHECKING:
    from lawtool.comparison.origins import Provenance


@click.command()
@click.argument("norm")
@database_option
@format_option("text", "json", "jsonl", "mermaid", "svg")
def provenance(norm: str, database: Path, form: str) -> None:
    """Say what made NORM what it is: what it was copied from and what became of that since, what
    acts on it, what it acts on, and who copied it.

    `mermaid` and `svg` draw it; `jsonl` gives its events, one a line.
    """
    from lawtool.render import provenance_text as told

    with open_corpus(database) as corpus:
        found, name = corpus.provenance(norm), corpus.name
        if form == "text":
            write(
                told.lines(
                    found, name, width=min(shutil.get_terminal_size().columns, 100)
                )
            )
        elif form == "json":
            write([records.line(told.record(found, name))])
        elif form == "jsonl":
            write(
                records.line(event_record(event))
                for event in (*found.events, *found.acts)
            )
        else:
            write(_drawing(corpus, found, form))


def _drawing(corpus: Corpus, found: Provenance, form: str) -> Iterator[str]:
    from lawtool.render import graph
    from lawtool.render import provenance_text as told

    chain = {
        found.norm,
        *(one for step in found.steps for one in (step.link.a, step.link.b)),
    }
    events = [
        event
        for norm in sorted(chain)
        for event in corpus.events(norm)
        if event.affected in chain
    ]
    drawn = told.edges(found, events)
    names = {
        slug: corpus.name(slug) for edge in drawn for slug in (edge.start, edge.end)
    }
    yield (graph.mermaid if form == "mermaid" else graph.draw_chain)(
        drawn, names
    ).rstrip("\n")
