"""Rows of what links norms: citations, relations, events, alignments."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from lawtool.history.periods import Period
from lawtool.model import Citation, Event, Match, Relation, Span
from lawtool.store.coverage import key
from lawtool.store.tables import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A citation and the place where it stands: source, and where known norm and provision."""

    citation: Citation
    source: str
    norm: str | None = None
    path: str = ""


def _key(norm: str | None, path: str) -> str | None:
    return key(norm, path) if norm and path else None


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _span(span: Span | None) -> Row:
    return {"inicio": span.start if span else None, "fim": span.end if span else None}


def _list(values: tuple[str, ...]) -> str | None:
    return json.dumps(values, ensure_ascii=False) if values else None


def citation_row(found: Found) -> Row:
    """A row of `citacoes`."""
    citation = found.citation
    target = citation.fragments[0] if citation.fragments else ""
    return _span(citation.span) | {
        "norma": found.norm,
        "dispositivo": _key(found.norm, found.path),
        "texto": citation.text,
        "tipo": citation.kind,
        "relacao": citation.relation,
        "situacao": citation.status,
        "norma_citada": citation.norma,
        "dispositivo_citado": _key(citation.norma, target),
        "fragmentos": _list(citation.fragments),
        "urn": citation.urn or None,
        "motivo": citation.reason or None,
        "candidatos": _list(citation.candidates),
        "inferido": _list(citation.inferred),
        "fonte": found.source,
    }


def relation_row(relation: Relation) -> Row:
    """A row of `relacoes`."""
    return _span(relation.span) | {
        "tipo": relation.kind,
        "origem": relation.source,
        "destino": relation.target,
        "dispositivo_origem": _key(relation.source, relation.source_path),
        "dispositivo_destino": _key(relation.target, relation.target_path),
        "metodo": relation.method,
        "pontuacao": relation.score,
        "data": _iso(relation.date),
        "evidencia": relation.evidence or None,
    }


def event_row(event: Event, number: int | None = None) -> Row:
    """A row of `eventos`."""
    return _span(event.span) | {
        "id": number,
        "tipo": event.kind,
        "norma_agente": event.acting or None,
        "dispositivo_agente": _key(event.acting, event.acting_path),
        "norma_afetada": event.affected or None,
        "caminho_afetado": event.affected_path or None,
        "dispositivo_afetado": _key(event.affected, event.affected_path),
        "data": _iso(event.date),
        "data_declarada": _iso(event.stated),
        "data_calculada": _iso(event.computed),
        "data_presumida": _iso(event.presumed),
        "nao_antes": _iso(event.not_before),
        "nao_depois": _iso(event.not_after),
        "alcance": event.scope or None,
        "regra": event.rule or None,
        "motivo": event.why or None,
        "evidencia": event.evidence or None,
        "confianca": event.confidence or None,
        "decisao": event.decision,
        "norma": event.norma or None,
        "dispositivo": _key(event.norma, event.path),
        "fonte": event.source or None,
    }


def period_row(norm: str, path: str, period: Period, cause: int | None) -> Row:
    """A stretch of days on which a norm, or the provision at `path`, had one status; `cause` is the number of an event."""
    status = period.status
    return {
        "norma": norm,
        "caminho": path or None,
        "dispositivo": _key(norm, path),
        "situacao": status.status,
        "restante": status.remainder,
        "desde": _iso(period.since),
        "ate": _iso(period.until),
        "base_do_inicio": status.start_basis,
        "alternativas": _list(status.alternatives),
        "redacao": status.text_state,
        "causa": cause,
    }


def match_rows(a: str, b: str, group: int, match: Match) -> Iterator[Row]:
    """Rows of `alinhamentos`: one for each pair of provisions of a group, an empty path where one side has none."""
    for left in match.left or ("",):
        for right in match.right or ("",):
            yield {
                "grupo": group,
                "norma_a": a,
                "norma_b": b,
                "dispositivo_a": _key(a, left),
                "dispositivo_b": _key(b, right),
                "relacao": match.relation,
                "pontuacao": match.score,
                "notas": _list(match.notes),
            }


_POINTERS = (
    ("citacoes", "dispositivo"),
    ("citacoes", "dispositivo_citado"),
    ("relacoes", "dispositivo_origem"),
    ("relacoes", "dispositivo_destino"),
    ("eventos", "dispositivo_agente"),
    ("eventos", "dispositivo_afetado"),
    ("eventos", "dispositivo"),
    ("vigencias", "dispositivo"),
    ("versoes", "dispositivo"),
    ("problemas", "dispositivo"),
)


def drop_dangling(connection: sqlite3.Connection) -> None:
    """A citation may name a provision that the cited norm lacks: the words stay, the link does not."""
    for table, column in _POINTERS:
        connection.execute(
            f"UPDATE {table} SET {column} = NULL WHERE {column} IS NOT NULL"
            f" AND NOT EXISTS (SELECT 1 FROM dispositivos WHERE id = {table}.{column})"
        )
