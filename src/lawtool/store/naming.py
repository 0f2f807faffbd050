"""What a norm is called by people: `Lei 340/1999 (Coari/AM)`, `Portaria DNC 27/1996`."""

from __future__ import annotations

from functools import cache

from lawtool import rules
from lawtool.model import NormaId


@cache
def _species() -> dict[str, str]:
    return {entry["key"]: entry["name"] for entry in rules.table("especies").get("especie", ())}


@cache
def _bodies() -> dict[str, str]:
    entries = rules.table("orgaos").get("orgao", ())
    return {entry["key"]: entry["acronyms"][0] for entry in entries if entry.get("acronyms")}


def norma_name(norma: NormaId) -> str:
    """The name of a norm, or an empty string where neither its number nor its year is known."""
    if norma.number is None and norma.year is None:
        return ""
    species = _species().get(norma.species) or norma.species.replace(".", " ").capitalize()
    body = _bodies().get(norma.bodies[-1], norma.bodies[-1].upper()) if norma.bodies else ""
    number = _dotted(norma.number) if norma.number else "s/nº"
    year = f"/{norma.year}" if norma.year else ""
    if number == "s/nº" and year:
        year = f" de {norma.year}"
    place = "/".join(part for part in (norma.municipio, norma.uf) if part)
    return " ".join(part for part in (species, body, number + year, f"({place})" if place else "") if part)


def _dotted(number: str) -> str:
    """`7061` as `7.061`, `12-A` as it is."""
    return f"{int(number):,}".replace(",", ".") if number.isdecimal() else number
