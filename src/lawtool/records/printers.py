"""Formats that lists of records are printed in. One function here adds a format to every command
that lists records.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lawtool.records.json_records import Record

Printer = Callable[[Iterable[Record], str], Iterator[str]]
"""Makes the lines of some records; the text is what they are called together: `norms`."""

_PRINTERS: dict[str, Printer] = {}
_FORMULA = ("=", "+", "@", "\t")
"""How a cell begins that a spreadsheet would carry out."""


def format(name: str) -> Callable[[Printer], Printer]:
    """Register a printer under the name that `--format` has."""

    def register(printer: Printer) -> Printer:
        _PRINTERS[name] = printer
        return printer

    return register


def record_formats() -> tuple[str, ...]:
    """List the names of all formats."""
    return tuple(_PRINTERS)


def print_records(form: str, records: Iterable[Record], name: str) -> Iterator[str]:
    """Make the lines of some records in one format."""
    return _PRINTERS[form](records, name)


@format("json")
def _as_object(records: Iterable[Record], name: str) -> Iterator[str]:
    """One object, with the records as a list."""
    yield json.dumps({name: list(records)}, ensure_ascii=False)


@format("jsonl")
def _as_lines(records: Iterable[Record], name: str) -> Iterator[str]:
    """One object a line."""
    return (json.dumps(record, ensure_ascii=False) for record in records)


@format("csv")
def _as_table(records: Iterable[Record], name: str) -> Iterator[str]:
    """A table that Excel and pandas read; the byte order mark tells both that it is UTF-8."""
    rows = list(records)
    names = list(dict.fromkeys(field for record in rows for field in record))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(record.get(field)) for field in names] for record in rows)
    yield "\ufeff" + out.getvalue().removesuffix("\n")


def _cell(value: Any) -> Any:
    if isinstance(value, (list, tuple, dict)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value
