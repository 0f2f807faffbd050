"""The terminal: the console, a norm as a tree, progress of long work. The only place that knows
rich.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from lawtool.model import Dispositivo, Kind, Norma
from lawtool.render.tree import HEADINGS, QUIET, label, placed

_DEEPEST = 12
"""Levels that are indented; what nests deeper would be pushed out of the window."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Rich would end the program with 1; the command line has a code of its own for this."""
        raise


def console() -> Console:
    """Standard output: colour only on a terminal, NO_COLOR honoured, words not highlighted by
    guess.
    """
    return _Console(highlight=False, soft_wrap=False)


def tree(
    norma: Norma, path: str, out: Console, marks: Mapping[str, str] | None = None
) -> None:
    """Print a norm, or one provision of it, indented by level and wrapped to the width of the
    terminal. `marks` are signs that stand before provisions, by path.
    """
    for number, place in enumerate(placed(norma, path)):
        node, indent = place.node, 2 * min(place.depth, _DEEPEST)
        if number and (node.kind is Kind.ARTIGO or node.kind in HEADINGS):
            out.print()
        line = _line(node)
        if marks and node.path in marks:
            line = Text(f"{marks[node.path]} ", style="bold") + line
        _wrapped(line, indent, out)
        if node.rows:
            out.print(Padding(table(node.rows), (0, 0, 0, indent)))


def _wrapped(line: Text, indent: int, out: Console) -> None:
    """Print a line folded to the width, all of it indented, without blanks at the ends."""
    for part in line.wrap(out, max(out.width - indent, 20)):
        part.rstrip()
        out.print(Text(" " * indent) + part)


def _line(node: Dispositivo) -> Text:
    if node.kind in QUIET:
        style = "dim"
    else:
        style = ""
    if node.kind in HEADINGS:
        return Text(" ".join(filter(None, (node.label, node.text))), style="bold")
    head = label(node)
    if node.rows:
        text = ""
    else:
        text = node.text
    line = Text(style=style)
    if node.kind is Kind.REDACAO_ANTERIOR:
        # Without a word that says so, struck wording copied out of a terminal reads as in force.
        line.append("[redação anterior] ")
    if head:
        line.append(head, style=style or "bold")
        line.append(" ")
    return line.append(text)


def table(rows: Sequence[Sequence[str | None]]) -> Table:
    """A table of a norm as it was printed; what cannot be read shows as `?`."""
    grid = Table(show_header=False)
    for _ in range(max(map(len, rows))):
        grid.add_column()
    for row in rows:
        grid.add_row(*("?" if cell is None else Text(cell) for cell in row))
    return grid


def columns(titles: Sequence[str], rows: Sequence[Sequence[str]], out: Console) -> None:
    """A plain list in columns."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for title in titles:
        grid.add_column(title)
    for row in rows:
        grid.add_row(*map(Text, row))
    out.print(grid)


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error, from the second second on and only on a terminal."""
    bar = Progress(console=Console(stderr=True), transient=True)
    begun = time.monotonic()
    task = None

    def report(done: int, total: int) -> None:
        nonlocal task
        if task is None and time.monotonic() - begun > 1 and bar.console.is_terminal:
            bar.start()
            task = bar.add_task(what, total=total)
        if task is not None:
            bar.update(task, completed=done)

    try:
        yield report
    finally:
        if task is not None:
            bar.stop()
