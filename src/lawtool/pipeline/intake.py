"""Take files into a corpus: byte for byte, each once, scans with what was recognised on them."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from lawtool import sources
from lawtool.errors import BadCorpus, LawtoolError, NeedsRecognition
from lawtool.model import Document, Source
from lawtool.pipeline import parse_source
from lawtool.pipeline.folder import READINGS, TEXTS
from lawtool.pipeline.settings import SETTINGS

if TYPE_CHECKING:
    from lawtool.sources.recorded_reading import RecordedReading


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A file that is to be added: what would be read of it, or why it is refused."""

    path: Path
    file: str
    """Its name in the corpus."""
    data: bytes = b""
    document: Document | None = None
    reading: RecordedReading | None = None
    refusal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deposit:
    """What a person says of the files that are added."""

    origin: str = ""
    licence: str = ""
    day: date


def texts_of(corpus: Path) -> Path:
    """Give the folder of a corpus that holds its sources; a new corpus gets one of its own."""
    texts = corpus / TEXTS
    if corpus.is_dir() and not texts.is_dir() and any(corpus.iterdir()):
        return corpus
    return texts


def examine(
    corpus: Path,
    paths: Iterable[Path],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Arrival]:
    """Read every file that is to be added, without writing anything; folders with all below them.

    A file whose bytes the corpus has, whose name is taken, or that cannot be read is refused. Scans
    are recognised if the engine is there, which takes some ten seconds a page (`progress`).
    """
    texts = texts_of(corpus)
    known = _contents(texts)
    names = {path.relative_to(texts).as_posix() for path in _files(texts)}
    for path, name in _named_files(paths):
        arrival = _examine_file(path, name, known, names, progress)
        if not arrival.refusal:
            known[_digest(arrival.data)] = name
            names.add(name)
        yield arrival


def _examine_file(
    path: Path,
    name: str,
    known: Mapping[str, str],
    names: set[str],
    progress: Callable[[int, int], None] | None,
) -> Arrival:
    try:
        data = path.read_bytes()
    except OSError as error:
        return Arrival(path=path, file=name, refusal=str(error.strerror or error))
    same = known.get(_digest(data))
    if same is not None:
        return Arrival(
            path=path, file=name, refusal=f"the corpus has it already as {same}"
        )
    if name in names:
        return Arrival(
            path=path, file=name, refusal="another file of that name is in the corpus"
        )
    try:
        source, reading = read_or_recognise(path, data, progress=progress)
    except LawtoolError as error:
        reason = str(error).removeprefix(f"{path}: ")
        return Arrival(path=path, file=name, refusal=f"{reason} {error.remedy}".strip())
    return Arrival(
        path=path, file=name, data=data, document=parse_source(source), reading=reading
    )


def read_or_recognise(
    path: Path, data: bytes, *, progress: Callable[[int, int], None] | None = None
) -> tuple[Source, RecordedReading | None]:
    """Read a file; a scan without a reading is recognised, and the reading given back.

    Raises UnreadableSource, and NeedsRecognition where the engine is not installed.
    """
    try:
        return sources.read_source(path), None
    except NeedsRecognition:
        from lawtool.sources.scan_engine import can_recognise, recognise_scan

        if not can_recognise():
            raise
        reading = recognise_scan(data, progress=progress)
    source = sources.source_from_bytes(
        data, slug=path.name, origin=str(path), shown=str(path), reading=reading
    )
    return source, reading


def take_in(corpus: Path, arrivals: Sequence[Arrival], deposit: Deposit) -> list[Path]:
    """Copy files into a corpus and say in its settings where they came from. Never overwrites.

    Raises BadCorpus where the corpus cannot be written.
    """
    texts = texts_of(corpus)
    written = []
    try:
        for arrival in arrivals:
            target = texts / arrival.file
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as out:
                out.write(arrival.data)
            _keep_reading(arrival, target)
            written.append(target)
            with (corpus / SETTINGS).open("a", encoding="utf-8") as out:
                out.write(_settings_of(arrival, deposit))
    except OSError as error:
        raise BadCorpus(
            f"{error.filename}: {error.strerror}", remedy="Nothing more was added."
        ) from error
    return written


def _keep_reading(arrival: Arrival, target: Path) -> None:
    """Write the reading of a scan beside it: a new one, or a copy of the one that came with it."""
    from lawtool.sources.recorded_reading import reading_file, write_reading

    if arrival.reading is not None:
        write_reading(target, arrival.reading)
        return
    beside = reading_file(arrival.path)
    if beside.exists():
        with reading_file(target).open("xb") as out:
            out.write(beside.read_bytes())


def _settings_of(arrival: Arrival, deposit: Deposit) -> str:
    fields = {
        "file": arrival.file,
        "origin": deposit.origin or str(arrival.path),
        "licence": deposit.licence,
        "sha256": _digest(arrival.data),
    }
    lines = [
        f"{name} = {json.dumps(value, ensure_ascii=False)}"
        for name, value in fields.items()
        if value
    ]
    return "\n".join(
        ("", "[[source]]", *lines, f"added = {deposit.day.isoformat()}", "")
    )


def _named_files(paths: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """Give files with the names that they get; those of a folder keep their place in it."""
    for path in paths:
        if not path.is_dir():
            yield path, path.name
            continue
        for file in _files(path):
            yield file, file.relative_to(path).as_posix()


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith(".") and not name.endswith(READINGS):
                yield Path(place) / name


def _contents(texts: Path) -> dict[str, str]:
    """Give the sha256 of every file of a corpus → its name."""
    return {
        _digest(path.read_bytes()): path.relative_to(texts).as_posix()
        for path in _files(texts)
    }


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
