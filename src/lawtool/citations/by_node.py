"""The citations of one norm by the node that holds them, with spans into the node's text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from lawtool.model import Citation, Correction, Dispositivo, Norma, Span
from lawtool.repair.offsets import Edits, OffsetMap


class Cited(Mapping[str, Sequence[Citation]]):
    """Citations found in the raw text, moved into the repaired text of the nodes, and the way back
    for evidence.

    A citation that lies in no node (page furniture, another norm) is left out.
    """

    def __init__(
        self,
        norma: Norma,
        raw: str,
        citations: Iterable[Citation],
        corrections: Iterable[Correction] | Edits = (),
    ) -> None:
        self._raw = raw
        if isinstance(corrections, Edits):
            self._edits = corrections
        else:
            self._edits = Edits(corrections)
        self._nodes = {node.path: node for node in norma.nodes}
        self._maps: dict[str, OffsetMap] = {}
        pieces = sorted(
            (piece.start, piece.end, node.path)
            for node in norma.nodes
            for piece in node.pieces
        )
        self._starts = [piece[0] for piece in pieces]
        self._pieces = pieces
        self._citations: dict[str, list[Citation]] = {}
        for citation in citations:
            self._add_citation(citation)

    def _add_citation(self, citation: Citation) -> None:
        raw = citation.span
        i = bisect_right(self._starts, raw.start) - 1
        if i < 0 or raw.start >= self._pieces[i][1]:
            return
        path = self._pieces[i][2]
        start = self._clean_offset(path, raw.start)
        last = self._clean_offset(path, max(raw.end - 1, raw.start))
        span = Span(start=start, end=max(last + 1, start))
        self._citations.setdefault(path, []).append(replace(citation, span=span))

    def _offset_map(self, path: str) -> OffsetMap:
        if path not in self._maps:
            node = self._nodes[path]
            self._maps[path] = OffsetMap.of_node(self._raw, node.pieces, self._edits)
        return self._maps[path]

    def _clean_offset(self, path: str, offset: int) -> int:
        """Give the offset in the node's text of a raw offset."""
        table = self._offset_map(path)
        run = max(bisect_right(table.raw, offset) - 1, 0)
        if not table.verbatim[run]:
            return table.clean[run]
        if run + 1 < len(table.clean):
            last = table.clean[run + 1]
        else:
            last = len(self._nodes[path].text)
        return min(table.clean[run] + offset - table.raw[run], last)

    def span(self, node: Dispositivo, start: int, end: int) -> Span:
        """Give the raw span of a stretch of a node's text."""
        if node.path in self._nodes and node.pieces:
            return self._offset_map(node.path).span(start, end)
        return node.span

    def __getitem__(self, path: str) -> Sequence[Citation]:
        return self._citations[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._citations)

    def __len__(self) -> int:
        return len(self._citations)
