"""The repair of words inside nodes: every rule of `rules/ocr.toml`, in order of trust."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from lawtool.model import Correction, Dispositivo, Source, Span
from lawtool.repair import joins, patterns, romans, spelling
from lawtool.repair.document import Document
from lawtool.repair.offsets import OffsetMap

SCANNED = 0.02
"""From this share of damaged labels on a source is taken for a scan."""

_RULES = (
    joins.join_lines,
    patterns.changes,
    romans.formulas,
    romans.numerals,
    joins.hyphens,
    joins.glued,
    spelling.words,
    romans.in_lists,
)


def repair(
    source: Source, nodes: Sequence[Dispositivo], *, noise: float, witness: Iterable[str] = ()
) -> tuple[Correction, ...]:
    """Rows for what is damaged in the text of the nodes, in order, disjoint (labels: see `structure`).

    `noise` is how damaged the source is, 0 (clean) to 1: rules that only make sense for a scan change nothing
    in a clean text. `witness` are words of other texts (an aligned norm) that count as evidence.
    """
    if not unicodedata.is_normalized("NFC", source.text):
        return _on_nfc(source, nodes, noise=noise, witness=witness)
    document = Document(source, nodes, damaged=noise >= SCANNED, witness=witness)
    found = (
        document.correction(change)
        for change in chain.from_iterable(rule(document) for rule in _RULES)
    )
    return _disjoint(row for row in found if row is not None)


def _on_nfc(
    source: Source, nodes: Sequence[Dispositivo], *, noise: float, witness: Iterable[str]
) -> tuple[Correction, ...]:
    """The same for a text whose accents stand apart from their letters: no rule need know of that."""
    text, offsets = OffsetMap.of_nfc(source.text)
    if not unicodedata.is_normalized("NFC", text):
        return ()  # a script of its own; no Portuguese text comes here

    def moved(span: Span) -> Span:
        start = offsets.clean_offset(span.start)
        return Span(start=start, end=max(start, offsets.clean_offset(span.end)))

    there = [replace(node, pieces=tuple(map(moved, node.pieces))) for node in nodes]
    rows = repair(replace(source, text=text), there, noise=noise, witness=witness)
    back = ((row, offsets.span(row.span.start, row.span.end)) for row in rows)
    return tuple(replace(row, span=span, before=span.of(source.text)) for row, span in back)


def _disjoint(rows: Iterable[Correction]) -> tuple[Correction, ...]:
    """Where two rules touch one place the one that changes the text stands, else the earlier rule."""
    taken: list[Correction] = []
    by_trust = sorted(enumerate(rows), key=lambda entry: (not entry[1].applies, entry[0]))
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
