"""Where a reference may begin: one pattern made from the vocabulary, so that a new species or name needs no line here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from lawtool.citations.reference_parts import level_prefixes
from lawtool.vocabulary import norms as vocabulary

Anchors = Mapping[str, str]
"""First letters of a reference in folded text → the pattern of what must follow them."""

_WORD_END = r"(?![a-z])"
_NUMBER_FOLLOWS = r"\.?(?=[\s-]\s?(?:n|\d|[a-z]{2,9}[\s/-]+(?:n|\d)))"
"""An abbreviation of a species counts before a number, perhaps with a body between (`IN RFB nº 1.700`)."""

PROVISIONS: Anchors = {
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
    """Compile the anchors; `word` is what was matched, one character before it is no letter or digit.

    It begins with a set, so that the engine skips letters quickly: the branches are tried at one place in six.
    """
    anchors = {**_first_words(), **_GENERIC_NAMES, **STANDARDS, **PROVISIONS}
    return re.compile(f"[^a-z0-9](?P<word>{_trie(anchors)})")


def _first_words() -> Anchors:
    """The first words of species and names, each with what must follow for a reference to be possible."""
    anchors, continued = dict[str, str](), dict[str, set[str]]()
    for printed, form in vocabulary.citation_forms().items():
        word, _, rest = printed.partition(" ")
        if form.capitals:
            anchors[word] = _NUMBER_FOLLOWS
        else:
            continued.setdefault(word, set()).add(rest)
    for name in (*vocabulary.names(), *vocabulary.own_names()):
        word, _, rest = name.partition(" ")
        continued.setdefault(word, set()).add(
            rest if rest or name in vocabulary.capital_names() else ""
        )
    for word, rests in continued.items():
        tail = _WORD_END if "" in rests else rf"(?=\s+(?:{_prefixes(rests)}))"
        anchors[word] = f"(?:{anchors[word]}|{tail})" if word in anchors else tail
    for word, form in vocabulary.citation_forms().items():
        if form.species.issuer == "ente" and not form.species.named and word in continued:
            anchors[word] = _common_word(word, continued)
    return anchors


def _prefixes(words: Iterable[str]) -> str:
    return "|".join(sorted({re.escape(word[:3]) for word in words if word}))


def _common_word(word: str, continued: Mapping[str, set[str]]) -> str:
    """A word that stands in every tenth line ("lei") is looked at only before a number, a further word of its names, a
    level or "de", or behind a word that points."""
    singular = word.removesuffix("s")
    rests = continued[word] | continued.get(singular, set()) | set(level_prefixes())
    follows = rf"(?=[\s-]++(?:n|\d|d[aeo]s?\s|{_prefixes(rests)})|\s?[,:]\s?\d|\d)"
    if word != singular:
        return follows
    pointed = "|".join(rf"(?<={pointer}{re.escape(word)})" for pointer in _POINTED)
    return f"(?:{follows}|(?:{pointed}){_WORD_END})"


def _trie(anchors: Anchors) -> str:
    """One pattern of all entries with common beginnings written once: `art…|anexo…` → `a(?:nexo…|rt…)`.

    Of two entries that begin alike the longer one is tried first.
    """
    ends: list[str] = []
    below: dict[str, dict[str, str]] = {}
    for letters, tail in anchors.items():
        if letters:
            below.setdefault(letters[0], {})[letters] = tail
        else:
            ends.append(tail)
    branches = [_branch(entries) for _, entries in sorted(below.items())]
    return "|".join([*branches, *ends])


def _branch(entries: Anchors) -> str:
    """Entries that begin with the same letter."""
    first, last = min(entries), max(entries)
    length = 0
    while length < len(first) and first[length] == last[length]:
        length += 1
    common = first[:length]
    rest = {letters[len(common) :]: tail for letters, tail in entries.items()}
    if len(rest) == 1:
        return re.escape(common) + rest[""]
    return f"{re.escape(common)}(?:{_trie(rest)})"
