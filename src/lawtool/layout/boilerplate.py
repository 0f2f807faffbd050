"""Furniture that a single line gives away by its words: stamps, buttons, counted pages. The words
are in `rules/boilerplate.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lawtool.layout.physical import PhysicalRow, part_of
from lawtool.model import Furniture
from lawtool.vocabulary import rules
from lawtool.vocabulary.rules import Rule

Marked = dict[int, tuple[Furniture, str]]

_LONGEST = 400
"""Longest line that is tried: stamps and buttons are short."""


def recognise_boilerplate(
    text: str, among: Iterable[Rule] | None = None
) -> tuple[Furniture, str] | None:
    """Class and rule of a line that is boilerplate from end to end, None for any other."""
    for rule in rules.load_rules("boilerplate") if among is None else among:
        if rule.pattern is not None and rule.pattern.match(text):
            return Furniture(rule.data["class"]), rule.id
    return None


def active_rules(text: str) -> list[Rule]:
    """The rules with a trigger that the text contains."""
    lowered = text.lower()
    return [
        rule
        for rule in rules.load_rules("boilerplate")
        if any(trigger in lowered for trigger in rule.data["triggers"])
    ]


def cut_credits(rows: list[PhysicalRow], among: Sequence[Rule]) -> list[PhysicalRow]:
    """Rows that end in a publisher's credit, cut in two before it; both halves keep the line's
    number.
    """
    tails = [rule for rule in among if rule.data.get("tail")]
    if not tails:
        return rows
    out: list[PhysicalRow] = []
    for row in rows:
        out.extend(_halves(row, tails) if len(row.text) <= _LONGEST else (row,))
    return out


def _halves(row: PhysicalRow, tails: Sequence[Rule]) -> tuple[PhysicalRow, ...]:
    for rule in tails:
        if rule.pattern:
            match = rule.pattern.search(row.text)
        else:
            match = None
        if match and match.start():
            head = part_of(row, 0, len(row.text[: match.start()].rstrip()))
            return head, replace(part_of(row, *match.span()), blank_before=False)
    return (row,)


def mark_boilerplate(
    rows: Sequence[PhysicalRow], among: Sequence[Rule], marked: Marked
) -> None:
    """Add the rows that a rule recognises."""
    if not among:
        return
    for index, row in enumerate(rows):
        if len(row.text) <= _LONGEST and row.table is None:
            found = recognise_boilerplate(row.text, among)
            if found:
                marked[index] = (found[0], f"rule {found[1]}")
