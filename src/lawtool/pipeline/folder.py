"""A corpus on disk: the texts, and what cannot be read from them.

corpus/texts/           sources byte for byte, never edited; without it the folder itself is read
corpus/corpus.toml      aliases, origin and licence of each source, the day on which the texts were collected,
                        events that a person asserts; may be missing
corpus/decisions.jsonl  what a person decided about corrections, the last line counts; may be missing
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from lawtool.errors import BadCorpus
from lawtool.model import Correction, Decision, Span
from lawtool.vocabulary.folding import slugify

SETTINGS, DECISIONS, TEXTS = "corpus.toml", "decisions.jsonl", "texts"

KINDS = frozenset(
    {
        "sign",
        "publish",
        "commence",
        "revoke",
        "amend",
        "insert",
        "renumber",
        "suspend",
        "restore",
        "annul",
        "expire",
        "veto",
    }
    | {"attest", "save"}
)
"""Kinds of event that a person may assert: the life of a norm, and what was done to it or to a provision."""

Place = tuple[int, str, str]
"""What a decision is about: start, before and after of a correction of one source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One source of a corpus: its place on disk, its name (relative, with `/`), its id, what is known."""

    path: Path
    file: str
    slug: str
    origin: str = ""
    licence: str = ""
    decisions: Mapping[Place, Decision] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """An event that a person asserts: `[[event]]` with norm, kind, date and evidence; the rest may be left out.

    Norms go by id, alias or citation, provisions as people write them (`art. 7º, § 1º`)."""

    norm: str
    kind: str
    evidence: str
    date: date | None = None
    provision: str = ""
    by: str = ""
    by_provision: str = ""


class Folder:
    """A folder of texts, or one text. Raises BadCorpus where there is none, or its settings are broken."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.exists():
            raise BadCorpus(f"there is no corpus {self.path}")
        self.unreadable: list[str] = []
        """Folders that could not be listed, known once `entries` was asked for."""

    @cached_property
    def _root(self) -> Path:
        texts = self.path / TEXTS
        return texts if texts.is_dir() else self.path

    @cached_property
    def _settings(self) -> dict[str, Any]:
        try:
            return tomllib.loads((self.path / SETTINGS).read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError) as error:
            raise BadCorpus(
                f"{self.path / SETTINGS}: {error}", remedy="Correct that file."
            ) from error

    @property
    def aliases(self) -> dict[str, str]:
        """Alias -> id of a norm."""
        return dict(self._settings.get("aliases", {}))

    @property
    def collected(self) -> date | None:
        """The day on which the texts were read from where they came, if a person says so."""
        day = self._settings.get("collected")
        if day is not None and type(day) is not date:
            raise self._wrong(f"collected = {day}: not a day")
        return day

    @property
    def assertions(self) -> tuple[Assertion, ...]:
        """The events that a person asserts. Raises BadCorpus for one that lacks a norm, a kind or its evidence."""
        found = []
        for number, entry in enumerate(self._settings.get("event", ()), 1):
            try:
                one = Assertion(**entry)
            except TypeError as error:
                raise self._wrong(
                    f"[[event]] {number}: {str(error).removeprefix('Assertion.__init__() ')}"
                ) from error
            if one.kind not in KINDS:
                raise self._wrong(
                    f"[[event]] {number}: kind {one.kind!r} is not one of {', '.join(sorted(KINDS))}"
                )
            if one.date is not None and type(one.date) is not date:
                raise self._wrong(
                    f"[[event]] {number}: date {one.date!r} is not a day (2008-11-24, without quotation marks)"
                )
            found.append(one)
        return tuple(found)

    def _wrong(self, what: str) -> BadCorpus:
        return BadCorpus(f"{self.path / SETTINGS}: {what}", remedy="Correct that file.")

    def entries(self) -> list[Entry]:
        """The sources in the order of their names."""
        said = {
            entry["file"]: entry for entry in self._settings.get("source", ()) if "file" in entry
        }
        decisions = self._decisions()
        taken: set[str] = set()
        entries = []
        for path in self._files():
            file = _readable(
                path.relative_to(self._root).as_posix() if path != self.path else path.name
            )
            about = said.get(file, {})
            entries.append(
                Entry(
                    path=path,
                    file=file,
                    slug=_slug(file, taken),
                    origin=about.get("origin", ""),
                    licence=about.get("licence", self._settings.get("licence", "")),
                    decisions=decisions.get(file, {}),
                )
            )
        return entries

    def _files(self) -> Iterator[Path]:
        if self.path.is_file():
            yield self.path
            return
        self.unreadable.clear()
        for place, folders, files in os.walk(self._root, onerror=self._skip):
            folders[:] = sorted(folder for folder in folders if not folder.startswith("."))
            for file in sorted(files):
                if not file.startswith(".") and file not in (SETTINGS, DECISIONS):
                    yield Path(place) / file

    def _skip(self, error: OSError) -> None:
        self.unreadable.append(_readable(Path(error.filename).relative_to(self._root).as_posix()))

    def _decisions(self) -> dict[str, dict[Place, Decision]]:
        file = self.path / DECISIONS
        out: dict[str, dict[Place, Decision]] = {}
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (FileNotFoundError, NotADirectoryError):
            return out
        try:
            for line in filter(str.strip, lines):
                row = json.loads(line)
                place = (int(row["start"]), str(row["before"]), str(row["after"]))
                out.setdefault(row["source"], {})[place] = Decision(row["decision"])
        except (ValueError, KeyError, TypeError) as error:
            raise BadCorpus(
                f"{file}: {error}", remedy="Correct that line or take it out."
            ) from error
        return out

    def decide(self, file: str, start: int, before: str, after: str, decision: Decision) -> Path:
        """Write down what a person decided about one correction. Returns the file that it stands in."""
        row = {
            "source": file,
            "start": start,
            "before": before,
            "after": after,
            "decision": decision.value,
        }
        path = self.path / DECISIONS
        try:
            with path.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
        except OSError as error:
            raise BadCorpus(f"{path}: {error.strerror}", remedy="Make it writable.") from error
        return path


def _readable(name: str) -> str:
    """A file name with what is no UTF-8 in it replaced: bytes to a system, text to a database."""
    return os.fsencode(name).decode("utf-8", "replace")


def _slug(file: str, taken: set[str]) -> str:
    """The name without its suffix, as it may stand in an address; numbered where two files would share it."""
    stem = slugify(file.rsplit(".", 1)[0]) or "source"
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    taken.add(slug)
    return slug


def decided(
    corrections: Iterable[Correction], decisions: Mapping[Place, Decision], raw: str
) -> tuple[Correction, ...]:
    """The corrections with what a person decided about them.

    A decision stands by itself where the raw text still reads as it did: what another norm suggested as a witness is
    known only when the whole corpus is, and a person's word needs no proposal.
    """
    proposed = tuple(corrections)
    places = {(one.span.start, one.before, one.after) for one in proposed}
    alone = (
        Correction(
            span=Span(start=start, end=start + len(before)),
            before=before,
            after=after,
            rule="person",
            evidence=f"{decision} by a person",
            decision=decision,
            line=raw.count("\n", 0, start) + 1,
        )
        for (start, before, after), decision in sorted(decisions.items())
        if (start, before, after) not in places and raw[start : start + len(before)] == before
    )
    return (
        *(
            replace(
                one, decision=decisions.get((one.span.start, one.before, one.after), one.decision)
            )
            for one in proposed
        ),
        *alone,
    )
