"""One norm with its citations, and the making of events with the words that prove them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from lawtool.citations.by_node import Cited
from lawtool.history import deadlines
from lawtool.identifiers import paths
from lawtool.model import Citation, Dispositivo, Event, Norma, Scope, Span, Term
from lawtool.vocabulary.numerals import DATE, date_of

_EVIDENCE = 600
"""Characters of evidence that are kept; the whole is in the text, from `start` to `end`."""


@dataclass(frozen=True, slots=True)
class NormReader:
    """A norm, and its citations by the path of the node that they stand in."""

    norma: Norma
    cited: Mapping[str, Sequence[Citation]]

    @property
    def pivot(self) -> int | None:
        """The year that two-digit years turn on."""
        return self.norma.id.year

    def event(
        self,
        kind: str,
        node: Dispositivo | None,
        start: int,
        end: int,
        *,
        affected_path: str = "",
        scope: str | None = None,
        term: Term | None = None,
        **more: object,
    ) -> Event:
        """Make an event of this norm upon itself unless told otherwise; evidence is the text from
        start to end. Without a scope it is the whole norm, or the provision with all below it.
        """
        if node is None:
            path, text = "", self.norma.title or ""
        else:
            path, text = node.path, node.text
        if scope is None and affected_path:
            scope = Scope.PROVISION
        fields: dict[str, object] = {
            "acting": self.norma.slug,
            "affected": self.norma.slug,
            "acting_path": paths.canonical(path),
            "affected_path": affected_path,
            "scope": scope or Scope.WHOLE,
        }
        if term is not None:
            fields |= {"term": term, "rule": str(term)}
        return Event(
            kind=kind,
            evidence=text[start : min(end, start + _EVIDENCE)].strip(),
            source=self.norma.source,
            span=self.span(node, start, end),
            norma=self.norma.slug,
            path=path,
            start=start,
            end=end,
            **(fields | more),  # type: ignore[arg-type]
        )

    def span(self, node: Dispositivo | None, start: int, end: int) -> Span:
        """Return the raw span of a piece of a node's text; without a node, that of the norm."""
        if node is None:
            return self.norma.span
        if isinstance(self.cited, Cited):
            return self.cited.span(node, start, end)
        return node.span

    def citations(
        self, node: Dispositivo, start: int = 0, end: int | None = None
    ) -> list[Citation]:
        """Return the citations that begin in a piece of a node's text."""
        if end is None:
            stop = len(node.text)
        else:
            stop = end
        return [
            citation
            for citation in self.cited.get(node.path, ())
            if start <= citation.span.start < stop
        ]

    def external(self, node: Dispositivo, start: int, end: int) -> list[Citation]:
        """Return the citations of other norms and standards in a piece of a node's text."""
        return [
            one for one in self.citations(node, start, end) if one.kind != "internal"
        ]

    def free_dates(
        self, node: Dispositivo, start: int, end: int
    ) -> list[tuple[int, int, date]]:
        """Return (start, end, day) of the dates in a piece of text that belong to no citation."""
        taken = [citation.span for citation in self.cited.get(node.path, ())]
        return [
            (start + first, start + last, day)
            for first, last, day in dates_in(node.text[start:end], self.pivot)
            if not any(span.start <= start + first < span.end for span in taken)
        ]


def dates_in(text: str, pivot: int | None) -> Iterator[tuple[int, int, date]]:
    """Yield (start, end, day) of every date of Brazilian law in a text."""
    for match in DATE.finditer(text):
        day = date_of(match, pivot=pivot)
        if day is not None and deadlines.sound(day):
            yield match.start(), match.end(), day
