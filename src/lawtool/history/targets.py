"""Targets that only the held text tells: the articles of a chapter, `os incisos do art. 1º`,
ranges; and norms left without an object.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from lawtool.history.groupings import is_grouping, provisions_in
from lawtool.identifiers import paths
from lawtool.model import Confidence, Event, Kind, Norma, Scope

GROUPED = frozenset(
    {
        "revoke",
        "suspend",
        "annul",
        "restore",
        "save",
        "commence",
        "take_effect",
        "expire",
    }
)
"""Acts on a chapter that are acts on each of its articles."""
_MUTATING = frozenset({"amend", "insert", "renumber", "replace_words"})


def spread_targets(events: Sequence[Event], held: Mapping[str, Norma]) -> list[Event]:
    """Return the events with those on a grouping of provisions made events on each provision that
    the held text has in it.
    """
    out: list[Event] = []
    for event in events:
        norma = held.get(event.affected)
        if norma is None or event.kind not in GROUPED or not event.affected_path:
            out.append(event)
            continue
        inside = list(_inside(norma, event.affected_path))
        if inside and not event.affected_path.endswith(paths.ALL):
            out.append(event)
        out += [replace(event, affected_path=path) for path in inside] or [event]
    return out


def _inside(norma: Norma, path: str) -> Iterator[str]:
    """Yield the provisions that a grouping or `inc*` holds in a text; none for a provision of its
    own.
    """
    if path.endswith(paths.ALL):
        stem = path.removesuffix(paths.ALL)
        depth = stem.count(paths.SEPARATOR)
        for node in norma.nodes:
            own = paths.canonical(node.path)
            if own.startswith(stem) and own.count(paths.SEPARATOR) == depth:
                yield own
        return
    if is_grouping(path):
        yield from provisions_in(norma, path)


def find_lapses(events: Sequence[Event], held: Mapping[str, Norma]) -> Iterator[Event]:
    """Yield `lapse` for a norm that only amends norms which have all been revoked since: it is in
    force and has no effect.
    """
    gone: dict[str, Event] = {}
    for event in events:
        if _ends_whole(event):
            gone.setdefault(event.affected, event)
    for norm, acts in sorted(_acts_of(events).items()):
        targets = {event.affected for event in acts if event.kind in _MUTATING} - {norm}
        if (
            norm in gone
            or norm not in held
            or not targets
            or not targets <= gone.keys()
        ):
            continue
        ends = [gone[target] for target in targets]
        if _has_no_more(held[norm], acts) and not _is_younger(held[norm], ends):
            yield replace(
                max(ends, key=_first_day),
                kind="lapse",
                affected=norm,
                affected_path="",
                acting_path="",
                why="what it amended is revoked",
                same_as="",
            )


def _acts_of(events: Sequence[Event]) -> dict[str, list[Event]]:
    """Group what norms say in provisions of their own, by norm."""
    acts: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.norma == event.acting and event.path:
            acts[event.norma].append(event)
    return acts


def _has_no_more(norma: Norma, acts: Sequence[Event]) -> bool:
    """Tell whether every article of a norm acts on others or speaks of its own force."""
    articles = {
        node.path
        for node in norma.nodes
        if node.kind is Kind.ARTIGO and paths.own(node.path)
    }
    busy = {event.path.split(paths.SEPARATOR)[0] for event in acts}
    return bool(articles) and articles <= busy


def _is_younger(norma: Norma, ends: Sequence[Event]) -> bool:
    """Tell whether a norm amends what had been revoked already: one of the two is not what it
    seems.
    """
    return norma.signed is not None and norma.signed > min(map(_first_day, ends))


def _first_day(event: Event) -> date:
    return event.date or event.not_before or date.min


def _ends_whole(event: Event) -> bool:
    """Tell whether another norm revokes a whole norm, on a day that is known or bounded."""
    whole = (
        event.kind == "revoke"
        and not event.affected_path
        and event.scope == Scope.WHOLE
    )
    other = event.affected not in ("", event.acting)
    if event.confidence not in (Confidence.STATED, Confidence.NOTE):
        return False
    return whole and other and (event.date or event.not_before) is not None
