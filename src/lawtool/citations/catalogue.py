"""Which norm of a corpus a citation means.

Species, number and year decide, the body separates what is left. Two that fit are *ambiguous*, a
number that fits with another date is *contradictory*; neither becomes a link, and nothing wider is
ever put in the place of what was asked. That the corpus holds one norm only with a number proves
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from lawtool.citations import Context
from lawtool.citations.agreement import (
    Held,
    choose_closest,
    complete_identity,
    contradicts_date,
    fits_date,
    has_same_body,
    has_same_place,
    series_of,
    tells_one_norm,
)
from lawtool.citations.jurisdiction import citing_day
from lawtool.identifiers.paths import drop_caput
from lawtool.identifiers.urn import urn_of
from lawtool.model import Citation, Norma, NormaId
from lawtool.vocabulary.folding import fold

STATUS = {
    "found": (200, "resolved"),
    "found-date-differs": (300, "contradictory"),
    "found-wider": (404, "unknown"),
    "ambiguous": (300, "ambiguous"),
    "self": (200, "self"),
    "self-type-mismatch": (200, "self"),
    "not-in-corpus": (404, "unknown"),
    "other-part": (404, "unknown"),
    "dangling": (404, "unknown"),
    "unparsed": (400, "unknown"),
}
"""Reason → (HTTP status, status of the record)."""


def hold_norm(norma: Norma) -> Held:
    """Make a norm in memory an entry of the catalogue."""
    days = frozenset(
        day for day in (norma.id.date, norma.signed, norma.published) if day
    )
    return Held(
        slug=norma.slug,
        id=norma.id,
        load=lambda: norma,
        aliases=norma.aliases,
        days=days,
    )


@dataclass(frozen=True, slots=True)
class NormMatch:
    """What an identity was found to mean: a norm, or why none; `id` is the identity that it was
    found under.
    """

    reason: str
    id: NormaId
    entry: Held | None = None
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a match may rely on beside the identity.

    `day` is that of the citing norm: without a year a name or number cannot mean a norm that came
    later. `strict` is False where the place of a citing norm stands behind the words, `by_year`
    True where a corpus was asked.
    """

    inferred: tuple[str, ...] = ()
    day: date | None = None
    strict: bool = False
    by_year: bool = False


class Catalogue:
    """The norms of a corpus by number, name and alias. `names` are ids and aliases, folded."""

    def __init__(
        self,
        entries: Iterable[Held | Norma],
        *,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        self.entries = tuple(
            hold_norm(entry) if isinstance(entry, Norma) else entry for entry in entries
        )
        self._by_number: dict[tuple[str, str], list[Held]] = {}
        self._by_slug = {entry.slug: entry for entry in self.entries}
        self.names: dict[str, Held] = {
            fold(slug): entry for slug, entry in self._by_slug.items()
        }
        self.printed_names: dict[str, Held] | None = None
        """Names as lawtool prints them; made by the first lookup that asks for one."""
        for entry in self.entries:
            self._by_number.setdefault(_number_key(entry.id), []).append(entry)
            self.names.update((fold(alias), entry) for alias in entry.aliases)
        for alias, slug in (aliases or {}).items():
            if slug in self._by_slug:
                self.names[fold(alias)] = self._by_slug[slug]

    def called(self, name: str) -> Held | None:
        """Find a norm by its id or alias."""
        return self.names.get(fold(name))

    def load(self, slug: str) -> Norma:
        """Bring the whole norm of an entry."""
        return self._by_slug[slug].load()

    # -- citations of a text -----------------------------------------------------------------------

    def resolve(self, citation: Citation, *, citing: Norma | None = None) -> Citation:
        """Give the citation its norm, URN, status and reason. `citing` is the norm that the words
        stand in.
        """
        if citation.kind == "technical-standard":
            return replace(citation, status="unknown", reason="not-in-corpus")
        if citation.kind == "internal":
            return self._resolve_internal(citation, citing)
        placed = citing is not None and bool(citing.id.level)
        if citing is not None:
            day = citing_day(citing.id)
        else:
            day = None
        evidence = Evidence(citation.inferred, day, strict=not placed)
        return self._resolve_external(citation, evidence)

    def resolve_query(self, citation: Citation) -> Citation:
        """Give a citation that this corpus is asked for its norm, URN, status and reason."""
        evidence = Evidence(citation.inferred, strict=True, by_year=True)
        return self._resolve_external(citation, evidence)

    def resolve_all(
        self, citations: Iterable[Citation], context: Context | None = None
    ) -> list[Citation]:
        """Resolve each citation within the norm of `context` that it stands in."""
        return [
            self.resolve(
                citation, citing=context.norma(citation.span.start) if context else None
            )
            for citation in citations
        ]

    def _resolve_external(self, citation: Citation, evidence: Evidence) -> Citation:
        if citation.id is None or citation.reason == "other-part":
            return replace(
                citation, status="unknown", reason=citation.reason or "unparsed"
            )
        if citation.reason == "found-date-differs":
            slugs = tuple(
                entry.slug
                for entry in self._by_number.get(_number_key(citation.id), ())
                if has_same_place(entry.id, citation.id, free=False)
            )
            return replace(
                citation,
                status="contradictory",
                candidates=slugs,
                urn=_urn_of(citation),
            )
        match = self._match(citation.id, citation.name, evidence)
        if match.entry is not None and match.id is not citation.id:
            inferred = tuple(dict.fromkeys((*citation.inferred, "species")))
            citation = replace(citation, inferred=inferred)
        return self.settle(citation, match.entry, match.reason, match.candidates)

    def _resolve_internal(self, citation: Citation, citing: Norma | None) -> Citation:
        if citation.reason == "dangling" or citing is None or citation.id is None:
            reason = citation.reason or ("dangling" if citing is not None else "")
            if reason == "dangling":
                status = "unknown"
            else:
                status = citation.status
            return replace(citation, status=status, reason=reason)
        if (
            citation.id != citing.id
        ):  # inside a quoted block "esta Lei" is the amended one
            match = self._match(citation.id, citation.name, Evidence(citation.inferred))
            return self.settle(citation, match.entry, match.reason, match.candidates)
        citation = replace(citation, urn=_urn_of(citation))
        if not all(has_provision(citing, fragment) for fragment in citation.fragments):
            return replace(
                citation,
                status="unknown",
                reason="found-wider",
                candidates=(citing.slug,),
            )
        return replace(
            citation, status="self", reason=citation.reason or "self", norma=citing.slug
        )

    def settle(
        self,
        citation: Citation,
        entry: Held | None,
        reason: str,
        candidates: tuple[str, ...],
    ) -> Citation:
        """Put what was found into the citation; a norm that lacks a provision named is only a
        candidate.
        """
        norma = None
        if entry is not None:
            citation = replace(citation, id=complete_identity(citation.id, entry.id))
            norma = entry.slug
            if citation.locators and not _has_all(entry.load(), citation):
                reason, norma, candidates = "found-wider", None, (entry.slug,)
        return replace(
            citation,
            status=STATUS[reason][1],
            reason=reason,
            norma=norma,
            candidates=candidates,
            urn=_urn_of(citation),
        )

    # -- matching ----------------------------------------------------------------------------------

    def _match(self, identity: NormaId, name: str, evidence: Evidence) -> NormMatch:
        if name:
            return NormMatch("not-in-corpus", identity)
        free = "level" in evidence.inferred or not identity.level
        viable = [
            entry
            for entry in self._by_number.get(_number_key(identity), ())
            if has_same_place(entry.id, identity, free=free)
            and has_same_body(entry.id, identity, evidence.inferred)
        ]
        exact = [entry for entry in viable if fits_date(entry, identity)]
        later = _later_than_words(exact, identity, evidence)
        exact = [entry for entry in exact if entry not in later]
        if exact:
            return _match_exact(exact, identity, evidence)
        if later:
            slugs = tuple(entry.slug for entry in later)
            return NormMatch("not-in-corpus", identity, candidates=slugs)
        if other := self._find_other_species(identity, free=free):
            # Both series have a number 12: without the day only the loose word "lei" may mean a lei
            # complementar.
            sure = identity.date is not None or (
                identity.species == "lei" and not evidence.strict
            )
            if not sure:
                return NormMatch("ambiguous", identity, candidates=(other.slug,))
            return NormMatch("found", other.id, other)
        return _match_differing(viable, identity, free=free)

    def _find_other_species(self, identity: NormaId, *, free: bool) -> Held | None:
        """ "Lei nº 1.612/92" for a lei complementar: one norm with this number, date or year, and
        no other.
        """
        other = {"lei": "lei.complementar", "lei.complementar": "lei"}.get(
            identity.species
        )
        if other is None or identity.year is None:
            return None
        entries = [
            entry
            for entry in self._by_number.get(
                _number_key(replace(identity, species=other)), ()
            )
            if has_same_place(entry.id, identity, free=free)
            and fits_date(entry, identity)
        ]
        if len(entries) == 1:
            return entries[0]
        return None


def _later_than_words(
    entries: list[Held], identity: NormaId, evidence: Evidence
) -> list[Held]:
    """Norms younger than the words that name them without a year: these cannot mean them."""
    if identity.year is not None or evidence.day is None:
        return []
    return [
        entry for entry in entries if entry.id.date and entry.id.date > evidence.day
    ]


def _match_exact(
    entries: list[Held], identity: NormaId, evidence: Evidence
) -> NormMatch:
    """One norm is found if the words can mean no other; several, or one that others may share its
    number with, are not.
    """
    if len(entries) > 1:
        entries = choose_closest(entries, identity)
    if len(entries) == 1:
        single = entries[0]
    else:
        single = None
    if single is not None and (
        not evidence.strict
        or tells_one_norm(single, identity, by_year=evidence.by_year)
    ):
        return NormMatch("found", identity, single)
    return NormMatch(
        "ambiguous", identity, candidates=tuple(entry.slug for entry in entries)
    )


def _match_differing(
    entries: list[Held], identity: NormaId, *, free: bool
) -> NormMatch:
    """The number fits and the date does not: a contradiction, if no second norm can explain it."""
    differing = tuple(
        entry.slug
        for entry in entries
        if identity.level in ("", entry.id.level)
        and contradicts_date(entry, identity, free=free)
    )
    if differing:
        reason = "found-date-differs"
    else:
        reason = "not-in-corpus"
    return NormMatch(reason, identity, candidates=differing)


def _number_key(identity: NormaId) -> tuple[str, str]:
    return series_of(identity.species), identity.number or ""


def _urn_of(citation: Citation) -> str:
    if citation.id is None:
        return ""
    if citation.locators:
        locator = citation.locators[0]
    else:
        locator = None
    return urn_of(citation.id, locator=locator, nickname=citation.name)


def _has_all(norma: Norma, citation: Citation) -> bool:
    ends = (*citation.locators, *filter(None, (citation.range_end,)))
    return all(has_provision(norma, locator.fragment) for locator in ends)


_SOLE = re.compile(r"(par|anexo)(1u?)(?=_|\Z)")


def actual_path(norma: Norma, fragment: str) -> str:
    """Give the path of a provision as the norm has it: a sole annex may be called `anexo1` or
    `anexo1u`, a sole § too.
    """
    if norma.get(fragment) is not None:
        return fragment
    for number in ("1", "1u"):
        path = _SOLE.sub(rf"\g<1>{number}", fragment)
        if norma.get(path) is not None:
            return path
    return fragment


def has_provision(norma: Norma, fragment: str) -> bool:
    """Whether a norm has a provision; the caput is there where its article is."""
    path = actual_path(norma, drop_caput(fragment))
    return norma.get(path) is not None


def permalink(slug: str, path: str = "") -> str:
    """The address of a provision on the site."""
    if path:
        return f"/norma/{slug}/{path}"
    return f"/norma/{slug}"
