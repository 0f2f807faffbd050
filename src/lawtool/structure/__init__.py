"""Structure: from lines to the trees of norms. `decode_source` is the only entry.

`segments` looks at each line, `headings` and `printed_labels` say what it may be,
`decoder` chooses the cheapest consistent
reading, `tree` (with `front`, `closing`, `annex`, `tails`) builds nodes from it,
`checks` reports what is odd.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lawtool.model import (
    PROVISIONS,
    Correction,
    Furniture,
    Kind,
    Line,
    Norma,
    NormaId,
    Problem,
    Source,
    Span,
)
from lawtool.structure import checks
from lawtool.structure.builder import NormBuilder
from lawtool.structure.decoder import Decoder
from lawtool.structure.garbled import find_garbled_runs
from lawtool.structure.headings import Sign
from lawtool.structure.moves import Move
from lawtool.structure.segments import Segment, Style, read_segments
from lawtool.structure.tree import TreeReader

SCANNED = 0.02
"""From this share of damaged labels on a source is taken for a scan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The norms of a source with their nodes, label corrections, and how noisy the
    source is (0 clean, 1 ruined)."""

    normas: tuple[Norma, ...]
    corrections: tuple[Correction, ...] = ()
    problems: tuple[Problem, ...] = ()
    noise: float = 0.0
    lines: tuple[Line, ...] = ()
    """The lines of the source, those that are no part of any norm marked as
    furniture."""


def decode_source(source: Source, lines: Sequence[Line]) -> Decoded:
    """Segment, decode and build. Never raises on any text; a text without a norm gives
    no norms and a problem."""
    garbled = list(find_garbled_runs(lines))
    unread = {line.span.start for run in garbled for line in run}
    segments, style = read_segments(
        [line for line in lines if line.span.start not in unread]
    )
    if not segments:
        return Decoded(normas=(), lines=tuple(lines))
    reader = _SourceReader(source, segments, style)
    reader.read()
    reader.others.update((start, Furniture.NOISE) for start in unread)
    return Decoded(
        normas=tuple(reader.normas),
        corrections=tuple(reader.corrections),
        problems=(
            *checks.other_matter(lines, reader.others),
            *map(checks.garbled, garbled),
        ),
        noise=style.noise,
        lines=tuple(_mark_other(line, reader.others) for line in lines),
    )


class _SourceReader:
    """Builds the norms of a source from the decisions of the decoder, one after the other."""

    def __init__(
        self, source: Source, segments: Sequence[Segment], style: Style
    ) -> None:
        decoder = Decoder(segments, style)
        self.source = source
        self.segments = segments
        self.style = style
        self.moves = {move.segment: move for move in decoder.decode()}
        self.doubts = list(checks.unsure(decoder, self.moves))
        self.normas: list[Norma] = []
        self.corrections: list[Correction] = []
        self.others: dict[int, Furniture] = {}
        """Where the lines begin that are no part of a norm."""

    def read(self) -> None:
        """Read all norms."""
        parts = _norm_ranges(self.segments, self.moves)
        for part in parts:
            builder = self._build(part)
            if not builder.nodes:
                continue
            if len(parts) > 1 and not _is_norm(builder):
                for index in part:
                    self.others[self.segments[index].line.span.start] = Furniture.OTHER
                continue
            self.normas.append(self._finish(builder, part))
            self.corrections.extend(builder.corrections)

    def _build(self, part: range) -> NormBuilder:
        """Build the nodes of one norm and keep what is no part of it."""
        builder = NormBuilder(self.source.text, scanned=self.style.noise >= SCANNED)
        tree = TreeReader(builder, self.style)
        for index in part:
            tree.take(self.segments[index], self.moves.get(index))
        tree.finish()
        for segment in builder.others:
            self.others[segment.line.span.start] = _kind_of_other(segment)
        return builder

    def _finish(self, builder: NormBuilder, part: range) -> Norma:
        """Make the norm, with its problems and the doubts of the decoder in it."""
        lines = [self.segments[index].line for index in part]
        own = [line for line in lines if line.span.start not in self.others] or lines[
            :1
        ]
        norma = _freeze_norm(builder, self.source, own[0], own[-1])
        inside = range(norma.start_line, norma.end_line + 1)
        unsure = (doubt for doubt in self.doubts if doubt.line in inside)
        problems = (*norma.problems, *checks.check_tree(norma), *unsure)
        return replace(norma, problems=problems)


def _is_norm(builder: NormBuilder) -> bool:
    """Tell a norm from a letter or an opinion that stands before a bill."""
    kinds = {node.kind for node in builder.nodes}
    reasons = Kind.JUSTIFICATIVA in kinds
    return not reasons or not kinds.isdisjoint(PROVISIONS | {Kind.EPIGRAFE})


def _kind_of_other(segment: Segment) -> Furniture:
    rule = segment.heading is not None and segment.heading.sign is Sign.RULE
    if rule:
        return Furniture.NOISE
    return Furniture.OTHER


_EVIDENCE = {
    Furniture.NOISE: "a line without a word",
    Furniture.OTHER: "other matter before, between or behind norms",
}


def _mark_other(line: Line, others: Mapping[int, Furniture]) -> Line:
    """Mark a line that is no part of a norm as furniture."""
    kind = others.get(line.span.start)
    if kind is None:
        return line
    return replace(line, furniture=kind, evidence=_EVIDENCE[kind])


def _norm_ranges(segments: Sequence[Segment], moves: Mapping[int, Move]) -> list[range]:
    """Give the ranges of segments that belong to one norm each."""
    begins = (index for index, move in sorted(moves.items()) if move.new_norm)
    borders = [0, *begins, len(segments)]
    return [
        range(start, end) for start, end in itertools.pairwise(borders) if end > start
    ]


def _freeze_norm(
    builder: NormBuilder, source: Source, first: Line, last: Line
) -> Norma:
    return Norma(
        slug=source.slug,
        id=NormaId(),
        source=source.slug,
        span=Span(start=first.span.start, end=last.span.end),
        nodes=tuple(draft.freeze() for draft in builder.nodes),
        start_line=first.number,
        end_line=last.number,
        problems=tuple(builder.problems),
    )
