"""Words as the search compares them, in two strengths.

The *key* of a word joins only its number and its accents: `táxis`, `TAXI`; numbers are digits
(`mil` and `1.000`). Its *family* joins gender, verbs and what is done too (`fiscaliza`,
`fiscalização`), and now and then what has nothing in common (`parte`, `partido`), so that it counts
less. Snowball's Portuguese stemmer leaves `botijão` and `botijões` apart, so a plural step stands
before it. Accents are folded last: the stemmer needs them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import fold, strip_accents
from lawtool.vocabulary.numerals import cardinals

TOKEN = re.compile(r"\d+(?:\.\d{3})+(?!\d)|\d+|[^\W\d_]+")
"""A number, with its points of thousands, or a run of letters: linear in the text."""

_TRUSTED, _CUT = 4, 3
"""A stem of so many letters tells a family, or one from which so many were cut: `tax` is that of
`táxi` and of `taxa`, `pod` of `poda` and of `poder`, but `vaz` of `vazamento` and `vazando`.
"""

_SINGULAR_IN_S = re.compile(r"[^aeiouãõ]s\Z")
"""`gás`, `mês`, `país`: words that keep their s."""

_NO_NUMBER = frozenset({"zero", "um", "uma", "hum", "huma", "cento"})
"""`um` is an article, and `cento` begins a longer number."""

Endings = dict[str, str]
"""Ending → what stands for it."""


@cache
def _endings(step: str) -> Endings:
    """Read a table of `rules/radicais.toml`."""
    table = rules.read_table("radicais")[step]
    return {ending: form for form, endings in table.items() for ending in endings}


@cache
def _numbers() -> dict[str, str]:
    """Word of a number, without accents → its digits."""
    words = {**cardinals(), "mil": 1000}
    return {word: str(n) for word, n in words.items() if word not in _NO_NUMBER}


@dataclass(frozen=True, slots=True)
class KeyedWord:
    """A word or number at its place in a text, with its key."""

    start: int
    end: int
    word: str
    key: str

    @property
    def family(self) -> str:
        """The family of the word."""
        return word_family(self.word)


@cache
def small_keys() -> frozenset[str]:
    """The keys of words that no provision answers by holding them."""
    return frozenset(map(fold, rules.read_table("sinonimos")["perguntas"]["vazias"]))


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("portuguese", 0)


def _replace_ending(word: str, endings: Endings) -> str:
    """Replace the longest ending that fits, if at least three letters stay before it."""
    for size in range(min(7, len(word) - 3), 1, -1):
        if word[-size:] in endings:
            return word[:-size] + endings[word[-size:]]
    return word


def _regular(word: str) -> str:
    """`botijoes` → `botijão`, `hospitais` → `hospital`."""
    return _replace_ending(
        _replace_ending(word, _endings("acentos")), _endings("plurais")
    )


def _singular(word: str) -> str:
    """`botijoes` → `botijão`, `hospitais` → `hospital`, `taxas` → `taxa`."""
    singular = _regular(word)
    plain_plural = singular == word and len(word) > 3 and word[-1] == "s"
    if plain_plural and not _SINGULAR_IN_S.search(word):
        return word[:-1]
    return singular


@lru_cache(maxsize=1 << 16)
def word_key(word: str) -> str:
    """Make the key of one token: `táxis` and `TAXI` have one, as have `1.000` and `mil`."""
    if word[0].isdigit():
        return word.replace(".", "").lstrip("0") or "0"
    word = word.lower()
    if word in _endings("separadas"):
        return _endings("separadas")[word]
    plain = strip_accents(word)
    if plain in small_keys():
        return plain
    if plain in _numbers():
        return _numbers()[plain]
    return strip_accents(_singular(word))


@lru_cache(maxsize=1 << 16)
def word_family(word: str) -> str:
    """Make the family of one token; its key where the stem is too short to tell one."""
    key = word_key(word)
    if key[0].isdigit() or key in small_keys() or word.lower() in _endings("separadas"):
        return key
    verb = _replace_ending(_regular(word.lower()), _endings("acoes"))
    stem = strip_accents(_stemmer().stemWord(verb))
    trusted = len(stem) >= _TRUSTED or len(word) - len(stem) >= _CUT
    if trusted and stem not in small_keys():
        return stem
    return key


def read_tokens(text: str) -> Iterator[KeyedWord]:
    """Read the words and numbers of a text in order."""
    for match in TOKEN.finditer(text):
        word = match.group()
        yield KeyedWord(match.start(), match.end(), word, word_key(word))


def text_keys(text: str) -> str:
    """Write the keys of a text in order, with blanks between: what is indexed."""
    return " ".join(map(word_key, TOKEN.findall(text)))


def content_families(text: str) -> tuple[str, ...]:
    """List the families of the words of a text that say something."""
    return tuple(
        token.family for token in read_tokens(text) if token.key not in small_keys()
    )
