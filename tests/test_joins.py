"""Words that the end of a line or of a page cut are joined, each with rows that can be
undone; meant hyphens stay.
"""

from __future__ import annotations

import pytest

from lawtool import sources
from lawtool.pipeline import parse_source
from lawtool.repair.offsets import replay, undo_replay

HEAD = "LEI Nº 12, DE 3 DE MAIO DE 1990\n\n"


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("O armaze-\nnamento é livre.", "O armazenamento é livre."),
        ("O respon\u00ad\nsável técnico.", "O responsável técnico."),
        (
            "Depende de licença (expe-\ndida, se houver).",
            "Depende de licença (expedida, se houver).",
        ),
        ("Conforme o Decreto-\nLei nº 200.", "Conforme o Decreto-Lei nº 200."),
        ("Do que dá-\nse ciência.", "Do que dá-se ciência."),
        ("O material auto-\nadesivo.", "O material auto-adesivo."),
        ("Será legal-\nmente autorizado.", "Será legalmente autorizado."),
        ("O técnico-\nprofissional.", "O técnico-profissional."),
        ("O lote 10-\n20 é livre.", "O lote 10- 20 é livre."),
        ("O ARMAZE-\nNAMENTO é livre.", "O ARMAZENAMENTO é livre."),
        ("Vale a palavra -\nque é dita.", "Vale a palavra - que é dita."),
    ],
)
def test_words_over_a_line_end(printed: str, read: str) -> None:
    text = f"{HEAD}Art. 1º {printed}\nArt. 2º O armazenamento expedido.\n"
    document = parse_source(sources.source_from_text(text))
    article = document.normas[0].get("art1")
    assert article is not None
    assert article.text == read
    assert undo_replay(replay(text, document.corrections), document.corrections) == text


def test_a_word_over_a_page_break() -> None:
    page = "\n".join(
        f"palavras {n} de um texto comum que enche a página até o fim da linha"
        for n in range(14)
    )
    pages = [f"PREFEITURA MUNICIPAL DE EXEMPLO\n{page}" for _ in range(3)]
    text = f"{HEAD}Art. 1º O " + "\n\f".join(pages)
    text = text.replace("até o fim da linha\n\fPREF", "até o fim do armaze-\n\fPREF", 1)
    text = text.replace("EXEMPLO\npalavras 0", "EXEMPLO\nnamento 0", 2).replace(
        "namento 0", "palavras 0", 1
    )
    document = parse_source(sources.source_from_text(text))
    words = " ".join(node.text for norma in document.normas for node in norma.nodes)
    assert "armazenamento 0 de um" in words


def test_lost_letters_are_put_back_where_one_word_fits() -> None:
    text = f"{HEAD}Art. 1\ufffd A reda\ufffd\ufffdo do \ufffd 1\ufffd do art. 2\ufffd da Lei n\ufffd 12, do Munic\ufffdpio, \ufffd zz\ufffdo.\n"
    document = parse_source(sources.source_from_text(text))
    article = document.normas[0].get("art1")
    assert article is not None
    assert (
        article.text
        == "A redação do § 1º do art. 2º da Lei nº 12, do Município, \ufffd zz\ufffdo."
    )
    assert undo_replay(replay(text, document.corrections), document.corrections) == text
