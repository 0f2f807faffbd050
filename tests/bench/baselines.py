"""The comparison beside what people use instead, on the annotated pair: provisions found, changes
printed, time.

    PYTHONPATH=tests python tests/bench/baselines.py

A line diff (`difflib`) of one provision a line, best match by `rapidfuzz`, and `redlines` where it
is installed (it is no dependency). Ratios are of provisions of the source: 101 of 104 have a
counterpart.
"""

from __future__ import annotations

import difflib
import json
import time
from collections.abc import Callable, Sequence

from perturb import pair_f1
from rapidfuzz import fuzz, process

from goldnormas import GOLD, gold
from lawtool.comparison import Unit, align, units
from lawtool.render.diff_view import differs

Pairs = set[tuple[str, str]]


def truth() -> frozenset[tuple[str, str]]:
    rows = [
        json.loads(line)
        for line in (GOLD / "alignment_coari_dnc27.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    ]
    return frozenset((row["a"], row["b"]) for row in rows if row["a"] and row["b"])


def short(pairs: Pairs) -> Pairs:
    return {(a.replace("_cpt", ""), b.replace("_cpt", "")) for a, b in pairs}


def ours(left: Sequence[Unit], right: Sequence[Unit]) -> tuple[Pairs, int]:
    found = align(gold("coari"), gold("dnc"))
    pairs = {(a, b) for group in found.groups for a in group.a for b in group.b}
    return pairs, sum(map(differs, found.groups))


def line_diff(
    text: Callable[[Unit], str],
) -> Callable[[Sequence[Unit], Sequence[Unit]], tuple[Pairs, int]]:
    def run(left: Sequence[Unit], right: Sequence[Unit]) -> tuple[Pairs, int]:
        matcher = difflib.SequenceMatcher(
            None, [text(u) for u in left], [text(u) for u in right], autojunk=False
        )
        pairs = {
            (left[i + k].path, right[j + k].path)
            for i, j, size in matcher.get_matching_blocks()
            for k in range(size)
        }
        return pairs, sum(op[0] != "equal" for op in matcher.get_opcodes())

    return run


def best_match(left: Sequence[Unit], right: Sequence[Unit]) -> tuple[Pairs, int]:
    pairs: Pairs = set()
    for unit in left:
        found = process.extractOne(
            unit.text, [u.text for u in right], scorer=fuzz.ratio, score_cutoff=60
        )
        if found:
            pairs.add((unit.path, right[found[2]].path))
    return pairs, len(left) - sum(a.text == b.text for a in left for b in right)


def redline(left: Sequence[Unit], right: Sequence[Unit]) -> tuple[Pairs, int]:
    from redlines import Redlines

    made = Redlines("\n".join(u.text for u in right), "\n".join(u.text for u in left))
    return set(), sum(op[0] != "equal" for op in made.opcodes)


def main() -> None:
    left, right = units(gold("coari")), units(gold("dnc"))
    wanted = truth()
    methods = {
        "lawtool": ours,
        "line diff, as printed": line_diff(lambda unit: unit.text),
        "line diff, normalised": line_diff(lambda unit: unit.key),
        "best match, rapidfuzz": best_match,
        "redlines": redline,
    }
    print(f"{'':24} {'P':>6} {'R':>6} {'F1':>6} {'changes':>8} {'ms':>7}")
    for name, method in methods.items():
        start = time.perf_counter()
        try:
            pairs, changes = method(left, right)
        except ImportError as error:
            print(f"{name:24} not installed: {error}")
            continue
        spent = 1000 * (time.perf_counter() - start)
        scores = pair_f1(wanted, short(pairs)) if pairs else None
        cells = (
            " ".join(f"{score:6.3f}" for score in scores)
            if scores
            else " ".join(["     –"] * 3)
        )
        print(f"{name:24} {cells} {changes:8} {spent:7.0f}")


if __name__ == "__main__":
    main()
