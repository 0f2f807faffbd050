"""The database as pages read it: one connection for each worker thread, opened anew when a rebuild puts another file in place."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from lawtool.citations.catalogue import Answer
from lawtool.corpus import Corpus
from lawtool.search import Found
from lawtool.store.reader import connect
from lawtool.store.schema import SCHEMA_VERSION

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
        self.lookup = lru_cache(maxsize=LOOKUPS)(self._lookup)
        self.norma = self.corpus.norma
        self.kept: dict[str, Any] = {}
        """What a page works out once for each state of the database."""

    def warm(self, *, search: bool) -> None:
        """Load what the first request would wait for: the catalogue, for searches their vocabulary too."""
        if search:
            self.find_text("art. 1º da Lei nº 1/1900", limit=1)
        self.lookup("Lei nº 1/1900")

    def find_text(self, query: str, *, limit: int = 20, **filters: Any) -> Found:
        """Search as the corpus does."""
        return self.corpus.find_text(query, limit=limit, **filters)

    def _lookup(self, query: str) -> Answer:
        return self.corpus.lookup(query)

    def rows(self, sql: str, *values: object, **named: object) -> list[Row]:
        """All rows of a query as dictionaries."""
        cursor = self.corpus.connection.execute(sql, named or values)
        columns = [column[0] for column in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor]

    def row(self, sql: str, *values: object, **named: object) -> Row | None:
        """The first row, or None."""
        return next(iter(self.rows(sql, *values, **named)), None)

    def count(self, sql: str, *values: object, **named: object) -> int:
        row = self.corpus.connection.execute(sql, named or values).fetchone()
        return int(row[0] or 0)

    @contextmanager
    def limited(self, seconds: float = SECONDS) -> Iterator[None]:
        """Within, SQLite works for so long at most; then it raises sqlite3.OperationalError."""
        end = time.monotonic() + seconds
        self.corpus.connection.set_progress_handler(lambda: time.monotonic() > end, 20_000)
        try:
            yield
        finally:
            self.corpus.connection.set_progress_handler(None, 0)


class Readers:
    """A reader for each thread that asks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()

    @property
    def stamp(self) -> Stamp:
        """Changes when another file is put in place. Raises OSError where there is none."""
        found = self.path.stat()
        return found.st_mtime_ns, found.st_ino, found.st_size

    def get(self) -> Reader:
        """The reader of this thread. Raises NoDatabase."""
        stamp = self.stamp
        kept: tuple[Stamp, Reader] | None = getattr(self._local, "kept", None)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        if kept is not None:
            kept[1].corpus.close()
        reader = Reader(self.path)
        self._local.kept = (stamp, reader)
        return reader


@cache
def is_ours(path: str) -> bool:
    """Whether a file is a database of this version of lawtool."""
    try:
        connection = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            found = connection.execute(
                "SELECT 1 FROM sqlite_master WHERE name = 'dispositivos'"
            ).fetchone()
            return bool(version == SCHEMA_VERSION and found)
        finally:
            connection.close()
    except sqlite3.Error:
        return False
