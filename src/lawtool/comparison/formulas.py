"""Clauses that every norm has (commencement, general revocation, expenses ...): no evidence of copying."""

from __future__ import annotations

from functools import lru_cache

from lawtool.vocabulary import rules


@lru_cache(maxsize=65536)
def formula(key: str) -> str | None:
    """The kind of clause of a provision's key, None for one with a content of its own.

    >>> formula("esta norma entra em vigor na data de sua publicacao")
    'commencement'
    """
    for rule in rules.load("formulas"):
        if rule.pattern is not None and rule.pattern.match(key):
            return rule.id
    return None
