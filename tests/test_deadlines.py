"""Counting days, months and years."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool.history import deadlines

DAYS = st.dates(date(1808, 1, 1), date(2090, 12, 31))


def test_the_count_of_lc_95_gives_23_november_not_24() -> None:
    assert deadlines.after_publication(date(2008, 2, 27), 270) == date(2008, 11, 23)


def test_terms_for_private_parties_leave_the_first_day_out() -> None:
    published = date(1996, 9, 17)
    assert deadlines.last_day(published, 120) == date(1997, 1, 15)
    assert deadlines.last_day(published, 180) == date(1997, 3, 16)


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2001, 1, 31), 1, date(2001, 3, 1)),
        (date(2000, 1, 31), 1, date(2000, 3, 1)),
        (date(2001, 1, 30), 12, date(2002, 1, 30)),
        (date(2000, 2, 29), 12, date(2001, 3, 1)),
        (date(2001, 12, 15), 1, date(2002, 1, 15)),
    ],
)
def test_a_month_without_the_day_runs_to_the_next(
    day: date, months: int, expected: date
) -> None:
    assert deadlines.add_months(day, months) == expected


@pytest.mark.parametrize("day", [None, date(1500, 4, 22), date(2345, 1, 1)])
def test_dates_that_no_norm_can_have(day: date | None) -> None:
    assert not deadlines.sound(day)
    assert deadlines.add_days(day, 1) is None
    assert deadlines.add_months(day, 1) is None
    assert deadlines.silent(day) is None
    assert deadlines.next_month(day) is None
    assert deadlines.next_year(day) is None


def test_a_silent_law() -> None:
    assert deadlines.silent(date(2001, 1, 1)) == date(2001, 2, 15)


def test_first_days_of_month_and_year() -> None:
    assert deadlines.next_month(date(2001, 12, 5)) == date(2002, 1, 1)
    assert deadlines.next_year(date(2001, 12, 5)) == date(2002, 1, 1)


@given(DAYS, st.integers(0, 3000))
def test_days_add_up(day: date, count: int) -> None:
    assert deadlines.add_days(day, count) == day + timedelta(days=count)


@given(DAYS, st.integers(0, 24), st.integers(0, 24))
def test_more_months_are_never_earlier(day: date, few: int, more: int) -> None:
    first, second = (
        deadlines.add_months(day, few),
        deadlines.add_months(day, few + more),
    )
    assert first is not None
    assert second is not None
    assert first <= second
