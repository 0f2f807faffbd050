"""How often each cost of the decoder is paid in texts that are read right, and what that makes it
worth.

    python tests/bench/costs.py --texts FOLDER … [--truth GOLD.jsonl FOLDER …] [--write]

Every cost of `rules/costs.toml` becomes a number that remembers its name, so that the cost of the
cheapest reading of a text says what was paid on the way. Counted are texts whose trees are known
(`--truth`) and texts that are read without a problem (`--texts`). Printed for each cost: its
figure, how often it was paid, in how many families of texts, minus the logarithm of that share, and
the least and the greatest of it when each family in turn is left out; then structure F1 of each
family with costs drawn towards what the other families pay. `--write` puts the counts into the
table.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawtool.vocabulary import rules

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "src" / "lawtool" / "rules" / "costs.toml"
ESTIMATED = (
    "first_number", "number_repeated", "number_gap", "number_back", "label_missing", "sole_not_alone", "level_in_itself",
    "incisos_behind_paragraphs", "list_without_colon", "list_elsewhere", "list_elsewhere_behind_colon", "glued_label",
    "unended_unwrapped", "unended_blank", "unended_article", "unended_member", "closing_unended", "quote_unmarked",
    "quote_open_left", "quote_unmarked_left", "quoted_behind_close", "annex_in_body", "title_in_body",
)  # fmt: skip
"""Costs of events that may or may not happen at every label or heading, so that a share of
decisions says what they are worth. The others weigh one reading of a sign against another:
there only the order matters, which a person sets.
"""
LEVELS = ("artigo", "paragrafo", "inciso", "alinea", "item")


class Charge(float):
    """A cost that remembers the names of what was added up to it."""

    names: Counter[str]

    def __new__(cls, value: float, names: Mapping[str, int]) -> Charge:
        charge = super().__new__(cls, value)
        charge.names = Counter(names)
        return charge

    def _with(self, value: float, other: object) -> Charge:
        names = Counter(self.names)
        names.update(getattr(other, "names", {}))
        return Charge(value, names)

    def __add__(self, other: float) -> Charge:
        return self._with(float(self) + float(other), other)

    def __sub__(self, other: float) -> Charge:
        return self._with(float(self) - float(other), None)

    def __mul__(self, other: float) -> Charge:
        return self._with(float(self) * float(other), other)

    __radd__ = __add__
    __rmul__ = __mul__


_table = rules.read_table


def _charged(name: str) -> Mapping[str, Any]:
    """Give the table of costs with figures that remember their names, and any other table as
    it is.
    """
    entries = _table(name)
    if name != "costs":
        return entries
    return {
        cost: entry | {"nats": Charge(entry["nats"], {cost: 1})}
        for cost, entry in entries.items()
    }


rules.read_table = _charged  # type: ignore[assignment]  # before the decoder reads the table

from lawtool import layout, sources  # noqa: E402
from lawtool.pipeline import parse_source  # noqa: E402
from lawtool.structure.costs import COST  # noqa: E402
from lawtool.structure.decoder import Decoder  # noqa: E402
from lawtool.structure.moves import State, cost_of  # noqa: E402
from lawtool.structure.segments import read_segments  # noqa: E402


@dataclass(frozen=True)
class Text:
    """One text: its family, its source, and the paths of its provisions where they are known."""

    family: str
    path: Path
    truth: frozenset[str] | None = None


class CountingDecoder(Decoder):
    """Keeps the cheapest state of the last segment."""

    best: State | None = None

    def _step(self, states: list[State]) -> list[State]:
        after = super()._step(states)
        self.best = min(after, key=cost_of)
        return after


def charges_of(path: Path) -> tuple[Counter[str], int]:
    """Give what the cheapest reading of a text pays, by name, and the number of its decisions."""
    segments, style = read_segments(layout.read_lines(sources.read_source(path)))
    if not segments:
        return Counter(), 0
    decoder = CountingDecoder(segments, style)
    moves = decoder.decode()
    cost = decoder.best.cost if decoder.best is not None else 0.0
    return Counter(getattr(cost, "names", {})), len(moves)


def plain(path: str) -> str:
    return re.sub(r"_alt\d+", "_alt", re.sub(r"_cpt(?=_|$)", "", path))


def paths_of(path: Path) -> frozenset[str]:
    document = parse_source(sources.read_source(path))
    nodes = (node for norma in document.normas for node in norma.nodes)
    return frozenset(plain(node.path) for node in nodes if node.kind in LEVELS)


def texts_with_truth(gold: Path, folder: Path) -> Iterator[Text]:
    """Give the annotated texts of one norm; where a file holds several their paths would run
    together.
    """
    known: dict[str, set[str]] = defaultdict(set)
    norms: dict[str, set[str]] = defaultdict(set)
    for line in gold.read_text(encoding="utf-8").splitlines():
        node = json.loads(line)
        file = node.get("file") or node["source"]
        norms[file].add(node["norm"])
        if node["kind"] in LEVELS and not node.get("optional"):
            known[file].add(plain(node["path"]))
    for file, paths in known.items():
        names = (file, file.replace("--", "/", 1))
        path = next((folder / name for name in names if (folder / name).exists()), None)
        if path is not None and len(norms[file]) == 1:
            yield Text(re.split(r"--|\.", file)[0], path, frozenset(paths))


def texts_read_well(folder: Path, size: int) -> Iterator[Text]:
    """Give texts of a folder that are read without any problem, ten families by their order."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    for number, path in enumerate(
        random.Random(1).sample(paths, min(size, len(paths)))
    ):
        document = parse_source(sources.read_source(path))
        if document.normas and not any(norma.problems for norma in document.normas):
            yield Text(f"{folder.name} {number % 10}", path)


def estimate(counts: Counter[str], decisions: int) -> dict[str, float]:
    """Give minus the logarithm of the share of decisions that paid each cost."""
    return {
        name: -math.log((counts[name] + 0.5) / (decisions + 1))
        for name in _table("costs")
    }


def f1(truth: frozenset[str], read: frozenset[str]) -> float:
    both = len(truth & read)
    return 2 * both / (len(truth) + len(read)) if truth or read else 1.0


def drawn(counts: Counter[str], decisions: int) -> dict[str, float]:
    """Draw the table towards an estimate, the more the oftener a cost was paid."""
    estimates = estimate(counts, decisions)
    costs: dict[str, float] = {}
    for name, entry in _table("costs").items():
        weight = counts[name] / (counts[name] + 20) if name in ESTIMATED else 0.0
        costs[name] = entry["nats"] * (1 - weight) + estimates[name] * weight
    return costs


def leave_out(
    texts: Sequence[Text], paid: Mapping[Text, tuple[Counter[str], int]]
) -> None:
    """Score each family of known texts with costs drawn towards what the other families pay."""
    print(
        "\nstructure F1 by family: the table, and costs drawn towards what the other families pay"
    )
    known: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        if text.truth is not None:
            known[text.family].append(text)
    sums = [0.0, 0.0]
    for family, members in sorted(known.items()):
        others = [text for text in texts if text.family != family]
        counts: Counter[str] = Counter()
        for text in others:
            counts.update(paid[text][0])
        decisions = sum(paid[text][1] for text in others)
        scores = []
        for costs in (None, drawn(counts, decisions)):
            if costs is not None:
                COST.__dict__.update(costs)
            scores.append(
                sum(
                    f1(text.truth or frozenset(), paths_of(text.path))
                    for text in members
                )
                / len(members)
            )
        COST.__dict__.update(
            {name: entry["nats"] for name, entry in _table("costs").items()}
        )
        sums = [total + score for total, score in zip(sums, scores, strict=True)]
        print(f"  {family:32} {scores[0]:.3f} {scores[1]:.3f}")
    print(f"  {'mean':32} {sums[0] / len(known):.3f} {sums[1] / len(known):.3f}")


def write_counts(
    counts: Counter[str], decisions: int, families: Mapping[str, int]
) -> None:
    """Put the counts into the table."""
    text = TABLE.read_text(encoding="utf-8")
    for name in _table("costs"):
        told = (
            f"{counts[name]} of {decisions}, {families[name]} families"
            if counts[name]
            else f"0 of {decisions}"
        )
        pattern = re.compile(
            rf"(\[{name}\]\nnats = [^\n]*\nwhy = [^\n]*\ncount = )[^\n]*"
        )
        text = pattern.sub(lambda match, told=told: f'{match[1]}"{told}"', text)  # type: ignore[misc]
    TABLE.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=Path, nargs="*", default=[])
    parser.add_argument("--sample", type=int, default=600)
    parser.add_argument("--truth", type=Path, nargs=2, action="append", default=[])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    texts: list[Text] = []
    for gold, folder in options.truth:
        texts += texts_with_truth(gold, folder)
    for folder in options.texts:
        texts += texts_read_well(folder, options.sample)
    paid = {text: charges_of(text.path) for text in texts}
    counts: Counter[str] = Counter()
    by_family: dict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    for text, (charges, decisions) in paid.items():
        counts.update(charges)
        by_family[text.family].update(charges)
        sizes[text.family] += decisions
    total = sizes.total()
    table = estimate(counts, total)
    families = {name: sum(bool(c[name]) for c in by_family.values()) for name in table}
    without = [estimate(counts - by_family[f], total - sizes[f]) for f in by_family]
    print(f"{len(texts)} texts of {len(by_family)} families, {total} decisions")
    print(
        f"{'cost':36} {'table':>6} {'paid':>6} {'families':>8} {'-log':>6} {'least':>6} {'most':>6}"
    )
    for name, entry in _table("costs").items():
        values = [estimates[name] for estimates in without]
        print(
            f"{name:36} {entry['nats']:6.2f} {counts[name]:6} {families[name]:8} {table[name]:6.2f} "
            f"{min(values):6.2f} {max(values):6.2f}"
            + ("   one family" if families[name] == 1 else "")
        )
    leave_out(texts, paid)
    if options.write:
        write_counts(counts, total, families)


if __name__ == "__main__":
    main()
