"""JSON: one flat object for each node, change, problem or hit. Keys are English, legal kinds Portuguese."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from lawtool.model import Dispositivo, Norma
from lawtool.search import Hit
from lawtool.store.reader import AuditRow, Summary

Record = dict[str, Any]


def line(record: Record) -> str:
    """One line of JSON, accents as they are."""
    return json.dumps(record, ensure_ascii=False)


def node(norma: Norma, one: Dispositivo, file: str) -> Record:
    """A node of a norm; `start` and `end` are code points of the raw source, `file` its name."""
    record: Record = {
        "norm": norma.slug,
        "source": file,
        "path": one.path,
        "kind": one.kind.value,
        "label": one.label,
        "label_as_printed": one.printed,
        "text": one.text,
        "start_line": one.start_line,
        "end_line": one.end_line,
        "start": one.span.start,
        "end": one.span.end,
    }
    return record | ({"rows": one.rows} if one.rows else {})


def audit(row: AuditRow) -> Record:
    """One repair as `audit --format jsonl` writes it."""
    return asdict(row)


def hit(found: Hit) -> Record:
    """One provision found, as `search --format jsonl` writes it."""
    return asdict(found) | {"score": round(found.score, 4)}


def summary(one: Summary) -> Record:
    """One norm as `norms --format jsonl` writes it."""
    record = asdict(one)
    return {"norm": record.pop("slug")} | record
