"""What stands behind the text of a provision and is none of it: the closing mark of a
quotation, editorial notes."""

from __future__ import annotations

import re

from lawtool.model import PROVISIONS, Kind, Span
from lawtool.structure.builder import NormBuilder
from lawtool.structure.draft import Draft

_CLOSING_QUOTE = re.compile(r"[\"”“](?=(?:\s?\.?\s?\((?:NR|AC)\))?\s?[.;,]?\Z)")
_INLINE_NOTE = re.compile(
    r"""
    \s* (?P<note>
      \( (?: Reda\w*\s+\w*\s*pel | Inclu[ií]d | Acrescid | Acrescentad
        | Revogad[ao]\s+pel | Renumerad | Vide\b
        | Regulamentad | Alterad[ao]\s+pel | Suprimid[ao]\s+pel | Vig[eê]ncia
          | Produ[cç][aã]o\ de\ efeito
        | Declarad | Suspens | Prorrogad | Nota\b
      ) [^()]* \) \.?
    ) \s*\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)  # (Redação dada pela Lei nº 7.932, de 2010)
_MARKS = frozenset('"“”')


def separate_tails(builder: NormBuilder) -> None:
    """Give closing marks to their quoted blocks, make nodes of notes, and stretch
    blocks over what they quote."""
    quoting = any(draft.kind is Kind.ALTERACAO for draft in builder.nodes)
    for draft in list(builder.nodes):
        if draft.kind not in PROVISIONS or not draft.words:
            continue
        if quoting:
            block = draft.quotation()
        else:
            block = None
        if block is not None:
            _unquote(draft, block, builder.raw)
        if draft.words and draft.words[-1].endswith((")", ").")):
            _cut_notes(builder, draft)
    if quoting:
        _stretch_quotes(builder)


def _unquote(draft: Draft, block: Draft, raw: str) -> None:
    """Give the closing quotation mark, which belongs to the amending text, to the
    quoted block."""
    for number, words in enumerate(draft.words):
        if _MARKS.isdisjoint(words) or _is_balanced(draft.text):
            continue
        match = _CLOSING_QUOTE.search(words)
        if match is not None:
            _cut_character(draft, block, raw, number, match.start())


def _is_balanced(text: str) -> bool:
    return text.count("“") == text.count("”") and text.count('"') % 2 == 0


def _cut_character(draft: Draft, block: Draft, raw: str, number: int, at: int) -> None:
    """Take the character at `at` of piece `number` out of the draft and give it to the
    block."""
    piece, words = draft.pieces[number], draft.words[number]
    position = piece.of(raw).rfind(words[at])
    if position < 0:
        return
    cut = piece.start + position
    block.pieces.append(Span(start=cut, end=cut + 1))
    pieces: list[Span] = []
    texts: list[str] = []
    if raw[piece.start : cut].strip():
        pieces.append(Span(start=piece.start, end=cut))
        texts.append(words[:at].rstrip())
    tail = raw[cut + 1 : piece.end]
    if tail.strip():
        lead = len(tail) - len(tail.lstrip())
        pieces.append(Span(start=cut + 1 + lead, end=piece.end))
        texts.append(words[at + 1 :].strip())
    draft.pieces[number : number + 1] = pieces
    draft.words[number : number + 1] = texts


def _cut_notes(builder: NormBuilder, draft: Draft) -> None:
    """Make nodes of the editorial notes behind the text: they are no text of the
    law."""
    while draft.words:
        place = _last_note(draft.words)
        if place is None:
            return
        _move_tail(builder, draft, *place)


def _last_note(words: list[str]) -> tuple[int, int] | None:
    """Find the note that ends the words: the piece and the offset in it where the note
    begins."""
    number = len(words) - 1
    match = _INLINE_NOTE.search(words[-1])
    if match is None and number > 0:
        number -= 1
        match = _INLINE_NOTE.search(f"{words[number]} {words[-1]}")
        if match is not None and match.start("note") > len(words[number]):
            return None
    if match is None or (number == 0 and match.start("note") == 0):
        return None
    return number, match.start("note")


def _move_tail(builder: NormBuilder, draft: Draft, number: int, at: int) -> None:
    """Move everything from offset `at` of piece `number` to a note below the draft."""
    piece, words = draft.pieces[number], draft.words[number]
    cut = piece.start
    if at:
        printed = piece.of(builder.raw)
        position = printed.find(words[at : at + 6])
        if position >= 0:
            cut += position
        else:
            cut += printed.rfind("(")
    note = Draft(kind=Kind.NOTA, path="", parent=draft)
    note.lines = draft.lines[-1:]
    if len(draft.lines) == len(draft.pieces):
        note.lines = draft.lines[number:]
    note.pieces = [Span(start=cut, end=piece.end), *draft.pieces[number + 1 :]]
    note.words = [words[at:], *draft.words[number + 1 :]]
    body = builder.raw[piece.start : cut].rstrip()
    del draft.pieces[number:], draft.words[number:]
    if body:
        draft.pieces.append(Span(start=piece.start, end=piece.start + len(body)))
        draft.words.append(words[:at].rstrip())
    nodes = builder.nodes
    nodes.insert(nodes.index(draft) + 1, note)
    notes = [node for node in nodes if node.kind is Kind.NOTA and node.parent is draft]
    for count, node in enumerate(notes, 1):
        node.path = f"{draft.path}_nota{count}"


def _stretch_quotes(builder: NormBuilder) -> None:
    """Let a quoted block span the lines of all that it quotes."""
    for draft in builder.nodes:
        for parent in draft.ancestors():
            if parent.kind is Kind.ALTERACAO:
                parent.lines.extend(draft.lines[:1] + draft.lines[-1:])
