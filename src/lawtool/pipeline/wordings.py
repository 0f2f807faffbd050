"""Wordings of provisions for `versoes`: only norms whose text something changed have any to speak
of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lawtool.corpus import Corpus
from lawtool.history.compiled import WORDING_KINDS
from lawtool.history.editions import Wording, touched
from lawtool.model import Event, Span
from lawtool.store.writer import Writer

Mark = tuple[str, str, str, Span | None]


def write_wordings(writer: Writer, events: Sequence[Event]) -> None:
    """Write the wordings, in order, of each provision that an event changed."""
    corpus = Corpus(writer.connection)
    numbers = {_event_mark(event): number for number, event in enumerate(events, 1)}
    writer.wordings(list(_read_wordings(corpus, events, numbers)))


def _event_mark(event: Event) -> Mark:
    """Tell an event also when it is read again from its row."""
    return event.kind, event.affected, event.affected_path, event.span


def _read_wordings(
    corpus: Corpus, events: Iterable[Event], numbers: Mapping[Mark, int]
) -> Iterator[tuple[Wording, bool, int | None]]:
    changed = {
        event.affected
        for event in events
        if event.kind in WORDING_KINDS and event.affected and event.affected_path
    }
    for slug in sorted(changed - set(corpus.outside)):
        library = corpus.library(slug)
        norma = library.normas[slug]
        for path in touched(library.history, norma):
            for wording in library.wordings(slug, path):
                begins = wording.begins
                if begins:
                    cause = numbers.get(_event_mark(begins))
                else:
                    cause = None
                yield wording, norma.get(wording.path) is not None, cause
