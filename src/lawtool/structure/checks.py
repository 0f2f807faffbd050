"""Problems of a finished tree: numbering, nesting, quotation marks, missing parts.
Nothing is changed here.

The codes go beyond the list of the Senate's parser (gaps, repeats, order, único not
alone, odd parents, missing parts,
omissions outside a quotation, unclosed quotation marks), and none of them stops
anything.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from lawtool.identifiers.levels import decimal_label, printed_label
from lawtool.model import (
    PROVISIONS,
    Dispositivo,
    Furniture,
    Kind,
    Line,
    Norma,
    Problem,
    Span,
)
from lawtool.structure.decoder import Decoder
from lawtool.structure.headings import Sign
from lawtool.structure.moves import Move, differing
from lawtool.structure.stack import OLD_ALPHABET

_ODD_PARENTS = {
    (Kind.ITEM, Kind.ALINEA): "alíneas below an item",
    (Kind.ALINEA, Kind.INCISO): "incisos below an alínea",
    (Kind.ITEM, Kind.INCISO): "incisos below an item",
    (Kind.INCISO, Kind.ITEM): "items directly below an inciso",
    (Kind.ARTIGO, Kind.ITEM): "items directly below an article",
    (Kind.PARAGRAFO, Kind.ITEM): "items directly below a paragraph",
}


def check_tree(norma: Norma) -> Iterator[Problem]:
    """Give everything in the tree of a norm that a person should look at, in document
    order of the lists."""
    lists: dict[tuple[str | None, Kind], list[Dispositivo]] = defaultdict(list)
    for node in norma.nodes:
        if node.kind in PROVISIONS:
            lists[node.parent, node.kind].append(node)
    for (parent, kind), nodes in lists.items():
        yield from _check_numbers(nodes, quoted=parent is not None and "alt" in parent)
        yield from _check_parent(norma, parent, kind, nodes[0])
    yield from _check_quotes(norma)
    yield from _check_parts(norma)


def _problem(code: str, node: Dispositivo, message: str) -> Problem:
    return Problem(
        code=code,
        message=message,
        span=node.span,
        line=node.start_line,
        path=node.path,
    )


# --- doubts of the decoder ------------------------------------------------------------

_HARMLESS = (Sign.CLAUSE, Sign.CLOSING, Sign.NAME, Sign.NOTE, Sign.PREAMBLE)


def unsure(decoder: Decoder, moves: Mapping[int, Move]) -> Iterator[Problem]:
    """Give the places where another reading of the text would have cost hardly more,
    each once."""
    seen: set[int] = set()
    for doubt in decoder.doubts:
        if moves.get(doubt.taken.segment) is not doubt.taken:
            continue
        taken, other = differing(doubt)
        place = taken or other
        if place is None or place.segment in seen or place.sign in _HARMLESS:
            continue
        seen.add(place.segment)
        line = decoder.segments[place.segment].line
        message = _doubt_message(taken, other)
        yield Problem(
            code="unsure-reading", message=message, span=line.span, line=line.number
        )


def _doubt_message(taken: Move | None, other: Move | None) -> str:
    if _name_move(taken) == _name_move(other):
        return f"Read as {_name_move(taken)}; what it belongs to is in doubt."
    return f"Read as {_name_move(taken)}; {_name_move(other)} is nearly as likely."


def _name_move(move: Move | None) -> str:
    if move is None:
        return "running text"
    reading = move.reading
    if reading is None:
        return f"a line of kind {move.sign}"
    if reading.decimal:
        return f"{reading.kind} {decimal_label(move.number)}"
    return (
        f"{reading.kind} {printed_label(reading.kind, move.number, sole=reading.sole)}"
    )


def other_matter(
    lines: Sequence[Line], others: Mapping[int, Furniture]
) -> Iterator[Problem]:
    """Tell where lines were left out of every norm, once for each run of them."""
    before = False
    for line in lines:
        other = others.get(line.span.start) is Furniture.OTHER
        if other and not before:
            message = "From here on the lines are no part of a norm."
            yield Problem(
                code="other-matter", message=message, span=line.span, line=line.number
            )
        before = other


def garbled(run: Sequence[Line]) -> Problem:
    """Tell of a run of lines without words."""
    first, last = run[0], run[-1]
    message = f"Lines {first.number} to {last.number} hold no words: a page may lie on its side."
    span = Span(start=first.span.start, end=last.span.end)
    return Problem(
        code="unreadable-lines", message=message, span=span, line=first.number
    )


# --- numbers --------------------------------------------------------------------------


def number_of(node: Dispositivo) -> tuple[int, ...]:
    """Read the number in the last component of a path: `art5-1` → (5, 1), `inc3~2` →
    (3,), `par1u` → (1,)."""
    component = node.path.rpartition("_")[2].partition("~")[0]
    digits = component.rstrip("u").lstrip("abcdefghijklmnopqrstuvwxyz")
    return tuple(int(part) for part in digits.split("-") if part.isdigit())


def _check_numbers(nodes: Sequence[Dispositivo], *, quoted: bool) -> Iterator[Problem]:
    """Find breaks in one list. What a quoted block leaves out is no break."""
    first = nodes[0]
    if number_of(first)[:1] != (1,) and not quoted:
        yield _problem(
            "first-number", first, f"The list begins with {first.label}, not with 1."
        )
    sole = next((node for node in nodes if _is_sole(node)), None)
    if sole is not None and len(nodes) > 1:
        message = f"{sole.label} stands beside {len(nodes) - 1} others of its kind."
        yield _problem("sole-not-alone", sole, message)
    for before, node in itertools.pairwise(nodes):
        yield from _check_step(before, node, quoted=quoted)


def _check_step(
    before: Dispositivo, node: Dispositivo, *, quoted: bool
) -> Iterator[Problem]:
    """Find a break between two neighbours of a list."""
    old, new = number_of(before), number_of(node)
    if not old or not new or _follows(old, new):
        return
    if node.kind is Kind.ALINEA and (old[0], new[0]) in OLD_ALPHABET:
        return
    if new == old:
        yield _problem("numbering-repeat", node, f"{node.label} comes twice in a row.")
    elif new < old:
        yield _problem(
            "numbering-inversion", node, f"{node.label} comes after {before.label}."
        )
    elif not quoted:
        yield _problem("numbering-gap", node, f"{node.label} follows {before.label}.")


def _is_sole(node: Dispositivo) -> bool:
    return node.path.rpartition("_")[2].endswith("1u")


def _follows(old: tuple[int, ...], new: tuple[int, ...]) -> bool:
    """Tell whether a number follows another: 6 follows 5 and 5-A, 5-A follows 5, 5-B
    follows 5-A."""
    if len(new) == 1:
        return new[0] == old[0] + 1
    if new[:-1] != old[: len(new) - 1]:
        return False
    wanted = 1
    if len(old) >= len(new):
        wanted = old[len(new) - 1] + 1
    return new[-1] == wanted


# --- nesting, quotations, parts -------------------------------------------------------


def _check_parent(
    norma: Norma, parent: str | None, kind: Kind, first: Dispositivo
) -> Iterator[Problem]:
    if parent:
        above = norma.get(parent)
    else:
        above = None
    if above is None:
        if kind is not Kind.ARTIGO:
            yield _problem(
                "no-article-above", first, f"{first.label} stands outside any article."
            )
    elif (above.kind, kind) in _ODD_PARENTS:
        message = f"The text has {_ODD_PARENTS[above.kind, kind]}."
        yield _problem("odd-parent", first, message)


def _check_quotes(norma: Norma) -> Iterator[Problem]:
    for node in norma.nodes:
        if node.kind is Kind.OMISSIS and "alt" not in node.path:
            message = "An omission mark that belongs to no quoted block."
            yield _problem("omission-outside-quotation", node, message)
        if node.kind is Kind.ALTERACAO and not node.pieces:
            message = "Quoted by meaning: no quotation marks around the new wording."
            yield _problem("unmarked-quotation", node, message)
        elif node.kind in PROVISIONS and node.text.count("“") != node.text.count("”"):
            message = "An opening or a closing quotation mark has no partner."
            yield _problem("unclosed-quotation", node, message)


_NEEDED = {
    Kind.EPIGRAFE: ("no-title", "The norm has no title line."),
    Kind.ARTIGO: ("no-article", "The norm has no article."),
}


def _check_parts(norma: Norma) -> Iterator[Problem]:
    kinds = {node.kind for node in norma.nodes}
    for kind, (code, message) in _NEEDED.items():
        if kind not in kinds:
            yield Problem(
                code=code, message=message, line=norma.start_line, span=norma.span
            )
    parents = {node.parent for node in norma.nodes}
    for node in norma.nodes:
        if node.kind is Kind.TEXTO and node.parent is None:
            yield _problem("unread-text", node, "No rule could say what this text is.")
        if (
            node.kind in PROVISIONS
            and not node.text
            and node.path not in parents
            and node.span.end
        ):
            message = f"{node.label} has neither text nor anything below it."
            yield _problem("empty-provision", node, message)
