"""Drafts of nodes while a tree is built: mutable, with pieces that still know their segments."""

from __future__ import annotations

from dataclasses import dataclass, field

from lawtool.model import WORDLESS, Dispositivo, Kind, Span
from lawtool.structure.segments import Segment


def raw_span(segment: Segment, start: int, end: int) -> Span:
    """Where `start..end` of a segment's plain text stands in the raw text."""
    return segment.line.raw_span(segment.start + start, segment.start + end)


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

    def add(self, segment: Segment, start: int = 0, end: int | None = None) -> None:
        """Append the own text of a segment from `start` to `end` (offsets in its text)."""
        text = segment.text[start:end].rstrip()
        own = text.lstrip()
        self.lines.append(segment.line.number)
        if not own:
            return
        lead = len(text) - len(own)
        self.pieces.append(raw_span(segment, start + lead, start + len(text)))
        self.words.append(own)

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def next_below(self, symbol: str) -> int:
        self.counts[symbol] = self.counts.get(symbol, 0) + 1
        return self.counts[symbol]

    def freeze(self) -> Dispositivo:
        lines, pieces = self.lines, self.pieces
        return Dispositivo(
            path=self.path,
            kind=self.kind,
            text="" if self.kind in WORDLESS else self.text,
            label=self.label,
            printed=self.printed,
            parent=self.parent.path if self.parent else None,
            label_span=self.label_span,
            pieces=tuple(sorted(pieces) if len(pieces) > 1 else pieces),
            start_line=min(lines, default=0),
            end_line=max(lines, default=0),
            repaired=self.repaired,
            rows=tuple(self.rows),
        )
