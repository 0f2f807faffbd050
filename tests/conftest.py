"""The bundled corpus, built once for each test process, and commands run through their real
entry point.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lawtool import corpus as asked
from lawtool.pipeline import build

ROOT = Path(__file__).parents[1]
GOLD = ROOT / "tests" / "gold"
CORPUS = ROOT / "corpus"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled corpus as a database."""
    path = tmp_path_factory.mktemp("corpus") / "lawtool.db"
    build(CORPUS, path)
    return path


@pytest.fixture
def corpus(database: Path) -> Iterator[asked.Corpus]:
    with asked.open(database) as corpus:
        yield corpus


@pytest.fixture
def lawtool(database: Path) -> Run:
    """Run a command as a shell does; `--db` of the bundled corpus is set where `db` is true."""
    program = Path(sys.executable).parent / "lawtool"

    def run(
        *args: str, db: bool = True, **options: object
    ) -> subprocess.CompletedProcess[str]:
        options.setdefault("env", dict(os.environ, NO_COLOR="1", COLUMNS="80"))
        command = [str(program), *args, *(["--db", str(database)] if db else [])]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=120, **options
        )  # type: ignore[call-overload,no-any-return]

    return run
