"""What people write beside the texts: settings and decisions, right, wrong, and about texts
that moved.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lawtool import corpus as asked
from lawtool.errors import BadCorpus, NoDatabase
from lawtool.model import Decision
from lawtool.pipeline import build
from lawtool.pipeline.decisions import (
    PersonDecision,
    place_decisions,
    read_decisions,
    words_around,
    write_decision,
)
from lawtool.pipeline.settings import read_settings

LAW = "LEI Nº 12, DE 3 DE MAIO DE 1990\n\nArt. 1º Fica criado o fundo das praças.\n"
EVENT = '[[event]]\nnorm = "a"\nkind = "revoke"\n'


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ('aliases = ["x"]', 1, "aliases"),
        ('[aliases]\nobras = "lei-1"\nposturas = 4', 1, "Expected `str`, got `int`"),
        ('[aliases]\nobras = ""', 1, "empty"),
        (
            '[[source]]\nfile = "a.txt"\n[[source]]\norigen = "x"\nfile = "b.txt"',
            4,
            "origen",
        ),
        ('[[source]]\norigin = "x"', 1, "file"),
        ('licence = "x"\ncolected = 2020-01-01', 2, "colected"),
        ("collected = 5", 1, "collected"),
        (f'{EVENT}evidence = " "', 4, "empty"),
        (EVENT, 1, "evidence"),
        (
            '[[event]]\nnorm = "a"\nkind = "revok"\nevidence = "x"',
            3,
            "expected one of sign",
        ),
        (f'{EVENT}evidence = "x"\ndate = "2001-13-01"', 5, "date"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int, expected: str
) -> None:
    file = tmp_path / "corpus.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadCorpus) as caught:
        read_settings(file)
    message = str(caught.value)
    assert f"corpus.toml, line {line}: " in message
    assert expected in message
    assert "\n" not in message


def test_a_byte_order_mark_and_a_missing_file_are_no_fault(tmp_path: Path) -> None:
    (tmp_path / "corpus.toml").write_text('licence = "x"', encoding="utf-8-sig")
    assert read_settings(tmp_path / "corpus.toml").licence == "x"
    assert read_settings(tmp_path / "none.toml").licence == ""


def test_an_alias_with_capitals_and_accents_resolves(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")
    (tmp_path / "corpus.toml").write_text(
        '[aliases]\n"Código de Obras" = "lei-12-1990"\n'
    )
    build(tmp_path, tmp_path / "out.db")
    with asked.open(tmp_path / "out.db") as corpus:
        assert corpus.resolve("Código de Obras") == "lei-12-1990"
        assert corpus.resolve("codigo de obras") == "lei-12-1990"


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b'{"source": "a.txt"}',
        b'{"source": "a", "start": -1, "before": "", "after": "", "decision": "accepted"}',
        b'{"source": "a", "start": 1e400, "before": "", "after": "", "decision": "accepted"}',
        b'{"source": "a", "start": 1, "before": "", "after": "", "decision": "auto"}',
        b'{"source": "\xff", "start": 1, "before": "", "after": "", "decision": "accepted"}',
    ],
)
def test_a_wrong_decision_is_refused_with_its_line(tmp_path: Path, line: bytes) -> None:
    file = tmp_path / "decisions.jsonl"
    write_decision(file, decision())
    with file.open("ab") as out:
        out.write(b"\n" + line + b"\n")
    with pytest.raises(BadCorpus, match=r"decisions\.jsonl, line 3: "):
        read_decisions(file)


def decision(near: str = "") -> PersonDecision:
    return PersonDecision(
        source="a.txt",
        start=LAW.index("fundo"),
        before="fundo",
        after="fondo",
        decision="accepted",
        near=near,
    )


def test_a_last_line_without_an_end_is_closed_first(tmp_path: Path) -> None:
    file = tmp_path / "decisions.jsonl"
    write_decision(file, decision())
    file.write_bytes(file.read_bytes().rstrip(b"\n"))
    write_decision(file, decision())
    assert read_decisions(file) == {"a.txt": [decision(), decision()]}


NEAR = words_around(LAW, LAW.index("fundo"), "fundo")


@pytest.mark.parametrize(
    ("near", "raw", "file", "start", "lost"),
    [
        ("", LAW, "a.txt", LAW.index("fundo"), 0),
        (NEAR, LAW, "a.txt", LAW.index("fundo"), 0),
        (NEAR, "x\n" + LAW, "a.txt", LAW.index("fundo") + 2, 0),
        (NEAR, LAW, "renamed.txt", LAW.index("fundo"), 0),
        ("", LAW, "renamed.txt", None, 0),
        ("", "x\n" + LAW, "a.txt", None, 1),
        (NEAR, LAW.replace("fundo", "posto"), "a.txt", None, 1),
    ],
)
def test_a_decision_follows_its_text(
    near: str, raw: str, file: str, start: int | None, lost: int
) -> None:
    placed = place_decisions([decision(near)], raw, file)
    wanted = {} if start is None else {(start, "fundo", "fondo"): Decision.ACCEPTED}
    assert placed.places == wanted
    assert len(placed.lost) == lost


def test_what_is_no_regular_file_is_not_opened(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "a.txt").write_text(LAW, encoding="utf-8")
    os.mkfifo(texts / "b.txt")
    (texts / "c.txt").symlink_to("/dev/zero")
    (texts / "again").symlink_to(texts)
    report = build(tmp_path, tmp_path / "out.db")
    assert report.unreadable == ("b.txt", "c.txt")
    assert report.norms == 1


def test_a_corpus_that_cannot_be_listed_replaces_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")

    def refuse(top: Path, onerror: object, followlinks: bool) -> list[object]:
        onerror(PermissionError(13, "Permission denied", str(top)))  # type: ignore[operator]
        return []

    monkeypatch.setattr(os, "walk", refuse)
    with pytest.raises(BadCorpus, match="cannot be listed"):
        build(tmp_path, tmp_path / "out.db")
    assert not (tmp_path / "out.db").exists()


def test_a_pipe_is_no_corpus_and_a_text_no_target(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadCorpus, match="neither a folder nor a file"):
        build(tmp_path / "pipe", tmp_path / "out.db")
    (tmp_path / "a.txt").write_text(LAW, encoding="utf-8")
    with pytest.raises(NoDatabase, match="stays as it is"):
        build(tmp_path / "a.txt", tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == LAW


def test_names_that_differ_in_bytes_that_are_no_text_are_two(tmp_path: Path) -> None:
    for number, name in enumerate((b"lei-\xe7.txt", b"lei-\xe8.txt")):
        (tmp_path / os.fsdecode(name)).write_text(
            f"{LAW}Art. 2º {number}.", encoding="utf-8"
        )
    assert build(tmp_path, tmp_path / "out.db").norms == 2
