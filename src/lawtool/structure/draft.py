"""Drafts of nodes while a tree is built: mutable, with pieces that still know their
segments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lawtool.model import WORDLESS, Dispositivo, Kind, Span
from lawtool.structure.segments import Segment


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
        """Append the own text of a segment from `start` to `end` (offsets in its
        text)."""
        text = segment.text[start:end].rstrip()
        own = text.lstrip()
        self.lines.append(segment.line.number)
        if not own:
            return
        lead = len(text) - len(own)
        self.pieces.append(segment.raw_span(start + lead, start + len(text)))
        self.words.append(own)

    def head(self, segment: Segment, end: int, label: str | None = None) -> None:
        """Take the start of a segment for the printed label."""
        self.printed = segment.text[:end]
        if label is None:
            self.label = self.printed
        else:
            self.label = label
        self.label_span = segment.raw_span(0, end)
        self.lines.append(segment.line.number)

    @property
    def text(self) -> str:
        """The own words so far."""
        return " ".join(self.words)

    @property
    def name(self) -> str:
        """The last component of the path."""
        return self.path.rpartition("_")[2]

    def ancestors(self) -> Iterator[Draft]:
        """Give the nodes above, innermost first."""
        parent = self.parent
        while parent is not None:
            yield parent
            parent = parent.parent

    def quotation(self) -> Draft | None:
        """Find the quoted block that the node is or stands in."""
        if self.kind is Kind.ALTERACAO:
            return self
        return next(
            (node for node in self.ancestors() if node.kind is Kind.ALTERACAO), None
        )

    def next_below(self, symbol: str) -> int:
        """Give the next number of what is counted below this node."""
        self.counts[symbol] = self.counts.get(symbol, 0) + 1
        return self.counts[symbol]

    def freeze(self) -> Dispositivo:
        """Make the finished node."""
        lines, pieces = self.lines, self.pieces
        return Dispositivo(
            path=self.path,
            kind=self.kind,
            text="" if self.kind in WORDLESS else self.text,
            label=self.label,
            printed=self.printed,
            parent=self.parent.path if self.parent else None,
            label_span=self.label_span,
            pieces=tuple(sorted(pieces)),
            start_line=min(lines, default=0),
            end_line=max(lines, default=0),
            repaired=self.repaired,
            rows=tuple(self.rows),
        )
