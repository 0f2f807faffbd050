"""Labels of incisos, alíneas, items, and of entries behind a dash or a bullet."""

from __future__ import annotations

import re

from lawtool.model import Kind
from lawtool.structure.costs import COST
from lawtool.structure.label_patterns import (
    ALINEA,
    ALINEA_MISREAD,
    ALINEA_UNCLOSED,
    DECIMAL,
    ENTRY,
    INCISO,
    INCISO_MISREAD,
    ITEM,
    ITEM_MISREAD,
)
from lawtool.structure.reading import Reading, Readings, own_text, read_suffix
from lawtool.vocabulary.numerals import from_letter, from_roman

_LONE_NUMERALS = frozenset("CDLM")
_DIGITS_FOR_STROKES = ("17", "14", "4", "7", "71")


# --- incisos --------------------------------------------------------------------------


def read_inciso(text: str) -> Readings:
    match = INCISO.match(text)
    if match is not None:
        number = from_roman(match["number"])
    else:
        number = None
    if match is None or number is None:
        return _read_inciso_misread(text)
    end = own_text(text, match.end())
    form, ignore, shape = _inciso_costs(match, text, end)
    if match["number"] in _LONE_NUMERALS:
        # A letter of a list rather than 50, 100, 500 or 1000.
        form += COST.inciso_lone_letter
        ignore = COST.inciso_lone_letter_ignored
    return [
        Reading(
            kind=Kind.INCISO,
            number=number,
            glyphs=match["number"],
            suffix=read_suffix(match["suffix"]),
            end=end,
            form=form,
            ignore=ignore,
            shape=shape,
        )
    ]


def _inciso_costs(
    match: re.Match[str], text: str, end: int
) -> tuple[float, float, str]:
    """Give the costs of an inciso as label and as text, and its shape where it is
    weak."""
    if match["odd"] or match["word"] or (match["open"] and not match["mark"]):
        shape = "inciso" + (match["odd"] or "word").strip()
        return COST.inciso_odd_sign, COST.inciso_odd_sign_ignored, shape
    if match["dash"]:
        return 0.0, COST.inciso_ignored, ""
    if match["mark"]:
        return (
            COST.inciso_undashed,
            COST.inciso_undashed_ignored,
            "inciso" + match["mark"].strip(),
        )
    form, ignore = _bare_costs(text, end)
    return form, ignore, "inciso bare"


def _bare_costs(text: str, end: int) -> tuple[float, float]:
    """Price a numeral that nothing parts from the words behind it."""
    if text.startswith(("|", "!", "]", "[")):
        return COST.inciso_stroke, COST.inciso_stroke_ignored
    if text[end : end + 1].isupper() and text[end + 1 : end + 2].islower():
        return COST.inciso_bare_before_capital, COST.inciso_bare_before_capital_ignored
    return COST.inciso_bare, COST.inciso_bare_ignored


def _read_inciso_misread(text: str) -> Readings:
    match = INCISO_MISREAD.match(text)
    if match is None or _is_no_numeral(match["number"]):
        return []
    glyphs = match["number"]
    separator = match["separator"].strip(" .,:;")
    end = own_text(text, match.end())
    if separator and separator[-1] in "-–—―=«»~":
        form, ignore = 0.0, COST.inciso_ignored
    elif separator:
        form, ignore = COST.inciso_undashed, COST.inciso_undashed_ignored
    else:
        form, ignore = _bare_costs(text, end)
    if separator and not glyphs.isupper():
        capitals = from_roman(glyphs.upper())
        if capitals is not None:
            return [_small_inciso(glyphs, capitals, end, form, ignore)]
    if glyphs.isdigit():
        ignore = COST.inciso_digits_ignored
    elif len(glyphs) > 1 and glyphs.isupper():
        # `HI`, `IE`: several capitals, which are hardly the beginning of a sentence.
        ignore += COST.inciso_shouted
    else:
        ignore = min(ignore, COST.inciso_misread_ignored)
    return [_damaged(Kind.INCISO, glyphs, end, form, ignore)]


def _damaged(kind: Kind, glyphs: str, end: int, form: float, ignore: float) -> Reading:
    """Read a label whose number its place must tell: no glyph of it is sure."""
    return Reading(
        kind=kind,
        number=None,
        glyphs=glyphs,
        end=end,
        form=form,
        ignore=ignore,
        damaged=True,
    )


def _is_no_numeral(glyphs: str) -> bool:
    """Tell a word in small letters and a number that strokes do not make."""
    if glyphs.islower() and len(glyphs) > 3:
        return True
    return (
        glyphs.isdigit()
        and glyphs.strip("1") != ""
        and glyphs not in _DIGITS_FOR_STROKES
    )


def _small_inciso(
    glyphs: str, number: int, end: int, form: float, ignore: float
) -> Reading:
    """Read `vII -`: the case is wrong, the numeral is not; one small letter is rather
    an alínea."""
    form += COST.inciso_wrong_case
    if len(glyphs) == 1:
        form += COST.inciso_one_small_letter - COST.inciso_wrong_case
        ignore = COST.inciso_one_small_letter_ignored
    if glyphs.islower():
        shape = "small inciso"
    else:
        shape = ""
    return Reading(
        kind=Kind.INCISO,
        number=number,
        glyphs=glyphs,
        end=end,
        form=form,
        ignore=ignore,
        shape=shape,
    )


# --- alíneas --------------------------------------------------------------------------


def read_alinea(text: str) -> Readings:
    match = ALINEA.match(text)
    if match is None:
        return _read_alinea_misread(text)
    end = own_text(text, match.end())
    if match["capital"]:
        return [_capital_alinea(match, end)]
    letters = match["number"]
    form, ignore, shape = 0.0, COST.alinea_ignored, ""
    if not match["closed"]:
        form, ignore = COST.alinea_dashed, COST.alinea_dashed_ignored
        shape = "alinea" + match["separator"].strip()
    if len(letters) == 2:
        if not match["closed"]:
            return []  # "se -", "ex." are words
        form += COST.alinea_double
        ignore = min(ignore, COST.alinea_double_ignored)
        shape = "alinea)"
    return [
        Reading(
            kind=Kind.ALINEA,
            number=from_letter(letters),
            glyphs=letters,
            suffix=read_suffix(match["suffix"]),
            end=end,
            form=form,
            ignore=ignore,
            shape=shape,
        )
    ]


def _capital_alinea(match: re.Match[str], end: int) -> Reading:
    form, ignore = COST.alinea_capital_dashed, COST.alinea_capital_dashed_ignored
    if match["cclosed"]:
        form, ignore = COST.alinea_capital_closed, COST.alinea_capital_closed_ignored
    elif match["cdot"]:
        form, ignore = COST.alinea_capital_dotted, COST.alinea_capital_dotted_ignored
    sign = match["cclosed"] or match["cdash"] or match["cdot"]
    return Reading(
        kind=Kind.ALINEA,
        number=from_letter(match["capital"]),
        glyphs=match["capital"],
        end=end,
        form=form,
        ignore=ignore,
        shape="ALINEA" + sign.strip(),
    )


def _read_alinea_misread(text: str) -> Readings:
    match = ALINEA_MISREAD.match(text)
    if match is None:
        return _read_alinea_unclosed(text)
    glyphs = match["number"] or ""
    ignore = COST.alinea_garbled_ignored
    if len(glyphs) == 1:
        ignore = COST.alinea_misread_ignored
    end = own_text(text, match.end())
    return [_damaged(Kind.ALINEA, glyphs, end, 0.0, ignore)]


def _read_alinea_unclosed(text: str) -> Readings:
    """Read `by área`, `d3 manter`, `f instalação`: the bracket was read as another
    sign, or lost."""
    match = ALINEA_UNCLOSED.match(text)
    if match is None:
        return []
    if match["separator"]:
        glyphs = match["number"]
        form, ignore = COST.alinea_unclosed, COST.alinea_unclosed_ignored
    else:
        glyphs = match["bare"]
        form, ignore = COST.alinea_bare, COST.alinea_bare_ignored
    return [_damaged(Kind.ALINEA, glyphs, match.end(), form, ignore)]


# --- items ----------------------------------------------------------------------------


def read_item(text: str) -> Readings:
    decimal = DECIMAL.match(text)
    if decimal is not None:
        return [_decimal_item(decimal, own_text(text, decimal.end()))]
    match = ITEM.match(text)
    if match is None:
        return _read_item_misread(text)
    end = own_text(text, match.end())
    separator = match["separator"].strip()
    shape = ""
    if not separator:
        form, ignore, shape = COST.item_bare, COST.item_bare_ignored, "item bare"
    elif separator == ",":
        form, ignore = COST.item_comma, COST.item_comma_ignored
    else:
        form, ignore = COST.item_closed, COST.item_closed_ignored
    if match["number"].startswith("0") or len(match["number"]) > 2:
        form += COST.item_odd_number
        ignore = min(ignore, COST.item_odd_number_ignored)
    return [
        Reading(
            kind=Kind.ITEM,
            number=int(match["number"]),
            glyphs=match["number"],
            end=end,
            form=form,
            ignore=ignore,
            shape=shape,
        )
    ]


def _decimal_item(match: re.Match[str], end: int) -> Reading:
    *above, number = (int(part) for part in match["number"].split("."))
    return Reading(
        kind=Kind.ITEM,
        number=number,
        decimal=tuple(above),
        glyphs=match["number"],
        end=end,
        form=COST.item_decimal,
        ignore=COST.item_decimal_ignored,
    )


def _read_item_misread(text: str) -> Readings:
    match = ITEM_MISREAD.match(text)
    if match is None:
        return []
    end = own_text(text, match.end())
    form, ignore = COST.item_misread, COST.item_misread_ignored
    return [_damaged(Kind.ITEM, match["number"], end, form, ignore)]


def read_entry(text: str) -> Reading | None:
    """Read an entry of a list behind a dash or a bullet: `- planejar as ações;`."""
    match = ENTRY.match(text)
    if match is None:
        return None
    return Reading(
        kind=Kind.ITEM,
        number=None,
        glyphs="",
        end=match.end(),
        form=COST.entry,
        ignore=COST.entry_ignored,
        bullet=True,
        shape="entry" + match["sign"],
    )
