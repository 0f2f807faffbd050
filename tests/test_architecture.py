"""The layers, the weight of an import, the size of modules and functions."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

PACKAGE = ROOT / "src" / "lawtool"
MODULES = sorted(PACKAGE.rglob("*.py"))
HEAVY = {
    "bs4",
    "click",
    "datasette",
    "numpy",
    "rapidfuzz",
    "rich",
    "spacy",
    "sqlite_utils",
}

MODULE_LINES, FUNCTION_LINES = 800, 80
"""A wall against the worst; what keeps functions small is the limit on their decisions."""


def test_each_layer_imports_only_from_those_below() -> None:
    linter = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run(
        [linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_modules_and_functions_are_short(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert text.count("\n") <= MODULE_LINES
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < FUNCTION_LINES, node.name


def _imported(module: Path, names: dict[str, Path]) -> set[str]:
    """The modules of the package that a module imports, at its head or inside a function."""
    found = set()
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for_types = {
        below
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for below in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            "lawtool"
        ):
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.add(full if full in names else str(node.module))
    return found


def test_no_files_import_each_other_in_a_circle() -> None:
    names = {
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for path in MODULES
    }
    imports = {name: _imported(path, names) - {name} for name, path in names.items()}
    done: set[str] = set()
    while free := [
        name for name in imports.keys() - done if imports[name] & names.keys() <= done
    ]:
        done |= set(free)
    assert sorted(imports.keys() - done) == []


def loaded(code: str) -> set[str]:
    """The heavy packages that are in memory after this code ran."""
    script = (
        f"{code}\nimport sys\nprint(*(name for name in sys.modules if '.' not in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return HEAVY & set(done.stdout.split("\n")[-2].split())


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import lawtool", set()),
        ("import lawtool.store", set()),
        (
            "import lawtool; lawtool.parse('Art. 1º Fica criado o fundo.')",
            {"rapidfuzz"},
        ),
        (
            "from lawtool.cli import cli; cli(['--help'], standalone_mode=False)",
            {"click"},
        ),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(
    code: str, allowed: set[str]
) -> None:
    assert loaded(code) <= allowed


@pytest.mark.parametrize(
    ("command", "allowed"),
    [
        (["norms"], {"click", "rich"}),
        (["lookup", "coari, art. 1º"], {"click", "rich"}),
        (["status", "dnc27"], {"click", "rich"}),
        (["show", "coari", "art. 1º"], {"click", "rich"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_that_answers_at_once_loads_little(
    command: list[str], allowed: set[str], database: Path
) -> None:
    """Nor does it take long: the times are printed by `tests/bench/startup.py`."""
    arguments = [*command, "--db", str(database)]
    assert (
        loaded(
            f"from lawtool.cli import cli; cli({arguments!r}, standalone_mode=False)"
        )
        <= allowed
    )


def test_few_names_are_public() -> None:
    import lawtool

    assert len(lawtool.__all__) <= 7
    assert all(callable(getattr(lawtool, name)) for name in lawtool.__all__)
    with pytest.raises(AttributeError):
        _ = lawtool.nothing
