"""Acts: what one norm does to another, in the words of `rules/verbs.toml`. One vocabulary with
three readers: the tree asks whether a quoted wording follows, citations which relation an act
makes, the history which event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from lawtool.vocabulary.rules import Rule, load_rules


class Side(StrEnum):
    """Where the objects of an act stand."""

    AFTER = "after"
    BEFORE = "before"
    EITHER = "either"
    """After the verb, and if none follow, before it."""
    NOTE = "note"
    """The text that the words stand in is the object; the norm named behind them acts."""


@dataclass(frozen=True, slots=True)
class Act:
    """One way to say that a norm acts. `event` and `relation` are empty where the act makes
    none.
    """

    id: str
    pattern: re.Pattern[str]
    event: str
    relation: str
    side: Side
    announces: bool
    needs: tuple[str, ...]
    """Words of which a text must hold one; every text holds ""."""

    @property
    def verb(self) -> str | int:
        """The group of the pattern that is the verb, where its object stands inside it (`Fica o
        art. 5º revogado`).
        """
        if "verb" in self.pattern.groupindex:
            return "verb"
        return 0


@dataclass(frozen=True, slots=True)
class ActHit:
    """An act found at `start`..`end`."""

    act: Act
    start: int
    end: int


def _act(rule: Rule) -> Act:
    if rule.pattern is None:
        raise ValueError(f"the act {rule.id} has no pattern")
    return Act(
        id=rule.id,
        pattern=re.compile(rule.pattern.pattern, re.MULTILINE),
        event=str(rule.data.get("event", "")),
        relation=str(rule.data.get("relation", "")),
        side=Side(rule.data["side"]),
        announces=bool(rule.data.get("announces")),
        needs=tuple(rule.data.get("needs", ("",))),
    )


@cache
def acts() -> tuple[Act, ...]:
    """Return all acts in the order of their claim: of two that overlap the earlier one counts."""
    return tuple(map(_act, load_rules("verbs")))


@cache
def eventful_acts() -> tuple[Act, ...]:
    """Return the acts that make events."""
    return tuple(act for act in acts() if act.event)


@cache
def relating_acts() -> tuple[Act, ...]:
    """Return the acts that make a relation between norms, and where the power to issue a norm comes
    from.
    """
    powers = tuple(map(_act, load_rules("citations")))
    return tuple(act for act in (*acts(), *powers) if act.relation and not act.verb)


@cache
def _announcing() -> tuple[Act, ...]:
    return tuple(act for act in acts() if act.announces)


def find_acts(plain_text: str) -> Iterator[ActHit]:
    """Yield every hit of an act that makes an event in a plain text, act by act."""
    held = words_in(plain_text, _needed_words())
    if not held:
        return
    for act in eventful_acts():
        if not held.isdisjoint(act.needs):
            group = act.verb
            for match in act.pattern.finditer(plain_text):
                yield ActHit(act, match.start(group), match.end(group))


def words_in(text: str, words: Iterable[str]) -> set[str]:
    """Return those of some words that a text holds: told a hundred times faster than that a pattern
    fits nowhere.
    """
    return {word for word in words if word in text}


@cache
def _needed_words() -> frozenset[str]:
    return frozenset(word for act in eventful_acts() for word in act.needs)


def announces_wording(plain_text: str) -> bool:
    """Tell whether a sentence in plain text says that a new wording follows."""
    return any(
        act.pattern.search(plain_text)
        for act in _announcing()
        if any(map(plain_text.__contains__, act.needs))
    )
