"""Commands through their real entry point: output, exit codes, and one clear line for every
error.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import CORPUS, Run

ALIASES = {
    "coari": "coari-lei-340-1999",
    "guariba": "guariba-lei-1992",
    "sete-lagoas-pl": "sete-lagoas-pl-2025",
    "lei7061": "sete-lagoas-lei-7061-2004",
    "anp297": "anp-portaria-297-2003",
    "dnc27": "dnc-portaria-27-1996",
    "res5": "anp-resolucao-5-2008",
    "votuporanga": "votuporanga-lei-3459-2001",
}

NODE = [
    "norm",
    "source",
    "path",
    "kind",
    "label",
    "label_as_printed",
    "text",
    "start_line",
    "end_line",
    "start",
    "end",
]
CHANGE = [
    "id",
    "norm",
    "path",
    "source",
    "line",
    "start",
    "end",
    "before",
    "after",
    "rule",
    "evidence",
    "decision",
]


def records(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


# Reading
# --------------------------------------------------------------------------------------------------


def test_norms_lists_every_norm_with_its_aliases(lawtool: Run) -> None:
    rows = records(lawtool("norms", "--format", "jsonl").stdout)
    assert {alias: row["norm"] for row in rows for alias in row["aliases"]} == ALIASES


@pytest.mark.parametrize("locator", ["art. 15, II", "art15_cpt_inc2"])
def test_show_prints_one_provision_with_what_is_below_it(
    lawtool: Run, locator: str
) -> None:
    rows = records(lawtool("show", "coari", locator, "--format", "jsonl").stdout)
    assert rows[0]["path"] == "art15_cpt_inc2"
    assert len(rows) > 1
    assert all(str(row["path"]).startswith("art15_cpt_inc2") for row in rows)


def test_show_text_is_indented_wrapped_and_without_escape_codes(lawtool: Run) -> None:
    text = lawtool("show", "coari", "art. 15").stdout
    assert text.startswith("Art. 15 A instalação de armazenamento")
    assert "\n  I – condições gerais:\n" in text
    assert "\n    a) situar-se ao nível do solo" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text


def test_show_raw_marks_repairs(lawtool: Run) -> None:
    assert "→" in lawtool("show", "coari", "--raw").stdout
    assert "→" not in lawtool("show", "coari").stdout


@pytest.mark.parametrize("form", ["markdown", "html", "json", "jsonl"])
def test_show_and_export_know_every_format(lawtool: Run, form: str) -> None:
    shown = lawtool("show", "dnc27", "--format", form)
    assert shown.returncode == 0
    assert "recipientes transportáveis" in shown.stdout


def test_export_has_the_fields_that_programs_read(lawtool: Run) -> None:
    rows = records(lawtool("export", "coari", "dnc27", "--format", "jsonl").stdout)
    assert all(set(NODE) <= set(row) for row in rows)
    assert {row["norm"] for row in rows} == {ALIASES["coari"], ALIASES["dnc27"]}


def test_export_of_html_escapes_the_text_and_has_no_script(lawtool: Run) -> None:
    page = lawtool("export", "--format", "html").stdout
    assert page.count("<article") == len(ALIASES)
    assert "<script" not in page


def test_offsets_point_at_the_printed_words(lawtool: Run) -> None:
    raw = (CORPUS / "texts" / "votuporanga-lei-3459-2001.txt").read_text(
        encoding="utf-8"
    )
    rows = records(lawtool("export", "votuporanga").stdout)
    article = next(row for row in rows if row["path"] == "art1")
    assert str(article["text"])[:40] in " ".join(
        raw[article["start"] : article["end"]].split()
    )


def test_audit_lists_changes_and_furniture(lawtool: Run) -> None:
    rows = records(lawtool("audit", "coari", "--format", "jsonl").stdout)
    assert all(list(row) == CHANGE for row in map(_ordered, rows))
    raw = (CORPUS / "texts" / "coari-lei-340-1999.txt").read_text(encoding="utf-8")
    assert all(raw[row["start"] : row["end"]] == row["before"] for row in rows)
    assert any(
        row["rule"].startswith("furniture-") and not row["after"] for row in rows
    )


def _ordered(row: dict[str, object]) -> dict[str, object]:
    return {name: row[name] for name in CHANGE}


@pytest.mark.parametrize("decision", ["auto", "suggested"])
def test_audit_filters_by_decision(lawtool: Run, decision: str) -> None:
    rows = records(lawtool("audit", "--decision", decision, "--format", "jsonl").stdout)
    assert rows
    assert {row["decision"] for row in rows} == {decision}


def test_check_reports_that_nothing_is_lost(lawtool: Run) -> None:
    done = lawtool("check", "--format", "json")
    found = json.loads(done.stdout)
    assert found["coverage"]["lost"] == 0
    parts = ("nodes", "furniture", "unknown", "lost")
    assert sum(found["coverage"][part] for part in parts) == found["coverage"]["total"]
    assert done.returncode == (1 if found["problems"]["severity"].get("error") else 0)


def test_search_finds_and_marks_words_without_accents(lawtool: Run) -> None:
    rows = records(
        lawtool("search", "distancia minima muro", "--format", "jsonl").stdout
    )
    assert rows
    assert list(rows[0]) == ["norm", "path", "label", "score", "snippet", "text"]
    assert "[" in rows[0]["snippet"]


@pytest.mark.parametrize(
    "query", ['"', "AND OR NOT", "-", "8 2º*", "a" * 10_000, "' ; drop table normas"]
)
def test_search_takes_any_text(lawtool: Run, query: str) -> None:
    assert lawtool("search", "--", query, db=False, cwd=CORPUS.parent).returncode in (
        0,
        2,
    )


# Errors
# ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("show", "cori"), "did you mean coari"),
        (("show", "coari", "art. 99"), "no provision 'art. 99'"),
        (("audit", "nowhere"), "no norm is called 'nowhere'"),
        (("audit", "accept", "nothing~1"), "no correction is called nothing~1"),
        (("norms", "--format", "xml"), "'xml' is not one of"),
    ],
)
def test_an_error_is_one_line_and_a_remedy(
    lawtool: Run, args: tuple[str, ...], said: str
) -> None:
    done = lawtool(*args)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_an_unknown_command_is_answered_with_the_nearest(lawtool: Run) -> None:
    done = lawtool("shw", db=False)
    assert done.returncode == 2
    assert "Did you mean 'show'?" in done.stderr


def test_without_database_and_corpus_it_says_what_to_do(
    lawtool: Run, tmp_path: Path
) -> None:
    done = lawtool("norms", db=False, cwd=tmp_path)
    assert done.returncode == 2
    assert "lawtool build" in done.stderr


def test_the_default_database_is_built_on_first_use(
    lawtool: Run, tmp_path: Path
) -> None:
    (tmp_path / "corpus").symlink_to(CORPUS)
    assert (
        lawtool("norms", db=False, cwd=tmp_path).stdout.count("\n") == len(ALIASES) + 1
    )
    assert (tmp_path / "lawtool.db").is_file()


@pytest.mark.parametrize(
    "content", [b"", b"no database", b"SQLite format 3\x00" + b"\x00" * 4096]
)
def test_a_file_that_is_no_database_is_refused(
    lawtool: Run, tmp_path: Path, content: bytes
) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(content)
    done = lawtool("norms", "--db", str(broken), db=False)
    assert done.returncode == 2
    assert "broken.db" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_truncated_database_is_one_line(
    lawtool: Run, tmp_path: Path, database: Path
) -> None:
    broken = tmp_path / "cut.db"
    broken.write_bytes(database.read_bytes()[:40_000])
    done = lawtool("export", "--db", str(broken), db=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "Run `lawtool build` first." in done.stderr


@pytest.mark.parametrize(
    "command", ["export", "check", "show coari", "diff coari dnc27 --all"]
)
def test_a_closed_pipe_is_no_error_and_no_finding(command: str, database: Path) -> None:
    program = Path(sys.executable).parent / "lawtool"
    # The reader is gone before anything is written: whatever the length of the output, the pipe is
    # broken.
    shell = f"{{ sleep 0.2; {program} {command} --db {database}; echo $? >&2; }} | true"
    done = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, timeout=60
    )
    assert done.stderr == "141\n"


def test_a_port_that_is_taken_is_one_line(lawtool: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = lawtool("serve", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "cannot listen" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_terminal_without_the_letters_shows_their_numbers(lawtool: Run) -> None:
    env = dict(os.environ, PYTHONIOENCODING="ascii", NO_COLOR="1")
    done = lawtool("show", "coari", "art. 1º", env=env)
    assert done.returncode == 0
    assert "\\xba" in done.stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_build_leaves_nothing_behind(
    database: Path, tmp_path: Path, workers: str
) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    law = (CORPUS / "texts" / "coari-lei-340-1999.txt").read_text(encoding="utf-8")
    for number in range(300):
        (texts / f"{number}.txt").write_text(f"{law}\n{number}", encoding="utf-8")
    target = tmp_path / "out" / "lawtool.db"
    target.parent.mkdir()
    shutil.copy(database, target)
    program = Path(sys.executable).parent / "lawtool"
    command = [
        str(program),
        "build",
        str(texts),
        "-o",
        str(target),
        "--workers",
        workers,
    ]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 30
    while len(os.listdir(target.parent)) == 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(1)  # so that the workers are at work too
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.lstrip() == "lawtool: interrupted\n  Nothing was changed.\n"
    assert os.listdir(target.parent) == ["lawtool.db"]
    assert target.read_bytes() == database.read_bytes()


# Decisions of a person
# ------------------------------------------------------------------------------------


def test_a_decision_holds_from_the_next_build_on(lawtool: Run, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "texts").symlink_to(CORPUS / "texts")
    here = {"db": False, "cwd": tmp_path}
    lawtool("build", **here)
    found = records(lawtool("audit", "--format", "jsonl", **here).stdout)
    wanted = next(row for row in found if row["decision"] == "suggested")
    unwanted = next(row for row in found if row["decision"] == "auto" and row["id"])
    assert lawtool("audit", "accept", wanted["id"], **here).returncode == 0
    assert lawtool("audit", "reject", unwanted["id"], **here).returncode == 0
    lawtool("build", **here)
    after = {
        row["id"]: row["decision"]
        for row in records(lawtool("audit", "--format", "jsonl", **here).stdout)
    }
    assert after[wanted["id"]] == "accepted"
    assert after[unwanted["id"]] == "rejected"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (
            ["lookup", "dnc27 art. 6º"],
            "! revoked since 2008-11-24 by Resolução ANP 5/2008",
        ),
        (["show", "dnc27", "art. 2"], "! revoked since 2008-11-24"),
        (["show", "anp297"], "! partly revoked"),
        (["search", "recipientes transportáveis"], "! revoked since 2008-11-24"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_text_that_is_revoked_is_printed_as_such(
    command: list[str], words: str, lawtool: Run
) -> None:
    assert words in lawtool(*command).stdout
