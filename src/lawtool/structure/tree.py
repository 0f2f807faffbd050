"""From the decisions of the decoder to the nodes of a norm.

The body is built here; what stands before the first article is read by `front`, closing
and reasons by `closing`, the loose
pieces of an annex by `annex`, quotation marks and notes behind a text by `tails`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from lawtool.identifiers.levels import decimal_label, printed_label, write_component
from lawtool.model import PROVISIONS, Correction, Kind, Span
from lawtool.structure.annex import continues_annex, open_annex, place_in_annex
from lawtool.structure.builder import NormBuilder
from lawtool.structure.closing import read_closing, read_reasons
from lawtool.structure.draft import Draft
from lawtool.structure.front import read_front
from lawtool.structure.headings import ASIDES, Sign, is_numbered_grouping
from lawtool.structure.moves import Move, Zone
from lawtool.structure.persons import is_name, names_an_office
from lawtool.structure.printed_labels import readings
from lawtool.structure.reading import Reading
from lawtool.structure.segments import Segment, Style
from lawtool.structure.tails import separate_tails

_READERS = {Zone.FRONT: read_front, Zone.REASONS: read_reasons}
"""Zones that are read as a whole; the others end in a closing."""
_GATHERED = (Zone.FRONT, Zone.CLOSE, Zone.REASONS)
_BUILT = (Zone.BODY, Zone.ANNEX)
_QUOTES = "\"“”'"
_BEHIND_LABEL = " -–—.:;,=«~_*\"“”'"
_RULES = frozenset("|-=_+ ")


class TreeReader:
    """Reads the segments of one norm, in order, into the drafts of its builder."""

    def __init__(self, builder: NormBuilder, style: Style) -> None:
        self.builder = builder
        self.style = style
        self.articleless = style.articleless
        self.zone = Zone.FRONT
        self.pending: list[tuple[Segment, Sign | None]] = []
        self.stack: list[Draft | None] = [None]
        self.current: Draft | None = None
        self.table: Draft | None = None
        self.annex: Draft | None = None
        self.struck: list[Segment] = []
        """Earlier wording that stands before the first provision."""

    # --- driving ----------------------------------------------------------------------

    def take(self, segment: Segment, move: Move | None) -> None:
        """Take the next segment; `move` is None where it continues what stands before
        it."""
        if self._is_other(move):
            self.builder.others.append(segment)
        elif move is None:
            if segment.heading is not None:
                sign = segment.heading.sign
            else:
                sign = None
            self._take_text(segment, sign)
        else:
            if move.opens_annex:
                heading = self._heading_of_rules()
            else:
                heading = []
            self._enter(move.zone)
            if move.opens_annex:
                self._open_rules(heading)
            if move.reading is not None:
                self._take_label(segment, move, move.reading)
            else:
                self._take_sign(segment, move)

    def _is_other(self, move: Move | None) -> bool:
        """Tell a segment of other matter, which ends where a norm begins."""
        if (
            move is not None
            and move.zone is not self.zone
            and Zone.OTHER in (move.zone, self.zone)
        ):
            self._enter(move.zone)
        return self.zone is Zone.OTHER

    def finish(self) -> None:
        """Read what is left, and separate quotation marks and notes from the
        provisions."""
        self._flush()
        self._take_held(None)
        separate_tails(self.builder)

    def _enter(self, zone: Zone) -> None:
        """Go over to the zone of a move; a heading above the first article has begun
        the body already."""
        headed = zone is Zone.FRONT and self.zone is Zone.BODY
        if zone is self.zone or headed:
            return
        self._flush()
        self.zone = zone
        self.current = None
        del self.stack[1:]

    def _take_sign(self, segment: Segment, move: Move) -> None:
        sign = move.sign
        if sign is Sign.GROUPING and self.zone is not Zone.REASONS:
            self._flush()
            self._take_grouping(segment, move)
        elif sign is Sign.ANNEX:
            self._flush()
            self._take_annex(segment, move)
        elif sign in ASIDES:
            self._take_aside(segment, move)
        else:
            self._take_text(segment, sign)

    def _take_aside(self, segment: Segment, move: Move) -> None:
        """Take what hangs beside the law: a drawn line, earlier wording, a note, a row, a mark of
        omission.
        """
        sign, built = move.sign, self.zone in _BUILT
        if sign is Sign.RULE and self.table is None:
            self.builder.others.append(segment)
        elif sign is Sign.RULE or (sign is Sign.TABLE and built):
            self._take_row(segment)
        elif sign is Sign.STRUCK:
            self._take_earlier(segment)
        elif sign is Sign.NOTE and built and self.current is not None:
            self._take_note(segment, self.current)
        elif sign is Sign.TABLE and self.zone is Zone.CLOSE:
            if self.pending:
                self._flush()
            self._take_row(segment)
        elif sign is Sign.OMISSION and built:
            self._take_omission(segment, move)
        else:
            self._take_text(segment, sign)

    def _take_earlier(self, segment: Segment) -> None:
        if self.zone is Zone.FRONT:
            self.struck.append(segment)
        else:
            self._take_struck(segment, self.current)

    def _take_text(self, segment: Segment, sign: Sign | None) -> None:
        """Add running text to what stands before it."""
        if self.zone in _GATHERED:
            self.pending.append((segment, sign))
        elif self.table is not None and not self._ends_table(segment):
            self.table.add(segment)
        elif self._takes_annex(segment):
            return
        elif self.current is None:
            self.pending.append((segment, sign))
        elif segment.table_ahead and self.current.kind is not Kind.TABELA:
            self._take_row(segment)
        elif self.articleless and _is_loose(self.current, segment):
            self._take_paragraph(segment)
        elif (
            self.current.kind is Kind.AGRUPADOR
            and self.current is self.builder.nodes[-1]
        ):
            _name_grouping(self.current, segment)
        else:
            self._continue(self.current, segment)

    def _continue(self, current: Draft, segment: Segment) -> None:
        """Add a line to the text of a node; a new paragraph of a provision may have
        lost its label."""
        if current.kind in PROVISIONS and _starts_paragraph(
            current, segment, self.style
        ):
            message = f"A paragraph without a label stands in {current.label or current.path}."
            self.builder.report("unlabelled-paragraph", message, segment, current)
        current.add(segment)

    def _ends_table(self, segment: Segment) -> bool:
        """Close a table that is drawn with bars before a sentence; in one that is only
        announced sentences may be cells."""
        drawn = self.table is not None and bool(self.table.rows)
        if not drawn or segment.line.cells or not _is_prose(segment.text):
            return False
        self.table = None
        return True

    def _take_paragraph(self, segment: Segment) -> None:
        """Open a paragraph that stands loose below a heading of a norm without
        articles."""
        if len(self.stack) > 1:
            host = self.stack[1]
        else:
            host = None
        self.current = self.builder.open_counted(Kind.TEXTO, "txt", host)
        self.current.add(segment)

    def _flush(self) -> None:
        """Read what has gathered in a zone that is not built line by line."""
        pending, self.pending = self.pending, []
        self.table = None
        if pending:
            read = _READERS.get(self.zone, read_closing)
            read(self.builder, pending)

    # --- labelled nodes ---------------------------------------------------------------

    def _take_label(self, segment: Segment, move: Move, reading: Reading) -> None:
        self.table = None
        if move.opens_quote:
            self._open_quotation(move.depth)
        else:
            del self.stack[move.depth + 1 :]
        draft = self._open_labelled(move, reading, self.stack[-1])
        self.stack.append(draft)
        if reading.behind:
            draft.label_span = segment.raw_span(reading.end)
            draft.printed = draft.label_span.of(self.builder.raw).rstrip()
            draft.add(segment, 0, reading.end)
            self.current = draft
            return
        if reading.end:
            draft.label_span = segment.raw_span(0, reading.end)
            draft.printed = draft.label_span.of(self.builder.raw).rstrip()
        else:
            draft.printed = ""
        self._correct_label(segment, move, reading, draft)
        draft.add(segment, reading.end)
        self._open_rest(move, reading, draft)
        self._take_held(draft)
        self.current = draft

    def _open_quotation(self, depth: int) -> Draft:
        del self.stack[depth:]
        quotation = self.builder.open_counted(Kind.ALTERACAO, "alt", self.stack[-1])
        self.stack.append(quotation)
        return quotation

    def _open_labelled(
        self, move: Move, reading: Reading, parent: Draft | None
    ) -> Draft:
        kind, number, sole = reading.kind, move.number, reading.sole
        if reading.bullet:
            return self._open_entry(number[0], parent)
        whole = parent is not None and parent.kind in (Kind.ITEM, Kind.ANEXO_ITEM)
        if reading.decimal and whole:
            number = number[-1:]
        draft = self.builder.open(
            kind, write_component(kind, number, sole=sole), parent
        )
        if kind is not Kind.ARTIGO and _is_of_annex(parent):
            draft.kind = Kind.ANEXO_ITEM
        if reading.decimal:
            draft.label = decimal_label(move.number)
        else:
            draft.label = printed_label(kind, move.number, sole=sole)
        return draft

    def _open_rest(self, move: Move, reading: Reading, first: Draft) -> None:
        """Open the provisions that share the label of the first: `Arts. 52 a 58
        (Revogados)`."""
        for number in range(move.number[0] + 1, reading.until + 1):
            name = write_component(reading.kind, (number,))
            draft = self.builder.open(reading.kind, name, first.parent)
            draft.kind = first.kind
            draft.label = printed_label(reading.kind, (number,))
            draft.lines = first.lines[:1]

    def _open_entry(self, number: int, parent: Draft | None) -> Draft:
        """Open an entry behind a dash or a bullet."""
        draft = self.builder.open(Kind.ITEM, f"dpg{number}", parent)
        if _is_of_annex(parent):
            draft.kind = Kind.ANEXO_ITEM
        return draft

    def _correct_label(
        self, segment: Segment, move: Move, reading: Reading, draft: Draft
    ) -> None:
        """Where a sign of the label was wrong, say so in a correction."""
        printed = draft.printed or ""
        lost_ordinal = self.builder.scanned and _lost_ordinal(reading, move, printed)
        wrong = move.repaired or (reading.damaged and reading.sole)
        if not wrong and not lost_ordinal:
            return
        draft.repaired = not lost_ordinal
        core = printed.rstrip(_BEHIND_LABEL)
        if not core.strip():
            core = printed
        after = draft.label or ""
        if core.endswith(("º", "°")) and not after.endswith("º"):
            after += "º"
        if reading.kind is Kind.ALINEA and printed.endswith(")"):
            after += ")"
        start = segment.raw_span().start
        span = Span(start=start, end=start + len(core))
        self.builder.corrections.append(
            Correction(
                span=span,
                before=span.of(self.builder.raw),
                after=after,
                rule=f"label-{reading.kind}",
                evidence=f"the sequence of {reading.kind}s expects {draft.label}",
                line=segment.line.number,
                path=draft.path,
            )
        )

    # --- what hangs beside the labels -------------------------------------------------

    def _take_grouping(self, segment: Segment, move: Move) -> None:
        current = self.current
        if move.opens_quote:
            self._open_quotation(move.depth)
            move = replace(move, depth=move.depth + 1)
        elif current is not None and self._names_grouping(current, segment):
            _name_grouping(current, segment)
            return
        del self.stack[move.depth :]
        if self.stack:
            above = self.stack[-1]
        else:
            above = None
        if above is None or above.kind is not Kind.ALTERACAO:
            number = self.builder.count("agr")
        else:
            number = above.next_below("agr")
        draft = self.builder.open(Kind.AGRUPADOR, f"agr{number}", above)
        draft.head(segment, len(segment.text))
        self.current, self.table = draft, None
        if self.articleless:
            self.stack = [None, draft]
        if self.zone is Zone.FRONT:
            self.zone = Zone.BODY

    def _names_grouping(self, current: Draft, segment: Segment) -> bool:
        """Tell a line that stands directly below a numbered grouping and is none
        itself."""
        if current.kind is not Kind.AGRUPADOR or current is not self.builder.nodes[-1]:
            return False
        return is_numbered_grouping(current.label or "") and not is_numbered_grouping(
            segment.text
        )

    def _take_annex(self, segment: Segment, move: Move) -> None:
        if move.opens_quote:
            quotation = self._open_quotation(move.depth)
            self.current = open_annex(self.builder, segment, quotation)
            self.stack.append(self.current)
            self.table = None
            return
        if self.annex is not None and continues_annex(self.annex, segment):
            self.annex.add(segment)
            return
        self.annex = self.current = open_annex(self.builder, segment)
        self.table = None
        self.stack = [None, self.annex]

    def _heading_of_rules(self) -> list[Segment]:
        """Take the lines behind the signatures that head the rules printed there."""
        heading: list[Segment] = []
        while self.pending and _heads_rules(*self.pending[-1]):
            heading.insert(0, self.pending.pop()[0])
        return heading

    def _open_rules(self, heading: list[Segment]) -> None:
        """Open the annex of rules that do not call themselves one."""
        number = self.builder.count("anexo")
        self.annex = self.builder.open(Kind.ANEXO, f"anexo{number}")
        for segment in heading:
            self.annex.add(segment)
        self.current = self.annex
        self.stack = [None, self.annex]

    def _takes_annex(self, segment: Segment) -> bool:
        """Place a line that stands loose in an annex. False where it continues the node
        before it."""
        if self.zone is not Zone.ANNEX or self.annex is None or self.table is not None:
            return False
        draft = place_in_annex(self.builder, self.annex, self.current, segment)
        if draft is not None and draft is not self.annex:
            self.current = draft
            del self.stack[2:]
        return draft is not None

    def _take_note(self, segment: Segment, host: Draft) -> None:
        while host.kind in (Kind.NOTA, Kind.TABELA) and host.parent is not None:
            host = host.parent
        self.builder.open_counted(Kind.NOTA, "nota", host).add(segment)

    def _take_held(self, host: Draft | None) -> None:
        """Hang earlier wording that stood before the first provision below this one."""
        held, self.struck = self.struck, []
        for segment in held:
            self._take_struck(segment, host)

    def _take_struck(self, segment: Segment, host: Draft | None) -> None:
        """Keep earlier wording beside the provision that it stood with, out of the text
        in force."""
        while host is not None and host.kind in (Kind.NOTA, Kind.TABELA):
            host = host.parent
        draft = self.builder.open_counted(Kind.REDACAO_ANTERIOR, "ant", host)
        found = readings(segment.text)
        end = 0
        if found and found[0].number is not None and found[0].form < 2:
            first = found[0]
            end = first.end
            draft.label = printed_label(
                first.kind, (first.number or 0, *first.suffix), sole=first.sole
            )
            draft.printed = segment.text[:end].rstrip()
            draft.label_span = segment.raw_span(0, end)
        draft.add(segment, end)

    def _take_omission(self, segment: Segment, move: Move) -> None:
        if move.opens_quote:
            self.current = self._open_quotation(move.depth)
        host = self.current
        if host is None or host.kind in (Kind.ALTERACAO, Kind.AGRUPADOR):
            host = self.builder.open_counted(Kind.OMISSIS, "omi", host)
        _add_omission(host, segment)

    def _take_row(self, segment: Segment) -> None:
        """Add a row to the table, which it may open."""
        if self.table is None:
            host = self.current if self.current is not None else self.annex
            self.table = self.builder.open_counted(Kind.TABELA, "tab", host)
        self.table.add(segment)
        text = segment.text
        if segment.line.cells:
            self.table.rows.append(tuple(cell or None for cell in segment.line.cells))
        elif text.startswith("|") and not _RULES.issuperset(text):
            cells = text.strip("|").split("|")
            self.table.rows.append(tuple(cell.strip() or None for cell in cells))


_SENTENCE, _WORDS_OF_SENTENCE = 70, 8
"""Characters and words in small letters of the shortest sentence that ends a table."""


def _is_prose(text: str) -> bool:
    if len(text) < _SENTENCE or "|" in text or not text[0].isupper():
        return False
    return sum(word.islower() for word in text.split()) >= _WORDS_OF_SENTENCE


_PENALTY = re.compile(r"Penas?\b|[\"“”(]")
_SHORT_OF_WIDTH = 0.75


def _starts_paragraph(current: Draft, segment: Segment, style: Style) -> bool:
    """Tell a line that begins a sentence behind one that ended before the edge of the
    page."""
    text = segment.text
    if not segment.ended or segment.glued or not current.words or _PENALTY.match(text):
        return False
    if not style.wrapped:
        return True
    short = len(current.words[-1]) < _SHORT_OF_WIDTH * style.width
    return segment.line.blank_before or (short and not text[0].islower())


def _is_loose(current: Draft, segment: Segment) -> bool:
    """Tell a paragraph below a heading, and one that a blank line parts from the
    paragraph before."""
    if current.kind is Kind.AGRUPADOR:
        return (
            not is_numbered_grouping(current.label or "") or segment.line.blank_before
        )
    return current.kind is Kind.TEXTO and segment.line.blank_before


def _heads_rules(segment: Segment, sign: Sign | None) -> bool:
    """Tell a heading in capitals, or one that the format marks, from a signature."""
    if sign is not None or names_an_office(segment.text):
        return False
    return segment.line.heading or (
        segment.text.isupper() and not is_name(segment.text)
    )


def _name_grouping(draft: Draft, segment: Segment) -> None:
    """Make one heading of `CAPÍTULO I` and the line below it, `DAS DISPOSIÇÕES
    GERAIS`."""
    draft.label = draft.printed = f"{draft.label} {segment.text}"
    draft.add(segment)


def _add_omission(host: Draft, segment: Segment) -> None:
    """Add an omission mark without its quotation marks, which belong to the quoted
    block."""
    block = host.quotation()
    text = segment.text
    start = len(text) - len(text.lstrip(_QUOTES))
    end = len(text.rstrip(_QUOTES))
    if block is None or end <= start:
        host.add(segment)
        return
    host.add(segment, start, end)
    marks = ((0, start), (end, len(text)))
    block.pieces.extend(
        segment.raw_span(first, last) for first, last in marks if last > first
    )


def _is_of_annex(parent: Draft | None) -> bool:
    """Tell what hangs in an annex, quoted ones too, below no article of it."""
    if parent is None:
        return False
    for node in (parent, *parent.ancestors()):
        if node.kind is Kind.ARTIGO:
            return False
        if node.kind is Kind.ANEXO:
            return True
    return False


def _lost_ordinal(reading: Reading, move: Move, printed: str) -> bool:
    """Tell `Art. 8-` in a scan: articles and paragraphs up to nine carry an ordinal
    sign (LC 95/1998 art. 10)."""
    if (
        reading.kind not in (Kind.ARTIGO, Kind.PARAGRAFO)
        or move.repaired
        or reading.sole
    ):
        return False
    low = len(move.number) == 1 and 0 < move.number[0] < 10
    return low and printed.rstrip(" -–—.").endswith(str(move.number[0]))
