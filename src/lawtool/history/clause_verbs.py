"""The words of `rules/eventos.toml`, compiled, and the plain form of a text that they are matched
on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from lawtool.model import NormaId
from lawtool.vocabulary import norms, rules
from lawtool.vocabulary.acts import words_in


def _plain(sign: str) -> str:
    base = unicodedata.normalize("NFD", sign)[0].lower()
    if len(base) == 1:
        return base
    return sign


_PLAIN = {
    code: _plain(chr(code))
    for code in (*range(0x41, 0x5B), *range(0xC0, 0x250), *range(0x1E00, 0x1F00))
    if unicodedata.category(chr(code)).startswith("L")
}
_PLAIN |= dict.fromkeys(map(ord, "“”„«»″"), '"') | dict.fromkeys(map(ord, "‘’´`"), "'")
_PLAIN |= dict.fromkeys(map(ord, "–—−‐‑"), "-") | dict.fromkeys(
    map(ord, "\t\n\r\x0b\x0c\x85\xa0"), " "
)


@lru_cache(maxsize=256)
def plain(text: str) -> str:
    """Small letters without accents, straight quotes and dashes, blanks as spaces; every offset
    stays.
    """
    return text.translate(_PLAIN)


_QUOTED = re.compile(r'"[^"]{0,1500}"|\([^()]{0,1500}\)')


@lru_cache(maxsize=256)
def unquoted(plain_text: str) -> str:
    """What is said in the text's own voice: quotations and brackets blanked out, every offset
    stays.
    """
    return _QUOTED.sub(lambda match: " " * len(match.group()), plain_text)


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A rule that matched at `start`..`end`."""

    rule: rules.Rule
    start: int
    end: int
    groups: dict[str, str | None]

    @property
    def kind(self) -> str:
        return str(self.rule.data["kind"])

    @property
    def side(self) -> str:
        return str(self.rule.data.get("side", "after"))


@cache
def rules_of_group(name: str) -> tuple[rules.Rule, ...]:
    """The rules of one group: when, act, note or summary."""
    return tuple(
        rule for rule in rules.load_rules("eventos") if rule.data.get("group") == name
    )


@cache
def _tried(
    name: str,
) -> tuple[
    frozenset[str], tuple[tuple[rules.Rule, re.Pattern[str], frozenset[str]], ...]
]:
    """Return the rules of a group with their patterns and the words of which a text must hold one
    (every text holds ""), and all these words.
    """
    found = tuple(
        (rule, rule.pattern, frozenset(rule.data.get("needs", ("",))))
        for rule in rules_of_group(name)
        if rule.pattern is not None
    )
    return frozenset(word for _, _, needs in found for word in needs), found


def find_hits(name: str, plain_text: str) -> Iterator[RuleHit]:
    """Yield every hit of a group in a plain text, rule by rule."""
    words, tried = _tried(name)
    held = words_in(plain_text, words)
    for rule, pattern, needs in tried:
        if not held.isdisjoint(needs):
            for match in pattern.finditer(plain_text):
                yield RuleHit(rule, match.start(), match.end(), match.groupdict())


def first_hit(name: str, plain_text: str) -> RuleHit | None:
    """The hit of the first rule of a group that matches: rules stand in the order of their
    claim.
    """
    return next(find_hits(name, plain_text), None)


@cache
def _bills() -> frozenset[str]:
    return frozenset(
        species.key for species in norms.species().values() if species.bill
    )


def is_bill(identity: NormaId) -> bool:
    """Is it proposed, and not yet a norm?"""
    return identity.species in _bills() or identity.species.startswith("projeto")
