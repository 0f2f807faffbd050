"""Who copied, revoked, amended and cites whom: a drawing over the years, and the same as a table,
page by page.
"""

from __future__ import annotations

from collections.abc import Iterator

from lawtool.render.graph import GraphEdge, GraphNode, draw_years
from lawtool.render.strings import speaker
from lawtool.site.connection import Row
from lawtool.site.downloads import Column, download
from lawtool.site.http import Answer, SiteRequest
from lawtool.site.norm_page import norm_slug, relation_extent, relation_proof
from lawtool.site.templates import page

MOST_DRAWN = 60
"""Norms that a drawing has room for."""
CANDIDATES = 400
"""Relations that are tried for a drawing, the most telling first."""
PAGE = 100
"""Pairs on one page of the table."""
EVERYTHING = 10_000_000


def relations(request: SiteRequest) -> Answer:
    """Show the relations of the corpus, of one kind or of one norm if asked."""
    reader = request.reader
    kind, name = request.get("kind", 30), request.get("norm")
    if name:
        norm = norm_slug(reader, name)
    else:
        norm = ""
    if request.get("format"):
        rows = reader.listings.relation_page(kind, norm, EVERYTHING, 0)
        return download(request, "relacoes", _COLUMNS, _file_rows(request, rows))
    counts = reader.listings.relation_counts(norm)
    total = sum(row["count"] for row in counts if kind in ("", row["tipo"]))
    number = request.number("page", 1, 1, 1_000_000)
    drawn = _choose(reader.listings.drawn_relations(kind, norm, CANDIDATES))
    slugs = {slug for row in drawn for slug in (row["origem"], row["destino"])}
    places = reader.listings.norms_named(sorted(slugs))
    drawn = [
        row for row in drawn if _dated(places[row["origem"]], places[row["destino"]])
    ]
    rows = reader.listings.relation_page(kind, norm, PAGE, (number - 1) * PAGE)
    return page(
        request,
        "relations.html",
        rows=[
            row
            | relation_proof(request, row)
            | {"extent": relation_extent(request, row), "later": _is_later_note(row)}
            for row in rows
        ],
        total=total,
        page=number,
        pages=max(1, -(-total // PAGE)),
        kind=kind,
        norm=norm,
        norm_name=reader.listings.norm_name(norm) if norm else "",
        counts=counts,
        drawing=_draw(request, drawn, places),
        left_out=total - len(drawn),
    )


_COLUMNS = (
    Column("origem_nome", "de"),
    Column("kind", "relação"),
    Column("extent", "dispositivos"),
    Column("destino_nome", "para"),
    Column("data", "efeitos"),
    Column("pontuacao", "pontuação"),
    Column("metodo", "método"),
    Column("evidencia", "prova"),
    Column("origem", "id de"),
    Column("destino", "id para"),
)


def _file_rows(request: SiteRequest, rows: list[Row]) -> Iterator[Row]:
    say = speaker(request.lang)
    for row in rows:
        yield row | {
            "kind": say(f"kind.{row['tipo']}"),
            "extent": relation_extent(request, row),
            "metodo": say(f"relations.{row['metodo']}"),
            "evidencia": relation_proof(request, row)["quote"],
        }


def _is_later_note(row: Row) -> bool:
    """Say whether a norm cites one that is younger: then the words are a note of the publisher."""
    older = row["origem_data"] or str(row["origem_ano"] or "")
    younger = row["destino_data"] or str(row["destino_ano"] or "")
    if row["tipo"] != "cita" or not (older and younger):
        return False
    return bool(older[:4] < younger[:4])


def _dated(*norms: Row) -> bool:
    return all(row["data"] or row["ano"] for row in norms)


def _choose(rows: list[Row]) -> list[Row]:
    """Choose the relations that a drawing has room for: as long as no more than MOST_DRAWN norms
    take part.
    """
    chosen: list[Row] = []
    seen: set[str] = set()
    for row in rows:
        grown = seen | {row["origem"], row["destino"]}
        if len(grown) <= MOST_DRAWN:
            seen = grown
            chosen.append(row)
    return chosen


def _draw(request: SiteRequest, rows: list[Row], places: dict[str, Row]) -> str:
    say = speaker(request.lang)
    slugs = dict.fromkeys(
        slug for row in rows for slug in (row["origem"], row["destino"])
    )
    nodes = [
        GraphNode(
            slug=slug,
            name=places[slug]["nome"],
            day=places[slug]["data"] or str(places[slug]["ano"]),
            level=places[slug]["esfera"] or "",
            held=bool(places[slug]["no_acervo"]),
            address=request.url(f"/norma/{slug}"),
        )
        for slug in slugs
    ]
    edges = [
        GraphEdge(
            start=row["origem"],
            end=row["destino"],
            kind=row["tipo"],
            title=f"{row['origem_nome']} {say('kind.' + row['tipo'])} {row['destino_nome']}",
        )
        for row in rows
    ]
    return draw_years(nodes, edges, say)
