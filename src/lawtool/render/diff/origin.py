"""The half of `lawtool provenance` that text tells: what a norm was copied from, and what follows for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lawtool.copies import Link, Origin
from lawtool.render.diff import records
from lawtool.render.diff.parts import short

Name = Callable[[str], str]
"""Id of a norm → what people call it."""
Ended = Callable[[str], str]
"""Id of a norm → how it ended, as a clause (`revoked by Resolução ANP 5/2008 since 2008-11-24`), empty
where it did not or where nothing is known."""


def lines(origins: Sequence[Origin], copies: Sequence[Link], name: Name, ended: Ended = lambda slug: "") -> Iterator[str]:
    """The paragraphs of the copied-from half, then what was copied from the norm in its turn."""
    if origins:
        yield "copied from:"
    for origin in origins:
        yield from (f"  {line}" for line in _origin(origin, name, ended))
    if copies:
        yield "copied by:"
    for link in copies:
        yield f"  {name(link.a)}  {link.label}, {link.containment:.1%} of the smaller text"


def _origin(origin: Origin, name: Name, ended: Ended) -> Iterator[str]:
    link = origin.link
    units = origin.alignment.sides[1].units
    copy, source = name(link.a), name(link.b)
    yield f"{copy} ← {source}  {link.label}: {len(origin.kept)} of its {units} provisions"
    yield from (f"  {reason}" for reason in link.reasons)
    end = ended(link.b)
    if end and not ended(link.a):
        yield f"  stale source: {source} is {end}; {len(origin.resting)} provisions of {copy}, of which no revocation"
        yield "  is known, rest on a text revoked since"
    for lost in origin.lost:
        where = ", ".join(map(short, lost.copy_paths))
        yield f"  lost text: art. {where} stands where art. {short(lost.source_path)} of {source}, now a placeholder,"
        yield "  stood: that it keeps the old wording is a lead, not a finding"


def record(origins: Sequence[Origin], copies: Sequence[Link], ended: Ended = lambda slug: "") -> dict[str, Any]:
    """The same as JSON: `copied_from` and `copied_by`."""
    return {
        "copied_from": [
            records.link(origin.link)
            | {
                "kept": list(origin.kept),
                "resting": list(origin.resting),
                "source_ended": ended(origin.link.b) or None,
                "stale": bool(ended(origin.link.b)) and not ended(origin.link.a),
                "lost_text": [{"source_path": lost.source_path, "copy_paths": list(lost.copy_paths)} for lost in origin.lost],
            }
            for origin in origins
        ],
        "copied_by": [records.link(link) for link in copies],
    }
