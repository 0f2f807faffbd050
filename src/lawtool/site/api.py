"""The lookup API: JSON for programs. `openapi.py` describes it; a test holds the two together."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from lawtool.citations.catalogue import MAX_QUERY, STATUS, permalink
from lawtool.identifiers.paths import drop_caput, provision_key
from lawtool.model import Citation, Dispositivo, Norma
from lawtool.records import diff_record as diff_records
from lawtool.records import node_record as records
from lawtool.records import openapi
from lawtool.records.status_record import in_force, status_record
from lawtool.render import citation_text as rendered
from lawtool.site import citations_page as texts
from lawtool.site import search_page as searching
from lawtool.site import status_view as standing
from lawtool.site.compare_page import alignment
from lawtool.site.connection import Row
from lawtool.site.http import Answer, Refused, SiteRequest, as_json, clean
from lawtool.site.norm_page import slug_of

MAX_CITATIONS = 250
"""Citations of one request that are answered; what is past them has 429, and the client goes on at its `start`."""


def fail(request: SiteRequest, refused: Refused) -> Answer:
    """Give a refused request as JSON."""
    return replace(as_json(_error(refused), refused.status), headers=refused.headers)


def _error(refused: Refused) -> dict[str, Any]:
    candidates = list(refused.candidates)
    return {
        "status": refused.status,
        "reason": refused.reason,
        "message": refused.message,
        "candidates": candidates,
    }


def lookup(request: SiteRequest) -> Answer:
    """One citation in any form that people write. The status of HTTP is that of the answer."""
    answer = request.reader.lookup(request.get("q", MAX_QUERY))
    record = rendered.answer(answer)
    if answer.norma:
        record["in_force"] = in_force(
            standing.life(request.reader, answer.norma).status(
                drop_caput(answer.path), request.today
            )
        )
        record["url"] = request.url(permalink(answer.norma, drop_caput(answer.path)))
    return as_json(record, answer.status)


def citations(request: SiteRequest) -> Answer:
    """All citations of a text with their offsets (code points) and a status each. Nothing is kept of the text."""
    text = _text(request)
    found = texts.read(request, text)
    rows = [
        _citation(request, one, late=number >= MAX_CITATIONS) for number, one in enumerate(found)
    ]
    return as_json({"characters": len(text), "count": len(rows), "citations": rows})


def _citation(request: SiteRequest, one: Citation, *, late: bool) -> Row:
    if late:
        return {
            "start": one.span.start,
            "end": one.span.end,
            "text": one.text,
            "status": 429,
            "reason": "past-the-cap",
        }
    record = rendered.citation(one, "")
    del record["source"]
    outcome = record.pop("status")
    code = STATUS.get(one.reason, (404, ""))[0]
    return record | {"status": code, "outcome": outcome, "url": texts.address(request, one) or None}


def _text(request: SiteRequest) -> str:
    """The text of a request: a form (`text=`), JSON (`{"text": ...}`) or the body itself."""
    body = request.body.decode("utf-8", "replace")
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if request.method != "POST" or kind == "application/x-www-form-urlencoded":
        return texts.text_of(request)
    if kind == "application/json":
        try:
            told = json.loads(body)
        except (ValueError, RecursionError):
            raise Refused(400, "not-json", "the body is no JSON") from None
        if not isinstance(told, dict) or not isinstance(told.get("text"), str):
            raise Refused(400, "not-json", 'the body must be an object with a "text"')
        return clean(told["text"])
    return clean(body)


def norms(request: SiteRequest) -> Answer:
    """The norms of the corpus, page by page, without their texts."""
    limit, offset = (
        request.number("limit", 100, 1, 1000),
        request.number("offset", 0, 0, 10_000_000),
    )
    where = "no_acervo AND (:uf = '' OR uf = :uf) AND (:kind = '' OR especie = :kind) AND (:year = 0 OR ano = :year)"
    told: dict[str, Any] = {
        "uf": request.get("uf", 2).upper(),
        "kind": request.get("kind", 60),
        "year": request.number("year", 0, 0, 9999),
    }
    total = request.reader.count(f"SELECT count(*) FROM normas WHERE {where}", **told)
    rows = request.reader.rows(
        f"SELECT * FROM normas WHERE {where} ORDER BY ordem LIMIT :limit OFFSET :offset",
        limit=limit,
        offset=offset,
        **told,
    )
    return as_json(
        {
            "total": total,
            "limit": limit,
            "offset": offset,
            "norms": [_norm_record(request, row) for row in rows],
        }
    )


def _norm_record(request: SiteRequest, row: Row) -> Row:
    return {
        "norm": row["id"],
        "name": row["nome"],
        "ementa": row["ementa"],
        "species": row["especie"],
        "number": row["numero"],
        "year": row["ano"],
        "date": row["data"],
        "published": row["publicacao"],
        "authority": row["autoridade"],
        "level": row["esfera"],
        "uf": row["uf"],
        "municipality": row["municipio"],
        "urn": row["urn"],
        "held": bool(row["no_acervo"]),
        "url": request.url(permalink(row["id"])),
    }


def norm(request: SiteRequest) -> Answer:
    """One norm: what it is, its aliases, its status today."""
    slug = slug_of(request)
    row = request.reader.row("SELECT * FROM normas WHERE id = ?", slug)
    assert row is not None
    aliases = [
        one["apelido"]
        for one in request.reader.rows(
            "SELECT apelido FROM apelidos WHERE norma = ? ORDER BY 1", slug
        )
    ]
    status = status_record(standing.life(request.reader, slug).status("", request.today))
    return as_json(_norm_record(request, row) | {"aliases": aliases, "status": status})


def tree(request: SiteRequest) -> Answer:
    """All nodes of a norm in order, each with its parent."""
    norma = _held(request)
    file = request.reader.corpus.files[norma.source]
    nodes = [_node(request, norma, one, file) for one in norma.nodes]
    return as_json({"norm": norma.slug, "url": request.url(permalink(norma.slug)), "nodes": nodes})


def _held(request: SiteRequest) -> Norma:
    return request.reader.norma(request.reader.corpus.resolve(request.parts["norm"][:200]))


def _node(request: SiteRequest, norma: Norma, one: Dispositivo, file: str) -> Row:
    more = {
        "id": provision_key(norma.slug, one.path),
        "parent": one.parent,
        "url": request.url(permalink(norma.slug, one.path)),
    }
    return records.node(norma, one, file) | more


def provision(request: SiteRequest) -> Answer:
    """One provision by its id (`coari-lei-340-1999_art2_cpt_inc3`) with what is above, beside and below it."""
    norma, path = _place(request)
    if not path:
        raise Refused(404, "not-found", "the id of a provision is NORM_PATH")
    one = norma.get(path)
    assert one is not None
    record = _node(request, norma, one, request.reader.corpus.files[norma.source])
    answer = standing.life(request.reader, norma.slug).status(path, request.today)
    return as_json(
        record
        | {
            "name": request.reader.corpus.name(norma.slug, path),
            "in_force": in_force(answer),
            "status": status_record(answer),
            "ancestors": [provision_key(norma.slug, above.path) for above in norma.ancestors(path)],
            "children": [provision_key(norma.slug, below.path) for below in norma.children(path)],
        }
    )


def _place(request: SiteRequest) -> tuple[Norma, str]:
    """The norm and the path that an id names; the path is empty for a norm."""
    name, _, path = request.parts["id"][:700].partition("_")
    slug = request.reader.corpus.resolve(name)
    return request.reader.norma(slug), request.reader.corpus.find(slug, path) if path else ""


def status(request: SiteRequest) -> Answer:
    """What a norm or a provision was on a day."""
    name, _, path = request.parts["id"][:700].partition("_")
    on = request.day("on") or request.today
    request.parts = {"norm": name}
    slug = slug_of(request)
    life = standing.life(request.reader, slug)
    answer = life.status(path, on)
    period = next(
        (one for one in reversed(life.periods(path)) if one.since is None or one.since <= on), None
    )
    lines = standing.said(request.reader, answer, life.identity, request.lang)
    return as_json(
        status_record(answer, period)
        | {
            "in_force": in_force(answer),
            "message": " ".join(lines),
            "url": request.url(permalink(slug, path)),
        }
    )


def diff(request: SiteRequest) -> Answer:
    """Two norms compared, as `lawtool diff --format json` has it."""
    found = alignment(request, request.parts["a"], request.parts["b"])
    return as_json(
        diff_records.diff(found) | {"url": request.url(f"/comparar/{found.a.slug}/{found.b.slug}")}
    )


def search(request: SiteRequest) -> Answer:
    """Provisions for a question, the best first."""
    limit = request.number("limit", 10, 1, 100)
    query = request.get("q", searching.MAX_QUERY)
    if not query:
        raise Refused(400, "empty", "q is empty")
    found = searching.found(request, limit)
    rows = [_hit(request, hit) for hit in found.hits]
    instead = {word: list(others) for word, others in found.instead.items()}
    told = {
        "query": query,
        "count": len(rows),
        "instead": instead,
        "suggestions": list(found.suggestions),
    }
    return as_json(told | {"results": rows})


def _hit(request: SiteRequest, hit: Any) -> Row:
    return records.hit(hit) | {
        "id": provision_key(hit.norm, hit.path),
        "url": request.url(permalink(hit.norm, hit.path)),
    }


def description(request: SiteRequest) -> Answer:
    """The description of all this."""
    return as_json(openapi.document(request.base))


def unknown(request: SiteRequest) -> Answer:
    """No such route."""
    raise Refused(404, "not-found", "there is no such route; see /-/lawtool/v1/openapi.json")
