"""A norm as others cite it: ABNT NBR 6023, CSL JSON, BibTeX, JSON-LD (schema.org Legislation,
ELI).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from lawtool.identifiers.names import norma_name
from lawtool.identifiers.urn import urn_of
from lawtool.model import Norma
from lawtool.vocabulary.numerals import MONTHS
from lawtool.vocabulary.places import states

Record = dict[str, Any]

_ELI = "http://data.europa.eu/eli/ontology#"
_TEX = str.maketrans(
    {"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "{": r"\{", "}": r"\}"}
)


def jurisdiction_of(norma: Norma) -> str:
    """Return who enacts, as NBR 6023 (2018, 8.11) heads a law: `Coari (AM)`, `Brasil`, or the
    body.
    """
    identity = norma.id
    if identity.bodies and norma.authority and identity.level != "municipal":
        return re.sub(r"\s[-–]\s[A-Z]{2,}\Z", "", norma.authority)
    if identity.municipio and identity.uf:
        return f"{identity.municipio} ({identity.uf})"
    if identity.municipio:
        return identity.municipio
    if identity.uf:
        return states()[identity.uf]
    if identity.level == "federal":
        return "Brasil"
    return norma.authority


def abnt_reference(norma: Norma) -> str:
    """Return the reference of a norm after ABNT NBR 6023; what the text does not tell is left
    out.
    """
    summary = _one_line(norma.ementa or "").rstrip(".")
    parts = [jurisdiction_of(norma).upper(), _heading(norma), summary]
    if norma.published is not None:
        parts.append(f"Publicação em {_in_words(norma.published)}")
    return ". ".join(part for part in parts if part) + "."


def _heading(norma: Norma) -> str:
    """Return species, number and date: `Lei nº 7.061, de 29 de dezembro de 2004`."""
    name = re.sub(
        r"\s\([^)]*\)\Z", "", norma_name(norma.id) or norma.title or norma.slug
    )
    signed = norma.signed or norma.id.date
    if not norma.id.number or signed is None:
        return name
    species, _, number = name.rpartition(" ")
    return f"{species} nº {number.partition('/')[0]}, de {_in_words(signed)}"


def _in_words(day: date) -> str:
    if day.day == 1:
        number = "1º"
    else:
        number = str(day.day)
    return f"{number} de {MONTHS[day.month - 1]} de {day.year}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def csl_record(norma: Norma, url: str = "") -> Record:
    """Return a norm as CSL JSON (type `legislation`, schema 1.0.2)."""
    record: Record = {
        "id": norma.slug,
        "type": "legislation",
        "title": _heading(norma),
        "authority": norma.authority or None,
        "number": norma.id.number,
        "jurisdiction": jurisdiction_of(norma) or None,
        "abstract": _one_line(norma.ementa or "") or None,
        "URL": url or None,
        "language": "pt-BR",
    }
    signed = norma.signed or norma.id.date
    if signed is not None:
        record["issued"] = {"date-parts": [[signed.year, signed.month, signed.day]]}
    elif norma.id.year:
        record["issued"] = {"date-parts": [[norma.id.year]]}
    return {key: value for key, value in record.items() if value is not None}


def bibtex_entry(norma: Norma, url: str = "") -> str:
    """Return a norm as a BibTeX entry, UTF-8, with the signs escaped that TeX reads as its own."""
    fields = {
        "title": _heading(norma),
        "author": f"{{{jurisdiction_of(norma)}}}",
        "year": str(norma.id.year or ""),
        "note": _one_line(norma.ementa or ""),
        "url": url,
        "language": "brazilian",
    }
    lines = [
        f"  {name} = {{{value if name in ('author', 'url') else value.translate(_TEX)}}},"
        for name, value in fields.items()
        if value.strip("{}")
    ]
    return "\n".join([f"@misc{{{norma.slug},", *lines, "}"])


def json_ld(norma: Norma, url: str = "", status: str = "") -> Mapping[str, Any]:
    """Return a norm as schema.org `Legislation` with ELI properties, for `<script
    type="application/ld+json">`.

    `status` is a status of `history.status`; only `in_force` and `revoked` are told, the rest is
    not known.
    """
    signed = norma.signed or norma.id.date
    force = {"in_force": "InForce", "revoked": "NotInForce"}.get(status)
    identifier = urn_of(norma.id)
    record: Record = {
        "@context": {"@vocab": "https://schema.org/", "eli": _ELI},
        "@type": ["Legislation", "eli:LegalResource"],
        "@id": url or identifier or norma.slug,
        "name": norma_name(norma.id) or norma.title or norma.slug,
        "legislationIdentifier": identifier or norma.slug,
        "legislationType": norma.id.species,
        "description": _one_line(norma.ementa or "") or None,
        "legislationDate": signed.isoformat() if signed else None,
        "datePublished": norma.published.isoformat() if norma.published else None,
        "legislationPassedBy": norma.authority or None,
        "legislationJurisdiction": jurisdiction_of(norma) or None,
        "legislationLegalForce": f"https://schema.org/{force}" if force else None,
        "inLanguage": "pt-BR",
        "eli:id_local": norma.slug,
        "eli:number": norma.id.number,
        "eli:date_document": signed.isoformat() if signed else None,
    }
    return {key: value for key, value in record.items() if value is not None}
