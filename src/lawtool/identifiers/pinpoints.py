"""One pinpoint of a reference: a head with its numbers (`art. 5º`, `incisos I a III`), or numbers
that go on without one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lawtool.identifiers.labels import Part
from lawtool.vocabulary.numerals import from_letter, from_roman, ordinals, read_ordinal

Numbered = re.Match[str]


@dataclass(slots=True, kw_only=True)
class Pinpoint:
    """Units of one kind named together. `link` says how they hang on what came before: `start`,
    `comma`, `semicolon`, `and`, `of` (the larger unit follows), `own` (`e seus §§`).
    """

    link: str
    symbol: str
    values: list[Part] = field(default_factory=list)
    stop: Part | None = None
    """The end of a range that the last value opens."""
    bare: bool = False
    """Numbers without a head of their own."""
    single: bool = False
    """A head for one number (`§ 1º`): a number that follows is no further unit of its kind."""
    plural: bool = False
    """The head was `artigos`: bare numbers later on may be articles."""
    end: int = 0


_ORDINAL_WORD = "(?:" + "|".join(sorted(ordinals(), key=len, reverse=True)) + ")"
_ORDINAL_WORDS = rf"(?:{_ORDINAL_WORD}(?:\s+{_ORDINAL_WORD})?)(?![a-z])"
_DIGITS = (
    r"(?P<n>\d{1,3}(?:\.\d{3})|\d{1,4})(?:\s?\.?[ºª]|o(?![a-z0-9]))?"
    r"(?:-(?P<x>[a-z]{1,2}(?:-(?:\d{1,2}|[a-z])(?![a-z0-9]))*)(?![a-z0-9º]))?"
)
_HEAD = re.compile(
    r"""
      (?P<art>art(?:igo)?s?(?![a-z])\.?\s*)
    | (?P<par>(?:"\s?(?=[p§]))?                                   # do "parágrafo único" do art. 141
        (?:§\s?§?\s*(?:paragrafos?)?|par(?:agrafo|ag)?s?(?![a-z])\.?|p\.\s?(?=u(?:nico|\.))
        |[$&]{1,2}(?=\s?\d{1,2}\s?º)|8(?=\s\d{1,2}\s?º))\s*)      # a scan's $ 1º, & 1º, 8 1º
    | (?P<cpt>(?:"[ ]?)?caput(?![a-z])(?:[ ]?")?)
    | (?P<inc>inc(?:iso)?s?(?![a-z])\.?\s*)
    | (?P<ali>(?:alineas?|al(?:in?)?s?|letras?(?=\s*"?[a-z]"?(?![a-z])))(?![a-z])\.?\s*)
    | (?P<ite>ite(?:m|ns)(?![a-z])\s*)
    | (?P<anexo>anexos?(?![a-z])\s*)
    | (?P<cap>capitulos?(?![a-z])\s*) | (?P<tit>titulos?(?![a-z])\s*)
    | (?P<sec>sec(?:ao|oes)(?![a-z])\s*) | (?P<sub>subsec(?:ao|oes)(?![a-z])\s*)
    """,
    re.X,
)
_UNIT = {
    "art": re.compile(
        rf"{_DIGITS}(?![\d%])|(?P<w>unico(?![a-z])|u\.|{_ORDINAL_WORDS})"
    ),
    "inc": re.compile(
        r"(?P<r>[ivxlcdmh1]{1,15})(?:-(?P<x>[a-z]{1,2})(?![a-z0-9]))?(?![a-z0-9])"
        rf"|(?P<n>\d{{1,3}})º?(?![\d%])|(?P<w>{_ORDINAL_WORDS})"
        r'|"\s?(?P<q>[ivxlc]{1,8})\s?"'
    ),
    "ali": re.compile(
        r'"\s?(?P<q>[a-z]{1,2})(?:\s?-\s?(?P<x>[a-z]))?\s?(?:"|\))*'
        r"|(?P<l>(?P<d>[a-z])(?P=d)?)(?![a-z0-9])\)?"
    ),
    "ite": re.compile(
        r"(?P<n>\d{1,3}(?:\.\d{1,3})*)(?![\d%])|(?P<r>[ivxlc]{1,8})(?![a-z0-9])"
        r'|"\s?(?P<q>[a-z0-9]{1,2})\s?"'
    ),
    "anexo": re.compile(
        r"(?P<w>unico)(?![a-z])|(?P<r>[ivxlc]{1,8})(?:-(?P<x>[a-z]))?(?![a-z0-9])"
        r"|(?P<n>\d{1,2})(?![\d.,/º])|(?P<l>[a-z])(?![a-z0-9])"
    ),
    "cap": re.compile(
        r"(?P<w>unico)(?![a-z])|(?P<r>[ivxlc]{1,8})(?:\s?-\s?(?P<x>[a-z]))?(?![a-z0-9])"
        rf"|(?P<n>\d{{1,2}})º?(?![\d.,/])|(?P<o>{_ORDINAL_WORDS})"
    ),
}
_UNIT |= {"par": _UNIT["art"]} | dict.fromkeys(("tit", "sec", "sub"), _UNIT["cap"])

_APART = re.compile(
    r"(?:\s?[-–]\s?(?P<dashed>[A-HJKM-UW-Z])|\s(?P<blank>[ABFGHJKNPQR-UWYZ]))(?![\wº])"
    r"(?=\s?(?:[,;)]|[-–]\s|\.(?:\s|\Z)|d[aeo]s?\s|dest|e\s\d|\Z))(?:\s?[-–](?=\s(?:d[aeo]s?"
    r"|e)\s))?"
)
"""The letter of `art. 388 - A` and `art. 4º A`, where no text begins with it: capital, and the
reference goes on or ends behind it. What may be a roman numeral or the word `e` is none.
"""
_BEHIND_NUMBER = re.compile(
    rf"\.(?=\s?[,;]|\s++(?:d[aoe]s?|e|§)\s)|\s?\((?:unico|{_ORDINAL_WORDS})\)", re.I
)
"""`1o.,` and `§ 2º (segundo)`: a dot or a word that says the number again."""
_IN_FINE = re.compile(r'\s*+,?\s*+"?in fine"?(?![a-z])')
_MORE = re.compile(
    r'\s*(?:,\s*(?:e\s+|ou\s+)?(?:,\s*)?|;\s*|\s(?:e|ou),?\s+)(?=["\da-z])'
)
_RANGE = re.compile(r'(?:\s+(?:ao|ate o|ate|a)\s+|\s*-\s*)(?=["\da-z])')
_LETTER_GUARD = re.compile(r'"|\s*(?:[,;.:)]|e\s|ou\s|a\s|d[aoe]|n?dest|\Z)')
_NUMBER_GUARD = re.compile(
    r"\s*(?:\(|%|/|dias|mes|anos|horas|metros|m[²2]|reais|de [a-z]+ de \d|[.,]\d)"
)
_OCCURRENCE = re.compile(r"\s*\((\d+)ª ocorrencia\)")
_BARE_ROMAN = re.compile(
    r"[IVXLC]{1,15}(?:-[A-Z]{1,2})?(?![A-Za-zÀ-ÿ0-9ºª°.]\w)(?![A-Za-zÀ-ÿ0-9ºª°])"
)
_BARE_QUOTED = re.compile(r'"\s?[a-z]{1,2}\s?"')
_ORDINAL = re.compile(r"\d{1,2}[ºª](?!\w)")
_ARTICLES = re.compile(r"art(?:igo)?s(?![a-z])")
_ONE_PARAGRAPH = re.compile(r"§\s*\d|paragrafo\s")
_MARKED_LETTERS = re.compile(
    r'"|[a-z](?:\s?(?:,|e|a)\s?[a-z])*\)?\s*,?\s(?:d[aoe]s?|desta|deste)\s'
)
"""What tells the letters of alíneas from words: quotes, or a larger unit behind them."""
_FARTHEST = 20
"""Paragraphs of one list are no farther apart."""
_MAX_EXPANSION = 200
"""Members of a range that are written out; a longer one keeps its ends."""


# -- one number ------------------------------------------------------------------------


def read_unit_number(symbol: str, numbered: Numbered, raw: str) -> Part | None:
    """Read one number as printed → (symbol, value of the fragment); None where it is none."""
    groups = numbered.groupdict()
    suffix = "".join(
        f"-{_suffix_number(piece)}"
        for piece in (groups.get("x") or "").split("-")
        if piece
    )
    if digits := groups.get("n"):
        return symbol, (digits if symbol == "ite" else digits.replace(".", "")) + suffix
    if words := groups.get("w") or groups.get("o"):
        return symbol, _word_number(words)
    letters = groups.get("r") or (groups.get("q") or "" if symbol == "inc" else "")
    capital = raw[numbered.start() : numbered.end()].strip('"“”‘’ ')[:1].isupper()
    if symbol == "inc" and groups.get("q") and not capital:
        return None
    if letters and (capital or symbol not in {"anexo", "ite"}):
        return _roman_number(symbol, letters, suffix)
    return _letter_number(
        symbol, groups.get("q") or groups.get("l") or letters, suffix, capital
    )


def _suffix_number(piece: str) -> str:
    if piece.isdigit():
        return piece
    return str(from_letter(piece))


def _word_number(words: str) -> str:
    if words[0] == "u":
        return "1u"
    return str(read_ordinal(words))


def _roman_number(symbol: str, letters: str, suffix: str) -> Part | None:
    """Read a roman numeral, a scan's H for II and 1 for I mended. That of an "item II" is an
    inciso's.
    """
    number = from_roman(letters.upper()) or from_roman(
        letters.replace("h", "ii").replace("1", "i").upper()
    )
    if number is None:
        return None
    return "inc" if symbol == "ite" else symbol, f"{number}{suffix}"


def _letter_number(symbol: str, letter: str, suffix: str, capital: bool) -> Part | None:
    if symbol == "anexo" and not capital:
        return None
    if symbol == "ite" and letter.isdigit():
        return symbol, letter
    number = from_letter(letter)
    if number is None or (len(letter) == 2 and capital):
        return None
    return "ali" if symbol == "ite" else symbol, f"{number}{suffix}"


def _split_suffix(value: str) -> tuple[int, ...] | None:
    """`27-1` → (27, 1); None for what cannot be counted (`1u`)."""
    pieces = value.split("-")
    if all(map(str.isdigit, pieces)):
        return tuple(map(int, pieces))
    return None


def _rises(first: Part, last: Part) -> bool:
    low, high = _split_suffix(first[1]), _split_suffix(last[1])
    return first[0] == last[0] and low is not None and high is not None and low <= high


def expand_range(first: Part, last: Part) -> list[Part]:
    """Give all members of a range, both ends with it: §§ 1º a 3º, arts. 27-A a 27-C. Where the
    members between cannot be told (27-A a 29) or are too many, the two ends.
    """
    low, high = _split_suffix(first[1]), _split_suffix(last[1])
    if low is None or high is None or low[:-1] != high[:-1] or len(low) != len(high):
        return [first, last]
    if high[-1] - low[-1] > _MAX_EXPANSION:
        return [first, last]
    head = "".join(f"{piece}-" for piece in map(str, low[:-1]))
    return [(first[0], f"{head}{number}") for number in range(low[-1], high[-1] + 1)]


# -- a list of numbers -----------------------------------------------------------------


class _NumberList:
    """Numbers of one unit from a place on: `I, II e IV a VI`."""

    def __init__(
        self, symbol: str, raw: str, flat: str, *, falling: bool, among_articles: bool
    ) -> None:
        self.symbol, self.raw, self.flat = symbol, raw, flat
        self.falling, self.among_articles = falling, among_articles
        self.values: list[Part] = []
        self.stop: Part | None = None
        self.end = 0

    def read(self, pos: int, *, single: bool = False) -> _NumberList:
        """Read on from `pos`; `single`: one number only."""
        unit = _UNIT[self.symbol]
        self.end = pos
        numbered = unit.match(self.flat, pos)
        while numbered and self._takes(numbered):
            if single or self.stop:
                joint = None
            else:
                joint = _MORE.match(self.flat, self.end)
            if joint and self.among_articles and ";" in joint[0]:
                break  # arts. 19, § 5º; 21: an article goes on
            numbered = None
            if joint:
                numbered = unit.match(self.flat, joint.end())
        return self

    def _takes(self, numbered: Numbered) -> bool:
        part = read_unit_number(self.symbol, numbered, self.raw)
        if part is None or (self.values and not self._goes_on(part, numbered)):
            return False
        part = self._close_number(part, numbered.end())
        self.values.append(part)
        self._read_range(part)
        return True

    def _goes_on(self, part: Part, numbered: Numbered) -> bool:
        before = self.values[-1]
        if part[0] != self.values[0][0] or not is_plausible(
            self.symbol, self.flat, numbered
        ):
            return False
        if self.symbol == "art" and not self.falling:
            low, high = _split_suffix(before[1]), _split_suffix(part[1])
            # "artigo 78, 7º": a paragraph whose sign was lost
            return not (low and high and high < low)
        # "artigo 287, § 2º e 420": an article again
        return self.symbol != "par" or not _must_be_article(before, part)

    def _close_number(self, part: Part, end: int) -> Part:
        """Read what belongs to a number behind it: a letter set apart, `(segundo)`, `(2ª
        ocorrência)`.
        """
        if self.symbol in {"art", "par"} and part[1].isdigit():
            if apart := _APART.match(self.raw, end):
                letter = apart["dashed"] or apart["blank"]
                part, end = (
                    (self.symbol, f"{part[1]}-{from_letter(letter)}"),
                    apart.end(),
                )
            if again := _BEHIND_NUMBER.match(self.raw, end):
                end = again.end()
        if repeated := _OCCURRENCE.match(self.flat, end):
            part, end = (part[0], f"{part[1]}~{repeated[1]}"), repeated.end()
        self.end = end
        return part

    def _read_range(self, first: Part) -> None:
        joint = _RANGE.match(self.flat, self.end)
        numbered = None
        if joint:
            numbered = _UNIT[self.symbol].match(self.flat, joint.end())
        last = None
        if numbered:
            last = read_unit_number(self.symbol, numbered, self.raw)
        if numbered is None or last is None or not _rises(first, last):
            return
        if not is_plausible(self.symbol, self.flat, numbered):
            return
        last = self._close_number(last, numbered.end())
        if self._more_follow():
            self.values.extend(expand_range(first, last)[1:])
        else:
            self.stop = last

    def _more_follow(self) -> bool:
        joint = _MORE.match(self.flat, self.end)
        numbered = None
        if joint:
            numbered = _UNIT[self.symbol].match(self.flat, joint.end())
        if (
            joint is None
            or numbered is None
            or (self.among_articles and ";" in joint[0])
        ):
            return False
        part = read_unit_number(self.symbol, numbered, self.raw)
        return part is not None and is_plausible(self.symbol, self.flat, numbered)


def is_plausible(symbol: str, flat: str, numbered: Numbered) -> bool:
    """Tell whether a number without a head of its own goes on with a list, and is not the text's
    next word.
    """
    if symbol in {"ali", "ite"} and numbered.groupdict().get("l"):
        return _LETTER_GUARD.match(flat, numbered.end()) is not None
    if symbol == "inc" and (
        numbered["n"] or numbered["w"] or numbered["r"] in {"c", "d", "m", "l"}
    ):
        return False
    return _NUMBER_GUARD.match(flat, numbered.end()) is None


def _must_be_article(before: Part, part: Part) -> bool:
    """Tell whether a number among paragraphs cannot be one: behind a sole paragraph, or far from
    the one before.
    """
    if len(part[1]) > 2 or before[1] == "1u":
        return True
    if not (before[1].isdigit() and part[1].isdigit()):
        return False
    return int(part[1]) - int(before[1]) > _FARTHEST


# -- a pinpoint ------------------------------------------------------------------------


def begins_with_head(text: str) -> bool:
    """Tell whether a folded text is nothing but a head (`anexo`, `caput`)."""
    return _HEAD.fullmatch(text) is not None


def read_pinpoint(
    raw: str, flat: str, pos: int, *, link: str = "start", articles: int = 0
) -> Pinpoint | None:
    """Read a head with its numbers at `pos`; None where there is none. `articles`: the article read
    last of a reference that began with "artigos", else 0.
    """
    head = _HEAD.match(flat, pos)
    if head is None:
        return None
    symbol, after = head.lastgroup or "", head.end()
    if symbol == "cpt":
        return Pinpoint(
            link=link,
            symbol=symbol,
            values=[("cpt", "")],
            end=_skip_in_fine(flat, after),
        )
    marked = (
        raw[after : after + 1].isupper()
        or _MARKED_LETTERS.match(flat, after) is not None
    )
    if flat.startswith("letra", pos) and not marked:
        return None  # "letras e números"
    plural = symbol == "art" and _ARTICLES.match(flat, pos) is not None
    numbers = _NumberList(
        symbol,
        raw,
        flat,
        falling=symbol != "art" or plural,
        among_articles=articles > 0,
    )
    single = symbol == "par" and _ONE_PARAGRAPH.match(flat, pos) is not None
    numbers.read(after, single=single and articles > 0)
    if not numbers.values:
        if symbol != "anexo":
            return None
        numbers.values, numbers.end = (
            [("anexo", "1u")],
            pos + len(flat[pos:after].rstrip()),
        )
    if (
        head["par"]
        and head["par"].startswith('"')
        and flat.startswith('"', numbers.end)
    ):
        numbers.end += 1
    pinpoint = _pinpoint(link, numbers, plural=plural)
    pinpoint.single = single
    return pinpoint


def _pinpoint(
    link: str, numbers: _NumberList, *, bare: bool = False, plural: bool = False
) -> Pinpoint:
    return Pinpoint(
        link=link,
        symbol=numbers.values[0][0],
        values=numbers.values,
        stop=numbers.stop,
        bare=bare,
        plural=plural,
        end=_skip_in_fine(numbers.flat, numbers.end),
    )


def _skip_in_fine(flat: str, pos: int) -> int:
    in_fine = _IN_FINE.match(flat, pos)
    if in_fine:
        return in_fine.end()
    return pos


def read_implied(raw: str, flat: str, pos: int, symbol: str) -> Pinpoint | None:
    """Read one number of a unit whose head stands earlier (`arts. 167 da Constituição e 118 da Lei
    Orgânica`).
    """
    numbers = _NumberList(symbol, raw, flat, falling=True, among_articles=False)
    numbers.read(pos, single=True)
    if numbers.values:
        return _pinpoint("start", numbers, plural=symbol == "art")
    return None


def read_bare(
    raw: str,
    flat: str,
    pos: int,
    before: Pinpoint,
    *,
    link: str,
    articles: int,
    query: bool,
) -> Pinpoint | None:
    """Numbers without a head after the pinpoint `before`: `art. 5º, II, "a"`; in a query also `a`
    and `1`.
    """
    if articles_go_on(flat, pos, before, link=link, articles=articles):
        symbol, falling, link = "art", True, "and"
    elif before.symbol == "art" and link == "comma" and _ORDINAL.match(flat, pos):
        numbers = _NumberList("par", raw, flat, falling=False, among_articles=False)
        return _pinpoint(link, numbers.read(pos, single=True), bare=True)
    else:
        symbol, falling = _bare_symbol(raw, flat, pos, before.symbol, query), False
    if not symbol:
        return None
    numbers = _NumberList(
        symbol, raw, flat, falling=falling, among_articles=articles > 0
    ).read(pos)
    if numbers.values:
        return _pinpoint(link, numbers, bare=True)
    return None


def _bare_symbol(raw: str, flat: str, pos: int, before: str, query: bool) -> str:
    """Give the unit that a number without a head belongs to; empty where it is no number."""
    if before in {"art", "par", "cpt", "inc", "ali", "ite"} and (
        roman := _BARE_ROMAN.match(raw, pos)
    ):
        unit = _UNIT["inc"].match(flat, pos)
        if unit and unit.end() == roman.end():
            return "inc"
        return ""
    if _BARE_QUOTED.match(flat, pos):
        return "ali"
    if not query:
        return ""
    if flat[pos : pos + 1].isdigit():
        return "ite"
    letter = _UNIT["ali"].match(flat, pos)
    if letter and _LETTER_GUARD.match(flat, letter.end()):
        return "ali"
    return ""


def articles_go_on(
    flat: str, pos: int, before: Pinpoint, *, link: str, articles: int
) -> bool:
    """Tell whether a number after a smaller unit goes on with the articles: "artigos 274, § 2º e
    400", "arts. 57, caput, 60 e 62", "arts. 1º, VI; 2º, V". Behind "§§" and a comma a small one may
    be a paragraph.
    """
    if before.symbol not in {"cpt", "par", "inc", "ali"} and link not in {
        "semicolon",
        "own",
    }:
        return False
    unit = _UNIT["art"].match(flat, pos)
    if unit is None or not unit["n"] or not is_plausible("art", flat, unit):
        return False
    number = int(unit["n"].replace(".", ""))
    if link == "semicolon":
        return articles > 0
    if link == "and":
        return articles > 0 or (before.symbol == "par" and len(unit["n"]) > 2)
    return 0 < articles < number and (
        before.single or before.symbol != "par" or number > _FARTHEST
    )
