"""Find the numbers of provisions: quantities with their unit, dates, numerals, references and
citations.

A number is one value however it is written: `30 (trinta) dias` and `trinta dias`, `1/2` and
`metade`, `0,5 %` and `5 ‰`, `§§ 1º e 6º` (one reference), `de 2 a 5 anos` (one range), `Decreto nº
1.021, de 1993` (one citation).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache

from lawtool.comparison.edits import Passage, Word
from lawtool.model import Norma
from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.numerals import DATE, cardinals, date_of, from_roman, ordinals

_REFERENCE = re.compile(
    r"""(?:\b(?P<art>art(?:igo)?s?\.?) | \b(?P<inc>incisos?) | \b(?P<ali>al[ií]neas?)
        | (?P<par>§+|\bpar[áa]grafos?) | \b(?P<ite>itens|item) | \b(?P<num>n(?:[º°]s?\.?|os?\.
                |\.º?)))
        \s*["“'‘]?$""",
    re.IGNORECASE | re.VERBOSE,
)
"""What stands before the number of a provision: `art. `, `§§ `, `alínea “`."""
_LIST = re.compile(
    r"""[\sº°ª.,"”“'’‘/-]*
        (?:\b(?:e|ou|a|à|ao|até|do|da|dos|das|caput|c/c|combinado|com|o
            |os)\b[\sº°ª.,"”“'’‘/-]*){0,5}
        (?:(?:§+|\binc(?:iso)?s?\b\.?|\bal[ií]neas?\b|\bpar[áa]grafos?\b|\bart(?:igo)?s?\b\.?
            |\bitens\b|\bitem\b)
           [\s"“'‘]*)?""",
    re.IGNORECASE | re.VERBOSE,
)
"""What joins the numbers of one locator or list: `§ 1º do art. `, `, `, ` e `."""
_RANGE = re.compile(
    r"\s*(?:\([^)]*\)\s*)?(?:\w+\s+)?(?:a|e|à|às|até|ou|-|–)(?:\s+as)?\s*",
    re.IGNORECASE,
)
_CITATION = re.compile(
    r"(?i:\b(?:leis?|decretos?|decreto-lei|portarias?|resolu[çc](?:ão|ões|ao|oes)"
    r"|delibera[çc](?:ão|ao)|instru[çc](?:ão|ao)"
    r"|normas?|nbr|processo|emenda|medida provis[óo]ria))\b"
    r"(?:[\s,-]+(?i:municipal|estadual|federal|complementar|ordin[áa]ria|promulgada|normativa"
    r"|legislativ[oa]|t[ée]cnica|da|do)"
    r"|[\s-]+[A-Z][A-Z/-]+){0,5}"
    r"[\s-]*(?i:n[º°o.]{0,2}s?\.?\s*)?(?P<number>\d[\d./-]*)"
    r"(?i:(?P<date>,?\s*(?:de|/)\s*[\wº°./ç]{1,12}(?:\s+de\s+\w{3,9}\s+de\s+[\d.]{2,5})?)?)"
)
_OTHER_NORM = re.compile(
    r"[\sº°ª.,”\"']*(?:,\s*)?(?:todos\s+|ambos\s+)?d[aeo]s?\s+(?:mesm\w+\s+|referid\w+\s+|citad"
    r"\w+\s+)?"
    r"(?:lei|decreto|constitui|c[óo]digo|portaria|resolu|regulamento|estatuto"
    r"|cf\b|ctn\b|clt\b|carta|emenda)",
    re.IGNORECASE,
)
"""A locator that points into another norm does not follow the renumbering of this one."""

_SHARES = frozenset({"metade", "dobro", "triplo"})
DATE_REACH = 32
"""Signs after the number of an act in which its date begins and ends."""
LOCATOR_REACH = 8
"""Signs between a locator and the norm it points into: `º do `, ` da `."""
CITATION_REACH = 90
"""Signs around a word in which the citation stands that it is part of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedNumber:
    """A number as one side has it. `text` is what is shown, unit included; `value` what JSON tells.

    `amount` and `unit` are what is compared (`500 m³` is 500,000 l); `parts` the pairs (symbol,
    number) of a reference; `first` and `last` the words it takes, from first up to but not with
    last.
    """

    value: str
    text: str
    kind: str
    printed: str
    at: Passage
    before: str = ""
    """Key of the word before: what tells which numbers of two texts answer each other."""
    amount: tuple[Fraction, ...] = ()
    unit: str = ""
    parts: tuple[tuple[str, str], ...] = ()
    external: bool = False
    first: int = 0
    last: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """What two ways of writing one number have in common."""
        if self.kind == "reference":
            return ("reference", self.parts)
        if self.amount:
            return ("amount", self.amount, self.unit)
        return (self.kind, self.value)


@cache
def _numerals() -> dict[str, Fraction]:
    """Folded word → value of a cardinal that is no article, `metade` and `dobro` too."""
    whole = {word: Fraction(value) for word, value in cardinals().items()}
    return whole | {
        "metade": Fraction(1, 2),
        "dobro": Fraction(2),
        "triplo": Fraction(3),
        "duzia": Fraction(12),
    }


@cache
def _scales() -> dict[str, int]:
    return dict(rules.read_table("numeros")["scales"])


@cache
def _units() -> dict[str, tuple[str, Fraction]]:
    """Unit as printed, folded → the unit it is counted in, and how many of that it is."""
    table = rules.read_table("comparison")["units"]
    return {form: (base, Fraction(factor)) for form, (base, factor) in table.items()}


class _Reader:
    """Reads the numbers of a sequence of words from left to right."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.numbers: list[PrintedNumber] = []
        self._cited: set[tuple[str, int]] = set()
        self._citations: dict[str, list[re.Match[str]]] = {}

    def key(self, index: int) -> str:
        """The key of a word, empty outside the text."""
        if 0 <= index < len(self.words):
            return self.words[index].token.key
        return ""

    def read(self) -> list[PrintedNumber]:
        """Read all numbers in order."""
        index = 0
        while index < len(self.words):
            index = self._read_at(index)
        return self.numbers

    def _read_at(self, index: int) -> int:
        """Read the number that begins at a word, if one does; return where to go on."""
        word = self.words[index]
        amount, length = self._amount(index)
        if not length:
            return index + 1
        if word.token.kind in ("number", "date"):
            citation = self._citation_at(word)
        else:
            citation = None
        if citation is not None:
            self._add_citation(index, citation)
            return index + 1
        end = index + length
        end = self._skip_restatement(index, end)
        end, unit, factor = self._unit(index, end)
        if unit:
            end = self._skip_restatement(index, end)
        end, amount = self._half(end, amount)
        number = self._number(index, end, length, amount * factor, unit)
        if not (self._join_reference(number) or self._join_range(number)):
            self.numbers.append(number)
        return end

    def _amount(self, index: int) -> tuple[Fraction, int]:
        """Value of the number that begins here and its length in words; length 0 where none
        begins.
        """
        token, before = self.words[index].token, self.key(index - 1)
        if token.kind == "date" or token.kind == "letter":
            return Fraction(0), 1
        if token.kind == "roman":
            return Fraction(from_roman(token.key) or 0), 1
        if token.key == "0" and self._touches_letter(index):
            return Fraction(0), 0
        if token.kind == "number" and self._is_clock(index):
            minutes = Fraction(int(self.key(index + 1)), 60)
            return _decimal(token.key) + minutes, 2
        if token.kind == "number":
            return self._fraction_after(index + 1, _decimal(token.key), 1)
        if token.key == "cento" and before == "por":
            return Fraction(0), 0
        if token.key in ordinals() and self._is_ordinal(index):
            return self._ordinal(index)
        if token.key in ("um", "uma", "hum", "huma"):
            counts = (
                self.key(index + 1) in _units()
                or self.key(index + 1) in _denominators()
            )
            counts = counts and self.key(index + 1) not in (
                "quarto",
                "quinto",
                "segundo",
            )
            if counts:
                return self._fraction_after(index + 1, Fraction(1), 1)
            return (Fraction(0), 0)
        if token.key in ("meio", "meia"):
            return Fraction(1, 2), int(self.key(index + 1) in _units())
        if token.key in _numerals() or token.key == "mil":
            return self._cardinal(index)
        return Fraction(0), 0

    def _touches_letter(self, index: int) -> bool:
        """`0s`: an O misread, no number."""
        word = self.words[index]
        return word.unit.text[word.token.end : word.token.end + 1].isalpha()

    def _is_clock(self, index: int) -> bool:
        """`20:30`: hours and minutes, one number."""
        word = self.words[index]
        if index + 1 >= len(self.words) or self.words[index + 1].unit is not word.unit:
            return False
        following = self.words[index + 1].token
        between = word.unit.text[word.token.end : following.start]
        return (
            between in (":", "h")
            and following.text.isdigit()
            and len(following.text) == 2
        )

    def _cardinal(self, index: int) -> tuple[Fraction, int]:
        """Read `cento e noventa` (one number of three words), `mil novecentos e oitenta`, `dois
        terços`.
        """
        total, at = Fraction(0), index
        while True:
            group, length = self._below_thousand(at)
            scale = _scales().get(self.key(at + length))
            if scale:
                total, at = total + max(group, Fraction(1)) * scale, at + length + 1
            else:
                total, at = total + group, at + length
            if self.key(at) == "e":
                following = at + 1
            else:
                following = at
            more = (
                self.key(following) in _numerals()
                and self._below_thousand(following)[0] < 1000
            )
            if not scale or not more:
                break
            at = following
        return self._fraction_after(at, total, at - index)

    def _below_thousand(self, index: int) -> tuple[Fraction, int]:
        if self.key(index) not in _numerals():
            return Fraction(0), 0
        total = part = _numerals()[self.key(index)]
        length = 1
        while self.key(index + length) == "e":
            value = _numerals().get(self.key(index + length + 1), Fraction(0))
            if not 0 < value < _room(part):
                break
            total, part, length = total + value, value, length + 2
        return total, length

    def _fraction_after(
        self, index: int, total: Fraction, length: int
    ) -> tuple[Fraction, int]:
        denominator = _denominators().get(self.key(index))
        if denominator and self.words[index].token.kind == "word":
            plural = self.key(index).endswith("s")
            if plural or total == 1:
                return total / denominator, length + 1
        return total, length

    def _is_ordinal(self, index: int) -> bool:
        if self.key(index + 1) in ordinals():
            last = index + 1
        else:
            last = index
        return self.key(index - 1) in (
            "art",
            "artigo",
            "paragrafo",
            "inciso",
        ) or self.key(last + 1) in ("dia", "dias", "mes")

    def _ordinal(self, index: int) -> tuple[Fraction, int]:
        value = ordinals()[self.key(index)]
        if value >= 10 and self.key(index + 1) in ordinals():
            return Fraction(value + ordinals()[self.key(index + 1)]), 2
        return Fraction(value), 1

    def _skip_restatement(self, start: int, end: int) -> int:
        """`30 (trinta`, `1/2 (meio`, `trinta (30`: the same number again, in brackets."""
        word = self.words[end - 1]
        if end >= len(self.words) or self.words[end].unit is not word.unit:
            return end
        text = word.unit.text
        between = text[word.token.end : self.words[end].token.start]
        if "(" not in between and self.key(end) not in ("%",):
            return end
        opening = text.find("(", word.token.end, word.token.end + 12)
        if opening >= 0:
            closing = text.find(")", opening, opening + 60)
        else:
            closing = -1
        if closing < 0:
            return end
        last = end
        while last < len(self.words) and self.words[last].unit is word.unit:
            if self.words[last].token.start > closing:
                break
            last += 1
        inside = [self.key(i) for i in range(end, last)]
        counted = any(
            k in _numerals()
            or k in _denominators()
            or k in ("um", "uma", "hum", "meio", "meia", "mil")
            or k[:1].isdigit()
            for k in inside
        )
        if counted:
            return last
        return end

    def _unit(self, start: int, end: int) -> tuple[int, str, Fraction]:
        first = self.words[start]
        if start:
            before = self.words[start - 1]
        else:
            before = None
        if before is not None and before.unit is first.unit:
            between = before.unit.text[before.token.end : first.token.start]
            if between.startswith("$"):
                if before.token.key == "r":
                    base = "real"
                else:
                    base = before.token.key
                return end + (self.key(end) in ("reais", "real")), base, Fraction(1)
        already = [self.key(i) for i in range(start, end)]
        for form in ("%", "‰"):
            if form in already:
                return end, *_units()[form]
        if "cento" in already and "por" in already:
            return end, *_units()["%"]
        if self.key(start) in _SHARES and self.key(end) in ("do", "da", "de"):
            end += 1
        for size in (2, 1):
            form = " ".join(self.key(i) for i in range(end, end + size))
            if form in _units() and not (
                size == 1 and len(form) == 1 and first.token.kind != "number"
            ):
                return end + size, *_units()[form]
        return end, "", Fraction(1)

    def _half(self, end: int, amount: Fraction) -> tuple[int, Fraction]:
        """`um metro e meio`."""
        if self.key(end) == "e" and self.key(end + 1) in ("meio", "meia"):
            return end + 2, amount + Fraction(1, 2)
        return end, amount

    def _number(
        self, start: int, end: int, length: int, amount: Fraction, unit: str
    ) -> PrintedNumber:
        word, last = self.words[start], self.words[end - 1]
        text = word.unit.text
        if last.unit is not word.unit:
            last = word
        kind, symbol = _kind(word)
        printed_end = self.words[start + length - 1].token.end
        shown_end = max(last.token.end, printed_end)
        if word.token.kind != "numeral":
            value = word.token.key
        else:
            value = _shown(amount)
        if word.token.kind == "roman":
            value = str(from_roman(word.token.key))
        counted = kind in ("quantity", "roman")
        return PrintedNumber(
            value=value,
            text=_shown_text(text, word.token.start, shown_end),
            kind=kind,
            printed=text[word.token.start : printed_end],
            at=_passage(word, word.token.start, printed_end),
            before=self.key(start - 1),
            amount=(amount,) if counted else (),
            unit=unit,
            parts=((symbol, _part_number(word, amount)),)
            if kind == "reference"
            else (),
            external=bool(_OTHER_NORM.match(text, shown_end)),
            first=start,
            last=end,
        )

    def _join_reference(self, number: PrintedNumber) -> bool:
        """Join a number to the list or locator that it goes on: `§§ 1º` + `6º`, `art. 3º` +
        `II`.
        """
        if not self.numbers or number.kind not in ("reference", "roman", "quantity"):
            return False
        last = self.numbers[-1]
        if last.kind != "reference" or last.at.path != number.at.path or number.unit:
            return False
        text = self.words[number.first].unit.text
        if not _LIST.fullmatch(text, last.at.end, number.at.start):
            return False
        if number.parts:
            symbol = number.parts[0][0]
        else:
            symbol = last.parts[-1][0]
        if number.kind == "roman" and symbol in ("art", "par"):
            symbol = "inc"
        part = symbol, number.parts[0][1] if number.parts else _whole(number)
        between = text[last.at.end : number.at.start].strip(" º°ª.")
        if between in ("a", "ao", "à", "até"):
            symbol = f"to {symbol}"
            part = symbol, part[1]
        self.numbers[-1] = self._joined(
            last, number, last.kind, parts=(*last.parts, part)
        )
        return True

    def _join_range(self, number: PrintedNumber) -> bool:
        """Join the end of a range to its beginning: `de 2` + `a 5 anos`."""
        if not self.numbers or number.kind != "quantity":
            return False
        last = self.numbers[-1]
        opens = last.before in ("de", "entre", "das", "dos", "da")
        if last.kind != "quantity" or not opens or last.at.path != number.at.path:
            return False
        text = self.words[number.first].unit.text
        start = self.words[last.last - 1].token.end
        between = text[start : number.at.start].strip(" º)")
        if (
            between not in ("a", "e", "à", "às", "até", "a as", "-", "–")
            or len(last.amount) != 1
        ):
            return False
        if last.unit and number.unit and last.unit != number.unit:
            return False
        self.numbers[-1] = self._joined(
            last, number, "quantity", amount=(*last.amount, *number.amount)
        )
        return True

    def _joined(
        self,
        last: PrintedNumber,
        number: PrintedNumber,
        kind: str,
        *,
        amount: tuple[Fraction, ...] = (),
        parts: tuple[tuple[str, str], ...] = (),
    ) -> PrintedNumber:
        text = self.words[last.first].unit.text
        return replace(
            last,
            value=f"{last.value};{number.value}",
            text=_shown_text(
                text, last.at.start, self.words[number.last - 1].token.end
            ),
            printed=text[last.at.start : number.at.end],
            at=replace(
                last.at, end=number.at.end, text=text[last.at.start : number.at.end]
            ),
            amount=amount,
            parts=parts,
            unit=last.unit or number.unit,
            external=number.external,
            last=number.last,
        )

    def _add_citation(self, index: int, citation: re.Match[str]) -> None:
        word = self.words[index]
        if (word.unit.path, citation.start()) in self._cited:
            last = self.numbers[-1]
            self.numbers[-1] = replace(last, last=index + 1)
            return
        self._cited.add((word.unit.path, citation.start()))
        number = PrintedNumber(
            value=_name_cited(citation),
            text=citation.group().rstrip(" .,"),
            kind="citation",
            printed=citation.group(),
            at=_passage(word, citation.start(), citation.end()),
            before=self.key(index - 1),
            first=index,
            last=index + 1,
        )
        while self.numbers and self._points_into(self.numbers[-1], number):
            self.numbers.pop()
        self.numbers.append(number)

    def _points_into(self, reference: PrintedNumber, citation: PrintedNumber) -> bool:
        """`art. 1º do Decreto nº 1.021`: the locator before a citation is part of it."""
        return (
            reference.kind == "reference"
            and reference.at.path == citation.at.path
            and 0 <= citation.at.start - reference.at.end <= LOCATOR_REACH
        )

    def _citation_at(self, word: Word) -> re.Match[str] | None:
        """The citation of a norm whose number or date this word is part of."""
        path, text, start = word.unit.path, word.unit.text, word.token.start
        if path not in self._citations:
            self._citations[path] = list(_CITATION.finditer(text))
        for match in self._citations[path]:
            if match.start("number") <= start < match.end():
                return match
        return None


def find_printed_numbers(words: Sequence[Word]) -> list[PrintedNumber]:
    """Find all numbers of a sequence of words in order, each value once."""
    return _Reader(words).read()


def _passage(word: Word, start: int, end: int) -> Passage:
    return Passage(
        path=word.unit.path, start=start, end=end, text=word.unit.text[start:end]
    )


def _shown_text(text: str, start: int, end: int) -> str:
    shown = text[start:end]
    if shown.count("(") > shown.count(")"):
        shown += ")"
    return shown.rstrip(" .,")


@cache
def _denominators() -> dict[str, int]:
    table = {
        k: v
        for k, v in rules.read_table("numeros")["denominators"].items()
        if k not in ("meio", "meios")
    }
    return table | {"avos": 1}


def _room(value: Fraction) -> int:
    """What may follow with `e`: units after tens, tens after hundreds."""
    if value >= 100:
        if value % 100 == 0:
            return 100
        return 0
    if value >= 20 and value % 10 == 0:
        return 10
    return 0


def _decimal(value: str) -> Fraction:
    """`1560`, `3,5`, `7/8` as a number; a chain of dots or slashes counts as nothing known."""
    parts = value.split("/")
    try:
        numbers = [Fraction(part.replace(".", "").replace(",", ".")) for part in parts]
        if len(numbers) == 2:
            return numbers[0] / numbers[1]
        return numbers[0]
    except (ValueError, ZeroDivisionError, IndexError):
        return Fraction(-1)


def _shown(amount: Fraction) -> str:
    return str(amount)


def _whole(number: PrintedNumber) -> str:
    if number.amount:
        return str(number.amount[0])
    return number.value


def _part_number(word: Word, amount: Fraction) -> str:
    if word.token.kind == "letter":
        return word.token.key
    return str(amount)


def _kind(word: Word) -> tuple[str, str]:
    """The kind of a number, and for a reference the symbol of what it counts (art, par, inc, ali,
    ite, num).
    """
    token = word.token
    if token.kind == "date":
        return "date", ""
    before = _REFERENCE.search(word.unit.text[max(0, token.start - 16) : token.start])
    if before:
        return "reference", before.lastgroup or "num"
    if token.kind == "letter":
        return "reference", "ali"
    return ("roman" if token.kind == "roman" else "quantity"), ""


def _name_cited(match: re.Match[str]) -> str:
    species = strip_accents(match.group().split()[0]).lower().rstrip("s")
    return f"{species[:5]} {match['number'].replace('.', '').rstrip('/-')}"


def dated_citations(norma: Norma) -> Iterator[tuple[str, date, Passage]]:
    """Find every act that a norm cites with a full date: what it is called here, the date, and
    where that stands.
    """
    for node in norma.nodes:
        for match in _CITATION.finditer(node.text):
            dated = DATE.search(
                node.text, match.end("number"), match.end("number") + DATE_REACH
            )
            if dated:
                day = date_of(dated)
            else:
                day = None
            if dated and day:
                at = Passage(
                    path=node.path,
                    start=dated.start(),
                    end=dated.end(),
                    text=dated.group(),
                )
                yield _name_cited(match), day, at
