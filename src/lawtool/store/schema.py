"""The schema: its version and its scripts (`schema.sql`, `indexes.sql`)."""

from __future__ import annotations

SCHEMA_VERSION = 2
"""`PRAGMA user_version`: a database with another one is not opened."""


def script(name: str) -> str:
    """The text of one of the SQL files beside this module."""
    from importlib import resources

    return (resources.files("lawtool.store") / name).read_text(encoding="utf-8")
