"""Events that a person asserts in `corpus.toml`: named as people name norms and provisions, here
made events of the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from lawtool.citations import find_citations
from lawtool.corpus import Corpus
from lawtool.errors import LawtoolError, UnknownNorm
from lawtool.identifiers.slugs import norm_slug
from lawtool.model import Event, NormaId, Problem
from lawtool.pipeline.settings import Assertion

CODE = "bad-assertion"


@dataclass(slots=True)
class Assertions:
    """The events that a person asserts, the norms outside the corpus that only they name (id →
    identity and the words that named it), and what could not be understood.
    """

    events: list[Event] = field(default_factory=list)
    outside: dict[str, tuple[NormaId, str]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read_assertions(entries: Iterable[Assertion], corpus: Corpus) -> Assertions:
    """Read what a person asserts. Never raises: an assertion about a norm that nobody knows is a
    problem, and changes nothing.
    """
    assertions = Assertions()
    for number, entry in enumerate(entries, 1):
        try:
            assertions.events.append(_asserted_event(entry, number, corpus, assertions))
        except LawtoolError as error:
            message = f"[[event]] {number} of corpus.toml is not used: {error}"
            assertions.problems.append(Problem(code=CODE, message=message))
    return assertions


def _asserted_event(
    entry: Assertion, number: int, corpus: Corpus, assertions: Assertions
) -> Event:
    affected = corpus.resolve_any(entry.norm)
    if entry.by:
        acting = _acting_norm(entry.by, affected, corpus, assertions)
    else:
        acting = ""
    return Event(
        kind=entry.kind,
        acting=acting,
        acting_path=corpus.place(acting, entry.by_provision),
        affected=affected,
        affected_path=corpus.place(affected, entry.provision),
        stated=entry.date,
        date=entry.date,
        why="asserted in corpus.toml",
        evidence=entry.evidence,
        decision="asserted",
        scope="provision" if entry.provision else "whole",
        start=number,
    )


def _acting_norm(
    name: str, affected: str, corpus: Corpus, assertions: Assertions
) -> str:
    """Find the norm that acts: one that the corpus knows, or one that it hears of here. A bare `Lei
    nº 12/2001` that acts on the law of a municipality is of that municipality.
    """
    try:
        return corpus.resolve_any(name)
    except UnknownNorm:
        cited = (citation.id for citation in find_citations(name))
        identity = next(
            (identity for identity in cited if identity and identity.number), None
        )
        if identity is None:
            raise
    other = corpus.identity(affected)
    if not identity.level and other is not None:
        identity = replace(
            identity, level=other.level, uf=other.uf, municipio=other.municipio
        )
    slug = norm_slug(identity)
    assertions.outside[slug] = (identity, name)
    return slug
