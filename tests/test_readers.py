"""Every format that people bring: what a reader must give, what it must leave out, what it
must refuse.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lawtool
from lawtool import layout, sources
from lawtool.errors import NeedsRecognition, RefusedContent, UnreadableSource
from lawtool.model import Norma, Source
from lawtool.pipeline import parse_source
from lawtool.sources.file_formats import FILE_FORMATS, recognise_format
from lawtool.sources.recorded_reading import (
    RecordedLine,
    RecordedPage,
    RecordedReading,
    load_reading,
    reading_file,
    write_reading,
)

INTAKE = Path(__file__).parent / "intake"


def read(name: str) -> Source:
    return sources.read_source(INTAKE / name)


def norm(source: Source) -> Norma:
    return parse_source(source).normas[0]


def texts(norma: Norma) -> dict[str, str]:
    return {node.path: node.text for node in norma.nodes}


def marked(source: Source, kind: str) -> list[str]:
    return [mark.span.of(source.text) for mark in source.marks if mark.kind == kind]


def codes(source: Source) -> list[str]:
    return [problem.code for problem in source.problems]


# --- which format -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"Art. 1\xc2\xba", "a.txt", "text"),
        (b"# LEI", "a.md", "Markdown"),
        (b"<html>", "a.md", "HTML page"),
        (b"<?xml version='1.0'?><LexML/>", "a.txt", "XML"),
        (b'[{"texto": "Art. 1"}]', "a", "JSON"),
        (b"[...] omissis", "a", "text"),
        (b"%PDF-1.7", "a.txt", "PDF"),
        (b"\xef\xbb\xbf  <!DOCTYPE html>", "a", "HTML page"),
        (b"PK\x03\x04", "a.docx", "ZIP archive"),
        (b"{\\rtf1", "a.doc", "RTF"),
    ],
)
def test_bytes_say_the_format_before_the_name(
    data: bytes, name: str, expected: str
) -> None:
    assert recognise_format(data, name).name == expected


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("bomb.docx", "unpacks to 120 MB"),
        ("entities.xml", "declares"),
        ("external-entity.xml", "declares"),
        ("encrypted-password.pdf", "needs a password"),
        ("truncated.pdf", "damaged"),
        ("zero-pages.pdf", "damaged"),
        ("not-a-pdf.pdf", "is named .pdf but is an HTML page"),
        ("scan-no-text.pdf", "is a scan without text"),
        ("scan-with-signature-text.pdf", "is a scan without text"),
        ("huge-30000px.png", "has to be recognised first"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(name: str, says: str) -> None:
    with pytest.raises(UnreadableSource, match=name) as caught:
        read(name)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


@settings(deadline=None)  # the first example of a format imports its reader
@given(
    st.sampled_from([entry for entry in FILE_FORMATS.values() if entry.reader]),
    st.binary(max_size=60)
    | st.text(alphabet='<>/#*_`|[]{}":,-~&;!?\nArt. 1ºpé', max_size=80).map(str.encode),
)
def test_no_bytes_stop_a_reader(entry: object, data: bytes) -> None:
    with contextlib.suppress(RefusedContent, NeedsRecognition):
        entry.read(data)  # type: ignore[attr-defined]


# --- each format --------------------------------------------------------------------------------


def test_markdown() -> None:
    source = read("lei.md")
    tree = texts(norm(source))
    assert tree["epigrafe"] == "LEI Nº 214, DE 7 DE MAIO DE 1998"
    assert {"art1", "art1_cpt_inc1", "art1_cpt_inc2"} <= tree.keys()
    assert marked(source, "struck") == ["III - classe III", "Art. 2º Redação antiga."]
    assert "\n1. não é artigo: item de lista\n2. segundo item" in source.text
    assert "O valor * é de R$ 10,00." in source.text
    assert "title:" not in source.text


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("- **I** – obras", "- I – obras"),
        ("3) três\n5) cinco", "3) três\n5) cinco"),
        ("1986. Foi criado", "1986. Foi criado"),
        ("Art. 1º\n-------\nFica", "Art. 1º\n\nFica"),
        ("    Art. 1º Fica", "Art. 1º Fica"),
        ("**Art. 1º** Fica \\* criado", "Art. 1º Fica * criado"),
    ],
)
def test_markdown_keeps_what_a_law_prints(markdown: str, expected: str) -> None:
    source = sources.source_from_bytes(markdown.encode(), slug="a.md")
    assert source.text.strip() == expected


def test_lexml() -> None:
    source = read("lei.xml")
    tree = texts(norm(source))
    assert tree["art1_cpt_inc2"] == "classe II, observada a Lei nº 8.078/1990."
    assert tree["art1_par1u"] == "A 4ª vistoria será anual."
    assert "art2_cpt_alt1_art3" in tree
    assert marked(source, "link") == ["Lei nº 8.078/1990"]
    assert "“Art. 3º O prazo é de 60 dias.” (NR)" in source.text


def test_json() -> None:
    source = read("dump.json")
    assert [norma.slug for norma in parse_source(source).normas] == [
        "lei-214-1998",
        "lei-215-1998",
    ]
    assert codes(source) == ["record-without-text", "json-field"]
    assert source.problems[0].message == "record 3 has no text"


@pytest.mark.parametrize("name", ["leismunicipais.html", "planalto.html"])
def test_pages(name: str) -> None:
    document = parse_source(read(name))
    words = " ".join(node.text for norma in document.normas for node in norma.nodes)
    for foreign in (
        "Início",
        "Entrar",
        "Imprimir",
        "Compartilhar",
        "PUBLICIDADE",
        "substitui",
    ):
        assert foreign not in words
    assert "Art. 1º" in [
        node.label for norma in document.normas for node in norma.nodes
    ]


def test_a_menu_is_kept_where_nothing_else_is_there() -> None:
    page = "<html><nav>Art. 1º Fica criado.</nav></html>"
    source = sources.source_from_bytes(page.encode(), slug="a.html")
    assert not marked(source, "furniture")


def test_pdf_with_running_heads_and_hyphens() -> None:
    document = parse_source(read("heads-hyphens.pdf"))
    furniture = [line.text for line in document.lines if line.furniture]
    assert len(furniture) == 9
    words = " ".join(node.text for node in document.normas[0].nodes)
    assert "seguinte" in words
    assert "afastamento" in words


def test_pdf_that_only_its_owner_may_change() -> None:
    assert (
        read("encrypted-no-password-needed.pdf").text == read("heads-hyphens.pdf").text
    )


def test_pdf_with_accents_ligatures_and_raised_letters() -> None:
    true = (INTAKE / "superscript-ligature-accents.true.txt").read_text().split()
    assert read("superscript-ligature-accents.pdf").text.split() == true


def test_pdf_in_columns() -> None:
    tree = texts(norm(read("two-columns-interleaved.pdf")))
    assert tree["art2_cpt_inc3_ali2"] == "a distância de 15 m de escolas e hospitais."
    assert tree["art1_par2"].endswith("de 12 de março de 1983.")


def test_docx() -> None:
    source = read("everything.docx")
    tree = texts(norm(source))
    assert tree["art2_cpt_inc2_ali2"] == "de empresas."
    assert "R$ 200,00" in tree["art3"]
    assert "100,00" not in source.text
    assert tree["art2_par1u"] == "O prazo é de 60 dias."
    assert marked(source, "struck") == ["O prazo é de 30 dias."]
    assert [text[:3] for text in marked(source, "note")] == ["[1]", "[co"]
    assert codes(source) == ["tracked-changes", "hidden-text"]


# --- broken encodings ---------------------------------------------------------------------------

SENTENCE = "Art. 1º A redação será única: § 2º do capítulo três, órgão público, ação e função.\n"


@pytest.mark.parametrize(
    ("data", "encoding", "code"),
    [
        (
            SENTENCE.encode().decode("cp1252", "replace").encode(),
            "utf-8",
            "double-encoding",
        ),
        (SENTENCE.encode("mac_roman"), "mac_roman", "old-encoding"),
        (SENTENCE.encode("cp850"), "cp850", "old-encoding"),
        (SENTENCE.encode("cp1252"), "cp1252", None),
    ],
)
def test_a_broken_encoding_is_put_right_and_told(
    data: bytes, encoding: str, code: str | None
) -> None:
    source = sources.source_from_bytes(data, slug="a.txt")
    assert source.text == SENTENCE
    assert source.encoding == encoding
    assert codes(source) == ([code] if code else [])


def test_lost_characters_are_told() -> None:
    text = "Art. 1\ufffd Fica criado.\n\ufffd 1\ufffd O fundo.\nPar\ufffdgrafo \ufffdnico. Nada.\n"
    source = sources.source_from_text(text)
    assert codes(source) == ["lost-characters"]
    labels = [line.text.split(" ", 2)[:2] for line in layout.read_lines(source)]
    assert labels == [["Art.", "1º"], ["§", "1º"], ["Parágrafo", "único."]]


def test_every_format_gives_a_tree() -> None:
    """One law in four formats is one tree."""
    plain = (
        "LEI Nº 12, DE 3 DE MAIO DE 1990\n\nArt. 1º Fica criado o fundo:\n\nI - de obras;\n\n"
        "II - de compras.\n\nArt. 2º Esta Lei entra em vigor na data de sua publicação.\n"
    )
    paths = [node.path for node in lawtool.parse(plain)[0].nodes]
    html = "".join(f"<p>{line}</p>" for line in plain.split("\n\n"))
    json = '[{"texto": "' + plain.replace("\n", "\\n") + '"}]'
    for name, text in (("a.md", plain), ("a.html", f"<html>{html}"), ("a.json", json)):
        source = sources.source_from_bytes(text.encode(), slug=name)
        assert [node.path for node in norm(source).nodes] == paths


# --- scans, by readings that were made once ------------------------------------------------------

SCANS = INTAKE / "scans"
LAW = (INTAKE / "lei.true.txt").read_text(encoding="utf-8").split()


def printed_words(source: Source) -> list[str]:
    """The words of the text without stamps; `°` behind a number counts as `º`."""
    stamps = [mark.span for mark in source.marks if mark.kind == "furniture"]
    text = source.text
    for span in reversed(stamps):
        text = text[: span.start] + text[span.end :]
    return text.replace("°", "º").split()


@pytest.mark.parametrize(
    "name",
    [
        "scan-no-text.pdf",
        "scan-150dpi.jpg",
        "scan-200dpi-1bit.tif",
        "scan-upside-down.png",
        "scan-sideways.png",
        "scan-rotate-key.pdf",
        "scan-with-signature-text.pdf",
        "scan-with-bad-text-layer.pdf",
    ],
)
def test_a_scan_is_read_by_the_reading_beside_it(name: str) -> None:
    source = sources.read_source(SCANS / name)
    assert printed_words(source) == LAW
    assert codes(source) == ["recognised-text"]
    assert "art2_cpt_inc3_ali2" in texts(norm(source))


def test_a_stamp_on_a_scan_is_furniture() -> None:
    source = sources.read_source(SCANS / "scan-with-signature-text.pdf")
    assert [mark.value for mark in source.marks if mark.kind == "furniture"]


def test_frames_are_pages() -> None:
    source = sources.read_source(SCANS / "scan-two-frames.tif")
    assert source.text.count("\f") == 1


def test_a_reading_of_other_bytes_is_refused(tmp_path: Path) -> None:
    for name in ("scan-no-text.pdf", "scan-no-text.pdf.ocr.json.gz"):
        (tmp_path / name).write_bytes((SCANS / name).read_bytes())
    (tmp_path / "scan-no-text.pdf").write_bytes(
        (SCANS / "scan-rotate-key.pdf").read_bytes()
    )
    with pytest.raises(UnreadableSource, match="is not the file"):
        sources.read_source(tmp_path / "scan-no-text.pdf")


def test_a_reading_comes_back_as_written(tmp_path: Path) -> None:
    scan = tmp_path / "a.png"
    line = RecordedLine(text="Art. 1º Fica.", box=(1, 2, 30, 40), score=0.9)
    page = RecordedPage(
        number=1, width=100, height=100, dpi=200, turn=90, lines=(line,)
    )
    reading = RecordedReading(
        sha256=hashlib.sha256(b"x").hexdigest(), engine="none", pages=(page,)
    )
    first = write_reading(scan, reading).read_bytes()
    assert load_reading(scan, b"x") == reading
    with pytest.raises(FileExistsError):
        write_reading(scan, reading)
    reading_file(scan).unlink()
    assert write_reading(scan, reading).read_bytes() == first
