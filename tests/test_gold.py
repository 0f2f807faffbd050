"""The figures: what is read from the seeds and the scans, scored against the annotated truth."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import GOLD, Run
from lawtool.pipeline import build

SCORE = GOLD.parent / "score"


def score(scorer: str, gold: Path, found: Path, *options: str) -> str:
    """What the scorer prints; its exit status is not asked, the bars are below."""
    command = [
        sys.executable,
        str(SCORE / f"{scorer}.py"),
        str(gold),
        str(found),
        *options,
    ]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False
    ).stdout


def figures(pattern: str, text: str) -> tuple[float, ...]:
    match = re.search(pattern, text)
    assert match, text
    return tuple(map(float, match.groups()))


STRUCTURE = r"structure F1 ([\d.]+) over \d+ provisions, all-kinds F1 ([\d.]+), text equal ([\d.]+)"
LINES = r"(?m)^total .* ([\d.]+)$"
OCR = r"\(([\d.]+)\); changes outside the gold: (\d+)"


@pytest.fixture(scope="session")
def scans(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scanned norms as a database."""
    path = tmp_path_factory.mktemp("scans") / "scans.db"
    build(GOLD / "scans", path)
    return path


def test_the_trees_of_the_seeds(lawtool: Run, tmp_path: Path) -> None:
    nodes = tmp_path / "nodes.jsonl"
    nodes.write_text(lawtool("export").stdout, encoding="utf-8")
    said = score("score_structure", GOLD / "structure.jsonl", nodes, "--misses", "5")
    provisions, every, text = figures(STRUCTURE, said)
    (lines,) = figures(LINES, said)
    assert provisions == 1.0, said
    assert every >= 0.98, said
    assert text >= 0.99, said
    assert lines >= 0.99, said


@pytest.mark.parametrize(("level", "bar"), [("n1", 0.98), ("n3", 0.93), ("fax", 0.93)])
def test_the_trees_of_the_scans(
    lawtool: Run, scans: Path, tmp_path: Path, level: str, bar: float
) -> None:
    nodes, gold = tmp_path / "nodes.jsonl", tmp_path / "gold.jsonl"
    nodes.write_text(
        lawtool("export", "--db", str(scans), db=False).stdout, encoding="utf-8"
    )
    rows = (GOLD / "scans.jsonl").read_text(encoding="utf-8").splitlines()
    wanted = [row for row in rows if json.loads(row)["file"].endswith(f"--{level}.txt")]
    gold.write_text("\n".join(wanted), encoding="utf-8")
    said = score("score_structure", gold, nodes, "--misses", "5")
    assert figures(STRUCTURE, said)[0] >= bar, said


def test_coari_is_repaired_whole_and_nothing_else_is_changed(
    lawtool: Run, tmp_path: Path
) -> None:
    changes = tmp_path / "audit.jsonl"
    changes.write_text(lawtool("audit", "--format", "jsonl").stdout, encoding="utf-8")
    file = ("--file", "coari-lei-340-1999.txt", "--misses", "20")
    said = score("score_ocr", GOLD / "ocr_coari.jsonl", changes, *file)
    assert figures(OCR, said) == (1.0, 0), said


@pytest.mark.parametrize(
    "seed",
    [
        "guariba-lei-1992",
        "sete-lagoas-pl-2025",
        "anp-glp-portarias",
        "votuporanga-lei-3459-2001",
    ],
)
def test_other_seeds_are_changed_only_where_it_is_certain(
    lawtool: Run, tmp_path: Path, seed: str
) -> None:
    changes = tmp_path / "audit.jsonl"
    changes.write_text(lawtool("audit", "--format", "jsonl").stdout, encoding="utf-8")
    said = score(
        "score_ocr",
        GOLD / "ocr_others.jsonl",
        changes,
        "--file",
        f"{seed}.txt",
        "--misses",
        "20",
    )
    assert figures(OCR, said)[1] == 0, said
