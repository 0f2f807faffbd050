"""Names explain themselves and stand once: classes, public functions and modules of the whole tree;
plain locals.

The allowances only shrink: take a name out when it is gone.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT

PACKAGE = ROOT / "src" / "lawtool"
MODULES = sorted(PACKAGE.rglob("*.py"))
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}

COMMANDS = {
    name.stem.removesuffix("_command")
    for name in (PACKAGE / "cli").glob("*_command.py")
} | {"run"}
"""A command is called as on the command line; elsewhere the same verb may be the thing itself."""

TWICE_CLASSES = {
    "Answer", "Column", "Confidence", "Context", "Line", "Mark", "Match", "Provenance", "Segment",
    "Side", "Text", "Cell", "Unit", "Entry",
}  # fmt: skip
TWICE_FUNCTIONS = {
    "amended", "citations", "compare", "date_of", "day_of", "decode", "document", "fail", "head",
    "find_copies", "marked", "misreading", "norm", "norm_of", "norm_slug", "norma", "page", "provision",
    "read_life", "read_segments", "summary", "table", "tree", "words_of",
}  # fmt: skip
TWICE_MODULES = {
    "headings", "links", "norms", "quantities", "reading", "references", "strings", "terms", "tree",
    "units", "relations", "tables", "formats", "schema", "stems",
}  # fmt: skip
"""Left where one stands in a room and the other is the page or the printing of it."""

EMPTY_WORDS = {"one", "told", "said", "made"}
MOST_EMPTY = 150
"""Locals called so in all the tree; none in the rooms that are done."""
DONE = ("vocabulary", "identifiers", "problems.py", "errors.py", "citations/catalogue.py", "citations/lookup.py",
        "citations/query.py", "citations/agreement.py")  # fmt: skip


def _top_level(kind: type[ast.AST]) -> dict[str, set[Path]]:
    places = defaultdict(set)
    for path, tree in TREES.items():
        for node in tree.body:
            if isinstance(node, kind):
                places[node.name].add(path)  # type: ignore[attr-defined]
    return {
        name: where
        for name, where in places.items()
        if len(where) > 1 and name[0] != "_"
    }


def test_a_class_name_stands_once() -> None:
    assert _top_level(ast.ClassDef).keys() <= TWICE_CLASSES


def test_a_public_function_name_stands_once() -> None:
    assert _top_level(ast.FunctionDef).keys() <= TWICE_FUNCTIONS | COMMANDS


def test_a_module_name_stands_once() -> None:
    stems = Counter(path.stem for path in MODULES if path.name != "__init__.py")
    assert {stem for stem, count in stems.items() if count > 1} <= TWICE_MODULES


def _locals(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def test_locals_carry_the_name_of_the_thing() -> None:
    count = sum(
        name in EMPTY_WORDS for tree in TREES.values() for name in _locals(tree)
    )
    assert count <= MOST_EMPTY


@pytest.mark.parametrize("room", DONE)
def test_a_room_that_is_done_has_no_empty_name(room: str) -> None:
    place = PACKAGE / room
    paths = [path for path in MODULES if path == place or place in path.parents]
    assert paths
    for path in paths:
        assert not EMPTY_WORDS & set(_locals(TREES[path])), path
