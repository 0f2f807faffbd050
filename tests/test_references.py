"""Norms as texts name them: species, bodies, abbreviations, names, lists."""

from __future__ import annotations

import pytest

from lawtool.citations import find_citations, target

TARGETS = {
    "a Resolução Conama nº 237/97": "br;federal;resolucao;conama;237;1997",
    "a Portaria Inmetro n.º 109": "br;federal;portaria;inmetro;109;-",
    "a Resolução da Agência Nacional de Transportes Terrestres - ANTT n.º 5.232":
        "br;federal;resolucao;antt;5232;-",
    "a IN RFB 1.700/2017": "br;federal;instrucao.normativa;rfb;1700;2017",
    "a Resolução RDC nº 216/2004": "br;-;resolucao.diretoria.colegiada;-;216;2004",
    "o Convênio ICMS 57/95": "br;federal;convenio;confaz.icms;57;1995",
    "o Ajuste SINIEF-12/04": "br;federal;ajuste;confaz.sinief;12;2004",
    "a Emenda nº 30 à Lei Orgânica": "br;-;emenda.lei.organica;-;30;-",
    "o Dec.-Lei 200/67": "br;federal;decreto.lei;-;200;1967",
    "a MP 2.158-35/2001": "br;federal;medida.provisoria;-;2158-35;2001",
    "a Lei Compl. 101/2000": "br;federal;lei.complementar;-;101;2000-05-04",
    "a Lei nº 101/2000": "br;federal;lei.complementar;-;101;2000-05-04",
    "o art. 59 da Constituição": "br;federal;constituicao;-;-;1988-10-05!art59",
    "o art. 5º, XXXV, CF": "br;federal;constituicao;-;-;1988-10-05!art5_inc35",
    "a Lei Orgânica do Município de 5 de abril de 1990": "br;-;lei.organica;-;-;1990-04-05",
    "a Lei Orgânica de Manaus": "br;am:manaus;lei.organica;-;-;-",
    "o Regimento Interno do Conselho Seccional":
        "br;-;regimento.interno;-;~regimento.interno.conselho.seccional;-",
    "ALTERA O CÓDIGO TRIBUTÁRIO MUNICIPAL E DÁ": "br;-;codigo;-;~codigo.tributario;-",
}  # fmt: skip


@pytest.mark.parametrize("words", TARGETS)
def test_a_norm_is_read_as_texts_name_it(words: str) -> None:
    (citation,) = find_citations(f"Vale {words}.")
    assert target(citation) == TARGETS[words]


@pytest.mark.parametrize(
    "words",
    [
        "a constituição de empresas",
        "a Comissão de Constituição e Justiça",
        "o Convênio nº 12/2020",
        "a Lei Orçamentária 2014",
        "a Emenda nº 3 ao Projeto",
        "o ato de 3 de maio",
        "https://www.planalto.gov.br/Constituicao/Constituicao.htm#art5",
    ],
)
def test_what_only_looks_like_a_norm_is_none(words: str) -> None:
    assert find_citations(f"Vale {words}.") == []


def test_a_year_said_of_both_belongs_to_both() -> None:
    citations = find_citations("Valem as Leis nºs 10 e 12, ambas de 2001, aqui.")
    assert [target(citation) for citation in citations] == [
        "br;-;lei;-;10;2001",
        "br;-;lei;-;12;2001",
    ]


def test_a_list_of_articles_with_pinpoints_is_one_reference() -> None:
    (citation,) = find_citations(
        "Valem os arts. 1º, incisos VI e VIII; 2º, V; 19, § 5º, da Lei nº 6.385, de 7 de dezembro de 1976."
    )
    assert target(citation).split("!")[1] == "art1_inc6|art1_inc8|art2_inc5|art19_par5"
