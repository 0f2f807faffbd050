"""Three texts on the terminal: what the copy kept of its source, and what was changed in the source
since.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from lawtool.comparison import Alignment, Group
from lawtool.comparison.three_way import Triple, count_states
from lawtool.render.diff_text import inline
from lawtool.render.diff_view import Sides, pieces, short

_WORDS = {
    "copy-differs": "the copy differs",
    "amended-since": "amended since; the copy keeps the older text",
    "both-differ": "the copy differs, and it was amended since",
    "only-copy": "only in the copy",
    "only-amended": "only in the amended text",
}
_STYLES = {"amended-since": "bold red", "both-differ": "red", "copy-differs": "yellow"}


def show_three(
    triples: Sequence[Triple],
    alignments: tuple[Alignment, Alignment],
    names: tuple[str, str, str],
    out: Console,
) -> None:
    """Print the counts, then one block for each provision on which the three do not agree."""
    source, copy, amended = names
    out.print(
        Text(f"  {source}  source\n→ {copy}  copy\n→ {amended}  source as amended")
    )
    out.print()
    for state, count in count_states(list(triples)).items():
        if count:
            out.print(Text(f"{count:5d}  {_WORDS.get(state, 'the same in all three')}"))
    out.print()
    for triple in triples:
        if triple.state != "same":
            _show_triple(triple, alignments, names, out)


def _show_triple(
    triple: Triple,
    alignments: tuple[Alignment, Alignment],
    names: tuple[str, str, str],
    out: Console,
) -> None:
    places = [
        " + ".join(map(short, paths)) or "–" for paths in (triple.a, triple.b, triple.c)
    ]
    head = Text(" | ".join(places), style=_STYLES.get(triple.state, ""))
    out.print(head.append(f"  {_WORDS[triple.state]}", style="bold"))
    groups = (triple.copy, triple.amended)
    for group, alignment, name in zip(groups, alignments, names[1:], strict=True):
        for line in _lines_of(group, alignment, (names[0], name)):
            for part in line.wrap(out, max(20, out.width - 4)):
                part.rstrip()
                out.print(Text("    ") + part)
    out.print()


def _lines_of(
    group: Group | None, alignment: Alignment, names: tuple[str, str]
) -> Iterator[Text]:
    if group is None or group.relation == "identical":
        return
    sides = Sides(alignment=alignment, names=names)
    if not group.b:
        yield Text(f"{names[1]}: –")
        return
    if not group.a:
        yield Text(f"{names[1]}: ").append(
            " ".join(u.text for u in sides.units(group, "b"))
        )
        return
    yield Text(f"{names[1]}: ") + inline(pieces(group, sides))
