"""What the start of a line may be: label readings with costs, also for labels that a recogniser misread.

Nothing is decided here. `readings` proposes; `structure` chooses the sequence of readings that costs least over the whole
text. Costs are in nats (negative logarithms of how often a form was seen on 27 thousand articles and 21 thousand incisos of
municipal law, and on pages read by Tesseract's `por`), so they can be added to the costs of breaks in numbering.

A misread label has no number of its own. It keeps its glyphs, and `misreading` answers what it costs to take them for the
number that the sequence expects: `II` for III, `WlI` for III, `1)` for l), `89º` for § 9º.
"""

from lawtool.labels.forms import IMPOSSIBLE, Reading, is_canonical, readings
from lawtool.labels.misread import likeliest, misreading

__all__ = ["IMPOSSIBLE", "Reading", "is_canonical", "likeliest", "misreading", "readings"]
