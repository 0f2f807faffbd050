"""Corrections replayed on the raw text, taken back, and traced.

The raw text is never altered: what a reader sees is the raw text with the rows that apply (`auto`,
`accepted`) replayed on it. Where two rows touch the same characters one of them stands, always the
same one (`Edits`).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from lawtool.model import Correction, Decision, Span

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
_ACCENTED = re.compile(r"[^\u0300-\u036f][\u0300-\u036f]+")
_IRREGULAR = re.compile(
    r"[\s\x00-\x1f\x7f-\x9f]+|[^\s\x00-\x1f\x7f-\x9f][\u0300-\u036f]+"
)
"""Runs of blanks, and letters with their accents apart: all that `compose` folds in a Portuguese
text.
"""

Run = tuple[str, int, int]
"""A chunk of a changed text and the raw range that it stands for."""


class Edits:
    """The rows that change the text, in order, without overlaps: the prepared form of a list of
    corrections.

    Of two rows that overlap a person's (`accepted`) stands before a program's; else the one that
    begins first; else the longer one; else the first given. Prepare once for many calls of
    `compose`.
    """

    __slots__ = ("_starts", "rows")

    def __init__(self, corrections: Iterable[Correction] = ()) -> None:
        wanted = [row for row in corrections if row.applies]
        wanted.sort(key=lambda row: (row.span.start, -row.span.end))
        accepted = _disjoint(
            [row for row in wanted if row.decision is Decision.ACCEPTED], ()
        )
        self.rows = _disjoint(
            [row for row in wanted if row.decision is Decision.AUTO], accepted
        )
        self._starts = [row.span.start for row in self.rows]

    def within(self, start: int, end: int) -> Sequence[Correction]:
        """Give the rows that lie wholly in `start..end`; an insertion at `end` belongs to what
        follows.
        """
        first = bisect_left(self._starts, start)
        last = bisect_left(self._starts, end, lo=first)
        if last > first and self.rows[last - 1].span.end > end:
            last -= 1
        return self.rows[first:last]


def _disjoint(
    rows: Sequence[Correction], fixed: Sequence[Correction]
) -> tuple[Correction, ...]:
    """Give `fixed` (disjoint, in order) and those of `rows` (in order) that clash with no row
    before them.
    """
    chosen = list(fixed)
    starts = [row.span.start for row in fixed]
    free_from, last_insertion = 0, -1
    for row in rows:
        span = row.span
        if span.start < free_from or (span.start == span.end == last_insertion):
            continue
        if _clashes(span, fixed, bisect_right(starts, span.start)):
            continue
        chosen.append(row)
        free_from = span.end
        if span.start == span.end:
            last_insertion = span.start
        else:
            last_insertion = -1
    return tuple(sorted(chosen, key=lambda row: (row.span.start, row.span.end)))


def _clashes(span: Span, fixed: Sequence[Correction], place: int) -> bool:
    """Tell whether a span touches its neighbours in `fixed`, before and at `place`."""
    if place < len(fixed) and fixed[place].span.start < span.end:
        return True
    if not place:
        return False
    before = fixed[place - 1].span
    return before.end > span.start or before.start == span.start


def _edits(corrections: Iterable[Correction] | Edits) -> Edits:
    if isinstance(corrections, Edits):
        return corrections
    return Edits(corrections)


def _replayed(raw: str, start: int, end: int, edits: Edits) -> Iterator[Run]:
    """Give chunks of the changed text with the raw range that each stands for."""
    at = start
    for row in edits.within(start, end):
        yield raw[at : row.span.start], at, row.span.start
        yield row.after, row.span.start, row.span.end
        at = row.span.end
    yield raw[at:end], at, end


def replay(raw: str, corrections: Iterable[Correction] | Edits) -> str:
    """Replay the rows that apply on the raw text; nothing else is changed."""
    return "".join(
        chunk for chunk, _, _ in _replayed(raw, 0, len(raw), _edits(corrections))
    )


def undo_replay(clean: str, corrections: Iterable[Correction] | Edits) -> str:
    """Give the raw text again: the inverse of `replay` with the same rows."""
    out: list[str] = []
    at = shift = 0
    for row in _edits(corrections).rows:
        start = row.span.start + shift
        out += (clean[at:start], row.before)
        at = start + len(row.after)
        shift += len(row.after) - len(row.before)
    out.append(clean[at:])
    return "".join(out)


def compose(
    raw: str, pieces: Sequence[Span], corrections: Iterable[Correction] | Edits = ()
) -> str:
    """A node's text: the raw slices of its pieces with the rows inside them replayed, joined,
    blanks and control characters folded to one space, NFC. A row that lies not wholly inside a
    piece has no effect.
    """
    edits = _edits(corrections)
    if edits.rows:
        text = " ".join(
            "".join(
                chunk for chunk, _, _ in _replayed(raw, piece.start, piece.end, edits)
            )
            for piece in pieces
        )
    else:
        text = " ".join(piece.of(raw) for piece in pieces)
    if _CONTROL.search(text):
        text = _CONTROL.sub(" ", text)
    text = " ".join(text.split())
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text)


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """A map from the characters of a changed text to the raw text.

    Runs of characters: run i begins at `clean[i]` of the changed text and at `raw[i]` of the raw
    text and, if `verbatim[i]`, goes on in step; otherwise the whole run stands for the raw range
    `raw[i]..ends[i]`.
    """

    clean: tuple[int, ...]
    raw: tuple[int, ...]
    ends: tuple[int, ...]
    verbatim: tuple[bool, ...]

    @classmethod
    def of_node(
        cls,
        raw: str,
        pieces: Sequence[Span],
        corrections: Iterable[Correction] | Edits = (),
    ) -> OffsetMap:
        """Make the map of what `compose` returns for the same pieces and rows."""
        return cls._of_runs(list(_folded(raw, pieces, _edits(corrections))), raw)

    @classmethod
    def _of_runs(cls, runs: list[Run], raw: str) -> OffsetMap:
        runs = [run for run in runs if run[0]] or [("", 0, 0)]
        lengths = accumulate((len(text) for text, _, _ in runs), initial=0)
        # A run whose raw range goes on in the next one is part of a change, even where it reads as
        # the raw text does.
        begins = (*(start for _, start, _ in runs[1:]), len(raw))
        return cls(
            clean=tuple(lengths)[:-1],
            raw=tuple(start for _, start, _ in runs),
            ends=tuple(end for _, _, end in runs),
            verbatim=tuple(
                end - start == len(text) and end <= following and raw[start:end] == text
                for (text, start, end), following in zip(runs, begins, strict=True)
            ),
        )

    @classmethod
    def of_nfc(cls, raw: str) -> tuple[str, OffsetMap]:
        """Put the accents of a text on their letters; give it with its map."""
        runs: list[Run] = []
        at = 0
        for match in _ACCENTED.finditer(raw):
            start, end = match.span()
            runs += (
                (raw[at:start], at, start),
                (unicodedata.normalize("NFC", match.group()), start, end),
            )
            at = end
        runs.append((raw[at:], at, len(raw)))
        return "".join(text for text, _, _ in runs), cls._of_runs(runs, raw)

    def clean_offset(self, offset: int) -> int:
        """Give the offset in the changed text of a raw one; of what was changed, its beginning."""
        run = max(bisect_right(self.raw, offset) - 1, 0)
        if self.verbatim[run]:
            inside = offset - self.raw[run]
        else:
            inside = 0
        return self.clean[run] + max(inside, 0)

    def span(self, start: int, end: int) -> Span:
        """Give the raw span that `start..end` of the changed text was made from."""
        first = self._place(start)[0]
        if end > start:
            last = self._place(end - 1)[1]
        else:
            last = first
        return Span(start=first, end=max(first, last))

    def _place(self, offset: int) -> tuple[int, int]:
        run = max(bisect_right(self.clean, offset) - 1, 0)
        start, end = self.raw[run], self.ends[run]
        if not self.verbatim[run]:
            return start, end
        start = min(start + max(offset - self.clean[run], 0), end)
        return start, min(start + 1, end)


def _folded(raw: str, pieces: Sequence[Span], edits: Edits) -> Iterator[Run]:
    """Give the chunks as `compose` joins them: single blanks inside, none at the ends."""
    blank: tuple[int, int] | None = None
    begun = False
    for text, left, right in _chunks(raw, pieces, edits):
        if text == " ":
            blank = blank or (left, right)
            continue
        if blank is not None and begun:
            yield " ", blank[0], max(blank)
        blank, begun = None, True
        yield text, left, right


def _chunks(raw: str, pieces: Sequence[Span], edits: Edits) -> Iterator[Run]:
    """Give the chunks of all pieces, a blank between two pieces."""
    for number, piece in enumerate(pieces):
        if number:
            yield " ", pieces[number - 1].end, piece.start
        for chunk, start, end in _replayed(raw, piece.start, piece.end, edits):
            yield from _regular(chunk, start, end)


def _regular(chunk: str, start: int, end: int) -> Iterator[Run]:
    """Cut a chunk where folding changes its length. A replacement keeps its raw range."""
    verbatim = end - start == len(chunk)
    for text, left, right in _fold_chunk(chunk):
        if verbatim:
            yield text, start + left, start + right
        else:
            yield text, start, end


def _fold_chunk(chunk: str) -> Iterator[Run]:
    """Give the parts of a chunk with their places in it: blanks and accents set apart."""
    done = 0
    for match in _IRREGULAR.finditer(chunk):
        left, right = match.span()
        if done < left:
            yield chunk[done:left], done, left
        text = match.group()
        if text[0].isspace() or _CONTROL.match(text):
            yield " ", left, right
        else:
            yield unicodedata.normalize("NFC", text), left, right
        done = right
    if done < len(chunk):
        yield chunk[done:], done, len(chunk)
