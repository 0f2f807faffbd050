"""What references mean where they stand: quoted blocks, elided norms, other bodies of text,
own numbers.
"""

from __future__ import annotations

import pytest

from lawtool import parse
from lawtool.citations import Context, find_citations, target
from lawtool.model import Citation

PREAMBLE = "O PREFEITO MUNICIPAL DE COARI, Estado do Amazonas, faço saber:"
OWN = "br;am:coari;lei;-;20;1995-05-03"
LAW_10 = "br;am:coari;lei;-;10;1990"


def act(*articles: str, ementa: str = "Dispõe sobre feiras.") -> str:
    """Write a law of Coari with these articles."""
    body = "\n\n".join(articles)
    title = "LEI Nº 20, DE 3 DE MAIO DE 1995"
    return f"{title}\n\n{ementa}\n\n{PREAMBLE}\n\n{body}\n\nCoari, 3 de maio de 1995.\n"


def cite_act(*articles: str, ementa: str = "Dispõe sobre feiras.") -> list[Citation]:
    """Read the citations of a law of Coari with these articles."""
    text = act(*articles, ementa=ementa)
    return find_citations(text, context=Context(parse(text)))


def meant(citations: list[Citation], words: str) -> str:
    """Tell the target of the first citation that reads so."""
    return next(target(citation) for citation in citations if citation.text == words)


REWORDED = "Art. 1º O art. 5º da Lei nº 10/1990 passa a vigorar com a seguinte redação:"


def test_a_quoted_block_speaks_of_the_amended_law() -> None:
    citations = cite_act(
        REWORDED,
        '"Art. 5º Aplica-se a Lei Federal nº 8.666/1993 e o art. 7º desta Lei.',
        '§ 1º O disposto neste artigo e no art. 9º vale."',
        "Art. 2º Esta Lei entra em vigor.",
    )
    assert meant(citations, "art. 7º desta Lei") == f"{LAW_10}!art7"
    assert meant(citations, "neste artigo") == f"{LAW_10}!art5"
    assert meant(citations, "art. 9º") == f"{LAW_10}!art9"
    assert meant(citations, "Esta Lei") == OWN


def test_a_quotation_that_opens_in_its_own_line_speaks_of_the_amended_law() -> None:
    citations = cite_act(
        'Art. 1º A Lei nº 10/1990 passa a vigorar: "Art. 2º A taxa é anual.',
        '§ 1º Vale o art. 5º desta Lei."',
        "Art. 2º Esta Lei entra em vigor.",
    )
    assert meant(citations, "art. 5º desta Lei") == f"{LAW_10}!art5"
    assert meant(citations, "Esta Lei") == OWN


def test_later_articles_amend_the_law_that_only_the_first_names() -> None:
    citations = cite_act(
        REWORDED,
        '"Art. 5º A taxa é anual."',
        "Art. 2º O art. 2º será acrescido de parágrafo único:",
        '"Parágrafo único. Vale o disposto nesta Lei."',
        "Art. 3º Esta Lei entra em vigor.",
    )
    assert meant(citations, "art. 2º") == f"{LAW_10}!art2"
    assert meant(citations, "nesta Lei") == LAW_10


def test_an_elided_law_is_unknown_where_the_act_changes_two() -> None:
    citations = cite_act(
        REWORDED,
        '"Art. 5º A taxa é anual."',
        "Art. 2º O art. 7º da Lei nº 11/1991 passa a vigorar com a seguinte redação:",
        '"Art. 7º A feira é livre."',
        "Art. 3º O art. 2º passa a vigorar com a seguinte redação:",
        '"Art. 2º Vale o disposto nesta Lei."',
    )
    assert meant(citations, "art. 2º") == ""
    assert meant(citations, "nesta Lei") == ""


def test_a_bare_article_goes_to_the_amended_law_not_to_the_one_cited_last() -> None:
    citations = cite_act(
        "Art. 1º Fica acrescido à Lei nº 10/1990 o art. 27-C, e fica revogada a Lei nº 11/1990.",
        "Art. 2º A taxa é livre, exceto a do art. 27-C.",
    )
    assert [target(found) for found in citations if found.text == "art. 27-C"] == [
        f"{LAW_10}!art27-3"
    ] * 2


def test_an_item_before_its_quotation_belongs_to_the_law_that_its_article_names() -> (
    None
):
    citations = cite_act(
        "Art. 1º Passam a vigorar com a seguinte redação os dispositivos da Lei nº 10/1990:",
        'I - o "caput" do art. 8º:',
        '"Art. 8º A taxa é anual."',
        "Art. 2º Esta Lei entra em vigor.",
    )
    caput = next(found for found in citations if "caput" in found.text)
    assert (target(caput), caput.relation) == (f"{LAW_10}!art8_cpt", "amends")


@pytest.mark.parametrize(
    ("words", "norm"),
    [
        (
            "esta Lei Complementar nº 95/1998",
            "br;federal;lei.complementar;-;95;1998-02-26",
        ),
        ("a Lei nº 20/1995", OWN),
    ],
)
def test_a_number_says_which_law_is_meant(words: str, norm: str) -> None:
    assert target(cite_act(f"Art. 1º Vale {words}.")[0]) == norm


@pytest.mark.parametrize(
    "words",
    [
        "alínea xyz do art. 1º da Lei nº 10/1990",
        "art. 41 das Disposições Transitórias da Lei nº 10/1990",
        "Emenda nº 42",
    ],
)
def test_what_is_not_wholly_read_points_at_no_provision(words: str) -> None:
    (citation,) = cite_act(f"Art. 1º Vale o {words}.")
    assert citation.status == "unknown"
    assert citation.fragments == ()


def test_what_is_agreed_elsewhere_is_not_the_norm() -> None:
    assert cite_act("Art. 1º A vigência deste convênio é de um ano.") == []
