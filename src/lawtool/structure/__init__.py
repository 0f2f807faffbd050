"""Structure: from lines to the trees of norms. `decode` is the only entry.

`segments` looks at each line, `headings` and `printed_labels` say what it may be, `decoder` chooses the cheapest consistent
reading, `tree` (with `front`, `closing`, `annex`, `tails`) builds nodes from it, `checks` reports what is odd.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lawtool.model import Correction, Line, Norma, NormaId, Problem, Source, Span
from lawtool.structure import checks
from lawtool.structure.builder import NormBuilder
from lawtool.structure.decoder import Decoder
from lawtool.structure.moves import Move
from lawtool.structure.segments import Segment, read_segments
from lawtool.structure.tree import TreeReader

SCANNED = 0.02
"""From this share of damaged labels on a source is taken for a scan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The norms of a source with their nodes, label corrections, and how noisy the source is (0 clean, 1 ruined)."""

    normas: tuple[Norma, ...]
    corrections: tuple[Correction, ...] = ()
    problems: tuple[Problem, ...] = ()
    noise: float = 0.0


def decode(source: Source, lines: Sequence[Line]) -> Decoded:
    """Segment, decode and build. Never raises on any text; a text without a norm gives no norms and a problem."""
    segments, style = read_segments(lines)
    if not segments:
        return Decoded(normas=())
    decoder = Decoder(segments, style)
    moves = {move.segment: move for move in decoder.decode()}
    normas: list[Norma] = []
    corrections: list[Correction] = []
    for part in _norm_ranges(segments, moves):
        builder = NormBuilder(source.text, scanned=style.noise >= SCANNED)
        tree = TreeReader(builder)
        for index in part:
            tree.take(segments[index], moves.get(index))
        tree.finish()
        norma = _freeze_norm(builder, source, segments[part[0]].line, segments[part[-1]].line)
        normas.append(replace(norma, problems=(*norma.problems, *checks.check(norma))))
        corrections.extend(builder.corrections)
    return Decoded(
        normas=tuple(normas),
        corrections=tuple(corrections),
        problems=tuple(checks.unsure(decoder, moves)),
        noise=style.noise,
    )


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
