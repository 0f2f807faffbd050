"""The database: what goes in comes out; written whole or not at all; a real Datasette opens it."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import socket
import sqlite3
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from conftest import ROOT
from lawtool import corpus as asked
from lawtool.errors import NoDatabase, UnknownNorm, UnknownProvision
from lawtool.identifiers.names import norma_name
from lawtool.model import (
    Citation,
    Correction,
    Decision,
    Dispositivo,
    Document,
    Event,
    Furniture,
    Kind,
    Line,
    Match,
    Norma,
    NormaId,
    Problem,
    Relation,
    Signatory,
    Source,
    Span,
)
from lawtool.store.coverage import count_coverage, read_tiles
from lawtool.store.documents import document_rows, rename_norms
from lawtool.store.tables import PlacedCitation
from lawtool.store.writer import Writer

TEXT = "ESTADO\nArt. 1º Fica criado o fundo:\nPREFEITURA\nI - um; ll\n"


def span(words: str) -> Span:
    start = TEXT.index(words)
    return Span(start=start, end=start + len(words))


def document(slug: str = "vila-lei-1-1990") -> Document:
    article = Dispositivo(
        path="art1", kind=Kind.ARTIGO, label="Art. 1º", printed="Art. 1º", text="Fica criado o fundo:",
        label_span=span("Art. 1º"), pieces=(span("Fica criado o fundo:"),), start_line=2, end_line=2,
    )  # fmt: skip
    inciso = Dispositivo(
        path="art1_cpt_inc1", kind=Kind.INCISO, label="I", printed="I -", text="um; II", parent="art1",
        label_span=span("I -"), pieces=(span("um; ll"),), start_line=4, end_line=4, repaired=True,
        rows=(("a", None),),
    )  # fmt: skip
    norma = Norma(
        slug=slug,
        id=NormaId(
            species="lei", number="1", year=1990, date=date(1990, 2, 3),
            level="municipal", uf="AM", municipio="Vila",
        ),
        source="vila",
        span=Span(start=0, end=len(TEXT)),
        nodes=(article, inciso),
        signed=date(1990, 2, 3),
        signatories=(Signatory(name="Fulano", role="Prefeito"),),
        start_line=1,
        end_line=4,
        problems=(Problem(code="numbering-gap", message="a gap", path="art1", span=span("Art. 1º"), line=2),),
    )  # fmt: skip
    lines = tuple(
        Line(
            number=number,
            span=span(words),
            text=words,
            furniture=Furniture.HEADER,
            evidence="repeats",
        )
        for number, words in ((1, "ESTADO"), (3, "PREFEITURA"))
    )
    repair = Correction(
        span=span("ll"),
        before="ll",
        after="II",
        rule="l-for-I",
        evidence="a numeral",
        line=3,
        path="art1_cpt_inc1",
    )
    return Document(
        source=Source(slug="vila", text=TEXT, sha256="0" * 64),
        lines=lines,
        normas=(norma,),
        corrections=(repair,),
        problems=(Problem(code="odd-parent", message="odd"),),
    )


def written(target: Path, *documents: Document) -> asked.Corpus:
    with Writer(target) as writer:
        for one in documents:
            writer.add(document_rows(one, file=f"{one.source.slug}.txt"))
        writer.alias("vila", "vila-lei-1-1990", "corpus.toml")
        writer.run(versao="0", acervo="texts", inicio="2000-01-01", segundos=0.0)
    return asked.open(target)


# What goes in comes out
# -----------------------------------------------------------------------------------


def test_a_norm_comes_back_as_it_went_in(tmp_path: Path) -> None:
    with written(tmp_path / "a.db", document()) as corpus:
        there = corpus.norma("vila")
    here = document().normas[0]
    assert there == dataclasses.replace(here, aliases=("vila",))


def test_corrections_and_what_interrupts_the_text_are_audited_in_order(
    tmp_path: Path,
) -> None:
    with written(tmp_path / "a.db", document()) as corpus:
        rows = list(corpus.audit("vila-lei-1-1990"))
        assert [(row.before, row.after, row.rule) for row in rows] == [
            ("PREFEITURA", "", "furniture-header"),
            ("ll", "II", "l-for-I"),
        ]
        assert corpus.around(rows[1], 3) == ("m; ", "")
        assert list(corpus.corrections("vila-lei-1-1990")) == list(
            document().corrections
        )


def test_two_suggestions_at_one_place_have_two_ids() -> None:
    one = document().corrections[0]
    other = dataclasses.replace(one, after="11", decision=Decision.SUGGESTED)
    rows = document_rows(
        dataclasses.replace(document(), corrections=(one, other)), file="vila.txt"
    )
    ids = [row["id"] for row in rows["correcoes"]]
    assert ids == [f"vila~{one.span.start}", f"vila~{one.span.start}-2"]


def test_problems_are_written_once(tmp_path: Path) -> None:
    twice = dataclasses.replace(document(), problems=document().normas[0].problems)
    with written(tmp_path / "a.db", twice) as corpus:
        assert [(problem.code, problem.path) for problem in corpus.problems()] == [
            ("numbering-gap", "art1")
        ]


def test_links_are_written_and_dangling_ends_are_dropped(tmp_path: Path) -> None:
    target = tmp_path / "a.db"
    cited = Citation(
        span=span("fundo"), text="fundo", kind="external", status="resolved",
        norma="fora-lei-2-1980", fragments=("art9",), candidates=("x",),
    )  # fmt: skip
    with Writer(target) as writer:
        writer.add(document_rows(document(), file="vila.txt"))
        writer.stub("fora-lei-2-1980", NormaId(species="lei", number="2", year=1980))
        writer.stub("vila-lei-1-1990", NormaId(species="lei"))
        writer.citations(
            [
                PlacedCitation(
                    citation=cited, source="vila", norm="vila-lei-1-1990", path="art1"
                )
            ]
        )
        writer.relations(
            [
                Relation(
                    kind="revoga",
                    source="vila-lei-1-1990",
                    target="fora-lei-2-1980",
                    source_path="art1",
                )
            ]
        )
        writer.events(
            [
                Event(
                    kind="sign",
                    acting="vila-lei-1-1990",
                    affected="vila-lei-1-1990",
                    date=date(1990, 2, 3),
                )
            ]
        )
        match = Match(left=("art1", "art1_cpt_inc1"), right=(), relation="merged")
        writer.alignment("vila-lei-1-1990", "fora-lei-2-1980", [match])
    base = sqlite3.connect(target)
    assert base.execute("SELECT dispositivo, norma_citada, dispositivo_citado FROM citacoes").fetchone() == (
        "vila-lei-1-1990_art1", "fora-lei-2-1980", None,
    )  # fmt: skip
    assert base.execute("SELECT no_acervo FROM normas ORDER BY id").fetchall() == [
        (0,),
        (1,),
    ]
    assert base.execute(
        "SELECT dispositivo_a, dispositivo_b FROM alinhamentos"
    ).fetchall() == [
        ("vila-lei-1-1990_art1", None),
        ("vila-lei-1-1990_art1_cpt_inc1", None),
    ]
    assert base.execute("SELECT tipo, data FROM eventos").fetchall() == [
        ("sign", "1990-02-03")
    ]


def test_a_renamed_norm_keeps_its_source(tmp_path: Path) -> None:
    twin = dataclasses.replace(
        document(),
        source=dataclasses.replace(document().source, slug="vila-lei-1-1990"),
    )
    rows = document_rows(twin, file="twin.txt")
    rename_norms(rows, {"vila-lei-1-1990": "vila-lei-1-1990-2"})
    assert rows["fontes"][0]["id"] == "vila-lei-1-1990"
    assert rows["dispositivos"][1]["pai"] == "vila-lei-1-1990-2_art1"
    assert rows["correcoes"][0]["dispositivo"] == "vila-lei-1-1990-2_art1_cpt_inc1"


# Nothing is lost
# ------------------------------------------------------------------------------------------


def test_segments_count_every_visible_character_once() -> None:
    count = count_coverage(TEXT, read_tiles(document()))
    assert count["caracteres"] == len("".join(TEXT.split()))
    assert (count["mobiliario"], count["perdidos"], count["repetidos"]) == (
        len("ESTADOPREFEITURA"),
        0,
        0,
    )


def test_text_that_nobody_claims_is_lost_and_reported() -> None:
    bare = dataclasses.replace(document(), lines=())
    rows = document_rows(bare, file="vila.txt")
    assert rows["cobertura"][0]["perdidos"] == len("ESTADOPREFEITURA")
    assert [
        row["codigo"] for row in rows["problemas"] if row["gravidade"] == "error"
    ] == ["lost-text"] * 2


def test_text_claimed_twice_is_reported() -> None:
    norma = document().normas[0]
    greedy = dataclasses.replace(norma.nodes[0], pieces=(Span(start=0, end=len(TEXT)),))
    both = dataclasses.replace(
        document(), normas=(dataclasses.replace(norma, nodes=(greedy, norma.nodes[1])),)
    )
    codes = {row["codigo"] for row in document_rows(both, file="vila.txt")["problemas"]}
    assert "overlapping-text" in codes


def test_invisible_characters_are_not_lost_text() -> None:
    odd = Document(
        source=Source(slug="a", text="\ufeff\u00ad \u200b\n"), lines=(), normas=()
    )
    assert read_tiles(odd) == []


# Names
# ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("norma", "name"),
    [
        (
            NormaId(species="lei", number="340", year=1999, uf="AM", municipio="Coari"),
            "Lei 340/1999 (Coari/AM)",
        ),
        (NormaId(species="lei", number="7061", year=2004), "Lei 7.061/2004"),
        (
            NormaId(species="portaria", number="27", year=1996, bodies=("dnc",)),
            "Portaria DNC 27/1996",
        ),
        (
            NormaId(
                species="resolucao",
                number="9",
                year=1985,
                bodies=("camara.municipal",),
                municipio="Vila",
            ),
            "Resolução 9/1985 (Câmara Municipal de Vila)",
        ),
        (NormaId(species="lei", year=1992), "Lei s/nº de 1992"),
        (NormaId(species="lei", number="12-A"), "Lei 12-A"),
        (NormaId(), ""),
    ],
)
def test_norms_are_called_as_people_call_them(norma: NormaId, name: str) -> None:
    assert norma_name(norma) == name


def test_unknown_names_are_answered_with_the_nearest(corpus: asked.Corpus) -> None:
    with pytest.raises(UnknownNorm, match="did you mean coari"):
        corpus.norma("cori")
    with pytest.raises(UnknownNorm):
        corpus.norma("")


@pytest.mark.parametrize("name", ["coari", "Coari", "coari-lei-340-1999", " COARI "])
def test_norms_go_by_id_or_alias(corpus: asked.Corpus, name: str) -> None:
    assert corpus.resolve(name) == "coari-lei-340-1999"


@pytest.mark.parametrize(
    "locator",
    [
        "art15_cpt_inc1",
        "art15_inc1",
        "art. 15, I",
        "inciso I do artigo 15",
        "Art. 15, I",
    ],
)
def test_provisions_go_by_path_or_name(corpus: asked.Corpus, locator: str) -> None:
    assert corpus.find("coari-lei-340-1999", locator) == "art15_cpt_inc1"


def test_other_nodes_go_by_their_names(corpus: asked.Corpus) -> None:
    assert corpus.find("coari-lei-340-1999", "Ementa") == "ementa"
    assert corpus.find("coari-lei-340-1999", "art. 15, caput") == "art15"


@pytest.mark.parametrize(
    "locator",
    ["art. 99", "arts. 1º e 2º", "arts. 1º a 3º", "", "nada", "§", "a" * 10_000],
)
def test_a_provision_that_is_not_there_or_not_one(
    corpus: asked.Corpus, locator: str
) -> None:
    with pytest.raises(UnknownProvision):
        corpus.find("coari-lei-340-1999", locator)


def test_a_corpus_compares_and_dates(corpus: asked.Corpus) -> None:
    assert any(
        group.left and group.right for group in corpus.diff("coari", "dnc27").matches
    )
    assert corpus.status("dnc27", on=date(2020, 1, 1)).status == "revoked"


# The file
# -------------------------------------------------------------------------------------------------


def test_the_file_is_sound_and_no_journal_is_left(database: Path) -> None:
    base = sqlite3.connect(database)
    assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert base.execute("PRAGMA foreign_key_check").fetchall() == []
    assert base.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert os.listdir(database.parent) == ["lawtool.db"]


def test_an_error_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "lawtool.db"
    written(target, document()).close()
    old = target.read_bytes()
    with pytest.raises(NoDatabase, match="cannot be written"), Writer(target) as writer:
        writer.add({"no_such_table": [{"a": 1}]})
    assert os.listdir(tmp_path) == ["lawtool.db"]
    assert target.read_bytes() == old


def _foreign(path: Path) -> None:
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE contas (id INTEGER)")


@pytest.mark.parametrize(
    "make", [_foreign, lambda path: path.write_text("Art. 1º"), Path.mkdir, os.mkfifo]
)
def test_what_is_no_database_of_lawtool_is_not_replaced(
    tmp_path: Path, make: Callable[[Path], object]
) -> None:
    target = tmp_path / "lawtool.db"
    make(target)
    before = target.stat()
    with (
        pytest.raises(NoDatabase, match="is not a database of lawtool"),
        Writer(target),
    ):
        pass
    assert (target.stat().st_ino, target.stat().st_mtime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
    )
    assert os.listdir(tmp_path) == ["lawtool.db"]


def test_a_link_is_followed_a_mode_kept_and_leftovers_are_cleared(
    tmp_path: Path,
) -> None:
    place, link = tmp_path / "place.db", tmp_path / "lawtool.db"
    link.symlink_to(place)
    written(place, document()).close()
    place.chmod(0o600)
    (tmp_path / "place.db-wal").write_bytes(b"of the old database")
    killed = subprocess.Popen(["true"])
    killed.wait()
    leftover = tmp_path / f".place.db.{socket.gethostname()}-{killed.pid}.abc.tmp"
    running = tmp_path / f".place.db.{socket.gethostname()}-{os.getpid()}.abc.tmp"
    leftover.touch()
    running.touch()
    written(link, document()).close()
    assert link.is_symlink()
    assert place.stat().st_mode & 0o777 == 0o600
    assert sorted(os.listdir(tmp_path)) == sorted(
        [running.name, "lawtool.db", "place.db"]
    )


def test_a_broken_key_is_not_published(tmp_path: Path) -> None:
    with (
        pytest.raises(sqlite3.IntegrityError),
        Writer(tmp_path / "lawtool.db") as writer,
    ):
        writer.alias("nobody", "no-such-norm", "test")
    assert os.listdir(tmp_path) == []


def test_another_version_is_not_opened(tmp_path: Path) -> None:
    written(tmp_path / "a.db", document()).close()
    with sqlite3.connect(tmp_path / "a.db") as base:
        base.execute("PRAGMA user_version = 999")
    with pytest.raises(NoDatabase, match="version"):
        asked.open(tmp_path / "a.db")


# Datasette
# ------------------------------------------------------------------------------------------------

METADATA = json.loads((ROOT / "datasette_metadata.json").read_text(encoding="utf-8"))


def tables(database: Path) -> dict[str, list[str]]:
    base = sqlite3.connect(database)
    names = [
        name
        for (name,) in base.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
    ]
    return {
        name: [row[1] for row in base.execute(f"PRAGMA table_info({name})")]
        for name in names
    }


def test_every_table_and_column_is_described(database: Path) -> None:
    described = METADATA["databases"]["lawtool"]["tables"]
    for table, columns in tables(database).items():
        assert table in described
        if not described[table].get("hidden"):
            assert described[table]["description"]
            assert list(described[table]["columns"]) == columns, table
    assert set(described) == set(tables(database))


def test_datasette_shows_the_database(database: Path) -> None:
    pages = {
        "/": "Acervo de normas",
        "/lawtool": "dispositivos",
        "/lawtool/normas": "Lei 340/1999 (Coari/AM)",
        "/lawtool/dispositivos": "Lei 340/1999 (Coari/AM)</a>",
        "/lawtool/dispositivos/coari-lei-340-1999_art1": "Art. 1º",
        "/lawtool/dispositivos?_search=recipientes": "recipientes",
        "/lawtool/correcoes": "coari-lei-340-1999",
        "/lawtool/problemas": "gravidade",
        "/lawtool/cobertura": "perdidos",
        "/lawtool/quem_cita?norma=dnc-portaria-27-1996": "O que cita uma norma",
        "/lawtool/revogacoes": "Quem revogou",
        "/lawtool/correcoes_em_contexto": "contexto",
    }
    seen = asyncio.run(_fetch(database, list(pages)))
    for page, words in pages.items():
        status, text = seen[page]
        assert status == 200, page
        assert words in text, page


async def _fetch(database: Path, pages: list[str]) -> dict[str, tuple[int, str]]:
    from datasette.app import Datasette

    datasette = Datasette([], immutables=[str(database)], metadata=METADATA)
    await datasette.invoke_startup()
    answers = {page: await datasette.client.get(page) for page in pages}
    return {page: (answer.status_code, answer.text) for page, answer in answers.items()}
