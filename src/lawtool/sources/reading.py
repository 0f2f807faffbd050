"""What a reader of one format hands back."""

from __future__ import annotations

from dataclasses import dataclass

from lawtool.model import Mark, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Raw text with what the format knew about it. Spans of marks point into `text`."""

    text: str
    encoding: str = "utf-8"
    marks: tuple[Mark, ...] = ()
    problems: tuple[Problem, ...] = ()
