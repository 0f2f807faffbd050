"""Numbers, letters and dates as norms write them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool.vocabulary import numerals


@pytest.mark.parametrize(
    ("number", "roman"),
    [
        (1, "I"),
        (4, "IV"),
        (9, "IX"),
        (14, "XIV"),
        (40, "XL"),
        (78, "LXXVIII"),
        (1994, "MCMXCIV"),
    ],
)
def test_roman(number: int, roman: str) -> None:
    assert numerals.to_roman(number) == roman
    assert numerals.from_roman(roman) == number


@pytest.mark.parametrize("text", ["", "IIII", "IL", "VX", "ii", "HI", "Il", "IVI"])
def test_what_is_no_roman_numeral(text: str) -> None:
    assert numerals.from_roman(text) is None


@given(st.integers(1, 3999))
def test_roman_round_trip(number: int) -> None:
    assert numerals.from_roman(numerals.to_roman(number)) == number


@given(st.integers(1, 20000))
def test_letters_round_trip(number: int) -> None:
    assert numerals.from_letter(numerals.to_letter(number)) == number


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("28 de janeiro de 1999", date(1999, 1, 28)),
        ("1º de março de 1999", date(1999, 3, 1)),
        ("19 de novembro de 2.001", date(2001, 11, 19)),
        ("29 DE DEZEMBRO 2004", date(2004, 12, 29)),
        ("EM 21 DE OUTUBRO DE 1992", date(1992, 10, 21)),
        ("27.12.93", date(1993, 12, 27)),
        ("04/05/2001", date(2001, 5, 4)),
        ("de 16-9-1996", date(1996, 9, 16)),
    ],
)
def test_dates(text: str, day: date) -> None:
    assert numerals.find_date(text) == day


@pytest.mark.parametrize(
    "text",
    ["31.02.2001", "Lei nº 7061", "99.99.99", "14 de abrilho de 1999", "1.2.3.4"],
)
def test_what_is_no_date(text: str) -> None:
    assert numerals.find_date(text) is None


def test_two_digit_years_turn_on_the_citing_year() -> None:
    assert numerals.full_year("93", pivot=1999) == 1993
    assert numerals.full_year("02", pivot=2010) == 2002
    assert numerals.full_year("45", pivot=2010) == 1945
    assert numerals.full_year("2.001") == 2001


@pytest.mark.parametrize(
    ("printed", "number"),
    [
        ("3.459", "3459"),
        ("0843", "843"),
        ("1 021", "1021"),
        ("7061", "7061"),
        ("0", "0"),
    ],
)
def test_plain_number(printed: str, number: str) -> None:
    assert numerals.plain_number(printed) == number


def test_ordinals_and_suffixes() -> None:
    assert numerals.ordinal(9) == "9º"
    assert numerals.ordinal(10) == "10"
    assert numerals.suffix_letters("1-27") == "A-AA"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("120", 120),
        ("trinta", 30),
        ("cento e vinte", 120),
        ("quarenta e cinco", 45),
        ("hum", 1),
    ],
)
def test_cardinals(text: str, number: int) -> None:
    assert numerals.read_cardinal(text) == number


@pytest.mark.parametrize("text", ["", "e", "alguns", "trinta e tantos", "12345678"])
def test_what_is_no_number(text: str) -> None:
    assert numerals.read_cardinal(text) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("quinto", 5),
        ("decimo quinto", 15),
        ("quinquagesima segunda", 52),
        ("centesimo vigesimo", 120),
    ],
)
def test_ordinals(text: str, number: int) -> None:
    assert numerals.read_ordinal(text) == number


@pytest.mark.parametrize("text", ["", "quinzena", "decimo e tal", "5"])
def test_what_is_no_ordinal(text: str) -> None:
    assert numerals.read_ordinal(text) is None
