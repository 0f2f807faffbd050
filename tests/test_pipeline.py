"""Build: bad input costs only itself; the same input gives the same database, however it is
read.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import lawtool
from conftest import CORPUS
from lawtool import corpus as asked
from lawtool import pipeline
from lawtool.errors import BadCorpus
from lawtool.pipeline import build
from lawtool.pipeline.decisions import PersonDecision
from lawtool.pipeline.folder import Folder

LAW = """LEI Nº 12, DE 3 DE MAIO DE 1990
Dispõe sobre praças.
Art. 1º As praças são públicas.
Art. 2º Esta Lei entra em vigor na data de sua publicação.
"""

PAGE = "<html><script>alert('Art. 9º Não')</script><body>{}</body></html>"


def problems(database: Path) -> dict[str | None, list[str]]:
    found: dict[str | None, list[str]] = {}
    with asked.open(database) as corpus:
        for row in corpus.problem_rows():
            found.setdefault(row["source"], []).append(row["code"])
    return found


def test_parse_gives_norms() -> None:
    (norma,) = lawtool.parse(LAW)
    assert [node.path for node in norma.provisions] == ["art1", "art2"]


@pytest.mark.parametrize(
    "text", ["", " \n ", "\x00", "art. art. art.", "“" * 10_000, "x" * 1_000_000]
)
def test_parse_takes_any_text(text: str) -> None:
    assert isinstance(lawtool.parse(text), list)


def test_bad_input_costs_only_itself(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "a-law.txt").write_text(LAW, encoding="utf-8")
    (texts / "b-empty.txt").write_bytes(b"")
    (texts / "c-binary.bin").write_bytes(bytes(range(256)) * 40)
    paragraphs = "".join(f"<p>{line}</p>" for line in LAW.splitlines())
    (texts / "d-page.html").write_text(PAGE.format(paragraphs), encoding="utf-8")
    (texts / "e-no-law.txt").write_text(
        "Receita de bolo: farinha, ovos e leite.\n", encoding="utf-8"
    )
    (texts / "f-copy.txt").write_text(LAW, encoding="utf-8")
    (texts / "g-dangling.txt").symlink_to(tmp_path / "nowhere.txt")
    report = build(tmp_path, tmp_path / "lawtool.db")
    found = problems(tmp_path / "lawtool.db")
    assert report.exit_code == 2
    assert set(report.unreadable) == {"b-empty.txt", "c-binary.bin", "g-dangling.txt"}
    assert "e-no-law.txt" in report.without_norm
    assert found["f-copy.txt"] == ["same-content"]
    assert report.lost == 0
    with asked.open(tmp_path / "lawtool.db") as corpus:
        held = list(corpus.normas())
    assert [norma.source for norma in held][:2] == ["a-law", "d-page"]
    assert not any("alert" in node.text for norma in held for node in norma.nodes)


def test_a_decision_that_fits_nothing_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")
    Folder(tmp_path).decide(
        PersonDecision(
            source="a.txt", start=3, before="x", after="y", decision="rejected"
        )
    )
    build(tmp_path, tmp_path / "out.db")
    assert problems(tmp_path / "out.db")["a.txt"] == ["stale-decision"]


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"source": "a.txt"}', '{"source": 1, "start": "x"}']
)
def test_a_broken_decision_is_said(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")
    (tmp_path / "decisions.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(BadCorpus, match=r"decisions\.jsonl"):
        build(tmp_path, tmp_path / "out.db")


def test_a_file_name_that_is_no_text_is_read(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"lei-\xe7.txt")).write_text(LAW, encoding="utf-8")
    assert build(tmp_path, tmp_path / "out.db").norms == 1


def test_the_same_id_twice_is_numbered_and_reported(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(
            LAW.replace("praças", f"praças {name}"), encoding="utf-8"
        )
    build(tmp_path, tmp_path / "out.db")
    with asked.open(tmp_path / "out.db") as corpus:
        first, second = (norma.slug for norma in corpus.normas())
    assert second == f"{first}-2"
    assert "id-collision" in problems(tmp_path / "out.db")["b.txt"]


def test_a_new_file_takes_no_id_of_a_law_that_was_there(tmp_path: Path) -> None:
    def add(*names: str) -> dict[str, str]:
        for name in names:
            text = LAW.replace("praças", f"praças {name}")
            (tmp_path / "texts" / f"{name}.txt").write_text(text, encoding="utf-8")
        build(tmp_path / "texts", tmp_path / "out.db")
        with asked.open(tmp_path / "out.db") as corpus:
            return {corpus.files[norma.source]: norma.slug for norma in corpus.normas()}

    (tmp_path / "texts").mkdir()
    before = add("b", "c")
    after = add("a")
    assert after.items() >= before.items()
    (tmp_path / "texts" / "b.txt").rename(tmp_path / "texts" / "z.txt")
    assert add()["z.txt"] == before["b.txt"]
    assert after["a.txt"] == f"{before['b.txt']}-3"


def test_a_file_that_vanishes_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")
    (tmp_path / "b.txt").write_text(LAW + "x", encoding="utf-8")
    listed = Folder(tmp_path).entries()
    (tmp_path / "b.txt").unlink()
    monkeypatch.setattr(Folder, "entries", lambda self: listed)
    assert build(tmp_path, tmp_path / "out.db").unreadable == ("b.txt",)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")
    (tmp_path / "b.txt").write_text(LAW, encoding="utf-8")
    (tmp_path / "b.txt").chmod(0)
    (tmp_path / "closed").mkdir(mode=0)
    report = build(tmp_path, tmp_path / "out.db")
    assert len(report.unreadable) == 2


def test_a_folder_that_cannot_be_listed_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")
    walk = os.walk

    def refusing(top: Path, onerror: object, followlinks: bool) -> object:
        onerror(PermissionError(13, "Permission denied", str(tmp_path / "closed")))  # type: ignore[operator]
        return walk(top)

    monkeypatch.setattr(os, "walk", refusing)
    report = build(tmp_path, tmp_path / "out.db")
    assert report.exit_code == 2
    assert report.norms == 1


def test_a_fault_of_the_program_costs_one_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")
    (tmp_path / "b.txt").write_text(LAW + "boom", encoding="utf-8")
    parse = pipeline.parse_source

    def failing(source: object, **options: object) -> object:
        if "boom" in source.text:  # type: ignore[attr-defined]
            raise RuntimeError("boom")
        return parse(source, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline, "parse_source", failing)
    report = build(tmp_path, tmp_path / "out.db")
    assert (report.norms, report.unreadable) == (1, ("b.txt",))


def test_a_missing_corpus_and_a_broken_setting_are_said(tmp_path: Path) -> None:
    with pytest.raises(BadCorpus, match="there is no corpus"):
        build(tmp_path / "nowhere", tmp_path / "out.db")
    (tmp_path / "corpus.toml").write_text("aliases = [", encoding="utf-8")
    with pytest.raises(BadCorpus, match=r"corpus\.toml"):
        build(tmp_path, tmp_path / "out.db")


def test_an_empty_folder_is_no_corpus(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    shutil.copy(database, tmp_path / "out.db")
    with pytest.raises(BadCorpus, match="no text in"):
        build(folder, tmp_path / "out.db")
    assert (tmp_path / "out.db").read_bytes() == database.read_bytes()


def test_an_alias_of_nothing_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")
    (tmp_path / "corpus.toml").write_text(
        '[aliases]\nx = "no-such"\n', encoding="utf-8"
    )
    build(tmp_path, tmp_path / "out.db")
    assert problems(tmp_path / "out.db")[None] == ["unknown-alias"]


def test_two_builds_differ_in_the_facts_of_the_run_only(tmp_path: Path) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(CORPUS, copy)
    build(copy, tmp_path / "one.db")
    with ThreadPoolExecutor(2) as executor:
        build(copy, tmp_path / "two.db", executor=executor)
    for name in ("one.db", "two.db"):
        with sqlite3.connect(tmp_path / name) as base:
            base.execute("UPDATE execucoes SET inicio = '', segundos = 0")
        base.close()
    assert (tmp_path / "one.db").read_bytes() == (tmp_path / "two.db").read_bytes()


def test_ids_do_not_depend_on_the_neighbours(tmp_path: Path) -> None:
    shutil.copy(CORPUS / "texts" / "guariba-lei-1992.txt", tmp_path)
    build(tmp_path, tmp_path / "out.db")
    with asked.open(tmp_path / "out.db") as alone:
        assert alone.norma("guariba-lei-1992").nodes


def test_progress_counts_to_the_end(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    build(
        CORPUS,
        tmp_path / "out.db",
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(number, 5) for number in range(1, 6)]
