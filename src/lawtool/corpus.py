"""`lawtool.open`: a database as one asks it. What is stored is read by `store`, what follows from it is worked out here.

Every part is imported when it is first asked for: listing the norms must not load the comparison.
"""

from __future__ import annotations

from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lawtool import store

if TYPE_CHECKING:
    from lawtool.citations import Context
    from lawtool.citations.catalogue import Answer
    from lawtool.comparison import Alignment
    from lawtool.comparison.origins import Provenance
    from lawtool.history.editions import Edition
    from lawtool.history.periods import Status
    from lawtool.model import Citation
    from lawtool.timeline import Timeline


def open(database: str | Path) -> Corpus:
    """Open a database for reading. Raises NoDatabase where there is none that this version can read."""
    return Corpus(store.connect(database))


class Corpus(store.Corpus):
    """The norms of a database and what can be asked of them. Norms go by id or alias, provisions by a locator
    (`art. 15, II, "a"`) or a path; another name raises UnknownNorm with the nearest."""

    @cached_property
    def timeline(self) -> Timeline:
        """Events, status and wordings."""
        from lawtool.timeline import Timeline

        return Timeline(self)

    def lookup(self, citation: str) -> Answer:
        """The norm or provision that a citation (`Portaria DNC 27/1996, art. 6º, I, c`), an alias or a URN names. Never
        raises: what cannot be answered has a status and a reason."""
        return self.catalogue.lookup(citation)

    def annotate(self, text: str, *, context: Context | None = None) -> list[Citation]:
        """The citations of a text with what they mean in this corpus; spans count its code points."""
        from lawtool.citations import find_citations

        return self.catalogue.resolve_all(find_citations(text, context=context), context)

    def diff(self, a: str, b: str) -> Alignment:
        """Two norms, provision by provision. Raises NotSegmented where one of them has no provision."""
        from lawtool.comparison import align

        return align(self.norma(a), self.norma(b))

    def status(self, name: str, locator: str = "", *, on: date | None = None) -> Status:
        """What a norm, or one provision of it, was on a day (today if not given), as far as the corpus knows. The norm
        may be one that the corpus only cites."""
        norm = self.timeline.resolve(name)
        return self.timeline.history(norm).status(
            norm, self.timeline.place(norm, locator), on or date.today()
        )

    def text_on(self, name: str, on: date) -> Edition:
        """The text of a norm on a day, and what could not be known of it."""
        return self.timeline.text_on(name, on)

    def provenance(self, name: str) -> Provenance:
        """What a norm was copied from, what acts on it, what it acts on, and what follows."""
        from lawtool.comparison import origins as provenance

        return provenance.of(self.timeline, name)
