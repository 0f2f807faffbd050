"""A short piece of a text around what was asked, with the matches marked."""

from __future__ import annotations

from collections.abc import Set
from itertools import islice

from lawtool.search.stems import tokens

OPEN, CLOSE, MORE = "[", "]", "…"
WORDS = 28
_SCANNED = 4000
"""Words of a text that are looked at: a table of a hundred pages has no better place at its end."""


def snippet(text: str, stems: Set[str]) -> str:
    """The stretch of WORDS words with the most different matches, the earliest of these; matches stand in brackets."""
    found = list(islice(tokens(text), _SCANNED))
    if not found:
        return text[:200]
    hits = [at for at, (_, _, key) in enumerate(found) if key in stems]
    first = max(_best(hits, found) - WORDS // 4, 0) if len(found) > WORDS else 0
    shown = found[first : first + WORDS]
    start, end = (shown[0][0] if first else 0), shown[-1][1]
    last = first + len(shown) == len(found)
    parts, at = [MORE if first else ""], start
    for begin, stop, key in shown:
        if key in stems:
            parts += [text[at:begin], OPEN, text[begin:stop], CLOSE]
            at = stop
    parts.append(text[at:] if last and len(text) - end < 20 else text[at:end] + MORE)
    return " ".join("".join(parts).split())


def _best(hits: list[int], found: list[tuple[int, int, str]]) -> int:
    """The hit at which the best stretch begins."""
    best, most = 0, 0
    for place, at in enumerate(hits):
        inside = {
            found[other][2] for other in hits[place : place + WORDS] if other < at + WORDS * 3 // 4
        }
        if len(inside) > most:
            best, most = at, len(inside)
    return best
