"""Comparison of norms, provision by provision, and of what one of them betrays about the other.

align(a, b) -> Alignment        groups, numbers, residue, verdict
residue(norma)                  words that fit only another species of norm
witness(alignment, …)           readings of one norm that the other suggests
"""

from lawtool.compare.alignment import RELATIONS, Alignment, Group, Side, align, compare
from lawtool.compare.edits import Edit, Passage
from lawtool.compare.keys import Unit, units
from lawtool.compare.numbers import NumberChange, Quantity
from lawtool.compare.residue import Residue, residue
from lawtool.compare.verdict import Overlap, Verdict
from lawtool.compare.witness import witness

__all__ = [
    "RELATIONS",
    "Alignment",
    "Edit",
    "Group",
    "NumberChange",
    "Overlap",
    "Passage",
    "Quantity",
    "Residue",
    "Side",
    "Unit",
    "Verdict",
    "align",
    "compare",
    "residue",
    "units",
    "witness",
]
