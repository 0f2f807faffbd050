"""Make the typography of a line plain, so that labels, titles, formulas and citations need to know
one form only.

    plain = make_plain("Art .  1.º\u00a0A lei")   # text "Art. 1º A lei"
    plain.raw_offset(8)                           # where "A" stands in the raw line

Only what a reader would not call another text is changed: blanks, dashes, accents drawn apart,
ligatures, letters set apart, ordinals, marks of Markdown around a label. Nothing is lost: every
place of the plain text has its place in the raw text, and what is kept of a law is always taken
from there.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from lawtool.sources.mojibake import MOJIBAKE, repair_mojibake


@dataclass(frozen=True, slots=True)
class PlainText:
    """A plain text and where its characters stand in the raw one.

    `offsets` has the raw place of every character and, last, the raw length; it is empty where both
    are equally long and every character stands in its own place.
    """

    text: str
    offsets: tuple[int, ...] = ()

    def raw_offset(self, place: int) -> int:
        """Give the place in the raw text of a place in the plain text; its length is one too."""
        if not self.offsets:
            return place
        return self.offsets[min(place, len(self.text))]

    def plain_offset(self, place: int) -> int:
        """Give the first place in the plain text at or behind a place in the raw text."""
        if not self.offsets:
            return place
        return min(bisect_left(self.offsets, place), len(self.text))


Replacement = str | Callable[[re.Match[str]], str]


class _Draft:
    """A text while rules change it, with the raw place of every character."""

    __slots__ = ("offsets", "text")

    def __init__(self, raw: str) -> None:
        self.text = raw
        self.offsets: list[int] = []

    def replace_start(self, pattern: re.Pattern[str], replacement: Replacement) -> None:
        """Replace what a pattern matches at the beginning of the text."""
        if pattern.match(self.text) is not None:
            self.replace(pattern, replacement)

    def replace(self, pattern: re.Pattern[str], replacement: Replacement) -> None:
        """Replace every match; the new characters stand at the place of the first old one, the rest
        keep theirs.
        """
        matches = list(pattern.finditer(self.text))
        if not matches:
            return
        if not self.offsets:
            self.offsets = list(range(len(self.text) + 1))
        texts: list[str] = []
        offsets: list[int] = []
        done = 0
        for match in matches:
            if isinstance(replacement, str):
                new = match.expand(replacement)
            else:
                new = replacement(match)
            texts += (self.text[done : match.start()], new)
            offsets += self.offsets[done : match.start()]
            offsets += self._places(match, new)
            done = match.end()
        texts.append(self.text[done:])
        offsets += self.offsets[done:]
        self.text = "".join(texts)
        self.offsets = offsets

    def _places(self, match: re.Match[str], new: str) -> list[int]:
        """Raw places of a replacement: what stands in it as before keeps its own place."""
        old = match.group()
        start, end = match.span()
        inside = old.find(new)
        if inside >= 0:
            return self.offsets[start + inside : start + inside + len(new)]
        shorter = min(len(old), len(new))
        head = 0
        while head < shorter and old[head] == new[head]:
            head += 1
        tail = 0
        while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        changed_from = self.offsets[min(start + head, end)]
        middle = [changed_from] * (len(new) - head - tail)
        return (
            self.offsets[start : start + head] + middle + self.offsets[end - tail : end]
        )

    def finish(self) -> PlainText:
        """Give the plain text without blanks around it; offsets are left out where they say
        nothing.

        Its ends stand for the ends of the raw text, so that what was left out there is not lost.
        """
        text = self.text.strip()
        offsets = self.offsets or list(range(len(self.text) + 1))
        lead = len(self.text) - len(self.text.lstrip())
        length = offsets[-1]
        offsets = [*offsets[lead : lead + len(text)], length]
        offsets[0] = 0
        if offsets == list(range(length + 1)):
            return PlainText(text)
        return PlainText(text, tuple(offsets))


# --- one character for one or more

_CONTROLS = "".join(map(chr, (*range(32), *range(127, 160))))
_SPACES = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
    "\u3000\u2028\u2029"
)
_WIDTHLESS = "\u200b\u200c\u200d\u2060\ufeff"
BLANKS = " " + _CONTROLS + _SPACES + "\ufeff"
"""White space of every kind, control characters, and the byte order mark that some files carry
inside.
"""

_DASHES = (
    "\u2010\u2011\u2012\u2212\ufe58\ufe63\uff0d"
    "\u058a\u05be\u1400\u1806\u2e17\u2e1a\u2e3a\u2e3b\u301c"
    "\u3030\u30a0\uf02d"
)
"""Unicode class Pd without `-`, `–`, `—` and `―`, the minus, and the hyphen of symbol fonts
(U+F02D).
"""
_HYPHENS = frozenset("\u2010\u2011\ufe63\uff0d")
_BULLETS = (
    "\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf06e\u2023\u2043"
    "\u25aa\u25cf\u25e6\u2219\u22c5\u2027\u25a0"
)
"""Bullets of symbol fonts (private use) and of Unicode, made `•`."""
_LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in (
    *range(0xFB00, 0xFB07), *range(0x2160, 0x2180),
    *range(0xFF01, 0xFF5F), *range(0x1D400, 0x1D6A4),
)}  # fmt: skip
"""Ligatures, numerals and letters that Unicode keeps for other printers' sake: `ﬁ`, `Ⅲ`, full
width, bold letters.
"""
_RINGS = dict.fromkeys(map(ord, "\u02da\u1d52\u2218\u2070\u00b0"), "º")
"""Signs that print a raised o."""

_SIGNS: dict[int, str] = {
    **dict.fromkeys(map(ord, BLANKS), " "),
    **dict.fromkeys(map(ord, _WIDTHLESS), ""),
    **{ord(sign): "-" if sign in _HYPHENS else "–" for sign in _DASHES},
    **dict.fromkeys(map(ord, _BULLETS), "•"),
    **_LIGATURES,
    **_RINGS,
}
_SIGN = re.compile("[" + re.escape("".join(map(chr, _SIGNS.keys() - {ord(" ")}))) + "]")
_ODD_SIGN = re.compile(
    "[^ -~\u00a1-\u00a7\u00a9-\u00ac\u00ae\u00af\u00b1-\u00b3\u00b5-\u00b7\u00b9-\u00ff–—―‘’“”„…•]"
)
"""Any sign but those of plainly printed Portuguese: tried once, so that such a line costs a search.
"""
_SPACED_LETTERS = re.compile(r" [A-ZÀ-Ý] [A-ZÀ-Ý](?![^\W_])")
_USUAL = re.compile(
    r"(?:(?:Art\. \d{1,3}(?:º|\.)? |§ \d{1,2}º? |Parágrafo único\. |[IVXL]{1,6} - |[a-z]\) )"
    r"(?:[A-ZÀ-Ý][a-zà-ÿ]*|[a-zà-ÿ]{2,})"
    r"|(?![Aa] ?rt|[Pp] ?ar)(?:[A-ZÀ-Ýa-zà-ÿ][a-zà-ÿ]+|[OAÉ]))[ ,][^*_]*\Z"
)
"""A line of law in the form that nearly all have, or of running text."""

_COMBINED = re.compile(r"[^\u0300-\u036f][\u0300-\u036f]+")
_RUN_OF_BLANKS = re.compile(r" {2,}")

# --- accents

_MARKS = {
    "´": "\u0301",
    "`": "\u0300",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "¨": "\u0308",
    "¸": "\u0327",
}
_PORTUGUESE = frozenset("áéíóúàâêôãõçüÁÉÍÓÚÀÂÊÔÃÕÇÜ")
# `associa¸c˜ao`, `´unico`: TeX draws the accent, then the letter; other programs the letter first.
_ACCENT = re.compile("[´`ˆ˜¨¸]")
_ACCENT_FIRST = re.compile(r"([´`ˆ˜¨¸]) ?([A-Za-zı])")
_LETTER_FIRST = re.compile(r"([A-Za-zı])([´ˆ˜¨¸])")


def _accented(letter: str, mark: str, otherwise: str) -> str:
    composed = unicodedata.normalize("NFC", letter.replace("ı", "i") + _MARKS[mark])
    if composed in _PORTUGUESE:
        return composed
    return otherwise


# --- letters set apart

# `A R T . 1º`, `L E I  Nº 12`, `D E C R E T O`: three or more single capitals, one blank between
# them.
_SPACED = re.compile(r"(?<![^\W_])[A-ZÀ-Ý](?: [A-ZÀ-Ý]){2,}(?![^\W_])")
_SPACED_WORDS = re.compile(
    r"(?:LEI|DECRETO|ART(?:IGO)?|CAP[IÍ]TULO|T[IÍ]TULO|SE[CÇ][AÃ]O|SUBSE[CÇ][AÃ]O|LIVRO|PARTE"
    r"|ANEXO|PORTARIA|"
    r"RESOLU[CÇ][AÃ]O|PAR[AÁ]GRAFO|[UÚ]NICO|COMPLEMENTAR|MUNICIPAL|ESTADUAL|FEDERAL|ORG[AÂ]NICA"
    r"|EMENDA|PROJETO|DE|DA|"
    r"DO|N|LEGISLATIVO|EDITAL|INSTRU[CÇ][AÃ]O|NORMATIVA|REGIMENTO|INTERNO|ESTATUTO|DECRETA|RESOLVE)"
)
_LOOSE_ART = re.compile(r"\AA r ?t ?(?=\.? ?\d)")


def _closed_up(match: re.Match[str]) -> str:
    """`L E I` is a word, `A B C D` may be a row of headings: only what makes words of the law is
    closed up.
    """
    letters = match.group().replace(" ", "")
    words: list[str] = []
    place = 0
    while place < len(letters):
        word = _longest_word(letters, place)
        if not word:
            return match.group()
        words.append(word)
        place += len(word)
    return " ".join(words)


def _longest_word(letters: str, place: int) -> str:
    match = _SPACED_WORDS.match(letters, place)
    if match is not None:
        return match.group()
    return ""


# --- marks of Markdown that a text carries along

_LABEL_AHEAD = (
    r"(?=(?:\*\*|__|\*|_)?(?:[Aa][Rr][Tt]\b|[Aa]rtigo\b|ARTIGO\b|§|[Pp]ar[áa]grafo|PAR[ÁA]GRAFO"
    r"|[IVXLC]{1,7}\b ?[-–—.)*_]|[a-z] ?\)))"
)
_LEADING_MARK = re.compile(r"\A(?:#{1,6} |> ?(?:> ?)*)(?=[\W_]{0,4}[^\W_]{3}|§)")
_LIST_MARK = re.compile(r"\A(?:[-*+] |• ?)" + _LABEL_AHEAD)
_STRONG = re.compile(r"(\*\*|__)(?=[\"“(]?(?:[^\W_]|§))(.{1,400}?)(?<=[^\s*_])\1")
_EMPHASIS = re.compile(r"\A([*_])(?=[^\s*_])(.{1,30}?)(?<=[^\s*_])\1(?=\W)")
_MARKS_AT_START = frozenset("#>*•+_-")
_SUP = re.compile(r"(?i)<sup>\s*([oaºª°])\.?\s*</sup>")

# --- labels

_LOST = "\ufffd"
_QUOTE = "[\"“”„«'‘’]{0,2}[ ]?"
_ART_WORD = re.compile(
    rf"\A({_QUOTE})(?:(?P<word>[Aa][Rr][Tt]|ARTIGO|[Aa]rtigo)|A ?r ?t)"
    r"(?: ?\.? ?(?:[ºo°]|n[º°o.]+ |N[º°o.]+ )| ?(?P<dot>\.)| ?[-:](?= ?\d))? ?(?P<open>\()?(?=\d)"
)
_PARAGRAPH_SIGN = re.compile(
    rf"\A({_QUOTE})(§{{1,2}})(?:\.|\s?n[º°o.]+)? ?(?=\d|[úÚuU]nico|[ÚU]NICO)"
)
_PARAGRAPH_WORD = re.compile(
    rf"\A({_QUOTE})(?:P ?a ?r ?[áa] ?g ?r ?a ?f ?o|P\.|Par\.)[ -]?"
    r"(?=[úÚuU]n[ií]c|[úÚuU]ni- ?co|\d{1,2} ?[º°o])"
)
_SOLE = re.compile(r"\A(\W{0,2}Parágrafo )([úÚ])ni- ?co")
_LABEL_NUMBER = re.compile(
    rf"""
    \A(?P<head>
        {_QUOTE}
        (?:Art\.|ART\.|art\.|Art|ART|Artigo|ARTIGO|§{{1,2}}|Parágrafo|PAR[ÁA]GRAFO)\ ?
    )
    (?P<number>\d{{1,3}})
    (?:
        \ ?\.?\ ?º (?:\.(?=[\ –—-]))?        # 1º   1 º   1.º   1º.
      | \.?[oO](?=[.\ –—-])(?!\ [a-zà-ý])\.?  # 1o A   1O É; but not `1.O prefeito`
      | \.?o(?=[.\ –—-])\.?                  # 1o a
      | (?<=[ §][1-9])\ [oO]\.?(?=\ ?[–—-]) # 1 o -
      | (?<=[ §][1-9])\ o\.?(?=\ [A-ZÀ-Ý])    # 1 o A; but not `1 O Município`
      | [{_LOST}?](?=\ )                      # 1? A
      | (?<=[ §][1-9])\ 0(?=\ [A-ZÀ-Ý])        # 1 0 A
    )
    """,
    re.VERBOSE,
)
_SIGN_BEHIND_NUMERAL = re.compile(rf"\A({_QUOTE}[IVXLCDM]{{1,9}}) ?[•·{_LOST}] ?(?=\S)")
_SIGN_BEHIND_NUMBER = re.compile(
    rf"\A({_QUOTE}(?:Art\. ?|§ ?)\d{{1,3}}º?) ?[•·{_LOST}] (?=\S)"
)
_LABEL_BLANKS = re.compile(rf"\A({_QUOTE}\(?[a-z]{{1,2}}) (?=\))")
_MAY_BE_LABEL = re.compile(
    r"[\"“”„«'‘’( ]{0,3}(?:[Aa] ?[Rr] ?[Tt]|[Pp] ?[Aa] ?[Rr]|P\.|§|[IVXLCDM]{1,9} ?[•·\ufffd]"
    r"|[a-z]{1,2} \)|�)"
)

# --- letters that were lost

_LOST_WORDS = (
    (re.compile(rf"\b([Pp])ar{_LOST}grafo\b"), r"\1arágrafo"),
    (re.compile(rf"\bPAR{_LOST}GRAFO\b"), "PARÁGRAFO"),
    (re.compile(rf"(?<![^\W_]){_LOST}nico\b"), "único"),
    (re.compile(rf"(?<![^\W_]){_LOST}NICO\b"), "ÚNICO"),
    (re.compile(rf"\bT{_LOST}TULO\b"), "TÍTULO"),
    (re.compile(rf"\bT{_LOST}tulo\b"), "Título"),
    (re.compile(rf"\bCAP{_LOST}TULO\b"), "CAPÍTULO"),
    (re.compile(rf"\bCap{_LOST}tulo\b"), "Capítulo"),
    (re.compile(rf"\b(SUB)?SE{_LOST}{_LOST}O\b"), r"\1SEÇÃO"),
    (re.compile(rf"\b([Ss]ubs|S)e{_LOST}{_LOST}o\b"), r"\1eção"),
    (re.compile(rf"\b([Ss]e|SE){_LOST}guinte"), r"\1guinte"),
    (re.compile(rf"\b([Nn]){_LOST}(?= ?\d)"), r"\1º"),
    (re.compile(rf"\A(\W{{0,2}}){_LOST} ?(?=\d{{1,3}} ?[º°o{_LOST}])"), r"\1§ "),
    (re.compile(rf"(?<=\d){_LOST}(?=[\s.,;:)-])"), "º"),
)
"""Words of the form of a law whose accents became U+FFFD, and the signs that can only be § and º.
"""


def make_plain(raw: str) -> PlainText:
    """Make a line (or any text without line ends) plain. Never raises; linear in its length."""
    if not raw or (_USUAL.match(raw) and not _is_odd(raw)):
        return PlainText(raw)
    if _is_odd(raw):
        plain = _of_signs(raw)
    else:
        plain = PlainText(raw)
    text = plain.text
    if not text:
        return PlainText(raw)  # signs without width alone: there is nothing plainer
    if (
        _MAY_BE_LABEL.match(text)
        or text[0] in _MARKS_AT_START
        or "**" in text
        or "__" in text
    ):
        return _of_form(plain)
    return plain


def _is_odd(raw: str) -> bool:
    """Tell a line with anything that a plainly printed one has not."""
    if "  " in raw or "`" in raw or not raw.isprintable():
        return True
    if _SPACED_LETTERS.search(raw) is not None:
        return True
    if raw.isascii():
        return False
    return _ODD_SIGN.search(raw) is not None or _may_be_mojibake(raw)


def _may_be_mojibake(text: str) -> bool:
    return ("Ã" in text or "Â" in text or "â" in text) and MOJIBAKE.search(
        text
    ) is not None


def _of_signs(raw: str) -> PlainText:
    """Make signs plain: accents, blanks, dashes, letters set apart."""
    draft = _Draft(raw)
    if _may_be_mojibake(raw):
        draft.replace(MOJIBAKE, lambda match: repair_mojibake(match.group()))
    if not unicodedata.is_normalized("NFC", draft.text):
        draft.replace(
            _COMBINED, lambda match: unicodedata.normalize("NFC", match.group())
        )
        draft.replace(
            _NOT_ASCII, lambda match: unicodedata.normalize("NFC", match.group())
        )
    _soften(draft)
    draft.replace(_SIGN, lambda match: _SIGNS[ord(match.group())])
    if _ACCENT.search(draft.text) is not None:
        draft.replace(
            _ACCENT_FIRST, lambda match: _accented(match[2], match[1], match.group())
        )
        draft.replace(
            _LETTER_FIRST, lambda match: _accented(match[1], match[2], match.group())
        )
    if _LOST in draft.text:
        for pattern, replacement in _LOST_WORDS:
            draft.replace(pattern, replacement)
    draft.replace(_SPACED, _closed_up)
    draft.replace(_RUN_OF_BLANKS, " ")
    return draft.finish()


_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_SOFT_INSIDE = re.compile("(?<=[^\\W\\d_])\u00ad+(?=[^\\W\\d_])")
_SOFT = re.compile("\u00ad+")


def _soften(draft: _Draft) -> None:
    """Take a soft hyphen inside a word for nothing, at the end of a line for a hyphen, elsewhere
    for a dash.
    """
    if "\u00ad" not in draft.text:
        return
    draft.replace(_SOFT_INSIDE, "")
    draft.replace(_SOFT, "-")


def _of_form(plain: PlainText) -> PlainText:
    """Make the form of a label plain: marks of Markdown, `Art . 1.º`, `§ 1 o`."""
    draft = _Draft(plain.text)
    if plain.offsets:
        draft.offsets = list(plain.offsets)
    if draft.text[0] in _MARKS_AT_START or "**" in draft.text or "__" in draft.text:
        draft.replace(_LEADING_MARK, "")
        draft.replace(_STRONG, r"\2")
        draft.replace(_LIST_MARK, "")
        draft.replace(_EMPHASIS, r"\2")
    if "<" in draft.text:
        draft.replace(_SUP, r"\1")
    for pattern, replacement in _LABEL_FORMS:
        draft.replace_start(pattern, replacement)
    if draft.text == plain.text:
        return plain
    return draft.finish()


def _article(match: re.Match[str]) -> str:
    word = match["word"] or "Art"
    if word.lower() == "art":
        return f"{match[1]}{word}{'.' if match.group().rstrip(' (')[-1] in '.ºo°:-' else ''} "
    return f"{match[1]}{word} "


_LABEL_FORMS: tuple[tuple[re.Pattern[str], Replacement], ...] = (
    (_LOOSE_ART, "Art"),
    (_ART_WORD, _article),
    (_PARAGRAPH_SIGN, r"\1\2 "),
    (_PARAGRAPH_WORD, r"\1Parágrafo "),
    (_SOLE, r"\1\2nico"),
    (_LABEL_NUMBER, r"\g<head>\g<number>º"),
    (_SIGN_BEHIND_NUMERAL, r"\1 – "),
    (_SIGN_BEHIND_NUMBER, r"\1 – "),
    (_LABEL_BLANKS, r"\1"),
)
"""In this order: words, then numbers, then the dash behind them."""
