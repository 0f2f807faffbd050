"""A comparison as one HTML page: no network, no script, two columns that line up, prints on
paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import resources

from lawtool.comparison import Alignment, Edit, Group, Unit
from lawtool.comparison.alignment import longest_increasing
from lawtool.comparison.edits import NOISE
from lawtool.comparison.verdict import date_of
from lawtool.render.diff_head import head_rows
from lawtool.render.diff_text import number_text
from lawtool.render.diff_view import (
    DEFINITIONS,
    Sides,
    labels,
    mark,
    short,
    sign,
    title,
)

Raw = Callable[[str, str], str | None]
"""(side, path) → the text as printed, None where it is not at hand."""


@cache
def _style() -> str:
    """The style sheet, which goes into the page: a page that is sent on must look the same."""
    return (resources.files("lawtool.render") / "diff.css").read_text(encoding="utf-8")


_COLOURS = {
    "=": "#dedbd2",
    "~": "#e0a800",
    "?": "#d97706",
    "#": "#b3123a",
    "&": "#0e7490",
    ">": "#3b5bdb",
    "-": "#b3123a",
    "+": "#15803d",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the two columns: a group on both sides, or on one, the other saying where the
    rest is.
    """

    group: Group
    left: bool
    right: bool


def page(
    alignment: Alignment,
    names: tuple[str, str],
    titles: tuple[str, str],
    raw: Raw = lambda side, path: None,
) -> Iterator[str]:
    """The lines of the page. `raw` gives the text as printed, for provisions that differ by noise
    only.
    """
    sides = Sides(alignment=alignment, names=names)
    rows = in_two_columns(sides)
    old, new = (titles["ab".index(side)] for side in (sides.old, sides.new))
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    names_in_order = escape(sides.name(sides.old)), escape(sides.name(sides.new))
    yield f"<title>{' → '.join(names_in_order)}</title>\n<style>{_style()}</style>\n</head>\n<body>"
    first, second = _day(sides, sides.old), _day(sides, sides.new)
    yield f'<h1 lang="pt-BR"><b>{escape(old)}</b>{first}<br>→ <b>{escape(new)}</b>{second}</h1>'
    yield _head(sides)
    yield from _density(rows, sides)
    headings = "".join(f"<th>{name}</th>" for name in names_in_order)
    yield f"<table>\n<thead><tr>{headings}</tr></thead>\n<tbody>"
    for row in rows:
        yield from _row(row, sides, raw)
    yield "</tbody>\n</table>"
    yield "<footer><p>What the words mean:</p><dl>"
    yield "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(meaning)}</dd>"
        for name, meaning in DEFINITIONS
    )
    yield "</dl></footer>\n</body>\n</html>"


def _day(sides: Sides, side: str) -> str:
    day = date_of(sides.norma(side))
    if day:
        return f' <time datetime="{day.isoformat()}">{day.isoformat()}</time>'
    return ""


def _head(sides: Sides) -> str:
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>"
        for name, text in head_rows(sides)
    )
    return f"<dl>{rows}</dl>"


def in_two_columns(sides: Sides) -> list[Row]:
    """Rows so that both columns read in the order of their norm; a group that moved stands twice,
    once in each place.
    """
    place = _Places(sides)
    groups = sides.alignment.groups
    both = sorted((group for group in groups if group.a and group.b), key=place.old)
    kept = longest_increasing([place.new(group) for group in both])
    moved = {id(group) for index, group in enumerate(both) if index not in kept}
    left = sorted(
        (
            g
            for g in groups
            if place.has_old(g) and (id(g) in moved or not place.has_new(g))
        ),
        key=place.old,
    )
    right = sorted(
        (
            g
            for g in groups
            if place.has_new(g) and (id(g) in moved or not place.has_old(g))
        ),
        key=place.new,
    )
    rows: list[Row] = []
    for group in (group for index, group in enumerate(both) if index in kept):
        while left and place.old(left[0]) < place.old(group):
            rows.append(Row(group=left.pop(0), left=True, right=False))
        while right and place.new(right[0]) < place.new(group):
            rows.append(Row(group=right.pop(0), left=False, right=True))
        rows.append(Row(group=group, left=True, right=True))
    rows.extend(Row(group=group, left=True, right=False) for group in left)
    rows.extend(Row(group=group, left=False, right=True) for group in right)
    return rows


class _Places:
    """Where the groups stand in either norm."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._place = {
            side: {unit.path: unit.position for unit in units}
            for side, units in zip("ab", sides.alignment.units, strict=True)
        }

    def has_old(self, group: Group) -> bool:
        return bool(self._sides.paths(group, self._sides.old))

    def has_new(self, group: Group) -> bool:
        return bool(self._sides.paths(group, self._sides.new))

    def old(self, group: Group) -> int:
        return self._place[self._sides.old][
            self._sides.paths(group, self._sides.old)[0]
        ]

    def new(self, group: Group) -> int:
        return self._place[self._sides.new][
            self._sides.paths(group, self._sides.new)[0]
        ]


def _density(rows: Sequence[Row], sides: Sides) -> Iterator[str]:
    """A strip in the margin: one bar for each row, coloured by kind, as a table of contents of the
    changes."""
    yield '<nav class="density" aria-label="where the differences are">'
    yield f'<svg viewBox="0 0 10 {max(1, len(rows))}" preserveAspectRatio="none">'
    for number, row in enumerate(rows):
        kind = _mark(row, sides)
        if row.left:
            side = sides.old
        else:
            side = sides.new
        anchor = f"{side}-{sides.paths(row.group, side)[0]}"
        if kind == "=":
            width = 4
        else:
            width = 10
        bar = f'x="{10 - width}" y="{number}" width="{width}" height="1" fill="{_COLOURS[kind]}"'
        yield f'<a href="#{escape(anchor)}"><rect {bar}/></a>'
    yield "</svg></nav>"


def _mark(row: Row, sides: Sides) -> str:
    if row.group.relation in ("only-a", "only-b"):
        if row.left:
            return "-"
        return "+"
    if not (row.left and row.right):
        return ">"
    return sign(row.group)


def _row(row: Row, sides: Sides, raw: Raw) -> Iterator[str]:
    group = row.group
    if (
        row.left
        and row.right
        and group.relation == "ocr-variant"
        and not group.flags - {"punctuation"}
    ):
        yield _folded(group, sides, raw)
        return
    if row.left:
        left = _cells(group, sides, sides.old)
    else:
        left = [_elsewhere(group, sides, sides.old)]
    if row.right:
        right = _cells(group, sides, sides.new)
    else:
        right = [_elsewhere(group, sides, sides.new)]
    if row.left or group.relation.startswith("only"):
        tags = _tags(group, sides)
    else:
        tags = ""
    height = max(len(left), len(right))
    for number in range(height):
        cells = []
        for column in (left, right):
            if number < len(column):
                if number == len(column) - 1 and len(column) < height:
                    span = height
                else:
                    span = 1
                if span > 1:
                    spanning = f' rowspan="{span - number}"'
                else:
                    spanning = ""
                cells.append(column[number].replace("<td", f"<td{spanning}", 1))
        if number:
            yield f"<tr>{''.join(cells)}</tr>".replace("<!--tags-->", "")
        else:
            yield f"<tr>{''.join(_tagged(cells, tags))}</tr>"


def _tagged(cells: Sequence[str], tags: str) -> Iterator[str]:
    """The tags in the first cell with text; unseen in the next, so that both texts begin on one
    line.
    """
    for cell in cells:
        if "<!--tags-->" in cell:
            yield cell.replace("<!--tags-->", tags, 1)
            tags = tags.replace('class="tag', 'aria-hidden="true" class="blind tag')
        else:
            yield cell


def _tags(group: Group, sides: Sides) -> str:
    if group.relation in ("identical", "ocr-variant") and not group.flags - {
        "punctuation"
    }:
        return ""
    tags = [
        f'<span class="tag">{mark(group, sides)} {escape(title(group, sides))}</span>'
    ]
    tags += [
        f'<span class="tag number">{escape(number_text(number, sides))}</span>'
        for number in group.numbers
    ]
    return "".join(tags)


def _elsewhere(group: Group, sides: Sides, side: str) -> str:
    """The empty cell beside a provision that stands alone, or the way to its other half."""
    paths = sides.paths(group, side)
    if not paths:
        return '<td class="none">–</td>'
    anchor = escape(f"{side}-{paths[0]}")
    return (
        f'<td class="none">see <a href="#{anchor}">{escape(short(paths[0]))}</a></td>'
    )


def _cells(group: Group, sides: Sides, side: str) -> list[str]:
    alone = group.relation.startswith("only")
    same = group.relation == "identical"
    if alone:
        css = "alone"
    else:
        if same:
            css = "same"
        else:
            css = ""
    return [
        f'<td class="{css}"><!--tags--><div id="{escape(side)}-{escape(unit.path)}" lang="pt-BR">'
        f"{_label(unit)}{_marked(unit, group.edits, sides, side)}</div></td>"
        for unit in sides.units(group, side)
    ]


def _label(unit: Unit) -> str:
    return f'<span class="n">{escape(short(unit.path))}</span>'


def _marked(unit: Unit, edits: Sequence[Edit], sides: Sides, side: str) -> str:
    """The text of a unit with what the other side lacks marked; numbers also as <mark>."""
    if side == sides.old:
        tag = "del"
    else:
        tag = "ins"
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
            if printed:
                as_printed = f"<pre>{escape(printed)}</pre>"
            else:
                as_printed = ""
            anchor = f"{escape(side)}-{escape(unit.path)}"
            sides_shown.append(
                f'<div id="{anchor}" lang="pt-BR">{_label(unit)}{escape(unit.text)}{as_printed}'
                f"</div>"
            )
    return (
        '<tr><td colspan="2"><details>'
        f"<summary>{escape(labels(group, sides))} differs by misread letters only</summary>"
        f'<div class="pair">{"".join(sides_shown)}</div></details></td></tr>'
    )
