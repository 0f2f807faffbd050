"""The second pass: what each hit means, given where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lawtool.citations.context import Context, enclosing, local_path, neighbour
from lawtool.citations.finder import CitationHit
from lawtool.citations.jurisdiction import identify_reference
from lawtool.citations.mentions_before import (
    CHANGING,
    Amendments,
    NormMention,
    PriorMentions,
    fits_noun,
)
from lawtool.citations.relation_verbs import same_sentence
from lawtool.citations.shared_tails import link_names, share_tails, under_article
from lawtool.identifiers.grammar import Chain
from lawtool.identifiers.labels import from_fragment, with_caput
from lawtool.model import Citation, Dispositivo, Kind, Locator, Norma, NormaId, Span
from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.folding import flatten

_APPOSED = re.compile(
    r"""
    \s*+[,(–-]*+\s*+
    (?:(?:,?\s*+que\s++)?(?:institu\w+|aprov\w+|cri(?:a|ou)|dispoe\s++sobre|trata\s++d\w+
        |estabelece\w*
    |conhecid[ao]\s++como)\s*+)?
    (?:[oa]\s++|d[oa]\s++)?\s*+["(]*+\Z
    """,
    re.X,
)
_APPROVED_BY = re.compile(
    r"\s*+,?\s*+(?:aprovad|instituid|criad|baixad|consubstanciad)[oa]\s++(?:pel[oa]|n[oa])\s++\Z"
)
"""`o Regulamento do Imposto, aprovado pelo Decreto nº 45.490`: both are one norm."""
_QUOTE_FOLLOWS = re.compile(r'[^.;:\n]{0,160}:\s*["\0]')
"""What ends an item that a quoted wording follows: "I - o caput do art. 250:"."""
_QUOTE_OPENS = re.compile(r':\s*"(?=\s?(?:art|§|paragrafo|[ivxlc]+\s?[-.)]|[a-z]\)))')
"""A quotation in the line of the words that announce it."""
_QUOTE_OPENED = re.compile(r':\s*"\s?\Z')
_LONGEST_LABEL = 12
_INLINE = "quoted"
"""Ends the path of such a quotation, which is no node of the tree."""
_ADDED_BESIDE = re.compile(
    r"\s*+,?\s*+(?:mais\s++)?(?:(?:[oa]s?|um|uma)\s++)?(?:seguintes?\s++)?\Z"
)
_RULES_OF_PROCEDURE = frozenset({"regimento interno", "regime interno"})
_WHOSE = re.compile(r"(?<![a-z])(?:seu|um|novo|proprio|elaborar o|aprovar o)\s+\Z")
_PROSE = frozenset({Kind.JUSTIFICATIVA, Kind.EMENTA, Kind.PREAMBULO, Kind.CONSIDERANDO})
_NOTES = frozenset({"amended_by", "revoked_by"})
_NAMED_REACH = 3000
"""Characters that "a referida Lei" may be away from the norm that it means."""
_POSSESSIVE_REACH = 400
_WIDEST_APPOSITION = 60
_FARTHEST_AHEAD = 24
"""Hits of one sentence that are looked through for the norm of a list of provisions."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a hit stands. `prefix` is the path of the quoted block, `local` the path inside it."""

    norma: Norma | None
    node: Dispositivo | None
    prefix: str
    local: str

    @property
    def path(self) -> str:
        if self.node:
            return self.node.path
        return ""

    @property
    def citing(self) -> NormaId | None:
        if self.norma:
            return self.norma.id
        return None

    @property
    def slug(self) -> str:
        if self.norma:
            return self.norma.slug
        return ""


class Interpreter:
    """Goes through the hits in order and keeps what later ones may point back to."""

    def __init__(
        self, raw: str, flat: str, hits: Sequence[CitationHit], context: Context | None
    ) -> None:
        self.raw, self.flat, self.hits, self.context = raw, flat, hits, context
        self.names: dict[tuple[str, str], NormaId] = {}
        self.numbered: dict[tuple[str, str, str], NormaId] = {}
        self._mentions: dict[tuple[str, str], PriorMentions] = {}
        self._amendments: dict[str, Amendments] = {}

    def read_citations(self) -> list[Citation]:
        """Give one citation a hit, except references that point at nothing ("referida Lei" without
        one before it).
        """
        share_tails(self.flat, self.hits)
        citations = [self._interpret(i, hit) for i, hit in enumerate(self.hits)]
        return link_names(
            self.flat, [citation for citation in citations if citation is not None]
        )

    # -- where -------------------------------------------------------------------------

    def _place(self, hit: CitationHit) -> _Place:
        if self.context is None:
            return _Place(None, None, "", "")
        node, norma = self.context.node(hit.start), self.context.norma(hit.start)
        prefix, local = local_path(node.path if node else "")
        if not prefix and norma is not None and self._is_quoted(hit, norma, local):
            prefix, local = f"{local.split('_')[0]}_{_INLINE}", ""
        return _Place(norma, node, prefix, local)

    def _is_quoted(self, hit: CitationHit, norma: Norma, path: str) -> bool:
        """Tell whether an unclosed quotation that an amending article opened in its own line goes
        on here: `passa a vigorar: "Art. 2º …`. Quotes inside one come in pairs.
        """
        changes = self._amendments.get(norma.slug)
        mention = None
        if changes:
            mention = changes.by_article.get(path.split("_")[0])
        if mention is None or hit.start - mention.hit.end > _NAMED_REACH:
            return False
        # Labels are masked, and the quotation mark before one with it: the raw text has it.
        window = flatten(self.raw[mention.hit.end : hit.start + _LONGEST_LABEL])
        place = hit.start - mention.hit.end
        opening = _QUOTE_OPENS.search(window)
        if opening is None or opening.end() > place:
            return False
        return window.count('"', opening.end(), place) % 2 == 0

    def _before(self, place: _Place) -> PriorMentions:
        """Tell what was mentioned before in the norm's own words, or in the quoted block."""
        return self._mentions.setdefault((place.slug, place.prefix), PriorMentions())

    def _changes(self, place: _Place) -> Amendments:
        return self._amendments.setdefault(place.slug, Amendments())

    # -- one hit -----------------------------------------------------------------------

    def _interpret(self, i: int, hit: CitationHit) -> Citation | None:
        if hit.kind == "technical-standard":
            return self._cite(hit, None)
        place = self._place(hit)
        if hit.reference is not None:
            if self._is_other_body(hit, place):
                return None
            return self._read_external(i, hit, place)
        if hit.scope == "unread":
            return self._cite(hit, None, reason="unparsed")
        if hit.scope in {"named", "possessive"}:
            return self._read_pointing_back(hit, place)
        if self._is_no_norm(hit, place) or self._is_quoted_label(hit, place):
            return None
        if hit.scope == "bare" and not place.prefix:
            elliptic = self._read_elliptic(i, hit, place)
            if elliptic is not None:
                return elliptic
        return self._read_internal(hit, place)

    @staticmethod
    def _is_no_norm(hit: CitationHit, place: _Place) -> bool:
        """ "deste convênio" in a law: what is agreed elsewhere, not the norm itself."""
        species = vocabulary.species().get(hit.noun)
        if species is None or not species.needs_body or hit.chain is not None:
            return False
        return place.citing is None or place.citing.species != species.key

    def _is_quoted_label(self, hit: CitationHit, place: _Place) -> bool:
        """Tell whether a hit is the label that a quotation in the line opens with."""
        if not place.prefix.endswith(_INLINE) or not self.raw[hit.start].isupper():
            return False
        return (
            _QUOTE_OPENED.search(self.flat, max(0, hit.start - 8), hit.start)
            is not None
        )

    def _is_other_body(self, hit: CitationHit, place: _Place) -> bool:
        """ "aprovar seu regimento interno": some council's, unless a chamber speaks or the text
        says whose.
        """
        reference = hit.reference
        if reference is None or reference.name not in _RULES_OF_PROCEDURE:
            return False
        said_whose = reference.end - reference.start > len(reference.name) + 4
        if hit.chain is not None or reference.number or said_whose:
            return False
        species = None
        if place.citing:
            species = vocabulary.species().get(place.citing.species)
        if species is None or not species.of_chamber:
            return True
        return _WHOSE.search(self.flat[max(0, hit.start - 12) : hit.start]) is not None

    # -- other norms -------------------------------------------------------------------

    def _read_external(self, i: int, hit: CitationHit, place: _Place) -> Citation:
        if hit.reference is None:
            raise ValueError("a hit without a reference")
        citing = place.citing or (self.context.home if self.context else None)
        meant = identify_reference(hit.reference, citing, later=hit.relation in _NOTES)
        identity, name, inferred = meant.id, meant.name, meant.inferred
        if identity.species not in vocabulary.species():
            return self._cite(
                hit, None, reason="unparsed"
            )  # "Emenda nº 30", of what is not said
        if name and (known := self._read_apposition(i, hit, place, name)):
            identity, name, inferred = known, "", (*inferred, "apposition")
        if self._is_own(identity, place):
            return self._cite_own(hit, place)
        reason = ""
        if hit.scope == "apart":
            reason = "other-part"
        key = (place.slug, identity.species, identity.number or "")
        earlier = self.numbered.setdefault(key, identity)
        if identity.number and differ_in_year(earlier, identity):
            identity, reason = earlier, "found-date-differs"
        mention = NormMention(hit, identity, name)
        self._before(place).add(mention)
        if not place.prefix:
            self._changes(place).note(place.path, mention)
        return self._cite(hit, identity, name=name, inferred=inferred, reason=reason)

    @staticmethod
    def _is_own(identity: NormaId, place: _Place) -> bool:
        """Tell whether a norm's own number is said in its text ("a Lei nº 7.061" in an annex of
        it).
        """
        citing = place.citing
        if citing is None or not citing.number or place.prefix:
            return False
        same = (identity.species, identity.number, identity.year) == (
            citing.species,
            citing.number,
            citing.year,
        )
        return same and (identity.level, identity.uf, identity.municipio) == (
            citing.level,
            citing.uf,
            citing.municipio,
        )

    def _cite_own(self, hit: CitationHit, place: _Place) -> Citation:
        hit.kind, hit.scope = "internal", "this-norm"
        if place.citing is not None:
            self._before(place).add(NormMention(hit, place.citing, ""))
        return self._cite(hit, place.citing)

    def _read_apposition(
        self, i: int, hit: CitationHit, place: _Place, name: str
    ) -> NormaId | None:
        """Give the numbered norm that a name stands beside ("a Lei nº 1.595 que institui o Código
        de Posturas"), here or earlier in the same norm: another norm may mean another one by the
        same name.
        """
        last = self._before(place).last
        if last is not None and last.id.number and not last.name and last.hit.reference:
            between = self.flat[last.hit.end : hit.start]
            near = between.strip() and len(between) <= _WIDEST_APPOSITION
            if near and _APPOSED.match(between):
                self.names[place.slug, name] = last.id
        if approving := self._approving_norm(i, hit, place):
            self.names[place.slug, name] = approving
        return self.names.get((place.slug, name))

    def _approving_norm(
        self, i: int, hit: CitationHit, place: _Place
    ) -> NormaId | None:
        """Give the norm by which a regulation or code was approved, named right behind it."""
        following = None
        if i + 1 < len(self.hits):
            following = self.hits[i + 1]
        if (
            following is None
            or following.reference is None
            or not following.reference.number
        ):
            return None
        between = self.flat[hit.end : following.start]
        if len(between) > _WIDEST_APPOSITION or not _APPROVED_BY.match(between):
            return None
        return identify_reference(following.reference, place.citing).id

    def _read_pointing_back(self, hit: CitationHit, place: _Place) -> Citation | None:
        """ "a referida Lei", "da mesma Lei", "seus artigos": the last norm (of that species)
        before.
        """
        before, reach = self._before(place), _NAMED_REACH
        mention = before.find(hit.noun)
        if hit.scope == "possessive":
            mention, reach = before.last, _POSSESSIVE_REACH
        if mention is None or hit.start - mention.hit.end > reach:
            if hit.chain is None:
                return None
            hit.kind = "external"
            return self._cite(hit, None, reason="unparsed")
        return self._cite_mention(hit, place, mention)

    def _cite_mention(
        self,
        hit: CitationHit,
        place: _Place,
        mention: NormMention,
        locators: tuple[Locator, ...] | None = None,
    ) -> Citation:
        """Cite a provision of a norm that stands elsewhere."""
        if locators and hit.chain is not None:
            hit.chain = replace(hit.chain, locators=locators)
        if mention.id == place.citing:
            return self._cite_own(hit, place)
        hit.kind = "external"
        return self._cite(
            hit, mention.id, name=mention.name, locators=locators, inferred=("norm",)
        )

    # -- a norm left out ---------------------------------------------------------------

    def _read_elliptic(
        self, i: int, hit: CitationHit, place: _Place
    ) -> Citation | None:
        """Read a provision whose norm stands elsewhere: in the sentence (reasons and summaries), or
        in the act's earlier articles, where the act changes it or only the other norm has it. None:
        it is the norm's own.
        """
        if hit.chain is None:
            return None
        if (added := self._read_added(hit, place)) is not None:
            return added
        announced = self._announced_norm(hit, place)
        if announced is not None:
            if hit.relation == "cites":
                hit.relation, hit.trigger = (
                    announced.hit.relation,
                    announced.hit.trigger,
                )
            self._note_elliptic(hit, place, announced)
            return self._cite_mention(
                hit, place, announced, _below_mention(hit, announced)
            )
        prose = place.node is not None and place.node.kind in _PROSE
        changed = place.norma is not None and hit.relation in CHANGING
        foreign = (
            place.norma is not None
            and not prose
            and self._is_foreign(hit.chain, place.norma)
        )
        if not (prose or changed or foreign):
            return None
        mention, locators = self._mention_in_sentence(i, hit, place)
        changes = self._changes(place)
        if mention is None and not prose:
            mention = changes.only()
        if mention is not None:
            self._note_elliptic(hit, place, mention)
            below = locators or _below_mention(hit, mention)
            return self._cite_mention(hit, place, mention, below)
        if prose or not changes.changed:
            return None
        hit.kind = "external"
        return self._cite(hit, None, reason="unparsed")

    def _note_elliptic(
        self, hit: CitationHit, place: _Place, mention: NormMention
    ) -> None:
        """Keep a provision without its norm as what the next words may go on from."""
        filled = NormMention(hit, mention.id, mention.name)
        self._before(place).last = filled
        self._changes(place).note(place.path, filled)

    def _announced_norm(self, hit: CitationHit, place: _Place) -> NormMention | None:
        """Give the norm of an article "Passam a vigorar … os dispositivos do Regulamento:" for its
        items before their quotes.
        """
        if place.norma is None or not _QUOTE_FOLLOWS.match(self.flat, hit.end):
            return None
        changes = self._changes(place)
        return changes.by_article.get(place.path.split("_")[0]) or changes.only()

    def _mention_in_sentence(
        self, i: int, hit: CitationHit, place: _Place
    ) -> tuple[NormMention | None, tuple[Locator, ...] | None]:
        """Give the norm named last before in the sentence, or next in it; below whose article, for
        a smaller unit.
        """
        mention = self._before(place).last
        if mention is None or not same_sentence(self.flat, mention.hit.end, hit.start):
            mention = self._mention_ahead(i, hit, place)
        if hit.chain is None or hit.chain.outermost == "art":
            return mention, None
        ahead = self._mention_ahead(i, hit, place)
        if ahead is not None and ahead.hit.chain is not None:
            return ahead, under_article(hit.chain, ahead.hit.chain)
        return mention, None

    def _read_added(self, hit: CitationHit, place: _Place) -> Citation | None:
        """ "Acrescente-se ao art. 1º da Resolução nº 150/84 o § 2º": what is added stands after
        where it goes.
        """
        mention = self._before(place).last
        if (
            mention is None
            or hit.chain is None
            or hit.chain.outermost in {"art", "anexo"}
        ):
            return None
        into = mention.hit
        if into.chain is None or not {into.relation, hit.relation} & CHANGING:
            return None
        beside = _ADDED_BESIDE.match(self.flat[into.end : hit.start]) is not None
        added = hit.relation == "adds" and same_sentence(self.flat, into.end, hit.start)
        if not beside and not added:
            return None
        if into.relation in CHANGING:
            hit.relation, hit.trigger = into.relation, into.trigger
        return self._cite_mention(
            hit, place, mention, under_article(hit.chain, into.chain)
        )

    def _mention_ahead(
        self, i: int, hit: CitationHit, place: _Place
    ) -> NormMention | None:
        """Give the next norm named in the same sentence."""
        for other in self.hits[i + 1 : i + _FARTHEST_AHEAD]:
            if not same_sentence(self.flat, hit.end, other.start):
                return None
            if other.reference is not None:
                meant = identify_reference(other.reference, place.citing)
                return NormMention(other, meant.id, meant.name)
        return None

    @staticmethod
    def _is_foreign(chain: Chain, norma: Norma) -> bool:
        """Tell whether a norm has no such article."""
        symbol, value = chain.locators[0].parts[0]
        return symbol == "art" and norma.get(symbol + value) is None

    # -- the norm itself ---------------------------------------------------------------

    def _read_internal(self, hit: CitationHit, place: _Place) -> Citation:
        identity, reason = place.citing, ""
        if place.prefix:
            identity = self._amended_norm(hit, place)
            reason = "unparsed"
            if identity is not None:
                reason = ""
        elif (
            identity is not None
            and hit.noun
            and not fits_noun(hit.noun, identity.species)
        ):
            reason = "self-type-mismatch"
        locators = self._locate(hit, place)
        if hit.scope not in {"this-norm", "bare"} and locators == ():
            reason = "dangling"
        if locators:
            self._before(place).last_path = locators[-1].fragment
        return self._cite(hit, identity, locators=locators, reason=reason)

    def _amended_norm(self, hit: CitationHit, place: _Place) -> NormaId | None:
        """Give the norm that the quoted block around a hit belongs to: what "desta Lei" and "art.
        5º" mean in it.
        """
        mention = self._changes(place).of_block(place.prefix)
        if mention is None or (
            hit.noun and not fits_noun(hit.noun, mention.id.species)
        ):
            return None
        return mention.id

    def _locate(self, hit: CitationHit, place: _Place) -> tuple[Locator, ...] | None:
        """Absolute locators; None where the text alone is to decide (no context), () where nothing
        is there.
        """
        if hit.chain:
            own = hit.chain.locators
        else:
            own = ()
        if hit.scope == "this-norm" or place.norma is None:
            return own
        if hit.scope == "bare":
            return tuple(self._put_in_place(locator, place) for locator in own)
        base = self._unit_meant(hit, place)
        if not base:
            return ()
        if place.prefix and not base.startswith("art"):
            base = "_".join(filter(None, (self._unit_announced("art", place), base)))
        above = with_caput(from_fragment(base))
        if hit.unit == "cpt" or not own:
            return (above,)
        return tuple(_join_locators(above, locator) for locator in own)

    def _unit_meant(self, hit: CitationHit, place: _Place) -> str:
        """Give the path of "deste artigo", "do artigo anterior", "do mesmo inciso"; empty where
        there is none.
        """
        if place.norma is None:
            return ""
        if hit.scope in {"previous", "next"}:
            step = 1
            if hit.scope == "previous":
                step = -1
            return neighbour(place.norma, place.path, hit.unit, step)
        if hit.scope == "same-unit":
            same = enclosing(self._before(place).last_path, hit.unit)
            if same:
                return same
        return enclosing(place.local, hit.unit) or self._unit_announced(hit.unit, place)

    def _unit_announced(self, symbol: str, place: _Place) -> str:
        """Give the article that a block of paragraphs alone belongs to: the one that its
        introduction names.
        """
        mention = None
        if place.prefix:
            mention = self._changes(place).of_block(place.prefix)
        if mention is None or mention.hit.chain is None:
            return ""
        units = {
            enclosing(locator.fragment, symbol)
            for locator in mention.hit.chain.locators
        }
        if len(units) == 1:
            return units.pop()
        return ""

    def _put_in_place(self, locator: Locator, place: _Place) -> Locator:
        """Put a provision without its article in its place: the nearest one around the words that
        has it.
        """
        if (
            locator.parts[0][0] not in {"par", "inc", "ali", "ite", "cpt"}
            or place.norma is None
        ):
            return locator
        article = ""
        if place.prefix and not place.local.startswith("art"):
            article = self._unit_announced("art", place)
        local = "_".join(filter(None, (article, place.local)))
        if not local.startswith("art"):
            return locator
        parts = local.split("_")
        for length in range(len(parts), 0, -1):
            candidate = _join_locators(from_fragment("_".join(parts[:length])), locator)
            fragment = candidate.fragment
            if fragment != local and self._is_held(fragment, article, place):
                return candidate
        above = from_fragment(parts[0]).parts
        return with_caput(Locator(parts=(*above, *locator.parts)))

    @staticmethod
    def _is_held(fragment: str, article: str, place: _Place) -> bool:
        """Tell whether the norm, or the quoted block around, has a provision; `article`: what the
        block leaves out.
        """
        if place.norma is None:
            return False
        quoted = fragment
        if article:
            quoted = fragment.removeprefix(f"{article}_")
        inside = quoted
        if place.prefix:
            inside = f"{place.prefix}_{quoted}"
        return (
            place.norma.get(inside) is not None or place.norma.get(fragment) is not None
        )

    # -- building ----------------------------------------------------------------------

    def _cite(
        self,
        hit: CitationHit,
        identity: NormaId | None,
        *,
        name: str = "",
        locators: tuple[Locator, ...] | None = None,
        inferred: tuple[str, ...] = (),
        reason: str = "",
    ) -> Citation:
        if locators is None:
            if hit.chain:
                locators = hit.chain.locators
            else:
                locators = ()
        internal = hit.kind == "internal"
        unread = reason in {"other-part", "unparsed"}
        return Citation(
            span=Span(start=hit.start, end=hit.end),
            text=self.raw[hit.start : hit.end],
            kind=hit.kind,
            relation="cites" if internal else hit.relation,
            id=identity,
            name=name,
            standard=hit.standard,
            locators=locators,
            range_end=_range_end(hit, locators),
            scope=hit.scope,
            trigger=_trigger(hit),
            status=_status(internal, reason),
            reason=reason,
            fragments=_fragments(locators)
            if identity is not None and not unread
            else (),
            inferred=inferred,
        )


def _below_mention(
    hit: CitationHit, mention: NormMention
) -> tuple[Locator, ...] | None:
    """Put a unit without its article below the article that its norm was named with; None where it
    needs none.
    """
    if hit.chain is None or mention.hit.chain is None:
        return None
    if hit.chain.outermost in {"art", "anexo"}:
        return None
    return under_article(hit.chain, mention.hit.chain)


def _fragments(locators: tuple[Locator, ...]) -> tuple[str, ...]:
    return tuple(locator.fragment for locator in locators)


def _range_end(hit: CitationHit, locators: tuple[Locator, ...]) -> Locator | None:
    """Give the end of a range, below what its beginning lies in."""
    end = None
    if hit.chain:
        end = hit.chain.range_end
    if end is None or not locators:
        return end
    return Locator(parts=(*locators[-1].parts[:-1], end.parts[-1]))


def _trigger(hit: CitationHit) -> Span | None:
    if hit.trigger is None or hit.kind == "internal":
        return None
    return Span(start=hit.trigger[0], end=hit.trigger[1])


def _status(internal: bool, reason: str) -> str:
    if reason == "found-date-differs":
        return "contradictory"
    if internal and reason not in {"dangling", "unparsed"}:
        return "self"
    return "unknown"


def _join_locators(above: Locator, locator: Locator) -> Locator:
    """One provision below another, which is cut where the first has a unit of the same kind."""
    symbol = locator.parts[0][0]
    parts = [
        part
        for part in above.parts
        if not (part[0] == "cpt" and symbol in {"par", "cpt"})
    ]
    symbols = [part[0] for part in parts]
    if symbol in symbols:
        parts = parts[: symbols.index(symbol)]
    return with_caput(Locator(parts=(*parts, *locator.parts)))


def differ_in_year(identity: NormaId, other: NormaId) -> bool:
    """Tell whether one number has the same day and month in two years: one of the dates is
    misprinted.
    """
    if identity.date is None or other.date is None or identity.date == other.date:
        return False
    return (identity.date.day, identity.date.month) == (
        other.date.day,
        other.date.month,
    )
