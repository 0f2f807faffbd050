"""Residue: words of a norm that fit only the text it was copied from. `nesta Portaria` in a Lei is
the proof of copying.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from lawtool.comparison.edits import Passage
from lawtool.model import PROVISIONS, Norma
from lawtool.vocabulary import norms
from lawtool.vocabulary.folding import flatten


@dataclass(frozen=True, slots=True, kw_only=True)
class Residue:
    """A place, what kind of residue it is (`own-type`), and the species the words belong to."""

    at: Passage
    kind: str
    species: str


@cache
def _own_phrase() -> re.Pattern[str]:
    """A folded phrase by which a norm speaks of itself, unless a number follows: "nesta Portaria",
    "deste Decreto".
    """
    names = norms.any_of(norms.spelled_forms())
    return re.compile(
        rf"\b[nd]?est[ae]\s+(?P<species>{names})\b(?!\s*(?:n[º°o.]|\d))(?!\s+municipal\s+n[º°o.])"
    )


def residue(norma: Norma) -> Iterator[Residue]:
    """Places where the norm calls itself a norm of another species. Quoted text of other norms,
    notes and annexes are left out; so is a norm whose species is not known.
    """
    if norma.id.species in ("", "norma"):
        return
    for node in norma.nodes:
        if (
            node.kind not in PROVISIONS
            or "_alt" in node.path
            or node.path.startswith("anexo")
        ):
            continue
        for match in _own_phrase().finditer(flatten(node.text)):
            species = norms.form_key(match["species"])
            if not norms.may_call_itself(species, norma.id.species):
                words = node.text[match.start() : match.end()]
                at = Passage(
                    path=node.path, start=match.start(), end=match.end(), text=words
                )
                yield Residue(at=at, kind="own-type", species=species)
