"""Lists for pages: what stands around a norm, and the corpus as a whole. One method a statement.

A row is a dictionary of the columns that the statement names; a list ends at its `limit`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import date
from typing import Any

Row = dict[str, Any]

MOST = 200
"""Rows of a list beside a norm; all of them are in the tables."""

ACTS = {
    "revoga": ("revoke", "annul"),
    "altera": ("amend", "renumber", "replace_words"),
    "acresce": ("insert",),
}
"""Relation → the events that say which provisions it is about."""

_BELOW = "({column} = :own OR {column} >= :own || '_' AND {column} < :own || '`')"
"""A provision or what is below it: the keys that begin with its own and `_` (the sign before "`").
"""


class Listings:
    """Questions to one database, each answered with rows."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def rows(self, sql: str, *values: object, **named: object) -> list[Row]:
        """Run a statement and give its rows."""
        cursor = self.connection.execute(sql, named or values)
        columns = [column[0] for column in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor]

    def row(self, sql: str, *values: object, **named: object) -> Row | None:
        """Run a statement and give its first row, None where it has none."""
        return next(iter(self.rows(sql, *values, **named)), None)

    def count(self, sql: str, *values: object, **named: object) -> int:
        """Run a statement that counts; NULL is 0."""
        row = self.connection.execute(sql, named or values).fetchone()
        return int(row[0] or 0)

    # The corpus

    def run(self) -> Row | None:
        """The build that made the database."""
        return self.row("SELECT * FROM execucoes")

    def figures(self) -> dict[str, int]:
        """How much of everything the corpus has."""
        return {
            "norms": self.count("SELECT count(*) FROM normas WHERE no_acervo"),
            "sources": self.count("SELECT count(*) FROM fontes"),
            "provisions": self.count(
                "SELECT count(*) FROM dispositivos"
                " WHERE tipo IN ('artigo', 'paragrafo', 'inciso', 'alinea', 'item')"
            ),
            "citations": self.count("SELECT count(*) FROM citacoes"),
            "repairs": self.count(
                "SELECT count(*) FROM correcoes WHERE decisao IN ('auto', 'accepted')"
            ),
            "suggestions": self.count(
                "SELECT count(*) FROM correcoes WHERE decisao = 'suggested'"
            ),
            "relations": self.count("SELECT count(*) FROM relacoes"),
            "problems": self.count("SELECT count(*) FROM problemas"),
        }

    def problem_counts(self, limit: int) -> list[Row]:
        """The kinds of problems, grave ones first."""
        return self.rows(
            "SELECT codigo, gravidade, count(*) AS count FROM problemas GROUP BY 1, 2"
            " ORDER BY gravidade = 'info', 3 DESC LIMIT ?",
            limit,
        )

    def outcome_counts(self) -> list[Row]:
        """Citations by what became of them."""
        return self.rows(
            "SELECT situacao, count(*) AS count FROM citacoes GROUP BY 1 ORDER BY 2 DESC"
        )

    def rule_counts(self) -> list[Row]:
        """Repairs by rule and decision."""
        return self.rows(
            "SELECT regra, decisao, count(*) AS count FROM correcoes GROUP BY 1, 2 ORDER BY 3 DESC"
        )

    def sources(self, limit: int, offset: int) -> list[Row]:
        """Files that the corpus was built from, by name."""
        return self.rows(
            "SELECT id, arquivo, origem, licenca, caracteres, sha256 FROM fontes"
            " ORDER BY arquivo LIMIT ? OFFSET ?",
            limit,
            offset,
        )

    def held_norms(self) -> list[Row]:
        """All norms with a text, the newest first, the undated last."""
        return self.rows(
            "SELECT id, nome, ementa, especie, numero, ano, data, esfera, uf, municipio FROM normas"
            " WHERE no_acervo ORDER BY coalesce(data, ano || '') DESC, ordem"
        )

    def most_cited(self, limit: int) -> list[Row]:
        """Norms that most others cite, held or not: id, name, number of norms that cite."""
        return self.rows(
            "SELECT n.id, n.nome, n.ementa, n.no_acervo, c.count FROM (SELECT norma_citada,"
            " count(DISTINCT norma) AS count FROM citacoes WHERE norma_citada IS NOT NULL"
            " AND norma_citada <> norma GROUP BY 1 ORDER BY 2 DESC LIMIT ?) c"
            " JOIN normas n ON n.id = c.norma_citada ORDER BY c.count DESC, n.nome",
            limit,
        )

    def most_changed(self, limit: int) -> list[Row]:
        """Held norms that most others changed: id, name, number of norms that changed them."""
        return self.rows(
            "SELECT n.id, n.nome, n.ementa, n.no_acervo, count(DISTINCT r.origem) AS count"
            " FROM relacoes r JOIN normas n ON n.id = r.destino"
            " WHERE n.no_acervo AND r.tipo IN ('altera', 'acresce', 'revoga')"
            " GROUP BY n.id ORDER BY 5 DESC, n.nome LIMIT ?",
            limit,
        )

    def states(self) -> list[Row]:
        """States that held norms are of."""
        return self.rows(
            "SELECT DISTINCT uf AS id, uf AS nome FROM normas WHERE no_acervo AND uf IS NOT NULL"
            " ORDER BY 1"
        )

    def places(self) -> list[Row]:
        """Municipalities that held norms are of."""
        return self.rows(
            "SELECT DISTINCT municipio AS id, municipio AS nome FROM normas"
            " WHERE no_acervo AND municipio IS NOT NULL ORDER BY 1"
        )

    def species(self) -> list[Row]:
        """Species of held norms, by key."""
        return self.rows(
            "SELECT DISTINCT especie AS id FROM normas WHERE no_acervo AND especie IS NOT NULL"
            " ORDER BY 1"
        )

    def norm_page(self, filters: Row, limit: int, offset: int) -> tuple[int, list[Row]]:
        """Norms that fit filters (held, uf, kind, year, place, number, q: words of the name), how
        many and some.
        """
        where = (
            "no_acervo = :held AND (:uf = '' OR uf = :uf) AND (:kind = '' OR especie = :kind)"
            " AND (:year = 0 OR ano = :year) AND (:place = '' OR municipio = :place COLLATE NOCASE)"
            " AND (:number = '' OR numero = :number)"
            " AND (:q = '' OR nome LIKE '%' || :q || '%' OR id LIKE '%' || :q || '%')"
        )
        total = self.count(f"SELECT count(*) FROM normas WHERE {where}", **filters)
        rows = self.rows(
            f"SELECT * FROM normas WHERE {where} ORDER BY ordem, id LIMIT :limit OFFSET :offset",
            limit=limit,
            offset=offset,
            **filters,
        )
        return total, rows

    def statuses(self, on: date) -> dict[str, str]:
        """The status of every norm on a day, by its id."""
        rows = self.connection.execute(
            "SELECT norma, situacao, min(id) FROM vigencias WHERE caminho IS NULL"
            " AND (desde IS NULL OR desde <= :day) AND (ate IS NULL OR ate > :day) GROUP BY norma",
            {"day": on.isoformat()},
        )
        return {norm: status for norm, status, _ in rows}

    # One norm

    def norm(self, slug: str) -> Row | None:
        """The row of a norm, held or not."""
        return self.row("SELECT * FROM normas WHERE id = ?", slug)

    def norm_name(self, slug: str) -> str:
        """What people call a norm; its id where no row has its name."""
        row = self.connection.execute(
            "SELECT nome FROM normas WHERE id = ?", (slug,)
        ).fetchone()
        if row:
            return str(row[0])
        return slug

    def aliases(self, slug: str) -> list[str]:
        """Other names of a norm."""
        rows = self.connection.execute(
            "SELECT apelido FROM apelidos WHERE norma = ? ORDER BY 1", (slug,)
        )
        return [str(alias) for (alias,) in rows]

    def related(self, slug: str, *, acting: bool) -> list[Row]:
        """Norms that one acts on, or that act on it, one row for each pair and kind, citations
        apart.
        """
        if acting:
            own, other = ("origem", "destino")
        else:
            own, other = ("destino", "origem")
        return self.rows(
            "SELECT r.tipo, r.origem, r.destino, r.metodo, max(r.pontuacao) AS pontuacao,"
            " min(r.data) AS data, min(r.evidencia) AS evidencia, n.id, n.nome, n.no_acervo"
            f" FROM relacoes r JOIN normas n ON n.id = r.{other}"
            f" WHERE r.{own} = ? AND r.tipo <> 'cita' GROUP BY r.tipo, n.id"
            " ORDER BY r.tipo, n.nome LIMIT ?",
            slug,
            MOST,
        )

    def extents(self, kind: str, acting: str, affected: str) -> list[str]:
        """The provisions that one norm revokes (changes, inserts) in another, "" for the whole, in
        their order.
        """
        kinds = ACTS.get(kind, ())
        marks = ", ".join("?" * len(kinds))
        rows = self.connection.execute(
            "SELECT coalesce(e.caminho_afetado, '') AS path, min(d.ordem) AS place FROM eventos e"
            " LEFT JOIN dispositivos d ON d.id = e.dispositivo_afetado"
            f" WHERE e.norma_agente = ? AND e.norma_afetada = ? AND e.tipo IN ({marks})"
            " GROUP BY 1 ORDER BY 2, 1",
            (acting, affected, *kinds),
        )
        return [str(path) for path, _ in rows]

    def cited_by(self, slug: str) -> list[Row]:
        """Citations of a norm in other norms."""
        return self.rows(
            "SELECT c.texto, c.relacao, c.dispositivo, c.fragmentos, n.id, n.nome, d.nome AS lugar"
            " FROM citacoes c JOIN normas n ON n.id = c.norma"
            " LEFT JOIN dispositivos d ON d.id = c.dispositivo"
            " WHERE c.norma_citada = :norm AND c.norma <> :norm"
            " ORDER BY n.ordem, c.inicio LIMIT :most",
            norm=slug,
            most=MOST,
        )

    def count_cited_by(self, slug: str) -> int:
        """How many citations other norms make of a norm."""
        return self.count(
            "SELECT count(*) FROM citacoes WHERE norma_citada = :norm AND norma <> :norm",
            norm=slug,
        )

    def copies(self, slug: str) -> list[Row]:
        """Norms with provisions that correspond to those of one, and how many."""
        return self.rows(
            "SELECT n.id, n.nome, count(*) AS count FROM alinhamentos a JOIN normas n"
            " ON n.id = CASE WHEN a.norma_a = :norm THEN a.norma_b ELSE a.norma_a END"
            " WHERE (a.norma_a = :norm OR a.norma_b = :norm)"
            " AND a.dispositivo_a IS NOT NULL AND a.dispositivo_b IS NOT NULL"
            " GROUP BY n.id ORDER BY count DESC",
            norm=slug,
        )

    def repair_counts(self, slug: str) -> dict[str, int]:
        """Repairs of a norm by decision."""
        rows = self.connection.execute(
            "SELECT decisao, count(*) FROM correcoes WHERE norma = ? GROUP BY 1 ORDER BY 2 DESC",
            (slug,),
        )
        return {str(decision): int(count) for decision, count in rows}

    def repairs(self, slug: str, decision: str, limit: int, offset: int) -> list[Row]:
        """Repairs of a norm in the order of its text, with their provisions; all decisions where
        none is named.
        """
        return self.rows(
            "SELECT c.*, d.nome AS lugar, d.caminho FROM correcoes c"
            " LEFT JOIN dispositivos d ON d.id = c.dispositivo"
            " WHERE c.norma = ?1 AND ?2 IN ('', c.decisao) ORDER BY c.inicio LIMIT ?3 OFFSET ?4",
            slug,
            decision,
            limit,
            offset,
        )

    def problems(self, slug: str) -> list[Row]:
        """Problems of a norm with the name of the provision."""
        return self.rows(
            "SELECT p.*, d.nome AS lugar, d.caminho FROM problemas p"
            " LEFT JOIN dispositivos d ON d.id = p.dispositivo"
            " WHERE p.norma = ? ORDER BY p.id LIMIT ?",
            slug,
            MOST,
        )

    def furniture(self, slug: str, source: str) -> list[Row]:
        """What of the stretch of a norm is no text of it, by kind."""
        return self.rows(
            "SELECT s.tipo, count(*) AS count FROM segmentos s JOIN normas_origem o"
            " ON o.norma = :norm WHERE s.fonte = :source AND s.inicio BETWEEN o.inicio AND o.fim"
            " AND s.tipo NOT IN ('rotulo', 'texto') GROUP BY 1 ORDER BY 2 DESC",
            norm=slug,
            source=source,
        )

    def lost_characters(self, source: str) -> int:
        """Characters of a source that belong to nothing."""
        return self.count("SELECT perdidos FROM cobertura WHERE fonte = ?", source)

    def citations(self, slug: str) -> list[Row]:
        """Citations in the text of a norm."""
        return self.rows("SELECT * FROM citacoes WHERE norma = ? ORDER BY inicio", slug)

    def suggestions(self, slug: str) -> list[Row]:
        """Repairs that are only suggested, in the order of the text."""
        return self.rows(
            "SELECT * FROM correcoes WHERE norma = ? AND decisao = 'suggested' ORDER BY inicio",
            slug,
        )

    def cited_counts(self, slug: str) -> dict[str, int]:
        """How often each provision of a norm is cited, by its path."""
        rows = self.connection.execute(
            "SELECT dispositivo_citado, count(*) FROM citacoes"
            " WHERE norma_citada = ? AND dispositivo_citado IS NOT NULL GROUP BY 1",
            (slug,),
        )
        return {key.split("_", 1)[1]: count for key, count in rows}

    def parallels(self, slug: str) -> list[Row]:
        """Provisions of other norms that correspond to those of one: own, other, norm, relation,
        names.
        """
        return self.rows(
            "SELECT a.dispositivo_a AS own, a.dispositivo_b AS other, a.norma_b AS norma,"
            " a.relacao, a.pontuacao, n.nome AS norma_nome, d.nome FROM alinhamentos a"
            " JOIN normas n ON n.id = a.norma_b JOIN dispositivos d ON d.id = a.dispositivo_b"
            " WHERE a.norma_a = :norm AND a.dispositivo_a IS NOT NULL"
            " UNION SELECT a.dispositivo_b, a.dispositivo_a, a.norma_a, a.relacao, a.pontuacao,"
            " n.nome, d.nome FROM alinhamentos a JOIN normas n ON n.id = a.norma_a"
            " JOIN dispositivos d ON d.id = a.dispositivo_a"
            " WHERE a.norma_b = :norm AND a.dispositivo_b IS NOT NULL ORDER BY norma, own",
            norm=slug,
        )

    def endings(self, slug: str, on: date) -> dict[str, str]:
        """Provisions of a norm that are known to have ended by a day: path → status."""
        rows = self.connection.execute(
            "SELECT caminho, situacao FROM vigencias WHERE norma = :norm AND caminho IS NOT NULL"
            " AND (desde IS NULL OR desde <= :day) AND (ate IS NULL OR ate > :day)"
            " AND situacao IN ('revoked', 'annulled', 'expired', 'suspended', 'no_effect')",
            {"norm": slug, "day": on.isoformat()},
        )
        return {str(path): str(status) for path, status in rows}

    def turning_days(self, slug: str) -> list[str]:
        """Days on which the status of a norm or the wording of a provision changes, in order."""
        rows = self.connection.execute(
            "SELECT desde FROM vigencias WHERE norma = :norm AND desde IS NOT NULL"
            " UNION SELECT desde FROM versoes WHERE norma = :norm AND desde IS NOT NULL"
            " UNION SELECT data FROM eventos WHERE norma_afetada = :norm AND data IS NOT NULL"
            " AND tipo IN ('amend', 'insert', 'revoke', 'renumber', 'replace_words') ORDER BY 1",
            {"norm": slug},
        )
        return [str(day) for (day,) in rows]

    def bills_on(self, slug: str) -> list[Row]:
        """Bills that would change a norm."""
        return self.rows(
            "SELECT DISTINCT n.id, n.nome FROM eventos e JOIN normas n ON n.id = e.norma_agente"
            " WHERE e.norma_afetada = ? AND e.tipo LIKE 'propose\\_%' ESCAPE '\\'"
            " AND n.id <> e.norma_afetada ORDER BY n.nome",
            slug,
        )

    def changed_by(self, slug: str) -> list[Row]:
        """Held norms whose text another changes or, as a bill, would change."""
        return self.rows(
            "SELECT DISTINCT n.id, n.nome FROM eventos e JOIN normas n ON n.id = e.norma_afetada"
            " WHERE e.norma_agente = ? AND n.no_acervo AND n.id <> e.norma_agente"
            " AND e.caminho_afetado IS NOT NULL AND e.tipo IN ('amend', 'insert', 'replace_words',"
            " 'renumber', 'revoke', 'propose_amend', 'propose_insert', 'propose_replace_words',"
            " 'propose_renumber', 'propose_revoke') ORDER BY n.nome LIMIT ?",
            slug,
            MOST,
        )

    # One provision

    def provision_cites(self, own: str) -> list[Row]:
        """What a provision, or what is below it, cites."""
        return self.rows(
            "SELECT c.texto, c.situacao, c.motivo, c.tipo, c.norma_citada AS id,"
            " c.dispositivo_citado, c.candidatos, n.nome, n.no_acervo, d.nome AS lugar"
            " FROM citacoes c LEFT JOIN normas n ON n.id = c.norma_citada"
            " LEFT JOIN dispositivos d ON d.id = c.dispositivo_citado"
            f" WHERE {_BELOW.format(column='c.dispositivo')} ORDER BY c.inicio LIMIT :most",
            own=own,
            most=MOST,
        )

    def provision_cited_by(self, slug: str, own: str) -> list[Row]:
        """Who cites a provision, or what is below it."""
        return self.rows(
            "SELECT c.texto, c.relacao, c.dispositivo, n.id, n.nome, d.nome AS lugar"
            " FROM citacoes c JOIN normas n ON n.id = c.norma"
            " LEFT JOIN dispositivos d ON d.id = c.dispositivo"
            f" WHERE c.norma_citada = :norm AND {_BELOW.format(column='c.dispositivo_citado')}"
            " ORDER BY n.ordem, c.inicio LIMIT :most",
            norm=slug,
            own=own,
            most=MOST,
        )

    def provision_parallels(self, own: str) -> list[Row]:
        """Provisions of other norms that correspond to one, or to what is below it, with their
        text.
        """
        sides = [
            f"SELECT a.dispositivo_{mine} AS own, a.dispositivo_{other} AS key, a.relacao,"
            " a.pontuacao, n.id, n.nome, d.nome AS lugar, d.texto, m.nome AS own_name,"
            f" o.celulas FROM alinhamentos a JOIN normas n ON n.id = a.norma_{other}"
            f" JOIN dispositivos d ON d.id = a.dispositivo_{other}"
            f" JOIN dispositivos m ON m.id = a.dispositivo_{mine}"
            " LEFT JOIN dispositivos_origem o ON o.dispositivo = d.id"
            f" WHERE a.norma_{mine} = :norm AND {_BELOW.format(column=f'a.dispositivo_{mine}')}"
            for mine, other in (("a", "b"), ("b", "a"))
        ]
        return self.rows(
            " UNION ".join(sides) + " ORDER BY 5, 1 LIMIT :most",
            own=own,
            norm=own.partition("_")[0],
            most=MOST // 2,
        )

    def provision_versions(self, slug: str, path: str) -> list[Row]:
        """The wordings of a provision in the order of their days."""
        return self.rows(
            "SELECT v.*, e.norma_agente, e.dispositivo_agente FROM versoes v"
            " LEFT JOIN eventos e ON e.id = v.causa"
            " WHERE v.norma = ? AND v.caminho = ? ORDER BY v.desde IS NOT NULL, v.desde",
            slug,
            path,
        )

    def provision_repairs(self, own: str) -> list[Row]:
        """Repairs in a provision and below it."""
        return self.rows(
            f"SELECT * FROM correcoes WHERE {_BELOW.format(column='dispositivo')}"
            " ORDER BY inicio LIMIT :most",
            own=own,
            most=MOST // 2,
        )

    # Relations

    def relation_counts(self, norm: str = "") -> list[Row]:
        """Pairs of norms by kind of relation, of the corpus or of one norm."""
        return self.rows(
            "SELECT tipo, count(DISTINCT origem || ' ' || destino) AS count FROM relacoes"
            " WHERE :norm = '' OR origem = :norm OR destino = :norm GROUP BY 1 ORDER BY 1",
            norm=norm,
        )

    def relation_page(self, kind: str, norm: str, limit: int, offset: int) -> list[Row]:
        """Pairs of norms, one row a pair and kind: what changes law first, citations last."""
        return self.rows(
            "SELECT r.tipo, r.origem, r.destino, min(r.data) AS data,"
            " max(r.pontuacao) AS pontuacao, r.metodo, count(*) AS count,"
            " min(r.evidencia) AS evidencia, min(r.dispositivo_origem) AS lugar,"
            " o.nome AS origem_nome, d.nome AS destino_nome, o.no_acervo AS origem_no,"
            " d.no_acervo AS destino_no, o.data AS origem_data, d.data AS destino_data,"
            " o.ano AS origem_ano, d.ano AS destino_ano"
            " FROM relacoes r JOIN normas o ON o.id = r.origem JOIN normas d ON d.id = r.destino"
            " WHERE (:kind = '' OR r.tipo = :kind)"
            " AND (:norm = '' OR r.origem = :norm OR r.destino = :norm)"
            " GROUP BY r.tipo, r.origem, r.destino"
            " ORDER BY CASE r.tipo WHEN 'revoga' THEN 0 WHEN 'altera' THEN 1 WHEN 'acresce' THEN 2"
            " WHEN 'cita' THEN 9 ELSE 3 END, coalesce(o.data, o.ano || '') DESC, o.ordem, d.nome"
            " LIMIT :limit OFFSET :offset",
            kind=kind,
            norm=norm,
            limit=limit,
            offset=offset,
        )

    def drawn_relations(self, kind: str, norm: str, limit: int) -> list[Row]:
        """Relations for a drawing: of each kind its share, those between held norms first."""
        return self.rows(
            "SELECT * FROM (SELECT g.*, row_number() OVER (PARTITION BY tipo"
            " ORDER BY origem_no + destino_no DESC, data DESC) AS place FROM ("
            " SELECT r.tipo, r.origem, r.destino, min(r.data) AS data,"
            " o.nome AS origem_nome, d.nome AS destino_nome, o.no_acervo AS origem_no,"
            " d.no_acervo AS destino_no FROM relacoes r JOIN normas o ON o.id = r.origem"
            " JOIN normas d ON d.id = r.destino WHERE (:kind = '' OR r.tipo = :kind)"
            " AND (:norm = '' OR r.origem = :norm OR r.destino = :norm)"
            " AND (:norm <> '' OR r.tipo <> 'cita' OR o.no_acervo AND d.no_acervo)"
            " GROUP BY r.tipo, r.origem, r.destino) g) ORDER BY place, tipo = 'cita' LIMIT :limit",
            kind=kind,
            norm=norm,
            limit=limit,
        )

    def norms_named(self, slugs: Sequence[str]) -> dict[str, Row]:
        """Name, day, year and level of some norms, by their ids."""
        marks = ", ".join("?" * len(slugs))
        rows = self.rows(
            "SELECT id, nome, ementa, data, ano, esfera, uf, municipio, no_acervo FROM normas"
            f" WHERE id IN ({marks})",
            *slugs,
        )
        return {row["id"]: row for row in rows}

    def held_relations(self, kinds: Sequence[str], limit: int) -> list[Row]:
        """Pairs of held norms that are related in one of these ways, the surest first."""
        marks = ", ".join("?" * len(kinds))
        return self.rows(
            "SELECT r.origem AS a, r.destino AS b, r.tipo, max(r.pontuacao) AS pontuacao,"
            " x.nome AS name_a, y.nome AS name_b FROM relacoes r JOIN normas x ON x.id = r.origem"
            " JOIN normas y ON y.id = r.destino WHERE x.no_acervo AND y.no_acervo"
            f" AND r.tipo IN ({marks}) GROUP BY r.tipo, r.origem, r.destino"
            " ORDER BY 4 DESC, coalesce(x.data, '') DESC LIMIT ?",
            *kinds,
            limit,
        )
