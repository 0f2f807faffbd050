"""`lawtool apply`: the text of a norm as another would amend it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.errors import NotSegmented
from lawtool.history import amend
from lawtool.model import Norma
from lawtool.records import node_record as records
from lawtool.records.status_record import amended_record
from lawtool.render import status_text as shown


@click.command()
@click.argument("bill")
@click.argument("norm")
@database_option
@format_option("text", "json", "jsonl")
def apply(bill: str, norm: str, database: Path, form: str) -> None:
    """Print NORM as BILL, a bill or an amending norm, would change it.

    `text` is the amended norm, what differs marked with », and before it the changes; `jsonl` all
    its nodes, as `lawtool export` gives them; `json` the changes. An instruction that cannot be
    carried out is listed on standard error with the reason; the others are carried out.
    """
    with open_corpus(database) as corpus:
        acting, law = corpus.norma(bill), corpus.norma(norm)
        result = corpus.apply(acting, law)
        warn(acting, law, result)
        if form == "text":
            write(_changes(corpus, acting, result))
            _print(result)
        elif form == "jsonl":
            file = corpus.files[law.source]
            write(
                records.line(records.node(result.norma, node, file))
                for node in result.norma.nodes
            )
        else:
            write([records.line(amended_record(acting, result))])


def warn(acting: Norma, law: Norma, result: amend.Amended) -> None:
    """Say on standard error what a result is worth. Raises NotSegmented where there was nothing to
    do.
    """
    if not result.applied and not result.failed:
        raise NotSegmented(
            f"{acting.slug} gives no instruction on the text of {law.slug}",
            remedy=f"`lawtool provenance {acting.slug}` lists what it acts on.",
        )
    if result.hypothetical:
        click.echo(
            f"HYPOTHETICAL: {acting.slug} is a bill; the law in force is unchanged.",
            err=True,
        )
    for failure in result.failed:
        one = failure.instruction
        click.echo(
            f"not applied: {one.operation} {one.path or '?'} ({one.command}): {failure.reason}",
            err=True,
        )


_OPERATIONS = {
    "insert": "inserted",
    "revoke": "revoked",
    "replace_words": "words replaced",
}


def _changes(corpus: Corpus, acting: Norma, result: amend.Amended) -> Iterator[str]:
    name = corpus.name
    yield (
        f"{name(result.norma.slug)} as {'it would be ' if result.hypothetical else ''}amended"
        f" by {name(acting.slug)}"
    )
    for change in result.applied:
        what = _OPERATIONS.get(change.instruction.operation, "replaced")
        by = shown.provision_label(change.instruction.command)
        numbers = ", ".join(f"{before} → {after}" for before, after in change.numbers)
        yield f"  » {shown.provision_label(change.path)} {what} by {by}" + (
            f"; numbers: {numbers}" if numbers else ""
        )
    yield ""


def _print(result: amend.Amended) -> None:
    from lawtool.render import terminal

    terminal.tree(
        result.norma,
        "",
        terminal.console(),
        {change.path: "»" for change in result.applied},
    )
