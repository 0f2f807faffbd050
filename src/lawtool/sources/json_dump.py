"""Read a JSON dump of norms: one field of every record holds the text, as plain text or HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from lawtool.errors import RefusedContent
from lawtool.model import Mark, Problem, Span
from lawtool.sources.encoding import decode_bytes
from lawtool.sources.extraction import Extraction
from lawtool.sources.markup import extract_html

_TEXT_FIELD = re.compile(
    r"conte[uú]do|texto|text|html|body|integra|inteiro.?teor|content", re.IGNORECASE
)
_LEAST_TEXT = 200
"""Characters from which a field of any name may be the text."""
_TAG = re.compile(
    r"</?(?:p|div|br|table|span|a|h\d|b|strong|center|font)\b[^<>]*>", re.IGNORECASE
)
_DEEPEST = 4
"""Levels of objects below a record in which the text is looked for."""


def read_json(data: bytes) -> Extraction:
    """Read the texts of all records one below the other; which field was taken is reported.

    Raises RefusedContent where it is no JSON or no record holds a text.
    """
    decoded, encoding, problems = decode_bytes(data)
    records = list(_find_records(_parse(decoded)))
    text, marks, reports = _texts(records)
    if not text.strip():
        raise RefusedContent(
            "is JSON without a text",
            remedy="A record needs a field such as `texto` or `html`.",
        )
    return Extraction(
        text=text, encoding=encoding, marks=marks, problems=(*problems, *reports)
    )


def _parse(text: str) -> Any:
    """Parse one JSON value, or one a line."""
    try:
        return json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        pass
    values = []
    for line in text.splitlines():
        if line.strip():
            try:
                values.append(json.loads(line))
            except (ValueError, RecursionError) as error:
                raise RefusedContent(f"is not valid JSON ({error})") from None
    return values


def _find_records(value: Any) -> Iterator[Mapping[str, Any]]:
    """Find the records: objects of a list, of the one list in an object, or the object itself."""
    if isinstance(value, Mapping):
        lists = [entry for entry in value.values() if _is_list_of_records(entry)]
        if len(lists) != 1 or _text_field(value):
            yield value
            return
        value = lists[0]
    if isinstance(value, list):
        yield from (entry for entry in value if isinstance(entry, Mapping))


def _is_list_of_records(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, Mapping) for entry in value)
    )


def _strings(record: Mapping[str, Any], depth: int = 0) -> Iterator[tuple[str, str]]:
    """Names and values of the strings of a record, those of objects inside it as `outer.inner`."""
    for name, value in record.items():
        if isinstance(value, str):
            yield str(name), value
        elif isinstance(value, Mapping) and depth < _DEEPEST:
            yield from (
                (f"{name}.{inner}", text) for inner, text in _strings(value, depth + 1)
            )


def _text_field(record: Mapping[str, Any]) -> tuple[str, str] | None:
    """Choose the longest string of a field named like a text, else the longest of all if it is
    long.
    """
    strings = [(name, value) for name, value in _strings(record) if value.strip()]
    named = [
        entry for entry in strings if _TEXT_FIELD.search(entry[0].rpartition(".")[2])
    ]
    long = [entry for entry in strings if len(entry[1]) >= _LEAST_TEXT]
    return max(named or long, key=lambda entry: len(entry[1]), default=None)


def _texts(
    records: list[Mapping[str, Any]],
) -> tuple[str, tuple[Mark, ...], list[Problem]]:
    parts: list[str] = []
    marks: list[Mark] = []
    problems: list[Problem] = []
    taken: dict[str, int] = {}
    length = 0
    for number, record in enumerate(records, 1):
        field = _text_field(record)
        if field is None:
            problems.append(
                Problem(
                    code="record-without-text", message=f"record {number} has no text"
                )
            )
            continue
        text, own = _read_field(field[1])
        if _TAG.search(field[1]):
            kind = "HTML"
        else:
            kind = "text"
        taken[f"“{field[0]}” as {kind}"] = taken.get(f"“{field[0]}” as {kind}", 0) + 1
        marks.extend(_moved(mark, length) for mark in own)
        parts.append(text.rstrip("\n") + "\n\n")
        length += len(parts[-1])
    if taken:
        fields = ", ".join(f"{name} ({count})" for name, count in taken.items())
        message = f"the text was taken from {fields}; other fields are not read"
        problems.append(Problem(code="json-field", message=message))
    return "".join(parts), tuple(marks), problems


def _read_field(value: str) -> tuple[str, tuple[Mark, ...]]:
    if _TAG.search(value):
        return extract_html(value)
    return value.replace("\r\n", "\n"), ()


def _moved(mark: Mark, by: int) -> Mark:
    span = Span(start=mark.span.start + by, end=mark.span.end + by)
    return Mark(span=span, kind=mark.kind, value=mark.value)
