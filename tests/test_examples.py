"""The examples run as they stand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import CORPUS, ROOT

pytest.importorskip("pandas")
pytest.importorskip("matplotlib")

EXAMPLES = ROOT / "examples"


def test_from_a_folder_of_laws_to_a_chart(tmp_path: Path) -> None:
    chart = tmp_path / "distances.svg"
    command = [sys.executable, str(EXAMPLES / "distances.py"), str(CORPUS), str(chart)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "Portaria DNC 27/1996" in done.stdout
    assert "180.0" in done.stdout
    assert "<svg" in chart.read_text(encoding="utf-8")


def test_the_notebook_says_what_the_script_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notebook = json.loads((EXAMPLES / "distances.ipynb").read_text(encoding="utf-8"))
    cells = [
        "".join(cell["source"])
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]
    (tmp_path / "corpus").symlink_to(CORPUS)
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {}
    for cell in cells:
        exec(compile(cell, "distances.ipynb", "exec"), space)
    assert (tmp_path / "distances.svg").exists()
