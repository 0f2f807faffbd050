"""Changes of sense: what turns a provision is flagged with its words, what says the same
otherwise is not.
"""

from __future__ import annotations

import pytest

from goldnormas import made
from lawtool.comparison import align, read_units
from lawtool.comparison.atoms import read_atoms
from lawtool.comparison.edits import words_of
from lawtool.comparison.printed_numbers import find_printed_numbers
from lawtool.comparison.sense_stems import stem_of
from lawtool.vocabulary import rules
from lawtool.vocabulary.rules import Rule


def _atoms(text: str) -> set[str]:
    words = words_of(read_units(made("x", [f"Art. 1º {text}"])))
    return {atom.name for atom in read_atoms(words, find_printed_numbers(words))}


@pytest.mark.parametrize("rule", rules.load_rules("sense"), ids=lambda rule: rule.id)
def test_operators_by_their_rules(rule: Rule) -> None:
    name = {"NONE": "NOT"}.get(rule.data["atom"], rule.data["atom"])
    for text, _ in rule.examples:
        assert name == "" or name in _atoms(text), text
    for text in rule.keep:
        assert name not in _atoms(text), text


def _flags(left: str, right: str) -> list[str]:
    a, b = (made(slug, [text]) for slug, text in (("x", left), ("y", right)))
    return [change.kind for group in align(a, b).groups for change in group.sense]


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [
        ("O dono deverá cercar o lote.", "O dono poderá cercar o lote.", "modality"),
        ("O dono cercará o lote.", "O dono poderá cercar o lote.", "modality"),
        ("É vedada a venda de fogos.", "É permitida a venda de fogos.", "prohibition"),
        (
            "A taxa não será devolvida ao dono.",
            "A taxa será devolvida ao dono.",
            "negation",
        ),
        ("Área igual ou superior a 20 m.", "Área superior a 20 m.", "bound"),
        (
            "Funcionará aos sábados, salvo em feriado.",
            "Funcionará aos sábados.",
            "exception",
        ),
        (
            "Aos sábados, inclusive os feriados.",
            "Aos sábados, exclusive os feriados.",
            "exception",
        ),
        (
            "Será multado o dono do lote, se houver dolo.",
            "Será multado o dono do lote.",
            "condition",
        ),
        ("A alíquota é de 0,5% do valor.", "A alíquota é de 0,5‰ do valor.", "number"),
        ("Caberá recurso em dez dias.", "Caberá recurso em vinte dias.", "date"),
        (
            "A pena será multa ou apreensão.",
            "A pena será multa e apreensão.",
            "conjunction",
        ),
        (
            "Será notificado o locador da casa.",
            "Será notificado o locatário da casa.",
            "body",
        ),
        (
            "Os lotes que forem doados à escola.",
            "Os lotes que foram doados à escola.",
            "tense",
        ),
    ],
)
def test_what_turns_the_sense(left: str, right: str, kind: str) -> None:
    assert kind in _flags(f"Art. 1º {left}", f"Art. 1º {right}")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("É proibido fumar no recinto.", "É vedado fumar no recinto."),
        ("O dono deverá cercar o lote.", "O dono fica obrigado a cercar o lote."),
        ("O dono não poderá vender o lote.", "O dono fica impedido de vender o lote."),
        ("As pharmacias affixarão o aviso.", "As farmácias afixarão o aviso."),
        (
            "Em 30 (trinta) dias pagará a taxa.",
            "No prazo de trinta dias pagará a taxa.",
        ),
        ("A comissão julgará os pedidos.", "Os pedidos serão julgados pela comissão."),
        ("Salvo em dia de chuva, funcionará.", "Exceto em dia de chuva, funcionará."),
        ("Terá no mínimo 3 m de altura.", "Terá altura não inferior a três metros."),
        (
            "Nos termos desta Lei serão pagos.",
            "De acordo com a presente Lei serão pagos.",
        ),
    ],
)
def test_what_is_a_matter_of_style(left: str, right: str) -> None:
    assert _flags(f"Art. 1º {left}", f"Art. 1º {right}") == []


@pytest.mark.parametrize(
    ("word", "other", "same"),
    [
        ("hygiene", "higiene", True),
        ("affixarao", "afixar", True),
        ("commercio", "comercio", True),
        ("empregador", "empregado", False),
        ("locador", "locatario", False),
        ("requerente", "requerido", False),
    ],
)
def test_stems(word: str, other: str, same: bool) -> None:
    assert (stem_of(word) == stem_of(other)) is same
