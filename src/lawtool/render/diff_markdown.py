"""A comparison as Markdown: the head as a list, then a heading and a quotation for each
difference.
"""

from __future__ import annotations

from collections.abc import Iterator

from lawtool.comparison import Alignment, Group
from lawtool.render.diff_head import head_rows
from lawtool.render.diff_text import CONTEXT, number_text
from lawtool.render.diff_view import (
    Sides,
    View,
    clip,
    labels,
    mark,
    pieces,
    title,
)
from lawtool.render.markdown import escape


def document(
    alignment: Alignment, names: tuple[str, str], titles: tuple[str, str], view: View
) -> Iterator[str]:
    """The lines of the document; struck-through is gone, bold is new."""
    sides = Sides(alignment=alignment, names=names)
    old, new = (escape(titles["ab".index(side)]) for side in (sides.old, sides.new))
    yield f"# {old} → {new}\n"
    yield from _head(sides)
    for group in alignment.groups:
        if view.shows(group):
            yield from _group(group, sides, view)


def _head(sides: Sides) -> Iterator[str]:
    for name, text in head_rows(sides):
        yield f"- **{name}**: {escape(text)}"
    yield ""


def _group(group: Group, sides: Sides, view: View) -> Iterator[str]:
    yield f"## {mark(group, sides)} {escape(labels(group, sides))}: {escape(title(group, sides))}\n"
    for number in group.numbers:
        yield f"- {escape(number_text(number, sides))}"
    if group.a and group.b:
        yield ("\n" if group.numbers else "") + f"> {_inline(group, sides, view)}\n"
    else:
        if group.a:
            side = "a"
        else:
            side = "b"
        yield from (f"> {escape(unit.text)}\n" for unit in sides.units(group, side))


def _inline(group: Group, sides: Sides, view: View) -> str:
    found = pieces(group, sides, ocr=view.ocr or view.everything)
    out = []
    for place, piece in enumerate(found):
        if piece.op == "=":
            out.append(
                escape(
                    clip(
                        piece.text,
                        CONTEXT,
                        first=place == 0,
                        last=place == len(found) - 1,
                    )
                )
            )
        else:
            if piece.op == "-":
                mark = "~~"
            else:
                mark = "**"
            out.append(f"{mark}{escape(piece.text.strip())}{mark}")
    return " ".join(out)
