"""The lookup API: JSON for programs. `records/openapi.py` describes it; a test holds the two
together.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import Any

from lawtool.citations.catalogue import STATUS
from lawtool.citations.lookup import MAX_QUERY, Parts, look_up_parts
from lawtool.citations.lookup import Answer as Looked
from lawtool.identifiers.paths import drop_caput, provision_key, split_key
from lawtool.model import Citation, Dispositivo, Norma
from lawtool.records import diff_record, node_record, openapi
from lawtool.records.status_record import in_force, status_record
from lawtool.render import citation_text
from lawtool.site.citations_page import (
    FORM,
    citation_address,
    decode_body,
    form_text,
    read_citations,
)
from lawtool.site.compare_page import align_texts, compared_text
from lawtool.site.connection import Row
from lawtool.site.http import Answer, Refused, SiteRequest, as_json, clean
from lawtool.site.norm_page import norm_row, norm_slug
from lawtool.site.search_page import MAX_QUERY as MAX_QUESTION
from lawtool.site.search_page import find_provisions
from lawtool.site.status_view import read_life, say_status
from lawtool.vocabulary import norms as vocabulary

MAX_CITATIONS = 250
"""Citations of one request that are answered; what is past them has 429, and the client goes on at
its `start`.
"""
MAX_BATCH = 100
"""Lookups in one request."""
_FIELDS = ("type", "number", "year", "date", "body", "place", "uf", "provision")
"""Parts of a citation that a program knows apart."""


def fail(request: SiteRequest, refused: Refused) -> Answer:
    """Give a refused request as JSON."""
    body = {
        "status": refused.status,
        "reason": refused.reason,
        "message": refused.message,
        "candidates": list(refused.candidates),
    }
    return replace(as_json(body, refused.status), headers=refused.headers)


# Citations ----------------------------------------------------------------------------


def lookup(request: SiteRequest) -> Answer:
    """Look up one citation in any form that people write, or by its parts; by POST several at once.

    The status of HTTP is that of the answer; of several it is 200, and each has its own.
    """
    on = request.day("on") or request.today
    if request.method == "POST":
        request.only(("on",))
        queries = _queries(request)
        return as_json(
            {
                "answers": [
                    _record(request, request.reader.lookup(query), on)
                    for query in queries
                ]
            }
        )
    request.only(("q", "on", *_FIELDS))
    query = request.get("q", MAX_QUERY)
    answer = request.reader.lookup(query)
    if not query and any(request.get(name) for name in _FIELDS):
        answer = look_up_parts(request.reader.corpus.catalogue, _parts(request))
    record = _record(request, answer, on)
    return as_json(record, record["status"])


def _parts(request: SiteRequest) -> Parts:
    """Read a citation from its parts:
    `type=lei&number=340&year=1999&place=Coari&uf=AM&provision=art. 6º`.
    """
    number, year = request.get("number"), request.number("year", 0, 0, 9999)
    day = request.day("date")
    if not request.get("type") or not (number or year or day):
        raise Refused(
            400, "incomplete", "a citation by its parts needs type and number, or year"
        )
    place = "/".join(filter(None, (request.get("place"), request.get("uf").upper())))
    return Parts(
        species=request.get("type"),
        number=number,
        year=year or None,
        date=day,
        body=request.get("body"),
        place=place,
        locator=request.get("provision"),
    )


def _queries(request: SiteRequest) -> list[str]:
    body = _json_body(request)
    queries = body.get("queries")
    if not isinstance(queries, list) or not all(
        isinstance(query, str) for query in queries
    ):
        raise Refused(
            400,
            "not-json",
            'the body must be an object with "queries", a list of texts',
        )
    if len(queries) > MAX_BATCH:
        raise Refused(413, "too-long", f"one request has at most {MAX_BATCH} queries")
    return [clean(query)[:MAX_QUERY] for query in queries]


def _record(request: SiteRequest, answer: Looked, on: date) -> Row:
    """The record of an answer with its force on a day and the address of its page."""
    if answer.norma is None:
        return citation_text.answer(answer)
    path = drop_caput(answer.path)
    status = read_life(request.reader, answer.norma).status(path, on)
    record = citation_text.answer(answer, in_force=in_force(status))
    for member in record.get("members", ()):
        member["url"] = request.origin + request.url(member["url"])
    return record | {"url": _page(request, answer, path)}


def _page(request: SiteRequest, answer: Looked, path: str) -> str:
    return request.permanent(f"/norma/{answer.norma}/{path}".rstrip("/"))


def citations(request: SiteRequest) -> Answer:
    """Find all citations of a text with their offsets (code points) and a status each. Nothing is
    kept of the text.
    """
    request.only(("text",))
    text = _text(request)
    if not text.strip():
        raise Refused(
            400, "empty", 'there is no text; send it as the body, or as {"text": …}'
        )
    found = read_citations(request, text)
    rows = [
        _citation(request, citation, late=number >= MAX_CITATIONS)
        for number, citation in enumerate(found)
    ]
    return as_json({"characters": len(text), "count": len(rows), "citations": rows})


def _citation(request: SiteRequest, citation: Citation, *, late: bool) -> Row:
    if late:
        return {
            "start": citation.span.start,
            "end": citation.span.end,
            "text": citation.text,
            "status": 429,
            "reason": "past-the-cap",
        }
    record = citation_text.citation(citation, "")
    del record["source"]
    outcome = record.pop("status")
    code = STATUS.get(citation.reason, (404, ""))[0]
    address = citation_address(request, citation)
    if address:
        url = request.permanent(address)
    else:
        url = None
    return record | {"status": code, "outcome": outcome, "url": url}


def _text(request: SiteRequest) -> str:
    """Read the text of a request: a form (`text=`), JSON (`{"text": ...}`) or the body itself.
    Raises Refused.
    """
    if request.method != "POST":
        return request.query.get("text", "")
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind in ("", FORM):
        return form_text(request)
    if kind == "application/json":
        text = _json_body(request).get("text")
        if not isinstance(text, str):
            raise Refused(400, "not-json", 'the body must be an object with a "text"')
        return clean(text)
    if kind.startswith("multipart/"):
        raise Refused(415, "unsupported", "send the text itself, not as multipart")
    return clean(decode_body(request))


def _json_body(request: SiteRequest) -> dict[str, Any]:
    try:
        body = json.loads(decode_body(request))
    except (ValueError, RecursionError):
        raise Refused(400, "not-json", "the body is no JSON") from None
    if not isinstance(body, dict):
        raise Refused(400, "not-json", "the body must be an object")
    return body


# Norms --------------------------------------------------------------------------------


def norms(request: SiteRequest) -> Answer:
    """List the norms of the corpus, page by page, without their texts."""
    names = ("limit", "offset", "uf", "kind", "year", "place", "number", "q", "held")
    request.only(names)
    limit, offset = (
        request.number("limit", 100, 1, 1000),
        request.number("offset", 0, 0, 10_000_000),
    )
    kind = request.get("kind", 60).lower()
    if kind and kind not in vocabulary.species():
        raise Refused(400, "unknown-value", f"there is no kind {kind!r}")
    filters = {
        "uf": request.get("uf", 2).upper(),
        "kind": kind,
        "year": request.number("year", 0, 0, 9999),
        "place": request.get("place").partition("/")[0],
        "number": request.get("number", 20),
        "q": request.get("q"),
        "held": request.number("held", 1, 0, 1),
    }
    total, rows = request.reader.listings.norm_page(filters, limit, offset)
    return as_json(
        {
            "total": total,
            "limit": limit,
            "offset": offset,
            "next": _next(request, limit, offset, total),
            "norms": [_norm_record(request, row) for row in rows],
        }
    )


def _next(request: SiteRequest, limit: int, offset: int, total: int) -> str | None:
    """The address of what follows in a list; None at its end."""
    if offset + limit >= total:
        return None
    return request.origin + request.again(offset=offset + limit)


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
        "url": request.permanent(f"/norma/{row['id']}"),
    }


def norm(request: SiteRequest) -> Answer:
    """Give one norm: what it is, its aliases, its status today or on a day."""
    request.only(("on",))
    row = norm_row(request.reader, request.parts["norm"])
    on = request.day("on") or request.today
    status = status_record(read_life(request.reader, row["id"]).status("", on))
    aliases = request.reader.listings.aliases(row["id"])
    return as_json(_norm_record(request, row) | {"aliases": aliases, "status": status})


def tree(request: SiteRequest) -> Answer:
    """Give all nodes of a norm in order, each with its parent."""
    request.only(())
    norma = _held(request, request.parts["norm"])
    file = request.reader.corpus.files[norma.source]
    return as_json(
        {
            "norm": norma.slug,
            "url": request.permanent(f"/norma/{norma.slug}"),
            "nodes": [_node(request, norma, node, file) for node in norma.nodes],
        }
    )


def _held(request: SiteRequest, name: str) -> Norma:
    return request.reader.corpus.norma(request.reader.corpus.resolve(name[:200]))


def _node(request: SiteRequest, norma: Norma, node: Dispositivo, file: str) -> Row:
    return node_record.node(norma, node, file) | {
        "id": provision_key(norma.slug, node.path),
        "parent": node.parent,
        "parent_id": provision_key(norma.slug, node.parent) if node.parent else None,
        "url": request.permanent(f"/norma/{norma.slug}/{node.path}"),
    }


def provision(request: SiteRequest) -> Answer:
    """Give one provision by its id (`coari-lei-340-1999_art2_cpt_inc3`) with what is above, beside
    and below it.
    """
    request.only(("on",))
    name, fragment = split_key(request.parts["id"][:700])
    norma = _held(request, name)
    if not fragment:
        raise Refused(404, "not-found", "the id of a provision is NORM_PATH")
    path = request.reader.corpus.find(norma.slug, fragment)
    node = norma.get(path)
    assert node is not None
    on = request.day("on") or request.today
    status = read_life(request.reader, norma.slug).status(path, on)
    record = _node(request, norma, node, request.reader.corpus.files[norma.source])
    return as_json(
        record
        | {
            "name": request.reader.corpus.name(norma.slug, path),
            "in_force": in_force(status),
            "status": status_record(status),
            "ancestors": [
                provision_key(norma.slug, above.path) for above in norma.ancestors(path)
            ],
            "children": [
                provision_key(norma.slug, below.path) for below in norma.children(path)
            ],
        }
    )


def status(request: SiteRequest) -> Answer:
    """Say what a norm or a provision was on a day."""
    request.only(("on",))
    name, fragment = split_key(request.parts["id"][:700])
    on = request.day("on") or request.today
    slug = norm_slug(request.reader, name)
    path = _status_path(request, slug, fragment)
    life = read_life(request.reader, slug)
    answer = life.status(path, on)
    period = next(
        (
            period
            for period in reversed(life.periods(path))
            if period.since is None or period.since <= on
        ),
        None,
    )
    lines = say_status(request.reader, answer, life.identity, request.lang)
    message = " ".join(line if line.endswith(".") else f"{line}." for line in lines)
    row = request.reader.listings.norm(slug)
    if row and row["no_acervo"]:
        page_path = path
    else:
        page_path = ""
    return as_json(
        status_record(answer, period)
        | {
            "in_force": in_force(answer),
            "message": message,
            "url": request.permanent(f"/norma/{slug}/{page_path}".rstrip("/")),
        }
    )


def _status_path(request: SiteRequest, slug: str, fragment: str) -> str:
    """Find the path that an id names. Raises UnknownProvision, Refused for what no event and no
    text knows.
    """
    if not fragment:
        return ""
    corpus = request.reader.corpus
    path = corpus.place(slug, fragment)
    row = request.reader.listings.norm(slug)
    if row is None or not row["no_acervo"] or corpus.norma(slug).get(path) is not None:
        return path
    known = {event.affected_path for event in read_life(request.reader, slug).events}
    if path not in known:
        raise Refused(404, "not-found", f"{slug} has no provision {fragment[:100]!r}")
    return path


def diff(request: SiteRequest) -> Answer:
    """Compare two norms, as `lawtool diff --format json` does; either side may be of a day (`on_a`,
    `on_b`).
    """
    request.only(("on_a", "on_b"))
    left, right = compared_text(request, "a"), compared_text(request, "b")
    if left.norma.slug == right.norma.slug:
        base = "a"
    else:
        base = ""
    alignment = align_texts(left.norma, right.norma, base=base)
    address = request.permanent(f"/comparar/{alignment.a.slug}/{alignment.b.slug}")
    return as_json(diff_record.diff(alignment) | {"url": address})


def search(request: SiteRequest) -> Answer:
    """Find provisions for a question, the best first."""
    request.only(("q", "limit", "offset", "norm", "uf", "place", "kind", "year", "on"))
    limit, offset = (
        request.number("limit", 10, 1, 100),
        request.number("offset", 0, 0, 900),
    )
    query = request.get("q", MAX_QUESTION)
    if not query:
        raise Refused(400, "empty", "q is empty")
    found = find_provisions(request, offset + limit + 1)
    hits = found.hits[offset : offset + limit]
    more = len(found.hits) > offset + limit
    return as_json(
        {
            "query": query,
            "count": len(hits),
            "offset": offset,
            "next": request.origin + request.again(offset=offset + limit)
            if more
            else None,
            "instead": {word: list(others) for word, others in found.instead.items()},
            "suggestions": list(found.suggestions),
            "results": [
                node_record.hit(hit)
                | {
                    "id": provision_key(hit.norm, hit.path),
                    "url": request.permanent(f"/norma/{hit.norm}/{hit.path}"),
                }
                for hit in hits
            ],
        }
    )


def description(request: SiteRequest) -> Answer:
    """Describe all this (OpenAPI)."""
    return as_json(openapi.describe_api(request.base))


def unknown(request: SiteRequest) -> Answer:
    """Refuse: there is no such route."""
    raise Refused(
        404, "not-found", "there is no such route; see /-/lawtool/v1/openapi.json"
    )
