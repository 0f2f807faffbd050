"""Make the id of a norm, the same whether the corpus holds its text or only cites it: `coari-lei-340-1999`."""

from __future__ import annotations

from lawtool.model import NormaId
from lawtool.vocabulary import norms, places
from lawtool.vocabulary.folding import slugify

_TOWN_STANDS_FOR = frozenset({"camara.municipal", "prefeitura"})
"""Bodies of which a town has one: these, and what is a part of them (`mesa.diretora`), are left out behind its name."""


def norm_slug(identity: NormaId, nickname: str = "") -> str:
    """Write the id: place or body, species, number, year; what is unknown is left out.

    `nickname` stands where the norm is known by name alone (`~codigo.obras`). Empty where nothing but the species is
    known, or not even that.
    """
    species = norms.species().get(identity.species)
    number = identity.number or nickname.lstrip("~").replace(".", "-")
    issuer = _write_issuer(identity)
    if identity.species in ("", "norma") or not (issuer or number or identity.year):
        return ""
    name = species.slug if species else identity.species
    return slugify("-".join(filter(None, (issuer, name, number, str(identity.year or "")))))


def _write_issuer(identity: NormaId) -> str:
    """`coari`, `anp`, `amazonas`, `br`; a town's body after its town: `coari-secretaria-saude`."""
    key = identity.bodies[-1] if identity.bodies else ""
    if identity.municipio:
        body = norms.bodies().get(key)
        if key in _TOWN_STANDS_FOR or (body and body.parent in _TOWN_STANDS_FOR):
            key = ""
        return "-".join(filter(None, (identity.municipio, key)))
    if key or identity.level == "federal":
        return key or "br"
    return places.states().get(identity.uf, identity.level)


def standard_slug(name: str) -> str:
    """Write the id of a technical standard: `abnt;nbr;15514;2007` → `abnt-nbr-15514-2007`; any other name stays."""
    return slugify(name.replace(";", "-")) if name.startswith("abnt;") else name
