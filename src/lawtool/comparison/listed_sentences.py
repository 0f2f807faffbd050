"""A sentence of one norm that became a list in the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from lawtool.comparison.candidates import class_of
from lawtool.comparison.matched_sides import MatchedSides, PositionGroup, runs_of
from lawtool.comparison.units import Unit

ALIKE_SUBTREE = 0.40
"""Cosine from which a provision and a whole subtree (a sentence, and the list that it became) are
one.
"""
COVERED = 0.5
"""Share of the weight of its words that a member of a list must find in the sentence."""
HEAD_COVERED = 0.33
"""As COVERED, for the head of a list of which a member is covered: it keeps the beginning of the
sentence.
"""
SENTENCE = 12
"""Words of a sentence that may have become a list."""
WEAK = 80.0
"""A pair that is less alike may yield to a subtree that fits better."""
RARE_PAIR = 8
"""Sentences beyond which a pair of words says nothing of where a list comes from."""


def split_into_subtrees(sides: MatchedSides, side: int) -> None:
    """Match sentences of a side, which have nothing below them, with whole subtrees of the other
    side.
    """
    other = 1 - side
    owner, owner_other = sides.owners(side), sides.owners(other)
    options: list[tuple[float, int, list[int]]] = []
    sentences = _index_sentences(sides, side, owner)
    for root in sides.below[other]:
        members = sides.subtree(other, root)
        open_members = [m for m in members if _is_open(sides, other, m, owner_other)]
        if len(open_members) < 2 or class_of(sides.units[other][root].kind) != "text":
            continue
        text = " ".join(sides.units[other][m].key for m in members)
        for position in _likely_sentences(sides, other, members, sentences):
            unit = sides.units[side][position]
            if not _may_be_split(sides, side, unit, owner, set(members)):
                continue
            cosine = sides.vectors.cosine(unit.key, text)
            if cosine >= ALIKE_SUBTREE:
                options.append((cosine, unit.position, members))
    taken: set[int] = set()
    taken_members: set[int] = set()
    for _, position, members in sorted(
        options, key=lambda option: (-option[0], option[1])
    ):
        if position in taken or taken_members & set(members):
            continue
        chosen = _covered_members(sides, side, position, members)
        if len(chosen) >= 2 and _regroup(sides, side, position, chosen):
            taken.add(position)
            taken_members.update(members)


def _index_sentences(
    sides: MatchedSides, side: int, owner: Mapping[int, int]
) -> dict[tuple[str, ...], list[int]]:
    """Pair of words in a row → the sentences that have it and may have become a list; common pairs
    left out.
    """
    index: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for unit in sides.units[side]:
        if unit.words >= SENTENCE and _is_open(sides, side, unit.position, owner):
            for pair in set(runs_of(sides.words[side][unit.position], 2)):
                index[pair].append(unit.position)
    return {pair: found for pair, found in index.items() if len(found) <= RARE_PAIR}


def _likely_sentences(
    sides: MatchedSides,
    side: int,
    members: Sequence[int],
    sentences: Mapping[tuple[str, ...], list[int]],
) -> list[int]:
    """The sentences that share most rare pairs of words with a subtree."""
    count: Counter[int] = Counter()
    for member in members:
        for pair in set(runs_of(sides.words[side][member], 2)):
            count.update(sentences.get(pair, ()))
    return [position for position, shared in count.most_common(4) if shared >= 2]


def _is_open(
    sides: MatchedSides, side: int, position: int, owner: Mapping[int, int]
) -> bool:
    """Whether a unit is unmatched, or matched to one that is not much like it."""
    number = owner.get(position)
    if number is None:
        return True
    group = sides.groups[number]
    if len(group[0]) > 1 or len(group[1]) > 1:
        return False
    row, column = group[0][0], group[1][0]
    return fuzz.ratio(sides.units[0][row].key, sides.units[1][column].key) < WEAK


def _may_be_split(
    sides: MatchedSides,
    side: int,
    unit: Unit,
    owner: Mapping[int, int],
    members: set[int],
) -> bool:
    if unit.words < SENTENCE or class_of(unit.kind) != "text":
        return False
    if sides.below[side].get(unit.position):
        return False
    number = owner.get(unit.position)
    if number is None:
        return True
    return _is_open(sides, side, unit.position, owner) and bool(
        set(sides.groups[number][1 - side]) & members
    )


def _covered_members(
    sides: MatchedSides, side: int, position: int, members: Sequence[int]
) -> list[int]:
    """The units of a subtree whose words the sentence has, each word given out once and in
    order.
    """
    other = 1 - side
    text = sides.words[side][position]
    listed = [
        (member, word) for member in members for word in sides.words[other][member]
    ]
    weight: dict[int, float] = defaultdict(float)
    left_over = Counter(text)
    head = 0.0
    for block in Indel.opcodes(text, [word for _, word in listed]):
        if block.tag == "equal":
            for member, word in listed[block.dest_start : block.dest_end]:
                weight[member] += sides.weights.get(word, 0.0)
                left_over[word] -= 1
    chosen = []
    for member in members:
        total = sum(sides.weights.get(word, 0.0) for word in sides.words[other][member])
        elsewhere = Counter(sides.words[other][member]) & +left_over
        if weight[member] < COVERED * total:
            apart = sum(sides.weights.get(w, 0.0) * n for w, n in elsewhere.items())
            if apart >= COVERED * total:
                left_over -= elsewhere
            weight[member] = max(weight[member], apart)
        if total and weight[member] >= COVERED * total:
            chosen.append(member)
        elif total and member == members[0]:
            head = weight[member] / total
    if chosen and members[0] not in chosen and head >= HEAD_COVERED:
        chosen.insert(0, members[0])
    return chosen


def _regroup(
    sides: MatchedSides, side: int, position: int, members: Sequence[int]
) -> bool:
    """Put a sentence and the members of a list into one group, out of the groups that they
    were in.
    """
    other = 1 - side
    kept: list[PositionGroup] = []
    owner = sides.owners(other)
    chosen = [m for m in members if _is_open(sides, other, m, owner)]
    if len(chosen) < 2:
        return False
    for group in sides.groups:
        if position in group[side] or set(group[other]) & set(chosen):
            continue
        kept.append(group)
    sides.groups = kept
    sides.groups.append(([position], chosen) if side == 0 else (chosen, [position]))
    return True
