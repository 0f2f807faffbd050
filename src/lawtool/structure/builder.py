"""The nodes of one norm while it is read: opening them under paths that are unique,
counting, reporting."""

from __future__ import annotations

from lawtool.model import Correction, Kind, Problem
from lawtool.structure.draft import Draft
from lawtool.structure.segments import Segment

_BELOW_CAPUT = {
    Kind.INCISO,
    Kind.ALINEA,
    Kind.ITEM,
    Kind.ALTERACAO,
    Kind.TABELA,
    Kind.OMISSIS,
}


class NormBuilder:
    """Holds the drafts of one norm in document order, its corrections and its
    problems."""

    def __init__(self, raw: str, *, scanned: bool = False) -> None:
        self.raw = raw
        self.scanned = scanned
        self.nodes: list[Draft] = []
        self.corrections: list[Correction] = []
        self.problems: list[Problem] = []
        self.others: list[Segment] = []
        """Segments that are no part of the norm."""
        self._paths: dict[str, int] = {}
        self._counts: dict[str, int] = {}

    def open(self, kind: Kind, name: str, parent: Draft | None = None) -> Draft:
        """Open a node `name` below `parent`. A path that is taken gets `~2` (a second
        inciso III as printed)."""
        path = name
        if parent is not None:
            caput = parent.kind is Kind.ARTIGO and kind in _BELOW_CAPUT
            if caput:
                path = f"{parent.path}_cpt_{name}"
            else:
                path = f"{parent.path}_{name}"
        times = self._paths.get(path, 0) + 1
        self._paths[path] = times
        if times > 1:
            path = f"{path}~{times}"
            self._paths[path] = 1
        draft = Draft(kind=kind, path=path, parent=parent)
        self.nodes.append(draft)
        return draft

    def open_counted(
        self, kind: Kind, symbol: str, parent: Draft | None = None
    ) -> Draft:
        """Open the next node of a kind that is counted below its parent, or through the
        norm (`agr3`, `assin2`)."""
        if parent is None:
            number = self.count(symbol)
        else:
            number = parent.next_below(symbol)
        return self.open(kind, f"{symbol}{number}", parent)

    def open_single(self, kind: Kind, name: str) -> Draft:
        """Open a node that a norm has once; a second one is counted (`fecho`,
        `fecho2`)."""
        if name in self._paths:
            name = f"{name}{self.count(name) + 1}"
        return self.open(kind, name)

    def count(self, symbol: str, number: int | None = None) -> int:
        """Give the next number of a kind that is counted through the norm, or set it to
        a printed one."""
        if number is None:
            number = self._counts.get(symbol, 0) + 1
        self._counts[symbol] = number
        return number

    def report(self, code: str, message: str, segment: Segment, draft: Draft) -> None:
        """Add a problem at the line of a segment."""
        line = segment.line.number
        self.problems.append(
            Problem(code=code, message=message, line=line, path=draft.path)
        )

    def blank(
        self, segment: Segment, draft: Draft, *, rule: str, evidence: str
    ) -> None:
        """Take the words of a segment out of the text, as a correction."""
        span = segment.raw_span()
        self.corrections.append(
            Correction(
                span=span,
                before=span.of(self.raw),
                after="",
                rule=rule,
                evidence=evidence,
                line=segment.line.number,
                path=draft.path,
            )
        )
