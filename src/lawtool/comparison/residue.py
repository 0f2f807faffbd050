"""Residue: words of a norm that fit only the text it was copied from. `nesta Portaria` in a Lei is the proof
of copying."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from lawtool.comparison.edits import Passage
from lawtool.comparison.units import fold_word
from lawtool.model import PROVISIONS, Norma
from lawtool.vocabulary import rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Residue:
    """A place, what kind of residue it is (`own-type`), and the species the words belong to."""

    at: Passage
    kind: str
    species: str


@cache
def _own_phrase() -> re.Pattern[str]:
    names = "|".join(sorted(rules.table("comparison")["residue"]["species"], key=len, reverse=True))
    return re.compile(
        rf"\b(?:n|d)?est[ae]\s+(?P<species>{names})\b(?!\s*(?:n[º°o.]|\d))(?!\s+[Mm]unicipal\s+n[º°o.])",
        re.IGNORECASE,
    )


def _fits(printed: str, species: str) -> bool:
    """Whether a norm of this species (LexML key) may call itself so: a lei complementar is a lei, a bill
    becomes one."""
    allowed = rules.table("comparison")["residue"]["species"][fold_word(printed)]
    root = fold_word(species)
    return any(part in root for part in allowed)


def residue(norma: Norma) -> Iterator[Residue]:
    """Places where the norm calls itself a norm of another species. Quoted text of other norms, notes and
    annexes are left out; so is a norm whose species is not known."""
    if norma.id.species in ("", "norma"):
        return
    for node in norma.nodes:
        if node.kind not in PROVISIONS or "_alt" in node.path or node.path.startswith("anexo"):
            continue
        for match in _own_phrase().finditer(node.text):
            species = fold_word(match["species"])
            if not _fits(species, norma.id.species):
                at = Passage(
                    path=node.path, start=match.start(), end=match.end(), text=match.group()
                )
                yield Residue(at=at, kind="own-type", species=species)
