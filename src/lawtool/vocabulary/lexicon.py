"""Which words exist: a small lexicon of our own, with the inflections of its words.

It answers two questions. *Is this token a word?* decides what may be looked at at all: to be blind
costs a missed repair, to miss a word may cost a wrong one. *Is it common in norms?* is weak
evidence for a reading.

The list (23,361 words, 240 kB, read in some 20 ms) was counted in municipal law, because no list
that may be shipped and loads in time fits. Share of tokens unknown, in %, built without the words
of the five seeds (and as shipped):

    Coari 8.6 (6.4)   Guariba 4.0 (1.8)   Sete Lagoas 2.9 (1.9)   ANP/DNC 7.7 (5.4)   Votuporanga
    7.5 (4.6)

VERO has 6.9, 3.0, 3.2, 6.5, 5.9 and is the best dictionary there is, but takes seconds to load and
has another licence; `pyspellchecker` (7.4, 5.7, 4.5, 7.0, 5.8) is of Portugal, rejects `botijões`
and `umidade` and takes 0.7 s; `wordfreq` takes `Municipa`, `Unico` and `Area` for words. None of
the damaged words of the annotated scan is known here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from lawtool.vocabulary import rules

_TREMA = str.maketrans("üÜ", "uU")
_OLD_ACCENTS = (("éi", "ei"), ("ói", "oi"), ("ôo", "oo"), ("êe", "ee"))
"""Accents that the agreement of 2009 took away, beside the trema: `assembléia`, `vôo`, `vêem`."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words that are known: all, the frequent ones, and words by their endings."""

    words: frozenset[str]
    common: frozenset[str]
    endings: Mapping[str, tuple[str, ...]]
    """Ending of an inflected form → endings of the words in the list that may have it."""
    longest: int

    def known(self, word: str) -> bool:
        """Is this (lower-case) word in the list, or one that it is a regular form or an older
        spelling of?
        """
        return word in self.words or self._inflected(word) or self._older(word)

    def _inflected(self, word: str) -> bool:
        for size in range(1, min(self.longest, len(word) - 3) + 1):
            stem, ending = word[:-size], word[-size:]
            if any(stem + base in self.words for base in self.endings.get(ending, ())):
                return True
        return False

    def _older(self, word: str) -> bool:
        if "-" in word:
            return all(
                part in self.words or self._inflected(part)
                for part in word.split("-")
                if part
            )
        modern = word.translate(_TREMA)
        for old, new in _OLD_ACCENTS:
            modern = modern.replace(old, new)
        return modern != word and (modern in self.words or self._inflected(modern))


@cache
def load_lexicon() -> Lexicon:
    """The lexicon of `rules/lexicon.txt` with the endings of `rules/ocr.toml`, read on first
    use.
    """
    _, common, other = re.split(
        r"^# (?:common|other)\n",
        rules.read_data_file("lexicon.txt"),
        flags=re.MULTILINE,
    )
    most = frozenset(common.split())
    endings: dict[str, tuple[str, ...]] = {}
    for entry in rules.read_table("ocr")["inflection"]:
        for ending in entry["endings"]:
            endings[ending] = (*endings.get(ending, ()), *entry["of"])
    return Lexicon(
        words=most.union(other.split()),
        common=most,
        endings=endings,
        longest=max(map(len, endings), default=0),
    )


@lru_cache(maxsize=65536)
def known(word: str) -> bool:
    """Is this a word, in the case in which it is printed or in lower case?"""
    return load_lexicon().known(word.lower())
