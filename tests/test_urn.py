"""URNs: the whole grammar each way, wrong forms accepted with a note, broken ones refused by
name.
"""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool.errors import BadUrn
from lawtool.identifiers.labels import from_fragment
from lawtool.identifiers.urn import Urn, read_urn, urn_identity, urn_of, write_urn
from lawtool.model import NormaId

CANONICAL = [
    "urn:lex:br;amazonas;coari:municipal:lei:1999-01-28;340",
    "urn:lex:br;amazonas;coari:municipal:lei:1999-01-28;340!art2_cpt_inc3",
    "urn:lex:br:ministerio.minas.energia;departamento.nacional.combustiveis:portaria:1996-09-16;27",
    "urn:lex:br:agencia.nacional.petroleo:portaria:2003-11-18;297;anexo.1",
    "urn:lex:br:agencia.nacional.petroleo:portaria:2003-11-18;297;anexo.1!ite2",
    "urn:lex:br;sao.paulo;guariba:municipal:lei:1992-06-29;lex-1",
    "urn:lex:br:federal:constituicao:1988-10-05;1988@2015-02-26;alteracao;2015-02-26",
    "urn:lex:br:federal:constituicao:1988-10-05;1988@inicio.vigencia;publicacao;1988-12-05~texto;pt-br!art5_cpt_inc3~2",
    "urn:lex:br:federal:lei:[1990-09-11,1990-09-12];8078,8079;retificacao.2",
    "urn:lex:br;amazonas;coari:municipal:lei:1999;340",
    "urn:lex:br;distrito.federal:distrital:lei:2000-01-05;12",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_urns_come_back(text: str) -> None:
    read = read_urn(text)
    assert write_urn(read) == text
    assert read.notes == ()


@pytest.mark.parametrize(
    ("text", "canonical", "note"),
    [
        (
            "urn:lex:br:federal:lei:1990-09-11;8078!art2@2015-02-26",
            "urn:lex:br:federal:lei:1990-09-11;8078@2015-02-26!art2",
            "order of parts",
        ),
        (
            "urn:lex:br;rio.de.janeiro;niteroi:municipal:lei:1999;340",
            "urn:lex:br;rio.janeiro;niteroi:municipal:lei:1999;340",
            "prepositions removed",
        ),
        (
            "urn:lex:br;São.Paulo:estadual:lei:1999;340",
            "urn:lex:br;sao.paulo:estadual:lei:1999;340",
            "accents removed",
        ),
    ],
)
def test_known_departures_are_accepted_and_reported(
    text: str, canonical: str, note: str
) -> None:
    read = read_urn(text)
    assert write_urn(read) == canonical
    assert note in read.notes


@pytest.mark.parametrize(
    ("text", "part", "character"),
    [
        ("urx:lex:br:federal:lei:1990", "scheme", 1),
        ("urn:lex:br;amazonas;coary:municipal:lei:1999;340", "locality", 21),
        ("urn:lex:br;amazona:estadual:lei:1999;340", "locality", 12),
        ("urn:lex:br;amazonas;coari:municpal:lei:1999;340", "authority", 27),
        ("urn:lex:br:federal:lei:1990-13-11;8078", "descriptor", 24),
        ("urn:lex:br:federal:lei:90;8078", "descriptor", 24),
        ("urn:lex:br:federal:lei:1990-09-11;8078@x9", "version", 40),
        ("urn:lex:br:federal:lei:1990-09-11;8078!art2_?", "fragment", 45),
        ("urn:lex:br:federal:lei", "descriptor", 23),
        ("urn:lex:br:federal:lei:1990;1!", "fragment", 30),
    ],
)
def test_a_malformed_urn_names_part_and_character(
    text: str, part: str, character: int
) -> None:
    with pytest.raises(BadUrn) as caught:
        read_urn(text)
    assert str(caught.value).startswith(f"{part}: ")
    assert f"character {character}" in str(caught.value)


_days = st.dates(date(1900, 1, 1), date(2100, 1, 1))


@st.composite
def _urns(draw: st.DrawFn) -> Urn:
    place = draw(
        st.sampled_from(
            [("br",), ("br", "bahia"), ("br", "minas.gerais", "sete.lagoas")]
        )
    )
    version = draw(
        st.sampled_from(
            [
                "",
                "multivigente",
                "versao.original;publicacao",
                "versao.vigente.em;2001-02-03",
            ]
        )
    )
    return Urn(
        local=place,
        authority=(
            (draw(st.sampled_from(["federal", "municipal", "camara.municipal"])),),
        ),
        species=(draw(st.sampled_from(["lei", "lei.complementar", "decreto.lei"])),),
        dates=(draw(_days),),
        ids=(str(draw(st.integers(1, 20000))),),
        version=version,
        form=draw(st.sampled_from(["", "texto;pt-br"])),
        fragment=draw(
            st.sampled_from(
                ["", "art5", "art5-1_par1u_inc3~2_ali4", "anexo1", "anexo2_ite1"]
            )
        ),
    )


@given(_urns())
def test_every_combination_comes_back(one: Urn) -> None:
    assert read_urn(write_urn(one)) == one


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = read_urn("urn:lex:br:" + text)
    except BadUrn:
        return
    assert read_urn(write_urn(read)) == read_urn(write_urn(read_urn(write_urn(read))))


def test_identities_make_urns_and_come_back() -> None:
    coari = NormaId(
        species="lei",
        number="340",
        year=1999,
        date=date(1999, 1, 28),
        level="municipal",
        uf="AM",
        municipio="Coari",
    )
    written = urn_of(coari, locator=from_fragment("art2_cpt_inc3"))
    assert (
        written
        == "urn:lex:br;amazonas;coari:municipal:lei:1999-01-28;340!art2_cpt_inc3"
    )
    assert urn_identity(read_urn(written)) == coari


def test_a_body_has_the_name_of_its_time() -> None:
    early = NormaId(
        species="portaria", number="297", year=2003, bodies=("anp",), level="federal"
    )
    late = NormaId(
        species="resolucao", number="5", year=2008, bodies=("anp",), level="federal"
    )
    assert urn_of(early) == "urn:lex:br:agencia.nacional.petroleo:portaria:2003;297"
    assert "gas.natural.biocombustiveis" in urn_of(late)
    assert urn_identity(read_urn(urn_of(late))).bodies == ("anp",)


def test_too_little_is_no_urn() -> None:
    assert urn_of(NormaId(species="lei", number="5")) == ""
    assert urn_of(NormaId(species="lei", number="5", level="federal")) == ""
    assert (
        urn_of(
            NormaId(species="lei", number="5", year=1990, level="municipal", uf="SP")
        )
        == ""
    )
