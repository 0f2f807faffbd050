"""Events that a person asserts in `corpus.toml`: named as people name norms and provisions, here made events of the corpus."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from lawtool.citations import find_citations
from lawtool.citations.catalogue import stub_slug
from lawtool.errors import LawtoolError, UnknownNorm
from lawtool.model import Event, NormaId, Problem
from lawtool.pipeline.folder import Assertion
from lawtool.timeline import Timeline

CODE = "bad-assertion"


@dataclass(slots=True)
class Asserted:
    """The events, the norms outside the corpus that only they name, and what could not be understood."""

    events: list[Event] = field(default_factory=list)
    outside: dict[str, tuple[NormaId, str]] = field(default_factory=dict)
    """Id → identity and the words that named it."""
    problems: list[Problem] = field(default_factory=list)


def read(assertions: Iterable[Assertion], timeline: Timeline) -> Asserted:
    """Never raises: an assertion about a norm that nobody knows is a problem, and changes nothing."""
    made = Asserted()
    for number, one in enumerate(assertions, 1):
        try:
            made.events.append(_event(one, number, timeline, made))
        except LawtoolError as error:
            made.problems.append(
                Problem(
                    code=CODE, message=f"[[event]] {number} of corpus.toml is not used: {error}"
                )
            )
    return made


def _event(one: Assertion, number: int, timeline: Timeline, made: Asserted) -> Event:
    affected = timeline.resolve(one.norm)
    acting = _acting(one.by, affected, timeline, made) if one.by else ""
    return Event(
        kind=one.kind,
        acting=acting,
        acting_path=timeline.place(acting, one.by_provision),
        affected=affected,
        affected_path=timeline.place(affected, one.provision),
        stated=one.date,
        date=one.date,
        why="asserted in corpus.toml",
        evidence=one.evidence,
        decision="asserted",
        scope="provision" if one.provision else "whole",
        start=number,
    )


def _acting(name: str, affected: str, timeline: Timeline, made: Asserted) -> str:
    """The norm that acts: one that the corpus knows, or one that it hears of here. A bare `Lei nº 12/2001` that acts on
    the law of a municipality is of that municipality."""
    try:
        return timeline.resolve(name)
    except UnknownNorm:
        identity = next(
            (found.id for found in find_citations(name) if found.id and found.id.number), None
        )
        if identity is None:
            raise
    other = timeline.identity(affected)
    if not identity.level and other is not None:
        identity = replace(identity, level=other.level, uf=other.uf, municipio=other.municipio)
    slug = stub_slug(identity)
    made.outside[slug] = (identity, name)
    return slug
