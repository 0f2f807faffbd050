"""One maker of ids: a norm that is only cited has the id that it has when its text is held."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool import parse
from lawtool.citations import find_citations
from lawtool.identifiers.slugs import norm_slug
from lawtool.model import NormaId
from lawtool.vocabulary import norms

TEXTS = [
    ("Lei Federal nº 8.666, de 21 de junho de 1993", "O CONGRESSO NACIONAL decreta:", "br-lei-8666-1993"),
    ("Lei Complementar nº 101, de 4 de maio de 2000", "O PRESIDENTE DA REPÚBLICA", "br-lei-complementar-101-2000"),
    ("Lei nº 10, de 3 de maio de 1990, do Estado do Amazonas", "O GOVERNADOR DO ESTADO DO AMAZONAS",
     "amazonas-lei-10-1990"),
    ("Lei nº 340, de 28 de janeiro de 1999, do Município de Coari/AM", "O PREFEITO MUNICIPAL DE COARI/AM",
     "coari-lei-340-1999"),
    ("Portaria ANP nº 297, de 18 de novembro de 2003", "A AGÊNCIA NACIONAL DO PETRÓLEO - ANP", "anp-portaria-297-2003"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cited", "preamble", "slug"), TEXTS, ids=[row[2] for row in TEXTS]
)
def test_a_norm_has_one_id_held_or_cited(cited: str, preamble: str, slug: str) -> None:
    title = cited.partition(", do ")[0].replace("Lei Federal", "Lei").upper()
    held = parse(f"{title}\n\n{preamble}, faz saber:\n\nArt. 1º Fica criado o fundo.\n")
    (citation,) = find_citations(f"conforme a {cited}, aplica-se.")
    assert citation.id is not None
    assert (held[0].slug, norm_slug(citation.id)) == (slug, slug)


@pytest.mark.parametrize(
    ("identity", "slug"),
    [
        (NormaId(species="resolucao", number="5", year=2001, level="municipal", uf="AM", municipio="Coari",
                 bodies=("camara.municipal",)), "coari-resolucao-5-2001"),
        (NormaId(species="portaria", number="5", year=2001, level="municipal", uf="AM", municipio="Coari",
                 bodies=("secretaria.saude",)), "coari-secretaria-saude-portaria-5-2001"),
        (NormaId(species="decreto.lei", number="10", year=1990, level="estadual", uf="MG"), "minas-gerais-decreto-lei-10-1990"),
        (NormaId(species="norma"), ""),
        (NormaId(species="lei"), ""),
        (NormaId(species="lei", year=1992, level="municipal", municipio="Guariba"), "guariba-lei-1992"),
    ],
)  # fmt: skip
def test_what_is_unknown_is_left_out(identity: NormaId, slug: str) -> None:
    assert norm_slug(identity) == slug


@given(
    st.sampled_from(sorted(norms.species())),
    st.from_regex(r"[0-9]{1,5}(-A)?", fullmatch=True),
    st.integers(1822, 2100),
    st.sampled_from(["federal", "estadual", "municipal", "distrital", ""]),
)
def test_an_id_may_stand_in_an_address(
    species: str, number: str, year: int, level: str
) -> None:
    slug = norm_slug(NormaId(species=species, number=number, year=year, level=level))
    assert slug
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
