"""Written forms of provisions, fragments and labels, each way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool.errors import UnknownProvision
from lawtool.identifiers.grammar import read_chain, read_locators
from lawtool.identifiers.labels import (
    from_fragment,
    write_locator,
    write_locators,
    write_scheme,
)
from lawtool.model import Locator
from lawtool.vocabulary.folding import flatten

READS = {
    'art. 15, II, "a", 1': ["art15_cpt_inc2_ali1_ite1"],
    "§ 2º do art. 7º": ["art7_par2"],
    "incisos VIII e IX, do art. 3º": ["art3_cpt_inc8", "art3_cpt_inc9"],
    "art. 3º, incisos VIII e IX": ["art3_cpt_inc8", "art3_cpt_inc9"],
    "incisos II e IV, art. 16": ["art16_cpt_inc2", "art16_cpt_inc4"],
    "alíneas “c” e “d” do inciso I": ["inc1_ali3", "inc1_ali4"],
    "parágrafo único ao art. 20º": ["art20_par1u"],
    "art. 12 do Anexo I": ["anexo1_art12"],
    "§ 1º e § 2º do art. 7°": ["art7_par1", "art7_par2"],
    "artigos 274, § 2º e, 400": ["art274_par2", "art400"],
    "Artigos 72, inciso III e 138 § 2º": ["art72_cpt_inc3", "art138_par2"],
    "caput e §§ 1º e 2º do art. 5º": ["art5_cpt", "art5_par1", "art5_par2"],
    "itens I e II": ["inc1", "inc2"],
    "Artigo 78, § 2º, ítem IX": ["art78_par2_inc9"],
    "art. 5º-A": ["art5-1"],
    "art. 1º-AA": ["art1-27"],
    "inciso I-B do art. 5º": ["art5_cpt_inc1-2"],
    "inciso HI do art. 2º": ["art2_cpt_inc3"],
    "$ 1º do art. 7º": ["art7_par1"],
    "art. 7º, & 2º": ["art7_par2"],
    "parágrafo primeiro do artigo segundo": ["art2_par1"],
    "artigo 78, 7º": ["art78_par7"],
    "art. 186, letras A e B": ["art186_cpt_ali1", "art186_cpt_ali2"],
    "Anexo Único": ["anexo1u"],
    "Anexo II, 1.2, I": ["anexo2_ite1_ite2_inc1"],
    'art. 4º, I, 2, "c"': ["art4_cpt_inc1_ite2_ali3"],
    "Capítulo II do Título III": ["tit3_cap2"],
    "arts. 57 caput, 60 e 62": ["art57_cpt", "art60", "art62"],
    "arts. 57, § 1º, 60 e 62": ["art57_par1", "art60", "art62"],
    "arts. 57 e §§ 1º e 2º, 60 e 62": [
        "art57",
        "art57_par1",
        "art57_par2",
        "art60",
        "art62",
    ],
    "arts. 37, XI, 39, § 4º, 150, II": [
        "art37_cpt_inc11",
        "art39_par4",
        "art150_cpt_inc2",
    ],
    "arts. 14, parágrafo único e 15": ["art14_par1u", "art15"],
    "art. 5º, §§ 1º, 2º e 3º": ["art5_par1", "art5_par2", "art5_par3"],
    "item 5, na alínea b, inciso II do art. 3º": ["art3_cpt_inc2_ali2_ite5"],
    "inciso II, § 12º do art. 1º": ["art1_par12_inc2"],
    "alíneas a e b, parágrafo único do art. 186": [
        "art186_par1u_ali1",
        "art186_par1u_ali2",
    ],
    "item I, letra B do art. 10": ["art10_cpt_inc1_ali2"],
    "arts. 4º A - e 388 - A": ["art4-1", "art388-1"],
    "§ 3º do art. 6º B": ["art6-2_par3"],
    "art. 5º I": ["art5_cpt_inc1"],
    "art5_cpt_inc3~2": ["art5_cpt_inc3~2"],
    "art1_inc2_ali2": ["art1_cpt_inc2_ali2"],
    "caput do art. 2º e os incisos II e IX": [
        "art2_cpt",
        "art2_cpt_inc2",
        "art2_cpt_inc9",
    ],
    "caput do art. 16 e seus §§ 1º e 2º": ["art16_cpt", "art16_par1", "art16_par2"],
    "inciso III do caput e o § 2º do art. 8º": ["art8_cpt_inc3", "art8_par2"],
    "inciso I e § 2º, ambos do art. 1º": ["art1_cpt_inc1", "art1_par2"],
    "incisos I e II dos arts. 3º e 4º, respectivamente": [
        "art3_cpt_inc1",
        "art4_cpt_inc2",
    ],
    'inciso IV, do "parágrafo único" do art. 141': ["art141_par1u_inc4"],
    "Art. 362 - §1º": ["art362_par1"],
    "art. 1º, II, al. b": ["art1_cpt_inc2_ali2"],
    "ali b, inc II, art 1": ["art1_cpt_inc2_ali2"],
    "art. 2º, p. único": ["art2_par1u"],
    "art. 1o., § 1o.": ["art1_par1"],
    "art. 1º (inciso I)": ["art1_cpt_inc1"],
    "§ 2º (segundo) do art. 1º (primeiro)": ["art1_par2"],
    "inciso II, in fine, do art. 1º": ["art1_cpt_inc2"],
    "inciso CCCXXXVIII do art. 1º": ["art1_cpt_inc338"],
    "artigo décimo segundo, inciso primeiro": ["art12_cpt_inc1"],
    "arts. 27-A a 27-C e 30": ["art27-1", "art27-2", "art27-3", "art30"],
    "ANEXO I e do ANEXO III": ["anexo1", "anexo3"],
    'arts. 4º e seus incisos; 18, I, "b", II, "a"; 19, § 5º': [
        "art4",
        "art18_cpt_inc1_ali2",
        "art18_cpt_inc2_ali1",
        "art19_par5",
    ],
}


@pytest.mark.parametrize("text", READS)
def test_written_forms_are_read(text: str) -> None:
    found, range_end = read_locators(text)
    assert [locator.fragment for locator in found] == READS[text]
    assert range_end is None


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("§ 1º do art. 7º e o parágrafo único do art. 8º", "§ 1º do art. 7º"),
        ("art. 5º e parágrafo único do art. 6º", "art. 5º"),
        ("caput do art. 2º e os incisos II e III deste artigo", "caput do art. 2º"),
    ],
)
def test_a_reference_ends_where_another_has_an_article_of_its_own(
    text: str, end: str
) -> None:
    chain = read_chain(text, flatten(text), 0)
    assert chain is not None
    assert text[: chain.end] == end


@pytest.mark.parametrize(
    "text",
    [
        "art. 4º A prestação de contas",
        "art. 4º - A prestação",
        "art. 4º E os demais",
        "art. 4º a da",
        "art. 4º – O prazo é",
    ],
)
def test_a_word_behind_a_number_is_no_letter_of_it(text: str) -> None:
    found = read_chain(text, flatten(text), 0)
    assert found is not None
    assert [locator.fragment for locator in found.locators] == ["art4"]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("artigos 417 a 441", "art417", "art441"),
        ("incisos I a IV do § 1º do art. 2º", "art2_par1_inc1", "art2_par1_inc4"),
        (
            "alíneas “a” a “d” do inciso II do art. 9º",
            "art9_cpt_inc2_ali1",
            "art9_cpt_inc2_ali4",
        ),
        ("§§ 1º ao 3º do art. 4º", "art4_par1", "art4_par3"),
    ],
)
def test_ranges_keep_both_ends(text: str, first: str, last: str) -> None:
    found, range_end = read_locators(text)
    assert (found[-1].fragment, range_end and range_end.fragment) == (first, last)


LABELS = {
    "art6": "art. 6º",
    "art10": "art. 10",
    "art5-1": "art. 5º-A",
    "art6_cpt": "art. 6º, caput",
    "art6_cpt_inc1": "art. 6º, I",
    "art6_cpt_inc1_ali3": 'art. 6º, I, "c"',
    "art15_cpt_inc2_ali2_ite3": 'art. 15, II, "b", 3',
    "art6_cpt_ali2": 'art. 6º, "b"',
    "art4_par2_inc1_ali1": 'art. 4º, § 2º, I, "a"',
    "art19_par1u": "art. 19, parágrafo único",
    "art4_cpt_inc1_ite2_ali3": 'art. 4º, I, 2, "c"',
    "art5_cpt_inc3~2": "art. 5º, III (2ª ocorrência)",
    "anexo2_ite1_ite2_inc1": "Anexo II, 1.2, I",
}


@pytest.mark.parametrize("fragment", LABELS)
def test_labels_are_those_of_the_specification(fragment: str) -> None:
    assert write_locator(from_fragment(fragment)) == LABELS[fragment]


def test_several_provisions_are_printed_grouped() -> None:
    found, range_end = read_locators("incisos I a VII do art. 13")
    assert write_locators(found, range_end) == "art. 13, I a VII"
    assert (
        write_locators(read_locators('alíneas "c" e "d" do inciso I do art. 15')[0])
        == 'art. 15, I, "c" e "d"'
    )
    assert write_locators(*read_locators("arts. 417 a 441")) == "arts. 417 a 441"


_number = st.integers(1, 60).map(str)
_inserted = st.one_of(
    _number,
    st.tuples(_number, st.integers(1, 30)).map(lambda pair: f"{pair[0]}-{pair[1]}"),
)
_repeated = st.one_of(
    _inserted,
    st.tuples(_number, st.integers(2, 4)).map(lambda pair: f"{pair[0]}~{pair[1]}"),
)


@st.composite
def _locators(draw: st.DrawFn) -> Locator:
    parts = [("art", draw(_inserted))]
    parts += draw(
        st.sampled_from([[("cpt", "")], [("par", "1u")], [("par", draw(_inserted))]])
    )
    below = draw(st.integers(0, 3))
    parts += [
        ("inc", draw(_repeated)),
        ("ali", str(draw(st.integers(1, 26)))),
        ("ite", draw(_number)),
    ][:below]
    return Locator(parts=tuple(parts))


@given(_locators())
def test_fragment_and_label_come_back(locator: Locator) -> None:
    assert from_fragment(locator.fragment) == locator
    found, range_end = read_locators(write_locator(locator))
    assert [one.fragment for one in found] == [locator.fragment]
    assert range_end is None


@given(st.text(max_size=200))
def test_folding_keeps_every_offset(text: str) -> None:
    assert len(flatten(text)) == len(text)


@given(st.text(alphabet='art.§º 1IVac",;e do-“”inciso', max_size=80))
def test_reading_never_fails_and_stays_inside(text: str) -> None:
    chain = read_chain(text, flatten(text), 0)
    assert chain is None or 0 < chain.end <= len(text)


@pytest.mark.parametrize(
    "text", ["", "   ", "art. art. art.", "do contrato", "art. 5º, xpto"]
)
def test_what_is_no_provision_is_refused(text: str) -> None:
    with pytest.raises(UnknownProvision):
        read_locators(text)


def test_the_scheme_of_the_annotated_truth() -> None:
    assert write_scheme(from_fragment("art6_cpt_inc1_ali3")) == "art6_inc1_alic"
    assert write_scheme(from_fragment("art6_cpt")) == "art6_cpt"
    assert write_scheme(from_fragment("anexo1_art12")) == "anx1_art12"
