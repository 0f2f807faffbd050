"""Relations between norms, made of events: `revoga`, `altera`, `acresce`, `adota`,
`regulamenta`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lawtool.model import Event, Relation

RELATION_KINDS = {
    "revoke": "revoga",
    "amend": "altera",
    "renumber": "altera",
    "insert": "acresce",
    "adopt": "adota",
    "regulate": "regulamenta",
}


def derive_relations(events: Iterable[Event]) -> Iterator[Relation]:
    """One relation for each event that one identified norm does to another; of the two records of
    one event (a clause and a note) the clause. A bill does nothing yet: its events make no
    relation.
    """
    known = {event.key: event for event in events}
    for event in known.values():
        kind = RELATION_KINDS.get(event.kind)
        if (
            kind is None
            or not event.acting
            or not event.affected
            or event.acting == event.affected
        ):
            continue
        other = known.get(event.same_as)
        if (
            other is not None
            and event.acting != event.norma
            and other.acting == other.norma
        ):
            continue
        yield Relation(
            kind=kind,
            source=event.acting,
            target=event.affected,
            source_path=event.acting_path,
            target_path=event.affected_path,
            date=event.date,
            evidence=event.evidence,
            span=event.span,
        )
