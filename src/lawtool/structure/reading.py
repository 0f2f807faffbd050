"""A reading of the start of a line as a label, and what all kinds of label share:
separators, suffixes, citations."""

from __future__ import annotations

from dataclasses import dataclass

from lawtool.model import Kind
from lawtool.structure.label_patterns import CITED, ORDINALS, SEPARATOR
from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.numerals import from_letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read the start of a line.

    `number` is None where the sign can only be a misreading. `end` is the offset in the
    line where the own text begins,
    `form` the cost of a label of this shape, `ignore` what it costs to take the same
    words for running text.
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
    unmarked: bool = False
    """The number of an article or a paragraph bears no ordinal sign."""
    until: int = 0
    """The last number of a label for several provisions (`Arts. 52 a 58`), 0 for
    one."""
    shape: str = ""
    """What a weak form looks like (`a -`, `I` alone): only a list in one shape makes
    such signs labels."""


Readings = list[Reading]


def own_text(text: str, at: int) -> int:
    """Find where the own text begins: behind dashes, dots and blanks that follow a
    label."""
    match = SEPARATOR.match(text, at)
    if match:
        return match.end()
    return at


def read_suffix(text: str) -> tuple[int, ...]:
    """Read the letters of an inserted provision: `-A` → (1,), `-AA` → (27,), `-A-1` →
    (1, 1)."""
    parts = text.replace("-", " ").split()
    numbers = (int(part) if part.isdigit() else from_letter(part) for part in parts)
    return tuple(number for number in numbers if number is not None)


def is_cited(text: str, label_end: int, end: int) -> bool:
    """Tell a provision that is being cited: no dash or colon parts it from the words
    that go on."""
    if end >= len(text) or not CITED.match(text, end):
        return False
    return not any(sign in "-–—:" for sign in text[label_end:end])


_ONES = str.maketrans("lI|", "111")


def digits_of(glyphs: str) -> int | None:
    """Read digits among which strokes stand for ones: `l0` → 10; a stroke alone shows
    nothing."""
    if glyphs.isdigit():
        return int(glyphs)
    digits = glyphs.translate(_ONES)
    if len(digits) > 1 and digits.isdigit():
        return int(digits)
    return None


def ordinal_number(word: str) -> int:
    """Read an ordinal in words: `Primeiro` → 1, `décima` → 10."""
    return ORDINALS.index(strip_accents(word).lower()[:-1]) + 1
