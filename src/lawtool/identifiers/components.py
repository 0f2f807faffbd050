"""Labels as people write them and fragments as LexML writes them, for the numbers that the decoder chose."""

from __future__ import annotations

from lawtool.model import Kind
from lawtool.vocabulary.numerals import ordinal, suffix_letters, to_letter, to_roman

SYMBOL = {
    Kind.ARTIGO: "art",
    Kind.PARAGRAFO: "par",
    Kind.INCISO: "inc",
    Kind.ALINEA: "ali",
    Kind.ITEM: "ite",
}


def component(kind: Kind, number: tuple[int, ...], *, sole: bool) -> str:
    """`art5-1`, `par1u`, `inc3`: one component of a fragment."""
    return SYMBOL[kind] + "-".join(map(str, number)) + ("u" if sole else "")


def label(kind: Kind, number: tuple[int, ...], *, sole: bool) -> str:
    """The canonical label: `Art. 5º-A`, `§ 10`, `Parágrafo único`, `IV`, `a`, `1`."""
    tail = "-" + suffix_letters("-".join(map(str, number[1:]))) if len(number) > 1 else ""
    first = number[0]
    if kind is Kind.ARTIGO:
        return "Artigo único" if sole else f"Art. {ordinal(first)}{tail}"
    if kind is Kind.PARAGRAFO:
        return "Parágrafo único" if sole else f"§ {ordinal(first)}{tail}"
    if kind is Kind.INCISO:
        return (to_roman(first) if 0 < first < 4000 else str(first)) + tail
    if kind is Kind.ALINEA:
        return to_letter(first) + tail
    return str(first) + tail


def decimal_label(number: tuple[int, ...]) -> str:
    return ".".join(map(str, number))
