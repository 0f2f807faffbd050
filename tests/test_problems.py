"""The registry of problems: complete, and the only source of codes."""

from __future__ import annotations

import re

import pytest

from conftest import ROOT
from lawtool.errors import UnknownProblem
from lawtool.model import Problem
from lawtool.problems import Severity, problem_kinds

SOURCES = "".join(
    path.read_text("utf-8") for path in (ROOT / "src/lawtool").rglob("*.py")
)


@pytest.mark.parametrize("code", sorted(problem_kinds()))
def test_a_code_is_said_in_both_languages_and_explained(code: str) -> None:
    kind = problem_kinds()[code]
    assert kind.pt
    assert kind.en
    assert kind.meaning.endswith(".")
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)


def test_a_problem_with_an_unknown_code_cannot_be_made() -> None:
    with pytest.raises(UnknownProblem, match="no-such-code"):
        Problem(code="no-such-code", message="nothing")


def test_the_code_alone_decides_the_severity() -> None:
    assert Problem(code="lost-text", message="").severity is Severity.ERROR
    assert Problem(code="odd-parent", message="").severity is Severity.INFO


def test_every_code_of_the_program_is_in_the_registry() -> None:
    codes = set(re.findall(r"(?:code=|_problem\(\s*)\"([a-z-]+)\"", SOURCES))
    assert codes <= problem_kinds().keys()
