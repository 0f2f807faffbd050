"""The page of the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from html import escape
from itertools import groupby
from typing import Any

from markupsafe import Markup

from lawtool.errors import UnknownNorm
from lawtool.identifiers.paths import covers
from lawtool.render.strings import speaker
from lawtool.search import Found, Hit
from lawtool.site.connection import Reader, Row
from lawtool.site.downloads import Column, download
from lawtool.site.http import Answer, Refused, SiteRequest
from lawtool.site.status_view import TONES, statuses_on
from lawtool.site.templates import page
from lawtool.vocabulary.norms import species

MAX_QUERY = 400
"""Characters of a question."""
LIMIT, MOST, MOST_DOWNLOADED = 20, 100, 1000
"""Provisions shown, shown at most, and given as a file at most."""
NONE = Found(hits=(), instead={})
EXAMPLES = (
    "distância mínima de escolas",
    "quantos botijões posso guardar em casa",
    "multa por descumprimento",
)
_MARKED = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHit:
    """One provision found: its snippet as HTML, what stands above it, and its status on the day."""

    hit: Hit
    snippet: Markup
    above: str
    status: str


def search_filters(request: SiteRequest) -> dict[str, Any]:
    """Read the filters of a request. Raises Refused where one cannot be read or names what there is
    not.
    """
    kind = request.get("kind", 60)
    if kind and kind.lower() not in _KINDS and kind.lower() not in species():
        raise Refused(400, "unknown-value", f"there is no kind {kind!r}")
    return {
        "norm": request.get("norm") or None,
        "uf": request.get("uf", 2).upper() or None,
        "place": request.get("place").partition("/")[0] or None,
        "kind": kind.lower() or None,
        "year": request.number("year", 0, 0, 9999) or None,
        "in_force_on": request.day("on"),
    }


_KINDS = frozenset(
    {"artigo", "paragrafo", "inciso", "alinea", "item", "ementa", "anexo", "tabela"}
)
"""Kinds of provisions that a search may be held to."""


def find_provisions(request: SiteRequest, limit: int) -> Found:
    """Find what answers the question of a request. Raises Refused on parameters that cannot be
    read, UnknownNorm.
    """
    query, filters = request.get("q", MAX_QUERY), search_filters(request)
    if not query:
        return NONE
    return request.reader.corpus.find_text(query, limit=limit, **filters)


def search(request: SiteRequest) -> Answer:
    """Answer a question with provisions, the best first, those of one norm that follow each other
    together.
    """
    reader = request.reader
    query = request.get("q", MAX_QUERY)
    limit = request.number("limit", LIMIT, 1, MOST)
    filters = search_filters(request)
    on = filters["in_force_on"]
    if query and request.get("format"):
        found = find_provisions(request, MOST_DOWNLOADED)
        return download(
            request, "busca", _COLUMNS, _rows(request, found, on or request.today)
        )
    if query and _may_cite(query):
        citation = reader.lookup(query)
    else:
        citation = None
    if citation is not None and citation.status != 200:
        citation = None
    try:
        found = find_provisions(request, limit + 1)
    except UnknownNorm as error:
        raise Refused(404, "not-found", str(error)) from None
    hits = found.hits[:limit]
    shown = list(_shown(request, hits, on or request.today))
    norms = reader.listings.norms_named([one.hit.norm for one in shown])
    return page(
        request,
        "search.html",
        q=query,
        chosen={name: value for name, value in filters.items() if value},
        groups=[
            (norms[slug], list(group))
            for slug, group in groupby(shown, lambda one: one.hit.norm)
        ],
        total=len(shown),
        more=len(found.hits) > limit,
        limit=limit,
        most=MOST,
        on=on,
        instead=found.instead,
        suggestions=found.suggestions,
        cited=citation,
        cited_name=reader.listings.norm_name(citation.norma)
        if citation and citation.norma
        else "",
        choices=_choices(reader),
        norm_name=reader.listings.norm_name(filters["norm"]) if filters["norm"] else "",
        tones=TONES,
        examples=EXAMPLES,
    )


def _may_cite(query: str) -> bool:
    return any(sign.isdigit() for sign in query) or "art" in query.casefold()


_COLUMNS = (
    Column("norm_name", "norma"),
    Column("label", "dispositivo"),
    Column("above", "dentro de"),
    Column("status", "situação"),
    Column("text", "texto"),
    Column("url", "endereço"),
)


def _rows(request: SiteRequest, found: Found, on: date) -> Iterator[Row]:
    say = speaker(request.lang)
    for one in _shown(request, found.hits, on):
        yield {
            "norm_name": request.reader.listings.norm_name(one.hit.norm),
            "label": one.hit.label,
            "above": one.above,
            "status": say(f"status.{one.status}"),
            "text": one.hit.text,
            "url": request.permanent(f"/norma/{one.hit.norm}/{one.hit.path}"),
        }


def _choices(reader: Reader) -> dict[str, list[Row]]:
    """What the filters offer; worked out once for each state of the database."""
    if "search" not in reader.kept:
        known = species()
        kinds = reader.listings.species()
        for row in kinds:
            if row["id"] in known:
                row["nome"] = known[row["id"]].name
            else:
                row["nome"] = row["id"]
        reader.kept["search"] = {
            "uf": reader.listings.states(),
            "place": reader.listings.places(),
            "kind": kinds,
        }
    choices: dict[str, list[Row]] = reader.kept["search"]
    return choices


def _shown(request: SiteRequest, hits: tuple[Hit, ...], on: date) -> Iterator[ShownHit]:
    reader = request.reader
    statuses = statuses_on(reader, on)
    endings = {
        slug: reader.listings.endings(slug, on) for slug in {hit.norm for hit in hits}
    }
    for hit in hits:
        ended = endings[hit.norm]
        above = [path for path in ended if covers(path, hit.path)]
        if above:
            status = ended[above[0]]
        else:
            status = statuses.get(hit.norm, "unknown")
        yield ShownHit(
            hit=hit,
            snippet=mark_snippet(hit.snippet),
            above=_above(reader, hit),
            status=status,
        )


def _above(reader: Reader, hit: Hit) -> str:
    """The words of the nearest provision above with words of its own: an alínea says nothing
    without them.
    """
    if hit.path.count("_") < 2:
        return ""
    norma = reader.corpus.norma(hit.norm)
    for node in norma.ancestors(hit.path):
        if node.text and node.label:
            words = " ".join(node.text.split())
            if len(words) <= _ABOVE:
                cut = words
            else:
                cut = words[:_ABOVE].rsplit(" ", 1)[0] + "…"
            return f"{node.label} {cut}"
    return ""


_ABOVE = 110
"""Characters of the provision above that are shown."""


def mark_snippet(text: str) -> Markup:
    """Turn the brackets of the search into marks; all else is escaped."""
    return Markup(_MARKED.sub(r"<mark>\1</mark>", escape(text)))
