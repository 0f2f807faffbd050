"""A comparison as JSON. Spans count code points of the raw text, so that another program can mark
the scan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from lawtool import __version__
from lawtool.comparison import (
    Alignment,
    Edit,
    Group,
    NumberChange,
    Passage,
    PrintedNumber,
    Residue,
)
from lawtool.comparison.candidates import FLOOR
from lawtool.comparison.sense import SenseChange
from lawtool.comparison.verdict import SHINGLE, date_of
from lawtool.model import Norma
from lawtool.records.json_records import Record

if TYPE_CHECKING:
    from lawtool.comparison.links import Family, Link
    from lawtool.comparison.parallels import Parallel
    from lawtool.comparison.three_way import Triple

Locate = Callable[[str, str, int, int], tuple[int, int] | None]
"""(side, path, start, end in the node's text) → start and end in the raw text, None where that is
not known.
"""

SCHEMA = "lawtool-diff/1"


def nowhere(side: str, path: str, start: int, end: int) -> None:
    """For texts without a source."""


def diff(alignment: Alignment, locate: Locate = nowhere) -> Record:
    """The whole comparison: `a`, `b`, `base`, `params`, `summary`, `groups`, `numbers`, `residue`,
    `verdict`."""
    return {
        "schema": SCHEMA,
        "a": _norm(alignment, 0),
        "b": _norm(alignment, 1),
        "base": alignment.base,
        "params": {"threshold": FLOOR, "shingle": SHINGLE, "version": __version__},
        "summary": summary(alignment),
        "groups": [group(one, alignment, locate) for one in alignment.groups],
        "numbers": [_number(number, locate) for number in alignment.numbers],
        "residue": [
            _residue(item, side, locate)
            for side, found in zip("ab", alignment.residue, strict=True)
            for item in found
        ],
        "verdict": {
            "label": alignment.verdict.label,
            "direction": alignment.verdict.direction,
            "reasons": list(alignment.verdict.reasons),
        },
    }


def _norm(alignment: Alignment, index: int) -> Record:
    norma: Norma = (alignment.a, alignment.b)[index]
    side = alignment.sides[index]
    day = date_of(norma)
    return {
        "id": norma.slug,
        "type": norma.id.species,
        "date": day.isoformat() if day else None,
        "source": norma.source,
        "provisions": side.units,
        "aligned": side.aligned,
        "words_aligned": round(side.words, 4),
    }


def summary(alignment: Alignment) -> Record:
    """Counts by class, coverage both ways, containment of 8-word shingles, the longest common run
    in words.
    """
    statuses = ("changed", "in-doubt", "added", "removed")
    plain = [number for number in alignment.numbers if number.kind != "citation"]
    return {
        "counts": alignment.counts,
        "sense": dict(alignment.dangers),
        "moved": sum(one.moved for one in alignment.groups),
        "numbers": {
            status: sum(number.status == status for number in plain)
            for status in statuses
        },
        "citations": len(alignment.numbers) - len(plain),
        "coverage": {
            "a": round(alignment.sides[0].words, 4),
            "b": round(alignment.sides[1].words, 4),
        },
        "containment8": {
            "a": round(alignment.overlap.of_a, 4),
            "b": round(alignment.overlap.of_b, 4),
            "smaller": round(alignment.overlap.containment, 4),
        },
        "longest_run": alignment.overlap.longest_run,
    }


def group(one: Group, alignment: Alignment, locate: Locate = nowhere) -> Record:
    """One group; the text of its provisions is included."""
    return {
        "a": list(one.a),
        "b": list(one.b),
        "relation": one.relation,
        "adaptation": one.adaptation or None,
        "moved": one.moved,
        "flags": sorted(one.flags),
        "score": round(one.score, 1),
        "edits": [_edit(edit, locate) for edit in one.edits],
        "numbers": [_number(number, locate) for number in one.numbers],
        "sense": [_sense(change, locate) for change in one.sense],
        "text_a": _texts(alignment.a, one.a),
        "text_b": _texts(alignment.b, one.b),
    }


def _texts(norma: Norma, paths: Sequence[str]) -> list[str]:
    return [node.text for node in map(norma.get, paths) if node is not None]


def _edit(edit: Edit, locate: Locate) -> Record:
    return {
        "op": edit.op,
        "class": edit.kind,
        "a": [_passage(passage, "a", locate) for passage in edit.left],
        "b": [_passage(passage, "b", locate) for passage in edit.right],
    }


def _passage(passage: Passage, side: str, locate: Locate) -> Record:
    span = locate(side, passage.path, passage.start, passage.end)
    start, end = span or (None, None)
    return {"path": passage.path, "start": start, "end": end, "text": passage.text}


def _sense(change: SenseChange, locate: Locate) -> Record:
    return {
        "kind": change.kind,
        "before": change.before or None,
        "after": change.after or None,
        "a": [_passage(passage, "a", locate) for passage in change.left],
        "b": [_passage(passage, "b", locate) for passage in change.right],
    }


def _number(number: NumberChange, locate: Locate) -> Record:
    return {
        "status": number.status,
        "kind": number.kind,
        "a": _quantity(number.left, "a", locate),
        "b": _quantity(number.right, "b", locate),
        "note": number.note or None,
    }


def _quantity(
    quantity: PrintedNumber | None, side: str, locate: Locate
) -> Record | None:
    if quantity is None:
        return None
    return {
        "value": quantity.value,
        **_passage(quantity.at, side, locate),
        "text": quantity.text,
    }


def _residue(item: Residue, side: str, locate: Locate) -> Record:
    return {
        "side": side,
        "kind": item.kind,
        "species": item.species,
        **_passage(item.at, side, locate),
    }


def parallel_record(parallel: Parallel) -> Record:
    """A provision of another norm that is like the asked one, with what turns its sense."""
    return {
        "norm": parallel.norm,
        "path": parallel.path,
        "score": round(parallel.score, 1),
        "text": parallel.text,
        "sense": [_sense(change, nowhere) for change in parallel.sense],
        "edits": [_edit(edit, nowhere) for edit in parallel.edits],
    }


def triple_record(triple: Triple) -> Record:
    """A provision of a source, of its copy and of the amended source, and what became of it."""
    return {
        "state": triple.state,
        "a": list(triple.a),
        "b": list(triple.b),
        "c": list(triple.c),
    }


def family(one: Family) -> Record:
    """Norms that share one form."""
    return {
        "count": len(one.norms),
        "first": one.first,
        "norms": list(one.norms),
        "text": one.text,
    }


def link(one: Link) -> Record:
    """A pair of norms with text in common; `a` is the later one."""
    return {
        "a": one.a,
        "b": one.b,
        "label": one.label,
        "directed": one.directed,
        "of_a": round(one.of_a, 4),
        "of_b": round(one.of_b, 4),
        "shared": one.shared,
        "degree": one.degree,
        "likeness": round(one.likeness, 1),
        "provisions": [
            {"a": match.left[0], "b": match.right[0], "score": match.score}
            for match in one.provisions
        ],
        "via": one.via or None,
        "reasons": list(one.reasons),
    }
