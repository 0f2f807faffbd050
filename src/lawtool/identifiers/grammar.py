"""Locators read: one pass over the words of a reference, in both orders, with its lists and ranges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from lawtool.errors import UnknownProvision
from lawtool.identifiers.labels import COMPONENT, GROUPS, LEVEL, Part, from_fragment, with_caput
from lawtool.model import Locator
from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.numerals import from_letter, from_roman

Path = tuple[Part, ...]

_MAX_EXPANSION = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Provisions read from a text at `start`: `incisos VIII e IX, do art. 3º` is two locators."""

    start: int
    end: int
    locators: tuple[Locator, ...]
    range_end: Locator | None = None
    plural_article: bool = False
    """`artigos 5º e …`: a bare number that follows may be one more article."""

    @property
    def outermost(self) -> str:
        return self.locators[0].parts[0][0]


_HEAD = re.compile(
    r"""
      (?P<art>art(?:igo)?s?(?![a-z])\.?\s*)
    | (?P<par>(?:§\s?§?\s*(?:paragrafos?)?|paragrafos?(?![a-z])|[$&]{1,2}(?=\s?\d{1,2}\s?º)|8(?=\s\d{1,2}\s?º))\s*)
    | (?P<cpt>(?:"[ ]?)?caput(?![a-z])(?:[ ]?")?)
    | (?P<inc>incisos?(?![a-z])\s*)
    | (?P<ali>(?:alineas?|letras?(?=\s*"?[a-z]"?(?![a-z])))(?![a-z])\s*)
    | (?P<ite>ite(?:m|ns)(?![a-z])\s*)
    | (?P<anexo>anexos?(?![a-z])\s*)
    | (?P<cap>capitulos?(?![a-z])\s*) | (?P<tit>titulos?(?![a-z])\s*) | (?P<sec>sec(?:ao|oes)(?![a-z])\s*)
    """,
    re.X,
)
_NUMBER = r"(?P<n>\d{1,3}(?:\.\d{3})|\d{1,4})(?:\s?\.?[ºª]|o(?![a-z0-9]))?(?:-(?P<x>[a-z]{1,2})(?![a-z0-9º]))?"
_WORDS = {
    "primeiro": 1, "segundo": 2, "terceiro": 3, "quarto": 4, "quinto": 5,
    "sexto": 6, "setimo": 7, "oitavo": 8, "nono": 9, "decimo": 10,
}  # fmt: skip
_UNIT = {
    "art": re.compile(rf"{_NUMBER}(?![\d%])|(?P<w>unico|{'|'.join(_WORDS)})(?![a-z])"),
    "inc": re.compile(
        r"(?P<r>[ivxlcdmh1]{1,8})(?:-(?P<x>[a-z]{1,2})(?![a-z0-9]))?(?![a-z0-9])|(?P<n>\d{1,3})º?(?![\d%])"
    ),
    "ali": re.compile(
        r'"\s?(?P<q>[a-z]{1,2})(?:\s?-\s?(?P<x>[a-z]))?\s?(?:"|\))*|(?P<l>[a-z])(?![a-z0-9])\)?'
    ),
    "ite": re.compile(
        r'(?P<n>\d{1,3}(?:\.\d{1,3})*)(?![\d%])|(?P<r>[ivxlc]{1,8})(?![a-z0-9])|"\s?(?P<q>[a-z0-9]{1,2})\s?"'
    ),
    "anexo": re.compile(
        r"(?P<w>unico)(?![a-z])|(?P<r>[ivxlc]{1,8})(?![a-z0-9])|(?P<n>\d{1,2})(?![\d.,/º])|(?P<l>[a-z])(?![a-z0-9])"
    ),
    "cap": re.compile(
        r"(?P<w>unico)(?![a-z])|(?P<r>[ivxlc]{1,8})(?:\s?-\s?(?P<x>[a-z]))?(?![a-z0-9])|(?P<n>\d{1,2})º?(?![\d.,/])"
    ),
}
_UNIT |= {"par": _UNIT["art"], "tit": _UNIT["cap"], "sec": _UNIT["cap"]}
_APART = re.compile(
    r"(?:\s?[-–]\s?(?P<dashed>[A-HJKM-UW-Z])|\s(?P<blank>[ABFGHJKNPQR-UWYZ]))(?![\wº])"
    r"(?=\s?(?:[,;)]|[-–]\s|\.(?:\s|\Z)|d[aeo]s?\s|dest|e\s\d|\Z))(?:\s?[-–](?=\s(?:d[aeo]s?|e)\s))?"
)
"""The letter of `art. 388 - A` and `art. 4º A`, where no text begins with it: capital, and the reference goes on or ends
behind it. What may be a roman numeral or the word `e` is none."""
_MORE = re.compile(r'\s*(?:,\s*(?:e\s+|ou\s+)?(?:,\s*)?|;\s*|\s(?:e|ou),?\s+)(?=["\da-z])')
_RANGE = re.compile(r'(?:\s+(?:ao|ate o|ate|a)\s+|\s*-\s*)(?=["\da-z])')
_LETTER_GUARD = re.compile(r'"|\s*(?:[,;.:)]|e\s|ou\s|a\s|d[aoe]|n?dest|\Z)')
_NUMBER_GUARD = re.compile(
    r"\s*(?:\(|%|/|dias|mes|anos|horas|metros|m[²2]|reais|de [a-z]+ de \d|[.,]\d)"
)
_LINK = re.compile(
    r"(?P<comma>\s*[,;]|\s+-(?=\s+d[ao]s?\s))?(?:\s*(?P<and>e|ou|bem como|c/c)(?![a-z])\s*,?)?"
    r"(?:\s*(?P<of>d[aoe]s?|aos?|n[ao]s?|constantes? d[ao]s?)(?![a-z]))?\s*"
)
_BARE_ROMAN = re.compile(
    r"[IVXLC]{1,8}(?:-[A-Z]{1,2})?(?![A-Za-zÀ-ÿ0-9ºª°.]\w)(?![A-Za-zÀ-ÿ0-9ºª°])"
)
_BARE_QUOTED = re.compile(r'"\s?[a-z]\s?"')
_OCCURRENCE = re.compile(r"\s*\((\d+)ª ocorrencia\)")


def _value(symbol: str, match: re.Match[str], raw: str) -> Part | None:
    """One number as printed → (symbol, value of the fragment); None where it is none."""
    got = match.groupdict()
    suffix = f"-{from_letter(got['x'])}" if got.get("x") else ""
    if got.get("n"):
        digits = got["n"] if symbol == "ite" else got["n"].replace(".", "")
        return (symbol, digits + suffix)
    if got.get("w"):
        return (symbol, "1u" if got["w"] == "unico" else str(_WORDS[got["w"]]))
    capital = raw[match.start()].isupper()
    if got.get("r") and (capital or symbol not in {"anexo", "ite"}):
        # "item II" is said for an inciso: the numeral decides (Guariba art. 4º)
        symbol = "inc" if symbol == "ite" else symbol
        number = from_roman(got["r"].upper()) or from_roman(
            got["r"].replace("h", "ii").replace("1", "i").upper()
        )
        return (symbol, f"{number}{suffix}") if number else None
    letter = got.get("q") or got.get("l") or got.get("r") or ""
    if symbol == "anexo" and not capital:
        return None
    if symbol == "ite" and letter.isdigit():
        return (symbol, letter)
    number = from_letter(letter)
    return ("ali" if symbol == "ite" else symbol, f"{number}{suffix}") if number else None


def _values(
    symbol: str, raw: str, flat: str, pos: int, *, one: bool = False, plural: bool = True
) -> tuple[list[Part], Part | None, int]:
    """The numbers after a head: values, the end of a range opened by the last one, and where reading stopped."""
    unit, values, end = _UNIT[symbol], list[Part](), pos
    match = unit.match(flat, pos)
    while match:
        part = _value(symbol, match, raw)
        if part is None or (
            values and (part[0] != values[0][0] or not _plausible(symbol, flat, match))
        ):
            break
        if symbol == "art" and values and not plural and _falls(values[-1], part):
            break  # "artigo 78, 7º": a paragraph whose sign was lost
        if symbol == "par" and values and _is_article(values[-1], part):
            break  # "artigo 287, § 2º e 420": an article again
        end = match.end()
        if symbol in {"art", "par"} and part[1].isdigit() and (apart := _APART.match(raw, end)):
            part, end = (
                (symbol, f"{part[1]}-{from_letter((apart['dashed'] or apart['blank']).lower())}"),
                apart.end(),
            )
        values.append(part)
        if again := _OCCURRENCE.match(flat, end):
            values[-1] = (part[0], f"{part[1]}~{again[1]}")
            end = again.end()
        if span := _RANGE.match(flat, end):
            last = unit.match(flat, span.end())
            if (
                last
                and (stop := _value(symbol, last, raw))
                and _plausible(symbol, flat, last)
                and _rises(part, stop)
            ):
                tail = _MORE.match(flat, last.end())
                after = unit.match(flat, tail.end()) if tail else None
                if not (after and _value(symbol, after, raw) and _plausible(symbol, flat, after)):
                    return values, stop, last.end()
                values.extend(_expanded(part, stop)[1:])
                end = last.end()
        more = None if one else _MORE.match(flat, end)
        match = unit.match(flat, more.end()) if more else None
    return values, None, end


def _plausible(symbol: str, flat: str, match: re.Match[str]) -> bool:
    """Whether a number without a head of its own goes on with the list, and is not the text's next word."""
    if symbol in {"ali", "ite"} and match.groupdict().get("l"):
        return _LETTER_GUARD.match(flat, match.end()) is not None
    if symbol == "inc" and (match["n"] or match["r"] in {"c", "d", "m", "l"}):
        return False
    return _NUMBER_GUARD.match(flat, match.end()) is None


_FARTHEST = 20
"""Paragraphs of one list are no farther apart."""


def _is_article(before: Part, part: Part) -> bool:
    """A number among paragraphs that cannot be one: behind a sole paragraph, or far from the one before."""
    first, number = _integer(before[1]), _integer(part[1])
    if len(part[1]) > 2 or before[1] == "1u":
        return True
    return first is not None and number is not None and number - first > _FARTHEST


def _falls(first: Part, last: Part) -> bool:
    a, b = _integer(first[1]), _integer(last[1])
    return a is not None and b is not None and b < a


def _integer(value: str) -> int | None:
    return int(value) if value.isdigit() else None


def _rises(first: Part, last: Part) -> bool:
    a, b = _integer(first[1].split("-")[0]), _integer(last[1].split("-")[0])
    return a is not None and b is not None and a <= b and first[0] == last[0]


def _expanded(first: Part, last: Part) -> list[Part]:
    a, b = _integer(first[1]), _integer(last[1])
    if a is None or b is None or b - a > _MAX_EXPANSION:
        return [first, last]
    return [(first[0], str(n)) for n in range(a, b + 1)]


_ORDINAL = re.compile(r"\d{1,2}[ºª](?!\w)")
_ARTICLES = re.compile(r"art(?:igo)?s(?![a-z])")
_ONE_PARAGRAPH = re.compile(r"§\s*\d|paragrafo\s")


def _bare(
    raw: str, flat: str, pos: int, symbol: str, query: bool
) -> tuple[str, re.Match[str]] | None:
    """A number without a head: `art. 5º, II, "a"`. In a query also `a` and `1`."""
    if symbol in {"art", "par", "cpt", "inc", "ite"} and (match := _BARE_ROMAN.match(raw, pos)):
        unit = _UNIT["inc"].match(flat, pos)
        return ("inc", unit) if unit and unit.end() == match.end() else None
    if _BARE_QUOTED.match(flat, pos):
        unit = _UNIT["ali"].match(flat, pos)
        return ("ali", unit) if unit else None
    if not query:
        return None
    kind = "ite" if flat[pos : pos + 1].isdigit() else "ali"
    unit = _UNIT[kind].match(flat, pos)
    return (
        (kind, unit) if unit and (kind == "ite" or _LETTER_GUARD.match(flat, unit.end())) else None
    )


@dataclass(slots=True)
class _Element:
    link: str  # start, comma, and, of
    symbol: str
    values: list[Part]
    range_end: Part | None
    bare: bool
    end: int


def _element(
    raw: str,
    flat: str,
    pos: int,
    *,
    link: str = "start",
    last: str = "",
    articles: int = 0,
    query: bool = False,
) -> _Element | None:
    """One head with its numbers, or numbers alone. `articles`: the article read last of a reference that began with
    "artigos", else 0."""
    if head := _HEAD.match(flat, pos):
        symbol = head.lastgroup or ""
        if (
            symbol == "ali"
            and head["ali"][0] == "l"
            and not (raw[head.end()].isupper() or flat[head.end()] == '"')
        ):
            return None  # "letras e números"
        if symbol == "cpt":
            return _Element(link, symbol, [("cpt", "")], None, False, head.end())
        one = articles > 0 and symbol == "par" and _ONE_PARAGRAPH.match(flat, pos) is not None
        plural = symbol != "art" or _ARTICLES.match(flat, pos) is not None
        values, stop, end = _values(symbol, raw, flat, head.end(), one=one, plural=plural)
        if not values:
            if symbol != "anexo":
                return None
            values, end = [("anexo", "1u")], pos + len(flat[pos : head.end()].rstrip())
        return _Element(link, symbol, values, stop, False, end)
    if not last or link in {"start", "of"}:
        return None
    if last in {"cpt", "par", "inc", "ali"} and _article_again(flat, pos, articles, last, link):
        values, stop, end = _values("art", raw, flat, pos)
        return _Element("and", "art", values, stop, True, end)
    if (
        last == "art"
        and link == "comma"
        and (unit := _UNIT["par"].match(flat, pos))
        and _ORDINAL.match(flat, pos)
    ):
        return _Element(link, "par", [("par", unit["n"])], None, True, unit.end())
    found = _bare(raw, flat, pos, last, query)
    if found is None:
        return None
    values, stop, end = _values(found[0], raw, flat, pos)
    return _Element(link, found[0], values, stop, True, end) if values else None


def _article_again(flat: str, pos: int, articles: int, last: str, link: str) -> bool:
    """ "artigos 274, § 2º e 400", "arts. 57, caput, 60 e 62": a number after a smaller unit goes on with the articles. Behind
    a comma a small one may be a paragraph."""
    unit = _UNIT["art"].match(flat, pos)
    if unit is None or not unit["n"] or not _plausible("art", flat, unit):
        return False
    number = int(unit["n"].replace(".", ""))
    if link == "and":
        return articles > 0 or (last == "par" and len(unit["n"]) > 2)
    return 0 < articles < number and (last == "cpt" or number > _FARTHEST)


def _link(flat: str, pos: int) -> tuple[str, int]:
    match = _LINK.match(flat, pos)
    if match is None:  # every part is optional, so it always matches
        return "comma", pos
    if match["of"]:
        return ("and-of" if match["and"] else "of"), match.end()
    return ("and" if match["and"] else "comma"), match.end()


def read_at(
    raw: str, flat: str, pos: int, *, query: bool = False, implied: str = ""
) -> Chain | None:
    """The provisions named at `pos`, up to but without the norm; None where none begins there.

    `flat` is `flatten(raw)`. Reads both orders, lists and ranges; stops before a second article, which is a record of
    its own. With `query` single letters and numbers count too (`art. 6º, I, c, 1`), as they stand in no running text.
    `implied` is the symbol of a head that an earlier one stands for (`arts. 167 da Constituição e 118 da Lei Orgânica`).
    """
    if implied:
        values, stop, end = _values(implied, raw, flat, pos, one=True)
        element = _Element("start", implied, values, stop, False, end) if values else None
    else:
        element = _element(raw, flat, pos, query=query)
    if element is None:
        return None
    articles = implied == "art" or _ARTICLES.match(flat, pos) is not None
    segments, current = list[list[_Element]](), [element]
    while True:
        link, after = _link(flat, element.end)
        if link == "and-of" or (after == element.end and not query):
            break
        number = (
            max((int(digits) for digits in map(_digits, current) if digits), default=0)
            if articles
            else 0
        )
        following = _element(
            raw, flat, after, link=link, last=element.symbol, articles=number, query=query
        )
        if following is None or not _joins(current, following):
            break
        if (
            segments
            and link != "of"
            and not following.bare
            and LEVEL[following.symbol] > LEVEL[current[0].symbol]
        ):
            break  # "inciso VI do art. 29, inciso XI do art. 37": the order is upwards, so this begins anew
        outwards = link == "of" or (_is_outer(current, following) and not following.bare)
        element = following
        if outwards:
            segments.append(current)
            current = [element]
        else:
            current.append(element)
    segments.append(current)
    return _chain(segments, pos, element.end, articles)


def _digits(element: _Element) -> str:
    """The number of the article that an element names last."""
    return element.values[-1][1].split("-")[0] if element.symbol == "art" else ""


def _is_outer(segment: Sequence[_Element], following: _Element) -> bool:
    """ "incisos II e IV, art. 16": an article named last is what the others stand in; so is one single unit that is larger
    than all before it ("alínea b, inciso II, § 12 do art. 1º")."""
    if following.link != "comma" or following.symbol not in {"art", "par", "inc", "ali"}:
        return False
    if following.symbol == "art":
        return LEVEL["art"] < LEVEL[segment[0].symbol]
    # "item I, letra B": the values tell the level, for the numeral of an item may be that of an inciso
    return len(following.values) == 1 and LEVEL[following.symbol] < min(
        LEVEL[element.values[-1][0]] for element in segment
    )


def _joins(segment: Sequence[_Element], following: _Element) -> bool:
    """Whether an element goes on with the reference: outwards after "do", else downwards or beside."""
    if following.link == "of":
        return LEVEL[following.symbol] < min(LEVEL[element.symbol] for element in segment)
    if following.symbol in GROUPS or following.symbol == "anexo":
        return False
    return (
        following.symbol != "art"
        or following.bare
        or all(element.symbol not in {"art", "anexo"} for element in segment)
    )


def _descend(segment: Sequence[_Element]) -> tuple[list[Path], bool]:
    """The paths of one segment, and whether the last of them opens a range."""
    paths, base = list[Path](), Path()
    for element in segment:
        symbols = [symbol for symbol, _ in base]
        beside = element.link == "and" or (
            not element.bare
            and LEVEL[element.symbol] <= max(map(LEVEL.__getitem__, symbols), default=-1)
        )
        if beside:
            base = tuple(part for part in base if LEVEL[part[0]] < LEVEL[element.symbol])
        if (
            paths
            and base == paths[-1]
            and (not beside or (symbols[-1:] == ["art"] and element.symbol == "inc"))
        ):
            paths.pop()
        paths.extend((*base, *_split(part)) for part in element.values)
        base = paths[-1]
    return paths, segment[-1].range_end is not None


def _split(part: Part) -> Path:
    """`1.2` is item 2 of item 1."""
    return tuple((part[0], number) for number in part[1].split(".")) if "." in part[1] else (part,)


def _chain(segments: Sequence[Sequence[_Element]], start: int, end: int, articles: bool) -> Chain:
    inner, opens = _descend(segments[0])
    outer: list[Path] = [()]
    for segment in reversed(segments[1:]):
        outer = [(*above, *path) for above, path in product(outer, _descend(segment)[0])][
            :_MAX_EXPANSION
        ]
    paths = [_without_groups((*above, *path)) for above, path in product(outer, inner)][
        :_MAX_EXPANSION
    ]
    stop = segments[0][-1].range_end if opens else None
    locators = tuple(dict.fromkeys(with_caput(Locator(parts=path)) for path in paths))
    range_end = with_caput(Locator(parts=(*paths[-1][:-1], stop))) if stop else None
    return Chain(
        start=start, end=end, locators=locators, range_end=range_end, plural_article=articles
    )


def _without_groups(path: Path) -> Path:
    """Articles are numbered through the norm, so a chapter named beside one adds nothing to its name."""
    if any(symbol in {"art", "par", "inc", "ali", "ite"} for symbol, _ in path):
        return tuple(part for part in path if part[0] not in GROUPS)
    return path


def read(text: str) -> tuple[tuple[Locator, ...], Locator | None]:
    """A locator as people or programs write it: its provisions and, where it is a range, the end of the last one.

    Raises UnknownProvision where the text is empty, or goes on after the provision.
    """
    text = text.strip()
    if (
        re.fullmatch(r"[a-z]+\d*[\w~-]*", text)
        and COMPONENT.match(text.split("_")[0])
        and not _HEAD.fullmatch(text)
    ):
        return (from_fragment(text),), None
    flat = flatten(text)
    chain = read_at(text, flat, 0, query=True)
    if chain is None or flat[chain.end :].strip(" .,;"):
        rest = text if chain is None else text[chain.end :].strip()
        shown = rest[:40] + ("…" if len(rest) > 40 else "")
        raise UnknownProvision(
            f"cannot read {shown!r} as a provision", remedy='Write it as `art. 15, II, "a", 1`.'
        )
    return chain.locators, chain.range_end
