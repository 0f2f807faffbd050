"""One pattern for many forms: beginnings that they share are written, and tried, once."""

from __future__ import annotations

import re
from collections.abc import Mapping


def write_trie(tails: Mapping[str, str], *, blank: str = r"\s") -> str:
    """Write a pattern of all keys, each followed by the pattern of its tail: `art…|anexo…` →
    `a(?:nexo…|rt…)`. Of two keys that begin alike the longer one is tried first. `blank` is the
    pattern of a blank inside a key.
    """
    ends = list[str]()
    below = dict[str, dict[str, str]]()
    for letters, tail in tails.items():
        if letters:
            below.setdefault(letters[0], {})[letters] = tail
        else:
            ends.append(tail)
    branches = [_write_branch(entries, blank) for _, entries in sorted(below.items())]
    return "|".join([*branches, *ends])


def _write_branch(entries: Mapping[str, str], blank: str) -> str:
    """Write the keys that begin with the same letter."""
    first, last = min(entries), max(entries)
    length = 0
    while length < len(first) and first[length] == last[length]:
        length += 1
    common = blank.join(map(re.escape, first[:length].split(" ")))
    rest = {letters[length:]: tail for letters, tail in entries.items()}
    if len(rest) == 1:
        return common + rest[""]
    return f"{common}(?:{write_trie(rest, blank=blank)})"
