"""Scores of provisions for a question: the norm first, then the article, then the provision inside.

What covers more of the question gets more; the article and the norm around a provision add to it; a
definition gains where one is asked for, an amount where one is asked for, and parts that only name
a subject lose. All weights of the search stand here; `tests/bench/weights.py` chose them on
annotated questions and prints what each of these gets when it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy

from lawtool.comparison.units import formula_of
from lawtool.model import Kind
from lawtool.search.question import Concept, Question
from lawtool.search.stems import content_families
from lawtool.vocabulary.folding import fold

if TYPE_CHECKING:
    from lawtool.search.match import Matcher

Scores = Any
"""A numpy array with a number for each place of the corpus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The weights of the ranking. `family`, `synonym`, `part`: of another word of a family, another
    word for the concept, a word of an expression, beside the typed word. `context`, `summary`,
    `name`: of what ancestors, the summary of the norm and its name say, beside the own text.
    `saturation`, `length`: k1 and b of BM25. `coverage`: power of the share of the question that is
    covered. `article`, `norm`: what they add. `neighbours`: of words side by side as typed.
    `named`,
    `cited`: factors of a norm that the question names. `definition`, `term`: what a definition
    gains when one is asked for, and when not. `amount`: what a provision with an amount of the kind
    gains. `formula`: factor of clauses that every norm has. `meaning`: nearness of vectors.
    """

    family: float = 0.5
    synonym: float = 0.6
    part: float = 0.3
    context: float = 0.25
    summary: float = 0.3
    name: float = 0.3
    saturation: float = 0.9
    length: float = 0.5
    coverage: float = 0.6
    article: float = 0.1
    norm: float = 0.2
    neighbours: float = 0.3
    named: float = 1.5
    definition: float = 3.0
    term: float = 0.3
    amount: float = 0.4
    formula: float = 0.5
    meaning: float = 0.45


WEIGHTS = Weights()

_KINDS = {
    Kind.ASSINATURA: 0.5, Kind.FECHO: 0.5, Kind.AGRUPADOR: 0.6, Kind.EPIGRAFE: 0.6, Kind.NOTA: 0.7,
    Kind.PREAMBULO: 0.8, Kind.CONSIDERANDO: 0.8, Kind.EMENTA: 0.8, Kind.JUSTIFICATIVA: 0.8,
}  # fmt: skip
"""Parts that name a subject and do not rule it."""

_CLAUSE = 400
"""Characters that a clause of every norm has at most."""
_FORMULAS = frozenset({"commencement", "revocation", "expenses", "regulation"})

_READ, _STEM = 1500, 4
"""Characters of a text in which neighbours are looked for, and letters of a word that tell it."""

POOL = 200
"""Candidates that are looked at one by one."""


def rank_places(
    matcher: Matcher,
    question: Question,
    allowed: Scores | None,
    weights: Weights = WEIGHTS,
) -> Scores:
    """Score every place for the concepts of a question; 0 for what holds none of them or is not
    among `allowed`.
    """
    columns = matcher.columns
    places, units, norms = (
        _Sums(size) for size in (columns.places, columns.units, columns.norms)
    )
    for concept in question.concepts:
        match = matcher.match(concept, weights)
        if match is None:
            continue
        weight = match.rarity * (weights.part if concept.part else 1.0)
        places.add(match.places, match.scores, weight)
        units.add_best(columns.unit[match.own], match.own_scores, weight)
        norms.add_best(columns.norm[match.own], match.own_scores, weight)
    found = numpy.flatnonzero(places.covered > 0)
    if allowed is not None:
        found = found[allowed[found] > 0]
    total = places.totals(found, weights)
    total += weights.article * units.totals(columns.unit[found], weights)
    total += weights.norm * norms.totals(columns.norm[found], weights)
    scores = numpy.zeros(columns.places, dtype=numpy.float32)
    scores[found] = total * columns.factors(_KINDS, found)
    return scores


class _Sums:
    """Scores of places, units or norms, summed up concept by concept, with the part of the question
    that is covered.
    """

    def __init__(self, size: int) -> None:
        self.scores, self.covered = numpy.zeros((2, size), dtype=numpy.float32)
        self.whole = 0.0

    def add(self, numbers: Any, scores: Any, weight: float) -> None:
        """Add the scores of a concept; each number stands there once."""
        self.whole += weight
        self.scores[numbers] += scores * weight
        self.covered[numbers] += weight

    def add_best(self, numbers: Any, scores: Any, weight: float) -> None:
        """Add the best score of each number."""
        best = numpy.zeros(len(self.scores), dtype=numpy.float32)
        numpy.maximum.at(best, numbers, scores)
        numbers = numpy.flatnonzero(best > 0)
        self.add(numbers, best[numbers], weight)

    def totals(self, numbers: Any, weights: Weights) -> Any:
        """Give the scores of some numbers, less what is not covered."""
        share = self.covered[numbers] / (self.whole or 1.0)
        return self.scores[numbers] * share**weights.coverage


def raise_definitions(
    question: Question,
    scores: dict[int, float],
    terms: Mapping[int, str],
    weights: Weights = WEIGHTS,
) -> None:
    """Raise provisions that define what was asked, the more exactly the more."""
    asked = [concept for concept in question.concepts if not concept.part]
    if question.wants_definition:
        gain = weights.definition
    else:
        gain = weights.term
    for place, term in terms.items():
        scores[place] *= 1 + gain * _fit(asked, frozenset(content_families(term)))


def _fit(concepts: Sequence[Concept], term: frozenset[str]) -> float:
    """Say how exactly a defined term is what was asked: the share of the question in it times its
    share in the question.
    """
    if not concepts or not term:
        return 0.0
    matched: set[str] = set()
    hits = 0
    for concept in concepts:
        spoken = [
            content_families(" ".join(variant.keys)) for variant in concept.variants
        ]
        inside = [
            set(families)
            for families in spoken
            if families and term.issuperset(families)
        ]
        if inside:
            hits += 1
            matched |= max(inside, key=len)
    return hits / len(concepts) * len(matched) / len(term)


def raise_amounts(
    question: Question,
    scores: dict[int, float],
    roles: Mapping[int, frozenset[str]],
    weights: Weights = WEIGHTS,
) -> None:
    """Raise provisions with an amount of the kind that is asked for."""
    for place, some in roles.items():
        if not question.amounts.isdisjoint(some):
            scores[place] *= 1 + weights.amount


def raise_neighbours(
    question: Question,
    scores: dict[int, float],
    texts: Mapping[int, str],
    weights: Weights = WEIGHTS,
) -> None:
    """Raise provisions by the share of the neighbouring words of a question that are neighbours
    there too.
    """
    pairs = [_neighbours_pattern(*pair) for pair in question.neighbours]
    for place, text in texts.items():
        plain = fold(text[:_READ])
        shared = sum(pair.search(plain) is not None for pair in pairs)
        scores[place] *= 1 + weights.neighbours * shared / max(len(pairs), 1)


def _neighbours_pattern(first: str, second: str) -> re.Pattern[str]:
    """Match two words, in any of their forms, with small words between at most."""
    return re.compile(
        rf"\b{_beginning(first)}\w*\W+(?:\w{{1,3}}\W+){{0,2}}{_beginning(second)}"
    )


def _beginning(key: str) -> str:
    """Cut off what inflection changes."""
    return key[: max(_STEM, len(key) - 2)]


def lower_formulas(
    question: Question,
    scores: dict[int, float],
    texts: Mapping[int, str],
    weights: Weights = WEIGHTS,
) -> None:
    """Lower clauses that every norm has, such as that of its commencement, unless the question asks
    what is law still.
    """
    if question.wants_end:
        return
    for place, text in texts.items():
        if len(text) < _CLAUSE:
            clause = " ".join(re.findall(r"\w+", fold(text)))
            if formula_of(clause) in _FORMULAS:
                scores[place] *= weights.formula
