"""Resolving and looking up: outcomes, reasons and codes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from conftest import CORPUS
from lawtool import pipeline, sources
from lawtool.citations import Context, find_citations
from lawtool.citations.agreement import Held
from lawtool.citations.catalogue import Catalogue, actual_path, permalink
from lawtool.citations.lookup import look_up
from lawtool.identifiers.slugs import norm_slug
from lawtool.model import Norma, NormaId, Span


@pytest.fixture(scope="module")
def normas() -> list[Norma]:
    texts = sorted((CORPUS / "texts").glob("*.txt"))
    return [
        norma
        for path in texts
        for norma in pipeline.parse_source(sources.read_source(path)).normas
    ]


@pytest.fixture(scope="module")
def catalogue(normas: list[Norma]) -> Catalogue:
    return Catalogue(
        normas, aliases={"coari": "coari-lei-340-1999", "dnc27": "dnc-portaria-27-1996"}
    )


FOUND = {
    "Portaria DNC 27/1996, art. 6º, I, c": (
        "dnc-portaria-27-1996",
        "art6_cpt_inc1_ali3",
    ),
    "art. 7º da Portaria DNC nº 27, de 16 de setembro de 1996": (
        "dnc-portaria-27-1996",
        "art7",
    ),
    "Portaria 27, de 16 de setembro de 1996, do Departamento Nacional de Combustíveis": (
        "dnc-portaria-27-1996",
        "",
    ),
    "dnc27": ("dnc-portaria-27-1996", ""),
    "dnc27 art. 6º, I": ("dnc-portaria-27-1996", "art6_cpt_inc1"),
    "DNC27, § 5º do art. 6º": ("dnc-portaria-27-1996", "art6_par5"),
    "coari-lei-340-1999!art2_cpt_inc3": ("coari-lei-340-1999", "art2_cpt_inc3"),
    "Lei 340/1999 de Coari": ("coari-lei-340-1999", ""),
    "Lei nº 340, de 1999, do Município de Coari, art. 15, II": (
        "coari-lei-340-1999",
        "art15_cpt_inc2",
    ),
    "Lei 3.459/2001": ("votuporanga-lei-3459-2001", ""),
    "Resolução ANP 5/2008 art. 3": ("anp-resolucao-5-2008", "art3"),
    "urn:lex:br;amazonas;coari:municipal:lei:1999-01-28;340!art2_cpt_inc3": (
        "coari-lei-340-1999",
        "art2_cpt_inc3",
    ),
    "Portaria ANP nº 297/2003, Anexo I": ("anp-portaria-297-2003", "anexo1"),
}


@pytest.mark.parametrize("query", FOUND)
def test_lookup_finds(catalogue: Catalogue, query: str) -> None:
    answer = look_up(catalogue, query)
    assert (answer.status, answer.reason) == (200, "found")
    assert (answer.norma, answer.path) == FOUND[query]
    assert answer.urn.startswith("urn:lex:br")
    assert answer.url == permalink(*FOUND[query])


@pytest.mark.parametrize(
    ("query", "status", "reason", "says"),
    [
        ("", 400, "unparsed", "empty"),
        ("x" * 10_000, 400, "unparsed", "at most"),
        ("art. art. art.", 400, "unparsed", "cannot read"),
        ("§ 2º do art. 7º da Lei 3459/2001 xpto", 400, "unparsed", "xpto"),
        (
            "urn:lex:br;amazonas;coary:municipal:lei:1999;340",
            400,
            "unparsed",
            "locality",
        ),
        ("coary", 404, "not-in-corpus", "coari-lei-340-1999"),
        ("Lei 8.666/93", 404, "not-in-corpus", "no such norm"),
        ("dnc27 art. 99", 404, "found-wider", "the provision is not"),
        (
            "Lei nº 340, de 28 de janeiro de 1998, do Município de Coari",
            300,
            "found-date-differs",
            "date does not",
        ),
        (
            "Lei nº 340, de 2 de janeiro de 1999",
            300,
            "found-date-differs",
            "coari-lei-340-1999",
        ),
        ("Lei 340/1998", 300, "found-date-differs", "coari-lei-340-1999"),
        ("Lei 340/1980", 404, "not-in-corpus", "no such norm"),
    ],
)
def test_lookup_says_what_is_wrong(
    catalogue: Catalogue, query: str, status: int, reason: str, says: str
) -> None:
    answer = look_up(catalogue, query)
    assert (answer.status, answer.reason) == (status, reason)
    assert says in answer.message
    assert answer.norma is None
    assert answer.text == ""


def test_two_that_fit_are_ambiguous_and_neither_is_chosen(normas: list[Norma]) -> None:
    coari = next(norma for norma in normas if norma.slug == "coari-lei-340-1999")
    other = replace(
        coari, slug="manaus-lei-340-1999", id=replace(coari.id, municipio="Manaus")
    )
    answer = look_up(Catalogue([coari, other]), "Lei 340/1999")
    assert (answer.status, answer.norma) == (300, None)
    assert set(answer.candidates) == {"coari-lei-340-1999", "manaus-lei-340-1999"}
    found = look_up(Catalogue([coari, other]), "Lei 340/1999 de Manaus")
    assert found.norma == "manaus-lei-340-1999"


def _held(slug: str, identity: NormaId) -> Held:
    days = frozenset([identity.date] if identity.date else [])
    empty = Norma(
        slug=slug, id=identity, source=slug, span=Span(start=0, end=0), nodes=()
    )
    return Held(slug=slug, id=identity, load=lambda: empty, days=days)


TOWN = {"level": "municipal", "uf": "BA", "municipio": "Feira de Santana"}


def _resolved(text: str, *entries: Held, year: int = 2009) -> tuple[str | None, str]:
    citing = NormaId(species="resolucao", number="450", year=year, **TOWN)
    norma = Norma(
        slug="here",
        id=citing,
        source="here",
        span=Span(start=0, end=len(text)),
        nodes=(),
    )
    context = Context([norma])
    (one,) = Catalogue(entries).resolve_all(
        find_citations(text, context=context), context
    )
    return one.norma, one.reason


def test_a_town_s_own_series_decides_before_the_federal_one() -> None:
    own = _held(
        "own",
        NormaId(
            species="lei", number="140", year=1948, date=date(1948, 12, 22), **TOWN
        ),
    )
    assert _resolved("da Lei nº 140, de 22 de dezembro de 1948", own, year=1960) == (
        "own",
        "found",
    )


def test_a_name_cannot_mean_a_norm_that_came_later() -> None:
    rules = _held(
        "rules",
        NormaId(species="regimento.interno", year=2002, date=date(2002, 7, 5), **TOWN),
    )
    assert (
        _resolved(
            "do art. 5º do Regimento Interno da Câmara Municipal", rules, year=1991
        )[0]
        is None
    )
    assert _resolved("do Regimento Interno da Câmara Municipal", rules) == (
        "rules",
        "found",
    )


def test_a_law_promulgated_by_the_chamber_is_cited_as_a_law() -> None:
    own = _held(
        "lom",
        NormaId(
            species="lei.promulgada",
            number="37",
            year=1990,
            date=date(1990, 4, 5),
            **TOWN,
        ),
    )
    assert _resolved("da Lei Municipal nº 37, de 05 de abril de 1990", own) == (
        "lom",
        "found",
    )


def test_yearly_numbers_do_not_contradict() -> None:
    own = _held(
        "dl",
        NormaId(
            species="decreto.legislativo",
            number="54",
            year=2005,
            date=date(2005, 3, 1),
            **TOWN,
        ),
    )
    assert _resolved("do Decreto Legislativo nº 54/2008", own) == (
        None,
        "not-in-corpus",
    )


def test_another_town_is_never_answered() -> None:
    other = _held(
        "other",
        NormaId(
            species="lei",
            number="500",
            year=1990,
            level="municipal",
            uf="SP",
            municipio="Guariba",
        ),
    )
    assert _resolved("da Lei Municipal nº 500/1990", other) == (None, "not-in-corpus")


def test_a_body_and_its_successor_are_one(catalogue: Catalogue) -> None:
    assert look_up(catalogue, "Portaria MME 27/1996").norma == "dnc-portaria-27-1996"


def test_internal_references_resolve_to_their_norm(
    normas: list[Norma], catalogue: Catalogue
) -> None:
    source = sources.read_source(CORPUS / "texts" / "coari-lei-340-1999.txt")
    context = Context([norma for norma in normas if norma.slug == "coari-lei-340-1999"])
    found = catalogue.resolve_all(find_citations(source.text, context=context), context)
    own = [one for one in found if one.kind == "internal"]
    assert own
    assert {one.norma for one in own} == {"coari-lei-340-1999"}
    assert "self-type-mismatch" in {one.reason for one in own}


def test_stub_ids() -> None:
    assert (
        norm_slug(NormaId(species="lei", number="8666", year=1993, level="federal"))
        == "br-lei-8666-1993"
    )
    dnc = NormaId(
        species="portaria", number="8", year=1992, bodies=("dnc",), level="federal"
    )
    assert norm_slug(dnc) == "dnc-portaria-8-1992"
    named = NormaId(
        species="codigo", level="municipal", uf="MG", municipio="Sete Lagoas"
    )
    assert norm_slug(named, "~codigo.obras") == "sete-lagoas-codigo-codigo-obras"


def test_a_sole_annex_goes_by_either_name(normas: list[Norma]) -> None:
    anp = next(norma for norma in normas if norma.slug == "anp-portaria-297-2003")
    assert actual_path(anp, "anexo1u") == "anexo1"
    assert actual_path(anp, "art99") == "art99"
