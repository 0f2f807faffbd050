"""What the decoder charges, in nats, by name: `rules/costs.toml` says why and on what
count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawtool.vocabulary import rules

IMPOSSIBLE = 99.0
"""Dearer than anything that is read."""


class CostTable:
    """The costs as attributes: `COST.number_gap`. A test asks that every name is in the
    table and every entry used."""

    def __init__(self, **nats: float) -> None:
        self.__dict__.update(nats)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> float: ...


COST = CostTable(
    **{name: entry["nats"] for name, entry in rules.read_table("costs").items()}
)
