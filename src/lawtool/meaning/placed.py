"""Quantities and terms of a norm where they stand in the raw source: what the database and the
exchange formats hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lawtool.meaning.amounts import read_number
from lawtool.meaning.bounds import EQ, MAX, MIN
from lawtool.meaning.quantities import Quantity, find_quantities
from lawtool.meaning.tables import Cell, read_cells
from lawtool.meaning.terms import find_terms
from lawtool.meaning.units import DIGITS, Unit, unit_at
from lawtool.model import Dispositivo, Kind, Norma, Span
from lawtool.repair.offsets import Edits, OffsetMap, compose
from lawtool.vocabulary.folding import flatten


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedQuantity:
    """A quantity of a provision as the database holds it; `span` points into the raw source.

    `row`, `column`, `row_name`, `column_name`: where in a table it stands, 0 and empty elsewhere.
    `value` is None for a cell that the print does not settle. Other fields as in `Quantity`.
    """

    path: str
    span: Span
    text: str
    value: float | None
    unit: str
    value_si: float | None
    unit_si: str | None
    comparator: str
    strict: bool
    form: str
    role: str
    words_value: float | None = None
    words_agree: bool | None = None
    row: int = 0
    column: int = 0
    row_name: str = ""
    column_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTerm:
    """A term that a provision introduces; spans point into the raw source.

    `definition` is its text as it reads, `definition_span` where it is printed. Other fields as in
    `DefinedTerm`.
    """

    path: str
    span: Span
    kind: str
    term: str
    abbreviation: str
    concept: str
    definition: str = ""
    definition_span: Span | None = None


def place_quantities(
    norma: Norma, raw: str, edits: Edits, cited: Mapping[str, Sequence[tuple[int, int]]]
) -> Iterator[PlacedQuantity]:
    """Yield the quantities of a norm in document order.

    `cited` has the spans of citations in the text of each node; a path that it lacks cites nothing.
    """
    for node in norma.nodes:
        if not node.text:
            continue
        if node.kind is Kind.TABELA:
            yield from _cells(norma, node, raw, edits)
            continue
        lead = _lead(norma, node)
        found = find_quantities(node.text, lead=lead, cited=cited.get(node.path, ()))
        if not found:
            continue
        offsets = OffsetMap.of_node(raw, node.pieces, edits)
        for quantity in found:
            span = offsets.span(quantity.start, quantity.end)
            yield _placed(node.path, span, quantity)


_UNIT_NAMED = re.compile(r"\bem\s(?=[a-z])|\((?=[a-z])")
_LENGTH = "length"


def _cells(
    norma: Norma, node: Dispositivo, raw: str, edits: Edits
) -> Iterator[PlacedQuantity]:
    """Yield the cells of a table; one that cannot be read has no value, no text and the place of
    the table.
    """
    lines = [compose(raw, [piece], edits) for piece in node.pieces]
    cells = read_cells(lines)
    if not cells:
        return
    around = flatten(_lead(norma, node)) + " " + flatten(node.text)
    unit = _unit_named(around)
    comparator = _bound_named(around)
    for cell in cells:
        if cell.line < 0:
            start = node.pieces[0].start
            span = Span(start=start, end=start)
        else:
            offsets = OffsetMap.of_node(raw, [node.pieces[cell.line]], edits)
            span = offsets.span(cell.start, cell.end)
        quantity = _quantity_of(cell, unit, comparator, _role_named(around, unit))
        yield replace(
            _placed(node.path, span, quantity),
            row=cell.row,
            column=cell.column,
            row_name=cell.name,
            column_name=cell.heading,
        )


def _placed(path: str, span: Span, quantity: Quantity) -> PlacedQuantity:
    return PlacedQuantity(
        path=path,
        span=span,
        text=quantity.text,
        value=quantity.value,
        unit=quantity.unit,
        value_si=quantity.value_si,
        unit_si=quantity.unit_si,
        comparator=quantity.comparator,
        strict=quantity.strict,
        form=quantity.form,
        role=quantity.role,
        words_value=quantity.words_value,
        words_agree=quantity.words_agree,
    )


def _unit_named(around: str) -> Unit | None:
    """Return the unit that the lead or the head of a table prints once: `em metros`, `(m)`."""
    for match in _UNIT_NAMED.finditer(around):
        printed = unit_at(around, match.end())
        if printed is not None:
            return printed.unit
    return None


def _bound_named(around: str) -> str:
    if "minim" in around:
        return MIN
    if "maxim" in around:
        return MAX
    return EQ


def _role_named(around: str, unit: Unit | None) -> str:
    if unit is None:
        return "count"
    if unit.role == _LENGTH and re.search(r"\bdistancias?\b", around):
        return "distance"
    return unit.role


def _quantity_of(cell: Cell, unit: Unit | None, comparator: str, role: str) -> Quantity:
    if cell.text:
        value = read_number(cell.text)
    else:
        value = None
    value_si = None
    if value is not None and unit is not None and unit.si is not None:
        value_si = value * unit.factor
    return Quantity(
        start=cell.start,
        end=cell.end,
        text=cell.text,
        value=value,
        unit=unit.id if unit is not None else "",
        value_si=value_si,
        unit_si=unit.si if unit is not None else None,
        comparator=comparator,
        strict=False,
        form=DIGITS,
        role=role,
    )


def _lead(norma: Norma, node: Dispositivo) -> str:
    if node.parent is not None:
        parent = norma.get(node.parent)
    else:
        parent = None
    if parent is not None:
        return parent.text
    return ""


def place_terms(norma: Norma, raw: str, edits: Edits) -> Iterator[PlacedTerm]:
    """Yield the terms that a norm introduces, in document order."""
    for term in find_terms(norma):
        node = norma.get(term.path)
        if node is None:
            continue
        offsets = OffsetMap.of_node(raw, node.pieces, edits)
        placed = PlacedTerm(
            path=term.path,
            span=offsets.span(term.start, term.end),
            kind=term.kind,
            term=term.term,
            abbreviation=term.abbreviation,
            concept=term.concept,
        )
        start, end = term.definition_start, term.definition_end
        if start is not None and end is not None:
            placed = replace(
                placed,
                definition=node.text[start:end].strip(),
                definition_span=offsets.span(start, end),
            )
        yield placed
