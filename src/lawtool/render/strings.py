"""Every word that lawtool says in its two languages, from one table (`strings.toml`): pages,
statuses, events, problems.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib import resources

from lawtool.problems import problem_kinds

LANGUAGES = ("pt", "en")
"""Portuguese first: it is what a page speaks when nobody chose."""

Say = Callable[..., str]
"""From a key, and values for its braces, to words of a language."""


class UnknownWord(KeyError):
    """A key that the table of strings has not: a fault of the program, never of a user."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something to be said: a key of the table and what its braces hold.

    A value that is itself a `Fact` is said in the language of the sentence, a date is written as
    that language writes days.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@cache
def words_table() -> Mapping[str, tuple[str, str]]:
    """Read the table: key (`home.title`) → Portuguese and English; problems have theirs in the
    registry.
    """
    text = (resources.files("lawtool.render") / "strings.toml").read_text(
        encoding="utf-8"
    )
    problems = {
        f"problem.{code}": (kind.pt, kind.en) for code, kind in problem_kinds().items()
    }
    return problems | {
        f"{section}.{name}": (pair[0], pair[1])
        for section, entries in tomllib.loads(text).items()
        for name, pair in entries.items()
    }


@cache
def speaker(lang: str) -> Say:
    """Return the function that says keys in a language. It raises UnknownWord for a key without
    words.
    """
    column = LANGUAGES.index(lang)
    table = words_table()

    def say(key: str, **values: object) -> str:
        try:
            text = table[key][column]
        except KeyError:
            raise UnknownWord(key) from None
        if not values:
            return text
        return text.format(
            **{name: _told(value, lang) for name, value in values.items()}
        )

    return say


def say_fact(fact: Fact, lang: str) -> str:
    """Say one fact as a sentence of a language."""
    return speaker(lang)(fact.key, **fact.values)


def say_facts(facts: Iterable[Fact], lang: str) -> list[str]:
    """Say facts, each as a sentence of its own."""
    return [say_fact(fact, lang) for fact in facts]


def _told(value: object, lang: str) -> object:
    if isinstance(value, Fact):
        return say_fact(value, lang)
    if isinstance(value, date):
        return say_day(value, lang)
    return value


def say_day(value: date | str | None, lang: str) -> str:
    """Write a day: `28/01/1999`, in English `1999-01-28`; empty for none."""
    if not value:
        return ""
    if isinstance(value, date):
        text = value.isoformat()
    else:
        text = value
    parts = text[:10].split("-")
    if lang == "pt" and len(parts) == 3:
        return "/".join(reversed(parts))
    return text


def say_number(value: int, lang: str) -> str:
    """Write a whole number: `12.345`, in English `12,345`."""
    text = f"{value:,}"
    if lang == "pt":
        return text.replace(",", ".")
    return text
