"""Which norm was copied from which, over a whole corpus.

    find(normas) -> list[Link]        candidates by rare shingles, then verdicts with their evidence
    sources_of, copies_of, chain      what a norm was copied from, and what was copied from it
    origins(normas, slug)             the same, compared: the half of provenance that text alone can tell
    lost_text(alignment)              text of the copy where the source has only a placeholder

Definitions (thresholds are those of `compare.verdict`): *copy*: at least half of the smaller text's 8-word
shingles; *partial copy*: a tenth and two provisions; *lead*: one provision alike that is no formula, or
several alike under noise; *shared source*: nearly all of the overlap lies in an older third text; *amends*:
the later norm says that it changes the earlier.
"""

from lawtool.copies.find import Link, find
from lawtool.copies.provenance import LostText, Origin, chain, copies_of, lost_text, origins, sources_of

__all__ = ["Link", "LostText", "Origin", "chain", "copies_of", "find", "lost_text", "origins", "sources_of"]
