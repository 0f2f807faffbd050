"""`lawtool add`: files come into a corpus byte for byte, each once, and nothing is overwritten."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from lawtool.cli import cli
from lawtool.pipeline.folder import Folder

INTAKE = Path(__file__).parent / "intake"


def add(corpus: Path, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["add", *arguments, "--to", str(corpus)])
    return result.exit_code, result.output


def test_files_come_in_byte_for_byte(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    code, out = add(
        corpus,
        str(INTAKE / "lei.md"),
        str(INTAKE / "heads-hyphens.pdf"),
        "--origin",
        'O "Município"',
    )
    assert code == 0
    assert "LEI Nº 214" in out
    for name in ("lei.md", "heads-hyphens.pdf"):
        assert (corpus / "texts" / name).read_bytes() == (INTAKE / name).read_bytes()
    entries = Folder(corpus).entries()
    assert [(entry.file, entry.origin) for entry in entries] == [
        ("heads-hyphens.pdf", 'O "Município"'), ("lei.md", 'O "Município"')
    ]  # fmt: skip


def test_nothing_comes_in_twice_or_over_another(tmp_path: Path) -> None:
    corpus, other = tmp_path / "corpus", tmp_path / "other"
    other.mkdir()
    (other / "lei.md").write_text("LEI Nº 9\n\nArt. 1º Fica.\n")
    (other / "copy.md").write_bytes((INTAKE / "lei.md").read_bytes())
    assert add(corpus, str(INTAKE / "lei.md"))[0] == 0
    code, out = add(corpus, str(other))
    assert code == 2
    assert "the corpus has it already as lei.md" in out
    assert "another file of that name" in out
    assert (corpus / "texts" / "lei.md").read_bytes() == (
        INTAKE / "lei.md"
    ).read_bytes()


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    code, out = add(tmp_path / "corpus", str(INTAKE / "lei.md"), "--dry-run")
    assert code == 0
    assert "LEI Nº 214" in out
    assert not (tmp_path / "corpus").exists()


def test_what_cannot_be_read_is_refused_and_the_others_go_on(tmp_path: Path) -> None:
    code, out = add(
        tmp_path / "corpus", str(INTAKE / "truncated.pdf"), str(INTAKE / "lei.xml")
    )
    assert code == 2
    assert "refused: truncated.pdf: is a damaged PDF" in out
    assert (tmp_path / "corpus" / "texts" / "lei.xml").exists()


def test_a_scan_comes_with_its_reading(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    assert add(corpus, str(INTAKE / "scans" / "scan-no-text.pdf"))[0] == 0
    names = sorted(path.name for path in (corpus / "texts").iterdir())
    assert names == ["scan-no-text.pdf", "scan-no-text.pdf.ocr.json.gz"]
    assert [entry.file for entry in Folder(corpus).entries()] == ["scan-no-text.pdf"]
