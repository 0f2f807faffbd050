"""Lines that a recogniser read from a page that lay on its side: signs without words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawtool.model import Line

FEWEST = 8
"""Lines of the shortest garbled run; a page on its side gives 40 and more."""
_FEWEST_TOKENS = 3
_SCRAPS = 0.6
"""Share of tokens of one or two signs that are no number, in a line without a sense."""
_RUN_SHARE = 0.75


def find_garbled_runs(lines: Sequence[Line]) -> Iterator[tuple[Line, ...]]:
    """Find runs of lines that hold no words. Linear in the lines."""
    run: list[Line] = []
    garbled = 0
    last = 0
    """Length of the run up to its last garbled line."""
    for line in [
        line for line in lines if line.furniture is None and line.table is None
    ]:
        if _is_garbled(line.text):
            run.append(line)
            garbled += 1
            last = len(run)
        elif run and _says_nothing(line.text):
            run.append(line)
        else:
            if garbled >= FEWEST and garbled >= _RUN_SHARE * last:
                yield tuple(run[:last])
            run, garbled, last = [], 0, 0
    if garbled >= FEWEST and garbled >= _RUN_SHARE * last:
        yield tuple(run[:last])


def _is_garbled(text: str) -> bool:
    tokens = text.split()
    if len(tokens) < _FEWEST_TOKENS or any(_is_word(token) for token in tokens):
        return False
    scraps = sum(len(token) <= 2 and not token.isdigit() for token in tokens)
    return scraps >= _SCRAPS * len(tokens)


def _says_nothing(text: str) -> bool:
    """Tell a short line without a word, which may stand in a garbled run."""
    return not any(_is_word(token) for token in text.split())


def _is_word(token: str) -> bool:
    letters = token.strip(".,;:()\"'")
    return len(letters) >= 4 and letters.isalpha() and not letters[1:].isupper()
