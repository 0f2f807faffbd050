"""Find who else in a corpus has a provision: most alike first, with what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz

from lawtool.comparison.edits import Edit, find_edits, words_of
from lawtool.comparison.number_changes import number_changes
from lawtool.comparison.sense import SenseChange, find_sense_changes
from lawtool.comparison.shingles import key_of
from lawtool.comparison.units import Unit, unit_of
from lawtool.model import Dispositivo

LIKENESS = 60.0
"""Similarity from which a provision is a parallel."""
SHORT_LIKENESS, SHORT_WORDS = 85.0, 8
"""Similarity that provisions of few words need."""
MOST_PARALLELS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Parallel:
    """A provision of another norm that says much the same: `score` in percent, and what differs,
    the asked provision on side a.
    """

    norm: str
    path: str
    text: str
    score: float
    edits: tuple[Edit, ...]
    sense: tuple[SenseChange, ...]


def find_parallels(
    provision: Dispositivo,
    others: Iterable[tuple[str, str, str]],
    *,
    limit: int = MOST_PARALLELS,
) -> list[Parallel]:
    """Find the provisions among `others` (norm, path, text) that are like one; of a norm only the
    most alike.
    """
    best: dict[str, tuple[float, str, str]] = {}
    for score, norm, path, text in _score_others(provision.text, others):
        if score > best.get(norm, (0.0, "", ""))[0]:
            best[norm] = (score, path, text)
    ranked = sorted(best.items(), key=lambda row: (-row[1][0], row[0]))[:limit]
    unit = unit_of(provision)
    return [_compare_with(unit, provision, norm, *found) for norm, found in ranked]


def _score_others(
    text: str, others: Iterable[tuple[str, str, str]]
) -> Iterator[tuple[float, str, str, str]]:
    """Score only what is near in length and shares a good part of the words: most of a corpus is
    passed over.
    """
    key = key_of(text)
    words = set(key.split())
    if len(key.split()) >= SHORT_WORDS:
        floor = LIKENESS
    else:
        floor = SHORT_LIKENESS
    longest = len(text) * (200.0 / floor - 1) + 20
    shortest = len(text) / (200.0 / floor - 1) - 20
    for norm, path, other in others:
        if not shortest <= len(other) <= longest:
            continue
        other_key = key_of(other)
        if 4 * len(words.intersection(other_key.split())) < len(words):
            continue
        score = fuzz.ratio(key, other_key, score_cutoff=floor)
        if score:
            yield score, norm, path, other


def _compare_with(
    unit: Unit, provision: Dispositivo, norm: str, score: float, path: str, text: str
) -> Parallel:
    other = unit_of(Dispositivo(path=path, kind=provision.kind, text=text))
    mine, theirs = words_of([unit]), words_of([other])
    edits = find_edits(mine, theirs)
    numbers = number_changes(mine, theirs, base="a", scanned=False)
    return Parallel(
        norm=norm,
        path=path,
        text=text,
        score=score,
        edits=tuple(edits),
        sense=find_sense_changes(mine, theirs, edits, numbers),
    )
