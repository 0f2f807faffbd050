"""Earlier wordings that a compiled text shows struck through: which provision each of them worded.

A publisher prints them as they follow one another, the oldest first, before the wording in force or
in the place of a provision that is gone. Only the label tells which provision it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lawtool.errors import LawtoolError
from lawtool.identifiers import paths
from lawtool.identifiers.grammar import read_locators
from lawtool.model import Dispositivo, Kind, Norma

_FORMS = (
    (re.compile(r"[IVXLCDM]+(?:-[A-Z])?"), "inciso {}"),
    (re.compile(r"[a-z]{1,2}(?:-[A-Z])?"), "alínea {}"),
    (re.compile(r"\d+(?:-[A-Z])?"), "item {}"),
)


@dataclass(frozen=True, slots=True)
class Earlier:
    """`worded`: node of an earlier wording → the provision that it worded; `follows`: note → the
    earlier wording that it stands behind.
    """

    worded: Mapping[str, str]
    follows: Mapping[str, str]

    def wordings_of(self, path: str) -> list[str]:
        """The nodes of the earlier wordings of a provision, in the order of the text."""
        return [node for node, target in self.worded.items() if target == path]


def earlier(norma: Norma) -> Earlier:
    """What is struck through in a norm; quoted blocks are left out."""
    worded: dict[str, str] = {}
    follows: dict[str, str] = {}
    last: Dispositivo | None = None
    for node in norma.nodes:
        if node.kind is Kind.REDACAO_ANTERIOR and paths.own(node.path):
            # What is struck in one run belongs together: an article, then its incisos.
            worded[node.path] = _target(
                node, worded[last.path] if last else paths.canonical(node.parent)
            )
            last = node
        elif (
            node.kind is Kind.NOTA
            and last is not None
            and node.parent in (last.parent, last.path)
        ):
            follows[node.path] = last.path
        else:
            last = None
    return Earlier(worded, follows)


def _target(node: Dispositivo, near: str) -> str:
    """A wording without a label is one of the provision that it stands by."""
    label = (node.label or "").strip(" .)-–")
    if not label:
        return near
    written = next(
        (form.format(label) for shape, form in _FORMS if shape.fullmatch(label)), label
    )
    try:
        located, _ = read_locators(written)
    except LawtoolError:
        return near
    if located:
        return paths.below(near, located[0].fragment)
    return near
