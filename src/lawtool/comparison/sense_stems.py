"""Reduce a word to a stem that spelling reforms, gender, number, person and mood leave alone.

Not for search: agents keep their ending, since `locador` and `locatário`, `empregador` and
`empregado` are two people.
"""

from __future__ import annotations

import re
from functools import lru_cache

_OLD_SPELLING = (
    (re.compile(r"ph"), "f"),
    (re.compile(r"th"), "t"),
    (re.compile(r"rh"), "r"),
    (re.compile(r"chr"), "cr"),
    (re.compile(r"y"), "i"),
    (re.compile(r"k"), "c"),
    (re.compile(r"w"), "v"),
    (re.compile(r"([bcdfglmnprst])\1"), r"\1"),
    (re.compile(r"sc(?=[ei])"), "s"),
    (re.compile(r"c(?=[ei])"), "s"),
    (re.compile(r"z"), "s"),
    (re.compile(r"g(?=[ei])"), "j"),
    (re.compile(r"(?<=[aeiou])[cp]t(?=[aeiou])"), "t"),
    (re.compile(r"(?<=[aeiou])[gm]n(?=[aeiou])"), "n"),
    (re.compile(r"(?<![cln])h"), ""),
    (re.compile(r"qu(?=[ao])"), "cu"),
    (re.compile(r"ao$"), "am"),
)
"""Spellings before the reforms of 1943 and 1971, and letters that are written for one another:
`pharmacia`, `hygiene`, `commercio`, `acto`, `signal`, `aceio`.
"""
_AGENT = re.compile(
    r"^(.{2,}(?:dor|sor|tor))(?:es|as|a)?$|^(.{3,}(?:ari|eir))(?:os|as|o|a)$|^(.{2,}nt)es?$"
)
"""Who acts: `vendedores`, `locatária`, `requerente`."""
_ENDINGS = tuple(
    sorted(
        [
            "amento",
            "amentos",
            "imento",
            "imentos",
            "acam",
            "acoes",
            "icam",
            "icoes",
            "ucam",
            "ucoes",
            "sam",
            "soes",
            "mente",
            "avel",
            "aveis",
            "ivel",
            "iveis",
            "ado",
            "ada",
            "ados",
            "adas",
            "ido",
            "ida",
            "idos",
            "idas",
            "ando",
            "endo",
            "indo",
            "ara",
            "aram",
            "eram",
            "iram",
            "era",
            "ira",
            "aria",
            "ariam",
            "eria",
            "eriam",
            "iria",
            "iriam",
            "ar",
            "er",
            "ir",
            "arem",
            "erem",
            "irem",
            "asem",
            "esem",
            "isem",
            "ase",
            "ese",
            "ise",
            "ava",
            "avam",
            "iam",
            "ia",
            "ou",
            "eu",
            "iu",
            "am",
            "em",
            "a",
            "e",
            "o",
            "as",
            "es",
            "os",
            "is",
            "oes",
            "ais",
            "eis",
            "ei",
            "al",
        ],
        key=lambda ending: -len(ending),
    )
)
SHORTEST = 3
"""Letters that a stem keeps at least."""


@lru_cache(maxsize=65536)
def modern_spelling(word: str) -> str:
    """Write a folded word as it sounds: `pharmacia` → `farmasia`, `assigna` → `asina`."""
    for old, new in _OLD_SPELLING:
        word = old.sub(new, word)
    return word


@lru_cache(maxsize=65536)
def stem_of(word: str) -> str:
    """Reduce a folded word to its stem.

    >>> stem_of("affixarao") == stem_of("afixara")
    True
    >>> stem_of("empregador") == stem_of("empregado")
    False
    """
    word = modern_spelling(word)
    agent = _AGENT.match(word)
    if agent:
        return next(part for part in agent.groups() if part)
    if word.endswith("ns"):
        word = word[:-2] + "m"
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            word = word[: -len(ending)]
            break
    if word[-2:] in ("ar", "er", "ir") and len(word) - 2 >= SHORTEST:
        word = word[:-2]
    return word
