"""From pairs of like provisions to verdicts on pairs of norms."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np
from rapidfuzz import fuzz

from lawtool.comparison.residue import residue
from lawtool.comparison.shingles import (
    Hashes,
    Index,
    build,
    holder_pairs,
    repeated,
    shingle_hashes,
    similar_texts,
)
from lawtool.comparison.units import fold_word
from lawtool.comparison.verdict import (
    COPY,
    LEAD,
    LEAD_WORDS,
    PARTIAL,
    SHINGLE,
    amends,
    cites,
    date_of,
    day_of,
)
from lawtool.model import Match, Norma, Relation

ALIKE = 60.0
NOISY = 0.25
"""Provisions below LEAD are alike if they are this similar and share this part of the shorter one's
shingles."""
SHORTEST = 6
"""Shorter provisions (`a granel;`) say nothing about where a text comes from."""
EXPLAINED = 0.95
"""Share of an overlap that lies in an older third text from which the link is a shared source."""
SUBSTANCE = 25
ALONE = 60
EVIDENCE = 15
"""A copy or partial copy needs two like provisions with SUBSTANCE words, or one with ALONE, and so many
shared shingles: one line of a form is no copied law."""
MODEL = 8
"""A provision that more norms share than this is a form without a name: no lead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Two norms with text in common. `a` is the later one (the copy where `directed`), `b` the earlier one.

    `of_a`, `of_b`: share of each text's 8-word shingles; `shared` how many; `provisions` the like provisions
    (paths of a on the left); `via` the older third norm of a shared source; `reasons` sentences.
    """

    a: str
    b: str
    label: str
    directed: bool
    of_a: float
    of_b: float
    shared: int
    provisions: tuple[Match, ...]
    reasons: tuple[str, ...] = ()
    via: str = ""

    @property
    def containment(self) -> float:
        """Share of the smaller text."""
        return max(self.of_a, self.of_b)

    @property
    def relation(self) -> Relation | None:
        """As a row of `relacoes`: copia or fonte_comum, None for a lead or an amendment."""
        kind = {"copy": "copia", "partial copy": "copia", "shared source": "fonte_comum"}.get(
            self.label
        )
        if kind is None:
            return None
        evidence = "; ".join([self.label, *self.reasons])
        return Relation(
            kind=kind,
            source=self.a,
            target=self.b,
            method="detected",
            score=round(self.containment, 4),
            evidence=evidence,
        )


Pair = tuple[int, int]
"""Numbers of two norms in order of date, the older first."""


@dataclass(slots=True)
class _Corpus:
    normas: Sequence[Norma]
    index: Index
    hashes: dict[int, Hashes] = field(default_factory=dict)
    sharers: dict[tuple[int, str], int] = field(default_factory=dict)
    """(norm, path) → how many other norms have a like provision."""

    def is_form(self, pair: Pair, newer: str, older: str) -> bool:
        """Whether more norms have these provisions than a lead allows."""
        return (
            max(self.sharers.get((pair[1], newer), 0), self.sharers.get((pair[0], older), 0))
            > MODEL
        )

    def shingles(self, norm: int) -> Hashes:
        """The 8-word shingles of a norm, formulas left out, each once, sorted."""
        if norm not in self.hashes:
            self.hashes[norm] = np.unique(shingle_hashes(self.index.word_numbers(norm), SHINGLE))
        return self.hashes[norm]


def in_order_of_age(normas: Iterable[Norma]) -> list[Norma]:
    """The oldest first, those without a date last; of one day in order of id."""
    return sorted(normas, key=lambda norma: (_age(norma), norma.slug))


def _age(norma: Norma) -> date:
    known = date_of(norma)
    if known is not None:
        return known
    return date(norma.id.year, 12, 31) if norma.id.year and 1 <= norma.id.year <= 9999 else date.max


def find(normas: Iterable[Norma]) -> list[Link]:
    """All pairs of norms with text in common, the strongest first.

    One inverted index over the corpus, then work only on pairs that share something rare: time and memory
    grow with the text.
    """
    ordered = in_order_of_age(normas)
    corpus = _Corpus(ordered, build(ordered))
    alike = _like_provisions(corpus.index)
    corpus.sharers = _sharers(alike)
    links: dict[Pair, Link] = {}
    for pair, found in sorted(alike.items()):
        link = _judge(corpus, pair, found)
        if link is not None:
            links[pair] = link
    links = _explain(corpus, links)
    kept = [_with_reasons(corpus, pair, link) for pair, link in links.items()]
    return sorted(kept, key=lambda link: (-link.containment, -link.shared, link.a, link.b))


Like = dict[str, tuple[str, float, int]]
"""Path in the later norm → path in the older, similarity, words."""


def _like_provisions(index: Index) -> dict[Pair, Like]:
    alike: dict[Pair, Like] = defaultdict(dict)
    for number, (older, path), (newer, other) in repeated(index):
        words = index.texts[number].words
        if words >= SHORTEST:
            _keep(alike[older, newer], other, path, 100.0, words)
    for first, second, shared in similar_texts(index):
        x, y = index.texts[first], index.texts[second]
        words = min(x.words, y.words)
        enough = shared >= NOISY * max(1, words - 4)
        score = fuzz.ratio(x.key, y.key, score_cutoff=ALIKE if enough else LEAD)
        if not score or words < SHORTEST:
            continue
        for (norm, path), (other_norm, other) in holder_pairs(x.holders, y.holders):
            if norm < other_norm:
                _keep(alike[norm, other_norm], other, path, score, words)
            else:
                _keep(alike[other_norm, norm], path, other, score, words)
    return alike


def _sharers(alike: Mapping[Pair, Like]) -> dict[tuple[int, str], int]:
    count: Counter[tuple[int, str]] = Counter()
    for (older, newer), found in alike.items():
        count.update((newer, path) for path in found)
        count.update((older, path) for path in {partner for partner, _, _ in found.values()})
    return count


def _keep(found: Like, newer: str, older: str, score: float, words: int) -> None:
    """The best partner of a provision; of equal ones the one of the same path, which a version keeps."""
    known = found.get(newer)
    if known is None or (score, older == newer) > (known[1], known[0] == newer):
        found[newer] = (older, score, words)


def _judge(corpus: _Corpus, pair: Pair, found: Like) -> Link | None:
    older, newer = (corpus.normas[number] for number in pair)
    mine, other = corpus.shingles(pair[1]), corpus.shingles(pair[0])
    shared = len(np.intersect1d(mine, other, assume_unique=True))
    of_a = shared / len(mine) if len(mine) else 0.0
    of_b = shared / len(other) if len(other) else 0.0
    telling = {path: row for path, row in found.items() if not corpus.is_form(pair, path, row[0])}
    label = _label(max(of_a, of_b), shared, found, telling)
    if not label:
        return None
    matches = tuple(
        Match(
            left=(path,),
            right=(partner,),
            relation="identical" if score == 100 else "adapted",
            score=round(score, 1),
        )
        for path, (partner, score, _) in found.items()
    )
    return Link(
        a=newer.slug,
        b=older.slug,
        label=label,
        directed=_age(older) < _age(newer),
        of_a=of_a,
        of_b=of_b,
        shared=shared,
        provisions=matches,
    )


def _label(containment: float, shared: int, found: Like, telling: Like) -> str:
    """The label of a pair, empty for none. A lead needs provisions that are not common to many norms."""
    words = sum(words for _, _, words in found.values())
    if shared >= EVIDENCE and (words >= ALONE or (words >= SUBSTANCE and len(found) >= 2)):
        if containment >= COPY:
            return "copy"
        if containment >= PARTIAL and len(found) >= 2:
            return "partial copy"
    strong = any(score >= LEAD and words >= LEAD_WORDS for _, score, words in telling.values())
    return "lead" if strong or len(telling) >= 2 else ""


def _explain(corpus: _Corpus, links: Mapping[Pair, Link]) -> dict[Pair, Link]:
    """Links whose text lies in an older third norm become shared sources; leads so explained are dropped."""
    older_of: dict[int, set[int]] = defaultdict(set)
    for older, newer in links:
        older_of[newer].add(older)
    result: dict[Pair, Link] = {}
    for (older, newer), link in links.items():
        if link.label == "lead" and _lead_explained(links, older_of, older, newer):
            continue
        via = None
        if link.label != "lead":
            via = _common_source(corpus, links, older_of, older, newer)
        result[older, newer] = (
            link
            if via is None
            else replace(link, label="shared source", via=corpus.normas[via].slug)
        )
    return result


def _common_source(
    corpus: _Corpus,
    links: Mapping[Pair, Link],
    older_of: Mapping[int, set[int]],
    older: int,
    newer: int,
) -> int | None:
    """The oldest third norm, older than both and linked to both, that has nearly all that the two share."""
    thirds = sorted(older_of[newer] & older_of.get(older, set()))
    if not thirds:
        return None
    shared = np.intersect1d(corpus.shingles(older), corpus.shingles(newer), assume_unique=True)
    for third in thirds:
        strong = links[third, newer].label != "lead" and links[third, older].label != "lead"
        explained = len(np.intersect1d(shared, corpus.shingles(third), assume_unique=True))
        if strong and len(shared) and explained >= EXPLAINED * len(shared):
            return third
    return None


def _lead_explained(
    links: Mapping[Pair, Link], older_of: Mapping[int, set[int]], older: int, newer: int
) -> bool:
    """Whether all the like provisions of a lead came to the newer norm by a third one, older than it, that
    has them from or with the older: Coari is like Guariba only where DNC 27 is."""
    paths = {match.left[0] for match in links[older, newer].provisions}
    for third in older_of[newer] - {older}:
        between = (min(third, older), max(third, older))
        if links[third, newer].label == "lead" or between not in links:
            continue
        if paths <= {match.left[0] for match in links[third, newer].provisions}:
            return True
    return False


def _with_reasons(corpus: _Corpus, pair: Pair, link: Link) -> Link:
    older, newer = (corpus.normas[number] for number in pair)
    quoted = [match for match in link.provisions if "_alt" in match.left[0]]
    if link.label != "lead" and (
        2 * len(quoted) > len(link.provisions) or (not link.via and amends(newer, older))
    ):
        link = replace(link, label="amends", via="")
    reasons = [
        f"{link.containment:.1%} of the smaller text word for word ({link.shared} shingles of 8 words)"
    ]
    best = max(link.provisions, key=lambda match: match.score)
    plural = "s" if len(link.provisions) > 1 else ""
    reasons.append(
        f"{len(link.provisions)} provision{plural} alike, {best.left[0]} ~ {best.right[0]} ({best.score:.0f} %)"
    )
    if link.directed:
        reasons.append(f"{older.slug} is older ({day_of(older)} before {day_of(newer)})")
    if link.via:
        reasons.append(f"nearly all of it stands in the older {link.via}")
    for item in residue(newer):
        if item.species in fold_word(older.id.species):
            reasons.append(f"residue in {newer.slug} {item.at.path}: “{item.at.text}”")
    named = cites(newer, older)
    if named:
        reasons.append(f"{newer.slug} names it: “{named}”")
    return replace(link, reasons=tuple(reasons))
