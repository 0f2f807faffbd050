"""Find which norms of a corpus were copied from which, and families of norms that share one form.

Candidates come from rare shingles, and for noisy copies from rare words; a pair is judged by what
of the two texts was aligned, provision by provision, and how alike that is. Shingles that both have
are evidence, not the measure.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np
from rapidfuzz import fuzz, process

from lawtool.comparison.links import EDITED, VERBATIM, Copies, Family, Link
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
    weigh_likeness,
)
from lawtool.model import Match, Norma

ALIKE = 60.0
NOISY = 0.25
"""Provisions below LEAD are alike if they are this similar and share this part of the shorter one's
shingles."""
SHORTEST = 6
"""Shorter provisions (`a granel;`) say nothing about where a text comes from."""
EXPLAINED = 0.95
"""Share of an overlap that lies in an older third text from which the link is a shared source."""
SUBSTANCE = 25
ALONE = 80
"""A copy or partial copy needs two like provisions with SUBSTANCE words, or one with ALONE: one
line of a form is no copied law.
"""
EVIDENCE = 15
SURE = 75.0
"""It also needs so many shared shingles, or provisions that are on average so alike: what noise
broke up has no shingles left.
"""
MODEL = 8
"""A provision that more norms share than this is a form without a name: no lead."""
FORM = 5
"""From so many norms a clause that they share is a form, and they are a family."""
FORMAL = 0.5
"""A link is one of a form if at least this share of the like words stands in clauses of a form."""
RARE_IN = 6
"""Norms of a word beyond which it does not bring a pair together."""
RARE_SHARED, RARE_SHARE = 6, 0.12
"""Rare words that two norms share, and the share of the rare words of the poorer one, from which
they are compared though no shingle survived: at 15 % of misread letters four words in ten are
whole, one shingle in a hundred.
"""
RARE_DETAILS, RARE_DETAILS_SHARE = 3, 0.4
"""Rare words, and share of those of the poorer norm, from which two texts of one form have its
details in common too.
"""
NOISY_SHARE, NOISY_WORDS, NOISY_PROVISIONS = 0.30, 60, 2
"""Share of the smaller text, words and provisions that such a pair must have alike to be a link."""
MOST_CELLS = 40_000
"""Pairs of provisions of two norms that are compared one by one; longer texts keep shingles anyway.
"""


Pair = tuple[int, int]
"""Numbers of two norms in order of date, the older first."""


@dataclass(slots=True)
class _Corpus:
    normas: Sequence[Norma]
    index: Index
    hashes: dict[int, Hashes] = field(default_factory=dict)
    rare_pairs: dict[Pair, tuple[int, float]] = field(default_factory=dict)
    """Pairs that share rare words: how many, and what share of those of the poorer one."""
    sharers: dict[tuple[int, str], int] = field(default_factory=dict)
    """(norm, path) → how many other norms have a like provision."""

    def is_form(self, pair: Pair, newer: str, older: str) -> bool:
        """Whether more norms have these provisions than a lead allows."""
        return self.sharing(pair, newer, older) > MODEL

    def words(self, norm: int) -> int:
        """How many words a norm has, formulas left out."""
        texts = self.index.texts
        return sum(texts[number].words for number in self.index.sequences[norm])

    def is_formal(self, pair: Pair, found: Like) -> bool:
        """Whether most of what two norms share stands in clauses of a form, and not the details
        that fill it.
        """
        details, share = self.rare_pairs.get(pair, (0, 0.0))
        if details >= RARE_DETAILS and share >= RARE_DETAILS_SHARE:
            return False
        total = sum(words for _, _, words in found.values())
        formal = sum(
            words
            for path, (partner, _, words) in found.items()
            if self.sharing(pair, path, partner) >= FORM
        )
        return formal >= FORMAL * total

    def is_model(self, found: Like) -> bool:
        """Whether a form is a whole text that many copied word for word."""
        size = sum(words for _, _, words in found.values())
        alike = sum(score * words for _, score, words in found.values())
        return size >= ALONE and alike >= VERBATIM * size

    def sharing(self, pair: Pair, newer: str, older: str) -> int:
        """How many other norms have a like provision."""
        return max(
            self.sharers.get((pair[1], newer), 0), self.sharers.get((pair[0], older), 0)
        )

    def shingles(self, norm: int) -> Hashes:
        """The 8-word shingles of a norm, formulas left out, each once, sorted."""
        if norm not in self.hashes:
            self.hashes[norm] = np.unique(
                shingle_hashes(self.index.word_numbers(norm), SHINGLE)
            )
        return self.hashes[norm]


def in_order_of_age(normas: Iterable[Norma]) -> list[Norma]:
    """The oldest first, those without a date last; of one day in order of id."""
    return sorted(normas, key=lambda norma: (_age(norma), norma.slug))


def _age(norma: Norma) -> date:
    return _known_age(norma) or date.max


def _known_age(norma: Norma) -> date | None:
    """The day of a norm, the end of its year where only that is known, None without either."""
    known = date_of(norma)
    if known is None and norma.id.year and 1 <= norma.id.year <= 9999:
        known = date(norma.id.year, 12, 31)
    return known


def find(normas: Iterable[Norma]) -> list[Link]:
    """Find all pairs of norms with text in common, the strongest first; what is only a form is left
    to `find_copies`.
    """
    return find_copies(normas).links


def find_copies(normas: Iterable[Norma]) -> Copies:
    """Find links and families of a corpus.

    One inverted index over the corpus, then work only on pairs that share something rare: time and
    memory grow with the text.
    """
    ordered = in_order_of_age(normas)
    corpus = _Corpus(ordered, build(ordered))
    alike = _like_provisions(corpus.index)
    corpus.sharers = _sharers(alike)
    corpus.rare_pairs = _pairs_by_rare_words(corpus)
    _add_noisy_pairs(corpus, alike)
    formal = {pair for pair, found in alike.items() if corpus.is_formal(pair, found)}
    models = {pair for pair in formal if corpus.is_model(alike[pair])}
    oldest = _oldest_sources(models)
    alike = {
        pair: found
        for pair, found in alike.items()
        if pair not in models or oldest[pair[1]] == pair[0]
    }
    formal -= models
    links: dict[Pair, Link] = {}
    for pair, found in sorted(alike.items()):
        if pair in formal:
            continue
        link = _judge(corpus, pair, found)
        if link is not None:
            links[pair] = link
    links = _explain(corpus, links)
    kept = [_with_reasons(corpus, pair, link) for pair, link in links.items()]
    return Copies(
        links=sorted(
            kept, key=lambda link: (-link.containment, -link.shared, link.a, link.b)
        ),
        families=_list_families(corpus, {pair: alike[pair] for pair in formal}),
    )


def _oldest_sources(models: Iterable[Pair]) -> dict[int, int]:
    """For each norm that has a model: the oldest of those that have it."""
    oldest: dict[int, int] = {}
    for older, newer in sorted(models):
        oldest.setdefault(newer, oldest.get(older, older))
    return oldest


def _list_families(corpus: _Corpus, formal: Mapping[Pair, Like]) -> list[Family]:
    """Group norms that are linked by forms alone; each norm is in one family."""
    root: dict[int, int] = {}

    def top(norm: int) -> int:
        while root.setdefault(norm, norm) != norm:
            root[norm] = root[root[norm]]
            norm = root[norm]
        return norm

    clauses: dict[int, Counter[str]] = defaultdict(Counter)
    for older, newer in formal:
        first, second = sorted((top(older), top(newer)))
        root[second] = first
    for (older, newer), found in formal.items():
        best = max(
            found.items(),
            key=lambda row: (
                corpus.sharing((older, newer), row[0], row[1][0]),
                row[1][2],
            ),
        )
        clauses[top(newer)][f"{older} {best[1][0]}"] += 1
    members: dict[int, list[int]] = defaultdict(list)
    for norm in sorted(root):
        members[top(norm)].append(norm)
    families = []
    for first, numbers in members.items():
        if len(numbers) < FORM:
            continue
        holder, _, path = clauses[first].most_common(1)[0][0].partition(" ")
        node = corpus.normas[int(holder)].get(path)
        slugs = tuple(corpus.normas[number].slug for number in numbers)
        families.append(Family(norms=slugs, text=node.text if node else ""))
    return sorted(families, key=lambda family: (-len(family.norms), family.first))


def _add_noisy_pairs(corpus: _Corpus, alike: dict[Pair, Like]) -> None:
    """Compare norms that share rare words, provision by provision, where shingles found less than
    the words let expect.
    """
    for pair in corpus.rare_pairs:
        if (
            corpus.rare_pairs[pair][0] < RARE_SHARED
            or corpus.rare_pairs[pair][1] < RARE_SHARE
        ):
            continue
        older, newer = (_telling_texts(corpus, norm) for norm in pair)
        if not older or not newer or len(older) * len(newer) > MOST_CELLS:
            continue
        found: Like = dict(alike.get(pair, {}))
        known = sum(words for _, _, words in found.values())
        smaller = min(corpus.words(norm) for norm in pair)
        if known >= COPY * smaller:
            continue
        for path, partner, score, words in _best_partners(older, newer):
            _keep(found, path, partner, score, words)
        weight = sum(
            weigh_likeness(score) * words for _, score, words in found.values()
        )
        size = sum(words for _, _, words in found.values())
        if (
            weight >= NOISY_SHARE * smaller
            and size >= NOISY_WORDS
            and len(found) >= NOISY_PROVISIONS
        ):
            alike[pair] = found


def _telling_texts(corpus: _Corpus, norm: int) -> list[tuple[str, str, int]]:
    """The provisions of a norm that are no formula: path, key, words."""
    found = []
    for node, number in corpus.index.nodes[norm]:
        text = corpus.index.texts[number]
        if not text.formula and text.words >= SHORTEST:
            found.append((node, text.key, text.words))
    return found


def _best_partners(
    older: Sequence[tuple[str, str, int]], newer: Sequence[tuple[str, str, int]]
) -> Iterator[tuple[str, str, float, int]]:
    """Mutually best provisions from ALIKE on: path in the newer, path in the older, similarity,
    words.
    """
    scores = process.cdist(
        [key for _, key, _ in newer],
        [key for _, key, _ in older],
        scorer=fuzz.ratio,
        score_cutoff=ALIKE,
        processor=None,
    )
    best_of_row, best_of_column = scores.argmax(axis=1), scores.argmax(axis=0)
    for row, column in enumerate(best_of_row.tolist()):
        score = float(scores[row, column])
        if score >= ALIKE and best_of_column[column] == row:
            words = min(newer[row][2], older[column][2])
            yield newer[row][0], older[column][0], score, words


def _pairs_by_rare_words(corpus: _Corpus) -> dict[Pair, tuple[int, float]]:
    """Pairs of norms that share words which few norms have: how many, and what share of those of
    the poorer one.
    """
    index = corpus.index
    words = [
        np.unique(index.word_numbers(norm)) for norm in range(len(index.sequences))
    ]
    if words:
        flat = np.concatenate(words)
    else:
        flat = np.zeros(0, dtype=np.int32)
    owner = np.repeat(np.arange(len(words)), [len(found) for found in words])
    if not len(flat):
        return {}
    count = np.bincount(flat)
    rare = (count[flat] >= 2) & (count[flat] <= RARE_IN)
    flat, owner = flat[rare], owner[rare]
    size = np.bincount(owner, minlength=len(words))
    order = np.argsort(flat, kind="stable")
    flat, owner = flat[order], owner[order].astype(np.int64)
    codes = []
    for distance in range(1, RARE_IN):
        same = flat[distance:] == flat[:-distance]
        first, second = owner[:-distance][same], owner[distance:][same]
        codes.append(np.minimum(first, second) * len(words) + np.maximum(first, second))
    found, shared = np.unique(np.concatenate(codes), return_counts=True)
    older, newer = found // len(words), found % len(words)
    poorer = np.minimum(size[older], size[newer])
    enough = shared >= RARE_DETAILS
    pairs = zip(older[enough].tolist(), newer[enough].tolist(), strict=True)
    counts, sizes = shared[enough].tolist(), poorer[enough].tolist()
    return {
        pair: (count, count / size)
        for pair, count, size in zip(pairs, counts, sizes, strict=True)
    }


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
        count.update(
            (older, path) for path in {partner for partner, _, _ in found.values()}
        )
    return count


def _keep(found: Like, newer: str, older: str, score: float, words: int) -> None:
    """The best partner of a provision; of equal ones the one of the same path, which a version
    keeps.
    """
    known = found.get(newer)
    if known is None or (score, older == newer) > (known[1], known[0] == newer):
        found[newer] = (older, score, words)


def _judge(corpus: _Corpus, pair: Pair, found: Like) -> Link | None:
    older, newer = (corpus.normas[number] for number in pair)
    mine, other = corpus.shingles(pair[1]), corpus.shingles(pair[0])
    shared = len(np.intersect1d(mine, other, assume_unique=True))
    words = sum(words for _, _, words in found.values())
    weight = sum(weigh_likeness(score) * words for _, score, words in found.values())
    likeness = sum(score * words for _, score, words in found.values()) / max(1, words)
    of_a, of_b = (
        min(1.0, max(weight / max(1, corpus.words(norm)), shared / max(1, len(hashes))))
        for norm, hashes in ((pair[1], mine), (pair[0], other))
    )
    telling = {
        path: row
        for path, row in found.items()
        if not corpus.is_form(pair, path, row[0])
    }
    sure = shared >= EVIDENCE or likeness >= SURE
    label = _label(max(of_a, of_b), found, telling, sure=sure)
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
    first, second = _known_age(older), _known_age(newer)
    return Link(
        a=newer.slug,
        b=older.slug,
        label=label,
        directed=first is not None and second is not None and first < second,
        of_a=of_a,
        of_b=of_b,
        shared=shared,
        provisions=matches,
        likeness=likeness,
    )


def _label(containment: float, found: Like, telling: Like, *, sure: bool) -> str:
    """The label of a pair, empty for none. A lead needs provisions that are not common to many
    norms.
    """
    words = sum(words for _, _, words in found.values())
    alone = len(found) == 1
    if sure and words >= (ALONE if alone else SUBSTANCE):
        faithful = not alone or min(score for _, score, _ in found.values()) >= EDITED
        if containment >= COPY and faithful:
            return "copy"
        if containment >= PARTIAL and faithful:
            return "partial copy"
    strong = any(
        score >= LEAD and words >= LEAD_WORDS for _, score, words in telling.values()
    )
    if strong or len(telling) >= 2:
        return "lead"
    return ""


def _explain(corpus: _Corpus, links: Mapping[Pair, Link]) -> dict[Pair, Link]:
    """Links whose text lies in an older third norm become shared sources; leads so explained are
    dropped.
    """
    older_of: dict[int, set[int]] = defaultdict(set)
    for older, newer in links:
        older_of[newer].add(older)
    result: dict[Pair, Link] = {}
    for (older, newer), link in links.items():
        if link.label == "lead" and _is_explained(
            corpus, links, older_of, older, newer
        ):
            continue
        if link.label == "partial copy" and _is_explained(
            corpus, links, older_of, older, newer, between=True
        ):
            continue
        via = None
        if link.label != "lead":
            via = _common_source(corpus, links, older_of, older, newer)
        if via is None:
            result[older, newer] = link
        else:
            result[older, newer] = replace(
                link, label="shared source", via=corpus.normas[via].slug
            )
    return result


def _common_source(
    corpus: _Corpus,
    links: Mapping[Pair, Link],
    older_of: Mapping[int, set[int]],
    older: int,
    newer: int,
) -> int | None:
    """The oldest third norm, older than both and linked to both, that has nearly all that the two
    share.
    """
    thirds = sorted(older_of[newer] & older_of.get(older, set()))
    if not thirds:
        return None
    shared = np.intersect1d(
        corpus.shingles(older), corpus.shingles(newer), assume_unique=True
    )
    for third in thirds:
        strong = (
            links[third, newer].label != "lead" and links[third, older].label != "lead"
        )
        explained = len(
            np.intersect1d(shared, corpus.shingles(third), assume_unique=True)
        )
        if strong and len(shared) and explained >= EXPLAINED * len(shared):
            return third
    return None


def _is_explained(
    corpus: _Corpus,
    links: Mapping[Pair, Link],
    older_of: Mapping[int, set[int]],
    older: int,
    newer: int,
    *,
    between: bool = False,
) -> bool:
    """Whether all the like provisions of a link came to the newer norm by a third one, older than
    it, that has them from or with the older: Coari is like Guariba only where DNC 27 is. With
    `between` the third must be newer than the older norm: a copy of a copy.
    """
    paths = {match.left[0] for match in links[older, newer].provisions}
    for third in older_of[newer] - {older}:
        pair = (min(third, older), max(third, older))
        if links[third, newer].label == "lead" or pair not in links:
            continue
        if between and (third < older or links[pair].label == "lead"):
            continue
        if (
            between
            and _common_source(corpus, links, older_of, third, newer) is not None
        ):
            continue
        if paths <= {match.left[0] for match in links[third, newer].provisions}:
            return True
    return False


def _with_reasons(corpus: _Corpus, pair: Pair, link: Link) -> Link:
    older, newer = (corpus.normas[number] for number in pair)
    if link.label != "lead" and not link.via and amends(newer, older):
        link = replace(link, label="amends", via="")
    best = max(link.provisions, key=lambda match: match.score)
    if len(link.provisions) > 1:
        plural = "s"
    else:
        plural = ""
    reasons = [
        f"{link.containment:.1%} of the smaller text, {link.degree} ({link.likeness:.0f} % "
        f"alike, {link.shared} shingles of 8 words)",
        f"{len(link.provisions)} provision{plural} alike, {best.left[0]} ~ {best.right[0]} "
        f"({best.score:.0f} %)",
    ]
    if link.directed:
        reasons.append(
            f"{older.slug} is older ({day_of(older)} before {day_of(newer)})"
        )
    if link.via:
        reasons.append(f"nearly all of it stands in the older {link.via}")
    for item in residue(newer):
        if item.species in fold_word(older.id.species):
            reasons.append(f"residue in {newer.slug} {item.at.path}: “{item.at.text}”")
    named = cites(newer, older)
    if named:
        reasons.append(f"{newer.slug} names it: “{named}”")
    return replace(link, reasons=tuple(reasons))
