"""Questions to a database: filters, citations in the question, the ranking, what was meant where
nothing is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from lawtool.model import Kind
from lawtool.search import semantic
from lawtool.search.cited_norms import CitedNorms, QuestionCitations
from lawtool.search.fuzzy import find_near
from lawtool.search.index import KINDS
from lawtool.search.question import Concept, Keys, Question, Variant, read_question
from lawtool.search.snippet import make_snippet
from lawtool.search.stems import read_tokens, text_keys
from lawtool.store.search_tables import SearchTables
from lawtool.vocabulary.folding import fold, slugify

if TYPE_CHECKING:
    from lawtool.citations.catalogue import Catalogue
    from lawtool.search.match import Matcher
    from lawtool.search.rank import Scores, Weights

_FILTERS = 16
"""Filters of which what passes is kept."""
_DAYS = 4
"""Days of which the status of every norm is kept."""

_PLACE_WITHIN = 400
"""Characters of a question in which a municipality is looked for."""
_READ = 40
"""Texts that are read for words that stand side by side."""
_STEP = 0.05
"""By how much what is cited first stands above the next."""
_CLOSINGS = (Kind.FECHO, Kind.ASSINATURA)

_LEAST_ALIKE = 0.55
"""Likeness from which a word of the corpus is suggested where nothing is found."""
_SUGGESTED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One provision found; a higher score is better; `[` and `]` mark matches in the snippet."""

    norm: str
    path: str
    label: str
    score: float
    snippet: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What hits must be. `kind` is a species of norm (`lei`, `decreto`) or a kind of provision
    (`artigo`, `inciso`); `in_force_on` keeps what the corpus knows to have been in force on that
    day.
    """

    norm: str | None = None
    uf: str | None = None
    place: str | None = None
    kind: str | None = None
    year: int | None = None
    in_force_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The hits of a question, from `offset` on, and the `total` of provisions that hold anything of
    it. `instead`: words that no provision holds, with the near ones that were searched for.
    `unused_vectors`: the database has vectors of meaning, and the package that reads the question
    is not installed.
    """

    hits: tuple[Hit, ...]
    instead: dict[str, tuple[str, ...]]
    suggestions: tuple[str, ...] = ()
    unused_vectors: bool = False
    total: int = 0
    offset: int = 0


class Search:
    """The search of one database; `catalogue` is asked for only where a question may hold a
    citation.
    """

    def __init__(
        self,
        tables: SearchTables,
        catalogue: Callable[[], Catalogue],
        *,
        weights: Weights | None = None,
    ) -> None:
        from lawtool.search.rank import WEIGHTS

        self._tables = tables
        self._weights = weights or WEIGHTS
        self.citations = QuestionCitations(tables, catalogue)
        self._in_force = lru_cache(maxsize=_DAYS)(self._read_in_force)
        self._allowed = lru_cache(maxsize=_FILTERS)(self._make_allowed)

    # What is read once ----------------------------------------------------------------------------

    @cached_property
    def _matcher(self) -> Matcher:
        from lawtool.search.match import Matcher

        return Matcher(self._tables)

    @cached_property
    def _norms(
        self,
    ) -> list[tuple[str, str | None, str | None, int | None, str | None]]:
        return self._tables.norms()

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The number of each norm in the order of the corpus."""
        return {norm[0]: number for number, norm in enumerate(self._norms)}

    @cached_property
    def _places(self) -> dict[tuple[str, ...], str]:
        """The municipalities of the corpus by the keys of their names."""
        names = {norm[2] for norm in self._norms if norm[2]}
        return {tuple(text_keys(name).split()): name for name in names}

    @cached_property
    def _vocabulary(self) -> dict[str, tuple[str, int]]:
        return self._tables.vocabulary()

    @cached_property
    def _short_forms(self) -> Mapping[str, Sequence[Keys]]:
        forms: dict[str, list[Keys]] = {}
        for short, long in self._tables.short_forms():
            short_keys, long_keys = text_keys(short), text_keys(long)
            forms.setdefault(short_keys, []).append(tuple(long_keys.split()))
            forms.setdefault(long_keys, []).append(tuple(short_keys.split()))
        return forms

    @cached_property
    def _vectors(self) -> semantic.Vectors | None:
        return semantic.Vectors.of(self._tables.vectors())

    # The question ---------------------------------------------------------------------------------

    def find(
        self,
        text: str,
        filters: Filters | None = None,
        *,
        limit: int = 20,
        offset: int = 0,
    ) -> Found:
        """Find the best provisions for a question in words, a citation, or both. Any text is a
        question.
        """
        # What is no character (half of a pair) is in no text either.
        text = text.encode("utf-8", "replace").decode("utf-8")
        filters = filters or Filters()
        cited = self.citations.read(text)
        question, place = self._read(text, cited)
        question, instead = self._mend(question)
        scores = self._score(
            question, filters if filters.place else replace(filters, place=place)
        )
        if place and not scores.any():
            scores = self._score(question, filters)
        self._raise_cited(question, cited, scores, self._allowed(filters))
        ranked = self._refine(question, scores, offset + limit)
        places = sorted(ranked, key=lambda place: (-ranked[place], place))[
            offset : offset + limit
        ]
        hits = tuple(self._hits(places, ranked, question))
        return Found(
            hits=hits,
            instead=instead,
            suggestions=() if hits else self._suggest(question),
            unused_vectors=not semantic.available() and self._tables.has_vectors(),
            total=int((scores > 0).sum()),
            offset=offset,
        )

    def _read(self, text: str, cited: CitedNorms) -> tuple[Question, str | None]:
        """Read a question without what it cites and the municipality that it names."""
        place, span = self._named_place(text)
        blanks = [*cited.spans, *([span] if span else [])]
        question = read_question(text, blanks=blanks, short_forms=self._short_forms)
        if not question.concepts and not cited.targets:
            return read_question(text, short_forms=self._short_forms), None
        return question, place

    def _named_place(self, text: str) -> tuple[str | None, tuple[int, int] | None]:
        """Find a municipality of the corpus that a question names, and where."""
        tokens = list(read_tokens(text[:_PLACE_WITHIN]))
        for size in range(max(map(len, self._places), default=0), 0, -1):
            for at in range(len(tokens) - size + 1):
                named = tokens[at : at + size]
                place = self._places.get(tuple(token.key for token in named))
                if place:
                    return place, (named[0].start, named[-1].end)
        return None, None

    def _mend(self, question: Question) -> tuple[Question, dict[str, tuple[str, ...]]]:
        """Put the nearest words of the corpus beside words that no provision holds."""
        concepts: list[Concept] = []
        instead: dict[str, tuple[str, ...]] = {}
        for concept in question.concepts:
            if len(concept.variants[0].keys) == 1 and not self._matcher.knows(concept):
                near = find_near(concept.variants[0].keys[0], self._vocabulary)
                if near:
                    instead[concept.word] = tuple(word.word for word in near)
                variants = [
                    Variant(keys=(word.key,), synonym=True, likeness=word.likeness)
                    for word in near
                ]
                concept = replace(concept, variants=(*concept.variants, *variants))
            concepts.append(concept)
        return replace(question, concepts=tuple(concepts)), instead

    def _suggest(self, question: Question) -> tuple[str, ...]:
        """Suggest words of the corpus that a word of the question may have been meant for."""
        words = {
            near.word: None
            for concept in question.concepts
            for key in concept.variants[0].keys
            for near in find_near(key, self._vocabulary, limit=2, cutoff=_LEAST_ALIKE)
        }
        return tuple(words)[:_SUGGESTED]

    # Scores ---------------------------------------------------------------------------------------

    def _score(self, question: Question, filters: Filters) -> Scores:
        """Score all places that pass the filters and what the question demands."""
        from lawtool.search.rank import rank_places

        scores = rank_places(
            self._matcher, question, self._allowed(filters), self._weights
        )
        if self._vectors is not None and question.concepts and not question.phrases:
            best = float(scores.max(initial=0.0)) or 1.0
            allowed = self._allowed(filters)
            for place, nearness in self._vectors.near(question.text).items():
                if allowed is None or allowed[place]:
                    scores[place] += self._weights.meaning * nearness * best
        for phrase in question.phrases:
            held = scores * 0
            places = self._tables.phrase(phrase)
            held[places] = 1
            scores = scores * held
        for key in question.excluded:
            scores[self._matcher.places_of(key)] = 0
        for phrase in question.excluded_phrases:
            scores[self._tables.phrase(phrase)] = 0
        return scores

    def _make_allowed(self, filters: Filters) -> Scores | None:
        """Make the array of what passes the filters, 1 or 0 for each place; None where everything
        does.
        """
        import numpy

        if filters == Filters():
            return None
        columns = self._matcher.columns
        norms = numpy.array(
            [_passes(norm, filters) for norm in self._norms], dtype=bool
        )
        if len(norms):
            allowed = norms[columns.norm]
        else:
            allowed = numpy.zeros(0, dtype=bool)
        if filters.kind:
            kind = slugify(filters.kind)
            species = [_slug_of(norm[4]) == kind for norm in self._norms]
            kinds = [_slug_of(kind_of.value) == kind for kind_of in Kind]
            allowed &= (
                numpy.array(species)[columns.norm] | numpy.array(kinds)[columns.kind]
            )
        if filters.in_force_on:
            allowed &= self._in_force(filters.in_force_on)
        return allowed.astype(numpy.float32)

    def _read_in_force(self, day: date) -> Scores:
        """Say which places are known to be in force on a day: those that an event touches by
        themselves, others with their norm.
        """
        import numpy

        norms, places = self._tables.known_status(day.isoformat())
        known = numpy.array(
            [bool(norms.get(norm[0])) for norm in self._norms], dtype=bool
        )
        in_force = known[self._matcher.columns.norm]
        if places:
            in_force[list(places)] = list(map(bool, places.values()))
        return in_force

    def _raise_cited(
        self,
        question: Question,
        cited: CitedNorms,
        scores: Scores,
        allowed: Scores | None,
    ) -> None:
        """Raise what a question cites, in place: the very provision first, then those that cite it,
        then its norm. Where the question asks whether a norm is law still, the clauses that say so
        come before all.
        """
        top = float(scores.max(initial=0.0)) or 1.0
        first: list[int] = []
        for norm, path in cited.targets:
            if norm in self._numbers:
                start, end = self._matcher.columns.range_of(self._numbers[norm])
                if question.concepts:
                    scores[start:end] *= self._weights.named
                else:
                    scores[start:end] = top * self._in_order(start, end)
                first += self._foremost(norm, path, ends=question.wants_end)
        top = float(scores.max(initial=0.0)) or 1.0
        for rank, place in enumerate(reversed(dict.fromkeys(first)), 1):
            scores[place] = top * (1 + _STEP * rank)
        if allowed is not None:
            scores *= allowed

    def _foremost(self, norm: str, path: str, *, ends: bool) -> list[int]:
        """List the places that answer a citation before all others, the first of them first."""
        if ends:
            places = self._tables.ending(norm)
        else:
            places = []
        if not path:
            return places
        place = self._tables.place(norm, path)
        if place is not None:
            places.append(place)
        return [*places, *self._tables.citing(norm, path)]

    def _in_order(self, start: int, end: int) -> Scores:
        """Score the provisions of a norm that is asked for as a whole: as printed, but closings
        last.
        """
        import numpy

        kinds = self._matcher.columns.kind[start:end]
        order = numpy.arange(end - start, dtype=numpy.float32) / max(end - start, 1)
        last = numpy.isin(kinds, [KINDS.index(kind) for kind in _CLOSINGS])
        return (1.0 - order / 2) * numpy.where(last, 0.25, 1.0)

    def _refine(
        self, question: Question, scores: Scores, wanted: int
    ) -> dict[int, float]:
        """Look at the best places one by one: definitions, amounts."""
        import numpy

        from lawtool.search.rank import (
            POOL,
            lower_formulas,
            raise_amounts,
            raise_definitions,
            raise_neighbours,
        )

        pool = numpy.flatnonzero(scores > 0)
        size = max(POOL, wanted)
        if len(pool) > size:
            pool = pool[numpy.argpartition(-scores[pool], size - 1)[:size]]
        ranked = dict(zip(pool.tolist(), scores[pool].tolist(), strict=True))
        if not ranked or not question.concepts:
            return ranked
        raise_definitions(
            question, ranked, self._tables.terms(list(ranked)), self._weights
        )
        if question.amounts:
            roles = self._tables.amount_roles(list(ranked))
            raise_amounts(question, ranked, roles, self._weights)
        best = sorted(ranked, key=ranked.__getitem__, reverse=True)[:_READ]
        texts = {place: row[3] for place, row in self._tables.provisions(best).items()}
        lower_formulas(question, ranked, texts, self._weights)
        raise_neighbours(question, ranked, texts, self._weights)
        return ranked

    # Hits -----------------------------------------------------------------------------------------

    def _hits(
        self, places: Sequence[int], ranked: Mapping[int, float], question: Question
    ) -> Iterator[Hit]:
        keys = question.keys
        rows = self._tables.provisions(places)
        for place in places:
            norm, path, label, text = rows[place]
            yield Hit(
                norm=norm,
                path=path,
                label=label,
                score=ranked[place],
                snippet=make_snippet(text, keys),
                text=text,
            )


def _passes(
    norm: tuple[str, str | None, str | None, int | None, str | None], filters: Filters
) -> bool:
    slug, uf, place, year, _ = norm
    if filters.norm and slug != filters.norm:
        return False
    if filters.uf and uf != filters.uf.upper():
        return False
    if filters.place and fold(place or "") != fold(filters.place):
        return False
    return filters.year is None or year == filters.year


def _slug_of(name: str | None) -> str:
    """Write a species (`lei.complementar`) or a kind (`redacao_anterior`) as people may type it."""
    return (name or "").replace(".", "-").replace("_", "-")
