"""Whose norm a reference means where the text does not say: federal, of the state, of the citing norm's own place.

Evidence in order: what is printed; the body; species that only the Union has; numbers so well known that they stand
alone; and the series of numbers: a law fits the federal series of its year or the citing norm's own. Whatever was not
printed is listed in `inferred`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import date

from lawtool.citations.references import Reference
from lawtool.model import NormaId
from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.norms import NamedNorm

_FEDERAL_ONLY = frozenset(
    {
        "decreto.lei", "medida.provisoria", "emenda.constitucional", "constituicao", "ato.institucional",
        "ato.complementar", "ato.disposicoes.constitucionais.transitorias", "norma.regulamentadora", "lei.delegada",
        "proposta.emenda.constitucional", "portaria.interministerial",
    }
)  # fmt: skip
_FEDERAL_BODY = re.compile(
    r"(?:^|\.)(?:ministeri\w*|ministr[oa]|nacional|federal|uniao|republica)(?:\.|$)"
)
_OWN_SERIES_START = 1948
"""Municipal series in use begin with the elected chambers of 1948."""


def identify(reference: Reference, citing: NormaId | None) -> tuple[NormaId, str, tuple[str, ...]]:
    """(identity, name, what was inferred). `name` is `~dotted.name` for a norm known by its name alone."""
    reference.inferred.clear()
    _settle_century(reference, citing)
    if reference.name:
        return _named(reference, citing)
    level, uf, municipio = _place(reference, citing)
    bodies = _bodies(reference, level, citing)
    species, number, year, day = reference.key, reference.number, reference.year, reference.date
    known = vocabulary.known_dates().get((species, number or ""))
    if known and level == "federal" and day is None and year in (None, known.year):
        day, year = known, known.year
        reference.inferred.append("date")
    identity = NormaId(
        species=species,
        number=number,
        year=year,
        date=day,
        bodies=bodies,
        level=level,
        uf=uf,
        municipio=municipio,
    )
    return identity, "", tuple(dict.fromkeys(reference.inferred))


def citing_day(citing: NormaId | None) -> date | None:
    """The day from which a name is understood."""
    if citing is None:
        return None
    return citing.date or (date(citing.year, 12, 31) if citing.year else None)


def _settle_century(reference: Reference, citing: NormaId | None) -> None:
    """A two-digit year is the latest one not after the citing norm's."""
    if not reference.short_year or reference.year is None:
        return
    reference.inferred.append("century")
    if citing is None or citing.year is None or reference.year <= citing.year:
        return
    year = reference.year - 100
    reference.year = year
    if reference.date is not None:
        reference.date = reference.date.replace(year=year)


def _named(reference: Reference, citing: NormaId | None) -> tuple[NormaId, str, tuple[str, ...]]:
    meant = vocabulary.names().get(reference.name, ())
    if meant:
        holding = _holding(meant, reference, citing)
        if holding is not None:
            identity = NormaId(
                species=holding.species,
                number=holding.number,
                year=holding.date.year,
                date=holding.date,
                level="federal",
            )
            return identity, "", ("name", *reference.inferred)
        kind = reference.name.split()[0]
        species = kind if kind in vocabulary.species() else meant[0].species
        return NormaId(species=species, level="federal"), dotted_name(reference.name), ()
    level, uf, municipio = _place(reference, citing)
    species = reference.key
    own = reference.name in vocabulary.own_names()
    identity = NormaId(
        species=species, number=reference.number, year=reference.year, date=reference.date, level=level, uf=uf,
        municipio=municipio,
    )  # fmt: skip
    name = "" if own or reference.number else dotted_name(reference.name)
    return identity, name, tuple(dict.fromkeys(reference.inferred))


def dotted_name(name: str) -> str:
    """`codigo de obras` → `~codigo.obras`."""
    small = {"de", "do", "da", "dos", "das", "e", "a", "o"}
    return "~" + ".".join(word for word in name.split() if word not in small)


def _holding(
    meant: tuple[NamedNorm, ...], reference: Reference, citing: NormaId | None
) -> NamedNorm | None:
    if reference.year is not None:
        return next(
            (one for one in meant if one.date.year == reference.year),
            meant[0] if len(meant) == 1 else None,
        )
    day = citing_day(citing)
    if day is None and len(meant) == 1:
        return meant[0] if meant[0].until is None else None
    return next((one for one in meant if one.holds(day)), None)


def _bodies(reference: Reference, level: str, citing: NormaId | None) -> tuple[str, ...]:
    if reference.bodies or reference.species is None or reference.species.issuer == "ente":
        return reference.bodies
    if citing is not None and citing.bodies:
        reference.inferred.append("body")
        return citing.bodies
    if reference.species.issuer == "camara" and level == "municipal" and not reference.species.bill:
        reference.inferred.append("body")
        return ("camara.municipal",)
    return ()


def _place(reference: Reference, citing: NormaId | None) -> tuple[str, str, str]:
    """(level, UF, municipality), inferring what is not printed."""
    level, uf, municipio = reference.level, reference.uf, reference.municipio
    if not level and reference.bodies:
        body = next(
            (b for key in reversed(reference.bodies) if (b := vocabulary.bodies().get(key))), None
        )
        if body is not None:
            level, uf = body.level, uf or body.uf
        elif any(
            key.endswith(("municipal", "municipio")) or ".municipal." in key
            for key in reference.bodies
        ):
            level = "municipal"
        elif any(_FEDERAL_BODY.search(key) for key in reference.bodies):
            level = "federal"
        elif any("estadual" in key or "estado" in key for key in reference.bodies):
            level = "estadual"
    if not level:
        level = _inferred_level(reference, citing)
        if level:
            reference.inferred.append("level")
    if level == "federal":
        return "federal", "", ""
    if citing is not None:
        if not uf:
            uf = citing.uf
            reference.inferred.append("place")
        if level == "municipal" and not municipio and uf == citing.uf:
            municipio = citing.municipio
            reference.inferred.append("place")
    return level, uf, municipio


def _inferred_level(reference: Reference, citing: NormaId | None) -> str:
    if reference.key in _FEDERAL_ONLY:
        return "federal"
    number, year = reference.number, reference.year
    known = vocabulary.known_dates().get((reference.key, number or ""))
    if known is not None and (year in (None, known.year) or _same_day(reference.date, known)):
        return "federal"
    own = citing.level if citing is not None else ""
    if own in {"", "federal"}:
        return own or ("federal" if _fits_federal(reference) else "")
    if _fits_federal(reference) and not _fits_own(reference, citing):
        return "federal"
    return own


def _same_day(one: date | None, other: date) -> bool:
    """The day and month of a known norm with a misprinted year still tell which norm is meant."""
    return one is not None and (one.day, one.month) == (other.day, other.month)


def _fits_federal(reference: Reference) -> bool:
    entry = vocabulary.series().get(reference.key)
    number = (reference.number or "").split("-")[0]
    if entry is None or reference.year is None or not number.isdigit():
        return False
    margin, last = entry
    years = [year for year, _ in last]
    i = bisect_left(years, reference.year)
    if i == len(years) or reference.year < years[0]:
        return False
    high = last[i][1]
    low = last[i - 1][1] if i and last[i - 1][1] < high else 0
    return low - margin <= int(number) <= high + margin


def _fits_own(reference: Reference, citing: NormaId | None) -> bool:
    """Whether a number can belong to the citing norm's own series: it grows with the years, roughly evenly."""
    number = (reference.number or "").split("-")[0]
    if citing is None or not number.isdigit() or reference.year is None:
        return True
    if (
        citing.species != reference.key
        or not (citing.number or "").isdigit()
        or citing.year is None
    ):
        return (
            False  # nothing is known of that series, and the federal one hits so few numbers a year
        )
    own, cited = int(citing.number or 0), int(number)
    if (reference.year <= citing.year and cited > own) or (
        reference.year > citing.year and cited < own
    ):
        return False
    span = max(citing.year - _OWN_SERIES_START, 1)
    apart = abs(citing.year - reference.year)
    if apart <= 10 and abs(own - cited) <= (apart + 1) * max(own / span, 15) * 2:
        return True
    expected = own * (reference.year - _OWN_SERIES_START) / span
    return abs(cited - expected) <= 0.35 * max(own, expected)
