"""Join the terms of several norms that mean the same, whatever each of them calls it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from lawtool.vocabulary.folding import fold

ALIKE = 80.0
"""Two definitions are one from this similarity on (0 to 100). On the bundled norms true pairs have
82 to 100, the nearest false pair, two classes of depot, has 71."""
_COMPARED = 240
"""Characters of a definition that are compared."""
_LEAST_WORDS = 5
"""Words of a definition that can tell it from another."""
_MOST_IN_BLOCK = 400
"""Terms with one word in common that are compared pair by pair; commoner words tell nothing."""
_NUMBER = re.compile(r"\d+")
_SMALL = frozenset({"de", "do", "da", "dos", "das", "e", "em", "para", "com", "a", "o"})


@dataclass(slots=True)
class Concepts:
    """Sets of concepts that are one (union by the key that stands first)."""

    above: dict[str, str] = field(default_factory=dict)

    def find_root(self, concept: str) -> str:
        """Return the concept that stands for all that were joined with this one."""
        while self.above.get(concept, concept) != concept:
            concept = self.above[concept]
        return concept

    def join(self, first: str, second: str) -> None:
        """Say that two concepts are one."""
        roots = sorted({self.find_root(first), self.find_root(second)})
        if len(roots) == 2:
            self.above[roots[1]] = roots[0]


def join_concepts(terms: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Return for each concept the one that it is told under: the commonest of those that mean the
    same.

    `terms` are pairs of concept and definition (empty where nothing is defined). Two concepts are
    one where their definitions read alike and their names have a word in common. Names alone are
    never enough: `PR` is a station of liquid fuel in one norm and of gas in another.
    """
    counts: Counter[str] = Counter()
    blocks: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for concept, definition in terms:
        counts[concept] += 1
        text = fold(definition)[:_COMPARED]
        if len(text.split()) >= _LEAST_WORDS:
            for word in set(concept.split("-")) - _SMALL:
                blocks[word].append((concept, text))
    joined = Concepts()
    for block in blocks.values():
        if len(block) <= _MOST_IN_BLOCK:
            _join_block(joined, block)
    return _named_commonest(joined, counts)


def _join_block(joined: Concepts, block: Sequence[tuple[str, str]]) -> None:
    for index, (concept, text) in enumerate(block):
        for other, other_text in block[index + 1 :]:
            if concept != other and _is_same_definition(text, other_text):
                joined.join(concept, other)


def _is_same_definition(text: str, other: str) -> bool:
    """Tell definitions that differ in wording from those that differ in a number: 5 kg is not 13
    kg.
    """
    if not fuzz.ratio(text, other, score_cutoff=ALIKE):
        return False
    return _NUMBER.findall(text) == _NUMBER.findall(other)


def _named_commonest(joined: Concepts, counts: Mapping[str, int]) -> dict[str, str]:
    groups: dict[str, list[str]] = defaultdict(list)
    for concept in counts:
        groups[joined.find_root(concept)].append(concept)
    names: dict[str, str] = {}
    for members in groups.values():
        name = min(
            members, key=lambda concept: (-counts[concept], len(concept), concept)
        )
        names |= dict.fromkeys(members, name)
    return names
