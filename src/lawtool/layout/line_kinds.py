"""Tell what a line's words make it: name of a body, title of a norm, label, number, speck."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from lawtool.vocabulary import rules

# A line that begins like this is law, however often it is repeated.
_LABEL = re.compile(
    r"\W{0,2}(?:(?:art|par[áa]grafo|cap[íi]tulo|(?:sub)?se[çc][ãa]o|t[íi]tulo|anexo|livro|parte"
    r"|item)\b"
    r"|§|[ivxlcIVXLC]{1,7}\s*[-–—.)]|[a-zA-Z]\s*[).]|\d{1,3}(?:\.\d+)*\s*[-–—.)º°])",
    re.IGNORECASE,
)
_CONTACT = re.compile(
    r"(?i)\b(?:CEP|CNPJ|CGC|fone|telefax|tel|fax|e-?mail|site)\b\s*[:.(º\d-]|www\.|https?://"
    r"|\S@\S+\.\w"
)
_NUMBER = re.compile(r"[^\w;:()%$,]{0,3}(?!(?:19|20)\d\d)(\d{1,4})[^\w;:()%$,]{0,3}$")
_CLAUSE = re.compile(r"\d|[;:]|, *(?:EM|ESTADO|NO|AOS?|DECRET|FA[ÇC]O|APROV)\b")
_NUMBERED = re.compile(r"\d|\bN[º°Oo.]|__")
_SPECKS = " .,:;|!'`‘’“”_-–—~^*"
_SHORT_WORDS = frozenset(("a", "à", "e", "é", "o", "ou"))
_NOT_A_LETTER = re.compile(r"[\W\d_]+")


def fold_capitals(text: str) -> str:
    """Give capitals without accents; what is no ASCII then, an ordinal sign or a curly quote, is
    left out.
    """
    return (
        unicodedata.normalize("NFD", text.upper())
        .encode("ascii", "ignore")
        .decode("ascii")
    )


@lru_cache(maxsize=4096)
def letters_key(text: str) -> str:
    """Give only the letters, folded: what stays of a letterhead when specks, blanks and page
    numbers vary.
    """
    return _NOT_A_LETTER.sub("", fold_capitals(text))


@cache
def _openings(name: str) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in rules.read_table("boilerplate")[name])
    return re.compile(rf"\W{{0,3}}(?:{words})")


def names_a_body(text: str) -> bool:
    """Tell whether the line names a State, town, ministry or agency and says nothing else, as in a
    letterhead.
    """
    if (
        len(text) > 100
        or not _openings("letterhead").match(fold_capitals(text[:40]))
        or text[-1] in ";:-–"
    ):
        return False
    core = text.strip(_SPECKS)
    return (text.isupper() or _is_title_case(text)) and not _has_clause(core)


def _has_clause(core: str) -> bool:
    """A comma may stand in a name (`PETRÓLEO, GÁS NATURAL E BIOCOMBUSTÍVEIS`), a date or a clause
    not.
    """
    return bool(_CLAUSE.search(core.upper()))


def _is_title_case(text: str) -> bool:
    words = [word for word in text.split() if len(word) > 3]
    return (
        bool(words)
        and len(text.split()) <= 9
        and all(word[0].isupper() for word in words)
    )


def gives_contact(text: str) -> bool:
    """Tell whether the line is an address of a body: postcode, telephone, e-mail."""
    return (
        len(text) <= 160 and bool(_CONTACT.search(text)) and not looks_like_label(text)
    )


def looks_like_title(text: str) -> bool:
    """Tell whether the line is like the title of a norm: species in capitals, and a number or a
    blank for one.
    """
    if len(text) > 160 or not text[:3].isupper():
        return False
    return bool(_openings("titles").match(fold_capitals(text[:30]))) and bool(
        _NUMBERED.search(text)
    )


def looks_like_label(text: str) -> bool:
    """Tell whether the line begins like an article, a paragraph, an inciso, an alínea, an item or a
    heading.
    """
    return bool(_LABEL.match(text))


def page_number(text: str) -> int | None:
    """Give the number on a line that holds nothing else, unless it is a year."""
    if len(text) <= 10:
        match = _NUMBER.match(text)
    else:
        match = None
    if match:
        return int(match.group(1))
    return None


def is_speck(text: str) -> bool:
    """Tell up to six characters without a word: what a scanner makes of dirt, a frame, a number."""
    if len(text) > 6 or sum(map(str.isdigit, text)) > 2:
        return False
    return sum(map(str.isalpha, text)) <= 2


def may_be_word(text: str) -> bool:
    """Tell a speck whose letters can be a short word, a numeral or an abbreviation of the law."""
    letters = text.strip(_SPECKS)
    if not letters.isalpha():
        return False
    return len(letters) > 1 or letters.lower() in _SHORT_WORDS or letters in "IVXLC"
