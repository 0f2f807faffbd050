"""Which provisions a chapter, a title or a section of a held text holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawtool.identifiers import paths
from lawtool.identifiers.levels import DEPTH, GROUPS, LEVELS
from lawtool.model import PROVISIONS, Kind, Norma
from lawtool.vocabulary.folding import fold
from lawtool.vocabulary.numerals import from_letter, from_roman

_NAMES = {fold(LEVELS[symbol].name): symbol for symbol in GROUPS}
_HEADING = re.compile(
    rf"\W*(?P<name>{'|'.join(_NAMES)}) (?P<number>unic[oa]|[ivxlcdm]+"
    rf"|\d+)(?:-(?P<suffix>[a-z]{{1,2}}))?\b"
)


def is_grouping(path: str) -> bool:
    """Tell whether a cited path ends in a grouping: `tit1_cap2`."""
    return paths.symbol(path.rsplit(paths.SEPARATOR, 1)[-1]) in GROUPS


def read_heading(label: str) -> str:
    """Return the component that a heading is cited by, `CAPÍTULO II-A DA FEIRA` → `cap2-1`; empty
    for one without a number.
    """
    match = _HEADING.match(fold(label))
    if match is None:
        return ""
    written = match["number"]
    if written.startswith("unic"):
        number: int | None = 1
    else:
        if written.isdigit():
            number = int(written)
        else:
            number = from_roman(written.upper())
    if match["suffix"]:
        suffix = from_letter(match["suffix"])
    else:
        suffix = None
    if suffix:
        tail = f"-{suffix}"
    else:
        tail = ""
    if number:
        return f"{_NAMES[match['name']]}{number}{tail}"
    return ""


def provisions_in(norma: Norma, path: str) -> Iterator[str]:
    """Yield the provisions of a cited grouping; none where the text has no such grouping, or more
    than one.
    """
    wanted = path.split(paths.SEPARATOR)
    groups: list[str] = []
    found: list[list[str]] = []
    for node in norma.nodes:
        if not paths.own(node.path):
            continue
        if node.kind is Kind.AGRUPADOR:
            component = read_heading(node.label or "")
            groups = _with_group(groups, component)
            if component == wanted[-1] and set(wanted) <= set(groups):
                found.append([])
        elif node.kind in PROVISIONS and set(wanted) <= set(groups):
            found[-1].append(paths.canonical(node.path))
    if len(found) == 1:
        yield from found[0]


def _with_group(groups: list[str], component: str) -> list[str]:
    """Return the groupings that are open behind a heading: those above it, and its own."""
    if not component:
        return groups
    depth = DEPTH[paths.symbol(component)]
    return [
        *(group for group in groups if DEPTH[paths.symbol(group)] < depth),
        component,
    ]
