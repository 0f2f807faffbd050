"""One table of levels: every label can be written, and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool.identifiers.grammar import read_locators
from lawtool.identifiers.labels import from_fragment, write_locator
from lawtool.identifiers.levels import (
    LEVEL_OF_KIND,
    LEVELS,
    Style,
    printed_label,
    provision_kind,
    read_component,
    write_component,
    write_label,
)
from lawtool.model import PROVISIONS, Kind

STYLES: tuple[Style, ...] = ("printed", "cited", "short")
NUMBERS = st.integers(0, 10**6)
SUFFIXES = st.lists(st.integers(1, 800), max_size=3)


@pytest.mark.parametrize(
    ("component", "printed", "cited", "short"),
    [
        ("art5", "Art. 5º", "art. 5º", "5"),
        ("art10-1", "Art. 10-A", "art. 10-A", "10-A"),
        ("art1u", "Artigo único", "art. único", "único"),
        ("par1u", "Parágrafo único", "parágrafo único", "§ único"),
        ("par10", "§ 10", "§ 10", "§ 10"),
        ("inc14", "XIV", "XIV", "XIV"),
        ("inc3~2", "III", "III (2ª ocorrência)", "III (2)"),
        ("inc4000", "4000", "inciso 4000", "4000"),
        ("ali3", "c", '"c"', "c"),
        ("ali27-2", "aa-B", '"aa-B"', "aa-B"),
        ("ite2", "2", "2", "2"),
        ("cpt", "caput", "caput", ""),
        ("anexo2", "Anexo II", "Anexo II", "Anexo 2"),
        ("cap1", "Capítulo I", "Capítulo I", "Capítulo I"),
        ("tab1", "tabela 1", "tabela 1", "quadro 1"),
        ("alt1", "alteração 1", "alteração 1", "»"),
        ("??", "??", "??", "??"),
    ],
)
def test_a_component_has_three_labels(
    component: str, printed: str, cited: str, short: str
) -> None:
    assert tuple(write_label(component, style) for style in STYLES) == (
        printed,
        cited,
        short,
    )


@given(st.sampled_from(sorted(LEVELS)), NUMBERS, SUFFIXES, st.sampled_from(STYLES))
def test_a_label_never_raises(
    symbol: str, number: int, suffix: list[int], style: Style
) -> None:
    assert (
        write_label(symbol + "-".join(map(str, [number, *suffix])), style)
        or symbol == "cpt"
    )


@given(st.text(max_size=20), st.sampled_from(STYLES))
def test_what_is_no_component_stays(text: str, style: Style) -> None:
    if read_component(text) is None:
        assert write_label(text, style) == text


@given(st.sampled_from(sorted(PROVISIONS)), NUMBERS, SUFFIXES)
def test_a_component_is_read_back(kind: Kind, number: int, suffix: list[int]) -> None:
    component = read_component(write_component(kind, (number, *suffix)))
    assert component is not None
    assert (component.level, component.number, component.suffix) == (
        LEVEL_OF_KIND[kind],
        number,
        tuple(suffix),
    )
    assert provision_kind(write_component(kind, (number, *suffix))) is kind
    assert printed_label(kind, (number, *suffix))


READ_BACK = {"par": 4999, "inc": 399, "ali": 53, "ite": 999}
"""The largest number of each kind that the reader of pinpoints takes; laws stay far below."""


@given(st.sampled_from(sorted(READ_BACK)), st.data())
def test_a_cited_label_is_read_back_as_the_same_provision(
    symbol: str, data: st.DataObject
) -> None:
    above = {"par": "", "inc": "_cpt", "ali": "_cpt_inc1", "ite": "_cpt_inc1_ali1"}[
        symbol
    ]
    fragment = f"art5{above}_{symbol}{data.draw(st.integers(1, READ_BACK[symbol]))}"
    locators, _ = read_locators(write_locator(from_fragment(fragment)))
    assert [locator.fragment for locator in locators] == [fragment]
