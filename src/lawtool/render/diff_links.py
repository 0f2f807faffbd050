"""The table of copies on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from lawtool.comparison.links import Family, Link


def show(links: Sequence[Link], out: Console, families: Sequence[Family] = ()) -> None:
    """Print one block a link (the pair and its label, then the reasons), then one row a family of
    forms.
    """
    if not links and not families:
        out.print("No such text in common was found.")
        return
    for link in links:
        if link.directed and link.label != "shared source":
            arrow = "←"
        else:
            arrow = "~"
        head = Text(f"{link.a} {arrow} {link.b}  ").append(link.label, style="bold")
        if link.via:
            head.append(f" via {link.via}")
        out.print(head)
        for reason in link.reasons:
            for number, part in enumerate(
                Text(reason).wrap(out, max(20, out.width - 6))
            ):
                out.print(Text("    " if number == 0 else "      ") + part)
        out.print()
    for family in families:
        text = Text(
            f"form, {len(family.norms)} norms, first {family.first}: ", style="bold"
        )
        line = text.append(family.text, style="not bold")
        line.truncate(out.width, overflow="ellipsis")
        out.print(line, no_wrap=True)
    if families:
        out.print()
    counts = {
        label: sum(link.label == label for link in links)
        for label in dict.fromkeys(link.label for link in links)
    }
    out.print(
        Text(
            " · ".join(f"{count} {label}" for label, count in counts.items()),
            style="bold",
        )
    )
