"""lawtool turns the texts of Brazilian norms into a corpus to browse, search, compare and cite.

    lawtool.parse(text)              norms of a text, as trees of provisions
    lawtool.find_citations(text)     references to norms in a text
    lawtool.build(corpus, database)  reads a folder of texts and writes a database
    lawtool.open(database)           a `Corpus`: .norma .lookup .search .diff .status .provenance
    .annotate

The names are imported when they are first used, so that `import lawtool` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lawtool.citations import find_citations
    from lawtool.corpus import open
    from lawtool.pipeline import build, parse

__version__ = "0.1.0"

__all__ = ["build", "find_citations", "open", "parse"]

_HOMES = {
    "build": "lawtool.pipeline",
    "find_citations": "lawtool.citations",
    "open": "lawtool.corpus",
    "parse": "lawtool.pipeline",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'lawtool' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
