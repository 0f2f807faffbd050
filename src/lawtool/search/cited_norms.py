"""Citations in a question: what it cites stands first, what else its norm holds gains."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lawtool.identifiers.paths import drop_caput
from lawtool.store.search_tables import SearchTables
from lawtool.vocabulary.folding import fold

if TYPE_CHECKING:
    from lawtool.citations.catalogue import Catalogue
    from lawtool.citations.lookup import Answer
    from lawtool.model import Citation

_WORDS = 12
"""Words up to which a whole question may be a citation."""
_MAY_CITE = re.compile(r"\d|\burn:", re.IGNORECASE)
_HEAD = re.compile(r"[^\s!]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedNorms:
    """What a question cites: pairs of norm and path, empty for the whole norm; the stretches of the
    question that say so.
    """

    targets: tuple[tuple[str, str], ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


class QuestionCitations:
    """Reads questions as citations of the norms of one database; `catalogue` is asked for only
    where one may be there.
    """

    def __init__(
        self, tables: SearchTables, catalogue: Callable[[], Catalogue]
    ) -> None:
        self._tables = tables
        self._catalogue = catalogue

    def answer(self, text: str) -> Answer | None:
        """Answer a question that is a citation from end to end; None where it is none, or names
        nothing held.
        """
        answer = self._look_up(text)
        if answer is not None and answer.norma is not None:
            return answer
        return None

    def _look_up(self, text: str) -> Answer | None:
        from lawtool.citations.lookup import look_up

        spelt = self._spell(text)
        if self._may_be_read(spelt):
            return look_up(self._catalogue(), spelt)
        return None

    def read(self, text: str) -> CitedNorms:
        """Read what a question cites; what may be one of several norms cites them all."""
        if not _MAY_CITE.search(text):
            return CitedNorms()
        answer = self._look_up(text)
        if answer is not None and (answer.norma or answer.reason == "ambiguous"):
            norms = (answer.norma,) if answer.norma else answer.candidates
            targets = tuple((norm, drop_caput(answer.path)) for norm in norms)
            return CitedNorms(targets=targets, spans=((0, len(text)),))
        from lawtool.citations import find_citations

        resolved = [
            citation
            for citation in self._catalogue().resolve_all(find_citations(text))
            if citation.norma or citation.reason == "ambiguous"
        ]
        return CitedNorms(
            targets=tuple(_targets(resolved)),
            spans=tuple(
                (citation.span.start, citation.span.end) for citation in resolved
            ),
        )

    def _spell(self, text: str) -> str:
        """Write `art 6 dnc 27` as `dnc27 art 6`: an alias may be typed with blanks, before or after
        the provision.
        """
        words = text.split()
        if len(words) > _WORDS:
            return text
        for first in range(len(words)):
            for last in range(len(words), first, -1):
                alias = fold("".join(words[first:last]))
                if (first == 0 or last == len(words)) and self._tables.is_name(alias):
                    return " ".join((alias, *words[:first], *words[last:]))
        return text

    def _may_be_read(self, text: str) -> bool:
        """Decide whether a text begins as a citation does. The catalogue has the nearest names for
        any other, which takes long and is for nothing here: most questions are no citations.
        """
        from lawtool.citations.references import read_reference
        from lawtool.identifiers.grammar import read_chain
        from lawtool.vocabulary.folding import flatten

        text = " ".join(text.split())
        if text.lower().startswith("urn:"):
            return True
        head = _HEAD.match(text)
        if head and self._tables.is_name(fold(head.group()).rstrip(",")):
            return True
        flat = flatten(text)
        if read_reference(text, flat, 0) is not None:
            return True
        return read_chain(text, flat, 0, query=True) is not None


def _targets(citations: list[Citation]) -> Iterator[tuple[str, str]]:
    for citation in citations:
        norms = (citation.norma,) if citation.norma else citation.candidates
        for norm in norms:
            for fragment in citation.fragments or ("",):
                yield norm, drop_caput(fragment)
