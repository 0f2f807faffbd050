"""The description of the API (OpenAPI 3.1): what `api.py` does, in the words that other programs
read.
"""

from __future__ import annotations

from typing import Any

import msgspec

from lawtool import __version__
from lawtool.records.json_records import (
    ApiStatusRecord,
    CitationsRecord,
    DiffRecord,
    ErrorRecord,
    LookupsRecord,
    NormsRecord,
    NormStatusRecord,
    ProvisionRecord,
    SearchRecord,
    TreeRecord,
)

Schema = dict[str, Any]

REF = "#/components/schemas/{name}"
ANSWERS = (
    ApiStatusRecord,
    CitationsRecord,
    DiffRecord,
    ErrorRecord,
    LookupsRecord,
    NormStatusRecord,
    NormsRecord,
    ProvisionRecord,
    SearchRecord,
    TreeRecord,
)
"""What the routes answer with; the records inside come with them."""

TEXT: Schema = {"type": "string"}


def describe_api(base: str = "") -> Schema:
    """The whole document; `base` is what stands before every path of the server."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "lawtool",
            "version": __version__,
            "description": "Brazilian norms as a corpus: citations looked up, provisions,"
            " comparison, status and search. Read-only. Offsets count code points, end exclusive."
            " Every answer carries `url`, the page for people.",
        },
        "servers": [{"url": f"{base}/-/lawtool/v1"}],
        "paths": _routes(),
        "components": {"schemas": _schemas()},
    }


def _ref(name: str) -> Schema:
    return {"$ref": REF.format(name=name)}


def _object(required: str = "", /, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "required": required.split() or list(properties),
        "properties": properties,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _query(
    name: str, description: str, schema: Schema | None = None, *, required: bool = False
) -> Schema:
    return {
        "name": name,
        "in": "query",
        "required": required,
        "description": description,
        "schema": schema or TEXT,
    }


def _path_parameter(name: str, description: str, example: str) -> Schema:
    schema = {"type": "string", "minLength": 1, "maxLength": 200}
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": schema,
        "example": example,
    }


def _bounded(low: int, high: int, default: int | None = None) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high} | (
        {"default": default} if default is not None else {}
    )


def _answers(schema: Schema, *more: tuple[int, str, Schema]) -> Schema:
    def one(description: str, body: Schema) -> Schema:
        return {
            "description": description,
            "content": {"application/json": {"schema": body}},
        }

    answers = {"200": one("Found.", schema)}
    answers |= {
        str(status): one(description, body) for status, description, body in more
    }
    answers["304"] = {
        "description": "The client has this answer already (ETag, Last-Modified)."
    }
    answers["405"] = one(
        "Another method is needed: see the header Allow.", _ref("Error")
    )
    answers["414"] = one("The address is too long.", _ref("Error"))
    answers["503"] = one(
        "Too busy, too slow, or no database at the moment.", _ref("Error")
    )
    answers["default"] = one("Refused; the message says why.", _ref("Error"))
    return answers


ERRORS = (
    (400, "A parameter that cannot be read.", _ref("Error")),
    (404, "No such norm or provision.", _ref("Error")),
)
NORM = _path_parameter("norm", "Id or alias of a norm.", "coari-lei-340-1999")


def _get(
    operation: str, summary: str, answers: Schema, parameters: list[Schema]
) -> Schema:
    return {
        "get": {
            "operationId": operation,
            "summary": summary,
            "parameters": parameters,
            "responses": answers,
        }
    }


CITED = (
    (
        300,
        "Several norms fit, or the number fits and the date does not: `candidates`.",
        _ref("Lookup"),
    ),
    (
        400,
        "The query cannot be read as a citation.",
        {"anyOf": [_ref("Lookup"), _ref("Error")]},
    ),
    (404, "Well formed, and the corpus does not hold it.", _ref("Lookup")),
)
"""What a lookup answers besides the norm."""


def _routes() -> Schema:
    on = _query(
        "on",
        "Day, YYYY-MM-DD; today if not given.",
        {"type": "string", "format": "date"},
    )
    wanted = {"type": "string", "minLength": 1, "maxLength": 400}
    a, b = (
        _path_parameter(name, "Id or alias of a norm.", example)
        for name, example in (("a", "coari"), ("b", "dnc27"))
    )
    node = _path_parameter(
        "id", "Id of a provision: NORM_PATH.", "coari-lei-340-1999_art2_cpt_inc3"
    )
    place = _path_parameter(
        "id", "Id of a norm or of a provision.", "dnc-portaria-27-1996"
    )
    uncomparable = (
        422,
        "Nothing could be aligned, or the norms are too long for one request.",
        _ref("Error"),
    )
    return {
        "/lookup": _get(
            "lookup",
            "Look one citation up, in words (`q`) or by its parts.",
            _answers(_ref("Lookup"), *CITED),
            _lookup_parameters(on),
        )
        | {"post": _post_lookups(on)},
        "/citations": {"post": _post_citations()},
        "/norms": _get(
            "norms",
            "The norms of the corpus.",
            _answers(_ref("Norms"), ERRORS[0]),
            _norms_parameters(),
        ),
        "/norms/{norm}": _get(
            "norm", "One norm.", _answers(_ref("NormStatus"), *ERRORS), [NORM, on]
        ),
        "/norms/{norm}/tree": _get(
            "tree", "All nodes of a norm.", _answers(_ref("Tree"), *ERRORS), [NORM]
        ),
        "/provisions/{id}": _get(
            "provision",
            "One provision.",
            _answers(_ref("Provision"), *ERRORS),
            [node, on],
        ),
        "/diff/{a}/{b}": _get(
            "diff",
            "Compare two norms, as printed or as they were on a day.",
            _answers(_ref("Diff"), *ERRORS, uncomparable),
            [a, b, *_days_of_sides()],
        ),
        "/search": _get(
            "search",
            "Provisions for a question.",
            _answers(_ref("Search"), *ERRORS),
            _search_parameters(wanted),
        ),
        "/status/{id}": _get(
            "status",
            "What it was on a day.",
            _answers(_ref("ApiStatus"), *ERRORS),
            [place, on],
        ),
    }


def _norms_parameters() -> list[Schema]:
    return [
        _query("uf", "State, two letters.", {"type": "string", "maxLength": 2}),
        _query(
            "kind",
            "Species, as in LexML (`lei`, `portaria`).",
            {"type": "string", "maxLength": 60},
        ),
        _query("year", "Year.", _bounded(0, 9999)),
        _query("place", "Municipality.", {"type": "string", "maxLength": 200}),
        _query("number", "Number of the norm.", {"type": "string", "maxLength": 20}),
        _query(
            "q", "Words of the name or the id.", {"type": "string", "maxLength": 200}
        ),
        _query("held", "1: norms with a text; 0: norms only cited.", _bounded(0, 1, 1)),
        _query("limit", "Norms at most.", _bounded(1, 1000, 100)),
        _query("offset", "Norms to skip.", _bounded(0, 10_000_000, 0)),
    ]


def _search_parameters(wanted: Schema) -> list[Schema]:
    name = {"type": "string", "maxLength": 200}
    return [
        _query("q", "The question: words, a citation, or both.", wanted, required=True),
        _query("norm", "Only in this norm, by id or alias.", name),
        _query(
            "uf",
            "Only in norms of this state, two letters.",
            {"type": "string", "maxLength": 2},
        ),
        _query("place", "Only in norms of this municipality.", name),
        _query(
            "kind",
            "Only this species of norm (lei) or kind of provision (artigo).",
            {"type": "string", "maxLength": 60},
        ),
        _query("year", "Only in norms of this year.", _bounded(0, 9999)),
        _query(
            "on",
            "Only what is known to have been in force on this day.",
            {"type": "string", "format": "date"},
        ),
        _query("limit", "Results at most.", _bounded(1, 100, 10)),
        _query("offset", "Results to skip.", _bounded(0, 900, 0)),
    ]


def _lookup_parameters(on: Schema) -> list[Schema]:
    name = {"type": "string", "maxLength": 200}
    return [
        _query(
            "q",
            "The citation in words, an alias with a locator, or a URN.",
            TEXT | {"maxLength": 2000},
        ),
        on,
        _query("type", "Species of the norm (`lei`), in place of `q`.", name),
        _query("number", "Number of the norm.", name),
        _query("year", "Year of the norm.", _bounded(0, 9999)),
        _query("date", "Day of the norm.", {"type": "string", "format": "date"}),
        _query("body", "The body that made it: `ANP`.", name),
        _query("place", "Municipality.", name),
        _query("uf", "State, two letters.", name),
        _query("provision", "The provision in words: `art. 6º, I`.", name),
    ]


def _days_of_sides() -> list[Schema]:
    day = {"type": "string", "format": "date"}
    return [
        _query(
            f"on_{side}",
            f"The text of `{side}` on this day; the printed one if not given.",
            day,
        )
        for side in "ab"
    ]


def _post_lookups(on: Schema) -> Schema:
    queries = _list({"type": "string", "maxLength": 2000}) | {"maxItems": 100}
    return {
        "operationId": "lookups",
        "summary": "Look several citations up; each answer has a status of its own.",
        "parameters": [on],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _object(queries=queries)}},
        },
        "responses": _answers(
            _ref("Lookups"),
            ERRORS[0],
            (413, "Too many queries.", _ref("Error")),
        ),
    }


def _post_citations() -> Schema:
    text = {"type": "string", "maxLength": 64_000}
    form = _object(text=text)
    too_long = (413, "The text is too long.", _ref("Error"))
    unread = (415, "A character set or encoding that is not read.", _ref("Error"))
    return {
        "operationId": "citations",
        "summary": "All citations of a text, with offsets and a status each."
        " Nothing of the text is kept.",
        "requestBody": {
            "required": True,
            "content": {
                "text/plain": {"schema": text},
                "application/json": {"schema": form},
                "application/x-www-form-urlencoded": {"schema": form},
            },
        },
        "responses": _answers(_ref("Citations"), ERRORS[0], too_long, unread),
    }


def _schemas() -> Schema:
    """Make the schemas of all answers from the classes of the records, by their names without
    `Record`.
    """
    _, components = msgspec.json.schema_components(ANSWERS, ref_template=REF)
    named: Schema = msgspec.json.decode(
        msgspec.json.encode(components).replace(b'Record"', b'"')
    )
    for schema in named.values():
        if "description" in schema:
            schema["description"] = " ".join(schema["description"].split())
    return named
