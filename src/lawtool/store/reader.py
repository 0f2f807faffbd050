"""Reads a database: `Database`. Plain sqlite3, for a fast start; nothing is loaded that is not
asked for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Self

from lawtool.errors import NoDatabase, UnknownNorm, UnknownProvision
from lawtool.identifiers.paths import provision_key
from lawtool.meaning.placed import PlacedQuantity, PlacedTerm
from lawtool.model import (
    Correction,
    Dispositivo,
    Event,
    Kind,
    Norma,
    NormaId,
    Problem,
    Source,
    Span,
)
from lawtool.store import queries
from lawtool.store.columns import stored_day
from lawtool.store.coverage import LABEL, TEXT, UNKNOWN
from lawtool.store.schema import SCHEMA_VERSION, open_read_only
from lawtool.store.tables import (
    CORRECTIONS,
    EVENTS,
    NODES,
    PROBLEMS,
    QUANTITIES,
    SIGNATORIES,
    SOURCES,
    TERMS,
    Row,
    identity_of,
    node_of,
    provision_path,
    stored_norm,
)
from lawtool.vocabulary.folding import fold

NORMS_KEPT = 64
"""Norms kept in memory: one question asks for the same norm for its text, its links and its status.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A norm without its text: what a list shows."""

    slug: str
    name: str
    ementa: str | None
    species: str
    number: str | None
    year: int | None
    date: str | None
    authority: str | None
    source: str
    aliases: tuple[str, ...]
    nodes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredQuantity:
    """A quantity with its norm, its file, the text of its provision and that of the one above."""

    norm: str
    source: str
    provision: str
    lead: str
    quantity: PlacedQuantity


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTerm:
    """A defined term with its norm and its file."""

    norm: str
    source: str
    term: PlacedTerm


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """One change of the text, or furniture taken out of it; only what a person can decide on has an
    `id`.
    """

    id: str
    norm: str | None
    path: str
    source: str
    line: int
    start: int
    end: int
    before: str
    after: str
    rule: str
    evidence: str
    decision: str


def connect(database: str | Path) -> sqlite3.Connection:
    """Open a database for reading. Raises NoDatabase where there is none that this version can
    read.
    """
    path = Path(database)
    if not path.is_file():
        raise NoDatabase(f"there is no database {path}")
    try:
        connection = open_read_only(path)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise NoDatabase(f"{path} cannot be read: {error}") from error
    if version != SCHEMA_VERSION:
        connection.close()
        raise NoDatabase(
            f"{path} was not made by this version of lawtool:"
            f" its schema is {version}, read here is {SCHEMA_VERSION}",
            remedy="Run `lawtool build` again with the same folder.",
        )
    return connection


def read_known_ids(database: Path) -> list[tuple[str, str, str]]:
    """Read file, sha256 and id of every norm that a database of any version holds, in order; none
    where there is no database.
    """
    try:
        connection = open_read_only(database)
    except sqlite3.Error:
        return []
    try:
        return connection.execute(queries.KNOWN_IDS).fetchall()
    except sqlite3.Error:
        return []
    finally:
        connection.close()


class Database:
    """What a database holds, as it is stored. Norms go by id or alias; another name raises
    UnknownNorm with the nearest.

    What is worked out from it (status, comparison, provenance) is asked of `lawtool.corpus.Corpus`.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self._load_norma = lru_cache(maxsize=NORMS_KEPT)(self._read_norma)
        self._load_text = lru_cache(maxsize=1)(lambda slug: self.source(slug).text)

    def close(self) -> None:
        """Close the database."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: object, error: BaseException | None, trace: object
    ) -> None:
        self.close()
        if isinstance(error, sqlite3.Error):
            raise NoDatabase(f"the database cannot be read: {error}") from error

    def _rows(self, sql: str, *values: Any) -> Iterator[Row]:
        cursor = self.connection.execute(sql, values)
        columns = [column[0] for column in cursor.description]
        return (dict(zip(columns, row, strict=True)) for row in cursor)

    def _pairs(self, sql: str, *values: Any) -> dict[Any, Any]:
        return dict(self.connection.execute(sql, values).fetchall())

    def _column(self, sql: str, *values: Any) -> list[Any]:
        return [value for (value,) in self.connection.execute(sql, values)]

    def _scalar(self, sql: str, *values: Any) -> Any:
        row = self.connection.execute(sql, values).fetchone()
        if row:
            return row[0]
        return None

    # Norms ----------------------------------------------------------------------------------------

    def resolve(self, name: str) -> str:
        """Find the id of a norm of the corpus, from its id or an alias; capitals and accents do not
        count.
        """
        wanted = fold(name).strip()
        slug = self._scalar(queries.RESOLVE, wanted)
        if slug is not None:
            return str(slug)
        near = self._nearest(wanted)
        if near:
            hint = f"; did you mean {' or '.join(near)}?"
        else:
            hint = ""
        raise UnknownNorm(f"no norm is called {name!r}{hint}")

    def _nearest(self, name: str) -> list[str]:
        from rapidfuzz import fuzz, process

        names = self._column(queries.NAMES)
        matches = process.extract(
            name, names, scorer=fuzz.WRatio, limit=3, score_cutoff=60
        )
        return [str(match[0]) for match in matches]

    def is_held(self, norm: str) -> bool:
        """Decide whether the corpus holds the text of a norm (by id)."""
        return bool(
            self._scalar("SELECT 1 FROM normas WHERE id = ? AND no_acervo", norm)
        )

    @cached_property
    def held(self) -> frozenset[str]:
        """The ids of the norms whose text the corpus holds."""
        return frozenset(self._column("SELECT id FROM normas WHERE no_acervo"))

    @cached_property
    def outside(self) -> Mapping[str, NormaId]:
        """The norms that the texts only speak of."""
        rows = self._rows(
            "SELECT id, especie, numero, ano, data FROM normas WHERE NOT no_acervo"
        )
        return {
            row["id"]: NormaId(
                species=row["especie"] or "norma",
                number=row["numero"],
                year=row["ano"],
                date=stored_day(row["data"]),
            )
            for row in rows
        }

    def norma(self, name: str) -> Norma:
        """Read a norm with all its nodes, by id or alias."""
        return self._load_norma(self.resolve(name))

    def normas(self) -> Iterator[Norma]:
        """Read all norms in the order of their sources, one at a time."""
        for row in self._rows(f"{queries.NORMA} WHERE n.no_acervo ORDER BY n.ordem"):
            yield self._norma(row)

    def normas_of(self, source: str) -> list[Norma]:
        """Read the norms of one source, in order."""
        sql = f"{queries.NORMA} WHERE n.no_acervo AND n.fonte = ? ORDER BY n.ordem"
        return [self._norma(row) for row in self._rows(sql, source)]

    def outlines(self) -> Iterator[Norma]:
        """Read all norms with the paths and kinds of their nodes only, and the headings of their
        groupings: what many norms at once take.
        """
        kinds = (
            "SELECT caminho, tipo, CASE tipo WHEN 'agrupador' THEN rotulo END"
            " FROM dispositivos WHERE norma = ? ORDER BY ordem"
        )
        for row in self._rows(f"{queries.NORMA} WHERE n.no_acervo ORDER BY n.ordem"):
            nodes = self.connection.execute(kinds, (row["id"],))
            yield Norma(
                slug=row["id"],
                id=identity_of(row),
                source=row["fonte"],
                span=Span(start=row["inicio"], end=row["fim"]),
                nodes=tuple(
                    Dispositivo(path=path, kind=Kind(kind), text="", label=label)
                    for path, kind, label in nodes
                ),
                signed=stored_day(row["data"]),
            )

    def identities(self) -> Iterator[tuple[str, NormaId, frozenset[date]]]:
        """Read the id, the identity and the days (signed, published) of every norm that is held."""
        for row in self._rows(f"{queries.NORMA} WHERE n.no_acervo ORDER BY n.ordem"):
            days = filter(
                None, (stored_day(row["data"]), stored_day(row["publicacao"]))
            )
            yield row["id"], identity_of(row), frozenset(days)

    @property
    def aliases(self) -> dict[str, str]:
        """The ids of norms by alias."""
        return self._pairs("SELECT apelido, norma FROM apelidos")

    def summaries(self) -> list[Summary]:
        """Read all norms without their texts."""
        aliases: dict[str, list[str]] = {}
        for alias, norm in sorted(self.aliases.items()):
            aliases.setdefault(norm, []).append(alias)
        counts = self._pairs("SELECT norma, count(*) FROM dispositivos GROUP BY norma")
        return [
            Summary(
                **row,
                aliases=tuple(aliases.get(row["slug"], ())),
                nodes=counts.get(row["slug"], 0),
            )
            for row in self._rows(queries.SUMMARIES)
        ]

    def _read_norma(self, slug: str) -> Norma:
        return self._norma(next(self._rows(f"{queries.NORMA} WHERE n.id = ?", slug)))

    def _norma(self, row: Row) -> Norma:
        slug = row["id"]
        people = self._rows(
            "SELECT nome, cargo FROM signatarios WHERE norma = ? ORDER BY ordem", slug
        )
        aliases = "SELECT apelido FROM apelidos WHERE norma = ? ORDER BY apelido"
        return stored_norm(
            row,
            nodes=tuple(self._nodes(slug)),
            signatories=tuple(map(SIGNATORIES.value, people)),
            problems=tuple(self.problems(norm=slug)),
            aliases=tuple(self._column(aliases, slug)),
        )

    def _nodes(self, norm: str) -> Iterator[Dispositivo]:
        labels: dict[str, Span] = {}
        pieces: dict[str, list[Span]] = {}
        for node, kind, start, end in self.connection.execute(queries.PIECES, (norm,)):
            if kind == LABEL:
                labels[node] = Span(start=start, end=end)
            elif kind in (TEXT, UNKNOWN):
                pieces.setdefault(node, []).append(Span(start=start, end=end))
        for row in self.connection.execute(NODES, (norm,)):
            yield node_of(row, labels, pieces)

    def name(self, norm: str, path: str = "") -> str:
        """Say what people call a norm (its id where no text names it) or, with a path, a provision
        of it. Raises UnknownProvision.
        """
        if not path:
            return str(
                self._scalar("SELECT nome FROM normas WHERE id = ?", norm) or norm
            )
        key = provision_key(norm, path)
        name = self._scalar("SELECT nome FROM dispositivos WHERE id = ?", key)
        if name is None:
            raise UnknownProvision(f"{norm} has no provision {path}")
        return str(name)

    def provision_names(self, norm: str) -> dict[str, str]:
        """Read the names of the provisions of a norm (by id) by path, in order."""
        return self._pairs(
            "SELECT caminho, nome FROM dispositivos WHERE norma = ? ORDER BY ordem",
            norm,
        )

    # Links and time -------------------------------------------------------------------------------

    def stored_events(self, norm: str) -> Iterator[Event]:
        """Read the events that act on a norm, that it makes, or that its text states."""
        return map(EVENTS.value, self._rows(queries.EVENT_ROWS, norm))

    def provision_texts(self) -> Iterator[tuple[str, str, str]]:
        """Read norm, path and text of every node that has a text."""
        ask = "SELECT norma, caminho, texto FROM dispositivos WHERE texto <> ''"
        yield from self.connection.execute(ask)

    def kin_rows(self, norm: str | None) -> list[tuple[str, str, float, str, int]]:
        """Read the norms with text in common, all or with one: later and earlier norm, share of the
        smaller text, label with reasons, and whether one was copied from the other.
        """
        return self.connection.execute(queries.KIN, (norm,)).fetchall()

    # Sources and what was found in them -----------------------------------------------------------

    def source(self, slug: str) -> Source:
        """Read a source with its raw text; marks of its format are not kept. Raises KeyError."""
        sql = "SELECT f.*, t.texto FROM fontes f JOIN fontes_texto t ON t.fonte = f.id WHERE id = ?"
        for row in self._rows(sql, slug):
            return Source(
                text=row["texto"],
                **{
                    name: column.read(row[column.name])
                    for name, column in SOURCES.fields.items()
                },
            )
        raise KeyError(slug)

    @cached_property
    def files(self) -> dict[str, str]:
        """The file of each source."""
        return self._pairs("SELECT id, arquivo FROM fontes")

    def raw_text(self, file: str) -> str:
        """Read the raw text of a file of the corpus."""
        return self._load_text(self._slugs[file])

    @cached_property
    def _slugs(self) -> dict[str, str]:
        return {file: slug for slug, file in self.files.items()}

    def sources_with_norms(self) -> list[str]:
        """List the sources that hold a norm, in their order."""
        return self._column(
            "SELECT fonte FROM normas WHERE no_acervo GROUP BY fonte ORDER BY min(ordem)"
        )

    def furniture(self, source: str) -> list[Span]:
        """Read the stretches of a source that are page furniture, not other matter."""
        spans = self.connection.execute(queries.FURNITURE, (source,))
        return [Span(start=start, end=end) for start, end in spans]

    def corrections(self, norm: str | None = None) -> Iterator[Correction]:
        """Read the corrections of a norm (by id), or all, in the order of the text."""
        sql = "SELECT * FROM correcoes WHERE ?1 IS NULL OR norma = ?1 ORDER BY fonte, inicio, id"
        return map(CORRECTIONS.value, self._rows(sql, norm))

    def corrected_counts(self) -> dict[str, int]:
        """Count the changes of the text that were made unasked, furniture aside, by norm."""
        return self._pairs(
            "SELECT norma, count(*) FROM correcoes"
            " WHERE decisao = 'auto' AND depois <> '' AND norma IS NOT NULL GROUP BY norma"
        )

    def audit(
        self, norm: str | None = None, *, decision: str = "", rule: str = ""
    ) -> Iterator[AuditRow]:
        """Read every change of the text, in order: corrections, suggestions, and furniture that was
        taken out.
        """
        for row in self._rows(queries.AUDIT_ROWS, norm, decision, rule):
            source = row.pop("fonte")
            if row["before"] is None:
                row["before"] = self._load_text(source)[row["start"] : row["end"]]
            yield AuditRow(**row | {"path": provision_path(row["path"])})

    def around(self, row: AuditRow, width: int) -> tuple[str, str]:
        """Read what stands before and after a change on its line, at most `width` characters each
        way.
        """
        text = self.raw_text(row.source)
        line_start = text.rfind("\n", 0, row.start) + 1
        line_end = text.find("\n", row.end)
        if line_end < 0:
            line_end = len(text)
        before = text[max(line_start, row.start - width) : row.start]
        return before, text[row.end : min(line_end, row.end + width)]

    def problems(
        self, *, norm: str | None = None, code: str = "", severity: str = ""
    ) -> Iterator[Problem]:
        """Read problems, all or of one norm (by id), code or severity."""
        return map(
            PROBLEMS.value, self._rows(queries.PROBLEM_ROWS, norm, code, severity)
        )

    def problem_rows(
        self, *, code: str = "", severity: str = ""
    ) -> Iterator[dict[str, Any]]:
        """Read problems with the file and the norm that they are in, as JSON names them."""
        for row in self._rows(queries.PROBLEM_RECORDS, code, severity):
            yield row | {"path": provision_path(row["path"])}

    def tree_problems(self) -> dict[str, tuple[int, dict[str, int]]]:
        """Count, for each norm by id, its provisions and its problems by code."""
        counts: dict[str, tuple[int, dict[str, int]]] = {
            row["norm"]: (row["provisions"], {})
            for row in self._rows(queries.PROVISION_COUNTS)
        }
        for row in self._rows(queries.PROBLEM_COUNTS):
            if row["norm"] in counts:
                counts[row["norm"]][1][row["code"]] = row["count"]
        return counts

    def problem_files(self, code: str) -> tuple[str, ...]:
        """List the files with a problem of some code, or what the problem says where it is of no
        file.
        """
        return tuple(self._column(queries.PROBLEM_FILES, code))

    # Meaning --------------------------------------------------------------------------------------

    def quantities(
        self, *, norm: str | None = None, role: str = "", unit: str = ""
    ) -> Iterator[StoredQuantity]:
        """Read the quantities of all norms or of one (by id), in the order of the text."""
        for row in self._rows(queries.QUANTITY_ROWS, norm, role, unit):
            yield StoredQuantity(
                norm=row["norma"],
                source=row["arquivo"],
                provision=row["dispositivo_texto"] or "",
                lead=row["pai_texto"] or "",
                quantity=QUANTITIES.value(row),
            )

    def terms(self, *, norm: str | None = None, kind: str = "") -> Iterator[StoredTerm]:
        """Read the terms that all norms or one (by id) introduce, in the order of the text."""
        for row in self._rows(queries.TERM_ROWS, norm, kind):
            span = None
            if row["inicio_definicao"] is not None:
                span = Span(start=row["inicio_definicao"], end=row["fim_definicao"])
            term = replace(TERMS.value(row), definition_span=span)
            yield StoredTerm(norm=row["norma"], source=row["arquivo"], term=term)

    # Figures --------------------------------------------------------------------------------------

    def count_rows(self) -> dict[str, int]:
        """Count sources, norms that are held, and nodes."""
        return {
            "sources": self._scalar("SELECT count(*) FROM fontes"),
            "norms": self._scalar("SELECT count(*) FROM normas WHERE no_acervo"),
            "nodes": self._scalar("SELECT count(*) FROM dispositivos"),
        }

    def kind_counts(self) -> dict[str, int]:
        """Count the nodes of each kind, in the order of the kinds."""
        counts = self._pairs("SELECT tipo, count(*) FROM dispositivos GROUP BY tipo")
        return {kind.value: counts[kind] for kind in Kind if kind in counts}

    def coverage(self) -> dict[str, int]:
        """Count characters that are not blank: all, and by what claims them; `lost` must be 0."""
        names = ("total", "nodes", "furniture", "unknown", "lost")
        row = self.connection.execute(queries.COVERAGE).fetchone()
        return dict(zip(names, map(int, row), strict=True))

    def problem_counts(self) -> dict[str, dict[str, int]]:
        """Count problems by `severity` and by `code`, the most frequent first."""
        count = "SELECT {0}, count(*) FROM problemas GROUP BY {0} ORDER BY count(*) DESC, {0}"
        return {
            "severity": self._pairs(count.format("gravidade")),
            "code": self._pairs(count.format("codigo")),
        }

    def decision_counts(self) -> dict[str, int]:
        """Count corrections by decision."""
        return self._pairs("SELECT decisao, count(*) FROM correcoes GROUP BY decisao")

    @property
    def built_from(self) -> str:
        """The folder that the database was built from, as it was named then."""
        return str(self._scalar("SELECT acervo FROM execucoes"))

    @cached_property
    def collected(self) -> date | None:
        """The day by which the texts are taken to have been read: what they print had happened by
        then. From `corpus.toml`, else the newest day on which a norm of the corpus was signed or
        published; None where none is dated.
        """
        return stored_day(self._scalar("SELECT coletado FROM acervo"))

    @property
    def newest_day(self) -> str | None:
        """The newest plausible day on which a norm was signed or published."""
        day: str | None = self._scalar(queries.NEWEST)
        return day
