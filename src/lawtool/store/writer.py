"""Writes a database: into a new file beside the target, checked, then put in place in one step."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

from lawtool.errors import NoDatabase
from lawtool.identifiers.names import norma_name
from lawtool.model import Event, Match, NormaId, Problem, Relation
from lawtool.search import index, semantic
from lawtool.store import links
from lawtool.store.coverage import key
from lawtool.store.schema import SCHEMA_VERSION, script
from lawtool.store.tables import Row, Rows

_PRAGMAS = ("journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -65536")


_ORDERS = {
    "dispositivos": ("ordem",),
    "busca": ("ordem", "unidade"),
    "busca_radicais": ("rowid",),
}
"""Columns that count provisions: from the first of a source, then from the first of the corpus."""

_REMEDY = "Is there room on the disk, and may you write there?"


class Writer:
    """A database in the making. As a context manager it publishes the file when the block ends well, and
    removes it when the block raises, so that the old database stays as it was."""

    def __init__(self, target: Path, *, vectors: bool | None = None) -> None:
        self.target = target
        self._vectors = vectors
        self._order = 0
        self._indexed = False
        self._norms = 0

    def __enter__(self) -> Writer:
        # The package is heavy and only writing needs it.
        from sqlite_utils import Database

        self.target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(
            prefix=f".{self.target.name}.", suffix=".tmp", dir=self.target.parent
        )
        os.close(handle)
        self.file = Path(name)
        try:
            self.db = Database(sqlite3.connect(name, isolation_level=None))
            # A file that is thrown away on any error needs no journal of its own.
            for pragma in _PRAGMAS:
                self.db.conn.execute(f"PRAGMA {pragma}")
            self.db.conn.executescript(script("schema.sql"))
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
            raise NoDatabase(f"{self.target} cannot be written: {error}", remedy=_REMEDY) from error

    @property
    def connection(self) -> sqlite3.Connection:
        """The database as it is being written."""
        connection: sqlite3.Connection = self.db.conn
        return connection

    def add(self, rows: Rows) -> None:
        """The rows of one source (`rows.document_rows`). Orders count on from the sources before."""
        for table, columns in _ORDERS.items():
            for row in rows.get(table, ()):
                for column in columns:
                    row[column] += self._order
        for row in rows.get("normas", ()):
            self._norms += 1
            row["ordem"] = self._norms
        self._order += len(rows.get("dispositivos", ()))
        for table, entries in rows.items():
            self.insert(table, entries)

    def insert(self, table: str, rows: Iterable[Row]) -> None:
        """Plain rows of one table; all must have the same columns."""
        rows = list(rows)
        if rows:
            columns = list(rows[0])
            places = ", ".join(f":{column}" for column in columns)
            self.connection.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows
            )

    def alias(self, alias: str, norm: str, origin: str) -> None:
        """Another name of a norm, and where it comes from; the first norm to have it keeps it."""
        self.connection.execute(
            "INSERT OR IGNORE INTO apelidos VALUES (?, ?, ?)", (alias, norm, origin)
        )

    def stub(self, norm: str, identity: NormaId, *, name: str = "", urn: str = "") -> None:
        """A norm that others speak of and that the corpus does not hold; one that is there already stays."""
        self.connection.execute(
            "INSERT OR IGNORE INTO normas"
            " (id, nome, especie, numero, ano, data, esfera, uf, municipio, urn, no_acervo)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
            (
                norm,
                name or norma_name(identity) or norm,
                identity.species,
                identity.number,
                identity.year,
                identity.date.isoformat() if identity.date else None,
                identity.level or None,
                identity.uf or None,
                identity.municipio or None,
                urn or None,
            ),
        )

    def problem(
        self, problem: Problem, *, source: str | None = None, norm: str | None = None
    ) -> None:
        """A problem that shows only when the whole corpus is known, such as two sources with one content."""
        span = problem.span
        self.insert(
            "problemas",
            [
                {
                    "gravidade": problem.severity.value,
                    "codigo": problem.code,
                    "mensagem": problem.message,
                    "fonte": source,
                    "norma": norm,
                    "dispositivo": key(norm, problem.path) if norm and problem.path else None,
                    "linha": problem.line or None,
                    "inicio": span.start if span else None,
                    "fim": span.end if span else None,
                }
            ],
        )

    def citations(self, found: Iterable[links.Found]) -> None:
        """Resolved citations of one norm, each with the place it stands at."""
        self.insert("citacoes", map(links.citation_row, found))

    def relations(self, relations: Iterable[Relation]) -> None:
        """Write links between norms."""
        self.insert("relacoes", map(links.relation_row, relations))

    def events(self, events: Iterable[Event]) -> None:
        """Events in their order; the number of an event counts from 1."""
        self.insert("eventos", map(links.event_row, events, count(1)))

    def alignment(self, a: str, b: str, groups: Iterable[Match]) -> None:
        """The groups of the comparison of two norms."""
        for number, group in enumerate(groups, 1):
            self.insert("alinhamentos", links.match_rows(a, b, number, group))

    def index(self) -> None:
        """All sources are in: from here on other processes may read the file, until the next row is written."""
        self._indexed = True
        self.connection.execute("COMMIT")
        self.connection.executescript(script("indexes.sql"))
        self.connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        self.connection.execute("BEGIN")

    def run(self, **facts: Any) -> None:
        """The facts of this run, the only ones that differ between two builds of the same input."""
        self.insert("execucoes", [{"id": 1} | facts])

    def _finish(self) -> None:
        connection = self.connection
        if not self._indexed:
            self.index()
        links.drop_dangling(connection)
        connection.execute("COMMIT")
        self.db.table("busca").enable_fts(
            ["titulos", "texto", "contexto"],
            tokenize="unicode61 remove_diacritics 2",
            create_triggers=False,
        )
        index.finish(connection)
        semantic.create(connection)
        if semantic.wanted(self._vectors, self._order):
            semantic.fill(connection)
        broken = connection.execute("PRAGMA foreign_key_check").fetchmany(3)
        checked = connection.execute("PRAGMA quick_check").fetchone()[0]
        if broken or checked != "ok":
            raise sqlite3.IntegrityError(f"the new database is not sound: {checked}, {broken}")
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.close()
        os.chmod(self.file, 0o644)
        os.replace(self.file, self.target)

    def _discard(self) -> None:
        if hasattr(self, "db"):
            self.db.conn.close()
        for leftover in self.file.parent.glob(self.file.name + "*"):
            leftover.unlink(missing_ok=True)
