"""The researcher's site and the lookup API: a plugin of Datasette, for 0.65 and for 1.0.

It takes part only where a database that lawtool has made is served; any other Datasette stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import datasette as host  # type: ignore[import-untyped]

from lawtool.site import api, server
from lawtool.site import citations_page as citations
from lawtool.site import compare_page as compare
from lawtool.site import home_page as home
from lawtool.site import norm_page as norm
from lawtool.site import relations_page as relations
from lawtool.site import search_page as search
from lawtool.site.cells import cell
from lawtool.site.examples import examples
from lawtool.site.http import COOKIE, LANGUAGES
from lawtool.site.templates import fail, pages, surroundings

Hook = TypeVar("Hook", bound=Callable[..., Any])
hookimpl: Callable[[Hook], Hook] = host.hookimpl
first: Callable[[Hook], Hook] = host.hookimpl(tryfirst=True)

NORM = r"/norma/(?P<norm>[^/]+)"

ADDRESSES = (
    (r"/$", home.home, False),
    (rf"{NORM}/?$", norm.norm, False),
    (rf"{NORM}/ocr/?$", norm.ocr, False),
    (rf"{NORM}/(?P<fragment>[^/]+)/?$", norm.provision, False),
    (r"/comparar/?$", compare.pick, False),
    (r"/comparar/(?P<a>[^/]+)/(?P<b>[^/]+)/?$", compare.compare, False),
    (r"/busca/?$", search.search, False),
    (r"/relacoes/?$", relations.relations, False),
    (r"/citacoes/?$", citations.citations, True),
    (r"/sobre/?$", home.about, False),
    (r"/sobre/api/?$", examples, False),
)
"""Address, page, whether it takes a form by POST."""

ROUTES = (
    (r"lookup", api.lookup, False),
    (r"citations", api.citations, True),
    (r"norms", api.norms, False),
    (r"norms/(?P<norm>[^/]+)", api.norm, False),
    (r"norms/(?P<norm>[^/]+)/tree", api.tree, False),
    (r"provisions/(?P<id>[^/]+)", api.provision, False),
    (r"diff/(?P<a>[^/]+)/(?P<b>[^/]+)", api.diff, False),
    (r"search", api.search, False),
    (r"status/(?P<id>[^/]+)", api.status, False),
    (r"openapi\.json", api.description, False),
    (r".*", api.unknown, False),
)


@hookimpl
def startup(datasette: Any) -> None:
    site = server.site_of(datasette)
    if site is not None:
        site.warm()


@hookimpl
def register_routes(datasette: Any) -> list[tuple[str, server.Handler]]:
    site = server.site_of(datasette)
    if site is None:
        return []
    return [
        (pattern, server.handler(site, view, fail, post=post)) for pattern, view, post in ADDRESSES
    ]


@hookimpl
def prepare_jinja2_environment(env: Any, datasette: Any) -> None:
    """Datasette's own pages are set in our frame; its page of errors gets no variables, so the frame has them as globals."""
    site = server.site_of(datasette)
    if site is not None:
        from jinja2 import ChoiceLoader

        env.loader = ChoiceLoader([pages(), env.loader])
        env.globals.update(surroundings(LANGUAGES[0], site.base, site.database, "/", {}))


@hookimpl
def extra_template_vars(datasette: Any, request: Any) -> dict[str, Any]:
    site = server.site_of(datasette)
    if site is None:
        return {}
    asked = request.args.get("lang") if request else None
    chosen = asked or (request.cookies.get(COOKIE) if request else None)
    lang = chosen if chosen in LANGUAGES else LANGUAGES[0]
    query = {name: request.args.get(name) for name in request.args} if request else {}
    path = (request.path if request else "/").removeprefix(site.base)
    return surroundings(lang, site.base, site.database, path, query)


@hookimpl
def render_cell(value: Any, column: str, table: str | None, database: str, datasette: Any) -> Any:
    """Long texts are cut; norms and provisions lead to their pages."""
    site = server.site_of(datasette)
    return (
        cell(value, column, site.base) if site is not None and database == site.database else None
    )


@first
def asgi_wrapper(datasette: Any) -> Any:
    """Innermost, so that what another plugin puts around Datasette (a password, a limit) stands around the API too."""
    site = server.site_of(datasette)
    if site is None:
        return lambda app: app
    routes = [
        (re.compile(rf"{server.API}{name}$"), server.handler(site, view, api.fail, post=post))
        for name, view, post in ROUTES
    ]
    return partial(server.wrap, site, routes)


@hookimpl
def skip_csrf(datasette: Any, scope: Any) -> bool:
    """Our two forms by POST change nothing and know nobody: there is nothing to forge."""
    site = server.site_of(datasette)
    return site is not None and scope["path"].removeprefix(site.base).startswith(
        (server.API, "/citacoes")
    )
