"""`lawtool audit`, `audit accept`, `audit reject`."""

from __future__ import annotations

from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.errors import LawtoolError
from lawtool.model import Decision
from lawtool.pipeline.decisions import PersonDecision, words_around
from lawtool.pipeline.folder import Folder
from lawtool.records import node_record as records
from lawtool.records.printers import print_records, record_formats
from lawtool.store.reader import AuditRow

CONTEXT = 40
"""Characters of the line before and after a repair."""


class _DefaultList(click.Group):
    """`audit NORM` is `audit list NORM`: the list is what one mostly wants."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (
            args[0] not in self.commands and args[0] not in ctx.help_option_names
        ):
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_DefaultList)
def audit() -> None:
    """List every repair of the text, in its context; accept or reject one.

    `lawtool audit [NORM]` lists, `lawtool audit accept ID` and `lawtool audit reject ID` decide.
    Decisions lie beside the corpus and hold from the next build on.
    """


@audit.command("list")
@click.argument("norm", required=False)
@click.option(
    "--decision",
    type=click.Choice([one.value for one in Decision]),
    default=None,
    help="Only these.",
)
@click.option("--rule", default="", help="Only repairs by this rule.")
@database_option
@format_option("text", *record_formats())
def list_(
    norm: str | None, decision: str | None, rule: str, database: Path, form: str
) -> None:
    """List the repairs of NORM, or of the whole corpus."""
    with open_corpus(database) as corpus:
        if norm:
            slug = corpus.resolve(norm)
        else:
            slug = None
        rows = corpus.audit(slug, decision=decision or "", rule=rule)
        if form != "text":
            write(print_records(form, map(records.audit_record, rows), "repairs"))
            return
        for row in rows:
            _print(corpus, row)


def _print(corpus: Corpus, row: AuditRow) -> None:
    where = " ".join(filter(None, (row.source, f"line {row.line}", row.path)))
    click.echo(f"{row.id or '-'}  {where}  {row.decision}")
    before, after = corpus.around(row, CONTEXT)
    click.echo(f"    {before}[{row.before}→{row.after}]{after}".replace("\n", "⏎"))
    click.echo(f"    {row.rule}{': ' if row.evidence else ''}{row.evidence}\n")


_IDS = click.argument("ids", nargs=-1, required=True, metavar="ID...")
_FOLDER = click.option(
    "--corpus",
    "folder",
    type=click.Path(path_type=Path),
    help="Folder that the database was built from.",
)


@audit.command()
@_IDS
@_FOLDER
@database_option
def accept(ids: tuple[str, ...], folder: Path | None, database: Path) -> None:
    """Accept corrections by their ids: the next build applies them."""
    _decide(ids, folder, database, Decision.ACCEPTED)


@audit.command()
@_IDS
@_FOLDER
@database_option
def reject(ids: tuple[str, ...], folder: Path | None, database: Path) -> None:
    """Reject corrections by their ids: the next build leaves the text as printed."""
    _decide(ids, folder, database, Decision.REJECTED)


def _decide(
    ids: tuple[str, ...], folder: Path | None, database: Path, decision: Decision
) -> None:
    with open_corpus(database) as corpus:
        # Furniture that was taken out has no id: nobody decides about it.
        rows = {row.id: row for row in corpus.audit() if row.id}
        unknown = [one for one in ids if one not in rows]
        if unknown:
            raise LawtoolError(
                f"no correction is called {', '.join(unknown)}",
                remedy="`lawtool audit` lists them with their ids.",
            )
        place = Folder(folder or corpus.built_from)
        texts = {one: corpus.raw_text(rows[one].source) for one in ids}
    for one in ids:
        row = rows[one]
        file = place.decide(
            PersonDecision(
                source=row.source,
                start=row.start,
                before=row.before,
                after=row.after,
                decision="accepted" if decision is Decision.ACCEPTED else "rejected",
                near=words_around(texts[one], row.start, row.before),
            )
        )
        click.echo(
            f"{one}: {row.before!r} → {row.after!r} {decision.value}, kept in {file}"
        )
    click.echo("Run `lawtool build` to apply.", err=True)
