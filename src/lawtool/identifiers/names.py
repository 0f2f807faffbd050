"""What a norm is called by people: `Lei 340/1999 (Coari/AM)`, `Portaria DNC 27/1996`."""

from __future__ import annotations

from functools import cache

from lawtool.model import NormaId
from lawtool.vocabulary import rules


@cache
def _species() -> dict[str, str]:
    return {entry["key"]: entry["name"] for entry in rules.table("especies").get("especie", ())}


@cache
def _acronyms() -> dict[str, str]:
    bodies = rules.table("orgaos").get("orgao", ())
    return {body["key"]: body["acronyms"][0] for body in bodies if body.get("acronyms")}


@cache
def _names() -> dict[str, str]:
    return {
        body["key"]: body["names"][0]["name"] for body in rules.table("orgaos").get("orgao", ())
    }


def norma_name(norma: NormaId) -> str:
    """The name of a norm, or an empty string where neither its number nor its year is known."""
    if norma.number is None and norma.year is None:
        return ""
    species = _species().get(norma.species) or norma.species.replace(".", " ").capitalize()
    body = norma.bodies[-1] if norma.bodies else ""
    place = "/".join(filter(None, (norma.municipio, norma.uf)))
    if body and body not in _acronyms():
        place = " de ".join(filter(None, (_names().get(body, body), place)))
    parts = (species, _acronyms().get(body), _number(norma), f"({place})" if place else "")
    return " ".join(filter(None, parts))


def _number(norma: NormaId) -> str:
    """`7.061/2004`, `12-A`, `s/nº de 1992`."""
    if norma.number is None:
        return f"s/nº de {norma.year}"
    plain = norma.number.isdecimal() and len(norma.number) < 10
    number = f"{int(norma.number):,}".replace(",", ".") if plain else norma.number
    return f"{number}/{norma.year}" if norma.year else number
