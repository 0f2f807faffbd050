"""Templates of our own pages, and the frame that Datasette's pages are set in."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib import resources
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from lawtool.identifiers.paths import split_key
from lawtool.render.strings import say_day, say_number, speaker, words_table
from lawtool.site.http import Answer, Refused, SiteRequest
from lawtool.site.norm_view import say_rule
from lawtool.site.status_view import TONES

NAVIGATION = (
    ("/", "nav.home"),
    ("/busca", "nav.search"),
    ("/comparar", "nav.compare"),
    ("/relacoes", "nav.relations"),
    ("/citacoes", "nav.citations"),
    ("data", "nav.data"),
    ("/sobre", "nav.about"),
)
STATIC = "/-/static-plugins/lawtool/"


def pages() -> PackageLoader:
    """Where the templates are."""
    return PackageLoader("lawtool.site", "pages")


@cache
def environment() -> Environment:
    return Environment(
        loader=pages(),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def compile_pages() -> None:
    """Have all templates of ours compiled, before a page waits for its own."""
    for name in environment().list_templates():
        environment().get_template(name)


@cache
def static_version(name: str) -> str:
    """Make a sum of a static file, so that a browser asks for it once."""
    content = (resources.files("lawtool.site") / "static" / name).read_bytes()
    return hashlib.sha256(content).hexdigest()[:8]


def page(
    request: SiteRequest,
    template: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: Any,
) -> Answer:
    """Make a page of ours."""
    body = environment().get_template(template).render(frame(request) | values)
    return Answer(body=body, status=status, headers=headers or {})


def frame(request: SiteRequest) -> dict[str, Any]:
    """Gather what every template of ours can use."""
    lang = request.lang
    say = speaker(lang)
    return surroundings(lang, request.base, request.database, request.path, request.query) | {
        "here": request,
        "url": request.url,
        "permanent": request.permanent,
        "day": lambda value: say_day(value, lang),
        "number": lambda value: say_number(value, lang),
        "rule": lambda rule: say_rule(say, rule),
        "tones": TONES,
    }


def surroundings(
    lang: str, base: str, database: str, path: str, query: dict[str, str] | Any
) -> dict[str, Any]:
    """What the frame itself needs: language, navigation, addresses. Also given to the templates of Datasette, so that few
    names are taken."""
    say = speaker(lang)
    there = {"data": f"/{database}"}
    links = [
        (f"{base}{there.get(place, place)}", say(words), _current(there.get(place, place), path))
        for place, words in NAVIGATION
    ]
    rest = {name: value for name, value in query.items() if name != "lang"}
    other = "en" if lang == "pt" else "pt"
    site = {
        "other": other,
        "other_address": f"{base}{path}?{urlencode(rest | {'lang': other})}",
        "links": links,
        "home": f"{base}/",
        "search": f"{base}/busca",
        "about": f"{base}/sobre",
        "data": f"{base}/{database}",
        "style": f"{base}{STATIC}site.css?{static_version('site.css')}",
        "script": f"{base}{STATIC}site.js?{static_version('site.js')}",
    }
    return {"t": say, "lang": lang, "site": site}


def _current(place: str, path: str) -> bool:
    if place == "/":
        return path == "/" or path.startswith("/norma/")
    return path == place or path.startswith(f"{place}/")


def fail(request: SiteRequest, refused: Refused) -> Answer:
    """Make the page of an error. It must stand even where nothing else does."""
    say, known = speaker(request.lang), words_table()
    title = f"error.{refused.status}"
    reason = f"refused.{refused.reason}"
    if title not in known:
        title = "error.other"
    return page(
        request,
        "error.html",
        status=refused.status,
        headers=refused.headers,
        title=say(title),
        lead=say(reason) if reason in known else say("error.other"),
        message=refused.message if request.lang == "en" else "",
        candidates=refused.candidates,
    )


# Cells of Datasette's own tables: a row stays a row and leads to the page for people ------------------------------------

WIDTH = 160
"""Characters of a text that a table shows before it is opened."""
NORMS = frozenset(
    {
        "norma",
        "norma_citada",
        "norma_agente",
        "norma_afetada",
        "norma_a",
        "norma_b",
        "origem",
        "destino",
    }
)
PROVISIONS = ("dispositivo", "pai")
"""Beginnings of the names of columns that hold keys of provisions."""


def cell(value: Any, column: str, base: str) -> Markup | None:
    """A foreign key as a link with its label, a long text cut with the rest a click away; None leaves the cell alone."""
    if isinstance(value, dict) and isinstance(value.get("value"), str):
        key, label = value["value"], str(value.get("label") or value["value"])
        if column in NORMS:
            return _link(f"{base}/norma/{key}", label)
        if column.startswith(PROVISIONS) and "_" in key:
            norm, path = split_key(key)
            return _link(f"{base}/norma/{norm}/{path}", label)
        return None
    if not isinstance(value, str) or len(value) <= WIDTH:
        return None
    head = value[: WIDTH - 20].rsplit(" ", 1)[0]
    rest = value[len(head) :]
    return Markup(
        f'<details class="long"><summary>{escape(head)}…</summary><span>{escape(rest)}</span></details>'
    )


def _link(address: str, label: str) -> Markup:
    return Markup(f'<a href="{escape(address)}">{escape(label)}</a>')
