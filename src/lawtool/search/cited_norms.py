"""Citations in a question: what it cites stands first, what else its norm holds gains."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from lawtool.identifiers.paths import drop_caput
from lawtool.vocabulary.folding import fold

if TYPE_CHECKING:
    from lawtool.citations.catalogue import Answer, Catalogue

_NAMED = 1.5
"""What a provision gains whose norm the question names."""
_CITATION = 12
"""Words up to which a whole question may be a citation."""
_MAY_CITE = re.compile(r"\d|\burn:", re.IGNORECASE)
_HEAD = re.compile(r"[^\s!]*")


class Citations:
    """Reads questions as citations of the norms of one database; `catalogue` is asked for only where one may be there."""

    def __init__(self, connection: sqlite3.Connection, catalogue: Callable[[], Catalogue]) -> None:
        self._connection = connection
        self._catalogue = catalogue

    def answer(self, text: str) -> Answer | None:
        """What a question that is a citation from end to end means; None where it is none, or names nothing held."""
        spelt = self._spelt(text)
        if not self._may_be_read(spelt):
            return None
        answer = self._catalogue().lookup(spelt)
        return answer if answer.norma is not None else None

    def raise_scores(self, text: str, scores: dict[int, float]) -> None:
        """The very provision that a question cites comes first, what else stands in a norm that it names gains."""
        if not _MAY_CITE.search(text):
            return
        answer = self.answer(text)
        if answer is not None and answer.norma is not None:
            named, exact = [answer.norma], [(answer.norma, answer.path)]
        else:
            from lawtool.citations import find_citations

            cited = self._catalogue().resolve_all(find_citations(text))
            named = [one.norma for one in cited if one.norma]
            exact = [(one.norma, one.fragments[0]) for one in cited if one.norma and one.fragments]
        for norm in named:
            first, last = places(self._connection, norm)
            for row in scores:
                if first <= row <= last:
                    scores[row] *= _NAMED
        top = max(scores.values(), default=1.0)
        for norm, path in exact:
            for row in self._citing(norm, drop_caput(path)):
                scores[row] = max(scores.get(row, 0.0), top)
        for norm, path in reversed(exact):
            place = self._place(norm, drop_caput(path))
            if place is not None:
                top = scores[place] = top * 1.1

    def _spelt(self, text: str) -> str:
        """`art 6 dnc 27` as `dnc27 art 6`: an alias may be typed with blanks, before or after the provision."""
        words = fold(text).split()
        if len(words) <= _CITATION:
            for first in range(len(words)):
                for last in range(len(words), first, -1):
                    if first == 0 or last == len(words):
                        alias = "".join(words[first:last])
                        if self._is_alias(alias):
                            return " ".join((alias, *words[:first], *words[last:]))
        return text

    def _may_be_read(self, text: str) -> bool:
        """Whether a text begins as a citation does. The catalogue has the nearest names for any other, which takes long
        and is for nothing here: most questions are no citations."""
        from lawtool.citations.references import read_reference
        from lawtool.identifiers.grammar import read_chain
        from lawtool.vocabulary.folding import flatten

        text = " ".join(text.split())
        head = _HEAD.match(text)
        if text.lower().startswith("urn:") or (
            head and self._is_alias(fold(head.group()).rstrip(","))
        ):
            return True
        flat = flatten(text)
        return (
            read_reference(text, flat, 0) is not None
            or read_chain(text, flat, 0, query=True) is not None
        )

    def _is_alias(self, name: str) -> bool:
        ask = "SELECT 1 FROM apelidos WHERE apelido = ?1 UNION ALL SELECT 1 FROM normas WHERE id = ?1 AND no_acervo"
        return self._connection.execute(ask, (name,)).fetchone() is not None

    def _citing(self, norm: str, path: str) -> Iterator[int]:
        """Provisions that cite a provision: one that was revoked is answered by the clause that did it."""
        sql = (
            "SELECT DISTINCT d.ordem FROM citacoes c JOIN dispositivos d ON d.id = c.dispositivo"
            " WHERE c.norma_citada = ?1 AND c.dispositivo_citado = ?1 || '_' || ?2 AND c.norma <> ?1 ORDER BY 1 LIMIT 5"
        )
        return (order for (order,) in self._connection.execute(sql, (norm, path)))

    def _place(self, norm: str, path: str) -> int | None:
        sql = "SELECT ordem FROM dispositivos WHERE norma = ? AND caminho = ?"
        found = self._connection.execute(sql, (norm, path)).fetchone()
        return int(found[0]) if found else None


def places(connection: sqlite3.Connection, norm: str) -> tuple[int, int]:
    """The first and the last place of a norm; the last is before the first where the norm has no provision."""
    sql = (
        "SELECT coalesce(min(ordem), 0), coalesce(max(ordem), -1) FROM dispositivos WHERE norma = ?"
    )
    first, last = connection.execute(sql, (norm,)).fetchone()
    return int(first), int(last)
