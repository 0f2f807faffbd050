"""`lawtool add`: take files into a corpus."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawtool.cli.options import CORPUS
from lawtool.errors import ExitCode

if TYPE_CHECKING:
    from lawtool.pipeline.intake import Arrival


@click.command("add")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True)
)
@click.option(
    "--to",
    "corpus",
    type=click.Path(path_type=Path),
    default=CORPUS,
    show_default=True,
    help="The corpus.",
)
@click.option(
    "--origin", default="", help="Where the files come from; kept in corpus.toml."
)
@click.option("--licence", default="", help="Under what licence they are.")
@click.option(
    "--dry-run", is_flag=True, help="Show what would be read, and write nothing."
)
@click.option("--yes", is_flag=True, help="Do not ask before writing.")
@click.pass_context
def add_files(
    ctx: click.Context,
    files: tuple[Path, ...],
    corpus: Path,
    origin: str,
    licence: str,
    dry_run: bool,
    yes: bool,
) -> None:
    """Copy FILES, or all files of folders, into a corpus byte for byte, and say what is read of
    them.

    What the corpus has already, or what cannot be read, is refused and told; nothing is
    overwritten. Scans are recognised (extra [ocr]) and the reading is kept beside them. Exit code
    2: a file was refused.
    """
    from lawtool.pipeline.intake import Deposit, examine, take_in

    arrivals = []
    for arrival in examine(corpus, files, progress=_tell_page):
        click.echo(_describe(arrival))
        arrivals.append(arrival)
    wanted = [arrival for arrival in arrivals if not arrival.refusal]
    if wanted and not dry_run and _may_write(len(wanted), corpus, yes=yes):
        deposit = Deposit(origin=origin, licence=licence, day=date.today())
        written = take_in(corpus, wanted, deposit)
        click.echo(
            f"{len(written)} added to {corpus}; `lawtool build {corpus}` reads them."
        )
    if len(wanted) < len(arrivals):
        ctx.exit(ExitCode.USAGE)


def _may_write(count: int, corpus: Path, *, yes: bool) -> bool:
    """Ask a person; a program that calls is not asked."""
    if yes or not sys.stdin.isatty():
        return True
    return click.confirm(f"Add {count} to {corpus}?", default=True)


def _tell_page(done: int, total: int) -> None:
    click.echo(f"  recognised page {done} of {total}", err=True)


def _describe(arrival: Arrival) -> str:
    """Tell in one line what would be read of a file, or why it is refused."""
    if arrival.document is None:
        return f"refused: {arrival.file}: {arrival.refusal}"
    normas = arrival.document.normas
    provisions = sum(1 for norma in normas for _ in norma.provisions)
    own = sum(len(norma.problems) for norma in normas)
    problems = (
        len(arrival.document.source.problems) + len(arrival.document.problems) + own
    )
    names = ", ".join(norma.title or norma.slug for norma in normas) or "no norm"
    return f"{arrival.file}: {names}; {provisions} provisions, {problems} problems"
