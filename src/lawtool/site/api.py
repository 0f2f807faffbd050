"""The lookup API: JSON for programs. `openapi.py` describes it; a test holds the two together."""

from __future__ import annotations

import json
from typing import Any

from lawtool.citations.catalogue import MAX_QUERY, STATUS, permalink
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
from lawtool.site.http import Answer, Ask, Refused, as_json, clean
from lawtool.site.norm_page import slug_of
from lawtool.store.coverage import key

MAX_CITATIONS = 250
"""Citations of one request that are answered; what is past them has 429, and the client goes on at its `start`."""


def fail(ask: Ask, refused: Refused) -> Answer:
    """A refused request as JSON."""
    return as_json(_error(refused), refused.status)


def _error(refused: Refused) -> dict[str, Any]:
    candidates = list(refused.candidates)
    return {
        "status": refused.status,
        "reason": refused.reason,
        "message": refused.message,
        "candidates": candidates,
    }


def lookup(ask: Ask) -> Answer:
    """One citation in any form that people write. The status of HTTP is that of the answer."""
    answer = ask.reader.lookup(ask.get("q", MAX_QUERY))
    record = rendered.answer(answer)
    if answer.norma:
        record["in_force"] = in_force(
            standing.life(ask.reader, answer.norma).status(
                answer.path.removesuffix("_cpt"), ask.today
            )
        )
        record["url"] = ask.url(permalink(answer.norma, answer.path.removesuffix("_cpt")))
    return as_json(record, answer.status)


def citations(ask: Ask) -> Answer:
    """All citations of a text with their offsets (code points) and a status each. Nothing is kept of the text."""
    text = _text(ask)
    found = texts.read(ask, text)
    rows = [_citation(ask, one, late=number >= MAX_CITATIONS) for number, one in enumerate(found)]
    return as_json({"characters": len(text), "count": len(rows), "citations": rows})


def _citation(ask: Ask, one: Citation, *, late: bool) -> Row:
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
    return record | {"status": code, "outcome": outcome, "url": texts.address(ask, one) or None}


def _text(ask: Ask) -> str:
    """The text of a request: a form (`text=`), JSON (`{"text": ...}`) or the body itself."""
    body = ask.body.decode("utf-8", "replace")
    kind = ask.headers.get("content-type", "").split(";")[0].strip().lower()
    if ask.method != "POST" or kind == "application/x-www-form-urlencoded":
        return texts.text_of(ask)
    if kind == "application/json":
        try:
            told = json.loads(body)
        except (ValueError, RecursionError):
            raise Refused(400, "not-json", "the body is no JSON") from None
        if not isinstance(told, dict) or not isinstance(told.get("text"), str):
            raise Refused(400, "not-json", 'the body must be an object with a "text"')
        return clean(told["text"])
    return clean(body)


def norms(ask: Ask) -> Answer:
    """The norms of the corpus, page by page, without their texts."""
    limit, offset = ask.number("limit", 100, 1, 1000), ask.number("offset", 0, 0, 10_000_000)
    where = "no_acervo AND (:uf = '' OR uf = :uf) AND (:kind = '' OR especie = :kind) AND (:year = 0 OR ano = :year)"
    told: dict[str, Any] = {
        "uf": ask.get("uf", 2).upper(),
        "kind": ask.get("kind", 60),
        "year": ask.number("year", 0, 0, 9999),
    }
    total = ask.reader.count(f"SELECT count(*) FROM normas WHERE {where}", **told)
    rows = ask.reader.rows(
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
            "norms": [_norm_record(ask, row) for row in rows],
        }
    )


def _norm_record(ask: Ask, row: Row) -> Row:
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
        "url": ask.url(permalink(row["id"])),
    }


def norm(ask: Ask) -> Answer:
    """One norm: what it is, its aliases, its status today."""
    slug = slug_of(ask)
    row = ask.reader.row("SELECT * FROM normas WHERE id = ?", slug)
    assert row is not None
    aliases = [
        one["apelido"]
        for one in ask.reader.rows("SELECT apelido FROM apelidos WHERE norma = ? ORDER BY 1", slug)
    ]
    status = status_record(standing.life(ask.reader, slug).status("", ask.today))
    return as_json(_norm_record(ask, row) | {"aliases": aliases, "status": status})


def tree(ask: Ask) -> Answer:
    """All nodes of a norm in order, each with its parent."""
    norma = _held(ask)
    file = ask.reader.corpus.files[norma.source]
    nodes = [_node(ask, norma, one, file) for one in norma.nodes]
    return as_json({"norm": norma.slug, "url": ask.url(permalink(norma.slug)), "nodes": nodes})


def _held(ask: Ask) -> Norma:
    return ask.reader.norma(ask.reader.corpus.resolve(ask.parts["norm"][:200]))


def _node(ask: Ask, norma: Norma, one: Dispositivo, file: str) -> Row:
    more = {
        "id": key(norma.slug, one.path),
        "parent": one.parent,
        "url": ask.url(permalink(norma.slug, one.path)),
    }
    return records.node(norma, one, file) | more


def provision(ask: Ask) -> Answer:
    """One provision by its id (`coari-lei-340-1999_art2_cpt_inc3`) with what is above, beside and below it."""
    norma, path = _place(ask)
    if not path:
        raise Refused(404, "not-found", "the id of a provision is NORM_PATH")
    one = norma.get(path)
    assert one is not None
    record = _node(ask, norma, one, ask.reader.corpus.files[norma.source])
    answer = standing.life(ask.reader, norma.slug).status(path, ask.today)
    return as_json(
        record
        | {
            "name": ask.reader.corpus.name(norma.slug, path),
            "in_force": in_force(answer),
            "status": status_record(answer),
            "ancestors": [key(norma.slug, above.path) for above in norma.ancestors(path)],
            "children": [key(norma.slug, below.path) for below in norma.children(path)],
        }
    )


def _place(ask: Ask) -> tuple[Norma, str]:
    """The norm and the path that an id names; the path is empty for a norm."""
    name, _, path = ask.parts["id"][:700].partition("_")
    slug = ask.reader.corpus.resolve(name)
    return ask.reader.norma(slug), ask.reader.corpus.find(slug, path) if path else ""


def status(ask: Ask) -> Answer:
    """What a norm or a provision was on a day."""
    name, _, path = ask.parts["id"][:700].partition("_")
    on = ask.day("on") or ask.today
    ask.parts = {"norm": name}
    slug = slug_of(ask)
    life = standing.life(ask.reader, slug)
    answer = life.status(path, on)
    period = next(
        (one for one in reversed(life.periods(path)) if one.since is None or one.since <= on), None
    )
    lines = standing.said(ask.reader, answer, life.identity, ask.lang)
    return as_json(
        status_record(answer, period)
        | {
            "in_force": in_force(answer),
            "message": " ".join(lines),
            "url": ask.url(permalink(slug, path)),
        }
    )


def diff(ask: Ask) -> Answer:
    """Two norms compared, as `lawtool diff --format json` has it."""
    found = alignment(ask, ask.parts["a"], ask.parts["b"])
    return as_json(
        diff_records.diff(found) | {"url": ask.url(f"/comparar/{found.a.slug}/{found.b.slug}")}
    )


def search(ask: Ask) -> Answer:
    """Provisions for a question, the best first."""
    limit = ask.number("limit", 10, 1, 100)
    query = ask.get("q", searching.MAX_QUERY)
    if not query:
        raise Refused(400, "empty", "q is empty")
    found = searching.found(ask, limit)
    rows = [_hit(ask, hit) for hit in found.hits]
    instead = {word: list(others) for word, others in found.instead.items()}
    told = {
        "query": query,
        "count": len(rows),
        "instead": instead,
        "suggestions": list(found.suggestions),
    }
    return as_json(told | {"results": rows})


def _hit(ask: Ask, hit: Any) -> Row:
    return records.hit(hit) | {
        "id": key(hit.norm, hit.path),
        "url": ask.url(permalink(hit.norm, hit.path)),
    }


def description(ask: Ask) -> Answer:
    """The description of all this."""
    return as_json(openapi.document(ask.base))


def unknown(ask: Ask) -> Answer:
    """No such route."""
    raise Refused(404, "not-found", "there is no such route; see /-/lawtool/v1/openapi.json")
