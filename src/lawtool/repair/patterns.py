"""The rules of `rules/ocr.toml` that are a pattern and a replacement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lawtool.repair.scope import Proposal, RepairScope
from lawtool.vocabulary import rules
from lawtool.vocabulary.rules import Rule


@cache
def _pattern_rules() -> tuple[tuple[Rule, re.Pattern[str] | None], ...]:
    """Give the rules with a pattern, each with what must stand just before it."""
    return tuple(
        (
            rule,
            re.compile(f"(?:{rule.data['left']})\\Z") if "left" in rule.data else None,
        )
        for rule in rules.load_rules("ocr")
        if rule.pattern is not None
    )


def propose_patterns(scope: RepairScope) -> Iterator[Proposal]:
    """Propose what the rules of `ocr.toml` would change, place by place."""
    for rule, left in _pattern_rules():
        if (
            rule.pattern is None
            or rule.replace is None
            or not _worth_a_look(rule, scope)
        ):
            continue
        sure = not rule.data.get("suggest")
        for match in rule.pattern.finditer(scope.text):
            start, end = match.span("bad")
            if left is not None and not left.search(scope.before(start)):
                continue
            after = match.expand(rule.replace)
            if rule.data.get("seen") and after not in scope.text:
                continue
            yield Proposal(
                start=start,
                end=end,
                after=after,
                rule=rule.id,
                evidence=_words_around(match),
                sure=sure,
            )


def _worth_a_look(rule: Rule, scope: RepairScope) -> bool:
    if rule.data.get("scan") and not scope.damaged:
        return False
    return any(needed in scope.text for needed in rule.data.get("needs", ("",)))


def _words_around(match: re.Match[str]) -> str:
    return " ".join(match.string[max(0, match.start() - 30) : match.end() + 20].split())
