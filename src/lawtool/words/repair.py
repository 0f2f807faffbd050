"""The repair of words inside nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lawtool.model import Correction, Dispositivo, Source


def repair(
    source: Source, nodes: Sequence[Dispositivo], *, noise: float, witness: Iterable[str] = ()
) -> tuple[Correction, ...]:
    """Rows for what is damaged in the text of the nodes (labels are the business of `structure`).

    `noise` is how damaged the source is, 0 (clean) to 1; `witness` are words of other texts that count as
    evidence.
    """
    return ()
