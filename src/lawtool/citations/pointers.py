"""The second pass: what each hit means, given where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from lawtool.citations import jurisdiction
from lawtool.citations.context import Context, enclosing, local_path, neighbour
from lawtool.citations.finder import Hit
from lawtool.citations.relation_verbs import same_sentence
from lawtool.identifiers.grammar import Chain
from lawtool.identifiers.labels import from_fragment, with_caput
from lawtool.model import Citation, Dispositivo, Kind, Locator, Norma, NormaId, Span

_JOINT = re.compile(
    r"\s*+,?\s*+(?:(?:e|ou|bem como|c/c)(?![a-z])\s*+,?\s*+)?(?:(?:d?[ao]s?|pel[ao]s?|n[ao]s?)\s++)?\Z"
)
_APPOSED = re.compile(
    r"\s*+[,(–-]*+\s*+(?:(?:,?\s*+que\s++)?(?:institu\w+|aprov\w+|cri(?:a|ou)|dispoe\s++sobre|trata\s++d\w+|estabelece\w*|conhecid[ao]\s++como)\s*+)?"
    r"(?:[oa]\s++|d[oa]\s++)?\s*+[\"(]*+\Z"
)
_BESIDE = re.compile(r"\s*[,(–-]\s*(?:a\s+)?\Z")
_ADDED = re.compile(r"\s*+,?\s*+(?:mais\s++)?(?:(?:[oa]s?|um|uma)\s++)?(?:seguintes?\s++)?\Z")
_RULES_OF_PROCEDURE = frozenset({"regimento interno", "regime interno"})
_OF_CHAMBERS = frozenset(
    {
        "resolucao",
        "decreto.legislativo",
        "lei.promulgada",
        "lei.organica",
        "emenda.lei.organica",
        "regimento.interno",
    }
)
_WHOSE = re.compile(r"(?<![a-z])(?:seu|um|novo|proprio|elaborar o|aprovar o)\s+\Z")
_AND_ITS = re.compile(r"\s*+,?\s*+e\s++seus?\s")
_CHANGING = frozenset({"amends", "adds", "revokes"})
_PROSE = frozenset({Kind.JUSTIFICATIVA, Kind.EMENTA, Kind.PREAMBULO, Kind.CONSIDERANDO})
_NAMED_REACH = 3000
_ANY_NORM = frozenset(
    {"codigo", "estatuto", "regimento", "regimento.interno", "regulamento", "convenio"}
)


class Scope:
    """Goes through the hits in order and keeps what later ones may point back to."""

    def __init__(self, raw: str, flat: str, hits: Sequence[Hit], context: Context | None) -> None:
        self.raw, self.flat, self.hits, self.context = raw, flat, hits, context
        self.last: tuple[Hit, NormaId, str] | None = None
        self.by_species: dict[str, tuple[Hit, NormaId, str]] = {}
        self.names: dict[tuple[str, str], NormaId] = {}
        self.numbered: dict[tuple[str, str, str], NormaId] = {}
        self.last_path = ""

    def citations(self) -> list[Citation]:
        """One citation a hit, except references that point at nothing ("referida Lei" without one before it)."""
        share_tails(self.flat, self.hits)
        out = list[Citation]()
        for i, hit in enumerate(self.hits):
            citation = self._citation(i, hit)
            if citation is not None:
                out.append(citation)
        return link_names(self.flat, out)

    # -- one hit ---------------------------------------------------------------------------------------------------

    def _citation(self, i: int, hit: Hit) -> Citation | None:
        if hit.kind == "technical-standard":
            return self._make(hit, None, standard=hit.standard)
        norma = self.context.norma(hit.start) if self.context else None
        if hit.reference is not None:
            return None if self._is_other_body(hit, norma) else self._external(hit, norma)
        node = self.context.node(hit.start) if self.context else None
        if hit.scope == "unread":
            return self._make(hit, None, chain=hit.chain, reason="unparsed")
        if hit.scope in {"named", "possessive"}:
            return self._pointing_back(hit, norma)
        if hit.scope == "bare" and (elliptic := self._elliptic(i, hit, norma, node)):
            return elliptic
        return self._internal(hit, norma, node)

    def _is_other_body(self, hit: Hit, norma: Norma | None) -> bool:
        """ "aprovar seu regimento interno": some council's, unless a chamber speaks or the text says whose."""
        reference = hit.reference
        if (
            reference is None
            or reference.name not in _RULES_OF_PROCEDURE
            or hit.chain is not None
            or reference.number
        ):
            return False
        if reference.end - reference.start > len(reference.name) + 4:
            return False
        chamber = norma is not None and norma.id.species in _OF_CHAMBERS
        return (
            not chamber or _WHOSE.search(self.flat[max(0, hit.start - 12) : hit.start]) is not None
        )

    def _external(self, hit: Hit, norma: Norma | None) -> Citation:
        assert hit.reference is not None
        identity, name, inferred = jurisdiction.identify(hit.reference, norma.id if norma else None)
        slug = norma.slug if norma else ""
        if name and (known := self._by_apposition(hit, slug, name)):
            identity, name, inferred = known, "", (*inferred, "apposition")
        reason = ""
        earlier = self.numbered.setdefault(
            (slug, identity.species, identity.number or ""), identity
        )
        if identity.number and differs_in_year(earlier, identity):
            identity, reason = earlier, "found-date-differs"
        self.last = self.by_species[identity.species] = (hit, identity, name)
        return self._make(
            hit, identity, name=name, inferred=inferred, chain=hit.chain, reason=reason
        )

    def _by_apposition(self, hit: Hit, slug: str, name: str) -> NormaId | None:
        """The numbered norm that a name stands beside ("a Lei nº 1.595 que institui o Código de Posturas"), here or
        earlier in the same norm: another norm may mean another one by the same name."""
        if (
            self.last is not None
            and self.last[0].reference
            and self.last[1].number
            and not self.last[2]
        ):
            between = self.flat[self.last[0].end : hit.start]
            if between.strip() and len(between) <= 60 and _APPOSED.match(between):
                self.names[slug, name] = self.last[1]
        return self.names.get((slug, name))

    def _pointing_back(self, hit: Hit, norma: Norma | None) -> Citation | None:
        """ "a referida Lei", "da mesma Lei", "seus artigos": the last norm (of that species) before."""
        found = self.by_species.get(hit.noun) if hit.scope == "named" else self.last
        reach = _NAMED_REACH if hit.scope == "named" else 400
        if found is None or hit.start - found[0].end > reach:
            hit.kind = "external" if hit.chain else hit.kind
            return self._make(hit, None, chain=hit.chain, reason="unparsed") if hit.chain else None
        hit.kind = "external"
        return self._make(hit, found[1], name=found[2], chain=hit.chain, inferred=("norm",))

    def _elliptic(
        self, i: int, hit: Hit, norma: Norma | None, node: Dispositivo | None
    ) -> Citation | None:
        """A provision whose norm stands elsewhere in the sentence, in reasons and summaries, or that only it has."""
        assert hit.chain is not None
        if (added := self._added(hit)) is not None:
            return added
        prose = node is not None and node.kind in _PROSE
        foreign = (
            norma is not None
            and not prose
            and hit.chain.outermost == "art"
            and not self._has(norma, hit.chain)
        )
        if not (prose or foreign):
            return None
        found, locators = self.last, None
        if found is None or not same_sentence(self.flat, found[0].end, hit.start):
            found = self._ahead(i, hit, norma)
        if hit.chain.outermost != "art":
            ahead = self._ahead(i, hit, norma)
            if ahead is not None and ahead[0].chain is not None:
                found, locators = ahead, _under_article(hit.chain, ahead[0].chain)
        if (
            found is None
            and foreign
            and self.last is not None
            and self.last[0].relation in _CHANGING
        ):
            found = self.last if hit.start - self.last[0].end <= _NAMED_REACH else None
        if found is None:
            return None
        hit.kind = "external"
        self.last = (hit, found[1], found[2])
        return self._make(
            hit, found[1], name=found[2], chain=hit.chain, locators=locators, inferred=("norm",)
        )

    def _added(self, hit: Hit) -> Citation | None:
        """ "Acrescente-se ao art. 1º da Resolução nº 150/84 o § 2º": what is added stands after where it goes."""
        if self.last is None or hit.chain is None or hit.chain.outermost in {"art", "anexo"}:
            return None
        into = self.last[0]
        if into.chain is None or into.relation not in _CHANGING:
            return None
        beside = _ADDED.match(self.flat[into.end : hit.start])
        if not beside and (
            hit.relation != "adds" or not same_sentence(self.flat, into.end, hit.start)
        ):
            return None
        locators = _under_article(hit.chain, into.chain)
        hit.kind, hit.relation, hit.trigger = "external", into.relation, into.trigger
        return self._make(
            hit,
            self.last[1],
            name=self.last[2],
            chain=hit.chain,
            locators=locators,
            inferred=("norm",),
        )

    def _ahead(self, i: int, hit: Hit, norma: Norma | None) -> tuple[Hit, NormaId, str] | None:
        """The next norm named in the same sentence."""
        for other in self.hits[i + 1 : i + 4]:
            if not same_sentence(self.flat, hit.end, other.start):
                return None
            if other.reference is not None:
                identity, name, _ = jurisdiction.identify(
                    other.reference, norma.id if norma else None
                )
                return other, identity, name
        return None

    @staticmethod
    def _has(norma: Norma, chain: Chain) -> bool:
        first = chain.locators[0].parts[0]
        return norma.get(first[0] + first[1]) is not None

    def _internal(self, hit: Hit, norma: Norma | None, node: Dispositivo | None) -> Citation:
        identity = norma.id if norma else None
        path = node.path if node else ""
        prefix, local = local_path(path)
        reason = ""
        if prefix and self.last is not None:
            identity = self.last[1]
        elif norma is not None and hit.noun and not fits(hit.noun, norma.id.species):
            reason = "self-type-mismatch"
        locators = self._locators(hit, norma, path, local)
        if hit.scope not in {"this-norm", "bare"} and locators == ():
            reason = "dangling"
        if locators and not prefix:
            self.last_path = locators[-1].fragment
        return self._make(hit, identity, chain=hit.chain, locators=locators, reason=reason)

    def _locators(
        self, hit: Hit, norma: Norma | None, path: str, local: str
    ) -> tuple[Locator, ...] | None:
        """Absolute locators; None where the text alone is to decide (no context), () where nothing is there."""
        own = hit.chain.locators if hit.chain else ()
        if hit.scope == "this-norm":
            return own
        if hit.scope == "bare":
            return own if norma is None else tuple(self._place(one, norma, local) for one in own)
        if norma is None:
            return own
        if hit.scope in {"previous", "next"}:
            base = neighbour(norma, path, hit.unit, -1 if hit.scope == "previous" else 1)
        elif hit.scope == "same-unit" and (same := enclosing(self.last_path, hit.unit)):
            base = same
        else:
            base = enclosing(local, hit.unit)
        if not base:
            return ()
        if hit.unit == "cpt":
            return (from_fragment(base),)
        above = from_fragment(base).parts
        if not own:
            return (Locator(parts=above),)
        return tuple(_joined(above, one, norma) for one in own)

    def _place(self, locator: Locator, norma: Norma, local: str) -> Locator:
        """A provision without its article: the nearest one around the words that has it."""
        symbol = locator.parts[0][0]
        if symbol not in {"par", "inc", "ali", "ite", "cpt"} or not local.startswith("art"):
            return locator
        parts = local.split("_")
        for i in range(len(parts), 0, -1):
            base = "_".join(part for part in parts[:i])
            candidate = _joined(from_fragment(base).parts, locator, norma)
            if norma.get(candidate.fragment) is not None and candidate.fragment != local:
                return candidate
        above = from_fragment(parts[0]).parts
        return with_caput(Locator(parts=(*above, *locator.parts)))

    # -- building --------------------------------------------------------------------------------------------------

    def _make(
        self,
        hit: Hit,
        identity: NormaId | None,
        *,
        name: str = "",
        standard: str = "",
        chain: Chain | None = None,
        locators: tuple[Locator, ...] | None = None,
        inferred: tuple[str, ...] = (),
        reason: str = "",
    ) -> Citation:
        found = locators if locators is not None else chain.locators if chain else ()
        range_end = chain.range_end if chain else None
        if range_end is not None and found:
            range_end = Locator(parts=(*found[-1].parts[:-1], range_end.parts[-1]))
        internal = hit.kind == "internal"
        return Citation(
            span=Span(start=hit.start, end=hit.end),
            text=self.raw[hit.start : hit.end],
            kind=hit.kind,
            relation="cites" if internal else hit.relation,
            id=identity,
            name=name,
            standard=standard,
            locators=found,
            range_end=range_end,
            scope=hit.scope,
            trigger=Span(start=hit.trigger[0], end=hit.trigger[1])
            if hit.trigger and not internal
            else None,
            status=_status(internal, reason),
            reason=reason,
            fragments=tuple(locator.fragment for locator in found) if identity is not None else (),
            inferred=inferred,
        )


def _status(internal: bool, reason: str) -> str:
    if reason == "found-date-differs":
        return "contradictory"
    return "self" if internal and reason != "dangling" else "unknown"


def _joined(above: tuple[tuple[str, str], ...], locator: Locator, norma: Norma) -> Locator:
    parts = [
        part for part in above if not (part[0] == "cpt" and locator.parts[0][0] in {"par", "cpt"})
    ]
    if any(symbol == locator.parts[0][0] for symbol, _ in parts):
        parts = parts[: [symbol for symbol, _ in parts].index(locator.parts[0][0])]
    return with_caput(Locator(parts=(*parts, *locator.parts)))


def fits(noun: str, species: str) -> bool:
    """Whether a norm may call itself so: a lei complementar is a Lei, a lei may call itself Código."""
    if noun in _ANY_NORM or noun == species or species == "norma":
        return True
    if noun in {"lei", "lei.organica"} and (species in _ANY_NORM or species.startswith("lei")):
        return True
    return (
        species.startswith(noun + ".")
        or noun.startswith(species + ".")
        or species.endswith("." + noun)
    )


def _under_article(chain: Chain, other: Chain) -> tuple[Locator, ...]:
    """The provisions of one chain under the article of another (`parágrafo único` … `art. 20`)."""
    article = next((part for part in other.locators[0].parts if part[0] == "art"), None)
    if article is None:
        return chain.locators
    return tuple(with_caput(Locator(parts=(article, *one.parts))) for one in chain.locators)


def share_tails(flat: str, hits: Sequence[Hit]) -> None:
    """ "os §§ 1º e 2º do art. 7º e o parágrafo único do art. 8º da Portaria": the first takes its norm from the second."""
    for one, hit in pairwise(hits):
        follows = (
            one.reference is not None
            and one.chain is not None
            and one.chain.start >= one.reference.end
        )
        if follows and hit.scope == "bare" and _JOINT.match(flat[one.end : hit.start]):
            hit.kind, hit.scope = "external", ""
            hit.reference = (
                replace(one.reference, start=hit.start, end=hit.start) if one.reference else None
            )
    for hit, following in zip(reversed(hits[:-1]), reversed(hits[1:]), strict=True):
        if (
            hit.chain is not None
            and following.chain is not None
            and _AND_ITS.match(flat[hit.end : following.start + 6])
        ):
            above = hit.chain.outermost == "art" and following.chain.outermost in {
                "par",
                "inc",
                "ali",
            }
            if above:
                locators = _under_article(following.chain, hit.chain)
                following.chain = replace(following.chain, locators=locators)
        if (
            hit.scope != "bare"
            or hit.chain is None
            or following.chain is None
            or following.start - hit.end > 24
        ):
            continue
        if following.scope == "bare" or not _JOINT.match(flat[hit.end : following.start]):
            continue
        if following.reference is not None:
            hit.kind, hit.scope, hit.reference = "external", "", following.reference
        else:
            hit.scope, hit.unit, hit.noun = following.scope, following.unit, following.noun
        if hit.chain.outermost not in {"art", "anexo"} and following.chain.outermost == "art":
            locators = _under_article(hit.chain, following.chain)
            hit.chain = replace(hit.chain, locators=locators)


def differs_in_year(one: NormaId, other: NormaId) -> bool:
    """The same number with the same day and month in two years: one of the dates is misprinted."""
    if one.date is None or other.date is None or one.date == other.date:
        return False
    return (one.date.day, one.date.month) == (other.date.day, other.date.month)


def link_names(flat: str, citations: list[Citation]) -> list[Citation]:
    """A name right before a number is the same norm: "Lei de Uso e Ocupação do Solo, Lei Complementar nº 209"."""
    out = list(citations)
    for i, (one, other) in enumerate(pairwise(out)):
        if (
            not one.name
            or other.id is None
            or other.name
            or not other.id.number
            or other.kind != "external"
        ):
            continue
        between = flat[one.span.end : other.span.start]
        if between.strip() and len(between) <= 12 and _BESIDE.match(between):
            out[i] = replace(one, id=other.id, name="", inferred=(*one.inferred, "apposition"))
    return out
