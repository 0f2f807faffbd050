"""The layers, the weight of an import, the size of modules and functions."""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import ROOT, Run

PACKAGE = ROOT / "src" / "lawtool"
MODULES = sorted(PACKAGE.rglob("*.py"))
HEAVY = {"bs4", "click", "datasette", "numpy", "rapidfuzz", "rich", "spacy", "sqlite_utils"}

MODULE_LINES, FUNCTION_LINES = 520, 60
"""A little over what is aimed at (500, 50), so that a docstring more does not break the build."""


def test_each_layer_imports_only_from_those_below() -> None:
    linter = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_and_functions_are_short(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert text.count("\n") <= MODULE_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < FUNCTION_LINES, node.name


def loaded(code: str) -> set[str]:
    """The heavy packages that are in memory after this code ran."""
    script = f"{code}\nimport sys\nprint(*(name for name in sys.modules if '.' not in name))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return HEAVY & set(done.stdout.split("\n")[-2].split())


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import lawtool", set()),
        ("import lawtool.store", set()),
        ("import lawtool; lawtool.parse('Art. 1º Fica criado o fundo.')", {"rapidfuzz"}),
        ("from lawtool.cli import cli; cli(['--help'], standalone_mode=False)", {"click"}),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(code: str, allowed: set[str]) -> None:
    assert loaded(code) <= allowed


def quickest(command: list[str]) -> float:
    """The best of five runs in seconds: other work on the machine only adds."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def test_importing_takes_no_time() -> None:
    assert quickest([sys.executable, "-c", "import lawtool"]) <= 0.2


def test_listing_the_norms_takes_no_time(lawtool: Run, database: Path) -> None:
    assert quickest([str(Path(sys.executable).parent / "lawtool"), "norms", "--db", str(database)]) <= 0.4


def test_few_names_are_public() -> None:
    import lawtool

    assert len(lawtool.__all__) <= 7
    assert all(callable(getattr(lawtool, name)) for name in lawtool.__all__)
    with pytest.raises(AttributeError):
        _ = lawtool.nothing
