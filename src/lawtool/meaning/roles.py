"""What a quantity measures: its unit tells, and for lengths and years the words near it."""

from __future__ import annotations

import re

from lawtool.meaning.amounts import Amount

_LENGTHS = (
    ("height", r"altura|pe[\s-]direito|alto|altas?|elevad[oa]"),
    ("width", r"largura|larg[oa]s?"),
    ("depth", r"profundidade|profund[oa]s?"),
    ("thickness", r"espessura|espess[oa]s?"),
    (
        "distance",
        r"distancias?|distantes?|distar|distem|dista|afastad[oa]s?|afastamentos?|afastar|recuos?|recuad[oa]s?|raio"
        r"|a menos de|entre|espacamento|proximidade|circunferencia|equidistantes?|separad[oa]s?",
    ),
    ("length", r"comprimento|extensao|testada|frente|perimetro|rebaixamento|rebaixo|fachada"),
)
_OF = re.compile(
    r"(?:\s?\(|,?\s(?:de|na|da|no|em)\s)(?:sua\s)?(?P<name>"
    + "|".join(f"(?P<{role}>{words})" for role, words in _LENGTHS)
    + r")\b"
)
"""Words behind a length: `2,10 m de altura`."""
_NEAR = re.compile(
    r"\b(?:" + "|".join(f"(?P<{role}>{words})" for role, words in _LENGTHS) + r")\b"
)
_REACH = 90
"""Characters before a length in which what is measured is named."""
_AGE = re.compile(r"\b(?:idade|maior(?:es)?|menor(?:es)?|idos[oa]s?|criancas?|adolescentes?|jovens?)\b")
_SERVED = re.compile(r"\b(?:prazo|mandato|periodo|durante|apos|servico|exercicio|carencia|vigencia)\b")


def role_of(flat: str, amount: Amount) -> str:
    """Return what an amount measures; `count` for things, `length` where no word tells which length."""
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
    behind = _OF.match(flat, amount.end)
    if behind is not None:
        return behind.lastgroup if behind.lastgroup != "name" else _named(behind)
    before = flat[max(0, amount.start - _REACH) : amount.start]
    before = before[before.rfind(";") + 1 :]
    matches = list(_NEAR.finditer(before))
    if matches:
        return matches[-1].lastgroup or "length"
    ahead = re.compile(r"\s(?:d[aeo]s?|entre|para|ate)\s").match(flat, amount.end)
    near = _NEAR.search(flat[amount.end : amount.end + 30])
    if near is not None:
        return near.lastgroup or "length"
    return "distance" if ahead is not None and "entre" in ahead[0] else "length"


def _named(match: re.Match[str]) -> str:
    return next(role for role, _ in _LENGTHS if match[role] is not None)


def _years(flat: str, amount: Amount) -> str:
    """Tell an age (`maiores de 60 anos`) from a term."""
    before = flat[max(0, amount.start - 45) : amount.start]
    if re.match(r"\s(?:completos\s)?de\sidade", flat[amount.end : amount.end + 22]):
        return "age"
    age = list(_AGE.finditer(before))
    if not age:
        return "duration"
    served = list(_SERVED.finditer(before))
    return "duration" if served and served[-1].start() > age[-1].start() else "age"
