"""Templates of our own pages, and the frame that Datasette's pages are set in."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache, partial
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
    return surroundings(
        lang, request.base, request.database, request.path, request.query
    ) | {
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
    """What the frame itself needs: language, navigation, addresses. Also given to the templates of
    Datasette, so that few names are taken.
    """
    say = speaker(lang)
    there = {"data": f"/{database}"}
    links = [
        (
            f"{base}{there.get(place, place)}",
            say(words),
            _current(there.get(place, place), path),
        )
        for place, words in NAVIGATION
    ]
    rest = {name: value for name, value in query.items() if name != "lang"}
    if lang == "pt":
        other = "en"
    else:
        other = "pt"
    site: dict[str, Any] = {
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
    site |= {"few": FEW, "coded": partial(coded_words, lang=lang)}
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


# Cells of Datasette's own tables: a row stays a row and leads to the page for people
# ------------------------------------

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
        "revogada",
    }
)
PROVISIONS = ("dispositivo", "pai")
"""Beginnings of the names of columns that hold keys of provisions."""
CODED = {
    ("vigencias", "situacao"): "status",
    ("vigencias", "restante"): "status",
    ("citacoes", "situacao"): "outcome",
    ("citacoes", "motivo"): "reason",
    ("relacoes", "tipo"): "kind",
    ("eventos", "tipo"): "event",
    ("problemas", "codigo"): "problem",
    ("problemas", "gravidade"): "severity",
    ("correcoes", "decisao"): "decision",
    ("dispositivos", "tipo"): "provision",
    ("alinhamentos", "relacao"): "relation",
    ("versoes", "estado"): "wording",
    (None, "situacao"): "status",
    (None, "restante"): "status",
    (None, "decisao"): "decision",
    (None, "relacao"): "relation",
    (None, "motivo"): "reason",
}
"""Columns that hold codes, by table (None: a ready question), and the section of the words for
them.
"""
FEW = {
    "normas": ("id", "nome", "ementa", "data", "municipio", "no_acervo"),
    "dispositivos": ("id", "norma", "nome", "texto", "tipo"),
    "citacoes": ("id", "norma", "dispositivo", "texto", "situacao", "norma_citada"),
    "relacoes": ("id", "tipo", "origem", "destino", "data", "evidencia"),
    "eventos": (
        "id",
        "tipo",
        "norma_agente",
        "norma_afetada",
        "caminho_afetado",
        "data",
        "evidencia",
    ),
    "vigencias": ("id", "norma", "caminho", "situacao", "desde", "ate"),
    "correcoes": ("id", "norma", "dispositivo", "antes", "depois", "decisao", "regra"),
    "problemas": ("id", "codigo", "gravidade", "norma", "dispositivo", "mensagem"),
}
"""Columns of a wide table that its page shows; the others come with `_all=1` and in every download.
"""


def cell(value: Any, column: str, base: str, table: str | None = None) -> Markup | None:
    """Dress a cell: a key as a link, a code in words, a long text cut with the rest a click away;
    None leaves it alone.
    """
    key, label = value, value
    if isinstance(value, dict):
        key, label = value.get("value"), value.get("label") or value.get("value")
    if not isinstance(key, str):
        return None
    if column in NORMS and " " not in key:
        return _link(f"{base}/norma/{key}", str(label))
    if column.startswith(PROVISIONS) and "_" in key and isinstance(value, dict):
        norm, path = split_key(key)
        return _link(f"{base}/norma/{norm}/{path}", str(label))
    if table in ("normas", "dispositivos") and column == "id":
        norm, path = split_key(key)
        return _link(f"{base}/norma/{norm}/{path}".rstrip("/"), key)
    words = coded_words(table, column, key)
    if words != key:
        return Markup(f'<span title="{escape(key)}">{escape(words)}</span>')
    if isinstance(value, dict) or len(key) <= WIDTH:
        return None
    head = key[: WIDTH - 20].rsplit(" ", 1)[0]
    rest = key[len(head) :]
    return Markup(
        f'<details class="long"><summary>{escape(head)}…</summary>'
        f"<span>{escape(rest)}</span></details>"
    )


def coded_words(table: str | None, column: str, code: object, lang: str = "pt") -> str:
    """Say the code of a column in words; what is no code stays as it is."""
    section = CODED.get((table, column))
    if section is None or f"{section}.{code}" not in words_table():
        return str(code)
    return speaker(lang)(f"{section}.{code}")


def _link(address: str, label: str) -> Markup:
    return Markup(f'<a href="{escape(address)}">{escape(label)}</a>')
