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
from lawtool.structure.headings import Sign
from lawtool.structure.moves import Move
from lawtool.structure.segments import Segment, read_segments
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
    segments, style = read_segments(lines)
    if not segments:
        return Decoded(normas=(), lines=tuple(lines))
    decoder = Decoder(segments, style)
    moves = {move.segment: move for move in decoder.decode()}
    normas: list[Norma] = []
    corrections: list[Correction] = []
    others: dict[int, Furniture] = {}
    doubts = list(checks.unsure(decoder, moves))
    parts = _norm_ranges(segments, moves)
    for part in parts:
        builder = NormBuilder(source.text, scanned=style.noise >= SCANNED)
        tree = TreeReader(builder, style)
        for index in part:
            tree.take(segments[index], moves.get(index))
        tree.finish()
        for segment in builder.others:
            others[segment.line.span.start] = _kind_of_other(segment)
        if not builder.nodes:
            continue
        if len(parts) > 1 and not _is_norm(builder):
            others.update((segments[index].line.span.start, Furniture.OTHER) for index in part)
            continue
        own = [segments[i].line for i in part if segments[i].line.span.start not in others]
        own = own or [segments[part[0]].line]
        norma = _freeze_norm(builder, source, own[0], own[-1])
        unsure = (doubt for doubt in doubts if norma.start_line <= doubt.line <= norma.end_line)
        problems = (*norma.problems, *checks.check_tree(norma), *unsure)
        normas.append(replace(norma, problems=problems))
        corrections.extend(builder.corrections)
    return Decoded(
        normas=tuple(normas),
        corrections=tuple(corrections),
        problems=tuple(checks.other_matter(lines, others)),
        noise=style.noise,
        lines=tuple(_mark_other(line, others) for line in lines),
    )


def _is_norm(builder: NormBuilder) -> bool:
    """Tell a norm from a letter or an opinion that stands before a bill."""
    kinds = {node.kind for node in builder.nodes}
    reasons = Kind.JUSTIFICATIVA in kinds
    return not reasons or not kinds.isdisjoint(PROVISIONS | {Kind.EPIGRAFE})


def _kind_of_other(segment: Segment) -> Furniture:
    rule = segment.heading is not None and segment.heading.sign is Sign.RULE
    return Furniture.NOISE if rule else Furniture.OTHER


_EVIDENCE = {
    Furniture.NOISE: "a drawn line without a word",
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
    return [range(start, end) for start, end in itertools.pairwise(borders) if end > start]


def _freeze_norm(builder: NormBuilder, source: Source, first: Line, last: Line) -> Norma:
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
