"""`lawtool read`: the tree of a file, without any corpus."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawtool.cli.options import format_option, write
from lawtool.errors import NeedsRecognition, NotSegmented

if TYPE_CHECKING:
    from lawtool.model import Document, Norma, Problem

MOST_PROBLEMS = 20
"""Problems that are printed one by one; more are counted."""


@click.command("read")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@format_option("text", "json", "jsonl", "markdown", "html")
def read_file(file: Path, form: str) -> None:
    """Read FILE and print its norms as trees (text, PDF, DOCX, HTML, Markdown, LexML, JSON; `-`
    reads standard input).

    Nothing is written and no corpus is needed. What could not be read is told on standard error.
    """
    document = _parsed(file)
    if form == "text":
        _print_trees(document, file)
    elif form in ("json", "jsonl"):
        write(_json_lines(document, file.name, form))
    else:
        write(_pages(document, form))
    for line in _problem_lines(document):
        click.echo(line, err=True)
    if not any(True for norma in document.normas for _ in norma.provisions):
        raise NotSegmented(f"{file}: no provision was found")


def _parsed(file: Path) -> Document:
    from lawtool import pipeline, sources

    if str(file) == "-":
        source = sources.source_from_bytes(sys.stdin.buffer.read(), slug="stdin")
        return pipeline.parse_source(source)
    try:
        return pipeline.parse_source(sources.read_source(file))
    except NeedsRecognition:
        from lawtool.pipeline.intake import read_or_recognise

        source, _ = read_or_recognise(file, file.read_bytes(), progress=_tell_page)
        return pipeline.parse_source(source)


def _tell_page(done: int, total: int) -> None:
    click.echo(f"recognised page {done} of {total}", err=True)


def _print_trees(document: Document, file: Path) -> None:
    from lawtool.render import terminal

    out = terminal.console()
    out.print(_summary(document, file), style="dim", markup=False)
    for norma in document.normas:
        out.print()
        out.print(norma.title or norma.slug, style="bold", markup=False)
        terminal.tree(norma, "", out)


def _summary(document: Document, file: Path) -> str:
    """Tell what the file is and how much of it was read."""
    from lawtool.sources.file_formats import FILE_FORMATS

    source = document.source
    names = [
        entry.name
        for entry in FILE_FORMATS.values()
        if entry.media_type == source.media_type
    ]
    provisions = sum(1 for norma in document.normas for _ in norma.provisions)
    furniture = sum(line.furniture is not None for line in document.lines)
    repairs = sum(correction.applies for correction in document.corrections)
    return (
        f"{file.name}: {names[0] if names else source.media_type}, {source.encoding}, "
        f"{len(document.lines)} lines ({furniture} of the page), {len(document.normas)} norms, "
        f"{provisions} provisions, {repairs} repairs, {len(_problems(document))} problems"
    )


def _problems(document: Document) -> list[Problem]:
    own = [problem for norma in document.normas for problem in norma.problems]
    return [*document.source.problems, *document.problems, *own]


def _problem_lines(document: Document) -> Iterator[str]:
    problems = _problems(document)
    for problem in problems[:MOST_PROBLEMS]:
        if problem.line:
            where = f"line {problem.line}: "
        else:
            where = ""
        yield f"{problem.severity}: {where}{problem.code}: {problem.message}"
    rest = Counter(problem.code for problem in problems[MOST_PROBLEMS:])
    if rest:
        yield "and " + ", ".join(
            f"{count} × {code}" for code, count in rest.most_common()
        )


def _json_lines(document: Document, name: str, form: str) -> Iterable[str]:
    from lawtool.records import node_record as records

    if form == "jsonl":
        return (
            records.line(records.node(norma, node, name))
            for norma in document.normas
            for node in norma.nodes
        )
    return [records.line(_record(norma, name)) for norma in document.normas]


def _record(norma: Norma, name: str) -> dict[str, object]:
    from lawtool.records import node_record as records

    nodes = [records.node(norma, node, name) for node in norma.nodes]
    return {"norm": norma.slug, "name": norma.title, "nodes": nodes}


def _pages(document: Document, form: str) -> Iterator[str]:
    from lawtool.render import html, markdown

    if form == "markdown":
        for norma in document.normas:
            yield from markdown.norma(norma, norma.title or norma.slug, "")
        return
    title = " · ".join(norma.title or norma.slug for norma in document.normas)
    yield html.head(title)
    for norma in document.normas:
        yield from html.norma(norma, norma.title or norma.slug, "")
    yield html.FOOT
