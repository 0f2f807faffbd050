"""How a norm or a provision is cited in a paper: ABNT NBR 6023, BibTeX, CSL JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from lawtool.vocabulary import norms, places
from lawtool.vocabulary.numerals import MONTHS

FORMATS = ("abnt", "bibtex", "csl")
FEDERAL_SEAT, COUNTRY = "Brasília", "BRASIL"
_SHORT_MONTHS = tuple(name if len(name) <= 4 else f"{name[:3]}." for name in MONTHS)
"""NBR 6023 writes `jan.`, and `maio` in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedNorm:
    """What a reference is made of: who made the norm, its title and date, the provision, its
    address.
    """

    slug: str
    jurisdiction: str
    title: str
    ementa: str
    seat: str
    signed: str
    """YYYY-MM-DD, YYYY, or empty."""
    provision: str
    url: str
    on: date
    """The day on which it was looked at."""


def cited_norm(row: Mapping[str, Any], provision: str, url: str, on: date) -> CitedNorm:
    """Read a row of `normas`; `provision` is its label (`art. 15, § 4º`), empty for the whole
    norm.
    """
    signed = str(row["data"] or row["ano"] or "")
    return CitedNorm(
        slug=row["id"],
        jurisdiction=_jurisdiction(row),
        title=_title(row, signed),
        ementa=" ".join((row["ementa"] or "").split()).rstrip("."),
        seat=row["municipio"] or _state_name(row["uf"]) or FEDERAL_SEAT,
        signed=signed,
        provision=provision,
        url=url,
        on=on,
    )


def _state_name(uf: str | None) -> str:
    return places.states().get(uf or "", "")


def _jurisdiction(row: Mapping[str, Any]) -> str:
    """`COARI (AM)`, `AMAZONAS (Estado)`, `BRASIL. Agência Nacional do Petróleo`."""
    if row["municipio"]:
        if row["uf"]:
            return f"{row['municipio'].upper()} ({row['uf']})"
        return str(row["municipio"]).upper()
    state = _state_name(row["uf"])
    if state:
        return f"{state.upper()} (Estado)"
    body = (row["autoridade"] or "").strip()
    if row["esfera"] == "federal" and body:
        return f"{COUNTRY}. {body}"
    if row["esfera"] == "federal":
        return COUNTRY
    return body


def _title(row: Mapping[str, Any], signed: str) -> str:
    """`Lei nº 7.061, de 29 de dezembro de 2004`."""
    species = norms.species().get(row["especie"] or "")
    if species is None:
        return str(row["nome"])
    number = row["numero"] or ""
    if number.isdigit():
        number = f"{int(number):,}".replace(",", ".")
    if number:
        words = f"{species.name} nº {number}"
    else:
        words = f"{species.name} s/nº"
    if len(signed) == len("2004-12-29"):
        day = date.fromisoformat(signed)
        if day.day == 1:
            ordinal = "1º"
        else:
            ordinal = str(day.day)
        return f"{words}, de {ordinal} de {MONTHS[day.month - 1]} de {day.year}"
    if signed:
        return f"{words}, de {signed}"
    return words


def make_abnt(norm: CitedNorm) -> str:
    """Write a reference by NBR 6023."""
    parts = [norm.jurisdiction, norm.title, norm.ementa]
    year = norm.signed[:4]
    parts.append(f"{norm.seat}, {year}" if year else norm.seat)
    if norm.provision:
        parts.append(norm.provision[:1].upper() + norm.provision[1:])
    parts.append(f"Disponível em: {norm.url}")
    day = f"{norm.on.day} {_SHORT_MONTHS[norm.on.month - 1]} {norm.on.year}"
    parts.append(f"Acesso em: {day}")
    return ". ".join(part for part in parts if part) + "."


def make_bibtex(norm: CitedNorm) -> str:
    """Write an entry of BibTeX."""
    fields = {
        "author": f"{{{norm.jurisdiction}}}",
        "title": f"{{{norm.title}}}",
        "year": norm.signed[:4],
        "address": norm.seat,
        "note": ". ".join(filter(None, (norm.ementa, norm.provision))),
        "url": norm.url,
        "urldate": norm.on.isoformat(),
    }
    lines = [
        f"  {name} = {{{_tex(value) if name != 'url' else value}}}"
        for name, value in fields.items()
        if value
    ]
    return f"@misc{{{norm.slug},\n" + ",\n".join(lines) + "\n}\n"


def _tex(text: str) -> str:
    for sign in "&%$#_":
        text = text.replace(sign, f"\\{sign}")
    return text


def make_csl(norm: CitedNorm) -> str:
    """Write an item of CSL JSON, as Zotero and Pandoc read it."""
    item: dict[str, Any] = {
        "id": norm.slug,
        "type": "legislation",
        "title": norm.title,
        "authority": norm.jurisdiction,
        "abstract": norm.ementa,
        "section": norm.provision,
        "publisher-place": norm.seat,
        "URL": norm.url,
        "accessed": _date_parts(norm.on.isoformat()),
    }
    if norm.signed:
        item["issued"] = _date_parts(norm.signed)
    kept = {name: value for name, value in item.items() if value}
    return json.dumps([kept], ensure_ascii=False, indent=1)


def _date_parts(day: str) -> dict[str, list[list[int]]]:
    return {"date-parts": [[int(part) for part in day.split("-")]]}
