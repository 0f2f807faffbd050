"""Read when a norm was signed and published, and by whom."""

from __future__ import annotations

import re
from datetime import date

from lawtool.model import Kind, Norma, Signatory
from lawtool.structure.persons import is_name, names_an_office
from lawtool.vocabulary.numerals import DATE, date_of, find_date

_PUBLISHED = re.compile(
    r"""
    (?: \bDOU | \bDOE | \bDOM | \bD\.\s?O\.?(?:\s?[UEM]\.?)?
      | di[aá]rio\ oficial\D{0,60}?
      | publicad[ao]\D{0,60}?
      | data\ d[ae]?\ ?(?:publica[cç][aã]o)\D{0,50}? | publica[cç][aã]o\D{0,20}? )
    [\s:,-]*(?:de\s+|em\s+|dia\s+)?(?=\d)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SUPRA = re.compile(r"\bdata supra\b|\bmesma data\b|\bsupra\s?citada\b", re.IGNORECASE)
_OPENING_ROLE = re.compile(
    r"[OA]\s+(?P<role>[A-ZÀ-Ý][\wÀ-ÿ-]+(?:\s+Municipal)?)\s+d[aeo]\b", re.IGNORECASE
)


def read_signed(norma: Norma) -> date | None:
    """Read the date of the closing line (LC 95/1998 leaves it there), None without
    one."""
    for node in norma.nodes:
        if node.kind is Kind.FECHO:
            day = find_date(node.text)
            if day is not None:
                return day
    return None


def read_published(norma: Norma, title: str, signed: date | None) -> date | None:
    """Read the day of publication from the title or a note; `data supra` is the day of
    signing."""
    notes = [
        node.text
        for node in norma.nodes
        if node.kind is Kind.NOTA and node.parent is None
    ]
    for text in (title, *notes):
        if _SUPRA.search(text) and "ublic" in text:
            return signed
        match = _PUBLISHED.search(text)
        if match is not None:
            printed = DATE.match(text, match.end())
        else:
            printed = None
        if printed is not None:
            day = date_of(printed)
        else:
            day = None
        if day is not None:
            return day
    return None


def read_signatories(norma: Norma, raw: str) -> tuple[Signatory, ...]:
    """Read who signed: name and office of each signature, line by line as printed."""
    return tuple(
        _signatory(
            norma, [" ".join(piece.of(raw).split()) for piece in node.pieces], node.text
        )
        for node in norma.nodes
        if node.kind is Kind.ASSINATURA
    )


def _signatory(norma: Norma, printed: list[str], text: str) -> Signatory:
    lines = [line for line in printed if line in text] or [text]
    first = lines[0]
    if not _names_a_person(first):
        return Signatory(name=None, role=" ".join(lines) or None)
    return Signatory(name=first, role=" ".join(lines[1:]) or _role_of_preamble(norma))


def _names_a_person(line: str) -> bool:
    if not names_an_office(line):
        return True
    return is_name(line) and line.isupper()


def _role_of_preamble(norma: Norma) -> str | None:
    """Give the office of one who signs with a name alone: `O DIRETOR-GERAL da Agência
    ...`."""
    preamble = norma.get("preambulo")
    if preamble:
        match = _OPENING_ROLE.match(preamble.text)
    else:
        match = None
    if match is None:
        return None
    return "-".join(part.capitalize() for part in match["role"].split("-"))
