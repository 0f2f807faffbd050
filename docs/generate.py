"""Write the pages of this folder that are made from the program itself.

    python docs/generate.py            write them
    python docs/generate.py --check    exit with 1 where one of them is not up to date

A test runs the check, so these pages cannot say anything else than the program does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click

DOCS = Path(__file__).parent
ROOT = DOCS.parent
Page = Callable[[], Iterator[str]]

NOTICE = "<!-- Made by docs/generate.py; change the program, not this page. -->"


def commands() -> Iterator[str]:
    """Yield the help of every command."""
    from lawtool.cli import COMMANDS, cli

    yield "# Commands"
    yield "Reading commands take `--db` (default `lawtool.db`, built on first use from `corpus/`)."
    yield "`-` reads standard input. Exit codes: [exit-codes.md](exit-codes.md)."
    for name, (place, _) in COMMANDS.items():
        module, function = place.split(":")
        command: click.Command = getattr(import_module(module), function)
        yield f"## lawtool {name}"
        yield from _help(command, f"lawtool {name}")
        for sub, subcommand in getattr(command, "commands", {}).items():
            yield f"### lawtool {name} {sub}"
            yield from _help(subcommand, f"lawtool {name} {sub}")
    assert cli.name


def _help(command: click.Command, name: str) -> Iterator[str]:
    context = click.Context(
        command, info_name=name, max_content_width=96, terminal_width=96
    )
    yield f"```text\n{command.get_help(context).rstrip()}\n```"


def tables() -> Iterator[str]:
    """Yield every table with its columns, as `datasette_metadata.json` describes them."""
    metadata = json.loads(
        (ROOT / "datasette_metadata.json").read_text(encoding="utf-8")
    )
    yield "# Tables"
    yield (
        "One SQLite file. Offsets count code points of the raw text, ends exclusive. "
        "The descriptions are those that the site shows, in Portuguese."
    )
    for name, table in metadata["databases"]["lawtool"]["tables"].items():
        yield f"## {name}"
        yield table.get("description", "")
        rows = [
            f"| `{column}` | {text} |"
            for column, text in table.get("columns", {}).items()
        ]
        yield "\n".join(["| column | what it holds |", "|---|---|", *rows])


def problems() -> Iterator[str]:
    """Yield every code of the registry of problems."""
    from lawtool.problems import problem_kinds

    yield "# Problem codes"
    yield (
        "What could not be read, or looks wrong, is a problem with a place; no text stops a build. "
        "`lawtool check` counts them and ends with exit code 1 where one is an error."
    )
    rows = [
        f"| `{code}` | {kind.severity} | {kind.pt} | {kind.en} | {kind.meaning} |"
        for code, kind in sorted(problem_kinds().items())
    ]
    yield "\n".join(
        [
            "| code | severity | Portuguese | English | meaning |",
            "|---|---|---|---|---|",
            *rows,
        ]
    )


def exit_codes() -> Iterator[str]:
    """Yield the exit codes of the command line."""
    from lawtool.errors import ExitCode

    yield "# Exit codes"
    rows = [
        f"| {code.value} | `{code.name.lower()}` | {code.meaning} |"
        for code in ExitCode
    ]
    yield "\n".join(["| code | name | meaning |", "|---|---|---|", *rows])


def api() -> Iterator[str]:
    """Yield every path of the API and the fields of every answer, from its OpenAPI document."""
    from lawtool.records.openapi import describe_api

    described = describe_api()
    yield "# API"
    yield described["info"]["description"]
    base = described["servers"][0]["url"]
    yield f"Base: `{base}`; the document itself is `/openapi.json` below it."
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield f"## {method.upper()} {path}"
            yield operation.get("summary") or operation.get("description", "")
            rows = [
                f"| `{given['name']}` | {given['in']} | {given.get('description', '')} |"
                for given in operation.get("parameters", ())
            ]
            if rows:
                yield "\n".join(
                    ["| parameter | in | meaning |", "|---|---|---|", *rows]
                )
    yield "# Records"
    for name, schema in sorted(described["components"]["schemas"].items()):
        yield f"## {name}"
        if schema.get("description"):
            yield schema["description"]
        fields = [
            f"| `{field}` | {_type(kind)} | {kind.get('description', '')} |"
            for field, kind in schema.get("properties", {}).items()
        ]
        if fields:
            yield "\n".join(["| field | type | meaning |", "|---|---|---|", *fields])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    kinds = schema.get("type") or schema.get("anyOf") or schema.get("enum") or "any"
    if isinstance(kinds, list):
        names = (_type(kind) if isinstance(kind, dict) else kind for kind in kinds)
        return " or ".join(map(str, names))
    if kinds == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(kinds)


PAGES: dict[str, Page] = {
    "commands.md": commands,
    "tables.md": tables,
    "problems.md": problems,
    "exit-codes.md": exit_codes,
    "api.md": api,
}


def rendered(page: Page) -> str:
    """Return a page as it should stand in its file."""
    return "\n\n".join([NOTICE, *page()]) + "\n"


def outdated() -> list[str]:
    """Return the names of pages that differ from what the program says now."""
    return [
        name
        for name, page in PAGES.items()
        if not (DOCS / name).exists()
        or (DOCS / name).read_text(encoding="utf-8") != rendered(page)
    ]


def main() -> None:
    if "--check" in sys.argv[1:]:
        old = outdated()
        if old:
            print(f"not up to date: {', '.join(old)}; run python docs/generate.py")
        sys.exit(bool(old))
    for name, page in PAGES.items():
        (DOCS / name).write_text(rendered(page), encoding="utf-8")


if __name__ == "__main__":
    main()
