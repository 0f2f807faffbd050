"""`lawtool search`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from lawtool.cli.options import DAY, database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.records import node_record as records
from lawtool.records.printers import print_records, record_formats
from lawtool.search import Found


@click.command()
@click.argument("query")
@click.option("--norm", help="Only in this norm, by id or alias.")
@click.option("--uf", help="Only in norms of this state (SP).")
@click.option("--place", help="Only in norms of this municipality.")
@click.option(
    "--kind",
    help="Only this species of norm (lei, decreto) or kind of provision (artigo, ementa).",
)
@click.option("--year", type=int, help="Only in norms of this year.")
@click.option(
    "--in-force-on",
    type=DAY,
    help="Only what is known to have been in force on this day.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="Provisions at most.",
)
@click.option("--offset", type=click.IntRange(0), default=0, help="Provisions to skip.")
@database_option
@format_option("text", *record_formats())
def search(
    query: str,
    norm: str | None,
    uf: str | None,
    place: str | None,
    kind: str | None,
    year: int | None,
    in_force_on: datetime | None,
    limit: int,
    offset: int,
    database: Path,
    form: str,
) -> None:
    """Find provisions that answer QUERY, best first: words, a question, a citation.

    "Words in quotation marks" must stand there as they are. Accents, number and verb forms do not
    count.
    """
    with open_corpus(database) as corpus:
        found = corpus.find_text(
            query,
            limit=limit,
            offset=offset,
            norm=norm,
            uf=uf,
            place=place,
            kind=kind,
            year=year,
            in_force_on=in_force_on.date() if in_force_on else None,
        )
        if form == "text":
            _print_hits(corpus, found)
        else:
            write(print_records(form, map(records.hit, found.hits), "hits"))
    _explain(found)


def _print_hits(corpus: Corpus, found: Found) -> None:
    from lawtool.cli.notices import short_notice

    for hit in found.hits:
        click.secho(f"{hit.norm}  {hit.label}", bold=True)
        notice = short_notice(corpus, hit.norm, hit.path)
        if notice:
            click.echo(f"    ! {notice}")
        click.echo(f"    {hit.snippet}")


def _explain(found: Found) -> None:
    """What was searched for instead, or may have been meant: on standard error, it is no result."""
    for word, others in found.instead.items():
        click.echo(
            f"No provision holds {word!r}; searched for {', '.join(others)}.", err=True
        )
    if found.unused_vectors:
        click.echo(
            "Searched by words only: install lawtool[semantic] to use the vectors of this "
            "database.",
            err=True,
        )
    if not found.hits:
        if found.suggestions:
            hint = f" Did you mean {', '.join(found.suggestions)}?"
        else:
            hint = ""
        click.echo(f"Nothing was found.{hint}", err=True)
