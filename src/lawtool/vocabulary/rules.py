"""Loads the rule files, `rules/*.toml`: the only reader of package data.

Two shapes. A *rule* (`[[rule]]`) changes or recognises text and must say `id`, `why`, `examples`
and `keep`; one that does not is refused (`BadRule`). A *table* is vocabulary (species of norms,
bodies, places) and is returned as it stands.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import msgspec

from lawtool.errors import BadRule

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule. `examples` are pairs (before, after) that it must produce, `keep` texts that it
    must leave alone.

    What the pair means is the business of the module that uses the rule: for a substitution the
    changed text, for a recogniser the text and the name it is recognised as.
    """

    id: str
    why: str
    examples: tuple[tuple[str, str], ...]
    keep: tuple[str, ...]
    pattern: re.Pattern[str] | None = None
    replace: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


_FIELDS = {"id", "why", "examples", "keep", "pattern", "replace"}


def _rule(entry: Mapping[str, Any], origin: str) -> Rule:
    name = entry.get("id", "without id")
    for needed in ("id", "why", "examples", "keep"):
        if not entry.get(needed):
            raise BadRule(f"{origin}: rule {name} has no {needed}")
    try:
        if "pattern" in entry:
            pattern = re.compile(entry["pattern"])
        else:
            pattern = None
    except re.error as error:
        raise BadRule(f"{origin}: rule {name}: {error}") from error
    return Rule(
        id=entry["id"],
        why=entry["why"],
        examples=tuple((before, after) for before, after in entry["examples"]),
        keep=tuple(entry["keep"]),
        pattern=pattern,
        replace=entry.get("replace"),
        data={key: value for key, value in entry.items() if key not in _FIELDS},
    )


@cache
def read_table(name: str) -> Mapping[str, Any]:
    """The whole of `rules/NAME.toml` as it stands. Raises BadRule where there is no such file or it
    is no TOML.
    """
    path = resources.files("lawtool") / "rules" / f"{name}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadRule(f"rules/{name}.toml: {error}") from error


def decode_table(name: str, kind: type[T]) -> T:
    """Read `rules/NAME.toml` as a type. Raises BadRule, in one line, for a key or a value that the
    type has not.
    """
    try:
        return msgspec.convert(read_table(name), kind)
    except msgspec.ValidationError as error:
        raise BadRule(f"rules/{name}.toml: {error}") from error


@cache
def load_rules(name: str) -> tuple[Rule, ...]:
    """The rules of `rules/NAME.toml` in order. Raises BadRule for one that is incomplete, or an id
    used twice.
    """
    rules = tuple(
        _rule(entry, f"rules/{name}.toml") for entry in read_table(name).get("rule", ())
    )
    seen: set[str] = set()
    for rule in rules:
        if rule.id in seen:
            raise BadRule(f"rules/{name}.toml: two rules are called {rule.id}")
        seen.add(rule.id)
    return rules


def read_data_file(name: str) -> str:
    """The text of another data file of the package (`lexicon.txt`)."""
    return (resources.files("lawtool") / "rules" / name).read_text(encoding="utf-8")
