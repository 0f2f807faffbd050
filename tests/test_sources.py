"""Bytes of every kind become a source or a one-line refusal."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawtool import sources
from lawtool.errors import UnreadableSource
from lawtool.model import Source


def html(markup: str, slug: str = "a.html") -> Source:
    return sources.source_from_bytes(markup.encode(), slug=slug)


def marked(source: Source, kind: str) -> list[tuple[str, str]]:
    return [
        (mark.span.of(source.text), mark.value)
        for mark in source.marks
        if mark.kind == kind
    ]


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("Art. 1º É".encode(), "Art. 1º É", "utf-8"),
        (b"\xef\xbb\xbf" + "Art. 1º".encode(), "Art. 1º", "utf-8-sig"),
        ("Art. 1º “É” – ação".encode("cp1252"), "Art. 1º “É” – ação", "cp1252"),
        ("ação\r\n".encode() + "ação".encode("cp1252"), "ação\r\nação", "mixed"),
        ("São João é ".encode("cp1252") + "São".encode(), "São João é São", "mixed"),
        ("é à ú “IRMÃ” e “É”".encode("cp1252"), "é à ú “IRMÃ” e “É”", "cp1252"),
        ("Art. 1º".encode("utf-16"), "Art. 1º", "utf-16"),
        (b"lei\x81\x8d\xe7", "lei\x81\x8dç", "cp1252"),
        (b"Art. 1\x00 a\x07\r\nb\rc\n", "Art. 1\x00 a\x07\r\nb\rc\n", "utf-8"),
        ("ac\u0327a\u0303o".encode(), "ac\u0327a\u0303o", "utf-8"),
    ],
)
def test_text_is_decoded_and_otherwise_unchanged(
    data: bytes, text: str, encoding: str
) -> None:
    source = sources.source_from_bytes(data, slug="a.txt")
    assert (source.text, source.encoding) == (text, encoding)


def test_two_encodings_in_one_file_are_reported_with_the_line() -> None:
    data = "ação\nação, não\n".encode() + "lá\n".encode("cp1252")
    (problem,) = sources.source_from_bytes(data, slug="a.txt").problems
    assert (problem.code, problem.line) == ("mixed-encoding", 3)
    assert problem.span is not None
    assert problem.span.of(sources.source_from_bytes(data, slug="a.txt").text) == "lá"


def test_broken_utf_16_is_reported_not_refused() -> None:
    (problem,) = sources.source_from_bytes(
        "Art. 1º".encode("utf-16")[:-1], slug="a.txt"
    ).problems
    assert problem.code == "broken-encoding"


@given(st.binary(min_size=1))
def test_any_bytes_give_a_source_or_a_refusal(data: bytes) -> None:
    message = ""
    try:
        text = sources.source_from_bytes(data, slug="a.txt").text
    except UnreadableSource as error:
        text, message = "", str(error)
    assert bool(text.strip()) != bool(message)
    assert "\n" not in message


@given(st.text())
def test_any_text_survives(text: str) -> None:
    assert sources.source_from_text(text).text == text


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.txt", b"", "is empty"),
        ("a.txt", b" \n\t\n", "is empty"),
        ("a.txt", bytes(range(256)) * 8, "binary data"),
        ("a.pdf", b"%PDF-1.7\n...", "is a damaged PDF"),
        ("a.docx", b"PK\x03\x04...", "is named .docx but is a ZIP archive"),
        ("a.txt", b"\x89PNG\r\n\x1a\n....", "has to be recognised first"),
        ("a.html", b"<html><script>var lei = 1</script></html>", "holds no text"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(
    name: str, data: bytes, says: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(UnreadableSource, match=name) as caught:
        sources.read_source(path)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


def test_missing_file_and_directory_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSource, match="no such file"):
        sources.read_source(tmp_path / "none.txt")
    with pytest.raises(UnreadableSource, match="is a directory"):
        sources.read_source(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_forbidden_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Art. 1º")
    path.chmod(0)
    with pytest.raises(UnreadableSource, match="no permission"):
        sources.read_source(path)


def test_a_file_knows_its_name_origin_and_hash(tmp_path: Path) -> None:
    path = tmp_path / "lei.txt"
    path.write_bytes(b"Art. 1")
    source = sources.read_source(path)
    assert (source.slug, source.origin, source.media_type) == (
        "lei.txt",
        str(path),
        "text/plain",
    )
    assert source.sha256 == hashlib.sha256(b"Art. 1").hexdigest()


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (
            "<h2>LEI Nº 1</h2><br>DISPÕE.<br><br>Art. 1º  Fica\n criada.",
            "LEI Nº 1\n\nDISPÕE.\n\nArt. 1º Fica criada.",
        ),
        ("<p>um</p><p>dois</p>", "um\n\ndois"),
        ("<div>um</div><div>dois<br>três</div>", "um\ndois\ntrês"),
        ("<p>Art. <b>1º</b> O<i>bra</i> </p>", "Art. 1º Obra"),
        ("a<script>x</script><style>y</style><!-- z -->b", "ab"),
        ('<p>a</p><p style="display:none">b</p><p hidden>c</p>', "a"),
        ('<span style="width: auto;display: block">Capítulo</span>I', "Capítulo\nI"),
        ("<pre>|--|\n|1 |</pre>", "|--|\n|1 |"),
        (
            "<table><tr><th>A</th><th>B<br>b</th></tr><tr><td></td><td>2</td></tr></table>",
            "A\tB b\n\t2",
        ),
        (
            "<table><tr><td><p>Art. 1º</p><p>Art. 2º</p></td></tr></table>",
            "Art. 1º\n\nArt. 2º",
        ),
        ("a &amp; b&nbsp;c &ordm;", "a & b\u00a0c º"),
        ("texto < 5 e > 3 <", "texto < 5 e > 3 <"),
        ("<p>um<!-- aberto", "um<!-- aberto"),
    ],
)
def test_visible_text_is_one_block_a_line(markup: str, text: str) -> None:
    assert html(f"<html><body>{markup}").text.strip("\n") == text


def test_links_struck_wording_headings_and_cells_are_kept() -> None:
    source = html(
        '<h2>LEI</h2><p><s>Art. 1º velho</s> <a href="/lei/2"> Lei 2 </a> <strike>x</strike></p><del>y</del>'
        '<span style="text-decoration: line-through">z</span><a name="a">n</a>'
        "<table><tr><td>1</td><td>2</td></tr><tr><td></td><td>4</td></tr></table>"
    )
    assert marked(source, "heading") == [("LEI", "")]
    assert marked(source, "link") == [("Lei 2", "/lei/2")]
    assert [text for text, _ in marked(source, "struck")] == [
        "Art. 1º velho",
        "x",
        "y",
        "z",
    ]
    assert marked(source, "cell") == [("1", "1,1,1"), ("2", "1,1,2"), ("4", "1,2,2")]


def test_a_text_file_that_is_html_is_read_as_html() -> None:
    assert html("<!DOCTYPE html><p>Art. 1º</p>", slug="a.txt").media_type == "text/html"


@pytest.mark.parametrize(
    "markup",
    [
        "<div>" * 10_000 + "Art. 1º" + "</div>" * 10_000,
        "<table><tr><td>x" * 5_000,
        "Art. 1º " + "<a " * 20_000,
        "Art. 1º " + "<!-- <b>" * 10_000,
        "Art. 1º " + "<![CDATA[ <b>" * 10_000,
        "Art. 1º " + "<![x " * 10_000,
        "Art. 1º " + "</i><b>" * 10_000,
        "Art. 1º " + "&" * 100_000,
    ],
    ids=[
        "deep",
        "tables",
        "unclosed-tag",
        "comments",
        "cdata",
        "declarations",
        "misnested",
        "entities",
    ],
)
def test_hostile_markup_is_read(markup: str) -> None:
    assert html("<html>" + markup).text.strip()


@settings(deadline=None)
@given(st.text(alphabet="<>/ab!-[]&;\"'= tdrp\n"))
def test_no_markup_raises(markup: str) -> None:
    try:
        html("<html>x" + markup)
    except UnreadableSource:
        pytest.fail("there is an x to see")
