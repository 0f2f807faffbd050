"""Numbers apart: every quantity, date, fraction, numeral and reference that differs between aligned
provisions.

A similarity cannot see that 200 m became 50 m. A number is *in doubt* only where a recogniser could have
made one of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from rapidfuzz.distance import Levenshtein

from lawtool.comparison.edits import Passage, Word
from lawtool.model import Norma
from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.numerals import DATE, date_of, from_roman

_REFERENCE = re.compile(
    r"(?:\bart(?:igo)?s?\.?|\bincisos?|\bal[ií]neas?|§+|\bpar[áa]grafos?|\bitens|\bitem|\bn[ºo°]s?\.?)\s*[\"“'‘]?$",
    re.I,
)
_CITATION = re.compile(
    r"(?i:\b(?:leis?|decretos?|decreto-lei|portarias?|resolu[çc](?:ão|ões|ao|oes)|delibera[çc](?:ão|ao)|instru[çc](?:ão|ao)"
    r"|normas?|nbr|processo|emenda|medida provis[óo]ria))\b"
    r"(?:[\s,-]+(?i:municipal|estadual|federal|complementar|ordin[áa]ria|promulgada|normativa|legislativ[oa]|t[ée]cnica|da|do)"
    r"|[\s-]+[A-Z][A-Z/-]+){0,5}"
    r"[\s-]*(?i:n[º°o.]{0,2}s?\.?\s*)?(?P<number>\d[\d./-]*)"
    r"(?i:(?P<date>,?\s*(?:de|/)\s*[\wº°./ç]{1,12}(?:\s+de\s+\w{3,9}\s+de\s+[\d.]{2,5})?)?)"
)
_UNIT = re.compile(
    r"\s?(?:%|\(?\w+\)?%|m[²³23]?\b|km\b|cm\b|mm\b|kg\b|l\b|litros?\b|metros?(?: quadrados| cúbicos)?\b"
    r"|quil[oô]\w*\b|dias?\b"
    r"|meses\b|m[êe]s\b|anos?\b|horas?\b|minutos?\b|segundos?\b|por cento\b|reais\b|ufm\w*\b|vezes\b)",
    re.I,
)

DATE_REACH = 32
"""Signs after the number of an act in which its date begins and ends."""
LOCATOR_REACH = 8
"""Signs between a locator and the norm it points into: `º do `, ` da `."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedNumber:
    """A number as one side has it. `value` is what is compared, `text` what is shown, unit included."""

    value: str
    text: str
    kind: str
    printed: str
    at: Passage
    before: str = ""
    """Key of the word before: what tells which numbers of two texts answer each other."""
    restated: bool = False
    """Whether the same number follows in words, in brackets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberChange:
    """A number that differs. `status`: in-doubt, changed, added, removed, seen from the base.

    `left` is what side a has, `right` what side b has. `kind`: quantity, date, roman, reference or citation.
    """

    status: str
    kind: str
    left: PrintedNumber | None
    right: PrintedNumber | None
    note: str = ""


def find_printed_numbers(words: Sequence[Word]) -> list[PrintedNumber]:
    """All numbers of a sequence of words in order. A citation is one number, so is `90 (noventa)`."""
    found: list[PrintedNumber] = []
    cited: set[tuple[str, int]] = set()
    index = 0
    while index < len(words):
        word = words[index]
        if not word.token.is_number or _percent_sign(words, index):
            index += 1
            continue
        length, value = _numeral(words, index)
        last = words[index + length - 1].token
        before = words[index - 1].token.key if index else ""
        index += length
        citation = _citation_at(word)
        if citation is not None:
            if (word.unit.path, citation.start()) not in cited:
                cited.add((word.unit.path, citation.start()))
                found.append(
                    _quantity(
                        word, citation.span(), citation.end(), _cited(citation), "citation", before
                    )
                )
                found = _with_locators(found)
        elif word.token.kind == "numeral" and found and _in_brackets_after(found[-1], word):
            found[-1] = replace(found[-1], restated=True)
        else:
            unit = _UNIT.match(word.unit.text, last.end)
            shown = word.token.start, unit.end() if unit else last.end
            found.append(_quantity(word, shown, last.end, value, _kind(word), before))
    return found


def _percent_sign(words: Sequence[Word], index: int) -> bool:
    """`por cento` is a unit, not a hundred."""
    return words[index].token.key == "cento" and index > 0 and words[index - 1].token.key == "por"


def _in_brackets_after(number: PrintedNumber, word: Word) -> bool:
    """`50% (cinquenta`: words of a number in the brackets that a numeral is followed by."""
    if number.at.path != word.unit.path or not number.printed[:1].isdigit():
        return False
    between = word.unit.text[number.at.end : word.token.start]
    return (
        "(" in between[:12] and ")" not in between and not any(sign.isdigit() for sign in between)
    )


def _with_locators(found: list[PrintedNumber]) -> list[PrintedNumber]:
    """`art. 1º do Decreto nº 1.021`: the locator before a citation is part of it."""
    citation = found[-1]
    while len(found) > 1 and found[-2].kind == "reference" and _same_phrase(found[-2], citation):
        found = [*found[:-2], citation]
    return found


def _same_phrase(reference: PrintedNumber, citation: PrintedNumber) -> bool:
    return (
        reference.at.path == citation.at.path
        and 0 <= citation.at.start - reference.at.end <= LOCATOR_REACH
    )


def _quantity(
    word: Word, shown: tuple[int, int], end: int, value: str, kind: str, before: str
) -> PrintedNumber:
    text, start = word.unit.text, word.token.start if kind != "citation" else shown[0]
    return PrintedNumber(
        value=value,
        text=text[shown[0] : shown[1]].rstrip(" .,"),
        kind=kind,
        printed=text[start:end],
        at=Passage(path=word.unit.path, start=start, end=end, text=text[start:end]),
        before=before,
    )


def _citation_at(word: Word) -> re.Match[str] | None:
    """The citation of a norm whose number or date this word is part of."""
    text, start = word.unit.text, word.token.start
    for match in _CITATION.finditer(text, max(0, start - 90), min(len(text), start + 90)):
        if match.start("number") <= start < match.end():
            return match
    return None


def dated_citations(norma: Norma) -> Iterator[tuple[str, date, Passage]]:
    """Every act that a norm cites with a full date: what it is called here, the date, and where the date
    stands."""
    for node in norma.nodes:
        for match in _CITATION.finditer(node.text):
            found = DATE.search(node.text, match.end("number"), match.end("number") + DATE_REACH)
            day = date_of(found) if found else None
            if found and day:
                at = Passage(
                    path=node.path, start=found.start(), end=found.end(), text=found.group()
                )
                yield _cited(match), day, at


def _cited(match: re.Match[str]) -> str:
    species = strip_accents(match.group().split()[0]).lower().rstrip("s")
    return f"{species[:5]} {match['number'].replace('.', '').rstrip('/-')}"


def _kind(word: Word) -> str:
    token = word.token
    if token.kind == "date":
        return "date"
    if _REFERENCE.search(word.unit.text[max(0, token.start - 16) : token.start]):
        return "reference"
    return {"roman": "roman", "letter": "reference"}.get(token.kind, "quantity")


def _numeral(words: Sequence[Word], index: int) -> tuple[int, str]:
    """Length in words and value of the number that begins here: `cento e noventa` is one number of three
    words."""
    token = words[index].token
    if token.kind == "roman":
        return 1, str(from_roman(token.key))
    if token.kind != "numeral":
        return 1, token.key
    values = rules.table("comparison")["numerals"]
    total = part = int(values[token.key])
    length = 1
    while index + length + 1 < len(words) and words[index + length].token.key == "e":
        following = words[index + length + 1].token
        value = int(values.get(following.key, 0)) if following.kind == "numeral" else 0
        value = 1 if following.key in ("um", "uma") else value
        if not 0 < value < _room(part):
            break
        total, part, length = total + value, value, length + 2
    if index + length < len(words) and words[index + length].token.key == "mil":
        total, length = total * 1000, length + 1
    return length, str(total)


def _room(value: int) -> int:
    """What may follow with `e`: units after tens, tens after hundreds."""
    if value >= 100:
        return 100 if value % 100 == 0 else 0
    return 10 if value >= 20 and value % 10 == 0 else 0


def could_be_misread(left: PrintedNumber, right: PrintedNumber, *, scanned: bool) -> bool:
    """Whether a recogniser makes one numeral of the other: a lost stroke (III, II) or look-alike digits. In texts that
    no recogniser has read nothing is in doubt."""
    if not scanned:
        return False
    a, b = sorted((left.printed, right.printed), key=len)
    if from_roman(a) is not None and from_roman(b) is not None:
        return "II" in b and b.replace("II", "I", 1) == a
    if len(a) != len(b):
        return False
    pairs = {frozenset(pair) for pair in rules.table("comparison")["ocr"]["digits"]}
    return all(x == y or frozenset((x, y)) in pairs for x, y in zip(a, b, strict=True))


def number_changes(
    left: Sequence[Word], right: Sequence[Word], *, base: str, scanned: bool, whole: bool = True
) -> list[NumberChange]:
    """The numbers that differ, added and removed seen from the base (`a`: the left side).

    With `whole` false, numbers that only one side has belong to text without counterpart and are left out.
    """
    ours, theirs = find_printed_numbers(left), find_printed_numbers(right)
    gone, new = ("removed", "added") if base == "a" else ("added", "removed")
    found: list[NumberChange] = []
    for op in Levenshtein.opcodes([q.value for q in ours], [q.value for q in theirs]):
        mine, other = ours[op.src_start : op.src_end], theirs[op.dest_start : op.dest_end]
        if op.tag == "equal":
            found.extend(
                row for a, b in zip(mine, other, strict=True) if (row := _restated(a, b, gone, new))
            )
            continue
        both = min(len(mine), len(other))
        found.extend(
            _changed(a, b, scanned)
            for a, b in zip(mine, other, strict=False)
            if whole or _answer(a, b)
        )
        if whole:
            found.extend(
                NumberChange(status=gone, kind=q.kind, left=q, right=None) for q in mine[both:]
            )
            found.extend(
                NumberChange(status=new, kind=q.kind, left=None, right=q) for q in other[both:]
            )
    return found


def _answer(a: PrintedNumber, b: PrintedNumber) -> bool:
    """Whether two numbers of texts that only partly agree stand in the same place."""
    return a.kind == b.kind and bool(a.before) and a.before == b.before


def _restated(a: PrintedNumber, b: PrintedNumber, gone: str, new: str) -> NumberChange | None:
    """One side writes the number in words, the other in digits and in words: the digits are what was
    added."""
    if a.restated and not b.restated and not b.printed[:1].isdigit():
        return NumberChange(
            status=gone, kind=a.kind, left=a, right=None, note=f"restates “{b.text}”"
        )
    if b.restated and not a.restated and not a.printed[:1].isdigit():
        return NumberChange(
            status=new, kind=b.kind, left=None, right=b, note=f"restates “{a.text}”"
        )
    return None


def _changed(a: PrintedNumber, b: PrintedNumber, scanned: bool) -> NumberChange:
    doubt = could_be_misread(a, b, scanned=scanned)
    kind = a.kind if a.kind == b.kind else "quantity"
    return NumberChange(status="in-doubt" if doubt else "changed", kind=kind, left=a, right=b)
