"""Put back letters that another program had replaced by U+FFFD, where one word of the lexicon alone
fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from lawtool.repair.scope import Proposal, RepairScope
from lawtool.vocabulary import lexicon

_LOST = "\ufffd"
_ACCENTED = "áàâãéêíóôõúüç"
"""Letters of Portuguese that are no ASCII: only these are lost."""
_MOST_LOST = 3
_WORD = re.compile(rf"(?:[^\W\d_]|{_LOST})+")
_SIGNS = (
    (re.compile(rf"(?<!\S){_LOST}(?=\s?\d{{1,3}}(?:[º°]|{_LOST}))"), "§"),
    (re.compile(rf"(?<=[§{_LOST}] \d){_LOST}|(?<=[Aa]rt\. \d){_LOST}"), "º"),
    (re.compile(rf"(?<=\b[Nn]){_LOST}(?=\s?\d)"), "º"),
)
"""Signs that nothing else can be: `� 1�`, `art. 2�`, `n� 12`."""


def propose_lost_letters(scope: RepairScope) -> Iterator[Proposal]:
    """Propose the one word, or the one sign, that stood where letters were lost: `Par�grafo`."""
    if _LOST not in scope.text:
        return
    for pattern, sign in _SIGNS:
        for match in pattern.finditer(scope.text):
            yield _proposal(
                match.start(), match.end(), sign, f"{sign} before or behind a number"
            )
    for match in _WORD.finditer(scope.text):
        printed = match.group()
        if _LOST not in printed or printed.strip(_LOST) == "":
            continue
        words = _fitting_words(printed.lower())
        if len(words) == 1:
            after = _as_printed(printed, words[0])
            yield _proposal(match.start(), match.end(), after, f"{words[0]} (lexicon)")


def _proposal(start: int, end: int, after: str, evidence: str) -> Proposal:
    return Proposal(
        start=start, end=end, after=after, rule="lost-letters", evidence=evidence
    )


@lru_cache(maxsize=4096)
def _fitting_words(damaged: str) -> tuple[str, ...]:
    """List the words of the lexicon that a damaged word in small letters can have been."""
    count = damaged.count(_LOST)
    if count > _MOST_LOST:
        return ()
    parts = damaged.split(_LOST)
    words = []
    for letters in product(_ACCENTED, repeat=count):
        word = parts[0] + "".join(map("".join, zip(letters, parts[1:], strict=True)))
        if lexicon.known(word):
            words.append(word)
    return tuple(words)


def _as_printed(printed: str, word: str) -> str:
    """Give a word the capitals that were printed; a lost first letter is small unless all are
    capitals.
    """
    if printed.replace(_LOST, "").isupper() and len(printed) > 2:
        return word.upper()
    if printed[0].isupper():
        return word[0].upper() + word[1:]
    return word
