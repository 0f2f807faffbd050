"""Tell a placeholder from law: the word that stands where a revoked wording stood."""

from __future__ import annotations

import re

from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.numerals import MONTHS

_PLACEHOLDER = re.compile(
    rf"""
    \W*(?:revogad|suprimid)[oa]s?           # "(Revogado)", "Suprimidas."
    (?:\W+(?:pel[oa]s?|por)\W+  # "(Revogado pela Lei nº 10.303, de 31 de outubro de 2001)"
        (?:(?:lei|complementar|ordinaria|decreto|medida|provisoria|emenda|constitucional
            |resolucao|portaria|
             municipal|estadual|federal|artigo|art|inciso|inc|paragrafo|d[aeo]s?|e|em|n|no|mp|lc
                 |ec|vigencia|
             {"|".join(flatten(month) for month in MONTHS)}|[ivxlc]+|\d[\dºo]*)(?![a-z])[\Wº]*)+
    )?\W*\Z
    """,
    re.X,
)


def is_placeholder(text: str) -> bool:
    """Tell whether a text only says that its provision is gone: `(Revogado)`, `Suprimido.`,
    `(Revogado pela Lei nº 5)`.

    A sentence that begins with the word (`Revogadas as disposições em contrário, …`) is law.
    """
    return _PLACEHOLDER.match(flatten(text)) is not None
