"""Drafts of nodes while a tree is built: mutable, with pieces that still know their segments."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from lawtool.model import WORDLESS, Dispositivo, Kind, Line, Span
from lawtool.structure.segments import Segment


def raw_offset(line: Line, raw: str, offset: int) -> int:
    """Where the character at `offset` of a line's (composed, cleaned) text stands in the raw text."""
    start, end = line.span.start, line.span.end
    if len(line.text) == end - start:
        return start + offset
    if offset >= len(line.text):
        return end
    # Accents that stand apart in the raw text were joined: walk along until as many characters have come together.
    position = start
    for _ in range(offset):
        position += 1
        while position < end and unicodedata.combining(raw[position]):
            position += 1
    return min(position, end)


@dataclass(slots=True, kw_only=True)
class Draft:
    """A node in the making."""

    kind: Kind
    path: str
    parent: Draft | None = None
    label: str | None = None
    printed: str | None = None
    label_span: Span | None = None
    pieces: list[Span] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    """The text of the pieces as the lines print them, for decisions while building."""
    lines: list[int] = field(default_factory=list)
    repaired: bool = False
    rows: list[tuple[str | None, ...]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    """Last number given to notes, tables and quoted blocks below this node."""

    def add(self, segment: Segment, raw: str, start: int = 0, end: int | None = None) -> None:
        """Append the own text of a segment from `start` to `end` (offsets in its text)."""
        text = segment.text[start:end].rstrip()
        lead = len(text) - len(text.lstrip())
        self.lines.append(segment.line.number)
        if not text.strip():
            return
        first = segment.start + start + lead
        last = segment.start + start + len(text)
        self.pieces.append(Span(start=raw_offset(segment.line, raw, first), end=raw_offset(segment.line, raw, last)))
        self.words.append(text.lstrip())

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def next_below(self, symbol: str) -> int:
        self.counts[symbol] = self.counts.get(symbol, 0) + 1
        return self.counts[symbol]

    def freeze(self) -> Dispositivo:
        return Dispositivo(
            path=self.path, kind=self.kind, text="" if self.kind in WORDLESS else self.text, label=self.label,
            printed=self.printed,
            parent=self.parent.path if self.parent else None, label_span=self.label_span, pieces=tuple(sorted(self.pieces)),
            start_line=min(self.lines, default=0), end_line=max(self.lines, default=0), repaired=self.repaired,
            rows=tuple(self.rows),
        )  # fmt: skip
