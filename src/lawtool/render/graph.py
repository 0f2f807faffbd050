"""Links between norms as drawings: a chain from source to copy (Mermaid, SVG), and norms over the
years (SVG).

The drawings are templates (`templates/*.svg`); here stands where each thing is put. No script, no
inline style.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from lawtool.render.strings import Say

FIRM = frozenset({"copy", "partial copy", "amends"})
"""Labels that are drawn with a firm line; a shared source and a lead are dotted."""


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


def edge_of(link: Linked) -> Edge:
    """Make the arrow of a link, from the source to the copy: `copy, 77%`."""
    caption = f"{link.label}, {link.containment:.0%}"
    return Edge(link.b, link.a, caption, link.label in FIRM)


def mermaid(edges: Iterable[Edge], names: Mapping[str, str]) -> str:
    """Write `graph LR` with an arrow for each edge."""
    nodes: dict[str, str] = {}
    arrows = []
    for edge in edges:
        for slug in (edge.start, edge.end):
            nodes.setdefault(slug, f"n{len(nodes)}")
        if edge.firm:
            arrow = "-->"
        else:
            arrow = "-.->"
        arrows.append(
            f'    {nodes[edge.start]} {arrow}|"{edge.caption}"| {nodes[edge.end]}'
        )
    boxes = [
        f'    {node}["{names.get(slug, slug).replace(chr(34), chr(39))}"]'
        for slug, node in nodes.items()
    ]
    return "\n".join(["graph LR", *boxes, *arrows]) + "\n"


def _render(template: str, **values: Any) -> str:
    from jinja2 import Environment, PackageLoader

    environment = Environment(
        loader=PackageLoader("lawtool.render", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(values).rstrip("\n")


# A chain ------------------------------------------------------------------------------

BOX_WIDTH, BOX_HEIGHT, STEP, DROP, LANE = 240, 48, 140, 12, 18
BOX_NAME = 34
"""Characters of a name that a box has room for."""


def draw_chain(edges: Sequence[Edge], names: Mapping[str, str]) -> str:
    """Draw a staircase, sources above and left of their copies, so that no arrow crosses a box.

    An arrow leaves a source below and enters a copy from the left, its label beside the tip.
    """
    column = _columns(edges)
    met = list(column)
    order = sorted(column, key=lambda slug: (column[slug], met.index(slug)))
    place = {
        slug: (row * STEP, row * (BOX_HEIGHT + DROP)) for row, slug in enumerate(order)
    }
    leaving: Counter[str] = Counter()
    entering: Counter[str] = Counter()
    arrows = []
    for edge in edges:
        start, end = place[edge.start], place[edge.end]
        arrows.append(
            {
                "x": start[0] + 16 + LANE * leaving[edge.start],
                "y": start[1] + BOX_HEIGHT,
                "end_x": end[0],
                "end_y": end[1] + 14 + LANE * entering[edge.end],
                "caption": edge.caption,
                "firm": edge.firm,
            }
        )
        leaving[edge.start] += 1
        entering[edge.end] += 1
    boxes = []
    for slug in order:
        name = names.get(slug, slug)
        if len(name) <= BOX_NAME:
            short = name
        else:
            short = f"{name[: BOX_NAME - 1]}…"
        boxes.append(
            {"name": name, "short": short, "x": place[slug][0], "y": place[slug][1]}
        )
    return _render(
        "chain.svg",
        arrows=arrows,
        boxes=boxes,
        box_width=BOX_WIDTH,
        box_height=BOX_HEIGHT,
        width=max((x for x, _ in place.values()), default=0) + BOX_WIDTH + 2,
        height=len(order) * (BOX_HEIGHT + DROP) + 2,
    )


def _columns(edges: Sequence[Edge]) -> dict[str, int]:
    """Count how many arrows a norm is away from a norm that none points to: its column."""
    column = {slug: 0 for edge in edges for slug in (edge.start, edge.end)}
    for _ in column:
        for edge in edges:
            column[edge.end] = max(
                column[edge.end], min(column[edge.start] + 1, len(column) - 1)
            )
    return column


# Over the years -----------------------------------------------------------------------

YEARS_WIDTH, ROW, TOP, LEFT, RIGHT = 1120, 34, 46, 24, 190
LABEL = 176
"""Room that the name of a norm takes to the right of its dot."""
DOT_NAME = 26
"""Characters of a name beside its dot."""
LEVELS = ("federal", "estadual", "distrital", "municipal", "unknown")
KINDS = (
    "revoga",
    "altera",
    "acresce",
    "copia",
    "fonte_comum",
    "adota",
    "regulamenta",
    "fundamenta",
    "cita",
)
STEPS = (1, 2, 5, 10, 20, 50, 100, 1000)
MOST_YEARS = 12
"""Years that are written above the drawing at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphNode:
    """A norm to be drawn. `day` is YYYY-MM-DD or YYYY."""

    slug: str
    name: str
    day: str
    level: str
    held: bool
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphEdge:
    """A relation to be drawn: its kind and the words that say it."""

    start: str
    end: str
    kind: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """Where a norm stands."""

    x: float
    y: float
    node: GraphNode

    @property
    def short(self) -> str:
        """The name without its place, cut to the room beside the dot."""
        name = re.sub(r" \([^()]*\)$", "", self.node.name)
        if len(name) <= DOT_NAME:
            return name
        return name[: DOT_NAME - 1].rsplit(" ", 1)[0] + "…"


def draw_years(nodes: Sequence[GraphNode], edges: Sequence[GraphEdge], say: Say) -> str:
    """Draw norms on a line of years, each level in lanes of its own, and arrows between them; empty
    for no norm.
    """
    if not nodes:
        return ""
    first = int(min(map(_year, nodes)))
    last = int(max(map(_year, nodes))) + 1
    scale = (YEARS_WIDTH - LEFT - RIGHT) / max(1, last - first)
    dots, levels = _place_dots(nodes, first, scale)
    step = next(step for step in STEPS if (last - first) / step <= MOST_YEARS)
    years = range(-(-first // step) * step, last + 1, step)
    return _render(
        "years.svg",
        width=YEARS_WIDTH,
        height=round(max(dot.y for dot in dots.values()) + 30),
        kinds=KINDS,
        years=[(round(LEFT + (year - first) * scale, 1), year) for year in years],
        levels=levels,
        arrows=[
            {
                "kind": edge.kind if edge.kind in KINDS else "cita",
                "title": edge.title,
                "curve": _curve(dots[edge.start], dots[edge.end]),
            }
            for edge in edges
        ],
        dots=list(dots.values()),
        t=say,
    )


def _year(node: GraphNode) -> float:
    """The year with its part that has gone by; the middle of it where the day is not known."""
    year, month, day = ([int(part) for part in node.day.split("-")] + [7, 1])[:3]
    return year + (month - 1) / 12 + (day - 1) / 366


def _place_dots(
    nodes: Sequence[GraphNode], first: int, scale: float
) -> tuple[dict[str, Dot], list[tuple[str, float]]]:
    """Put each norm at its year, in the lanes of its level, so that names do not run into one
    another.
    """
    by_level: dict[str, list[GraphNode]] = defaultdict(list)
    for node in nodes:
        by_level[node.level if node.level in LEVELS else "unknown"].append(node)
    dots: dict[str, Dot] = {}
    tops: list[tuple[str, float]] = []
    y = float(TOP)
    for level in LEVELS:
        if not by_level[level]:
            continue
        free: list[float] = []
        for node in sorted(by_level[level], key=lambda node: (_year(node), node.slug)):
            x = round(LEFT + (_year(node) - first) * scale, 1)
            lane = next((row for row, end in enumerate(free) if end <= x), len(free))
            free[lane : lane + 1] = [x + LABEL]
            dots[node.slug] = Dot(x=x, y=y + 26 + lane * ROW, node=node)
        tops.append((level, y))
        y += 26 + len(free) * ROW
    return dots, tops


def _curve(a: Dot, b: Dot) -> str:
    """The path of an arrow from the norm that acts to the one that is acted on, ending before its
    dot.
    """
    bend = 18 + abs(a.x - b.x) * 0.08
    if abs(a.y - b.y) >= ROW:
        bend /= 2
    middle_x, middle_y = (a.x + b.x) / 2, (a.y + b.y) / 2 - bend
    length = max(1.0, ((b.x - middle_x) ** 2 + (b.y - middle_y) ** 2) ** 0.5)
    end_x = b.x - 7 * (b.x - middle_x) / length
    end_y = b.y - 7 * (b.y - middle_y) / length
    return f"M{a.x:.1f} {a.y:.1f}Q{middle_x:.1f} {middle_y:.1f} {end_x:.1f} {end_y:.1f}"
