"""Which norm was copied from which."""

from __future__ import annotations

import sys
from datetime import date
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from goldnormas import gold, gold_normas, made
from lawtool.comparison import align
from lawtool.comparison.copies import find
from lawtool.comparison.links import Link
from lawtool.comparison.lost_text import lost_text
from lawtool.comparison.shingles import build, key_of, shingle_hashes, similar_texts
from lawtool.render import graph

sys.path.insert(0, str(Path(__file__).parent / "bench"))

from statutes import corpus as statutes


def by_pair(links: list[Link]) -> dict[tuple[str, str], Link]:
    return {(link.a.split("-")[0], link.b.split("-")[0]): link for link in links}


def test_the_seeds_have_four_pairs_and_a_lead() -> None:
    found = by_pair(find(gold_normas()))
    assert {pair: link.label for pair, link in found.items()} == {
        ("coari", "dnc"): "copy",
        ("votuporanga", "dnc"): "partial copy",
        ("votuporanga", "coari"): "shared source",
        ("sete", "sete"): "amends",
        ("dnc", "guariba"): "lead",
    }
    assert found["votuporanga", "coari"].via == "dnc-portaria-27-1996"
    assert all(link.directed for link in found.values())
    evidence = " ".join(found["coari", "dnc"].reasons)
    assert "nesta Portaria" in evidence
    assert "is older" in evidence


def test_links_as_relations() -> None:
    found = by_pair(find(gold_normas()))
    relation = found["coari", "dnc"].relation
    assert relation is not None
    assert (relation.kind, relation.source, relation.target) == (
        "copia",
        "coari-lei-340-1999",
        "dnc-portaria-27-1996",
    )
    assert relation.method == "detected"
    shared = found["votuporanga", "coari"].relation
    assert shared is not None
    assert shared.kind == "fonte_comum"
    assert found["dnc", "guariba"].relation is None


def test_the_order_of_the_norms_does_not_matter() -> None:
    assert find(gold_normas()) == find(reversed(gold_normas()))


def test_planted_copies_are_found() -> None:
    normas, planted = statutes(400)
    found = {(link.a, link.b) for link in find(normas)} | {
        (link.b, link.a) for link in find(normas)
    }
    assert len(planted & found) / len(planted) >= 0.95
    false = {
        pair for pair in found if pair not in planted and pair[::-1] not in planted
    }
    assert len(false) / 2 <= 0.05 * len(planted)


FORM = [
    "Fica denominada Rua José da Silva a via pública situada no bairro Centro, nesta cidade.",
    "As despesas decorrentes da execução desta Lei correrão por conta de dotações orçamentárias próprias.",
    "Esta Lei entra em vigor na data de sua publicação, revogadas as disposições em contrário.",
]


def test_forms_are_no_copies() -> None:
    normas = [
        made(f"lei-{year}", FORM, day=date(year, 5, 1)) for year in range(1990, 2000)
    ]
    assert find(normas) == []


def test_a_popular_model_is_linked_to_its_oldest_holder() -> None:
    model = [
        f"O estabelecimento de categoria {n} manterá extintores em número de {n + 3} junto à porta do depósito, "
        f"sob a guarda de pessoa treinada na forma do anexo {n + 1}."
        for n in range(6)
    ]
    normas = [
        made(f"cidade-{year}", model, day=date(year, 5, 1))
        for year in range(1950, 2000)
    ]
    found = find(normas)
    assert len(found) == 49
    assert {link.b for link in found} == {"cidade-1950"}
    assert {link.label for link in found} == {"copy"}


def test_norms_of_unknown_date_are_linked_without_direction() -> None:
    lines = [
        f"É vedado o depósito de número {n} junto de escolas, hospitais e igrejas da sede."
        for n in range(9)
    ]
    found = find([made("b", lines), made("a", lines)])
    assert [(link.label, link.directed) for link in found] == [("copy", False)]


def test_nothing_to_find() -> None:
    assert find([]) == []
    assert find([made("a", []), made("b", [""])]) == []


def test_shingles_are_runs_of_one_text() -> None:
    index = build([made("a", ["um dois três quatro", "cinco seis sete oito nove"])])
    assert list(similar_texts(index)) == []
    words = np.array([1, 2, 3, 1, 2, 3], dtype=np.int32)
    hashes = shingle_hashes(words, 3)
    assert len(hashes) == 4
    assert hashes[0] == hashes[3]
    assert len(set(hashes.tolist())) == 3


def test_keys_fold_the_own_species() -> None:
    assert key_of("Para os fins desta Portaria, à noite") == key_of(
        "para os fins desta LEI: a noite"
    )
    assert key_of("da Lei nº 10") != key_of("da Portaria nº 10")


# Provenance
# -------------------------------------------------------------------------------------------


def test_text_that_stands_where_the_source_has_only_a_placeholder() -> None:
    found = lost_text(align(gold("coari"), gold("dnc")))
    assert [(lost.source_path, lost.copy_paths) for lost in found] == [
        ("art7", ("art16",))
    ]
    assert lost_text(align(gold("votuporanga"), gold("dnc"))) == []


def test_a_graph_of_the_links() -> None:
    links = find(gold_normas())
    drawn = graph.mermaid(
        map(graph.edge_of, links), {"coari-lei-340-1999": 'Lei "340"'}
    )
    assert drawn.startswith("graph LR\n")
    assert "[\"Lei '340'\"]" in drawn
    assert drawn.count("-->") == 3
    root = ElementTree.fromstring(
        graph.draw_chain(
            [graph.edge_of(link) for link in links],
            {"coari-lei-340-1999": "Lei <340> & mais"},
        )
    )
    assert len(root.findall(".//{*}rect")) == len(
        {slug for link in links for slug in (link.a, link.b)}
    )


def test_no_two_norms_are_linked_twice() -> None:
    links = find(gold_normas())
    seen = [frozenset((link.a, link.b)) for link in links]
    assert not any(x == y for x, y in combinations(seen, 2))
