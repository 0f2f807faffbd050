"""Choose the weights of the search on annotated questions, and say what each question gets when it
is left out.

    python tests/bench/weights.py QUESTIONS=DATABASE ...        e.g.
    tests/gold/queries.jsonl=lawtool.db

For every weight a few steps up and down are tried in turn, as long as the mean nDCG@10 over all
sets rises by more than `GAIN`. The same is done with every question left out, and that question
asked with the weights that the others chose: the mean of these is what a question that nobody has
seen may get. With `--fixed` only the weights as they stand are scored.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from search import ndcg

from lawtool import corpus as asked
from lawtool.search import Search
from lawtool.search.rank import WEIGHTS, Weights
from lawtool.store.search_tables import SearchTables

STEPS = (0.5, 0.75, 1.33, 2.0)
GAIN = 0.003
FOLDS = 5
"""Questions are left out in so many groups: one by one would take hours."""

Question = tuple[int, str, str, dict[tuple[str, str], float]]
"""Number of the set, id, words, grades."""


class Bench:
    """Annotated questions with the databases that they are asked of."""

    def __init__(self, sets: list[str]) -> None:
        self.questions: list[Question] = []
        self._corpora = []
        for number, (gold, database) in enumerate(one.rsplit("=", 1) for one in sets):
            self._corpora.append(asked.open(database))
            self.questions += _read(number, Path(gold))
        self._scores: dict[tuple[Weights, str], float] = {}

    def score(self, weights: Weights, question: Question) -> float:
        """nDCG@10 of one question."""
        number, name, words, grades = question
        if (weights, name) not in self._scores:
            corpus = self._corpora[number]
            search = Search(
                SearchTables(corpus.connection),
                lambda: corpus.catalogue,
                weights=weights,
            )
            search.__dict__["_matcher"] = corpus.engine._matcher
            hits = [(hit.norm, hit.path) for hit in search.find(words, limit=10).hits]
            self._scores[weights, name] = ndcg(hits, grades)
        return self._scores[weights, name]

    def mean(self, weights: Weights, questions: list[Question]) -> float:
        """The mean over the sets of the means over their questions."""
        by_set: dict[int, list[float]] = {}
        for question in questions:
            by_set.setdefault(question[0], []).append(self.score(weights, question))
        return sum(sum(some) / len(some) for some in by_set.values()) / len(by_set)

    def choose(self, questions: list[Question], start: Weights) -> Weights:
        """Climb from some weights to better ones, one weight at a time."""
        best = start
        for field in dataclasses.fields(Weights):
            for step in STEPS:
                other = dataclasses.replace(
                    best, **{field.name: getattr(best, field.name) * step}
                )
                if self.mean(other, questions) > self.mean(best, questions) + GAIN:
                    best = other
        return best


def _read(number: int, gold: Path) -> Iterator[Question]:
    for row in map(json.loads, gold.read_text(encoding="utf-8").splitlines()):
        grades = {(one["norm"], one["path"]): one["grade"] for one in row["relevant"]}
        if grades:
            yield number, f"{number}:{row['id']}", row["query"], grades


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="+", metavar="QUESTIONS=DATABASE")
    parser.add_argument("--fixed", action="store_true")
    args = parser.parse_args()
    bench = Bench(args.sets)
    print(f"as they stand  {bench.mean(WEIGHTS, bench.questions):.3f}")
    if args.fixed:
        for question in bench.questions:
            print(
                f"  {bench.score(WEIGHTS, question):.3f}  {question[1]}  {question[2]}"
            )
        return
    chosen = bench.choose(bench.questions, WEIGHTS)
    print(f"chosen on all  {bench.mean(chosen, bench.questions):.3f}  {chosen}")
    total: dict[int, list[float]] = {}
    for fold in range(FOLDS):
        rest = [one for at, one in enumerate(bench.questions) if at % FOLDS != fold]
        weights: Any = bench.choose(rest, WEIGHTS)
        for question in bench.questions[fold::FOLDS]:
            total.setdefault(question[0], []).append(bench.score(weights, question))
    for number, scores in total.items():
        print(f"left out       {sum(scores) / len(scores):.3f}  {args.sets[number]}")


if __name__ == "__main__":
    main()
