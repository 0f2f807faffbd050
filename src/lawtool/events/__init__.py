"""Events: what the texts say about time, read from each norm (`read`) and settled over the corpus
(`settle`)."""

from lawtool.events.asserted import honoured
from lawtool.events.cited import Cited
from lawtool.events.instructions import Instruction
from lawtool.events.instructions import read as read_instructions
from lawtool.events.reader import read
from lawtool.events.relations import relations
from lawtool.events.settle import Settled, settle

__all__ = ["Cited", "Instruction", "Settled", "honoured", "read", "read_instructions", "relations", "settle"]
