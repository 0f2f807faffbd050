"""What every rendering of a norm shares: how labels are written, how deep a node stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lawtool.model import Dispositivo, Kind, Norma

HEADINGS = frozenset({Kind.AGRUPADOR, Kind.ANEXO})
QUIET = frozenset({Kind.NOTA, Kind.REDACAO_ANTERIOR, Kind.OMISSIS})
"""Kinds that are no wording of the norm itself; they are shown in a lighter hand."""

_AFTER_LABEL = {Kind.INCISO: " –", Kind.ALINEA: ")", Kind.ITEM: "."}


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A node and its depth below the articles; headings stand at depth 0."""

    node: Dispositivo
    depth: int


def label(node: Dispositivo) -> str:
    """The label as a lawyer writes it: `Art. 1º`, `II –`, `b)`, `3.`; empty where nothing is
    printed.
    """
    if node.label:
        return f"{node.label}{_AFTER_LABEL.get(node.kind, '')}"
    return ""


def placed(norma: Norma, path: str = "") -> Iterator[Placed]:
    """The nodes of a norm, or of one provision with all below it, in the order of the text."""
    depths: dict[str, int] = {}
    for node in norma.nodes:
        if node.parent:
            parent = norma.get(node.parent)
        else:
            parent = None
        below = parent is not None and parent.kind not in HEADINGS
        if parent is not None and below:
            depths[node.path] = depths[parent.path] + 1
        else:
            depths[node.path] = 0
        if not path or node.path == path or _inside(norma, node, path):
            if path:
                base = depths.get(path, 0)
            else:
                base = 0
            yield Placed(node=node, depth=depths[node.path] - base)


def _inside(norma: Norma, node: Dispositivo, path: str) -> bool:
    return any(above.path == path for above in norma.ancestors(node.path))
