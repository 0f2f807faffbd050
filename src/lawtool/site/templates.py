"""Templates of our own pages, and the frame that Datasette's pages are set in."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from lawtool.render.strings import say_day, say_number, speaker, words_table
from lawtool.site.http import Answer, Ask, Refused

NAVIGATION = (
    ("/", "nav.home"),
    ("/busca", "nav.search"),
    ("/comparar", "nav.compare"),
    ("/relacoes", "nav.relations"),
    ("/citacoes", "nav.citations"),
    ("data", "nav.data"),
    ("/sobre", "nav.about"),
)
STATIC = "/-/static-plugins/lawtool/site.css"


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
def style_version() -> str:
    """A sum of the style sheet, so that a browser asks for it once."""
    return hashlib.sha256(
        (resources.files("lawtool.site") / "static" / "site.css").read_bytes()
    ).hexdigest()[:8]


def page(ask: Ask, template: str, *, status: int = 200, **told: Any) -> Answer:
    """A page of ours."""
    body = environment().get_template(template).render(frame(ask) | told)
    return Answer(body=body, status=status)


def frame(ask: Ask) -> dict[str, Any]:
    """What every template of ours can use."""
    return surroundings(ask.lang, ask.base, ask.database, ask.path, ask.query) | {
        "ask": ask,
        "url": ask.url,
        "day": lambda value: say_day(value, ask.lang),
        "number": lambda value: say_number(value, ask.lang),
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
        "style": f"{base}{STATIC}?{style_version()}",
    }
    return {"t": say, "lang": lang, "site": site}


def _current(place: str, path: str) -> bool:
    if place == "/":
        return path == "/" or path.startswith("/norma/")
    return path == place or path.startswith(f"{place}/")


def fail(ask: Ask, refused: Refused) -> Answer:
    """Make the page of an error. It must stand even where nothing else does."""
    say, known = speaker(ask.lang), words_table()
    title = f"error.{refused.status}"
    reason = f"refused.{refused.reason}"
    if title not in known:
        title = "error.other"
    return page(
        ask,
        "error.html",
        status=refused.status,
        title=say(title),
        lead=say(reason) if reason in known else say("error.other"),
        message=refused.message if ask.lang == "en" else "",
        candidates=refused.candidates,
    )
