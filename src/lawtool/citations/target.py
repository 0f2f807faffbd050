"""A citation in the flat scheme of the annotated truth:
`br;PLACE;TYPE;AUTHORITY;NUMBER;DATE[!locator|…]`.
"""

from __future__ import annotations

import re
from datetime import date

from lawtool.identifiers.labels import write_scheme
from lawtool.model import Citation, NormaId
from lawtool.vocabulary.places import dotted, from_dotted

_FIELDS = ("br", "PLACE", "TYPE", "AUTHORITY", "NUMBER", "DATE")


def target(citation: Citation) -> str:
    """Give the target of one citation; a technical standard is `abnt;SERIES;NUMBER;YEAR`, empty
    where nothing is known.
    """
    if citation.standard:
        return citation.standard
    if citation.id is None:
        return ""
    locators = [write_scheme(locator) for locator in citation.locators]
    if citation.range_end is not None and locators:
        locators[-1] += f"..{write_scheme(citation.range_end)}"
    norm = norm_target(citation.id, citation.name)
    if locators:
        return f"{norm}!{'|'.join(locators)}"
    return norm


def norm_target(identity: NormaId, name: str = "") -> str:
    """Give the six fields of a norm, `-` for what is not stated."""
    if identity.date:
        day = identity.date.isoformat()
    else:
        day = str(identity.year or "-")
    authority = "-"
    if identity.bodies:
        authority = identity.bodies[-1]
    number = name or identity.number or "-"
    return ";".join(
        ("br", _place_field(identity), identity.species, authority, number, day)
    )


def _place_field(identity: NormaId) -> str:
    uf = identity.uf.lower()
    if identity.level == "municipal" and identity.municipio:
        return f"{uf}:{dotted(identity.municipio)}"
    if identity.level == "federal":
        return "federal"
    return uf or "-"


def read_target(text: str) -> NormaId | None:
    """Read `br;PLACE;TYPE;AUTHORITY;NUMBER;DATE` back as an identity; None for anything else."""
    parts = text.split(";")
    if len(parts) != len(_FIELDS) or parts[0] != "br":
        return None
    _, place, species, body, number, when = parts
    state, _, town = place.partition(":")
    level, uf = ("municipal" if town else "estadual"), state.upper()
    if place == "federal":
        level, uf = "federal", ""
    day = re.fullmatch(r"\d{4}-\d{2}-\d{2}", when)
    return NormaId(
        species=species,
        number=None if number == "-" else number,
        year=int(when[:4]) if re.match(r"\d{4}", when) else None,
        date=_read_day(when) if day else None,
        bodies=() if body == "-" else (body,),
        level="" if place == "-" else level,
        uf=uf.strip("-"),
        municipio=(from_dotted(town, uf) or "") if town else "",
    )


def _read_day(words: str) -> date | None:
    try:
        return date.fromisoformat(words)
    except ValueError:
        return None
