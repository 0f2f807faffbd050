"""Which norms a verb acts on, and which are only named beside it."""

from __future__ import annotations

import pytest

from lawtool.citations import find_citations

RELATIONS = {
    "A Secretaria, criada pela Lei 2.001, com a alteração promovida pela Lei 2.002, passa a vigorar":
        ["cites", "cites"],
    "Altera o Regulamento aprovado pela LC 15, com as alterações da LC 36.": ["amends", "cites"],
    "O art. 2º da Lei nº 10, alterada pelas Leis nº 3.466, nº 3.557 e Lei nº 3.608, passa a vigorar":
        ["amends", "cites", "cites", "cites"],
    "No art. 1º da Lei nº 994/85 será acrescido o seguinte parágrafo:": ["adds"],
    "Passam a vigorar com esta redação os artigos da Lei nº 10/1990:": ["amends"],
    "Altera e acrescenta dispositivos às Leis nº 10 e nº 11.": ["amends", "amends"],
    "A Lei nº 5/1990 fica revogada.": ["revokes"],
    "(Parágrafo com redação dada pelo art. 2º da Lei nº 135, de 27/6/2014)": ["amended_by"],
}  # fmt: skip


@pytest.mark.parametrize("text", RELATIONS)
def test_a_verb_acts_on_its_objects_alone(text: str) -> None:
    assert [citation.relation for citation in find_citations(text)] == RELATIONS[text]
