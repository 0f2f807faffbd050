"""Whether what a citation says of a norm agrees with what the norm is: its place, its body, its
date.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from lawtool.model import Norma, NormaId
from lawtool.vocabulary import norms
from lawtool.vocabulary.folding import slugify

_FEW_YEARS = 2
"""So far apart a misprinted year may lie where the place was only inferred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One norm of the corpus as far as finding it needs; `load` brings the whole norm when a
    provision is asked for.
    """

    slug: str
    id: NormaId
    load: Callable[[], Norma]
    aliases: tuple[str, ...] = ()
    days: frozenset[date] = frozenset()
    """Days that the norm may be cited by: signature, publication."""


def series_of(key: str) -> str:
    """Name the species in whose series of numbers a species is counted."""
    known = norms.species().get(key)
    if known:
        return known.series
    return key


def is_continuous(key: str) -> bool:
    """Tell whether numbers run on through the years: the same number with another year is a
    contradiction.
    """
    known = norms.species().get(series_of(key))
    return known is not None and known.continuous


def has_same_place(held_id: NormaId, asked: NormaId, *, free: bool) -> bool:
    """Tell whether the places agree. One that was only inferred (`free`), or not given, excludes
    nothing in its own town.
    """
    if asked.uf and held_id.uf and asked.uf != held_id.uf:
        return False
    towns = {slugify(town) for town in (asked.municipio, held_id.municipio) if town}
    if len(towns) > 1:
        return False
    if not asked.level or held_id.level == asked.level:
        return True
    inferred_federal = asked.level == "federal" and not asked.municipio and not asked.uf
    return free and inferred_federal


@cache
def _line_of(key: str) -> frozenset[str]:
    """A body with the bodies above it and those that took over from it."""
    line, todo = set[str](), [key]
    while todo:
        body = norms.bodies().get(todo.pop())
        if body is not None and body.key not in line:
            line.add(body.key)
            todo += [other for other in (body.parent, body.successor) if other]
    return frozenset({key, *line})


def has_same_body(held_id: NormaId, asked: NormaId, inferred: tuple[str, ...]) -> bool:
    """Tell whether the bodies agree; a body and its successor, or the one above it, are one."""
    if not held_id.bodies or not asked.bodies or "body" in inferred:
        return True
    ours, theirs = held_id.bodies[-1], asked.bodies[-1]
    if ours == theirs:
        return True
    named = norms.bodies().get(theirs)
    if (
        named is not None
        and named.until
        and named.until < (held_id.year or named.until)
    ):
        return False  # dissolved before the norm was issued
    return ours in _line_of(theirs) or theirs in _line_of(ours)


def fits_date(entry: Held, asked: NormaId) -> bool:
    """Tell whether the dates agree: a full date must be a day of the norm, a year its year; without
    either all fits.
    """
    if asked.date is not None:
        days = entry.days or frozenset(day for day in (entry.id.date,) if day)
        if days:
            return asked.date in days
        return asked.year == entry.id.year
    return asked.year is None or entry.id.year is None or asked.year == entry.id.year


def contradicts_date(entry: Held, asked: NormaId, *, free: bool) -> bool:
    """Tell whether the number fits and the date does not, in a way that no second norm explains.

    Not one of another place (where the place was inferred, years must be close), not one of another
    year of a series that begins anew each year.
    """
    if asked.year is None or entry.id.year is None:
        return False
    apart = abs(asked.year - entry.id.year)
    if apart == 0 or (
        is_continuous(asked.species) and (not free or apart <= _FEW_YEARS)
    ):
        return True
    return asked.date is not None and any(
        (day.day, day.month) == (asked.date.day, asked.date.month) for day in entry.days
    )


def choose_closest(entries: list[Held], asked: NormaId) -> list[Held]:
    """Among norms that fit, choose that of the very species, body or level asked for, if there is
    one.
    """
    for same in (
        [entry for entry in entries if entry.id.species == asked.species],
        [
            entry
            for entry in entries
            if asked.bodies and entry.id.bodies[-1:] == asked.bodies[-1:]
        ],
        [entry for entry in entries if asked.level and entry.id.level == asked.level],
    ):
        if len(same) == 1:
            return same
    return entries


def tells_one_norm(entry: Held, asked: NormaId, *, by_year: bool) -> bool:
    """Tell whether what is printed can mean this norm alone, whatever else there is outside of the
    corpus.

    A number needs its place, and its year too where numbers begin anew each year. With `by_year` a
    number with its year is enough: who asks a corpus means one of its places.
    """
    located = (
        bool(asked.municipio or asked.bodies)
        or asked.level == entry.id.level != "municipal"
    )
    if asked.year is not None:
        return located or by_year
    return located and (is_continuous(asked.species) or not asked.number)


def complete_identity(asked: NormaId | None, held_id: NormaId) -> NormaId:
    """Give the held norm's identity; what the citation says in more detail is not lost."""
    if asked is None:
        return held_id
    return replace(
        held_id, date=held_id.date or asked.date, year=held_id.year or asked.year
    )
