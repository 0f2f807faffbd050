"""Reads a database: `Corpus`. Plain sqlite3, for a fast start; nothing is loaded that is not asked for."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote

from lawtool.errors import NoDatabase, UnknownNorm, UnknownProvision
from lawtool.model import (
    Correction,
    Decision,
    Dispositivo,
    Kind,
    Norma,
    NormaId,
    Problem,
    Signatory,
    Source,
    Span,
)
from lawtool.search import Filters, Found, Hit, Search
from lawtool.store.answers import AuditRow, Summary
from lawtool.store.coverage import LABEL, TEXT, UNKNOWN, key
from lawtool.store.schema import SCHEMA_VERSION
from lawtool.vocabulary.folding import fold

if TYPE_CHECKING:
    from lawtool.citations.catalogue import Catalogue


def open(database: str | Path) -> Corpus:
    """Open a database for reading. Raises NoDatabase where there is none that this version can read."""
    return Corpus(connect(database))


def connect(database: str | Path) -> sqlite3.Connection:
    """A connection that reads. Raises NoDatabase as `open` does."""
    path = Path(database)
    if not path.is_file():
        raise NoDatabase(f"there is no database {path}")
    try:
        connection = sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise NoDatabase(f"{path} cannot be read: {error}") from error
    if version != SCHEMA_VERSION:
        connection.close()
        what = f"{path} was not made by this version of lawtool: its schema is {version}, read here is {SCHEMA_VERSION}"
        raise NoDatabase(what, remedy="Run `lawtool build` again with the same folder.")
    return connection


class Corpus:
    """What a database holds, as it is stored. Norms go by id or alias; another name raises UnknownNorm with the nearest.

    What is worked out from it (status, comparison, provenance) is asked of `lawtool.corpus.Corpus`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def close(self) -> None:
        """Close the database."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.close()
        if isinstance(error, sqlite3.Error):
            raise NoDatabase(f"the database cannot be read: {error}") from error

    def _rows(self, sql: str, *values: Any) -> Iterator[dict[str, Any]]:
        cursor = self.connection.execute(sql, values)
        columns = [column[0] for column in cursor.description]
        return (dict(zip(columns, row, strict=True)) for row in cursor)

    def _pairs(self, sql: str, *values: Any) -> dict[Any, Any]:
        return dict(self.connection.execute(sql, values).fetchall())

    # Norms ---------------------------------------------------------------------------------------------

    def resolve(self, name: str) -> str:
        """The id of a norm of the corpus, from its id or an alias; capitals and accents do not count."""
        wanted = fold(name).strip()
        found = self.connection.execute(
            "SELECT id FROM normas WHERE id = ?1 AND no_acervo UNION ALL SELECT norma FROM apelidos WHERE apelido = ?1 LIMIT 1",
            (wanted,),
        ).fetchone()
        if found:
            return str(found[0])
        near = self._nearest(wanted)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise UnknownNorm(f"no norm is called {name!r}{hint}")

    def _nearest(self, name: str) -> list[str]:
        from rapidfuzz import fuzz, process

        names = [name for (name,) in self.connection.execute(_NAMES)]
        found = process.extract(name, names, scorer=fuzz.WRatio, limit=3, score_cutoff=60)
        return [str(match[0]) for match in found]

    def norma(self, name: str) -> Norma:
        """A norm with all its nodes, by id or alias."""
        return self._norma(next(self._rows(f"{_NORMA} WHERE n.id = ?", self.resolve(name))))

    def normas(self) -> Iterator[Norma]:
        """All norms in the order of their sources, one at a time."""
        for row in self._rows(f"{_NORMA} WHERE n.no_acervo ORDER BY n.ordem"):
            yield self._norma(row)

    def normas_of(self, source: str) -> list[Norma]:
        """The norms of one source, in order."""
        sql = f"{_NORMA} WHERE n.no_acervo AND n.fonte = ? ORDER BY n.ordem"
        return [self._norma(row) for row in self._rows(sql, source)]

    def outlines(self) -> Iterator[Norma]:
        """All norms with the paths and kinds of their nodes and nothing else of them: what many norms at once take."""
        for row in self._rows(f"{_NORMA} WHERE n.no_acervo ORDER BY n.ordem"):
            nodes = self.connection.execute(
                "SELECT caminho, tipo FROM dispositivos WHERE norma = ? ORDER BY ordem",
                (row["id"],),
            )
            yield Norma(
                slug=row["id"],
                id=_identity(row),
                source=row["fonte"],
                span=Span(start=row["inicio"], end=row["fim"]),
                nodes=tuple(
                    Dispositivo(path=path, kind=Kind(kind), text="") for path, kind in nodes
                ),
                signed=_day(row["data"]),
            )

    def summaries(self) -> list[Summary]:
        """All norms without their texts."""
        aliases: dict[str, list[str]] = {}
        for alias, norm in self.connection.execute(
            "SELECT apelido, norma FROM apelidos ORDER BY apelido"
        ):
            aliases.setdefault(norm, []).append(alias)
        counts = self._pairs("SELECT norma, count(*) FROM dispositivos GROUP BY norma")
        rows = self._rows(
            "SELECT n.*, f.arquivo FROM normas n JOIN fontes f ON f.id = n.fonte WHERE no_acervo ORDER BY n.ordem"
        )
        return [
            Summary(
                slug=row["id"],
                name=row["nome"],
                ementa=row["ementa"],
                species=row["especie"],
                number=row["numero"],
                year=row["ano"],
                date=row["data"],
                authority=row["autoridade"],
                source=row["arquivo"],
                aliases=tuple(aliases.get(row["id"], ())),
                nodes=counts.get(row["id"], 0),
            )
            for row in rows
        ]

    def _norma(self, row: dict[str, Any]) -> Norma:
        slug = row["id"]
        people = self._rows(
            "SELECT nome, cargo FROM signatarios WHERE norma = ? ORDER BY ordem", slug
        )
        aliases = self._rows("SELECT apelido FROM apelidos WHERE norma = ? ORDER BY apelido", slug)
        return Norma(
            slug=slug,
            id=_identity(row),
            source=row["fonte"],
            span=Span(start=row["inicio"], end=row["fim"]),
            nodes=tuple(self._nodes(slug)),
            title=row["titulo"],
            ementa=row["ementa"],
            signed=_day(row["data"]),
            published=_day(row["publicacao"]),
            authority=row["autoridade"] or "",
            signatories=tuple(
                Signatory(name=person["nome"], role=person["cargo"]) for person in people
            ),
            start_line=row["linha_inicial"],
            end_line=row["linha_final"],
            problems=tuple(self.problems(norm=slug)),
            aliases=tuple(alias["apelido"] for alias in aliases),
        )

    def _nodes(self, norm: str) -> Iterator[Dispositivo]:
        labels: dict[str, Span] = {}
        pieces: dict[str, list[Span]] = {}
        spans = self.connection.execute(
            "SELECT s.dispositivo, s.tipo, s.inicio, s.fim FROM dispositivos d"
            " JOIN segmentos s ON s.dispositivo = d.id WHERE d.norma = ? ORDER BY s.inicio",
            (norm,),
        )
        for node, kind, start, end in spans:
            if kind == LABEL:
                labels[node] = Span(start=start, end=end)
            elif kind in (TEXT, UNKNOWN):
                pieces.setdefault(node, []).append(Span(start=start, end=end))
        # By place, not by name: no other query brings so many rows.
        rows = self.connection.execute(_NODES, (norm,))
        for name, path, kind, text, label, printed, parent, first, last, repaired, cells in rows:
            yield Dispositivo(
                path=path,
                kind=Kind(kind),
                text=text,
                label=label,
                printed=printed,
                parent=parent[len(norm) + 1 :] if parent else None,
                label_span=labels.get(name),
                pieces=tuple(pieces.get(name, ())),
                start_line=first,
                end_line=last,
                repaired=bool(repaired),
                rows=tuple(map(tuple, json.loads(cells))) if cells else (),
            )

    def name(self, norm: str, path: str = "") -> str:
        """What people call a norm or, with a path, a provision of it. Raises UnknownProvision."""
        sql, value = ("SELECT nome FROM normas WHERE id = ?", norm)
        if path:
            sql, value = ("SELECT nome FROM dispositivos WHERE id = ?", key(norm, path))
        found = self.connection.execute(sql, (value,)).fetchone()
        if found is None:
            raise UnknownProvision(f"{norm} has no provision {path}")
        return str(found[0])

    def find(self, norm: str, locator: str) -> str:
        """The path of one provision of a norm (by id), from its path, its name in the database, or what is
        written (`§ 2º do art. 7º`). The caput of an article is the article. Raises UnknownProvision."""
        from lawtool.identifiers import grammar
        from lawtool.identifiers import labels as written

        names = self._pairs(
            "SELECT caminho, nome FROM dispositivos WHERE norma = ? ORDER BY ordem", norm
        )
        wanted = _words(locator)
        for path, name in names.items():
            if path == locator or (wanted and _words(name) == wanted):
                return str(path)
        found, range_end = grammar.read_locators(locator)
        if len(found) > 1 or range_end is not None:
            raise UnknownProvision(
                f"{locator!r} names more than one provision", remedy="Name one at a time."
            )
        path = written.with_caput(found[0]).fragment.removesuffix("_cpt")
        if path not in names:
            raise UnknownProvision(f"{norm} has no provision {locator!r}")
        return path

    # Sources and what was found in them ----------------------------------------------------------------

    def source(self, slug: str) -> Source:
        """A source with its raw text; marks of its format are not kept. Raises KeyError."""
        sql = "SELECT f.*, t.texto FROM fontes f JOIN fontes_texto t ON t.fonte = f.id WHERE id = ?"
        row = next(self._rows(sql, slug), None)
        if row is None:
            raise KeyError(slug)
        return Source(
            slug=slug,
            text=row["texto"],
            sha256=row["sha256"] or "",
            media_type=row["tipo_de_midia"],
            encoding=row["codificacao"],
            origin=row["origem"] or "",
        )

    @cached_property
    def files(self) -> dict[str, str]:
        """The file of each source."""
        return self._pairs("SELECT id, arquivo FROM fontes")

    @cached_property
    def _slugs(self) -> dict[str, str]:
        return {file: slug for slug, file in self.files.items()}

    def corrections(self, norm: str | None = None) -> Iterator[Correction]:
        """The corrections of a norm (by id), or all, in the order of the text."""
        for row in self._rows(
            "SELECT * FROM correcoes WHERE ?1 IS NULL OR norma = ?1 ORDER BY fonte, inicio, id",
            norm,
        ):
            yield Correction(
                span=Span(start=row["inicio"], end=row["fim"]),
                before=row["antes"],
                after=row["depois"],
                rule=row["regra"],
                evidence=row["evidencia"] or "",
                decision=Decision(row["decisao"]),
                line=row["linha"] or 0,
                path=_path(row["dispositivo"]),
            )

    def audit(
        self, norm: str | None = None, *, decision: str = "", rule: str = ""
    ) -> Iterator[AuditRow]:
        """Every change of the text, in order: corrections, suggestions, and furniture that was taken out."""
        for row in self._rows(_AUDIT, norm, decision, rule):
            source = row.pop("fonte")
            if row["before"] is None:
                row["before"] = self._text(source)[row["start"] : row["end"]]
            yield AuditRow(**row | {"path": _path(row["path"])})

    def around(self, row: AuditRow, width: int) -> tuple[str, str]:
        """What stands before and after a change on its line, at most `width` characters each way."""
        text = self._text(self._slugs[row.source])
        line_start = text.rfind("\n", 0, row.start) + 1
        line_end = text.find("\n", row.end)
        before = text[max(line_start, row.start - width) : row.start]
        return before, text[
            row.end : min(line_end if line_end >= 0 else len(text), row.end + width)
        ]

    @lru_cache(maxsize=1)  # noqa: B019 - furniture comes source by source; one text is kept, for as long as the corpus
    def _text(self, source: str) -> str:
        return self.source(source).text

    def problems(
        self, *, norm: str | None = None, code: str = "", severity: str = ""
    ) -> Iterator[Problem]:
        """Problems, all or of one norm (by id), code or severity."""
        for row in self._rows(
            "SELECT * FROM problemas WHERE (?1 IS NULL OR norma = ?1)"
            " AND ?2 IN ('', codigo) AND ?3 IN ('', gravidade) ORDER BY id",
            norm,
            code,
            severity,
        ):
            yield Problem(
                code=row["codigo"],
                message=row["mensagem"],
                span=Span(start=row["inicio"], end=row["fim"])
                if row["inicio"] is not None
                else None,
                line=row["linha"] or 0,
                path=_path(row["dispositivo"]),
            )

    def problem_rows(self, *, code: str = "", severity: str = "") -> Iterator[dict[str, Any]]:
        """Problems with the file and the norm that they are in, as JSON names them."""
        for row in self._rows(_PROBLEMS, code, severity):
            yield row | {"path": _path(row["path"])}

    # Figures -------------------------------------------------------------------------------------------

    def kind_counts(self) -> dict[str, int]:
        """Nodes of each kind, in the order of the kinds."""
        counts = self._pairs("SELECT tipo, count(*) FROM dispositivos GROUP BY tipo")
        return {kind.value: counts[kind] for kind in Kind if kind in counts}

    def coverage(self) -> dict[str, int]:
        """Characters that are not blank: all, and by what claims them; `lost` must be 0."""
        names = ("total", "nodes", "furniture", "unknown", "lost")
        row = self.connection.execute(
            "SELECT total(caracteres), total(dispositivos), total(mobiliario), total(desconhecidos),"
            " total(perdidos) FROM cobertura"
        ).fetchone()
        return dict(zip(names, map(int, row), strict=True))

    def problem_counts(self) -> dict[str, dict[str, int]]:
        """Problems by `severity` and by `code`, the most frequent first."""
        count = "SELECT {0}, count(*) FROM problemas GROUP BY {0} ORDER BY count(*) DESC, {0}"
        return {
            "severity": self._pairs(count.format("gravidade")),
            "code": self._pairs(count.format("codigo")),
        }

    @property
    def built_from(self) -> str:
        """The folder that the database was built from, as it was named then."""
        return str(self.connection.execute("SELECT acervo FROM execucoes").fetchone()[0])

    @cached_property
    def collected(self) -> date | None:
        """The day by which the texts are taken to have been read: what they print had happened by then. From `corpus.toml`,
        else the newest day on which a norm of the corpus was signed or published; None where none is dated."""
        row = self.connection.execute("SELECT coletado FROM acervo").fetchone()
        return _day(row[0]) if row else None

    # Search --------------------------------------------------------------------------------------------

    @cached_property
    def catalogue(self) -> Catalogue:
        """The norms by number, name and alias; read once, there are thousands in one."""
        from lawtool.store import held

        return held.catalogue(self)

    @cached_property
    def engine(self) -> Search:
        """What answers questions in words. The catalogue is read only for one that may be a citation."""
        return Search(self.connection, lambda: self.catalogue)

    def search(self, query: str, *, limit: int = 20, **filters: Any) -> list[Hit]:
        """The best provisions for a question in words, a citation or both; `filters` as in `search.Filters`, the norm
        by id or alias. Raises UnknownNorm."""
        return list(self.find_text(query, limit=limit, **filters).hits)

    def find_text(self, query: str, *, limit: int = 20, **filters: Any) -> Found:
        """As `search`, with what was read differently and, where nothing is found, what may have been meant."""
        if filters.get("norm"):
            filters["norm"] = self.resolve(filters["norm"])
        return self.engine.find(query, Filters(**filters), limit=limit)


_NAMES = "SELECT apelido FROM apelidos UNION SELECT id FROM normas WHERE no_acervo"

_NODES = """
SELECT d.id, d.caminho, d.tipo, d.texto, d.rotulo, o.impresso, d.pai, o.linha_inicial, o.linha_final, o.reparado, o.celulas
  FROM dispositivos d JOIN dispositivos_origem o ON o.dispositivo = d.id WHERE d.norma = ? ORDER BY d.ordem
"""

_NORMA = (
    "SELECT n.*, o.titulo, o.orgaos, o.inicio, o.fim, o.linha_inicial, o.linha_final"
    " FROM normas n JOIN normas_origem o ON o.norma = n.id"
)

_PROBLEMS = """
SELECT p.codigo AS code, p.gravidade AS severity, p.mensagem AS message, f.arquivo AS source, p.norma AS norm,
       p.dispositivo AS path, coalesce(p.linha, 0) AS line, p.inicio AS start, p.fim AS "end"
  FROM problemas p LEFT JOIN fontes f ON f.id = p.fonte
 WHERE ?1 IN ('', p.codigo) AND ?2 IN ('', p.gravidade) ORDER BY p.id
"""

# Furniture has no decision of a person and no id. It was taken out of a text only where it interrupts one:
# the letterhead above the first node of a norm stays what it is, the name of who issued it.
_AUDIT = """
WITH begin AS (
  SELECT n.fonte, n.id AS norma, min(d.inicio) AS inicio, o.fim
    FROM normas n JOIN normas_origem o ON o.norma = n.id
    JOIN dispositivos p ON p.norma = n.id JOIN dispositivos_origem d ON d.dispositivo = p.id
   WHERE d.fim > d.inicio GROUP BY n.id
)
SELECT c.id, c.norma AS norm, c.dispositivo AS path, c.fonte, f.arquivo AS source,
       coalesce(c.linha, 0) AS line, c.inicio AS start, c.fim AS "end", c.antes AS before,
       c.depois AS after, c.regra AS rule, coalesce(c.evidencia, '') AS evidence, c.decisao AS decision
  FROM correcoes c JOIN fontes f ON f.id = c.fonte
 WHERE (?1 IS NULL OR norm = ?1) AND ?2 IN ('', decision) AND ?3 IN ('', rule)
UNION ALL
SELECT '', b.norma AS norm, NULL, s.fonte, f.arquivo, coalesce(s.linha, 0), s.inicio, s.fim, NULL, '',
       'furniture-' || s.tipo AS rule, coalesce(s.evidencia, ''), 'auto' AS decision
  FROM segmentos s JOIN fontes f ON f.id = s.fonte
  JOIN begin b ON b.fonte = s.fonte AND s.inicio >= b.inicio AND s.inicio < b.fim
 WHERE s.tipo NOT IN ('rotulo', 'texto', 'desconhecido', 'perdido')
   AND (?1 IS NULL OR norm = ?1) AND ?2 IN ('', decision) AND ?3 IN ('', rule)
 ORDER BY source, start, "end", rule
"""


def _identity(row: dict[str, Any]) -> NormaId:
    return NormaId(
        species=row["especie"],
        number=row["numero"],
        year=row["ano"],
        date=_day(row["data"]),
        bodies=tuple((row["orgaos"] or "").split()),
        level=row["esfera"] or "",
        uf=row["uf"] or "",
        municipio=row["municipio"] or "",
    )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _words(name: str) -> list[str]:
    """What is said in the name of a provision: `Art. 7º, II, "b"` as art, 7, ii, b."""
    return re.findall(r"[a-z]+|\d+|§", fold(name).replace("º", " ").replace("°", " "))


def _path(node: str | None) -> str:
    """The path inside the key of a provision; ids of norms hold no underscore."""
    return node.split("_", 1)[1] if node else ""
