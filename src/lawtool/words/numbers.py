"""Digits against words: `50% (cinqüenta por cento)`."""

from __future__ import annotations

from collections.abc import Sequence

from lawtool.model import Dispositivo, Problem, Source


def check_numbers(source: Source, nodes: Sequence[Dispositivo]) -> tuple[Problem, ...]:
    """One problem of code `digits-against-words` for each number whose words say another one."""
    return ()
