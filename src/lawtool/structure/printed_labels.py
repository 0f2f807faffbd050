"""The readings of the start of a line: every label that it may be, with what it costs
to take it for one and for text.

Each kind of label is a function from a text to its readings; `readings` asks them in
order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from lawtool.structure.costs import COST
from lawtool.structure.label_patterns import (
    CANONICAL,
    DIRT,
)
from lawtool.structure.list_labels import read_alinea, read_inciso, read_item
from lawtool.structure.provision_labels import read_artigo, read_paragrafo, read_several
from lawtool.structure.reading import Reading, Readings

_HEAD = 48
"""Characters in which a label stands."""
_SPECKS = frozenset("—–-:;.,'’‘~*•·_°o")
_STARTS = frozenset(
    "AaÀÁ4§Pp$&8£€S5B6g93¢%@IVXLCDMHUNWYTJFKlivxhnmutyfrk127|!][¥\"“”„«'‘’(*"
)
"""Digits that stand for § and may be glued to its number."""


def readings(text: str) -> tuple[Reading, ...]:
    """Give every label that the start of a line may be; none for a line that can only
    be running text.

    The reading as running text is not listed: its cost is the largest `ignore` of the
    others.
    """
    if not text:
        return ()
    canonical = CANONICAL.match(text)
    if canonical is not None:
        return _of_label(canonical.group())
    dirt = DIRT.match(text)
    if dirt is not None and dirt.end() < len(text):
        return _behind_dirt(text, dirt.end())
    if text[1:2] == " " and text[0] in _SPECKS:
        return _behind_dirt(text, 2)
    if not _may_begin(text):
        return ()
    return _all_readings(text[:_HEAD])


def is_canonical(text: str) -> bool:
    """Tell whether the line begins with a label in its usual form; nothing else can be
    meant by it."""
    return CANONICAL.match(text) is not None


def _may_begin(text: str) -> bool:
    """Tell a start that may be a label from a sign or a word that cannot."""
    first = text[0]
    if (
        first not in _STARTS
        and not (first.isalnum() and first.isascii())
        and ")" not in text[:3]
    ):
        return False
    # Four letters are a word, too long for a letter or a misread numeral.
    return first in "AaPpVXLIUHWMCD" or not text[:4].isalpha() or len(text) < 4


def _behind_dirt(text: str, end: int) -> tuple[Reading, ...]:
    """Read `— Hf- Área`, `: 8 2º`, `? b) um`: specks were read as signs of their own
    before the label."""
    speck = text[0] in _SPECKS
    extra = COST.dirt_sign
    if speck or not text[0].isalnum():
        extra = COST.dirt_speck
    own = () if speck else _all_readings(text[:_HEAD])
    return own + tuple(
        replace(
            reading,
            end=reading.end + end,
            form=reading.form + extra,
            ignore=min(reading.ignore, COST.dirt_ignored),
        )
        for reading in readings(text[end:])
    )


@lru_cache(maxsize=4096)
def _of_label(label: str) -> tuple[Reading, ...]:
    return _all_readings(label + "Xx")


def _all_readings(head: str) -> tuple[Reading, ...]:
    several = read_several(head)
    if several:
        return tuple(several)
    found = read_artigo(head) or read_paragrafo(head)
    if found and not found[0].damaged:
        return tuple(found)
    for read in _IN_LISTS:
        found += read(head)
    return tuple(found)


_IN_LISTS: tuple[Callable[[str], Readings], ...] = (read_inciso, read_alinea, read_item)
"""Kinds of label that the same sign may be, in the order in which they are tried."""
