"""Problems of a finished tree: numbering, nesting, quotation marks, missing parts. Nothing is changed here.

The codes go beyond the list of the Senate's parser (gaps, repeats, order, único not alone, odd parents, missing parts,
omissions outside a quotation, unclosed quotation marks), and none of them stops anything.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from lawtool.identifiers.levels import decimal_label, printed_label
from lawtool.model import PROVISIONS, Dispositivo, Kind, Norma, Problem
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


def check(norma: Norma) -> Iterator[Problem]:
    """Everything in the tree of a norm that a person should look at, in document order of the lists."""
    lists: dict[tuple[str | None, Kind], list[Dispositivo]] = defaultdict(list)
    for node in norma.nodes:
        if node.kind in PROVISIONS:
            lists[node.parent, node.kind].append(node)
    for (parent, kind), nodes in lists.items():
        yield from _numbering(nodes, quoted=bool(parent) and "alt" in str(parent))
        yield from _nesting(norma, parent, kind, nodes[0])
    yield from _quotes(norma)
    yield from _parts(norma)


def unsure(decoder: Decoder, steps: Mapping[int, Move]) -> Iterator[Problem]:
    """The places where another reading of the text would have cost hardly more, each once."""
    seen: set[int] = set()
    for doubt in decoder.doubts:
        if steps.get(doubt.taken.segment) is not doubt.taken:
            continue
        taken, other = differing(doubt)
        place = taken or other
        if place is None or place.segment in seen or place.sign in _HARMLESS:
            continue
        seen.add(place.segment)
        segment = decoder.segments[place.segment]
        yield Problem(
            code="unsure-reading",
            message=_message(taken, other),
            span=segment.line.span,
            line=segment.line.number,
        )


_HARMLESS = (Sign.CLAUSE, Sign.CLOSING, Sign.NAME, Sign.NOTE, Sign.PREAMBLE)


def _message(taken: Move | None, other: Move | None) -> str:
    if _named(taken) == _named(other):
        return f"Read as {_named(taken)}; what it belongs to is in doubt."
    return f"Read as {_named(taken)}; {_named(other)} is nearly as likely."


def _named(step: Move | None) -> str:
    if step is None:
        return "running text"
    if step.reading is None:
        return f"a line of kind {step.sign}"
    reading = step.reading
    return f"{reading.kind} {decimal_label(step.number) if reading.decimal else printed_label(reading.kind, step.number, sole=reading.sole)}"


def _problem(code: str, node: Dispositivo, message: str) -> Problem:
    return Problem(
        code=code,
        message=message,
        span=node.span,
        line=node.start_line,
        path=node.path,
    )


def number_of(node: Dispositivo) -> tuple[int, ...]:
    """The number in the last component of a path: `art5-1` → (5, 1), `inc3~2` → (3,), `par1u` → (1,)."""
    tail = (
        node.path.rpartition("_")[2]
        .partition("~")[0]
        .rstrip("u")
        .lstrip("abcdefghijklmnopqrstuvwxyz")
    )
    return tuple(int(part) for part in tail.split("-") if part.isdigit())


def _numbering(nodes: Sequence[Dispositivo], *, quoted: bool) -> Iterator[Problem]:
    """Breaks in one list. What a quoted block leaves out is no break."""
    first = nodes[0]
    if number_of(first)[:1] != (1,) and not quoted:
        yield _problem("first-number", first, f"The list begins with {first.label}, not with 1.")
    if len(nodes) > 1 and any(_sole(node) for node in nodes):
        sole = next(node for node in nodes if _sole(node))
        yield _problem(
            "sole-not-alone",
            sole,
            f"{sole.label} stands beside {len(nodes) - 1} others of its kind.",
        )
    for before, node in itertools.pairwise(nodes):
        old, new = number_of(before), number_of(node)
        if (
            not old
            or not new
            or _follows(old, new)
            or (node.kind is Kind.ALINEA and (old[0], new[0]) in OLD_ALPHABET)
        ):
            continue
        if new == old:
            yield _problem("numbering-repeat", node, f"{node.label} comes twice in a row.")
        elif new > old:
            if not quoted:
                yield _problem("numbering-gap", node, f"{node.label} follows {before.label}.")
        else:
            yield _problem("numbering-inversion", node, f"{node.label} comes after {before.label}.")


def _sole(node: Dispositivo) -> bool:
    return node.path.rpartition("_")[2].endswith("1u")


def _follows(old: tuple[int, ...], new: tuple[int, ...]) -> bool:
    if len(new) == 1:
        return new[0] == old[0] + 1
    return new[:-1] == old[: len(new) - 1] and new[-1] == (
        old[len(new) - 1] + 1 if len(old) >= len(new) else 1
    )


def _nesting(norma: Norma, parent: str | None, kind: Kind, first: Dispositivo) -> Iterator[Problem]:
    above = norma.get(parent) if parent else None
    if above is None and kind is not Kind.ARTIGO:
        yield _problem("no-article-above", first, f"{first.label} stands outside any article.")
    elif above is not None and (above.kind, kind) in _ODD_PARENTS:
        yield _problem("odd-parent", first, f"The text has {_ODD_PARENTS[above.kind, kind]}.")


def _quotes(norma: Norma) -> Iterator[Problem]:
    for node in norma.nodes:
        if node.kind is Kind.OMISSIS and "alt" not in node.path:
            yield _problem(
                "omission-outside-quotation",
                node,
                "An omission mark that belongs to no quoted block.",
            )
        if node.kind is Kind.ALTERACAO and not node.pieces:
            yield _problem(
                "unmarked-quotation",
                node,
                "Quoted by meaning: no quotation marks around the new wording.",
            )
        elif node.text.count("“") != node.text.count("”") and node.kind in PROVISIONS:
            yield _problem(
                "unclosed-quotation", node, "An opening or a closing quotation mark has no partner."
            )


def _parts(norma: Norma) -> Iterator[Problem]:
    kinds = {node.kind for node in norma.nodes}
    place = {"line": norma.start_line, "span": norma.span}
    if Kind.EPIGRAFE not in kinds:
        yield Problem(
            code="no-title",
            message="The norm has no title line.",
            **place,  # type: ignore[arg-type]
        )
    if Kind.ARTIGO not in kinds:
        yield Problem(
            code="no-article",
            message="The norm has no article.",
            **place,  # type: ignore[arg-type]
        )
    for node in norma.nodes:
        if node.kind is Kind.TEXTO:
            yield _problem("unread-text", node, "No rule could say what this text is.")
        if (
            node.kind in PROVISIONS
            and not node.text
            and not any(True for _ in norma.children(node.path))
        ):
            yield _problem(
                "empty-provision", node, f"{node.label} has neither text nor anything below it."
            )
