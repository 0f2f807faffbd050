"""`lawtool build`."""

from __future__ import annotations

from pathlib import Path

import click

from lawtool.cli.options import CORPUS, DATABASE, counted
from lawtool.cli.progress_build import build_with_progress
from lawtool.pipeline import BuildReport


@click.command()
@click.argument("corpus", type=click.Path(path_type=Path), default=CORPUS)
@click.option(
    "-o",
    "--output",
    "database",
    type=click.Path(path_type=Path),
    default=DATABASE,
    show_default=True,
    help="Database.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that read texts.",
)
@click.option(
    "--vectors/--no-vectors",
    default=None,
    help="Vectors for search by meaning; needs the extra [semantic]. Default: made for small "
    "corpora where it is installed.",
)
@click.pass_context
def build(
    ctx: click.Context, corpus: Path, database: Path, workers: int, vectors: bool | None
) -> None:
    """Read every source in the folder CORPUS (default: corpus) and write the database.

    The old database stays in place until the new one is whole. Exit code 2: a source could not be
    read; 4: a text holds no norm; the rest of the corpus is in the database all the same.
    """
    report = build_with_progress(corpus, database, workers=workers, vectors=vectors)
    _print(report)
    ctx.exit(report.exit_code)


def _print(report: BuildReport) -> None:
    counts_of = (
        ("source", report.sources),
        ("norm", report.norms),
        ("node", report.nodes),
    )
    click.echo(
        f"{report.database}: {', '.join(counted(count, what) for what, count in counts_of)}"
    )
    click.echo(f"characters  {report.characters}, lost {report.lost}")
    for name, counts in (
        ("corrections", report.corrections),
        ("problems", report.problems),
    ):
        listed = ", ".join(f"{count} {key}" for key, count in sorted(counts.items()))
        click.echo(f"{name:11} {listed or 'none'}")
    for what, files in (
        ("could not be read", report.unreadable),
        ("holds no norm", report.without_norm),
    ):
        for file in files:
            click.echo(f"{file}: {what}", err=True)
    click.echo(f"{report.seconds:.1f} s")
