"""Perturbed texts with known alignments: the fair test of an aligner, because one annotated pair
tells little.

From one norm a second is made by moving two articles, dropping a tenth of the provisions, inserting
a tenth of foreign ones, merging up to two neighbours and misreading 0, 3 or 8 % of the letters.
Seeds are fixed, so two runs give the same texts.

    PYTHONPATH=tests python tests/bench/perturb.py       prints F1 by norm and by noise
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from goldnormas import gold_normas
from lawtool.comparison import align
from lawtool.model import Dispositivo, Kind, Norma

NOISE = (0.0, 0.03, 0.08)
ROUNDS = 6
_LIKE = "aoe eco il1 li1 oae ce mn nur un rn s5 tf hb bh qg gq çc ãa áa ée íi õo"
_MISREAD = {word[0]: word[1:] for word in _LIKE.split(" ")}
"""A letter, then those that are read for it."""


@dataclass(frozen=True)
class Case:
    """A norm, its perturbed copy, and the true pairs of paths."""

    name: str
    noise: float
    original: Norma
    copy: Norma
    truth: frozenset[tuple[str, str]]


def misread(text: str, share: float, chance: random.Random) -> str:
    """Letters changed, dropped or doubled as a recogniser would; digits stay, so the truth
    about numbers is known.
    """
    out = []
    for sign in text:
        if sign.isalpha() and chance.random() < share:
            kind = chance.random()
            if kind < 0.7:
                out.append(chance.choice(_MISREAD.get(sign, sign) or sign))
            elif kind < 0.85:
                out.append(sign * 2)
        else:
            out.append(sign)
    return "".join(out)


def _articles(norma: Norma) -> list[list[Dispositivo]]:
    blocks: list[list[Dispositivo]] = []
    for node in norma.provisions:
        if node.kind is Kind.ARTIGO or not blocks:
            blocks.append([])
        blocks[-1].append(node)
    return blocks


def _merge(
    block: list[Dispositivo], chance: random.Random
) -> tuple[list[Dispositivo], dict[str, str]]:
    """Two neighbours without children run into one; the map says who was swallowed by whom."""
    parents = {node.parent for node in block}
    places = [
        i
        for i in range(len(block) - 1)
        if block[i].path not in parents
        and block[i + 1].path not in parents
        and block[i].parent == block[i + 1].parent
        and len(block[i + 1].text.split()) >= 6
    ]
    if not places:
        return block, {}
    at = chance.choice(places)
    kept, swallowed = block[at], block[at + 1]
    joined = replace(kept, text=f"{kept.text} {swallowed.text}")
    return [*block[:at], joined, *block[at + 2 :]], {swallowed.path: kept.path}


def perturb(
    norma: Norma, foreign: Sequence[Dispositivo], noise: float, seed: int
) -> Case:
    """One perturbed copy. Every node of it gets a new path (`art101`, …), so nothing can be
    read off the labels.
    """
    chance = random.Random(f"{norma.slug}:{noise}:{seed}")
    blocks = _articles(norma)
    for _ in range(2):
        if len(blocks) > 2:
            moved = blocks.pop(chance.randrange(len(blocks)))
            blocks.insert(chance.randrange(len(blocks) + 1), moved)
    swallowed: dict[str, str] = {}
    for _ in range(2):
        at = chance.randrange(len(blocks))
        blocks[at], more = _merge(blocks[at], chance)
        swallowed |= more
    sequence = [node for block in blocks for node in block if chance.random() >= 0.1]
    for _ in range(len(sequence) // 10):
        sequence.insert(
            chance.randrange(len(sequence) + 1),
            replace(chance.choice(foreign), path="foreign"),
        )
    return _case(norma, sequence, swallowed, noise, chance, seed)


def _case(
    norma: Norma,
    sequence: Sequence[Dispositivo],
    swallowed: dict[str, str],
    noise: float,
    chance: random.Random,
    seed: int,
) -> Case:
    names: dict[str, str] = {}
    nodes: list[Dispositivo] = []
    truth: set[tuple[str, str]] = set()
    article = 100
    for number, node in enumerate(sequence):
        if node.kind is Kind.ARTIGO:
            article += 1
            path = f"art{article}"
        else:
            above = names.get(node.parent or "", f"art{article}")
            path = f"{above}_{node.kind[:3]}{number}"
        if node.path != "foreign":
            names[node.path] = path
            truth.add((node.path, path))
            truth |= {
                (gone, path)
                for gone, keeper in swallowed.items()
                if keeper == node.path
            }
        parent = path.rsplit("_", 1)[0] if "_" in path else None
        nodes.append(
            replace(
                node,
                path=path,
                parent=parent,
                text=misread(node.text, noise, chance),
                pieces=(),
            )
        )
    copy = replace(norma, slug=f"{norma.slug}-copy", nodes=tuple(nodes))
    return Case(f"{norma.slug}/{noise}/{seed}", noise, norma, copy, frozenset(truth))


def _foreign(norma: Norma, normas: Sequence[Norma]) -> list[Dispositivo]:
    """Provisions of the other norms that no provision of this one resembles: a copied one
    would be no stranger.
    """
    own = [node.text.lower() for node in norma.provisions if node.text]
    others = (
        node
        for other in normas
        if other is not norma
        for node in other.provisions
        if node.text
    )
    return [
        node
        for node in others
        if process.extractOne(
            node.text.lower(), own, score_cutoff=70.0, scorer=fuzz.ratio
        )
        is None
    ]


def cases(normas: Sequence[Norma], rounds: int = ROUNDS) -> Iterator[Case]:
    """`rounds` copies of each norm at each noise; foreign provisions come from the other norms."""
    for norma in normas:
        foreign = _foreign(norma, normas)
        for noise in NOISE:
            for seed in range(rounds):
                yield perturb(norma, foreign, noise, seed)


def pair_f1(
    truth: frozenset[tuple[str, str]], found: set[tuple[str, str]]
) -> tuple[float, float, float]:
    """Precision, recall and F1 of pairs of paths."""
    right = len(truth & found)
    precision = right / len(found) if found else 1.0
    recall = right / len(truth) if truth else 1.0
    return (
        precision,
        recall,
        2 * precision * recall / (precision + recall) if right else 0.0,
    )


def main() -> None:
    """Print the mean F1 of all cases, by norm and by noise."""
    scores: dict[str, list[float]] = {}
    for case in cases(
        [norma for norma in gold_normas() if len(list(norma.provisions)) >= 60]
    ):
        alignment = align(case.original, case.copy)
        known = {unit.path for unit in alignment.units[0]}
        found = {(a, b) for group in alignment.groups for a in group.a for b in group.b}
        score = pair_f1(
            frozenset(pair for pair in case.truth if pair[0] in known), found
        )[2]
        for name in (f"{case.original.slug} {case.noise:.0%}", "all"):
            scores.setdefault(name, []).append(score)
    for name, values in sorted(scores.items()):
        print(f"{name:40} {len(values):3} texts  F1 {sum(values) / len(values):.4f}")


if __name__ == "__main__":
    main()
