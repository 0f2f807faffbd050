"""Digits against words: `50% (cinqüenta por cento)` says its number twice, and the two can be
compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

from lawtool.model import Dispositivo, Problem, Source, Span
from lawtool.repair.scope import RepairScope
from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import fold

CODE = "digits-against-words"

_WORDS = re.compile(r"\((?P<words>[^()\d]{3,160})\)")
_DIGITS = re.compile(
    r"(?<![\d.,:/\w-])(?<!\d\s)(?<!\d[,.:]\s)(?P<digits>\d+(?:[.,]\d+)*(?:/\d+)?)"
    r"(?P<unit>\s?(?:%|[ºª°]|[a-zA-Z]{1,3}[²³23]?)?)\s*\Z"
)
_BEFORE = 40
"""Characters before the parenthesis in which the digits are looked for."""
_TOKEN = re.compile(r"[^\W\d_]+|,")
_RATE = re.compile(r"\bpor (?:cento|mil)\b")
_ORDINAL_SIGNS = frozenset("ºª°")
_HALF = frozenset({"meio", "meia"})
_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+\Z")


@dataclass(frozen=True, slots=True)
class _NumberWords:
    cardinals: dict[str, int]
    scales: dict[str, int]
    denominators: dict[str, int]
    ordinals: dict[str, int]
    parts: dict[str, int]

    def counts(self, token: str) -> bool:
        return token in self.cardinals or token in self.scales


@cache
def _number_words() -> _NumberWords:
    return _NumberWords(
        **{name: dict(entries) for name, entries in rules.read_table("numeros").items()}
    )


def digits_value(text: str) -> frozenset[Fraction]:
    """What digits may mean: `1.560,50`, `7/8`; `100.00` is a hundred or ten thousand."""
    over, _, under = text.partition("/")
    if under:
        if over.isdigit() and int(under):
            return frozenset({Fraction(int(over), int(under))})
        return frozenset()
    whole, comma, rest = text.rpartition(",")
    if comma:
        if "," in whole or "." in rest:
            return frozenset()
        value = Fraction(whole.replace(".", "") + "." + rest)
        return frozenset(
            {value, Fraction(re.sub(r"\D", "", text))} if len(rest) == 3 else {value}
        )
    plain = Fraction(text.replace(".", ""))
    if "." not in text or _THOUSANDS.match(text):
        return frozenset({plain})
    whole, _, rest = text.rpartition(".")
    return frozenset({plain, Fraction(whole.replace(".", "") + "." + rest)})


def words_value(text: str) -> frozenset[Fraction]:
    """What a number in words may mean, its units and decimals included; empty where it cannot be
    read.

    `sete oitavos`, `um real e vinte centavos`, `trinta e três centésimos por cento`, `meio por
    cento`. A unit that may be a part of another (`oitenta centavos`) gives both values.
    """
    table = _number_words()
    tokens = _TOKEN.findall(_RATE.sub(" ", fold(text)))
    value, at = _cardinal(tokens, 0)
    if value is None:
        half = bool(tokens) and tokens[0] in _HALF
        if half and not any(map(table.counts, tokens)):
            return frozenset({Fraction(1, 2)})
        return frozenset()
    rest = tokens[at:]
    if any(first == "e" and second in _HALF for first, second in pairwise(rest[:4])):
        return frozenset({value + Fraction(1, 2)})
    if rest and rest[0] in table.denominators:
        part = frozenset({value / table.denominators[rest[0]]})
        if not any(map(table.counts, rest[1:])):
            return part
        return frozenset()
    if "virgula" in rest[:2]:
        return _decimals(value, rest[rest.index("virgula") + 1 :])
    return _with_parts(value, rest)


def ordinal_value(text: str) -> frozenset[Fraction]:
    """What an ordinal in one word means: `quinto`. A weekday (`segunda-feira`) means none."""
    word = _number_words().ordinals.get(fold(text))
    if word is None:
        return frozenset()
    return frozenset({Fraction(word)})


def _cardinal(tokens: Sequence[str], at: int) -> tuple[Fraction | None, int]:
    """The number that begins at a token, and where it ends."""
    table = _number_words()
    total = group = 0
    lowest = 1000
    seen = False
    while at < len(tokens):
        token = tokens[at]
        if token in table.cardinals and table.cardinals[token] < lowest:
            group += table.cardinals[token]
            lowest = _magnitude(table.cardinals[token])
        elif token in table.scales:
            total += (group or 1) * table.scales[token]
            group, lowest = 0, 1000
        elif not (
            seen
            and token in ("e", ",")
            and at + 1 < len(tokens)
            and table.counts(tokens[at + 1])
        ):
            break
        seen = True
        at += 1
    return (Fraction(total + group) if seen else None), at


def _magnitude(value: int) -> int:
    """What may follow must be smaller: after `trinta` a digit, after `onze` nothing."""
    if value >= 100:
        return 100
    if value >= 20:
        return 10
    return 0


def _decimals(value: Fraction, tokens: Sequence[str]) -> frozenset[Fraction]:
    zeros = 0
    while zeros < len(tokens) and tokens[zeros] == "zero":
        zeros += 1
    part, _ = _cardinal(tokens, zeros)
    if part is None:
        return frozenset()
    return frozenset({value + part / 10 ** (zeros + len(str(part)))})


def _with_parts(value: Fraction, rest: Sequence[str]) -> frozenset[Fraction]:
    """`metros e vinte centímetros` after a number; units that nobody listed are passed over."""
    table = _number_words()
    second = next((i for i, token in enumerate(rest) if table.counts(token)), None)
    if second is None:
        units = rest
    else:
        units = rest[:second]
    scale = next((table.parts[token] for token in units if token in table.parts), None)
    if scale is None:
        values = {value}
    else:
        values = {value, value / scale}
    if second is None:
        return frozenset(
            values | {value / 100 for token in units[:1] if token in table.denominators}
        )
    if rest[second - 1] == "por":
        return frozenset()  # so much by so much: no one number
    part, at = _cardinal(rest, second)
    if at < len(rest):
        unit = rest[at]
    else:
        unit = ""
    size = table.parts.get(unit) or table.denominators.get(unit)
    if part is None or size is None or any(map(table.counts, rest[at:])):
        return frozenset()
    # A hundredth of a square metre is a square decimetre.
    if "quadrados" in rest[at:] or "quadrado" in rest[at:]:
        square = size**2
    else:
        square = size
    return frozenset({value + part / size, value + part / square})


@dataclass(frozen=True, slots=True)
class Pair:
    """Digits and the words in parentheses behind them."""

    digits: str
    unit: str
    words: str
    span: Span


def pairs(text: str) -> Iterator[Pair]:
    """Digits with the words behind them that say the same: `50 (cinqüenta)`."""
    for words in _WORDS.finditer(text):
        base = max(0, words.start() - _BEFORE)
        digits = _DIGITS.search(text[base : words.start()])
        if digits is not None:
            span = Span(start=base + digits.start(), end=words.end())
            yield Pair(
                digits["digits"],
                digits["unit"].strip(),
                " ".join(words["words"].split()),
                span,
            )


def check_numbers(source: Source, nodes: Sequence[Dispositivo]) -> tuple[Problem, ...]:
    """One problem of code `digits-against-words` for each number whose words say another one, or
    none.
    """
    scope = RepairScope(source, nodes, damaged=False)
    return tuple(
        problem
        for pair in pairs(source.text)
        if (problem := _disagreement(scope, pair)) is not None
    )


def _disagreement(scope: RepairScope, pair: Pair) -> Problem | None:
    printed, said = digits_value(pair.digits), words_value(pair.words)
    if not said and pair.unit in _ORDINAL_SIGNS:
        said = ordinal_value(pair.words)
    if not any(printed) or printed & said or not (said or _meant_as_number(pair)):
        return None
    node = scope.node_at(pair.span.start, pair.span.end)
    if node is None:
        return None
    return Problem(
        code=CODE,
        message=f"{pair.digits}{pair.unit} stands beside “{pair.words}”"
        + ("" if said else ", which is no number"),
        span=pair.span,
        line=scope.line(pair.span.start),
        path=node.path,
    )


def _meant_as_number(pair: Pair) -> bool:
    """`50% (cingiienta por cento)`: the unit says that the word before it must be a number."""
    return pair.unit == "%" and re.fullmatch(r"\w+ por cento", pair.words) is not None
