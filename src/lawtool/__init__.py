"""lawtool turns the texts of Brazilian norms into a corpus to browse, search, compare and cite.

    lawtool.parse(text)              norms of a text, as trees of provisions
    lawtool.find_citations(text)     references to norms in a text
    lawtool.build(corpus, database)  reads a folder of texts and writes a database
    lawtool.open(database)           reads a database: norms, search, audit

The names are imported when they are first used, so that `import lawtool` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lawtool.pipeline import build, parse
    from lawtool.store import open

__version__ = "0.1.0"

__all__ = ["build", "open", "parse"]

_HOMES = {"build": "lawtool.pipeline", "open": "lawtool.store", "parse": "lawtool.pipeline"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'lawtool' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
