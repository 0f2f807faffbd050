"""The rules of `rules/ocr.toml` that are a pattern and a replacement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from lawtool.repair.document import Change, Document
from lawtool.vocabulary import rules
from lawtool.vocabulary.rules import Rule


@cache
def _rules() -> tuple[tuple[Rule, re.Pattern[str] | None], ...]:
    """Rules with a pattern, each with what must stand just before it."""
    return tuple(
        (rule, re.compile(f"(?:{rule.data['left']})\\Z") if "left" in rule.data else None)
        for rule in rules.load("ocr")
        if rule.pattern is not None
    )


def changes(document: Document) -> Iterator[Change]:
    """What the rules of `ocr.toml` would change, place by place."""
    for rule, left in _rules():
        if rule.pattern is None or rule.replace is None or not _worth_a_look(rule, document):
            continue
        sure = not rule.data.get("suggest")
        for match in rule.pattern.finditer(document.text):
            start, end = match.span("bad")
            if left is not None and not left.search(document.before(start)):
                continue
            after = match.expand(rule.replace)
            if rule.data.get("seen") and after not in document.text:
                continue
            yield Change(
                start=start, end=end, after=after, rule=rule.id, evidence=_context(match), sure=sure
            )


def _worth_a_look(rule: Rule, document: Document) -> bool:
    if rule.data.get("scan") and not document.damaged:
        return False
    return any(needed in document.text for needed in rule.data.get("needs", ("",)))


def _context(match: re.Match[str]) -> str:
    return " ".join(match.string[max(0, match.start() - 30) : match.end() + 20].split())
