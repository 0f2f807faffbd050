"""The page of the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any

from markupsafe import Markup

from lawtool.search import Found, Hit
from lawtool.site.connection import Reader, Row
from lawtool.site.http import Answer, SiteRequest
from lawtool.site.templates import page
from lawtool.vocabulary.norms import species

MAX_QUERY = 400
"""Characters of a question."""
MOST = 50
NONE = Found(hits=(), instead={})
_MARKED = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One provision found, with its snippet as HTML."""

    hit: Hit
    snippet: Markup
    norm_name: str


def asked(request: SiteRequest) -> dict[str, Any]:
    """The filters of this request. Raises Refused where one cannot be read."""
    return {
        "norm": request.get("norm") or None,
        "uf": request.get("uf", 2) or None,
        "place": request.get("place") or None,
        "kind": request.get("kind", 60) or None,
        "year": request.number("year", 0, 0, 9999) or None,
        "in_force_on": request.day("on"),
    }


def found(request: SiteRequest, limit: int) -> Found:
    """What the question of this request finds. Raises Refused on parameters that cannot be read, UnknownNorm."""
    query, filters = request.get("q", MAX_QUERY), asked(request)
    return request.reader.find_text(query, limit=limit, **filters) if query else NONE


def search(request: SiteRequest) -> Answer:
    """Questions in, provisions out, the best first, those of one norm that follow each other together."""
    query = request.get("q", MAX_QUERY)
    limit = request.number("limit", 20, 1, MOST)
    cited = request.reader.corpus.engine.citations.answer(query) if query else None
    cited = cited if cited is not None and cited.status == 200 else None
    answer = found(request, limit)
    rows = list(_shown(request.reader, answer.hits))
    return page(
        request,
        "search.html",
        q=query,
        chosen={name: value for name, value in asked(request).items() if value},
        groups=[
            (name, list(some))
            for name, some in groupby(rows, key=lambda one: (one.hit.norm, one.norm_name))
        ],
        total=len(rows),
        limit=limit,
        most=MOST,
        instead=answer.instead,
        suggestions=answer.suggestions,
        cited=cited,
        cited_name=request.reader.corpus.name(cited.norma) if cited and cited.norma else "",
        choices=_choices(request.reader),
    )


def _choices(reader: Reader) -> dict[str, list[Row]]:
    """What the filters offer; worked out once for each state of the database."""
    if "search" not in reader.kept:
        kinds = reader.rows(
            "SELECT DISTINCT especie AS id FROM normas WHERE no_acervo AND especie IS NOT NULL ORDER BY 1"
        )
        for row in kinds:
            row["nome"] = species()[row["id"]].name if row["id"] in species() else row["id"]
        reader.kept["search"] = {
            "norm": reader.rows(
                "SELECT id, nome FROM normas WHERE no_acervo ORDER BY nome LIMIT 300"
            ),
            "uf": reader.rows(
                "SELECT DISTINCT uf AS id, uf AS nome FROM normas WHERE no_acervo AND uf IS NOT NULL ORDER BY 1"
            ),
            "kind": kinds,
        }
    choices: dict[str, list[Row]] = reader.kept["search"]
    return choices


def _shown(reader: Reader, hits: tuple[Hit, ...]) -> Iterator[Shown]:
    for hit in hits:
        yield Shown(hit=hit, snippet=snippet(hit.snippet), norm_name=reader.corpus.name(hit.norm))


def snippet(text: str) -> Markup:
    """Brackets of the search become marks; all else is escaped."""
    return Markup(_MARKED.sub(r"<mark>\1</mark>", escape(text)))
