"""What a corpus answers with, beside the types of `model`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A norm without its text: what a list shows."""

    slug: str
    name: str
    ementa: str | None
    species: str
    number: str | None
    year: int | None
    date: str | None
    authority: str | None
    source: str
    aliases: tuple[str, ...]
    nodes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """One change of the text, or furniture taken out of it; only what a person can decide on has an `id`."""

    id: str
    norm: str | None
    path: str
    source: str
    line: int
    start: int
    end: int
    before: str
    after: str
    rule: str
    evidence: str
    decision: str
