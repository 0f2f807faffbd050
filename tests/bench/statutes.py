"""Synthetic statutes with planted copies: the measure of `copies` at scale.

Words follow Zipf's law over a made-up vocabulary; every statute has its commencement and other
formulas word for word. A tenth of the statutes are copies of 10, 25, 50 or 90 % of an earlier one,
with 2 to 20 % of the words changed.

    python tests/bench/statutes.py 1000 3000 10000      prints recall, precision, seconds, memory
"""

from __future__ import annotations

import random
import resource
import sys
import time
from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate

from lawtool.comparison.copies import find
from lawtool.model import Dispositivo, Kind, Norma, NormaId, Span

PROVISIONS = 30
VOCABULARY = 20_000
SHARES = (0.10, 0.25, 0.50, 0.90)
NOISE = (0.02, 0.05, 0.10, 0.20)
FORMULAS = (
    "Esta Lei entra em vigor na data de sua publicação.",
    "Revogam-se as disposições em contrário.",
    "As despesas decorrentes da execução desta Lei correrão por conta de dotações orçamentárias próprias.",
    "O Poder Executivo regulamentará a presente Lei no prazo de 90 (noventa) dias.",
)
_SYLLABLES = [c + v for c in "bcdfglmnprstv" for v in "aeiou"]


class Words:
    """A vocabulary drawn from with Zipf's frequencies."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._words = [
            "".join(chance.choice(_SYLLABLES) for _ in range(chance.randint(1, 5)))
            for _ in range(VOCABULARY)
        ]
        self._sums = list(accumulate(1 / (rank + 10) for rank in range(VOCABULARY)))

    def draw(self, count: int) -> list[str]:
        total = self._sums[-1]
        return [
            self._words[bisect(self._sums, self._chance.random() * total)]
            for _ in range(count)
        ]


def _norma(number: int, texts: list[str]) -> Norma:
    nodes = tuple(
        Dispositivo(path=f"art{i}", kind=Kind.ARTIGO, text=text)
        for i, text in enumerate(texts, 1)
    )
    year = 1950 + number * 70 // 100_000
    return Norma(
        slug=f"cidade-lei-{number:06}",
        id=NormaId(species="lei", number=str(number), year=year),
        source="",
        nodes=nodes,
        span=Span(start=0, end=0),
    )


def corpus(size: int, seed: int = 27) -> tuple[list[Norma], set[tuple[str, str]]]:
    """`size` statutes and the planted pairs (copy, source)."""
    chance = random.Random(seed)
    words = Words(chance)
    normas: list[Norma] = []
    planted: set[tuple[str, str]] = set()
    plan = [(share, noise) for share in SHARES for noise in NOISE]
    for number in range(size):
        texts = [
            " ".join(words.draw(chance.randint(12, 38)))
            for _ in range(PROVISIONS - len(FORMULAS))
        ]
        if number > 10 and number % 10 == 0:
            share, noise = plan[number // 10 % len(plan)]
            source = normas[chance.randrange(number)]
            chosen = chance.sample(range(len(texts)), max(1, round(share * len(texts))))
            for place in chosen:
                copied = source.nodes[place].text.split()
                texts[place] = " ".join(
                    words.draw(1)[0] if chance.random() < noise else word
                    for word in copied
                )
            planted.add((f"cidade-lei-{number:06}", source.slug))
        normas.append(_norma(number, [*texts, *FORMULAS]))
    return normas, planted


def measure(size: int) -> Iterator[str]:
    """One line: recall and precision of pairs, of those linked to one another through a
    common source apart.
    """
    normas, planted = corpus(size)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    links = find(normas)
    seconds = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found = {(link.a, link.b) for link in links}
    right = len(found & planted) + len({(b, a) for a, b in found} & planted)
    indirect = sum(
        1 for pair in found if pair not in planted and _related(pair, planted)
    )
    false = len(found) - right - indirect
    yield (
        f"{size:6} statutes  recall {right / len(planted):.3f}  precision {right / max(1, right + false):.3f}"
        f"  {seconds:5.1f} s  {memory:.0f} MB in all ({before / 1024:.0f} MB before)"
        f"  {len(found)} pairs, {indirect} through a third text"
    )


def _related(pair: tuple[str, str], planted: set[tuple[str, str]]) -> bool:
    sources = dict(planted)

    def root(slug: str) -> set[str]:
        seen = {slug}
        while slug in sources:
            slug = sources[slug]
            seen.add(slug)
        return seen

    return bool(root(pair[0]) & root(pair[1]))


if __name__ == "__main__":
    for argument in sys.argv[1:] or ["1000"]:
        for line in measure(int(argument)):
            print(line, flush=True)
