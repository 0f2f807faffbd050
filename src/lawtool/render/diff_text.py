"""A comparison on the terminal: summary first, then one block for each difference. Readable without
colour, at 80 columns.

Text is never passed as markup: statutes contain brackets.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lawtool.comparison import Alignment, Group, NumberChange
from lawtool.comparison.verdict import date_of
from lawtool.render.diff_head import base_line, head_rows
from lawtool.render.diff_view import (
    Piece,
    Sides,
    View,
    clip,
    labels,
    pieces,
    short,
    sign,
    title,
)

CONTEXT = 4
"""Words shown on each side of a difference."""
_STYLES = {
    "-": "red",
    "+": "green",
    "~": "yellow",
    "?": "bold yellow",
    "#": "bold magenta",
    "&": "cyan",
    ">": "blue",
    "=": "dim",
}


def show(
    alignment: Alignment,
    names: tuple[str, str],
    titles: tuple[str, str],
    view: View,
    out: Console,
    *,
    columns: bool,
) -> None:
    """Print the head and the differences that the view lets through."""
    sides = Sides(alignment=alignment, names=names)
    head(sides, titles, out)
    blocks(sides, view, out, columns=columns)


def head(sides: Sides, titles: tuple[str, str], out: Console) -> None:
    """Both norms, coverage, counts, the map of numbers, numbers, residue, verdict."""
    for side, mark in ((sides.old, "  "), (sides.new, "→ ")):
        day = date_of(sides.norma(side))
        line = (
            Text(mark)
            .append(titles["ab".index(side)], style="bold")
            .append(f"  [{sides.name(side)}]")
        )
        out.print(line.append(f"  {day.isoformat() if day else 'no date'}"))
    out.print(Text(f"  {base_line(sides)}", style="dim"))
    out.print()
    rows = list(head_rows(sides))
    width = max(len(name) for name, _ in rows) + 2
    before = ""
    for row_name, text in rows:
        name = "" if row_name == before else row_name
        before = row_name
        for number, part in enumerate(Text(text).wrap(out, max(20, out.width - width))):
            part.rstrip()
            out.print(
                Text("" if number else name, style="bold")
                + Text(" " * (width if number else width - len(name)))
                + part
            )
    out.print()


def blocks(sides: Sides, view: View, out: Console, *, columns: bool = False) -> None:
    """One block for each group that is shown; what stands alone in a row is listed line by line."""
    shown = [group for group in sides.alignment.groups if view.shows(group)]
    for relation, run in groupby(
        shown,
        key=lambda group: (
            group.relation if group.relation in ("only-a", "only-b") else ""
        ),
    ):
        if relation:
            _alone(relation[-1], list(run), sides, view, out)
            continue
        for group in run:
            _block(group, sides, view, out, columns=columns)


def _alone(
    side: str, run: Sequence[Group], sides: Sides, view: View, out: Console
) -> None:
    """Provisions without a counterpart: one line each, cut to the width; whole with
    `everything`.
    """
    if side == sides.old:
        mark = "-"
    else:
        mark = "+"
    first, last = (short(sides.paths(run[place], side)[0]) for place in (0, -1))
    if len(run) == 1:
        span = first
    else:
        if len(run) == 2:
            span = f"{first}, {last}"
        else:
            span = f"{first} … {last} ({len(run)})"
    out.print(
        Text(f"{mark} {span}  ", style=_STYLES[mark]).append(
            f"only in {sides.name(side)}", style="bold"
        )
    )
    width = max(len(short(sides.paths(group, side)[0])) for group in run)
    for group in run:
        unit = sides.units(group, side)[0]
        if len(run) == 1:
            label = ""
        else:
            label = short(unit.path).ljust(width) + "  "
        line = Text(f"    {label}").append(unit.text)
        if not view.everything:
            line.truncate(out.width, overflow="ellipsis")
            out.print(line, no_wrap=True)
        else:
            _indented(Text(label).append(unit.text), out)
    out.print()


def _block(
    group: Group, sides: Sides, view: View, out: Console, *, columns: bool
) -> None:
    mark = sign(group)
    heading = Text(f"{mark} {labels(group, sides)}  ", style=_STYLES[mark])
    out.print(heading.append(title(group, sides), style="bold"))
    for number in group.numbers:
        out.print(
            Text(
                f"    {number_text(number, sides)}",
                style=_STYLES["?" if number.status == "in-doubt" else "#"],
            )
        )
    found = pieces(group, sides, ocr=view.ocr or view.everything)
    if group.edits and columns:
        out.print(_columns(found, sides))
    elif any(piece.op != "=" for piece in found):
        _indented(inline(found), out)
    elif group.relation != "identical" or group.moved:
        _indented(Text(found[0].text if found else ""), out)
    out.print()


def _indented(text: Text, out: Console) -> None:
    for line in text.wrap(out, max(20, out.width - 4)):
        line.rstrip()
        out.print(Text("    ") + line)


def number_text(number: NumberChange, sides: Sides) -> str:
    """`III → II  reference, in doubt`."""
    if sides.old == "a":
        old, new = (number.left, number.right)
    else:
        old, new = (number.right, number.left)
    change = " → ".join(quantity.text for quantity in (old, new) if quantity)
    if not (old and new):
        change = ("-" if old else "+") + change
    if number.note:
        note = f" ({number.note})"
    else:
        note = ""
    return f"{change}  {number.kind} {number.status.replace('-', ' ')}{note}"


def inline(found: Sequence[Piece]) -> Text:
    """`… indicadas [-pelo DNC-] {+pela ANP+}.`: the words of both sides in one stream."""
    line = Text()
    for place, piece in enumerate(found):
        if not place or (piece.op == "=" and piece.text[0] in '.,;:)”"'):
            glue = ""
        else:
            glue = " "
        if piece.op == "=":
            line.append(
                glue
                + clip(
                    piece.text, CONTEXT, first=place == 0, last=place == len(found) - 1
                )
            )
        elif piece.op == "-":
            line.append(glue).append(f"[-{piece.text}-]", style="red")
        else:
            line.append(glue).append(f"{{+{piece.text}+}}", style="green")
    return line


def _columns(found: Sequence[Piece], sides: Sides) -> Table:
    grid = Table(box=None, padding=(0, 2, 0, 0), expand=True, pad_edge=False)
    for side in (sides.old, sides.new):
        grid.add_column(sides.name(side), ratio=1, overflow="fold")
    grid.add_row(*(_one_side(found, keep) for keep in ("-", "+")))
    return grid


def _one_side(found: Sequence[Piece], keep: str) -> Text:
    marks = {"-": ("[-", "-]", "red"), "+": ("{+", "+}", "green")}
    line = Text("  ")
    for piece in found:
        if piece.op == "=":
            line.append(piece.text + " ")
        elif piece.op == keep:
            before, after, style = marks[keep]
            line.append(f"{before}{piece.text}{after}", style=style).append(" ")
    return line


def numbers(sides: Sides, out: Console) -> None:
    """The table of numbers alone."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for name in (
        sides.name(sides.old),
        sides.name(sides.new),
        "WHERE",
        "STATUS",
        "KIND",
    ):
        table.add_column(name.upper())
    for group in sides.alignment.groups:
        for number in group.numbers:
            if sides.old == "a":
                old, new = (number.left, number.right)
            else:
                old, new = (number.right, number.left)
            cells = (
                old.text if old else "–",
                new.text if new else "–",
                labels(group, sides),
            )
            table.add_row(
                *(
                    Text(cell)
                    for cell in (*cells, number.status.replace("-", " "), number.kind)
                )
            )
    if table.row_count:
        out.print(table)
    else:
        out.print("No number differs.")
