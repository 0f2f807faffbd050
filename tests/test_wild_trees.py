"""Trees of texts as they are found: quotations, annexes, closings, gazettes, lists in rare
shapes.
"""

from __future__ import annotations

import pytest

import lawtool
from lawtool.layout import read_lines
from lawtool.model import Furniture, Norma
from lawtool.pipeline import parse_source
from lawtool.sources import source_from_text
from lawtool.structure.garbled import find_garbled_runs

HEAD = """LEI Nº 12, DE 3 DE MAIO DE 1990

Dispõe sobre o fundo.

O PREFEITO MUNICIPAL DE COARI faz saber que a Câmara decreta e eu sanciono a seguinte Lei:

"""
END = """Esta Lei entra em vigor na data de sua publicação.

Coari, 3 de maio de 1990.

JOÃO MODELO
Prefeito
"""
QUOTES = "Art. 1º O art. 5º da Lei nº 10, de 3 de maio de 1980, passa a vigorar com a seguinte redação:\n"


def body_of(norma: Norma) -> list[str]:
    """Give the paths of a norm without its front and its closing."""
    outside = ("epigrafe", "ementa", "preambulo", "fecho", "assin")
    paths = (node.path.replace("_cpt", "") for node in norma.nodes)
    return [path for path in paths if not path.startswith(outside)]


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        pytest.param(
            QUOTES + "Art. 5º O fundo.\nI - um;\nII - dois.\nArt. 2º " + END,
            "art1 art1_alt1 art1_alt1_art5 art1_alt1_art5_inc1 art1_alt1_art5_inc2 art2",
            id="a quotation without marks",
        ),
        pytest.param(
            QUOTES + "'Art. 5º O fundo.\n§ 1º O mandato é anual.'\nArt. 2º " + END,
            "art1 art1_alt1 art1_alt1_art5 art1_alt1_art5_par1 art2",
            id="a quotation between apostrophes",
        ),
        pytest.param(
            QUOTES
            + "“Art. 5º O fundo. (NR)\n§ 1º Um. (NR)\n§ 2º Dois.”\nArt. 2º Fica revogado o art. 6º.\nArt. 3º "
            + END,
            "art1 art1_alt1 art1_alt1_art5 art1_alt1_art5_par1 art1_alt1_art5_par2 art2 art3",
            id="(NR) inside a quotation that goes on",
        ),
        pytest.param(
            QUOTES
            + "“CAPÍTULO III-A\nDO CONSELHO\nArt. 10-A. O conselho.” (NR)\nArt. 2º "
            + END,
            "art1 art1_alt1 art1_alt1_agr1 art1_alt1_art10-1 art2",
            id="a heading opens a quotation",
        ),
        pytest.param(
            "Art. 1º O art. 5º da Lei nº 10 fica acrescido dos seguintes parágrafos:\n§ 3º Um.\n§ 4º Dois.\nArt. 2º "
            + END,
            "art1 art1_alt1 art1_alt1_par3 art1_alt1_par4 art2",
            id="paragraphs quoted without their article",
        ),
        pytest.param(
            "Art. 1º O Anexo I da Lei nº 10, de 1980, passa a vigorar com a seguinte redação:\n"
            "ANEXO I - CARGOS\nI - motorista;\nII - gari.\nArt. 2º " + END,
            "art1 art1_alt1 art1_alt1_anexo1 art1_alt1_anexo1_inc1 art1_alt1_anexo1_inc2 art2",
            id="an annex is quoted",
        ),
        pytest.param(
            "Art. 1º São feiras:\nI - uma;\nII a IV - (Revogados);\nV - outra.\nArts. 2º a 4º (Revogados)\nArt. 5º "
            + END,
            "art1 art1_inc1 art1_inc2 art1_inc3 art1_inc4 art1_inc5 art2 art3 art4 art5",
            id="several provisions under one label",
        ),
        pytest.param(
            "Art. 1º São feiras:\n- a livre;\n- a coberta.\nArt. 2º Outro.\nArt. 3º "
            + END,
            "art1 art1_dpg1 art1_dpg2 art2 art3",
            id="entries behind dashes",
        ),
        pytest.param(
            "Art. 1º São nomeados:\nI. José da Silva - Presidente\nII. Maria Souza - Membro\nArt. 2º "
            + END,
            "art1 art1_inc1 art1_inc2 art2",
            id="names that end without a mark",
        ),
        pytest.param(
            "Art. 1º Um.\nArt. 2º Dois.\nATO DAS DISPOSIÇÕES TRANSITÓRIAS\nArt. 1º Três.\nArt. 2º "
            + END,
            "art1 art2 agr1 art1~2 art2~2",
            id="transitory provisions begin again",
        ),
        pytest.param(
            "Art. 1º Um.\nArt. 2º "
            + END
            + "\nANEXO I-A\n1. Do objeto.\n1.1. A obra.\n1.1.2. O prazo.\n2. Do preço.\n",
            "art1 art2 anexo1-1 anexo1-1_ite1 anexo1-1_ite1_ite1 anexo1-1_ite1_ite1_ite2 anexo1-1_ite2",
            id="decimal numbers in an annex with a letter",
        ),
        pytest.param(
            "Art. 1º Fica aprovado o Regimento.\nArt. 2º "
            + END
            + "\nREGIMENTO INTERNO DA FEIRA\n\nArt. 1º A feira.\n§ 1º Um.\nArt. 2º A banca.\n",
            "art1 art2 anexo1 anexo1_art1 anexo1_art1_par1 anexo1_art2",
            id="rules printed behind the norm that approves them",
        ),
        pytest.param(
            "Art. 1º Um.\n:,' | Art. 2º Dois.\n. ; § 1º Três.\nArt. 3º " + END,
            "art1 art2 art2_par1 art3",
            id="dirt before labels",
        ),
        pytest.param(
            "Art. 1º São feiras:\nI - uma,\n| por qualquer motivo, | perderá o uso;\nII - outra.\nArt. 2º "
            + END,
            "art1 art1_inc1 art1_inc2 art2",
            id="two bars are no table",
        ),
        pytest.param(
            "São feiras as da cidade: Art. 1º\nI - uma;\nII - outra.\nA taxa é paga na feira. Art. 2º\nArt. 3º "
            + END,
            "art1 art1_inc1 art1_inc2 art2 art3",
            id="labels behind their text",
        ),
    ],
)
def test_bodies(body: str, paths: str) -> None:
    (norma,) = lawtool.parse(HEAD + body)
    assert " ".join(body_of(norma)) == paths


@pytest.mark.parametrize(
    "closing",
    [
        "Coari, 3 de maio de 1990; 169º da Independência e 102º da República.",
        "Coari, 3 de maio de 1990, 105º da Emancipação",
        "Coari, aos três dias do mês de maio de mil novecentos e noventa.",
        "Registre-se, publique-se e cumpra-se.\nCoari, 3 de maio de 1990.",
    ],
)
def test_closings(closing: str) -> None:
    (norma,) = lawtool.parse(
        f"{HEAD}Art. 1º Um.\nArt. 2º Esta Lei entra em vigor.\n{closing}\n"
    )
    article, end = norma.get("art2"), norma.get("fecho")
    assert article is not None
    assert article.text == "Esta Lei entra em vigor."
    assert end is not None
    assert end.text == closing.replace("\n", " ")


def test_a_letter_before_a_bill_is_no_norm() -> None:
    letter = "MENSAGEM Nº 5/2020\n\nEncaminho o projeto.\n\nCoari, 2 de maio de 2020.\n\nJOÃO MODELO\nPrefeito\n\n"
    document = parse_source(
        source_from_text(letter + HEAD + "Art. 1º Um.\nArt. 2º " + END)
    )
    assert [norma.title for norma in document.normas] == [
        "LEI Nº 12, DE 3 DE MAIO DE 1990"
    ]
    assert document.lines[0].furniture is Furniture.OTHER
    assert "other-matter" in {problem.code for problem in document.problems}


def test_a_norm_without_articles() -> None:
    text = "CAPÍTULO I\nDAS FEIRAS\n1. A feira é livre.\n2. A taxa é paga.\nCAPÍTULO II\n1. O prazo é curto.\n"
    (norma,) = lawtool.parse(text)
    assert [node.path for node in norma.provisions] == [
        "agr1_ite1",
        "agr1_ite2",
        "agr2_ite1",
    ]


def test_a_page_on_its_side_is_told() -> None:
    garbled = "S & o q E\n= n o s = &\n. ã x @ É =\no [ n ; x\n" * 6
    text = f"{HEAD}Art. 1º Um.\n{garbled}Art. 2º {END}"
    document = parse_source(source_from_text(text))
    assert body_of(document.normas[0]) == ["art1", "art2"]
    assert "unreadable-lines" in {problem.code for problem in document.problems}
    assert len(list(find_garbled_runs(read_lines(source_from_text(text))))) == 1


def test_a_paragraph_without_a_label_is_told() -> None:
    body = (
        "Art. 1º A feira é livre.\nA taxa é paga todo mês pelo feirante.\nArt. 2º "
        + END
    )
    (norma,) = lawtool.parse(HEAD + body)
    assert [problem.code for problem in norma.problems] == ["unlabelled-paragraph"]
