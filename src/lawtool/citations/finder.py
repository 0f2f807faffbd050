"""The first pass: one walk over the text that finds every reference to a norm, a provision or a
technical standard.

Time is linear in the text: one compiled pattern finds anchors, small parsers read on from each, and
none looks further than a bounded number of words. Nothing here knows the norm that the text belongs
to (`pointers` does).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from lawtool.citations.anchors import (
    PROVISION_HEADS,
    STANDARDS,
    act_words,
    anchor_pattern,
)
from lawtool.citations.context import MASK
from lawtool.citations.reference_parts import Reference
from lawtool.citations.references import read_members, read_reference
from lawtool.citations.standards import read_standards
from lawtool.identifiers.grammar import Chain, read_chain
from lawtool.identifiers.labels import with_caput
from lawtool.identifiers.levels import GROUPS
from lawtool.model import Locator
from lawtool.vocabulary import norms as vocabulary


@dataclass(slots=True, kw_only=True)
class CitationHit:
    """One reference as found. `scope` says how it points where it names no norm of its own:

    `this-norm` (nesta Lei), `this-unit` (deste artigo; `unit` is its symbol), `previous` and `next`
    (artigo anterior), `same-unit` (do mesmo inciso), `named` (a referida Lei), `possessive` (seus
    artigos), `unread` (of something that is no norm known here, or a provision that cannot be
    read), `apart` (of transitory provisions, numbered apart from their norm's), `bare` (nothing is
    said).
    """

    start: int
    end: int
    kind: str
    chain: Chain | None = None
    reference: Reference | None = None
    standard: str = ""
    scope: str = ""
    unit: str = ""
    noun: str = ""
    relation: str = "cites"
    trigger: tuple[int, int] | None = None
    aside: bool = False
    """Named only to say what changed another norm ("alterada pela Lei nº …")."""


_LONGEST_WORD = 64
_LONGEST_ADDRESS = 200
_UNITS = {
    "artigo": "art",
    "paragrafo": "par",
    "inciso": "inc",
    "alinea": "ali",
    "item": "ite",
    "capitulo": "cap",
    "titulo": "tit",
    "secao": "sec",
    "anexo": "anexo",
    "caput": "cpt",
}
_UNIT_WORD = re.compile(rf"(?P<unit>{'|'.join(_UNITS)})(?![a-z])")
_RELATIVE_UNIT = re.compile(
    r"""
    (?P<unit>artigo|paragrafo|inciso|alinea|item|capitulo)\s+
    (?:(?P<previous>anterior|antecedente|precedente|retro|supra)|(?P<next>seguinte|subsequente
        |posterior))
    (?![a-z])
    """,
    re.X,
)
_SAID_WORD = r"(?:supra)?(?:(?:re|a)ferid|citad|mencionad|aludid|dit|indicad)[oa]s?"
_TRANSITORY = (
    r"(?:atos?\s++das\s++)?disposicoes\s++(?:gerais\s++e\s++|finais\s++e\s++)?transit"
    r"orias"
)
_OTHER_BODY = rf"(?:{_TRANSITORY}\s++d[ao]s?\s++)"
"""`art. 41 das Disposições Transitórias do Decreto`: articles numbered apart from those of the
norm.
"""
_TAIL = re.compile(
    rf"""
    \s*+,?\s*+(?:(?:ambos|todos|tudo)\s*+,?\s*+)?
    (?:documentos?\s++)?(?:(?:partes?\s++)?integrantes?\s++|constantes?\s++)?
    (?:(?P<this>[dn]est[ea]s?|[dn]ess[ea]s?)|(?P<that>[dn]aquel[ea]s?)|(?P<of>d[aoe]s?|aos?|a
        |n[ao]s?))\s++
    (?:(?:nosso|proprio|seu)\s++)?
    (?:(?P<same>mesm[oa]s?)\s++|(?P<present>presentes?)\s++|(?P<said>{_SAID_WORD})\s++)?
    (?P<apart>{_OTHER_BODY})?
    """,
    re.X,
)
"""What stands between provisions and their norm: "da", "desta", "da referida", "ambos do"."""
_APART_ALONE = re.compile(rf"\s+d[ao]s\s+{_TRANSITORY}(?![a-z])")
_OF_A_THING = re.compile(r"\s+d[ao]s?\s+[a-z]")
_THIS_WORD = re.compile(r"(?:[dn]?(?:este|esta|esse|essa)s?|presentes?)\Z")
_SAID_LAST = re.compile(rf"(?:{_SAID_WORD}|[dn]?aquel[ea]s?)\Z")
_SELF_LEVEL = re.compile(r"\s+(?:municipal|estadual|federal|complementar)(?![a-z])")
_NUMBER_FOLLOWS = re.compile(r"\s*+,?\s*+(?:n[º.o]|\d)")
_POSSESSIVE = re.compile(r"(?:^|[^a-z])(?:em\s+)?(seus?)\s+\Z")
_NORM_BEFORE = re.compile(r"\s*+[,(]?\s*+(?=art)")
_DIGIT = re.compile(r"\s*\d")
_COMMA_NORM = re.compile(r"\s*,\s+(?=[a-z])")
_SMALLER_UNIT = re.compile(r"\s*,\s*(?=inciso|alinea|§|paragrafo)")
_AND_NUMBER = re.compile(r"\s*+,?\s*+e\s*+,?\s*+(?:do\s++)?(?=\d)")
_UNREAD_PART = re.compile(
    r"""
    \s*[^\s.;:,()]{1,14}\s(?:d[aoe]s?|n[oa]s?)\s
    (?=(?:art|§|paragrafo|inciso|alinea|caput)[^a-z]*[a-z.\s\d])
    """,
    re.X,
)
"""What stands between a unit whose number cannot be read and the unit that it lies in."""
_FINISHED = frozenset('.;:)"\n')
_UNFINISHED = re.compile(
    r"""
    (?:[,(-]|(?<![a-z])(?:d?[aoe]s?|n[ao]s?|de|em|ou|pel[ao]s?|aos?|com|que|este|deste|neste|esta
        |desta|nesta
    |seus?|caput|presente))[ \t"*]*\Z
    """,
    re.X,
)
_LINE_LEAD = re.compile(r"[ \t\u00a0\"“”'‘’*(\[•.-]*\Z")
_TITLE_END = re.compile(
    r"[ \t\u00a0.*)\"”]*+(?:[-–—/ ]*+[A-Z][A-Z/-]++)*+[ \t\u00a0.*]*+(?:\n|\Z)"
)
_WIDEST_LEAD = 24
"""Characters of quotes, bullets and blanks that may stand before the first word of a line."""


class Finder:
    """Walks a text once; `hits` are in the order of their places. `act_places` are those of words
    that an act may be told by, with the words; `relation_verbs` reads them.
    """

    def __init__(self, raw: str, flat: str) -> None:
        self.raw, self.flat = raw, flat
        self.hits: list[CitationHit] = []
        self.act_places: list[tuple[int, str]] = []

    def find(self) -> list[CitationHit]:
        """Find everything. Linear: each step goes on at or after the end of what it has read."""
        flat, search, position = self.flat, anchor_pattern().search, 0
        first = anchor_pattern().match("\n" + flat[:_LONGEST_WORD])
        if first:
            position = self._read_anchor(first["word"], 0, first.end() - 1)
        while (match := search(flat, max(position - 1, 0))) is not None:
            end = match.end()
            position = max(
                self._read_anchor(match["word"], match.start() + 1, end), end
            )
        return self.hits

    def _read_anchor(self, word: str, start: int, end: int) -> int:
        """Read what begins at an anchor; where to go on."""
        if start and self.raw[start - 1] in "/#" and self._is_address(start):
            return end
        kind = _kind_of_anchor(word)
        if kind == "act":
            self.act_places.append((start, word))
            return end
        if kind == "provision":
            return self._read_provision(start, end)
        if kind == "standard" and (stop := self._read_standards(start)):
            return stop
        return self._read_norm(start, end)

    def _is_address(self, start: int) -> bool:
        """Tell whether a place lies in an address of the web (`…/Constituicao.htm#art5`)."""
        lead = self.raw[max(0, start - _LONGEST_ADDRESS) : start].split()[-1:]
        token = (
            "".join(lead) + self.raw[start : start + _LONGEST_WORD].split(maxsplit=1)[0]
        )
        return "//" in token or "www." in token or ".htm" in token

    def _read_standards(self, start: int) -> int:
        end = 0
        for name in read_standards(self.flat, start):
            end = name.end
            self.hits.append(
                CitationHit(
                    start=name.start,
                    end=end,
                    kind="technical-standard",
                    standard=name.standard,
                )
            )
        return end

    # -- provisions --------------------------------------------------------------------

    def _read_provision(self, start: int, after: int) -> int:
        if self._is_label(start):
            return after
        chain = read_chain(self.raw, self.flat, start)
        if chain is None:
            return self._read_unit(start, after)
        hit = self._bare_hit(chain, start)
        if self.flat.startswith("caput", start) and self.flat[start - 1 : start] == '"':
            hit.start = start - 1
        if possessive := _POSSESSIVE.search(self.flat, max(0, start - 12), start):
            hit.start, hit.scope = possessive.start(1), "possessive"
        self._read_tail(hit)
        if hit.scope == "bare" and self._is_no_reference(chain):
            return after
        return self._add(hit)

    @staticmethod
    def _bare_hit(chain: Chain, start: int) -> CitationHit:
        return CitationHit(
            start=start, end=chain.end, kind="internal", chain=chain, scope="bare"
        )

    def _is_no_reference(self, chain: Chain) -> bool:
        """Tell whether words that name no norm are a heading ("Capítulo II"), a word ("anexo"), or
        a scan's label ("$ 1º").
        """
        if chain.outermost in GROUPS or self.flat[chain.start] in "$&8":
            return True
        return self.flat[chain.start : chain.end] in {"anexo", "anexos"}

    def _read_tail(self, hit: CitationHit) -> None:
        """Read what follows provisions: the norm, "deste artigo", "do artigo anterior"."""
        flat = self.flat
        tail = _TAIL.match(flat, hit.end)
        apart = _APART_ALONE.match(flat, hit.end)
        if apart is not None and not (tail and tail["apart"]):
            hit.kind, hit.scope, hit.end = "external", "unread", apart.end()
            return
        if tail is None:
            self._read_norm_beside(hit)
            return
        after = tail.end()
        if tail["of"] and self._is_relative(hit, after):
            return
        unit = _UNIT_WORD.match(flat, after)
        if unit is not None and self._points_at_unit(hit, tail, unit):
            return
        self._read_owner(hit, tail)
        if tail["apart"] and hit.reference is not None:
            hit.scope = "apart"
        elif tail["apart"] and hit.scope in {"this-norm", "named"}:
            hit.kind, hit.scope = "external", "unread"

    def _read_owner(self, hit: CitationHit, tail: re.Match[str]) -> None:
        """Read whose the provisions are: "desta Lei", "daquela Lei", "da Lei nº …"."""
        noun, end = self._read_noun(tail.end())
        if (
            noun
            and (tail["this"] or tail["present"])
            and not self._is_numbered(tail.end())
        ):
            hit.scope, hit.noun, hit.end = "this-norm", noun, end
        elif noun and tail["that"]:
            hit.scope, hit.noun, hit.end = "named", noun, end
        elif tail["of"] or noun:
            self._read_norm_of(hit, tail, noun, end)

    def _is_relative(self, hit: CitationHit, after: int) -> bool:
        relative = _RELATIVE_UNIT.match(self.flat, after)
        if relative is None:
            return False
        hit.scope, hit.unit = _relative_scope(relative), _UNITS[relative["unit"]]
        hit.end = relative.end()
        return True

    def _is_numbered(self, pos: int) -> bool:
        """Tell whether a number makes another norm of "nesta Lei Complementar nº 95/1998"."""
        _, end = self._read_noun(pos)
        if not _NUMBER_FOLLOWS.match(self.flat, end):
            return False
        reference = read_reference(self.raw, self.flat, pos)
        return reference is not None and reference.number is not None

    def _read_norm_of(
        self, hit: CitationHit, tail: re.Match[str], noun: str, end: int
    ) -> None:
        """Read the norm behind "da": named, pointed back to, or a thing that is no norm."""
        reference = read_reference(self.raw, self.flat, tail.end())
        if reference is not None:
            hit.kind, hit.scope, hit.reference = "external", "", reference
            hit.end = reference.end
            self._read_smaller_after(hit)
        elif noun and (tail["same"] or tail["said"] or tail["of"] in {"da", "do"}):
            hit.scope, hit.noun, hit.end = "named", noun, end
        elif self._is_article_of_a_thing(hit):
            hit.kind, hit.scope = "external", "unread"

    def _is_article_of_a_thing(self, hit: CitationHit) -> bool:
        """ "art. 5º do contrato": of something that is no norm known here."""
        if hit.chain is None or hit.chain.outermost != "art":
            return False
        return _OF_A_THING.match(self.flat, hit.end) is not None

    def _read_norm_beside(self, hit: CitationHit) -> None:
        """ "Anexo II, Lei nº 4.320/64", "art. 5º, XXXV, CF": a comma for "da"."""
        comma = _COMMA_NORM.match(self.flat, hit.end)
        reference = None
        if comma:
            reference = read_reference(self.raw, self.flat, comma.end())
        if reference is None or reference.plural:
            return
        if reference.number or reference.name in vocabulary.capital_names():
            hit.kind, hit.scope, hit.reference, hit.end = (
                "external",
                "",
                reference,
                reference.end,
            )

    def _points_at_unit(
        self, hit: CitationHit, tail: re.Match[str], unit: re.Match[str]
    ) -> bool:
        """ "deste artigo", "do mesmo inciso", "do presente artigo"; "do artigo" without a number
        means this one.
        """
        symbol = _UNITS[unit["unit"]]
        if tail["this"] or tail["present"]:
            hit.scope = "this-unit"
        elif tail["same"]:
            hit.scope = "same-unit"
        elif self._is_this_article(hit, symbol, unit.end()):
            hit.scope = "this-unit"
        else:
            return False
        hit.unit, hit.end = symbol, unit.end()
        return True

    def _is_this_article(self, hit: CitationHit, symbol: str, after: int) -> bool:
        if symbol != "art" or hit.chain is None or _DIGIT.match(self.flat, after):
            return False
        return hit.chain.outermost in {"cpt", "par", "inc"}

    def _read_unit(self, start: int, after: int) -> int:
        """Read a unit without a number: "deste artigo", "artigo anterior"; or a number that cannot
        be read.
        """
        flat = self.flat
        if relative := _RELATIVE_UNIT.match(flat, start):
            scope, unit = _relative_scope(relative), _UNITS[relative["unit"]]
            return self._add_pointing(start, relative.end(), scope, unit)
        unit_word = _UNIT_WORD.match(flat, start)
        pointed = self._read_pointer(start)
        if unit_word is None or pointed is None or pointed[1] == "said":
            return self._read_unread_part(start, after)
        scope = "this-unit"
        if pointed[1] == "same":
            scope = "same-unit"
        return self._add_pointing(
            pointed[0], unit_word.end(), scope, _UNITS[unit_word["unit"]]
        )

    def _add_pointing(self, start: int, end: int, scope: str, unit: str) -> int:
        return self._add(
            CitationHit(start=start, end=end, kind="internal", scope=scope, unit=unit)
        )

    def _read_unread_part(self, start: int, after: int) -> int:
        """ "alínea xyz do art. 1º da Lei": a part that cannot be read is not left out, its whole is
        not the answer.
        """
        part = _UNREAD_PART.match(self.flat, after)
        chain = None
        if part:
            chain = read_chain(self.raw, self.flat, part.end())
        if chain is None or self.raw[start].isupper():
            return after
        hit = self._bare_hit(chain, start)
        self._read_tail(hit)
        if hit.scope not in {"", "bare"}:
            return after
        hit.kind, hit.scope, hit.reference, hit.chain = "external", "unread", None, None
        return self._add(hit)

    def _read_pointer(self, start: int) -> tuple[int, str] | None:
        """Read the word before a noun that points: its place and kind (`this`, `same`, `said`)."""
        window = self.flat[max(0, start - 32) : start].replace(MASK, " ")
        words = window.rsplit(None, 2)
        if not words or not window[-1:].isspace():
            return None
        last = words[-1]
        place = start - len(window) + window.rindex(last)
        if _THIS_WORD.match(last):
            return place, "this"
        if last in {"mesmo", "mesma"}:
            if len(words) > 1 and _THIS_WORD.match(words[-2]):
                return start - len(window) + window.rindex(words[-2]), "this"
            return place, "same"
        if _SAID_LAST.match(last):
            return (place, "said")
        return None

    def _read_noun(self, pos: int) -> tuple[str, int]:
        """Read a species word used as a noun ("nesta Lei Complementar") and its end;
        ("", pos) if there is none.
        """
        match = vocabulary.citation_pattern().match(self.flat, pos)
        if match is None:
            return "", pos
        form = vocabulary.citation_forms()[vocabulary.form_key(match[0])]
        if form.capitals or form.plural or form.species.split:
            return "", pos
        level = _SELF_LEVEL.match(self.flat, match.end())
        return form.species.key, level.end() if level else match.end()

    # -- labels and titles -------------------------------------------------------------

    def _is_label(self, start: int) -> bool:
        """Tell whether the words begin a provision and do not cite one: at the start of a line
        after a finished sentence.
        """
        raw = self.raw
        if not (raw[start].isupper() or raw[start] in "§$&8"):
            return False
        line = self._line_led(start)
        if line < 0 or self._is_unfinished(line):
            return False
        return start > 0 or not self._is_cited_first(start)

    def _is_cited_first(self, start: int) -> bool:
        """Tell whether a text begins with a citation ("§ 1º do art. 1º da Lei")."""
        chain = read_chain(self.raw, self.flat, start)
        if chain is None or len(chain.locators[0].parts) < 2:
            return False
        tail = _TAIL.match(self.flat, chain.end)
        return (
            tail is not None
            and read_reference(self.raw, self.flat, tail.end()) is not None
        )

    def _line_led(self, start: int) -> int:
        """Give the start of the line that a place is the first word of; -1 where it is not."""
        line = self.raw.rfind("\n", max(0, start - _WIDEST_LEAD), start) + 1
        if (line == 0 and start > _WIDEST_LEAD) or not _LINE_LEAD.match(
            self.raw, line, start
        ):
            return -1
        return line

    def _is_unfinished(self, line: int) -> bool:
        """Tell whether the text before a line breaks off in the middle of a sentence, right at the
        end of its line.
        """
        if line < 2 or self.flat[line - 2] in _FINISHED:
            return False
        return _UNFINISHED.search(self.flat[max(0, line - 20) : line - 1]) is not None

    def _is_title(self, reference: Reference) -> bool:
        """Tell whether a norm's name is a title: at the start of a line that holds nothing else is
        a title.
        """
        raw, start = self.raw, reference.start
        if not reference.number or not raw[start].isupper() or "\n" not in raw:
            return False
        line = self._line_led(start)
        if line < 0:
            return False
        shouted = raw[start : start + 3].isupper()
        if not shouted and not _TITLE_END.match(raw, reference.end):
            return False
        return not self._is_unfinished(line)

    # -- norms -------------------------------------------------------------------------

    def _read_norm(self, start: int, after: int) -> int:
        pointed = self._read_pointer(start)
        reference = None
        if pointed is None or pointed[1] != "this" or self._is_numbered(start):
            reference = read_reference(self.raw, self.flat, start)
        if reference is None:
            return self._read_self(start, after, pointed)
        if self._is_title(reference):
            return reference.end
        hit = CitationHit(
            start=start, end=reference.end, kind="external", reference=reference
        )
        if beside := _NORM_BEFORE.match(self.flat, reference.end):
            self._read_provisions_after(hit, beside.end())
        return self._add(hit)

    def _read_smaller_after(self, hit: CitationHit) -> None:
        """ "art. 94 da Lei Orgânica, inciso XIII": the smaller unit comes after the norm."""
        beside = _SMALLER_UNIT.match(self.flat, hit.end)
        chain = None
        if beside:
            chain = read_chain(self.raw, self.flat, beside.end())
        if (
            hit.chain is None
            or chain is None
            or chain.outermost not in {"par", "inc", "ali"}
        ):
            return
        own = self._bare_hit(chain, chain.start)
        self._read_tail(own)
        one_article = hit.chain.outermost == "art" and len(hit.chain.locators) == 1
        if own.scope == "bare" and one_article:
            above = hit.chain.locators[0].parts
            locators = tuple(
                with_caput(Locator(parts=(*above, *locator.parts)))
                for locator in chain.locators
            )
            hit.chain, hit.end = replace(chain, locators=locators), chain.end

    def _read_provisions_after(self, hit: CitationHit, pos: int) -> None:
        """ "Lei nº 8.666/93, art. 24, II", "Lei nº 30 (art. 2º)": provisions after their norm, if
        they have no other.
        """
        chain = read_chain(self.raw, self.flat, pos)
        between = self.raw[hit.end : pos]
        if chain is None or "\n" in between:
            return
        own = self._bare_hit(chain, pos)
        self._read_tail(own)
        closed = self.raw.startswith(")", chain.end)
        if own.scope == "bare" and closed == ("(" in between):
            hit.chain, hit.end = chain, chain.end

    def _read_self(
        self, start: int, after: int, pointed: tuple[int, str] | None
    ) -> int:
        if pointed:
            noun, end = self._read_noun(start)
        else:
            noun, end = ("", after)
        if pointed is None or not noun:
            return after
        species = vocabulary.species()[noun]
        if species.named and not species.self_name and self.raw[start].islower():
            return after  # "neste ato" is no norm
        scope = "named"
        if pointed[1] == "this":
            scope = "this-norm"
        return self._add(
            CitationHit(
                start=pointed[0], end=end, kind="internal", scope=scope, noun=noun
            )
        )

    # -- lists -------------------------------------------------------------------------

    def _add(self, hit: CitationHit) -> int:
        """Keep a hit and what goes on from it: further numbers of a list, further articles of an
        "arts."; the end.
        """
        self.hits.append(hit)
        end = hit.end
        if hit.reference is not None and hit.reference.number:
            for member in read_members(self.raw, self.flat, hit.reference):
                end = member.end
                self.hits.append(
                    CitationHit(
                        start=member.start, end=end, kind="external", reference=member
                    )
                )
        if (
            hit.chain is not None
            and hit.chain.plural_article
            and hit.reference is not None
        ):
            end = max(end, self._read_further_articles(end))
        return end

    def _read_further_articles(self, pos: int) -> int:
        joint = _AND_NUMBER.match(self.flat, pos)
        chain = None
        if joint:
            chain = read_chain(self.raw, self.flat, joint.end(), implied="art")
        if chain is None:
            return pos
        hit = self._bare_hit(chain, chain.start)
        self._read_tail(hit)
        if hit.reference is not None:
            return self._add(hit)
        return pos


@cache
def _kind_of_anchor(word: str) -> str:
    """Tell what begins at an anchor: `act`, `provision`, `standard` or `norm`."""
    if word in act_words():
        return "act"
    if word.startswith(tuple(PROVISION_HEADS)):
        return "provision"
    if word.startswith(tuple(STANDARDS)):
        return "standard"
    return "norm"


def _relative_scope(relative: re.Match[str]) -> str:
    if relative["previous"]:
        return "previous"
    return "next"
