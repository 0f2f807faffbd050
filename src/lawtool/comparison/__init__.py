"""Comparison of norms, provision by provision, and of what one of them betrays about the other.

align(a, b) -> Alignment        groups, numbers, residue, verdict
residue(norma)                  words that fit only another species of norm
witness(alignment, …)           readings of one norm that the other suggests
"""

from lawtool.comparison.alignment import (
    RELATIONS,
    Alignment,
    Group,
    Side,
    align,
    compare,
)
from lawtool.comparison.edits import Edit, Passage
from lawtool.comparison.number_changes import NumberChange
from lawtool.comparison.printed_numbers import PrintedNumber
from lawtool.comparison.residue import Residue, residue
from lawtool.comparison.units import Unit, read_units
from lawtool.comparison.verdict import Overlap, Verdict
from lawtool.comparison.witness import witness

__all__ = [
    "RELATIONS",
    "Alignment",
    "Edit",
    "Group",
    "NumberChange",
    "Overlap",
    "Passage",
    "PrintedNumber",
    "Residue",
    "Side",
    "Unit",
    "Verdict",
    "align",
    "compare",
    "read_units",
    "residue",
    "witness",
]
