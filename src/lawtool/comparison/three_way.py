"""Set three texts side by side: a source, a copy of it, and the source as amended since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lawtool.comparison.alignment import Alignment, Group

STATES = (
    "same",
    "copy-differs",
    "amended-since",
    "both-differ",
    "only-copy",
    "only-amended",
)
"""What became of a provision: all three agree; only the copy differs; only the amended source does,
so that the copy keeps the older text; both do; and what stands in one of the later texts alone.
"""
_QUIET = frozenset({"identical", "ocr-variant"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """A provision of the source (`a`), those of the copy (`b`) and of the amended source (`c`) that
    are it; empty where there is none. `copy` and `amended` are the groups that say what differs.
    """

    state: str
    a: tuple[str, ...]
    b: tuple[str, ...]
    c: tuple[str, ...]
    copy: Group | None = None
    amended: Group | None = None


def join_alignments(copy: Alignment, amended: Alignment) -> list[Triple]:
    """Join the comparisons of one source with its copy (a–b) and with its amended text (a–c), in
    the order of the source; what only the copy or only the amended source has comes last.
    """
    of_copy = {path: group for group in copy.groups for path in group.a}
    of_amended = {path: group for group in amended.groups for path in group.a}
    triples = [
        _triple(unit.path, of_copy.get(unit.path), of_amended.get(unit.path))
        for unit in copy.units[0]
    ]
    return [
        *triples,
        *_new_ones(copy, "only-copy"),
        *_new_ones(amended, "only-amended"),
    ]


def _triple(path: str, copy: Group | None, amended: Group | None) -> Triple:
    ours, theirs = _differs(copy), _differs(amended)
    state = "same"
    if ours and theirs:
        state = "both-differ"
    elif ours:
        state = "copy-differs"
    elif theirs:
        state = "amended-since"
    return Triple(
        state=state,
        a=(path,),
        b=copy.b if copy else (),
        c=amended.b if amended else (),
        copy=copy,
        amended=amended,
    )


def _differs(group: Group | None) -> bool:
    if group is None or not group.b:
        return True
    return group.relation not in _QUIET or bool(group.flags & {"number", "sense"})


def _new_ones(alignment: Alignment, state: str) -> Iterator[Triple]:
    for group in alignment.groups:
        if group.a:
            continue
        if state == "only-copy":
            yield Triple(state=state, a=(), b=group.b, c=(), copy=group)
        else:
            yield Triple(state=state, a=(), b=(), c=group.b, amended=group)


def count_states(triples: list[Triple]) -> dict[str, int]:
    """Count the provisions by what became of them, every state named."""
    return {state: sum(triple.state == state for triple in triples) for state in STATES}
