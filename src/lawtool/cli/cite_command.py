"""`lawtool cite`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from lawtool.citations import Context, find_citations
from lawtool.citations.catalogue import Catalogue
from lawtool.cli.options import (
    CORPUS,
    DATABASE,
    counted,
    database_option,
    format_option,
    open_corpus,
    write,
)
from lawtool.corpus import Corpus
from lawtool.model import Citation, Norma, Span
from lawtool.records.printers import print_records, record_formats
from lawtool.render import citation_text as rendered


@click.command()
@click.argument("file", required=False)
@click.option(
    "--corpus",
    "whole",
    is_flag=True,
    help="Every source of the corpus instead of FILE.",
)
@click.option(
    "--norm", help="Read FILE as part of this norm: what `this Law` means in it."
)
@database_option
@format_option("text", *record_formats(), "markdown", "html")
def cite(
    file: str | None, whole: bool, norm: str | None, database: Path, form: str
) -> None:
    """Find the citations in FILE, or in standard input with -, and what they mean in the corpus."""
    if whole and (file or norm):
        raise click.UsageError(
            "--corpus reads every source; it has no FILE and no --norm."
        )
    file = file or "-"
    if whole:
        with open_corpus(database) as corpus:
            _print(_of_corpus(corpus), form)
        return
    if database == DATABASE and not database.exists() and not CORPUS.is_dir():
        _print(iter([_of_file(file, Catalogue(()), None, None)]), form)
        return
    with open_corpus(database) as corpus:
        _print(iter([_of_file(file, corpus.catalogue, corpus, norm)]), form)


Result = tuple[str, str, list[Citation]]
"""Name of a source, its text, its citations."""


def _of_corpus(corpus: Corpus) -> Iterator[Result]:
    for source in corpus.sources_with_norms():
        text = corpus.source(source).text
        context = corpus.citation_context(source, corpus.normas_of(source))
        yield corpus.files[source], text, corpus.annotate(text, context=context)


def _of_file(
    file: str, catalogue: Catalogue, corpus: Corpus | None, norm: str | None
) -> Result:
    from lawtool import pipeline, sources

    if file == "-":
        name, source = (
            "-",
            sources.source_from_bytes(sys.stdin.buffer.read(), slug="stdin"),
        )
    else:
        name, source = Path(file).name, sources.read_source(Path(file))
    if corpus is not None and norm is not None:
        citing = corpus.norma(norm)
        context = Context([_whole(citing, len(source.text))])
    else:
        context = Context.of_document(pipeline.parse_source(source))
    return (
        name,
        source.text,
        catalogue.resolve_all(find_citations(source.text, context=context), context),
    )


def _whole(norma: Norma, length: int) -> Norma:
    """A norm that a loose piece of text is said to be part of: its identity, without places in that
    text.
    """
    from dataclasses import replace

    nodes = tuple(replace(node, pieces=(), label_span=None) for node in norma.nodes)
    return replace(norma, span=Span(start=0, end=length), nodes=nodes)


def _print(results: Iterator[Result], form: str) -> None:
    if form in record_formats():
        everything = (
            rendered.citation(one, name) for name, _, found in results for one in found
        )
        write(print_records(form, everything, "citations"))
    elif form in ("markdown", "html"):
        if form == "markdown":
            annotate = rendered.markdown
        else:
            annotate = rendered.html
        write(annotate(text, found) for _, text, found in results)
    else:
        write(line for result in results for line in _table(*result))


def _table(name: str, _text: str, found: list[Citation]) -> Iterator[str]:
    rows = [("AT", "CITATION", "RELATION", "STATUS", "MEANS"), *rendered.rows(found)]
    widths = [min(max(map(len, column)), 60) for column in zip(*rows, strict=True)]
    yield f"{name}: {counted(len(found), 'citation')}"
    for row in rows:
        cells = (
            f"{cell[:59]}…" if len(cell) > 60 and i == 1 else cell
            for i, cell in enumerate(row)
        )
        yield "  ".join(
            cell.ljust(width) for cell, width in zip(cells, widths, strict=True)
        ).rstrip()
