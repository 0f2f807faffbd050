"""Notes of editors: what was done, by whom, and from when."""

from __future__ import annotations

from datetime import date

import pytest

from lawtool import parse
from lawtool.citations import Context, find_citations
from lawtool.citations.by_node import Cited
from lawtool.citations.catalogue import Catalogue
from lawtool.history import read_events

LAW = """LEI Nº 20, DE 3 DE MAIO DE 1995

Dispõe sobre feiras.

O PREFEITO MUNICIPAL DE COARI, Estado do Amazonas, faço saber:

Art. 1º A feira é livre. {}

Art. 2º Esta Lei entra em vigor na data de sua publicação.

Coari, 3 de maio de 1995.
"""
NOTES = (
    ("(Redação dada pela Lei nº 30, de 5 de março de 2003)", [("amend", None)]),
    (
        "(Redação dada pela Lei nº 30, de 5 de março de 2003, com efeitos a partir de 1º.1.2010)",
        [("amend", date(2010, 1, 1))],
    ),
    (
        "(Revogado pela Lei nº 30, de 5 de março de 2003, a partir de 1º de janeiro de 2010)",
        [("revoke", date(2010, 1, 1))],
    ),
    (
        "(Vigência restabelecida pela Lei nº 30, de 5 de março de 2003)",
        [("restore", None)],
    ),
    (
        "(Acrescido pela Lei nº 30, de 5 de março de 2003, e revogado pela Lei nº 40, de 5 de março de 2005)",
        [("insert", None), ("revoke", None)],
    ),
    (
        "(Declarado inconstitucional pela ADI nº 5, de 3 de maio de 2010)",
        [("annul", date(2010, 5, 3))],
    ),
    (
        "(Execução suspensa pela Resolução nº 10, de 2005, do Senado Federal)",
        [("suspend", None)],
    ),
    ("(NR - Lei 30/2003)", [("amend", None)]),
    ("(Redação original)", []),
    ("(Não revogado)", []),
)


@pytest.mark.parametrize(("note", "wanted"), NOTES)
def test_what_a_note_tells(note: str, wanted: list[tuple[str, date | None]]) -> None:
    text = LAW.format(note)
    (norma,) = parse(text)
    context = Context([norma])
    cited = Catalogue(()).resolve_all(find_citations(text, context=context), context)
    events = read_events(norma, Cited(norma, text, cited))
    found = [
        (event.kind, event.date) for event in events if event.affected_path == "art1"
    ]
    assert found == wanted
