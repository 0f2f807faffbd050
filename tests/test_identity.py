"""Who issued a norm, when, under what number."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from lawtool import sources
from lawtool.model import Norma
from lawtool.pipeline import parse, parse_source
from lawtool.structure.title_parts import species_of

ROOT = Path(__file__).parents[1]


def first(text: str) -> Norma:
    return parse(text)[0]


def law(title: str, preamble: str = "", closing: str = "") -> Norma:
    return first(
        f"{title}\nDispõe sobre coisas.\n{preamble}\nArt. 1º Uma coisa.\nArt. 2º Esta lei entra em vigor.\n{closing}\n"
    )


@pytest.mark.parametrize(
    ("title", "species", "number", "year"),
    [
        ("LEI Nº 7061 DE 29 DE DEZEMBRO DE 2004.", "lei", "7061", 2004),
        ("LEI MUNICIPAL Nº 340/99 PMC-GP.", "lei", "340", 1999),
        ("LEI ORDINÁRIA Nº 3.459/2001", "lei", "3459", 2001),
        ("LEI COMPLEMENTAR Nº 118/2018.", "lei.complementar", "118", 2018),
        ("DECRETO LEGISLATIVO Nº 57, DE 19/09/2007", "decreto.legislativo", "57", 2007),
        ("DECRETO Nº 8888, de 02 de abril de 2013.", "decreto", "8888", 2013),
        (
            "PORTARIA ANP Nº 297, DE 18.11.2003 – DOU 20.11.2003",
            "portaria",
            "297",
            2003,
        ),
        ("RESOLUÇÃO ANP Nº 5, DE 26.2.2008 - DOU 27.2.2008", "resolucao", "5", 2008),
        ("PROJETO DE LEI Nº_______/2025", "projeto.lei", None, 2025),
        ("PROJETO DE LEI Nº 123/2024", "projeto.lei", "123", 2024),
        (
            "CONSTITUIÇÃO DA REPÚBLICA FEDERATIVA DO BRASIL DE 1988",
            "constituicao",
            None,
            1988,
        ),
    ],
)
def test_titles(title: str, species: str, number: str | None, year: int) -> None:
    ident = law(title).id
    assert (ident.species, ident.number, ident.year) == (species, number, year)


def test_dates_of_signature_and_of_publication() -> None:
    norma = law("PORTARIA ANP Nº 297, DE 18.11.2003 – DOU 20.11.2003")
    assert (norma.signed, norma.published, norma.id.date) == (
        date(2003, 11, 18),
        date(2003, 11, 20),
        date(2003, 11, 18),
    )
    norma = law(
        "LEI Nº 48/1992",
        closing="PRESIDÊNCIA DA CÂMARA, EM 21 DE OUTUBRO DE 1992.\nDR. OYAMA DE FIGUEIREDO\nPRESIDENTE\nDATA DE PUBLICAÇÃO: 21/11/1992",
    )
    assert (norma.signed, norma.published) == (date(1992, 10, 21), date(1992, 11, 21))
    norma = law(
        "LEI Nº 3.459/2001",
        closing="Paço Municipal, 19 de novembro de 2.001.\nCARLOS PIGNATARI\nPrefeito Municipal\nPublicado e registrado na Divisão, data supra.",
    )
    assert (norma.signed, norma.published) == (date(2001, 11, 19), date(2001, 11, 19))
    assert law("LEI Nº 12/1990").published is None


@pytest.mark.parametrize(
    ("preamble", "closing", "municipio", "uf"),
    [
        (
            "O PREFEITO MUNICIPAL DE FEIRA DE SANTANA, ESTADO DA BAHIA, faço saber:",
            "",
            "Feira de Santana",
            "BA",
        ),
        (
            "A Câmara Municipal de Guariba, Estado de São Paulo, aprovou, e eu sanciono a seguinte Lei:",
            "",
            "Guariba",
            "SP",
        ),
        (
            "O Povo do Município de Sete Lagoas votou, e eu sanciono a seguinte lei:",
            "",
            "Sete Lagoas",
            "MG",
        ),
        ("", "Sete Lagoas/MG, 31 de março de 2025.", "Sete Lagoas", "MG"),
        (
            "",
            "Gabinete do Prefeito Municipal de Coari-Am., 28 de janeiro de 1999.",
            "Coari",
            "AM",
        ),
        # Two municipalities bear this name: without a state nothing is said.
        ("O PREFEITO MUNICIPAL DE BOM JESUS, faço saber:", "", "", ""),
        (
            "O PREFEITO MUNICIPAL DE BOM JESUS, Estado do Piauí, faço saber:",
            "",
            "Bom Jesus",
            "PI",
        ),
    ],
)
def test_places(preamble: str, closing: str, municipio: str, uf: str) -> None:
    ident = law("LEI Nº 10/1990", preamble, closing).id
    assert (ident.municipio, ident.uf) == (municipio, uf)
    assert ident.level == ("municipal" if municipio else "")


def test_a_norm_without_a_title_says_what_it_is() -> None:
    norma = first(
        "A Câmara Municipal de Guariba, Estado de São Paulo, aprovou, e eu sanciono a seguinte Lei:\nArt. 1º Texto.\nGuariba, 29 de junho de 1992.\n"
    )
    assert norma.slug == "guariba-lei-1992"
    assert norma.title is None


def test_signatories() -> None:
    norma = law(
        "LEI Nº 10/1990",
        closing="Coari, 5 de maio de 1990.\nRONALDO CANABRAVA\nPrefeito Municipal\nPAULO ROGÉRIO PAIVA\nSecretário Municipal de Obras\nPrefeito em exercício",
    )
    assert [(person.name, person.role) for person in norma.signatories][:2] == [
        ("RONALDO CANABRAVA", "Prefeito Municipal"), ("PAULO ROGÉRIO PAIVA", "Secretário Municipal de Obras"),
    ]  # fmt: skip


def test_species_are_read_longest_first() -> None:
    found = species_of("Decreto-Lei nº 201, de 1967")
    assert found is not None
    assert found.key == "decreto.lei"
    assert species_of("Leilão de bens") is None


def test_the_seeds_are_who_the_gold_says() -> None:
    rows = [
        json.loads(line)
        for line in (ROOT / "tests/gold/norms.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    ]
    found: dict[str, Norma] = {}
    for path in sorted((ROOT / "corpus/texts").glob("*.txt")):
        found |= {
            norma.slug: norma
            for norma in parse_source(sources.read_source(path)).normas
        }
    assert sorted(found) == sorted(row["norm"] for row in rows)
    for row in rows:
        norma = found[row["norm"]]
        assert norma.id.number == row["number"]
        assert norma.id.year == row["year"]
        assert str(norma.signed) == row["date"]
        assert norma.published == (
            date.fromisoformat(row["published"]) if row["published"] else None
        )
        assert norma.authority == row["authority"]
        assert norma.id.level == row["level"]
        assert (norma.id.municipio or None, norma.id.uf or None) == (
            row["municipality"],
            row["uf"],
        )
        assert norma.title == row["title_as_printed"]
        assert [person.name for person in norma.signatories] == [
            person["name"] for person in row["signatories"]
        ]


@pytest.mark.parametrize(
    ("title", "number", "year"),
    [
        ("LEI Nº 1 045, DE 3 DE MAIO DE 1990", "1045", 1990),
        ("LEI N2 12, DE 3 DE MAIO DE 1990", "12", 1990),
        ("L E I  Nº 12, DE 3 DE MAIO DE 1990", "12", 1990),
        ("PORTARIA Nº 27-GP/2019", "27", 2019),
        ("PORTARIA Nº 27/GP/2019", "27", 2019),
        ("PORTARIA Nº GP-27/2019", "27", 2019),
        ("LEI Nº 12-A, DE 3 DE MAIO DE 1990", "12-A", 1990),
        ("LEI N° 745 /94.", "745", 1994),
        ("RESOLUÇÃO Nº 002/2001-CONSUNIV", "2", 2001),
    ],
)
def test_numbers(title: str, number: str, year: int) -> None:
    ident = law(title).id
    assert (ident.number, ident.year) == (number, year)


@pytest.mark.parametrize(
    ("title", "preamble", "closing", "level", "municipio", "uf"),
    [
        # The town where a body of a state signed is not the issuer.
        ("RESOLUÇÃO Nº 2/2001", "O REITOR DA UNIVERSIDADE DO ESTADO DO AMAZONAS resolve:",
         "Manaus, 29 de agosto de 2001.", "estadual", "", "AM"),
        ("DECRETO Nº 9, DE 5 DE MAIO DE 2001", "O GOVERNADOR DO ESTADO DE GOIÁS decreta:",
         "Goiânia, 5 de maio de 2001.", "estadual", "", "GO"),
        ("LEI Nº 6.060, DE 29 DE DEZEMBRO DE 2017", "O GOVERNADOR DO DISTRITO FEDERAL sanciona a seguinte Lei:",
         "Brasília, 29 de dezembro de 2017.", "distrital", "", "DF"),
        ("ESTATUTO SOCIAL DA ASSOCIAÇÃO DE AMIGOS", "", "Florianópolis, 5 de maio de 2013.", "", "", ""),
        ("LEI Nº 10/1990", "O PREFEITO DO MUNICÍPIO DE COARI, faço saber:", "", "municipal", "Coari", "AM"),
        ("LEI Nº 10/1990", "", "Manaus, 5 de maio de 1990.", "", "", ""),
        ("LEI Nº 10/1990", "", "Manaus, 5 de maio de 1990.\nJOSÉ DA SILVA\nPrefeito Municipal", "municipal", "Manaus", "AM"),
        ("PORTARIA Nº 10/1990", "O DIRETOR resolve, na cidade de Aracaju-SE:", "", "", "", ""),
    ],
)  # fmt: skip
def test_the_issuer_is_who_speaks(
    title: str, preamble: str, closing: str, level: str, municipio: str, uf: str
) -> None:
    ident = law(title, preamble, closing).id
    assert (ident.level, ident.municipio, ident.uf) == (level, municipio, uf)


def test_a_body_that_every_state_has_gets_no_acronym_of_another() -> None:
    norma = law(
        "RESOLUÇÃO Nº 9/2001", "A ASSEMBLEIA LEGISLATIVA DO ESTADO DE GOIÁS resolve:"
    )
    assert norma.authority == "Assembleia Legislativa"
