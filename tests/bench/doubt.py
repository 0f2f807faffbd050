"""How often a tree is wrong, how often it is wrong without a word, and what each problem is worth.

    python tests/bench/doubt.py FOLDER [--sample 300] [--truth GOLD.jsonl FOLDER]

Texts of the folder that are read without any problem are damaged in one place (a label lost,
misread or run into the line before, a line broken, a dash that is none) and read again: the tree
should stay what it was, or a problem should be told. With `--truth` annotated texts are added.
Printed: provisions wrong or lost, the share of them in norms that carry no warning, the weights of
`rules/confidence.toml` by least squares, and how well the confidence holds, each family of texts
judged by weights from the others.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import nnls

from lawtool import sources
from lawtool.model import PROVISIONS, Document
from lawtool.pipeline import parse_source
from lawtool.pipeline.folder import Folder
from lawtool.problems import Severity

_LABEL = re.compile(
    r"(?:Art\. \d+(?:º|\.)?|§ \d+º?|[IVXL]+ [-–]|[a-z]\)|Parágrafo [úÚ]nico\.?)\s"
)
_ODD_SIGNS = "$&8?¤»]"


@dataclass(frozen=True)
class Case:
    """One norm read: its provisions, those that are wrong or lost, its problems by code."""

    family: str
    provisions: int
    wrong: int
    codes: Counter[str]
    warned: bool


def lose_label(line: str, draw: random.Random) -> str:
    return _LABEL.sub("", line, count=1)


def misread_label(line: str, draw: random.Random) -> str:
    return draw.choice(_ODD_SIGNS) + line[draw.choice((1, 2)) :]


def break_line(line: str, draw: random.Random) -> str:
    words = line.split(" ")
    place = draw.randrange(len(words) // 2, len(words))
    return " ".join(words[:place]) + "\n" + " ".join(words[place:])


def widen_blanks(line: str, draw: random.Random) -> str:
    return line.replace(" ", draw.choice(("  ", "\u00a0", "\t")), 3)


def change_dash(line: str, draw: random.Random) -> str:
    return re.sub(r" [-–] ", f" {draw.choice('~•=_:')} ", line, count=1)


DAMAGES: tuple[Callable[[str, random.Random], str], ...] = (
    lose_label,
    misread_label,
    break_line,
    widen_blanks,
    change_dash,
)


def provisions_of(document: Document) -> set[str]:
    return {
        node.path
        for norma in document.normas
        for node in norma.nodes
        if node.kind in PROVISIONS
    }


def problems_of(document: Document) -> tuple[Counter[str], bool]:
    """Give the problems of all norms by code, and whether one of them is a warning."""
    problems = [problem for norma in document.normas for problem in norma.problems]
    problems += document.problems
    warned = any(problem.severity is not Severity.INFO for problem in problems)
    return Counter(problem.code for problem in problems), warned


def damaged_cases(folder: Path, size: int) -> Iterator[Case]:
    paths = [entry.path for entry in Folder(folder).entries()]
    draw = random.Random(7)
    for path in sorted(random.Random(1).sample(paths, min(size, len(paths)))):
        source = sources.read_source(path)
        truth = parse_source(sources.source_from_text(source.text))
        if problems_of(truth)[0] or len(truth.normas) != 1:
            continue
        lines = source.text.split("\n")
        labelled = [number for number, line in enumerate(lines) if _LABEL.match(line)]
        for damage in DAMAGES:
            if not labelled:
                break
            number = draw.choice(labelled)
            changed = [
                *lines[:number],
                damage(lines[number], draw),
                *lines[number + 1 :],
            ]
            document = parse_source(sources.source_from_text("\n".join(changed)))
            wanted, found = provisions_of(truth), provisions_of(document)
            codes, warned = problems_of(document)
            yield Case(damage.__name__, len(wanted), len(wanted ^ found), codes, warned)


def annotated_cases(gold: Path, folder: Path) -> Iterator[Case]:
    """Read annotated files; norms of a file are taken together."""
    wanted: dict[str, set[tuple[str, str]]] = defaultdict(set)
    optional: dict[str, set[str]] = defaultdict(set)
    for line in gold.read_text(encoding="utf-8").splitlines():
        node = json.loads(line)
        path = _plain(node["path"])
        if node.get("optional"):
            optional[node["file"]].add(path)
        elif node["kind"] in ("artigo", "paragrafo", "inciso", "alinea", "item"):
            wanted[node["file"]].add((node["norm"], path))
    for file, nodes in wanted.items():
        names = (file, file.replace("--", "/", 1))
        path = next((folder / name for name in names if (folder / name).exists()), None)
        if path is None:
            continue
        document = parse_source(sources.read_source(path))
        found = Counter(_plain(path) for path in provisions_of(document))
        truth = Counter(path for _, path in nodes)
        found = Counter({p: n for p, n in found.items() if p not in optional[file]})
        wrong = (found - truth).total() + (truth - found).total()
        codes, warned = problems_of(document)
        yield Case(file.split("--")[0], len(nodes), wrong, codes, warned)


def _plain(path: str) -> str:
    return re.sub(r"_alt\d+", "_alt", re.sub(r"_cpt(?=_|$)", "", path))


def fit(cases: Sequence[Case]) -> dict[str, float]:
    """Estimate how many provisions a problem of each kind makes wrong, by least squares
    without negative weights.
    """
    codes = sorted({code for case in cases for code in case.codes})
    matrix = np.array(
        [
            [case.provisions, *(min(case.codes[code], 20) for code in codes)]
            for case in cases
        ],
        dtype=float,
    )
    wrong = np.array([min(case.wrong, case.provisions) for case in cases], dtype=float)
    weights, _ = nnls(matrix, wrong)
    return dict(zip(["unseen", *codes], map(float, weights), strict=True))


def predicted(case: Case, weights: dict[str, float]) -> float:
    wrong = weights["unseen"] * case.provisions
    wrong += sum(weights.get(code, 0.0) * min(n, 20) for code, n in case.codes.items())
    return max(0.0, 1.0 - wrong / max(case.provisions, 1))


def report(cases: Sequence[Case]) -> None:
    total = sum(case.provisions for case in cases)
    wrong = sum(case.wrong for case in cases)
    silent = sum(case.wrong for case in cases if not case.warned)
    print(
        f"{len(cases)} readings, {total} provisions, {wrong} wrong or lost, {silent} of them without a warning"
    )
    by_family: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        by_family[case.family].append(case)
    print(f"{'family':24} {'provisions':>10} {'wrong':>6} {'silent':>6}")
    for family, members in sorted(by_family.items()):
        mute = sum(case.wrong for case in members if not case.warned)
        print(
            f"{family:24} {sum(c.provisions for c in members):10} {sum(c.wrong for c in members):6} {mute:6}"
        )
    print("\nweights (provisions wrong where the problem stands)")
    for code, weight in sorted(fit(cases).items(), key=lambda pair: -pair[1]):
        count = sum(case.codes[code] for case in cases)
        print(f"  {code:28} {weight:7.3f}   seen {count} times")
    print(
        "\nconfidence told and share read right, each family by weights from the others"
    )
    bins: dict[int, list[tuple[float, Case]]] = defaultdict(list)
    for family, members in by_family.items():
        weights = fit([case for case in cases if case.family != family])
        for case in members:
            told = predicted(case, weights)
            bins[min(int(told * 10), 9)].append((told, case))
    for place in sorted(bins):
        told = [value for value, _ in bins[place]]
        n = sum(case.provisions for _, case in bins[place])
        right = n - sum(min(case.wrong, case.provisions) for _, case in bins[place])
        print(
            f"  {sum(told) / len(told):5.2f}   {right / max(n, 1):5.2f}   {len(told)} readings"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--truth", type=Path, nargs=2, action="append", default=[])
    options = parser.parse_args()
    cases = list(damaged_cases(options.folder, options.sample))
    for gold, folder in options.truth:
        cases += annotated_cases(gold, folder)
    report(cases)


if __name__ == "__main__":
    main()
