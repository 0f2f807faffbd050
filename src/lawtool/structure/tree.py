"""From the decisions of the decoder to the nodes of each norm.

The body is built here; what stands before the first article is read by `front`, closing and reasons by `closing`, the loose
pieces of an annex by `annex`.
"""

from __future__ import annotations

import re

from lawtool.identifiers.components import component, decimal_label, label
from lawtool.model import PROVISIONS, Correction, Decision, Kind, Problem, Span
from lawtool.structure import annex, closing, front
from lawtool.structure.costs import Step, Zone
from lawtool.structure.draft import Draft, raw_span
from lawtool.structure.headings import Sign, is_numbered_grouping
from lawtool.structure.printed_labels import Reading, readings
from lawtool.structure.segments import Segment
from lawtool.vocabulary.numerals import from_letter, from_roman

_BELOW_CAPUT = {Kind.INCISO, Kind.ALINEA, Kind.ITEM, Kind.ALTERACAO, Kind.TABELA, Kind.OMISSIS}
_CLOSING_QUOTE = re.compile(r"[\"”“](?=(?:\s?\.?\s?\((?:NR|AC)\))?\s?[.;,]?\Z)")
_INLINE_NOTE = re.compile(
    r"\s*(?P<note>\((?:Reda\w*\s+\w*\s*pel|Inclu[ií]d|Acrescid|Acrescentad|Revogad[ao]\s+pel|Renumerad|Vide\b|"
    r"Regulamentad|Alterad[ao]\s+pel|Suprimid[ao]\s+pel|"
    r"Vig[eê]ncia|Produ[cç][aã]o de efeito|Declarad|Suspens|Prorrogad|Nota\b)[^()]*\)\.?)\s*\Z",
    re.IGNORECASE,
)


class TreeBuilder:
    """Builds the drafts of one norm from its segments and steps, in order."""

    def __init__(self, raw: str, *, scanned: bool = False) -> None:
        self.raw = raw
        self.scanned = scanned
        self.nodes: list[Draft] = []
        self.corrections: list[Correction] = []
        self.problems: list[Problem] = []
        self.paths: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self.zone = Zone.FRONT
        self.pending: list[tuple[Segment, Sign | None]] = []
        self.stack: list[Draft | None] = [None]
        self.current: Draft | None = None
        self.table: Draft | None = None
        self.annex: Draft | None = None
        self.title: Draft | None = None

    # --- driving ----------------------------------------------------------------------------------------------------

    def feed(self, segment: Segment, step: Step | None) -> None:
        """Take the next segment; `step` is None where it continues what stands before it."""
        headed = step is not None and step.zone is Zone.FRONT and self.zone is Zone.BODY
        if step is not None and step.zone is not self.zone and not headed:
            self.flush()
            self.zone = step.zone
            self.current = None
            del self.stack[1:]
        if step is None:
            self._text(segment, segment.heading.sign if segment.heading is not None else None)
        elif step.reading is not None:
            self._label(segment, step, step.reading)
        elif step.sign is Sign.GROUPING and self.zone is not Zone.REASONS:
            self.flush()
            self._grouping(segment, step)
        elif step.sign is Sign.STRUCK:
            self._struck(segment)
        elif step.sign is Sign.ANNEX:
            self.flush()
            self._annex(segment)
        elif (
            step.sign is Sign.NOTE
            and self.current is not None
            and self.zone in (Zone.BODY, Zone.ANNEX)
        ):
            self._note(segment)
        elif step.sign is Sign.TABLE and self.zone is Zone.CLOSE:
            if self.pending:
                self.flush()
            self._aside(segment, step)
        elif step.sign in (Sign.TABLE, Sign.OMISSION) and self.zone in (Zone.BODY, Zone.ANNEX):
            self._aside(segment, step)
        else:
            self._text(segment, step.sign)

    def _text(self, segment: Segment, sign: Sign | None) -> None:
        if self.zone in (Zone.FRONT, Zone.CLOSE, Zone.REASONS):
            self.pending.append((segment, sign))
        elif self.zone is Zone.ANNEX and annex.take(self, segment):
            return
        elif self.table is not None:
            self.table.add(segment)
        elif (
            segment.table_ahead
            and self.current is not None
            and self.current.kind is not Kind.TABELA
        ):
            self._open_table(segment)
        elif (
            self.current is not None
            and self.current.kind is Kind.AGRUPADOR
            and self.current is self.nodes[-1]
        ):
            self._name_grouping(self.current, segment)
        elif self.current is not None:
            self.current.add(segment)
        else:
            self.pending.append((segment, sign))

    def flush(self) -> None:
        """Read what has gathered in a zone that is not built line by line."""
        pending, self.pending = self.pending, []
        self.table = None
        if not pending:
            return
        if self.zone is Zone.FRONT:
            front.read(self, pending)
        elif self.zone is Zone.REASONS:
            closing.read_reasons(self, pending)
        else:
            closing.read(self, pending)

    # --- nodes ------------------------------------------------------------------------------------------------------

    def open(self, kind: Kind, name: str, parent: Draft | None, *, loose: bool = False) -> Draft:
        """A new node `name` below `parent`. A path that is taken gets `~2` (a second inciso III as printed)."""
        path = (
            name
            if parent is None
            else f"{parent.path}_{'cpt_' if self._caput(kind, parent) else ''}{name}"
        )
        seen = self.paths.get(path, 0) + 1
        self.paths[path] = seen
        if seen > 1:
            path = f"{path}~{seen}"
            self.paths[path] = 1
        draft = Draft(kind=kind, path=path, parent=parent)
        self.nodes.append(draft)
        return draft

    @staticmethod
    def _caput(kind: Kind, parent: Draft) -> bool:
        return parent.kind is Kind.ARTIGO and kind in _BELOW_CAPUT

    def number(self, symbol: str) -> int:
        """The next free number of a kind that is counted through the norm (`agr3`, `assin2`)."""
        self.counts[symbol] = self.counts.get(symbol, 0) + 1
        return self.counts[symbol]

    def span_of(self, segment: Segment, start: int, end: int) -> Span:
        return raw_span(segment, start, end)

    # --- labelled nodes ---------------------------------------------------------------------------------------------

    def _label(self, segment: Segment, step: Step, reading: Reading) -> None:
        self.table = None
        if step.opens_quote:
            del self.stack[step.depth :]
            self.stack.append(self._open_quote(self.stack[-1]))
        else:
            del self.stack[step.depth + 1 :]
        draft = self._labelled(step, reading, self.stack[-1])
        self.stack.append(draft)
        self._print_label(segment, step, reading, draft)
        draft.add(segment, reading.end)
        self.current = draft

    def _labelled(self, step: Step, reading: Reading, parent: Draft | None) -> Draft:
        kind = reading.kind
        number = (
            step.number[-1:]
            if reading.decimal
            and parent is not None
            and parent.kind in (Kind.ITEM, Kind.ANEXO_ITEM)
            else step.number
        )
        sole = reading.sole
        draft = self.open(kind, component(kind, number, sole=sole), parent)
        if self.zone is Zone.ANNEX and kind is not Kind.ARTIGO and not _under_article(parent):
            draft.kind = Kind.ANEXO_ITEM
        draft.label = (
            decimal_label(step.number) if reading.decimal else label(kind, step.number, sole=sole)
        )
        return draft

    def _print_label(self, segment: Segment, step: Step, reading: Reading, draft: Draft) -> None:
        """Keep the label as printed; where a sign was wrong, say so in a correction."""
        draft.label_span = self.span_of(segment, 0, reading.end) if reading.end else None
        draft.printed = draft.label_span.of(self.raw).rstrip() if draft.label_span else ""
        lost_mark = self.scanned and self._lost_ordinal(reading, step, draft.printed)
        if not (step.repaired or (reading.damaged and reading.sole) or lost_mark):
            return
        draft.repaired = not lost_mark
        core = draft.printed.rstrip(" -–—.:;,=«~_*\"“”'")
        core = core if core.strip() else draft.printed
        after = draft.label or ""
        if core.endswith(("º", "°")) and not after.endswith("º"):
            after += "º"
        if reading.kind is Kind.ALINEA:
            after = f"{after})" if draft.printed.endswith(")") else after
        start = self.span_of(segment, 0, 0).start
        span = Span(start=start, end=start + len(core))
        self.corrections.append(
            Correction(
                span=span, before=span.of(self.raw), after=after, rule=f"label-{reading.kind}",
                evidence=f"the sequence of {reading.kind}s expects {draft.label}", decision=Decision.AUTO,
                line=segment.line.number, path=draft.path,
            )
        )  # fmt: skip

    @staticmethod
    def _lost_ordinal(reading: Reading, step: Step, printed: str) -> bool:
        """`Art. 8-` in a scan: articles and paragraphs up to nine carry an ordinal sign (LC 95/1998 art. 10)."""
        if (
            reading.kind not in (Kind.ARTIGO, Kind.PARAGRAFO)
            or step.repaired
            or reading.sole
            or not 0 < step.number[0] < 10
        ):
            return False
        return len(step.number) == 1 and printed.rstrip(" -–—.").endswith(str(step.number[0]))

    def _open_quote(self, parent: Draft | None) -> Draft:
        name = f"alt{parent.next_below('alt') if parent else self.number('alt')}"
        return self.open(Kind.ALTERACAO, name, parent)

    # --- what hangs beside the labels ------------------------------------------------------------------------------

    def _grouping(self, segment: Segment, step: Step) -> None:
        if self._names_current(segment):
            self._name_grouping(self.current, segment)
            return
        del self.stack[step.depth :]
        above = self.stack[-1] if self.stack else None
        name = f"agr{above.next_below('agr') if above is not None and above.kind is Kind.ALTERACAO else self.number('agr')}"
        draft = self.open(Kind.AGRUPADOR, name, above)
        draft.label = draft.printed = segment.text
        draft.label_span = self.span_of(segment, 0, len(segment.text))
        draft.lines.append(segment.line.number)
        self.current, self.table = draft, None
        if self.zone is Zone.FRONT:
            self.zone = Zone.BODY

    def _names_current(self, segment: Segment) -> bool:
        """The line stands directly below a numbered grouping and is none itself."""
        current = self.current
        if current is None or current.kind is not Kind.AGRUPADOR or current is not self.nodes[-1]:
            return False
        return is_numbered_grouping(current.label or "") and not is_numbered_grouping(segment.text)

    def _name_grouping(self, draft: Draft | None, segment: Segment) -> None:
        """`CAPÍTULO I` and the line below it, `DAS DISPOSIÇÕES GERAIS`, are one heading."""
        assert draft is not None
        draft.label = draft.printed = f"{draft.label} {segment.text}"
        draft.add(segment)

    def _annex(self, segment: Segment) -> None:
        annex.open_annex(self, segment)

    def _note(self, segment: Segment) -> None:
        assert self.current is not None
        host = self.current
        while host.kind in (Kind.NOTA, Kind.TABELA) and host.parent is not None:
            host = host.parent
        draft = self.open(Kind.NOTA, f"nota{host.next_below('nota')}", host)
        draft.add(segment)

    def _struck(self, segment: Segment) -> None:
        """Earlier wording stays beside the provision that it stood with, out of the text in force."""
        host = self.current
        while host is not None and host.kind in (Kind.NOTA, Kind.TABELA):
            host = host.parent
        name = f"ant{host.next_below('ant') if host else self.number('ant')}"
        draft = self.open(Kind.REDACAO_ANTERIOR, name, host)
        found = readings(segment.text)
        end = 0
        if found and found[0].number is not None and found[0].form < 2:
            first = found[0]
            end = first.end
            draft.label = label(first.kind, (first.number or 0, *first.suffix), sole=first.sole)
            draft.printed = segment.text[:end].rstrip()
            draft.label_span = self.span_of(segment, 0, end)
        draft.add(segment, end)

    def _aside(self, segment: Segment, step: Step) -> None:
        if step.sign is Sign.TABLE:
            if self.table is None:
                self._open_table(segment)
            else:
                self._row(segment)
            return
        if step.opens_quote:
            del self.stack[step.depth :]
            self.current = self._open_quote(self.stack[-1])
            self.stack.append(self.current)
        host = self.current
        if host is not None and host.kind not in (Kind.ALTERACAO, Kind.AGRUPADOR):
            self._add_omission(host, segment)
            return
        omission = self.open(
            Kind.OMISSIS, f"omi{host.next_below('omi') if host else self.number('omi')}", host
        )
        self._add_omission(omission, segment)

    def _add_omission(self, host: Draft, segment: Segment) -> None:
        """An omission mark without its quotation marks, which belong to the quoted block."""
        block = next((node for node in (host, *_chain(host)) if node.kind is Kind.ALTERACAO), None)
        text = segment.text
        start = len(text) - len(text.lstrip("\"“”'"))
        end = len(text.rstrip("\"“”'"))
        if block is None or end <= start:
            host.add(segment)
            return
        host.add(segment, start, end)
        block.pieces.extend(
            self.span_of(segment, a, b) for a, b in ((0, start), (end, len(text))) if b > a
        )

    def _open_table(self, segment: Segment) -> None:
        host = self.current if self.current is not None else self.annex
        name = f"tab{host.next_below('tab') if host else self.number('tab')}"
        self.table = self.open(Kind.TABELA, name, host)
        self._row(segment)

    def _row(self, segment: Segment) -> None:
        assert self.table is not None
        self.table.add(segment)
        if segment.line.cells:
            self.table.rows.append(tuple(cell or None for cell in segment.line.cells))
        elif segment.text.startswith("|") and not set(segment.text) <= set("|-=_+ "):
            self.table.rows.append(
                tuple(cell.strip() or None for cell in segment.text.strip("|").split("|"))
            )

    # --- finishing --------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        self.flush()
        quoting = any(draft.kind is Kind.ALTERACAO for draft in self.nodes)
        for draft in list(self.nodes):
            if draft.kind not in PROVISIONS or not draft.words:
                continue
            if quoting and _quoted(draft):
                self._unquote(draft)
            if draft.words and draft.words[-1].endswith((")", ").")):
                self._cut_notes(draft)
        if quoting:
            self._stretch_quotes()

    def _unquote(self, draft: Draft) -> None:
        """The quotation marks belong to the amending text: the closing one goes to the quoted block."""
        for number, words in enumerate(draft.words):
            if words.count("”") + words.count('"') + words.count("“") == 0:
                continue
            match = _CLOSING_QUOTE.search(words)
            whole = draft.text
            balanced = whole.count("“") == whole.count("”") and whole.count('"') % 2 == 0
            if match is None or balanced:
                continue
            self._cut_character(draft, number, match.start())

    def _cut_character(self, draft: Draft, number: int, at: int) -> None:
        piece, words = draft.pieces[number], draft.words[number]
        position = piece.of(self.raw).rfind(words[at])
        if position < 0:
            return
        cut = piece.start + position
        tail = self.raw[cut + 1 : piece.end]
        block = next(parent for parent in _chain(draft) if parent.kind is Kind.ALTERACAO)
        block.pieces.append(Span(start=cut, end=cut + 1))
        rest = [Span(start=piece.start, end=cut)] if self.raw[piece.start : cut].strip() else []
        rest_words = [words[:at].rstrip()] if rest else []
        if tail.strip():
            lead = len(tail) - len(tail.lstrip())
            rest.append(Span(start=cut + 1 + lead, end=piece.end))
            rest_words.append(words[at + 1 :].strip())
        draft.pieces[number : number + 1] = rest
        draft.words[number : number + 1] = rest_words

    def _cut_notes(self, draft: Draft) -> None:
        """An editorial note behind the text is no text of the law: it becomes a node below the provision."""
        while draft.words:
            tail = draft.words[-1]
            match = _INLINE_NOTE.search(tail)
            start_word = len(draft.words) - 1
            if match is None and len(draft.words) > 1:
                joined = draft.words[-2] + " " + tail
                match = _INLINE_NOTE.search(joined)
                if (
                    match is None
                    or match.start("note") >= len(draft.words[-2]) + 1
                    or (match.start("note") == 0 and len(draft.words) == 2)
                ):
                    return
                start_word -= 1
            if match is None or (start_word == 0 and match.start("note") == 0):
                return
            self._move_tail(draft, start_word, match.start("note"))

    def _move_tail(self, draft: Draft, number: int, at: int) -> None:
        piece, words = draft.pieces[number], draft.words[number]
        cut = piece.start + piece.of(self.raw).rfind("(", 0, None) if at else piece.start
        if at:
            position = piece.of(self.raw).find(words[at : at + 6])
            cut = piece.start + position if position >= 0 else cut
        note = Draft(kind=Kind.NOTA, path="", parent=draft)
        note.lines = (
            draft.lines[number:] if len(draft.lines) == len(draft.pieces) else draft.lines[-1:]
        )
        note.pieces = [Span(start=cut, end=piece.end), *draft.pieces[number + 1 :]]
        note.words = [words[at:], *draft.words[number + 1 :]]
        body = self.raw[piece.start : cut].rstrip()
        draft.pieces[number:] = (
            [Span(start=piece.start, end=piece.start + len(body))] if body else []
        )
        draft.words[number:] = [words[:at].rstrip()] if body else []
        self.nodes.insert(self.nodes.index(draft) + 1, note)
        notes = [node for node in self.nodes if node.kind is Kind.NOTA and node.parent is draft]
        for count, node in enumerate(notes, 1):
            node.path = f"{draft.path}_nota{count}"

    def _stretch_quotes(self) -> None:
        """A quoted block spans the lines of all that it quotes."""
        for draft in self.nodes:
            for parent in _chain(draft):
                if parent.kind is Kind.ALTERACAO:
                    parent.lines.extend(draft.lines[:1] + draft.lines[-1:])


def _chain(draft: Draft) -> list[Draft]:
    """The nodes above, innermost first."""
    found = []
    parent = draft.parent
    while parent is not None:
        found.append(parent)
        parent = parent.parent
    return found


def _quoted(draft: Draft) -> bool:
    return any(parent.kind is Kind.ALTERACAO for parent in _chain(draft))


def _under_article(parent: Draft | None) -> bool:
    return parent is not None and (
        parent.kind is Kind.ARTIGO or any(node.kind is Kind.ARTIGO for node in _chain(parent))
    )


def annex_number(text: str) -> tuple[int, bool] | None:
    """`II` → 2, `B` → 2, `3` → 3, `ÚNICO` → (1, sole)."""
    if text.upper() in ("ÚNICO", "UNICO"):
        return 1, True
    if text.isdigit():
        return int(text), False
    roman = from_roman(text.replace("l", "I").replace("|", "I").replace("1", "I"))
    if roman is not None:
        return roman, False
    letter = from_letter(text)
    return (letter, False) if letter is not None and len(text) == 1 else None
