"""`lawtool export`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.model import Norma
from lawtool.records import node_record as records
from lawtool.render import html, markdown


@click.command()
@click.argument("norms", nargs=-1, metavar="[NORM...]")
@database_option
@format_option("jsonl", "markdown", "html")
def export(norms: tuple[str, ...], database: Path, form: str) -> None:
    """Write the norms named, or all, to standard output: a line of JSON for every node, Markdown or HTML."""
    with open_corpus(database) as corpus:
        slugs = [corpus.resolve(name) for name in norms]
        chosen = map(corpus.norma, slugs) if slugs else corpus.normas()
        write(_FORMS[form](corpus, chosen))


def _jsonl(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    for norma in normas:
        file = corpus.files[norma.source]
        yield from (records.line(records.node(norma, node, file)) for node in norma.nodes)


def _markdown(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    for norma in normas:
        yield from markdown.norma(norma, corpus.name(norma.slug))
        yield ""


def _html(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    yield html.head("lawtool")
    for norma in normas:
        yield from html.norma(norma, corpus.name(norma.slug))
    yield html.FOOT


_FORMS = {"jsonl": _jsonl, "markdown": _markdown, "html": _html}
