"""Cells of Datasette's own tables, so that a row stays a row and leads to the page for people."""

from __future__ import annotations

from html import escape
from typing import Any

from markupsafe import Markup

WIDTH = 160
"""Characters of a text that a table shows before it is opened."""
NORMS = frozenset(
    {
        "norma",
        "norma_citada",
        "norma_agente",
        "norma_afetada",
        "norma_a",
        "norma_b",
        "origem",
        "destino",
    }
)
PROVISIONS = ("dispositivo", "pai")
"""Beginnings of the names of columns that hold keys of provisions."""


def cell(value: Any, column: str, base: str) -> Markup | None:
    """A foreign key as a link with its label, a long text cut with the rest a click away; None leaves the cell alone."""
    if isinstance(value, dict) and isinstance(value.get("value"), str):
        key, label = value["value"], str(value.get("label") or value["value"])
        if column in NORMS:
            return _link(f"{base}/norma/{key}", label)
        if column.startswith(PROVISIONS) and "_" in key:
            norm, path = key.split("_", 1)
            return _link(f"{base}/norma/{norm}/{path}", label)
        return None
    if not isinstance(value, str) or len(value) <= WIDTH:
        return None
    head = value[: WIDTH - 20].rsplit(" ", 1)[0]
    rest = value[len(head) :]
    return Markup(
        f'<details class="long"><summary>{escape(head)}…</summary><span>{escape(rest)}</span></details>'
    )


def _link(address: str, label: str) -> Markup:
    return Markup(f'<a href="{escape(address)}">{escape(label)}</a>')
