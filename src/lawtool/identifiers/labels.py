"""Locators written: as fragments (`art15_cpt_inc2_ali1_ite1`), and as people write them (`art. 15, II, "a", 1`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from lawtool.errors import UnknownProvision
from lawtool.model import Locator
from lawtool.vocabulary.numerals import ordinal, suffix_letters, to_letter, to_roman

Part = tuple[str, str]

LEVEL = {
    "anexo": 0, "prt": 1, "liv": 2, "tit": 3, "cap": 4, "sec": 5, "sub": 6,
    "art": 7, "cpt": 8, "par": 8, "inc": 9, "ali": 10, "ite": 11,
}  # fmt: skip
"""Symbols from the outermost inwards; numbers only say what may hang below what."""

GROUPS = frozenset({"prt", "liv", "tit", "cap", "sec", "sub"})


def with_caput(locator: Locator) -> Locator:
    """`art2_inc3` → `art2_cpt_inc3`: LexML names the caput, people leave it out."""
    parts = list[Part]()
    for symbol, value in locator.parts:
        if parts and parts[-1][0] == "art" and symbol in {"inc", "ali", "ite"}:
            parts.append(("cpt", ""))
        parts.append((symbol, value))
    return Locator(parts=tuple(parts))


COMPONENT = re.compile(r"([a-z]+)(\d+u?(?:-\d+)*(?:~\d+)?)?\Z")


def from_fragment(fragment: str) -> Locator:
    """`art15_cpt_inc2_ali1` → Locator. Raises UnknownProvision with the component that cannot be read."""
    parts = list[Part]()
    for component in fragment.split("_"):
        match = COMPONENT.match(component)
        if match is None:
            raise UnknownProvision(f"{component!r} in {fragment!r} is no component of a fragment")
        parts.append((match[1], match[2] or ""))
    return Locator(parts=tuple(parts))


_NAMES = {
    "anexo": "Anexo", "prt": "Parte", "liv": "Livro", "tit": "Título", "cap": "Capítulo", "sec": "Seção",
    "sub": "Subseção", "agr": "agrupamento", "alt": "alteração", "tab": "tabela", "omi": "omissão",
    "nota": "nota", "con": "considerando", "assin": "assinatura", "just": "justificativa", "fml": "fórmula",
    "qdr": "quadro", "txt": "texto", "p": "parágrafo",
}  # fmt: skip


def _number(value: str, write: str) -> str:
    """The printed number of a value (`5-1` → `5º-A`, `3~2` → `III (2ª ocorrência)`) in the style of its level."""
    value, _, repeated = value.partition("~")
    number, _, suffix = value.partition("-")
    if value == "1u":
        shown = "único"
    elif not number.isdigit():
        shown = number
    else:
        n = int(number)
        shown = _WRITERS[write](n)
    shown += f"-{suffix_letters(suffix)}" if suffix else ""
    shown = f'"{shown}"' if write == "letter" else shown
    return f"{shown} ({repeated}ª ocorrência)" if repeated else shown


_WRITERS: Mapping[str, Callable[[int], str]] = {
    "ordinal": ordinal, "roman": to_roman, "letter": to_letter, "plain": str,
}  # fmt: skip
_STYLE = {"art": "ordinal", "par": "ordinal", "inc": "roman", "ali": "letter", "anexo": "roman"}


def _part_label(symbol: str, value: str) -> str:
    style = _STYLE.get(symbol, "roman" if symbol in GROUPS else "plain")
    if symbol == "inc" and value[:1] == "0":
        style = "plain"
    number = _number(value, style) if value else ""
    if symbol == "art":
        return f"art. {number}"
    if symbol == "par":
        return "parágrafo único" if value == "1u" else f"§ {number}"
    if symbol == "cpt":
        return "caput"
    if symbol in {"inc", "ali", "ite"}:
        return number
    return f"{_NAMES.get(symbol, symbol)} {number}".rstrip()


def label(locator: Locator) -> str:
    """What people write: `art. 6º, I, "c"`; the caput only where it is the end. Reads back with `read`."""
    out, previous = list[str](), ""
    for i, (symbol, value) in enumerate(locator.parts):
        if symbol == "cpt" and i + 1 < len(locator.parts) and locator.parts[i + 1][0] != "alt":
            continue
        if symbol == previous == "ite" and out:
            out[-1] += f".{value}"
        else:
            out.append(_part_label(symbol, value))
        previous = symbol
    return ", ".join(out)


def labels(locators: Iterable[Locator], range_end: Locator | None = None) -> str:
    """Several provisions together: `art. 15, I, "c" e "d"`, `art. 13, I a VII`, `arts. 417 a 441`."""
    out = list[str]()
    group = list[Locator]()
    for locator in (*locators, None):
        if group and (
            locator is None
            or locator.parts[:-1] != group[-1].parts[:-1]
            or locator.parts[-1][0] != group[-1].parts[-1][0]
        ):
            out.append(_group_label(group, range_end if locator is None else None))
            group = []
        if locator is not None:
            group.append(locator)
    return "; ".join(out)


def _group_label(group: Sequence[Locator], range_end: Locator | None) -> str:
    text = label(group[0])
    rest = [_part_label(*locator.parts[-1]) for locator in group[1:]]
    if range_end is not None:
        rest.append(_part_label(*range_end.parts[-1]))
    if not rest:
        return text
    symbol = group[0].parts[-1][0]
    if symbol == "art":
        text, rest = "arts" + text[3:], [one.removeprefix("art. ") for one in rest]
    elif symbol == "par":
        cut = text.rindex("§")
        text, rest = text[:cut] + "§" + text[cut:], [one.removeprefix("§ ") for one in rest]
    if range_end is not None:
        first = ", ".join([text, *rest[:-2]])
        return f"{first} a {rest[-1]}" if len(rest) == 1 else f"{first}, {rest[-2]} a {rest[-1]}"
    return f"{', '.join([text, *rest[:-1]])} e {rest[-1]}"


def scheme(locator: Locator) -> str:
    """The locator in the scheme of the annotated truth: letters for alíneas, no caput above an inciso, `anx` for annex."""
    parts = locator.parts
    out = list[str]()
    for i, (symbol, value) in enumerate(parts):
        if symbol == "cpt" and i + 1 < len(parts):
            continue
        number, _, suffix = value.partition("-")
        if symbol == "ali" and number.isdigit():
            value = to_letter(int(number)) + (f"-{suffix}" if suffix else "")
        out.append({"anexo": "anx"}.get(symbol, symbol) + value)
    return "_".join(out)
