"""A placeholder is the word alone; a sentence that begins with it is law."""

from __future__ import annotations

import pytest

from lawtool.vocabulary.placeholders import is_placeholder


@pytest.mark.parametrize(
    "text",
    [
        "(Revogado)",
        "Suprimido.",
        "REVOGADAS",
        "(Revogado pela Lei nº 10.303, de 31 de outubro de 2001)",
        "Revogado pelo art. 5º, II, da Lei Complementar nº 7/1999.",
        "(Revogada pela Emenda Constitucional nº 20, de 1998)",
    ],
)
def test_the_word_alone_is_a_placeholder(text: str) -> None:
    assert is_placeholder(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Revogadas as disposições em contrário, esta Lei entra em vigor na data de sua publicação.",
        "Revogam-se as disposições em contrário.",
        "Revogado pela Câmara, o ato perde o efeito.",
        "Revogado o alvará, cessa a licença.",
    ],
)
def test_a_sentence_is_law(text: str) -> None:
    assert not is_placeholder(text)
