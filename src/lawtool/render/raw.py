"""A norm with its repairs marked in place: `[printed→repaired]`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lawtool.model import Correction, Dispositivo, Norma
from lawtool.repair import offsets


def marked(norma: Norma, raw: str, corrections: Iterable[Correction]) -> Norma:
    """The norm with every repaired word of its texts and every repaired label as
    `[printed→repaired]`.
    """
    edits = offsets.Edits(
        replace(one, after=f"[{one.before}→{one.after}]")
        for one in corrections
        if one.applies
    )

    def mark(node: Dispositivo) -> Dispositivo:
        if node.pieces:
            text = offsets.compose(raw, node.pieces, edits)
        else:
            text = node.text
        changed = node.label_span is not None and edits.within(
            node.label_span.start, node.label_span.end
        )
        label = f"[{node.printed}→{node.label}]" if changed else node.label
        return replace(node, text=text, label=label)

    return replace(norma, nodes=tuple(map(mark, norma.nodes)))
