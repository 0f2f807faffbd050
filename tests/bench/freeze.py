"""Take a picture of everything that a person or program can see, to compare before and after a
refactoring.

    python tests/bench/freeze.py PICTURE [--field FOLDER]

writes one file for each command and format on the bundled corpus, the pages and the API of the
site, and `tables.txt` with a hash of every table of the database. With `--field`, the tables of a
build of that folder too. Two pictures are compared with `diff -r`. Nothing here depends on the
clock, the machine or the order of files.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
UNSETTLED = {"execucoes"}
"""Tables that tell when a build ran."""

CLOCK = re.compile(r"\d{4}-\d\d-\d\dT[\d:]+\+00:00")
"""The hour of the build; the page about the corpus tells it."""

NORMS = (
    "coari",
    "dnc27",
    "anp297",
    "res5",
    "guariba",
    "votuporanga",
    "lei7061",
    "sete-lagoas-pl-2025",
)
ANY = ("text", "json", "jsonl", "markdown", "html", "mermaid", "svg")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("norms",),
    *(("show", norm) for norm in NORMS),
    *(("show", norm, "--raw") for norm in NORMS),
    ("show", "coari", "art. 15, II"),
    ("show", "lei7061", "--on", "2020-01-01"),
    ("show", "dnc27", "--on", "2009-01-01"),
    ("show", "nothing"),
    ("show", "coari", "art. 900"),
    ("diff", "coari", "dnc27"),
    ("diff", "coari", "dnc27", "--all"),
    ("diff", "coari", "dnc27", "--stat"),
    ("diff", "votuporanga", "guariba"),
    ("diff", "lei7061", "--as-amended-by", "sete-lagoas-pl-2025"),
    ("copies", "--leads"),
    *(
        ("search", query)
        for query in (
            "distância mínima de escolas",
            "Portaria DNC 27/1996",
            '"área de armazenamento"',
        )
    ),
    *(("status", norm, "--on", "2008-06-01") for norm in NORMS),
    *(("status", norm, "art. 7º", "--on", "2024-06-01") for norm in NORMS),
    *(("provenance", norm) for norm in NORMS),
    ("apply", "sete-lagoas-pl-2025", "lei7061"),
    ("apply", "res5", "dnc27"),
    ("cite", "--corpus"),
    *(
        ("lookup", name)
        for name in (
            "Portaria DNC 27/1996, art. 6º, I, c",
            "coari",
            "Lei nº 340/1999",
            "art. 2º",
        )
    ),
    ("audit",),
    ("check",),
    ("export",),
)
PAGES = (
    "/",
    "/?lang=en",
    *(f"/norma/{norm}" for norm in NORMS),
    *(f"/norma/{norm}/ocr" for norm in NORMS),
    "/norma/coari/art15",
    "/norma/dnc27/art6?lang=en",
    "/comparar/coari/dnc27",
    "/busca?q=distância+mínima+de+escolas",
    "/relacoes",
    "/citacoes",
    "/sobre",
    "/-/lawtool/v1/openapi.json",
    "/-/lawtool/v1/norms",
    "/-/lawtool/v1/norms/coari",
    "/-/lawtool/v1/norms/coari/tree",
    "/-/lawtool/v1/lookup?q=Portaria+DNC+27/1996,+art.+6º",
    "/-/lawtool/v1/diff/coari/dnc27",
    "/-/lawtool/v1/search?q=extintores",
    "/-/lawtool/v1/status/dnc27?on=2008-06-01",
    "/-/lawtool/v1/status/anp-portaria-297-2003?on=2007-01-05",
)


def tables(database: Path) -> Iterator[str]:
    """Yield a line for each table: its name, its rows, the hash of their contents in order of
    `rowid`.
    """
    with contextlib.closing(sqlite3.connect(database)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).fetchall()
        for (name,) in names:
            if name in UNSETTLED:
                continue
            digest, count = hashlib.sha256(), 0
            for row in connection.execute(f'SELECT * FROM "{name}"'):
                digest.update(repr(row).encode("utf-8", "surrogatepass"))
                count += 1
            yield f"{name} {count} {digest.hexdigest()[:16]}\n"


def commands(database: Path, picture: Path) -> None:
    """Write what each command prints in each of its formats."""
    from click.testing import CliRunner

    from lawtool.cli import cli

    os.environ.update(NO_COLOR="1", COLUMNS="100")
    for number, command in enumerate(COMMANDS):
        name = f"{number:03} {' '.join(command)}".replace("/", "_")
        for form in ANY:
            arguments = [*command, "--db", str(database), "--format", form]
            result = CliRunner().invoke(cli, arguments)
            if "is not one of" in result.output:
                continue
            end = f"\nexit {result.exit_code} {result.exception!r}\n"
            (picture / f"{name} {form}"[:150]).write_text(
                result.output + end, encoding="utf-8"
            )


async def pages(database: Path, picture: Path) -> None:
    """Write the body of every kind of page and of the API's answers."""
    from datasette.app import Datasette

    site = Datasette([str(database)], settings={"num_sql_threads": 1})
    for number, page in enumerate(PAGES):
        response = await site.client.get(page, follow_redirects=True)
        name = f"page {number:03} {page}".replace("/", "_")
        text = CLOCK.sub("CLOCK", response.text)
        (picture / name).write_text(f"{response.status_code}\n{text}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("picture", type=Path)
    parser.add_argument("--field", type=Path)
    options = parser.parse_args()
    options.picture.mkdir(parents=True, exist_ok=True)
    import lawtool

    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "lawtool.db"
        os.chdir(ROOT)
        lawtool.build(Path("corpus"), database)
        (options.picture / "tables.txt").write_text("".join(tables(database)))
        commands(database, options.picture)
        asyncio.run(pages(database, options.picture))
        if options.field:
            field = Path(place) / "field.db"
            os.chdir(options.field.parent)
            lawtool.build(Path(options.field.name), field)
            (options.picture / "field.txt").write_text("".join(tables(field)))


if __name__ == "__main__":
    main()
