"""Write visible text block by block, with marks for what the markup said: used by every reader of a
marked-up format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lawtool.model import Mark, Span

_BLANKS = re.compile(r"[ \t\n\r\f]+")


@dataclass(slots=True)
class TextWriter:
    """A text in the making, line by line. `length` is the place of the next character."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    raw_marks: list[tuple[int, int, str, str]] = field(default_factory=list)
    breaks: int = 2
    """Line ends since the last character: two are a blank line, and a text begins as if after one.
    """
    pending: str = ""
    """A blank that is written only if more text follows on the line."""
    in_row: bool = False
    glued: bool = False
    """The next block goes on with the line: it is the text behind a label."""

    def put(self, text: str) -> None:
        """Append characters as they are."""
        self.parts.append(text)
        self.length += len(text)

    def write(self, text: str) -> None:
        """Write running text: blanks fold into one, none at the ends of a line."""
        folded = _BLANKS.sub(" ", text)
        core = folded.strip(" ")
        if not core:
            if folded and not self.breaks and not self.pending:
                self.pending = " "
            return
        if self.pending:
            self.put(self.pending)
        elif folded[0] == " " and not self.breaks:
            self.put(" ")
        self.put(core)
        self.breaks = 0
        if folded[-1] == " ":
            self.pending = " "
        else:
            self.pending = ""

    def write_as_is(self, text: str) -> None:
        """Write preformatted text: blanks and line ends as they are."""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for number, line in enumerate(lines):
            if number:
                self.break_line()
            if line:
                self.put(self.pending + line)
                self.pending = ""
                self.breaks = 0

    def break_line(self) -> None:
        """End the line; a second time in a row leaves a blank line. In a row of a table it is a
        blank.
        """
        if self.in_row:
            self.write(" ")
            return
        self.pending = ""
        if self.breaks < 2:
            self.put("\n")
            self.breaks += 1

    def take_back_line_ends(self) -> None:
        """Go on with the line that was ended last."""
        self.pending = ""
        while self.parts and self.parts[-1] == "\n":
            self.parts.pop()
            self.length -= 1
        self.breaks = 0

    def open_block(self, *, spaced: bool) -> None:
        """Begin a new line, behind a blank one if `spaced`. In a row of a table it is a blank."""
        if self.in_row:
            self.write(" ")
            return
        self.pending = ""
        while self.breaks < (2 if spaced else 1):
            self.put("\n")
            self.breaks += 1

    def begin_cell(self, *, first: bool) -> None:
        """Begin a cell: cells of a row stand on one line, a tab between them."""
        self.pending = ""
        if not first:
            self.put("\t")
        self.breaks = 1

    def place(self) -> int:
        """Give the place where the next text will begin."""
        return self.length + len(self.pending)

    def mark(self, start: int, kind: str, value: str = "") -> None:
        """Mark what was written since `start`."""
        if start < self.length:
            self.raw_marks.append((start, self.length, kind, value))

    def finish(self) -> tuple[str, tuple[Mark, ...]]:
        """Give text and marks in order; a mark begins and ends with what is no blank."""
        text = "".join(self.parts)
        marks = []
        for start, end, kind, value in sorted(
            self.raw_marks, key=lambda mark: (mark[0], -mark[1])
        ):
            inner = text[start:end]
            start += len(inner) - len(inner.lstrip())
            end -= len(inner) - len(inner.rstrip())
            if start < end:
                marks.append(
                    Mark(span=Span(start=start, end=end), kind=kind, value=value)
                )
        return text, tuple(marks)
