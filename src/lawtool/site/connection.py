"""The database as pages read it: one connection for each worker thread, opened anew when a rebuild
puts another file in place.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from lawtool.corpus import Corpus
from lawtool.store.listings import Listings
from lawtool.store.reader import connect
from lawtool.store.schema import is_current

Row = dict[str, Any]
Stamp = tuple[int, int, int]

SECONDS = 5.0
"""A request that keeps SQLite busy for longer is given up."""
LOOKUPS = 2048
"""Answers to citations that are kept: apps ask for the same ones again and again."""


class Reader:
    """One connection and what is worked out from it and kept. Used by one thread only."""

    def __init__(self, path: Path) -> None:
        self.corpus = Corpus(connect(path))
        self.listings = Listings(self.corpus.connection)
        self.lookup = lru_cache(maxsize=LOOKUPS)(self.corpus.lookup)
        self.kept: dict[str, Any] = {}
        """What a page works out once for each state of the database."""

    def warm(self, *, search: bool) -> None:
        """Load what the first request would wait for: the catalogue, for searches their vocabulary
        too.
        """
        if search:
            self.corpus.find_text("art. 1º da Lei nº 1/1900", limit=1)
        self.lookup("Lei nº 1/1900")

    @contextmanager
    def limited(self, seconds: float = SECONDS) -> Iterator[None]:
        """Let SQLite work for so long at most within; then it raises sqlite3.OperationalError."""
        end = time.monotonic() + seconds
        connection = self.corpus.connection
        connection.set_progress_handler(lambda: time.monotonic() > end, 20_000)
        try:
            yield
        finally:
            connection.set_progress_handler(None, 0)


class Readers:
    """A reader for each thread that asks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()

    @property
    def stamp(self) -> Stamp:
        """Changes when another file is put in place. Raises OSError where there is none."""
        state = self.path.stat()
        return state.st_mtime_ns, state.st_ino, state.st_size

    def get(self) -> Reader:
        """The reader of this thread. Raises NoDatabase."""
        stamp = self.stamp
        current: tuple[Stamp, Reader] | None = getattr(self._local, "current", None)
        if current is not None:
            if current[0] == stamp:
                return current[1]
            current[1].corpus.close()
        reader = Reader(self.path)
        self._local.current = (stamp, reader)
        return reader


@cache
def is_ours(path: str) -> bool:
    """Decide whether a file is a database of this version of lawtool."""
    return is_current(Path(path))
