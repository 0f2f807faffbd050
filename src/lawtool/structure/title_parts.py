"""Read the parts of a title: species, number, year and date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from lawtool.layout.typography import make_plain
from lawtool.vocabulary import norms
from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.norms import Form, Species
from lawtool.vocabulary.numerals import DATE, find_date, full_year, plain_number

_DIGITS = r"\d{1,3}(?:[ ]\d{3})+(?!\d)|\d[\d.]*"
_BEHIND = r"(?:-[A-Z](?![A-Za-z]))?(?:\s?[-–/]\s?[A-Z]{2,8}\b(?=\s?/))?"
"""A suffix is a part of the number (`12-A`), the sign of an office is not (`27-GP/2019`)."""
_YEAR = r"(?:\s?/\s?(?P<year>\d\.\d{3}|\d{4}|\d{2})(?!\d))?"
_NUMBER = re.compile(
    rf"""
    \b(?: N\s?[º°o.]{{1,3}}\s?[:.]? | N[UÚ]MERO )\s*   # Nº 12   No. 12   NÚMERO 12
    (?:[A-Z]{{2,8}}\s?[-–/]\s?)?                       # Nº GP-12
    (?P<number>{_DIGITS})(?P<suffix>{_BEHIND}){_YEAR}
    """,
    re.IGNORECASE | re.VERBOSE,
)
_MISREAD_NUMBER = re.compile(
    rf"\bN[29*?\"'’]\s(?P<number>{_DIGITS})(?P<suffix>{_BEHIND}){_YEAR}".replace(
        "[ ]", " "
    )
)
"""`N2 12`: the raised o was read as another sign; a blank must follow, or it is the number itself.
"""
_BARE_NUMBER = re.compile(
    rf"\s*+[-–—]?\s*+(?P<number>{_DIGITS})(?P<suffix>{_BEHIND}){_YEAR}".replace(
        "[ ]", " "
    )
)
_SUFFIX = re.compile(r"-[A-Z](?![A-Za-z])")
_BLANK_NUMBER = re.compile(
    r"_{2,}\s*/\s*(?P<year>\d{4})|\bDE\s+(?P<year2>\d{4})\b", re.IGNORECASE
)
_PUBLICATION = re.compile(r"\bDOU\b|\bDOE\b|\bD\.\s?O|\bpublicad", re.IGNORECASE)
_BEFORE_DATE = re.compile(r"\b(?:de|em)\s*\Z", re.IGNORECASE)
_WORDS = re.compile(r"[^\d_]*")
_AFTER_NAME = re.compile(r"n?[º°.o]{0,2}\d")
_LONGEST_SPECIES = 120
_INITIALS = re.compile(r"\s*[-–—]?\s*(?P<word>[A-Z]{2,5})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleParts:
    """What a title says of a norm; None for what it leaves out."""

    species: Species | None = None
    number: str | None = None
    year: int | None = None
    date: date | None = None


@cache
def _singular_forms() -> tuple[tuple[str, Form], ...]:
    forms: Mapping[str, Form] = norms.forms()
    pairs = [(name, form) for name, form in forms.items() if not form.plural]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


def species_of(text: str) -> Species | None:
    """Give the species that a title begins with; an abbreviation counts in capitals only."""
    printed = make_plain(text[:_LONGEST_SPECIES]).text.lstrip("\"“'. ")
    folded = norms.form_key(flatten(printed))
    for name, form in _singular_forms():
        if not folded.startswith(name) or folded[len(name) : len(name) + 1].isalpha():
            continue
        if not form.capitals or printed[: len(name)].isupper():
            return _refined_species(form.species, printed[len(name) :])
    return _squeezed_species(folded)


def _squeezed_species(folded: str) -> Species | None:
    """Give the species of a title whose words were torn apart: `PROJ ETO DE LEI Nº 206/2015`."""
    squeezed = re.sub(r"[\s-]+", "", folded)
    for name, form in _singular_forms():
        key = name.replace(" ", "")
        if (
            not form.capitals
            and squeezed.startswith(key)
            and _AFTER_NAME.match(squeezed, len(key))
        ):
            return form.species
    return None


def _refined_species(species: Species, behind: str) -> Species:
    """Give the narrower species whose initials stand behind the name: `RESOLUÇÃO - RDC Nº 305`."""
    initials = _INITIALS.match(behind)
    if initials:
        form = norms.forms().get(flatten(initials["word"]))
    else:
        form = None
    if form is None or not form.species.key.startswith(species.key + "."):
        return species
    return form.species


def read_title(title: str) -> TitleParts:
    """Read a title as printed: `LEI Nº 1.045-A, DE 3 DE MAIO DE 1990`. What is missing is None."""
    own = _PUBLICATION.split(make_plain(title).text, maxsplit=1)[0]
    day = find_date(own)
    match = _NUMBER.search(own) or _MISREAD_NUMBER.search(own) or _bare_number(own)
    number = None
    if match is not None:
        suffix = _SUFFIX.match(match["suffix"] or "")
        number = plain_number(match["number"].rstrip("."))
        if suffix:
            number += suffix.group()
        else:
            number += ""
    return TitleParts(
        species=species_of(title), number=number, year=_year(own, match, day), date=day
    )


def _bare_number(own: str) -> re.Match[str] | None:
    """Find a number without its mark behind the words of the title; a year or a date is none."""
    words = _WORDS.match(own)
    if words is None or words.end() >= len(own) or "_" in own:
        return None
    match = _BARE_NUMBER.match(own, words.end())
    if match is None or DATE.match(own, match.start("number")):
        return None
    # "CONSTITUIÇÃO ... DE 1988": a year, no number
    if _BEFORE_DATE.search(own[: match.start("number")]):
        return None
    return match


def _year(own: str, match: re.Match[str] | None, day: date | None) -> int | None:
    if match is not None and match["year"]:
        return full_year(match["year"])
    if day is not None:
        return day.year
    blank = _BLANK_NUMBER.search(own)
    if blank:
        return int(blank["year"] or blank["year2"])
    return None
