"""Events, status and wordings of the norms of a database: what the command line, the site and programs ask.

The build has stored every event with its dates. Status and wordings are made from them when they are
asked for, and only those of the norms concerned are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any

from lawtool.citations import find_citations
from lawtool.citations.catalogue import standard_slug, stub_slug
from lawtool.errors import LawtoolError, UnknownNorm, UnknownProvision
from lawtool.history import Cited, Settled, amend, read, settle
from lawtool.history.editions import Edition, Library
from lawtool.history.event_index import History
from lawtool.history.settle import pair
from lawtool.identifiers import paths, urn
from lawtool.identifiers.grammar import read_locators
from lawtool.identifiers.labels import from_fragment, label
from lawtool.model import Citation, Event, Norma, NormaId, Span
from lawtool.store import Corpus, held
from lawtool.vocabulary.places import from_dotted

_EVENTS = (
    "SELECT * FROM eventos WHERE norma_afetada = ?1 OR norma_agente = ?1 OR norma = ?1 ORDER BY id"
)
_OUTSIDE = "SELECT id, especie, numero, ano, data FROM normas WHERE NOT no_acervo"


class Timeline:
    """The time of a corpus. `collected` is the day by which its texts had been read, if not that which the corpus says."""

    def __init__(self, corpus: Corpus, *, collected: date | None = None) -> None:
        self.corpus = corpus
        self.collected = collected or corpus.collected
        self._cited: dict[str, Cited] = {}

    # Names ---------------------------------------------------------------------------------------------

    def resolve(self, name: str) -> str:
        """The id of a norm that the corpus holds or only speaks of: by id or alias, by a citation of it,
        by URN, or in the scheme of citations (`br;federal;portaria;dnc;8;1992-03-10`). A well-formed
        name in one of these of a norm that no text speaks of is kept: that nothing is known of it is an
        answer. Raises UnknownNorm with the nearest for other words."""
        try:
            return self.corpus.resolve(name)
        except UnknownNorm:
            outside = self._outside(name.strip())
            if outside is None and not (_from_scheme(name.strip()) or _from_urn(name.strip())):
                raise
            return outside or name.strip()

    def _outside(self, name: str) -> str | None:
        if name in self.outside:
            return name
        for one in _citations(name):
            found = (
                standard_slug(one.standard) or self._named(self.corpus.catalogue.resolve(one)).norma
            )
            if found is not None and (not one.standard or found in self.outside):
                return found
        return None

    @cached_property
    def outside(self) -> Mapping[str, NormaId]:
        """The norms that the texts only speak of."""
        rows = self.corpus.connection.execute(_OUTSIDE)
        return {
            slug: NormaId(species=species or "norma", number=number, year=year, date=_day(day))
            for slug, species, number, year, day in rows
        }

    def _is_held(self, norm: str) -> bool:
        return bool(
            self.corpus.connection.execute(
                "SELECT 1 FROM normas WHERE id = ? AND no_acervo", (norm,)
            ).fetchone()
        )

    def identity(self, norm: str) -> NormaId | None:
        """What a norm of the corpus, or one that its texts speak of, is."""
        return self.corpus.norma(norm).id if self._is_held(norm) else self.outside.get(norm)

    def place(self, norm: str, locator: str) -> str:
        """The path of a provision, empty for an empty locator. One that the text lacks may be asked for: that it is
        absent is an answer. Raises UnknownProvision for what names none, or more than one."""
        if not locator:
            return ""
        try:
            return self.corpus.find(norm, locator)
        except UnknownProvision:
            located, end = read_locators(locator)
            if len(located) == 1 and end is None and paths.rank(located[0].fragment) == 1:
                return located[0].fragment
            raise

    def name(self, norm: str) -> str:
        """What people call a norm."""
        found = self.corpus.connection.execute(
            "SELECT nome FROM normas WHERE id = ?", (norm,)
        ).fetchone()
        return str(found[0]) if found and found[0] else norm

    def heading(self, norm: str, path: str = "") -> str:
        return f"{self.name(norm)}, {label(from_fragment(path))}" if path else self.name(norm)

    # Events and status ---------------------------------------------------------------------------------

    def events(self, norm: str) -> list[Event]:
        """The stored events that act on a norm, that it makes, or that its text states."""
        cursor = self.corpus.connection.execute(_EVENTS, (norm,))
        names = [column[0] for column in cursor.description]
        return pair(_event(dict(zip(names, row, strict=True))) for row in cursor)

    def history(self, norm: str) -> History:
        """The history of one norm."""
        normas = [self.corpus.norma(norm)] if self._is_held(norm) else []
        return History(self.events(norm), normas, collected=self.collected, outside=self.outside)

    # Texts ---------------------------------------------------------------------------------------------

    def cited(self, norma: Norma) -> Cited:
        """The citations of a norm by node, those of norms outside the corpus by the id of their row."""
        if norma.slug not in self._cited:
            raw = self.corpus.source(norma.source).text
            inside = [self.corpus.norma(slug) for slug in self._inside(norma.source)]
            context = held.context(self.corpus, norma.source, inside)
            found = self.corpus.catalogue.resolve_all(find_citations(raw, context=context), context)
            named = [self._named(one) for one in found]
            for one in inside:
                self._cited[one.slug] = Cited(one, raw, named, self.corpus.corrections(one.slug))
        return self._cited[norma.slug]

    def _inside(self, source: str) -> list[str]:
        rows = self.corpus.connection.execute(
            "SELECT id FROM normas WHERE fonte = ? AND no_acervo ORDER BY ordem", (source,)
        )
        return [slug for (slug,) in rows]

    def _named(self, citation: Citation) -> Citation:
        if citation.norma or citation.id is None or citation.kind != "external":
            return citation
        slug = stub_slug(citation.id, citation.name)
        return replace(citation, norma=slug) if slug in self.outside else citation

    def apply(self, acting: Norma, law: Norma) -> amend.Amended:
        """The law as the other norm amends it."""
        return amend.apply(acting, law, self.cited(acting))

    def library(self, norm: str) -> Library:
        """The norm and those that change its text. Raises UnknownNorm."""
        law = self.corpus.norma(norm)
        history = self.history(law.slug)
        acting = (
            {event.acting for event in history.events(law.slug)}
            - set(self.outside)
            - {"", law.slug}
        )
        normas = [law, *(self.corpus.norma(slug) for slug in sorted(acting))]
        return Library(normas, lambda slug: self.cited(self.corpus.norma(slug)), history)

    def text_on(self, norm: str, on: date) -> Edition:
        """The text of a norm on a day, and what could not be known. Raises UnknownNorm."""
        return self.library(norm).text_on(self.corpus.resolve(norm), on)

    def read_again(self) -> Settled:
        """All events, read anew from the texts: what a build stores."""
        normas = list(self.corpus.normas())
        return settle([event for one in normas for event in read(one, self.cited(one))], normas)


def _citations(name: str) -> list[Citation]:
    """A name of a norm as a citation: a URN, a target in the scheme of citations, or plain words."""
    identity = _from_scheme(name) or _from_urn(name)
    if identity is None:
        return find_citations(name)
    nickname = name.split(";")[4] if "~" in name else ""
    return [
        Citation(
            span=Span(start=0, end=len(name)),
            text=name,
            kind="external",
            id=identity,
            name=nickname,
        )
    ]


def _from_urn(name: str) -> NormaId | None:
    try:
        return urn.identity_of(urn.read(name)) if name.startswith("urn:") else None
    except LawtoolError:
        return None


def _from_scheme(name: str) -> NormaId | None:
    """`br;PLACE;TYPE;AUTHORITY;NUMBER;DATE` as an identity."""
    parts = name.split(";")
    if len(parts) != 6 or parts[0] != "br":
        return None
    _, place, species, body, number, when = parts
    state, _, town = place.partition(":")
    day = when if len(when) == 10 else ""
    return NormaId(
        species=species,
        number=None if number == "-" else number,
        year=int(when[:4]) if when[:4].isdigit() else None,
        date=_day(day),
        bodies=() if body == "-" else (body,),
        level="federal" if place == "federal" else "municipal" if town else "estadual",
        uf="" if place == "federal" else state.upper(),
        municipio=(from_dotted(town, state.upper()) or "") if town else "",
    )


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def _path(node: str | None) -> str:
    return node.split("_", 1)[1] if node and "_" in node else ""


def _event(row: Mapping[str, Any]) -> Event:
    """A row of `eventos` as the event that it was made from."""
    start = row["inicio"]
    return Event(
        kind=row["tipo"],
        acting=row["norma_agente"] or "",
        acting_path=_path(row["dispositivo_agente"]),
        affected=row["norma_afetada"] or "",
        affected_path=row["caminho_afetado"] or "",
        stated=_day(row["data_declarada"]),
        computed=_day(row["data_calculada"]),
        date=_day(row["data"]),
        presumed=_day(row["data_presumida"]),
        not_before=_day(row["nao_antes"]),
        not_after=_day(row["nao_depois"]),
        scope=row["alcance"] or "",
        rule=row["regra"] or "",
        why=row["motivo"] or "",
        evidence=row["evidencia"] or "",
        confidence=row["confianca"] or "",
        decision=row["decisao"],
        norma=row["norma"] or "",
        path=_path(row["dispositivo"]),
        start=int(start) if start is not None else 0,
        source=row["fonte"] or "",
        span=Span(start=int(start), end=int(row["fim"])) if start is not None else None,
    )
