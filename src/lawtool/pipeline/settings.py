"""`corpus.toml`: what cannot be read from the texts of a corpus, with a schema. A typo is refused
in one line with its place.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from lawtool.errors import BadCorpus
from lawtool.vocabulary.folding import fold

SETTINGS = "corpus.toml"

AssertedKind = Literal[
    "sign", "publish", "commence", "revoke", "amend", "insert", "renumber", "suspend", "restore",
    "annul", "expire", "veto", "attest", "save",
]  # fmt: skip
"""Kinds of event that a person may assert: the life of a norm, and what was done to it or to a
provision.
"""

Said = Annotated[str, msgspec.Meta(pattern=r"\S")]
"""A text that says something."""


class Assertion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event that a person asserts: `[[event]]` with norm, kind, date and evidence; the rest may
    be left out.

    Norms go by id, alias or citation, provisions as people write them (`art. 7º, § 1º`).
    """

    norm: Said
    kind: AssertedKind
    evidence: Said
    date: date | None = None
    provision: str = ""
    by: str = ""
    by_provision: str = ""


class SourceSettings(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """What a person says of one source: `[[source]]`; its file goes by its name below the folder of
    texts.
    """

    file: Said
    origin: str = ""
    licence: str | None = None
    sha256: str = ""
    added: date | None = None
    """The day on which `lawtool add` took it in."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole of `corpus.toml`. `collected` is the day on which the texts were read from where
    they came.
    """

    licence: str = ""
    collected: date | None = None
    aliases: dict[Said, Said] = {}
    source: tuple[SourceSettings, ...] = ()
    event: tuple[Assertion, ...] = ()

    @property
    def folded_aliases(self) -> dict[str, str]:
        """The aliases as they are asked for: capitals and accents do not count."""
        return {fold(alias).strip(): norm for alias, norm in self.aliases.items()}


def read_settings(path: Path) -> Settings:
    """Read the settings of a corpus; without the file there are none. Raises BadCorpus, with file,
    line and what was expected.
    """
    try:
        # Notepad begins its files with a byte order mark.
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return Settings()
    except (OSError, ValueError) as error:
        raise _wrong(path, "", str(error)) from error
    try:
        return msgspec.convert(tomllib.loads(text), Settings)
    except tomllib.TOMLDecodeError as error:
        raise _wrong(path, "", str(error)) from error
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at ")
        keys = re.findall(r"\w+|\[\d+\]", place.strip("`$"))
        line = _find_line(text, keys, re.search(r"unknown field `(\w+)`", message))
        raise _wrong(path, f", line {line}", _expectation(message, keys)) from error


def _wrong(path: Path, place: str, what: str) -> BadCorpus:
    return BadCorpus(f"{path}{place}: {what}", remedy="Correct that file.")


def _expectation(message: str, keys: list[str]) -> str:
    name = ".".join(key for key in keys if not key.startswith("["))
    if "enum value" in message:
        return f"{name}: {message}; expected one of {', '.join(get_args(AssertedKind))}"
    if "matching regex" in message:
        return f"{name}: expected words, it is empty"
    if "date" in message:
        return f"{name}: expected a day, 2008-11-24 without quotation marks"
    if name:
        return f"{name}: {message}"
    return message


def _find_line(text: str, keys: list[str], unknown: re.Match[str] | None) -> int:
    """Find the line of a key: `source`, `[1]`, `file` is `file` in the second `[[source]]`. The
    line of the table where the key itself stands nowhere.
    """
    lines = text.splitlines()
    at = 0
    wanted = [*keys, *([unknown[1]] if unknown else [])]
    for number, key in enumerate(wanted):
        if key.startswith("["):
            continue
        repeat = 0
        if number + 1 < len(wanted) and wanted[number + 1].startswith("["):
            repeat = int(wanted[number + 1][1:-1])
        pattern = re.compile(rf"\s*(?:\[+\s*)?[\"']?{re.escape(key)}\b")
        hits = [line for line in range(at, len(lines)) if pattern.match(lines[line])]
        if len(hits) <= repeat:
            break
        at = hits[repeat]
    return at + 1
