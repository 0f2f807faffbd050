"""A short piece of a text around what was asked, with the matches marked."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import islice

from lawtool.search.stems import KeyedWord, read_tokens

OPEN, CLOSE, MORE = "[", "]", "…"
WORDS = 28
_SCANNED = 4000
"""Words of a text that are looked at: a table of a hundred pages has no better place at its end."""
_UNREAD = 200
"""Characters of a text without a word that are shown."""
_REST = 20
"""Characters behind the last word shown that are shown too."""


def make_snippet(text: str, keys: Set[str]) -> str:
    """Cut out the stretch of WORDS words with the most different matches, the earliest of these, matches in brackets.
    `keys` are keys or families of words."""
    tokens = list(islice(read_tokens(text), _SCANNED))
    if not tokens:
        return " ".join(text[:_UNREAD].split())
    hits = [at for at, token in enumerate(tokens) if _matches(token, keys)]
    first = 0
    if len(tokens) > WORDS:
        first = max(_best_hit(hits, tokens) - WORDS // 4, 0)
    shown = tokens[first : first + WORDS]
    parts, at = [], 0
    if first:
        parts, at = [MORE], shown[0].start
    for token in shown:
        if _matches(token, keys):
            parts += [text[at : token.start], OPEN, text[token.start : token.end], CLOSE]
            at = token.end
    end = shown[-1].end
    if first + len(shown) == len(tokens) and len(text) - end < _REST:
        parts.append(text[at:])
    else:
        parts += [text[at:end], MORE]
    return " ".join("".join(parts).split())


def _matches(token: KeyedWord, keys: Set[str]) -> bool:
    return token.key in keys or token.family in keys


def _best_hit(hits: Sequence[int], tokens: Sequence[KeyedWord]) -> int:
    """Find the hit at which the best stretch begins."""
    best, most = 0, 0
    for place, at in enumerate(hits):
        reach = at + WORDS * 3 // 4
        inside = {tokens[other].key for other in hits[place : place + WORDS] if other < reach}
        if len(inside) > most:
            best, most = at, len(inside)
    return best
