"""Say first what is dangerous in a comparison: each change of sense by its kind, with its words and
places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawtool.comparison import Group
from lawtool.comparison.sense import DANGERS, SenseChange
from lawtool.render.diff_view import Sides, short
from lawtool.render.strings import Say, speaker

SHOWN = 6
"""Changes of one kind that are written out in the head; the others are counted."""
WORDS = 14
"""Words of a side that are written out."""

TURNS = {
    ("duty", "MAY"): "duty_to_may",
    ("MAY", "duty"): "may_to_duty",
    ("duty", "EXEMPT"): "duty_to_exempt",
    ("EXEMPT", "duty"): "exempt_to_duty",
    ("duty", "SHOULD"): "duty_to_advice",
    ("SHOULD", "duty"): "advice_to_duty",
    ("duty", "MIGHT"): "duty_to_may",
    ("NOT", "MAY"): "ban_to_may",
    ("MAY", "NOT"): "may_to_ban",
    ("NOT", ""): "not_dropped",
    ("", "NOT"): "not_added",
    ("EXCEPT", ""): "except_dropped",
    ("", "EXCEPT"): "except_added",
    ("IF", ""): "if_dropped",
    ("", "IF"): "if_added",
    ("IF", "EVENIF"): "if_lifted",
    ("EVENIF", "IF"): "if_set",
}
"""Operators before and after → the key of its sentence in `strings.toml`; `duty` is an order, by
word or bare future.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Danger:
    """Changes of sense of one pattern: what happened, and at each place the words before and after.

    `turn` is the key of the sentence, empty where only the words tell; `places` are (path of the
    newer text, else of the older; words before; words after).
    """

    kind: str
    turn: str
    places: tuple[tuple[str, str, str], ...]

    def side(self, sides: Sides) -> str:
        """The side that its first place stands on."""
        path = self.places[0][0]
        if sides.unit(sides.new, path):
            return sides.new
        return sides.old

    @property
    def count(self) -> int:
        """How many changes it stands for."""
        return len(self.places)


def list_dangers(sides: Sides) -> list[Danger]:
    """List the changes of sense of a comparison, the gravest kind first, those of one pattern
    together.
    """
    found: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for group in sides.alignment.groups:
        for change in group.sense:
            before, after = _seen_from_old(sides, change)
            place = _place(sides, group), before, after
            found.setdefault((change.kind, _turn_of(sides, change)), []).append(place)
    ordered = sorted(
        found, key=lambda key: (DANGERS.index(key[0]), key[1] == "", key[1])
    )
    return [
        Danger(kind=key[0], turn=key[1], places=tuple(found[key])) for key in ordered
    ]


def _place(sides: Sides, group: Group) -> str:
    paths = sides.paths(group, sides.new) or sides.paths(group, sides.old)
    return paths[0]


def _seen_from_old(sides: Sides, change: SenseChange) -> tuple[str, str]:
    first, second = _words(sides, change, "a"), _words(sides, change, "b")
    if sides.old == "a":
        return first, second
    return second, first


def _words(sides: Sides, change: SenseChange, side: str) -> str:
    """The words of a side, a bare number with what it counts: `16 membros`."""
    text = change.words(side)
    if side == "a":
        passages = change.left
    else:
        passages = change.right
    if change.kind == "number" and len(passages) == 1 and text[-1:].isdigit():
        unit = sides.unit(side, passages[0].path)
        if unit:
            counted = re.match(r"\s+[^\W\d_]{4,}", unit.text[passages[0].end :])
        else:
            counted = None
        if counted is not None:
            text += counted.group()
    words = text.split()
    if len(words) > WORDS:
        text = " ".join([*words[: WORDS // 2], "…", *words[-WORDS // 2 :]])
    return text


def _turn_of(sides: Sides, change: SenseChange) -> str:
    before, after = change.before, change.after
    if sides.old == "b":
        before, after = after, before
    if change.kind == "modality":
        duty = {"": "duty", "MUST": "duty", "OBLIGED": "duty"}
        before, after = duty.get(before, before), duty.get(after, after)
    return TURNS.get((before, after), "")


def say_dangers(sides: Sides, lang: str = "en") -> Iterator[tuple[str, str]]:
    """Say each danger in one line: (kind, sentence). `2 obligations became permissions: art. 1º,
    2º`.
    """
    say = speaker(lang)
    for danger in list_dangers(sides):
        yield danger.kind, say_danger(danger, say)


def say_danger(danger: Danger, say: Say) -> str:
    """Say one danger in a sentence."""
    places = list(danger.places)
    more = ""
    if len(places) > SHOWN:
        more = f"; {say('danger.more', count=len(places) - SHOWN)}"
    if danger.turn:
        if danger.count != 1:
            name = danger.turn
        else:
            name = f"{danger.turn}_one"
        shown = ", ".join(
            _cited(path, first=i == 0) for i, (path, _, _) in enumerate(places[:SHOWN])
        )
        return f"{say(f'danger.{name}', count=danger.count)}: {shown}{more}"
    shown = "; ".join(
        f"{_exchanged(before, after)}, {_cited(path, first=True)}"
        for path, before, after in places[:SHOWN]
    )
    return f"{say(f'sense.{danger.kind}')}: {shown}{more}"


def _exchanged(before: str, after: str) -> str:
    if before and after:
        return f"{before} → {after}"
    if before:
        return f"−“{before}”"
    return f"+“{after}”"


def _cited(path: str, *, first: bool) -> str:
    article = path.startswith("art")
    if first and article:
        return f"art. {short(path)}"
    return short(path)


def anchors_of(dangers: Sequence[Danger]) -> list[str]:
    """The paths that the dangers stand at, each once, in order."""
    return list(
        dict.fromkeys(path for danger in dangers for path, _, _ in danger.places)
    )
