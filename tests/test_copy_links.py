"""What a build stores of the comparison of its norms."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest


@pytest.fixture
def rows(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{database}?mode=ro", uri=True)


def test_copies_and_shared_sources_are_relations(rows: sqlite3.Connection) -> None:
    found = rows.execute(
        "SELECT tipo, origem, destino FROM relacoes WHERE metodo = 'detected' ORDER BY origem, destino"
    ).fetchall()
    assert found == [
        ("copia", "coari-lei-340-1999", "dnc-portaria-27-1996"),
        ("fonte_comum", "votuporanga-lei-3459-2001", "coari-lei-340-1999"),
        ("copia", "votuporanga-lei-3459-2001", "dnc-portaria-27-1996"),
    ]


def test_the_alignment_of_a_copy_is_kept(rows: sqlite3.Connection) -> None:
    ask = "SELECT dispositivo_b FROM alinhamentos WHERE dispositivo_a = ?"
    pairs = dict(
        rows.execute(
            "SELECT dispositivo_a, dispositivo_b FROM alinhamentos WHERE dispositivo_a IS NOT NULL"
        )
    )
    both = {
        pairs.get("coari-lei-340-1999_art17"),
        *(row[0] for row in rows.execute(ask, ("dnc-portaria-27-1996_art9",))),
    }
    assert both & {"dnc-portaria-27-1996_art9", "coari-lei-340-1999_art17"}


def test_the_earlier_text_is_a_witness_that_changes_nothing(
    rows: sqlite3.Connection,
) -> None:
    found = {(line, before, after): decision for line, before, after, decision in rows.execute(
        "SELECT linha, antes, depois, decisao FROM correcoes WHERE regra = 'witness'")}  # fmt: skip
    assert set(found.values()) == {"suggested"}
    assert (
        385,
        "II",
        "III",
    ) in found  # "inciso II" for "inciso III": law, if it is no misreading
    assert (336, "expressividade", "explosividade") in found
    applied = rows.execute(
        "SELECT inicio, fim FROM correcoes WHERE decisao = 'auto' AND fonte LIKE 'coari%'"
    ).fetchall()
    suggested = rows.execute(
        "SELECT inicio, fim FROM correcoes WHERE regra = 'witness'"
    ).fetchall()
    assert not [
        pair
        for pair in suggested
        for other in applied
        if pair[0] < other[1] and other[0] < pair[1]
    ]
