"""`lawtool lookup`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from lawtool.citations.lookup import Answer, Parts
from lawtool.cli.options import DAY, database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.errors import ExitCode
from lawtool.identifiers.paths import drop_caput
from lawtool.records import node_record as records
from lawtool.render import citation_text


@click.command()
@click.argument("citation", nargs=-1)
@click.option(
    "--species",
    default="",
    help="The citation in parts: `lei`, `Portaria`, `Dec.-Lei`.",
)
@click.option("--number", default="", help="Its number.")
@click.option("--year", type=click.IntRange(1500, 2999), help="Its year.")
@click.option("--body", default="", help="The body that issued it: `ANP`.")
@click.option("--place", default="", help="`Coari/AM`, `AM` or `federal`.")
@click.option("--locator", default="", help='A provision of it: `art. 6º, I, "c"`.')
@click.option("--on", "on", type=DAY, help="Give the wording of this day.")
@database_option
@format_option("text", "json", "jsonl")
def lookup(
    citation: tuple[str, ...],
    on: datetime | None,
    database: Path,
    form: str,
    **parts: Any,
) -> None:
    """Answer one CITATION (`Portaria DNC 27/1996, art. 6º, I, c`, an alias, a URN) with the
    provision it names.

    A citation may be given in parts instead; `-` reads one citation a line from standard input and
    answers each.
    """
    words = " ".join(citation)
    given = Parts(**parts)
    if bool(words) == (given != Parts()):
        raise click.UsageError("give a citation in words or in parts, one of the two")
    if on:
        day = on.date()
    else:
        day = None
    with open_corpus(database) as corpus:
        if words == "-":
            for line in sys.stdin:
                if line.strip():
                    _write_answer(corpus, corpus.lookup(line, on=day), form, day)
            return
        answer = corpus.lookup(words or given, on=day)
        _write_answer(corpus, answer, form, day)
    if answer.status >= 400:
        raise Exit(ExitCode.USAGE)


def _write_answer(corpus: Corpus, answer: Answer, form: str, day: date | None) -> None:
    if form == "text":
        write(_answer_lines(corpus, answer))
        return
    force = _is_in_force(corpus, answer, day)
    click.echo(records.line(citation_text.answer(answer, in_force=force)))


def _answer_lines(corpus: Corpus, answer: Answer) -> Iterator[str]:
    if answer.norma:
        name = corpus.name(answer.norma)
    else:
        name = ""
    if answer.members:
        for member in answer.members:
            yield f"{name}, {member.label}"
            yield member.text or "(not in the text)"
    else:
        yield from filter(
            None, (", ".join(filter(None, (name, answer.label))), answer.text)
        )
    if answer.norma is not None:
        from lawtool.cli.notices import text_notices

        yield from (
            f"! {line}" for line in text_notices(corpus, answer.norma, answer.path)
        )
    yield from filter(None, (answer.urn, answer.url))
    if answer.message:
        yield f"{answer.reason}: {answer.message}"


def _is_in_force(corpus: Corpus, answer: Answer, day: date | None) -> bool | None:
    """Tell whether what was found is in force on the day, today without one."""
    if answer.norma is None:
        return None
    from lawtool.records.status_record import in_force

    return in_force(corpus.status(answer.norma, drop_caput(answer.path), on=day))
