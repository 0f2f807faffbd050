"""The decoder and the trees: every trap that is known, as a small text."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawtool import layout, sources, structure
from lawtool.model import Document, Kind, Norma
from lawtool.pipeline import parse, parse_source

ROOT = Path(__file__).parents[1]


def tree(text: str) -> dict[str, str]:
    """Paths and texts of the first norm, provisions and quoted blocks only."""
    kinds = {
        Kind.ARTIGO,
        Kind.PARAGRAFO,
        Kind.INCISO,
        Kind.ALINEA,
        Kind.ITEM,
        Kind.ALTERACAO,
        Kind.ANEXO_ITEM,
    }
    return {node.path: node.text for node in parse(text)[0].nodes if node.kind in kinds}


def paths(text: str) -> list[str]:
    return list(tree(text))


def codes(norma: Norma) -> Counter[str]:
    return Counter(problem.code for problem in norma.problems)


HEAD = "LEI Nº 10, DE 5 DE MAIO DE 1990\nDispõe sobre coisas.\nO PREFEITO MUNICIPAL DE COARI, faço saber:\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            "Art. 1º Fica criado:\nI - um;\nII - dois:\na) alfa;\nb) beta:\n1. gama;\n2. delta.\n§ 1º Um.\n§ 2º Dois:\nI - x.",
            [
                "art1",
                "art1_cpt_inc1",
                "art1_cpt_inc2",
                "art1_cpt_inc2_ali1",
                "art1_cpt_inc2_ali2",
                "art1_cpt_inc2_ali2_ite1",
                "art1_cpt_inc2_ali2_ite2",
                "art1_par1",
                "art1_par2",
                "art1_par2_inc1",
            ],
            id="the usual chain, and incisos below a paragraph",
        ),
        pytest.param(
            "Art. 1º Os depósitos:\nI - fechados:\n1 - até 40:\na) três;\nb) dez;\n2 - até 100:\na) três;\nII - abertos:\n1 - até 40:\na) um.\n§ 1º Fim.",
            [
                "art1",
                "art1_cpt_inc1",
                "art1_cpt_inc1_ite1",
                "art1_cpt_inc1_ite1_ali1",
                "art1_cpt_inc1_ite1_ali2",
                "art1_cpt_inc1_ite2",
                "art1_cpt_inc1_ite2_ali1",
                "art1_cpt_inc2",
                "art1_cpt_inc2_ite1",
                "art1_cpt_inc2_ite1_ali1",
                "art1_par1",
            ],
            id="items above alíneas",
        ),
        pytest.param(
            "Art. 1º Normas:\na) uma;\nb) outra.\nArt. 2º Fim.",
            ["art1", "art1_cpt_ali1", "art1_cpt_ali2", "art2"],
            id="alíneas below an article",
        ),
        pytest.param(
            "Art. 1º Lista:\nI - um;\nII - dois;\nIII - três;\nIII - outro três;\nIV - quatro:\na) x;\nVI - seis;\nV - cinco.",
            [
                "art1",
                "art1_cpt_inc1",
                "art1_cpt_inc2",
                "art1_cpt_inc3",
                "art1_cpt_inc3~2",
                "art1_cpt_inc4",
                "art1_cpt_inc4_ali1",
                "art1_cpt_inc6",
                "art1_cpt_inc5",
            ],
            id="repeats and disorder of a clean text stay as printed",
        ),
        pytest.param(
            "Art. 1º Lista:\nI - um;\nIII - três.",
            ["art1", "art1_cpt_inc1", "art1_cpt_inc3"],
            id="a missing number",
        ),
        pytest.param(
            "Art. 1º Um.\nArt. 1º-A. Um e meio.\nArt. 2º Dois.",
            ["art1", "art1-1", "art2"],
            id="an inserted article",
        ),
        pytest.param(
            "Art. 8º Um.\nArt. 9º A pulverização é vedada.\nArt. 10 As águas.\nArt. 11 A(s) entrada(s).",
            ["art8", "art9", "art10", "art11"],
            id="articles of speech are no suffixes",
        ),
        pytest.param(
            "Art. 15 O infrator sofrerá as penalidades:I - multa;\nII - suspensão.",
            ["art15", "art15_cpt_inc1", "art15_cpt_inc2"],
            id="a label glued to the text before it",
        ),
        pytest.param(
            "Art. 1º O prazo é de noventa dias. Art. 2º Esta Lei vigora.\nArt. 3º Vale a Lei. § 1º Se houver.",
            ["art1", "art2", "art3", "art3_par1"],
            id="provisions behind a lost line break",
        ),
        pytest.param(
            "Art. 1º Cargos:\nI - diretor;\nII - fiscal III - contador IV - auxiliar\nV - motorista.",
            [
                "art1",
                "art1_cpt_inc1",
                "art1_cpt_inc2",
                "art1_cpt_inc3",
                "art1_cpt_inc4",
                "art1_cpt_inc5",
            ],
            id="several members of a list on one line",
        ),
        pytest.param(
            "Art. 1º Os itens: a) um; b) dois.\nArt. 2º Fim.",
            ["art1", "art2"],
            id="a list inside a sentence",
        ),
        pytest.param(
            "Art. 1º Alíneas:\ni) um;\nj) dois;\nl) três.",
            ["art1", "art1_cpt_ali9", "art1_cpt_ali10", "art1_cpt_ali12"],
            id="letters, not numerals",
        ),
        pytest.param(
            "Art. 1º Sobre a sala: - posto de venda, e outros.\nParágrafo Único: Vale.",
            ["art1", "art1_par1u"],
            id="a dash inside a sentence is no list",
        ),
    ],
)
def test_paths(body: str, expected: list[str]) -> None:
    assert paths(HEAD + body) == expected


WRAPPED = """LEI Nº 10, DE 5 DE MAIO DE 1990
Dispõe sobre as condições mínimas de segurança das áreas, e dá outras providências.
O PREFEITO MUNICIPAL DE COARI, faço saber que a Câmara aprovou e eu sanciono a lei:
Art. 1º- No caso de botijões de treze quilos, a área de armazenamento da classe
I poderá receber até quarenta recipientes transportáveis de GLP cheios, observado o
Art. 6º do Decreto nº 1021, de 27.12.93, e as demais normas da autoridade, previstas no
§ 2º do art. 7º da mesma lei, sem prejuízo das multas que forem devidas ao Município.
Art. 2º- A distribuidora informará a Prefeitura, até o dia trinta de cada mês, sobre
a) os credenciamentos ocorridos no mês anterior, com a razão social do revendedor, e os
b) descredenciamentos.
"""


def test_false_labels_inside_sentences_are_text() -> None:
    assert [path for path in paths(WRAPPED) if path.startswith("art")][:2] == [
        "art1",
        "art2",
    ]
    assert "I poderá receber" in tree(WRAPPED)["art1"]
    assert "Art. 6º do Decreto" in tree(WRAPPED)["art1"]


SCANNED = """PREFEITURA MUNICIPAL DE COARI
LEI Nº 340/99
Institui normas para depósitos.
Art. 1º- São requisitos da instalação, observadas as normas técnicas da autoridade
competente:
I- possuir ventilação natural;
H- estar protegida do sol, da chuva e da umidade;
HI- estar afastada de outros produtos inflamáveis, de fontes de calor e de faíscas;
IV- estar afastada de ralos, caixas de gordura e de esgotos, bem como de galerias.
$ 1º- A distribuidora orientará o revendedor quanto ao manuseio dos botijões e a
segurança das instalações.
8 2º- O revendedor somente poderá armazenar vasilhames cheios das marcas comerciais.
89 quilos é a capacidade máxima de cada recipiente, sem contar o peso do vasilhame.
& 3º- Fica vedado o uso em motores de qualquer espécie.
Art. 2º- Lista:
I- um;
II- dois;
II- quando indispensável para a preservação do meio ambiente;
IV- quatro.
"""


def test_a_scan_is_repaired_by_sequence() -> None:
    document = parse_source(sources.source_from_text(SCANNED, "scan.txt"))
    found = [
        node.path
        for node in document.normas[0].nodes
        if node.kind in (Kind.PARAGRAFO, Kind.INCISO)
    ]
    assert found == [
        "art1_cpt_inc1", "art1_cpt_inc2", "art1_cpt_inc3", "art1_cpt_inc4", "art1_par1", "art1_par2", "art1_par3",
        "art2_cpt_inc1", "art2_cpt_inc2", "art2_cpt_inc3", "art2_cpt_inc4",
    ]  # fmt: skip
    labels = {
        (row.before, row.after)
        for row in document.corrections
        if row.rule.startswith("label")
    }
    assert labels == {
        ("H", "II"),
        ("HI", "III"),
        ("$ 1º", "§ 1º"),
        ("8 2º", "§ 2º"),
        ("& 3º", "§ 3º"),
        ("II", "III"),
    }
    assert "89 quilos" in document.normas[0].get("art1_par2").text  # type: ignore[union-attr]


def test_the_same_repetition_in_a_clean_text_is_the_laws_own() -> None:
    body = "Art. 1º Lista:\nI - um;\nII - dois;\nII - quando indispensável;\nIV - quatro.\n"
    assert paths(HEAD + body) == [
        "art1",
        "art1_cpt_inc1",
        "art1_cpt_inc2",
        "art1_cpt_inc2~2",
        "art1_cpt_inc4",
    ]
    assert codes(parse(HEAD + body)[0])["numbering-repeat"] == 1


AMENDING = (
    HEAD
    + """Art. 1º O art. 3º da Lei nº 7.061, de 2004, passa a vigorar com a seguinte redação:
“Art. 3º [...]
VIII – distância mínima de 50m;
IX – distância mínima de 30m.” (NR)
Art. 2º Fica acrescido ao art. 20 da mesma Lei o seguinte parágrafo único:
“Art. 20 [...]”
Parágrafo Único: Quando se tratar de licença simplificada.
Art. 3º Esta Lei entra em vigor na data de sua publicação.
"""
)


def test_quoted_blocks_keep_the_other_norms_numbers_apart() -> None:
    found = tree(AMENDING)
    assert list(found) == [
        "art1", "art1_cpt_alt1", "art1_cpt_alt1_art3", "art1_cpt_alt1_art3_cpt_inc8", "art1_cpt_alt1_art3_cpt_inc9",
        "art2", "art2_cpt_alt1", "art2_cpt_alt1_art20", "art2_cpt_alt1_art20_par1u", "art3",
    ]  # fmt: skip
    assert found["art1_cpt_alt1_art3"] == "[...]"
    assert found["art1_cpt_alt1_art3_cpt_inc9"] == "distância mínima de 30m. (NR)"
    assert found["art2_cpt_alt1_art20"] == "[...]"


def test_a_quotation_that_never_closes_does_not_swallow_the_law() -> None:
    body = 'Art. 1º O art. 9º da Lei nº 5 passa a vigorar com a seguinte redação:\n"Art. 9º O prazo é de dez dias.\nArt. 2º Esta lei entra em vigor.\n'
    assert paths(HEAD + body) == ["art1", "art1_cpt_alt1", "art1_cpt_alt1_art9", "art2"]


def test_a_quotation_without_marks() -> None:
    body = "Art. 1º O art. 9º da Lei nº 5 passa a vigorar com a seguinte redação:\nArt. 9º O prazo é de dez dias.\nArt. 2º Esta lei entra em vigor.\n"
    assert paths(HEAD + body) == ["art1", "art1_cpt_alt1", "art1_cpt_alt1_art9", "art2"]
    assert codes(parse(HEAD + body)[0])["unmarked-quotation"] == 1


def kinds_of(text: str) -> list[tuple[str, str]]:
    return [
        (node.path, str(node.kind))
        for node in parse(text)[0].nodes
        if "art" not in node.path
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # Without a closing mark, at the end of the law: the new wording still is not this law's.
        (
            'Art. 1º O art. 2º da Lei nº 3 passa a vigorar com a seguinte redação:\n"Art. 2º A multa é de cem reais.\nI - em dobro;\nII - em triplo.\n',
            [
                "art1",
                "art1_cpt_alt1",
                "art1_cpt_alt1_art2",
                "art1_cpt_alt1_art2_cpt_inc1",
                "art1_cpt_alt1_art2_cpt_inc2",
            ],
        ),
        # A new paragraph, without marks, is not a paragraph of the amending article.
        (
            "Art. 1º Fica alterado o parágrafo único do art. 1º da Lei nº 3, que passará a ter a seguinte redação:\nParágrafo único. Fixa-se o prazo.\nArt. 2º Vigora.\n",
            ["art1", "art1_cpt_alt1", "art1_cpt_alt1_par1u", "art2"],
        ),
        # Commands in a list are this law's own incisos, not a new wording.
        (
            "Art. 1º A Lei nº 3 passa a vigorar com as seguintes alterações:\nI - o art. 5º é revogado;\nII - o art. 6º também.\nArt. 2º Vigora.\n",
            ["art1", "art1_cpt_inc1", "art1_cpt_inc2", "art2"],
        ),
    ],
)
def test_new_wordings_and_lists_of_commands(body: str, expected: list[str]) -> None:
    assert [
        node.path
        for norma in parse(HEAD + body)
        for node in norma.nodes
        if node.path.startswith("art")
    ] == expected


def test_an_amended_annex_is_not_an_annex_of_the_amending_law() -> None:
    body = 'Art. 1º O Anexo VII da Lei nº 3 passa a vigorar com a seguinte redação:\n"ANEXO VII\nTABELA"\nArt. 2º Vigora.\n'
    paths = [node.path for norma in parse(HEAD + body) for node in norma.nodes]
    assert not [path for path in paths if path.startswith("anx")]
    assert "art2" in paths


def test_a_quotation_at_the_end_leaves_the_closing_line_alone() -> None:
    body = "Art. 1º O art. 9º da Lei nº 5 passa a vigorar com a seguinte redação:\n“Art. 9º O prazo é de dez dias.”\nCoari, 5 de maio de 1990.\nFULANO DE TAL\nPrefeito\n"
    found = [node.path for node in parse(HEAD + body)[0].nodes]
    assert found[-5:] == [
        "art1",
        "art1_cpt_alt1",
        "art1_cpt_alt1_art9",
        "fecho",
        "assin1",
    ]


def test_front_and_closing() -> None:
    text = """DECRETO Nº 8.842, de 30 de janeiro de 2013.
Cria a Comissão.
(Revogado pelo Decreto nº 9.000/2014)
O PREFEITO MUNICIPAL DE FEIRA DE SANTANA, no uso de suas atribuições,
CONSIDERANDO a lei federal;
CONSIDERANDO o interesse público, DECRETA:
CAPÍTULO I
DAS DISPOSIÇÕES GERAIS
Art. 1º Fica criada a Comissão.
Das Definições
Art. 2º Este Decreto entra em vigor na data de sua publicação.
Feira de Santana, 30 de janeiro de 2013.
JOSÉ RONALDO DE CARVALHO
Prefeito Municipal
MARIO COSTA BORGES
Chefe de Gabinete
Registrada em livro próprio e publicada no placar do Paço Municipal.
"""
    assert kinds_of(text) == [
        ("epigrafe", "epigrafe"), ("ementa", "ementa"), ("nota1", "nota"), ("preambulo", "preambulo"),
        ("preambulo_con1", "considerando"), ("preambulo_con2", "considerando"), ("preambulo_fml1", "preambulo"),
        ("agr1", "agrupador"), ("agr2", "agrupador"), ("fecho", "fecho"), ("assin1", "assinatura"), ("assin2", "assinatura"),
        ("nota2", "nota"),
    ]  # fmt: skip
    norma = parse(text)[0]
    assert norma.get("agr1").label == "CAPÍTULO I DAS DISPOSIÇÕES GERAIS"  # type: ignore[union-attr]
    assert norma.get("preambulo_fml1").text == "DECRETA:"  # type: ignore[union-attr]
    assert norma.get("preambulo_con2").text == "CONSIDERANDO o interesse público,"  # type: ignore[union-attr]
    assert norma.get("assin2").text == "MARIO COSTA BORGES Chefe de Gabinete"  # type: ignore[union-attr]


def test_notes_hang_below_the_smallest_provision_they_end() -> None:
    body = "Art. 1º Texto. (Redação dada pela Lei nº 7932/2010)\nI - um; (Incluído pela Lei nº 2/1999)\n(Nota)\n§ 2º (Revogado)\nArt. 2º Veja (ver adendo)\n"
    norma = parse(HEAD + body)[0]
    found = {node.path: node.text for node in norma.nodes if node.kind is Kind.NOTA}
    assert found == {
        "art1_nota1": "(Redação dada pela Lei nº 7932/2010)", "art1_cpt_inc1_nota1": "(Incluído pela Lei nº 2/1999)",
        "art1_cpt_inc1_nota2": "(Nota)",
    }  # fmt: skip
    assert norma.get("art1_par2").text == "(Revogado)"  # type: ignore[union-attr]
    assert norma.get("art2").text == "Veja (ver adendo)"  # type: ignore[union-attr]


def test_annexes_have_numbers_of_their_own() -> None:
    body = "Art. 1º Fica aprovado o Anexo.\nCoari, 5 de maio de 1990.\nFULANO DE TAL\nPrefeito\nANEXO I\nPAINEL DE PREÇOS\nAs dimensões são estas:\n1. Painel:\n1.1 O painel deve:\nI - ter letras;\nII - ter cor.\n2. Quadro.\nANEXO ÚNICO\n"
    assert paths(HEAD + body)[1:] == [
        "anexo1_txt1",
        "anexo1_ite1",
        "anexo1_ite1_ite1",
        "anexo1_ite1_ite1_inc1",
        "anexo1_ite1_ite1_inc2",
        "anexo1_ite2",
    ]
    norma = parse(HEAD + body)[0]
    assert norma.get("anexo1").text == "PAINEL DE PREÇOS"  # type: ignore[union-attr]
    assert norma.get("anexo1u").label == "Anexo único"  # type: ignore[union-attr]
    assert "art1" in paths(HEAD + body)


def test_a_regulation_in_an_annex_has_articles() -> None:
    body = "Art. 1º Fica aprovado o Regulamento anexo.\nCoari, 5 de maio de 1990.\nFULANO DE TAL\nPrefeito\nANEXO I\nREGULAMENTO\nArt. 1º O feirante:\nI - paga;\nArt. 2º Fim.\n"
    norma = parse(HEAD + body)[0]
    assert [node.path for node in norma.nodes if node.kind is Kind.ARTIGO] == [
        "art1",
        "anexo1_art1",
        "anexo1_art2",
    ]
    assert norma.get("anexo1_art1_cpt_inc1").kind is Kind.INCISO  # type: ignore[union-attr]


def test_reasons_and_a_second_law_in_one_file() -> None:
    text = """PROJETO DE LEI Nº_______/2025
Altera a Lei nº 7061.
Art. 1º Esta Lei altera a Lei nº 7061.
Sete Lagoas/MG, 31 de março de 2025.
JUSTIFICATIVA
O art. 3º da Lei 7061 carece de proporcionalidade.
1. A medida é urgente.
Sete Lagoas, 31 de março de 2025.
ANEXOS
LEI Nº 7061 DE 29 DE DEZEMBRO DE 2004.
Consolida a legislação.
O Povo do Município de Sete Lagoas, por seus representantes votou, e eu sanciono a seguinte lei:
Art. 1º A construção depende de licença.
Art. 2º Esta lei entra em vigor.
"""
    bill, law = parse(text)
    assert (bill.slug, law.slug) == ("sete-lagoas-pl-2025", "sete-lagoas-lei-7061-2004")
    assert [
        node.path for node in bill.nodes if node.path.startswith(("just", "anexo"))
    ] == [
        "just",
        "just_p1",
        "just_p2",
        "just_fecho",
        "anexo1",
    ]
    assert [node.path for node in law.nodes] == [
        "epigrafe",
        "ementa",
        "preambulo",
        "art1",
        "art2",
    ]


def test_the_transitory_constitution_is_a_norm_of_its_own() -> None:
    text = """CONSTITUIÇÃO DA REPÚBLICA FEDERATIVA DO BRASIL DE 1988
TÍTULO I
Dos Princípios Fundamentais
Art. 1º A República tem como fundamentos:
LXXVIII - a razoável duração do processo.
Art. 2º São Poderes da União.
Brasília, 5 de outubro de 1988.
ATO DAS DISPOSIÇÕES CONSTITUCIONAIS TRANSITÓRIAS
Art. 1º O Presidente prestará compromisso.
"""
    body, transitory = parse(text)
    assert body.get("agr1").label == "TÍTULO I Dos Princípios Fundamentais"  # type: ignore[union-attr]
    assert body.get("art1_cpt_inc78") is not None
    assert transitory.get("art1") is not None
    assert body.id.level == "federal"


def test_tables_hang_below_what_announces_them() -> None:
    body = "Art. 1º Distâncias:\nI - conforme o quadro abaixo:\nCLASSE I II III\nVias públicas 1,5 3,0 7,5\nEscolas 20,0 30,0\n§ 1º No caso de vazamento, afastar.\n"
    norma = parse(HEAD + body)[0]
    assert (
        norma.get("art1_cpt_inc1_tab1").text
        == "CLASSE I II III Vias públicas 1,5 3,0 7,5 Escolas 20,0 30,0"
    )  # type: ignore[union-attr]
    assert norma.get("art1_par1") is not None


def test_drawn_tables_keep_their_cells() -> None:
    body = "Art. 1º Ficam criados os cargos:\n ______________\n| Cargo | Vagas |\n|=======|=======|\n| Fiscal| 2     |\n|_______|_______|\nArt. 2º Fim.\n"
    norma = parse(HEAD + body)[0]
    assert norma.get("art1_cpt_tab1").rows == (("Cargo", "Vagas"), ("Fiscal", "2"))  # type: ignore[union-attr]


def test_struck_wording_stays_apart() -> None:
    html = "<p>LEI Nº 10, DE 5 DE MAIO DE 1990</p><p><s>Art. 1º A taxa é de 5%.</s></p><p>Art. 1º A taxa é de 6%. (Redação dada pela Lei nº 20, de 1995)</p><p><strike>I - velho;</strike></p><p>Art. 2º Fim.</p>"
    norma = parse_source(
        sources.source_from_bytes(html.encode(), slug="lei.html")
    ).normas[0]
    old = [
        (node.path, node.label, node.text)
        for node in norma.nodes
        if node.kind is Kind.REDACAO_ANTERIOR
    ]
    assert [entry[1:] for entry in old] == [
        ("Art. 1º", "A taxa é de 5%."),
        ("I", "velho;"),
    ]
    assert norma.get("art1").text == "A taxa é de 6%."  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("Art. 1º Um.\nArt. 3º Três.", "numbering-gap"),
        ("Art. 1º Um.\nArt. 2º Dois.\nArt. 2º Dois.", "numbering-repeat"),
        ("Art. 2º Dois.", "first-number"),
        ("Art. 1º Um.\nParágrafo único. X.\n§ 2º Y.", "sole-not-alone"),
        ("Art. 1º Um “sem fim.\nArt. 2º Fim.", "unclosed-quotation"),
        ("Art. 1º Um:\nI - x:\n1 - y.", "odd-parent"),
    ],
)
def test_problems(body: str, code: str) -> None:
    assert codes(parse(HEAD + body)[0])[code] == 1


def test_a_text_without_a_law_is_reported() -> None:
    document = parse_source(
        sources.source_from_text("Receita de bolo.\nFarinha e ovos.\n", "bolo.txt")
    )
    assert [problem.code for problem in document.problems] or [
        problem.code for norma in document.normas for problem in norma.problems
    ]


# --- scans
# -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quality", "bound"), [("n1", 0.98), ("n3", 0.97), ("fax", 0.97)]
)
def test_scans_keep_their_structure(quality: str, bound: float, tmp_path: Path) -> None:
    """Four norms printed as pages, damaged and read by Tesseract's `por`; the rules were
    developed on these pages.
    """
    nodes, gold = tmp_path / "nodes.jsonl", tmp_path / "gold.jsonl"
    scans = sorted((ROOT / "tests" / "gold" / "scans").glob(f"*--{quality}.txt"))
    assert len(scans) == 4
    with nodes.open("w", encoding="utf-8") as out:
        for scan in scans:
            for norma in parse_source(sources.read_source(scan)).normas:
                for node in norma.nodes:
                    row = {
                        "norm": norma.slug,
                        "source": scan.name,
                        "path": node.path,
                        "kind": node.kind,
                        "text": node.text,
                    }
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
    truth = (
        (ROOT / "tests" / "gold" / "scans.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    gold.write_text(
        "\n".join(line for line in truth if f"--{quality}" in line), encoding="utf-8"
    )
    scorer = ROOT / "tests" / "score" / "score_structure.py"
    run = subprocess.run(
        [sys.executable, str(scorer), str(gold), str(nodes), "--min-f1", str(bound)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


# --- what must always hold
# -------------------------------------------------------------------------------------------

LINES = st.sampled_from(
    [
        "Art. 1º", "Art. 2º - A lei", "Art. 1º-A.", "§ 1º", "$ 1º- O", "8 2º- X", "& 3º", "I - um;", "HI- três", "WlI-", "II- dois", "a) alfa", "1) um",
        "ANEXO I", "CAPÍTULO I", "Das Definições", "(NR)", "“Art. 3º [...]”", "[...]", "passa a vigorar com a seguinte redação:", "Parágrafo único.",
        "LEI Nº 10, DE 5 DE MAIO DE 1990", "JUSTIFICATIVA", "Coari, 5 de maio de 1990.", "FULANO DE TAL", "Prefeito", "|---|---|", "texto corrido, e",
        "1.1 item", "(Nota)", "", "considerando que", "O PREFEITO MUNICIPAL DE COARI,", "\x00\x0c", "”", "<p>",
    ]
)  # fmt: skip


def covered(document: Document) -> list[int]:
    count = [0] * len(document.source.text)
    for norma in document.normas:
        for node in norma.nodes:
            for span in (
                *((node.label_span,) if node.label_span else ()),
                *node.pieces,
            ):
                for position in range(span.start, span.end):
                    count[position] += 1
    for line in document.lines:
        if line.furniture is not None:
            for position in range(line.span.start, line.span.end):
                count[position] += 1
    return count


@settings(deadline=None, max_examples=150)
@given(st.lists(LINES, max_size=30))
def test_every_character_belongs_to_exactly_one_place(lines: list[str]) -> None:
    text = "\n".join(lines)
    document = parse_source(sources.source_from_text(text, "x.txt"))
    count = covered(document)
    for position, sign in enumerate(text):
        if sign.isprintable() and not sign.isspace():
            assert count[position] == 1, (position, sign, text)


@settings(deadline=None, max_examples=100)
@given(st.lists(LINES, max_size=30))
def test_paths_are_unique_and_parents_come_first(lines: list[str]) -> None:
    for norma in parse("\n".join(lines)):
        seen: set[str] = set()
        for node in norma.nodes:
            assert node.path not in seen
            assert node.parent is None or node.parent in seen
            seen.add(node.path)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=300))
def test_any_text_is_read_without_an_exception_and_twice_alike(text: str) -> None:
    source = sources.source_from_text(text, "x.txt")
    first = structure.decode_source(source, layout.read_lines(source))
    assert first == structure.decode_source(source, layout.read_lines(source))
