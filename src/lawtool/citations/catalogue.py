"""Which norm of a corpus a citation means, and the answer to a citation that is looked up.

Species, number and year decide, the body separates what is left. Two that fit are *ambiguous*, a number that fits with
another date is *contradictory*; neither becomes a link, and nothing wider is ever put in the place of what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from lawtool.citations import Context
from lawtool.citations.jurisdiction import citing_day, identify_reference
from lawtool.citations.reference_parts import Reference
from lawtool.citations.references import read_reference
from lawtool.errors import BadUrn, UnknownProvision
from lawtool.identifiers.grammar import read_chain, read_locators
from lawtool.identifiers.labels import from_fragment, write_locator
from lawtool.identifiers.paths import drop_caput
from lawtool.identifiers.urn import identity_of, read_urn, urn_of
from lawtool.model import Citation, Locator, Norma, NormaId, Span
from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.folding import flatten, fold, slugify
from lawtool.vocabulary.places import municipalities

MAX_QUERY = 2000
"""Characters of a query; no citation is longer, and what is longer is a text (`find_citations`)."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One norm of the corpus as far as finding it needs; `load` brings the whole norm when a provision is asked for."""

    slug: str
    id: NormaId
    load: Callable[[], Norma]
    aliases: tuple[str, ...] = ()
    days: frozenset[date] = frozenset()
    """Days that the norm may be cited by: signature, publication."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a lookup gives. `status` is the code of HTTP, `reason` and `message` say why."""

    query: str
    status: int
    reason: str
    message: str = ""
    citation: Citation | None = None
    urn: str = ""
    norma: str | None = None
    path: str = ""
    label: str = ""
    text: str = ""
    url: str = ""
    candidates: tuple[str, ...] = ()


def held(norma: Norma) -> Held:
    """A norm in memory as an entry of the catalogue."""
    days = frozenset(
        day for day in (norma.id.date, norma.signed, norma.published) if day is not None
    )
    return Held(slug=norma.slug, id=norma.id, load=lambda: norma, aliases=norma.aliases, days=days)


class Catalogue:
    """The norms of a corpus by number, name and alias."""

    def __init__(
        self, entries: Iterable[Held | Norma], *, aliases: Mapping[str, str] | None = None
    ) -> None:
        self.entries = tuple(held(one) if isinstance(one, Norma) else one for one in entries)
        self._by_number: dict[tuple[str, str], list[Held]] = {}
        self._by_slug = {entry.slug: entry for entry in self.entries}
        self._names: dict[str, Held] = {fold(slug): entry for slug, entry in self._by_slug.items()}
        for entry in self.entries:
            self._by_number.setdefault(_key(entry.id), []).append(entry)
            self._names.update((fold(alias), entry) for alias in entry.aliases)
        for alias, slug in (aliases or {}).items():
            if slug in self._by_slug:
                self._names[fold(alias)] = self._by_slug[slug]

    # -- citations of a text ---------------------------------------------------------------------------------------

    def resolve(self, citation: Citation, *, citing: Norma | None = None) -> Citation:
        """The citation with norm, URN, status and reason. `citing` is the norm that the words stand in."""
        if citation.kind == "technical-standard":
            return replace(citation, status="unknown", reason="not-in-corpus")
        if citation.kind == "internal":
            return self._internal(citation, citing)
        if citation.id is None or citation.reason == "other-part":
            return replace(citation, status="unknown", reason=citation.reason or "unparsed")
        if citation.reason == "found-date-differs":
            return replace(
                citation,
                status="contradictory",
                candidates=self._slugs(citation.id),
                urn=self._urn(citation),
            )
        day = citing_day(citing.id) if citing is not None else None
        entry, reason, candidates, identity = self._match(
            citation.id, citation.inferred, citation.name, day
        )
        inferred = citation.inferred
        if entry is not None and identity is not citation.id:
            inferred = tuple(dict.fromkeys((*inferred, "species")))
        return self._with(replace(citation, inferred=inferred), entry, reason, candidates)

    def resolve_all(
        self, citations: Iterable[Citation], context: Context | None = None
    ) -> list[Citation]:
        """Each citation resolved within the norm of `context` that it stands in."""
        return [
            self.resolve(one, citing=context.norma(one.span.start) if context else None)
            for one in citations
        ]

    def _internal(self, citation: Citation, citing: Norma | None) -> Citation:
        if citation.reason == "dangling" or citing is None or citation.id is None:
            reason = citation.reason or ("dangling" if citing is not None else "")
            return replace(
                citation,
                status="unknown" if reason == "dangling" else citation.status,
                reason=reason,
            )
        target = citing if citation.id == citing.id else None
        if target is None:  # inside a quoted block "esta Lei" is the amended one
            return self._with(
                citation, *self._match(citation.id, citation.inferred, citation.name)[:3]
            )
        reason = citation.reason or "self"
        missing = [f for f in citation.fragments if not has_provision(target, f)]
        if missing:
            return replace(
                citation,
                status="unknown",
                reason="found-wider",
                candidates=(citing.slug,),
                urn=self._urn(citation),
            )
        return replace(
            citation, status="self", reason=reason, norma=citing.slug, urn=self._urn(citation)
        )

    def _with(
        self, citation: Citation, entry: Held | None, reason: str, candidates: tuple[str, ...]
    ) -> Citation:
        norma = None
        if entry is not None:
            citation = replace(citation, id=_fuller(citation.id, entry.id))
            norma = entry.slug
            if citation.locators:
                whole = entry.load()
                ends = (*citation.locators, *((citation.range_end,) if citation.range_end else ()))
                if not all(has_provision(whole, one.fragment) for one in ends):
                    reason, norma, candidates = "found-wider", None, (entry.slug,)
        return replace(
            citation,
            status=STATUS[reason][1],
            reason=reason,
            norma=norma,
            candidates=candidates,
            urn=self._urn(citation),
        )

    @staticmethod
    def _urn(citation: Citation) -> str:
        if citation.id is None:
            return ""
        return urn_of(
            citation.id,
            locator=citation.locators[0] if citation.locators else None,
            nickname=citation.name,
        )

    # -- matching ----------------------------------------------------------------------------------------------------

    def _slugs(self, identity: NormaId) -> tuple[str, ...]:
        return tuple(
            entry.slug
            for entry in self._by_number.get(_key(identity), ())
            if _same_place(entry.id, identity, False)
        )

    def _match(
        self, identity: NormaId, inferred: tuple[str, ...], name: str, day: date | None = None
    ) -> tuple[Held | None, str, tuple[str, ...], NormaId]:
        """(norm, reason, candidates, identity under which it was found). `day` is that of the citing norm: without a
        year a name or number cannot mean a norm that came later."""
        if name:
            return None, "not-in-corpus", (), identity
        free = "level" in inferred or not identity.level
        viable = [
            entry
            for entry in self._by_number.get(_key(identity), ())
            if _same_place(entry.id, identity, free) and _same_body(entry.id, identity, inferred)
        ]
        exact = [entry for entry in viable if _date_fits(entry, identity)]
        if identity.year is None and day is not None:
            later = [
                entry.slug for entry in exact if entry.id.date is not None and entry.id.date > day
            ]
            exact = [entry for entry in exact if entry.slug not in later]
            if later and not exact:
                return None, "not-in-corpus", tuple(later), identity
        if len(exact) > 1:
            exact = _closest(exact, identity)
        if len(exact) == 1:
            return exact[0], "found", (), identity
        if exact:
            return None, "ambiguous", tuple(entry.slug for entry in exact), identity
        other = self._under_other_species(identity, free)
        if other is not None:
            return other, "found", (), other.id
        differing = [
            one
            for one in viable
            if identity.level in ("", one.id.level) and _contradicts(one, identity, free)
        ]
        if differing:
            return None, "found-date-differs", tuple(entry.slug for entry in differing), identity
        return None, "not-in-corpus", (), identity

    def _under_other_species(self, identity: NormaId, free: bool) -> Held | None:
        """ "Lei nº 1.612/92" for a lei complementar: one norm with this number, date or year, and no other."""
        other = {"lei": "lei.complementar", "lei.complementar": "lei"}.get(identity.species)
        if other is None or identity.year is None:
            return None
        found = [
            entry
            for entry in self._by_number.get(_key(replace(identity, species=other)), ())
            if _same_place(entry.id, identity, free) and _date_fits(entry, identity)
        ]
        return found[0] if len(found) == 1 else None

    # -- lookup ------------------------------------------------------------------------------------------------------

    def lookup(self, query: str) -> Answer:
        """The answer to one citation in any written form: words, an alias with a locator, or a URN. Never raises."""
        asked = " ".join(query.split())
        if not asked:
            return Answer(query=query, status=400, reason="unparsed", message="the query is empty")
        if len(asked) > MAX_QUERY:
            message = f"a query has at most {MAX_QUERY} characters, this one has {len(asked)}; `lawtool cite` reads texts"
            return Answer(query=query[:80] + "…", status=400, reason="unparsed", message=message)
        if asked.lower().startswith("urn:"):
            return self._lookup_urn(asked)
        return self._by_alias(asked) or self._by_words(asked)

    def _lookup_urn(self, asked: str) -> Answer:
        try:
            urn = read_urn(asked)
        except BadUrn as error:
            return Answer(query=asked, status=400, reason="unparsed", message=str(error))
        locators = (from_fragment(urn.fragment),) if urn.fragment else ()
        return self._answer(asked, _asked(asked, identity_of(urn), locators))

    def _by_alias(self, asked: str) -> Answer | None:
        """`dnc27`, `dnc27 art. 6º, I`, `coari-lei-340-1999!art2`."""
        head, sign, rest = asked.partition("!")
        entry = self._names.get(fold(head))
        if entry is None and not sign:
            head, _, rest = asked.partition(" ")
            entry = self._names.get(fold(head.rstrip(",")))
        if entry is None:
            return None
        locators, message = self._locators(rest)
        if message:
            return Answer(
                query=asked,
                status=400,
                reason="unparsed",
                message=message,
                candidates=(entry.slug,),
            )
        return self._answer(asked, _asked(asked, entry.id, locators), entry)

    @staticmethod
    def _locators(text: str) -> tuple[tuple[Locator, ...], str]:
        if not text.strip(" ,!/"):
            return (), ""
        try:
            return read_locators(text.strip(" ,!/"))[0], ""
        except UnknownProvision as error:
            return (), str(error)

    def _by_words(self, asked: str) -> Answer:
        flat = flatten(asked)
        chain, pos = None, 0
        reference = read_reference(asked, flat, 0)
        if reference is None:
            chain = read_chain(asked, flat, 0, query=True)
            if chain is not None:
                pos = _skip(_OF, flat, chain.end)
                reference = read_reference(asked, flat, pos)
        if reference is None:
            return self._unread(asked)
        end = _read_town(asked, flat, reference)
        if chain is None and end < len(asked):
            pos = _skip(_COMMA, flat, end)
            chain = read_chain(asked, flat, pos, query=True)
            end = chain.end if chain else end
        if rest := asked[end:].strip(" .,;)"):
            message = f"cannot read {rest[:40]!r} at character {asked.find(rest) + 1}"
            return Answer(query=asked, status=400, reason="unparsed", message=message)
        meant = identify_reference(reference, None)
        citation = replace(
            _asked(asked, meant.id, chain.locators if chain else ()),
            name=meant.name, inferred=meant.inferred, range_end=chain.range_end if chain else None,
        )  # fmt: skip
        return self._answer(asked, citation)

    def _unread(self, asked: str) -> Answer:
        """Neither a citation nor a name of a norm: the nearest names."""
        from rapidfuzz import fuzz, process

        near = process.extract(
            fold(asked)[:80], list(self._names), scorer=fuzz.ratio, limit=3, score_cutoff=70
        )
        candidates = tuple(dict.fromkeys(self._names[name].slug for name, _, _ in near))
        if candidates:
            message = f"no norm is called {asked[:60]!r}; did you mean {' or '.join(candidates)}?"
            return Answer(
                query=asked,
                status=404,
                reason="not-in-corpus",
                message=message,
                candidates=candidates,
            )
        message = f"cannot read {asked[:60]!r} as a citation"
        return Answer(query=asked, status=400, reason="unparsed", message=message)

    def _answer(self, asked: str, citation: Citation, entry: Held | None = None) -> Answer:
        found = self._with(citation, entry, "found", ()) if entry else self.resolve(citation)
        path = found.locators[0].fragment if found.locators else ""
        text = ""
        if found.norma is not None:
            norma = self._by_slug[found.norma].load()
            path = actual_path(norma, path) if path else ""
            node = norma.get(drop_caput(path)) if path else None
            text = node.text if node is not None else norma.ementa or norma.title or ""
        return Answer(
            query=asked,
            status=STATUS[found.reason][0],
            reason=found.reason,
            message=_explain(found),
            citation=found,
            urn=found.urn,
            norma=found.norma,
            path=path,
            label=write_locator(found.locators[0]) if found.locators else "",
            text=text,
            url=permalink(found.norma, path) if found.norma else "",
            candidates=found.candidates,
        )


_OF = re.compile(r"\s*,?\s*(?:d[aoe]s?\s+)?")
_COMMA = re.compile(r"[\s,;:!–-]*(?:no?\s+|em\s+)?")
_TOWN = re.compile(
    r"\s*[,/(–-]?\s*(?:(?:de|do|da)\s+)?(?P<name>[a-z][a-z' -]+?)(?:\s*[/(–-]\s*(?P<uf>[a-z]{2})\)?)?(?=\s*(?:,|\Z))"
)


def _skip(pattern: re.Pattern[str], text: str, pos: int) -> int:
    match = pattern.match(text, pos)
    return match.end() if match else pos


def _read_town(asked: str, flat: str, reference: Reference) -> int:
    """ "Lei 340/1999 de Coari": in a query a place may stand bare after the norm."""
    match = _TOWN.match(flat, reference.end)
    if match is None or reference.municipio:
        return reference.end
    found = municipalities(match["name"].strip(), (match["uf"] or "").upper())
    if not found or reference.level in {"federal", "estadual"}:
        return reference.end
    reference.level, reference.municipio = "municipal", found[0][0]
    reference.uf = found[0][1] if len(found) == 1 else ""
    return match.end()


def _asked(asked: str, identity: NormaId, locators: tuple[Locator, ...]) -> Citation:
    return Citation(
        span=Span(start=0, end=len(asked)),
        text=asked,
        kind="external",
        id=identity,
        locators=locators,
        fragments=tuple(one.fragment for one in locators),
    )


def _explain(citation: Citation) -> str:
    said = {
        "found-date-differs": "the number fits, the date does not",
        "found-wider": "the norm is in the corpus, the provision is not",
        "ambiguous": "several norms fit",
        "not-in-corpus": "no such norm in the corpus",
    }.get(citation.reason, "")
    return f"{said}: {', '.join(citation.candidates)}" if said and citation.candidates else said


def _series_of(key: str) -> str:
    known = vocabulary.species().get(key)
    return known.series if known else key


def _is_continuous(key: str) -> bool:
    """Tell whether numbers run on through the years: the same number with another year is a contradiction."""
    known = vocabulary.species().get(_series_of(key))
    return known is not None and known.continuous


def _key(identity: NormaId) -> tuple[str, str]:
    return _series_of(identity.species), identity.number or ""


def _same_place(held_id: NormaId, asked: NormaId, free: bool) -> bool:
    """Whether the places agree; one that was only inferred, or not given, excludes nothing in its own town."""
    if not asked.level:
        return True
    if held_id.level != asked.level and not free:
        return False
    if free and held_id.level != asked.level:
        return (
            not asked.municipio
            and not asked.uf
            and asked.level == "federal"
            and held_id.level != "federal"
        )
    if asked.uf and held_id.uf and asked.uf != held_id.uf:
        return False
    return (
        not asked.municipio
        or not held_id.municipio
        or slugify(asked.municipio) == slugify(held_id.municipio)
    )


def _chain_of(key: str) -> frozenset[str]:
    """A body with the bodies above it and those that took over from it."""
    out, todo = set[str](), [key]
    while todo:
        one = todo.pop()
        body = vocabulary.bodies().get(one)
        if one in out:
            continue
        out.add(one)
        if body is not None:
            todo += [other for other in (body.parent, body.successor) if other]
    return frozenset(out)


def _same_body(held_id: NormaId, asked: NormaId, inferred: tuple[str, ...]) -> bool:
    if not held_id.bodies or not asked.bodies or "body" in inferred:
        return True
    a, b = held_id.bodies[-1], asked.bodies[-1]
    return a == b or a in _chain_of(b) or b in _chain_of(a)


def _date_fits(entry: Held, asked: NormaId) -> bool:
    """A full date must be a day of the norm; a year must be its year; without either everything fits."""
    if asked.date is not None:
        days = entry.days or frozenset(day for day in (entry.id.date,) if day)
        return asked.date in days if days else asked.year == entry.id.year
    return asked.year is None or entry.id.year is None or asked.year == entry.id.year


def _contradicts(entry: Held, asked: NormaId, free: bool) -> bool:
    """The number fits and the date does not, in a way that no second norm explains: not one of another place (where the
    place was inferred, years must be close), not one of another year of a series that begins anew each year."""
    if asked.year is None or entry.id.year is None:
        return False
    apart = abs(asked.year - entry.id.year)
    if apart == 0 or (_is_continuous(asked.species) and (not free or apart <= 2)):
        return True
    return asked.date is not None and any(
        (d.day, d.month) == (asked.date.day, asked.date.month) for d in entry.days
    )


def _closest(entries: list[Held], asked: NormaId) -> list[Held]:
    """Among norms that fit, those of the very species, body or level asked for, if there are any."""
    for same in (
        [entry for entry in entries if entry.id.species == asked.species],
        [entry for entry in entries if asked.bodies and entry.id.bodies[-1:] == asked.bodies[-1:]],
        [entry for entry in entries if asked.level and entry.id.level == asked.level],
    ):
        if len(same) == 1:
            return same
    return entries


def _fuller(asked: NormaId | None, held_id: NormaId) -> NormaId:
    """The held norm's identity; what the citation says in more detail is not lost."""
    if asked is None:
        return held_id
    return replace(held_id, date=held_id.date or asked.date, year=held_id.year or asked.year)


def actual_path(norma: Norma, fragment: str) -> str:
    """The path of a provision as the norm has it: a sole annex may be called `anexo1` or `anexo1u`, a sole § too."""
    if norma.get(fragment) is not None:
        return fragment
    for one, other in (("1u", "1"), ("1", "1u")):
        parts = [
            part[: -len(one)] + other if re.fullmatch(rf"(?:par|anexo){one}", part) else part
            for part in fragment.split("_")
        ]
        if norma.get("_".join(parts)) is not None:
            return "_".join(parts)
    return fragment


def has_provision(norma: Norma, fragment: str) -> bool:
    """Whether a norm has a provision; the caput is there where its article is."""
    path = actual_path(norma, drop_caput(fragment))
    return norma.get(path) is not None


def permalink(slug: str, path: str = "") -> str:
    """The address of a provision on the site."""
    return f"/norma/{slug}/{path}" if path else f"/norma/{slug}"
