"""A comparison as one HTML page: no network, no script, two columns that line up, prints on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from lawtool.compare import Alignment, Edit, Group, Unit
from lawtool.compare.alignment import longest_increasing
from lawtool.compare.edits import NOISE
from lawtool.compare.verdict import date_of
from lawtool.render.diff.parts import (
    DEFINITIONS,
    Sides,
    count_line,
    labels,
    number_line,
    renumbered,
    short,
    sign,
    title,
)
from lawtool.render.diff.text import number_text, verdict

Raw = Callable[[str, str], str | None]
"""(side, path) → the text as printed, None where it is not at hand."""

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { max-width: 76rem; margin: 2rem auto; padding: 0 3.2rem 0 1.2rem; font: 1rem/1.5 Georgia, 'Times New Roman', serif; color: #1a1a1a; }
h1 { font-size: 1.35rem; font-weight: normal; line-height: 1.35; margin: 0 0 1rem; } h1 b { font-weight: 600; }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; font-size: .95rem; }
dt { font-weight: 600; } dd { margin: 0; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th { text-align: left; font-weight: 600; padding: .4rem .8rem; border-bottom: 2px solid #1a1a1a; position: sticky; top: 0; background: #fff; }
td { vertical-align: top; padding: .35rem .8rem; border-bottom: 1px solid #e4e2dc; overflow-wrap: anywhere; }
td + td { border-left: 1px solid #e4e2dc; }
td.alone { background: #f6f5f1; } td.none { color: #777; font-size: .88rem; }
.same { color: #555; }
.n { font: 600 .82rem/1.4 system-ui, sans-serif; margin-right: .5em; white-space: nowrap; }
.tag { display: block; font: .76rem/1.5 system-ui, sans-serif; color: #6b4b00; } .tag.number { color: #8a0f2b; font-weight: 600; }
del { color: #8a0f2b; background: #fbe9ec; text-decoration: line-through; text-decoration-thickness: 1px; }
ins { color: #0b5a2b; background: #e6f4ea; text-decoration: underline; text-underline-offset: 2px; }
mark { background: #fff1a8; } mark del, mark ins { background: none; }
details > summary { cursor: pointer; font: .82rem/1.5 system-ui, sans-serif; color: #666; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.6rem; padding-top: .3rem; } .pair pre { white-space: pre-wrap; font-size: .8rem; color: #666; }
nav.density { position: fixed; top: 2rem; right: .9rem; bottom: 2rem; width: 1.1rem; } nav.density svg { width: 100%; height: 100%; }
footer { margin-top: 2rem; font-size: .85rem; color: #555; } footer dl { font-size: .85rem; }
@media print { nav.density { display: none; } body { max-width: none; margin: 0; padding: 0; font-size: 9.5pt; } th { position: static; }
  tr, details { break-inside: avoid; } del, ins, mark { background: none; } }
@media (max-width: 48rem) { body { padding: 0 .8rem; } nav.density { display: none; } td, th { padding: .3rem .4rem; } }
"""
_COLOURS = {"=": "#dedbd2", "~": "#e0a800", "?": "#d97706", "#": "#b3123a", "&": "#0e7490", ">": "#3b5bdb", "-": "#b3123a", "+": "#15803d"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the two columns: a group on both sides, or on one, the other saying where the rest is."""

    group: Group
    left: bool
    right: bool


def page(alignment: Alignment, names: tuple[str, str], titles: tuple[str, str], raw: Raw = lambda side, path: None) -> Iterator[str]:
    """The lines of the page. `raw` gives the text as printed, for provisions that differ by noise only."""
    sides = Sides(alignment=alignment, names=names)
    rows = in_two_columns(sides)
    old, new = (titles["ab".index(side)] for side in (sides.old, sides.new))
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(sides.name(sides.old))} → {escape(sides.name(sides.new))}</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield f'<h1 lang="pt-BR"><b>{escape(old)}</b>{_day(sides, sides.old)}<br>→ <b>{escape(new)}</b>{_day(sides, sides.new)}</h1>'
    yield _head(sides)
    yield from _density(rows, sides)
    yield f"<table>\n<thead><tr><th>{escape(sides.name(sides.old))}</th><th>{escape(sides.name(sides.new))}</th></tr></thead>\n<tbody>"
    for row in rows:
        yield from _row(row, sides, raw)
    yield "</tbody>\n</table>"
    yield "<footer><p>What the words mean:</p><dl>"
    yield "".join(f"<dt>{escape(name)}</dt><dd>{escape(meaning)}</dd>" for name, meaning in DEFINITIONS)
    yield "</dl></footer>\n</body>\n</html>"


def _day(sides: Sides, side: str) -> str:
    day = date_of(sides.norma(side))
    return f' <time datetime="{day.isoformat()}">{day.isoformat()}</time>' if day else ""


def _head(sides: Sides) -> str:
    rows: list[tuple[str, str]] = []
    for side in (sides.old, sides.new):
        aligned, units, words = sides.coverage(side)
        rows.append((f"in {sides.name(side)}", f"{aligned} of {units} provisions aligned ({words:.1%} of its words)"))
    rows.append(("classes", count_line(sides.alignment, sides)))
    rows += [("numbering", ("" if name == "articles" else f"in {name}: ") + " · ".join(runs)) for name, runs in renumbered(sides)]
    rows.append(("numbers", number_line(sides.alignment)))
    found = [(side, item) for side, items in zip("ab", sides.alignment.residue, strict=True) for item in items]
    residue = "; ".join(f"{sides.name(side)} {short(item.at.path)} “{item.at.text}”" for side, item in found)
    rows += [("residue", residue or "none"), ("verdict", verdict(sides))]
    return "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in rows) + "</dl>"


def in_two_columns(sides: Sides) -> list[Row]:
    """Rows so that both columns read in the order of their norm; a group that moved stands twice, once in each place."""
    place: dict[str, dict[str, int]] = {}
    for side, units in zip("ab", sides.alignment.units, strict=True):
        place[side] = {unit.path: unit.position for unit in units}

    def at(group: Group, side: str) -> int:
        return place[side][sides.paths(group, side)[0]]

    groups = sides.alignment.groups
    both = sorted((group for group in groups if group.a and group.b), key=lambda group: at(group, sides.old))
    kept = longest_increasing([at(group, sides.new) for group in both])
    moved = [group for index, group in enumerate(both) if index not in kept]
    left = sorted((g for g in (*groups, *()) if sides.paths(g, sides.old) and (g in moved or not sides.paths(g, sides.new))), key=lambda g: at(g, sides.old))
    right = sorted((g for g in groups if sides.paths(g, sides.new) and (g in moved or not sides.paths(g, sides.old))), key=lambda g: at(g, sides.new))
    rows: list[Row] = []
    for group in [group for index, group in enumerate(both) if index in kept]:
        rows.extend(_before(left, at(group, sides.old), lambda g: at(g, sides.old), old=True))
        rows.extend(_before(right, at(group, sides.new), lambda g: at(g, sides.new), old=False))
        rows.append(Row(group=group, left=True, right=True))
    rows.extend(Row(group=group, left=True, right=False) for group in left)
    rows.extend(Row(group=group, left=False, right=True) for group in right)
    return rows


def _before(waiting: list[Group], limit: int, at: Callable[[Group], int], *, old: bool) -> Iterator[Row]:
    while waiting and at(waiting[0]) < limit:
        yield Row(group=waiting.pop(0), left=old, right=not old)


def _density(rows: Sequence[Row], sides: Sides) -> Iterator[str]:
    """A strip in the margin: one bar for each row, coloured by kind, as a table of contents of the changes."""
    yield f'<nav class="density" aria-label="where the differences are"><svg viewBox="0 0 10 {max(1, len(rows))}" preserveAspectRatio="none">'
    for number, row in enumerate(rows):
        mark = _mark(row, sides)
        side = sides.old if row.left else sides.new
        anchor = f"{side}-{sides.paths(row.group, side)[0]}"
        width = 4 if mark == "=" else 10
        yield f'<a href="#{escape(anchor)}"><rect x="{10 - width}" y="{number}" width="{width}" height="1" fill="{_COLOURS[mark]}"/></a>'
    yield "</svg></nav>"


def _mark(row: Row, sides: Sides) -> str:
    if row.group.relation in ("only-a", "only-b"):
        return "-" if row.left else "+"
    return ">" if not (row.left and row.right) else sign(row.group)


def _row(row: Row, sides: Sides, raw: Raw) -> Iterator[str]:
    group = row.group
    if row.left and row.right and group.relation == "ocr-variant" and not group.flags - {"punctuation"}:
        yield _folded(group, sides, raw)
        return
    left = _cells(group, sides, sides.old) if row.left else [_elsewhere(group, sides, sides.old)]
    right = _cells(group, sides, sides.new) if row.right else [_elsewhere(group, sides, sides.new)]
    tags = _tags(group, sides) if row.left or group.relation.startswith("only") else ""
    height = max(len(left), len(right))
    for number in range(height):
        cells = []
        for column in (left, right):
            if number < len(column):
                span = height if number == len(column) - 1 and len(column) < height else 1
                spanning = f' rowspan="{span - number}"' if span > 1 else ""
                cells.append(column[number].replace("<td", f"<td{spanning}", 1))
        body = "".join(cells)
        yield f"<tr>{body.replace('<!--tags-->', tags if not number else '', 1)}</tr>"


def _tags(group: Group, sides: Sides) -> str:
    if group.relation in ("identical", "ocr-variant") and not group.flags - {"punctuation"}:
        return ""
    tags = [f'<span class="tag">{escape(sign(group))} {escape(title(group, sides))}</span>']
    tags += [f'<span class="tag number">{escape(number_text(number, sides))}</span>' for number in group.numbers]
    return "".join(tags)


def _elsewhere(group: Group, sides: Sides, side: str) -> str:
    """The empty cell beside a provision that stands alone, or the way to its other half."""
    paths = sides.paths(group, side)
    if not paths:
        return '<td class="none">–</td>'
    return f'<td class="none">see <a href="#{escape(side)}-{escape(paths[0])}">{escape(short(paths[0]))}</a></td>'


def _cells(group: Group, sides: Sides, side: str) -> list[str]:
    alone = group.relation.startswith("only")
    same = group.relation == "identical"
    css = "alone" if alone else "same" if same else ""
    return [
        f'<td class="{css}"><!--tags--><div id="{escape(side)}-{escape(unit.path)}" lang="pt-BR">'
        f'<span class="n">{escape(short(unit.path))}</span>{_marked(unit, group.edits, sides, side)}</div></td>'
        for unit in sides.units(group, side)
    ]


def _marked(unit: Unit, edits: Sequence[Edit], sides: Sides, side: str) -> str:
    """The text of a unit with what the other side lacks marked; numbers also as <mark>."""
    tag = "del" if side == sides.old else "ins"
    out: list[str] = []
    at = 0
    for edit in edits:
        if edit.kind in NOISE:
            continue
        for passage in edit.left if side == "a" else edit.right:
            if passage.path != unit.path or not passage.text:
                continue
            marked = f"<{tag}>{escape(passage.text)}</{tag}>"
            if edit.kind.startswith("number"):
                marked = f'<mark title="{escape(edit.kind)}">{marked}</mark>'
            out += [escape(unit.text[at : passage.start]), marked]
            at = passage.end
    return "".join([*out, escape(unit.text[at:])])


def _folded(group: Group, sides: Sides, raw: Raw) -> str:
    """Provisions that differ by noise only, closed; open, both readings and both as printed."""
    sides_shown = []
    for side in (sides.old, sides.new):
        for unit in sides.units(group, side):
            printed = raw(side, unit.path)
            as_printed = f"<pre>{escape(printed)}</pre>" if printed else ""
            anchor = f"{escape(side)}-{escape(unit.path)}"
            sides_shown.append(f'<div id="{anchor}" lang="pt-BR"><span class="n">{escape(short(unit.path))}</span>{escape(unit.text)}{as_printed}</div>')
    return (
        f'<tr><td colspan="2"><details><summary>{escape(labels(group, sides))} differs by misread letters only</summary>'
        f'<div class="pair">{"".join(sides_shown)}</div></details></td></tr>'
    )
