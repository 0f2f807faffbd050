"""Titles of norms: `LEI Nº 7061 DE 29 DE DEZEMBRO DE 2004.`, and what a recogniser
makes of them."""

from __future__ import annotations

import re
from functools import cache

from lawtool.structure.costs import COST
from lawtool.vocabulary import norms
from lawtool.vocabulary.folding import strip_accents

_LONGEST = 240
_LONGEST_IN_SMALL_LETTERS = 110
_LONGEST_UNNUMBERED = 100
_HEAD = 90
"""Characters in which species and number stand."""
_MOST_SMALL_WORDS = 6
_ALIKE = 80
"""Percent of letters that a damaged species shares with a real one: LELORDINÁRIA and
LEI ORDINÁRIA 83."""

_NUMBER = re.compile(r"\bN\s?[º°o.]{1,3}|\bN[UÚ]MERO|\d")
_NUMBER_MARK = re.compile(
    r"\bN\s?[º°o.]{1,3}\s?[\d_]|\bN[UÚ]MERO|\bDE\s+\d|/\d{2,4}\b", re.IGNORECASE
)
_GLUED_NUMBER = re.compile(r"(?<=[A-Z])(?=N[º°o]\s?\d)")
_NUMBERED_LINE = re.compile(
    r"(?P<words>[A-Z][A-Z. ]{2,44}?)[\s.]+N[º°o]?[.\s]{0,2}\s?\d[\d.]*\s?(?:/|,|DE\b|\Z)"
)
_TRANSITORY = re.compile(r"ATO DAS DISPOSICOES(?! CONSTITUCIONAIS)")
"""A part of a norm that counts its articles anew; that of the Constitution is cited as
an act of its own."""
_USUAL_SPECIES = (
    "LEI",
    "LEI ORDINARIA",
    "LEI MUNICIPAL",
    "LEI COMPLEMENTAR",
    "DECRETO",
    "DECRETO LEGISLATIVO",
    "DECRETO-LEI",
    "PORTARIA",
    "RESOLUCAO",
    "INSTRUCAO NORMATIVA",
    "PROJETO DE LEI",
    "LEI ESTADUAL",
    "DECRETO MUNICIPAL",
)
"""What damaged titles are compared with."""


@cache
def _names() -> list[str]:
    """Give the names of species as titles print them, in capitals without accents, the
    longest first."""
    names = {"EMENDA"}
    for form, entry in norms.forms().items():
        if not entry.capitals and not entry.plural:
            names.add(strip_accents(form).upper())
    return sorted(names, key=len, reverse=True)


@cache
def species_at_start() -> re.Pattern[str]:
    """Give the pattern of a species at the start of a line in capitals without
    accents."""
    names = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in _names())
    return re.compile(rf"(?:N[OÔ]VA\s+)?(?:{names})\b")


@cache
def _starts() -> frozenset[str]:
    """Give the first four letters of all species: a cheap test before the pattern."""
    return frozenset(name.split(" ", 1)[0][:4] for name in [*_names(), "NOVA"])


def is_own_act(text: str) -> bool:
    """Tell a title that bears a number or a date, or that of a part of the Constitution
    which is cited by its name."""
    return bool(re.search(r"\d|CONSTITUCIONAIS", text))


def title_cost(text: str, *, marked: bool) -> float | None:
    """Price a line as the title of a norm; None where it cannot be one. `marked`: the
    format calls it a heading."""
    if len(text) > _LONGEST or text[-1] in ",;:" or not text[0].isalpha():
        return None
    if not marked and not _may_begin(text):
        return None
    head = _GLUED_NUMBER.sub(" ", strip_accents(text[:_HEAD]))
    match = species_at_start().match(head.upper())
    if match is None:
        if _is_damaged_title(head):
            return COST.title_damaged
        return None
    rest = head[match.end() :]
    if _TRANSITORY.match(head.upper()):
        return None
    if rest[:4].upper() == " EM ":
        return None  # "DECRETO EM JORNAL ...": where it was printed
    if head[: match.end()].isupper():
        return _capital_title_cost(text, rest, marked=marked)
    return _small_title_cost(text, rest, marked=marked)


def _may_begin(text: str) -> bool:
    first = strip_accents(text[:7].split(" ", 1)[0]).upper()[:4]
    return first in _starts() or text[:12].isupper()


def _capital_title_cost(text: str, rest: str, *, marked: bool) -> float | None:
    numbered = bool(_NUMBER.search(rest.upper()))
    if not numbered and not (text.isupper() and len(text) < _LONGEST_UNNUMBERED):
        return None
    if marked:
        cost = 0.0
    else:
        cost = COST.title_unmarked
    if not numbered:
        cost += COST.title_unnumbered
    small_words = sum(word.islower() and len(word) > 3 for word in text.split())
    if small_words > _MOST_SMALL_WORDS:
        cost += COST.title_wordy
    return cost


def _small_title_cost(text: str, rest: str, *, marked: bool) -> float | None:
    """Price `Lei nº 12, de 3 de maio de 1990`: in small letters a number needs its
    mark, or the line is marked."""
    if marked:
        return COST.title_unmarked
    numbered = len(text) < _LONGEST_IN_SMALL_LETTERS and _NUMBER_MARK.search(rest)
    if numbered:
        return COST.title_small
    return None


def _is_damaged_title(head: str) -> bool:
    """Tell `LELORDINÁRIA Nº 3.459/2001`: a numbered line in capitals whose words are
    nearly a species of norm."""
    match = _NUMBERED_LINE.match(head)
    if match is None:
        return False
    from rapidfuzz import fuzz

    words = match["words"].strip()
    return any(fuzz.ratio(words, name) >= _ALIKE for name in _USUAL_SPECIES)
