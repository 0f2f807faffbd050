"""What a build finds between norms: citations with both ends, norms that are only spoken of,
events, status.
"""

from __future__ import annotations

import sqlite3
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import lawtool
import lawtool.corpus
from conftest import CORPUS
from lawtool.errors import BadCorpus
from lawtool.pipeline import build


@pytest.fixture(scope="module")
def base(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(database)


def ask(base: sqlite3.Connection, sql: str, *values: Any) -> list[Any]:
    return base.execute(sql, values).fetchall()


def test_every_citation_stands_where_it_is_said_to(base: sqlite3.Connection) -> None:
    rows = ask(
        base,
        "SELECT c.texto, t.texto, inicio, fim FROM citacoes c JOIN fontes_texto t USING (fonte)",
    )
    assert len(rows) >= 180
    assert all(raw[start:end] == text for text, raw, start, end in rows)


def test_what_is_not_certain_is_no_link(base: sqlite3.Connection) -> None:
    sql = "SELECT norma_citada FROM citacoes WHERE situacao IN ('ambiguous', 'contradictory')"
    rows = ask(base, sql)
    assert rows
    assert set(rows) == {(None,)}


def test_norms_that_are_only_cited_have_a_row(base: sqlite3.Connection) -> None:
    (row,) = ask(
        base,
        "SELECT nome, no_acervo, fonte FROM normas WHERE id = 'cnp-resolucao-6-1977'",
    )
    assert row == ("Resolução CNP 6/1977", 0, None)


def test_who_revoked_dnc27_and_when(base: sqlite3.Connection) -> None:
    sql = "SELECT origem, data FROM relacoes WHERE tipo = 'revoga' AND destino = ? AND dispositivo_destino IS NULL"
    assert ask(base, sql, "dnc-portaria-27-1996") == [
        ("anp-resolucao-5-2008", "2008-11-24")
    ]


def test_every_event_has_its_words(base: sqlite3.Connection) -> None:
    rows = ask(base, "SELECT count(*), sum(evidencia IS NULL) FROM eventos")
    assert rows[0][0] >= 80
    assert rows[0][1] == 0


def test_status_by_period_ends_in_what_is_known_today(base: sqlite3.Connection) -> None:
    sql = "SELECT situacao FROM vigencias WHERE norma = ? AND caminho IS NULL AND ate IS NULL"
    assert ask(base, sql, "dnc-portaria-27-1996") == [("revoked",)]
    assert ask(base, sql, "sete-lagoas-pl-2025") == [("bill",)]


def test_relations_of_the_events(base: sqlite3.Connection) -> None:
    rows = ask(
        base,
        "SELECT tipo, origem, destino, count(*) FROM relacoes WHERE tipo NOT IN ('cita', 'fundamenta') GROUP BY 1, 2, 3",
    )
    count = {row[:3]: row[3] for row in rows}
    assert count["adota", "anp-resolucao-5-2008", "abnt-nbr-15514-2007"] == 1
    assert count["revoga", "anp-resolucao-5-2008", "dnc-portaria-27-1996"] == 1
    assert (
        count["altera", "sete-lagoas-lei-7932-2010", "sete-lagoas-lei-7061-2004"] == 2
    )
    assert not [key for key in count if key[1] == "sete-lagoas-pl-2025"]
    name = ask(
        base, "SELECT nome, no_acervo FROM normas WHERE id = 'abnt-nbr-15514-2007'"
    )
    assert name == [("ABNT NBR 15514:2007", 0)]


def test_the_table_of_status_says_what_the_command_says(database: Path) -> None:
    """On the days around every change, of every norm and provision that the table speaks of."""
    with lawtool.open(database) as corpus:
        rows = ask(
            corpus.connection,
            "SELECT v.norma, caminho, desde, ate, situacao, restante, base_do_inicio, redacao, e.tipo, e.norma_agente"
            " FROM vigencias v LEFT JOIN eventos e ON e.id = v.causa",
        )
        assert len({row[0] for row in rows}) >= 20
        for norm, path, since, until, *said, kind, acting in rows:
            days = [
                since or "1808-01-01",
                until and str(date.fromisoformat(until) - timedelta(days=1)),
            ]
            for day in filter(None, days):
                told = corpus.history(norm).status(norm, path, date.fromisoformat(day))
                assert [
                    told.status,
                    told.remainder,
                    told.start_basis,
                    told.text_state,
                ] == said, (
                    norm,
                    path,
                    day,
                )
                cause = told.cause
                assert (
                    cause.kind if cause else None,
                    (cause.acting if cause else None) or None,
                ) == (kind, acting)


def test_a_part_that_is_not_held_is_no_whole_norm(base: sqlite3.Connection) -> None:
    sql = "SELECT count(*) FROM vigencias WHERE norma = ? AND caminho IS NULL AND ate IS NULL"
    for (norm,) in ask(base, "SELECT DISTINCT norma FROM vigencias"):
        assert ask(base, sql, norm) == [(1,)], norm
    parts = ask(
        base,
        "SELECT caminho FROM vigencias WHERE norma = 'minfra-portaria-843-1990' AND dispositivo IS NULL",
    )
    assert ("art7_par2",) in parts


def dump(path: Path) -> list[str]:
    return [
        line for line in sqlite3.connect(path).iterdump() if "execucoes" not in line
    ]


def test_nothing_depends_on_the_day_of_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Later(date):
        @classmethod
        def today(cls) -> date:
            return date(2090, 1, 1)

    build(CORPUS, tmp_path / "a.db")
    for module in [
        module for name, module in sys.modules.items() if name.startswith("lawtool")
    ]:
        if getattr(module, "date", None) is date:
            monkeypatch.setattr(module, "date", Later)
    build(CORPUS, tmp_path / "b.db")
    assert dump(tmp_path / "a.db") == dump(tmp_path / "b.db")


# What a person says
# ----------------------------------------------------------------------------------------

LAW = """LEI Nº 10, DE 3 DE MAIO DE 1990.

Dispõe sobre o comércio de gás.

Art. 1º O comércio de gás depende de licença.
Parágrafo único. (Revogado)
Art. 2º A multa é de dez UFIR.
Art. 3º Esta Lei entra em vigor na data de sua publicação.

Coari, 3 de maio de 1990.
"""


def asserting(place: Path, settings: str) -> lawtool.corpus.Corpus:
    (place / "texts").mkdir()
    (place / "texts" / "lei.txt").write_text(LAW, encoding="utf-8")
    (place / "corpus.toml").write_text(
        'aliases = {gas = "coari-lei-10-1990"}\n' + settings, encoding="utf-8"
    )
    build(place, place / "lawtool.db")
    return lawtool.open(place / "lawtool.db")


def test_a_person_asserts_a_publication(tmp_path: Path) -> None:
    said = '[[event]]\nnorm = "gas"\nkind = "publish"\ndate = 1990-05-20\nevidence = "Diário Oficial, 20.5.1990, p. 3"\n'
    with asserting(tmp_path, said) as corpus:
        assert corpus.status("gas", on=date(1990, 5, 19)).status == "not_yet"
        started = corpus.status("gas", on=date(1990, 5, 20))
        assert (started.status, started.start_basis) == ("in_force", "stated")
        rows = ask(
            corpus.connection,
            "SELECT tipo, data, evidencia FROM eventos WHERE decisao = 'asserted'",
        )
        assert rows == [("publish", "1990-05-20", "Diário Oficial, 20.5.1990, p. 3")]


def test_a_person_asserts_a_revocation_by_a_norm_that_is_not_held(
    tmp_path: Path,
) -> None:
    said = (
        '[[event]]\nnorm = "gas"\nprovision = "art. 2º"\nkind = "revoke"\nby = "Lei nº 77, de 8 de junho de 2001"\n'
        'by_provision = "art. 4º"\ndate = 2001-06-08\nevidence = "Diário Oficial, 8.6.2001"\n'
    )
    with asserting(tmp_path, said) as corpus:
        assert corpus.status("gas", "art. 2º", on=date(2001, 6, 7)).status == "in_force"
        fallen = corpus.status("gas", "art. 2º", on=date(2001, 6, 8))
        assert (fallen.status, fallen.since) == ("revoked", date(2001, 6, 8))
        assert fallen.cause is not None
        assert (fallen.cause.acting, fallen.cause.decision) == (
            "coari-lei-77-2001",
            "asserted",
        )
        assert corpus.status("gas", "art. 1º", on=date(2001, 6, 8)).status != "revoked"
        assert ("revoga", "coari-lei-77-2001") in ask(
            corpus.connection, "SELECT tipo, origem FROM relacoes"
        )


def test_a_person_dates_what_the_text_leaves_open(tmp_path: Path) -> None:
    said = (
        '[[event]]\nnorm = "gas"\nprovision = "art. 1º, parágrafo único"\nkind = "revoke"\ndate = 1995-01-01\n'
        'evidence = "Lei nº 20/1995"\n'
    )
    with asserting(tmp_path, said) as corpus:
        assert (
            corpus.status("gas", "art1_par1u", on=date(1994, 12, 31)).status
            != "revoked"
        )
        assert (
            corpus.status("gas", "art1_par1u", on=date(1995, 1, 1)).status == "revoked"
        )
        assert [problem.path for problem in corpus.problems(code="asserted-event")] == [
            "art1_par1u"
        ]


@pytest.mark.parametrize(
    "wrong",
    [
        'norm = "nobody"',
        'norm = "gas"\nprovision = "nada"',
        'norm = "gas"\nby = "alguém"',
    ],
)
def test_an_assertion_that_nobody_understands_changes_nothing(
    tmp_path: Path, wrong: str
) -> None:
    said = f'[[event]]\nkind = "revoke"\ndate = 2001-06-08\nevidence = "x"\n{wrong}\n'
    with asserting(tmp_path, said) as corpus:
        assert [problem.code for problem in corpus.problems(code="bad-assertion")] == [
            "bad-assertion"
        ]
        assert ask(
            corpus.connection, "SELECT count(*) FROM eventos WHERE decisao = 'asserted'"
        ) == [(0,)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ('[[event]]\nnorm = "gas"\nkind = "revoke"\n', "evidence"),
        (
            '[[event]]\nnorm = "gas"\nkind = "burn"\nevidence = "x"\n',
            "'burn'; expected one of",
        ),
        (
            '[[event]]\nnorm = "gas"\nkind = "revoke"\nevidence = "x"\ndate = "2001"\n',
            "expected a day",
        ),
        (
            '[[event]]\nnorm = "gas"\nkind = "revoke"\nevidence = "x"\nwhen = 2001-01-01\n',
            "when",
        ),
        ('collected = "yesterday"\n', "expected a day"),
    ],
)
def test_a_broken_assertion_is_said(tmp_path: Path, wrong: str, words: str) -> None:
    with pytest.raises(BadCorpus, match=words):
        asserting(tmp_path, wrong)


def test_the_day_of_collection(tmp_path: Path) -> None:
    """By it an undated revocation that the text prints had happened."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with asserting(tmp_path / "a", "") as corpus:
        assert corpus.collected == date(1990, 5, 3)
        assert (
            corpus.status("gas", "art1_par1u", on=date(2020, 1, 1)).status == "unknown"
        )
    with asserting(tmp_path / "b", "collected = 2019-03-01\n") as corpus:
        assert corpus.collected == date(2019, 3, 1)
        assert (
            corpus.status("gas", "art1_par1u", on=date(2019, 2, 28)).status == "unknown"
        )
        assert (
            corpus.status("gas", "art1_par1u", on=date(2019, 3, 1)).status == "revoked"
        )
