"""Lists as files: CSV that a spreadsheet opens as it is, JSON, Markdown. Whole, never a page of
them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lawtool.render.markdown import escape
from lawtool.site.http import Answer, Refused, SiteRequest, as_json

FORMATS = ("csv", "json", "md")
BYTE_ORDER_MARK = "\ufeff"
"""Without it a spreadsheet takes UTF-8 for the letters of Windows."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a cell that a spreadsheet would run."""


class Column(NamedTuple):
    """A column of a list: the key of its value in a row, and its heading."""

    key: str
    heading: str


Row = Mapping[str, Any]


def download(
    request: SiteRequest, name: str, columns: Sequence[Column], rows: Iterable[Row]
) -> Answer:
    """Give rows as a file in the format that the request names. Raises Refused for a format that
    there is not.
    """
    form = request.get("format", 20)
    if form not in _WRITERS:
        raise Refused(400, "unknown-format", f"format is one of {', '.join(FORMATS)}")
    answer = _WRITERS[form](columns, rows)
    disposition = f'attachment; filename="{name}.{form}"'
    return Answer(
        body=answer.body,
        type=answer.type,
        headers={**answer.headers, "Content-Disposition": disposition},
    )


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return " ".join(str(value).split())


def _as_csv(columns: Sequence[Column], rows: Iterable[Row]) -> Answer:
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(column.heading for column in columns)
    for row in rows:
        writer.writerow(_cell(row.get(column.key)) for column in columns)
    return Answer(
        body=BYTE_ORDER_MARK + file.getvalue(), type="text/csv; charset=utf-8"
    )


def _cell(value: Any) -> str:
    text = _text(value)
    if text.startswith(_FORMULA) and not isinstance(value, int | float):
        return f"'{text}"
    return text


def _as_json(columns: Sequence[Column], rows: Iterable[Row]) -> Answer:
    return as_json(
        [{column.heading: row.get(column.key) for column in columns} for row in rows]
    )


def _as_markdown(columns: Sequence[Column], rows: Iterable[Row]) -> Answer:
    lines = [
        "| " + " | ".join(column.heading for column in columns) + " |",
        "|" + " --- |" * len(columns),
    ]
    for row in rows:
        cells = [escape(_text(row.get(column.key))) for column in columns]
        lines.append("| " + " | ".join(cells) + " |")
    return Answer(body="\n".join(lines) + "\n", type="text/markdown; charset=utf-8")


_WRITERS: Mapping[str, Callable[[Sequence[Column], Iterable[Row]], Answer]] = {
    "csv": _as_csv,
    "json": _as_json,
    "md": _as_markdown,
}
