"""What is compared: the provisions of a norm as units, their words as tokens, and the keys that
tokens are matched by.

Folded in a key: case, accents, punctuation, dashes, the spacing of number and unit, the thousands
mark, shapes that a recogniser confuses. Never folded: the value of a number, a date or a roman
numeral.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from lawtool.model import PROVISIONS, Dispositivo, Kind, Norma
from lawtool.vocabulary import norms, rules
from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.numerals import DATE, cardinals, date_of, from_roman

COMPARED = PROVISIONS | {Kind.EMENTA, Kind.TABELA, Kind.ANEXO_ITEM, Kind.CONSIDERANDO}
"""Kinds that an alignment speaks of. Headings, signatures, notes and furniture are not provisions.
"""

_TOKEN = re.compile(
    r"(?P<number>\d{1,3}(?:[. ]\d{3})+(?![\d.,/])(?:,\d{1,4}(?!\d))?|\d+(?:[.,/]\d+)*)"
    r"|(?P<word>[^\W\d_]\w*(?:['’][^\W\d_]+)?)"
    r"|(?P<sign>[%‰])"
)
_QUOTES = frozenset("\"'“”‘’«»")


class Token(NamedTuple):
    """A word or numeral of a unit; a tuple, because a norm has thousands. `start` and `end` count
    code points of the unit's text.

    `exact` folds case and numerals only, `key` accents too. `kind` is `word`, `number`, `date`,
    `roman`, `letter` (the name of an alínea) or `numeral` (a number in words); for all but `word`
    the key is the value.
    """

    text: str
    start: int
    end: int
    exact: str
    key: str
    kind: str = "word"

    @property
    def is_number(self) -> bool:
        """Whether it is a number of any kind and no word."""
        return self.kind != "word"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One provision as the comparison sees it. `position` counts the units of the norm from 0."""

    path: str
    kind: Kind
    text: str
    position: int
    parent: str | None
    tokens: tuple[Token, ...]
    key: str
    """The tokens' keys in one string, confusions and the norm's own species folded: what similarity
    is measured on.
    """

    @property
    def clause(self) -> str:
        """The key as patterns of clauses are matched against it."""
        return matching_key(self.tokens, shapes=False)

    @property
    def words(self) -> int:
        """How many words the unit has."""
        return len(self.tokens)


@cache
def _vocabulary() -> dict[str, str]:
    """Word of a number → its value as a string; `um` and `uma` are articles and stay words."""
    tables = cardinals(), {"mil": 1000}
    articles = {"um", "uma", "hum", "huma", "zero"}
    return {
        word: str(value)
        for table in tables
        for word, value in table.items()
        if word not in articles
    }


@cache
def _own_species() -> frozenset[str]:
    return norms.self_words() | frozenset(
        rules.read_table("comparison")["own"]["words"]
    )


@cache
def _demonstratives() -> frozenset[str]:
    return frozenset(rules.read_table("comparison")["own"]["demonstratives"])


@cache
def _confusions() -> tuple[tuple[str, str], ...]:
    return tuple(
        (before, after)
        for before, after in rules.read_table("comparison")["confusions"]["pairs"]
    )


@lru_cache(maxsize=65536)
def fold_word(word: str) -> str:
    """Lower case without accents or apostrophes, superscripts as digits."""
    return (
        strip_accents(unicodedata.normalize("NFKC", word))
        .lower()
        .replace("'", "")
        .replace("’", "")
    )


@lru_cache(maxsize=65536)
def skeleton(word: str) -> str:
    """The word with the shapes that a recogniser confuses made equal; short words stay, they have
    no shape to spare.
    """
    if len(word) < 4:
        return word
    for before, after in _confusions():
        word = word.replace(before, after)
    return word


def number_value(text: str) -> str:
    """`1.560`, `1 560` and `1560` are one value, so are `3,0` and `3`, `02` and `2`; `7/8` stays a
    fraction."""
    text = text.replace(" ", "")
    if "/" in text:
        return "/".join(number_value(part) for part in text.split("/"))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?", text):
        text = text.replace(".", "")
    whole, comma, rest = text.partition(",")
    rest = rest.rstrip("0")
    whole = whole.lstrip("0") or "0"
    if comma and rest:
        return f"{whole},{rest}"
    return whole


@lru_cache(maxsize=65536)
def _classified(word: str) -> tuple[str, str, str]:
    """`exact`, `key` and `kind` of a word by itself."""
    if (
        word.isupper()
        and word != "L"
        and set(word) <= set("IVXL")
        and from_roman(word) is not None
    ):
        return word, word, "roman"
    folded = fold_word(word)
    return word.lower(), folded, "numeral" if folded in _vocabulary() else "word"


def _word(match: re.Match[str], text: str) -> Token:
    word, (start, end) = match.group(), match.span()
    exact, key, kind = _classified(word)
    before, behind = text[max(0, start - 1) : start], text[end : end + 1]
    if kind == "word" and end - start == 1 and {before, behind} <= _QUOTES:
        kind = "letter"
    return Token(word, start, end, exact, key, kind)


def _plain_tokens(text: str, start: int, end: int) -> Iterator[Token]:
    for match in _TOKEN.finditer(text, start, end):
        if match.lastgroup == "number":
            value = number_value(match.group())
            yield Token(
                text=match.group(),
                start=match.start(),
                end=match.end(),
                exact=value,
                key=value,
                kind="number",
            )
        elif match.lastgroup == "sign":
            sign = match.group()
            yield Token(
                text=sign, start=match.start(), end=match.end(), exact=sign, key=sign
            )
        elif match.group() not in ("º", "ª"):
            yield _word(match, text)


def split_tokens(text: str) -> tuple[Token, ...]:
    """The words and numerals of a text in order; a full date is one token, whatever way it is
    written.
    """
    found: list[Token] = []
    at = 0
    for match in DATE.finditer(text):
        day = date_of(match)
        if day is None:
            continue
        found.extend(_plain_tokens(text, at, match.start()))
        value = day.isoformat()
        found.append(
            Token(
                text=match.group(),
                start=match.start(),
                end=match.end(),
                exact=value,
                key=value,
                kind="date",
            )
        )
        at = match.end()
    found.extend(_plain_tokens(text, at, len(text)))
    return tuple(found)


def matching_key(found: tuple[Token, ...], *, shapes: bool = True) -> str:
    """The string that similarity is measured on: `nesta Portaria` and `nesta Lei` are both `nesta
    norma`. Without `shapes` confused letters stay as they are, which is what patterns are matched
    against.
    """
    words = []
    previous = ""
    for token in found:
        own = previous in _demonstratives() and token.key in _own_species()
        kept = token.is_number or not shapes
        words.append("norma" if own else token.key if kept else skeleton(token.key))
        previous = token.key
    return " ".join(words)


def unit_of(node: Dispositivo, position: int = 0) -> Unit:
    """Make the unit of a node."""
    found = split_tokens(node.text)
    return Unit(
        path=node.path,
        kind=node.kind,
        text=node.text,
        position=position,
        parent=node.parent,
        tokens=found,
        key=matching_key(found),
    )


def read_units(norma: Norma) -> tuple[Unit, ...]:
    """The units of a norm in document order. Nodes without a word of their own are left out."""
    nodes = (
        node
        for node in norma.nodes
        if node.kind in COMPARED and _TOKEN.search(node.text)
    )
    return tuple(unit_of(node, position) for position, node in enumerate(nodes))


@lru_cache(maxsize=65536)
def formula_of(clause: str) -> str | None:
    """Name the kind of clause that every norm has (commencement, expenses …) by its key; None for a
    content of its own.

    >>> formula_of("esta norma entra em vigor na data de sua publicacao")
    'commencement'
    """
    for rule in rules.load_rules("formulas"):
        if rule.pattern is not None and rule.pattern.match(clause):
            return rule.id
    return None
