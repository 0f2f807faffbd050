"""`lawtool cite` and `lawtool lookup`, through the real entry point."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import GOLD, Run

SCORER = GOLD.parent / "score" / "score_citations.py"
BRIEF = "Nos termos do art. 6º, I, da Portaria DNC nº 27/1996 e da Lei nº 8.666/93.\n"


def test_the_corpus_against_the_annotated_truth(lawtool: Run, tmp_path: Path) -> None:
    found = tmp_path / "cites.jsonl"
    found.write_text(
        lawtool("cite", "--corpus", "--format", "jsonl").stdout, encoding="utf-8"
    )
    command = [
        sys.executable,
        str(SCORER),
        str(GOLD / "citations.jsonl"),
        str(found),
        "--misses",
        "10",
    ]
    bars = ["--min-f1", "0.97", "--min-target", "0.95"]
    scored = subprocess.run(
        [*command, *bars], capture_output=True, text=True, timeout=120, check=False
    )
    assert scored.returncode == 0, scored.stdout


def test_a_brief_as_json_lines(lawtool: Run, tmp_path: Path) -> None:
    brief = tmp_path / "brief.txt"
    brief.write_text(BRIEF, encoding="utf-8")
    one, other = map(
        json.loads, lawtool("cite", str(brief), "--format", "jsonl").stdout.splitlines()
    )
    assert (
        BRIEF[one["start"] : one["end"]]
        == one["text"]
        == "art. 6º, I, da Portaria DNC nº 27/1996"
    )
    assert (one["status"], one["norm"], one["fragments"]) == (
        "resolved",
        "dnc-portaria-27-1996",
        ["art6_cpt_inc1"],
    )
    assert (other["status"], other["urn"]) == (
        "unknown",
        "urn:lex:br:federal:lei:1993-06-21;8666",
    )


@pytest.mark.parametrize(
    ("form", "holds"),
    [
        (
            "markdown",
            "[art. 6º, I, da Portaria DNC nº 27/1996](/norma/dnc-portaria-27-1996/art6_cpt_inc1)",
        ),
        ("html", 'href="/norma/dnc-portaria-27-1996/art6_cpt_inc1"'),
        ("text", "dnc-portaria-27-1996 art6_cpt_inc1"),
    ],
)
def test_a_brief_annotated(lawtool: Run, tmp_path: Path, form: str, holds: str) -> None:
    brief = tmp_path / "brief.txt"
    brief.write_text(BRIEF, encoding="utf-8")
    assert holds in lawtool("cite", str(brief), "--format", form).stdout


def test_lookup_prints_the_provision(lawtool: Run) -> None:
    answer = json.loads(
        lawtool("lookup", "dnc27", "art. 7º", "--format", "json").stdout
    )
    assert (answer["status"], answer["norm"], answer["path"]) == (
        200,
        "dnc-portaria-27-1996",
        "art7",
    )
    assert answer["text"]
    assert answer["url"] == "/norma/dnc-portaria-27-1996/art7"
    assert answer["in_force"] is False


def test_lookup_of_what_is_not_there_fails_with_a_reason(lawtool: Run) -> None:
    said = lawtool("lookup", "Lei 8.666/93")
    assert said.returncode == 2
    assert "no such norm" in said.stdout


def test_a_provision_outside_the_corpus_stands_without_a_name(lawtool: Run) -> None:
    assert lawtool("lookup", "CF art. 5").stdout.startswith("art. 5º\n")


def test_the_whole_corpus_and_one_text_exclude_each_other(lawtool: Run) -> None:
    assert lawtool("cite", "--corpus", "--norm", "coari").returncode == 2
    assert lawtool("cite", "-", "--corpus").returncode == 2
