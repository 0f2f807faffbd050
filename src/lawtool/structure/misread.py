"""What it costs to take misread glyphs for a number: strokes of numerals, letters and digits that look alike."""

from __future__ import annotations

from functools import lru_cache

from lawtool.model import Kind
from lawtool.structure.costs import IMPOSSIBLE
from lawtool.structure.printed_labels import Reading
from lawtool.vocabulary.numerals import from_letter, from_roman, to_letter, to_roman

# What strokes a glyph may stand for. H, U, N and W are two strokes run together, M two or three (`VM` for VIII).
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


def _distance(a: str, b: str) -> int:
    """Strokes lost or won between two short stroke strings: one for an `i`, two for any other letter, which is not so easily
    lost; nothing turns into something else."""
    row = [0]
    for y in b:
        row.append(row[-1] + _weight(y))
    for x in a:
        previous, row[0] = row[0], row[0] + _weight(x)
        for j, y in enumerate(b, 1):
            both = previous if x == y else previous + 2
            previous, row[j] = row[j], min(row[j] + _weight(x), row[j - 1] + _weight(y), both)
    return row[-1]


def _weight(stroke: str) -> int:
    return 1 if stroke == "i" else 2


def _stroke_strings(glyphs: str) -> list[str]:
    strings = [""]
    for glyph in glyphs:
        options = _STROKES.get(glyph)
        if options is None:
            return []
        strings = [string + option for string in strings for option in options][:12]
    return strings


@lru_cache(maxsize=65536)
def _roman_misread(glyphs: str, number: int) -> float:
    if not 1 <= number <= _MAX_ROMAN:
        return IMPOSSIBLE
    target = to_roman(number).lower()
    distance = min((_distance(string, target) for string in _stroke_strings(glyphs)), default=9)
    if distance > 1 + (len(target) > 2):
        return IMPOSSIBLE
    valid = from_roman(glyphs)
    odd = sum(glyph not in "IVXLC" for glyph in glyphs)
    # A valid numeral that is misread has lost (or won) a stroke; other damage shows in the glyphs.
    return 1.5 * distance + 0.2 * odd + (0.5 if valid is not None else 0.0)


# Letters of alíneas and what `por` printed for them (pages of four norms at three qualities, and one scanned law).
_LETTER_LIKE: dict[str, str] = {
    "a": "3Aaáàâã8u4oO2", "b": "6Bh8", "c": "€CcçeoG(«<¢", "d": "DdaO", "e": "8€Ec&éêo6", "f": "Ff1tr£ÉET7", "g": "9qQGg8y",
    "h": "bnHkt", "i": "1lI|!íj¡1", "j": "]i;1)J", "k": "KRxt", "l": "1|IDi!]tLT", "m": "Mnr", "n": "Nmrnh", "o": "0O0cõó",
    "p": "PÞ", "q": "9gO", "r": "Rtn", "s": "5S$", "t": "1fTi+", "u": "vUnú",
    "v": "Vuy", "w": "Wv", "x": "X%", "y": "Yv", "z": "Z2",
}  # fmt: skip


@lru_cache(maxsize=65536)
def _letter_misread(glyphs: str, number: int) -> float:
    if not 1 <= number <= 26:
        return IMPOSSIBLE
    letter = to_letter(number)
    if not glyphs:
        return 1.5
    if glyphs == letter:
        return 0.0
    if len(glyphs) == 1 and glyphs in _LETTER_LIKE.get(letter, ""):
        return 0.3
    if len(glyphs) == 2 and (
        letter in glyphs.lower() or any(glyph in _LETTER_LIKE.get(letter, "") for glyph in glyphs)
    ):
        return 1.8
    if len(glyphs) > 1:
        return IMPOSSIBLE
    return 4.5 if from_letter(glyphs) is not None else 2.5


@lru_cache(maxsize=65536)
def _digits_misread(glyphs: str, number: int) -> float:
    """A number of an article or a paragraph: one wrong digit, or strokes for ones."""
    printed, wanted = glyphs.translate(_ONES), str(number)
    if printed == wanted:
        return 0.3
    if len(printed) == len(wanted):
        wrong = sum(a != b for a, b in zip(printed, wanted, strict=True))
        return 5.0 if wrong == 1 else IMPOSSIBLE
    if len(printed) == len(wanted) + 1 and wanted in printed:
        return 2.5
    return IMPOSSIBLE


_ONES = str.maketrans({"l": "1", "I": "1", "|": "1", "o": "0", "O": "0"})


_DIGIT_LIKE = {1: "tlI|i!", 2: "Zz", 3: "JS", 4: "ÀAaÁ", 5: "S", 6: "bG", 7: "T", 8: "B"}


def _item_misread(glyphs: str, number: int) -> float:
    if glyphs.isdigit():
        return _digits_misread(glyphs, number)
    return 0.5 if glyphs in _DIGIT_LIKE.get(number, "") else IMPOSSIBLE


def misreading(reading: Reading, number: int) -> float:
    """What it costs, beyond the price of any repair, to take the glyphs of a reading for a given number."""
    if reading.sole:
        return 0.0 if number == 1 else IMPOSSIBLE
    if reading.kind is Kind.INCISO:
        return _roman_misread(reading.glyphs, number)
    if reading.kind is Kind.ALINEA:
        return _letter_misread(reading.glyphs, number)
    if reading.kind in (Kind.ARTIGO, Kind.PARAGRAFO):
        return _digits_misread(reading.glyphs, number)
    return _item_misread(reading.glyphs, number)


@lru_cache(maxsize=4096)
def likeliest(kind: Kind, glyphs: str) -> int | None:
    """The number that misread glyphs show most plainly, for where no sequence tells: `HI` 3, `€` 3; None if it is open."""
    cost = (
        _roman_misread if kind is Kind.INCISO else _letter_misread if kind is Kind.ALINEA else None
    )
    if cost is None:
        return None
    best, second = sorted((cost(glyphs, number), number) for number in range(1, 27))[:2]
    return best[1] if best[0] < 1.0 and second[0] > best[0] else None
