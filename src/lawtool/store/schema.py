"""The schema: what tells a database of lawtool from any other, and the scripts (`schema.sql`,
`indexes.sql`).
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

SCHEMA_VERSION = 4
"""`PRAGMA user_version`: a database with another one is not opened."""

APPLICATION_ID = 0x6C617774
"""`PRAGMA application_id`: "lawt". Older databases have none and are told by their tables."""

_HEADER, _MAGIC = 100, b"SQLite format 3\0"
_OUR_TABLES = """
SELECT count(*) FROM sqlite_master WHERE name IN ('fontes', 'normas', 'dispositivos')
"""


def read_script(name: str) -> str:
    """Read one of the SQL files beside this module."""
    from importlib import resources

    return (resources.files("lawtool.store") / name).read_text(encoding="utf-8")


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a file for reading. Raises sqlite3.Error, as late as the first statement, where it is no
    database.
    """
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)


def is_database(path: Path) -> bool:
    """Decide whether a file is a database that some version of lawtool made, damaged or not."""
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if int.from_bytes(header[68:72], "big") == APPLICATION_ID:
        return header.startswith(_MAGIC)
    try:
        connection = open_read_only(path)
    except sqlite3.Error:
        return False
    try:
        (tables,) = connection.execute(_OUR_TABLES).fetchone()
    except sqlite3.Error:
        return False
    finally:
        connection.close()
    return bool(tables == 3)


def is_current(path: Path) -> bool:
    """Decide whether a file is a database that this version of lawtool reads."""
    try:
        connection = open_read_only(path)
    except sqlite3.Error:
        return False
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute(_OUR_TABLES).fetchone()
    except sqlite3.Error:
        return False
    finally:
        connection.close()
    return bool(version == SCHEMA_VERSION and tables == 3)
