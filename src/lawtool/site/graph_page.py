"""Norms on a line of years and arrows between them, as SVG without script or inline style."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from lawtool.render.strings import speaker
from lawtool.site.connection import Row
from lawtool.site.http import SiteRequest

WIDTH, LANE, TOP, LEFT, RIGHT = 1120, 34, 46, 24, 190
LABEL = 176
"""Room that the name of a norm takes to the right of its dot."""
LEVELS = ("federal", "estadual", "distrital", "municipal", "")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """Where a norm stands."""

    x: float
    y: float
    row: Row


def draw(request: SiteRequest, rows: Sequence[Row], places: Mapping[str, Row]) -> Markup:
    """The drawing; empty where there is nothing to draw."""
    norms = list(dict.fromkeys(name for row in rows for name in (row["origem"], row["destino"])))
    dated = [places[name] for name in norms if _year(places[name]) is not None]
    if not dated:
        return Markup("")
    first = int(min(_year(row) or 0 for row in dated))
    last = int(max(_year(row) or 0 for row in dated)) + 1
    dots, bottoms = _placed(norms, places, first, last)
    height = max(dot.y for dot in dots.values()) + 30
    out = [
        f'<svg class="graph" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" height="{height:.0f}" role="img" '
        f'aria-labelledby="graph-title"><title id="graph-title">{escape(speaker(request.lang)("relations.graph"))}</title>',
        "<defs>",
        *(
            f'<marker id="to-{kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path class="head {kind}" d="M0 0 8 4 0 8z"/></marker>'
            for kind in KINDS
        ),
        "</defs>",
        *_years(first, last, height),
        *_levels(request, bottoms),
        *(
            _arrow(request, row, dots)
            for row in rows
            if row["origem"] in dots and row["destino"] in dots
        ),
        *(_dot(request, dot) for dot in dots.values()),
        "</svg>",
    ]
    return Markup("".join(out))


def _year(row: Row) -> float | None:
    """The year with its part that has gone by, of the date or of the year alone."""
    if row["data"]:
        year, month, day = (int(part) for part in row["data"].split("-"))
        return year + (month - 1) / 12 + (day - 1) / 366
    return row["ano"] + 0.5 if row["ano"] else None


def _placed(
    norms: Sequence[str], places: Mapping[str, Row], first: int, last: int
) -> tuple[dict[str, Dot], list[tuple[str, float]]]:
    """Each norm at its year, in the lanes of its level, so that names do not run into one another."""
    levels: dict[str, list[str]] = defaultdict(list)
    for name in norms:
        level = places[name]["esfera"] or ""
        levels[level if level in LEVELS else ""].append(name)
    dots: dict[str, Dot] = {}
    bottoms: list[tuple[str, float]] = []
    y = float(TOP)
    scale = (WIDTH - LEFT - RIGHT) / max(1, last - first)
    for level in LEVELS:
        lanes: list[float] = []
        for name in sorted(levels[level], key=lambda one: (_year(places[one]) or first, one)):
            x = LEFT + ((_year(places[name]) or first) - first) * scale
            lane = next((number for number, free in enumerate(lanes) if free <= x), len(lanes))
            lanes[lane:] = [x + LABEL] if lane == len(lanes) else [x + LABEL, *lanes[lane + 1 :]]
            dots[name] = Dot(x=x, y=y + 26 + lane * LANE, row=places[name])
        if lanes:
            bottoms.append((level, y))
            y += 26 + len(lanes) * LANE
    return dots, bottoms


def _years(first: int, last: int, height: float) -> list[str]:
    scale = (WIDTH - LEFT - RIGHT) / max(1, last - first)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if (last - first) / step <= 12)
    out = []
    for year in range(-(-first // step) * step, last + 1, step):
        x = LEFT + (year - first) * scale
        out.append(f'<line class="year" x1="{x:.1f}" x2="{x:.1f}" y1="26" y2="{height:.0f}"/>')
        out.append(f'<text class="year" x="{x:.1f}" y="18" text-anchor="middle">{year}</text>')
    return out


def _levels(request: SiteRequest, bottoms: Sequence[tuple[str, float]]) -> list[str]:
    say = speaker(request.lang)
    words = [(escape(say("level." + (level or "unknown"))), y) for level, y in bottoms]
    return [
        f'<line class="level" x1="0" x2="{WIDTH}" y1="{y:.0f}" y2="{y:.0f}"/>'
        f'<text class="level" x="{WIDTH - 4}" y="{y + 14:.0f}" text-anchor="end">{name}</text>'
        for name, y in words
    ]


def _arrow(request: SiteRequest, row: Row, dots: Mapping[str, Dot]) -> str:
    """A curve from the norm that acts to the one that is acted on."""
    a, b = dots[row["origem"]], dots[row["destino"]]
    bend = 18 + abs(a.x - b.x) * 0.08
    middle = (a.x + b.x) / 2, (a.y + b.y) / 2 - (bend if abs(a.y - b.y) < LANE else bend / 2)
    length = max(1.0, ((b.x - middle[0]) ** 2 + (b.y - middle[1]) ** 2) ** 0.5)
    end = b.x - 7 * (b.x - middle[0]) / length, b.y - 7 * (b.y - middle[1]) / length
    kind = row["tipo"] if row["tipo"] in KINDS else "cita"
    verb = speaker(request.lang)(f"kind.{row['tipo']}")
    words = f"{row['origem_nome']} {verb} {row['destino_nome']}"
    return (
        f'<path class="arrow {kind}" marker-end="url(#to-{kind})" '
        f'd="M{a.x:.1f} {a.y:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {end[0]:.1f} {end[1]:.1f}">'
        f"<title>{escape(words)}</title></path>"
    )


def _dot(request: SiteRequest, dot: Dot) -> str:
    name = dot.row["nome"]
    short = name if len(name) <= 26 else name[:25].rsplit(" ", 1)[0] + "…"
    held = "held" if dot.row["no_acervo"] else "outside"
    return (
        f'<a href="{escape(request.url("/norma/" + dot.row["id"]))}"><title>{escape(name)}</title>'
        f'<circle class="dot {held}" cx="{dot.x:.1f}" cy="{dot.y:.1f}" r="5"/>'
        f'<text class="name {held}" x="{dot.x + 9:.1f}" y="{dot.y + 4:.1f}">{escape(short)}</text></a>'
    )
