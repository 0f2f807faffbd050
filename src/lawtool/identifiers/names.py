"""What a norm is called by people: `Lei 340/1999 (Coari/AM)`, `Portaria DNC 27/1996`."""

from __future__ import annotations

from lawtool.model import NormaId
from lawtool.vocabulary import norms


def norma_name(norma: NormaId) -> str:
    """Write the name of a norm, or an empty string where neither its number nor its year is known."""
    if norma.number is None and norma.year is None:
        return ""
    species = norms.species().get(norma.species)
    words = species.name if species else norma.species.replace(".", " ").capitalize()
    key = norma.bodies[-1] if norma.bodies else ""
    body = norms.bodies().get(key)
    acronym = body.acronym if body else ""
    place = "/".join(filter(None, (norma.municipio, norma.uf)))
    if key and not acronym:
        name = body.names[0].name if body and body.names else key
        place = " de ".join(filter(None, (name, place)))
    return " ".join(filter(None, (words, acronym, _number(norma), f"({place})" if place else "")))


def _number(norma: NormaId) -> str:
    """`7.061/2004`, `12-A`, `s/nº de 1992`."""
    if norma.number is None:
        return f"s/nº de {norma.year}"
    plain = norma.number.isdecimal() and len(norma.number) < 10
    number = f"{int(norma.number):,}".replace(",", ".") if plain else norma.number
    return f"{number}/{norma.year}" if norma.year else number
