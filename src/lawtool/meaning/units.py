"""Units of measure as norms print them, read from `rules/unidades.toml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import flatten


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One unit. `si` is None and `factor` 1 where a conversion would say more than the law does."""

    id: str
    role: str
    si: str | None = None
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class PrintedUnit:
    """A unit where it stands in a text: code points, the end with its tail (`dias corridos`)."""

    unit: Unit
    start: int
    end: int


DIGITS, WORDS, BOTH = "digits", "words", "digits+words"


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number with its unit. Offsets are code points of the text; `unit` is None for things that
    are counted.

        `printed_unit` is the unit or the counted noun as printed; `words_value` what the words say
        where digits say it too.
    """

    start: int
    end: int
    value: float
    form: str
    unit: Unit | None = None
    printed_unit: str = ""
    words_value: float | None = None
    words_agree: bool | None = None
    counted: bool = False
    """Whether something says that this is a number of things: a noun, words in parentheses, a list.
    """


@cache
def _forms() -> tuple[dict[str, Unit], dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Return units by folded form, tails by unit, and the forms that are symbols."""
    units: dict[str, Unit] = {}
    tails: dict[str, tuple[str, ...]] = {}
    symbols: list[str] = []
    for entry in rules.read_table("unidades")["unidade"]:
        unit = Unit(
            id=entry["id"],
            role=entry["role"],
            si=entry.get("si"),
            factor=entry.get("factor", 1.0),
        )
        for form in (*entry.get("symbols", ()), *entry.get("forms", ())):
            units[flatten(form)] = unit
        symbols += [flatten(form) for form in entry.get("symbols", ())]
        tails[unit.id] = tuple(entry.get("tail", ()))
    return units, tails, tuple(symbols)


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of a unit at a place: `\\s?` and the longest form, no letter behind it."""
    units, _, _ = _forms()
    longest_first = sorted(units, key=len, reverse=True)
    forms = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in longest_first)
    return re.compile(
        rf"\s{{0,2}}(?P<form>{forms})(?![\w²³$])(?:/(?:ano|mes|dia|hora|h)\b)?"
    )


def unit_at(flat: str, position: int) -> PrintedUnit | None:
    """Read the unit that begins at a position of a flattened text, after one blank at the most.

    `flat` is `flatten(text)`, the same length as the text.
    """
    match = _pattern().match(flat, position)
    if match is None:
        return None
    units, tails, symbols = _forms()
    form = " ".join(match["form"].split())
    unit = units[form]
    if form in symbols and len(form) == 1 and _is_word_of_its_own(flat, match):
        return None
    end = match.end()
    for tail in tails[unit.id]:
        following = re.compile(rf"\s+{tail}\b").match(flat, end)
        if following is not None:
            end = following.end()
            break
    return PrintedUnit(unit, match.start("form"), end)


def _is_word_of_its_own(flat: str, match: re.Match[str]) -> bool:
    """Tell `5 l` of liquid from a letter that begins something else: `5 s/nº`, `50 M.V.R.`"""
    behind, further = (
        flat[match.end() : match.end() + 1],
        flat[match.end() + 1 : match.end() + 2],
    )
    if behind == ".":
        return further.isalpha()
    return behind in ("'", "/", "º")


def unit_named(name: str) -> Unit:
    """Return the unit with this id. Raises KeyError where there is none."""
    return {unit.id: unit for unit in _forms()[0].values()}[name]
