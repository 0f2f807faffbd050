"""Spellings of one word folded alike."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lawtool.vocabulary.folding import flatten, fold, slugify, strip_accents


def test_names_and_addresses() -> None:
    assert fold("  SEÇÃO  Única ") == "secao unica"
    assert slugify("São João d'El-Rei") == "sao-joao-d-el-rei"
    assert strip_accents("Seção 1º") == "Secao 1º"


@given(st.text())
def test_a_flattened_text_keeps_every_offset(text: str) -> None:
    assert len(flatten(text)) == len(text)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert slugify(slugify(text)) == slugify(text)
