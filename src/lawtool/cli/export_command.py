"""`lawtool export`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.exchange.akoma_ntoso import write_akoma_ntoso
from lawtool.exchange.reference import abnt_reference, bibtex_entry, csl_record, json_ld
from lawtool.model import Norma
from lawtool.records import node_record as records
from lawtool.render import html, markdown


@click.command()
@click.argument("norms", nargs=-1, metavar="[NORM...]")
@database_option
@format_option("jsonl", "markdown", "html", "akn", "jsonld", "csl", "bibtex", "abnt")
def export(norms: tuple[str, ...], database: Path, form: str) -> None:
    """Write the norms named, or all, to standard output.

    jsonl: a line of JSON for every node; markdown, html; akn: Akoma Ntoso 3.0, for one norm;
    jsonld: schema.org Legislation; csl, bibtex, abnt: records for citing a norm.
    """
    with open_corpus(database) as corpus:
        slugs = [corpus.resolve(name) for name in norms]
        chosen = map(corpus.norma, slugs) if slugs else corpus.normas()
        write(_FORMS[form](corpus, chosen))


def _jsonl(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    for norma in normas:
        file = corpus.files[norma.source]
        yield from (
            records.line(records.node(norma, node, file)) for node in norma.nodes
        )


def _markdown(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    for norma in normas:
        yield from markdown.norma(norma, corpus.name(norma.slug))
        yield ""


def _html(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    yield html.head("lawtool")
    for norma in normas:
        yield from html.norma(norma, corpus.name(norma.slug))
    yield html.FOOT


def _akn(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    """Yield one XML document: several would be no XML."""
    chosen = list(normas)
    if len(chosen) != 1:
        raise click.UsageError(
            f"akn writes one norm at a time, not {len(chosen)}: name it."
        )
    yield write_akoma_ntoso(chosen[0])


def _jsonld(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    today = date.today()
    for norma in normas:
        status = corpus.status(norma.slug, on=today).status
        yield records.line(dict(json_ld(norma, status=status)))


def _csl(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    yield json.dumps([csl_record(norma) for norma in normas], ensure_ascii=False)


def _bibtex(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    yield from map(bibtex_entry, normas)


def _abnt(corpus: Corpus, normas: Iterable[Norma]) -> Iterator[str]:
    yield from map(abnt_reference, normas)


_FORMS = {
    "jsonl": _jsonl,
    "markdown": _markdown,
    "html": _html,
    "akn": _akn,
    "jsonld": _jsonld,
    "csl": _csl,
    "bibtex": _bibtex,
    "abnt": _abnt,
}
