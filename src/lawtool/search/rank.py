"""Scores of provisions for a question: articles first, then the provision inside.

What covers more of the question gets more; the article around a provision adds to it; a definition gains where one is asked
for, and parts that only name a subject lose.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from lawtool.model import Kind
from lawtool.search.match import BUDGET, Found, Matcher
from lawtool.search.question import Concept, Question, content_stems

_ARTICLE, _DEFINITION, _TERM = 0.4, 3.0, 0.3
"""What the whole article adds; what a definition gains when one is asked for, and when not."""

_KINDS = {
    Kind.ASSINATURA: 0.5, Kind.FECHO: 0.5, Kind.AGRUPADOR: 0.6, Kind.EPIGRAFE: 0.6, Kind.NOTA: 0.7,
    Kind.PREAMBULO: 0.8, Kind.CONSIDERANDO: 0.8, Kind.EMENTA: 0.8, Kind.JUSTIFICATIVA: 0.8,
}  # fmt: skip
"""Parts that name a subject and do not rule it."""

_POOL = 250
"""Candidates that are looked at one by one."""


Keep = Callable[[Sequence[int]], list[int]]
"""Those of some places that pass the filters, in their order."""


def rank(
    connection: sqlite3.Connection, matcher: Matcher, question: Question, keep: Keep
) -> dict[int, float]:
    """The score of each of the best provisions, by its place, that hold anything asked and pass the filters."""
    found = matcher.find(question.concepts)
    whole = sum(one.weight for one in found if one.scores) or 1.0
    sums: dict[int, float] = defaultdict(float)
    weights: dict[int, float] = defaultdict(float)
    for one in found:
        for row, score in one.scores.items():
            sums[row] += score
            weights[row] += one.weight
    if len(sums) <= BUDGET:
        for row, score in matcher.pairs(question.pairs):
            sums[row] += score
    scores = {row: sums[row] * weight / whole for row, weight in weights.items()}
    for one, concept in zip(found, question.concepts, strict=True):
        if concept.required:
            scores = {row: score for row, score in scores.items() if row in one.scores}
    pool = _pool(scores, keep)
    return _refine(connection, question, found, {row: scores[row] for row in pool}, whole)


def _pool(scores: Mapping[int, float], keep: Keep) -> list[int]:
    """The best that pass the filters; they are asked for ever more at a time, since few may pass."""
    # Two sorts without a function of Python in them take a third of the time of one by (-score, row).
    rows = sorted(sorted(scores), key=scores.__getitem__, reverse=True)
    pool: list[int] = []
    start, size = 0, _POOL
    while start < len(rows) and len(pool) < _POOL:
        pool += keep(rows[start : start + size])
        start, size = start + size, min(size * 4, 8000)
    return pool[:_POOL]


def _refine(
    connection: sqlite3.Connection,
    question: Question,
    found: Sequence[Found],
    pool: dict[int, float],
    whole: float,
) -> dict[int, float]:
    """The scores with what the article around adds, definitions, and the kind of the part."""
    marks = ", ".join("?" * len(pool))
    sql = (
        "SELECT b.ordem, b.unidade, b.termo, d.tipo FROM busca b"
        f" JOIN dispositivos d ON d.ordem = b.ordem WHERE b.ordem IN ({marks})"
    )
    rows = connection.execute(sql, tuple(pool)).fetchall()
    units = _units(found, {row: unit for row, unit, _, _ in rows}, whole)
    asked = [concept for concept in question.concepts if concept.weight == 1.0]
    asked_stems = {
        key for concept in asked for variant in concept.variants for key in variant.stems
    }
    definition = _DEFINITION if question.wants_definition else _TERM
    scores = {}
    for row, unit, term, kind in rows:
        score = pool[row] + _ARTICLE * units[unit]
        if term and not asked_stems.isdisjoint(stems_of_term := _term_stems(term)):
            score *= 1 + _fit(asked, stems_of_term) * definition
        scores[row] = score * _KINDS.get(kind, 1.0)
    return scores


def _units(found: Sequence[Found], unit_of: Mapping[int, int], whole: float) -> dict[int, float]:
    """The score of each article: of every concept the best that one of its provisions holds, by the share of the
    question that they cover together."""
    sums: dict[int, float] = defaultdict(float)
    weights: dict[int, float] = defaultdict(float)
    for one in found:
        best: dict[int, float] = {}
        for row in unit_of.keys() & one.scores.keys():
            unit, score = unit_of[row], one.scores[row]
            if score > best.get(unit, 0.0):
                best[unit] = score
        for unit, score in best.items():
            sums[unit] += score
            weights[unit] += one.weight
    return {unit: sums[unit] * weights[unit] / whole for unit in unit_of.values()}


@lru_cache(maxsize=1 << 14)
def _term_stems(term: str) -> frozenset[str]:
    return frozenset(content_stems(term))


def _fit(concepts: Sequence[Concept], term: frozenset[str]) -> float:
    """How exactly a defined term is what was asked: the share of the question in the term times that of the term in it."""
    matched: set[str] = set()
    hits = 0
    for concept in concepts:
        inside = [variant.stems for variant in concept.variants if term.issuperset(variant.stems)]
        if inside:
            hits += 1
            longest = max(inside, key=len)
            matched.update(longest)
    return hits / len(concepts) * len(matched) / len(term)
