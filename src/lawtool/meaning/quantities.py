"""Legal quantities: how much, how far, how long, with the bound that the law sets and what is
measured.

A value, a bound or a role that is not certain says so: `comparator` and `role` are empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawtool.citations import find_citations
from lawtool.meaning.amounts import read_amounts
from lawtool.meaning.bounds import Bound, read_bounds
from lawtool.meaning.roles import role_of
from lawtool.meaning.units import Amount
from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.numerals import DATE, date_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One quantity of a text. `start` and `end` are code points of the text, the end exclusive.

    `value` (None for a cell that cannot be read) and `unit` are as printed (a percentage is 50),
    `value_si` and `unit_si` converted where that does not lie.
    `comparator`: min, max or eq; `strict`: whether the bound itself is excluded.
    `form`: digits, words, digits+words. `role`: count, mass, distance, height, width, length, area,
    duration, ratio, money, angle, age, volume, speed and others of `rules/unidades.toml`.
    """

    start: int
    end: int
    text: str
    value: float | None
    unit: str
    value_si: float | None
    unit_si: str | None
    comparator: str
    strict: bool
    form: str
    role: str
    words_value: float | None = None
    words_agree: bool | None = None


def find_quantities(
    text: str, *, lead: str = "", cited: Sequence[tuple[int, int]] | None = None
) -> list[Quantity]:
    """Find the quantities of a provision's text, in order.

    `lead` is the text that introduces it (`nas seguintes quantidades mínimas:`): a bound may
    stand there. `cited` are the spans of its citations if they are known already. Never raises;
    linear in the text.
    """
    flat = flatten(text)
    if cited is None:
        cited = [(found.span.start, found.span.end) for found in find_citations(text)]
    taken = _disjoint([*cited, *_dates(flat)])
    amounts = read_amounts(text, flat, taken)
    bounds = read_bounds(flat, amounts, flatten(lead))
    return [
        _quantity(text, flat, amount, bound)
        for amount, bound in zip(amounts, bounds, strict=True)
    ]


def _dates(flat: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of real dates; `2 meses, 50%` only looks like one."""
    for match in DATE.finditer(flat):
        if date_of(match) is not None:
            yield match.span()


def _disjoint(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _quantity(text: str, flat: str, amount: Amount, bound: Bound) -> Quantity:
    unit = amount.unit
    if unit is not None:
        si = unit.si
    else:
        si = "1"
    value_si = None
    if si is not None:
        value_si = amount.value * (unit.factor if unit is not None else 1.0)
    return Quantity(
        start=amount.start,
        end=amount.end,
        text=text[amount.start : amount.end],
        value=amount.value,
        unit=unit.id if unit is not None else amount.printed_unit,
        value_si=value_si,
        unit_si=si,
        comparator=bound.comparator,
        strict=bound.strict,
        form=amount.form,
        role=role_of(flat, amount),
        words_value=amount.words_value,
        words_agree=amount.words_agree,
    )
