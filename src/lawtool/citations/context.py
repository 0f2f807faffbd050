"""Where in which norm a place of a source lies: what "esta Lei" and "deste artigo" are asked of."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from lawtool.model import Dispositivo, Document, Furniture, Kind, Norma, NormaId, Span

MASK = "\0"
"""Stands for the characters of labels and titles, which no reference may begin in or run through.
"""

_ARTICLE = re.compile(r"art[\d][^_]*\Z")
_QUOTED = re.compile(r"_alt\d+[^_]*_")


class Context:
    """The norms of one source and their nodes, by offset. `furniture` is what interrupts the text
    (page headers).
    """

    def __init__(
        self, normas: Iterable[Norma], *, furniture: Sequence[Span] = ()
    ) -> None:
        self.normas = tuple(
            sorted(normas, key=lambda norma: (norma.span.start, norma.span.end))
        )
        self.furniture = tuple(furniture)
        self._norm_starts = [norma.span.start for norma in self.normas]
        self._pieces = sorted(
            (
                (piece.start, piece.end, owner, node)
                for owner, norma in enumerate(self.normas)
                for node in norma.nodes
                for piece in node.pieces
                if piece.end > piece.start
            ),
            key=lambda piece: (piece[0], -piece[1]),
        )
        self._starts = [piece[0] for piece in self._pieces]

    @classmethod
    def of_document(cls, document: Document) -> Context:
        """Give the context of a source as parsed: norms that have an article, what interrupts the
        text. A letter before a bill and other matter between norms is text that cites.
        """
        normas = [norma for norma in document.normas if _has_article(norma)]
        furniture = [
            line.span
            for line in document.lines
            if line.furniture and line.furniture is not Furniture.OTHER
        ]
        return cls(normas, furniture=furniture)

    @cached_property
    def home(self) -> NormaId | None:
        """Give the place that all norms of the source share, for what stands outside them; None
        where they differ.
        """
        places = {
            (norma.id.level, norma.id.uf, norma.id.municipio) for norma in self.normas
        }
        if len(places) != 1:
            return None
        ((level, uf, municipio),) = places
        return NormaId(level=level, uf=uf, municipio=municipio)

    def norma(self, offset: int) -> Norma | None:
        """Give the norm whose text holds the offset, the innermost where one annexes another."""
        i = bisect_right(self._norm_starts, offset) - 1
        while i >= 0:
            if offset < self.normas[i].span.end:
                return self.normas[i]
            i -= 1
        return None

    def node(self, offset: int) -> Dispositivo | None:
        """Give the node that holds the offset; between two nodes of a norm, the one before."""
        i = bisect_right(self._starts, offset) - 1
        if i < 0:
            return None
        norma = self.norma(offset)
        _, _, owner, node = self._pieces[i]
        if norma is not None and self.normas[owner] is norma:
            return node
        return None

    def mask(self, flat: str) -> str:
        """Give the folded text with labels and titles made unreadable and furniture blank, offsets
        kept.
        """
        masked, done = list[str](), 0
        for start, end, sign in sorted(self._holes()):
            if end <= done or end > len(flat):
                continue
            start = max(start, done)
            masked += (flat[done:start], sign * (end - start))
            done = end
        return "".join((*masked, flat[done:]))

    def _holes(self) -> Iterator[tuple[int, int, str]]:
        """Tell what no reference may be read in: (start, end, what stands there instead)."""
        for span in self.furniture:
            yield span.start, span.end, " "
        for norma in self.normas:
            for node in norma.nodes:
                if node.label_span is not None:
                    yield node.label_span.start, node.label_span.end, MASK
                if node.kind is Kind.EPIGRAFE:
                    for piece in node.pieces:
                        yield piece.start, piece.end, MASK


def _has_article(norma: Norma) -> bool:
    return any(node.kind is Kind.ARTIGO for node in norma.nodes)


def local_path(path: str) -> tuple[str, str]:
    """Cut a path inside a quoted block in two: `art3_cpt_alt1_art4_par2` →
    (`art3_cpt_alt1`, `art4_par2`).
    """
    end = max((match.end() for match in _QUOTED.finditer(path)), default=0)
    if end:
        return (path[: end - 1], path[end:])
    return ("", path)


def enclosing(path: str, symbol: str) -> str:
    """Give the path of the unit of that kind that a path lies in, itself included; empty where it
    lies in none.
    """
    parts = path.split("_")
    for i in range(len(parts) - 1, -1, -1):
        if re.match(rf"{symbol}(?=\d|\Z)", parts[i]):
            return "_".join(parts[: i + 1])
    return ""


def neighbour(norma: Norma, path: str, symbol: str, step: int) -> str:
    """Give the unit before (`step` -1) or after (+1) the one that a path lies in, in the order of
    the text.
    """
    prefix, local = local_path(path)
    current = enclosing(local, symbol)
    head = ""
    if prefix:
        head = f"{prefix}_"
    siblings = [
        node.path[len(head) :]
        for node in norma.nodes
        if node.path.startswith(head)
        and _is_unit(node.path[len(head) :], symbol, current)
    ]
    if not current or current not in siblings:
        return ""
    i = siblings.index(current) + step
    if 0 <= i < len(siblings):
        return siblings[i]
    return ""


def _is_unit(path: str, symbol: str, current: str) -> bool:
    if symbol == "art":
        return _ARTICLE.match(path) is not None
    return path.rpartition("_")[0] == current.rpartition("_")[0] and path.rpartition(
        "_"
    )[2].startswith(symbol)
