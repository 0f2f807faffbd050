"""The finder: the annotated truth, the seventeen hard cases, the forms of the field, and bad
input.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import CORPUS, GOLD
from lawtool import pipeline, sources
from lawtool.citations import Context, find_citations, target
from lawtool.model import Citation, Norma, NormaId, Span
from timing import least_seconds

TOWN = NormaId(
    species="lei",
    number="3000",
    year=2009,
    level="municipal",
    uf="BA",
    municipio="Feira de Santana",
)
OWN = "br;ba:feira.santana"


def within(text: str, identity: NormaId = TOWN) -> list[Citation]:
    """Citations of a text that is said to be of one norm, without a tree."""
    norma = Norma(
        slug="here",
        id=identity,
        source="here",
        span=Span(start=0, end=len(text)),
        nodes=(),
    )
    return find_citations(text, context=Context([norma]))


def targets(text: str, identity: NormaId = TOWN) -> list[str]:
    return [target(one) for one in within(text, identity)]


@cache
def seed(name: str) -> tuple[str, tuple[Citation, ...]]:
    document = pipeline.parse_source(
        sources.read_source(CORPUS / "texts" / f"{name}.txt")
    )
    furniture = [line.span for line in document.lines if line.furniture]
    context = Context(document.normas, furniture=furniture)
    return document.source.text, tuple(
        find_citations(document.source.text, context=context)
    )


def at(name: str, words: str, after: str = "") -> Citation:
    """The citation with these words, the first one after a place in the text."""
    text, found = seed(name)
    start = text.index(after)
    return next(
        one
        for one in found
        if one.span.start >= start and " ".join(one.text.split()) == words
    )


COARI, GUARIBA, LAGOAS, ANP, VOTU = (
    "coari-lei-340-1999", "guariba-lei-1992", "sete-lagoas-pl-2025", "anp-glp-portarias", "votuporanga-lei-3459-2001"
)  # fmt: skip


# -- the annotated truth
# --------------------------------------------------------------------------------------------


def _gold(name: str = "citations") -> Iterator[dict[str, object]]:
    for line in (GOLD / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def test_every_mandatory_span_and_relation_of_the_truth_is_found() -> None:
    wrong = []
    for row in _gold():
        if row.get("optional"):
            continue
        _, found = seed(Path(str(row["file"])).stem)
        place = (row["start"], row["end"], row["kind"], row["relation"])
        if place not in {
            (one.span.start, one.span.end, one.kind, one.relation) for one in found
        }:
            wrong.append(row["text"])
    assert len(wrong) <= 189 * 0.03, wrong


def test_nothing_is_found_beyond_the_truth() -> None:
    known = {(Path(str(row["file"])).stem, row["start"]) for row in _gold()}
    extra = [(name, one.text) for name in (COARI, GUARIBA, LAGOAS, ANP, VOTU) for one in seed(name)[1]
             if (name, one.span.start) not in known]  # fmt: skip
    assert len(extra) <= 3, extra


def test_no_title_is_taken_for_a_citation() -> None:
    for row in _gold("titles"):
        _, found = seed(Path(str(row["file"])).stem)
        start, end = int(str(row["start"])), int(str(row["end"]))
        assert not [
            one for one in found if one.span.start < end and start < one.span.end
        ], row["text"]


def test_spans_are_slices_of_the_raw_text_and_never_overlap() -> None:
    for name in (COARI, GUARIBA, LAGOAS, ANP, VOTU):
        text, found = seed(name)
        ends = [0]
        for one in found:
            assert one.text == one.span.of(text) == one.text.strip()
            assert one.span.start >= ends[-1]
            ends.append(one.span.end)


# -- the seventeen hard cases (domain: citations, section 2)
# --------------------------------------------------------


def test_case_01_two_dates_for_one_decree() -> None:
    right = at(COARI, "Art. 6º do Decreto nº 1021, de 27.12.93")
    wrong = at(COARI, "caput do Art. 1º do Decreto nº 1021, de 27.12.98")
    assert target(right) == "br;federal;decreto;-;1021;1993-12-27!art6"
    assert (wrong.status, wrong.reason) == ("contradictory", "found-date-differs")
    assert target(wrong) == "br;federal;decreto;-;1021;1993-12-27!art1_cpt"


def test_case_02_the_inciso_is_taken_as_written() -> None:
    assert at(COARI, "inciso II deste artigo").fragments == ("art15_cpt_inc2",)


def test_case_03_own_species_wrong() -> None:
    one = at(COARI, "nesta Portaria")
    assert (one.status, one.reason) == ("self", "self-type-mismatch")
    assert target(one) == "br;am:coari;lei;-;340;1999-01-28"


def test_case_04_a_plural_number_mark_that_lost_its_sign() -> None:
    for number in (
        "Portarias CNP - DIFIS nos 58",
        "59",
        "60",
        "61, de 14 de junho de 1989",
    ):
        one = at(ANP, number, "Portarias CNP - DIFIS")
        assert (
            target(one)
            == f"br;federal;portaria;cnp.difis;{number.split(',')[0].split()[-1]};1989-06-14"
        )
    assert target(at(ANP, "Decreto no 1.021, de 27 de dezembro de 1993")).endswith(
        "1021;1993-12-27"
    )


def test_case_05_one_norm_in_several_forms() -> None:
    forms = [
        "Portaria 27, de 16 de setembro de 1996, do Departamento Nacional de Combustíveis",
        "Portaria 27, de 16 de Setembro de 1996, do Ministério de Minas e Energia, do Departamento Nacional de Combustíveis",
        "Portaria nº 27, de 16 de Setembro de 1996 do Ministério de Minas e Energia, do Departamento Nacional de Combustíveis",
    ]
    assert {target(at(VOTU, form)) for form in forms} == {
        "br;federal;portaria;dnc;27;1996-09-16"
    }
    assert target(
        at(
            VOTU,
            "Portaria 843 do Ministério da Infra Estrutura, de 31 de outubro de 1990",
        )
    ) == target(at(ANP, "Portaria MINFRA 843, de 31 de outubro de 1990"))


def test_case_06_bare_numbers_in_a_list() -> None:
    expected = {
        "leis nº 4.898 de 26 de outubro de 1994": "lei;-;4898;1994-10-26",
        "123 de 30 de junho 1995": "lei;-;123;1995-06-30",
        "lei 5.012 de 08 de junho de 1995": "lei;-;5012;1995-06-08",
        "6.475 de 04/05/2001": "lei;-;6475;2001-05-04",
        "decreto 20140 de 27/06/95": "decreto;-;20140;1995-06-27",
    }
    for words, end in expected.items():
        one = at(LAGOAS, words)
        assert target(one) == f"br;mg:sete.lagoas;{end}"
        assert one.relation == "revokes"


def test_case_07_a_shared_tail() -> None:
    one = at(ANP, "§ 1º e § 2º do art. 7°")
    assert (
        target(one) == "br;federal;portaria;minfra;843;1990-10-31!art7_par1|art7_par2"
    )


def test_case_08_an_annexed_law_is_another_norm() -> None:
    text, _ = seed(LAGOAS)
    assert (
        target(at(LAGOAS, "Esta Lei")) == "br;mg:sete.lagoas;projeto.lei;-;-;2025-03-31"
    )
    annexed = text[text.index("LEI Nº 7061 DE 29") :]
    assert (
        target(at(LAGOAS, "nesta lei", annexed[:40]))
        == "br;mg:sete.lagoas;lei;-;7061;2004-12-29"
    )


def test_case_09_a_provision_that_does_not_exist_yet() -> None:
    one = at(
        LAGOAS,
        "parágrafo único ao art. 20º, da Lei Municipal nº. 7061, de 29 de dezembro de 2004",
    )
    assert (one.relation, one.fragments) == ("adds", ("art20_par1u",))
    alone = at(LAGOAS, "parágrafo único", "inserção do")
    assert (alone.id and alone.id.number, alone.fragments) == ("7061", ("art20_par1u",))


def test_case_10_item_for_inciso() -> None:
    assert at(GUARIBA, "item II deste artigo").fragments == ("art4_cpt_inc2",)
    assert at(GUARIBA, "itens I e II, deste artigo").fragments == (
        "art4_cpt_inc1",
        "art4_cpt_inc2",
    )


def test_case_11_ranges_and_possessives() -> None:
    assert (
        target(at(VOTU, "seus artigos 417 a 441"))
        == "br;sp:votuporanga;lei;-;1595;1977-02-10!art417..art441"
    )


def test_case_12_a_dangling_reference_is_not_guessed() -> None:
    text, found = seed(LAGOAS)
    place = text.index("critérios definidos no artigo") + len("critérios definidos no ")
    assert not [one for one in found if one.span.start == place and one.fragments]


def test_case_13_both_orders() -> None:
    one = at(LAGOAS, "art. 3º, incisos VIII e IX da Lei Municipal 7061/2004")
    other = at(
        LAGOAS,
        "incisos VIII e IX, do art. 3º, da Lei Municipal nº. 7061, de 29 de dezembro de 2004",
    )
    assert one.fragments == other.fragments == ("art3_cpt_inc8", "art3_cpt_inc9")


def test_case_14_typography() -> None:
    assert at(LAGOAS, '"caput"do artigo').fragments == ("art10_cpt",)
    assert at(ANP, '“caput" deste artigo').fragments == ("art9_cpt",)
    assert at(ANP, "§1º deste artigo").fragments == ("art6_par1",)
    assert "esta\nLei" in {one.text for one in seed(COARI)[1]}


def test_case_15_names_change_their_meaning() -> None:
    assert (
        target(at(COARI, "Código Nacional de Trânsito"))
        == "br;federal;codigo;-;~codigo.nacional.transito;-"
    )
    assert (
        target(at(LAGOAS, "Lei de Uso e Ocupação do Solo"))
        == "br;mg:sete.lagoas;lei;-;~lei.uso.ocupacao.solo;-"
    )
    named = "Lei Municipal de Uso e Ocupação do Solo do Município de Sete Lagoas/MG"
    assert target(at(LAGOAS, named)) == "br;mg:sete.lagoas;lei.complementar;-;209;2017"
    old = NormaId(
        species="lei",
        number="9",
        year=1995,
        level="municipal",
        uf="SP",
        municipio="Guariba",
    )
    assert targets("na forma do Código Civil", old) == [
        "br;federal;lei;-;3071;1916-01-01"
    ]
    assert targets("na forma do Código Civil") == ["br;federal;lei;-;10406;2002-01-10"]


def test_case_16_a_bill_is_not_a_law() -> None:
    assert (
        target(at(VOTU, "Projeto de Lei nº 92/2001"))
        == "br;sp:votuporanga;projeto.lei;-;92;2001"
    )


def test_case_17_a_deferred_revocation_revokes() -> None:
    text, _ = seed(ANP)
    after = text[text.index("Fica revogada a Portaria DNC") :][:40]
    assert (
        at(ANP, "Portaria DNC nº 27, de 16 de setembro de 1996", after).relation
        == "revokes"
    )
    assert at(ANP, "Resolução ANP n° 5, de 26.2.2008").relation == "revoked_by"


# -- forms of the field
# ---------------------------------------------------------------------------------------------

FORMS = [
    ("nos termos da Lei nº 1.234, de 5 de maio de 1980, e", [f"{OWN};lei;-;1234;1980-05-05"]),
    ("pela Lei Municipal 12/89.", [f"{OWN};lei;-;12;1989"]),
    ("o art. 5º, inciso II, da Lei Orgânica do Município", [f"{OWN};lei.organica;-;-;-!art5_inc2"]),
    ("as Leis nºs 1.801/95 e 1.802/95", [f"{OWN};lei;-;1801;1995", f"{OWN};lei;-;1802;1995"]),
    ("o Decreto-Lei nº 201/67 dispõe", ["br;federal;decreto.lei;-;201;1967"]),
    ("no art. 37, inciso XXI, da Constituição Federal", ["br;federal;constituicao;-;-;1988-10-05!art37_inc21"]),
    ("a Constituição Federal, Art. 37, Inciso XI", ["br;federal;constituicao;-;-;1988-10-05!art37_inc11"]),
    ("da Lei nº 8.666/93", ["br;federal;lei;-;8666;1993-06-21"]),
    ("da Lei 4.320, de 17 de março de 1964", ["br;federal;lei;-;4320;1964-03-17"]),
    ("da Lei Complementar nº 101/ 2000", ["br;federal;lei.complementar;-;101;2000-05-04"]),
    ("da Lei Federal nº 4.950-a de 22 de abril de 1966", ["br;federal;lei;-;4950-A;1966-04-22"]),
    ("da Lei Estadual nº 6.677/94", ["br;ba;lei;-;6677;1994"]),
    ("o Anexo II, Lei nº 4.320/64", ["br;federal;lei;-;4320;1964-03-17!anx2"]),
    ("da Resolução CONAMA nº 237/97", ["br;federal;resolucao;conama;237;1997"]),
    ("a Lei Orçamentária Anual nº 2.511, de 15 de dezembro de 2004", [f"{OWN};lei;-;2511;2004-12-15"]),
    ("conforme art. 94 da Lei Orgânica do Município, inciso XIII, e", [f"{OWN};lei.organica;-;-;-!art94_inc13"]),
    ("no art. 585, e seguintes do Código Penal", ["br;federal;decreto.lei;-;2848;1940-12-07!art585"]),
    ("Acrescente-se ao art. 1º da Resolução nº 150/84, o § 2º", [
        f"{OWN};resolucao;camara.municipal;150;1984!art1", f"{OWN};resolucao;camara.municipal;150;1984!art1_par2"]),
    ("arts. 167, § 2º, da Constituição Federal e 118, § 2º, da Lei Orgânica do Município", [
        "br;federal;constituicao;-;-;1988-10-05!art167_par2", f"{OWN};lei.organica;-;-;-!art118_par2"]),
    ("a NBR 9050:2004 e a norma ABNT NB — 324", ["abnt;nbr;9050;2004", "abnt;nb;324;-"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FORMS)
def test_forms_of_municipal_law(text: str, expected: list[str]) -> None:
    assert targets(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "na forma da legislação aplicável, revogadas as disposições em contrário",
        "decretou e eu sanciono a seguinte Lei:",
        "Processo nº 123/2001, matrícula nº 5.012, Rua A, nº 45",
        "a Lei Orçamentária e a Lei de Diretrizes Orçamentárias",
        "o conselho elaborará seu regimento interno",
        "letras e números do anexo",
        "em conflito com a lei",
        "crédito especial (Código 26.122.011)",
    ],
)
def test_what_names_no_norm_is_left_alone(text: str) -> None:
    assert targets(text) == []


def test_what_is_inferred_is_said() -> None:
    (one,) = within("da Lei nº 1.802/95")
    assert set(one.inferred) == {"century", "level", "place"}
    (printed,) = within("da Lei Federal nº 8.069, de 13 de julho de 1990")
    assert printed.inferred == ()


def test_without_a_context_internal_references_point_nowhere() -> None:
    one, other = find_citations("o disposto no § 1º deste artigo e nesta Lei")
    assert (one.kind, one.id, other.scope) == ("internal", None, "this-norm")


# -- bad input
# ------------------------------------------------------------------------------------------------------


@given(st.text(alphabet='Lei nºart.§1/0,;“"do\n Códigrevga', max_size=300))
def test_no_text_raises(text: str) -> None:
    for one in find_citations(text):
        assert one.text == text[one.span.start : one.span.end] != ""


def test_a_citation_cut_by_a_page_break_is_whole() -> None:
    text = "nos termos da Lei nº 1.234,\nPREFEITURA  Fls. 3\nde 5 de maio de 1980."
    furniture = Span(start=text.index("PREF"), end=text.index("de 5"))
    norma = Norma(
        slug="x", id=TOWN, source="x", span=Span(start=0, end=len(text)), nodes=()
    )
    (one,) = find_citations(text, context=Context([norma], furniture=[furniture]))
    assert target(one) == f"{OWN};lei;-;1234;1980-05-05"


@pytest.mark.parametrize(
    "piece",
    [
        "art. ",
        '"“',
        "§ ",
        "art. 1º, ",
        "Lei nº 1, ",
        "revoga ",
        "do art. 5º ",
        "1.",
        "Código de Aa ",
        "altera a Lei nº 1/90\n",
    ],
)
def test_time_grows_with_the_length_only(piece: str) -> None:
    def seconds(length: int) -> float:
        text = (piece * length)[:length]
        return least_seconds(lambda: find_citations(text))

    seconds(1000)
    assert seconds(64000) <= max(0.05, seconds(8000) * 8 * 3)


@pytest.mark.parametrize("gap", [" ", "\n", " \n", "\t", ", ", ". ", "A", " A", "a "])
@pytest.mark.parametrize(
    "head",
    [
        "art. 5º",
        "Lei nº 3",
        "Lei nº 3, de",
        "Lei municipal",
        "NBR",
        "Portaria DNC",
        "Constituição",
        "alínea a",
    ],
)
def test_a_wide_gap_costs_no_more_than_its_length(head: str, gap: str) -> None:
    def seconds(length: int) -> float:
        text = f"{head}{(gap * length)[:length]}x {head} e o {head}"
        return least_seconds(lambda: find_citations(text))

    seconds(100)
    assert seconds(12000) <= max(0.05, seconds(1500) * 8 * 3)
