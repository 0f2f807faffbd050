"""Numbers, letters, dates and names as Brazilian norms write them. Strict: misread signs are the
business of `labels`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cache, lru_cache

from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import fold

ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN_STEPS = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_ROMAN = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})\Z")

MONTHS = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho",
    "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
)  # fmt: skip
_MONTH_NUMBER = {
    **{name: i for i, name in enumerate(MONTHS, 1)},
    **{name[:3]: i for i, name in enumerate(MONTHS, 1)},
    "marco": 3,
}


def to_roman(number: int) -> str:
    """`14` → `XIV`. Raises ValueError outside 1..3999."""
    if not 1 <= number <= 3999:
        raise ValueError(f"no roman numeral for {number}")
    out = []
    for value, sign in _ROMAN_STEPS:
        while number >= value:
            out.append(sign)
            number -= value
    return "".join(out)


@lru_cache(maxsize=4096)
def from_roman(text: str) -> int | None:
    """`XIV` → 14; None for anything but a well-formed numeral in capitals."""
    if not text or not _ROMAN.match(text):
        return None
    values = [ROMAN_DIGITS[sign] for sign in text]
    return sum(
        -v if v < max(values[i + 1 :], default=0) else v for i, v in enumerate(values)
    )


def to_letter(number: int) -> str:
    """1 → `a`, 26 → `z`, 27 → `aa`: the alphabet of 26 letters that LexML counts alíneas in."""
    out = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        out = chr(ord("a") + rest) + out
    return out


def from_letter(text: str) -> int | None:
    """`k` → 11, `aa` → 27; None for anything but plain letters."""
    text = text.lower()
    if not text or any(not "a" <= sign <= "z" for sign in text):
        return None
    number = 0
    for sign in text:
        number = number * 26 + ord(sign) - ord("a") + 1
    return number


def ordinal(number: int) -> str:
    """How artigos and parágrafos are counted (LC 95/1998 art. 10): `9º`, then `10`."""
    if number < 10:
        return f"{number}º"
    return str(number)


def suffix_letters(parts: str) -> str:
    """`1` → `A`, `27-2` → `AA-B`: inserted provisions, as fragments and as people write them."""
    return "-".join(to_letter(int(part)).upper() for part in parts.split("-"))


@cache
def cardinals() -> Mapping[str, int]:
    """Folded word → its value: `vinte`, `cento`; `mil` and above are scales, and not here."""
    return dict(rules.read_table("numeros")["cardinals"])


@cache
def ordinals() -> Mapping[str, int]:
    """Folded word of either gender → its value: `quinto`, `vigesima`."""
    return dict(rules.read_table("numeros")["ordinals"])


def read_cardinal(text: str) -> int | None:
    """`120`, `cento e vinte` (folded, without accents) → 120; None for anything else."""
    text = text.strip()
    if re.fullmatch(r"\d{1,5}", text):
        return int(text)
    return _sum_of([word for word in text.split() if word != "e"], cardinals())


def read_ordinal(text: str) -> int | None:
    """`decimo quinto` (folded, without accents) → 15; None for anything else."""
    return _sum_of(text.split(), ordinals())


def _sum_of(words: list[str], table: Mapping[str, int]) -> int | None:
    values = [table[word] for word in words if word in table]
    if not values or len(values) < len(words):
        return None
    return sum(values)


_DATE_WORDS = (
    r"(?P<day>\d{1,2})\s?(?:[ºªo°]|\.º)?\s*(?:de\s+)?(?P<name>[a-zA-Zç]{3,9})\.?,?\s*"
    r"(?:de\s+|do\s+ano\s+de\s+)?(?P<wyear>\d\.\d{3}|\d{4}|\d{2})(?!\d)"
)
_DATE_DIGITS = (
    r"(?P<dday>\d{1,2})\s?[º°]?\s?(?P<sep>[./-])\s?(?P<month>\d{1,2})\s?(?P=sep)\s?"
    r"(?P<dyear>\d\.\d{3}|\d{4}|\d{2})(?!\d)"
)
DATE = re.compile(rf"(?<![\d/.-])(?:{_DATE_WORDS}|{_DATE_DIGITS})", re.IGNORECASE)
"""Any written date; read the match with `date_of`."""


def full_year(text: str, *, pivot: int | None = None) -> int:
    """`2.001` → 2001, `93` → 1993. A two-digit year is the latest one not after `pivot` (a citing
    norm's year, or without one the century turns at 30: nothing in force bears a year before 1931).
    """
    year = int(text.replace(".", ""))
    if year >= 100:
        return year
    if pivot is None:
        if year > 30:
            return 1900 + year
        return 2000 + year
    return max(
        (
            century + year
            for century in range(1800, 2200, 100)
            if century + year <= pivot
        ),
        default=1900 + year,
    )


def date_of(match: re.Match[str], *, pivot: int | None = None) -> date | None:
    """The date of a match of `DATE`; None where there is no such day (31.02)."""
    parts = match.groupdict()
    if parts["day"]:
        month = _MONTH_NUMBER.get(fold(parts["name"]))
        day, year = int(parts["day"]), parts["wyear"]
    else:
        month, day, year = int(parts["month"]), int(parts["dday"]), parts["dyear"]
    try:
        return date(full_year(year, pivot=pivot), month or 0, day)
    except ValueError:
        return None


def find_date(text: str, *, pivot: int | None = None) -> date | None:
    """The first date in a text, or None."""
    for match in DATE.finditer(text):
        found = date_of(match, pivot=pivot)
        if found is not None:
            return found
    return None


def plain_number(text: str) -> str:
    """The number of a norm as identity: `3.459` → `3459`, `0843` → `843`."""
    digits = re.sub(r"(?<=\d)[.\s](?=\d{3}(?!\d))", "", text.strip())
    return digits.lstrip("0") or "0"
