"""A short piece of a text around what was asked, with the matches marked."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import islice

from lawtool.search.stems import TOKEN, word_family, word_key

OPEN, CLOSE, MORE = "[", "]", "…"
WORDS = 28
_SCANNED = 4000
"""Words of a text that are looked at: a table of a hundred pages has no better place at its end."""
_UNREAD = 200
"""Characters of a text without a word that are shown."""
_REST = 20
"""Characters behind the last word shown that are shown too."""


def make_snippet(text: str, keys: Set[str]) -> str:
    """Cut out the stretch of WORDS words with the most different matches, the earliest of these,
    matches in brackets. `keys` are keys or families of words.
    """
    tokens = list(islice(TOKEN.finditer(text), _SCANNED))
    if not tokens:
        return " ".join(text[:_UNREAD].split())
    matching = {
        word: _matched_key(word, keys) for word in {token.group() for token in tokens}
    }
    hits = [at for at, token in enumerate(tokens) if matching[token.group()]]
    first = 0
    if len(tokens) > WORDS:
        first = max(
            _best_hit(hits, [matching[tokens[at].group()] for at in hits]) - WORDS // 4,
            0,
        )
    shown = tokens[first : first + WORDS]
    parts, at = [], 0
    if first:
        parts, at = [MORE], shown[0].start()
    for token in shown:
        if matching[token.group()]:
            parts += [text[at : token.start()], OPEN, token.group(), CLOSE]
            at = token.end()
    end = shown[-1].end()
    if first + len(shown) == len(tokens) and len(text) - end < _REST:
        parts.append(text[at:])
    else:
        parts += [text[at:end], MORE]
    return " ".join("".join(parts).split())


def _matched_key(word: str, keys: Set[str]) -> str:
    """Give the key of a word where it or its family is among the keys, empty else."""
    key = word_key(word)
    if key in keys or word_family(word) in keys:
        return key
    return ""


def _best_hit(hits: Sequence[int], keys: Sequence[str]) -> int:
    """Find the hit at which the best stretch begins; `keys` are those of the hits."""
    best, most = 0, 0
    for place, at in enumerate(hits):
        reach = at + WORDS * 3 // 4
        inside = {
            key
            for other, key in zip(
                hits[place : place + WORDS], keys[place:], strict=False
            )
            if other < reach
        }
        if len(inside) > most:
            best, most = at, len(inside)
    return best
