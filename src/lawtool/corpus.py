"""`Corpus`: a database as one asks it. What is stored is read by `store`, what follows from it is
worked out here.

Every part is imported when it is first asked for: listing the norms must not load the comparison.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from lawtool.errors import LawtoolError, UnknownNorm, UnknownProvision
from lawtool.identifiers.paths import drop_caput
from lawtool.model import Citation, Event, Norma, NormaId, Span
from lawtool.store.columns import stored_day
from lawtool.store.reader import Database, StoredQuantity, connect
from lawtool.store.search_tables import SearchTables
from lawtool.structure.confidence import TreeConfidence, assess, rank_by_need
from lawtool.vocabulary.folding import fold
from lawtool.vocabulary.numerals import find_date

if TYPE_CHECKING:
    from lawtool.citations import Context
    from lawtool.citations.catalogue import Catalogue
    from lawtool.citations.lookup import Answer, Parts
    from lawtool.comparison import Alignment
    from lawtool.comparison.origins import Kin, Provenance
    from lawtool.comparison.parallels import Parallel
    from lawtool.history import Cited
    from lawtool.history.amend import Amended
    from lawtool.history.editions import Edition, Library
    from lawtool.history.event_index import History
    from lawtool.history.periods import Status
    from lawtool.search import Found, Hit, Search


Day = date | str
"""A day as `as_day` reads it."""


class FilterOptions(TypedDict, total=False):
    """What hits of a search must be, as `search.Filters` says; the norm goes by id or alias."""

    norm: str | None
    uf: str | None
    place: str | None
    kind: str | None
    year: int | None
    in_force_on: Day | None


def open(database: str | Path) -> Corpus:
    """Open a database for reading. Raises NoDatabase where there is none that this version can
    read.
    """
    return Corpus(connect(database))


class Corpus(Database):
    """The norms of a database and what can be asked of them. Norms go by id or alias, provisions by
    a locator (`art. 15, II, "a"`) or a path; another name raises UnknownNorm with the nearest.
    """

    def __repr__(self) -> str:
        counts = self.count_rows()
        return f"<Corpus: {counts['norms']} norms, {counts['nodes']} provisions>"

    def __len__(self) -> int:
        return len(self.held)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[Norma]:
        return self.normas()

    def __getitem__(self, name: str) -> Norma:
        return self.norma(name)

    def __contains__(self, name: str) -> bool:
        try:
            return bool(self.resolve(name))
        except UnknownNorm:
            return False

    # Names ----------------------------------------------------------------------------------------

    @cached_property
    def catalogue(self) -> Catalogue:
        """The norms by number, name and alias; read once, there are thousands in one."""
        from lawtool.citations.agreement import Held
        from lawtool.citations.catalogue import Catalogue

        entries = [
            Held(
                slug=slug, id=identity, load=partial(self._load_norma, slug), days=days
            )
            for slug, identity, days in self.identities()
        ]
        return Catalogue(entries, aliases=self.aliases)

    def lookup(self, citation: str | Parts, *, on: date | None = None) -> Answer:
        """Answer a citation (`Portaria DNC 27/1996, art. 6º, I, c`), an alias, a URN, or a citation
        in parts with what it names; with `on` in the wording of that day. Never raises: what cannot
        be answered has a status and a reason.
        """
        from lawtool.citations.lookup import look_up, look_up_parts

        if isinstance(citation, str):
            answer = look_up(self.catalogue, citation)
        else:
            answer = look_up_parts(self.catalogue, citation)
        if on is None or answer.norma is None:
            return answer
        return self._answer_on(answer, self.text_on(answer.norma, on))

    def _answer_on(self, answer: Answer, edition: Edition) -> Answer:
        """Put the wording of a day into an answer; what is not known of it is said, and its text
        left empty.
        """
        from lawtool.citations.lookup import reword_answer
        from lawtool.identifiers.paths import covers

        paths = (answer.path, *(member.path for member in answer.members))
        gaps = [
            gap
            for gap in edition.unknown
            if any(
                not path or covers(path, gap.path) or covers(gap.path, path)
                for path in paths
            )
        ]
        doubts = "; ".join(gap.sentence(self.name) for gap in gaps)
        # What is unread of a whole norm is said; the wording of its provisions is the last one
        # known.
        lost = frozenset(
            gap.path for gap in gaps if gap.path and gap.state in {"lost", "unknown"}
        )
        return reword_answer(answer, edition.norma, lost, doubts)

    def annotate(self, text: str, *, context: Context | None = None) -> list[Citation]:
        """Find the citations of a text and what they mean in this corpus; spans count its code
        points.
        """
        from lawtool.citations import find_citations

        return self.catalogue.resolve_all(
            find_citations(text, context=context), context
        )

    def resolve_any(self, name: str) -> str:
        """Find the id of a norm that the corpus holds or only speaks of: by id or alias, by a
        citation of it, by URN, or in the scheme of citations
        (`br;federal;portaria;dnc;8;1992-03-10`). A well-formed name in one of these of a norm that
        no text speaks of is kept: that nothing is known of it is an answer. Raises UnknownNorm with
        the nearest for other words.
        """
        try:
            return self.resolve(name)
        except UnknownNorm:
            name = name.strip()
            from lawtool.citations.target import read_target

            outside = self._outside_slug(name)
            if outside is None and not read_target(name) and not _read_urn(name):
                raise
            return outside or name

    def _outside_slug(self, name: str) -> str | None:
        from lawtool.identifiers.slugs import standard_slug

        if name in self.outside:
            return name
        for citation in _read_citations(name):
            if citation.standard:
                slug = standard_slug(citation.standard)
                if slug in self.outside:
                    return slug
                continue
            norm = self._with_stub(self.catalogue.resolve(citation)).norma
            if norm is not None:
                return norm
        return None

    def _with_stub(self, citation: Citation) -> Citation:
        """Name the norm outside the corpus that a citation means, where the database has a row of
        it.
        """
        from lawtool.identifiers.slugs import norm_slug

        if citation.norma or citation.id is None or citation.kind != "external":
            return citation
        slug = norm_slug(citation.id, citation.name)
        if slug in self.outside:
            return replace(citation, norma=slug)
        return citation

    def identity(self, norm: str) -> NormaId | None:
        """Say what a norm of the corpus, or one that its texts speak of, is."""
        if self.is_held(norm):
            return self.norma(norm).id
        return self.outside.get(norm)

    def find(self, norm: str, locator: str) -> str:
        """Find the path of one provision of a norm (by id), from its path, its name in the
        database, or what is written (`§ 2º do art. 7º`). The caput of an article is the article.
        Raises UnknownProvision.
        """
        from lawtool.identifiers import grammar
        from lawtool.identifiers.labels import with_caput

        names = self.provision_names(norm)
        wanted = _said_words(locator)
        for path, name in names.items():
            if path == locator or (wanted and _said_words(name) == wanted):
                return path
        located, range_end = grammar.read_locators(locator)
        if len(located) > 1 or range_end is not None:
            raise UnknownProvision(
                f"{locator!r} names more than one provision",
                remedy="Name one at a time.",
            )
        path = drop_caput(with_caput(located[0]).fragment)
        if path not in names:
            raise UnknownProvision(f"{norm} has no provision {locator!r}")
        return path

    def place(self, norm: str, locator: str) -> str:
        """Find the path of a provision, empty for an empty locator. One that the text lacks may be
        asked for: that it is absent is an answer. Raises UnknownProvision for what names none, or
        more than one.
        """
        from lawtool.identifiers import grammar, paths

        if not locator:
            return ""
        try:
            return self.find(norm, locator)
        except UnknownProvision:
            located, end = grammar.read_locators(locator)
            if (
                len(located) == 1
                and end is None
                and paths.rank(located[0].fragment) == 1
            ):
                return located[0].fragment
            raise

    def heading(self, norm: str, path: str = "") -> str:
        """Say what people call a norm or a provision of it, held or not: `Lei 7/1990, art. 2º`."""
        from lawtool.identifiers.labels import from_fragment, write_locator

        name = self.name(norm)
        if path:
            return f"{name}, {write_locator(from_fragment(path))}"
        return name

    # Events, status, wordings ---------------------------------------------------------------------

    def events(self, norm: str) -> list[Event]:
        """Read the events that act on a norm, that it makes, or that its text states; records of
        one event are paired.
        """
        from lawtool.history.settle import pair

        return pair(self.stored_events(norm))

    def history(self, norm: str) -> History:
        """Read the history of one norm (by id)."""
        from lawtool.history.event_index import History

        if self.is_held(norm):
            normas = [self.norma(norm)]
        else:
            normas = []
        return History(
            self.events(norm), normas, collected=self.collected, outside=self.outside
        )

    def status(self, name: str, locator: str = "", *, on: Day | None = None) -> Status:
        """Say what a norm, or one provision of it, was on a day (today if not given), as far as the
        corpus knows. The norm may be one that the corpus only cites.
        """
        norm = self.resolve_any(name)
        return self.history(norm).status(norm, self.place(norm, locator), as_day(on))

    def citation_context(self, source: str, normas: list[Norma]) -> Context:
        """Say what the places of a source belong to; `normas` are those of that source."""
        from lawtool.citations import Context

        return Context(normas, furniture=self.furniture(source))

    @cached_property
    def _cited(self) -> dict[str, Cited]:
        return {}

    def cited(self, norma: Norma) -> Cited:
        """Find the citations of a norm by node, those of norms outside the corpus by the id of
        their row.
        """
        from lawtool.history import Cited

        if norma.slug not in self._cited:
            raw, normas = self.source(norma.source).text, self.normas_of(norma.source)
            context = self.citation_context(norma.source, normas)
            citations = list(map(self._with_stub, self.annotate(raw, context=context)))
            for other in normas:
                self._cited[other.slug] = Cited(
                    other, raw, citations, self.corrections(other.slug)
                )
        return self._cited[norma.slug]

    def review(self) -> list[tuple[str, TreeConfidence]]:
        """Rank the norms (by id) by what a person should look at first; those without any doubt are
        left out.
        """
        assessed = (
            (norm, assess(codes, provisions))
            for norm, (provisions, codes) in self.tree_problems().items()
        )
        return rank_by_need((norm, told) for norm, told in assessed if told.reasons)

    def apply(self, acting: Norma, law: Norma) -> Amended:
        """Carry out what one norm changes in another."""
        from lawtool.history import amend

        return amend.apply_amendment(acting, law, self.cited(acting))

    def library(self, norm: str) -> Library:
        """Gather a norm and those that change its text. Raises UnknownNorm."""
        from lawtool.history.editions import Library

        law = self.norma(norm)
        history = self.history(law.slug)
        acting = {event.acting for event in history.events(law.slug)} - {"", law.slug}
        others = [self.norma(slug) for slug in sorted(acting - set(self.outside))]
        return Library(
            [law, *others],
            lambda slug: self.cited(self.norma(slug)),
            history,
            {
                event.affected: [event]
                for event in self.ends_of_acts(history.events(law.slug))
            },
        )

    def ends_of_acts(self, events: Iterable[Event]) -> list[Event]:
        """Read what has revoked or annulled, whole, the norms that acted on another: by these its
        text was changed.
        """
        from lawtool.history.compiled import WORDING_KINDS

        acting = {
            event.acting
            for event in events
            if event.acting != event.affected and event.kind in WORDING_KINDS
        } - {""}
        return [
            event
            for slug in sorted(acting)
            for event in self.stored_events(slug)
            if event.kind in ("revoke", "annul")
            and event.affected == slug
            and not event.affected_path
        ]

    def text_on(self, name: str, on: Day) -> Edition:
        """Make the text of a norm on a day, and say what could not be known of it."""
        return self.library(name).text_on(self.resolve(name), as_day(on))

    # Comparison -----------------------------------------------------------------------------------

    def diff(self, a: str, b: str) -> Alignment:
        """Compare two norms, provision by provision. Raises NotSegmented where one of them has no
        provision.
        """
        from lawtool.comparison import align

        return align(self.norma(a), self.norma(b))

    def parallels(self, name: str, locator: str, *, limit: int = 50) -> list[Parallel]:
        """Find who else has a provision: one of each other norm, most alike first, with what
        differs. Raises UnknownNorm and UnknownProvision.
        """
        from lawtool.comparison.parallels import find_parallels
        from lawtool.errors import UnknownProvision

        slug = self.resolve(name)
        node = self.norma(slug).get(self.find(slug, locator))
        if node is None or not node.text:
            raise UnknownProvision(f"{slug} has no text at {locator!r}")
        others = (row for row in self.provision_texts() if row[0] != slug)
        return find_parallels(node, others, limit=limit)

    def provenance(self, name: str, *, on: Day | None = None) -> Provenance:
        """Say what a norm was copied from, what acts on it, what it acts on, and what follows."""
        from lawtool.comparison.origins import trace_provenance

        return trace_provenance(self.resolve_any(name), as_day(on), self)

    # Meaning --------------------------------------------------------------------------------------

    def quantities_about(
        self,
        about: str = "",
        *,
        norm: str | None = None,
        role: str = "",
        unit: str = "",
        on: date | None = None,
    ) -> list[StoredQuantity]:
        """Find quantities whose provision, table row or lead speaks of something.

        `about` is compared by the stems of its words, all of which must be there; `on` keeps what
        is known to have been in force on that day. Raises UnknownNorm.
        """
        from lawtool.search.stems import content_families

        if norm:
            slug = self.resolve(norm)
        else:
            slug = None
        wanted = set(content_families(about))
        found = []
        for stored in self.quantities(norm=slug, role=role, unit=unit):
            if wanted and not wanted.issubset(content_families(_context_of(stored))):
                continue
            if on is None or self._was_in_force(stored.norm, stored.quantity.path, on):
                found.append(stored)
        return found

    def _was_in_force(self, norm: str, path: str, on: date) -> bool:
        return self.history(norm).status(norm, path, on).status == "in_force"

    def copies(self, name: str | None = None) -> list[Kin]:
        """List the pairs of norms with text in common that the build found, all or those of one
        norm, the most alike first.
        """
        from lawtool.comparison.origins import read_kin

        return [
            read_kin(*row)
            for row in self.kin_rows(self.resolve(name) if name else None)
        ]

    # Search ---------------------------------------------------------------------------------------

    @cached_property
    def engine(self) -> Search:
        """What answers questions in words. The catalogue is read only for one that may be a
        citation.
        """
        from lawtool.search import Search

        return Search(SearchTables(self.connection), lambda: self.catalogue)

    def search(
        self,
        query: str,
        *,
        limit: int = 20,
        offset: int = 0,
        **filters: Unpack[FilterOptions],
    ) -> list[Hit]:
        """Find the best provisions for a question in words, a citation or both."""
        return list(self.find_text(query, limit=limit, offset=offset, **filters).hits)

    def find_text(
        self,
        query: str,
        *,
        limit: int = 20,
        offset: int = 0,
        **filters: Unpack[FilterOptions],
    ) -> Found:
        """Search, and say what was read differently and, where nothing is found, what may have been
        meant.
        """
        from lawtool.search import Filters

        norm, on = filters.get("norm"), filters.get("in_force_on")
        wanted = Filters(
            norm=self.resolve(norm) if norm else None,
            uf=filters.get("uf"),
            place=filters.get("place"),
            kind=filters.get("kind"),
            year=filters.get("year"),
            in_force_on=as_day(on) if on else None,
        )
        return self.engine.find(query, wanted, limit=limit, offset=offset)


def as_day(on: Day | None) -> date:
    """Read a day as people give it: a date, `1999-06-01`, `01/06/1999`, `1º de junho de 1999`;
    today for None. Raises LawtoolError for what is none.
    """
    if on is None:
        return date.today()
    if isinstance(on, date):
        return on
    day = stored_day(on.strip()) or find_date(on)
    if day is None:
        raise LawtoolError(
            f"{on!r} is no day", remedy="Write it as 1999-06-01 or 01/06/1999."
        )
    return day


def _context_of(stored: StoredQuantity) -> str:
    """Return what a quantity is about: the name of its row in a table, else its provision and its
    lead.
    """
    if stored.quantity.row:
        return stored.quantity.row_name
    return f"{stored.provision} {stored.lead}"


def _said_words(name: str) -> list[str]:
    """Split what is said in the name of a provision: `Art. 7º, II, "b"` as art, 7, ii, b."""
    return re.findall(r"[a-z]+|\d+|§", fold(name).replace("º", " ").replace("°", " "))


def _read_citations(name: str) -> Iterator[Citation]:
    """Read a name of a norm as a citation: a URN, a target in the scheme of citations, or plain
    words.
    """
    from lawtool.citations.target import read_target

    identity = read_target(name) or _read_urn(name)
    if identity is None:
        from lawtool.citations import find_citations

        yield from find_citations(name)
        return
    if "~" in name:
        nickname = name.split(";")[4]
    else:
        nickname = ""
    span = Span(start=0, end=len(name))
    yield Citation(span=span, text=name, kind="external", id=identity, name=nickname)


def _read_urn(name: str) -> NormaId | None:
    from lawtool.identifiers.urn import read_urn, urn_identity

    try:
        if name.startswith("urn:"):
            return urn_identity(read_urn(name))
        return None
    except LawtoolError:
        return None
