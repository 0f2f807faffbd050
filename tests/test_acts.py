"""The vocabulary of acts, and its three readers: the tree, the citations, the history."""

from __future__ import annotations

import pytest

from lawtool import parse
from lawtool.citations import Context, find_citations
from lawtool.citations.by_node import Cited
from lawtool.citations.catalogue import Catalogue
from lawtool.history import read_events
from lawtool.vocabulary import rules
from lawtool.vocabulary.acts import Act, acts, relating_acts
from lawtool.vocabulary.folding import flatten

LAW = "da Lei nº 10, de 3 de maio de 1990"
FORMULAS = (
    "O art. 5º {} passa a vigorar com a seguinte redação:",
    "O art. 5º {} passa a viger com a seguinte redação:",
    "O art. 5º {} passa a ter a seguinte redação:",
    "O art. 5º {} passa a constar com a seguinte redação:",
    "O art. 5º {} passa a reger-se pela seguinte redação:",
    "O art. 5º {} terá a seguinte redação:",
    "O art. 5º {} fica assim redigido:",
    "Dê-se ao art. 5º {} a seguinte redação:",
    "É dada nova redação ao art. 5º {}, nos seguintes termos:",
    "Fica alterado o art. 5º {}, que passa a vigorar com a seguinte redação:",
    "Fica alterada a redação do art. 5º {}, que passa a ser a seguinte:",
    "O art. 5º {} vigorará com a seguinte redação:",
    "Altere-se o art. 5º {}, que passará a dispor:",
    "O art. 5º {} fica modificado como segue:",
    "Modifica o art. 5º {}, na forma seguinte:",
    "O art. 5º {} passa a figurar com a redação abaixo:",
    "Substitua-se o art. 5º {} pelo seguinte:",
    "O art. 5º {} é substituído pelo seguinte:",
    "Onde se lê no art. 5º {}, leia-se:",
)
AMENDING = """LEI Nº 20, DE 3 DE MAIO DE 1995

Altera a Lei nº 10.

O PREFEITO MUNICIPAL DE COARI, Estado do Amazonas, faço saber:

Art. 1º {}

"Art. 5º A multa é de dez reais."

Art. 2º Esta Lei entra em vigor na data de sua publicação.

Coari, 3 de maio de 1995.
"""


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_tree_the_citations_and_the_history_read_a_formula_alike(
    formula: str,
) -> None:
    text = AMENDING.format(formula.format(LAW))
    (norma,) = parse(text)
    context = Context([norma])
    cited = Catalogue(()).resolve_all(find_citations(text, context=context), context)
    command = text.index("Art. 1º")
    relations = [
        c.relation for c in cited if c.kind == "external" and c.span.start > command
    ]
    events = [event.kind for event in read_events(norma, Cited(norma, text, cited))]
    assert [node.kind for node in norma.nodes if node.kind == "alteracao"]
    assert relations[:1] == ["amends"]
    assert [kind for kind in events if kind in ("amend", "insert", "revoke")] == [
        "amend"
    ]


@pytest.mark.parametrize("act", [*acts(), *relating_acts()], ids=lambda act: act.id)
def test_examples_and_counter_examples_of_the_acts(act: Act) -> None:
    (rule,) = [
        rule
        for name in ("verbs", "citations")
        for rule in rules.load_rules(name)
        if rule.id == act.id
    ]
    for text, meaning in rule.examples:
        assert act.pattern.search(flatten(text)), text
        assert meaning == (act.event or act.relation)
    for text in rule.keep:
        assert not act.pattern.search(flatten(text)), text
