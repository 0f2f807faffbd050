"""Which rows are page furniture. First working version: letterheads only."""
from __future__ import annotations

from collections.abc import Sequence

from lawtool.layout.physical import Row
from lawtool.model import Furniture


def find(rows: Sequence[Row], *, has_pages: bool) -> dict[int, tuple[Furniture, str]]:
    return {}
