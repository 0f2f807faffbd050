"""What it costs to take misread glyphs for a number: strokes of numerals, letters and
digits that look alike."""

from __future__ import annotations

from functools import lru_cache

from lawtool.model import Kind
from lawtool.structure.costs import COST, IMPOSSIBLE
from lawtool.structure.reading import Reading
from lawtool.vocabulary.numerals import from_letter, from_roman, to_letter, to_roman

# What strokes a glyph may stand for. H, U, N and W are two strokes run together, M two
# or three (`VM` for VIII).
_STROKES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys("IliÍ1|!][JjTtFfErk/\\7", ("i",)),
    **dict.fromkeys("HUNhnu", ("ii",)),
    **dict.fromkeys("Mm", ("iii", "ii")),
    **dict.fromkeys("Ww", ("ii", "i", "iii", "v")),
    **dict.fromkeys("VvYy¥", ("v",)),
    **dict.fromkeys("XxKĶ", ("x",)),
    "L": ("l", "i"),
    "4": ("i", "iv"),
    "C": ("c",),
    "D": ("d",),
}
_MAX_ROMAN = 60
_MAX_READINGS = 12
"""Stroke strings of one numeral that are tried."""

# Letters of alíneas and what `por` printed for them (pages of four norms at three
# qualities, and one scanned law).
_LETTER_LIKE: dict[str, str] = {
    "a": "3Aaáàâã8u4oO2",
    "b": "6Bh8",
    "c": "€CcçeoG(«<¢",
    "d": "DdaO",
    "e": "8€Ec&éêo6",
    "f": "Ff1tr£ÉET7",
    "g": "9qQGg8y",
    "h": "bnHkt",
    "i": "1lI|!íj¡1",
    "j": "]i;1)J",
    "k": "KRxt",
    "l": "1|IDi!]tLT",
    "m": "Mnr",
    "n": "Nmrnh",
    "o": "0O0cõó",
    "p": "PÞ",
    "q": "9gO",
    "r": "Rtn",
    "s": "5S$",
    "t": "1fTi+",
    "u": "vUnú",
    "v": "Vuy",
    "w": "Wv",
    "x": "X%",
    "y": "Yv",
    "z": "Z2",
}
_DIGIT_LIKE = {
    1: "tlI|i!",
    2: "Zz",
    3: "JS",
    4: "ÀAaÁ",
    5: "S",
    6: "bG",
    7: "T",
    8: "B",
}
_ONES = str.maketrans({"l": "1", "I": "1", "|": "1", "o": "0", "O": "0"})
_ALPHABET = 26
_PLAIN = 1.0
"""Glyphs that cost less show their number plainly."""


def misread_cost(reading: Reading, number: int) -> float:
    """Price, beyond the price of any repair, the glyphs of a reading taken for a given
    number."""
    if reading.sole:
        if number == 1:
            return 0.0
        return IMPOSSIBLE
    if reading.kind is Kind.INCISO:
        return _roman_misread(reading.glyphs, number)
    if reading.kind is Kind.ALINEA:
        return _letter_misread(reading.glyphs, number)
    if reading.kind is Kind.ITEM and not reading.glyphs.isdigit():
        alike = reading.glyphs in _DIGIT_LIKE.get(number, "")
        if alike:
            return COST.item_glyph_alike
        return IMPOSSIBLE
    return _digits_misread(reading.glyphs, number)


@lru_cache(maxsize=4096)
def likeliest(kind: Kind, glyphs: str) -> int | None:
    """Give the number that misread glyphs show most plainly, for where no sequence
    tells: `HI` 3, `€` 3; None if it is open."""
    if kind is Kind.INCISO:
        price = _roman_misread
    elif kind is Kind.ALINEA:
        price = _letter_misread
    else:
        return None
    ranked = sorted(
        (price(glyphs, number), number) for number in range(1, _ALPHABET + 1)
    )
    (cost, number), (next_cost, _) = ranked[:2]
    if cost < _PLAIN and next_cost > cost:
        return number
    return None


# --- numerals -------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def _roman_misread(glyphs: str, number: int) -> float:
    if not 1 <= number <= _MAX_ROMAN:
        return IMPOSSIBLE
    target = to_roman(number).lower()
    distance = min(
        (_distance(string, target) for string in _stroke_strings(glyphs)), default=9
    )
    if distance > 1 + (len(target) > 2):
        return IMPOSSIBLE
    odd = sum(glyph not in "IVXLC" for glyph in glyphs)
    cost = COST.roman_stroke * distance + COST.roman_odd_glyph * odd
    # A valid numeral that is misread has lost (or won) a stroke; other damage shows in
    # the glyphs.
    if from_roman(glyphs) is not None:
        cost += COST.roman_valid
    return cost


def _stroke_strings(glyphs: str) -> list[str]:
    strings = [""]
    for glyph in glyphs:
        options = _STROKES.get(glyph)
        if options is None:
            return []
        longer = [string + option for string in strings for option in options]
        strings = longer[:_MAX_READINGS]
    return strings


def _distance(a: str, b: str) -> int:
    """Count strokes lost or won between two short stroke strings: one for an `i`, two
    for any other letter, which is not so
    easily lost; nothing turns into something else."""
    row = [0]
    for y in b:
        row.append(row[-1] + _weight(y))
    for x in a:
        previous, row[0] = row[0], row[0] + _weight(x)
        for j, y in enumerate(b, 1):
            if x == y:
                both = previous
            else:
                both = previous + 2
            previous, row[j] = (
                row[j],
                min(row[j] + _weight(x), row[j - 1] + _weight(y), both),
            )
    return row[-1]


def _weight(stroke: str) -> int:
    if stroke == "i":
        return 1
    return 2


# --- letters and digits ---------------------------------------------------------------


@lru_cache(maxsize=65536)
def _letter_misread(glyphs: str, number: int) -> float:
    if not 1 <= number <= _ALPHABET:
        return IMPOSSIBLE
    letter = to_letter(number)
    alike = _LETTER_LIKE.get(letter, "")
    if not glyphs:
        return COST.letter_lost
    if glyphs == letter:
        return 0.0
    if len(glyphs) > 1:
        fits = letter in glyphs.lower() or any(glyph in alike for glyph in glyphs)
        if fits and len(glyphs) == 2:
            return COST.letter_of_two
        return IMPOSSIBLE
    if glyphs in alike:
        return COST.letter_alike
    if from_letter(glyphs) is not None:
        return COST.letter_other
    return COST.glyph_other


@lru_cache(maxsize=65536)
def _digits_misread(glyphs: str, number: int) -> float:
    """Price a number of an article or a paragraph: one wrong digit, or strokes for
    ones."""
    printed, wanted = glyphs.translate(_ONES), str(number)
    if printed == wanted:
        return COST.digit_stroke
    if len(printed) == len(wanted):
        wrong = sum(a != b for a, b in zip(printed, wanted, strict=True))
        if wrong == 1:
            return COST.digit_wrong
        return IMPOSSIBLE
    if len(printed) == len(wanted) + 1 and wanted in printed:
        return COST.digit_won
    return IMPOSSIBLE
