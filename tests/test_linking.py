"""What a build finds between norms: citations with both ends, norms that are only spoken of, events, status."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def base(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(database)


def ask(base: sqlite3.Connection, sql: str, *values: Any) -> list[Any]:
    return base.execute(sql, values).fetchall()


def test_every_citation_stands_where_it_is_said_to(base: sqlite3.Connection) -> None:
    rows = ask(base, "SELECT c.texto, t.texto, inicio, fim FROM citacoes c JOIN fontes_texto t USING (fonte)")
    assert len(rows) >= 180
    assert all(raw[start:end] == text for text, raw, start, end in rows)


def test_what_is_not_certain_is_no_link(base: sqlite3.Connection) -> None:
    sql = "SELECT norma_citada FROM citacoes WHERE situacao IN ('ambiguous', 'contradictory')"
    rows = ask(base, sql)
    assert rows
    assert set(rows) == {(None,)}


def test_norms_that_are_only_cited_have_a_row(base: sqlite3.Connection) -> None:
    (row,) = ask(base, "SELECT nome, no_acervo, fonte FROM normas WHERE id = 'cnp-resolucao-6-1977'")
    assert row == ("Resolução CNP 6/1977", 0, None)


def test_who_revoked_dnc27_and_when(base: sqlite3.Connection) -> None:
    sql = "SELECT origem, data FROM relacoes WHERE tipo = 'revoga' AND destino = ? AND dispositivo_destino IS NULL"
    assert ask(base, sql, "dnc-portaria-27-1996") == [("anp-resolucao-5-2008", "2008-11-24")]


def test_every_event_has_its_words(base: sqlite3.Connection) -> None:
    rows = ask(base, "SELECT count(*), sum(evidencia IS NULL) FROM eventos")
    assert rows[0][0] >= 80
    assert rows[0][1] == 0


def test_status_by_period_ends_in_what_is_known_today(base: sqlite3.Connection) -> None:
    sql = "SELECT situacao FROM vigencias WHERE norma = ? AND dispositivo IS NULL AND ate IS NULL"
    assert ask(base, sql, "dnc-portaria-27-1996") == [("revoked",)]
    assert ask(base, sql, "sete-lagoas-pl-2025") == [("bill",)]
