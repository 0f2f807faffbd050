"""Word repair: what is damaged inside the text of a node, and the replay of every change on the raw text.

* `replay`: `apply`, `undo`, `compose`, `OffsetMap`; cleaning is the replay of rows, so it can be taken back.
* `repair`: the rows themselves, from `rules/ocr.toml` and the lexicon.
* `numbers`: digits against words (`50% (cinqüenta por cento)`).
"""

from lawtool.words.numbers import check_numbers
from lawtool.words.repair import repair
from lawtool.words.replay import Edits, OffsetMap, apply, compose, undo

__all__ = ["Edits", "OffsetMap", "apply", "check_numbers", "compose", "repair", "undo"]
