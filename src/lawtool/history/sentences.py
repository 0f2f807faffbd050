"""Sentences of a provision: where they end, and what stands in each of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TypeVar

from lawtool.history.clause_verbs import plain
from lawtool.history.modality import is_asserted
from lawtool.history.norm_reader import dates_in
from lawtool.model import Citation
from lawtool.vocabulary.acts import ActHit, Side

_SENTENCE_END = re.compile(r"\.\s+(?=[^a-zà-ÿ\d\s.])")


_ABBREVIATION = re.compile(
    r"\b(?:arts?|n[o°º]?s?|par|incs?|al|dra?|sra?|exm[ao]|fls?|cf|lei|[a-z])\Z"
)


_CONTINUES = re.compile(r",?\s*+(?:o|a|os|as)?\s*+\bqu(?:e|al|ais)\s*+\Z")


_REACH = 24
"""How far before a verb `, que` is looked for."""


T = TypeVar("T")


@lru_cache(maxsize=16)
def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return the spans of sentences: a full stop before a capital ends one, unless an abbreviation
    stands before it.
    """
    out, start, flat = [], 0, plain(text)
    for match in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(flat, max(start, match.start() - 8), match.start()):
            out.append((start, match.start() + 1))
            start = match.end()
    out.append((start, len(text)))
    return out


def free_dates(
    text: str, cited: Sequence[Citation], signed: date | None
) -> list[tuple[int, int, date]]:
    """Return the dates of a text that belong to no citation."""
    return [
        (start, end, day)
        for start, end, day in dates_in(text, signed.year if signed else None)
        if not any(
            citation.span.start <= start < citation.span.end for citation in cited
        )
    ]


def between(
    items: Sequence[T], start: int, end: int, at: Callable[[T], int]
) -> Sequence[T]:
    """Return the run of items, sorted by place, that begin in `start..end`."""
    return items[bisect_left(items, start, key=at) : bisect_left(items, end, key=at)]


def citation_start(citation: Citation) -> int:
    """Return where a citation begins: what runs of citations are sorted by."""
    return citation.span.start


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of a node with its acting verbs, its citations, and its dates that belong to
    none of them.
    """

    text: str
    flat: str
    start: int
    end: int
    hits: Sequence[ActHit]
    cited: Sequence[Citation]
    dates: Sequence[tuple[int, int, date]]
    signed: date | None

    def continues(self, hit: ActHit) -> bool:
        """Tell whether a verb goes on with the object before it: `o art. 5º, que passa a
        vigorar`.
        """
        start = max(self.start, hit.start - _REACH)
        return _CONTINUES.search(self.flat, start, hit.start) is not None

    def asserts(self, hit: ActHit) -> bool:
        """Tell whether a verb states an act, and does not deny, suppose or report one."""
        return is_asserted(
            self.flat,
            self.start,
            hit.start,
            self.flat[hit.start : hit.end],
            continues=hit.act.event in ("amend", "insert", "renumber")
            and hit.act.side in (Side.BEFORE, Side.EITHER)
            and self.continues(hit),
        )

    @property
    def opens(self) -> bool:
        """The sentence ends in a colon: what it acts on or the new wording follows in other
        nodes.
        """
        return (
            self.flat[max(self.start, self.end - _REACH) : self.end]
            .rstrip()
            .endswith(":")
        )

    def citations(self, start: int, stop: int) -> Sequence[Citation]:
        """Return the citations that begin in a piece of the sentence."""
        return between(self.cited, start, stop, citation_start)
