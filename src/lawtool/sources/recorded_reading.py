"""Keep what an engine recognised on the pages of a scan: a file beside the scan,
`scan.pdf.ocr.json.gz`.

Recognition is slow and not the same on every machine, so its result is a source like any other: it
is made once, and every build reads it. It says which bytes it was made from, by which engine and
which models.
"""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import msgspec

from lawtool.errors import RefusedContent
from lawtool.sources.extraction import LARGEST_MEMBER

SUFFIX = ".ocr.json.gz"
_FORMAT = "lawtool-ocr/1"


class RecordedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line as recognised and its box in pixels of the page as it was read (turned upright)."""

    text: str
    box: tuple[int, int, int, int]
    """Left, top, right, bottom."""
    score: float = 1.0


class RecordedPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page as recognised. `turn`: degrees, clockwise, by which it was turned to stand upright."""

    number: int
    width: int
    height: int
    dpi: int
    turn: int = 0
    lines: tuple[RecordedLine, ...] = ()


class RecordedReading(msgspec.Struct, frozen=True, kw_only=True):
    """What one engine recognised on the pages of one file; pages of text are not in it."""

    sha256: str
    """Of the bytes of the scan."""
    engine: str
    models: dict[str, str] = {}
    """Name of a file of the engine → its sha256."""
    pages: tuple[RecordedPage, ...] = ()
    format: str = _FORMAT


def reading_file(path: Path) -> Path:
    """Give the place of the reading of a scan."""
    return path.with_name(path.name + SUFFIX)


def write_reading(path: Path, reading: RecordedReading) -> Path:
    """Write a reading beside its scan. Raises FileExistsError: a reading is never overwritten."""
    target = reading_file(path)
    with (
        target.open("xb") as out,
        gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed,
    ):
        packed.write(msgspec.json.format(msgspec.json.encode(reading), indent=1))
    return target


def load_reading(path: Path, data: bytes) -> RecordedReading | None:
    """Load the reading beside a scan, None where there is none.

    Raises RefusedContent for one that is damaged, too large, or was made from other bytes.
    """
    target = reading_file(path)
    if not target.exists():
        return None
    try:
        with gzip.open(target) as packed:
            content = packed.read(LARGEST_MEMBER + 1)
        reading = msgspec.json.decode(content[:LARGEST_MEMBER], type=RecordedReading)
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise RefusedContent(
            f"has a reading that cannot be read ({target.name}: {error})",
            remedy=f"Take {target.name} away and read the scan again.",
        ) from None
    if reading.format != _FORMAT or reading.sha256 != hashlib.sha256(data).hexdigest():
        raise RefusedContent(
            f"is not the file that {target.name} was made from",
            remedy=f"Take {target.name} away and read the scan again.",
        )
    return reading
