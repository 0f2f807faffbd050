"""The records of the command line and the API, one class for each JSON object. Keys are English,
legal kinds Portuguese; offsets count code points of the raw source, ends exclusive. The description
of the API is made from these classes (`openapi`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Record = dict[str, Any]

ProvedForce = Annotated[
    bool | None, Meta(description="true and false only where the corpus proves it")
]
DayText = Annotated[str, Meta(description="YYYY-MM-DD")]


class JsonRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all records."""

    def plain(self) -> Record:
        """Make the dictionary that JSON is written from; fields that are not set are left out."""
        record: Record = msgspec.to_builtins(self)
        return record


# Provisions and norms -----------------------------------------------------------------------------


class NodeRecord(JsonRecord, frozen=True, kw_only=True):
    """A node of a norm; `rows` are the cells of a table."""

    norm: str
    source: str
    path: str
    kind: str
    label: str | None
    label_as_printed: str | None
    text: str
    start_line: int
    end_line: int
    start: int
    end: int
    rows: tuple[tuple[str | None, ...], ...] | UnsetType = UNSET


class ApiNodeRecord(NodeRecord, frozen=True, kw_only=True):
    """A node with its addresses."""

    id: str
    parent: str | None
    parent_id: str | None
    url: str


class EventRecord(JsonRecord, frozen=True, kw_only=True):
    """What one act does to a norm or a provision, with the words that prove it."""

    event: str
    acting: str | None
    acting_path: str | None
    affected: str | None
    affected_path: str | None
    date: DayText | None
    stated: DayText | None
    computed: DayText | None
    not_before: DayText | None
    not_after: DayText | None
    rule: str | None
    confidence: str
    decision: str
    evidence: str
    norm: str
    path: str | None


class StatusRecord(JsonRecord, frozen=True, kw_only=True):
    """What a norm or a provision was on a day."""

    norm: str
    path: str | None
    on: DayText
    status: str
    remainder: str | None
    start_basis: str
    since: DayText | None
    until: DayText | None
    alternatives: tuple[str, ...]
    text_state: str
    cause: EventRecord | None


class ApiStatusRecord(StatusRecord, frozen=True, kw_only=True):
    """A status in words, with the page about it."""

    in_force: ProvedForce
    message: str
    url: str


class ProvisionRecord(ApiNodeRecord, frozen=True, kw_only=True):
    """A provision with what is above and below it."""

    name: str
    in_force: ProvedForce
    status: StatusRecord
    ancestors: tuple[str, ...]
    children: tuple[str, ...]


class SummaryRecord(JsonRecord, frozen=True, kw_only=True):
    """A norm as `norms --format jsonl` writes it."""

    norm: str
    name: str
    ementa: str | None
    species: str
    number: str | None
    year: int | None
    date: DayText | None
    authority: str | None
    source: str
    aliases: tuple[str, ...]
    nodes: int


class ApiNormRecord(JsonRecord, frozen=True, kw_only=True):
    """A norm of the corpus, or one that its texts speak of (`held` false)."""

    norm: str
    name: str
    ementa: str | None
    species: str | None
    number: str | None
    year: int | None
    date: DayText | None
    published: DayText | None
    authority: str | None
    level: str | None
    uf: str | None
    municipality: str | None
    urn: str | None
    held: bool
    url: str


class NormStatusRecord(ApiNormRecord, frozen=True, kw_only=True):
    """A norm with its aliases and its status."""

    aliases: tuple[str, ...]
    status: StatusRecord


class NormsRecord(JsonRecord, frozen=True, kw_only=True):
    """A page of the list of norms; `next` is the address of the next one."""

    total: int
    limit: int
    offset: int
    next: str | None
    norms: tuple[ApiNormRecord, ...]


class TreeRecord(JsonRecord, frozen=True, kw_only=True):
    """All nodes of a norm in order."""

    norm: str
    url: str
    nodes: tuple[ApiNodeRecord, ...]


# Citations ----------------------------------------------------------------------------------------


class MemberRecord(JsonRecord, frozen=True, kw_only=True):
    """One of several provisions that a citation names; `text` is empty where the norm has it
    not.
    """

    path: str
    label: str
    text: str
    url: str


class LookupRecord(JsonRecord, frozen=True, kw_only=True):
    """The answer to one citation; `status` is a code of HTTP."""

    query: str
    status: Annotated[int, Meta(ge=200, le=404)]
    reason: str
    message: str
    citation: str | None
    urn: str
    norm: str | None
    path: str
    label: str
    text: str
    in_force: ProvedForce
    url: str
    candidates: tuple[str, ...]
    members: tuple[MemberRecord, ...] | UnsetType = UNSET


class LookupsRecord(JsonRecord, frozen=True, kw_only=True):
    """The answers to several citations, in their order."""

    answers: tuple[LookupRecord, ...]


class ApiCitationRecord(JsonRecord, frozen=True, kw_only=True):
    """One citation of a text; those past the cap have `status` 429 and nothing else than their
    place and words.
    """

    start: int
    end: int
    text: str
    status: Literal[200, 300, 400, 404, 429]
    reason: str
    kind: Literal["external", "internal", "technical-standard"] | UnsetType = UNSET
    relation: str | UnsetType = UNSET
    target: str | UnsetType | None = UNSET
    urn: str | UnsetType | None = UNSET
    norm: str | UnsetType | None = UNSET
    fragments: tuple[str, ...] | UnsetType = UNSET
    range_end: str | UnsetType | None = UNSET
    candidates: tuple[str, ...] | UnsetType = UNSET
    inferred: tuple[str, ...] | UnsetType = UNSET
    trigger: tuple[int, ...] | UnsetType | None = UNSET
    outcome: str | UnsetType = UNSET
    url: str | UnsetType | None = UNSET


class CitationsRecord(JsonRecord, frozen=True, kw_only=True):
    """All citations of a text."""

    characters: int
    count: int
    citations: tuple[ApiCitationRecord, ...]


# Search, meaning, comparison ----------------------------------------------------------------------


class HitRecord(JsonRecord, frozen=True, kw_only=True):
    """A provision found; `[` and `]` mark matches in the snippet."""

    norm: str
    path: str
    label: str
    score: float
    snippet: str
    text: str


class ApiHitRecord(HitRecord, frozen=True, kw_only=True):
    """A provision found, with its addresses."""

    id: str
    url: str


class SearchRecord(JsonRecord, frozen=True, kw_only=True):
    """A page of what a question finds. `instead`: words that no provision holds, and what was
    searched for in their place.
    """

    query: str
    count: int
    offset: int
    next: str | None
    instead: dict[str, tuple[str, ...]]
    suggestions: tuple[str, ...]
    results: tuple[ApiHitRecord, ...]


class CellPlace(JsonRecord, frozen=True, kw_only=True):
    """A row or a column of a table."""

    number: int
    name: str


class QuantityRecord(JsonRecord, frozen=True, kw_only=True):
    """A quantity: where it stands, its value and unit, its bound and its role; in a table its row
    and column.
    """

    norm: str
    path: str
    role: str
    comparator: str | None
    value: float | None
    unit: str
    value_si: float | None
    unit_si: str | None
    text: str
    source: str
    start: int
    end: int
    strict: bool
    form: str
    words_value: float | None
    words_agree: bool | None
    row: CellPlace | UnsetType = UNSET
    column: CellPlace | UnsetType = UNSET
    legible: bool | UnsetType = UNSET


class TermRecord(JsonRecord, frozen=True, kw_only=True):
    """An introduction of a term: where it stands, its short form, its definition."""

    norm: str
    source: str
    path: str
    kind: str
    start: int
    end: int
    term: str
    abbreviation: str | None
    concept: str
    definition: str | None
    definition_start: int | None
    definition_end: int | None


class DiffRecord(JsonRecord, frozen=True, kw_only=True):
    """A comparison of two norms, as `lawtool diff --format json` writes it."""

    schema: str
    a: Record
    b: Record
    base: str
    params: Record
    summary: Record
    groups: tuple[Record, ...]
    numbers: tuple[Record, ...]
    residue: tuple[Record, ...]
    verdict: Record
    url: str


class ErrorRecord(JsonRecord, frozen=True, kw_only=True):
    """A refusal; the message says why."""

    status: int
    reason: str
    message: str
    candidates: tuple[str, ...]
