"""What stands behind the last article: fecho, signatures, clauses of registration; and the reasons of a bill."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lawtool.model import Correction, Kind
from lawtool.structure.draft import Draft
from lawtool.structure.headings import Sign, is_name, names_an_office
from lawtool.structure.segments import Segment

if TYPE_CHECKING:
    from lawtool.structure.tree import TreeBuilder

Item = tuple[Segment, Sign | None]

_TITLE_OF_COURTESY = re.compile(
    r"(?:Ver\.?ª?|Verª\.?|Dr\.?ª?|DR\.?|Prof[ºª]?\.?ª?|B[Ee][Ll]\.?ª?|Sr[ªa]?\.|Eng\.?º?|Cel\.?|a\)|\(a\)|ass\.?:?)\s",
    re.IGNORECASE,
)
_SCRIBBLE = re.compile(r"[a-zà-ÿ]{2,8}")
_LOWER_ROLE = re.compile(r"^(?:e|d[aeo]s?|em|para)\b")


def read(tree: TreeBuilder, items: Sequence[Item]) -> None:
    """Closing line, then signatures and clauses as they come."""
    reader = _Closing(tree)
    for segment, sign in items:
        reader.take(segment, sign)


class _Closing:
    def __init__(self, tree: TreeBuilder) -> None:
        self.tree = tree
        self.last: Draft | None = None
        self.named = self.roled = False

    def take(self, segment: Segment, sign: Sign | None) -> None:
        text = segment.text
        if sign is Sign.CLOSING or (
            self.last is None and not is_name(text) and not names_an_office(text)
        ):
            self._open(Kind.FECHO, segment)
        elif sign is Sign.CLAUSE or sign is Sign.NOTE:
            self._open(Kind.NOTA, segment)
        elif (
            self.last is not None
            and self.last.kind in (Kind.FECHO, Kind.NOTA)
            and not segment.ended
            and not self._signs(text)
        ):
            self.last.add(segment)
        elif (
            self.tree.scanned
            and _SCRIBBLE.fullmatch(text)
            and self.last is not None
            and self.last.kind is Kind.FECHO
        ):
            self._scribble(segment)
        elif self._is_role(text):
            self._role(segment)
        elif self._signs(text):
            self._open(Kind.ASSINATURA, segment)
            self.named = True
        elif (
            self.last is not None
            and self.last.kind is Kind.ASSINATURA
            and len(text) < 70
            and not text.endswith(".")
        ) or (
            self.last is not None
            and self.last.kind is Kind.NOTA
            and len(text) < 400
            and not segment.line.blank_before
        ):
            self.last.add(segment)
        else:
            self._open(Kind.NOTA, segment)

    def _scribble(self, segment: Segment) -> None:
        """What a recogniser makes of a handwritten signature is no word: out of the text, kept as a correction."""
        self._open(Kind.ASSINATURA, segment)
        assert self.last is not None
        self.named = True
        span = self.tree.span_of(segment, 0, len(segment.text))
        self.tree.corrections.append(
            Correction(
                span=span, before=segment.text, after="", rule="signature-scribble", line=segment.line.number,
                path=self.last.path,
                evidence="a lone word in small letters between the closing line and the office of who signs",
            )
        )  # fmt: skip

    def _signs(self, text: str) -> bool:
        return (
            is_name(text)
            or bool(_TITLE_OF_COURTESY.match(text))
            or (text.isupper() and len(text) < 60 and len(text.split()) > 1)
        )

    @staticmethod
    def _is_role(text: str) -> bool:
        return names_an_office(text) and len(text) < 110 and not _TITLE_OF_COURTESY.match(text)

    def _role(self, segment: Segment) -> None:
        if (
            self.last is not None
            and self.last.kind is Kind.ASSINATURA
            and ((self.named and not self.roled) or _LOWER_ROLE.match(segment.text))
        ):
            self.last.add(segment)
        else:
            self._open(Kind.ASSINATURA, segment)
        self.roled = True

    def _open(self, kind: Kind, segment: Segment) -> None:
        tree = self.tree
        if kind is Kind.FECHO:
            name = "fecho" if "fecho" not in tree.paths else f"fecho{tree.number('fecho') + 1}"
        else:
            symbol = "assin" if kind is Kind.ASSINATURA else "nota"
            name = f"{symbol}{tree.number(symbol)}"
        self.last = tree.open(kind, name, None)
        self.last.add(segment)
        self.named = self.roled = False


def read_reasons(tree: TreeBuilder, items: Sequence[Item]) -> None:
    """Justificativa or mensagem: the heading, its paragraphs, its own closing and signatures."""
    head: Draft | None = None
    paragraph: Draft | None = None
    closing: _Closing | None = None
    for segment, sign in items:
        if sign is Sign.JUSTIFICATION and head is None:
            head = tree.open(
                Kind.JUSTIFICATIVA,
                "just" if "just" not in tree.paths else f"just{tree.number('just') + 1}",
                None,
            )
            head.label = (
                "Justificativa"
                if segment.text.upper().startswith("J")
                else segment.text.split()[0].capitalize()
            )
            head.printed = segment.text
            head.label_span = tree.span_of(segment, 0, len(segment.text))
            head.lines.append(segment.line.number)
        elif sign is Sign.CLOSING and head is not None and closing is None:
            draft = tree.open(Kind.FECHO, f"{head.path}_fecho", None)
            draft.parent = head
            draft.add(segment)
            closing = _Closing(tree)
            closing.last = draft
        elif closing is not None:
            closing.take(segment, sign)
        elif paragraph is None or segment.ended:
            name = (
                f"{head.path}_p{head.next_below('p')}"
                if head is not None
                else f"txt{tree.number('txt')}"
            )
            paragraph = tree.open(
                Kind.JUSTIFICATIVA if head is not None else Kind.TEXTO, name, None
            )
            paragraph.parent = head
            paragraph.add(segment)
        else:
            paragraph.add(segment)
