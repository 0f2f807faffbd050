"""Citations: found in a text and, as far as the text and its norm tell, understood. `catalogue`
resolves them.
"""

from __future__ import annotations

from lawtool.citations.context import Context
from lawtool.citations.finder import Finder
from lawtool.citations.pointers import Interpreter
from lawtool.citations.relation_verbs import relate_hits
from lawtool.citations.target import target
from lawtool.model import Citation
from lawtool.vocabulary.folding import flatten

__all__ = ["Context", "find_citations", "target"]


def find_citations(text: str, *, context: Context | None = None) -> list[Citation]:
    """Give every reference to a norm or technical standard in `text`, in order, spans into `text`
    as given.

    Without `context` internal references ("desta Lei", "deste artigo") are found but point nowhere,
    and the jurisdiction of a norm is known only where it is printed or the number tells. `context`
    says which norm and provision each place belongs to. Never raises on any text; time is linear in
    its length.
    """
    flat = flatten(text)
    if context is not None:
        flat = context.mask(flat)
    finder = Finder(text, flat)
    hits = finder.find()
    relate_hits(flat, hits, finder.act_places)
    return Interpreter(text, flat, hits, context).read_citations()
