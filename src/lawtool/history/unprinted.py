"""Changes that are known and that the printed text of a norm does not show."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from lawtool.history.event_index import History
from lawtool.model import Event, Norma

_REWORDING = frozenset({"amend", "replace_words", "renumber"})


def find_unprinted(
    norma: Norma, events: Iterable[Event], history: History, on: date
) -> list[Event]:
    """Find the acts of other norms that changed a text by a day, while the text stands as it was
    before.

    A provision whose note or wording shows the change is not among them; nor is a revocation, which
    is a status and no wording.
    """
    return [
        event
        for event in events
        if event.affected == norma.slug
        and event.norma != norma.slug
        and event.affected_path
        and not event.same_as
        and _happened(event, on)
        and _is_missing(norma, event, history, on)
    ]


def _happened(event: Event, on: date) -> bool:
    day = event.date or event.not_before
    return day is not None and day <= on


def _is_missing(norma: Norma, event: Event, history: History, on: date) -> bool:
    path = event.affected_path
    if event.kind == "insert":
        return ".." not in path and norma.get(path) is None
    if event.kind not in _REWORDING:
        return False
    if event.kind == "amend":
        return history.status(norma.slug, path, on).text_state != "printed"
    return True
