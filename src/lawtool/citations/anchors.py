"""Where a reference may begin: one pattern made from the vocabulary, so that a new species or name
needs no line here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from lawtool.citations.reference_parts import level_prefixes
from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.acts import relating_acts
from lawtool.vocabulary.tries import write_trie

Anchors = Mapping[str, str]
"""First letters of a reference in folded text → the pattern of what must follow them."""

_WORD_END = r"(?![a-z])"
_NUMBER_FOLLOWS = r"\.?(?=[\s-]\s?(?:n|\d|[a-z]{2,9}[\s/-]+(?:n|\d)))"
"""An abbreviation of a species counts before a number, perhaps with a body between (`IN RFB nº
1.700`).
"""

PROVISION_HEADS: Anchors = {
    "§": "",
    "$": r"(?=\s?\d{1,2}\s?º)",
    "&": r"(?=\s?\d{1,2}\s?º)",
    "8": r"(?=\s\d{1,2}\s?º\s)",
    "art": r"(?:\.|s\.|igos?(?![a-z])|s?(?=\s?\d))",
    "paragrafo": "s?" + _WORD_END,
    "par": r"(?=s?\.\s?\d)",
    "caput": _WORD_END,
    "inciso": "s?" + _WORD_END,
    "inc": r"s?(?=\.\s?[ivxlc])",
    "alinea": "s?" + _WORD_END,
    "al": r"(?=\.\s\"?[a-z]\"?(?![a-z]))",
    "letra": r"s?(?=\s\"?[a-z]\"?(?![a-z]))",
    "ite": "(?:m|ns)" + _WORD_END,
    "anexo": "s?" + _WORD_END,
    "capitulo": r"(?=\s+[ivxlc]+,?\s+d)",
    "titulo": r"(?=\s+[ivxlc]+,?\s+d)",
    "secao": r"(?=\s+[ivxlc]+,?\s+d)",
    "subsecao": r"(?=\s+[ivxlc]+,?\s+d)",
}
"""Heads of provisions; `identifiers.pinpoints` reads on from them."""

STANDARDS: Anchors = {
    "nbr": "s?" + _WORD_END,
    "nb": r"(?=\s)",
    "abnt": _WORD_END,
    "norma": r"s?(?=\s(?:tec|bra|reg|abnt|nb|da\sa))",
}
_GENERIC_NAMES = {"plano": r"s?(?=\sde\scarr)"}
"""A name that is read by its form and not from the vocabulary."""
_POINTED = (r"[sdt][ta]\s", r"te\s", r"[sm][sm]a\s")
"""`esta lei`, `presente lei`, `mesma lei`: the noun behind a word that points."""


@cache
def anchor_pattern() -> re.Pattern[str]:
    """Compile the anchors; `word` is what was matched, one character before it is no letter or
    digit.

    It begins with a set, so that the engine skips letters quickly: the branches are tried at one
    place in six.
    """
    anchors = {
        **act_words(),
        **_first_words(),
        **_GENERIC_NAMES,
        **STANDARDS,
        **PROVISION_HEADS,
    }
    return re.compile(f"[^a-z0-9](?P<word>{write_trie(anchors)})")


@cache
def act_words() -> Anchors:
    """Give the words by which acts are looked for, without those that begin with another."""
    words = sorted({word for act in relating_acts() for word in act.needs})
    shortest = [
        word for word in words if not word.startswith(tuple(words[: words.index(word)]))
    ]
    return dict.fromkeys(shortest, "")


def _first_words() -> Anchors:
    """Give the first words of species and names, each with what must follow for a reference to be
    possible.
    """
    spelled = [
        form
        for form, entry in vocabulary.citation_forms().items()
        if not entry.capitals
    ]
    names = [*vocabulary.names(), *vocabulary.own_names()]
    further = dict[str, set[str]]()
    for form in (*spelled, *names):
        word, _, rest = form.partition(" ")
        further.setdefault(word, set()).add(rest)
    anchors = {word: _further_words(rests) for word, rests in further.items()}
    for form, entry in vocabulary.citation_forms().items():
        if entry.capitals and form not in anchors:
            anchors[form] = _NUMBER_FOLLOWS
        elif (
            form in anchors
            and entry.species.issuer == "ente"
            and not entry.species.named
        ):
            anchors[form] = _common_word(form, further)
    return anchors


def _further_words(rests: set[str]) -> str:
    """Tell what follows the first word of names: a boundary where it is a name alone, else the
    beginnings of its next words.
    """
    if "" in rests:
        return _WORD_END
    return rf"(?=\s+(?:{_prefixes(rests)}))"


def _prefixes(words: Iterable[str]) -> str:
    return "|".join(sorted({re.escape(word[:3]) for word in words if word}))


def _common_word(word: str, continued: Mapping[str, set[str]]) -> str:
    """Write the pattern of a word that stands in every tenth line ("lei"): it is looked at only
    before a number, a further word of its names, a level or "de", or behind a word that points.
    """
    singular = word.removesuffix("s")
    rests = continued[word] | continued.get(singular, set()) | set(level_prefixes())
    follows = rf"(?=[\s-]++(?:n|\d|d[aeo]s?\s|{_prefixes(rests)})|\s?[,:]\s?\d|\d)"
    if word != singular:
        return follows
    pointed = "|".join(rf"(?<={pointer}{re.escape(word)})" for pointer in _POINTED)
    return f"(?:{follows}|(?:{pointed}){_WORD_END})"
