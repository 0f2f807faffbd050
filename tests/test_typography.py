"""The plain form of a line: one form of blanks, dashes, accents and ordinals, with every
place led back to the raw text.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool import layout, sources
from lawtool.layout.typography import make_plain
from timing import least_seconds

PLAIN = {
    "blanks": [
        ("§  1º\u00a0\u00a0O fundo", "§ 1º O fundo"),
        ("Parágrafo\u2009único.", "Parágrafo único."),
        ("a ) bens", "a) bens"),
        ("\u200bArt. 1º A", "Art. 1º A"),
    ],
    "dashes": [
        ("I \u00ad adequação", "I - adequação"),
        ("I \uf02d adequação", "I – adequação"),
        ("I − obras", "I – obras"),
        ("I • obras", "I – obras"),
        ("guarda\u2011sol", "guarda-sol"),
        ("respon\u00adsável", "responsável"),
    ],
    "letters set apart": [
        ("L E I  Nº 12, DE 3 DE MAIO", "LEI Nº 12, DE 3 DE MAIO"),
        ("C A P Í T U L O  I", "CAPÍTULO I"),
        ("A R T . 1º A", "ART. 1º A"),
        ("A rt. 1º A", "Art. 1º A"),
        ("A B C D E", "A B C D E"),
    ],
    "accents and ligatures": [
        ("associa¸c˜ao ´unico", "associação único"),
        ("ac\u0327a\u0303o", "ação"),
        ("ﬁscal", "fiscal"),
        ("Ⅲ - obras", "III - obras"),
    ],
    "labels": [
        ("Art . 1º A", "Art. 1º A"),
        ("Artº 1 A", "Art. 1 A"),
        ("Art.º 1 A", "Art. 1 A"),
        ("Artigo nº 1 - A", "Artigo 1 - A"),
        ("§ nº 1 O", "§ 1 O"),
        ("Par ágrafo único.", "Parágrafo único."),
        ("Parágrafo úni- co.", "Parágrafo único."),
    ],
    "ordinals": [
        ("Art. 1 o A lei", "Art. 1º A lei"),
        ("Art. 1.º A", "Art. 1º A"),
        ("Art. 2O É vedado", "Art. 2º É vedado"),
        ("Art. 4˚ A", "Art. 4º A"),
        ("§ 2o. A", "§ 2º A"),
        ("Art. 1<sup>o</sup> A", "Art. 1º A"),
        ("Art. 10 O prefeito", "Art. 10 O prefeito"),
        ("Art. 1. O prefeito", "Art. 1. O prefeito"),
        ("Art. 5 O Município", "Art. 5 O Município"),
    ],
    "marks of Markdown": [
        ("**Art. 1º** Fica", "Art. 1º Fica"),
        ("### Art. 1º Fica", "Art. 1º Fica"),
        ("- **I** – obras", "I – obras"),
        ("> CAPÍTULO I", "CAPÍTULO I"),
        ("- obras", "- obras"),
        ("_______", "_______"),
    ],
    "broken encodings": [
        ("Â§ 1Âº O", "§ 1º O"),
        ("\ufffd 1\ufffd O fundo", "§ 1º O fundo"),
        ("Par\ufffdgrafo \ufffdnico.", "Parágrafo único."),
        ("SUA IRMÃ”", "SUA IRMÃ”"),
    ],
}


@pytest.mark.parametrize(
    ("raw", "text"), [pair for pairs in PLAIN.values() for pair in pairs]
)
def test_a_line_is_made_plain(raw: str, text: str) -> None:
    assert make_plain(raw).text == text


@pytest.mark.parametrize(
    ("raw", "text"), [pair for pairs in PLAIN.values() for pair in pairs]
)
def test_what_is_plain_stays(raw: str, text: str) -> None:
    assert make_plain(text).text == text


SIGNS = " \u00a0\u00ad\u0303\u0327´˜*_#>-–•\ufffd§º°oO0.()ÃÂ§ﬁ\u200bAaIRTrtc19"


@given(st.text(alphabet=st.sampled_from(SIGNS) | st.characters()))
def test_every_place_leads_back(raw: str) -> None:
    plain = make_plain(raw)
    places = [plain.raw_offset(place) for place in range(len(plain.text) + 1)]
    assert places == sorted(places)
    if plain.offsets:
        assert len(plain.offsets) == len(plain.text) + 1
        assert (places[0], places[-1]) == (0, len(raw))
    else:
        assert len(plain.text) == len(raw)


def test_a_label_is_printed_as_it_stands() -> None:
    line = layout.read_lines(sources.source_from_text("x\n  Art .  1 o\u00a0 A lei"))[1]
    assert line.text == "Art. 1º A lei"
    assert line.raw_span(8, 9).of("x\n  Art .  1 o\u00a0 A lei") == "A"


@pytest.mark.parametrize(
    "part", ["**a ", "A ", "a ´", "\u00ad", "> ", "__a", "� 1", "Ã§", "I • "]
)
def test_a_long_line_takes_linear_time(part: str) -> None:
    def seconds(times: int) -> float:
        return least_seconds(lambda: make_plain(part * times))

    seconds(10)
    assert seconds(40_000) < 30 * max(seconds(4_000), 0.01)
