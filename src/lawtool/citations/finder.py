"""The first pass: one walk over the text that finds every reference and every verb that makes a relation.

Time is linear in the text: one compiled pattern finds anchors, small parsers read on from each, and none looks further
than a bounded number of words. Nothing here knows the norm that the text belongs to (`scope` does).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from lawtool.citations.context import MASK
from lawtool.citations.references import Reference, read_members, read_reference
from lawtool.identifiers.grammar import Chain, read_chain
from lawtool.identifiers.labels import with_caput
from lawtool.model import Locator
from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.acts import Act, Side, relating_acts


@dataclass(slots=True, kw_only=True)
class Hit:
    """One reference as found. `scope` says how it points where it names no norm of its own:

    `this-norm` (nesta Lei), `this-unit` (deste artigo; `unit` is its symbol), `previous` and `next` (artigo anterior),
    `same-unit` (do mesmo inciso), `named` (a referida Lei), `possessive` (seus artigos), `unread` (of something that is
    no norm known here), `bare` (nothing is said).
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


@dataclass(slots=True, kw_only=True)
class Verb:
    """Words that make a relation, with the act that they say and the side of its objects."""

    start: int
    end: int
    act: Act
    side: Side


_OBJECT_FOLLOWS = re.compile(r",? (?:[oa]s?|§|art|inc|alinea|paragrafo|em|na|no)(?![a-z])")


_ANCHOR = re.compile(
    # It begins with a set, so that the engine skips letters quickly: the alternation is tried at one place in six.
    r"""[^a-z0-9](?P<word>§|a(?:rt(?:\.|s\.|igos?(?![a-z])|s?(?=\s?\d))|lineas?(?![a-z])|nexos?(?![a-z])"""
    r"""|to(?:s?\s+(?:d[ao]|n)|\s+(?:inst|compl|decl))|dct(?![a-z])|bnt(?![a-z])|cres[ce]|diciona|lter[ae]|dota)"""
    r"""|c(?:aput|odigos?(?![a-z])|onstituicao|onsolidacao\sdas|f(?=[/\s,;.])|lt(?![a-z])|t[bn](?![a-z])|dc(?![a-z])"""
    r"""|pc(?![a-z])|rfb(?![a-z])|arta\smagna|apitulo\s+[ivxlc]+,?\s+d)"""
    r"""|d(?:ecretos?(?![a-z])|ec\.\s|el?iberac|ecis(?:ao|oes)\s+pl|l\s+n|n\s|a(?:o|-se)?\s(?=nova|redacao|outra|a\sseg)"""
    r"""|[ae](?:em)?-se\s|ando\s(?:nova\s)?red)"""
    r"""|e(?:mendas?(?![a-z])|c\s|statuto|ca(?![a-z])|lom\s|m\sconformidade|\s(?=revogad|suprimid|substituid|dada|acresc))"""
    r"""|f(?:ic(?:am?|ara|arao|ando)\s(?=\w+\s?(?:alter|revog|modif|adot|inclu|inser|retif|redig|acres)"""
    r"""|alter|revog|modif|adot|inclu|inser|retif|acres|adic|adit|renum|transf|substit|suprim|exclu|dad|introd|criad)"""
    r"""|az(?:em)?\s(?=[a-z]+\s?(?:alter|modif)|alter|modif))"""
    r"""|i(?:ncisos?(?![a-z])|te(?:m|ns)(?![a-z])|nstruc|ns(?:ir|er)[ae]|n\s(?=n|\d|[a-z]{2,6}\s\d)|nclu[ia]|ntroduz|so\s)"""
    r"""|l(?:etras?\s"?[a-z]"?(?![a-z])|cm?\s|om(?![a-z])|rf(?![a-z])|db|gpd|bi(?![a-z])|oas(?![a-z])|indb"""
    r"""|ei(?=s?(?:\s+(?:n|\d|mun|est|fed|com|org|ord|del|pro|dis|nac|orc|anu|d[aeo]s?\s|mar|kan|ger|bra)"""
    r"""|\s?[,:-]?\s?\d|\s*-?\s*n))s?|(?<=[sdt][ta]\sl)ei(?![a-z])|(?<=te\sl)ei(?![a-z])|(?<=[sm][sm]a\sl)ei(?![a-z]))"""
    r"""|m(?:edidas?\s+prov|pv?\s(?=n|\d)|odific|arco\scivil)"""
    r"""|n(?:brs?(?![a-z])|b\s|ormas?\s(?=tec|bra|reg|abnt|nb|da\sa)|r[\s-]+\d|ova\sredacao|[oa]\s(?=uso\s|conformidade))"""
    r"""|o(?:rdem\sde\sserv|nde\sse\sle)"""
    r"""|p(?:aragrafos?(?![a-z])|ortarias?(?![a-z])|rojetos?\sde|ropostas?\sde|rovimentos?\s|l[cp]?\s(?=n|\d)|ec\s|dl\s"""
    r"""|elom\s|assa[mr]?\S*\sa\s|lanos?\sde\scarr|romove|rocede)"""
    r"""|r(?:esoluc|egim|dc\s|evog|edacao\s|etifi[cq]|enumer)"""
    r"""|s(?:uprim|ubstitu|(?:ao|erao?)\s(?:revog|alter|modif|adot|acresc|inclu|inser|assim\sr|dada|suprim|exclu|substit))"""
    r"""|vigor(?:ara|am|a)\S*\scom\s|t(?:era(?:o)?\sa\sseg|ransforma|itulo\s+[ivxlc]+,?\s+d))"""
)
_LONGEST_WORD = 64
_PROVISION = (
    "art",
    "letra",
    "alinea",
    "anexo",
    "caput",
    "inciso",
    "item",
    "itens",
    "paragrafo",
    "§",
    "capitulo",
    "titulo",
)
_VERB_STEMS = (
    "acres", "adiciona", "alter", "insir", "inser", "onde", "renumer", "substitu", "transforma", "vigor", "adota", "da", "de-se", "deem", "em con", "e ", "fica", "faz", "inclu", "introduz",
    "modific", "nova", "no uso", "na con", "passa", "promove", "procede", "revog", "redacao", "retifica", "suprim", "sao",
    "sera", "tera", "no ", "na ",
)  # fmt: skip
_UNITS = {
    "artigo": "art", "paragrafo": "par", "inciso": "inc", "alinea": "ali", "item": "ite", "capitulo": "cap",
    "titulo": "tit", "secao": "sec", "anexo": "anexo", "caput": "cpt",
}  # fmt: skip
_UNIT = re.compile(rf"(?P<unit>{'|'.join(_UNITS)})(?![a-z])")
_RELATIVE = re.compile(
    r"(?P<unit>artigo|paragrafo|inciso|alinea|item|capitulo)\s+"
    r"(?:(?P<previous>anterior|antecedente|precedente|retro|supra)|(?P<next>seguinte|subsequente|posterior))(?![a-z])"
)
_TAIL = re.compile(
    r"(?:\s*+,?\s*+e\s++(?:seguintes|ss\.))?\s*+,?\s*+(?:ambos\s*+,?\s*+|todos\s*+,?\s*+)?"
    r"(?:(?P<this>[dn]est[ea]s?|[dn]ess[ea]s?)|(?P<of>d[aoe]s?|aos?|a|n[ao]s?))\s++"
    r"(?:(?:nosso|proprio|seu)\s++)?(?:(?P<same>mesm[oa]s?)\s++|(?P<present>presentes?)\s++|"
    r"(?P<said>referid[oa]s?|citad[oa]s?|mencionad[oa]s?|aludid[oa]s?|supracitad[oa]s?|supramencionad[oa]s?)\s++)?"
    r"(?:(?:atos?\s++das\s++)?disposicoes\s++(?:gerais\s++e\s++|finais\s++e\s++)?transitorias\s++d[ao]s?\s++)?"
)
_OF_A_THING = re.compile(r"\s+d[ao]s?\s+[a-z]")
_THIS = frozenset(
    f"{p}{w}{s}"
    for p in ("", "d", "n")
    for w in ("este", "esta", "esse", "essa")
    for s in ("", "s")
)
_SAID = frozenset(
    f"{word}{end}"
    for word in ("referid", "citad", "mencionad", "aludid", "supracitad", "supramencionad", "dit")
    for end in ("o", "a", "os", "as")
)
_SELF_LEVEL = re.compile(r"\s+(?:municipal|estadual|federal|complementar)(?![a-z])")
_EXTRA_NOUNS = re.compile(r"(?:regulamento|regimento|convenio)(?![a-z])")
_POSSESSIVE = re.compile(r"(?:^|[^a-z])(?:em\s+)?(seus?)\s+\Z")
_BESIDE = re.compile(r"\s*+[,(]?\s*+(?=art)")
_DIGIT = re.compile(r"\s*\d")
_COMMA = re.compile(r"\s*,\s+(?=lei\s|decreto\s|resolucao\s|portaria\s|instrucao\s|lc\s|l\.)")
_SMALLER = re.compile(r"\s*,\s*(?=inciso|alinea|§|paragrafo)")
_AND_NUMBER = re.compile(r"\s*+,?\s*+e\s*+,?\s*+(?:do\s++)?(?=\d)")
_FINISHED = frozenset('.;:)"\n')
_UNFINISHED = re.compile(
    r"(?:[,(-]|(?<![a-z])(?:d?[aoe]s?|n[ao]s?|de|em|ou|pel[ao]s?|aos?|com|que|este|deste|neste|esta|desta|nesta|seus?|caput|"
    r"presente))[ \t\"*]*\Z"
)
_LINE_LEAD = re.compile(r"[ \t\u00a0\"“”'‘’*(\[•.-]*\Z")
_TITLE_END = re.compile(r"[ \t\u00a0.*)\"”]*+(?:[-–—/ ]*+[A-Z][A-Z/-]++)*+[ \t\u00a0.*]*+(?:\n|\Z)")
_STANDARD = re.compile(
    r"(?:normas?\s++(?:tecnicas?\s++|brasileiras?\s++)*(?:d[ae]\s++)?)?(?:abnt\s*+[,/-]?\s*+)?(?P<series>nbrs?|nb|nm|iso|iec)"
    r"(?P<sub>(?:\s?[/-]?\s?(?:iso|iec|nm)(?![a-z]))*)\s*+[-–/]?\s*+(?:n[º.o]{1,3}\s*+)?"
    r"(?P<number>\d{1,3}\.\d{3}|\d{1,5})(?:\s?-\s?\d{1,2}(?![\d/.]))?(?:\s?[:/]\s?(?P<year>\d{4}|\d{2})(?!\d))?"
)
_STANDARD_MORE = re.compile(
    r"\s*(?:,|\se)\s+(?P<number>\d{3,5}|\d{1,2}\.\d{3})(?:\s?[:/]\s?(?P<year>\d{4}))?(?![\d.,/]\d)"
)
_STANDARD_BODY = re.compile(
    r"\s*+,?\s*+da\s++(?:associacao\s++(?:brasileira\s++)?de\s++normas\s++tecnicas(?:\s*+[-–—(]+\s*+abnt\)?)?|abnt(?![a-z]))"
)


class Finder:
    """Walks a text once; `hits` and `verbs` are in order of their places."""

    def __init__(self, raw: str, flat: str) -> None:
        self.raw, self.flat = raw, flat
        self.hits: list[Hit] = []
        self.verbs: list[Verb] = []

    def run(self) -> None:
        """Find everything. Linear: each step goes on at or after the end of what it has read."""
        flat, search, position = self.flat, _ANCHOR.search, 0
        if first := _ANCHOR.match("\n" + flat[:_LONGEST_WORD]):
            position = self._at(first["word"], 0, first.end() - 1)
        while (match := search(flat, max(position - 1, 0))) is not None:
            end = match.end()
            position = max(self._at(match["word"], match.start() + 1, end), end)

    def _at(self, word: str, start: int, end: int) -> int:
        if word.startswith(_PROVISION):
            return self._provision(start, end)
        if word.startswith(("nb", "norma", "abnt")) and (stop := self._standard(start)):
            return stop
        if word.startswith(_VERB_STEMS) and (stop := self._verb(start)):
            return stop
        return self._norm(start, end)

    def _verb(self, start: int) -> int:
        """Note the act that begins at `start`; its end, 0 where there is none."""
        for act in relating_acts():
            match = act.pattern.match(self.flat, start)
            if match is None:
                continue
            end = match.end()
            if act.side is not Side.EITHER:
                self.verbs.append(Verb(start=start, end=end, act=act, side=act.side))
                return end
            # "fica revogada" may have its object on either side.
            if not _OBJECT_FOLLOWS.match(self.flat, end):
                self.verbs.append(Verb(start=start, end=end, act=act, side=Side.BEFORE))
            self.verbs.append(Verb(start=start, end=end, act=act, side=Side.AFTER))
            return end
        return 0

    # -- provisions ------------------------------------------------------------------------------------------------

    def _provision(self, start: int, after: int) -> int:
        raw, flat = self.raw, self.flat
        if self._is_label(start):
            return after
        chain = read_chain(raw, flat, start)
        if chain is None:
            return self._unit(start, after)
        hit = Hit(start=start, end=chain.end, kind="internal", chain=chain, scope="bare")
        if flat.startswith("caput", start) and flat[start - 1 : start] == '"':
            hit.start = start - 1
        if possessive := _POSSESSIVE.search(flat, max(0, start - 12), start):
            hit.start, hit.scope = possessive.start(1), "possessive"
        self._norm_of(hit)
        if hit.scope == "bare" and (chain.outermost in {"cap", "tit", "sec"} or self._loose(chain)):
            return after
        return self._add(hit)

    def _loose(self, chain: Chain) -> bool:
        """ "anexo" alone is a word, not a reference."""
        return chain.outermost == "anexo" and self.flat[chain.start : chain.end] in {
            "anexo",
            "anexos",
        }

    def _norm_of(self, hit: Hit) -> None:
        """What follows the provisions: the norm, "deste artigo", "do artigo anterior", or nothing."""
        raw, flat = self.raw, self.flat
        tail = _TAIL.match(flat, hit.end)
        if tail is None:
            self._norm_beside(hit)
            return
        after = tail.end()
        if tail["of"] and (relative := _RELATIVE.match(flat, after)):
            hit.scope, hit.unit = (
                "previous" if relative["previous"] else "next",
                _UNITS[relative["unit"]],
            )
            hit.end = relative.end()
            return
        unit = _UNIT.match(flat, after)
        if unit is not None and self._this_unit(hit, tail, unit):
            return
        noun, end = self._noun(after)
        if noun and (tail["this"] or tail["present"]):
            hit.scope, hit.noun, hit.end = "this-norm", noun, end
            return
        if tail["of"]:
            reference = read_reference(raw, flat, after)
            if reference is not None:
                hit.kind, hit.scope, hit.reference, hit.end = (
                    "external",
                    "",
                    reference,
                    reference.end,
                )
                self._smaller_after(hit)
            elif noun and (tail["same"] or tail["said"] or tail["of"] in {"da", "do"}):
                hit.scope, hit.noun, hit.end = "named", noun, end
            elif (
                hit.chain is not None
                and hit.chain.outermost == "art"
                and _OF_A_THING.match(flat, hit.end)
            ):
                hit.kind, hit.scope = "external", "unread"

    def _norm_beside(self, hit: Hit) -> None:
        """ "Anexo II, Lei nº 4.320/64": a comma for "da"."""
        comma = _COMMA.match(self.flat, hit.end)
        reference = read_reference(self.raw, self.flat, comma.end()) if comma else None
        if reference is not None and reference.number and not reference.plural:
            hit.kind, hit.scope, hit.reference, hit.end = "external", "", reference, reference.end

    def _this_unit(self, hit: Hit, tail: re.Match[str], unit: re.Match[str]) -> bool:
        """ "deste artigo", "do mesmo inciso", "do presente artigo"; "do artigo" without a number means this one."""
        assert hit.chain is not None
        symbol = _UNITS[unit["unit"]]
        if tail["this"] or tail["present"]:
            hit.scope = "this-unit"
        elif tail["same"]:
            hit.scope = "same-unit"
        elif (
            symbol == "art"
            and hit.chain.outermost in {"cpt", "par", "inc"}
            and not _DIGIT.match(self.flat, unit.end())
        ):
            hit.scope = "this-unit"
        else:
            return False
        hit.unit, hit.end = symbol, unit.end()
        return True

    def _unit(self, start: int, after: int) -> int:
        """A unit without a number: "deste artigo", "artigo anterior"."""
        flat = self.flat
        if relative := _RELATIVE.match(flat, start):
            scope = "previous" if relative["previous"] else "next"
            hit = Hit(
                start=start,
                end=relative.end(),
                kind="internal",
                scope=scope,
                unit=_UNITS[relative["unit"]],
            )
            return self._add(hit)
        unit = _UNIT.match(flat, start)
        pointed = self._pointer(start)
        if unit is None or pointed is None or pointed[1] == "said":
            return after
        scope = "same-unit" if pointed[1] == "same" else "this-unit"
        return self._add(
            Hit(
                start=pointed[0],
                end=unit.end(),
                kind="internal",
                scope=scope,
                unit=_UNITS[unit["unit"]],
            )
        )

    def _pointer(self, start: int) -> tuple[int, str] | None:
        """The demonstrative before a noun: its place and kind (`this`, `same`, `said`)."""
        window = self.flat[max(0, start - 32) : start].replace(MASK, " ")
        words = window.rsplit(None, 2)
        if not words or not window[-1:].isspace():
            return None
        last = words[-1]
        at = start - len(window) + window.rindex(last)
        if last in _THIS:
            return at, "this"
        if last in {"presente", "presentes"}:
            return at, "this"
        if last in {"mesmo", "mesma"}:
            if len(words) > 1 and words[-2] in _THIS:
                return start - len(window) + window.rindex(words[-2]), "this"
            return at, "same"
        return (at, "said") if last in _SAID else None

    def _noun(self, pos: int) -> tuple[str, int]:
        """The key of a species word used as a noun ("nesta Lei Complementar") and its end."""
        match = vocabulary.species_pattern().match(self.flat, pos)
        if match is None:
            extra = _EXTRA_NOUNS.match(self.flat, pos)
            return (extra[0], extra.end()) if extra else ("", pos)
        form = vocabulary.forms()[vocabulary.key_of(match[0])]
        if form.capitals or form.plural:
            return "", pos
        level = _SELF_LEVEL.match(self.flat, match.end())
        return form.species.key, level.end() if level else match.end()

    def _is_label(self, start: int) -> bool:
        """Whether the words begin a provision and do not cite one: at the start of a line after a finished sentence."""
        raw = self.raw
        if not (raw[start].isupper() or raw[start] in "§$8"):
            return False
        line = start
        if start and raw[start - 1] != "\n":
            line = raw.rfind("\n", max(0, start - 24), start) + 1
            if (line == 0 and start > 24) or not _LINE_LEAD.match(raw, line, start):
                return False
        return not self._unfinished(line)

    def _unfinished(self, line: int) -> bool:
        """Whether the text before a line breaks off in the middle of a sentence, right at the end of its line."""
        if line < 2 or self.flat[line - 2] in _FINISHED:
            return False
        before = self.flat[max(0, line - 20) : line - 1]
        return _UNFINISHED.search(before) is not None

    # -- norms -----------------------------------------------------------------------------------------------------

    def _norm(self, start: int, after: int) -> int:
        pointed = self._pointer(start)
        reference = None
        if pointed is None or pointed[1] != "this":  # "esta Lei" needs no second look
            reference = read_reference(self.raw, self.flat, start)
        if reference is None:
            return self._self(start, after, pointed)
        if self._is_title(reference):
            return reference.end
        hit = Hit(start=start, end=reference.end, kind="external", reference=reference)
        if beside := _BESIDE.match(self.flat, reference.end):
            self._provisions_after(hit, beside.end())
        return self._add(hit)

    def _smaller_after(self, hit: Hit) -> None:
        """ "art. 94 da Lei Orgânica, inciso XIII": the smaller unit comes after the norm."""
        beside = _SMALLER.match(self.flat, hit.end)
        chain = read_chain(self.raw, self.flat, beside.end()) if beside else None
        if hit.chain is None or chain is None or chain.outermost not in {"par", "inc", "ali"}:
            return
        own = Hit(start=chain.start, end=chain.end, kind="internal", chain=chain, scope="bare")
        self._norm_of(own)
        if own.scope == "bare" and hit.chain.outermost == "art" and len(hit.chain.locators) == 1:
            above = hit.chain.locators[0].parts
            locators = tuple(
                with_caput(Locator(parts=(*above, *one.parts))) for one in chain.locators
            )
            hit.chain, hit.end = replace(chain, locators=locators), chain.end

    def _provisions_after(self, hit: Hit, pos: int) -> None:
        """ "Lei nº 8.666/93, art. 24, II": provisions after their norm, if they have no norm of their own."""
        chain = read_chain(self.raw, self.flat, pos)
        if chain is None or "\n" in self.raw[hit.end : pos]:
            return
        own = Hit(start=pos, end=chain.end, kind="internal", chain=chain, scope="bare")
        self._norm_of(own)
        if own.scope == "bare" and "(" not in self.raw[hit.end : pos]:
            hit.chain, hit.end = chain, chain.end

    def _self(self, start: int, after: int, pointed: tuple[int, str] | None) -> int:
        noun, end = self._noun(start) if pointed else ("", after)
        if pointed is None or not noun:
            return after
        scope = "this-norm" if pointed[1] == "this" else "named"
        return self._add(Hit(start=pointed[0], end=end, kind="internal", scope=scope, noun=noun))

    def _is_title(self, reference: Reference) -> bool:
        """A line that is nothing but a norm's name in its place at the start of a line is a title."""
        if not reference.number:
            return False
        raw, start = self.raw, reference.start
        line = raw.rfind("\n", max(0, start - 24), start) + 1
        if (
            (line == 0 and start > 24)
            or not _LINE_LEAD.match(raw, line, start)
            or not raw[start].isupper()
        ):
            return False
        if (
            not (raw[start : start + 3].isupper() or _TITLE_END.match(raw, reference.end))
            or "\n" not in raw
        ):
            return False
        return not self._unfinished(line)

    # -- technical standards ---------------------------------------------------------------------------------------

    def _standard(self, start: int) -> int:
        flat = self.flat
        match = _STANDARD.match(flat, start)
        if match is None:
            return 0
        series = ".".join(
            part
            for part in (match["series"].rstrip("s"), *re.findall("[a-z]+", match["sub"]))
            if part
        )
        end = match.end()
        body = _STANDARD_BODY.match(flat, end)
        self._add_standard(start, body.end() if body else end, series, match)
        position = body.end() if body else end
        while match["series"] == "nbrs" and (more := _STANDARD_MORE.match(flat, position)):
            self._add_standard(more.start("number"), more.end(), series, more)
            position = more.end()
        return position

    def _add_standard(self, start: int, end: int, series: str, match: re.Match[str]) -> None:
        year = match["year"] or "-"
        number = match["number"].replace(".", "")
        standard = f"abnt;{series};{number};{year}"
        self.hits.append(Hit(start=start, end=end, kind="technical-standard", standard=standard))

    # -- lists -----------------------------------------------------------------------------------------------------

    def _add(self, hit: Hit) -> int:
        """Keep a hit and what goes on from it: further numbers of a list, further articles of an "arts."."""
        self.hits.append(hit)
        end = hit.end
        if hit.reference is not None and hit.reference.number:
            for member in read_members(self.raw, self.flat, hit.reference):
                self.hits.append(
                    Hit(start=member.start, end=member.end, kind="external", reference=member)
                )
                end = member.end
        if hit.chain is not None and hit.chain.plural_article and hit.reference is not None:
            end = max(end, self._further_articles(end))
        return end

    def _further_articles(self, pos: int) -> int:
        joint = _AND_NUMBER.match(self.flat, pos)
        chain = read_chain(self.raw, self.flat, joint.end(), implied="art") if joint else None
        if chain is None:
            return pos
        hit = Hit(start=chain.start, end=chain.end, kind="internal", chain=chain, scope="bare")
        self._norm_of(hit)
        return self._add(hit) if hit.reference is not None else pos
