"""Annexes: their heading, and the loose pieces between what is numbered (forms, boxes, paragraphs)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lawtool.model import Kind
from lawtool.structure.draft import Draft
from lawtool.structure.segments import Segment

if TYPE_CHECKING:
    from lawtool.structure.tree import TreeBuilder

_HEADING = re.compile(
    r"[\"“]?(?P<word>ANEXOS?|Anexos?|APÊNDICE|ADENDO)(?:\s+(?:N[º°o.]+\s*)?(?P<number>[IVXLl1-9|]{1,6}|[A-Z]|"
    r"[ÚU]NICO|[úu]nico)(?:-[A-Z])?(?![A-Za-zÀ-ÿ]))?"
)
_BOX = re.compile(r"(?P<number>\d{2})\s+(?=[A-ZÀ-Ý]{4,})")


def open_annex(tree: TreeBuilder, segment: Segment) -> None:
    """`ANEXO II - PAINEL`: label `Anexo II`, the rest and the capital lines below it are the annex's own text."""
    from lawtool.structure.tree import annex_number

    match = _HEADING.match(segment.text)
    number = annex_number(match["number"]) if match is not None and match["number"] else None
    count = number[0] if number else tree.counts.get("anexo", 0) + 1
    tree.counts["anexo"] = count
    name = "anexo1u" if number is not None and number[1] else f"anexo{count}"
    draft = tree.open(Kind.ANEXO, name, None)
    end = match.end() if match is not None else 0
    if match is not None:
        printed = match.group().strip('"“ ')
        draft.label = " ".join(
            [
                match["word"].capitalize(),
                *((match["number"],) if match["number"] and number and not number[1] else ()),
            ]
        )
        if number is not None and number[1]:
            draft.label = "Anexo único"
        draft.printed = printed
        draft.label_span = tree.span_of(segment, 0, end)
    draft.lines.append(segment.line.number)
    lead = len(segment.text[end:]) - len(segment.text[end:].lstrip(" -–—:."))
    if lead and match is not None:
        draft.label_span = tree.span_of(segment, 0, end + lead)
    draft.add(segment, end + lead)
    tree.annex = tree.current = draft
    tree.table = None
    tree.stack = [None, draft]


def take(tree: TreeBuilder, segment: Segment) -> bool:
    """Place a line of an annex that no label opens. False where it simply continues the node before it."""
    host = tree.annex
    if host is None or tree.table is not None:
        return False
    current = tree.current
    box = _BOX.match(segment.text)
    if box is not None and not segment.table_ahead:
        draft = _open(tree, f"qdr{int(box['number'])}")
        draft.label = draft.printed = box["number"]
        draft.label_span = tree.span_of(segment, 0, box.end())
        draft.add(segment, box.end())
        return True
    if (current is host and segment.text.isupper() and len(segment.text) < 140) or (
        current is host and _unfinished_title(host, segment)
    ):
        host.add(segment)
        return True
    if (
        current is host
        or current is None
        or current.kind is Kind.AGRUPADOR
        or _closes_box(current, segment)
    ):
        _open(tree, f"txt{host.next_below('txt')}").add(segment)
        return True
    if current.path.rpartition("_")[2].startswith("txt") and segment.ended:
        _open(tree, f"txt{host.next_below('txt')}").add(segment)
        return True
    return False


def _open(tree: TreeBuilder, name: str) -> Draft:
    draft = tree.open(Kind.ANEXO_ITEM, name, tree.annex)
    tree.current = draft
    del tree.stack[2:]
    return draft


def _unfinished_title(host: Draft, segment: Segment) -> bool:
    """A title that ends in a preposition goes on in the next line."""
    return bool(host.words) and host.words[-1].split()[-1].lower() in (
        "de",
        "da",
        "do",
        "para",
        "e",
        "das",
        "dos",
        "em",
        "a",
        "o",
        "com",
    )


def _closes_box(current: Draft, segment: Segment) -> bool:
    return (
        current.path.rpartition("_")[2].startswith("qdr")
        and segment.text.startswith("(")
        and segment.text.endswith(")")
    )
