"""Technical standards: `NBR 15.514`, `ABNT NBR ISO 9001:2015`, lists after "NBRs"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StandardName:
    """A standard named at `start`..`end`: `abnt;nbr;15514;2007`."""

    start: int
    end: int
    standard: str


_STANDARD = re.compile(
    r"""
    (?:normas?\s++(?:tecnicas?\s++|brasileiras?\s++)*(?:d[ae]\s++)?)?(?:abnt\s*+[,/-]?\s*+)?
    (?P<series>nbrs?|nb|nm|iso|iec)(?P<sub>(?:\s?[/-]?\s?(?:iso|iec|nm)(?![a-z]))*)
    \s*+[-–/]?\s*+(?:n[º.o]{1,3}\s*+)?
    (?P<number>\d{1,3}\.\d{3}|\d{1,5})(?:\s?-\s?\d{1,2}(?![\d/.]))?
    (?:\s?[:/]\s?(?P<year>\d{4}|\d{2})(?!\d))?
    """,
    re.X,
)
_FURTHER_NUMBER = re.compile(
    r"\s*(?:,|\se)\s+(?P<number>\d{3,5}|\d{1,2}\.\d{3})(?:\s?[:/]\s?(?P<year>\d{4}))?(?![\d.,/]\d)"
)
_OF_ABNT = re.compile(
    r"""
    \s*+,?\s*+da\s++(?:associacao\s++(?:brasileira\s++)?de\s++normas\s++tecnicas
    (?:\s*+[-–—(]+\s*+abnt\)?)?|abnt(?![a-z]))
    """,
    re.X,
)


def read_standards(flat: str, start: int) -> Iterator[StandardName]:
    """Yield the standard named at `start` and those that a plural goes on with; nothing where none
    is named.
    """
    match = _STANDARD.match(flat, start)
    if match is None:
        return
    subseries = re.findall("[a-z]+", match["sub"])
    series = ".".join((match["series"].removesuffix("s"), *subseries))
    body = _OF_ABNT.match(flat, match.end())
    if body:
        end = body.end()
    else:
        end = match.end()
    yield _name_standard(series, match, start, end)
    while match["series"] == "nbrs" and (further := _FURTHER_NUMBER.match(flat, end)):
        end = further.end()
        yield _name_standard(series, further, further.start("number"), end)


def _name_standard(
    series: str, match: re.Match[str], start: int, end: int
) -> StandardName:
    number, year = match["number"].replace(".", ""), match["year"] or "-"
    return StandardName(start, end, f"abnt;{series};{number};{year}")
