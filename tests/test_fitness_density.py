"""Air: tokens a line, conditional expressions, decisions a function, and no circle of files.
The limits only tighten.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

from complexipy import file_complexity

from conftest import ROOT

PACKAGE = ROOT / "src" / "lawtool"
MODULES = sorted(PACKAGE.rglob("*.py"))

TOKENS_A_LINE = 7.0
"""Counted as markdown-it-py has 5.8 and sqlite-utils 4.9; the bar of the project."""
CHOICES_A_THOUSAND = 10.0
"""Conditional expressions per 1,000 lines of code."""
TOO_COMPLEX = 54
"""Functions whose cognitive complexity is over 15; the aim is none."""
MOST_DECISIONS = 15

_COUNTED = {tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING}


def _measure(path: Path) -> tuple[int, int, int]:
    """(tokens, lines that are neither blank nor a comment, conditional expressions) of a module."""
    text = path.read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = [line.strip() for line in text.splitlines()]
    return (
        sum(token.type in _COUNTED for token in tokens),
        sum(bool(line) and line[0] != "#" for line in lines),
        sum(isinstance(node, ast.IfExp) for node in ast.walk(ast.parse(text))),
    )


def test_lines_have_air() -> None:
    tokens, lines, choices = map(sum, zip(*map(_measure, MODULES), strict=True))
    assert tokens / lines <= TOKENS_A_LINE
    assert 1000 * choices / lines <= CHOICES_A_THOUSAND


def test_functions_have_few_decisions() -> None:
    complex_ones = [
        f"{path.relative_to(PACKAGE)}: {function.name} {function.complexity}"
        for path in MODULES
        for function in file_complexity(str(path)).functions
        if function.complexity > MOST_DECISIONS
    ]
    assert len(complex_ones) <= TOO_COMPLEX, "\n".join(complex_ones)


def _imports_at_head(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            "lawtool"
        ):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_files_import_each_other_in_a_circle() -> None:
    names = {
        ".".join(
            ("lawtool", *path.relative_to(PACKAGE).with_suffix("").parts)
        ).removesuffix(".__init__"): path
        for path in MODULES
    }
    edges = {
        name: {
            other
            for other in _imports_at_head(path)
            if other in names and other != name
        }
        for name, path in names.items()
    }
    done, open_names = set[str](), list[str]()

    def visit(name: str) -> None:
        assert name not in open_names, " → ".join((*open_names, name))
        if name in done:
            return
        open_names.append(name)
        for other in sorted(edges[name]):
            if not name.startswith(other + "."):  # a package may gather its own modules
                visit(other)
        open_names.pop()
        done.add(name)

    for name in sorted(names):
        visit(name)
