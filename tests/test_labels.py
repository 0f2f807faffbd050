"""What the start of a line may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool.model import Kind
from lawtool.structure.costs import IMPOSSIBLE
from lawtool.structure.misread import misread_cost
from lawtool.structure.printed_labels import readings
from lawtool.structure.reading import Reading


def of_kind(text: str, kind: Kind) -> list[Reading]:
    return [reading for reading in readings(text) if reading.kind is kind]


@pytest.mark.parametrize(
    ("line", "kind", "number", "suffix", "rest"),
    [
        ("Art. 1º Esta lei", Kind.ARTIGO, 1, (), "Esta lei"),
        ("Art.3º- O GLP", Kind.ARTIGO, 3, (), "O GLP"),
        ("Art. 10 - As despesas", Kind.ARTIGO, 10, (), "As despesas"),
        (
            "Art. 12 Os Termos",
            Kind.ARTIGO,
            12,
            (),
            "Os Termos",
        ),  # the O is no ordinal sign
        ("Art. 10. ...", Kind.ARTIGO, 10, (), "..."),
        ("ART. 144 - Fica", Kind.ARTIGO, 144, (), "Fica"),
        ("Artigo 5º - Texto", Kind.ARTIGO, 5, (), "Texto"),
        ("Art. 5º-A. A lei", Kind.ARTIGO, 5, (1,), "A lei"),
        ("“Art. 20 [...]”", Kind.ARTIGO, 20, (), "[...]”"),
        ("§1º O requerimento", Kind.PARAGRAFO, 1, (), "O requerimento"),
        ("§ 10. A área", Kind.PARAGRAFO, 10, (), "A área"),
        ("Parágrafo segundo - O prazo", Kind.PARAGRAFO, 2, (), "O prazo"),
        ("XV -— Recipientes", Kind.INCISO, 15, (), "Recipientes"),
        ("I-a granel;", Kind.INCISO, 1, (), "a granel;"),
        ("vII - ter", Kind.INCISO, 7, (), "ter"),
        ("k) quando", Kind.ALINEA, 11, (), "quando"),
        ("A) quadro", Kind.ALINEA, 1, (), "quadro"),
        ("2 – até 100", Kind.ITEM, 2, (), "até 100"),
        ("1.2 O painel", Kind.ITEM, 2, (), "O painel"),
        ("3, quatro placas", Kind.ITEM, 3, (), "quatro placas"),
    ],
)
def test_labels_as_printed(
    line: str, kind: Kind, number: int, suffix: tuple[int, ...], rest: str
) -> None:
    found = [reading for reading in of_kind(line, kind) if reading.suffix == suffix]
    assert [(reading.number, line[reading.end :]) for reading in found] == [
        (number, rest)
    ]


@pytest.mark.parametrize(
    ("line", "kind", "number"),
    [
        ("$ 1º - O credenciamento", Kind.PARAGRAFO, 1),
        ("8 2º- Autorizada", Kind.PARAGRAFO, 2),
        ("89º A área", Kind.PARAGRAFO, 9),
        ("8 10º- A área", Kind.PARAGRAFO, 10),
        ("& 6º- No caso", Kind.PARAGRAFO, 6),
        ("1º, No caso de botijões", Kind.PARAGRAFO, 1),
        ("Ayt. 1º, Estabelecer", Kind.ARTIGO, 1),
        ("Am. 2º, Para efeito", Kind.ARTIGO, 2),
        ("Ar, 3º, Para o local", Kind.ARTIGO, 3),
    ],
)
def test_signs_that_a_recogniser_misread(line: str, kind: Kind, number: int) -> None:
    found = of_kind(line, kind)
    assert [reading.number for reading in found] == [number]
    assert found[0].damaged


@pytest.mark.parametrize(
    ("line", "kind", "number"),
    [
        ("WlI- Área", Kind.INCISO, 3),
        ("HI- manter", Kind.INCISO, 3),
        ("II- estar afastado", Kind.INCISO, 3),
        ("H- em botijões", Kind.INCISO, 2),
        ("VM - Empilhamento", Kind.INCISO, 8),
        ("XWI = Lote", Kind.INCISO, 13),
        ("17- Área", Kind.INCISO, 2),
        ("TV - deverão", Kind.INCISO, 4),
        ("1) exibir", Kind.ALINEA, 12),
        ("€) parcialmente", Kind.ALINEA, 3),
        ("9) aberturas", Kind.ALINEA, 7),
        (") 10 metros", Kind.ALINEA, 2),
        ("by área", Kind.ALINEA, 2),
        ("t. total", Kind.ITEM, 1),
        ("À. seis placas", Kind.ITEM, 4),
    ],
)
def test_glyphs_fit_the_number_that_the_sequence_expects(
    line: str, kind: Kind, number: int
) -> None:
    assert min(misread_cost(reading, number) for reading in of_kind(line, kind)) < 4


@pytest.mark.parametrize(
    ("line", "kind", "number"),
    [
        ("II- estar", Kind.INCISO, 9),
        ("IV - outra", Kind.INCISO, 12),
        ("Art. 21 - Esta", Kind.ARTIGO, 8),
    ],
)
def test_glyphs_that_fit_no_such_number(line: str, kind: Kind, number: int) -> None:
    assert (
        min(misread_cost(reading, number) for reading in of_kind(line, kind))
        >= IMPOSSIBLE
    )


@pytest.mark.parametrize(
    "line",
    [
        "quando indispensável",
        "de inspeção, quando",
        "Recipientes de GLP",
        "",
        "   ",
        "()",
        "—",
        "ex.",
    ],
)
def test_running_text_has_no_reading(line: str) -> None:
    assert not [
        reading
        for reading in readings(line)
        if reading.form < 2 and reading.number is not None
    ]


def test_a_citation_at_the_start_of_a_line_costs_more_as_a_label_than_as_text() -> None:
    for line in (
        "Art. 6º do Decreto nº 1021",
        "§ 2º do art. 7º",
        "Art. 5º, inciso II, desta Lei",
    ):
        assert all(reading.form > reading.ignore for reading in readings(line))


@given(st.text(max_size=80))
def test_readings_never_raise_and_stay_inside_the_line(text: str) -> None:
    for reading in readings(text):
        assert 0 < reading.end <= len(text)
        assert reading.form >= 0 <= reading.ignore


@given(st.text(alphabet='Art.§º8$&IVXLlH1|)- "“', max_size=60))
def test_label_like_rubbish_never_raises(text: str) -> None:
    for reading in readings(text):
        for number in (1, 2, 3, 12, 40):
            assert misread_cost(reading, number) >= 0
