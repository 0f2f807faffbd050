"""A corpus on disk: the texts, and what cannot be read from them.

corpus/texts/           sources byte for byte, never edited; without it the folder itself is read
corpus/corpus.toml      aliases, origin and licence of each source, the day on which the texts were
collected,
                        events that a person asserts; may be missing corpus/decisions.jsonl  what a
                        person decided about corrections; may be missing
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lawtool.errors import BadCorpus
from lawtool.pipeline.decisions import (
    DECISIONS,
    PersonDecision,
    read_decisions,
    write_decision,
)
from lawtool.pipeline.settings import SETTINGS, Settings, SourceSettings, read_settings
from lawtool.vocabulary.folding import slugify

TEXTS = "texts"
READINGS = ".ocr.json.gz"
"""What was recognised on a scan stands beside it and is read with it."""

LARGEST = 200_000_000
"""Bytes of a source. The longest codes of the country have 3 million; past this a file is no norm.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusEntry:
    """One source of a corpus: its place on disk, its name (relative, with `/`), its id, what is
    known. `refusal` says why it must not be opened. `decisions` are those about it, and those about
    files that are gone.
    """

    path: Path
    file: str
    slug: str
    origin: str = ""
    licence: str = ""
    refusal: str = ""
    decisions: tuple[PersonDecision, ...] = ()


class Folder:
    """A folder of texts, or one text. Raises BadCorpus where there is none, or its settings are
    broken.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.exists():
            raise BadCorpus(f"there is no corpus {self.path}")
        if not self.path.is_dir() and not self.path.is_file():
            raise BadCorpus(f"{self.path} is neither a folder nor a file")
        self.unreadable: list[str] = []
        """Folders that could not be listed, known once `entries` was asked for."""

    @cached_property
    def _root(self) -> Path:
        texts = self.path / TEXTS
        if texts.is_dir():
            return texts
        return self.path

    @cached_property
    def settings(self) -> Settings:
        """What `corpus.toml` says."""
        return read_settings(self.path / SETTINGS)

    def entries(self) -> list[CorpusEntry]:
        """List the sources in the order of their names. Raises BadCorpus where the folder itself
        cannot be listed.
        """
        about = {source.file: source for source in self.settings.source}
        decisions = read_decisions(self.path / DECISIONS)
        files = [(path, self._name(path)) for path in self._files()]
        names = {name for _, name in files}
        gone = tuple(
            decision
            for file, some in decisions.items()
            if file not in names
            for decision in some
            if decision.near
        )
        taken: set[str] = set()
        entries = []
        for path, name in files:
            source = about.get(name, SourceSettings(file=name))
            if source.licence is None:
                licence = self.settings.licence
            else:
                licence = source.licence
            entries.append(
                CorpusEntry(
                    path=path,
                    file=name,
                    slug=_slug(name, taken),
                    origin=source.origin,
                    licence=licence,
                    refusal=_refusal(path),
                    decisions=(*decisions.get(name, ()), *gone),
                )
            )
        return entries

    def strangers(self) -> Iterator[str]:
        """List the files that the settings or decisions name and the folder does not have."""
        names = {self._name(path) for path in self._files()}
        named = {source.file for source in self.settings.source}
        yield from sorted(named - names)
        for file, decisions in sorted(read_decisions(self.path / DECISIONS).items()):
            if (
                file not in names
                and file not in named
                and not all(row.near for row in decisions)
            ):
                yield file

    def _name(self, path: Path) -> str:
        if path == self.path:
            name = path.name
        else:
            name = path.relative_to(self._root).as_posix()
        return _readable(name)

    def _files(self) -> Iterator[Path]:
        if self.path.is_file():
            yield self.path
            return
        self.unreadable.clear()
        seen: set[str] = set()
        for place, folders, files in os.walk(
            self._root, onerror=self._skip, followlinks=True
        ):
            # A link to a folder above would be walked for ever.
            if os.path.realpath(place) in seen:
                folders.clear()
                continue
            seen.add(os.path.realpath(place))
            folders[:] = sorted(
                folder for folder in folders if not folder.startswith(".")
            )
            for file in sorted(files):
                own = file in (SETTINGS, DECISIONS) or file.endswith(READINGS)
                if not file.startswith(".") and not own:
                    yield Path(place) / file

    def _skip(self, error: OSError) -> None:
        place = Path(error.filename)
        if place == self._root:
            raise BadCorpus(f"{place} cannot be listed: {error.strerror}")
        self.unreadable.append(_readable(place.relative_to(self._root).as_posix()))

    def decide(self, decision: PersonDecision) -> Path:
        """Write down what a person decided about one correction. Returns the file that it stands
        in.
        """
        path = self.path / DECISIONS
        write_decision(path, decision)
        return path


def _refusal(path: Path) -> str:
    """Say why a file must not be opened: a pipe is waited for, a device never ends."""
    try:
        status = path.stat()
    except OSError:
        return ""
    if not stat.S_ISREG(status.st_mode):
        return "is no regular file"
    if status.st_size > LARGEST:
        return f"has {status.st_size} bytes, more than {LARGEST}"
    return ""


def _readable(name: str) -> str:
    """Write a file name with what is no UTF-8 in it as numbers: bytes to a system, text to a
    database.
    """
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _slug(file: str, taken: set[str]) -> str:
    """Make the name without its suffix, as it may stand in an address; numbered where two files
    would share it.
    """
    stem = slugify(file.rsplit(".", 1)[0]) or "source"
    slug, number = stem, 1
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    taken.add(slug)
    return slug
