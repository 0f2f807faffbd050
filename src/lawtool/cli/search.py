"""`lawtool search`."""

from __future__ import annotations

from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.render import records


@click.command()
@click.argument("query")
@click.option("--norm", help="Only in this norm.")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="Provisions at most.")
@database_option
@format_option("text", "jsonl")
def search(query: str, norm: str | None, limit: int, database: Path, form: str) -> None:
    """Find provisions by the words of QUERY, best first."""
    with open_corpus(database) as corpus:
        hits = corpus.search(query, norm=corpus.resolve(norm) if norm else None, limit=limit)
        if form == "jsonl":
            write(records.line(records.hit(hit)) for hit in hits)
            return
        for hit in hits:
            click.secho(f"{hit.norm}  {hit.label}", bold=True)
            click.echo(f"    {hit.snippet}")
    if not hits:
        click.echo("No provision holds any of these words.", err=True)
