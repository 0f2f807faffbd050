"""Read a text file: only the encoding has to be found."""

from __future__ import annotations

from lawtool.sources.encoding import decode_bytes
from lawtool.sources.extraction import Extraction


def read_text(data: bytes) -> Extraction:
    """Decode the bytes; nothing else is changed. Never raises."""
    text, encoding, problems = decode_bytes(data)
    return Extraction(text=text, encoding=encoding, problems=problems)
