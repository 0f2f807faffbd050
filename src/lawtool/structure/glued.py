"""Where a line holds several provisions: the places at which it is cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lawtool.vocabulary.numerals import from_letter, from_roman, to_letter, to_roman


class Cut(NamedTuple):
    """A place at which a segment of a line begins. `listed`: it surely begins with a
    label."""

    start: int
    listed: bool


_LIST_OPENS = re.compile(
    r"""
    (?<!\b[Aa]rt\.)(?<!\bART\.) (?<=[a-zà-ÿ0-9)\"”][:;.]) \s?
    (?= (?: I\s?[-–—] | a\s?\) | §\s?1[ºo°] | Par[áa]grafo\ [úu]nico
      | 1\s?[.)-]\s?[A-Z] ) \s? )
    """,
    re.VERBOSE,
)  # penalidades:I - multa
# A whole provision behind a full stop, where a line break was lost: "... própria. Art.
# 12 - O regimento".
_PROVISION = re.compile(
    r"""
    (?<=[A-Za-zÀ-ÿ0-9)][.;:]) \s?
    (?= Art\.\s?\d{1,3}(?:º|\s-|\.|º\s-)?\s(?:[A-ZÀ-Ý][a-zà-ÿ ])
      | §\s\d{1,2}º?\s(?:[-–—.]\s?)?[A-ZÀ-Ý]
      | Parágrafo\ [Úú]nico\s?[.–-] )
    """,
    re.VERBOSE,
)
_BODIES = frozenset("PCGEMSB")
"""First letters of the bodies below."""
_TITLE_BEHIND_BODY = re.compile(
    r"(?:PREFEITURA|C[AÂ]MARA|GOVERNO|ESTADO|MUNIC[IÍ]PIO|GABINETE)[^a-zà-ÿ]{4,90}?\s"
    r"(?=(?:LEI|DECRETO|PORTARIA|RESOLU[CÇ][AÃ]O)\b[^a-zà-ÿ]{0,40}\bN[º°o.]{1,2}\s?\d)"
)
"""A title behind the name of the body that issues it: `PREFEITURA MUN. DE X LEI N° 745
/94.`"""
_NAME_BEHIND_DATE = re.compile(
    r"(?:Gabinete|Prefeitura|Câmara|Palácio|Paço|Sala|Bras[ií]lia)\b.{4,90}"
    r"\bde\s(?:19|20)\d\d\.\s(?=[A-ZÀ-Ý][\wÀ-ÿ.]+\s)"
)
"""Who signs, behind place and date: `Gabinete do Prefeito, 22 de fevereiro de 1994.
José Carvalho Prefeito.`"""
_NEXT_MEMBER = re.compile(r"(?<=[a-zà-ÿ0-9)];)\s(?=[IVXLC]{1,7}\s?[-–—]\s|[a-z]\)\s)")
"""The next member of a list behind the semicolon of the one before: `facultativo; XV –
2 de novembro`."""
_MEMBER = re.compile(r"(?:(?P<roman>[IVXL]{1,7}) (?P<dash>[-–]) |(?P<letter>[a-z])\) )")
_FIRST_INSIDE = re.compile(r"(?<=[^\s(]) (?=(?:I [-–]|a\)) )")
"""The first member of a list inside a line: `ÓRGÃOS DE APOIO a) Gabinete b)
Assessoria`."""
_LONGEST_LIST = 60
_FEWEST_FOLLOWING = 2
"""A sentence may count off two things: `os itens: a) um; b) dois`; three members are a
list."""
_LEAST_MEMBER = 6
"""Characters of the shortest member with its label: in `itens a) e b) do art. 5º`
nothing is listed."""
_SHORTEST = 8


def cut_line(text: str) -> list[Cut]:
    """Give the places at which the segments of a line begin, the first at 0.

    `penalidades:I - multa` begins a list inside a line; `III - assessor IV - contador`
    and `a) um; b) dois` go on with one.
    """
    cuts = [*_unsure_cuts(text), *_sure_cuts(text)]
    if not cuts:
        return [Cut(0, False)]
    listed = {cut.start: cut.listed for cut in sorted(cuts, key=lambda cut: cut.listed)}
    listed[0] = False
    return [Cut(start, listed[start]) for start in sorted(listed)]


def _unsure_cuts(text: str) -> Iterator[Cut]:
    """Find where a list may begin or go on, who signs behind a date, a title behind a body."""
    if ":" in text or ";" in text:
        opening = _LIST_OPENS.search(text)
        if opening is not None:
            yield Cut(opening.end(), False)
        yield from (Cut(match.end(), False) for match in _NEXT_MEMBER.finditer(text))
    if text[0] in _BODIES:
        behind = _TITLE_BEHIND_BODY.match(text) or _NAME_BEHIND_DATE.match(text)
        if behind is not None:
            yield Cut(behind.end(), False)


def _sure_cuts(text: str) -> Iterator[Cut]:
    """Find whole provisions behind a full stop, and the members of lists."""
    rest = text[_SHORTEST:]
    if "Art." in rest or "§" in rest or "Parágrafo" in rest:
        yield from (Cut(match.end(), True) for match in _PROVISION.finditer(text))
    yield from (Cut(start, True) for start in _members(text))


def _members(text: str) -> Iterator[int]:
    """Find the members of lists inside a line: of the one that begins it, and of one
    that opens in it."""
    first = _MEMBER.match(text)
    if first is not None:
        yield from _following(text, first)
    if " c) " not in text and " III " not in text:
        return
    for opening in _FIRST_INSIDE.finditer(text):
        member = _MEMBER.match(text, opening.end())
        if member is None:
            continue
        places = list(_following(text, member))
        if len(places) >= _FEWEST_FOLLOWING:
            yield opening.end()
            yield from places


def _following(text: str, first: re.Match[str]) -> Iterator[int]:
    """Find where the following numbers of the list stand, one after the other."""
    roman, letter = first["roman"], first["letter"]
    if roman:
        number = from_roman(roman)
    else:
        number = from_letter(letter)
    position = first.end()
    begun = first.start()
    while number is not None and number < _LONGEST_LIST:
        number += 1
        if roman:
            sign = f"{to_roman(number)} {first['dash']}"
        else:
            sign = f"{to_letter(number)})"
        place = text.find(f" {sign} ", position)
        if place < 0 or place - begun < _LEAST_MEMBER:
            return
        begun = position = place + 1
        yield position
