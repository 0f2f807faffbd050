"""What each stretch of a source is: the proof that nothing is lost."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lawtool.identifiers.paths import provision_key
from lawtool.model import Document, Kind

LABEL, TEXT, UNKNOWN, LOST = "rotulo", "texto", "desconhecido", "perdido"

_CLAIM = {
    LABEL: "dispositivos",
    TEXT: "dispositivos",
    UNKNOWN: "desconhecidos",
    LOST: "perdidos",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A stretch of raw text; `node` is the key of the provision that claims it.

    `kind` is rotulo, texto, desconhecido (no rule could place it), perdido (nobody claims it: a
    fault of the parser) or a kind of page furniture.
    """

    start: int
    end: int
    kind: str
    node: str | None = None
    line: int = 0
    evidence: str = ""


def read_tiles(document: Document) -> list[Tile]:
    """List all segments of a source in order, without overlaps; only blanks lie between them."""
    out: list[Tile] = []
    position, line = 0, 1
    for claim in sorted(_claims(document), key=lambda claim: (claim.start, claim.end)):
        out += _lost(document.source.text, position, claim.start, line)
        out.append(claim)
        position, line = max(position, claim.end), claim.line
    return out + _lost(document.source.text, position, len(document.source.text), line)


def _claims(document: Document) -> Iterator[Tile]:
    for norma in document.normas:
        for node in norma.nodes:
            key, line = provision_key(norma.slug, node.path), node.start_line
            if node.kind is Kind.TEXTO:
                kind = UNKNOWN
            else:
                kind = TEXT
            if node.label_span is not None:
                yield Tile(
                    start=node.label_span.start,
                    end=node.label_span.end,
                    kind=LABEL,
                    node=key,
                    line=line,
                )
            for piece in node.pieces:
                yield Tile(
                    start=piece.start, end=piece.end, kind=kind, node=key, line=line
                )
    for printed in document.lines:
        if printed.furniture is not None:
            yield Tile(
                start=printed.span.start,
                end=printed.span.end,
                kind=printed.furniture.value,
                line=printed.number,
                evidence=printed.evidence,
            )


def _lost(text: str, start: int, end: int, line: int) -> list[Tile]:
    if start < end:
        gap = text[start:end]
    else:
        gap = ""
    if not gap or gap.isspace() or not any(map(_visible, gap)):
        return []
    lead = len(gap) - len(gap.lstrip())
    return [
        Tile(start=start + lead, end=start + len(gap.rstrip()), kind=LOST, line=line)
    ]


def _visible(character: str) -> bool:
    """Control and format characters (a byte order mark, a soft hyphen) say nothing to a reader."""
    return unicodedata.category(character)[0] not in "CZ"


def count_coverage(text: str, parts: list[Tile]) -> Counter[str]:
    """Count the characters that are not blank by column of `cobertura`; also `repetidos`, those
    claimed twice.
    """
    count: Counter[str] = Counter()
    position = 0
    for part in parts:
        if part.start < position:
            count["repetidos"] += len(
                "".join(text[part.start : min(part.end, position)].split())
            )
        characters = len("".join(text[max(part.start, position) : part.end].split()))
        count[_CLAIM.get(part.kind, "mobiliario")] += characters
        count["caracteres"] += characters
        position = max(position, part.end)
    return count
