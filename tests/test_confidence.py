"""TreeConfidence in a tree, and the costs by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool.problems import problem_kinds
from lawtool.structure.confidence import assess, rank_by_need
from lawtool.vocabulary import rules

STRUCTURE = Path(__file__).parents[1] / "src" / "lawtool" / "structure"


def test_without_a_problem_little_is_wrong() -> None:
    told = assess({}, 100)
    assert told.value > 0.99
    assert told.reasons == ()


def test_the_weightiest_reason_comes_first() -> None:
    told = assess({"unsure-reading": 1, "numbering-gap": 2}, 40)
    assert [reason.code for reason in told.reasons] == [
        "numbering-gap",
        "unsure-reading",
    ]
    assert 0.9 < told.value < 0.95


def test_what_needs_most_work_is_looked_at_first() -> None:
    long_norm, short_norm = (
        assess({"numbering-gap": 5}, 900),
        assess({"numbering-gap": 1}, 3),
    )
    ranked = rank_by_need([("short", short_norm), ("long", long_norm)])
    assert [norm for norm, _ in ranked] == ["long", "short"]


@given(st.dictionaries(st.sampled_from(sorted(problem_kinds())), st.integers(0, 500)))
def test_confidence_is_a_share(codes: dict[str, int]) -> None:
    assert 0.0 <= assess(codes, 7).value <= 1.0


def test_every_weight_is_of_a_problem() -> None:
    assert set(rules.read_table("confidence")) - {"unseen"} <= set(problem_kinds())


def test_every_cost_is_used_and_every_name_is_a_cost() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in STRUCTURE.glob("*.py")
    )
    assert set(re.findall(r"COST\.(\w+)", code)) == set(rules.read_table("costs"))


@pytest.mark.parametrize("name", sorted(rules.read_table("costs")))
def test_a_cost_says_why(name: str) -> None:
    entry = rules.read_table("costs")[name]
    assert set(entry) == {"nats", "why", "count"}
    assert entry["why"]
