"""What stands before the first article: epígrafe, ementa, preâmbulo, considerandos, notes (LC 95/1998 arts. 3 to 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lawtool.model import Kind, Problem
from lawtool.structure.draft import Draft
from lawtool.structure.headings import Sign
from lawtool.structure.segments import Segment

if TYPE_CHECKING:
    from lawtool.structure.tree import TreeBuilder

Item = tuple[Segment, Sign | None]

_ENACTS = re.compile(
    r"\b(?:sancion\w+|decret\w+|promulg\w+|resolve\w*|fa[cç]o saber|no uso d[aeo]s?|usando d[aeo]s?|em nome d|torna p[uú]blic\w|"
    r"estabelece o seguinte|aprov(?:ou|a) e eu|delibera|disp[oô]e o seguinte)\b",
    re.IGNORECASE,
)
_FORMULA = re.compile(
    r"(?<=[,;:.\"”)])\s+(?:e\s+)?(?P<formula>(?:resolve\w*|decreta\w*|promulga\w*|sanciona\w*|determina|delibera|"
    r"torna p[uú]blico\w?|estabelece|baixa|faz saber)\b[^:.;]{0,80}:)\s*\Z",
    re.IGNORECASE,
)
_FORMULA_LINE = re.compile(
    r"(?:\w+\s)?\W{0,2}(?:RESOLVE\w*|DECRETA\w*|PROMULGA\w*|SANCIONA\w*|DETERMINA|DELIBERA)\b[^.;]{0,80}[:.]?\Z|"
    r"R\s?E\s?S\s?O\s?L\s?V\s?E\W*\Z|D\s?E\s?C\s?R\s?E\s?T\s?A\W*\Z",
    re.IGNORECASE,
)
_ENACTED = re.compile(r"(?<![º°o.]\s)(?<![º°])[:]\s?\.?\Z")  # but not "do Projeto de Lei nº :"
_CONSIDERING = re.compile(r"\W{0,2}(?:e\s)?considerando\b", re.IGNORECASE)
_AUTHOR = re.compile(
    r"\(?(?:Autor(?:ia|es|a)?\b\s*:|\(?Projeto de Lei\s+(?:Complementar\s+)?n)", re.IGNORECASE
)
_TITLE_GOES_ON = re.compile(
    r"(?:,\s*)?(?:de|DE|DO|do|EM|em)\s+\d|\(?(?:publicad|DOU|D\.O)|DATA", re.IGNORECASE
)


def read(tree: TreeBuilder, items: Sequence[Item]) -> None:
    """Turn the lines before the first provision into nodes."""
    title = next((i for i, (_, sign) in enumerate(items) if sign is Sign.TITLE), None)
    before, rest = (items[:0], items) if title is None else (items[:title], items[title + 1 :])
    _unplaced(tree, before)
    if title is not None:
        rest = _title(tree, items[title][0], rest)
    rest = _ementa_and_notes(tree, rest, titled=title is not None)
    _preamble(tree, rest)


def _unplaced(tree: TreeBuilder, items: Sequence[Item]) -> None:
    """Lines above a title that are no letterhead: kept, and reported."""
    for segment, sign in items:
        if sign is Sign.NOTE:
            _note(tree, segment)
            continue
        draft = tree.open(Kind.TEXTO, f"txt{tree.number('txt')}", None)
        draft.add(segment)
        tree.problems.append(
            Problem(
                code="unplaced-text",
                message="Text above the title that is no part of the norm.",
                line=segment.line.number,
                path=draft.path,
            )
        )


def _title(tree: TreeBuilder, segment: Segment, rest: Sequence[Item]) -> Sequence[Item]:
    draft = tree.open(Kind.EPIGRAFE, "epigrafe", None)
    draft.add(segment)
    tree.title = draft
    while rest and _TITLE_GOES_ON.match(rest[0][0].text) and len(rest[0][0].text) < 80:
        draft.add(rest[0][0])
        rest = rest[1:]
    return rest


def _note(tree: TreeBuilder, segment: Segment) -> Draft:
    draft = tree.open(Kind.NOTA, f"nota{tree.number('nota')}", None)
    text = segment.text
    if text.lower().startswith("nota") and ":" in text[:8]:
        colon = text.index(":") + 1
        draft.label, draft.printed = "Nota", text[:colon]
        draft.label_span = tree.span_of(segment, 0, colon)
        draft.add(segment, colon)
    else:
        draft.add(segment)
    return draft


def _ementa_and_notes(tree: TreeBuilder, items: Sequence[Item], *, titled: bool) -> Sequence[Item]:
    """The summary runs from the title to the first line of the preamble; notes between them are the editor's."""
    ementa: Draft | None = None
    note: Draft | None = None
    for number, (segment, sign) in enumerate(items):
        if sign is Sign.NOTE:
            note = _note(tree, segment)
            if note.words or not note.label:
                note = None
        elif _AUTHOR.match(segment.text):
            _note(tree, segment)
        elif (note is not None and not note.words) or (note is not None and not segment.ended):
            note.add(segment)
        elif (
            _begins_preamble(segment, continued=ementa is not None and not segment.ended)
            or not titled
        ):
            return items[number:]
        else:
            if ementa is None:
                ementa = tree.open(Kind.EMENTA, "ementa", None)
            ementa.add(segment)
            note = None
    return ()


def _begins_preamble(segment: Segment, *, continued: bool) -> bool:
    if continued and not (segment.heading is not None and segment.heading.sign is Sign.PREAMBLE):
        return False
    if (
        segment.text.upper().startswith("PREÂMBULO")
        or _CONSIDERING.match(segment.text)
        or (segment.heading is not None and segment.heading.sign is Sign.PREAMBLE)
    ):
        return True
    return bool(_ENACTS.search(segment.text)) and (
        segment.text.rstrip().endswith((":", ",")) or len(segment.text) > 60
    )


def _preamble(tree: TreeBuilder, items: Sequence[Item]) -> None:
    if not items:
        return
    head = tree.open(Kind.PREAMBULO, "preambulo", None)
    recital: Draft | None = None
    enacted = False
    body: Draft | None = None
    for segment, sign in items:
        if sign is Sign.NOTE:
            _note(tree, segment)
        elif enacted:
            body = _loose_body(tree, segment, body)
        elif _CONSIDERING.match(segment.text) and (head.words or not _starts(segment)):
            recital = tree.open(Kind.CONSIDERANDO, f"preambulo_con{tree.number('con')}", None)
            recital.parent = head
            recital.add(segment)
        elif recital is not None and _FORMULA_LINE.match(segment.text) and segment.ended:
            _formula(tree, head, segment, 0)
            enacted, recital = True, None
        else:
            (recital or head).add(segment)
        if not enacted and _ENACTED.search(segment.text) and _ENACTS.search(segment.text):
            enacted = True
    if recital is not None:
        _cut_formula(tree, head, recital)


def _starts(segment: Segment) -> bool:
    return segment.text[0].islower()


def _loose_body(tree: TreeBuilder, segment: Segment, body: Draft | None) -> Draft:
    """Words behind the enacting formula that no label opens: a norm without articles."""
    if body is None or segment.ended:
        body = tree.open(Kind.TEXTO, f"txt{tree.number('txt')}", None)
        tree.problems.append(
            Problem(
                code="unlabelled-text",
                message="Text of the norm that no label opens.",
                line=segment.line.number,
                path=body.path,
            )
        )
    body.add(segment)
    return body


def _formula(tree: TreeBuilder, head: Draft, segment: Segment, start: int) -> Draft:
    draft = tree.open(Kind.PREAMBULO, "preambulo_fml1", None)
    draft.parent = head
    draft.add(segment, start)
    return draft


def _cut_formula(tree: TreeBuilder, head: Draft, recital: Draft) -> None:
    """An enacting formula glued to the last recital is a node of its own."""
    match = _FORMULA.search(recital.words[-1]) if recital.words else None
    if match is None:
        return
    piece = recital.pieces[-1]
    position = piece.of(tree.raw).rfind(match["formula"])
    if position < 0:
        return
    draft = tree.open(Kind.PREAMBULO, "preambulo_fml1", None)
    draft.parent = head
    cut = piece.start + position
    draft.pieces = [type(piece)(start=cut, end=piece.end)]
    draft.words = [match["formula"]]
    draft.lines = recital.lines[-1:]
    kept = tree.raw[piece.start : cut].rstrip()
    recital.pieces[-1] = type(piece)(start=piece.start, end=piece.start + len(kept))
    recital.words[-1] = recital.words[-1][: match.start("formula")].rstrip()
