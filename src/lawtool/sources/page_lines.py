"""Make lines of text from the characters of a page: accents drawn apart, raised ordinals, hyphens
at line ends.

pdfium's own lines and blanks are kept; boxes only decorate them. Sizes of fonts are not asked for:
pdfium gives them before the matrix, so that they say nothing.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import pypdfium2
from pypdfium2 import raw as pdfium

_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "˜": "\u0303", "¨": "\u0308", "¸": "\u0327",
    "^": "\u0302", "~": "\u0303",
}  # fmt: skip
_TEX_ACCENTS = frozenset("´`ˆ˜¨¸")
_PORTUGUESE = frozenset("áéíóúàâêôãõçüñÁÉÍÓÚÀÂÊÔÃÕÇÜÑ")
_RAISED = {"o": "º", "a": "ª"}
_RAISED_BY = 0.25
"""Part of the height of a capital that the foot of a raised letter stands above the line."""
_HYPHENS = frozenset("\x02\ufffe")
"""What pdfium writes for a hyphen at the end of a line."""
_DIGIT_BEFORE = re.compile(r"\d ?\Z")
_LIGATURE = re.compile("[ﬀ-ﬆ]")
_BLANKS = re.compile(r"[ \t\u00a0]+")
_NEAR = 5
"""Characters before and after an accent among which its letter is looked for."""


@dataclass(slots=True)
class Glyph:
    """A character and its box in points, `top` and `bottom` counted from the top of the page."""

    sign: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLine:
    """A line of a page and its box in points from the top left corner; without glyphs where boxes
    say nothing.
    """

    text: str
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    glyphs: tuple[Glyph, ...] = ()


def lines_of_page(
    textpage: pypdfium2.PdfTextPage, height: float, *, upright: bool
) -> list[PageLine]:
    """Read the lines of a page. Boxes of a page that is turned are not used."""
    if not upright:
        text = textpage.get_text_range()
        return [
            PageLine(text=line.strip()) for line in text.splitlines() if line.strip()
        ]
    lines = _glyph_lines(textpage, height)
    if any(glyph.sign in _TEX_ACCENTS for line in lines for glyph in line):
        _join_accents(lines)
    made = (line_of_glyphs(line) for line in lines)
    return [line for line in made if line is not None]


def _glyph_lines(textpage: pypdfium2.PdfTextPage, height: float) -> list[list[Glyph]]:
    """Read the characters with their boxes, line by line as pdfium ends them."""
    lines: list[list[Glyph]] = [[]]
    handle = textpage.raw
    box = [ctypes.c_double() for _ in range(4)]
    left, right, bottom, top = box
    references = [ctypes.byref(value) for value in box]
    read_box, read_sign = pdfium.FPDFText_GetCharBox, pdfium.FPDFText_GetUnicode
    for index in range(textpage.count_chars()):
        sign = chr(read_sign(handle, index))
        if sign in "\r\n":
            if sign == "\n":
                lines.append([])
            continue
        read_box(handle, index, *references)
        glyph = Glyph(
            sign, left.value, height - top.value, right.value, height - bottom.value
        )
        lines[-1].append(glyph)
        if sign in _HYPHENS:
            # pdfium joins the word and ends no line here.
            glyph.sign = "-"
            lines.append([])
    return [line for line in lines if line]


def _join_accents(lines: Sequence[Sequence[Glyph]]) -> None:
    """Put accents that are drawn as signs of their own on the letters under them.

    TeX draws them just before their letter; on capitals they come anywhere in the line.
    """
    glyphs = [glyph for line in lines for glyph in line]
    start = 0
    for line in lines:
        end = start + len(line)
        for index in range(start, end):
            if glyphs[index].sign in _ACCENTS:
                _join_accent(glyphs, index, range(start, end))
        start = end


def _join_accent(glyphs: Sequence[Glyph], index: int, line: range) -> None:
    accent = glyphs[index]
    after = range(index + 1, min(index + _NEAR, len(glyphs)))
    before = range(index - 1, max(index - _NEAR, -1), -1)
    for near in (*after, *before, *line):
        letter = glyphs[near]
        composed = _composed(letter, accent)
        if composed and _stands_over(accent, letter):
            letter.sign = composed
            accent.sign = ""
            _close_gap(glyphs, index)
            return


def _composed(letter: Glyph, accent: Glyph) -> str:
    """Compose a letter with an accent; empty where Portuguese has no such letter."""
    base = letter.sign.replace("ı", "i")
    if len(base) != 1 or not base.isalpha():
        return ""
    composed: str = unicodedata.normalize("NFC", base + _ACCENTS[accent.sign])
    if composed in _PORTUGUESE:
        return composed
    return ""


def _stands_over(accent: Glyph, letter: Glyph) -> bool:
    middle = (accent.left + accent.right) / 2
    if not letter.left - 0.8 <= middle <= letter.right + 0.8:
        return False
    if accent.sign == "¸":
        return abs(letter.bottom - accent.bottom) < 5
    return -2 < letter.top - accent.top < 8


def _close_gap(glyphs: Sequence[Glyph], index: int) -> None:
    """Take out the blanks around a joined accent where there is no gap on the paper."""
    left = _visible(glyphs, range(index - 1, max(index - _NEAR, -1), -1))
    right = _visible(glyphs, range(index + 1, min(index + _NEAR, len(glyphs))))
    if left is None or right is None or glyphs[right].left - glyphs[left].right >= 1.2:
        return
    for glyph in glyphs[left + 1 : right]:
        if glyph.sign == " ":
            glyph.sign = ""


def _visible(glyphs: Sequence[Glyph], places: range) -> int | None:
    return next((place for place in places if glyphs[place].sign.strip()), None)


def line_of_glyphs(glyphs: Sequence[Glyph]) -> PageLine | None:
    """Make a line of its characters; None where nothing is visible."""
    visible = [glyph for glyph in glyphs if glyph.sign.strip()]
    if not visible:
        return None
    return PageLine(
        text=_text_of_glyphs(glyphs),
        left=min(glyph.left for glyph in visible),
        top=min(glyph.top for glyph in visible),
        right=max(glyph.right for glyph in visible),
        bottom=max(glyph.bottom for glyph in visible),
        glyphs=tuple(glyphs),
    )


def _text_of_glyphs(glyphs: Sequence[Glyph]) -> str:
    plain = "".join(glyph.sign for glyph in glyphs)
    if re.search(r"\d ?[oa]", plain):
        plain = _with_ordinals(glyphs)
    if _LIGATURE.search(plain):
        plain = _LIGATURE.sub(
            lambda match: unicodedata.normalize("NFKC", match.group()), plain
        )
    return _BLANKS.sub(" ", plain).strip()


def _with_ordinals(glyphs: Sequence[Glyph]) -> str:
    """Write `1º` for a digit with a raised o."""
    tall = [glyph.bottom - glyph.top for glyph in glyphs if _is_tall(glyph.sign)]
    feet = [glyph.bottom for glyph in glyphs if glyph.sign.isalnum()]
    if tall:
        least = median(feet) - _RAISED_BY * median(tall)
    else:
        least = float("-inf")
    text = ""
    for glyph in glyphs:
        sign = glyph.sign
        if sign in _RAISED and glyph.bottom < least and _DIGIT_BEFORE.search(text):
            text = text.rstrip(" ")
            sign = _RAISED[sign]
        text += sign
    return text


def _is_tall(sign: str) -> bool:
    return sign.isdigit() or sign.isupper()
