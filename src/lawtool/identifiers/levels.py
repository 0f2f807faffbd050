"""The levels of a norm, once: symbol of the fragment, kind of node, order, and how its number is
written.

A *component* is one step of a fragment: `art5-1` (Art. 5º-A), `par1u` (Parágrafo único), `inc3~2`
(a second III).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from lawtool.model import PROVISIONS, Kind
from lawtool.vocabulary.numerals import ordinal, suffix_letters, to_letter, to_roman

Style = Literal["printed", "cited", "short"]
"""The label of a law (`Art. 5º-A`), of a citation (`art. 5º-A`), of a table's cell (`5-A`)."""

Writer = Callable[[int], str]
"""From a number to its signs; empty where the signs cannot write it."""

LAST_ROMAN = 3999


def _write_roman(number: int) -> str:
    if 0 < number <= LAST_ROMAN:
        return to_roman(number)
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level. `depth` orders the levels from the outermost inwards: 0 an annex, 11 an item.

    `printed`, `cited` and `short` are the label with a place for the number, `sole` the three
    labels of an only one. `name` is what stands before digits where `write` has no signs for the
    number.
    """

    symbol: str
    depth: int
    name: str
    kind: Kind | None = None
    write: Writer = str
    printed: str = "{}"
    cited: str = "{}"
    short: str = "{}"
    sole: tuple[str, str, str] | None = None
    plain: bool = False
    """Whether the short label has plain digits: `5`, not `5º`."""


def _make_group(symbol: str, depth: int, name: str) -> Level:
    label = name + " {}"
    return Level(
        symbol=symbol, depth=depth, name=name, kind=Kind.AGRUPADOR, write=_write_roman,
        printed=label, cited=label, short=label,
    )  # fmt: skip


LEVELS: Mapping[str, Level] = {
    level.symbol: level
    for level in (
        Level(
            symbol="anexo", depth=0, name="Anexo", kind=Kind.ANEXO, write=_write_roman,
            printed="Anexo {}", cited="Anexo {}", short="Anexo {}", plain=True,
            sole=("Anexo único", "Anexo único", "Anexo único"),
        ),
        _make_group("prt", 1, "Parte"),
        _make_group("liv", 2, "Livro"),
        _make_group("tit", 3, "Título"),
        _make_group("cap", 4, "Capítulo"),
        _make_group("sec", 5, "Seção"),
        _make_group("sub", 6, "Subseção"),
        Level(
            symbol="art", depth=7, name="artigo", kind=Kind.ARTIGO, write=ordinal,
            printed="Art. {}", cited="art. {}", short="{}", plain=True,
            sole=("Artigo único", "art. único", "único"),
        ),
        Level(symbol="cpt", depth=8, name="caput", printed="caput", cited="caput", short=""),
        Level(
            symbol="par", depth=8, name="parágrafo", kind=Kind.PARAGRAFO, write=ordinal,
            printed="§ {}", cited="§ {}", short="§ {}",
            sole=("Parágrafo único", "parágrafo único", "§ único"),
        ),
        Level(symbol="inc", depth=9, name="inciso", kind=Kind.INCISO, write=_write_roman),
        Level(
            symbol="ali", depth=10, name="alínea", kind=Kind.ALINEA, write=to_letter, cited='"{}"'
        ),
        Level(symbol="ite", depth=11, name="item", kind=Kind.ITEM),
    )
}  # fmt: skip

LEVEL_OF_KIND: Mapping[Kind, Level] = {
    level.kind: level for level in LEVELS.values() if level.kind in PROVISIONS
}

GROUPS = frozenset(
    symbol for symbol, level in LEVELS.items() if level.kind is Kind.AGRUPADOR
)

DEPTH: Mapping[str, int] = {symbol: level.depth for symbol, level in LEVELS.items()}
"""Symbols from the outermost inwards; the numbers only say what may hang below what."""

OTHER_NAMES: Mapping[str, str] = {
    "agr": "agrupamento", "alt": "alteração", "tab": "tabela", "omi": "omissão", "nota": "nota",
    "con": "considerando", "assin": "assinatura", "just": "justificativa", "fml": "fórmula",
    "qdr": "quadro", "txt": "texto", "p": "parágrafo",
}  # fmt: skip
"""Nodes that are no level: they bear no number that anybody cites."""

COMPONENT = re.compile(
    r"(?P<symbol>[a-z]+)(?P<value>(?P<number>\d+)(?P<sole>u?)(?:-(?P<suffix>\d+(?:-\d+)*))?(?:~"
    r"(?P<repeat>\d+))?)?\Z"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """One step of a fragment, read. `suffix` are the numbers behind the hyphens, `repeat` is 0 for
    a first occurrence.
    """

    symbol: str
    number: int | None = None
    sole: bool = False
    suffix: tuple[int, ...] = ()
    repeat: int = 0

    @property
    def level(self) -> Level | None:
        """The level of the table; None for an annex's table, a note and the like."""
        return LEVELS.get(self.symbol)


def read_component(text: str) -> Component | None:
    """Read `art5-1`; None for what is no component of a fragment."""
    match = COMPONENT.match(text)
    if match is None:
        return None
    return Component(
        symbol=match["symbol"],
        number=int(match["number"]) if match["number"] else None,
        sole=bool(match["sole"]),
        suffix=tuple(map(int, match["suffix"].split("-"))) if match["suffix"] else (),
        repeat=int(match["repeat"] or 0),
    )


def write_component(kind: Kind, number: tuple[int, ...], *, sole: bool = False) -> str:
    """Write the component of a provision: (5, 1) of an article is `art5-1`, a sole paragraph
    `par1u`.
    """
    return (
        LEVEL_OF_KIND[kind].symbol + "-".join(map(str, number)) + ("u" if sole else "")
    )


def provision_kind(path: str) -> Kind | None:
    """Tell the kind of the provision that a path ends in; None where it ends in none (an annex, a
    chapter, a note).
    """
    component = read_component(path.rpartition("_")[2])
    if component:
        level = component.level
    else:
        level = None
    if level and level.kind in PROVISIONS:
        return level.kind
    return None


def write_label(component: str, style: Style = "cited") -> str:
    """Write the label of a component: `art5-1` → `art. 5º-A`, `inc3~2` → `III (2ª ocorrência)`.
    Never raises.

    A number that the signs of its level cannot write keeps its digits (`inciso 4000`); what is no
    component stays as it is.
    """
    parts = read_component(component)
    if parts is None:
        return component
    label = _write_first(parts, style)
    if not parts.repeat or style == "printed":
        return label
    if style == "short":
        return f"{label} ({parts.repeat})"
    return f"{label} ({parts.repeat}ª ocorrência)"


def _write_first(parts: Component, style: Style) -> str:
    level = parts.level
    if level is None:
        return _write_other(parts, style)
    if parts.sole and level.sole:
        return level.sole[("printed", "cited", "short").index(style)]
    template = {"printed": level.printed, "cited": level.cited, "short": level.short}[
        style
    ]
    if parts.number is None:
        return _write_unnumbered(level, template)
    if parts.suffix:
        letters = f"-{suffix_letters('-'.join(map(str, parts.suffix)))}"
    else:
        letters = ""
    write = str if level.plain and style == "short" else level.write
    if parts.sole:
        signs = "único"
    else:
        signs = write(parts.number)
    if signs:
        return template.format(signs + letters)
    digits = f"{parts.number}{letters}"
    if style == "cited":
        return f"{level.name} {digits}"
    return digits


def _write_unnumbered(level: Level, template: str) -> str:
    """A caput, or a level named without its number: `Anexo`."""
    if "{}" not in template:
        return template
    return template.replace("{}", "").strip(' "') or level.name


def _write_other(parts: Component, style: Style) -> str:
    if parts.number is None:
        value = ""
    else:
        value = str(parts.number)
    name = OTHER_NAMES.get(parts.symbol, parts.symbol)
    if style == "short":
        name = {"alt": "»", "tab": "quadro"}.get(parts.symbol, parts.symbol)
    if name == "»":
        return name + value.removeprefix("1")
    return f"{name} {value}".rstrip()


def printed_label(kind: Kind, number: tuple[int, ...], *, sole: bool = False) -> str:
    """Write the label that a law prints: `Art. 5º-A`, `§ 10`, `Parágrafo único`, `IV`, `a`, `1`."""
    return write_label(write_component(kind, number, sole=sole), "printed")


def decimal_label(number: tuple[int, ...]) -> str:
    """Write the label of an item counted by points: (1, 2) → `1.2`."""
    return ".".join(map(str, number))
