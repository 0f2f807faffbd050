"""How one field of a value is stored in a column: writing and reading are inverse, NULL and
empty included.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any


def stored_day(stored: str | None) -> date | None:
    """A day of the database; years that no calendar has are not known."""
    try:
        if stored:
            return date.fromisoformat(stored)
        return None
    except ValueError:
        return None


def iso(day: date | None) -> str | None:
    """A day as the database holds it."""
    if day:
        return day.isoformat()
    return None


@dataclass(frozen=True, slots=True)
class FieldColumn:
    """How one field is stored. `write` and `read` are inverse to each other, empty and NULL
    included.
    """

    name: str
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def same(name: str) -> FieldColumn:
    """A field that is stored as it is."""
    return FieldColumn(name, lambda value: value, lambda stored: stored)


def words(name: str) -> FieldColumn:
    """A text that is NULL where it is empty."""
    return FieldColumn(name, lambda value: value or None, lambda stored: stored or "")


def whole(name: str) -> FieldColumn:
    """A number that is NULL where it is 0."""
    return FieldColumn(name, lambda value: value or None, lambda stored: stored or 0)


def day(name: str) -> FieldColumn:
    """A day, or None."""
    return FieldColumn(name, iso, stored_day)


def flag(name: str) -> FieldColumn:
    """Yes or no."""
    return FieldColumn(name, int, bool)


def maybe(name: str) -> FieldColumn:
    """Yes, no or not known."""
    return FieldColumn(name, _int_or_null, _bool_or_none)


def _int_or_null(value: bool | None) -> int | None:
    if value is None:
        return None
    return int(value)


def _bool_or_none(stored: int | None) -> bool | None:
    if stored is None:
        return None
    return bool(stored)


def choice(name: str, kind: type[StrEnum]) -> FieldColumn:
    """A member of an enumeration."""
    return FieldColumn(name, lambda value: value.value, kind)


def several(name: str) -> FieldColumn:
    """A tuple of texts as a JSON list, NULL where it is empty."""
    return FieldColumn(
        name, dump_list, lambda stored: tuple(json.loads(stored)) if stored else ()
    )


def dump_list(values: tuple[str, ...]) -> str | None:
    """A tuple of texts as a JSON list, NULL where it is empty."""
    if values:
        return json.dumps(values, ensure_ascii=False)
    return None


def joined(name: str) -> FieldColumn:
    """A tuple of single words, with blanks between."""
    return FieldColumn(name, lambda values: " ".join(values) or None, _split_words)


def _split_words(stored: str | None) -> tuple[str, ...]:
    return tuple((stored or "").split())
