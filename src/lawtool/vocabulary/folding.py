"""Fold a text so that spellings of one word are alike: case, accents, quotes, dashes and blanks."""

from __future__ import annotations

import re
import unicodedata

_ACCENTED = "áàâãäåéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ"
_PLAIN = str.maketrans(_ACCENTED, "aaaaaaeeeeiiiiooooouuuucnAAAAAAEEEEIIIIOOOOOUUUUCN")


def strip_accents(text: str) -> str:
    """Without accents, ordinal signs kept apart: `Seção` → `Secao`, `º` stays."""
    if text.isascii():
        return text
    text = text.translate(_PLAIN)
    if text.isascii():
        return text
    return "".join(
        sign
        for sign in unicodedata.normalize("NFD", text)
        if not unicodedata.combining(sign)
    )


def fold(text: str) -> str:
    """Lower case without accents, blanks folded: the key that names are compared by."""
    return " ".join(strip_accents(text).lower().split())


def slugify(text: str) -> str:
    """`São João d'El-Rei` → `sao-joao-d-el-rei`: what may stand in an address."""
    return re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-")


_ACCENTS = {
    **dict.fromkeys("áàâãä", "a"), **dict.fromkeys("éèêë", "e"), **dict.fromkeys("íìîï", "i"),
    **dict.fromkeys("óòôõö", "o"), **dict.fromkeys("úùûü", "u"), "ç": "c",
    **dict.fromkeys("“”„«»‘’´`'", '"'), **dict.fromkeys("–—‒−", "-"), "\u00a0": " ", "°": "º",
}  # fmt: skip


def flatten(text: str) -> str:
    """Lower case, no accents, one kind of quotes and dashes: a text of the same length, offset by
    offset.

    Chained `str.replace` because it is several times faster here than `str.translate`.
    """
    flat = text.lower()
    if len(flat) != len(text):  # a few letters of other alphabets grow when lowered
        flat = "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)
    for sign, plain in _ACCENTS.items():
        flat = flat.replace(sign, plain)
    return flat
