"""`lawtool lookup`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from click.exceptions import Exit

from lawtool.citations.lookup import Answer
from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.errors import ExitCode
from lawtool.identifiers.paths import drop_caput
from lawtool.records import node_record as records
from lawtool.render import citation_text as rendered


@click.command()
@click.argument("citation", nargs=-1, required=True)
@database_option
@format_option("text", "json")
def lookup(citation: tuple[str, ...], database: Path, form: str) -> None:
    """Answer one CITATION (`Portaria DNC 27/1996, art. 6º, I, c`, an alias, a URN) with the provision it names."""
    with open_corpus(database) as corpus:
        found = corpus.lookup(" ".join(citation))
        name = corpus.name(found.norma) if found.norma else ""
        if form == "json":
            force = _in_force(corpus, found)
            click.echo(records.line(rendered.answer(found, in_force=force)))
        else:
            write(_text(corpus, found, name))
    if found.status >= 400:
        raise Exit(ExitCode.USAGE)


def _text(corpus: Corpus, found: Answer, name: str) -> Iterator[str]:
    yield from filter(None, (", ".join(filter(None, (name, found.label))), found.text))
    if found.norma is not None:
        from lawtool.cli.notices import text_notices

        yield from (f"! {line}" for line in text_notices(corpus, found.norma, found.path))
    yield from filter(None, (found.urn, found.url))
    if found.message:
        yield f"{found.reason}: {found.message}"


def _in_force(corpus: Corpus, found: Answer) -> bool | None:
    """Whether what was found is in force today."""
    if found.norma is None:
        return None
    from lawtool.records.status_record import in_force

    return in_force(corpus.status(found.norma, drop_caput(found.path)))
