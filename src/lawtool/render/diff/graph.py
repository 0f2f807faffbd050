"""Links between norms as a graph, from source to copy: Mermaid for documents, SVG for a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from lawtool.copies import Link

FIRM = frozenset({"copy", "partial copy", "amends"})
"""Labels that are drawn with a firm line; a shared source and a lead are dotted."""
WIDTH, HEIGHT, STEP, DROP, LANE = 240, 48, 140, 12, 18

HALO = 'stroke="#fff" stroke-width="3" paint-order="stroke"'


def mermaid(links: Iterable[Link], names: Mapping[str, str]) -> str:
    """`graph LR` with one arrow a link, from the source to the copy."""
    lines = ["graph LR"]
    shown: dict[str, str] = {}
    edges = []
    for link in links:
        for slug in (link.b, link.a):
            shown.setdefault(slug, f"n{len(shown)}")
        arrow = "-->" if link.label in FIRM else "-.->"
        edges.append(f'    {shown[link.b]} {arrow}|"{_caption(link)}"| {shown[link.a]}')
    for slug, node in shown.items():
        lines.append(f'    {node}["{names.get(slug, slug).replace(chr(34), chr(39))}"]')
    return "\n".join([*lines, *edges]) + "\n"


def _caption(link: Link) -> str:
    return f"{link.label}, {link.containment:.0%}"


def _columns(links: Sequence[Link]) -> dict[str, int]:
    """How many links a norm is away from a norm without a source: its column."""
    column = {slug: 0 for link in links for slug in (link.b, link.a)}
    for _ in column:
        for link in links:
            column[link.a] = max(column[link.a], min(column[link.b] + 1, len(column) - 1))
    return column


def svg(links: Sequence[Link], names: Mapping[str, str]) -> str:
    """A drawing without script: a staircase, sources above and left of their copies, so that no arrow crosses a box.
    An arrow leaves a source below and enters a copy from the left, its label beside the tip."""
    column = _columns(links)
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
    for link in links:
        start = place[link.b][0] + 16 + LANE * leaving[link.b], place[link.b][1] + HEIGHT
        end = place[link.a][0], place[link.a][1] + 14 + LANE * entering[link.a]
        leaving[link.b] += 1
        entering[link.a] += 1
        lines.append(_edge(link, start, end))
    lines += [_node(names.get(slug, slug), *place[slug]) for slug in order]
    return "\n".join([*lines, "</g>", "</svg>"])


def _edge(link: Link, start: tuple[int, int], end: tuple[int, int]) -> str:
    dash = "" if link.label in FIRM else ' stroke-dasharray="4 3"'
    line = f'<path d="M{start[0]} {start[1]}V{end[1]}H{end[0]}" fill="none" stroke="#555"{dash} marker-end="url(#tip)"/>'
    return f'{line}<text x="{end[0] - 12}" y="{end[1] - 4}" text-anchor="end" {HALO}>{escape(_caption(link))}</text>'


def _node(name: str, x: int, y: int) -> str:
    shown = name if len(name) <= 34 else f"{name[:33]}…"
    return (
        f'<g><title>{escape(name)}</title><rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4" '
        f'fill="#f6f5f1" stroke="#1a1a1a"/><text x="{x + WIDTH // 2}" y="{y + HEIGHT // 2 + 4}" '
        f'text-anchor="middle">{escape(shown)}</text></g>'
    )
