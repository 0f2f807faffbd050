"""One entry of the vocabulary teaches every reader: each species and each body is tried on
all of them.
"""

from __future__ import annotations

import pytest

from lawtool import parse
from lawtool.citations import Context, find_citations
from lawtool.comparison.edits import adaptation
from lawtool.comparison.residue import residue
from lawtool.comparison.units import matching_key, split_tokens
from lawtool.errors import BadRule
from lawtool.model import Norma
from lawtool.vocabulary import norms, rules
from lawtool.vocabulary.folding import fold
from lawtool.vocabulary.norms import Species, SpeciesTable

SPECIES = sorted(norms.species())
CALLED = [key for key in SPECIES if not norms.species()[key].bill]
"""A bill speaks of the law that it is to become."""
TELLING = [
    key
    for key in CALLED
    if norms.may_call_itself(fold(norms.species()[key].name).replace("-", " "), "lei")
    is False
]


def _article(species: Species) -> str:
    return "a" if species.gender == "f" else "o"


def _write_law(species: Species, *, titled: bool) -> str:
    article = _article(species)
    this = {"a": "esta", "o": "este"}[article]
    title = f"{species.name.upper()} Nº 12, DE 3 DE MAIO DE 2001\n\nDispõe sobre o fundo.\n\n"
    return (
        f"{title if titled else ''}O PREFEITO MUNICIPAL DE COARI, Estado do Amazonas, resolve expedir {article} seguinte"
        f" {species.name}:\n\nArt. 1º Fica criado o fundo municipal, nos termos d{this} {species.name}.\n\n"
        f"Art. 2º {this.capitalize()} {species.name} entra em vigor na data de sua publicação.\n\n"
        "Coari, 3 de maio de 2001.\n"
    )


def _parse_one(text: str) -> Norma:
    (norma,) = parse(text)
    return norma


@pytest.mark.parametrize("key", SPECIES)
def test_a_species_is_read_as_a_title(key: str) -> None:
    norma = _parse_one(_write_law(norms.species()[key], titled=True))
    assert norma.id.species == key
    assert norma.id.number == "12"


@pytest.mark.parametrize("key", SPECIES)
def test_a_species_is_read_from_the_enacting_formula(key: str) -> None:
    assert _parse_one(_write_law(norms.species()[key], titled=False)).id.species == key


@pytest.mark.parametrize("key", SPECIES)
def test_a_species_is_found_as_a_citation(key: str) -> None:
    species = norms.species()[key]
    name = f"{species.name} ICMS" if species.needs_body else species.name
    text = f"Fica revogad{_article(species)} {_article(species)} {name} nº 12, de 3 de maio de 2001."
    (citation,) = (one for one in find_citations(text) if one.kind == "external")
    assert citation.id is not None
    assert (citation.id.species, citation.id.number) == (key, "12")


@pytest.mark.parametrize("key", CALLED)
def test_a_norm_may_speak_of_itself_by_its_species(key: str) -> None:
    text = _write_law(norms.species()[key], titled=True)
    own = [
        citation.text
        for citation in find_citations(text, context=Context(parse(text)))
        if citation.kind == "internal"
    ]
    assert len(own) == 2, own


@pytest.mark.parametrize("key", CALLED)
def test_a_species_is_folded_in_comparison(key: str) -> None:
    species = norms.species()[key]
    demonstrative = {"a": "nesta", "o": "neste"}[_article(species)]
    assert (
        "norma" in matching_key(split_tokens(f"{demonstrative} {species.name}")).split()
    )
    assert adaptation(
        fold(f"{demonstrative} {species.name}").replace("-", " "), "esta norma"
    ) == ("norm-type")


@pytest.mark.parametrize("key", TELLING)
def test_a_species_in_a_law_is_residue(key: str) -> None:
    text = _write_law(norms.species()[key], titled=True)
    title = norms.species()[key].name.upper() + " Nº"
    law = _parse_one(text.replace(title, "LEI Nº", 1))
    assert len(list(residue(law))) == 2


def test_what_tells_nothing_is_no_residue_and_little_of_it() -> None:
    """Laws in a wide sense, codes that any norm may be, and words of everyday law."""
    assert len(TELLING) >= 24


@pytest.mark.parametrize("key", sorted(norms.bodies()))
def test_every_body_is_an_agency(key: str) -> None:
    body = norms.bodies()[key]
    for name in (*body.acronyms, *(name.name for name in body.names)):
        words = " ".join(
            fold(name).replace("/", " ").replace(".", " ").replace(",", "").split()
        )
        assert (
            adaptation(f"o {words.replace('-', ' ')}", "a prefeitura municipal")
            == "agency"
        ), name


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"especie": [{"key": "x", "colour": "red"}]}, "unknown field `colour`"),
        ({"especie": [{"key": "x"}]}, "missing required field `name`"),
    ],
)
def test_an_entry_that_its_type_does_not_fit_is_refused(
    table: dict[str, object], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "read_table", lambda _name: table)
    with pytest.raises(BadRule, match=message) as caught:
        rules.decode_table("especies", SpeciesTable)
    assert "\n" not in str(caught.value)
