"""Bytes to `Source`: one reader for each format (`file_formats`), chosen by what the bytes are,
then by the name.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from lawtool.errors import NeedsRecognition, RefusedContent, UnreadableSource
from lawtool.model import Problem, Source, Span
from lawtool.sources.extraction import LARGEST_FILE, Extraction
from lawtool.sources.file_formats import (
    FILE_FORMATS,
    Format,
    contradiction,
    recognise_format,
)

if TYPE_CHECKING:
    from lawtool.sources.recorded_reading import RecordedReading

_LOST = "\ufffd"


def read_source(path: str | Path) -> Source:
    """Read the source in a file; its slug is the name of the file.

    Raises UnreadableSource, with one line that names the file, where it is missing, a directory,
    forbidden, empty, too large or in no format that is read.
    """
    path = Path(path)
    data = _read_bytes(path)
    reading = _reading_beside(path, data)
    return source_from_bytes(
        data, slug=path.name, origin=str(path), shown=str(path), reading=reading
    )


def _reading_beside(path: Path, data: bytes) -> RecordedReading | None:
    """Load what was recognised on the pages of a scan, if the file can be one and has a reading."""
    if not recognise_format(data, path.name).scanned:
        return None
    from lawtool.sources.recorded_reading import load_reading

    try:
        return load_reading(path, data)
    except RefusedContent as error:
        raise UnreadableSource(f"{path}: {error}", remedy=error.remedy) from None


def _read_bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE:
            limit = LARGEST_FILE // 1_000_000
            raise UnreadableSource(
                f"{path}: is larger than {limit} MB", remedy="Cut it in parts."
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise UnreadableSource(
            f"{path}: no such file", remedy="Check the path."
        ) from None
    except IsADirectoryError:
        raise UnreadableSource(
            f"{path}: is a directory", remedy="Name a file inside it."
        ) from None
    except PermissionError:
        raise UnreadableSource(
            f"{path}: no permission to read it", remedy="Change its permissions."
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnreadableSource(f"{path}: cannot be read ({reason})") from None


def source_from_bytes(
    data: bytes,
    *,
    slug: str,
    media_type: str | None = None,
    origin: str = "",
    shown: str = "",
    reading: RecordedReading | None = None,
) -> Source:
    """Make the source in these bytes; `media_type` overrules what bytes and name say. Raises
    UnreadableSource.
    """
    shown = shown or slug
    if not data.strip():
        raise UnreadableSource(f"{shown}: is empty")
    recognised = _format(data, slug, media_type)
    if media_type:
        wrong = ""
    else:
        wrong = contradiction(recognised, slug)
    if wrong:
        raise UnreadableSource(f"{shown}: {wrong}", remedy="Fetch the document again.")
    if not recognised.reader:
        raise UnreadableSource(f"{shown}: there is no reader for {recognised.name}")
    try:
        extraction = recognised.read(data, reading)
    except NeedsRecognition as error:
        raise NeedsRecognition(f"{shown}: {error}", remedy=error.remedy) from None
    except RefusedContent as error:
        raise UnreadableSource(f"{shown}: {error}", remedy=error.remedy) from None
    if not extraction.text.strip():
        raise UnreadableSource(f"{shown}: holds no text")
    return Source(
        slug=slug,
        text=extraction.text,
        sha256=hashlib.sha256(data).hexdigest(),
        media_type=recognised.media_type,
        encoding=extraction.encoding,
        origin=origin,
        marks=extraction.marks,
        problems=(*extraction.problems, *_lost_characters(extraction)),
    )


def source_from_text(text: str, slug: str = "") -> Source:
    """Make a source of text that a program already holds. Never raises: an empty text is an empty
    source.
    """
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Source(
        slug=slug,
        text=text,
        sha256=digest,
        problems=_lost_characters(Extraction(text=text)),
    )


def _format(data: bytes, slug: str, media_type: str | None) -> Format:
    if media_type is None:
        return recognise_format(data, slug)
    for entry in FILE_FORMATS.values():
        if entry.media_type == media_type:
            return entry
    raise UnreadableSource(f"{slug}: there is no reader for {media_type}")


def _lost_characters(extraction: Extraction) -> tuple[Problem, ...]:
    """Report U+FFFD: characters that another program could not read and threw away."""
    count = extraction.text.count(_LOST)
    reported = any(problem.code == "broken-encoding" for problem in extraction.problems)
    if not count or reported:
        return ()
    start = extraction.text.index(_LOST)
    line = extraction.text.count("\n", 0, start) + 1
    message = (
        f"{count} characters were lost before this file was written (�), the first in "
        f"line {line}"
    )
    span = Span(start=start, end=start + 1)
    return (Problem(code="lost-characters", message=message, span=span, line=line),)
