"""JSON of quantities and defined terms. Offsets count code points of the raw source, ends
exclusive.
"""

from __future__ import annotations

from lawtool.records.json_records import CellPlace, QuantityRecord, Record, TermRecord
from lawtool.store.reader import StoredQuantity, StoredTerm


def quantity_record(stored: StoredQuantity) -> Record:
    """Return one quantity: where it stands, its value and unit, its bound and its role."""
    quantity = stored.quantity
    record: Record = {
        "norm": stored.norm,
        "source": stored.source,
        "path": quantity.path,
        "start": quantity.span.start,
        "end": quantity.span.end,
        "text": quantity.text,
        "value": quantity.value,
        "unit": quantity.unit,
        "value_si": quantity.value_si,
        "unit_si": quantity.unit_si,
        "comparator": quantity.comparator or None,
        "strict": quantity.strict,
        "form": quantity.form,
        "words_value": quantity.words_value,
        "words_agree": quantity.words_agree,
        "role": quantity.role,
    }
    if quantity.row:
        record["row"] = CellPlace(number=quantity.row, name=quantity.row_name)
        record["column"] = CellPlace(number=quantity.column, name=quantity.column_name)
        record["legible"] = quantity.value is not None
    return QuantityRecord(**record).plain()


def term_record(stored: StoredTerm) -> Record:
    """Return one introduction of a term: where it stands, its short form, its definition."""
    term = stored.term
    span = term.definition_span
    return TermRecord(
        norm=stored.norm,
        source=stored.source,
        path=term.path,
        kind=term.kind,
        start=term.span.start,
        end=term.span.end,
        term=term.term,
        abbreviation=term.abbreviation or None,
        concept=term.concept,
        definition=term.definition or None,
        definition_start=span.start if span is not None else None,
        definition_end=span.end if span is not None else None,
    ).plain()
