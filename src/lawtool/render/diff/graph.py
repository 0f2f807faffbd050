"""Links between norms as a graph, from source to copy: Mermaid for documents, SVG for a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from lawtool.copies import Link

FIRM = frozenset({"copy", "partial copy", "amends"})
"""Labels that are drawn with a firm line; a shared source and a lead are dotted."""
WIDTH, HEIGHT, GAP, DROP = 240, 44, 110, 28


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
    """A drawing without script: sources on the left, copies to the right, each arrow with its label."""
    column = _columns(links)
    place: dict[str, tuple[int, int]] = {}
    filled: dict[int, int] = {}
    for slug, at in column.items():
        row = filled.get(at, 0)
        filled[at] = row + 1
        place[slug] = (at * (WIDTH + GAP), row * (HEIGHT + DROP) + at * DROP)
    width = max((x for x, _ in place.values()), default=0) + WIDTH + 2
    height = max((y for _, y in place.values()), default=0) + HEIGHT + 2
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width} {height}" width="{width}" role="img">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z"/></marker></defs>',
        '<g font-family="system-ui, sans-serif" font-size="12" fill="#1a1a1a">',
    ]
    lines += [_edge(link, place[link.b], place[link.a]) for link in links]
    lines += [_node(names.get(slug, slug), *at) for slug, at in place.items()]
    return "\n".join([*lines, "</g>", "</svg>"])


def _edge(link: Link, source: tuple[int, int], target: tuple[int, int]) -> str:
    x, y, to_x, to_y = source[0] + WIDTH, source[1] + HEIGHT // 2, target[0], target[1] + HEIGHT // 2
    dash = "" if link.label in FIRM else ' stroke-dasharray="4 3"'
    return (
        f'<path d="M{x} {y} {to_x} {to_y}" fill="none" stroke="#555"{dash} marker-end="url(#tip)"/>'
        f'<text x="{(x + to_x) // 2}" y="{(y + to_y) // 2 - 5}" text-anchor="middle">{escape(_caption(link))}</text>'
    )


def _node(name: str, x: int, y: int) -> str:
    shown = name if len(name) <= 34 else f"{name[:33]}…"
    return (
        f'<g><title>{escape(name)}</title><rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="4" '
        f'fill="#f6f5f1" stroke="#1a1a1a"/><text x="{x + WIDTH // 2}" y="{y + HEIGHT // 2 + 4}" '
        f'text-anchor="middle">{escape(shown)}</text></g>'
    )
