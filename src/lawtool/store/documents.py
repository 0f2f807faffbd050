"""The rows of one source: what the core made of it, table by table. Pure: workers do it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping

from lawtool.identifiers.paths import provision_key
from lawtool.model import Correction, Document, Norma, Problem, Span
from lawtool.store.coverage import LOST, Tile, count_coverage, read_tiles
from lawtool.store.headings import Headings
from lawtool.store.tables import (
    CORRECTIONS,
    PROBLEMS,
    SEGMENTS,
    SIGNATORIES,
    SOURCES,
    Row,
    Rows,
    node_rows,
    norm_rows,
)

_COVERAGE = ("caracteres", "dispositivos", "mobiliario", "desconhecidos", "perdidos")
_NORM_COLUMNS = ("norma", "id", "dispositivo", "pai")


def document_rows(document: Document, *, file: str, licence: str = "") -> Rows:
    """Make the rows of one source: itself, its segments, norms, provisions, corrections and
    problems.
    """
    source = document.source
    parts = read_tiles(document)
    count = count_coverage(source.text, parts)
    owners = _Owners(document.normas)
    about = {"arquivo": file, "licenca": licence or None}
    size = {"caracteres": len(source.text), "linhas": len(document.lines)}
    rows: Rows = {
        "fontes": [SOURCES.row(source, **about, **size)],
        "fontes_texto": [{"fonte": source.slug, "texto": source.text}],
        "segmentos": [SEGMENTS.row(part, fonte=source.slug) for part in parts],
        "cobertura": [
            {"fonte": source.slug} | {name: count[name] for name in _COVERAGE}
        ],
        "correcoes": list(_correction_rows(document, owners)),
        "problemas": list(
            _problem_rows(document, owners, _coverage_problems(count, parts))
        ),
        "normas": [],
        "normas_origem": [],
        "signatarios": [],
        "dispositivos": [],
        "dispositivos_origem": [],
        "busca": [],
    }
    for norma in document.normas:
        _add_norma(rows, norma)
    return rows


class _Owners:
    """Finds the norm and the provision of a document that a span or a path belongs to."""

    def __init__(self, normas: Iterable[Norma]) -> None:
        self._normas = sorted(normas, key=lambda norma: norma.span.start)
        self._starts = [norma.span.start for norma in self._normas]

    def norma(self, span: Span | None) -> Norma | None:
        """Find the norm that a span begins in."""
        if span:
            position = bisect_right(self._starts, span.start) - 1
        else:
            position = -1
        if span is None or position < 0:
            return None
        norma = self._normas[position]
        if span.start < max(norma.span.end, norma.span.start + 1):
            return norma
        return None

    def columns(self, span: Span | None, path: str, norma: Norma | None = None) -> Row:
        """Name the norm and the provision of a row, NULL where there is none."""
        norma = norma or self.norma(span)
        if norma is None:
            return {"norma": None, "dispositivo": None}
        if norma.get(path):
            key = provision_key(norma.slug, path)
        else:
            key = None
        return {"norma": norma.slug, "dispositivo": key}


def _add_norma(rows: Rows, norma: Norma) -> None:
    if len({node.path for node in norma.nodes}) < len(norma.nodes):
        raise ValueError(f"two nodes of {norma.slug} share a path")
    norm_row, origin = norm_rows(norma)
    rows["normas"].append(norm_row)
    rows["normas_origem"].append(origin)
    rows["signatarios"] += [
        SIGNATORIES.row(person, norma=norma.slug, ordem=order)
        for order, person in enumerate(norma.signatories, 1)
    ]
    first = len(rows["dispositivos"])
    headings = Headings(norma)
    for order, node in enumerate(norma.nodes, first):
        row, origin = node_rows(norma.slug, node, name=headings.name(node), order=order)
        rows["dispositivos"].append(row)
        rows["dispositivos_origem"].append(origin)
        rows["busca"].append(
            {
                "ordem": order,
                "dispositivo": row["id"],
                "norma": norma.slug,
                "titulos": headings.titles(node),
                "texto": node.text,
                "contexto": headings.context(node),
            }
        )


def _correction_rows(document: Document, owners: _Owners) -> Iterator[Row]:
    source = document.source.slug
    seen: dict[int, int] = {}
    for correction in sorted(document.corrections, key=_correction_order):
        start = correction.span.start
        seen[start] = seen.get(start, 0) + 1
        if seen[start] > 1:
            again = f"-{seen[start]}"
        else:
            again = ""
        place = owners.columns(correction.span, correction.path)
        yield CORRECTIONS.row(
            correction, id=f"{source}~{start}{again}", fonte=source, **place
        )


def _correction_order(correction: Correction) -> tuple[int, int, str, str]:
    return correction.span.start, correction.span.end, correction.rule, correction.after


def _coverage_problems(
    count: Mapping[str, int], parts: Iterable[Tile]
) -> Iterator[Problem]:
    for part in parts:
        if part.kind == LOST:
            yield Problem(
                code="lost-text",
                message="Text that no node and no page furniture claims.",
                span=Span(start=part.start, end=part.end),
                line=part.line,
            )
    if count["repetidos"]:
        message = f"{count['repetidos']} characters belong to more than one node."
        yield Problem(code="overlapping-text", message=message)


def _problem_rows(
    document: Document, owners: _Owners, more: Iterable[Problem]
) -> Iterator[Row]:
    """Write each problem once, though a norm, a document and a source may carry the same value."""
    norms: dict[Problem, Norma | None] = {}
    for norma in document.normas:
        for problem in norma.problems:
            norms.setdefault(problem, norma)
    for problem in (*document.problems, *document.source.problems, *more):
        norms.setdefault(problem, None)
    for problem, owner in norms.items():
        place = owners.columns(problem.span, problem.path, owner)
        severity = problem.severity.value
        yield PROBLEMS.row(
            problem, fonte=document.source.slug, gravidade=severity, **place
        )


def rename_norms(rows: Rows, renamed: Mapping[str, str]) -> None:
    """Give norms other ids in all their rows, in place: what a collision of ids asks for. `renamed`
    goes from old ids to new ones.
    """
    for table, entries in rows.items():
        # A source may share its id with the norm in it, and keeps it.
        for row in entries if table != "fontes" else ():
            for column in _NORM_COLUMNS:
                value = row.get(column)
                if isinstance(value, str):
                    slug, separator, path = value.partition("_")
                    row[column] = renamed.get(slug, slug) + separator + path
