"""Every rule file loads, and every example and counter-example of every rule holds."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import pytest

from lawtool.errors import BadRule
from lawtool.model import Dispositivo, Kind, Source, Span
from lawtool.repair import repair
from lawtool.vocabulary import rules
from lawtool.vocabulary.rules import Rule


def _substitution(rule: Rule, text: str) -> str:
    assert rule.pattern is not None
    assert rule.replace is not None
    return rule.pattern.sub(rule.replace, text)


def _repair(rule: Rule, text: str) -> str:
    """The text as this rule of `ocr.toml` leaves it, in a scan; for a rule that only suggests, as
    suggested.

    The text is cut into sibling nodes at `|` where the rule looks at siblings; `document` is more
    text.
    """
    evidence = f"\n{rule.data.get('document', '')}\n"
    parts = text.split("|") if rule.id == "numeral-in-list" else [text]
    raw, nodes = "", []
    for number, part in enumerate(parts):
        piece = Span(start=len(raw), end=len(raw) + len(part))
        nodes.append(
            Dispositivo(
                path=f"art1_cpt_inc{number}", kind=Kind.INCISO, text="", pieces=(piece,)
            )
        )
        raw += part + "|"
    raw = raw[:-1]
    source = Source(slug="example", text=raw + evidence)
    rows = [
        row for row in repair(source, nodes, noise=1.0) if row.rule == f"ocr/{rule.id}"
    ]
    shown = [row for row in rows if row.applies or rule.data.get("suggest")]
    for row in reversed(shown):
        raw = raw[: row.span.start] + row.after + raw[row.span.end :]
    return raw


CHECKERS: dict[str, Callable[[Rule, str], object]] = {"ocr": _repair}
"""How to carry out the rules of a file, where they are not plain substitutions: `(rule,
before) -> after`.
"""


def _files() -> list[str]:
    return sorted(
        path.name.removesuffix(".toml")
        for path in (resources.files("lawtool") / "rules").iterdir()
        if path.name.endswith(".toml")
    )


def _checked() -> list[Rule | object]:
    return [
        pytest.param(CHECKERS.get(name, _substitution), rule, id=f"{name}/{rule.id}")
        for name in _files()
        for rule in rules.load_rules(name)
        if name in CHECKERS or rule.replace is not None
    ]


@pytest.mark.parametrize("name", _files())
def test_rule_file_loads(name: str) -> None:
    assert rules.read_table(name)
    assert isinstance(rules.load_rules(name), tuple)


@pytest.mark.parametrize(("check", "rule"), _checked())
def test_examples_and_counter_examples_hold(
    check: Callable[[Rule, str], object], rule: Rule
) -> None:
    for before, after in rule.examples:
        assert check(rule, before) == after
    for text in rule.keep:
        assert check(rule, text) == text


def test_a_rule_without_counter_example_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rule = {
        "id": "bare",
        "why": "because",
        "examples": [["a", "b"]],
        "pattern": "a",
        "replace": "b",
    }
    monkeypatch.setattr(rules, "read_table", lambda name: {"rule": [rule]})
    with pytest.raises(BadRule, match="bare has no keep"):
        rules.load_rules.__wrapped__("bare")
