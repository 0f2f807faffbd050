"""Problems of a finished tree: numbering, nesting, quotation marks. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Iterator

from lawtool.model import Norma, Problem


def check(norma: Norma) -> Iterator[Problem]:
    """Everything in a norm that a person should look at."""
    return iter(())
