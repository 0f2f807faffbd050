"""What a quantity measures: its unit tells, and for lengths and years the words near it."""

from __future__ import annotations

import re
from functools import cache

from lawtool.meaning.units import Amount
from lawtool.vocabulary import rules

_REACH = 90
"""Characters before a length in which what is measured is named."""
_AHEAD = 30
"""Characters behind a length in which it is named, where nothing before it does."""
_AWAY = re.compile(
    r"\ba\s(?:(?:no minimo|pelo menos|ao menos|mais de|menos de),?\s(?:de\s)?)?\Z"
)
"""`fica a no mínimo 50 metros de escolas`."""
_AGE = re.compile(
    r"\b(?:idade|maior(?:es)?|menor(?:es)?|idos[oa]s?|criancas?|adolescentes?|jovens?)\b"
)
_SERVED = re.compile(
    r"\b(?:prazo|mandato|periodo|durante|apos|servico|exercicio|carencia|vigencia)\b"
)


@cache
def _named() -> str:
    """Return the alternatives of all words for lengths, a group for each role."""
    lengths = rules.read_table("quantidades")["lengths"]
    return "|".join(f"(?P<{role}>{'|'.join(words)})" for role, words in lengths.items())


@cache
def _behind() -> re.Pattern[str]:
    """Return the pattern of what a length is of: `2,10 m de altura`."""
    return re.compile(rf"(?:\s?\(|,?\s(?:de|na|da|no|em)\s)(?:sua\s)?(?:{_named()})\b")


@cache
def _near() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_named()})\b")


def role_of(flat: str, amount: Amount) -> str:
    """Return what an amount measures; `count` for things, `length` where no word tells which
    length.
    """
    unit = amount.unit
    if unit is None:
        return "count"
    if unit.role == "length":
        return _length(flat, amount)
    if unit.id == "year":
        return _years(flat, amount)
    return unit.role


def _length(flat: str, amount: Amount) -> str:
    """Return which length: the word behind it first, then the nearest before it in the clause."""
    before = flat[max(0, amount.start - _REACH) : amount.start]
    before = before[before.rfind(";") + 1 :]
    named = (
        _behind().match(flat, amount.end),
        *reversed(list(_near().finditer(before))),
        _near().search(flat, amount.end, amount.end + _AHEAD),
    )
    for match in named:
        if match is not None and match.lastgroup:
            return match.lastgroup
    if _AWAY.search(before):
        return "distance"
    return "length"


def _years(flat: str, amount: Amount) -> str:
    """Tell an age (`maiores de 60 anos`) from a term."""
    before = flat[max(0, amount.start - 45) : amount.start]
    if re.match(r"\s(?:completos\s)?de\sidade", flat[amount.end : amount.end + 22]):
        return "age"
    age = list(_AGE.finditer(before))
    if not age:
        return "duration"
    served = list(_SERVED.finditer(before))
    if served and served[-1].start() > age[-1].start():
        return "duration"
    return "age"
