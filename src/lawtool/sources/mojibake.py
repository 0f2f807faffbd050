"""UTF-8 that was read as Latin-1 or cp1252 and written again (`Â§ 1Âº`, `redaÃ§Ã£o`), put right."""

from __future__ import annotations

import re

_TRAIL = {}
for _byte in range(0x80, 0xC0):
    _TRAIL[chr(_byte)] = _byte
    _TRAIL[bytes((_byte,)).decode("cp1252", "replace")] = _byte
_TRAIL.pop("\ufffd", None)
_TRAILS = "".join(map(re.escape, _TRAIL))

# Behind `Ã` at the end of a word in capitals a closing sign is what it seems: `IRMÃ”`.
MOJIBAKE = re.compile(
    rf"(?!(?<=[A-ZÀ-Ý])Ã[”’»…–—ªº\u00a0])[ÂÃ][{_TRAILS}]|â(?:€|\x80)[{_TRAILS}]"
)
"""`Ã§`, `Âº`, `â€“`: pairs that Portuguese has not."""


def repair_mojibake(pair: str) -> str:
    """Give the character that a pair stands for; the pair itself where it stands for none."""
    data = bytearray()
    for sign in pair:
        if sign in _TRAIL:
            data.append(_TRAIL[sign])
        else:
            data += sign.encode("cp1252", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return pair
