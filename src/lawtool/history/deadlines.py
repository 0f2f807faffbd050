"""Counting days, months and years from a date. The law counts in several ways, and each has its own
function.

* `after_publication`: LC 95/1998 art. 8 § 1 (LC 107/2001), when a law commences;
* `last_day`: terms for private parties, first day out and last day in;
* `silent`: LINDB (Decreto-Lei 4.657/1942) art. 1, a law that does not say when it commences;
* `add_months`: months and years by the calendar (Código Civil art. 132 § 3).

Dates outside 1808..2100 are no dates of Brazilian norms: all functions answer None there, and where
nothing is known.
"""

from __future__ import annotations

import calendar
from datetime import date, timedelta

FIRST_YEAR, LAST_YEAR = 1808, 2100
SILENT_DAYS = 45


def sound(day: date | None) -> bool:
    """Can this be the date of an event in Brazilian law?"""
    return day is not None and FIRST_YEAR <= day.year <= LAST_YEAR


def add_days(day: date | None, days: int) -> date | None:
    """The day so many days later; None where the day is unknown, or no day of a law."""
    if day is None or not sound(day) or not 0 <= days <= 100_000:
        return None
    moved = day + timedelta(days=days)
    if sound(moved):
        return moved
    return None


def add_months(day: date | None, months: int) -> date | None:
    """The day of the same number; where the month has none, the day that follows (31.1 + 1 month is
    1.3).
    """
    if day is None or not sound(day) or not 0 <= months <= 2_400:
        return None
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    length = calendar.monthrange(year, month + 1)[1]
    moved = date(year, month + 1, min(day.day, length)) + timedelta(
        days=int(day.day > length)
    )
    if sound(moved):
        return moved
    return None


def add(day: date | None, count: int, unit: str) -> date | None:
    """`unit` is day, month or year."""
    if unit == "day":
        return add_days(day, count)
    return add_months(day, count * 12 if unit == "year" else count)


def after_publication(
    published: date | None, count: int, unit: str = "day"
) -> date | None:
    """The first day of force after a term from publication. The day of publication is day 1 and
    effect begins on the day after the term ends: the same day as plain addition (2008-02-27 + 270
    days: 2008-11-23).
    """
    return add(published, count, unit)


def last_day(start: date | None, count: int, unit: str = "day") -> date | None:
    """The last day of a term that runs from `start`: the first day is left out, the last one
    counts.
    """
    return add(start, count, unit)


def silent(published: date | None) -> date | None:
    """Commencement of a law that does not state it: 45 days after publication."""
    return after_publication(published, SILENT_DAYS)


def next_month(day: date | None) -> date | None:
    """The first day of the month after."""
    if day is not None and sound(day):
        return add_months(day.replace(day=1), 1)
    return None


def next_year(day: date | None) -> date | None:
    """The first of January after."""
    if day is not None and sound(day) and day.year < LAST_YEAR:
        return date(day.year + 1, 1, 1)
    return None
