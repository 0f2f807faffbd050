"""A norm as one HTML page without script; every node has its path as an anchor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from lawtool.model import Norma
from lawtool.render.tree import HEADINGS, QUIET, Placed, label, placed

_STYLE = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.55 Georgia, serif; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; text-align: center; margin-top: 2rem; }
p { margin: .4rem 0 .4rem calc(var(--depth) * 1.5rem); } .artigo { margin-top: 1.2rem; }
.nota, .redacao_anterior, .omissis { opacity: .7; font-size: .95em; }
table { border-collapse: collapse; margin: .6rem 0; }
td { border: 1px solid; padding: .2rem .5rem; }
"""

_DEEPEST = 12


def head(title: str) -> str:
    """The beginning of a page."""
    return (
        '<!doctype html>\n<html lang="pt-BR">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    )


FOOT = "</body>\n</html>"


def norma(one: Norma, name: str, path: str = "") -> Iterator[str]:
    """The lines of a norm, or of one provision with what is below it."""
    yield f'<article id="{escape(one.slug)}">\n<h1>{escape(name)}</h1>'
    for place in placed(one, path):
        yield _node(place, f"{one.slug}_{place.node.path}")
    yield "</article>"


def _node(place: Placed, anchor: str) -> str:
    node = place.node
    if node.kind in HEADINGS:
        heading = " ".join(filter(None, (node.label, node.text)))
        return f'<h2 id="{escape(anchor)}">{escape(heading)}</h2>'
    if node.label:
        mark = f"<strong>{escape(label(node))}</strong> "
    else:
        mark = ""
    if node.rows:
        text = ""
    else:
        text = escape(node.text)
    if node.kind in QUIET:
        text = f"<small>{text}</small>"
    depth = min(place.depth, _DEEPEST)
    paragraph = (
        f'<p id="{escape(anchor)}" class="{node.kind.value}" '
        f'style="--depth:{depth}">{mark}{text}</p>'
    )
    return paragraph + (_table(node.rows) if node.rows else "")


def _table(rows: Sequence[Sequence[str | None]]) -> str:
    lines = (
        "".join(f"<td>{escape('?' if cell is None else cell)}</td>" for cell in row)
        for row in rows
    )
    return "<table>" + "".join(f"<tr>{cells}</tr>" for cells in lines) + "</table>"
