"""The text of a provision with what is known about its words: repaired readings and citations, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """`start`..`end` of a text, to be put between `open` and `close` (HTML). A link within a link is no HTML: there a mark
    stands between `open_within` and `close_within`."""

    start: int
    end: int
    open: str
    close: str
    open_within: str = ""
    close_within: str = ""


def element(name: str, **attributes: str) -> tuple[str, str]:
    """The tags of an element; empty attributes are left out, `class_` is class, `data_x` is data-x."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value
    )
    return f"<{name}{told}>", f"</{name}>"


def disjoint(marks: Iterable[Mark]) -> Iterator[Mark]:
    """In order; of two that overlap the one that begins first, then the longer one."""
    done = 0
    for mark in sorted(marks, key=lambda one: (one.start, -one.end)):
        if mark.start >= done and mark.end > mark.start:
            yield mark
            done = mark.end


def marked(text: str, outer: Sequence[Mark] = (), inner: Sequence[Mark] = ()) -> Markup:
    """The text as HTML. `inner` marks stand within `outer` ones; one that crosses the border of an outer one is cut there."""
    inside = list(disjoint(inner))
    out: list[str] = []
    done = 0
    for mark in disjoint(outer):
        out += (_plain(text, done, mark.start, inside), mark.open)
        out += (_plain(text, mark.start, min(mark.end, len(text)), inside, within=True), mark.close)
        done = mark.end
    out.append(_plain(text, done, len(text), inside))
    return Markup("".join(out))


def _plain(text: str, start: int, end: int, marks: Sequence[Mark], *, within: bool = False) -> str:
    out: list[str] = []
    done = start
    for mark in marks:
        left, right = max(mark.start, start), min(mark.end, end)
        if left < right:
            opened, closed = (
                (mark.open_within, mark.close_within) if within else (mark.open, mark.close)
            )
            out += (escape(text[done:left]), opened, escape(text[left:right]), closed)
            done = right
    out.append(escape(text[done:end]))
    return "".join(out)
