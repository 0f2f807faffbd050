"""What stands behind the last article: fecho, signatures, clauses of registration; and
the reasons of a bill."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawtool.model import Kind
from lawtool.structure.builder import NormBuilder
from lawtool.structure.draft import Draft
from lawtool.structure.headings import Sign, names_a_place, orders_publication
from lawtool.structure.persons import is_name, names_an_office
from lawtool.structure.segments import Segment

Item = tuple[Segment, Sign | None]

_TITLE_OF_COURTESY = re.compile(
    r"""
    (?: Ver\.?ª? | Verª\.? | Dr\.?ª? | DR\.? | Prof[ºª]?\.?ª? | B[Ee][Ll]\.?ª?
      | Sr[ªa]?\. | Eng\.?º? | Cel\.?
      | a\) | \(a\) | ass\.?:?
    ) \s
    """,
    re.IGNORECASE | re.VERBOSE,
)  # Dr. João da Silva
_SCRIBBLE = re.compile(r"[a-zà-ÿ]{2,8}")
_LOWER_ROLE = re.compile(r"(?:e|d[aeo]s?|em|para)\b")
_LONGEST_NAME = 60
_LONGEST_ROLE = 110
_LONGEST_SIGNATURE_LINE = 70
_LONGEST_CLAUSE_LINE = 400


def read_closing(builder: NormBuilder, items: Sequence[Item]) -> None:
    """Read the closing line, then signatures and clauses as they come."""
    reader = ClosingReader(builder)
    for segment, sign in items:
        reader.take(segment, sign)


class ClosingReader:
    """Places the lines behind the closing, one after the other."""

    def __init__(self, builder: NormBuilder, closing: Draft | None = None) -> None:
        self.builder = builder
        self.last = closing
        self.named = self.roled = False
        self.ordered = False
        """The closing so far only orders publication: place and date go on with it."""

    def take(self, segment: Segment, sign: Sign | None) -> None:
        """Place the next line."""
        text = segment.text
        if self._goes_on_with_orders(text, sign):
            self._continue(segment)
            self.ordered = orders_publication(text)
        elif sign is Sign.CLOSING or self._opens(text):
            self._open(Kind.FECHO, segment)
            self.ordered = orders_publication(text)
        elif sign in (Sign.CLAUSE, Sign.NOTE):
            self._open(Kind.NOTA, segment)
        elif self._continues_sentence(segment):
            self._continue(segment)
        elif self._is_scribble(text):
            self._blank_scribble(segment)
        elif _is_role(text):
            self._take_role(segment)
        elif _signs(text):
            self._open(Kind.ASSINATURA, segment)
            self.named = True
        elif self._belongs_to_last(segment):
            self._continue(segment)
        else:
            self._open(Kind.NOTA, segment)

    def _opens(self, text: str) -> bool:
        """Tell a first line that is neither a name nor an office."""
        return self.last is None and not is_name(text) and not names_an_office(text)

    def _goes_on_with_orders(self, text: str, sign: Sign | None) -> bool:
        """Tell place and date behind `Publique-se.`"""
        placed = sign is Sign.CLOSING or names_a_place(text)
        return self.ordered and self._last_is(Kind.FECHO) and placed

    def _last_is(self, *kinds: Kind) -> bool:
        return self.last is not None and self.last.kind in kinds

    def _continue(self, segment: Segment) -> None:
        if self.last is not None:
            self.last.add(segment)

    def _continues_sentence(self, segment: Segment) -> bool:
        unended = self._last_is(Kind.FECHO, Kind.NOTA) and not segment.ended
        return unended and not _signs(segment.text)

    def _belongs_to_last(self, segment: Segment) -> bool:
        text = segment.text
        if self._last_is(Kind.ASSINATURA):
            return len(text) < _LONGEST_SIGNATURE_LINE and not text.endswith(".")
        short = len(text) < _LONGEST_CLAUSE_LINE and not segment.line.blank_before
        return self._last_is(Kind.NOTA) and short

    def _is_scribble(self, text: str) -> bool:
        """Tell what a recogniser makes of a handwritten signature."""
        lone = self.builder.scanned and self._last_is(Kind.FECHO)
        return lone and bool(_SCRIBBLE.fullmatch(text))

    def _blank_scribble(self, segment: Segment) -> None:
        """Take a scribble, which is no word, out of the text; a correction keeps it."""
        draft = self._open(Kind.ASSINATURA, segment)
        self.named = True
        evidence = (
            "a lone word in small letters between the closing line and the office of "
            "who signs"
        )
        self.builder.blank(segment, draft, rule="signature-scribble", evidence=evidence)

    def _take_role(self, segment: Segment) -> None:
        """Add an office to the name above it, or let it sign alone."""
        awaited = self.named and not self.roled
        if self._last_is(Kind.ASSINATURA) and (
            awaited or _LOWER_ROLE.match(segment.text)
        ):
            self._continue(segment)
        else:
            self._open(Kind.ASSINATURA, segment)
        self.roled = True

    def _open(self, kind: Kind, segment: Segment) -> Draft:
        builder = self.builder
        if kind is Kind.FECHO:
            draft = builder.open_single(kind, "fecho")
        else:
            draft = builder.open_counted(
                kind, "assin" if kind is Kind.ASSINATURA else "nota"
            )
        draft.add(segment)
        self.last = draft
        self.named = self.roled = False
        return draft


def _signs(text: str) -> bool:
    if is_name(text) or _TITLE_OF_COURTESY.match(text):
        return True
    return text.isupper() and len(text) < _LONGEST_NAME and len(text.split()) > 1


def _is_role(text: str) -> bool:
    short = len(text) < _LONGEST_ROLE and not _TITLE_OF_COURTESY.match(text)
    return short and names_an_office(text)


# --- reasons --------------------------------------------------------------------------


def read_reasons(builder: NormBuilder, items: Sequence[Item]) -> None:
    """Read a justificativa or mensagem: the heading, its paragraphs, its own closing
    and signatures."""
    reader = _ReasonsReader(builder)
    for segment, sign in items:
        reader.take(segment, sign)


class _ReasonsReader:
    """Places the lines of the reasons, one after the other."""

    def __init__(self, builder: NormBuilder) -> None:
        self.builder = builder
        self.head: Draft | None = None
        self.paragraph: Draft | None = None
        self.closing: ClosingReader | None = None

    def take(self, segment: Segment, sign: Sign | None) -> None:
        """Place the next line."""
        if sign is Sign.JUSTIFICATION and self.head is None:
            self.head = self._open_head(segment)
        elif sign is Sign.CLOSING and self.head is not None and self.closing is None:
            self.closing = ClosingReader(
                self.builder, self._open_closing(self.head, segment)
            )
        elif self.closing is not None:
            self.closing.take(segment, sign)
        elif self.paragraph is None or segment.ended:
            self.paragraph = self._open_paragraph(segment)
        else:
            self.paragraph.add(segment)

    def _open_head(self, segment: Segment) -> Draft:
        draft = self.builder.open_single(Kind.JUSTIFICATIVA, "just")
        name = "Justificativa"
        if not segment.text.upper().startswith("J"):
            name = segment.text.split()[0].capitalize()
        draft.head(segment, len(segment.text), name)
        return draft

    def _open_closing(self, head: Draft, segment: Segment) -> Draft:
        draft = self.builder.open(Kind.FECHO, "fecho", head)
        draft.add(segment)
        return draft

    def _open_paragraph(self, segment: Segment) -> Draft:
        if self.head is None:
            draft = self.builder.open_counted(Kind.TEXTO, "txt")
        else:
            draft = self.builder.open_counted(Kind.JUSTIFICATIVA, "p", self.head)
        draft.add(segment)
        return draft
