"""Formats of lists of records: registered once, offered by every command that lists records."""

from __future__ import annotations

import csv
import io
import json

import pytest

from conftest import Run
from lawtool.records.printers import print_records, record_formats

RECORDS = [{"norm": "a", "text": "=1+1", "rows": [["x"]]}, {"norm": "b", "more": None}]


def test_the_formats() -> None:
    assert record_formats() == ("json", "jsonl", "csv")
    assert json.loads("".join(print_records("json", RECORDS, "norms"))) == {
        "norms": RECORDS
    }
    assert [
        json.loads(line) for line in print_records("jsonl", RECORDS, "norms")
    ] == RECORDS
    (table,) = print_records("csv", RECORDS, "norms")
    rows = list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"))))
    assert rows == [
        {"norm": "a", "text": "'=1+1", "rows": '[["x"]]', "more": ""},
        {"norm": "b", "text": "", "rows": "", "more": ""},
    ]


@pytest.mark.parametrize("form", record_formats())
@pytest.mark.parametrize(
    "command",
    [
        ["norms"],
        ["search", "gás"],
        ["audit", "coari"],
        ["quantities", "guariba"],
        ["terms", "coari"],
    ],
)
def test_every_list_is_printed_in_every_format(
    lawtool: Run, command: list[str], form: str
) -> None:
    done = lawtool(*command, "--format", form)
    assert done.returncode == 0
    assert done.stdout
