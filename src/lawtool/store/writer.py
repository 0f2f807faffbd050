"""Writes a database: into a new file beside the target, checked, then put in place in one step."""

from __future__ import annotations

import os
import socket
import sqlite3
import tempfile
from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

from lawtool.errors import NoDatabase
from lawtool.history.editions import Wording
from lawtool.history.periods import Period
from lawtool.identifiers.paths import provision_key
from lawtool.model import Correction, Event, Match, NormaId, Problem, Relation
from lawtool.store.schema import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    is_database,
    read_script,
)
from lawtool.store.tables import (
    CORRECTIONS,
    POINTERS,
    RELATIONS,
    WORDINGS,
    PlacedCitation,
    Row,
    Rows,
    citation_row,
    event_row,
    identity_row,
    match_rows,
    period_row,
    problem_row,
)

_PRAGMAS = (
    "journal_mode = OFF",
    "synchronous = OFF",
    "foreign_keys = OFF",
    "cache_size = -65536",
)

_ORDERS = {
    "dispositivos": ("ordem",),
    "busca": ("ordem",),
}
"""Columns that count provisions: from the first of a source, then from the first of the corpus."""

_REMEDY = "Is there room on the disk, and may you write there?"
_BESIDE = ("-wal", "-shm", "-journal")
"""Files that SQLite keeps beside a database. Those of the old one would be replayed onto the new
one.
"""
_MODE = 0o644
"""Of a database that is new; one that replaces another keeps its mode."""


class Writer:
    """A database in the making. As a context manager it publishes the file when the block ends
    well, and removes it when the block raises, so that the old database stays as it was.

    Raises NoDatabase where the target is something else than a database of lawtool, or cannot be
    written.
    """

    def __init__(self, target: Path) -> None:
        self.named = target
        """The target as the caller names it."""
        self.target = target.resolve()
        self.published = False
        self._order = 0
        self._indexed = False
        self._norms = 0

    def __enter__(self) -> Writer:
        # The package is heavy and only writing needs it.
        from sqlite_utils import Database

        self._check_target()
        self.target.parent.mkdir(parents=True, exist_ok=True)
        self._clear_leftovers()
        handle, name = tempfile.mkstemp(
            prefix=f"{self._prefix}{os.getpid()}.",
            suffix=".tmp",
            dir=self.target.parent,
        )
        os.close(handle)
        self.file = Path(name)
        try:
            self.db = Database(sqlite3.connect(name, isolation_level=None))
            # A file that is thrown away on any error needs no journal of its own.
            for pragma in _PRAGMAS:
                self.db.conn.execute(f"PRAGMA {pragma}")
            self.db.conn.executescript(read_script("schema.sql"))
            self.db.conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self.db.conn.execute("BEGIN")
        except BaseException:
            self._discard()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._finish()
        finally:
            self._discard()
        if isinstance(error, sqlite3.OperationalError):
            raise NoDatabase(
                f"{self.target} cannot be written: {error}", remedy=_REMEDY
            ) from error

    def _check_target(self) -> None:
        if not self.target.exists():
            return
        empty = self.target.is_file() and self.target.stat().st_size == 0
        if not empty and not (self.target.is_file() and is_database(self.target)):
            raise NoDatabase(
                f"{self.target} is not a database of lawtool, and stays as it is",
                remedy="Name another file with -o, or move that one away.",
            )

    @property
    def _prefix(self) -> str:
        return f".{self.target.name}.{socket.gethostname()}-"

    def _clear_leftovers(self) -> None:
        """Remove what builds of this machine left here that were killed outright."""
        for leftover in self.target.parent.glob(f"{self._prefix}*.tmp*"):
            process = leftover.name.removeprefix(self._prefix).partition(".")[0]
            if process.isdecimal() and not _is_running(int(process)):
                leftover.unlink(missing_ok=True)

    @property
    def connection(self) -> sqlite3.Connection:
        """The database as it is being written."""
        connection: sqlite3.Connection = self.db.conn
        return connection

    def add(self, rows: Rows) -> None:
        """Write the rows of one source (`documents.document_rows`). Orders count on from the
        sources before.
        """
        for table, columns in _ORDERS.items():
            for row in rows.get(table, ()):
                for column in columns:
                    row[column] += self._order
        for row in rows.get("normas", ()):
            self._norms += 1
            row["ordem"] = self._norms
        self._order += len(rows.get("dispositivos", ()))
        for table, entries in rows.items():
            self._insert(table, entries)

    def _insert(self, table: str, rows: Iterable[Row], *, verb: str = "INSERT") -> None:
        """Insert plain rows of one table; all must have the same columns."""
        rows = list(rows)
        if rows:
            columns = list(rows[0])
            places = ", ".join(f":{column}" for column in columns)
            self.connection.executemany(
                f"{verb} INTO {table} ({', '.join(columns)}) VALUES ({places})", rows
            )

    def alias(self, alias: str, norm: str, origin: str) -> None:
        """Give a norm another name, and say where that comes from; the first norm to have it keeps
        it.
        """
        row = {"apelido": alias, "norma": norm, "origem": origin}
        self._insert("apelidos", [row], verb="INSERT OR IGNORE")

    def stub(
        self, norm: str, identity: NormaId, *, name: str = "", urn: str = ""
    ) -> None:
        """Note a norm that others speak of and that the corpus does not hold; one that is there
        already stays.
        """
        row = identity_row(norm, identity, name=name or norm, urn=urn)
        self._insert("normas", [row], verb="INSERT OR IGNORE")

    def problem(
        self, problem: Problem, *, source: str | None = None, norm: str | None = None
    ) -> None:
        """Note a problem that shows only when the whole corpus is known, such as two sources with
        one content.
        """
        self._insert("problemas", [problem_row(problem, source, norm)])

    def collected(self, day: str | None, basis: str) -> None:
        """Note the day by which the texts had been read, and what says so."""
        self._insert("acervo", [{"coletado": day, "base": basis}])

    def citations(self, placed: Iterable[PlacedCitation]) -> None:
        """Write resolved citations, each with the place it stands at."""
        self._insert("citacoes", map(citation_row, placed))

    def quantities(self, rows: Iterable[Row]) -> None:
        """Write quantities, rows of `tables.quantity_row`."""
        self._insert("quantidades", rows)

    def terms(self, rows: Iterable[Row]) -> None:
        """Write defined terms, rows of `tables.term_row`."""
        self._insert("termos", rows)

    def relations(self, relations: Iterable[Relation]) -> None:
        """Write links between norms."""
        self._insert("relacoes", map(RELATIONS.row, relations))

    def events(self, events: Iterable[Event]) -> None:
        """Write events in their order; the number of an event counts from 1."""
        self._insert("eventos", map(event_row, events, count(1)))

    def periods(self, periods: Iterable[Period], numbers: Mapping[Event, int]) -> None:
        """Write the status of norms and provisions by days; `numbers` are those of the events that
        cause it.
        """
        rows = (
            period_row(
                period,
                numbers.get(period.status.cause) if period.status.cause else None,
            )
            for period in periods
        )
        self._insert("vigencias", rows)

    def wordings(self, wordings: Iterable[tuple[Wording, bool, int | None]]) -> None:
        """Write wordings, each with whether the corpus holds the provision and the number of the
        event that begins it.
        """
        rows = (
            WORDINGS.row(
                wording,
                dispositivo=provision_key(wording.norm, wording.path) if held else None,
                causa=cause,
            )
            for wording, held, cause in wordings
        )
        self._insert("versoes", rows)

    def suggestions(
        self, suggestions: Iterable[tuple[str, Correction]], *, source: str, norm: str
    ) -> None:
        """Write corrections that a comparison suggests, each with its id."""
        rows = (
            CORRECTIONS.row(
                correction,
                id=name,
                fonte=source,
                norma=norm,
                dispositivo=provision_key(norm, correction.path)
                if correction.path
                else None,
            )
            for name, correction in suggestions
        )
        self._insert("correcoes", rows)

    def alignment(self, a: str, b: str, groups: Iterable[Match]) -> None:
        """Write the groups of the comparison of two norms."""
        for number, group in enumerate(groups, 1):
            self._insert("alinhamentos", match_rows(a, b, number, group))

    def index(self) -> None:
        """End the sources: from here on other processes may read the file, until the next row is
        written.
        """
        self._indexed = True
        self.connection.execute("COMMIT")
        self.connection.executescript(read_script("indexes.sql"))
        self.connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        self.connection.execute("BEGIN")

    def search_index(
        self, postings: Iterable[Row], words: Iterable[Row], columns: Iterable[Row]
    ) -> None:
        """Write the keys of the texts, the vocabulary, and the numbers of each provision."""
        self._insert("busca_radicais", postings)
        self._insert("busca_palavras", words)
        self._insert("busca_colunas", columns)

    def vectors(self, vectors: Iterable[tuple[int, bytes]]) -> None:
        """Write vectors of meaning by the number of the provision."""
        self._insert(
            "busca_vetores",
            ({"ordem": place, "vetor": blob} for place, blob in vectors),
        )

    def run(self, **facts: Any) -> None:
        """Write the facts of this run, the only ones that differ between two builds of the same
        input.
        """
        self._insert("execucoes", [{"id": 1} | facts])

    def _finish(self) -> None:
        connection = self.connection
        if not self._indexed:
            self.index()
        self._drop_dangling()
        connection.execute("COMMIT")
        self.db.table("busca").enable_fts(
            ["titulos", "texto", "contexto"],
            tokenize="unicode61 remove_diacritics 2",
            create_triggers=False,
        )
        broken = connection.execute("PRAGMA foreign_key_check").fetchmany(3)
        checked = connection.execute("PRAGMA quick_check").fetchone()[0]
        if broken or checked != "ok":
            raise sqlite3.IntegrityError(
                f"the new database is not sound: {checked}, {broken}"
            )
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.close()
        self._publish()

    def _drop_dangling(self) -> None:
        """Cut links to provisions that the named norm lacks: the words of the citation stay."""
        for table, column in POINTERS:
            self.connection.execute(
                f"UPDATE {table} SET {column} = NULL WHERE {column} IS NOT NULL"
                f" AND NOT EXISTS (SELECT 1 FROM dispositivos WHERE id = {table}.{column})"
            )

    def _publish(self) -> None:
        """Put the new file in the place of the old one; a loss of power leaves one of the two."""
        if self.target.exists():
            mode = self.target.stat().st_mode & 0o777
        else:
            mode = _MODE
        os.chmod(self.file, mode)
        _sync(self.file)
        os.replace(self.file, self.target)
        self.published = True
        for suffix in _BESIDE:
            self.target.with_name(self.target.name + suffix).unlink(missing_ok=True)
        _sync(self.target.parent)

    def _discard(self) -> None:
        if hasattr(self, "db"):
            self.db.conn.close()
        for leftover in self.file.parent.glob(self.file.name + "*"):
            leftover.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk; some file systems know no such
    thing of folders.
    """
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
