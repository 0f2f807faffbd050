"""What one segment is judged by: its neighbours, the style of the source, and how much
may still be paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawtool.structure.costs import IMPOSSIBLE
from lawtool.structure.segments import Segment, Style


@dataclass(slots=True, kw_only=True)
class Scene:
    """The place in a source where states are carried on."""

    segments: Sequence[Segment]
    style: Style
    segment: Segment
    """The segment over which states are carried, and its index."""
    index: int = 0
    limit: float = IMPOSSIBLE
    """Dearer than this no state of the current segment can survive."""
