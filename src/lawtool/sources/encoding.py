"""Find the characters of bytes. Brazilian publishers serve UTF-8, cp1252, pages glued together from
both, and UTF-8 that was taken for Latin-1 and written again; old machines wrote Mac Roman and
cp850.

A text is UTF-8 if it is valid UTF-8. If not, it is read sequence by sequence: what is well-formed
UTF-8 of a character that Portuguese texts use is taken as that, every other high byte as cp1252. No
byte is lost to U+FFFD.
"""

from __future__ import annotations

import codecs
import re

from lawtool.model import Problem, Span
from lawtool.sources.mojibake import MOJIBAKE, repair_mojibake

Decoded = tuple[str, str, tuple[Problem, ...]]
"""Text, name of the encoding (`utf-8`, `cp1252`, `mixed` ...), problems."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# UTF-8 of U+00A0-U+00FF, of combining accents (NFD), of U+2000-U+206F (dashes, quotes, bullets),
# the euro and the
# trade mark. Other well-formed sequences are far likelier cp1252: `É”` is C9 94, which as UTF-8 is
# U+0254.
_UTF8 = (
    rb"[\xc2\xc3][\x80-\xbf]|\xcc[\x80-\xbf]"
    rb"|\xe2(?:\x80[\x80-\xbf]|\x81[\x80-\xaf]|\x82\xac|\x84\xa2)|\xef\xbb\xbf"
)
_SEQUENCE = re.compile(_UTF8)
_HIGH = re.compile(rb"(" + _UTF8 + rb")|[\x80-\xff]")
_ASCII = bytes(range(128))
# `IRMÃ”` in cp1252 is also the UTF-8 of `IRMÔ`: a closing sign after a capital, and no word goes
# on.
_CLOSING = re.compile(
    rb"(?<=[A-Z])[\xc2\xc3][\x85\x92\x94\x96\x97\xaa\xba\xbb](?![A-Za-z\x80-\xff])"
)

_CONTROL = bytes(byte for byte in range(32) if byte not in b"\t\n\v\f\r\x1b")
_PROBE = 65536
_OLD_ENCODINGS = ("mac_roman", "cp850")
_LEAST_OLD = 4
"""Accented letters that an old encoding must explain, and three times as many as cp1252 does."""
# An accented letter of Portuguese inside or at the end of a word in small letters, an ordinal
# behind a digit, a §.
_PORTUGUESE = re.compile(r"(?<=[a-z])[áàâãéêíóôõúüç]|(?<=\d)[ºª]|§ ?(?=\d)")


def looks_binary(data: bytes) -> bool:
    """Decide whether more than one byte in twenty is a control character, and at least eight are.

    Texts with a byte order mark of UTF-16 or UTF-32 are full of zeros and no binaries.
    """
    if any(data.startswith(bom) for bom, _ in _BOMS):
        return False
    probe = data[:_PROBE]
    controls = len(probe) - len(probe.translate(None, _CONTROL))
    return controls >= 8 and controls * 20 > len(probe)


def decode_bytes(data: bytes) -> Decoded:
    """Decode bytes; what was put right is told in the problems. Never raises; line ends stay."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _without_mojibake(*_decode_marked(data, encoding))
    try:
        return _without_mojibake(data.decode("utf-8"), "utf-8", ())
    except UnicodeDecodeError:
        return _without_mojibake(*_decode_single_bytes(data))


def _decode_marked(data: bytes, encoding: str) -> Decoded:
    try:
        return data.decode(encoding), encoding, ()
    except UnicodeDecodeError as error:
        if encoding == "utf-8-sig":
            return _decode_mixed(data[len(codecs.BOM_UTF8) :])
        reason = f"{error.reason} at byte {error.start}"
        message = f"not valid {encoding} ({reason}); unreadable places are U+FFFD"
        problem = Problem(code="broken-encoding", message=message)
        return data.decode(encoding, "replace"), encoding, (problem,)


def _without_mojibake(
    text: str, encoding: str, problems: tuple[Problem, ...]
) -> Decoded:
    """Put right UTF-8 that was read as Latin-1 before; a pair or two may be meant."""
    first = MOJIBAKE.search(text)
    if first is None:
        return text, encoding, problems
    repaired, count = MOJIBAKE.subn(lambda match: repair_mojibake(match.group()), text)
    if count < 3 and "§" not in repaired and "º" not in repaired:
        return text, encoding, problems
    line = text.count("\n", 0, first.start()) + 1
    message = (
        f"{count} characters had been read in a wrong encoding ({first.group()} for "
        f"{repair_mojibake(first.group())}), the first in line {line}; they are put right"
    )
    problem = Problem(code="double-encoding", message=message, line=line)
    return repaired, encoding, (*problems, problem)


def _decode_single_bytes(data: bytes) -> Decoded:
    """Read bytes that are no UTF-8: cp1252 and what is mixed into it, or the code of an old
    machine.
    """
    text, encoding, problems = _decode_mixed(data)
    if encoding == "mixed":
        return text, encoding, problems
    usual = len(_PORTUGUESE.findall(text[:_PROBE]))
    accented = len(data[:_PROBE].translate(None, _ASCII))
    if accented <= 3 * usual:
        return (
            text,
            encoding,
            problems,
        )  # no other reading can explain three times as many
    explained, old = max(
        (len(_PORTUGUESE.findall(data[:_PROBE].decode(old, "replace"))), old)
        for old in _OLD_ENCODINGS
    )
    if explained >= _LEAST_OLD and explained > 3 * usual:
        message = f"{explained} accented letters are words only in {old}; read as that"
        problem = Problem(code="old-encoding", message=message)
        return data.decode(old, "replace"), old, (problem,)
    return text, encoding, problems


def _decode_cp1252(data: bytes) -> str:
    """Decode as browsers do: the five bytes that cp1252 leaves open become control characters of
    latin-1.
    """
    return data.decode("cp1252", "lawtool-latin1")


def _as_latin1(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("lawtool-latin1", _as_latin1)


def _decode_mixed(data: bytes) -> Decoded:
    sequences = list(_SEQUENCE.finditer(data))
    in_sequences = sum(match.end() - match.start() for match in sequences)
    single = len(data.translate(None, _ASCII)) - in_sequences
    if single > len(sequences):
        closing = {match.start() for match in _CLOSING.finditer(data)}
        sequences = [match for match in sequences if match.start() not in closing]
    if not sequences:
        return _decode_cp1252(data), "cp1252", ()
    text = _join(data, sequences)
    return text, "mixed", (_mixed_problem(data, text, sequences, single),)


def _join(data: bytes, sequences: list[re.Match[bytes]]) -> str:
    parts: list[str] = []
    done = 0
    for match in sequences:
        parts.append(_decode_cp1252(data[done : match.start()]))
        parts.append(match.group().decode("utf-8"))
        done = match.end()
    parts.append(_decode_cp1252(data[done:]))
    return "".join(parts)


def _mixed_problem(
    data: bytes, text: str, sequences: list[re.Match[bytes]], single: int
) -> Problem:
    """Report the file once, at the first line of the rarer encoding."""
    if len(sequences) >= single:
        rarer, count = "cp1252", single
        first = next(
            match.start() for match in _HIGH.finditer(data) if not match.group(1)
        )
    else:
        rarer, count = "UTF-8", len(sequences)
        first = sequences[0].start()
    line = data.count(b"\n", 0, first) + 1
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    end = text.find("\n", start)
    if end < 0:
        end = len(text)
    message = f"two encodings in one file: {count} characters are {rarer}, the first in line {line}"
    return Problem(
        code="mixed-encoding",
        message=message,
        span=Span(start=start, end=end),
        line=line,
    )
