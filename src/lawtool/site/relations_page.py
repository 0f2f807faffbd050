"""Who copied, revoked, amended and cites whom: a drawing over the years, and the same as a table."""

from __future__ import annotations

from collections import Counter

from lawtool.site.connection import Row
from lawtool.site.graph_page import draw
from lawtool.site.http import Answer, SiteRequest
from lawtool.site.norm_page import slug_of
from lawtool.site.templates import page

MOST_DRAWN = 60
MOST_ROWS = 500

_ROWS = """
SELECT r.tipo, r.origem, r.destino, min(r.data) AS data, max(r.pontuacao) AS pontuacao, r.metodo, count(*) AS count,
       min(r.evidencia) AS evidencia, min(r.dispositivo_origem) AS lugar, o.nome AS origem_nome, d.nome AS destino_nome,
       o.no_acervo AS origem_no, d.no_acervo AS destino_no
  FROM relacoes r JOIN normas o ON o.id = r.origem JOIN normas d ON d.id = r.destino
 WHERE (:kind = '' OR r.tipo = :kind) AND (:norm = '' OR r.origem = :norm OR r.destino = :norm)
 GROUP BY r.tipo, r.origem, r.destino
 ORDER BY r.tipo = 'cita', r.tipo, o.ordem, d.nome LIMIT 2000
"""


def relations(request: SiteRequest) -> Answer:
    """The relations of the corpus, of one kind or of one norm if asked."""
    kind, name = request.get("kind", 30), request.get("norm")
    norm = ""
    if name:
        request.parts = {"norm": name}
        norm = slug_of(request)
    rows = request.reader.rows(_ROWS, kind=kind, norm=norm)
    drawn = _drawn(rows, bool(norm))
    places = {
        row["id"]: row
        for row in request.reader.rows("SELECT id, nome, data, ano, esfera, no_acervo FROM normas")
    }
    counts = request.reader.rows(
        "SELECT tipo, count(DISTINCT origem || ' ' || destino) AS count FROM relacoes GROUP BY 1 ORDER BY 1"
    )
    return page(
        request,
        "relations.html",
        rows=rows[:MOST_ROWS],
        total=len(rows),
        kind=kind,
        norm=norm,
        norm_name=places[norm]["nome"] if norm else "",
        counts=counts,
        drawing=draw(request, drawn, places),
        left_out=len(rows) - len(drawn),
        normas=request.reader.rows(
            "SELECT id, nome FROM normas WHERE no_acervo ORDER BY nome LIMIT 500"
        ),
    )


def _drawn(rows: list[Row], focused: bool) -> list[Row]:
    """The relations that a drawing has room for: those between held norms first, mere citations of others last."""

    def weight(row: Row) -> tuple[bool, bool]:
        return row["tipo"] == "cita", not (row["origem_no"] and row["destino_no"])

    kept: list[Row] = []
    seen: Counter[str] = Counter()
    for row in sorted(rows, key=weight):
        if not focused and row["tipo"] == "cita" and not (row["origem_no"] and row["destino_no"]):
            continue
        new = {row["origem"], row["destino"]} - seen.keys()
        if len(seen) + len(new) > MOST_DRAWN:
            continue
        seen.update(new)
        kept.append(row)
    return kept
