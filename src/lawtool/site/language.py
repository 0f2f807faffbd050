"""The words of the site in its two languages: one table, `strings.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import date
from functools import cache
from importlib import resources

Say = Callable[..., str]

MONTHS = ("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez")


@cache
def table() -> dict[str, tuple[str, str]]:
    """Key (`home.title`) → Portuguese and English."""
    text = (resources.files("lawtool.site") / "strings.toml").read_text(encoding="utf-8")
    parsed = tomllib.loads(text)
    return {
        f"{part}.{name}": (pair[0], pair[1])
        for part, entries in parsed.items()
        for name, pair in entries.items()
    }


def speaker(lang: str) -> Say:
    """A function from a key, and values for its braces, to words of a language. An unknown key is its own last part."""
    at = 1 if lang == "en" else 0
    words = table()

    def say(key: str, **values: object) -> str:
        found = words.get(key)
        text = found[at] if found else key.rsplit(".", 1)[-1].replace("_", " ")
        return text.format(**values) if values else text

    return say


def day(value: date | str | None, lang: str) -> str:
    """`28/01/1999`, in English `1999-01-28`; empty for none."""
    if not value:
        return ""
    text = value.isoformat() if isinstance(value, date) else value
    parts = text.split("-")
    return "/".join(reversed(parts)) if lang == "pt" and len(parts) == 3 else text


def number(value: int, lang: str) -> str:
    """`12.345`, in English `12,345`."""
    text = f"{value:,}"
    return text.replace(",", ".") if lang == "pt" else text
