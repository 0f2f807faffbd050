"""Words as the search compares them: without accents, number, gender and verb ending; numbers as digits.

Snowball's Portuguese stemmer leaves `botijão` and `botijões`, `hospital` and `hospitais` apart, so a plural step stands
before it. Stems are made before accents are folded: the stemmer needs them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import fold, strip_accents

TOKEN = re.compile(r"\d+(?:\.\d{3})+(?!\d)|\d+|[^\W\d_]+")
"""A number, with its points of thousands, or a run of letters: linear in the text."""

_ENDINGS = (
    # Accents that a keyboard or a scan left out, where the ending tells them.
    {"coes": "ção", "cao": "ção", "oes": "ão", "ao": "ão", "aes": "ão", "avel": "ável", "ivel": "ível", "aveis": "ável",
     "iveis": "ível", "encia": "ência", "ancia": "ância", "encias": "ência", "ancias": "ância"},
    # Plurals that the stemmer does not join to the singular.
    {"ões": "ão", "ães": "ão", "ãos": "ão", "ais": "al", "áveis": "ável", "íveis": "ível", "óveis": "óvel", "éis": "el",
     "eis": "el", "óis": "ol", "uis": "ul", "ens": "em", "uns": "um", "ins": "im", "ons": "om", "ores": "or", "zes": "z",
     "ências": "ência", "âncias": "ância"},
    # What is done, by the verb: the stemmer joins them in long words only.
    {"ização": "izar", "ação": "ar", "uição": "uir", "ição": "ir", "amento": "ar", "imento": "er", "ência": "er",
     "ância": "ar", "amentos": "ar", "imentos": "er"},
)  # fmt: skip
"""Steps before the stemmer; of each the longest ending that fits, if at least three letters stay before it."""

_APART = {
    "leis": "lei",
    "caso": "caso",
    "casos": "caso",
    "porte": "porte",
    "portes": "porte",
    "março": "marco",
}
"""Frequent words of the law that the stemmer would join to `casa`, `porta`, `marca`."""

_FIXED = _APART | {
    word: str(number)
    for number, words in {
        2: "dois duas", 3: "três", 4: "quatro", 5: "cinco", 6: "seis", 7: "sete", 8: "oito", 9: "nove", 10: "dez",
        11: "onze", 12: "doze", 13: "treze", 14: "quatorze catorze", 15: "quinze", 20: "vinte", 30: "trinta",
        40: "quarenta", 50: "cinquenta cinqüenta", 60: "sessenta", 70: "setenta", 80: "oitenta", 90: "noventa",
        100: "cem", 200: "duzentos", 300: "trezentos", 400: "quatrocentos", 500: "quinhentos", 1000: "mil",
    }.items()
    for word in words.split()
}  # fmt: skip


SMALL = "0"
"""Begins the keys of small words, so that `com` is not `comida`; no number has a key that begins so and goes on."""


@cache
def _small() -> frozenset[str]:
    return frozenset(map(fold, rules.table("sinonimos")["perguntas"]["vazias"]))


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("portuguese", 0)


def regular(word: str) -> str:
    """`botijoes` → `botijão`, `hospitais` → `hospital`, `cassação` → `cassar`: the form that the stemmer gets."""
    for endings in _ENDINGS:
        for size in range(min(7, len(word) - 3), 1, -1):
            if word[-size:] in endings:
                word = word[:-size] + endings[word[-size:]]
                break
    return word


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The key of one token: `fiscalização` and `fiscaliza` give one key, as do `1.000` and `mil`."""
    if word[0].isdigit():
        return word.replace(".", "").lstrip("0") or "0"
    word = word.lower()
    if word in _FIXED:
        return _FIXED[word]
    plain = strip_accents(word)
    if plain in _small():
        return SMALL + plain
    return strip_accents(_stemmer().stemWord(regular(word)))


def is_small(key: str) -> bool:
    """Whether a key is that of a word that no provision answers by holding it."""
    return key[0] == SMALL and len(key) > 1


def tokens(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and key of every token of a text."""
    return ((match.start(), match.end(), stem(match.group())) for match in TOKEN.finditer(text))


def stems(text: str) -> str:
    """The keys of a text, in order, with blanks between: what is indexed."""
    return " ".join(map(stem, TOKEN.findall(text)))


def content_stems(text: str) -> frozenset[str]:
    """Return the keys of a text without those of small words."""
    return frozenset(key for key in map(stem, TOKEN.findall(text)) if not key.startswith(SMALL))
