"""The forms of labels, as printed and as a recogniser writes them, with what each costs."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from lawtool.model import Kind
from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.numerals import from_letter, from_roman

IMPOSSIBLE = 99.0


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
    damaged: bool = False
    """The sign itself is misread (`$` for §, `Am.` for Art.), whatever its number."""
    decimal: tuple[int, ...] = ()
    """The numbers of `1.2.3` above the last."""


_QUOTE = r"[\"“”„«'‘’]{0,2}\s?"
# Dots that stand for omitted text ("§ 1º ...") are no separator.
_SEPARATOR = r"\s?(?:(?!\.\.|…|\.\s\.\s\.)[-–—―.:;,)=«»~_*'’/]|º|°){0,3}\s*"
# A provision that is being cited goes on with a preposition or with another member of a list.
_CITED = re.compile(
    r"(?:d[aeo]s?|dest[aes]|desse|desta|daquel[ae]|e|ou|a|ao|aos|c/c|combinado|caput|inciso|incisos|par[aá]grafo|"
    r"item|al[ií]nea)\b"
    r"|,\s*(?:§|inciso|item|al[ií]nea|par[aá]grafo|caput|d[ao]s?\b|da\b|[IVX]+\b)|§"
)

_ARTIGO = re.compile(
    _QUOTE
    + r"(?P<sign>[Aa][Rr][Tt](?:[Ii][Gg][Oo])?)(?P<dot>[.,:;]{0,2})\s?[-–—]?\s?(?:(?P<sole>[UÚúu]nico\b|[UÚ]NICO\b)"
    r"|(?P<number>\d{1,3}(?:\.\d{3})?|\d{1,4})(?P<mark>\s?[º°ª\"*]|[o0](?=[\s.\-–—])|\.[ºo°])?(?P<suffix>(?:-\s?[A-Z]"
    r"(?![A-Za-zÀ-ÿ(])|\s?-\s?[A-Z](?=\s?[-–—.:)]))?))"
)
_ARTIGO_MISREAD = re.compile(
    _QUOTE
    + r"(?P<sign>(?!A[ots]s?\b|Ano|At[eé]|Ap[oó])[AÀÁÂ4a][A-Za-zíéÍ1!]{1,3})(?P<dot>[.,:;']{0,2})\s?"
    r"(?P<number>[\dlI|]{1,3})"
    r"(?P<mark>\s?[º°ª\"*?%”’]|[o](?=\s)|(?<=\d\d)(?:[.,/]|(?=\s[A-ZÀ-Ý-])))"
)
_PARAGRAFO = re.compile(
    _QUOTE
    + r"(?:(?P<sign>§{1,2})\s?(?:(?P<number>\d{1,3})(?P<mark>\s?[º°ª]|[o](?=[\s.\-–—])|\.[ºo°])?(?P<suffix>"
    r"(?:-[A-Z](?![A-Za-zÀ-ÿ]))?)|(?P<sole>[ÚUúu]nico|[ÚU]NICO))"
    r"|(?P<word>[Pp]ar[áaâàé]g[a-z]{2,4}o|PAR[ÁAÂÀ]GRAFO)\s(?:(?P<wsole>[ÚUúuÜ][nm][íi1l]c[oq]|[ÚU]NICO)\b|"
    r"(?P<wnumber>\d{1,2})\s?[º°ªo]?(?=[\s.\-–—:])|(?P<ordinal>[Pp]rimeiro|[Ss]egundo|[Tt]erceiro|[Qq]uarto|"
    r"[Qq]uinto|[Ss]exto|[Ss][ée]timo|[Oo]itavo|[Nn]ono|[Dd][ée]cimo|PRIMEIRO|SEGUNDO|TERCEIRO|QUARTO|QUINTO|SEXTO|"
    r"S[ÉE]TIMO|OITAVO|NONO)\b))"
)
_ORDINALS = (
    "primeiro",
    "segundo",
    "terceiro",
    "quarto",
    "quinto",
    "sexto",
    "setimo",
    "oitavo",
    "nono",
    "decimo",
)
# `por` has no § in its character set: these are what it prints for one (95 renderings of 95 wrong).
_PARAGRAFO_MISREAD = re.compile(
    r"(?P<quote>[\"“”*'‘]{1,2}\s?)?(?P<sign>[$&8£€S5B6g93¢%@4](?!º))?\s?(?P<number>[\dlI|]{1,2})"
    r"(?P<mark>\s?[º°ª*\"?”’]|[o](?=[\s.,\-–—])|(?<=\d\d)[.,](?=\s))"
)
_INCISO = re.compile(
    _QUOTE
    + r"(?P<number>[IVXLCDM]{1,9})(?P<suffix>(?:-[A-Z](?=\s?[-–—.)]))?)(?P<separator>[.,:;'’]?\s?[-–—―=«»~]{1,2}|"
    r"\s?[.)](?=\s|[A-ZÀ-Ý])|\.\.(?!\.)|\s?º\s?[-–—]|\s?:|(?=\s))"
)
_INCISO_MISREAD = re.compile(
    r"(?P<number>[IVXLHUNWMYTJFKElivxhnmutyfrk1147|!\]\[¥]{1,7})(?P<separator>[.,:;'’]{0,2}\s?[-–—―=«»~]{1,3}|"
    r"\s?[\"“”.:](?=\s?[A-ZÀ-Ý])|(?=\s))"
)
_ALINEA = re.compile(
    _QUOTE
    + r"(?:(?P<paren>\()?(?P<number>[a-z]{1,2})(?P<suffix>(?:-[A-Z](?=\s?[)\-–—.]))?)(?P<separator>\s?[\"”]?\s?\)|"
    r"\.(?=\s)|\s?[-–—](?=\s))"
    r"|(?P<capital>[A-Z])(?P<cseparator>\s?\)|\s[-–—](?=\s)|\.\s?[-–—](?=\s)))"
)
_ALINEA_MISREAD = re.compile(
    r"(?P<number>[^\w\s\"“”(\-–—]|[\wÀ-ÿ€]{1,2})?(?P<separator>\s?[)\]}])(?=\s)"
)
_ITEM = re.compile(
    _QUOTE
    + r"(?P<number>\d{1,3})(?P<separator>\s?[.):]\s?[-–—]?(?=\s|[A-ZÀ-Ýa-zà-ý])|\s?[-–—]{1,2}(?=\s?[A-Za-zÀ-ÿ])|"
    r"\s?º\s?[-–—.)]|,(?=\s[A-ZÀ-Ýa-zà-ÿ])|(?=\s))"
)
_ITEM_MISREAD = re.compile(r"(?P<number>[tlI|iZzÀAaJSbGBTOo])[.,](?=\s[a-zà-ÿ])")
_DECIMAL = re.compile(
    _QUOTE + r"(?P<number>\d{1,2}(?:\.\d{1,2}){1,4})(?P<separator>\.?\s?[-–—)]?)(?=\s)"
)

_SPECKS = frozenset("—–-:;.,'’‘~*•·_°o")
_STARTS = frozenset("AaÀÁ4§Pp$&8£€S5B6g93¢%@IVXLCDMHUNWYTJFKlivxhnmutyfrk127|!][¥\"“”„«'‘’(*")


def _separator_end(text: str, at: int) -> int:
    """Where the own text begins: behind dashes, dots and blanks that follow a label."""
    match = _AFTER.match(text, at)
    return match.end() if match else at


_AFTER = re.compile(_SEPARATOR)


def _suffix(text: str) -> tuple[int, ...]:
    letters = text.replace("-", " ").split()
    return tuple(number for letter in letters if (number := from_letter(letter)) is not None)


def _cited(text: str, end: int) -> bool:
    return bool(_CITED.match(text, end)) if end < len(text) else False


def _artigo(text: str) -> list[Reading]:
    match = _ARTIGO.match(text)
    damaged = False
    if match is None:
        match = _ARTIGO_MISREAD.match(text)
        damaged = True
        if match is None:
            return []
    if not damaged and match["sole"]:
        return [
            Reading(
                kind=Kind.ARTIGO,
                number=1,
                sole=True,
                glyphs="",
                end=_separator_end(text, match.end()),
                ignore=6.0,
            )
        ]
    glyphs = match["number"].replace(".", "")
    number = int(glyphs) if glyphs.isdigit() else None
    lower = match["sign"][0] == "a" and not text.startswith(('"', "“"))
    end = _separator_end(text, match.end())
    suffix = "" if damaged else match["suffix"]
    cited = _cited(text, end) and not suffix
    form = 4.0 if cited else 1.0 if text[end : end + 1].islower() and not suffix else 0.0
    form += 1.5 if lower else 0.0
    ignore = 0.5 if cited else 4.0 if lower or damaged else 7.0
    common = {"kind": Kind.ARTIGO, "number": number, "glyphs": glyphs, "damaged": damaged}
    plain_end = end
    found: list[Reading] = []
    if suffix:
        # "Art. 5º- A distribuidora" is article 5 whose text begins with "A"; "Art. 5º-A" may be an inserted article.
        spaced = " " in suffix
        plain_end = _separator_end(text, match.start("suffix"))
        found.append(
            Reading(
                **common,  # type: ignore[arg-type]
                suffix=_suffix(suffix),
                end=end,
                form=form + (2.5 if spaced else 0.0),
                ignore=ignore,
            )
        )
        form += 0.0 if spaced else 1.0
    found.append(Reading(**common, end=plain_end, form=form, ignore=ignore))  # type: ignore[arg-type]
    return found


def _paragrafo(text: str) -> list[Reading]:
    match = _PARAGRAFO.match(text)
    if match is None:
        match = _PARAGRAFO_MISREAD.match(text)
        return [] if match is None else [_paragrafo_misread(text, match)]
    end = _separator_end(text, match.end())
    cited = _cited(text, end)
    form, ignore = (4.0, 0.5) if cited else (0.0, 6.0)
    if match["sole"] or match["wsole"]:
        printed = match["wsole"] or match["sole"]
        damaged = strip_accents(printed).lower() != "unico" or (
            printed[0] in "Uu" and bool(match["wsole"])
        )
        return [
            Reading(
                kind=Kind.PARAGRAFO,
                number=1,
                sole=True,
                glyphs=printed,
                end=end,
                form=form,
                ignore=ignore,
                damaged=damaged,
            )
        ]
    if match["ordinal"]:
        number = _ORDINALS.index(strip_accents(match["ordinal"]).lower()) + 1
        return [
            Reading(
                kind=Kind.PARAGRAFO,
                number=number,
                glyphs="",
                end=end,
                form=form + 0.5,
                ignore=ignore,
            )
        ]
    glyphs = match["number"] or match["wnumber"]
    return [
        Reading(
            kind=Kind.PARAGRAFO, number=int(glyphs), glyphs=glyphs, suffix=_suffix(match["suffix"] or ""),
            end=end, form=form, ignore=ignore,
        )
    ]  # fmt: skip


def _paragrafo_misread(text: str, match: re.Match[str]) -> Reading:
    """`$ 1º`, `8 2º`, `89º`: the sign goes, the number stays (`89º` is 8 and 9º, `810º` 8 and 10º)."""
    glyphs = match["number"]
    end = _separator_end(text, match.end())
    sign = match["sign"]
    if sign is None:
        # The sign is lost altogether: `1º, No caso de botijões`.
        form, ignore = 1.5, 0.5
    else:
        whole = text[match.end("sign")] == " " or sign not in "8569B34"
        form = (0.0 if sign in "$&8£" else 0.7) + (0.0 if whole else 0.7)
        ignore = 4.0 if whole else 2.5
    return Reading(
        kind=Kind.PARAGRAFO, number=int(glyphs) if glyphs.isdigit() else None, glyphs=glyphs, end=end,
        form=form + (4.0 if _cited(text, end) else 0.0), ignore=ignore, damaged=True,
    )  # fmt: skip


def _inciso(text: str) -> list[Reading]:
    match = _INCISO.match(text)
    if match is not None:
        number = from_roman(match["number"])
        separator = match["separator"].strip()
        if number is not None:
            end = _separator_end(text, match.end("separator"))
            form, ignore = _inciso_form(separator, text, end)
            if match["number"] in ("C", "D", "L", "M"):
                form, ignore = (
                    form + 3.0,
                    1.0,
                )  # a letter of a list rather than 50, 100, 500 or 1000
            return [
                Reading(
                    kind=Kind.INCISO, number=number, glyphs=match["number"], suffix=_suffix(match["suffix"]), end=end, form=form,
                    ignore=ignore,
                )
            ]  # fmt: skip
    match = _INCISO_MISREAD.match(text)
    if match is None or (match["number"].islower() and len(match["number"]) > 3):
        return []
    if (
        match["number"].isdigit()
        and match["number"].strip("1") != ""
        and match["number"] not in ("17", "14", "4", "7", "71")
    ):
        return []
    separator = match["separator"].strip(" .,:;")
    end = _separator_end(text, match.end("separator"))
    form, ignore = _inciso_form(separator, text, end)
    capitals = from_roman(match["number"].upper()) if not match["number"].isupper() else None
    if capitals is not None and separator:
        # `vII -`: the case is wrong, the numeral is not; one small letter is rather an alínea.
        single = len(match["number"]) == 1
        return [
            Reading(
                kind=Kind.INCISO, number=capitals, glyphs=match["number"], end=end, form=form + (2.0 if single else 0.7),
                ignore=0.5 if single else ignore,
            )
        ]  # fmt: skip
    digits = match["number"].isdigit()
    return [
        Reading(
            kind=Kind.INCISO, number=None, glyphs=match["number"], end=end, form=form, damaged=True,
            ignore=0.0 if digits else ignore + 1.0 if _shouts(match["number"]) else min(ignore, 5.0),
        )
    ]  # fmt: skip


def _shouts(glyphs: str) -> bool:
    """`HI`, `IE`: several capitals, which are hardly the beginning of a sentence."""
    return len(glyphs) > 1 and glyphs.isupper()


def _inciso_form(separator: str, text: str, end: int) -> tuple[float, float]:
    if not separator:
        if text.startswith(("|", "!", "]", "[")):
            return (1.0, 1.5)
        return (
            (2.0, 2.0)
            if text[end : end + 1].isupper() and text[end + 1 : end + 2].islower()
            else (4.0, 0.2)
        )
    if separator[-1] in "-–—―=«»~":
        return (0.0, 6.0)
    return (1.0, 2.5)


def _alinea(text: str) -> list[Reading]:
    match = _ALINEA.match(text)
    if match is None:
        match = _ALINEA_MISREAD.match(text)
        if match is None:
            return _alinea_unclosed(text)
        return [
            Reading(
                kind=Kind.ALINEA, number=None, glyphs=match["number"] or "", end=_separator_end(text, match.end()), form=0.0,
                ignore=4.5 if len(match["number"] or "") == 1 else 1.5, damaged=True,
            )
        ]  # fmt: skip
    capital = match["capital"]
    if capital:
        end = _separator_end(text, match.end())
        paren = ")" in match["cseparator"]
        return [
            Reading(
                kind=Kind.ALINEA, number=from_letter(capital), glyphs=capital, end=end,
                form=1.0 if paren else 2.5, ignore=2.0 if paren else 0.7,
            )
        ]  # fmt: skip
    letters, separator = match["number"], match["separator"].strip()
    if len(letters) == 2 and letters[0] != letters[1] and letters[0] != "a":
        return []  # the 27th letter is aa, or ab where the alphabet goes on: "se -", "ex." are words
    end = _separator_end(text, match.end())
    form, ignore = (0.0, 5.0) if separator.endswith(")") else (2.5, 0.5)
    if len(letters) == 2:
        form, ignore = form + 2.0, min(ignore, 1.0)
    return [
        Reading(
            kind=Kind.ALINEA, number=from_letter(letters), glyphs=letters, suffix=_suffix(match["suffix"] or ""), end=end,
            form=form, ignore=ignore,
        )
    ]  # fmt: skip


_ALINEA_UNCLOSED = re.compile(
    r"(?:(?P<number>[a-zA-Z])(?P<separator>[yjJ3}>7])|(?P<bare>[b-df-np-zB-DF-HJ-NP-Z]))\s(?=[a-zà-ÿ0-9])"
)


def _alinea_unclosed(text: str) -> list[Reading]:
    """`by área`, `d3 manter`, `f instalação`: the bracket was read as another sign, or lost."""
    match = _ALINEA_UNCLOSED.match(text)
    if match is None:
        return []
    closed = bool(match["separator"])
    return [
        Reading(
            kind=Kind.ALINEA, number=None, glyphs=match["number"] or match["bare"], end=match.end(), form=1.0 if closed else 3.0,
            ignore=1.5 if closed else 0.3, damaged=True,
        )
    ]  # fmt: skip


def _item(text: str) -> list[Reading]:
    match = _DECIMAL.match(text)
    if match is not None and match["number"].count(".") >= 1:
        parts = tuple(int(part) for part in match["number"].split("."))
        end = _separator_end(text, match.end())
        return [
            Reading(
                kind=Kind.ITEM, number=parts[-1], decimal=parts[:-1], glyphs=match["number"], end=end, form=0.5, ignore=1.0,
            )
        ]  # fmt: skip
    match = _ITEM.match(text)
    if match is None:
        match = _ITEM_MISREAD.match(text)
        if match is None:
            return []
        return [
            Reading(
                kind=Kind.ITEM,
                number=None,
                glyphs=match["number"],
                end=_separator_end(text, match.end()),
                form=1.0,
                ignore=2.0,
                damaged=True,
            )
        ]
    separator = match["separator"].strip()
    end = _separator_end(text, match.end("separator"))
    form, ignore = (3.2, 0.0) if not separator else (0.8, 1.5) if separator == "," else (0.3, 2.5)
    if match["number"].startswith("0") or len(match["number"]) > 2:
        form, ignore = form + 1.0, min(ignore, 1.0)
    return [
        Reading(
            kind=Kind.ITEM,
            number=int(match["number"]),
            glyphs=match["number"],
            end=end,
            form=form,
            ignore=ignore,
        )
    ]


# Labels in the form that nearly all clean text has: what they may be does not depend on the words behind them, so that it is
# worked out once for each label. The capital behind "Art. 5º" and "§ 2º" rules out a citation that goes on.
_CANONICAL = re.compile(
    r"(?:Art\. \d{1,3}(?:º|\.| -)? (?=[A-ZÀ-Ý][a-zà-ÿ ])|§ \d{1,2}º? (?=[A-ZÀ-Ý][a-zà-ÿ ])|Parágrafo [úÚ]nico(?:\.|"
    r" -) (?=[A-ZÀ-Ý][a-zà-ÿ ])"
    r"|[IVXL]{1,6} [-–] (?=[A-Za-zÀ-ÿ])|[a-z]\) (?=[A-Za-zÀ-ÿ]))"
)


def is_canonical(text: str) -> bool:
    """The line begins with a label in its usual form; nothing else can be meant by it."""
    return _CANONICAL.match(text) is not None


def readings(text: str) -> tuple[Reading, ...]:
    """Every label that the start of a line may be; empty for a line that can only be running text.

    The reading as running text is not listed: its cost is the largest `ignore` of the others.
    """
    if not text:
        return ()
    canonical = _CANONICAL.match(text)
    if canonical is not None:
        return _of_label(canonical.group())
    if text[1:2] == " " and (text[0] in _SPECKS or _AFTER_DIRT.match(text, 2)):
        return _behind_dirt(text)
    if text[0] not in _STARTS and not (
        text[0].isdigit() or "a" <= text[0] <= "z" or "A" <= text[0] <= "Z" or ")" in text[:3]
    ):
        return ()
    if (
        text[0].isalpha()
        and text[1:2].isalpha()
        and text[2:3].isalpha()
        and text[3:4].isalpha()
        and text[0] not in "AaPpVXLIUHWM"
    ):
        return ()  # a word, too long for a letter or a misread numeral
    return _all_readings(text[:48])


# What makes the one sign before it dirt: a label that is beyond doubt.
_AFTER_DIRT = re.compile(r"Art[.,]?\s?\d|§|[IVXL]{1,6}\s?[-–—]|[a-z]\)\s|\d{1,2}\s?[-–—]\s?[A-Z]")


def _behind_dirt(text: str) -> tuple[Reading, ...]:
    """`— Hf- Área`, `: 8 2º`, `? b) um`: a speck was read as a sign of its own before the label."""
    extra = 1.5 if text[0] in _SPECKS or not text[0].isalnum() else 2.5
    own = () if text[0] in _SPECKS else _all_readings(text[:48])
    return own + tuple(
        replace(
            reading, end=reading.end + 2, form=reading.form + extra, ignore=min(reading.ignore, 4.0)
        )
        for reading in readings(text[2:])
    )


@lru_cache(maxsize=4096)
def _of_label(label: str) -> tuple[Reading, ...]:
    return _all_readings(label + "Xx")


def _all_readings(head: str) -> tuple[Reading, ...]:
    found = _artigo(head) or _paragrafo(head)
    if found and not found[0].damaged:
        return tuple(found)
    found += _inciso(head)
    found += _alinea(head)
    found += _item(head)
    if not found and head[0] in "|Il1":
        return ()
    return tuple(found)
