"""The readings of the start of a line: every label that it may be, with what it costs to take it for one and for text.

Each kind of label is a function from a text to its readings; `readings` asks them in order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from lawtool.model import Kind
from lawtool.structure.costs import COST
from lawtool.structure.label_patterns import (
    ALINEA,
    ALINEA_MISREAD,
    ALINEA_UNCLOSED,
    ARTIGO,
    ARTIGO_IN_WORDS,
    ARTIGO_MISREAD,
    CANONICAL,
    CITED,
    DECIMAL,
    DIRT,
    ENTRY,
    INCISO,
    INCISO_MISREAD,
    ITEM,
    ITEM_MISREAD,
    LABEL_BEHIND,
    ORDINALS,
    PARAGRAFO,
    PARAGRAFO_MARKLESS,
    PARAGRAFO_MISREAD,
    SEPARATOR,
    SEVERAL,
)
from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.numerals import from_letter, from_roman


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read the start of a line.

    `number` is None where the sign can only be a misreading. `end` is the offset in the line where the own text begins,
    `form` the cost of a label of this shape, `ignore` what it costs to take the same words for running text.
    """

    kind: Kind
    number: int | None
    glyphs: str
    end: int
    form: float = 0.0
    ignore: float = 0.0
    suffix: tuple[int, ...] = ()
    sole: bool = False
    behind: bool = False
    """The label stands behind its text, at the end of the line, and begins at `end`."""
    damaged: bool = False
    """The sign itself is misread (`$` for §, `Am.` for Art.), whatever its number."""
    decimal: tuple[int, ...] = ()
    """The numbers of `1.2.3` above the last."""
    bullet: bool = False
    """An entry behind a dash or a bullet: the decoder counts it."""
    until: int = 0
    """The last number of a label for several provisions (`Arts. 52 a 58`), 0 for one."""
    shape: str = ""
    """What a weak form looks like (`a -`, `I` alone): only a list in one shape makes such signs labels."""


Readings = list[Reading]

_HEAD = 48
"""Characters in which a label stands."""
_SPECKS = frozenset("—–-:;.,'’‘~*•·_°o")
_STARTS = frozenset("AaÀÁ4§Pp$&8£€S5B6g93¢%@IVXLCDMHUNWYTJFKlivxhnmutyfrk127|!][¥\"“”„«'‘’(*")
_LONE_NUMERALS = frozenset("CDLM")
_DIGITS_FOR_STROKES = ("17", "14", "4", "7", "71")
_GLUED_SIGNS = "8569B34"
"""Digits that stand for § and may be glued to its number."""
_USUAL_SIGNS = "$&8£"


def readings(text: str) -> tuple[Reading, ...]:
    """Give every label that the start of a line may be; none for a line that can only be running text.

    The reading as running text is not listed: its cost is the largest `ignore` of the others.
    """
    if not text:
        return ()
    canonical = CANONICAL.match(text)
    if canonical is not None:
        return _of_label(canonical.group())
    dirt = DIRT.match(text)
    if dirt is not None and dirt.end() < len(text):
        return _behind_dirt(text, dirt.end())
    if text[1:2] == " " and text[0] in _SPECKS:
        return _behind_dirt(text, 2)
    if not _may_begin(text):
        return ()
    return _all_readings(text[:_HEAD])


def read_label_behind(text: str) -> Reading | None:
    """Read the label of an article that stands at the end of its line: `São objetivos da Política: Art. 12`."""
    match = LABEL_BEHIND.search(text)
    if match is None:
        return None
    return Reading(
        kind=Kind.ARTIGO,
        number=int(match["number"]),
        glyphs=match["number"],
        end=match.start("label"),
        form=COST.label_behind,
        ignore=COST.label_behind_ignored,
        behind=True,
    )


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


def is_canonical(text: str) -> bool:
    """Tell whether the line begins with a label in its usual form; nothing else can be meant by it."""
    return CANONICAL.match(text) is not None


def _may_begin(text: str) -> bool:
    """Tell a start that may be a label from a sign or a word that cannot."""
    first = text[0]
    if first not in _STARTS and not (first.isalnum() and first.isascii()) and ")" not in text[:3]:
        return False
    # Four letters are a word, too long for a letter or a misread numeral.
    return first in "AaPpVXLIUHWMCD" or not text[:4].isalpha() or len(text) < 4


def _behind_dirt(text: str, end: int) -> tuple[Reading, ...]:
    """Read `— Hf- Área`, `: 8 2º`, `? b) um`: specks were read as signs of their own before the label."""
    speck = text[0] in _SPECKS
    extra = COST.dirt_sign
    if speck or not text[0].isalnum():
        extra = COST.dirt_speck
    own = () if speck else _all_readings(text[:_HEAD])
    return own + tuple(
        replace(
            reading,
            end=reading.end + end,
            form=reading.form + extra,
            ignore=min(reading.ignore, COST.dirt_ignored),
        )
        for reading in readings(text[end:])
    )


@lru_cache(maxsize=4096)
def _of_label(label: str) -> tuple[Reading, ...]:
    return _all_readings(label + "Xx")


def _all_readings(head: str) -> tuple[Reading, ...]:
    several = _read_several(head)
    if several:
        return tuple(several)
    found = _read_artigo(head) or _read_paragrafo(head)
    if found and not found[0].damaged:
        return tuple(found)
    for read in _IN_LISTS:
        found += read(head)
    return tuple(found)


def _own_text(text: str, at: int) -> int:
    """Find where the own text begins: behind dashes, dots and blanks that follow a label."""
    match = SEPARATOR.match(text, at)
    return match.end() if match else at


def _read_suffix(text: str) -> tuple[int, ...]:
    """Read the letters of an inserted provision: `-A` → (1,), `-AA` → (27,), `-A-1` → (1, 1)."""
    parts = text.replace("-", " ").split()
    numbers = (int(part) if part.isdigit() else from_letter(part) for part in parts)
    return tuple(number for number in numbers if number is not None)


def _is_cited(text: str, label_end: int, end: int) -> bool:
    """Tell a provision that is being cited: no dash or colon parts it from the words that go on."""
    if end >= len(text) or not CITED.match(text, end):
        return False
    return not any(sign in "-–—:" for sign in text[label_end:end])


_ONES = str.maketrans("lI|", "111")


def _digits_of(glyphs: str) -> int | None:
    """Read digits among which strokes stand for ones: `l0` → 10; a stroke alone shows nothing."""
    if glyphs.isdigit():
        return int(glyphs)
    digits = glyphs.translate(_ONES)
    return int(digits) if len(digits) > 1 and digits.isdigit() else None


def _ordinal_number(word: str) -> int:
    """Read an ordinal in words: `Primeiro` → 1, `décima` → 10."""
    return ORDINALS.index(strip_accents(word).lower()[:-1]) + 1


# --- several provisions under one label -----------------------------------------------------------------------------


def _read_several(text: str) -> Readings:
    """Read `Arts. 52 a 58 (Revogados)`, `§§ 2º e 3º (Vetados)`, `I a IV - (Revogados)`."""
    match = SEVERAL.match(text)
    if match is None:
        return []
    kind, number = _kind_and_number(match, match["first"])
    _, last = _kind_and_number(match, match["last"])
    adjacent = number is not None and last == number + 1
    if number is None or last is None or last <= number or not (match["to"] or adjacent):
        return []
    return [
        Reading(
            kind=kind,
            number=number,
            until=last,
            glyphs=match["first"],
            end=_own_text(text, match.end()),
            ignore=COST.article_ignored,
        )
    ]


def _kind_and_number(match: re.Match[str], sign: str) -> tuple[Kind, int | None]:
    if sign.isdigit():
        kind = Kind.ITEM
        if match["artigo"] is not None:
            kind = Kind.ARTIGO
        elif match["paragrafo"] is not None:
            kind = Kind.PARAGRAFO
        return kind, int(sign)
    if sign.isupper():
        return Kind.INCISO, from_roman(sign)
    return Kind.ALINEA, from_letter(sign)


# --- articles -------------------------------------------------------------------------------------------------------


def _read_artigo(text: str) -> Readings:
    match = ARTIGO.match(text)
    if match is None:
        return _read_artigo_in_words(text) or _read_artigo_misread(text)
    if match["sole"]:
        end = _own_text(text, match.end())
        ignore = COST.article_sole_ignored
        return [Reading(kind=Kind.ARTIGO, number=1, sole=True, glyphs="", end=end, ignore=ignore)]
    glyphs = match["number"].replace(".", "")
    small = match["sign"][0] == "a" and not text.startswith(('"', "“"))
    return _articles(text, match, glyphs, small=small, damaged=False)


def _read_artigo_misread(text: str) -> Readings:
    match = ARTIGO_MISREAD.match(text)
    if match is None:
        return []
    small = match["sign"][0] == "a" and not text.startswith(('"', "“"))
    return _articles(text, match, match["number"], small=small, damaged=True)


def _articles(
    text: str, match: re.Match[str], glyphs: str, *, small: bool, damaged: bool
) -> Readings:
    """Price an article; with a suffix it has two readings.

    "Art. 5º- A distribuidora" is article 5 whose text begins with "A"; "Art. 5º-A" may be an inserted article.
    """
    end = _own_text(text, match.end())
    suffix = "" if damaged else match["suffix"]
    cited = not suffix and _is_cited(text, match.end(), end)
    form = 0.0
    ignore = COST.article_weak_ignored if small or damaged else COST.article_ignored
    if cited:
        form, ignore = COST.article_cited, COST.article_cited_ignored
    elif not suffix and text[end : end + 1].islower():
        form = COST.article_before_small_letter
    if small:
        form += COST.article_small_sign
    reading = Reading(
        kind=Kind.ARTIGO,
        number=_digits_of(glyphs),
        glyphs=glyphs,
        damaged=damaged,
        end=end,
        form=form,
        ignore=ignore,
    )
    return _with_suffix(reading, text, match, suffix)


def _with_suffix(reading: Reading, text: str, match: re.Match[str], suffix: str) -> Readings:
    """Give both readings of a label with letters behind its number: inserted, and as the first word of the text."""
    if not suffix:
        return [reading]
    spaced = " " in suffix
    plain_end = _own_text(text, match.start("suffix"))
    inserted = replace(reading, suffix=_read_suffix(suffix))
    plain = replace(reading, end=plain_end)
    if spaced:
        return [replace(inserted, form=reading.form + COST.article_spaced_suffix), plain]
    return [inserted, replace(plain, form=reading.form + COST.article_unread_suffix)]


def _read_artigo_in_words(text: str) -> Readings:
    """Read `Artigo Primeiro`, `Art. IV -`, `CLÁUSULA 1ª`."""
    match = ARTIGO_IN_WORDS.match(text)
    if match is None:
        return []
    if match["ordinal"]:
        number: int | None = _ordinal_number(match["ordinal"])
    elif match["roman"]:
        number = from_roman(match["roman"])
    else:
        number = int(match["number"])
    end = _own_text(text, match.end())
    form, ignore = COST.article_in_words, COST.article_weak_ignored
    if _is_cited(text, match.end(), end):
        form, ignore = COST.article_cited, COST.article_cited_ignored
    return [Reading(kind=Kind.ARTIGO, number=number, glyphs="", end=end, form=form, ignore=ignore)]


# --- paragraphs -----------------------------------------------------------------------------------------------------


def _read_paragrafo(text: str) -> Readings:
    match = PARAGRAFO.match(text)
    if match is None:
        match = PARAGRAFO_MARKLESS.match(text) or PARAGRAFO_MISREAD.match(text)
        return [] if match is None else [_paragrafo_misread(text, match)]
    end = _own_text(text, match.end())
    form, ignore = 0.0, COST.paragraph_ignored
    if _is_cited(text, match.end(), end):
        form, ignore = COST.paragraph_cited, COST.paragraph_cited_ignored
    reading = Reading(kind=Kind.PARAGRAFO, number=1, glyphs="", end=end, form=form, ignore=ignore)
    sole = match["wsole"] or match["sole"]
    if sole:
        return [replace(reading, sole=True, glyphs=sole, damaged=_is_misprinted(match, sole))]
    ordinal = match["ordinal"] or match["signed"]
    if ordinal:
        form += COST.paragraph_in_words
        return [replace(reading, number=_ordinal_number(ordinal), form=form)]
    glyphs = match["number"] or match["wnumber"]
    numbered = replace(reading, number=int(glyphs), glyphs=glyphs)
    return _with_suffix(numbered, text, match, match["suffix"] or "")


def _is_misprinted(match: re.Match[str], sole: str) -> bool:
    """Tell `Unico` for único, which has lost its accent, and other misreadings of the word."""
    if strip_accents(sole).lower() != "unico":
        return True
    return sole[0] in "Uu" and bool(match["wsole"])


def _paragrafo_misread(text: str, match: re.Match[str]) -> Reading:
    """Read `$ 1º`, `8 2º`, `89º`: the sign goes, the number stays (`89º` is 8 and 9º, `810º` 8 and 10º)."""
    glyphs, sign = match["number"], match["sign"]
    end = _own_text(text, match.end())
    if sign is None:
        # The sign is lost altogether: `1º, No caso de botijões`.
        form, ignore = COST.paragraph_sign_lost, COST.paragraph_sign_lost_ignored
    else:
        form, ignore = 0.0, COST.paragraph_misread_ignored
        if sign not in _USUAL_SIGNS:
            form += COST.paragraph_sign_odd
        if text[match.end("sign")] != " " and sign in _GLUED_SIGNS:
            form += COST.paragraph_sign_glued
            ignore = COST.paragraph_glued_ignored
    if CITED.match(text, end):
        form += COST.paragraph_cited
    return Reading(
        kind=Kind.PARAGRAFO,
        number=_digits_of(glyphs),
        glyphs=glyphs,
        end=end,
        form=form,
        ignore=ignore,
        damaged=True,
    )


# --- incisos --------------------------------------------------------------------------------------------------------


def _read_inciso(text: str) -> Readings:
    match = INCISO.match(text)
    number = from_roman(match["number"]) if match is not None else None
    if match is None or number is None:
        return _read_inciso_misread(text)
    end = _own_text(text, match.end())
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
            suffix=_read_suffix(match["suffix"]),
            end=end,
            form=form,
            ignore=ignore,
            shape=shape,
        )
    ]


def _inciso_costs(match: re.Match[str], text: str, end: int) -> tuple[float, float, str]:
    """Give the costs of an inciso as label and as text, and its shape where it is weak."""
    if match["odd"] or match["word"] or (match["open"] and not match["mark"]):
        shape = "inciso" + (match["odd"] or "word").strip()
        return COST.inciso_odd_sign, COST.inciso_odd_sign_ignored, shape
    if match["dash"]:
        return 0.0, COST.inciso_ignored, ""
    if match["mark"]:
        return COST.inciso_undashed, COST.inciso_undashed_ignored, "inciso" + match["mark"].strip()
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
    end = _own_text(text, match.end())
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
    return [
        Reading(
            kind=Kind.INCISO,
            number=None,
            glyphs=glyphs,
            end=end,
            form=form,
            ignore=ignore,
            damaged=True,
        )
    ]


def _is_no_numeral(glyphs: str) -> bool:
    """Tell a word in small letters and a number that strokes do not make."""
    if glyphs.islower() and len(glyphs) > 3:
        return True
    return glyphs.isdigit() and glyphs.strip("1") != "" and glyphs not in _DIGITS_FOR_STROKES


def _small_inciso(glyphs: str, number: int, end: int, form: float, ignore: float) -> Reading:
    """Read `vII -`: the case is wrong, the numeral is not; one small letter is rather an alínea."""
    form += COST.inciso_wrong_case
    if len(glyphs) == 1:
        form += COST.inciso_one_small_letter - COST.inciso_wrong_case
        ignore = COST.inciso_one_small_letter_ignored
    shape = "small inciso" if glyphs.islower() else ""
    return Reading(
        kind=Kind.INCISO,
        number=number,
        glyphs=glyphs,
        end=end,
        form=form,
        ignore=ignore,
        shape=shape,
    )


# --- alíneas --------------------------------------------------------------------------------------------------------


def _read_alinea(text: str) -> Readings:
    match = ALINEA.match(text)
    if match is None:
        return _read_alinea_misread(text)
    end = _own_text(text, match.end())
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
            suffix=_read_suffix(match["suffix"]),
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
    return [_damaged_alinea(glyphs, _own_text(text, match.end()), 0.0, ignore)]


def _read_alinea_unclosed(text: str) -> Readings:
    """Read `by área`, `d3 manter`, `f instalação`: the bracket was read as another sign, or lost."""
    match = ALINEA_UNCLOSED.match(text)
    if match is None:
        return []
    if match["separator"]:
        form, ignore = COST.alinea_unclosed, COST.alinea_unclosed_ignored
        return [_damaged_alinea(match["number"], match.end(), form, ignore)]
    form, ignore = COST.alinea_bare, COST.alinea_bare_ignored
    return [_damaged_alinea(match["bare"], match.end(), form, ignore)]


def _damaged_alinea(glyphs: str, end: int, form: float, ignore: float) -> Reading:
    return Reading(
        kind=Kind.ALINEA,
        number=None,
        glyphs=glyphs,
        end=end,
        form=form,
        ignore=ignore,
        damaged=True,
    )


# --- items ----------------------------------------------------------------------------------------------------------


def _read_item(text: str) -> Readings:
    decimal = DECIMAL.match(text)
    if decimal is not None:
        return [_decimal_item(decimal, _own_text(text, decimal.end()))]
    match = ITEM.match(text)
    if match is None:
        return _read_item_misread(text)
    end = _own_text(text, match.end())
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
    return [
        Reading(
            kind=Kind.ITEM,
            number=None,
            glyphs=match["number"],
            end=_own_text(text, match.end()),
            form=COST.item_misread,
            ignore=COST.item_misread_ignored,
            damaged=True,
        )
    ]


_IN_LISTS: tuple[Callable[[str], Readings], ...] = (_read_inciso, _read_alinea, _read_item)
"""Kinds of label that the same sign may be, in the order in which they are tried."""
