"""Tell what belongs to a web page and not to the norm on it: menus, buttons, adverts.

Nothing is thrown away: the text stays in the source and is marked, so that a person can see what
was left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bs4 import Tag

from lawtool.model import Mark

_ALWAYS = frozenset({"nav", "button", "menu"})
_OFTEN = frozenset({"header", "footer", "aside", "form"})
_ROLES = frozenset(
    {"navigation", "banner", "search", "menu", "menubar", "button", "contentinfo"}
)
# Words of `class` and `id`, whole between hyphens and underscores: `ad-slot`, `nav_top`,
# `share-buttons`.
_CLASS = re.compile(
    r"(?<![a-z])(?:ads?|advert\w*|adsense|publicidade|banner|menu|nav|navbar|breadcrumbs?|share"
    r"|sharing|"
    r"compartilh\w*|social|cookies?|sidebar|toolbar|topbar|rodape|cabecalho|skip|login|botoes"
    r"|buttons?)(?![a-z])"
)
_LAW = re.compile(
    r"(?:^|\n)\W{0,3}(?:Art(?:\.|igo)? ?\d|§ ?\d"
    r"|(?:LEI|DECRETO|PORTARIA|RESOLU[CÇ][AÃ]O|EMENDA|INSTRU[CÇ][AÃ]O|"
    r"DELIBERA[CÇ][AÃ]O|PROJETO|MEDIDA|CONSTITUI[CÇ][AÃ]O|REGIMENTO)\b[^\n]*(?:\d|N[º°o.]))",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:^|\n)\W{0,3}Art(?:\.|igo)? ?\d", re.IGNORECASE)


def is_site_furniture(tag: Tag) -> bool:
    """Decide by name, role and class whether an element is a part of the page and not of what it
    publishes.
    """
    if tag.name in _ALWAYS or tag.name in _OFTEN:
        return True
    attributes = tag.attrs
    if str(attributes.get("role", "")) in _ROLES:
        return True
    names = f"{attributes.get('class', '')} {attributes.get('id', '')}"
    return (
        len(names) > 1
        and tag.name not in ("body", "html")
        and bool(_CLASS.search(names.lower()))
    )


def without_law(text: str, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Drop the marks of furniture that hold a title or a provision, and all of them where no
    article stands outside.
    """
    furniture = [mark for mark in marks if mark.kind == "furniture"]
    if not furniture:
        return tuple(marks)
    sure = {mark for mark in furniture if not _LAW.search(mark.span.of(text))}
    covered = [(mark.span.start, mark.span.end) for mark in sure]
    outside = any(
        not any(start <= match.start() < end for start, end in covered)
        for match in _ARTICLE.finditer(text)
    )
    return tuple(
        mark for mark in marks if mark.kind != "furniture" or (outside and mark in sure)
    )
