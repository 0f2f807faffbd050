"""Notes of editors and placeholders: `(Redação dada pela Lei nº 7932/2010)`, `Art. 7º. Revogado.`,
`(Nota)`.

A note covers the smallest provision that it ends, not the article. A text that speaks of revocation
is not revoked: a note is short, stands in brackets, alone, or in a node of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lawtool.history.clause_targets import norm_of
from lawtool.history.clause_verbs import first_hit, plain
from lawtool.history.earlier import Earlier, earlier
from lawtool.identifiers import paths
from lawtool.model import PROVISIONS, Citation, Dispositivo, Kind, Norma

_TRAILING = re.compile(r"\([^()]{2,160}\)[\s.;\"”]*\Z")
_BARE_LIMIT = 220


@dataclass(frozen=True, slots=True)
class Note:
    """`kind` is what was done; `acting` the norm that did it, empty where the note does not say;
    the span is in the text of the node `path`. A placeholder is a revocation that stands where the
    wording stood.
    """

    kind: str
    affected: str
    acting: str
    path: str
    start: int
    end: int
    text: str
    placeholder: bool = False
    citation: Citation | None = None


def read_notes(norma: Norma, cited: Mapping[str, Sequence[Citation]]) -> Iterator[Note]:
    """Every note of a norm in order; one behind struck wording is of the provision that this
    worded.
    """
    struck = earlier(norma)
    for node in norma.nodes:
        if "_alt" in node.path:
            continue
        if node.kind is Kind.NOTA:
            yield from _of_node(norma, node, cited, struck)
        elif node.path in struck.worded:
            yield from _trailing(node, struck.worded[node.path], cited)
        elif node.kind in PROVISIONS or node.kind in (Kind.EMENTA, Kind.AGRUPADOR):
            yield from _of_text(node, cited)


def _of_node(
    norma: Norma,
    node: Dispositivo,
    cited: Mapping[str, Sequence[Citation]],
    struck: Earlier,
) -> Iterator[Note]:
    hit = first_hit("note", plain(node.text))
    if hit is None or len(node.text) > 2 * _BARE_LIMIT:
        return
    if node.parent:
        parent = norma.get(node.parent)
    else:
        parent = None
    if parent is None or parent.kind is Kind.EMENTA:
        affected = ""
    else:
        affected = parent.path
    if node.path in struck.follows:
        affected = struck.worded[struck.follows[node.path]]
    yield from _acts_of_note(node, affected, 0, len(node.text), cited)


def _of_text(
    node: Dispositivo, cited: Mapping[str, Sequence[Citation]]
) -> Iterator[Note]:
    text = node.text
    if node.kind is Kind.EMENTA:
        affected = ""
    else:
        affected = node.path
    if len(text) <= _BARE_LIMIT:
        hit = first_hit("note", plain(text))
    else:
        hit = None
    if hit is not None and hit.kind in ("revoke", "veto"):
        yield _note(
            hit.kind,
            affected,
            node,
            0,
            len(text),
            cited,
            placeholder=hit.kind == "revoke",
        )
        return
    yield from _trailing(node, affected, cited)


def _trailing(
    node: Dispositivo, affected: str, cited: Mapping[str, Sequence[Citation]]
) -> Iterator[Note]:
    """Yield the notes in brackets at the end of a text, the last first."""
    text = node.text
    end = len(text)
    while (match := _TRAILING.search(text, max(0, end - 200), end)) is not None:
        notes = list(_acts_of_note(node, affected, match.start(), match.end(), cited))
        if not notes:
            return
        yield from notes
        end = match.start()


_NEXT_ACT = re.compile(
    r"(?:,| e|;|\.) +(?=(?:revogad|alterad|modificad|acrescid|incluid|renumerad|suspens"
    r"|restabelecid"
    r"|repristinad)[oa]s? (?:pel|por|atraves))"
)
"""`(Acrescido pela Lei nº 30/2003 e revogado pela Lei nº 40/2005)`: one note, two acts."""


def _acts_of_note(
    node: Dispositivo,
    affected: str,
    start: int,
    end: int,
    cited: Mapping[str, Sequence[Citation]],
) -> Iterator[Note]:
    """Yield one note for each act that a note tells of; none where it is no note."""
    flat = plain(node.text)[start:end]
    cuts = [0, *(match.end() for match in _NEXT_ACT.finditer(flat)), len(flat)]
    for first, last in pairwise(cuts):
        hit = first_hit("note", flat[first:last])
        if hit is None and first == 0:
            return
        if hit is not None:
            yield _note(hit.kind, affected, node, start + first, start + last, cited)


def _note(
    kind: str,
    affected: str,
    node: Dispositivo,
    start: int,
    end: int,
    cited: Mapping[str, Sequence[Citation]],
    *,
    placeholder: bool = False,
) -> Note:
    inside = [
        one
        for one in cited.get(node.path, ())
        if start <= one.span.start < end and one.kind == "external" and norm_of(one)
    ]
    if inside:
        named = inside[0]
    else:
        named = None
    return Note(
        kind=kind,
        affected=paths.canonical(affected),
        acting=norm_of(named) if named else "",
        path=node.path,
        start=start,
        end=end,
        text=node.text[start:end].strip(),
        placeholder=placeholder,
        citation=named,
    )
