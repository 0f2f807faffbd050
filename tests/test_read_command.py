"""`lawtool read FILE`: the first thing that a newcomer tries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from lawtool.cli import cli

INTAKE = Path(__file__).parent / "intake"


def run(*arguments: str, stdin: bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(
        cli, ["read", *arguments], input=stdin, standalone_mode=False
    )
    error = result.exception
    if error is not None and not isinstance(error, SystemExit):
        return getattr(error, "exit_code", 1), result.stdout, str(error)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    "name", ["lei.md", "heads-hyphens.pdf", "everything.docx", "lei.xml"]
)
def test_a_file_of_any_format_is_shown_as_a_tree(name: str) -> None:
    code, out, _ = run(str(INTAKE / name))
    assert code == 0
    assert name in out.splitlines()[0]
    assert "Art. 1º" in out


def test_standard_input_and_json_lines() -> None:
    code, out, _ = run(
        "-", "--format", "jsonl", stdin="LEI Nº 1\nArt. 1º Fica.\n".encode()
    )
    assert code == 0
    nodes = [json.loads(line) for line in out.splitlines()]
    assert [node["path"] for node in nodes] == ["epigrafe", "art1"]


@pytest.mark.parametrize("form", ["json", "markdown", "html"])
def test_other_outputs(form: str) -> None:
    code, out, _ = run(str(INTAKE / "everything.docx"), "--format", form)
    assert code == 0
    assert "de empresas." in out


def test_problems_are_told_on_standard_error() -> None:
    _, _, err = run(str(INTAKE / "everything.docx"))
    assert "tracked-changes" in err


@pytest.mark.parametrize(
    ("name", "code"), [("truncated.pdf", 2), ("missing.txt", 2), ("not-a-pdf.pdf", 2)]
)
def test_what_cannot_be_read_ends_with_a_code(name: str, code: int) -> None:
    assert run(str(INTAKE / name))[0] == code


def test_a_text_without_provisions_ends_with_4() -> None:
    assert run("-", stdin=b"bom dia\n")[0] == 4
