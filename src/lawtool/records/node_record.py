"""One flat JSON object for each node, change, hit or norm."""

from __future__ import annotations

import json
from dataclasses import asdict

from lawtool.model import Dispositivo, Norma
from lawtool.records.json_records import HitRecord, NodeRecord, Record, SummaryRecord
from lawtool.search import Hit
from lawtool.store.reader import AuditRow, Summary


def line(record: Record) -> str:
    """Write one line of JSON, accents as they are."""
    return json.dumps(record, ensure_ascii=False)


def node(norma: Norma, provision: Dispositivo, file: str) -> Record:
    """Make the record of a node of a norm; `file` is the name of its source."""
    record: Record = {
        "norm": norma.slug,
        "source": file,
        "path": provision.path,
        "kind": provision.kind.value,
        "label": provision.label,
        "label_as_printed": provision.printed,
        "text": provision.text,
        "start_line": provision.start_line,
        "end_line": provision.end_line,
        "start": provision.span.start,
        "end": provision.span.end,
    }
    if provision.rows:
        record["rows"] = provision.rows
    return NodeRecord(**record).plain()


def audit_record(row: AuditRow) -> Record:
    """Make the record of one repair, as `audit --format jsonl` writes it."""
    return asdict(row)


def hit(found: Hit) -> Record:
    """Make the record of one provision found, as `search --format jsonl` writes it."""
    return HitRecord(**asdict(found) | {"score": round(found.score, 4)}).plain()


def summary_record(norm: Summary) -> Record:
    """Make the record of one norm, as `norms --format jsonl` writes it."""
    record = asdict(norm)
    return SummaryRecord(norm=record.pop("slug"), **record).plain()
