"""States and municipalities."""

from __future__ import annotations

import pytest

from lawtool.vocabulary import places
from lawtool.vocabulary.rules import read_data_file


def test_there_are_all_of_them() -> None:
    assert len(places.states()) == 27
    names = read_data_file("municipios.txt").splitlines()
    assert sum(not line.startswith("#") for line in names) == 5570


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("SETE LAGOAS", (("Sete Lagoas", "MG"),)),
        ("sao joao del rei", (("São João del Rei", "MG"),)),
        ("Atlântida", ()),
    ],
)
def test_lookup_by_folded_name(name: str, found: tuple[tuple[str, str], ...]) -> None:
    assert places.municipalities(name) == found


def test_one_name_in_many_states() -> None:
    assert {uf for _, uf in places.municipalities("Bom Jesus")} == {
        "PB",
        "PI",
        "RN",
        "RS",
        "SC",
    }
    assert places.municipalities("Bom Jesus", "PI") == (("Bom Jesus", "PI"),)


def test_names_inside_urns_come_back() -> None:
    assert places.dotted("Rio de Janeiro") == "rio.janeiro"
    assert places.state_from_dotted("rio.de.janeiro") == "RJ"
    assert places.from_dotted("feira.santana", "BA") == "Feira de Santana"
    assert places.from_dotted("feira.santana", "SP") is None
    assert places.state("rio grande do sul") == "RS"
