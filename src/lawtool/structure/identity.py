"""Say what a norm is: species, number, dates, issuer, signatories. What the text does not say stays
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from lawtool.identifiers.slugs import norm_slug
from lawtool.model import Furniture, Kind, Line, Norma, NormaId
from lawtool.structure.issuer import Issuer, IssuerEvidence, find_issuer, name_authority
from lawtool.structure.signing import read_published, read_signatories, read_signed
from lawtool.structure.title_parts import TitleParts, read_title
from lawtool.vocabulary import norms
from lawtool.vocabulary.folding import flatten, slugify
from lawtool.vocabulary.norms import Species

_HEADS = frozenset({Furniture.HEADER, Furniture.FOOTER})
_AT_THE_END = frozenset({Kind.FECHO, Kind.ASSINATURA, Kind.NOTA})
_MOST_HEADS, _MOST_AT_THE_END = 7, 6
_PREAMBLE, _ARTICLE = 600, 400
"""Characters of a preamble and of a first article in which an issuer or a species is looked for."""
_ENDING = re.compile(r"\.\w{1,5}\Z")


def identify(
    norma: Norma, raw: str, lines: Sequence[Line], *, before: Norma | None = None
) -> Norma:
    """Give the norm with id, slug, dates, authority and signatories.

    `lines` are those of its source, `before` is the norm that stands before it in the source: an
    annexed law is of the same place unless it says otherwise.
    """
    title = _text_at(norma, "epigrafe")
    ementa = _text_at(norma, "ementa")
    preamble = [
        node.text[:_PREAMBLE] for node in norma.nodes if node.kind is Kind.PREAMBULO
    ][:1]
    if title:
        parts = read_title(title)
    else:
        parts = TitleParts()
    species = parts.species or _species_in(preamble or _first_articles(norma))
    evidence = _evidence(
        norma, species, title, preamble, _letterhead(norma, lines, before)
    )
    signed = read_signed(norma) or parts.date
    issuer = find_issuer(evidence)
    if before is not None:
        issuer = _completed(issuer, before)
    identity = NormaId(
        species=species.key if species else "norma",
        number=parts.number,
        year=parts.year or (signed.year if signed else None),
        date=_naming_date(signed, parts),
        bodies=issuer.bodies,
        level=issuer.level,
        uf=issuer.uf,
        municipio=issuer.municipio,
    )
    return replace(
        norma,
        slug=norm_slug(identity) or _name_by_file(norma.slug),
        id=identity,
        title=title or None,
        ementa=ementa or None,
        signed=signed,
        published=read_published(norma, title, signed),
        authority=name_authority(identity, signed, evidence),
        signatories=read_signatories(norma, raw),
    )


def _text_at(norma: Norma, path: str) -> str:
    node = norma.get(path)
    if node is not None:
        return node.text
    return ""


def _evidence(
    norma: Norma,
    species: Species | None,
    title: str,
    preamble: Sequence[str],
    letterhead: Sequence[str],
) -> IssuerEvidence:
    """Gather the parts that may name the issuer."""
    ends = [
        node for node in norma.nodes if node.kind in _AT_THE_END and node.parent is None
    ]
    closings = [node.text for node in ends if node.kind is Kind.FECHO]
    return IssuerEvidence(
        species=species,
        title=title,
        letterhead=tuple(letterhead),
        preamble=tuple(preamble),
        closing=tuple(node.text for node in ends[:_MOST_AT_THE_END]),
        closing_line=closings[0] if closings else "",
        subject=(_text_at(norma, "ementa"), *_first_articles(norma)[:1]),
    )


def _completed(issuer: Issuer, before: Norma) -> Issuer:
    """Add what the norm before says of the issuer, where this one says nothing or only which level
    it is of.
    """
    above = before.id
    if issuer == Issuer(uf=issuer.uf) and above.level:
        return Issuer(level=above.level, municipio=above.municipio, uf=above.uf)
    if issuer.level == above.level == "estadual" and not issuer.uf:
        return replace(issuer, uf=above.uf)
    return issuer


def _naming_date(signed: date | None, parts: TitleParts) -> date | None:
    """Give the date that names the norm: the title's own, else the closing's, which must be of the
    title's year.
    """
    if parts.date is not None:
        return parts.date
    if signed is not None and parts.year in (None, signed.year):
        return signed
    return None


def _letterhead(norma: Norma, lines: Sequence[Line], before: Norma | None) -> list[str]:
    """Give the first different running heads and feet of the pages that the norm stands on."""
    heads: dict[str, None] = {}
    for line in _lines_of(norma, lines, before):
        if line.furniture in _HEADS:
            heads.setdefault(line.text)
            if len(heads) == _MOST_HEADS:
                break
    return list(heads)


def _lines_of(
    norma: Norma, lines: Iterable[Line], before: Norma | None
) -> Iterator[Line]:
    if before:
        start = before.end_line
    else:
        start = 0
    return (line for line in lines if start < line.number <= norma.end_line)


def _first_articles(norma: Norma) -> list[str]:
    return [node.text[:_ARTICLE] for node in norma.nodes if node.kind is Kind.ARTIGO][
        :2
    ]


@cache
def _enacting() -> re.Pattern[str]:
    """Compile a folded formula that tells the species: "promulga a seguinte Lei", "nos termos desta
    Portaria".
    """
    spelled = norms.spelled_forms()
    telling = [form for form, species in spelled.items() if not species.common_word]
    return re.compile(
        rf"(?:seguinte\s+(?P<enacted>{norms.any_of(spelled)})"
        rf"|(?:[oa]\s+presente|[dn]?est[ae])\s+(?P<own>{norms.any_of(telling)}))(?![a-z])"
    )


def _species_in(texts: Iterable[str]) -> Species | None:
    """Give the species that a norm without a title calls itself: `Sanciono e Promulgo a seguinte
    Lei`.
    """
    for text in texts:
        match = _enacting().search(flatten(text))
        if match is not None:
            return norms.spelled_forms()[
                norms.form_key(match["enacted"] or match["own"])
            ]
    return None


def _name_by_file(file: str) -> str:
    """Name a text that says nothing of itself by its file."""
    return slugify(_ENDING.sub("", file)) or "norma"
