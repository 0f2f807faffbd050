"""Annexes: their heading, and the loose pieces between what is numbered (forms, boxes,
paragraphs)."""

from __future__ import annotations

import re

from lawtool.model import Kind
from lawtool.structure.builder import NormBuilder
from lawtool.structure.draft import Draft
from lawtool.structure.segments import Segment
from lawtool.vocabulary.numerals import from_letter, from_roman

_HEADING = re.compile(
    r"""
    [\"“]? (?P<word> ANEXOS? | Anexos? | APÊNDICE | ADENDO )
    (?: \s+ (?:N[º°o.]+\s*)?
        (?P<number> [IVXLl1-9|]{1,6} | [A-Z] | [ÚU]NICO | [úu]nico )
        (?P<suffix> -[A-Z]\b )? (?![A-Za-zÀ-ÿ])
    )?
    """,
    re.VERBOSE,
)  # ANEXO II - PAINEL
_BOX = re.compile(r"(?P<number>\d{2})\s+(?=[A-ZÀ-Ý]{4,})")  # 01 IDENTIFICAÇÃO
_BEHIND_HEADING = " -–—:."
_LONGEST_TITLE = 140
_PREPOSITIONS = frozenset(
    ("de", "da", "do", "para", "e", "das", "dos", "em", "a", "o", "com")
)
_STROKES = str.maketrans("l|1", "III")


def open_annex(
    builder: NormBuilder, segment: Segment, quotation: Draft | None = None
) -> Draft:
    """Open an annex. `ANEXO II - PAINEL`: label `Anexo II`; the rest and the capital
    lines below it are its own text."""
    match = _HEADING.match(segment.text)
    if match is not None:
        printed = match["number"]
    else:
        printed = None
    if printed:
        number = annex_number(printed)
    else:
        number = None
    sole = printed is not None and printed.upper() in _SOLE
    if quotation is None:
        count = builder.count("anexo", number)
    else:
        count = number or quotation.next_below("anexo")
    if match is not None:
        suffix = match["suffix"]
    else:
        suffix = None
    if sole:
        name = "anexo1u"
    else:
        name = f"anexo{count}"
    if suffix:
        name += f"-{from_letter(suffix[1:])}"
    draft = builder.open(Kind.ANEXO, name, quotation)
    end = 0
    if match is not None:
        end = len(segment.text) - len(
            segment.text[match.end() :].lstrip(_BEHIND_HEADING)
        )
        draft.label = match["word"].capitalize()
        if sole:
            draft.label = "Anexo único"
        elif number is not None:
            draft.label += f" {printed}{suffix or ''}"
        draft.printed = match.group().strip('"“ ')
        draft.label_span = segment.raw_span(0, end)
    draft.lines.append(segment.line.number)
    draft.add(segment, end)
    return draft


_SOLE = ("ÚNICO", "UNICO")


def continues_annex(annex: Draft | None, segment: Segment) -> bool:
    """Tell the heading of an annex that goes on behind a page break: `ANEXO II
    (CONTINUAÇÃO)`."""
    if annex is None or _CONTINUED.search(segment.text) is None:
        return False
    match = _HEADING.match(segment.text)
    if match is None or not match["number"]:
        return True
    return f"Anexo {match['number']}{match['suffix'] or ''}" == annex.label


_CONTINUED = re.compile(r"\(?\s?continua[cç][aã]o\s?\)?", re.IGNORECASE)


def annex_number(text: str) -> int | None:
    """Read the number of an annex: `II` → 2, `B` → 2, `3` → 3, `ÚNICO` → 1."""
    if text.upper() in _SOLE:
        return 1
    if text.isdigit():
        return int(text)
    roman = from_roman(text.translate(_STROKES))
    if roman is None and len(text) == 1:
        return from_letter(text)
    return roman


def place_in_annex(
    builder: NormBuilder, annex: Draft, current: Draft | None, segment: Segment
) -> Draft | None:
    """Place a line of an annex that no label opens; give the node that took it. None:
    it continues the node before it."""
    box = _BOX.match(segment.text)
    if box is not None and not segment.table_ahead:
        draft = builder.open(Kind.ANEXO_ITEM, f"qdr{int(box['number'])}", annex)
        draft.label = draft.printed = box["number"]
        draft.label_span = segment.raw_span(0, box.end())
        draft.add(segment, box.end())
        return draft
    if current is annex and _goes_on_with_title(annex, segment):
        annex.add(segment)
        return annex
    if _opens_paragraph(annex, current, segment):
        draft = builder.open_counted(Kind.ANEXO_ITEM, "txt", annex)
        draft.add(segment)
        return draft
    return None


def _goes_on_with_title(annex: Draft, segment: Segment) -> bool:
    """Tell the capital lines below a heading, and the line behind a title that ends in
    a preposition."""
    if segment.text.isupper() and len(segment.text) < _LONGEST_TITLE:
        return True
    return bool(annex.words) and annex.words[-1].split()[-1].lower() in _PREPOSITIONS


def _opens_paragraph(annex: Draft, current: Draft | None, segment: Segment) -> bool:
    if current is None or current is annex or current.kind is Kind.AGRUPADOR:
        return True
    if current.name.startswith("qdr"):
        return segment.text.startswith("(") and segment.text.endswith(")")
    return current.name.startswith("txt") and segment.ended
