"""What a norm is called by people: `Lei 340/1999 (Coari/AM)`, `Portaria DNC 27/1996`."""

from __future__ import annotations

from lawtool.model import NormaId
from lawtool.vocabulary import norms


def norma_name(norma: NormaId) -> str:
    """Write the name of a norm, or an empty string where neither its number nor its year is
    known.
    """
    if norma.number is None and norma.year is None:
        return ""
    species = norms.species().get(norma.species)
    if species:
        words = species.name
    else:
        words = norma.species.replace(".", " ").capitalize()
    if norma.bodies:
        key = norma.bodies[-1]
    else:
        key = ""
    body = norms.bodies().get(key)
    if body:
        acronym = body.acronym
    else:
        acronym = ""
    place = "/".join(filter(None, (norma.municipio, norma.uf)))
    if key and not acronym:
        if body and body.names:
            name = body.names[0].name
        else:
            name = key
        place = " de ".join(filter(None, (name, place)))
    return " ".join(
        filter(None, (words, acronym, _number(norma), f"({place})" if place else ""))
    )


def _number(norma: NormaId) -> str:
    """`7.061/2004`, `12-A`, `s/nº de 1992`."""
    if norma.number is None:
        return f"s/nº de {norma.year}"
    plain = norma.number.isdecimal() and len(norma.number) < 10
    if plain:
        number = f"{int(norma.number):,}".replace(",", ".")
    else:
        number = norma.number
    if norma.year:
        return f"{number}/{norma.year}"
    return number
