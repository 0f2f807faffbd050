"""Read amounts: a number in digits or words with its unit and the words in parentheses that say it
again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from lawtool.meaning.elision import share_units
from lawtool.meaning.units import BOTH, DIGITS, WORDS, Amount, Unit, unit_at, unit_named
from lawtool.repair.number_words import digits_value, words_value
from lawtool.vocabulary import rules
from lawtool.vocabulary.numerals import cardinals
from lawtool.vocabulary.places import municipalities

_DIGITS = re.compile(
    r"""
    (?<![\w.,/§º$-])(?<!\d:)          # not inside a word, `1.2.3`, `12/99`, `§ 2`
    (?:
        \d{1,3}(?:\.\d{3})+(?:,\d+)?  # 1.560 and 1.560,50
      | \d{1,3}(?:\s\d{3})+(?=\s?(?:kg|m|l)\b)   # 1 560kg, as scanners read a point
      | \d{1,7},\d+                   # 2,50
      | \d{1,3}/\d{1,3}(?![/\d])      # 7/8
      | \d{1,7}\.\d{1,2}(?!\d)        # 2.50
      | \d{1,9}
    )
    (?![\d])(?!\.\d)(?!/\d)(?!,\d)(?!-\d)(?!:\d)(?!\s?[ª]) (?!o\b)
    """,
    re.X,
)
_MONEY = re.compile(
    r"(?P<sign>n?cr?z?\$|r\$)\s{0,2}(?P<digits>\d[\d.]*(?:,\d+)?)(?:,?--?)?"
)
_OLD_MONEY = re.compile(r"(?<![\w$.,])(?P<digits>\d{1,3}(?:[.:]\d{3})*\$\d{3})(?!\d)")
_SCALE = re.compile(r"\s(?:mil|milhao|milhoes|bilhao|bilhoes)\b")
_SAID_AGAIN = re.compile(r"\s{0,2}\(\s?(?P<words>[^()]{2,120})\)")
_CLOCK = re.compile(r"\s?(?:h(?:s|\d\d)?\b|horas?\b)")
_CLOCK_BEFORE = re.compile(
    r"\b(?:as|das|ate as|apos as|entre as|a partir das|pelas|e as|e)\s\Z"
)
_ORDINAL = re.compile(r"\s?º(?!\s?c\b)")
_ANGLE = re.compile(r"\b(?:angulos?|angulacao|inclinacao|declividade)\b")
_LINK = re.compile(r"\s?,\s|\s(?:e|ou|a|ate|por|x)\s|\s?/\s?")
_TIMES = re.compile(
    r"\svezes\s(?:[oa]s?\s)?(?:valor(?:es)?\s)?(?:d[aoe]s?\s)?(?:vigente\s)?"
)
_ONCE_DONE = re.compile(r"\svez\s(?:que\b|\w+[ai]d[oa]s?\b)")
"""`uma vez concluídas as obras`: a condition, no number."""
_NOUN = re.compile(r"\s(?P<noun>[a-z]{3,}(?:-[a-z]+)*)(?P<plural>\(s\)|\(es\))?")


def _words(name: str) -> str:
    """Return the alternatives of a list of `rules/quantidades.toml`."""
    return "|".join(rules.read_table("quantidades")["words"][name])


@cache
def _label_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?:\b(?:{_words('labels')})(?:\s(?:de|do|n))?|§|\bn[ºo.]{{0,2}}s?|º)\.?,?:?\s{{0,2}}\Z"
    )


@cache
def _year_before() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_words('years')})(?:\s(?:de|do|financeiro|fiscal))*\s\Z")


@cache
def _counts_one() -> re.Pattern[str]:
    return re.compile(rf"\s(?:{_words('members')})\b")


@cache
def _not_counted() -> frozenset[str]:
    return frozenset(rules.read_table("quantidades")["words"]["not_counted"])


@cache
def _fractions() -> dict[str, float]:
    return dict(rules.read_table("quantidades")["fractions"])


def read_amounts(
    text: str, flat: str, taken: Sequence[tuple[int, int]]
) -> list[Amount]:
    """Read every amount of a text in order; none begins inside `taken` (dates, citations).

    `flat` is `flatten(text)`; `taken` holds ordered, disjoint (start, end). Never raises;
    linear in the text.
    """
    starts = [start for start, _ in taken]
    amounts: list[Amount] = []
    position = 0
    for start in _candidates(flat):
        if start < position or _is_taken(start, taken, starts):
            continue
        amount = _amount_at(text, flat, start)
        if amount is not None and _is_legible(flat, amount):
            amounts.append(amount)
            position = amount.end
    return share_units(flat, amounts)


def _candidates(flat: str) -> Iterator[int]:
    for match in _start_pattern().finditer(flat):
        yield match.start()


def _is_legible(flat: str, amount: Amount) -> bool:
    """Tell law from the ruins of a page: `8 E 8 | = E g8` is what a recogniser makes of a drawing.

    In law four of ten words around a number are single letters or signs at the most.
    """
    around = (
        flat[max(0, amount.start - 40) : amount.start]
        + " "
        + flat[amount.end : amount.end + 40]
    )
    words = [word for word in around.split() if not word.isdigit()]
    if len(words) < 8:
        return True
    ruins = sum(len(word) == 1 or not word.strip('().,;:"').isalnum() for word in words)
    return ruins <= 0.5 * len(words)


def _is_taken(
    start: int, taken: Sequence[tuple[int, int]], starts: Sequence[int]
) -> bool:
    index = bisect_right(starts, start) - 1
    return index >= 0 and start < taken[index][1]


@cache
def _cardinal() -> str:
    """Return a pattern of a cardinal in words below a thousand million, without accents."""
    table = cardinals()

    def alternatives(low: int, high: int) -> str:
        words = [word for word, value in table.items() if low <= value <= high]
        return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"

    tens = rf"(?:{alternatives(20, 90)}(?:\s+e\s+{alternatives(1, 9)})?|{alternatives(1, 19)})"
    hundreds = rf"(?:{alternatives(100, 900)}(?:\s+e\s+{tens})?|{tens})"
    thousands = (
        rf"(?:(?:{hundreds}\s+)?mil\b(?:\s*,?\s+(?:e\s+)?{hundreds}\b)?|{hundreds})"
    )
    return rf"(?:{hundreds}\s+milh(?:ao|oes)\b(?:\s+(?:e\s+)?{thousands}\b)?|{thousands}|zero)\b"


@cache
def _words_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w-])(?P<number>{_cardinal()})(?P<part>\s+(?:{_words('parts')})\b)?"
    )


@cache
def _start_pattern() -> re.Pattern[str]:
    """Return the pattern of where an amount may begin: a digit, a sign of money, a word of a
    number.
    """
    names = "|".join(sorted({*cardinals(), "mil"}, key=len, reverse=True))
    fractions = "|".join(_fractions())
    return re.compile(
        rf"(?<![\w.,/§$-])(?:\d|n?cr?z?\$|r\$|(?:{names}|{fractions}|meio)\b)"
    )


def _amount_at(text: str, flat: str, start: int) -> Amount | None:
    for read in (_money_at, _digits_at, _words_at, _fraction_at):
        amount = read(text, flat, start)
        if amount is not None:
            return amount
    return None


def _money_at(text: str, flat: str, start: int) -> Amount | None:
    """Read `R$ 500,00 (quinhentos reais)`, `Cr$ 2.000,00`, `100$000`."""
    match = _MONEY.match(flat, start)
    if match is None:
        return _old_money_at(text, flat, start)
    value = read_number(match["digits"].rstrip("."))
    if value is None:
        return None
    end = match.start("digits") + len(match["digits"].rstrip(".,"))
    scale = _SCALE.match(flat, end)
    if scale is not None:
        value *= _scale_of(scale[0].strip())
        end = scale.end()
    sign = text[match.start("sign") : match.end("sign")]
    if match["sign"] == "r$":
        unit = unit_named("BRL")
    else:
        unit = Unit(id=sign, role="money")
    amount = Amount(
        start=start,
        end=end,
        value=value,
        form=DIGITS,
        unit=unit,
        printed_unit=sign,
        counted=True,
    )
    return _with_words(text, flat, amount)


def _old_money_at(text: str, flat: str, start: int) -> Amount | None:
    match = _OLD_MONEY.match(flat, start)
    if match is None:
        return None
    value = float(re.sub(r"\D", "", match["digits"]))
    unit = unit_named("réis")
    amount = Amount(
        start=start,
        end=match.end(),
        value=value,
        form=DIGITS,
        unit=unit,
        printed_unit="réis",
        counted=True,
    )
    return _with_words(text, flat, amount)


def _scale_of(word: str) -> float:
    return {"mil": 1e3, "milhao": 1e6, "milhoes": 1e6}.get(word, 1e9)


def _digits_at(text: str, flat: str, start: int) -> Amount | None:
    """Read digits with unit, words in parentheses or a noun; None where they number a provision, a
    year or an hour.
    """
    match = _DIGITS.match(flat, start)
    if match is None:
        return None
    before = flat[max(0, start - 40) : start]
    if (
        _label_before().search(before)
        or _is_year(match[0], before)
        or _is_clock(flat, match, before)
    ):
        return None
    ordinal = _ORDINAL.match(flat, match.end())
    if ordinal is not None:
        return _angle(text, flat, match, ordinal)
    value = read_number(match[0])
    if value is None:
        return None
    amount = Amount(start=start, end=match.end(), value=value, form=DIGITS)
    scale = _SCALE.match(flat, match.end())
    if scale is not None:
        amount = replace(
            amount, value=value * _scale_of(scale[0].strip()), end=scale.end()
        )
    if "/" in match[0]:
        amount = replace(
            amount, unit=Unit(id="fraction", role="ratio", si="1"), counted=True
        )
    return _with_unit(text, flat, amount)


def read_number(digits: str) -> float | None:
    """Return what digits mean as the law prints them: a point parts thousands, a comma decimals."""
    plain = re.sub(r"(?<=\d)\s(?=\d{3})", "", digits)
    if re.fullmatch(r"\d+\.\d{1,2}", plain):
        return float(plain)
    values = digits_value(plain)
    if values:
        return float(min(values))
    return None


def _is_year(digits: str, before: str) -> bool:
    if not re.fullmatch(r"(?:1[89]|20)\d\d|[12]\.\d{3}", digits):
        return False
    return _year_before().search(before) is not None


def _is_clock(flat: str, match: re.Match[str], before: str) -> bool:
    """Tell `das 8 às 18 horas` and `8h30` from `8 horas` of work."""
    clock = _CLOCK.match(flat, match.end())
    if clock is None:
        return False
    if re.search(r"h\d\d", clock[0]):
        return True
    return re.search(r"\b(?:as|das)\s\Z", before) is not None


def _angle(
    text: str, flat: str, match: re.Match[str], sign: re.Match[str]
) -> Amount | None:
    """Read `90º` as an angle only where a word near it says so; else it is an ordinal."""
    near = flat[max(0, match.start() - 40) : sign.end() + 20]
    if _ANGLE.search(near) is None or not match[0].isdigit():
        return None
    amount = Amount(
        start=match.start(),
        end=sign.end(),
        value=float(match[0]),
        form=DIGITS,
        unit=unit_named("deg"),
        printed_unit="º",
        counted=True,
    )
    return _with_words(text, flat, amount)


def _words_at(text: str, flat: str, start: int) -> Amount | None:
    """Read a number in words with what follows: a unit, a noun, digits in parentheses."""
    match = _words_pattern().match(flat, start)
    if match is None:
        return None
    if match["number"] in ("cento", "mil") and re.search(
        r"\bpor\s\Z", flat[:start][-5:]
    ):
        return None
    end = match.end()
    values = words_value(match[0])
    if not values:
        return None
    amount = Amount(start=start, end=end, value=float(min(values)), form=WORDS)
    if match["part"]:
        unit = Unit(id="fraction", role="ratio", si="1")
        return _with_words(text, flat, replace(amount, unit=unit, counted=True))
    return _with_unit(text, flat, amount)


def _fraction_at(text: str, flat: str, start: int) -> Amount | None:
    """Read `metade`, `dobro`, `terça parte`, `meio por cento`."""
    name = next((name for name in _fractions() if _stands_at(flat, start, name)), None)
    if name is not None:
        unit = Unit(id="fraction", role="ratio", si="1")
        return Amount(
            start=start,
            end=start + len(name),
            value=_fractions()[name],
            form=WORDS,
            unit=unit,
            printed_unit=name,
            counted=True,
        )
    half = re.compile(r"meio\s+por\s+cento\b").match(flat, start)
    if half is None:
        return None
    return Amount(
        start=start,
        end=half.end(),
        value=0.5,
        form=WORDS,
        unit=unit_named("%"),
        printed_unit="por cento",
        counted=True,
    )


def _stands_at(flat: str, start: int, name: str) -> bool:
    end = start + len(name)
    return flat.startswith(name, start) and not flat[end : end + 1].isalpha()


def _with_unit(text: str, flat: str, amount: Amount) -> Amount | None:
    """Read on: unit, words in parentheses, unit again, or the noun that is counted."""
    printed = unit_at(flat, amount.end)
    if printed is not None:
        name = text[printed.start : printed.end]
        amount = replace(
            amount, unit=printed.unit, printed_unit=name, end=printed.end, counted=True
        )
    amount = _with_words(text, flat, amount)
    if amount.unit is None or amount.form == BOTH:
        amount = _with_unit_behind(text, flat, amount)
    if amount.unit is None:
        amount = _with_base(text, flat, amount)
    if amount.unit is None:
        return _with_noun(text, flat, amount)
    return amount


def _with_unit_behind(text: str, flat: str, amount: Amount) -> Amount:
    """Read the unit behind the parenthesis: `90 (noventa) dias`, `4,0m (quatro) metros`."""
    printed = unit_at(flat, amount.end)
    if printed is None or (
        amount.unit is not None and printed.unit.role != amount.unit.role
    ):
        return amount
    if amount.unit is not None:
        unit = amount.unit
    else:
        unit = printed.unit
    name = amount.printed_unit or text[printed.start : printed.end]
    return replace(amount, unit=unit, printed_unit=name, end=printed.end, counted=True)


def _with_base(text: str, flat: str, amount: Amount) -> Amount:
    """Read multiples of a base: `dez vezes o salário mínimo`, `2 (duas) vezes o valor da UFM`."""
    times = _TIMES.match(flat, amount.end)
    if times is None:
        return amount
    printed = unit_at(flat, times.end() - 1)
    if printed is None or printed.unit.role != "money":
        return amount
    name = text[printed.start : printed.end]
    return replace(
        amount, unit=printed.unit, printed_unit=name, end=printed.end, counted=True
    )


def _with_words(text: str, flat: str, amount: Amount) -> Amount:
    """Read the same number in parentheses: words behind digits, digits behind words."""
    again = _SAID_AGAIN.match(flat, amount.end)
    if again is None:
        return amount
    inside = again["words"].strip()
    if amount.form == DIGITS:
        return _digits_with_words(amount, inside, again.end())
    digits = _DIGITS.match(inside)
    if digits is None:
        return amount
    value = read_number(digits[0])
    if value is None:
        return amount
    printed = unit_at(inside, digits.end())
    rest = inside[printed.end if printed else digits.end() :]
    if rest.strip(" .%"):
        return amount
    return _words_with_digits(
        text, amount, value, printed.unit if printed else None, again.end()
    )


def _digits_with_words(amount: Amount, inside: str, end: int) -> Amount:
    if not _begins_with_number(inside):
        return amount
    values = {float(value) for value in words_value(inside)}
    if (
        inside.endswith("avos")
        and amount.unit is not None
        and amount.unit.id == "fraction"
    ):
        values = {amount.value}  # 1/12 (um doze avos)
    if not values:
        return amount
    agree = amount.value in values or any(
        abs(value - amount.value) < 1e-6 for value in values
    )
    if agree:
        said = amount.value
    else:
        said = min(values)
    return replace(
        amount, end=end, form=BOTH, words_value=said, words_agree=agree, counted=True
    )


def _begins_with_number(inside: str) -> bool:
    return _words_pattern().match(inside) is not None or inside.startswith(
        ("meio", "meia")
    )


def _words_with_digits(
    text: str, amount: Amount, value: float, unit: Unit | None, end: int
) -> Amount:
    """Read `vinte centímetros (0,20m)`: the digits and their unit count, where both are the same
    amount.
    """
    words = amount.value
    if amount.unit:
        factor = amount.unit.factor
    else:
        factor = 1.0
    if unit:
        other = unit.factor
    else:
        other = factor
    agree = abs(words * factor - value * other) < 1e-6 * max(1.0, abs(value * other))
    return replace(
        amount,
        end=end,
        form=BOTH,
        value=amount.value if agree else value,
        words_value=words,
        words_agree=agree,
        unit=amount.unit or unit,
        counted=True,
    )


def _with_noun(text: str, flat: str, amount: Amount) -> Amount | None:
    """Read the noun that is counted, if it follows directly; a bare number stays for lists and
    cues.
    """
    is_one = amount.value == 1 and amount.form == WORDS
    if is_one and _ONCE_DONE.match(flat, amount.end):
        return None
    if is_one and amount.start and _counts_one().match(flat, amount.end) is None:
        return None
    if amount.value != int(amount.value):
        return None
    noun = _NOUN.match(flat, amount.end)
    if noun is None or noun["noun"] in _not_counted():
        if (
            amount.form == DIGITS
            and amount.value > 9_999
            and amount.value == int(amount.value)
        ):
            return None
        return amount
    name = text[noun.start("noun") : noun.end()]
    if amount.form == WORDS and municipalities(text[amount.start : noun.end("noun")]):
        return None  # Sete Lagoas, Três Corações
    return replace(amount, end=noun.end(), printed_unit=name, counted=True)
