"""How alike two texts are by what is rare in both: the cosine of weighted character 4-grams.

A ratio of letters gives any two sentences of one trade 60: on five pairs of real norms false pairs between
60 and 65 had a cosine of 0.12 to 0.18, true ones of 0.37 and more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

_SIZE = 4


def _grams(text: str) -> Counter[str]:
    padded = f" {text} "
    return Counter(padded[i : i + _SIZE] for i in range(len(padded) - _SIZE + 1))


class Vectors:
    """Weights learnt from all keys of both norms; vectors are made when asked for."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._texts = tuple(keys)
        self._weights: dict[str, float] = {}
        self._vectors: dict[str, dict[str, float]] = {}

    def _learn(self) -> None:
        count: Counter[str] = Counter()
        for text in self._texts:
            count.update(set(_grams(text)))
        total = len(self._texts)
        self._weights = {
            gram: math.log((1 + total) / (1 + number)) + 0.1 for gram, number in count.items()
        }

    def _vector(self, text: str) -> dict[str, float]:
        if text not in self._vectors:
            if not self._weights:
                self._learn()
            weights = self._weights
            vector = {
                gram: (1 + math.log(n)) * weights.get(gram, 0.1) for gram, n in _grams(text).items()
            }
            norm = math.sqrt(math.fsum(value * value for value in vector.values())) or 1.0
            self._vectors[text] = {gram: value / norm for gram, value in vector.items()}
        return self._vectors[text]

    def cosine(self, text: str, other: str) -> float:
        """0 (nothing in common) to 1."""
        first, second = sorted((self._vector(text), self._vector(other)), key=len)
        return math.fsum(value * second.get(gram, 0.0) for gram, value in first.items())
