"""Wordings of provisions for `versoes`: only norms whose text something changed have any to speak of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lawtool.history.compiled import CHANGING
from lawtool.history.editions import Wording, touched
from lawtool.model import Event, Span
from lawtool.store import Corpus
from lawtool.store.coverage import key
from lawtool.store.tables import Row
from lawtool.store.writer import Writer
from lawtool.timeline import Timeline

Mark = tuple[str, str, str, Span | None]


def _mark(event: Event) -> Mark:
    """What tells an event also when it is read again from its row."""
    return event.kind, event.affected, event.affected_path, event.span


def write(writer: Writer, events: Iterable[Event]) -> None:
    """Rows of `versoes`: for each provision that an event changed, its wordings in order."""
    corpus = Corpus(writer.connection)
    timeline = Timeline(corpus)
    numbered = list(enumerate(events, 1))
    numbers = {_mark(event): number for number, event in numbered}
    changed = {
        event.affected
        for _, event in numbered
        if event.kind in CHANGING and event.affected and event.affected_path
    }
    rows: list[Row] = []
    for slug in sorted(changed - set(timeline.outside)):
        library = timeline.library(slug)
        norma = library.normas[slug]
        held = {node.path for node in norma.nodes}
        for path in touched(library.history, norma):
            rows += (_row(one, held, numbers) for one in library.wordings(slug, path))
    writer.insert("versoes", rows)


def _row(one: Wording, held: set[str], numbers: Mapping[Mark, int]) -> Row:
    return {
        "norma": one.norm,
        "caminho": one.path,
        "dispositivo": key(one.norm, one.path) if one.path in held else None,
        "texto": one.text,
        "estado": one.state,
        "desde": one.since.isoformat() if one.since else None,
        "ate": one.until.isoformat() if one.until else None,
        "causa": numbers.get(_mark(one.begins)) if one.begins else None,
    }
