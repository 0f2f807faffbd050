"""Labels of articles and paragraphs, one or several at once, before or behind their
text."""

from __future__ import annotations

import re
from dataclasses import replace

from lawtool.model import Kind
from lawtool.structure.costs import COST
from lawtool.structure.label_patterns import (
    ARTIGO,
    ARTIGO_IN_WORDS,
    ARTIGO_MISREAD,
    CITED,
    LABEL_BEHIND,
    PARAGRAFO,
    PARAGRAFO_MARKLESS,
    PARAGRAFO_MISREAD,
    SEVERAL,
)
from lawtool.structure.reading import (
    Reading,
    Readings,
    digits_of,
    is_cited,
    ordinal_number,
    own_text,
    read_suffix,
)
from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.numerals import from_letter, from_roman

_GLUED_SIGNS = "8569B34"
_USUAL_SIGNS = "$&8£"


# --- articles -------------------------------------------------------------------------


def read_artigo(text: str) -> Readings:
    match = ARTIGO.match(text)
    if match is None:
        return _read_artigo_in_words(text) or _read_artigo_misread(text)
    if match["sole"]:
        end = own_text(text, match.end())
        ignore = COST.article_sole_ignored
        return [
            Reading(
                kind=Kind.ARTIGO, number=1, sole=True, glyphs="", end=end, ignore=ignore
            )
        ]
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

    "Art. 5º- A distribuidora" is article 5 whose text begins with "A"; "Art. 5º-A" may
    be an inserted article.
    """
    end = own_text(text, match.end())
    if damaged:
        suffix = ""
    else:
        suffix = match["suffix"]
    cited = not suffix and is_cited(text, match.end(), end)
    form = 0.0
    if small or damaged:
        ignore = COST.article_weak_ignored
    else:
        ignore = COST.article_ignored
    if cited:
        form, ignore = COST.article_cited, COST.article_cited_ignored
    elif not suffix and text[end : end + 1].islower():
        form = COST.article_before_small_letter
    if small:
        form += COST.article_small_sign
    reading = Reading(
        kind=Kind.ARTIGO,
        number=digits_of(glyphs),
        glyphs=glyphs,
        damaged=damaged,
        unmarked=not match["mark"],
        end=end,
        form=form,
        ignore=ignore,
    )
    return _with_suffix(reading, text, match, suffix)


def _with_suffix(
    reading: Reading, text: str, match: re.Match[str], suffix: str
) -> Readings:
    """Give both readings of a label with letters behind its number: inserted, and as
    the first word of the text."""
    if not suffix:
        return [reading]
    spaced = " " in suffix
    plain_end = own_text(text, match.start("suffix"))
    inserted = replace(reading, suffix=read_suffix(suffix))
    plain = replace(reading, end=plain_end)
    if spaced:
        return [
            replace(inserted, form=reading.form + COST.article_spaced_suffix),
            plain,
        ]
    return [inserted, replace(plain, form=reading.form + COST.article_unread_suffix)]


def _read_artigo_in_words(text: str) -> Readings:
    """Read `Artigo Primeiro`, `Art. IV -`, `CLÁUSULA 1ª`."""
    match = ARTIGO_IN_WORDS.match(text)
    if match is None:
        return []
    if match["ordinal"]:
        number: int | None = ordinal_number(match["ordinal"])
    elif match["roman"]:
        number = from_roman(match["roman"])
    else:
        number = int(match["number"])
    end = own_text(text, match.end())
    form, ignore = COST.article_in_words, COST.article_weak_ignored
    if is_cited(text, match.end(), end):
        form, ignore = COST.article_cited, COST.article_cited_ignored
    return [
        Reading(
            kind=Kind.ARTIGO,
            number=number,
            glyphs="",
            end=end,
            form=form,
            ignore=ignore,
        )
    ]


# --- paragraphs -----------------------------------------------------------------------


def read_paragrafo(text: str) -> Readings:
    match = PARAGRAFO.match(text)
    if match is None:
        match = PARAGRAFO_MARKLESS.match(text) or PARAGRAFO_MISREAD.match(text)
        if match is None:
            return []
        return [_paragrafo_misread(text, match)]
    end = own_text(text, match.end())
    form, ignore = 0.0, COST.paragraph_ignored
    if is_cited(text, match.end(), end):
        form, ignore = COST.paragraph_cited, COST.paragraph_cited_ignored
    reading = Reading(
        kind=Kind.PARAGRAFO, number=1, glyphs="", end=end, form=form, ignore=ignore
    )
    sole = match["wsole"] or match["sole"]
    if sole:
        return [
            replace(
                reading, sole=True, glyphs=sole, damaged=_is_misprinted(match, sole)
            )
        ]
    ordinal = match["ordinal"] or match["signed"]
    if ordinal:
        form += COST.paragraph_in_words
        return [replace(reading, number=ordinal_number(ordinal), form=form)]
    glyphs = match["number"] or match["wnumber"]
    unmarked = match["number"] is not None and not match["mark"]
    numbered = replace(reading, number=int(glyphs), glyphs=glyphs, unmarked=unmarked)
    return _with_suffix(numbered, text, match, match["suffix"] or "")


def _is_misprinted(match: re.Match[str], sole: str) -> bool:
    """Tell `Unico` for único, which has lost its accent, and other misreadings of the
    word."""
    if strip_accents(sole).lower() != "unico":
        return True
    return sole[0] in "Uu" and bool(match["wsole"])


def _paragrafo_misread(text: str, match: re.Match[str]) -> Reading:
    """Read `$ 1º`, `8 2º`, `89º`: the sign goes, the number stays (`89º` is 8 and 9º,
    `810º` 8 and 10º)."""
    glyphs, sign = match["number"], match["sign"]
    end = own_text(text, match.end())
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
        number=digits_of(glyphs),
        glyphs=glyphs,
        end=end,
        form=form,
        ignore=ignore,
        damaged=True,
    )


# --- several provisions under one label -----------------------------------------------


def read_several(text: str) -> Readings:
    """Read `Arts. 52 a 58 (Revogados)`, `§§ 2º e 3º (Vetados)`, `I a IV -
    (Revogados)`."""
    match = SEVERAL.match(text)
    if match is None:
        return []
    kind, number = _kind_and_number(match, match["first"])
    _, last = _kind_and_number(match, match["last"])
    adjacent = number is not None and last == number + 1
    if (
        number is None
        or last is None
        or last <= number
        or not (match["to"] or adjacent)
    ):
        return []
    return [
        Reading(
            kind=kind,
            number=number,
            until=last,
            glyphs=match["first"],
            end=own_text(text, match.end()),
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


def read_label_behind(text: str) -> Reading | None:
    """Read the label of an article that stands at the end of its line: `São objetivos
    da Política: Art. 12`."""
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
