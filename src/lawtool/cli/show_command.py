"""`lawtool show`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path

import click

from lawtool.cli.options import DAY, database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.errors import UnknownProvision
from lawtool.model import Norma
from lawtool.records import node_record as records


@click.command()
@click.argument("norm")
@click.argument("locator", nargs=-1)
@click.option(
    "--on",
    "day",
    type=DAY,
    help="The text of this day, YYYY-MM-DD, and what could not be known of it.",
)
@click.option(
    "--raw", is_flag=True, help="Mark every repair in place as [printed→repaired]."
)
@database_option
@format_option("text", "json", "jsonl", "markdown", "html")
def show(
    norm: str,
    locator: tuple[str, ...],
    day: datetime | None,
    raw: bool,
    database: Path,
    form: str,
) -> None:
    """Print NORM, an id or alias, as a tree; with LOCATOR (`art. 15, II` or a path) only that
    provision.
    """
    if raw and day:
        raise click.UsageError("--raw shows the text as printed; it has no --on.")
    wanted = " ".join(locator)
    with open_corpus(database) as corpus:
        if day is not None:
            _of_day(corpus, corpus.resolve(norm), wanted, day.date(), form)
            return
        norma = corpus.norma(norm)
        if wanted:
            path = corpus.find(norma.slug, wanted)
        else:
            path = ""
        if raw:
            norma = _marked(corpus, norma)
        if form != "text":
            write(_lines(corpus, norma, path, form))
            return
        if not path:
            click.secho(corpus.name(norma.slug), bold=True)
        from lawtool.cli.notices import text_notices

        write(f"! {line}" for line in text_notices(corpus, norma.slug, path))
        _tree(norma, path)


def _marked(corpus: Corpus, norma: Norma) -> Norma:
    from lawtool.render.raw import marked

    return marked(
        norma, corpus.source(norma.source).text, corpus.corrections(norma.slug)
    )


def _tree(norma: Norma, path: str, marks: Mapping[str, str] | None = None) -> None:
    from lawtool.render import terminal

    terminal.tree(norma, path, terminal.console(), marks)


def _lines(corpus: Corpus, norma: Norma, path: str, form: str) -> Iterable[str]:
    if form in ("json", "jsonl"):
        return _json(corpus, norma, path, form)
    from lawtool.render import html, markdown

    name = corpus.name(norma.slug)
    if form == "markdown":
        return markdown.norma(norma, name, path)
    return (html.head(name), *html.norma(norma, name, path), html.FOOT)


def _json(
    corpus: Corpus, norma: Norma, path: str, form: str, **more: object
) -> Iterable[str]:
    from lawtool.render.tree import placed

    file = corpus.files[norma.source]
    nodes = [records.node(norma, place.node, file) for place in placed(norma, path)]
    if form == "jsonl":
        return map(records.line, nodes)
    return [
        records.line(
            {
                "norm": norma.slug,
                "name": corpus.name(norma.slug),
                **more,
                "nodes": nodes,
            }
        )
    ]


# The text of a day --------------------------------------------------------------------

UNKNOWN, CHANGED = "?", "»"
"""Signs before a provision: its wording on the day is not known, and what is printed stands there;
another norm gave it.
"""


def _of_day(corpus: Corpus, slug: str, locator: str, day: date, form: str) -> None:
    from lawtool.identifiers.paths import covers
    from lawtool.records.status_record import status_record
    from lawtool.render import status_text as told

    edition = corpus.text_on(slug, day)
    path = corpus.place(slug, locator)
    if path and edition.norma.get(path) is None:
        raise UnknownProvision(
            f"{slug} has no {locator!r} in the text of {day}",
            remedy=f"Ask `lawtool status {slug} {path}`.",
        )
    answer = corpus.status(slug, path, on=day)
    gaps = [gap for gap in edition.unknown if not path or covers(path, gap.path)]
    if form in ("json", "jsonl"):
        unknown = [asdict(gap) for gap in gaps]
        changed = [one.path for one in edition.changes]
        status = status_record(answer)
        write(
            _json(
                corpus,
                edition.norma,
                path,
                form,
                on=day.isoformat(),
                status=status,
                changed=changed,
                unknown=unknown,
            )
        )
        return
    notes = list(told.status_sentences(answer, corpus.name))
    notes += [
        f"{CHANGED} {told.provision_label(one.path)}: by {one.instruction.command}"
        for one in edition.changes
    ]
    notes += [
        f"{UNKNOWN} {told.provision_label(gap.path)}: {gap.sentence(corpus.name)}"
        for gap in gaps
    ]
    if form == "text":
        marks = {one.path: CHANGED for one in edition.changes} | {
            gap.path: UNKNOWN for gap in gaps
        }
        write(
            [
                f"{corpus.heading(slug, path)}, text of {day}",
                *(f"  {note}" for note in notes),
                "",
            ]
        )
        _tree(edition.norma, path, marks)
    else:
        for note in notes:
            click.echo(note, err=True)
        write(_lines(corpus, edition.norma, path, form))
