"""Events: what the texts say about time, read from each norm (`read_events`) and settled over the
corpus (`settle`).
"""

from lawtool.citations.by_node import Cited
from lawtool.history.assertions import honoured
from lawtool.history.events import read_events
from lawtool.history.instructions import Instruction, read_instructions
from lawtool.history.relations import derive_relations
from lawtool.history.settle import Settled, settle

__all__ = [
    "Cited",
    "Instruction",
    "Settled",
    "derive_relations",
    "honoured",
    "read_events",
    "read_instructions",
    "settle",
]
