"""Bytes to `Source`: one reader for each format, chosen by what the bytes are, then by what the name says.

To add a format: write a module with a function `bytes -> Reading`, add a row to `_READERS` and a signature or a
suffix below. A format whose reader is not here is refused with the name of what it is, never read as garbage.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from lawtool.errors import UnreadableSource
from lawtool.model import Source
from lawtool.sources.encoding import decode, looks_binary
from lawtool.sources.reading import Reading

HTML = "text/html"
TEXT = "text/plain"
PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

_SUFFIXES = {".html": HTML, ".htm": HTML, ".xhtml": HTML, ".pdf": PDF, ".docx": DOCX}

_SIGNATURES = (
    (b"%PDF-", PDF),
    (b"PK\x03\x04", DOCX),
    (b"\xd0\xcf\x11\xe0", "application/msword"),
    (b"{\\rtf", "application/rtf"),
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
)

_NAMES = {PDF: "PDF", DOCX: "DOCX", "application/msword": "Word", "application/rtf": "RTF"}
"""What people call the formats that are known and not read."""
_HTML_OPENINGS = ("<!doctype html", "<html", "<head", "<body")


def read(path: str | Path) -> Source:
    """The source in a file; its slug is the name of the file.

    Raises UnreadableSource, with one line that names the file, where it is missing, a directory, forbidden, empty
    or in no format that is read.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UnreadableSource(f"{path}: no such file", remedy="Check the path.") from None
    except IsADirectoryError:
        raise UnreadableSource(f"{path}: is a directory", remedy="Name a file inside it.") from None
    except PermissionError:
        raise UnreadableSource(
            f"{path}: no permission to read it", remedy="Change its permissions."
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnreadableSource(f"{path}: cannot be read ({reason})") from None
    return from_bytes(data, slug=path.name, origin=str(path))


def from_bytes(
    data: bytes, *, slug: str, media_type: str | None = None, origin: str = ""
) -> Source:
    """The source in these bytes; `media_type` overrules what bytes and name say. Raises UnreadableSource."""
    if not data.strip():
        raise UnreadableSource(f"{slug}: is empty")
    media_type = media_type or _media_type(data, slug)
    reader = _READERS.get(media_type)
    if reader is None:
        raise UnreadableSource(
            f"{slug}: there is no reader for {_NAMES.get(media_type, media_type)}"
        )
    reading = reader(data)
    if not reading.text.strip():
        raise UnreadableSource(f"{slug}: holds no text")
    return Source(
        slug=slug,
        text=reading.text,
        sha256=hashlib.sha256(data).hexdigest(),
        media_type=media_type,
        encoding=reading.encoding,
        origin=origin,
        marks=reading.marks,
        problems=reading.problems,
    )


def from_text(text: str, slug: str = "") -> Source:
    """A source of text that a program already holds. Never raises: an empty text is an empty source."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Source(slug=slug, text=text, sha256=digest)


def _media_type(data: bytes, slug: str) -> str:
    for signature, media_type in _SIGNATURES:
        if data.startswith(signature):
            return media_type
    if looks_binary(data):
        return "binary data"
    opening = data[:1024].decode("latin-1").lstrip("\xef\xbb\xbf \t\r\n").lower()
    if opening.startswith(_HTML_OPENINGS):
        return HTML
    by_name = _SUFFIXES.get(Path(slug).suffix.lower(), TEXT)
    return by_name if by_name == HTML else TEXT


def _read_text(data: bytes) -> Reading:
    text, encoding, problems = decode(data)
    return Reading(text=text, encoding=encoding, problems=problems)


def _read_html(data: bytes) -> Reading:
    # Imported here: bs4 costs 0.1 s, and most commands never see HTML.
    from lawtool.sources.markup import read_html

    return read_html(data)


_READERS: dict[str, Callable[[bytes], Reading]] = {TEXT: _read_text, HTML: _read_html}
