"""Events: what the texts say about time, read from each norm (`read`) and settled over the corpus
(`settle`)."""

from lawtool.citations.by_node import Cited
from lawtool.history.assertions import honoured
from lawtool.history.events import read
from lawtool.history.instructions import Instruction
from lawtool.history.instructions import read as read_instructions
from lawtool.history.relations import relations
from lawtool.history.settle import Settled, settle

__all__ = [
    "Cited",
    "Instruction",
    "Settled",
    "honoured",
    "read",
    "read_instructions",
    "relations",
    "settle",
]
