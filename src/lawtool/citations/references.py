"""Reading the norm named at a place of the text: species, number, date and body, or a name such as
"Código Civil".
"""

from __future__ import annotations

import re

from lawtool.citations.named_norms import read_named
from lawtool.citations.reference_parts import (
    LEVEL_WORD,
    Reference,
    known_bodies,
    read_body,
    read_date,
    read_tail,
    set_level,
)
from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.norms import Form
from lawtool.vocabulary.numerals import full_year, plain_number

_MARK = r"(?:n[º.ros]{0,4}\s?[º.:]{0,2}|numeros?|n\s?[°º*?]|sob\s(?:o\s)?n[º.]{1,2})"
_NUMBER = (
    r"(?P<number>\d{1,3}(?:\.\d{3})+|\d{1,6})"
    r"(?P<suffix>-\s?[a-z](?![a-z0-9])|-\d{1,3}(?![\d/])|-\d{1,2}(?=\s?/\s?\d{4}))?(?!\d)"
)
_YEAR = r"(?:\s?/\s?(?P<year>\d\.\d{3}|\d{4}|\d{2})(?![\d]|[./]\d))?"
_AFTER_SPECIES = re.compile(
    rf"""
    (?P<levels>(?:\s++{LEVEL_WORD})*)\s*+[,:-]?\s*+(?:(?:de\s++)?(?P<mark>{_MARK})(?![a-z])\s*+)?
    {_NUMBER}(?!\s?(?:%|[ªh]|anos|dias)){_YEAR}
    """,
    re.X,
)
_LEVELS_ONLY = re.compile(rf"(?:\s+{LEVEL_WORD})+")
_ACRONYM = re.compile(
    r"""
    \s*+[-–—]?\s*+(?:d[ao]\s++)?["“”']?
    (?P<body>[A-Z][A-Za-z]*[A-Z](?:\s?[/–—-]\s?[A-Z][A-Za-z]*[A-Z])*)["“”']?(?=[\s,-])
    """,
    re.X,
)
_TITLE_CASE = re.compile(
    r"\s+(?:d[ao]\s+)?(?P<body>[A-Z][a-z]+(?:/[A-Z][A-Za-z]+)*)(?=\s+[nN][º°.o]{1,3}\s?\d)"
)
"""`Portaria Inmetro nº 109`: a body called by an acronym that is written as a word."""
_ADJECTIVE = re.compile(r"(?:iva|ada|aria|al|unta|ica|eira|ente|orial)s?\Z")
"""`Resolução Administrativa nº 5`: what qualifies the species is no body."""
_SPELLED_BODY = re.compile(
    r"[A-ZÀ-Ú][^.;:\n(]{3,120}?\s*[-–—(]\s*(?P<body>[A-Z][A-Za-z]*[A-Z])\)?,?(?=\s+[nN][º°.o]{1"
    r",3}\s?\d)"
)
"""`Agência Nacional de Petróleo, Gás Natural e Biocombustíveis - ANP n.º 41`."""
_OF_BODY = re.compile(r"\s*+[-–—]?\s*+d[ao]\s++")
_BARE_NUMBER = re.compile(rf"(?P<mark>{_MARK}(?![a-z])\s*)?{_NUMBER}(?!\s?%){_YEAR}")
_PROCESS = re.compile(
    r"\s+(?:contida|constante|proferida)s?\s+n[oa]\s+processo\s+(?:n[º.]{1,3}\s*)?(?P<id>[a-z0-"
    r"9./-]*\d)"
)
_MEMBER = re.compile(
    r"""
    \s*(?:[,;]\s*+(?:e\s++|ou\s++)?(?:d?[ao]s?\s++)?|\s(?:e|ou)\s++(?:d?[ao]s?\s++)?)
    (?:(?:de\s+)?n[º.]{1,3}\s*)?(?=\d)
    """,
    re.X,
)
_ITEM_END = re.compile(r"\s*(?:[,;.)]|e\s|ou\s|\Z|\n)")


def read_reference(raw: str, flat: str, pos: int) -> Reference | None:
    """Read the norm named at `pos`: numbered, or by a name; None where only a species word or
    nothing stands there.
    """
    match = vocabulary.citation_pattern().match(flat, pos)
    form = None
    if match:
        form = vocabulary.citation_forms().get(vocabulary.form_key(match[0]))
    numbered = None
    if match is not None and form is not None:
        written = not form.capitals or raw[pos : match.end()].isupper()
        numbered = None
        if written:
            numbered = _read_numbered(raw, flat, pos, match.end(), form)
    return numbered or read_named(raw, flat, pos)


# -- numbered norms --------------------------------------------------------------------


def _read_numbered(
    raw: str, flat: str, pos: int, after: int, form: Form
) -> Reference | None:
    reference = Reference(
        start=pos, end=after, species=form.species, plural=form.plural
    )
    match = _AFTER_SPECIES.match(flat, after)
    if match is None:
        start = _read_body_before(raw, flat, reference)
        match = None
        if start > after:
            match = _AFTER_SPECIES.match(flat, start)
        if match is None:
            return _read_process(flat, reference, after)
    if not _counts_as_number(match, form, reference):
        return None
    set_level(reference, flat[pos:after])
    set_level(reference, match["levels"])
    _set_number(reference, match)
    read_tail(raw, flat, reference)
    return _split_species(flat, reference)


def _counts_as_number(match: re.Match[str], form: Form, reference: Reference) -> bool:
    species = reference.species or form.species
    if species.needs_body and not reference.bodies:
        return False
    if match["mark"]:
        return True
    if (
        species.named or "orcamentari" in match["levels"]
    ):  # "Lei Orçamentária 2014": a year
        return False
    if species.common_word and match["year"] is None:  # "PROVIMENTO: 1"
        return False
    return not form.capitals or len(match["number"]) > 1 or match["year"] is not None


def _read_body_before(raw: str, flat: str, reference: Reference) -> int:
    """Read the body between species and number ("Resolução Conama nº 237"); where the number is to
    be looked for.
    """
    after, species = reference.end, reference.species
    levels = _LEVELS_ONLY.match(flat, after)
    start = after
    if levels:
        start = levels.end()
    acronym = _ACRONYM.match(raw, start)
    if acronym is not None and vocabulary.acronym_key(acronym["body"]) not in {
        "no",
        "n",
    }:
        set_level(reference, levels[0] if levels else "")
        return _set_acronym(reference, acronym)
    if species is None or species.issuer == "ente":
        return after
    if word := _TITLE_CASE.match(raw, start):
        if not _ADJECTIVE.search(word["body"]):
            reference.bodies = known_bodies(word["body"])
        return word.end()
    of = _OF_BODY.match(flat, start)
    if of is None:
        return after
    if spelled := _SPELLED_BODY.match(raw, of.end()):
        reference.bodies = known_bodies(spelled["body"])
        return spelled.end()
    reference.bodies, end = read_body(raw, flat, of.end())
    if not reference.bodies:
        return after
    return end


def _set_acronym(reference: Reference, acronym: re.Match[str]) -> int:
    """Take an acronym as the body; one that is a species of its own says which ("Resolução RDC nº
    216").
    """
    form = vocabulary.citation_forms().get(vocabulary.acronym_key(acronym["body"]))
    species = reference.species
    if form is not None and form.capitals:
        reference.species = form.species
    elif species is not None and species.issuer == "ente":
        return reference.end
    else:
        reference.bodies = known_bodies(acronym["body"])
    return acronym.end()


def _set_number(reference: Reference, match: re.Match[str]) -> None:
    suffix = (match["suffix"] or "").replace(" ", "").upper()
    reference.number = plain_number(match["number"]) + suffix
    reference.end = match.end()
    if match["year"]:
        reference.short_year = len(match["year"]) == 2
        reference.year = full_year(match["year"])


def _read_process(flat: str, reference: Reference, after: int) -> Reference | None:
    """ "Decisão Plenária contida no Processo PL-0087/2004": numbered by its process."""
    match = None
    if reference.key.startswith("decisao"):
        match = _PROCESS.match(flat, after)
    if match is None:
        return None
    reference.number, reference.end = f"processo-{match['id']}", match.end()
    if body := re.match(r"[a-z]+", match["id"]):
        reference.bodies = known_bodies(body[0])
        reference.number = f"processo-{match['id'][body.end() :].lstrip('-')}"
    read_date(flat, reference)
    return reference


def _split_species(flat: str, reference: Reference) -> Reference | None:
    """Read a species whose words stand around its number ("Emenda nº 30 à Lei Orgânica"); None
    where it is of no norm.
    """
    if reference.species is None or not reference.species.split:
        return reference
    for words, key in vocabulary.split_species().items():
        match = re.compile(rf"\s*+,?\s*+{words}(?![a-z])").match(flat, reference.end)
        if match:
            reference.species, reference.end = vocabulary.species()[key], match.end()
            return reference
    if re.compile(r"\s*+,?\s*+aos?\s").match(flat, reference.end):
        return None
    return reference


# -- lists -----------------------------------------------------------------------------


def read_members(raw: str, flat: str, first: Reference) -> list[Reference]:
    """Bare numbers that go on with a list: `leis nº 4.898 de …, 123 de …`; they inherit the
    species.

    A bare number counts after a plural, or with a year or date of its own. A date or body at the
    end of the list belongs to all members that have none (`nos 58, 59, 60 e 61, de 14 de junho de
    1989`).
    """
    members, last = list[Reference](), first
    while joint := _MEMBER.match(flat, last.end):
        match = _BARE_NUMBER.match(flat, joint.end())
        if match is None:
            break
        member = Reference(
            start=joint.end(),
            end=match.end(),
            species=first.species,
            plural=first.plural,
            bodies=first.bodies,
            level=first.level,
            uf=first.uf,
        )
        _set_number(member, match)
        read_tail(raw, flat, member)
        dated = match["year"] or member.date
        listed = first.plural and (member.year or _ITEM_END.match(flat, member.end))
        if not dated and not listed:
            break
        members.append(member)
        last = member
    if members:
        _share_tail([first, *members])
    return members


def _share_tail(listed: list[Reference]) -> None:
    last = listed[-1]
    if any(member.year for member in listed[:-1]):
        return
    for member in listed[:-1]:
        member.date, member.year, member.short_year = (
            last.date,
            last.year,
            last.short_year,
        )
        member.bodies, member.level = (
            member.bodies or last.bodies,
            member.level or last.level,
        )
        member.uf, member.municipio = (
            member.uf or last.uf,
            member.municipio or last.municipio,
        )
