"""Rebuild a printed table whose lines were read one after the other: which number belongs to which
row and column.

What the print does not settle stays open: a row whose numbers are fewer than the columns keeps the
others unread.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lawtool.vocabulary.numerals import from_roman

_NUMBER = re.compile(r"(?<![\w.,/])\d{1,6}(?:\.\d{3})*(?:,\d+)?(?![\w/]|[.,]\d)")
_RUN_AT_END = re.compile(
    r"(?:^|\s)(?P<run>(?:\d[\d.]*(?:,\d+)?)(?:\s+\d[\d.]*(?:,\d+)?)*)\s*$"
)
_LEAST_COLUMNS = 3
"""A run of numbers as long as this makes a table; shorter ones are prose or lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell. `row` and `column` count from 1; `text` is empty and `line` -1 where the print
    cannot be read.

        `line`, `start`, `end`: the line of the table and the code points in it. `heading` is the
        column's name, empty where it is not printed; `name` that of the row.
    """

    row: int
    column: int
    name: str
    heading: str = ""
    text: str = ""
    line: int = -1
    start: int = 0
    end: int = 0


@dataclass(slots=True)
class _Row:
    """A row as it is collected: pieces of its name with their lines, and its numbers where they
    stand.
    """

    names: list[tuple[int, str]] = field(default_factory=list)
    numbers: list[tuple[int, int, int, str]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return " ".join(text for _, text in self.names)

    @property
    def is_closed(self) -> bool:
        return bool(self.names) and self.names[-1][1].endswith((".", ";", ":"))


def read_cells(lines: Sequence[str]) -> list[Cell]:
    """Read the cells of a table from its lines, row by row; nothing where no row has three numbers.
    Linear.
    """
    headings, first = _headings(lines)
    rows = _rows(lines, first)
    width = max((len(row.numbers) for row in rows), default=0)
    if headings:
        width = max(width, len(headings))
    if width < _LEAST_COLUMNS or not any(
        len(row.numbers) >= _LEAST_COLUMNS for row in rows
    ):
        return []
    has_decimals = sum("," in number[3] for row in rows for number in row.numbers)
    cells: list[Cell] = []
    for index, row in enumerate(rows, 1):
        cells += _cells_of(index, row, width, headings, is_decimal=has_decimals > 2)
    return cells


def _headings(lines: Sequence[str]) -> tuple[list[str], int]:
    """Return the names of the columns, `I II III`, and the index of the first line behind."""
    first = 0
    for index, line in enumerate(lines):
        words = line.split()
        numbers = [from_roman(word) for word in words]
        if len(words) >= _LEAST_COLUMNS and numbers == list(range(1, len(words) + 1)):
            return words, index + 1
        if first == index and line.isupper():
            first = index + 1  # lines in capitals are the head
    return [], first


def _rows(lines: Sequence[str], first: int) -> list[_Row]:
    """Collect rows: a name goes on until it is closed by a point; numbers belong to the row on
    whose line they stand.
    """
    begins_row = _cells_on_first_lines(lines, first)
    rows: list[_Row] = []
    waiting: list[tuple[int, int, int, str]] = []
    for index in range(first, len(lines)):
        line = lines[index]
        run = _RUN_AT_END.search(line)
        name = (line[: run.start()] if run else line).strip()
        numbers = _numbers(index, line, run)
        if not _is_name(name):
            if rows and not begins_row:
                rows[-1].numbers += numbers
            else:
                waiting += numbers
            continue
        if not rows or rows[-1].is_closed:
            rows.append(_Row())
            rows[-1].numbers += waiting
            waiting = []
        rows[-1].names.append((index, name))
        rows[-1].numbers += numbers
    return [row for row in rows if row.names]


def _is_name(text: str) -> bool:
    return sum(sign.isalpha() for sign in text) >= 4


def _numbers(
    index: int, line: str, run: re.Match[str] | None
) -> list[tuple[int, int, int, str]]:
    if run is None:
        return []
    start = run.start("run")
    return [
        (index, start + match.start(), start + match.end(), match[0])
        for match in _NUMBER.finditer(run["run"])
    ]


def _cells_on_first_lines(lines: Sequence[str], first: int) -> bool:
    """Tell whether the numbers of a row stand on the first line of its name: then a line of numbers
    alone begins the next row.
    """
    seen = 0
    closed = True
    for line in lines[first:]:
        run = _RUN_AT_END.search(line)
        name = (line[: run.start()] if run else line).strip()
        if not _is_name(name):
            continue
        goes_on = not name.endswith((".", ";", ":"))
        if run is not None and goes_on:
            if not closed:
                return False
            seen += 1
        elif run is not None and not closed:
            return False
        closed = not goes_on
    return seen >= 2


def _cells_of(
    index: int, row: _Row, width: int, headings: Sequence[str], *, is_decimal: bool
) -> list[Cell]:
    """Give a row its cells: all of them, or the first alone; where some are lost nobody knows which
    column is whose.
    """
    numbers = row.numbers
    if len(numbers) == 1 and is_decimal and "," not in numbers[0][3]:
        numbers = []  # a lone digit among decimals is the rest of a cell
    if len(numbers) != width and len(numbers) != 1:
        numbers = []
    cells = []
    for column in range(1, width + 1):
        if headings:
            heading = headings[column - 1]
        else:
            heading = ""
        name = row.name
        if column > len(numbers):
            cells.append(Cell(row=index, column=column, name=name, heading=heading))
            continue
        line, start, end, text = numbers[column - 1]
        cells.append(
            Cell(
                row=index,
                column=column,
                name=name,
                heading=heading,
                text=text,
                line=line,
                start=start,
                end=end,
            )
        )
    return cells
