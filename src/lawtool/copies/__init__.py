"""Which norm was copied from which, over a whole corpus.

    find(normas) -> list[Link]        candidates by rare shingles, then verdicts with their evidence
    Origin                            one source of a norm, compared with it
    lost_text(alignment)              text of the copy where the source has only a placeholder

Definitions (thresholds are those of `compare.verdict`): *copy*: at least half of the smaller text's 8-word
shingles; *partial copy*: a tenth and two provisions; *lead*: one provision alike that is no formula, or
several alike under noise; *shared source*: nearly all of the overlap lies in an older third text; *amends*:
the later norm says that it changes the earlier.
"""

from lawtool.copies.find import Link, find
from lawtool.copies.provenance import LostText, Origin, lost_text

__all__ = ["Link", "LostText", "Origin", "find", "lost_text"]
