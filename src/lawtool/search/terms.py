"""The term that a provision defines, for questions such as `o que é cilindro`."""

from __future__ import annotations

import re

from lawtool.model import Kind

_DASH = re.compile(
    r'\s{0,3}"?([^\W\d][^.;:,()\n–—-]{1,80}?)\s{0,3}(?:\([^)\n]{1,20}\)\s{0,3})?[-–—:]\s'
)
"""`CILINDRO - recipiente …`, `Botijões- recipiente …`, `Classe I:`."""

_VERB = re.compile(
    r"\b(?:entende|considera|denomina|define|conceitua)m?-se\s+(?:por\s+|como\s+)?([^,.;:—–(\n]{2,80}?)"
    r"(?=\s+(?:os?|as?|aquel[ea]s?|tod[oa]s?)\s|\s*[,.;:—–(\n]|\s+-|$)",
    re.IGNORECASE,
)
"""`Entende-se por Posto Consorciado o …`."""

_ANNOUNCED = re.compile(r"defini|entende|considera|conceit|denomin", re.IGNORECASE)
"""Words above a list of definitions."""

_LISTED = frozenset({Kind.INCISO, Kind.ALINEA, Kind.ITEM, Kind.PARAGRAFO})
_HEAD = 300


def defined_term(kind: Kind, text: str, context: str, above: str = "") -> str:
    """The term as printed, empty where the provision defines none. `context` is the text of its ancestors, `above` the
    term of its parent: `c) parcialmente utilizados - quando …` says only half of what it defines."""
    head = text[:_HEAD]
    if match := _VERB.search(head):
        return match.group(1)
    if kind not in _LISTED or not _ANNOUNCED.search(context):
        return ""
    match = _DASH.match(head)
    if match is None:
        return ""
    term = match.group(1)
    return f"{above} {term}" if above and term[0].islower() else term
