"""What reading commands share: the database, formats, and printing line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from lawtool.corpus import Corpus
from lawtool.corpus import open as open_database
from lawtool.errors import NoDatabase

Command = TypeVar("Command", bound=Callable[..., Any])

DAY = click.DateTime(formats=["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"])
DATABASE, CORPUS = Path("lawtool.db"), Path("corpus")


def database_option(command: Command) -> Command:
    """`--db`: the database to read."""
    option = click.option(
        "--db",
        "database",
        type=click.Path(path_type=Path),
        default=DATABASE,
        show_default=True,
        help="Database; the default one is built on first use where there is a folder `corpus`.",
    )
    return option(command)


def format_option(*formats: str) -> Callable[[Command], Command]:
    """`--format`: the first one is the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="Output.",
    )


def open_corpus(database: Path) -> Corpus:
    """The database; the default one, where it is missing, is built first from the corpus that lies
    there.
    """
    if database == DATABASE and not database.exists():
        if not CORPUS.is_dir():
            raise NoDatabase(
                f"there is no database {database} and no folder {CORPUS} to build it from",
                remedy="Run `lawtool build FOLDER` on a folder of texts, or name a database "
                "with --db.",
            )
        from lawtool.cli.progress_build import build_with_progress

        click.echo(f"building {database} from {CORPUS}/", err=True)
        build_with_progress(CORPUS, database, workers=1)
    return open_database(database)


def counted(number: int, what: str) -> str:
    """A number and what it counts: `1 norm`, `8 norms`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def write(lines: Iterable[str]) -> None:
    """Print lines to standard output as they come."""
    for line in lines:
        click.echo(line)
