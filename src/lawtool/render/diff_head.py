"""What every rendering of a comparison says before the differences: the dangers, what is aligned,
the counts, the map of numbers, what an older norm left behind, and the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator

from lawtool.comparison.verdict import older
from lawtool.render.diff_dangers import say_dangers
from lawtool.render.diff_view import Sides, count_line, number_line, renumbered, short
from lawtool.render.strings import speaker

HeadRow = tuple[str, str]
"""The name of a fact, and what it is; a name may stand in several rows, one after the other."""


def head_rows(sides: Sides) -> Iterator[HeadRow]:
    """Yield the facts in the order in which they are told."""
    dangers = [sentence for _, sentence in say_dangers(sides)]
    for sentence in dangers:
        yield "DANGER", sentence
    if not dangers:
        yield "danger", speaker("en")("danger.none")
    for side in (sides.old, sides.new):
        aligned, units, words = sides.coverage(side)
        yield (
            "aligned",
            f"{aligned} of {units} of {sides.name(side)} ({words:.1%} of its words)",
        )
    yield "classes", count_line(sides.alignment, sides)
    for name, ranges in renumbered(sides):
        where = "" if name == "articles" else f"in {name}: "
        yield "numbering", where + " · ".join(ranges)
    yield "numbers", number_line(sides.alignment)
    yield "residue", "; ".join(_residue(sides)) or "none"
    yield "verdict", verdict(sides)


def _residue(sides: Sides) -> Iterator[str]:
    for side, items in zip("ab", sides.alignment.residue, strict=True):
        for item in items:
            yield f"{sides.name(side)} {short(item.at.path)} “{item.at.text}”"


def verdict(sides: Sides) -> str:
    """The label, the direction and the reasons in one line."""
    found = sides.alignment.verdict
    source = ""
    if found.label == "amends":
        source = f", {sides.name(sides.new)} changes {sides.name(sides.old)}"
    elif found.direction and found.label != "none":
        source = f", {sides.name(found.direction)} is the source"
    return f"{found.label}{source}: " + "; ".join(found.reasons)


def base_line(sides: Sides) -> str:
    """Which text is taken for the older, and why."""
    if sides.alignment.verdict.label == "same norm":
        return "two versions of one norm"
    by_date = older(sides.alignment.a, sides.alignment.b)
    if by_date == sides.old:
        reason = "by date"
    elif not by_date:
        reason = "no date tells"
    else:
        reason = "against the dates, as asked"
    return f"{sides.name(sides.old)} stands first as the older text: {reason}"
