"""Count the labels that Word numbers by itself: `Art. 1º`, `I -`, `a)`; the file holds only their
pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from xml.etree import ElementTree

from lawtool.vocabulary.numerals import to_letter, to_roman

Element = ElementTree.Element
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
"""The namespace of the elements and attributes of a document, as a prefix."""

_PLACEHOLDER = re.compile(r"%(\d)")
_LEVELS = 9
_MOST = 3999
"""The largest Roman numeral; nobody numbers further."""


def value_of(element: Element | None, default: str = "") -> str:
    """Give the `w:val` of an element, the default where it has none or is missing."""
    if element is None:
        return default
    return element.get(f"{WORD}val", default)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Level:
    start: int
    format: str
    pattern: str
    legal: bool


@dataclass(slots=True)
class Numbering:
    """The lists of a document and where each stands. `styles` give a list and level to paragraphs
    of their name.
    """

    lists: dict[str, dict[int, _Level]] = field(default_factory=dict)
    """Levels of every `numId`."""
    counters: dict[str, str] = field(default_factory=dict)
    """The list that a `numId` counts on with: several may share one."""
    styles: dict[str, tuple[str, int]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    counts: dict[str, dict[int, int]] = field(default_factory=dict)

    def style_name(self, paragraph: Element) -> str:
        """Give the name of a paragraph's style, empty for none."""
        key = value_of(paragraph.find(f"{WORD}pPr/{WORD}pStyle"))
        return self.names.get(key, key)

    def next_label(self, paragraph: Element) -> str:
        """Count one on and give the label of a paragraph, empty where it has no number."""
        place = self._place(paragraph)
        if place is None:
            return ""
        key, level = place
        levels = self.lists.get(key, {})
        if level not in levels:
            return ""
        counts = self.counts.setdefault(self.counters.get(key, key), {})
        counts[level] = counts.get(level, levels[level].start - 1) + 1
        for deeper in [other for other in counts if other > level]:
            del counts[deeper]
        return _PLACEHOLDER.sub(
            lambda match: self._number(
                levels, counts, int(match[1]) - 1, levels[level].legal
            ),
            levels[level].pattern,
        ).strip()

    @staticmethod
    def _number(
        levels: dict[int, _Level], counts: dict[int, int], level: int, legal: bool
    ) -> str:
        if level not in levels:
            return ""
        number = counts.get(level, levels[level].start)
        if legal:
            form = "decimal"
        else:
            form = levels[level].format
        return _written(number, form)

    def _place(self, paragraph: Element) -> tuple[str, int] | None:
        """Find list and level: of the paragraph itself, else of its style; list 0 takes the number
        away.
        """
        style = value_of(paragraph.find(f"{WORD}pPr/{WORD}pStyle"))
        key, level = self.styles.get(style, ("", 0))
        own = paragraph.find(f"{WORD}pPr/{WORD}numPr")
        if own is not None:
            key = value_of(own.find(f"{WORD}numId"), key)
            level = _integer(value_of(own.find(f"{WORD}ilvl")), level)
        if key and key != "0":
            return (key, level)
        return None


def read_numbering(numbers: Element | None, styles: Element | None) -> Numbering:
    """Read the lists of a document and the styles that carry numbers; either may be missing."""
    numbering = Numbering()
    if numbers is not None:
        _read_lists(numbering, numbers)
    if styles is not None:
        _read_styles(numbering, styles)
    return numbering


def _read_lists(numbering: Numbering, root: Element) -> None:
    abstract = {
        element.get(f"{WORD}abstractNumId", ""): _levels(element)
        for element in root.iterfind(f"{WORD}abstractNum")
    }
    for element in root.iterfind(f"{WORD}num"):
        key = element.get(f"{WORD}numId", "")
        base = value_of(element.find(f"{WORD}abstractNumId"))
        levels = dict(abstract.get(base, {}))
        restarts = False
        for override in element.iterfind(f"{WORD}lvlOverride"):
            level = _integer(override.get(f"{WORD}ilvl", ""), 0)
            start = override.find(f"{WORD}startOverride")
            restarts = restarts or start is not None
            own = override.find(f"{WORD}lvl")
            if own is not None:
                levels[level] = _level(own)
            if start is not None and level in levels:
                levels[level] = _started(levels[level], _integer(value_of(start), 1))
        numbering.lists[key] = levels
        if restarts:
            numbering.counters[key] = f"num{key}"
        else:
            numbering.counters[key] = base


def _levels(element: Element) -> dict[int, _Level]:
    return {
        _integer(level.get(f"{WORD}ilvl", ""), 0): _level(level)
        for level in element.iterfind(f"{WORD}lvl")
    }


def _level(element: Element) -> _Level:
    return _Level(
        start=_integer(value_of(element.find(f"{WORD}start")), 1),
        format=value_of(element.find(f"{WORD}numFmt"), "decimal"),
        pattern=value_of(element.find(f"{WORD}lvlText")),
        legal=element.find(f"{WORD}isLgl") is not None,
    )


def _started(level: _Level, start: int) -> _Level:
    return _Level(
        start=start, format=level.format, pattern=level.pattern, legal=level.legal
    )


def _read_styles(numbering: Numbering, root: Element) -> None:
    parents: dict[str, str] = {}
    for element in root.iterfind(f"{WORD}style"):
        key = element.get(f"{WORD}styleId", "")
        numbering.names[key] = value_of(element.find(f"{WORD}name"), key)
        parents[key] = value_of(element.find(f"{WORD}basedOn"))
        place = element.find(f"{WORD}pPr/{WORD}numPr")
        if place is not None:
            level = _integer(value_of(place.find(f"{WORD}ilvl")), 0)
            numbering.styles[key] = (value_of(place.find(f"{WORD}numId")), level)
    for key in numbering.names:
        _inherit(numbering, parents, key)


def _inherit(numbering: Numbering, parents: dict[str, str], key: str) -> None:
    """Give a style the number of the nearest style that it is based on."""
    parent, seen = parents.get(key, ""), {key}
    while key not in numbering.styles and parent and parent not in seen:
        if parent in numbering.styles:
            numbering.styles[key] = numbering.styles[parent]
        seen.add(parent)
        parent = parents.get(parent, "")


def _integer(text: str, default: int) -> int:
    if text.isdigit():
        return int(text)
    return default


def _roman(number: int) -> str:
    if 0 < number <= _MOST:
        return to_roman(number)
    return str(number)


def _letter(number: int) -> str:
    """Word counts … z, aa, bb, cc."""
    if number < 1:
        return str(number)
    return to_letter((number - 1) % 26 + 1) * ((number - 1) // 26 + 1)


_FORMS: dict[str, Callable[[int], str]] = {
    "upperRoman": _roman,
    "lowerRoman": lambda number: _roman(number).lower(),
    "upperLetter": lambda number: _letter(number).upper(),
    "lowerLetter": _letter,
    "decimalZero": lambda number: f"{number:02d}",
    "ordinal": lambda number: f"{number}º",
    "none": lambda number: "",
    "bullet": lambda number: "",
}


def _written(number: int, form: str) -> str:
    return _FORMS.get(form, str)(number)
