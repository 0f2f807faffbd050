"""Turns what the core made of a source into rows: table -> list of {column: value}. Pure: workers do it.

Rows are plain dictionaries because they cross process borders, where they cost a fifth of the value types.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from lawtool.identifiers.names import norma_name
from lawtool.model import Correction, Document, Norma, Problem, Span
from lawtool.search.index import Entries
from lawtool.store.coverage import LOST, Segment, coverage, key, segments
from lawtool.store.headings import Headings

Row = dict[str, Any]
Rows = dict[str, list[Row]]

_NORM_COLUMNS = ("norma", "id", "dispositivo", "pai")


class _Places:
    """Which norm and provision of a document a span or a path belongs to."""

    def __init__(self, document: Document) -> None:
        self.normas = sorted(document.normas, key=lambda norma: norma.span.start)
        self.starts = [norma.span.start for norma in self.normas]

    def norma(self, span: Span | None) -> Norma | None:
        if span is None:
            return None
        position = bisect_right(self.starts, span.start) - 1
        norma = self.normas[position] if position >= 0 else None
        return norma if norma and span.start < max(norma.span.end, norma.span.start + 1) else None

    def columns(self, span: Span | None, path: str, norma: Norma | None = None) -> Row:
        norma = norma or self.norma(span)
        held = norma is not None and norma.get(path) is not None
        return {
            "norma": norma.slug if norma else None,
            "dispositivo": key(norma.slug, path) if norma and held else None,
            "inicio": span.start if span else None,
            "fim": span.end if span else None,
        }


def document_rows(document: Document, *, file: str, licence: str = "") -> Rows:
    """The rows of one source: itself, its segments, norms, provisions, corrections and problems."""
    source = document.source
    parts = segments(document)
    count = coverage(source.text, parts)
    places = _Places(document)
    rows: Rows = {
        "fontes": [_source_row(document, file, licence)],
        "fontes_texto": [{"fonte": source.slug, "texto": source.text}],
        "segmentos": [_segment_row(source.slug, part) for part in parts],
        "cobertura": [{"fonte": source.slug} | {name: count[name] for name in _COVERAGE}],
        "correcoes": _correction_rows(document, places),
        "problemas": [],
        "normas": [],
        "normas_origem": [],
        "signatarios": [],
        "dispositivos": [],
        "dispositivos_origem": [],
        "busca": [],
        "busca_radicais": [],
    }
    for norma in document.normas:
        _add_norma(rows, norma)
    rows["problemas"] = _problem_rows(document, places, _coverage_problems(count, parts))
    return rows


_COVERAGE = ("caracteres", "dispositivos", "mobiliario", "desconhecidos", "perdidos")


def _source_row(document: Document, file: str, licence: str) -> Row:
    source = document.source
    return {
        "id": source.slug,
        "arquivo": file,
        "tipo_de_midia": source.media_type,
        "codificacao": source.encoding,
        "caracteres": len(source.text),
        "linhas": len(document.lines),
        "origem": source.origin or None,
        "licenca": licence or None,
        "sha256": source.sha256 or None,
    }


def _segment_row(source: str, part: Segment) -> Row:
    return {
        "fonte": source,
        "inicio": part.start,
        "fim": part.end,
        "tipo": part.kind,
        "dispositivo": part.node,
        "linha": part.line or None,
        "evidencia": part.evidence or None,
    }


def _add_norma(rows: Rows, norma: Norma) -> None:
    if len({node.path for node in norma.nodes}) < len(norma.nodes):
        raise ValueError(f"two nodes of {norma.slug} share a path")
    rows["normas"].append(norma_row(norma))
    rows["normas_origem"].append(
        {
            "norma": norma.slug,
            "titulo": norma.title,
            "orgaos": " ".join(norma.id.bodies) or None,
            "inicio": norma.span.start,
            "fim": norma.span.end,
            "linha_inicial": norma.start_line,
            "linha_final": norma.end_line,
        }
    )
    rows["signatarios"] += [
        {"norma": norma.slug, "ordem": order, "nome": person.name, "cargo": person.role}
        for order, person in enumerate(norma.signatories, 1)
    ]
    headings = Headings(norma)
    entries = Entries(norma, rows["normas"][-1]["nome"], len(rows["dispositivos"]))
    for order, node in enumerate(norma.nodes, len(rows["dispositivos"])):
        name = key(norma.slug, node.path)
        rows["dispositivos"].append(
            {
                "id": name,
                "norma": norma.slug,
                "nome": headings.name(node),
                "texto": node.text,
                "tipo": node.kind.value,
                "caminho": node.path,
                "rotulo": node.label,
                "pai": key(norma.slug, node.parent) if node.parent else None,
                "ordem": order,
            }
        )
        rows["dispositivos_origem"].append(
            {
                "dispositivo": name,
                "impresso": node.printed,
                "inicio": node.span.start,
                "fim": node.span.end,
                "linha_inicial": node.start_line,
                "linha_final": node.end_line,
                "reparado": int(node.repaired),
                "celulas": json.dumps(node.rows, ensure_ascii=False) if node.rows else None,
            }
        )
        titles, context = headings.titles(node), headings.context(node)
        found_by = {"titulos": titles, "texto": node.text, "contexto": context}
        place = {"ordem": order, "dispositivo": name, "norma": norma.slug}
        rows["busca"].append(place | found_by | entries.columns(node, context))
        rows["busca_radicais"].append(entries.keys(order, found_by))


def norma_row(norma: Norma) -> Row:
    """The row of a norm that the corpus holds."""
    identity = norma.id
    return {
        "id": norma.slug,
        "nome": norma_name(identity) or norma.title or norma.slug,
        "ementa": norma.ementa,
        "especie": identity.species,
        "numero": identity.number,
        "ano": identity.year,
        "data": _iso(norma.signed or identity.date),
        "publicacao": _iso(norma.published),
        "autoridade": norma.authority or None,
        "esfera": identity.level or None,
        "uf": identity.uf or None,
        "municipio": identity.municipio or None,
        "fonte": norma.source,
        "urn": None,
        "no_acervo": 1,
        "ordem": None,
    }


def _iso(day: Any) -> str | None:
    return day.isoformat() if day else None


def _correction_rows(document: Document, places: _Places) -> list[Row]:
    rows: list[Row] = []
    seen: dict[int, int] = {}
    for correction in sorted(document.corrections, key=_order):
        start = correction.span.start
        seen[start] = seen.get(start, 0) + 1
        again = f"-{seen[start]}" if seen[start] > 1 else ""
        rows.append(
            places.columns(correction.span, correction.path)
            | {
                "id": f"{document.source.slug}~{start}{again}",
                "fonte": document.source.slug,
                "antes": correction.before,
                "depois": correction.after,
                "decisao": correction.decision.value,
                "regra": correction.rule,
                "evidencia": correction.evidence or None,
                "linha": correction.line or None,
            }
        )
    return rows


def _order(correction: Correction) -> tuple[int, int, str, str]:
    return correction.span.start, correction.span.end, correction.rule, correction.after


def _coverage_problems(count: Mapping[str, int], parts: list[Segment]) -> list[Problem]:
    problems = [
        Problem(
            code="lost-text",
            message="Text that no node and no page furniture claims.",
            span=Span(start=part.start, end=part.end),
            line=part.line,
        )
        for part in parts
        if part.kind == LOST
    ]
    if count["repetidos"]:
        message = f"{count['repetidos']} characters belong to more than one node."
        problems.append(Problem(code="overlapping-text", message=message))
    return problems


def _problem_rows(document: Document, places: _Places, more: list[Problem]) -> list[Row]:
    """Each problem once, though a norm, a document and a source may carry the same value."""
    found: dict[Problem, Norma | None] = {}
    for norma in document.normas:
        for problem in norma.problems:
            found.setdefault(problem, norma)
    for problem in (*document.problems, *document.source.problems, *more):
        found.setdefault(problem, None)
    return [
        places.columns(problem.span, problem.path, norma)
        | {
            "fonte": document.source.slug,
            "gravidade": problem.severity.value,
            "codigo": problem.code,
            "mensagem": problem.message,
            "linha": problem.line or None,
        }
        for problem, norma in found.items()
    ]


def rename(rows: Rows, old: str, new: str) -> None:
    """Give a norm another id in all its rows, in place: what a collision of ids asks for."""
    for table, entries in rows.items():
        # A source may share its id with the norm in it, and keeps it.
        for row in entries if table != "fontes" else ():
            for column in _NORM_COLUMNS:
                value = row.get(column)
                if value == old:
                    row[column] = new
                elif value and isinstance(value, str) and value.startswith(old + "_"):
                    row[column] = new + value[len(old) :]
