"""Words of the corpus that a word nobody wrote there may be: edit distance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_SHORTEST, _LONGEST = 4, 40
_INSIDE, _INSIDE_LIKENESS = 6, 0.8
"""From this length on a word counts as found inside a longer one: scans lose blanks
(`derecipientes`).
"""
_CANDIDATES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class NearWord:
    """A word of the corpus near one that was asked: as most texts print it, its key, its likeness
    from 0 to 1.
    """

    word: str
    key: str
    likeness: float


def find_near(
    key: str,
    vocabulary: Mapping[str, tuple[str, int]],
    *,
    limit: int = 4,
    cutoff: float = 0.74,
) -> list[NearWord]:
    """Find the nearest words of a vocabulary (key → form, number of provisions), the most alike and
    then the most frequent first.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if not key.isalpha() or not _SHORTEST <= len(key) <= _LONGEST:
        return []
    matches = process.extract(
        key,
        vocabulary.keys(),
        scorer=OSA.normalized_similarity,
        score_cutoff=cutoff,
        limit=_CANDIDATES,
    )
    likeness = {other: score for other, score, _ in matches if other.isalpha()}
    if len(key) >= _INSIDE:
        for other in vocabulary:
            if key in other:
                likeness[other] = max(likeness.get(other, 0.0), _INSIDE_LIKENESS)
    nearest = sorted(
        likeness, key=lambda other: (-likeness[other], -vocabulary[other][1], other)
    )
    return [
        NearWord(word=vocabulary[other][0], key=other, likeness=likeness[other])
        for other in nearest[:limit]
    ]
