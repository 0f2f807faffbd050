"""Defined terms: definitions, denominations, abbreviations."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

import lawtool
from conftest import CORPUS, GOLD
from lawtool import sources
from lawtool.meaning.abbreviations import find_abbreviations, is_short_form
from lawtool.meaning.concepts import join_concepts
from lawtool.meaning.placed import place_terms
from lawtool.meaning.terms import ABBREVIATION, DefinedTerm, concept_of, find_terms
from lawtool.pipeline import parse_source
from lawtool.repair.offsets import Edits
from lawtool.vocabulary.folding import flatten

HEAD = "LEI Nº 12, DE 3 DE MAIO DE 1990\n\nDispõe sobre o comércio.\n\n"


def terms_of(*articles: str) -> list[DefinedTerm]:
    (norma,) = lawtool.parse(HEAD + "\n\n".join(articles))
    return find_terms(norma)


@pytest.mark.parametrize(
    ("article", "term", "definition"),
    [
        ("Art. 1º Para os efeitos desta Lei considera-se:\n\nI - FILEIRA - disposição em linha;", "FILEIRA", "disposição em linha;"),
        ("Art. 1º São adotadas as seguintes definições:\n\nI – poluição: a degradação do meio;", "poluição", "a degradação do meio;"),
        ("Art. 1º Entende-se por Posto Consorciado o posto que revende gás.", "Posto Consorciado", "o posto que revende gás."),
        ("Art. 1º Considera-se reincidência, para fins desta lei, o cometimento de outra infração.", "reincidência", "o cometimento de outra infração."),
        ("Art. 1º Consideram-se para os fins desta Lei:\n\nI - Botijões- recipiente de 13 kg;", "Botijões", "recipiente de 13 kg;"),
    ],
)  # fmt: skip
def test_a_definition_has_its_term_and_its_text(
    article: str, term: str, definition: str
) -> None:
    (norma,) = lawtool.parse(HEAD + article)
    (found,) = find_terms(norma)
    node = norma.get(found.path)
    assert node is not None
    assert found.term == node.text[found.start : found.end] == term
    assert node.text[found.definition_start : found.definition_end] == definition


@pytest.mark.parametrize(
    "article",
    [
        "Art. 1º O Diretor será designado pelo Prefeito.",
        "Art. 1º Fica denominada Rua das Flores a atual Rua 4.",
        "Art. 1º Considera-se aprovado o projeto que tiver maioria.",
        "Art. 1º Uma área na fazenda denominada Cavaco.",
        "Art. 1º São considerados incentivos:\n\nI - Museus, bibliotecas e centros culturais;",
    ],
)
def test_what_names_or_appoints_defines_nothing(article: str) -> None:
    assert terms_of(article) == []


@pytest.mark.parametrize(
    ("text", "long_form", "short"),
    [
        ("venda de gás liquefeito de petróleo (GLP) no varejo", "gás liquefeito de petróleo", "GLP"),
        ("da Associação Brasileira de Normas Técnicas - ABNT, que", "Associação Brasileira de Normas Técnicas", "ABNT"),
        ("pela CETESB – Companhia Estadual de Saneamento Ambiental e Corpo", "Companhia Estadual de Saneamento Ambiental", "CETESB"),
        ("rede de Postos Revendedores de GLP (PRs/GLP), que", "Postos Revendedores de GLP", "PRs/GLP"),
        ("deverão ter Estudo Prévio de Impacto de Vizinhança - EIV.", "Estudo Prévio de Impacto de Vizinhança", "EIV"),
    ],
)  # fmt: skip
def test_a_short_form_has_its_long_form(text: str, long_form: str, short: str) -> None:
    (found,) = find_abbreviations(text, flatten(text))
    assert (text[found.start : found.end], found.short) == (long_form, short)


@pytest.mark.parametrize(
    "text",
    [
        "na cidade do Rio de Janeiro - RJ.",
        "Art. 2º (NR)",
        "Pio XII",
        "Coari - AM",
        "VETADO",
    ],
)
def test_states_numerals_and_marks_of_drafting_are_no_short_forms(text: str) -> None:
    assert list(find_abbreviations(text, flatten(text))) == []


def test_the_concept_of_a_plural_is_that_of_its_singular() -> None:
    assert concept_of("Recipientes Transportáveis") == concept_of(
        "recipiente transportável"
    )
    assert concept_of("UFMs") == concept_of("UFM") == "ufm"
    assert not is_short_form("XII")


def test_the_annotated_terms_of_the_bundled_corpus_are_found() -> None:
    """Rules were written with half of these rows in sight; on the other half 50 of 51 and 13
    of 17 were found.
    """
    gold: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for line in (GOLD / "terms.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        kind = "abbreviation" if row["kind"] == ABBREVIATION else "definition"
        gold[kind].add((f"{row['norm']} {row['path']}", row["term"]))
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for path in sorted((CORPUS / "texts").iterdir()):
        source = sources.read_source(path)
        document = parse_source(source)
        edits = Edits(row for row in document.corrections if row.applies)
        for norma in document.normas:
            for placed in place_terms(norma, source.text, edits):
                place = f"{norma.slug} {placed.path.replace('_cpt', '')}"
                if placed.kind != ABBREVIATION:
                    found["definition"].add((place, placed.term))
                if placed.abbreviation:
                    found["abbreviation"].add((place, placed.term))
    assert len(gold["definition"] & found["definition"]) >= 0.95 * len(
        gold["definition"]
    )
    assert len(found["definition"] - gold["definition"]) <= 2
    assert len(gold["abbreviation"] & found["abbreviation"]) >= 0.9 * len(
        gold["abbreviation"]
    )


def test_terms_that_are_defined_alike_are_one_concept_whatever_they_are_called() -> (
    None
):
    names = join_concepts(
        [
            ("recipiente-transportavel", "recipiente para acondicionar gás, fabricado segundo normas"),
            ("recipiente-transportavel-de-glp", "recipientes para acondicionar gás, fabricado segundo normas"),
            ("recipiente-novo", "quando ainda não receberam nenhuma carga de gás"),
            ("pr", ""),
            ("pr-glp", ""),
        ]
    )  # fmt: skip
    assert names["recipiente-transportavel-de-glp"] == "recipiente-transportavel"
    assert names["recipiente-novo"] == "recipiente-novo"
    assert names["pr"] != names["pr-glp"]
