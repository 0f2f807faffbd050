"""The page of the search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

from markupsafe import Markup

from lawtool.site.frame import page
from lawtool.site.reader import Reader
from lawtool.site.web import Answer, Ask
from lawtool.store import Hit

MAX_QUERY = 400
"""Characters of a question."""
MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One provision found, with its snippet as HTML."""

    hit: Hit
    snippet: Markup
    norm_name: str


def hits(ask: Ask, limit: int) -> list[Hit]:
    """What the question of this request finds. Raises Refused on parameters that cannot be read, UnknownNorm."""
    query, norm = ask.get("q", MAX_QUERY), ask.get("norm")
    corpus = ask.reader.corpus
    return corpus.search(query, norm=corpus.resolve(norm) if norm else None, limit=limit) if query else []


def search(ask: Ask) -> Answer:
    """Questions in, provisions out, the best first, those of one article together."""
    query = ask.get("q", MAX_QUERY)
    limit = ask.number("limit", 20, 1, MOST)
    cited = ask.reader.lookup(query) if query else None
    found = list(_found(ask.reader, hits(ask, limit)))
    groups = [(name, list(rows)) for name, rows in groupby(found, key=lambda one: (one.hit.norm, one.norm_name))]
    return page(
        ask,
        "search.html",
        q=query,
        norm=ask.get("norm"),
        groups=groups,
        total=len(found),
        limit=limit,
        most=MOST,
        cited=cited if cited is not None and cited.norma and cited.status == 200 else None,
        cited_name=ask.reader.corpus.name(cited.norma) if cited and cited.norma and cited.status == 200 else "",
        normas=ask.reader.rows("SELECT id, nome FROM normas WHERE no_acervo ORDER BY nome LIMIT 500"),
    )


def _found(reader: Reader, rows: list[Hit]) -> Iterator[Found]:
    for row in rows:
        yield Found(hit=row, snippet=snippet(row.snippet), norm_name=reader.corpus.name(row.norm))


def snippet(text: str) -> Markup:
    """Brackets of the search become marks; all else is escaped."""
    return Markup(escape(text).replace("[", "<mark>").replace("]", "</mark>"))
