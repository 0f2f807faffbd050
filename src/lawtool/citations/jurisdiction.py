"""Whose norm a reference means where the text does not say: federal, of the state, of the citing
norm's own place.

Evidence in order: what is printed; the body; species that only the Union has; numbers so well known
that they stand alone; and the series of numbers: a law fits the federal series of its year or the
citing norm's own. Whatever was not printed is listed in `inferred`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from datetime import date

from lawtool.citations.reference_parts import Reference
from lawtool.model import NormaId
from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.norms import NamedNorm

_FEDERAL_BODY = re.compile(
    r"(?:^|\.)(?:ministeri\w*|ministr[oa]|nacional|federal|uniao|republica)(?:\.|$)"
)
_MUNICIPAL_BODY = re.compile(r"(?:municipal|municipio)$|\.municipal\.")
_OWN_SERIES_START = 1948
"""Municipal series in use begin with the elected chambers of 1948."""
_OLDEST_KIN = 40
"""Years: a two-digit year is one of the century before only if that is so near (`24/28` in a decree
of 1950).
"""
_SMALL_WORDS = frozenset({"de", "do", "da", "dos", "das", "e", "a", "o", "sobre"})


@dataclass(frozen=True, slots=True)
class NormMeant:
    """The norm that a reference means. `name` is `~dotted.name` for a norm known by its name alone;
    `inferred` lists what was not printed.
    """

    id: NormaId
    name: str
    inferred: tuple[str, ...]


def identify_reference(
    reference: Reference, citing: NormaId | None, *, later: bool = False
) -> NormMeant:
    """Say which norm is meant within the norm `citing`. `later`: the words are a note, younger than
    their norm.
    """
    reference.inferred.clear()
    if not later:
        _settle_century(reference, citing)
    if reference.name:
        return _identify_named(reference, citing)
    split = reference.species is not None and reference.species.split
    if (
        split
        and citing is not None
        and citing.species in vocabulary.split_species().values()
    ):
        reference.species = vocabulary.species()[citing.species]
    _settle_species(reference, citing)
    level, uf, municipio = _settle_place(reference, citing)
    bodies = _settle_bodies(reference, level, citing)
    year, day = reference.year, reference.date
    known = vocabulary.known_dates().get((reference.key, reference.number or ""))
    if known and level == "federal" and day is None and year in (None, known.year):
        day, year = known, known.year
        reference.inferred.append("date")
    identity = NormaId(
        species=reference.key,
        number=reference.number,
        year=year,
        date=day,
        bodies=bodies,
        level=level,
        uf=uf,
        municipio=municipio,
    )
    return NormMeant(identity, "", tuple(dict.fromkeys(reference.inferred)))


def citing_day(citing: NormaId | None) -> date | None:
    """Give the day from which a name is understood."""
    if citing is None:
        return None
    return citing.date or (date(citing.year, 12, 31) if citing.year else None)


def dotted_name(name: str) -> str:
    """`codigo de obras` → `~codigo.obras`."""
    return "~" + ".".join(word for word in name.split() if word not in _SMALL_WORDS)


# -- dates and species -----------------------------------------------------------------


def _settle_century(reference: Reference, citing: NormaId | None) -> None:
    """Settle a two-digit year: after the citing norm's it is one of a later wording, unless the
    century before is near.
    """
    if not reference.short_year or reference.year is None:
        return
    reference.inferred.append("century")
    if citing is None or citing.year is None or reference.year <= citing.year:
        return
    year = reference.year - 100
    if citing.year - year > _OLDEST_KIN:
        return
    reference.year = year
    day = reference.date
    if day is not None and not (day.month == 2 and day.day == 29):
        reference.date = day.replace(year=year)


def _settle_species(reference: Reference, citing: NormaId | None) -> None:
    """ "Lei nº 101/2000" for the well-known lei complementar of that number and year, which no law
    of the place can be.
    """
    if reference.key != "lei" or reference.level or not reference.year:
        return
    known = vocabulary.known_dates().get(("lei.complementar", reference.number or ""))
    if known is None or not (
        reference.year == known.year or _is_same_day(reference.date, known)
    ):
        return
    if _fits_federal(reference) or _can_be_own(reference, citing):
        return
    reference.species, reference.level = (
        vocabulary.species()["lei.complementar"],
        "federal",
    )
    reference.inferred += ["species", "level"]


def _can_be_own(reference: Reference, citing: NormaId | None) -> bool:
    """Tell whether the citing norm's place can have a law of this number in this year."""
    if citing is None or citing.level in {"", "federal"}:
        return False
    return citing.species != reference.key or _fits_own(reference, citing)


# -- norms called by a name ------------------------------------------------------------


def _identify_named(reference: Reference, citing: NormaId | None) -> NormMeant:
    meanings = vocabulary.names().get(reference.name, ())
    if meanings:
        return _identify_known_name(meanings, reference, citing)
    level, uf, municipio = _settle_place(reference, citing)
    identity = NormaId(
        species=reference.key,
        number=reference.number,
        year=reference.year,
        date=reference.date,
        level=level,
        uf=uf,
        municipio=municipio,
    )
    own = reference.name in vocabulary.own_names()
    if own or reference.number:
        name = ""
    else:
        name = dotted_name(reference.name)
    return NormMeant(identity, name, tuple(dict.fromkeys(reference.inferred)))


def _identify_known_name(
    meanings: tuple[NamedNorm, ...], reference: Reference, citing: NormaId | None
) -> NormMeant:
    holding = _holding_name(meanings, reference, citing)
    if holding is None:
        first = reference.name.split()[0]
        if first in vocabulary.species():
            species = first
        else:
            species = meanings[0].species
        return NormMeant(
            NormaId(species=species, level="federal"), dotted_name(reference.name), ()
        )
    identity = NormaId(
        species=holding.species,
        number=holding.number,
        year=holding.date.year,
        date=holding.date,
        level="federal",
    )
    return NormMeant(identity, "", ("name", *reference.inferred))


def _holding_name(
    meanings: tuple[NamedNorm, ...], reference: Reference, citing: NormaId | None
) -> NamedNorm | None:
    """Give the norm that a name meant on the citing norm's day, or in the year printed with it."""
    if reference.year is not None:
        for meaning in meanings:
            if meaning.date.year == reference.year:
                return meaning
        if len(meanings) == 1:
            return meanings[0]
        return None
    day = citing_day(citing)
    if day is None and len(meanings) == 1:
        if meanings[0].until is None:
            return meanings[0]
        return None
    return next((meaning for meaning in meanings if meaning.holds(day)), None)


# -- bodies and places -----------------------------------------------------------------


def _settle_bodies(
    reference: Reference, level: str, citing: NormaId | None
) -> tuple[str, ...]:
    species = reference.species
    if reference.bodies or species is None or species.issuer == "ente":
        return reference.bodies
    if citing is not None and citing.bodies:
        reference.inferred.append("body")
        return citing.bodies
    if species.issuer == "camara" and level == "municipal" and not species.bill:
        reference.inferred.append("body")
        return ("camara.municipal",)
    return ()


def _settle_place(reference: Reference, citing: NormaId | None) -> tuple[str, str, str]:
    """(level, UF, municipality), inferring what is not printed."""
    level, uf, municipio = reference.level, reference.uf, reference.municipio
    if not level and reference.bodies:
        level, uf = _place_of_bodies(reference.bodies, uf)
    if not level:
        level = _infer_level(reference, citing)
        if level:
            reference.inferred.append("level")
    if level == "federal":
        return "federal", "", ""
    if citing is None:
        return level, uf, municipio
    if not uf:
        uf = citing.uf
        reference.inferred.append("place")
    if level == "municipal" and not municipio and uf == citing.uf:
        municipio = citing.municipio
        reference.inferred.append("place")
    return level, uf, municipio


def _place_of_bodies(keys: tuple[str, ...], uf: str) -> tuple[str, str]:
    """Level and UF of the innermost known body; of unknown ones what their names say."""
    for key in reversed(keys):
        if body := vocabulary.bodies().get(key):
            return body.level, uf or body.uf
    if any(map(_MUNICIPAL_BODY.search, keys)):
        return "municipal", uf
    if any(map(_FEDERAL_BODY.search, keys)):
        return "federal", uf
    if any("estadual" in key or "estado" in key for key in keys):
        return "estadual", uf
    return "", uf


def _infer_level(reference: Reference, citing: NormaId | None) -> str:
    if reference.species is not None and reference.species.level:
        return reference.species.level
    known = vocabulary.known_dates().get((reference.key, reference.number or ""))
    if known is not None and reference.year in (None, known.year):
        return "federal"
    if known is not None and _is_same_day(reference.date, known):
        return "federal"
    own = ""
    if citing is not None:
        own = citing.level
    if own in {"", "federal"}:
        return own or ("federal" if _fits_federal(reference) else "")
    if _fits_federal(reference) and not _fits_own(reference, citing):
        return "federal"
    return own


def _is_same_day(day: date | None, known: date) -> bool:
    """Tell whether day and month are those of a known norm, whose year may be misprinted."""
    return day is not None and (day.day, day.month) == (known.day, known.month)


# -- series of numbers -----------------------------------------------------------------


def _plain_series_number(number: str | None) -> int | None:
    """`4950-A` → 4950; None for what is no number of a series."""
    digits = (number or "").split("-")[0]
    if digits.isdigit():
        return int(digits)
    return None


def _fits_federal(reference: Reference) -> bool:
    entry = vocabulary.series().get(reference.key)
    number = _plain_series_number(reference.number)
    if entry is None or reference.year is None or number is None:
        return False
    margin, last = entry
    years = [year for year, _ in last]
    i = bisect_left(years, reference.year)
    if i == len(years) or reference.year < years[0]:
        return False
    high = last[i][1]
    low = 0
    if i and last[i - 1][1] < high:
        low = last[i - 1][1]
    return low - margin <= number <= high + margin


def _fits_own(reference: Reference, citing: NormaId | None) -> bool:
    """Tell whether a number can belong to the citing norm's own series: it grows with the years,
    roughly evenly.
    """
    cited = _plain_series_number(reference.number)
    if citing is None or cited is None or reference.year is None:
        return True
    own = None
    if (citing.number or "").isdigit() and citing.number:
        own = int(citing.number)
    if citing.species != reference.key or own is None or citing.year is None:
        # Nothing is known of that series, and the federal one hits so few numbers a year.
        return False
    earlier = reference.year <= citing.year
    if (earlier and cited > own) or (not earlier and cited < own):
        return False
    span = max(citing.year - _OWN_SERIES_START, 1)
    apart = abs(citing.year - reference.year)
    if apart <= 10 and abs(own - cited) <= (apart + 1) * max(own / span, 15) * 2:
        return True
    expected = own * (reference.year - _OWN_SERIES_START) / span
    return abs(cited - expected) <= 0.35 * max(own, expected)
