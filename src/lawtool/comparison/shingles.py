"""Which provisions of a corpus have something rare in common: an inverted index of shingles over
collapsed provisions.

Provisions that are the same word for word are one *text*, so a model that 500 towns copied is
indexed once. Clauses that every norm has are kept out by kind (`compare.formulas`), not by how
often they occur. The index is exact and deterministic, and the shared shingles are the evidence.
Arrays are numpy's: a corpus has millions of shingles.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from lawtool.comparison.units import formula_of
from lawtool.model import PROVISIONS, Norma
from lawtool.vocabulary import norms, rules

SHINGLE = 5
"""Words of the shingles that find candidates: long enough to be rare, short enough to survive one
word in five changed.
"""
COMMON = 20
"""A shingle in more texts than this does not pair all of them; each is paired with the OLDEST that
have it.
"""
OLDEST = 2
WIDEST = 400
"""Texts of one shingle that are followed at all: a passage that so many share word for word is a
formula without a name.
"""
PARTS = 4
"""The shingles are sorted in so many parts, to save memory."""
SHARED = 3
"""Rare shingles that two texts must share. Two would do for recall, at four times the false pairs.
"""
POPULAR = 20
"""A text with more holders than this links each with the oldest only: 500 towns make 499 links, not
124,750.
"""

Ints = npt.NDArray[np.signedinteger[Any]]
Hashes = npt.NDArray[np.uint64]

_ACCENTS = str.maketrans("áàâãäéèêëíìîïóòôõöúùûüçñº²³ª", "aaaaaeeeeiiiiooooouuuucn 23 ")
_WORD = re.compile(r"[^\W_]+")
_MIX = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)


@cache
def _own() -> re.Pattern[str]:
    own = rules.read_table("comparison")["own"]
    words = sorted(norms.self_words().union(own["words"]))
    return re.compile(rf"\b({'|'.join(own['demonstratives'])}) (?:{'|'.join(words)})\b")


def key_of(text: str) -> str:
    """The key of a provision, cheaper than that of `compare.keys`: words and digits, `esta norma`
    for esta Lei.
    """
    return _own().sub(
        r"\1 norma", " ".join(_WORD.findall(text.lower().translate(_ACCENTS)))
    )


@dataclass(slots=True)
class Text:
    """One wording: its key, how many words, and who holds it, as (number of the norm, path), the
    oldest norm first.
    """

    key: str
    words: int
    formula: bool
    holders: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Index:
    """The texts of a corpus. `sequences[n]` are the texts of norm n in order, formulas left out;
    `words` their words as numbers, text after text, `starts` where each begins.
    """

    texts: list[Text]
    sequences: list[list[int]]
    words: Ints
    starts: Ints
    nodes: list[list[tuple[str, int]]]
    """For each norm: path and text of its provisions."""

    def word_numbers(self, norm: int) -> Ints:
        """The words of a norm's texts, one after the other."""
        parts = [
            self.words[self.starts[text] : self.starts[text + 1]]
            for text in self.sequences[norm]
        ]
        if parts:
            return np.concatenate(parts)
        return np.zeros(0, dtype=np.int32)


def build(normas: Iterable[Norma]) -> Index:
    """Index norms, which should come oldest first. What they quote from others counts too: see
    verdict `amends`.
    """
    numbers: dict[str, int] = {}
    vocabulary: dict[str, int] = {}
    texts: list[Text] = []
    sequences: list[list[int]] = []
    nodes: list[list[tuple[str, int]]] = []
    words = array("i")
    starts = array("q", [0])
    for place, norma in enumerate(normas):
        sequence: list[int] = []
        nodes.append([])
        for node in norma.nodes:
            if node.kind not in PROVISIONS or not node.text:
                continue
            key = key_of(node.text)
            number = numbers.setdefault(key, len(texts))
            if number == len(texts):
                split = key.split()
                texts.append(
                    Text(key=key, words=len(split), formula=formula_of(key) is not None)
                )
                words.extend(
                    [vocabulary.setdefault(word, len(vocabulary)) for word in split]
                )
                starts.append(len(words))
            texts[number].holders.append((place, node.path))
            nodes[-1].append((node.path, number))
            if not texts[number].formula:
                sequence.append(number)
        sequences.append(sequence)
    return Index(
        texts,
        sequences,
        np.array(words, dtype=np.int32),
        np.array(starts, dtype=np.int64),
        nodes,
    )


def shingle_hashes(words: Ints, size: int) -> Hashes:
    """A 64-bit hash of every run of `size` words."""
    count = len(words) - size + 1
    if count <= 0:
        return np.zeros(0, dtype=np.uint64)
    mixed = (words.astype(np.uint64) + np.uint64(1)) * _MIX[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _MIX[1]
    mixed ^= mixed >> np.uint64(27)
    found = np.zeros(count, dtype=np.uint64)
    for offset in range(size):
        found *= _MIX[2]
        found += mixed[offset : offset + count]
    return found


def _shingles(index: Index) -> tuple[Hashes, Ints]:
    """Hash and text of every shingle that lies in one text which is no formula, text after text."""
    hashes = shingle_hashes(index.words, SHINGLE)
    lengths = np.diff(index.starts)
    owner = np.repeat(np.arange(len(index.texts), dtype=np.int32), lengths)[
        : len(hashes)
    ]
    inside = np.arange(len(hashes)) + SHINGLE <= index.starts[1:][owner]
    inside &= ~np.array([text.formula for text in index.texts], dtype=bool)[owner]
    return hashes[inside], owner[inside]


def _postings(hashes: Hashes, owner: Ints) -> tuple[Ints, Ints, Ints]:
    """The texts of each shingle, in order, each once: texts, where each shingle's begin, and how
    many they are.
    """
    order = np.argsort(hashes, kind="stable")
    hashes, owner = hashes[order], owner[order]
    fresh = np.ones(len(hashes), dtype=bool)
    fresh[1:] = (hashes[1:] != hashes[:-1]) | (owner[1:] != owner[:-1])
    hashes, owner = hashes[fresh], owner[fresh]
    begins = np.ones(len(hashes), dtype=bool)
    begins[1:] = hashes[1:] != hashes[:-1]
    starts = np.flatnonzero(begins)
    return owner, starts, np.diff(np.append(starts, len(hashes)))


def _codes(owner: Ints, starts: Ints, sizes: Ints, total: int) -> Iterator[Ints]:
    """Pairs of texts that share a shingle, as older × total + newer, a block for each size of
    group.
    """
    for size in np.unique(sizes[sizes > 1]).tolist():
        width = min(size, WIDEST)
        members = owner[starts[sizes == size][:, None] + np.arange(width)].astype(
            np.int64
        )
        for first in range(width - 1 if size <= COMMON else OLDEST):
            yield (
                members[:, first : first + 1] * total + members[:, first + 1 :]
            ).ravel()


def similar_texts(index: Index) -> Iterator[tuple[int, int, int]]:
    """Pairs of different texts (by number, the older first) with how many shingles they share, at
    least SHARED.
    """
    hashes, owner = _shingles(index)
    total = len(index.texts)
    blocks: list[Ints] = []
    for part in range(PARTS):
        chosen = hashes % np.uint64(PARTS) == part
        blocks.extend(_codes(*_postings(hashes[chosen], owner[chosen]), total))
    if not blocks:
        return
    found, counts = np.unique(np.concatenate(blocks), return_counts=True)
    enough = counts >= SHARED
    for code, count in zip(
        found[enough].tolist(), counts[enough].tolist(), strict=True
    ):
        yield code // total, code % total, count


def holder_pairs(
    left: Sequence[tuple[int, str]], right: Sequence[tuple[int, str]]
) -> Iterator[tuple[tuple[int, str], tuple[int, str]]]:
    """Pairs of holders in different norms; of popular texts only those with the oldest holder of
    each.
    """
    few = len(left) * len(right) <= POPULAR * POPULAR // 2
    for a in left if few else left[:1]:
        for b in right:
            if a[0] != b[0]:
                yield a, b
    if not few:
        for a in left[1:]:
            if a[0] != right[0][0]:
                yield a, right[0]


def repeated(index: Index) -> Iterator[tuple[int, tuple[int, str], tuple[int, str]]]:
    """Texts that stand word for word in two norms: number of the text and two holders, the older
    norm first.
    """
    for number, text in enumerate(index.texts):
        if text.formula or len(text.holders) < 2:
            continue
        first_of_norm: dict[int, str] = {}
        for norm, path in text.holders:
            first_of_norm.setdefault(norm, path)
        holders = list(first_of_norm.items())
        if len(holders) <= POPULAR:
            reach = len(holders)
        else:
            reach = 1
        for i in range(min(reach, len(holders))):
            for later in holders[i + 1 :]:
                yield number, holders[i], later
