"""`lawtool norms` and `lawtool show`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.model import Norma
from lawtool.render import records
from lawtool.store import Corpus, Summary


@click.command()
@database_option
@format_option("text", "json", "jsonl")
def norms(database: Path, form: str) -> None:
    """List the norms of the corpus with their aliases."""
    with open_corpus(database) as corpus:
        found = corpus.summaries()
    lines = [records.summary(one) for one in found]
    if form == "json":
        click.echo(records.line({"norms": lines}))
    elif form == "jsonl":
        write(map(records.line, lines))
    else:
        write(_columns(found))


def _columns(found: list[Summary]) -> Iterable[str]:
    """Plain columns: a list of norms must be there at once, so rich is not loaded."""
    rows = [("NORM", "ALIASES", "NODES", "NAME")]
    rows += [(one.slug, ", ".join(one.aliases), str(one.nodes), one.name) for one in found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


@click.command()
@click.argument("norm")
@click.argument("locator", nargs=-1)
@click.option("--raw", is_flag=True, help="Mark every repair in place as [printed→repaired].")
@database_option
@format_option("text", "json", "jsonl", "markdown", "html")
def show(norm: str, locator: tuple[str, ...], raw: bool, database: Path, form: str) -> None:
    """Print NORM, an id or alias, as a tree; with LOCATOR (`art. 15, II` or a path) only that provision."""
    with open_corpus(database) as corpus:
        norma = corpus.norma(norm)
        path = corpus.find(norma.slug, " ".join(locator)) if locator else ""
        if raw:
            norma = _marked(corpus, norma)
        if form == "text":
            _tree(corpus, norma, path)
        else:
            write(_lines(corpus, norma, path, form))


def _marked(corpus: Corpus, norma: Norma) -> Norma:
    from lawtool.render.raw import marked

    return marked(norma, corpus.source(norma.source).text, corpus.corrections(norma.slug))


def _tree(corpus: Corpus, norma: Norma, path: str) -> None:
    from lawtool.render import terminal

    out = terminal.console()
    if not path:
        out.print(corpus.name(norma.slug), style="bold", markup=False)
    terminal.tree(norma, path, out)


def _lines(corpus: Corpus, norma: Norma, path: str, form: str) -> Iterable[str]:
    if form in ("json", "jsonl"):
        return _json(corpus, norma, path, form)
    from lawtool.render import html, markdown

    name = corpus.name(norma.slug)
    if form == "markdown":
        return markdown.norma(norma, name, path)
    return (html.head(name), *html.norma(norma, name, path), html.FOOT)


def _json(corpus: Corpus, norma: Norma, path: str, form: str) -> Iterable[str]:
    from lawtool.render.parts import placed

    file = corpus.files[norma.source]
    nodes = [records.node(norma, place.node, file) for place in placed(norma, path)]
    if form == "jsonl":
        return map(records.line, nodes)
    return [records.line({"norm": norma.slug, "name": corpus.name(norma.slug), "nodes": nodes})]
