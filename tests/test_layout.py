"""Physical lines tile the source, and only what is no law is furniture."""

from __future__ import annotations

import json
import time
import unicodedata
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawtool import layout, sources
from lawtool.layout import boilerplate
from lawtool.layout.line_kinds import (
    gives_contact,
    looks_like_label,
    looks_like_title,
    names_a_body,
    page_number,
)
from lawtool.layout.typography import BLANKS
from lawtool.model import Furniture, Line, Source
from lawtool.vocabulary import rules
from lawtool.vocabulary.rules import Rule

ROOT = Path(__file__).parent.parent
TEXTS = ROOT / "corpus" / "texts"

HEADER = ("ESTADO DO AMAZONAS", "PREFEITURA MUNICIPAL DE COARI")
BODY = "Art. {0}º O armazenamento de recipientes transportáveis observará o disposto nesta Lei, {0} vezes."


def lines(text: str) -> tuple[Line, ...]:
    return layout.read_lines(sources.source_from_text(text))


def furniture(text: str) -> dict[str, list[str]]:
    """Texts of the furniture lines by class."""
    found = defaultdict(list)
    for line in lines(text):
        if line.furniture is not None:
            found[str(line.furniture)].append(line.text)
    return dict(found)


def paged(
    pages: int, top: tuple[str, ...] = (), bottom: tuple[str, ...] = (), rows: int = 20
) -> str:
    """A text of so many pages; `{n}` in a header or footer is the number of the page."""
    out = []
    for page in range(pages):
        out += [line.format(n=page + 1) for line in top]
        out += [BODY.format(page * rows + row + 1) for row in range(rows)]
        out += [line.format(n=page + 1) for line in bottom]
    return "\n".join(out)


def tiles(source: Source) -> None:
    end = 0
    for line in layout.read_lines(source):
        assert line.span.start >= end
        assert not source.text[end : line.span.start].strip(BLANKS)
        raw = line.span.of(source.text)
        assert raw.strip(BLANKS) == raw != ""
        assert line.text == unicodedata.normalize("NFC", line.text)
        end = line.span.end
    assert not source.text[end:].strip(BLANKS)


@given(
    st.text(
        alphabet=st.characters()
        | st.sampled_from("\n\r\f\v\x85\u2028\t\x00 \u00a0\u0303aAI1|.")
    )
)
def test_lines_tile_the_source(text: str) -> None:
    tiles(sources.source_from_text(text))


@given(
    st.lists(
        st.sampled_from(
            [*HEADER, "1", "2", "i", ".", "I -", "LEI Nº 1", "\f", "", "e"]
        ),
        max_size=40,
    )
)
def test_lines_tile_a_scan(rows: list[str]) -> None:
    tiles(sources.source_from_text("\n".join(rows)))


@settings(deadline=None)  # the first example imports the reader
@given(
    st.lists(
        st.sampled_from(
            [
                "<s>a",
                "</s>",
                "b ",
                "<br>",
                "<del>c</del>",
                "<p>",
                "<table><tr><td>d<td>e",
            ]
        )
    )
)
def test_lines_tile_a_page(parts: list[str]) -> None:
    tiles(
        sources.source_from_bytes(("<html>x" + "".join(parts)).encode(), slug="a.html")
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb", [(1, "a", False), (2, "b", False)]),
        ("a\r\n\r\nb", [(1, "a", False), (3, "b", True)]),
        ("a\rb\n", [(1, "a", False), (2, "b", False)]),
        ("a\r\rb", [(1, "a", False), (3, "b", True)]),
        ("\n\u00a0\n a\t\n", [(3, "a", True)]),
        ("a\fb\nc", [(1, "a", False), (1, "b", False), (2, "c", False)]),
        ("a\x00b \u00a0 c\x07", [(1, "a b c", False)]),
        ("ac\u0327a\u0303o", [(1, "ação", False)]),
        ("", []),
        (" \n\x00\n", []),
    ],
)
def test_numbers_text_and_blank_lines(
    text: str, expected: list[tuple[int, str, bool]]
) -> None:
    assert [
        (line.number, line.text, line.blank_before) for line in lines(text)
    ] == expected


def test_form_feeds_count_pages() -> None:
    assert [line.page for line in lines("a\n\fb\nc\fd")] == [1, 2, 2, 3]


def test_struck_wording_stands_on_lines_of_its_own() -> None:
    page = b"<html><p><s>I - velho</s> I - novo <s>(x)</s></p><p><s>II - <b>velho</b></s></p>"
    found = layout.read_lines(sources.source_from_bytes(page, slug="a.html"))
    assert [(line.text, line.struck) for line in found] == [
        ("I - velho", True),
        ("I - novo", False),
        ("(x)", True),
        ("II - velho", True),
    ]


def test_rows_of_a_table_have_cells_and_headings_are_marked() -> None:
    page = b"<html><h2>LEI</h2><table><tr><td>1</td><td>2</td></tr><tr><td></td><td>4</td></tr></table>"
    heading, *rows = layout.read_lines(sources.source_from_bytes(page, slug="a.html"))
    assert heading.heading
    assert heading.table is None
    assert [(row.table, row.cells) for row in rows] == [(1, ("1", "2")), (1, ("", "4"))]


def gold_furniture() -> list[tuple[str, set[int], set[int]]]:
    """File, lines of its headers and specks, lines that may be either (specks inside a table)."""
    wanted: dict[str, set[int]] = defaultdict(set)
    for record in (
        (ROOT / "tests" / "gold" / "norms.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    ):
        norm = json.loads(record)
        for first, last in norm["header_lines"] + norm["noise_lines"]:
            wanted[norm["file"]].update(range(first, last + 1))
        wanted[norm["file"]] |= set()
    return [
        (name, lines, {350, 351} if name.startswith("coari") else set())
        for name, lines in wanted.items()
    ]


@pytest.mark.parametrize(("name", "wanted", "either"), gold_furniture())
def test_furniture_of_the_seeds_is_that_of_the_gold(
    name: str, wanted: set[int], either: set[int]
) -> None:
    found = {
        line.number
        for line in layout.read_lines(sources.read_source(TEXTS / name))
        if line.furniture
    }
    assert found - either == wanted - either


def test_the_first_letterhead_is_told_from_its_repetitions() -> None:
    first, _, *others = [line for line in lines(paged(3, HEADER)) if line.furniture]
    assert first.evidence == "running line, first of 3"
    assert [line.evidence for line in others] == [
        "running line, 2 of 3", "running line, 2 of 3", "running line, 3 of 3", "running line, 3 of 3"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (paged(2, HEADER), {"header": [*HEADER] * 2}),
        (paged(4, ("Projeto de Lei nº 12/2025",), ("{n}",)),
         {"header": ["Projeto de Lei nº 12/2025"] * 4, "page-number": ["1", "2", "3", "4"]}),
        (paged(3, bottom=("- {n} -",)), {"page-number": ["- 1 -", "- 2 -", "- 3 -"]}),
        (paged(3, ("\f{n}",)), {"page-number": ["1", "2", "3"]}),
        (paged(3, bottom=("Rua A, 12 - Centro - CEP 12345-000", "Página {n} de 3")),
         {"footer": ["Rua A, 12 - Centro - CEP 12345-000"] * 3,
          "page-number": ["Página 1 de 3", "Página 2 de 3", "Página 3 de 3"]}),
    ],
    ids=["two-pages", "running-title", "counted", "form-feed", "footer"],
)  # fmt: skip
def test_pages_are_recognised(text: str, expected: dict[str, list[str]]) -> None:
    assert furniture(text) == expected


def test_a_header_that_the_scan_varies_is_still_one() -> None:
    read = [
        "PREFEITURA MUNICIPAL DE COARI",
        "PREFEITUBA MUNICIPAI. DE COARI",
        "PREFEITURA. MUNICIPAL DE GOARI |",
    ]
    text = "\n".join(f"ESTADO DO AMAZONAS\n{name}\n" + paged(1) for name in read)
    assert furniture(text)["header"] == [
        row for name in read for row in ("ESTADO DO AMAZONAS", name)
    ]


@pytest.mark.parametrize("number", ["5", "5 .", "> .", "i", "[e]", "“.", "nr)", "e"])
def test_what_stands_where_other_pages_have_their_number_is_no_law(number: str) -> None:
    text = paged(4, HEADER, ("{n}",)).replace("\n2\n", f"\n{number}\n")
    assert number in furniture(text)["page-number"]


def test_specks_beside_a_header_are_noise_and_words_are_not() -> None:
    pages = paged(4, HEADER).split("ESTADO DO AMAZONAS")
    text = "ESTADO DO AMAZONAS".join(
        [pages[0], pages[1] + "=”\n", pages[2] + "ou\n", pages[3] + "I -\n", pages[4]]
    )
    assert furniture(text)["noise"] == ["=”"]


@pytest.mark.parametrize(
    "line",
    [
        "a) 3 metros de recuo mínimo em relação à via pública;",
        "arame;",
        "(Nota)",
        "Parágrafo único.",
        "SEÇÃO II",
        "Revogado",
        ".....",
        "[...]",
        "Área de armazenamento",
        "SECRETÁRIO MUNICIPAL",
        "|------|------|",
        "I -",
        "20,0",
    ],
)
def test_law_that_repeats_is_law(line: str) -> None:
    assert furniture(paged(5, bottom=(line,))) == {}
    assert furniture("\n".join([line] * 30)) == {}


def test_law_beside_a_header_is_law() -> None:
    text = paged(4, HEADER, ("pública; e,", "II", "b)", "§ 2º"))
    assert set(furniture(text)) == {"header"}


def test_columns_of_numbers_are_no_page_numbers() -> None:
    text = paged(3, HEADER, ("10", "20", "30"))
    assert set(furniture(text)) == {"header"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("norma nº 340/1999\n\nESTADO DO AMAZONAS\nPREFEITURA MUNICIPAL DE COARI\nLEI MUNICIPAL Nº 340/99",
         ["norma nº 340/1999", *HEADER]),
        ("FULANO\n\nAGÊNCIA NACIONAL DO PETRÓLEO, GÁS NATURAL E BIOCOMBUSTÍVEIS\n\nRESOLUÇÃO ANP Nº 5, DE 2008\nArt. 1º",
         ["AGÊNCIA NACIONAL DO PETRÓLEO, GÁS NATURAL E BIOCOMBUSTÍVEIS"]),
        ("Câmara Municipal de Coari\nEstado do Amazonas\nPROJETO DE LEI Nº ___/2025\nArt. 1º",
         ["Câmara Municipal de Coari", "Estado do Amazonas"]),
        ("LEI Nº 1/2000\nDISPÕE SOBRE A\nCÂMARA MUNICIPAL\nArt. 1º Fica criada.", []),
        ("LEI Nº 340/1999\n\nLEI Nº 340/1999\nArt. 1º", []),
        ("ESTADO DO AMAZONAS", []),
        ("CÂMARA MUNICIPAL DE COARI\naprova a seguinte Lei:", []),
        ("Art. 9º Fim.\nPREFEITURA MUNICIPAL DE COARI, em 3 de maio de 1999.\nLEI Nº 2/1999", []),
    ],
)  # fmt: skip
def test_letterheads(text: str, expected: list[str]) -> None:
    assert furniture(text).get("header", []) == expected


@pytest.mark.parametrize(
    "rule", rules.load_rules("boilerplate"), ids=lambda rule: rule.id
)
def test_boilerplate_rules_keep_their_examples(rule: Rule) -> None:
    for text, kind in rule.examples:
        assert boilerplate.recognise_boilerplate(
            text, boilerplate.active_rules(text)
        ) == (
            Furniture(kind),
            rule.id,
        )
    for text in rule.keep:
        assert boilerplate.recognise_boilerplate(text) is None


def test_a_credit_at_the_end_of_a_table_is_cut_off() -> None:
    last, credit = lines(
        "|____|____| * tabela formatada pela equipe técnica do Exemplo.com.br"
    )
    assert (last.text, last.furniture) == ("|____|____|", None)
    assert (credit.furniture, credit.number) == (Furniture.SITE, 1)


@pytest.mark.parametrize(
    ("check", "yes", "no"),
    [
        (names_a_body, ["PREFEITURA MUNICIPAL DE COARI", ": ESTADO DE SÃO PAULO .", "Estado da Bahia"],
         ["PREFEITURA DE COARI, EM 3 DE MAIO", "Estado de conservação do imóvel", "PREFEITO MUNICIPAL", "A CÂMARA"]),
        (looks_like_title, ["LEI Nº 340/99 PMC-GP.", "PROJETO DE LEI Nº____/2025", "PORTARIA DNC Nº 27, DE 16.9.1996"],
         ["Lei nº 8.078, de 1990", "LEI", "LEIA-SE", "ART. 1º"]),
        (looks_like_label, ["I -", "a)", "§ 2º", "Art. 3º", "SEÇÃO II", "2. duas", "Parágrafo único"],
         ["PREFEITURA", "arame;", "Rua A, 12"]),
        (gives_contact, ["Rua A, 1 - CEP 12345-000", "www.exemplo.gov.br", "Fone: (75) 3321-1234"],
         ["I - CEP: 12345", "telefone do usuário", "CEP"]),
        (lambda text: page_number(text) is not None, ["7", "- 12 -", "077", "3 ."], ["1977.", "20,0", "2;", "12345"]),
    ],
)  # fmt: skip
def test_wording(check: object, yes: list[str], no: list[str]) -> None:
    assert callable(check)
    assert {text: check(text) for text in yes} == dict.fromkeys(yes, True)
    assert {text: check(text) for text in no} == dict.fromkeys(no, False)


@pytest.mark.parametrize(
    "text",
    [
        "palavra " * 6_000_000,
        "ESTADO DO AMAZONAS\n" * 50_000,
        "\n".join(f"PREFEITURA {n}" for n in range(50_000)),
        "1\n2\n3\n" * 20_000,
        "\f\n" * 50_000,
        ". \n| \ni\n" * 20_000,
        "A" * 3_000_000 + "\n",
    ],
    ids=[
        "one-line",
        "letterheads",
        "capitals",
        "numbers",
        "form-feeds",
        "specks",
        "one-word",
    ],
)
def test_large_inputs_take_seconds(text: str) -> None:
    begun = time.process_time()
    lines(text)
    assert time.process_time() - begun < 15


def test_pages_counted_out_of_all_are_page_numbers() -> None:
    text = "1/3\nLEI Nº 5/1990\nArt. 1º Um.\n2/3\nArt. 2º Dois, à razão de\n1/4\nde salário.\n3/3\nArt. 3º Três.\n"
    found = [
        line.text
        for line in layout.read_lines(sources.source_from_text(text))
        if line.furniture is not None
    ]
    assert found == ["1/3", "2/3", "3/3"]


def test_a_head_of_many_lines_is_one_head() -> None:
    head = (
        *HEADER,
        "CNPJ: 01.234.567/0001-89",
        "R. das Flores, nº 6, Centro",
        "Fone: (92) 3000-0000",
        "Adm.: 2025/2028",
    )
    assert furniture(paged(4, head))["header"].count("R. das Flores, nº 6, Centro") == 4
    assert sum(line.furniture is not None for line in lines(paged(4, head))) == 4 * len(
        head
    )
