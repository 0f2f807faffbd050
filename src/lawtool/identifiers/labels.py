"""Locators written: as fragments (`art15_cpt_inc2_ali1_ite1`), and as people write them (`art. 15,
II, "a", 1`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from lawtool.errors import UnknownProvision
from lawtool.identifiers.levels import COMPONENT, write_label
from lawtool.model import Locator
from lawtool.vocabulary.numerals import to_letter

Part = tuple[str, str]


def with_caput(locator: Locator) -> Locator:
    """Name the caput: `art2_inc3` → `art2_cpt_inc3`. LexML writes it, people leave it out."""
    parts = list[Part]()
    for symbol, value in locator.parts:
        if parts and parts[-1][0] == "art" and symbol in {"inc", "ali", "ite"}:
            parts.append(("cpt", ""))
        parts.append((symbol, value))
    return Locator(parts=tuple(parts))


def from_fragment(fragment: str) -> Locator:
    """Read `art15_cpt_inc2_ali1` as a locator. Raises UnknownProvision with the component that
    cannot be read.
    """
    parts = list[Part]()
    for component in fragment.split("_"):
        match = COMPONENT.match(component)
        if match is None:
            raise UnknownProvision(
                f"{component!r} in {fragment!r} is no component of a fragment"
            )
        parts.append((match["symbol"], match["value"] or ""))
    return Locator(parts=tuple(parts))


def write_locator(locator: Locator) -> str:
    """Write a locator as people do: `art. 6º, I, "c"`; the caput only where it is the end. Reads
    back.
    """
    labels, previous = list[str](), ""
    for index, (symbol, value) in enumerate(locator.parts):
        after = locator.parts[index + 1 : index + 2]
        if symbol == "cpt" and after and after[0][0] != "alt":
            continue
        if symbol == previous == "ite" and labels:
            labels[-1] += f".{value}"
        else:
            labels.append(write_label(symbol + value))
        previous = symbol
    return ", ".join(labels)


def write_locators(
    locators: Iterable[Locator], range_end: Locator | None = None
) -> str:
    """Write several provisions together: `art. 15, I, "c" e "d"`, `art. 13, I a VII`, `arts. 417 a
    441`.
    """
    groups = [list(group) for _, group in groupby(locators, key=_place_of)]
    labels = [_label_group(group, None) for group in groups[:-1]]
    labels += [_label_group(group, range_end) for group in groups[-1:]]
    return "; ".join(labels)


def _place_of(locator: Locator) -> tuple[tuple[Part, ...], str]:
    """What provisions that are named together share: all above them, and their own level."""
    return locator.parts[:-1], locator.parts[-1][0]


def _label_group(group: Sequence[Locator], range_end: Locator | None) -> str:
    first = write_locator(group[0])
    if range_end is None:
        others = group[1:]
    else:
        others = (*group[1:], range_end)
    rest = [write_label("".join(locator.parts[-1])) for locator in others]
    if not rest:
        return first
    symbol = group[0].parts[-1][0]
    if symbol == "art":
        first = "arts" + first[3:]
        rest = [label.removeprefix("art. ") for label in rest]
    elif symbol == "par":
        place = first.rindex("§")
        first = first[:place] + "§" + first[place:]
        rest = [label.removeprefix("§ ") for label in rest]
    if range_end is None:
        link = "e"
    else:
        link = "a"
    return f"{', '.join([first, *rest[:-1]])} {link} {rest[-1]}"


def write_scheme(locator: Locator) -> str:
    """Write a locator in the scheme of the annotated truth: letters for alíneas, no caput above an
    inciso, `anx`.
    """
    components = list[str]()
    for index, (symbol, value) in enumerate(locator.parts):
        if symbol == "cpt" and index + 1 < len(locator.parts):
            continue
        number, _, suffix = value.partition("-")
        if symbol == "ali" and number.isdigit():
            value = "-".join(filter(None, (to_letter(int(number)), suffix)))
        components.append({"anexo": "anx"}.get(symbol, symbol) + value)
    return "_".join(components)
