"""Give numbers in a list what is printed once for all of them: a unit behind the last, a noun
behind the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lawtool.meaning.units import Amount

_LINK = re.compile(r"\s?,\s|\s(?:e|ou|a|ate|por|x)\s|\s?/\s?")
_CUE_BEFORE = re.compile(r"\b(?:no|ao|pelo)\s(?:minimo|maximo|menos),?\s(?:de\s)?\Z")
_MOST_COUNTED = 1_000
"""A bare number behind `no mínimo` counts things up to here; larger ones are numbers of something
else.
"""


def share_units(flat: str, amounts: Sequence[Amount]) -> list[Amount]:
    """Return the amounts that count something: `20, 45 e 90 kg` are three masses.

    A bare number is dropped unless a list, `ou mais` or the noun of another number says what it
    counts.
    """
    shared: list[Amount] = []
    following: Amount | None = None
    for amount in reversed(amounts):
        if following is not None and _takes_unit(flat, amount, following):
            amount = replace(
                amount,
                unit=following.unit,
                printed_unit=following.printed_unit,
                counted=True,
            )
        following = amount
        shared.append(amount)
    return _share_nouns(flat, shared[::-1])


def _takes_unit(flat: str, amount: Amount, following: Amount) -> bool:
    """Tell whether a number without a unit stands in a list with one that has it."""
    if (
        _LINK.fullmatch(flat, amount.end, following.start) is None
        or not following.counted
    ):
        return False
    if not amount.counted:
        return True
    return (
        amount.unit is None and not amount.printed_unit and following.unit is not None
    )


def _share_nouns(flat: str, amounts: Sequence[Amount]) -> list[Amount]:
    kept: list[Amount] = []
    for index, amount in enumerate(amounts):
        if index + 1 < len(amounts):
            following = amounts[index + 1]
        else:
            following = None
        if amount.counted:
            kept.append(amount)
        elif _stands_for_more(flat, amount):
            kept.append(replace(amount, counted=True))
        else:
            noun = _elided_noun(flat, kept, amount, following)
            if noun:
                kept.append(replace(amount, counted=True, printed_unit=noun))
    return kept


def _elided_noun(
    flat: str, kept: Sequence[Amount], amount: Amount, following: Amount | None
) -> str:
    """Return the noun that stands for another number too: `2 extintores de 4 kg e 1 de 20 kg`."""
    if following is None or flat[amount.end : following.start] != " de ":
        return ""
    if not flat.endswith(" e ", 0, amount.start):
        return ""
    for earlier in reversed(kept[-3:]):
        if earlier.unit is None and earlier.printed_unit:
            return earlier.printed_unit
    return ""


def _stands_for_more(flat: str, amount: Amount) -> bool:
    """Tell `duas ou mais aberturas`, `cinco ou menos`, `no mínimo três, ...`."""
    if flat.startswith((" ou mais", " ou menos"), amount.end):
        return True
    before = flat[max(0, amount.start - 16) : amount.start]
    return _CUE_BEFORE.search(before) is not None and amount.value < _MOST_COUNTED
