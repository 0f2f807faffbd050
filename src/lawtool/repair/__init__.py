"""The repair of words inside nodes: every rule of `rules/ocr.toml`, in order of trust."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from lawtool.model import Correction, Dispositivo, Source, Span
from lawtool.repair import joins, lost_letters, patterns, romans, spelling
from lawtool.repair.offsets import OffsetMap
from lawtool.repair.scope import RepairScope

SCANNED = 0.02
"""From this share of damaged labels on a source is taken for a scan."""

_RULES = (
    joins.join_lines,
    patterns.propose_patterns,
    romans.propose_formulas,
    romans.propose_numerals,
    joins.join_residues,
    joins.cut_glued_words,
    spelling.propose_words,
    romans.propose_list_numerals,
    lost_letters.propose_lost_letters,
)


def repair(
    source: Source, nodes: Sequence[Dispositivo], *, noise: float
) -> tuple[Correction, ...]:
    """Propose rows for what is damaged in the text of the nodes, in order, disjoint.

    `noise` is how damaged the source is, 0 (clean) to 1: rules that only make sense for a scan
    change nothing in a clean text. Labels are read by `structure`.
    """
    if not unicodedata.is_normalized("NFC", source.text):
        return _repair_composed(source, nodes, noise=noise)
    scope = RepairScope(source, nodes, damaged=noise >= SCANNED)
    proposals = chain.from_iterable(rule(scope) for rule in _RULES)
    rows = map(scope.correction, proposals)
    return _choose_disjoint(row for row in rows if row is not None)


def _repair_composed(
    source: Source, nodes: Sequence[Dispositivo], *, noise: float
) -> tuple[Correction, ...]:
    """Repair a text whose accents stand apart from their letters: no rule need know of that."""
    text, offsets = OffsetMap.of_nfc(source.text)
    if not unicodedata.is_normalized("NFC", text):
        return ()  # a script of its own; no Portuguese text comes here

    def moved(span: Span) -> Span:
        start = offsets.clean_offset(span.start)
        return Span(start=start, end=max(start, offsets.clean_offset(span.end)))

    there = [replace(node, pieces=tuple(map(moved, node.pieces))) for node in nodes]
    rows = repair(replace(source, text=text), there, noise=noise)
    back = ((row, offsets.span(row.span.start, row.span.end)) for row in rows)
    return tuple(
        replace(row, span=span, before=span.of(source.text)) for row, span in back
    )


def _choose_disjoint(rows: Iterable[Correction]) -> tuple[Correction, ...]:
    """Choose where two rules touch one place: what changes the text, else the earlier rule."""
    taken: list[Correction] = []
    by_trust = sorted(
        enumerate(rows), key=lambda entry: (not entry[1].applies, entry[0])
    )
    free = _Free()
    for _, row in by_trust:
        if free.take(row.span.start, row.span.end):
            taken.append(row)
    return tuple(sorted(taken, key=lambda row: row.span))


class _Free:
    """Ranges of the text that no row has taken yet."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def take(self, start: int, end: int) -> bool:
        at = bisect_right(self._starts, start)
        if (at and self._ends[at - 1] > start) or (
            at < len(self._starts) and self._starts[at] < end
        ):
            return False
        self._starts.insert(at, start)
        self._ends.insert(at, end)
        return True
