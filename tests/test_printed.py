"""A compiled text taken back to an earlier day: wordings struck through, and the notes that
say when each began.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

import pytest

from lawtool import corpus as asked
from lawtool import pipeline, sources
from lawtool.history.earlier import earlier
from lawtool.model import Kind
from lawtool.pipeline import build

PAGE = """<html><body>
<p>LEI Nº 10, DE 5 DE JANEIRO DE 1990.</p>
<p>Dispõe sobre o comércio de gás.</p>
<p>Art. 1º Esta Lei regula o comércio de gás.</p>
<p><strike>Art. 2º O comércio depende de alvará.</strike></p>
<p><strike>Art. 2º O comércio depende de alvará da Prefeitura. (Redação dada pela Lei nº 15, de 1992)</strike></p>
<p>Art. 2º O comércio depende de licença. (Redação dada pela Lei nº 20, de 1995)</p>
<p>Parágrafo único. A licença vale um ano.</p>
<p>Art. 3º São requisitos:</p>
<p>I - muro;</p>
<p><strike>II - extintor de 5 kg;</strike></p>
<p>II - extintor de 10 kg; (Redação dada pela Lei nº 20, de 1995)</p>
<p>III - placa. (Incluído pela Lei nº 15, de 1992)</p>
<p><strike>Art. 4º A multa é de dez UFIR.</strike> (Revogado pela Lei nº 30, de 2001)</p>
<p><strike>Art. 5º O fiscal é do Estado.</strike></p>
<p><strike>Art. 5º O fiscal é do Município.</strike></p>
<p>Art. 5º O fiscal é da União. (Redação dada pela Lei nº 20, de 1995)</p>
<p>Art. 6º A taxa é de dois reais. (Redação dada pela Lei nº 20, de 1995)</p>
<p>Art. 7º Esta Lei entra em vigor na data de sua publicação.</p>
<p>Coari, 5 de janeiro de 1990.</p>
<p>FULANO DE TAL<br>Prefeito Municipal</p>
</body></html>"""
LAW = "coari-lei-10-1990"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[asked.Corpus]:
    place = tmp_path_factory.mktemp("compiled")
    (place / "lei.html").write_text(PAGE, encoding="utf-8")
    build(place, place / "lawtool.db")
    with asked.open(place / "lawtool.db") as corpus:
        yield corpus


def test_the_label_tells_what_a_struck_wording_worded() -> None:
    [norma] = pipeline.parse_source(
        sources.source_from_bytes(PAGE.encode(), slug="lei.html")
    ).normas
    found = earlier(norma)
    assert list(found.worded.values()) == [
        "art2",
        "art2",
        "art3_cpt_inc2",
        "art4",
        "art5",
        "art5",
    ]
    assert [found.worded[node] for node in found.follows.values()] == ["art4"]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["<strike>§ 1º Velho.</strike>", "§ 1º Novo."], ["art1_par1"]),
        (["<strike>Parágrafo único. Velho.</strike>"], ["art1_par1u"]),
        (["<strike>Art. 2º Velho:</strike>", "<strike>I - um;</strike>", "<strike>II - dois.</strike>"],
         ["art2", "art2_cpt_inc1", "art2_cpt_inc2"]),
        (["I - um:", "<strike>a) velho;</strike>", "a) novo;"], ["art1_cpt_inc1_ali1"]),
        (["§ 1º Um.", "<strike>§ 2º Velho.</strike>", "§ 2º Novo."], ["art1_par2"]),
    ],
)  # fmt: skip
def test_places_of_struck_wordings(lines: list[str], wanted: list[str]) -> None:
    page = "".join(
        f"<p>{line}</p>"
        for line in [
            "LEI Nº 10, DE 5 DE JANEIRO DE 1990.",
            "Art. 1º Fica criado:",
            *lines,
        ]
    )
    [norma] = pipeline.parse_source(
        sources.source_from_bytes(page.encode(), slug="lei.html")
    ).normas
    assert list(earlier(norma).worded.values()) == wanted


@pytest.mark.parametrize(
    ("day", "texts"),
    [
        (
            date(1991, 6, 1),
            {
                "art2": "alvará.",
                "art3_cpt_inc2": "5 kg",
                "art3_cpt_inc3": None,
                "art4": "dez UFIR",
            },
        ),
        (
            date(1993, 6, 1),
            {
                "art2": "alvará da Prefeitura",
                "art3_cpt_inc2": "5 kg",
                "art3_cpt_inc3": "placa",
            },
        ),
        (
            date(1996, 6, 1),
            {"art2": "licença", "art3_cpt_inc2": "10 kg", "art4": "dez UFIR"},
        ),
        (date(2002, 6, 1), {"art2": "licença", "art4": None, "art2_par1u": "um ano"}),
    ],
)
def test_the_text_of_a_day(
    compiled: asked.Corpus, day: date, texts: dict[str, str | None]
) -> None:
    norma = compiled.text_on(LAW, day).norma
    for path, words in texts.items():
        node = norma.get(path)
        assert (
            node is None if words is None else node is not None and words in node.text
        ), path
    assert not any(node.kind is Kind.REDACAO_ANTERIOR for node in norma.nodes)
    parents = {node.path for node in norma.nodes} | {None}
    assert all(node.parent in parents for node in norma.nodes)


@pytest.mark.parametrize(
    ("path", "day", "state"),
    [
        ("art2", date(1992, 6, 1), "unknown"),  # only the year of the change is known
        ("art2", date(1993, 6, 1), None),
        (
            "art5",
            date(1991, 6, 1),
            "unknown",
        ),  # two older wordings, and no note says when the second began
        ("art6", date(1991, 6, 1), "lost"),
        ("art6", date(1996, 6, 1), None),
    ],
)
def test_what_is_not_known_is_said(
    compiled: asked.Corpus, path: str, day: date, state: str | None
) -> None:
    gaps = {gap.path: gap.state for gap in compiled.text_on(LAW, day).unknown}
    assert gaps.get(path) == state


def test_a_note_behind_a_struck_article_revokes_that_one_alone(
    compiled: asked.Corpus,
) -> None:
    days = {
        path: compiled.status(LAW, path, on=date(2002, 6, 1)).status
        for path in ("art4", "art3_cpt_inc3", "art3")
    }
    silent = "in_force_unless_revoked"
    assert days == {"art4": "revoked", "art3_cpt_inc3": silent, "art3": silent}
    assert compiled.status(LAW, "art4", on=date(2000, 6, 1)).status == "in_force"


def test_the_wordings_in_the_database(compiled: asked.Corpus) -> None:
    rows = compiled.connection.execute(
        "SELECT caminho, estado, texto, desde, ate FROM versoes ORDER BY id"
    ).fetchall()
    assert [
        (state, text and text[:26], since)
        for path, state, text, since, _ in rows
        if path == "art2"
    ] == [
        ("text", "O comércio depende de alva", None),
        ("unknown", None, "1992-01-01"),
        ("text", "O comércio depende de alva", "1992-12-31"),
        ("unknown", None, "1995-01-01"),
        ("text", "O comércio depende de lice", "1995-12-31"),
    ]
    for path in {row[0] for row in rows}:
        own = [row for row in rows if row[0] == path]
        assert all(one[4] == other[3] for one, other in pairwise(own)), path
        assert own[-1][4] is None
    assert [row[1] for row in rows if row[0] == "art4"] == [
        "text",
        "unknown",
        "revoked",
    ]


@pytest.mark.parametrize(
    ("day", "state"),
    [
        (date(1991, 6, 1), "other"),
        (date(1993, 6, 1), "other"),
        (date(1996, 6, 1), "printed"),
    ],
)
def test_is_the_printed_wording_that_of_the_day(
    compiled: asked.Corpus, day: date, state: str
) -> None:
    assert compiled.status(LAW, "art2", on=day).text_state == state
