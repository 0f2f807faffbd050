"""`lawtool copies`: which norms of the corpus were copied from which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.model import Norma
from lawtool.records import diff_record as records
from lawtool.records.node_record import line
from lawtool.records.printers import print_records, record_formats

if TYPE_CHECKING:
    from lawtool.comparison.links import Link

LABELS = ("copy", "partial copy", "shared source", "amends", "lead")


@click.command()
@click.argument("norm", required=False)
@click.option("--leads/--no-leads", default=False, help="Also single provisions alike.")
@click.option(
    "--label",
    "labels",
    multiple=True,
    type=click.Choice(LABELS),
    help="Only links with this label; may be repeated.",
)
@database_option
@format_option("text", *record_formats(), "mermaid", "svg")
def copies(
    norm: str | None, leads: bool, labels: tuple[str, ...], database: Path, form: str
) -> None:
    """Which norms of the corpus were copied from which, with the evidence; with NORM only its
    links.
    """
    from lawtool.render.terminal import progress

    with open_corpus(database) as corpus:
        if norm:
            slug = corpus.resolve(norm)
        else:
            slug = ""
        with progress("reading norms") as tick:
            normas = list(_ticked(corpus, tick))
        names = {one.slug: one.name for one in corpus.summaries()}
    from lawtool.comparison.copies import find_copies
    from lawtool.render import graph

    copies_found = find_copies(normas)
    found = [link for link in copies_found.links if _wanted(link, slug, leads, labels)]
    families = [
        family for family in copies_found.families if not slug or slug in family.norms
    ]
    if form == "json":
        whole = {
            "links": [records.link(link) for link in found],
            "families": [records.family(family) for family in families],
        }
        click.echo(line(whole))
    elif form in record_formats():
        write(print_records(form, map(records.link, found), "links"))
    elif form == "mermaid":
        click.echo(graph.mermaid(map(graph.edge_of, found), names), nl=False)
    elif form == "svg":
        click.echo(graph.draw_chain([graph.edge_of(link) for link in found], names))
    else:
        from lawtool.render import diff_links as links
        from lawtool.render.terminal import console

        links.show(found, console(), families)


def _ticked(corpus: Corpus, tick: Callable[[int, int], None]) -> Iterable[Norma]:
    total = len(corpus.summaries())
    for number, norma in enumerate(corpus.normas(), 1):
        tick(number, total)
        yield norma


def _wanted(link: Link, slug: str, leads: bool, labels: Sequence[str]) -> bool:
    if slug and slug not in (link.a, link.b):
        return False
    if labels:
        return link.label in labels
    return leads or link.label != "lead"
