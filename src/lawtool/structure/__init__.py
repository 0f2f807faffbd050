"""Structure: from lines to the trees of norms. `decode` is the only entry.

`segments` looks at each line, `headings` and `labels` say what it may be, `decoder` chooses the cheapest consistent reading,
`tree` (with `front`, `closing`, `annex`) builds nodes from it, `checks` reports what is odd.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lawtool.model import Correction, Line, Norma, NormaId, Problem, Source, Span
from lawtool.structure import checks
from lawtool.structure.costs import Step
from lawtool.structure.decoder import Decoder
from lawtool.structure.segments import Segment, read
from lawtool.structure.tree import TreeBuilder

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
    segments, style = read(lines)
    if not segments:
        return Decoded(normas=())
    decoder = Decoder(segments, style)
    steps = {step.segment: step for step in decoder.decode()}
    normas: list[Norma] = []
    corrections: list[Correction] = []
    for part in _norms(segments, steps):
        tree = TreeBuilder(source.text, scanned=style.noise >= SCANNED)
        for index in part:
            tree.feed(segments[index], steps.get(index))
        tree.finish()
        norma = _norma(tree, source, [segments[index] for index in part])
        normas.append(replace(norma, problems=(*norma.problems, *checks.check(norma))))
        corrections.extend(tree.corrections)
    return Decoded(
        normas=tuple(normas),
        corrections=tuple(corrections),
        problems=tuple(checks.unsure(decoder, steps)),
        noise=style.noise,
    )


def _norms(segments: Sequence[Segment], steps: dict[int, Step]) -> list[range]:
    """The ranges of segments that belong to one norm each."""
    borders = [0, *(index for index, step in sorted(steps.items()) if step.new_norm), len(segments)]
    return [range(start, end) for start, end in itertools.pairwise(borders) if end > start]


def _norma(tree: TreeBuilder, source: Source, segments: Sequence[Segment]) -> Norma:
    first, last = segments[0].line, segments[-1].line
    return Norma(
        slug=source.slug,
        id=NormaId(),
        source=source.slug,
        span=Span(start=first.span.start, end=last.span.end),
        nodes=tuple(draft.freeze() for draft in tree.nodes),
        start_line=first.number,
        end_line=last.number,
        problems=tuple(tree.problems),
    )
