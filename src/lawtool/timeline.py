"""Events, status and wordings of a whole corpus in one place: what the command line, the site and
programs ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Protocol

from lawtool import amend
from lawtool.citations import Context, find_citations
from lawtool.citations.target import norm_target
from lawtool.events import Cited, Settled, read, settle
from lawtool.events.clauses import norm_of
from lawtool.locators import from_fragment, label
from lawtool.model import Citation, Correction, Norma, NormaId, Source
from lawtool.status import History
from lawtool.store.naming import norma_name
from lawtool.versions import Edition, Library


class Held(Protocol):
    """What is needed of a corpus: its norms, sources and corrections."""

    def normas(self) -> Iterable[Norma]: ...
    def source(self, slug: str) -> Source: ...
    def corrections(self, norm: str | None = None) -> Iterable[Correction]: ...
    def name(self, norm: str, path: str = "") -> str: ...


class Timeline:
    """The norms of a corpus with their citations; all else is made from them when it is asked for."""

    def __init__(
        self,
        normas: Sequence[Norma],
        cited: Mapping[str, Mapping[str, Sequence[Citation]]],
        *,
        names: Mapping[str, str] | None = None,
        collected: date | None = None,
    ) -> None:
        self.normas = {norma.slug: norma for norma in normas}
        self.cited = cited
        self.collected = collected or date.today()
        self._names = dict(names or {})

    @classmethod
    def of_corpus(cls, corpus: Held) -> Timeline:
        normas = list(corpus.normas())
        known = {_identity(norma.id): norma.slug for norma in normas}
        cited: dict[str, Cited] = {}
        for source in dict.fromkeys(norma.source for norma in normas):
            inside = [norma for norma in normas if norma.source == source]
            raw = corpus.source(source).text
            found = [_resolved(one, known) for one in find_citations(raw, context=Context(inside))]
            for norma in inside:
                cited[norma.slug] = Cited(norma, raw, found, corpus.corrections(norma.slug))
        return cls(normas, cited, names={norma.slug: corpus.name(norma.slug) for norma in normas})

    @cached_property
    def settled(self) -> Settled:
        events = [event for norma in self.normas.values() for event in read(norma, self.cited[norma.slug])]
        return settle(events, list(self.normas.values()))

    @cached_property
    def history(self) -> History:
        return History(self.settled.events, self.normas.values(), collected=self.collected)

    @cached_property
    def library(self) -> Library:
        return Library(list(self.normas.values()), self.cited, self.history)

    def text_on(self, norm: str, on: date) -> Edition:
        """The text of a held norm on a day, and what could not be known. Raises KeyError."""
        return self.library.text_on(norm, on)

    def apply(self, acting: Norma, law: Norma) -> amend.Amended:
        """The law as the other norm amends it."""
        return amend.apply(acting, law, self.cited.get(acting.slug, {}), names=self._called(law))

    def _called(self, law: Norma) -> list[str]:
        """The names by which citations may call a norm that they were not resolved to."""
        return [norm_target(law.id)]

    def outside(self, name: str) -> str | None:
        """A norm that the texts only speak of, by its key or by a citation of it."""
        known = set(self.history.norms)
        wanted = name.strip()
        if wanted in known:
            return wanted
        found = find_citations(wanted)
        return next((key for key in map(norm_of, found) if key in known), None)

    def name(self, norm: str) -> str:
        """What people call a norm; one that is not held goes by its key."""
        return self._names.get(norm) or self._outside_names.get(norm) or norm

    @cached_property
    def _outside_names(self) -> dict[str, str]:
        """Names of the norms that are only spoken of, as the fullest citation of each gives them."""
        found: dict[str, str] = {}
        for cited in self.cited.values():
            for one in (citation for inside in cited.values() for citation in inside):
                if one.norma is None and one.id is not None:
                    name = norma_name(one.id)
                    if len(name) > len(found.get(norm_of(one), "")):
                        found[norm_of(one)] = name
        return found

    def heading(self, norm: str, path: str = "") -> str:
        return f"{self.name(norm)}, {label(from_fragment(path))}" if path else self.name(norm)


def _identity(identity: NormaId) -> tuple[object, ...]:
    place = identity.bodies[-1:] if identity.bodies else (identity.uf, identity.municipio)
    return identity.species, identity.number, identity.year, place


def _resolved(citation: Citation, known: Mapping[tuple[object, ...], str]) -> Citation:
    if citation.norma or citation.id is None or not citation.id.number:
        return citation
    slug = known.get(_identity(citation.id))
    return replace(citation, norma=slug) if slug else citation
