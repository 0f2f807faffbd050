"""Questions to a database: filters, citations in the question, the ranking, what was meant where nothing is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING

from lawtool.search import semantic
from lawtool.search.cited_norms import Citations, places
from lawtool.search.fuzzy import near
from lawtool.search.match import Matcher, frequency
from lawtool.search.question import SYNONYM, Question, Variant, read
from lawtool.search.rank import rank
from lawtool.search.snippet import snippet
from lawtool.vocabulary.folding import fold, slugify

if TYPE_CHECKING:
    from lawtool.citations.catalogue import Catalogue

_MEANING = 0.45
"""Weight of nearness of meaning, beside the best score of the words."""
_FREQUENCIES = 1 << 14
"""Keys whose frequency is kept between questions."""


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
    """What hits must be. `kind` is a species of norm (`lei`, `decreto`) or a kind of provision (`artigo`, `inciso`);
    `in_force_on` keeps what the corpus knows to have been in force on that day."""

    norm: str | None = None
    uf: str | None = None
    place: str | None = None
    kind: str | None = None
    year: int | None = None
    in_force_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The hits of a question. `instead`: words that no provision holds, with the near ones that were searched for.
    `unused_vectors`: the database has vectors of meaning, and the package that reads the question is not installed."""

    hits: tuple[Hit, ...]
    instead: dict[str, tuple[str, ...]]
    suggestions: tuple[str, ...] = ()
    unused_vectors: bool = False


class Search:
    """The search of one database; `catalogue` is asked for only where a question may hold a citation."""

    def __init__(self, connection: sqlite3.Connection, catalogue: Callable[[], Catalogue]) -> None:
        connection.create_function(
            "fold", 1, lambda text: fold(text) if text else text, deterministic=True
        )
        self._connection = connection
        self.citations = Citations(connection, catalogue)
        self._frequency = lru_cache(maxsize=_FREQUENCIES)(partial(frequency, connection))

    @cached_property
    def _total(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM busca").fetchone()[0])

    @cached_property
    def _vectors(self) -> semantic.Vectors | None:
        return semantic.Vectors.of(self._connection)

    def find(self, text: str, filters: Filters | None = None, *, limit: int = 20) -> Found:
        """The best provisions for a question in words, a citation, or both. Any text is a question."""
        filters = filters or Filters()
        within = places(self._connection, filters.norm) if filters.norm else None
        matcher = Matcher(self._connection, self._total, within, self._frequency)
        question, instead = self._mended(matcher, read(text))
        scores = rank(
            self._connection, matcher, question, lambda rows: self._passing(rows, filters)
        )
        self._add_meaning(question, scores)
        if question.concepts:
            self.citations.raise_scores(question.text, scores)
        rows = self._passing(sorted(scores, key=lambda row: (-scores[row], row)), filters)
        hits = tuple(self._hits(rows[:limit], scores, question))
        return Found(
            hits=hits,
            instead=instead,
            suggestions=() if hits else self._suggestions(question),
            unused_vectors=semantic.unused(self._connection),
        )

    # The question --------------------------------------------------------------------------------------

    def _mended(
        self, matcher: Matcher, question: Question
    ) -> tuple[Question, dict[str, tuple[str, ...]]]:
        """Words that no provision holds under any name, with the nearest words of the corpus beside them."""
        concepts, instead = [], {}
        for concept in question.concepts:
            others = (
                []
                if concept.required or matcher.known(concept)
                else near(self._connection, concept.word)
            )
            if others:
                instead[concept.word] = tuple(dict.fromkeys(other.word for other in others))
                variants = [
                    Variant(stems=(other.stem,), weight=other.similarity * SYNONYM)
                    for other in others
                ]
                concept = replace(concept, variants=(*concept.variants, *variants))
            concepts.append(concept)
        return replace(question, concepts=tuple(concepts)), instead

    def _suggestions(self, question: Question) -> tuple[str, ...]:
        """Words of the corpus that a word of the question may have been meant for."""
        words = [word for concept in question.concepts for word in concept.word.split()]
        found = [
            near(self._connection, word, limit=2, cutoff=0.55) for word in dict.fromkeys(words)
        ]
        return tuple(dict.fromkeys(other.word for others in found for other in others))[:5]

    # Scores beside the words ---------------------------------------------------------------------------

    def _add_meaning(self, question: Question, scores: dict[int, float]) -> None:
        if (
            self._vectors is None
            or not question.concepts
            or any(one.required for one in question.concepts)
        ):
            return
        best = max(scores.values(), default=1.0)
        for row, nearness in self._vectors.near(question.text).items():
            scores[row] = scores.get(row, 0.0) + _MEANING * nearness * best

    # Hits ----------------------------------------------------------------------------------------------

    def _passing(self, rows: Sequence[int], filters: Filters) -> list[int]:
        """Those of these places that pass the filters, in their order."""
        clauses, values = _conditions(filters)
        if not clauses:
            return list(rows)
        marks = ", ".join("?" * len(rows))
        sql = (
            "SELECT b.ordem FROM busca b JOIN dispositivos d ON d.id = b.dispositivo JOIN normas n ON n.id = b.norma"
            f" WHERE {' AND '.join((f'b.ordem IN ({marks})', *clauses))}"
        )
        passing = {row for (row,) in self._connection.execute(sql, (*rows, *values))}
        return [row for row in rows if row in passing]

    def _hits(
        self, rows: Sequence[int], scores: dict[int, float], question: Question
    ) -> Iterator[Hit]:
        stems = question.stems
        marks = ", ".join("?" * len(rows))
        sql = (
            "SELECT b.ordem, b.norma, d.caminho, d.nome, b.texto FROM busca b"
            f" JOIN dispositivos d ON d.ordem = b.ordem WHERE b.ordem IN ({marks})"
        )
        found = {row: told for row, *told in self._connection.execute(sql, rows)}
        for row in rows:
            norm, path, label, text = found[row]
            yield Hit(
                norm=norm,
                path=path,
                label=label,
                score=scores[row],
                snippet=snippet(text, stems),
                text=text,
            )


_IN_FORCE = """
EXISTS (SELECT 1 FROM vigencias v WHERE v.norma = b.norma AND v.situacao IN ('in_force', 'in_force_unless_revoked',
 'partially_revoked') AND coalesce(v.desde, '') <= ? AND coalesce(v.ate, '9999') > ?
 AND (v.dispositivo IS NOT NULL OR v.caminho IS NULL)
 AND v.dispositivo IS CASE WHEN EXISTS (SELECT 1 FROM vigencias w WHERE w.dispositivo = b.dispositivo)
 THEN b.dispositivo END)
"""


def _conditions(filters: Filters) -> tuple[list[str], list[object]]:
    clauses: list[str] = []
    values: list[object] = []

    def add(clause: str, *given: object) -> None:
        clauses.append(clause)
        values.extend(given)

    if filters.norm:
        add("b.norma = ?", filters.norm)
    if filters.uf:
        add("n.uf = ?", filters.uf.upper())
    if filters.place:
        add("fold(n.municipio) = ?", fold(filters.place))
    if filters.kind:
        kind = slugify(filters.kind)
        add("? IN (replace(n.especie, '.', '-'), replace(d.tipo, '_', '-'))", kind)
    if filters.year is not None:
        add("n.ano = ?", filters.year)
    if filters.in_force_on:
        day = filters.in_force_on.isoformat()
        add(_IN_FORCE, day, day)
    return clauses, values
