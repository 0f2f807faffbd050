"""Names of persons and offices on lines of their own, as they stand in signatures."""

from __future__ import annotations

import re
from functools import lru_cache

_NAME_WORD = re.compile(r"[A-ZÀ-Ý][A-Za-zÀ-ÿ.'’-]*|[A-ZÀ-Ý]\.|d[aeo]s?|e|D[AEO]S?|E")
_NOT_A_NAME = re.compile(
    r"""
    \b(?: LEI | DECRETO | PORTARIA | RESOLU[CÇ][AÃ]O | ART | CAP[IÍ]TULO | T[IÍ]TULO
      | SE[CÇ][AÃ]O | DISPOSI[CÇ] | ANEXO
      | TABELA | QUADRO | CLASSE | REGULAMENTO | ESTATUTO | TOTAL | ESTADO
        | MUNIC[IÍ]PIO | PREFEITURA | MINIST[EÉ]RIO
      | AG[EÊ]NCIA | REVOGAD | CONSIDERANDO | JUSTIFICATIVA )
    """,
    re.VERBOSE,
)
_OFFICE = re.compile(
    r"""
    \b(?: prefeit | vice | secret[aá]ri | presidente | vereador | procurador
      | diretor | chefe | assessor | governador
      | ministr | oficial | relator | controlador | coordenador | superintendente
        | gerente | interventor | tesoureir
      | escriv | tabeli | ouvidor | administrador | comandante | corregedor | reitor
        | conselheir | promotor | deputad
      | senador | advogad | 1[ºo°]\ sec | 2[ºo°]\ sec | respondendo | interin[oa]
        | em\ exerc[ií]cio | autor | gabinete )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SHORTEST, _LONGEST = 5, 70
_FEWEST_WORDS, _MOST_WORDS = 2, 9


@lru_cache(maxsize=8192)
def is_name(text: str) -> bool:
    """Tell a person's name on a line of its own: two to nine words in capitals or with
    capital initials, no digit."""
    if (
        not _SHORTEST <= len(text) <= _LONGEST
        or text[-1] in ".;:,!?"
        or not text[0].isupper()
    ):
        return False
    words = text.split()
    if not _FEWEST_WORDS <= len(words) <= _MOST_WORDS or _NOT_A_NAME.search(
        text.upper()
    ):
        return False
    if not all(_NAME_WORD.fullmatch(word) for word in words):
        return False
    return text.isupper() or sum(word[0].isupper() for word in words) >= _FEWEST_WORDS


@lru_cache(maxsize=8192)
def names_an_office(text: str) -> bool:
    """Tell a text that names the office of one who signs: `Prefeito Municipal`."""
    return bool(_OFFICE.search(text))
