"""Where a norm comes from and what became of its source: the bundled corpus, and chains of
copies.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import date
from xml.etree import ElementTree

import pytest

from conftest import Run
from lawtool import corpus as asked
from lawtool.comparison import origins as provenance
from lawtool.comparison.origins import Provenance
from lawtool.pipeline import build
from lawtool.render.provenance_text import lines, stale_sentence
from lawtool.store.reader import Database

COARI, DNC = "coari-lei-340-1999", "dnc-portaria-27-1996"


@pytest.fixture
def coari(corpus: asked.Corpus) -> Provenance:
    return corpus.provenance("coari")


def test_a_copy_rests_on_a_text_revoked_since(
    coari: Provenance, corpus: asked.Corpus
) -> None:
    [step] = coari.steps
    assert (step.link.a, step.link.b, step.link.label) == (COARI, DNC, "copy")
    assert (len(step.origin.kept), len(step.stale)) == (97, 96)
    assert (step.copy.status, step.source.status, step.source.since) == (
        "in_force_unless_revoked",
        "revoked",
        date(2008, 11, 24),
    )
    sentence = stale_sentence(step, corpus.name)
    assert (
        "96 provisions of Lei 340/1999 (Coari/AM), of which no revocation is known, rest on a text revoked since"
        in sentence
    )
    assert (
        "revoked by Resolução ANP 5/2008, art. 6º, with effect from 2008-11-24, 3,588 days"
        in sentence
    )


def test_before_the_source_fell_nothing_is_stale(corpus: asked.Corpus) -> None:
    [step] = provenance.trace_provenance(
        corpus.resolve_any("coari"), date(2005, 1, 1), corpus
    ).steps
    assert step.source.status == "partially_revoked"
    assert step.stale == ()
    assert stale_sentence(step, corpus.name) == ""


def test_what_stands_where_a_placeholder_stands(coari: Provenance) -> None:
    [lost] = coari.steps[0].origin.lost
    assert (lost.source_path, lost.copy_paths) == ("art7", ("art16",))


def test_both_ends_and_what_is_only_in_common(
    corpus: asked.Corpus, coari: Provenance
) -> None:
    assert [(one.a, one.label) for one in corpus.provenance("dnc27").copies] == [
        (COARI, "copy"),
        ("votuporanga-lei-3459-2001", "partial copy"),
    ]
    assert [(one.a, one.label) for one in coari.common] == [
        ("votuporanga-lei-3459-2001", "shared source")
    ]
    assert coari.copies == ()


@pytest.mark.parametrize(
    "norm",
    [
        "coari",
        "dnc27",
        "lei7061",
        "votuporanga",
        "Portaria DNC nº 8, de 10 de março de 1992",
    ],
)
def test_the_text_fits_a_terminal(corpus: asked.Corpus, norm: str) -> None:
    found = corpus.provenance(norm)
    assert max(map(len, lines(found, corpus.name, width=80))) <= 80


def test_the_command(lawtool: Run) -> None:
    text = lawtool("provenance", "coari").stdout
    for words in (
        "COPIED FROM",
        "nesta",
        "× revoked since 2008-11-24",
        "STALE SOURCE",
        "a lead, not a finding",
        "art. 16 of Lei 340",
    ):
        assert words in text
    told = json.loads(lawtool("provenance", "coari", "--format", "json").stdout)
    [step] = told["copied_from"]
    assert (step["b"], len(step["stale"]), step["lost_text"]) == (
        DNC,
        96,
        [{"source_path": "art7", "copy_paths": ["art16"]}],
    )


def test_the_graph(lawtool: Run) -> None:
    drawn = lawtool("provenance", "coari", "--format", "mermaid").stdout
    assert '-->|"copy, 77%"|' in drawn
    assert '-->|"revoked 2008-11-24"|' in drawn
    root = ElementTree.fromstring(
        lawtool("provenance", "coari", "--format", "svg").stdout
    )
    assert {node.text for node in root.findall(".//{*}title")} >= {
        "Portaria DNC 27/1996",
        "Resolução ANP 5/2008",
    }


# Chains
# ----------------------------------------------------------------------------------------------------


def base(copies: list[tuple[str, str, float]], days: dict[str, str | None]) -> Database:
    """As much of a database as a chain is read from."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE normas (id, data, ano)")
    connection.execute(
        "CREATE TABLE relacoes (tipo, metodo, origem, destino, pontuacao, evidencia)"
    )
    connection.executemany("INSERT INTO normas VALUES (?, ?, NULL)", days.items())
    rows = [
        ("copia", "detected", a, b, score, "copy; because") for a, b, score in copies
    ]
    connection.executemany("INSERT INTO relacoes VALUES (?, ?, ?, ?, ?, ?)", rows)
    return Database(connection)


@pytest.mark.parametrize(
    ("copies", "days", "chain", "others"),
    [
        (
            [("c", "b", 0.9), ("b", "a", 0.8)],
            {"a": "1990-01-01", "b": "1995-01-01", "c": "2000-01-01"},
            ["cb", "ba"],
            [],
        ),
        (
            [("c", "b", 0.9), ("b", "a", 0.8), ("c", "a", 0.7)],
            {"a": "1990", "b": "1995", "c": "2000"},
            ["cb", "ca", "ba"],
            [],
        ),
        ([("c", "b", 0.9)], {"b": None, "c": "2000-01-01"}, [], []),
        ([("c", "b", 0.9)], {"b": "2000-01-01", "c": "2000-01-01"}, [], []),
        (
            [("z", one, 0.9) for one in "abcde"],
            dict.fromkeys("abcde", "1990") | {"z": "2000"},
            ["za", "zb", "zc"],
            ["zd", "ze"],
        ),
    ],
)
def test_a_chain(
    copies: list[tuple[str, str, float]],
    days: dict[str, str | None],
    chain: list[str],
    others: list[str],
) -> None:
    last = max(days, key=lambda one: (days[one] or "", one))
    found, rest = provenance._chain(base(copies, days), last)  # type: ignore[arg-type]
    assert [one.a + one.b for one in found] == chain
    assert [one.a + one.b for one in rest] == others


# A law and what was copied from it
# -------------------------------------------------------------------------

MODEL = [
    f"O posto de número {n} terá {n} extintores junto à porta, sob guarda de pessoa treinada para isso."
    for n in range(2, 12)
]


def law(number: int, day: str, year: int, articles: list[str]) -> str:
    body = "\n".join(f"Art. {n}º {text}" for n, text in enumerate(articles, 1))
    return f"LEI Nº {number}, DE {day} DE {year}.\n\nDispõe sobre os postos.\n\n{body}\n\nCoari, {day} de {year}.\n"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[asked.Corpus]:
    """A law of which one article was revoked, and its copy."""
    place = tmp_path_factory.mktemp("copies")
    start = "Esta Lei entra em vigor na data de sua publicação, em 3 de maio de"
    (place / "a.txt").write_text(
        law(10, "3 de maio", 1990, [*MODEL, f"{start} 1990."]), encoding="utf-8"
    )
    (place / "b.txt").write_text(
        law(20, "3 de maio", 1995, [*MODEL, f"{start} 1995."]), encoding="utf-8"
    )
    change = [
        "Fica revogado o art. 2º da Lei nº 10, de 3 de maio de 1990.",
        "Esta Lei entra em vigor em 3 de maio de 2000.",
    ]
    (place / "c.txt").write_text(law(30, "3 de maio", 2000, change), encoding="utf-8")
    build(place, place / "lawtool.db")
    with asked.open(place / "lawtool.db") as corpus:
        yield corpus


def test_of_a_source_revoked_in_part_only_that_part_is_stale(
    small: asked.Corpus,
) -> None:
    [step] = small.provenance("coari-lei-20-1995").steps
    assert [path for path, _ in step.stale] == ["art2"]
    assert step.source.status == "partially_revoked"
    sentence = stale_sentence(step, small.name)
    assert sentence.startswith(
        "1 provision of Lei 20/1995 (Coari/AM), of which no revocation is known, rests on a text revoked"
    )
    assert (
        "art. 2º of Lei 10/1990 (Coari/AM) was revoked by Lei 30/2000 (Coari/AM), art. 1º, with effect from 2000-05-03"
        in sentence
    )
