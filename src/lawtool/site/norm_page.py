"""The pages of a norm: its text, one provision, and the repairs beside the raw text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lawtool.errors import UnknownNorm, UnknownProvision
from lawtool.identifiers.labels import from_fragment
from lawtool.identifiers.paths import provision_key
from lawtool.identifiers.urn import urn_of
from lawtool.model import Dispositivo, Kind, Norma
from lawtool.render.status_text import day_fact, first_day, list_events, provision_label
from lawtool.render.strings import say_fact, speaker
from lawtool.render.tree import label
from lawtool.site import status_view as standing
from lawtool.site.connection import Row
from lawtool.site.http import Answer, Refused, SiteRequest
from lawtool.site.norm_view import Sheet, Shown, contents
from lawtool.site.templates import page

MASTHEAD = frozenset({Kind.EPIGRAFE, Kind.EMENTA})
LONG_CONTENTS = 40
REPAIRS = 200
"""Repairs on one page of the OCR view."""
MOST = 100
"""Rows of a list on the page of a norm; the rest is in the tables."""

_RELATIONS = """
SELECT r.tipo, r.metodo, r.pontuacao, r.data, r.evidencia, r.dispositivo_origem, r.dispositivo_destino, n.id, n.nome,
       n.no_acervo, d.nome AS lugar, {0} AS direcao
  FROM relacoes r JOIN normas n ON n.id = r.{1} LEFT JOIN dispositivos d ON d.id = r.dispositivo_origem
 WHERE r.{2} = :norm AND r.tipo <> 'cita' ORDER BY r.tipo, n.nome, r.id LIMIT 200
"""
_CITED_BY = """
SELECT c.texto, c.relacao, c.dispositivo, c.fragmentos, n.id, n.nome, d.nome AS lugar
  FROM citacoes c JOIN normas n ON n.id = c.norma LEFT JOIN dispositivos d ON d.id = c.dispositivo
 WHERE c.norma_citada = :norm AND c.norma <> :norm ORDER BY n.ordem, c.inicio LIMIT 200
"""
_CITES = """
SELECT c.texto, c.situacao, c.motivo, c.tipo, c.norma_citada AS id, c.dispositivo_citado, c.candidatos, n.nome, n.no_acervo,
       d.nome AS lugar
  FROM citacoes c LEFT JOIN normas n ON n.id = c.norma_citada LEFT JOIN dispositivos d ON d.id = c.dispositivo_citado
 WHERE {0} ORDER BY c.inicio LIMIT 200
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """The status of a norm or provision for the top of its page."""

    tone: str
    lines: tuple[str, ...]
    cause: str = ""
    """Address of the provision that decided it, where the corpus holds it."""


def norm(request: SiteRequest) -> Answer:
    """A norm: banner, contents, text, what it is related to."""
    slug = slug_of(request)
    row = request.reader.row("SELECT * FROM normas WHERE id = ?", slug)
    assert row is not None
    if not row["no_acervo"]:
        return _outside(request, row)
    norma = request.reader.norma(slug)
    life = standing.life(request.reader, slug)
    nodes = list(Sheet(request, norma, whole=True).shown())
    top = {node.path for node in norma.nodes if node.kind in MASTHEAD and node.parent is None}
    entries = contents(norma)
    articles = sum(len(entry.articles) for entry in entries)
    return page(
        request,
        "norm.html",
        row=row,
        norma=norma,
        masthead=[node for node in nodes if node.path in top],
        nodes=[node for node in nodes if node.path not in top],
        contents=entries,
        open_contents=articles <= LONG_CONTENTS,
        banner=_banner(request, life, "", norma),
        events=_events(request, life),
        urn=urn_of(norma.id),
        related=_related(request, slug),
        cited_by=request.reader.rows(_CITED_BY, norm=slug),
        copies=_copies(request, slug),
        fixes=_fixes(request, slug),
        problems=request.reader.rows(
            "SELECT * FROM problemas WHERE norma = ? ORDER BY id LIMIT ?", slug, MOST
        ),
        parallel=_parallel_norms(nodes),
    )


def slug_of(request: SiteRequest) -> str:
    """The id of the norm in the address: an id, an alias, or a norm that is only spoken of."""
    name = request.parts["norm"]
    row = request.reader.row("SELECT id FROM normas WHERE id = ?", name)
    if row is not None:
        return str(row["id"])
    try:
        return request.reader.corpus.resolve(name[:200])
    except UnknownNorm as error:
        raise Refused(404, "not-found", str(error)) from None


def _banner(request: SiteRequest, life: standing.Life, path: str, norma: Norma | None) -> Banner:
    answer = life.status(path, request.today)
    lines = standing.said(request.reader, answer, norma.id if norma else None, request.lang)
    cause = answer.cause
    address = ""
    if cause is not None and cause.acting and cause.acting != life.slug:
        address = request.url(f"/norma/{cause.acting}/{cause.acting_path}".rstrip("/"))
    return Banner(tone=standing.TONES.get(answer.status, "open"), lines=tuple(lines), cause=address)


def _events(request: SiteRequest, life: standing.Life, path: str = "") -> list[dict[str, Any]]:
    """What happened to a norm, or to one provision of it, in order."""
    say = speaker(request.lang)
    out: list[dict[str, Any]] = []
    for event in list_events(life.events):
        theirs = event.affected not in ("", life.slug)
        if path and (theirs or not _touches(event.affected_path, path)):
            continue
        other = ""
        if theirs:
            other = event.affected
        elif event.acting != life.slug:
            other = event.acting
        out.append(
            {
                "when": say_fact(day_fact(event), request.lang),
                "date": first_day(event),
                "what": say(f"event.{event.kind}"),
                "active": theirs,
                "place": provision_label(event.affected_path) if event.affected_path else "",
                "other": other,
                "other_name": standing.name_of(request.reader, other) if other else "",
                "evidence": event.evidence,
                "path": event.path if event.norma == life.slug else "",
                "path_label": provision_label(event.path) if event.path else "",
            }
        )
    return out


def _touches(affected: str, path: str) -> bool:
    return bool(affected) and (
        path == affected or path.startswith(f"{affected}_") or affected.startswith(f"{path}_")
    )


def _related(request: SiteRequest, slug: str) -> list[Row]:
    out = request.reader.rows(_RELATIONS.format("'out'", "destino", "origem"), norm=slug)
    out += request.reader.rows(_RELATIONS.format("'in'", "origem", "destino"), norm=slug)
    today = standing.today(request.reader, request.today)
    return [row | {"status": today.get(row["id"], "")} for row in out]


def _copies(request: SiteRequest, slug: str) -> list[Row]:
    return request.reader.rows(
        "SELECT n.id, n.nome, count(*) AS count FROM alinhamentos a"
        " JOIN normas n ON n.id = CASE WHEN a.norma_a = :norm THEN a.norma_b ELSE a.norma_a END"
        " WHERE (a.norma_a = :norm OR a.norma_b = :norm) AND a.dispositivo_a IS NOT NULL AND a.dispositivo_b IS NOT NULL"
        " GROUP BY n.id ORDER BY count DESC",
        norm=slug,
    )


def _fixes(request: SiteRequest, slug: str) -> tuple[int, int]:
    """Repairs that are made, and those only suggested."""
    count = "SELECT count(*) FROM correcoes WHERE norma = ? AND decisao IN ({})"
    made = request.reader.count(count.format("'auto', 'accepted'"), slug)
    return made, request.reader.count(count.format("'suggested'"), slug)


def _parallel_norms(nodes: Sequence[Shown]) -> dict[str, str]:
    return {row["norma"]: row["norma_nome"] for node in nodes for row in node.parallels}


def _outside(request: SiteRequest, row: Row) -> Answer:
    """A norm that the corpus only speaks of: what is known of it, and by whom."""
    life = standing.life(request.reader, row["id"])
    return page(
        request,
        "outside.html",
        row=row,
        banner=_banner(request, life, "", None),
        events=_events(request, life),
        related=_related(request, row["id"]),
        cited_by=request.reader.rows(_CITED_BY, norm=row["id"]),
    )


# One provision -------------------------------------------------------------------------------------------------------


def provision(request: SiteRequest) -> Answer:
    """One provision with what is below it, its neighbours, and all that is known of it."""
    slug = slug_of(request)
    row = request.reader.row("SELECT * FROM normas WHERE id = ?", slug)
    assert row is not None
    if not row["no_acervo"]:
        return _outside(request, row)
    norma = request.reader.norma(slug)
    try:
        path = request.reader.corpus.find(slug, request.parts["fragment"][:500])
    except UnknownProvision as error:
        raise Refused(404, "not-found", str(error), candidates=(slug,)) from None
    node = norma.get(path)
    assert node is not None
    life = standing.life(request.reader, slug)
    before, after = _neighbours(norma, node)
    own = provision_key(slug, path)
    inside = f"{own}_%"
    return page(
        request,
        "provision.html",
        row=row,
        norma=norma,
        node=node,
        name=request.reader.corpus.name(slug, path),
        above=[
            (one.path, label(one) or one.text[:60] or one.kind.value)
            for one in reversed(list(norma.ancestors(path)))
        ],
        nodes=list(Sheet(request, norma).shown(path)),
        before=before,
        after=after,
        banner=_banner(request, life, path, norma),
        events=_events(request, life, path),
        urn=_urn(norma, path),
        **_links(request, slug, own, _like(inside)),
        versions=request.reader.rows(
            "SELECT * FROM versoes WHERE norma = ? AND caminho = ? ORDER BY desde", slug, path
        ),
        repairs=request.reader.rows(
            "SELECT * FROM correcoes WHERE dispositivo = :own OR dispositivo LIKE :inside ESCAPE '!' ORDER BY inicio LIMIT 100",
            own=own,
            inside=_like(inside),
        ),
    )


def _links(request: SiteRequest, slug: str, own: str, inside: str) -> dict[str, Any]:
    """What a provision, or what is below it, cites; who cites it; and what corresponds in other norms."""
    return {
        "cites": request.reader.rows(
            _CITES.format("(c.dispositivo = :own OR c.dispositivo LIKE :inside ESCAPE '!')"),
            own=own,
            inside=inside,
        ),
        "cited_by": request.reader.rows(
            "SELECT c.texto, c.relacao, c.dispositivo, n.id, n.nome, d.nome AS lugar FROM citacoes c"
            " JOIN normas n ON n.id = c.norma LEFT JOIN dispositivos d ON d.id = c.dispositivo"
            " WHERE c.norma_citada = :norm AND (c.dispositivo_citado = :own OR c.dispositivo_citado LIKE :inside ESCAPE '!')"
            " ORDER BY n.ordem, c.inicio LIMIT 200",
            norm=slug,
            own=own,
            inside=inside,
        ),
        "parallels": _parallels(request, own, inside),
    }


def _like(pattern: str) -> str:
    """Keys hold underscores, which LIKE takes for any letter; the one wildcard is at the end."""
    return pattern[:-1].replace("_", "!_") + "%"


def _urn(norma: Norma, path: str) -> str:
    try:
        return urn_of(norma.id, locator=from_fragment(path))
    except UnknownProvision:
        return urn_of(norma.id)


def _neighbours(norma: Norma, node: Dispositivo) -> tuple[Dispositivo | None, Dispositivo | None]:
    """The provisions of the same kind before and after, articles across headings."""
    same = [
        one
        for one in norma.nodes
        if one.kind is node.kind
        and (one.parent == node.parent or (node.kind is Kind.ARTIGO and "_alt" not in one.path))
    ]
    at = next((number for number, one in enumerate(same) if one.path == node.path), None)
    if at is None:
        return None, None
    return same[at - 1] if at else None, same[at + 1] if at + 1 < len(same) else None


def _parallels(request: SiteRequest, own: str, inside: str) -> list[Row]:
    """Provisions of other norms that correspond, with their text."""
    sides = []
    for mine, other in (("a", "b"), ("b", "a")):
        sides.append(
            f"SELECT a.dispositivo_{mine} AS own, a.dispositivo_{other} AS key, a.relacao, a.pontuacao, n.id, n.nome,"
            f" d.nome AS lugar, d.texto, m.nome AS own_name FROM alinhamentos a JOIN normas n ON n.id = a.norma_{other}"
            f" JOIN dispositivos d ON d.id = a.dispositivo_{other} JOIN dispositivos m ON m.id = a.dispositivo_{mine}"
            f" WHERE a.dispositivo_{mine} = :own OR a.dispositivo_{mine} LIKE :inside ESCAPE '!'"
        )
    return request.reader.rows(
        " UNION ".join(sides) + " ORDER BY 5, 1 LIMIT 100", own=own, inside=inside
    )


# The repairs ----------------------------------------------------------------------------------------------------------


def ocr(request: SiteRequest) -> Answer:
    """Each repair in its line: as printed, as read, with rule and evidence; and the whole text, raw beside clean."""
    norma = request.reader.norma(slug_of(request))
    decision = request.get("decision", 20)
    number = request.number("page", 1, 1, 100_000)
    where = "norma = ?1 AND ?2 IN ('', decisao)"
    total = request.reader.count(
        f"SELECT count(*) FROM correcoes WHERE {where}", norma.slug, decision
    )
    rows = request.reader.rows(
        f"SELECT c.*, d.nome AS lugar, d.caminho FROM correcoes c LEFT JOIN dispositivos d ON d.id = c.dispositivo"
        f" WHERE c.{where} ORDER BY c.inicio LIMIT ?3 OFFSET ?4",
        norma.slug,
        decision,
        REPAIRS,
        (number - 1) * REPAIRS,
    )
    raw = request.reader.corpus.source(norma.source).text
    sheet = Sheet(request, norma)
    pairs = [
        {"shown": one, "raw": _raw(raw, node)}
        for one in sheet.shown()
        if (node := norma.get(one.path)) is not None and (node.repaired or request.get("all"))
    ]
    return page(
        request,
        "ocr.html",
        norma=norma,
        name=request.reader.corpus.name(norma.slug),
        repairs=[row | _context(raw, row) for row in rows],
        pairs=pairs[(number - 1) * REPAIRS : number * REPAIRS],
        total=total,
        number=number,
        pages=max(1, -(-total // REPAIRS)),
        decision=decision,
        everything=bool(request.get("all")),
        counts=request.reader.rows(
            "SELECT decisao, count(*) AS count FROM correcoes WHERE norma = ? GROUP BY 1 ORDER BY 2 DESC",
            norma.slug,
        ),
        furniture=request.reader.rows(
            "SELECT s.tipo, count(*) AS count FROM segmentos s JOIN normas_origem o ON o.norma = :norm"
            " WHERE s.fonte = :source AND s.inicio BETWEEN o.inicio AND o.fim AND s.tipo NOT IN ('rotulo', 'texto')"
            " GROUP BY 1 ORDER BY 2 DESC",
            norm=norma.slug,
            source=norma.source,
        ),
    )


def _raw(raw: str, node: Dispositivo) -> str:
    """The words of a node as they stand in the source, label included."""
    parts = [span.of(raw) for span in ((node.label_span,) if node.label_span else ())]
    return "".join(parts) + " ".join(piece.of(raw) for piece in node.pieces)


def _context(raw: str, row: Row, width: int = 60) -> dict[str, str]:
    """The words around a repair, within its line and a line's length."""
    start = max(raw.rfind("\n", 0, row["inicio"]) + 1, row["inicio"] - width)
    end = raw.find("\n", row["fim"])
    return {
        "left": raw[start : row["inicio"]],
        "right": raw[row["fim"] : min(end if end >= 0 else len(raw), row["fim"] + width)],
    }
