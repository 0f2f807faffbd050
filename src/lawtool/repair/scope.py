"""Hold one source as the repair rules see it: where its nodes are, and the words that it prints."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from lawtool.model import Correction, Decision, Dispositivo, Kind, Source, Span
from lawtool.vocabulary import lexicon
from lawtool.vocabulary.folding import strip_accents

LETTERS = re.compile(r"[^\W\d_]+")
_MIXED = re.compile(
    r"(?<!\w)(?P<stem>[^\W\d_][a-zà-ÿ]{2,})[1|+!0\[\]][a-zà-ÿ]*(?![\w|+\[\]])"
)
"""A word with one sign in it that is no letter: `Municipa+`, `estabe1ecidas`."""

_COMPOUND = re.compile(r"(?<=[ (])[^\W\d_]+-[^\W\d_]+(?=[\s,.;:)])")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_UNTOUCHED = frozenset({Kind.TABELA, Kind.REDACAO_ANTERIOR})
"""Cells are numbers first of all; an earlier wording is evidence and stays as it is."""

_BEFORE = 120
"""Characters before a place that a rule may ask about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A repair that a rule proposes for `start..end` of the text; `sure`: it may be carried out."""

    start: int
    end: int
    after: str
    rule: str
    evidence: str = ""
    sure: bool = True


class RepairScope:
    """A source with its nodes. `damaged`: its labels show that a recogniser wrote it."""

    def __init__(
        self, source: Source, nodes: Sequence[Dispositivo], *, damaged: bool
    ) -> None:
        self.text = source.text
        self.nodes = nodes
        self.damaged = damaged
        self._pieces = sorted(
            ((piece.start, piece.end, node) for node in nodes for piece in node.pieces),
            key=lambda entry: entry[:2],
        )
        self._starts = [start for start, _, _ in self._pieces]

    def node_at(self, start: int, end: int) -> Dispositivo | None:
        """The node that has `start..end` in one of its pieces and may be repaired."""
        at = bisect_right(self._starts, start)
        # A quoted block may lie over its own provisions: look a few pieces back for one that is
        # long enough.
        for left, right, node in reversed(self._pieces[max(0, at - 4) : at]):
            if left <= start and end <= right:
                if node.kind in _UNTOUCHED:
                    return None
                return node
        return None

    @cached_property
    def _lines(self) -> list[int]:
        return [match.end() for match in _NEWLINE.finditer(self.text)]

    def line(self, offset: int) -> int:
        """The number of the line that an offset lies on, from 1."""
        return bisect_right(self._lines, offset) + 1

    @cached_property
    def counts(self) -> Counter[str]:
        """The words of the whole source as printed, with their counts."""
        return Counter(LETTERS.findall(self.text))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the whole source, in lower case."""
        return frozenset(LETTERS.findall(self.text.lower()))

    @cached_property
    def by_letters(self) -> Mapping[str, tuple[str, ...]]:
        """The words of the source by their letters without accents."""
        return by_letters(self.words)

    @cached_property
    def _lowered(self) -> str:
        return " ".join(self.text.lower().split())

    def shows(self, left: str, right: str) -> bool:
        """Do two (lower-case) words stand side by side somewhere, with nothing but a blank between
        them?
        """
        if left not in self.words or right not in self.words:
            return False
        return (
            re.search(
                rf"(?<![\w-]){re.escape(left)} {re.escape(right)}(?![\w-])",
                self._lowered,
            )
            is not None
        )

    @cached_property
    def compounds(self) -> frozenset[str]:
        """Compounds that the document prints in one piece, in lower case."""
        return frozenset(
            match.group().lower() for match in _COMPOUND.finditer(self.text)
        )

    @cached_property
    def unknown(self) -> frozenset[str]:
        """Tokens, as printed, that may be damaged words: no lexicon knows them. Capitals are left
        alone.
        """
        found: set[str] = set()
        for chunk in set(self.text.split()) - _SOUND:
            found |= _unknown_in(chunk)
        return frozenset(found)

    def before(self, offset: int) -> str:
        """Some characters before an offset."""
        return self.text[max(0, offset - _BEFORE) : offset]

    def occurrences(self, words: Iterable[str]) -> Iterator[re.Match[str]]:
        """Every place where one of these words stands by itself."""
        wanted = sorted(words, key=len, reverse=True)
        if wanted:
            # Accents that stand apart from their letters and invisible signs are parts of the word.
            edge = r"[\w\u0300-\u036f\u00ad]"
            pattern = rf"(?<!{edge})(?:{'|'.join(map(re.escape, wanted))})(?!{edge})"
            yield from re.finditer(pattern, self.text)

    def correction(self, proposal: Proposal) -> Correction | None:
        """Make the row for a proposal, or None where it lies in no node or changes nothing."""
        node = self.node_at(proposal.start, proposal.end)
        before = self.text[proposal.start : proposal.end]
        if node is None or before == proposal.after:
            return None
        return Correction(
            span=Span(start=proposal.start, end=proposal.end),
            before=before,
            after=proposal.after,
            rule=f"ocr/{proposal.rule}",
            evidence=proposal.evidence,
            decision=Decision.AUTO if proposal.sure else Decision.SUGGESTED,
            line=self.line(proposal.start),
            path=node.path,
        )


_MARKS = '.,;:()"“”'
_SOUND: set[str] = set()
_REMEMBERED = 1 << 18
"""Chunks of text without a damaged word: most come back in the next text, so they are looked at
once.
"""


@lru_cache(maxsize=1 << 16)
def _unknown_in(chunk: str) -> frozenset[str]:
    """The tokens of a chunk between two blanks that are no words."""
    if chunk.strip(_MARKS).lower() in lexicon.load_lexicon().words:
        if len(_SOUND) < _REMEMBERED:
            _SOUND.add(chunk)
        return frozenset()
    found = {
        word for word in LETTERS.findall(chunk) if len(word) > 3 and word[1:].islower()
    }
    found.update(
        match.group()
        for match in _MIXED.finditer(chunk)
        if not lexicon.known(match["stem"])
    )
    damaged = frozenset(word for word in found if not lexicon.known(word))
    if not damaged and len(_SOUND) < _REMEMBERED:
        _SOUND.add(chunk)
    return damaged


def by_letters(words: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Words by their letters without accents."""
    table: dict[str, tuple[str, ...]] = {}
    for word in words:
        key = strip_accents(word)
        if key in table:
            table[key] = tuple(sorted((*table[key], word)))
        else:
            table[key] = (word,)
    return table
