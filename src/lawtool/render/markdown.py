"""A norm in Markdown: articles as paragraphs, what is below them as nested lists, tables as
tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lawtool.model import Kind, Norma
from lawtool.render.tree import HEADINGS, QUIET, Placed, label, placed

_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")
_LIST_LIKE = re.compile(r"^(\s*)([-+#]|\d+[.)])(?=\s|$)")


def escape(text: str) -> str:
    """Text that Markdown prints as it stands."""
    return _LIST_LIKE.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))


def norma(one: Norma, name: str, path: str = "") -> Iterator[str]:
    """The lines of a norm, or of one provision with what is below it."""
    yield f"# {escape(name)}"
    for place in placed(one, path):
        yield ""
        yield from _node(place)


def _node(place: Placed) -> Iterator[str]:
    node = place.node
    if node.kind in HEADINGS:
        yield f"## {escape(' '.join(filter(None, (node.label, node.text))))}"
        return
    indent = "  " * place.depth
    if place.depth:
        bullet = "  " * (place.depth - 1) + "- "
    else:
        bullet = ""
    if node.label:
        head = f"**{escape(label(node))}** "
    else:
        head = ""
    if node.rows:
        text = ""
    else:
        text = escape(node.text)
    if node.kind in QUIET or node.kind is Kind.EMENTA:
        if text:
            text = f"*{text}*"
        else:
            text = ""
    yield (bullet + head + text).rstrip()
    if node.rows:
        yield ""
        yield from (indent + row for row in _table(node.rows))


def _table(rows: Sequence[Sequence[str | None]]) -> Iterator[str]:
    width = max(map(len, rows))
    for number, row in enumerate(rows):
        cells = [escape("?" if cell is None else cell) for cell in row]
        yield "| " + " | ".join(cells + [""] * (width - len(cells))) + " |"
        if number == 0:
            yield "|" + " --- |" * width
