"""Words of the corpus that a word nobody wrote there may be: trigrams find candidates, edit distance chooses."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from lawtool.vocabulary.folding import fold

_SHORTEST = 4
_CANDIDATES = 80
_INSIDE = 6
"""From this length on a word counts as found inside a longer one: scans lose blanks (`derecipientes`)."""

_SQL = """
SELECT p.palavra, p.forma, p.radical, p.ocorrencias FROM busca_trigramas t JOIN busca_palavras p ON p.id = t.rowid
 WHERE busca_trigramas MATCH ? ORDER BY bm25(busca_trigramas) LIMIT ?
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A word of the corpus near one that was asked; `similarity` is 0 to 1."""

    word: str
    stem: str
    similarity: float


def near(
    connection: sqlite3.Connection, word: str, *, limit: int = 4, cutoff: float = 0.74
) -> list[Near]:
    """The nearest words of the corpus, the most similar and then the most frequent first."""
    from rapidfuzz.distance import OSA

    wanted = fold(word)
    if not wanted.isalpha() or not _SHORTEST <= len(wanted) <= 40:
        return []
    grams = dict.fromkeys(wanted[at : at + 3] for at in range(len(wanted) - 2))
    match = " OR ".join(f'"{gram}"' for gram in grams)
    found = []
    for other, form, key, count in connection.execute(_SQL, (match, _CANDIDATES)):
        similarity = OSA.normalized_similarity(wanted, other)
        if len(wanted) >= _INSIDE and wanted in other:
            similarity = max(similarity, 0.8)
        if similarity >= cutoff and other[0].isalpha():
            found.append((-similarity, -count, Near(word=form, stem=key, similarity=similarity)))
    found.sort(key=lambda one: one[:2])
    return [one for _, _, one in found[:limit]]
