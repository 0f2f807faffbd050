"""Make the id of a norm, the same whether the corpus holds its text or only cites it:
`coari-lei-340-1999`.
"""

from __future__ import annotations

import re
from functools import cache

from lawtool.model import NormaId
from lawtool.vocabulary import norms, places
from lawtool.vocabulary.folding import slugify

_TOWN_STANDS_FOR = frozenset({"camara.municipal", "prefeitura"})
"""Bodies of which a town has one: these, and what is a part of them (`mesa.diretora`), are left out
behind its name.
"""


def norm_slug(identity: NormaId, nickname: str = "") -> str:
    """Write the id: place or body, species, number, year; what is unknown is left out.

    `nickname` stands where the norm is known by name alone (`~codigo.obras`). Empty where nothing
    but the species is known, or not even that.
    """
    species = norms.species().get(identity.species)
    number = identity.number or nickname.lstrip("~").replace(".", "-")
    issuer = _write_issuer(identity)
    if identity.species in ("", "norma") or not (issuer or number or identity.year):
        return ""
    if species:
        name = species.slug
    else:
        name = identity.species
    return slugify(
        "-".join(filter(None, (issuer, name, number, str(identity.year or ""))))
    )


def _write_issuer(identity: NormaId) -> str:
    """`coari`, `anp`, `amazonas`, `br`; a town's body after its town: `coari-secretaria-saude`."""
    if identity.bodies:
        key = identity.bodies[-1]
    else:
        key = ""
    if identity.municipio:
        body = norms.bodies().get(key)
        if key in _TOWN_STANDS_FOR or (body and body.parent in _TOWN_STANDS_FOR):
            key = ""
        return "-".join(filter(None, (identity.municipio, key)))
    if key or identity.level == "federal":
        return key or "br"
    return places.states().get(identity.uf, identity.level)


@cache
def _slug_pattern() -> re.Pattern[str]:
    names = sorted(
        (species.slug for species in norms.species().values()), key=len, reverse=True
    )
    return re.compile(
        rf"(?P<issuer>[a-z0-9-]+?)-(?P<species>{'|'.join(names)})-(?P<number>\d+(?:-[a-z0-9]{{1"
        rf",2}})?)-(?P<year>\d{{4}})\Z"
    )


def read_slug(slug: str) -> NormaId | None:
    """Read an id back: `br-lei-8666-1993`. None for what is no id, or of a place that is not one
    alone.
    """
    match = _slug_pattern().match(slug)
    if match:
        place = _read_issuer(match["issuer"])
    else:
        place = None
    if match is None or place is None:
        return None
    named = (
        entry for entry in norms.species().values() if entry.slug == match["species"]
    )
    species = min(named, key=lambda entry: bool(entry.series_of)).key
    return NormaId(
        species=species,
        number=match["number"].upper(),
        year=int(match["year"]),
        bodies=place.bodies,
        level=place.level,
        uf=place.uf,
        municipio=place.municipio,
    )


def _read_issuer(words: str) -> NormaId | None:
    if words == "br":
        return NormaId(species="", level="federal")
    for body in norms.bodies().values():
        if slugify(body.key) == words:
            return NormaId(species="", level=body.level, uf=body.uf, bodies=(body.key,))
    if uf := places.state(words.replace("-", " ")):
        if len(words) > 2:
            return NormaId(species="", level="estadual", uf=uf)
        return None
    towns = places.municipalities(words)
    if len(towns) != 1:
        return None
    return NormaId(species="", level="municipal", uf=towns[0][1], municipio=towns[0][0])


def standard_slug(name: str) -> str:
    """Write the id of a technical standard: `abnt;nbr;15514;2007` → `abnt-nbr-15514-2007`; any
    other name stays.
    """
    if name.startswith("abnt;"):
        return slugify(name.replace(";", "-"))
    return name
