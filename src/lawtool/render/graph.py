"""Links between norms as a graph, from source to copy and from what acts to what it acts on: Mermaid for documents, SVG for
a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

FIRM = frozenset({"copy", "partial copy", "amends"})
"""Labels that are drawn with a firm line; a shared source and a lead are dotted."""
WIDTH, HEIGHT, STEP, DROP, LANE = 240, 48, 140, 12, 18

HALO = 'stroke="#fff" stroke-width="3" paint-order="stroke"'


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow from `start` to `end`, dotted where it is not `firm`."""

    start: str
    end: str
    caption: str
    firm: bool


class Linked(Protocol):
    """What an arrow is made of: `b` is the earlier norm, `a` the later one."""

    @property
    def a(self) -> str: ...
    @property
    def b(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def containment(self) -> float: ...


def edges(links: Iterable[Linked]) -> list[Edge]:
    """One arrow a link, from the source to the copy."""
    return [Edge(link.b, link.a, caption(link), firm(link)) for link in links]


def caption(link: Linked) -> str:
    """What is written on a line: `copy, 77%`."""
    return f"{link.label}, {link.containment:.0%}"


def firm(link: Linked) -> bool:
    """Whether the line is drawn through."""
    return link.label in FIRM


def mermaid(drawn: Iterable[Edge], names: Mapping[str, str]) -> str:
    """`graph LR` with an arrow for each edge."""
    lines = ["graph LR"]
    shown: dict[str, str] = {}
    arrows = []
    for edge in drawn:
        for slug in (edge.start, edge.end):
            shown.setdefault(slug, f"n{len(shown)}")
        arrow = "-->" if edge.firm else "-.->"
        arrows.append(f'    {shown[edge.start]} {arrow}|"{edge.caption}"| {shown[edge.end]}')
    for slug, node in shown.items():
        lines.append(f'    {node}["{names.get(slug, slug).replace(chr(34), chr(39))}"]')
    return "\n".join([*lines, *arrows]) + "\n"


def _columns(drawn: Sequence[Edge]) -> dict[str, int]:
    """How many arrows a norm is away from a norm that none points to: its column."""
    column = {slug: 0 for edge in drawn for slug in (edge.start, edge.end)}
    for _ in column:
        for edge in drawn:
            column[edge.end] = max(column[edge.end], min(column[edge.start] + 1, len(column) - 1))
    return column


def svg(drawn: Sequence[Edge], names: Mapping[str, str]) -> str:
    """A drawing without script: a staircase, sources above and left of their copies, so that no arrow crosses a box.
    An arrow leaves a source below and enters a copy from the left, its label beside the tip."""
    column = _columns(drawn)
    order = sorted(column, key=lambda slug: (column[slug], list(column).index(slug)))
    place = {slug: (row * STEP, row * (HEIGHT + DROP)) for row, slug in enumerate(order)}
    width = max((x for x, _ in place.values()), default=0) + WIDTH + 2
    height = len(order) * (HEIGHT + DROP) + 2
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width} {height}" width="{width}" role="img">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z"/></marker></defs>',
        '<g font-family="system-ui, sans-serif" font-size="12" fill="#1a1a1a">',
    ]
    leaving: Counter[str] = Counter()
    entering: Counter[str] = Counter()
    for edge in drawn:
        start = (
            place[edge.start][0] + 16 + LANE * leaving[edge.start],
            place[edge.start][1] + HEIGHT,
        )
        end = place[edge.end][0], place[edge.end][1] + 14 + LANE * entering[edge.end]
        leaving[edge.start] += 1
        entering[edge.end] += 1
        lines.append(_arrow(edge, start, end))
    lines += [_node(names.get(slug, slug), *place[slug]) for slug in order]
    return "\n".join([*lines, "</g>", "</svg>"])


def _arrow(edge: Edge, start: tuple[int, int], end: tuple[int, int]) -> str:
    dash = "" if edge.firm else ' stroke-dasharray="4 3"'
    line = f'<path d="M{start[0]} {start[1]}V{end[1]}H{end[0]}" fill="none" stroke="#555"{dash} marker-end="url(#tip)"/>'
    return f'{line}<text x="{end[0] - 12}" y="{end[1] - 4}" text-anchor="end" {HALO}>{escape(edge.caption)}</text>'


def _node(name: str, x: int, y: int) -> str:
    shown = name if len(name) <= 34 else f"{name[:33]}…"
    return (
        f'<g><title>{escape(name)}</title><rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4" '
        f'fill="#f6f5f1" stroke="#1a1a1a"/><text x="{x + WIDTH // 2}" y="{y + HEIGHT // 2 + 4}" '
        f'text-anchor="middle">{escape(shown)}</text></g>'
    )
