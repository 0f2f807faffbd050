"""Scores of provisions for a question: articles first, then the provision inside.

Each concept is one query of the full-text index. A concept counts once, however many of its words a provision holds, and
a rare synonym counts no more than the concept as a whole is rare. What covers more of the question gets more; the article
around a provision adds to it.
"""

from __future__ import annotations

import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lawtool.model import Kind
from lawtool.search.question import Concept, Question, Variant, content_stems

_BM25 = "-bm25(busca_radicais, 1.0, 0.3, 0.2, 0.3)"
"""Weights of text, ancestors' text, headings and name of the norm."""

_ARTICLE, _DEFINITION, _TERM = 0.4, 3.0, 0.3
"""What the whole article adds; what a definition gains when one is asked for, and when not."""

_KINDS = {
    Kind.ASSINATURA: 0.5, Kind.FECHO: 0.5, Kind.AGRUPADOR: 0.6, Kind.EPIGRAFE: 0.6, Kind.NOTA: 0.7,
    Kind.PREAMBULO: 0.8, Kind.CONSIDERANDO: 0.8, Kind.EMENTA: 0.8, Kind.JUSTIFICATIVA: 0.8,
}  # fmt: skip
"""Parts that name a subject and do not rule it."""

_BUDGET = 6000
"""Provisions that are scored in full (about 5 µs each); what is more frequent only tells these apart."""

_POOL = 250
"""Candidates that are looked at one by one."""


@dataclass(slots=True)
class _Found:
    """Rows of one concept with their scores, and its weight in the coverage of the question."""

    scores: dict[int, float]
    weight: float


def rank(connection: sqlite3.Connection, question: Question, total: int) -> dict[int, float]:
    """The score of each of the best provisions, by its place, that hold anything asked. `total`: those of the corpus."""
    found = list(_find(connection, question.concepts, total))
    whole = sum(one.weight for one in found if one.scores) or 1.0
    sums: dict[int, float] = defaultdict(float)
    weights: dict[int, float] = defaultdict(float)
    for one in found:
        for row, score in one.scores.items():
            sums[row] += score
            weights[row] += one.weight
    required = [one.scores for one, concept in zip(found, question.concepts, strict=True) if concept.required]
    if len(sums) <= _BUDGET:
        for row, score in _pairs(connection, question.pairs):
            sums[row] += score
    scores = {row: sums[row] * weight / whole for row, weight in weights.items()}
    pool = [row for row in scores if all(row in rows for rows in required)]
    pool.sort(key=lambda row: (-scores[row], row))
    return _refine(connection, question, found, {row: scores[row] for row in pool[:_POOL]}, whole)


def _find(connection: sqlite3.Connection, concepts: Sequence[Concept], total: int) -> Iterable[_Found]:
    """The rows of each concept, the rare concepts first, so that frequent words are looked up among their rows only."""
    sizes = [_size(connection, concept) for concept in concepts]
    order = sorted(range(len(concepts)), key=lambda at: sizes[at])
    out: dict[int, _Found] = {}
    spent, light = 0, [""]
    for at in order:
        spent += sizes[at]
        full = spent <= _BUDGET or len(light) == 1
        among = "" if full else f" AND ({' OR '.join(filter(None, light))})"
        out[at] = _rows(connection, concepts[at], total, among)
        if full and out[at].scores:
            light += [variant.match for variant in concepts[at].variants]
    return [out[at] for at in range(len(concepts))]


def _size(connection: sqlite3.Connection, concept: Concept) -> int:
    """About how many provisions hold a concept: an expression is no more frequent than its rarest word."""
    ask = "SELECT total(ocorrencias) FROM busca_palavras WHERE radical = ?"
    size = 0
    for variant in concept.variants:
        size += min(int(connection.execute(ask, (key,)).fetchone()[0]) for key in variant.stems)
    return size


def _rows(connection: sqlite3.Connection, concept: Concept, total: int, among: str) -> _Found:
    # With other words in the same query its score would be theirs too: a frequent word gets an even one instead.
    score = "1.0" if among else _BM25
    sql = f"SELECT rowid, {score} FROM busca_radicais WHERE busca_radicais MATCH ?"
    results = [(variant, connection.execute(sql, (f"{variant.match}{among}",)).fetchall()) for variant in concept.variants]
    rarity = _rarity(len({row for _, rows in results for row, _ in rows}), total)
    best: dict[int, float] = {}
    for variant, rows in results:
        factor = variant.weight * (rarity / _rarity(len(rows), total) if not among else rarity / 4)
        for row, value in rows:
            if value * factor > best.get(row, 0.0):
                best[row] = value * factor
    return _Found(best, rarity * concept.weight)


def _rarity(rows: int, total: int) -> float:
    """The weight that BM25 gives to a word found in so many rows; never nought."""
    return max(math.log((total - rows + 0.5) / (rows + 0.5)), 1e-6)


def _pairs(connection: sqlite3.Connection, pairs: Sequence[Variant]) -> Iterable[tuple[int, float]]:
    """A bonus for words that stand together as they do in the question."""
    for pair in pairs:
        sql = f"SELECT rowid, {pair.weight} * {_BM25} FROM busca_radicais WHERE busca_radicais MATCH ?"
        yield from connection.execute(sql, (pair.match,))


def _refine(
    connection: sqlite3.Connection, question: Question, found: Sequence[_Found], pool: dict[int, float], whole: float
) -> dict[int, float]:
    """The scores with what the article around adds, definitions, and the kind of the part."""
    marks = ", ".join("?" * len(pool))
    sql = (
        "SELECT b.ordem, b.unidade, b.termo, d.tipo FROM busca b"
        f" JOIN dispositivos d ON d.id = b.dispositivo WHERE b.ordem IN ({marks})"
    )
    rows = connection.execute(sql, tuple(pool)).fetchall()
    units = _units(found, {row: unit for row, unit, _, _ in rows}, whole)
    scores = {}
    for row, unit, term, kind in rows:
        score = pool[row] + _ARTICLE * units[unit]
        if term:
            fit = _fit(question, frozenset(content_stems(term)))
            score *= 1 + fit * (_DEFINITION if question.wants_definition else _TERM)
        scores[row] = score * _KINDS.get(kind, 1.0)
    return scores


def _units(found: Sequence[_Found], unit_of: Mapping[int, int], whole: float) -> dict[int, float]:
    """The score of each article: of every concept the best that one of its provisions holds, by the share of the
    question that they cover together."""
    sums: dict[int, float] = defaultdict(float)
    weights: dict[int, float] = defaultdict(float)
    for one in found:
        best: dict[int, float] = {}
        for row, unit in unit_of.items():
            score = one.scores.get(row, 0.0)
            if score > best.get(unit, 0.0):
                best[unit] = score
        for unit, score in best.items():
            sums[unit] += score
            weights[unit] += one.weight
    return {unit: sums[unit] * weights[unit] / whole for unit in unit_of.values()}


def _fit(question: Question, term: frozenset[str]) -> float:
    """How exactly a defined term is what was asked: the share of the question in the term times that of the term in it."""
    concepts = [concept for concept in question.concepts if concept.weight == 1.0]
    if not term or not concepts:
        return 0.0
    matched: set[str] = set()
    hits = 0
    for concept in concepts:
        inside = [variant.stems for variant in concept.variants if term.issuperset(variant.stems)]
        if inside:
            hits += 1
            longest = max(inside, key=len)
            matched.update(longest)
    return hits / len(concepts) * len(matched) / len(term)
