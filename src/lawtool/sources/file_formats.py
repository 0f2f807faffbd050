"""The registry of formats: what a file is by its bytes, then by its name, and who reads it.

To add a format: write a module with a function `bytes -> Extraction` and add a row to
`FILE_FORMATS`. A format that is known and has no reader is refused with its name, never read as
garbage.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

from lawtool.sources.encoding import looks_binary
from lawtool.sources.extraction import Extraction

if TYPE_CHECKING:
    from lawtool.sources.recorded_reading import RecordedReading


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format: its name for people, its type, endings of file names, and the place of its reader,
    if there is one.

    Readers are named, not imported: a reader's library costs up to 0.1 s, and most commands need
    none.
    """

    name: str
    media_type: str
    suffixes: tuple[str, ...] = ()
    reader: str = ""
    scanned: bool = False
    """Its pages may be images; the reader takes what was recognised on them."""

    def read(self, data: bytes, reading: RecordedReading | None = None) -> Extraction:
        """Read the bytes of a file. Raises RefusedContent."""
        module, function = self.reader.split(":")
        reader: Callable[..., Extraction] = getattr(
            import_module(f"lawtool.sources.{module}"), function
        )
        if self.scanned:
            return reader(data, reading)
        return reader(data)


_OFFICE = "application/vnd.openxmlformats-officedocument"

FILE_FORMATS = {
    entry.name: entry
    for entry in (
        Format(
            name="text",
            media_type="text/plain",
            suffixes=(".txt",),
            reader="plain_file:read_text",
        ),
        Format(
            name="HTML page",
            media_type="text/html",
            suffixes=(".html", ".htm", ".xhtml"),
            reader="markup:read_html",
        ),
        Format(
            name="Markdown",
            media_type="text/markdown",
            suffixes=(".md", ".markdown", ".mdown", ".mkd"),
            reader="markdown_file:read_markdown",
        ),
        Format(
            name="XML",
            media_type="application/xml",
            suffixes=(".xml",),
            reader="lexml_file:read_lexml",
        ),
        Format(
            name="JSON",
            media_type="application/json",
            suffixes=(".json", ".jsonl", ".ndjson"),
            reader="json_dump:read_json",
        ),
        Format(
            name="PDF",
            media_type="application/pdf",
            suffixes=(".pdf",),
            reader="pdf_file:read_pdf",
            scanned=True,
        ),
        Format(
            name="DOCX",
            media_type=f"{_OFFICE}.wordprocessingml.document",
            suffixes=(".docx", ".docm"),
            reader="docx_file:read_docx",
        ),
        Format(
            name="Word (before 2007)",
            media_type="application/msword",
            suffixes=(".doc",),
        ),
        Format(name="RTF", media_type="application/rtf", suffixes=(".rtf",)),
        Format(
            name="OpenDocument",
            media_type="application/vnd.oasis.opendocument",
            suffixes=(".odt",),
        ),
        Format(name="EPUB", media_type="application/epub+zip", suffixes=(".epub",)),
        Format(name="ZIP archive", media_type="application/zip", suffixes=(".zip",)),
        Format(name="gzip archive", media_type="application/gzip", suffixes=(".gz",)),
        Format(
            name="PNG image",
            media_type="image/png",
            suffixes=(".png",),
            reader="scan_file:read_image",
            scanned=True,
        ),
        Format(
            name="JPEG image",
            media_type="image/jpeg",
            suffixes=(".jpg", ".jpeg"),
            reader="scan_file:read_image",
            scanned=True,
        ),
        Format(name="GIF image", media_type="image/gif", suffixes=(".gif",)),
        Format(
            name="TIFF image",
            media_type="image/tiff",
            suffixes=(".tif", ".tiff"),
            reader="scan_file:read_image",
            scanned=True,
        ),
        Format(name="binary data", media_type="application/octet-stream"),
    )
}

_SIGNATURES = (
    (b"%PDF-", "PDF"),
    (b"\xd0\xcf\x11\xe0", "Word (before 2007)"),
    (b"{\\rtf", "RTF"),
    (b"\x1f\x8b", "gzip archive"),
    (b"\x89PNG", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF8", "GIF image"),
    (b"II*\x00", "TIFF image"),
    (b"MM\x00*", "TIFF image"),
)
_HTML_OPENINGS = ("<!doctype html", "<html", "<head", "<body")
_XML_OPENINGS = ("<?xml", "<lexml", "<!doctype", "<!entity")
_OPENING = 1024
"""Bytes in which a signature or an opening is looked for: some PDFs begin with a mail's head."""

_IN_WORDS = frozenset(("PDF", "DOCX", "Word (before 2007)", "OpenDocument", "EPUB"))
"""Formats that no text can be: a file named so that holds something else is a failed download."""


def recognise_format(data: bytes, name: str) -> Format:
    """Say what the bytes are; `name` decides only between kinds of text."""
    opening = data[:_OPENING]
    for signature, format_name in _SIGNATURES:
        if opening.startswith(signature) or (
            signature == b"%PDF-" and signature in opening
        ):
            return FILE_FORMATS[format_name]
    if opening.startswith(b"PK\x03\x04"):
        return FILE_FORMATS[_kind_of_zip(data)]
    if looks_binary(data):
        return FILE_FORMATS["binary data"]
    return FILE_FORMATS[_kind_of_text(opening, format_by_name(name))]


def format_by_name(name: str) -> Format | None:
    """Give the format that the ending of a file's name promises, None for an unknown one."""
    suffix = PurePath(name).suffix.lower()
    return next(
        (entry for entry in FILE_FORMATS.values() if suffix in entry.suffixes), None
    )


def contradiction(found: Format, name: str) -> str:
    """Tell what is wrong where a file's name promises a document and its bytes are a text; empty if
    nothing is.
    """
    promised = format_by_name(name)
    if promised is None or promised is found or promised.name not in _IN_WORDS:
        return ""
    return f"is named {PurePath(name).suffix} but is {_with_article(found.name)}"


def _with_article(name: str) -> str:
    if name[:1] in "HEXRO" and name != "ZIP archive":
        article = "an"
    else:
        article = "a"
    return f"{article} {name}"


def _kind_of_text(opening: bytes, promised: Format | None) -> str:
    start = opening.decode("latin-1").lstrip("ï»¿\ufeff \t\r\n").lower()
    if start.startswith(_HTML_OPENINGS) or (
        start.startswith("<?xml") and "<html" in start
    ):
        return "HTML page"
    if start.startswith(_XML_OPENINGS):
        return "XML"
    text_formats = ("HTML page", "Markdown", "XML", "JSON")
    if promised is not None and promised.name in text_formats:
        return promised.name
    if (
        start.startswith(("{", "[{", "[ {", "[\n"))
        and '"' in start[:400]
        and '":' in start
    ):
        return "JSON"
    return "text"


def _kind_of_zip(data: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return "ZIP archive"
    if "word/document.xml" in names or any(name.startswith("word/") for name in names):
        return "DOCX"
    if "META-INF/container.xml" in names:
        return "EPUB"
    if "content.xml" in names:
        return "OpenDocument"
    return "ZIP archive"
