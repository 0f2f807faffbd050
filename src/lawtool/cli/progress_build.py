"""Build a database with a progress bar: for `lawtool build`, and for what builds on first use."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import click

from lawtool.errors import ExitCode
from lawtool.pipeline import BuildReport
from lawtool.pipeline import build as build_database
from lawtool.pipeline.parallel import worker_pool
from lawtool.render.terminal import progress


def build_with_progress(
    corpus: Path, database: Path, *, workers: int, vectors: bool | None = None
) -> BuildReport:
    """Build with a progress bar, in this process or in several."""
    # Ended from outside, a build cleans up as it does when it is interrupted.
    signal.signal(signal.SIGTERM, _end_build)
    with progress("reading") as tick, worker_pool(workers) as executor:
        return build_database(
            corpus, database, executor=executor, progress=tick, vectors=vectors
        )


def _end_build(_signal: int, _frame: object) -> None:
    click.echo("lawtool: terminated\n  Nothing was changed.", err=True)
    sys.exit(ExitCode.TERMINATED)
