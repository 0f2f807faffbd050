"""Short forms where a text introduces them: `Gás Liquefeito de Petróleo (GLP)`, `… - ABNT`, `CETESB
– Companhia …`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.numerals import from_roman
from lawtool.vocabulary.places import municipalities, state, states


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form and the place of its long form, code points of the text."""

    short: str
    start: int
    end: int


_SHORT = (
    r"[A-ZÀ-Ú][A-Za-zÀ-ú]{0,12}(?:[/.&-][A-Z]{1,12}){0,3}(?:[’']?s)?(?:/[A-Z]{2,6})?"
)
_BEHIND = re.compile(
    rf"""
    (?:  \s?\(\s?(?:["“”']|sigla\s)?(?P<bracket>{_SHORT})["“”']?\s?\)
       | (?:\s[-–—]\s?|[-–—]\s|,\s)(?P<dash>{_SHORT})(?![\w/-]) (?!\s[-–—]\s?[A-ZÀ-Ú][a-zà-ú]) )
    """,
    re.X,
)
_BEFORE = re.compile(rf"(?<![\w/-])(?P<short>{_SHORT})\s?[-–—]\s(?=[A-ZÀ-Ú])")
_CONNECTORS = frozenset(
    [
        "de",
        "do",
        "da",
        "dos",
        "das",
        "e",
        "em",
        "para",
        "o",
        "a",
        "os",
        "as",
        "no",
        "na",
        "nos",
        "nas",
        "à",
        "ao",
        "com",
        "por",
        "sobre",
        "del",
    ]
)
_NO_SHORT_FORMS = frozenset(
    [
        "NR",
        "AC",
        "VETADO",
        "VETADA",
        "REVOGADO",
        "REVOGADA",
        "ME",
        "EPP",
        "LTDA",
        "SA",
        "S/A",
        "CEP",
        "CPF",
        "RG",
    ]
)
_WORD = re.compile(r"[\w’'./&-]+")
_MOST_SKIPPED = 2
"""Capitalised words of a long form without a letter in the short one; in capitals one more (`ANP`).
"""
_FARTHEST = 160
"""Characters of a long form; the longest of the annotated ones has 96."""


def _is_place(name: str, short: str) -> bool:
    """Tell `Rio de Janeiro - RJ` from a name whose initials happen to be those of a state."""
    if short not in states():
        return False
    return state(name) is not None or bool(municipalities(name))


def is_short_form(text: str) -> bool:
    """Tell whether a word can be a short form: at least two capitals, no numeral, no state, no mark
    of drafting.
    """
    if " " in text:
        return False
    plain = re.sub(r"[’']?s\Z", "", text)
    capitals = sum(sign.isupper() for sign in plain)
    if capitals < 2 or capitals < 0.5 * sum(sign.isalpha() for sign in plain):
        return False
    if plain.upper() in _NO_SHORT_FORMS:
        return False
    return from_roman(plain) is None


def find_abbreviations(text: str, flat: str) -> Iterator[Abbreviation]:
    """Yield every introduction of a short form in a text, in order of the short forms."""
    for match in _BEHIND.finditer(text):
        short = match["bracket"] or match["dash"]
        if not is_short_form(short):
            continue
        start = _start_of_long_form(text, match.start(), short)
        if start is not None and not _is_place(text[start : match.start()], short):
            yield Abbreviation(short, start, match.start())
    for match in _BEFORE.finditer(text):
        if not is_short_form(match["short"]):
            continue
        end = _end_of_long_form(text, match.end(), match["short"])
        if end is not None:
            yield Abbreviation(match["short"], match.end(), end)


def _initials(short: str) -> str:
    plain = strip_accents(short)
    return "".join(sign for sign in plain if sign.isupper())


def _start_of_long_form(text: str, end: int, short: str) -> int | None:
    """Return where the long form before a short form begins: by initials, else by capitals."""
    begin = max(0, end - _FARTHEST)
    clause = max(text.rfind(sign, begin, end) for sign in ";:.(")
    words = list(_WORD.finditer(text, max(begin, clause + 1), end))
    by_initials = _by_initials(words, short)
    if by_initials is not None:
        return by_initials
    if short in states():
        return None
    return _by_capitals(text, words, end, short)


def _by_initials(words: list[re.Match[str]], short: str) -> int | None:
    """Match the letters of a short form with the initials of the words before it, backwards.

    Two capitalised words may have no letter: `Estudo Prévio de Impacto de Vizinhança - EIV`.
    """
    letters = _initials(short)
    if words:
        in_capitals = words[-1][0].isupper()
    else:
        in_capitals = False
    skipped = 0
    for match in reversed(words):
        matched = _letters_of(match[0], letters)
        letters = letters[: len(letters) - matched]
        if not letters:
            if match[0].lower() in _CONNECTORS:
                return None
            return match.start()
        if matched or match[0].lower() in _CONNECTORS:
            continue
        skipped += 1
        is_other = is_short_form(match[0]) and not in_capitals
        if (
            skipped > _MOST_SKIPPED + in_capitals
            or not match[0][0].isupper()
            or is_other
        ):
            return None
    return None


def _letters_of(word: str, letters: str) -> int:
    """Return how many of the last letters a word stands for: its initial, or all of `GLP`."""
    plain = strip_accents(word)
    if len(plain) > 1 and plain.isupper() and letters.endswith(plain):
        return len(plain)
    return int(plain[:1].upper() == letters[-1:])


def _by_capitals(
    text: str, words: list[re.Match[str]], end: int, short: str
) -> int | None:
    """Take the words with capitals directly before a short form: two at least, the first letters
    alike.
    """
    if text[max(0, end - 60) : end].isupper():
        return None
    start, capitals = None, 0
    for match in reversed(words):
        word = match[0]
        if is_short_form(word):
            break
        if word[0].isupper() and word.lower() not in _CONNECTORS:
            start = match.start()
            capitals += 1
        elif word.lower() not in _CONNECTORS:
            break
    if start is None or capitals < 2:
        return None
    initials = [strip_accents(match[0])[0] for match in words if match.start() >= start]
    known = [sign for sign in initials if sign in _initials(short)]
    if len(known) >= 2:
        return start
    return None


def _end_of_long_form(text: str, start: int, short: str) -> int | None:
    """Return where the long form behind a short form ends; its initials must be those of the short
    form.
    """
    letters = _initials(short)
    position, end, after_and = 0, None, False
    for match in _WORD.finditer(text, start, start + _FARTHEST):
        if end is not None and re.search(r"[,;.():]", text[end : match.start()]):
            break
        word = strip_accents(match[0])
        if position < len(letters) and word[:1].upper() == letters[position]:
            position += 1
            end = match.end()
        elif match[0][0].isupper() and position and not after_and:
            end = match.end()
        elif match[0].lower() in _CONNECTORS:
            after_and = match[0] == "e"
            continue
        else:
            break
        after_and = False
    if end is None or position < min(2, len(letters)):
        return None
    return start + len(text[start:end].rstrip(".-/"))
