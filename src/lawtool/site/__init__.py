"""The researcher's site and the lookup API: a plugin of Datasette, for 0.65 and for 1.0.

It takes part only where a database that lawtool has made is served; any other Datasette stays as it
is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from functools import partial
from typing import Any, TypeVar

import datasette as host  # type: ignore[import-untyped]

from lawtool.render.strings import LANGUAGES
from lawtool.site import amended_page as amended
from lawtool.site import api, http, server
from lawtool.site import citations_page as citations
from lawtool.site import compare_page as compare
from lawtool.site import home_page as home
from lawtool.site import norm_page as norm
from lawtool.site import origins_page as origins
from lawtool.site import relations_page as relations
from lawtool.site import repairs_page as repairs
from lawtool.site import search_page as search
from lawtool.site.server import Route
from lawtool.site.templates import cell, fail, pages, surroundings

Hook = TypeVar("Hook", bound=Callable[..., Any])
hookimpl: Callable[[Hook], Hook] = host.hookimpl
first: Callable[[Hook], Hook] = host.hookimpl(tryfirst=True)
around: Callable[[Hook], Hook] = host.hookimpl(hookwrapper=True)

NORM = r"/norma/(?P<norm>[^/]+)"

PAGES = (
    Route(pattern=r"/$", view=home.home),
    Route(pattern=r"/robots\.txt$", view=home.robots),
    Route(pattern=rf"{NORM}/?$", view=norm.norm),
    Route(pattern=rf"{NORM}/ocr/?$", view=repairs.ocr),
    Route(pattern=rf"{NORM}/origem/?$", view=origins.origins, queue="compare"),
    Route(
        pattern=rf"{NORM}/como/(?P<by>[^/]+)/?$", view=amended.amended, queue="compare"
    ),
    Route(pattern=r"/fonte/(?P<source>[^/]+)/?$", view=repairs.raw_source),
    Route(pattern=rf"{NORM}/(?P<fragment>[^/]+)/?$", view=norm.provision),
    Route(pattern=r"/comparar/?$", view=compare.pick),
    Route(
        pattern=r"/comparar/(?P<a>[^/]+)/(?P<b>[^/]+)/?$",
        view=compare.compare,
        queue="compare",
    ),
    Route(pattern=r"/busca/?$", view=search.search, queue="search"),
    Route(pattern=r"/relacoes/?$", view=relations.relations),
    Route(pattern=r"/citacoes/?$", view=citations.citations, post=True),
    Route(pattern=r"/sobre/?$", view=home.about),
    Route(pattern=r"/sobre/api/?$", view=home.examples),
)

API_ROUTES = (
    Route(pattern=r"lookup", view=api.lookup, post=True),
    Route(pattern=r"citations", view=api.citations, post=True),
    Route(pattern=r"norms", view=api.norms),
    Route(pattern=r"norms/(?P<norm>[^/]+)", view=api.norm),
    Route(pattern=r"norms/(?P<norm>[^/]+)/tree", view=api.tree),
    Route(pattern=r"provisions/(?P<id>[^/]+)", view=api.provision),
    Route(pattern=r"diff/(?P<a>[^/]+)/(?P<b>[^/]+)", view=api.diff, queue="compare"),
    Route(pattern=r"search", view=api.search, queue="search"),
    Route(pattern=r"status/(?P<id>[^/]+)", view=api.status),
    Route(pattern=r"openapi\.json", view=api.description),
    Route(pattern=r".*", view=api.unknown),
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
    return [(route.pattern, server.handler(site, route, fail)) for route in PAGES]


@hookimpl
def prepare_jinja2_environment(env: Any, datasette: Any) -> None:
    """Set Datasette's own pages in our frame; its page of errors gets no variables, so the frame
    has them as globals.
    """
    site = server.site_of(datasette)
    if site is not None:
        from jinja2 import ChoiceLoader

        env.loader = ChoiceLoader([pages(), env.loader])
        env.globals.update(
            surroundings(LANGUAGES[0], site.base, site.database, "/", {})
        )


@hookimpl
def extra_template_vars(datasette: Any, request: Any) -> dict[str, Any]:
    site = server.site_of(datasette)
    if site is None:
        return {}
    if request is None:
        return surroundings(LANGUAGES[0], site.base, site.database, "/", {})
    asked = server.site_request(site, request)
    asked.query = {name: request.args.get(name) for name in request.args}
    return surroundings(asked.lang, site.base, site.database, asked.path, asked.query)


@hookimpl
def render_cell(
    value: Any, column: str, table: str | None, database: str, datasette: Any
) -> Any:
    """Cut long texts; norms and provisions lead to their pages."""
    site = server.site_of(datasette)
    if site is None or database != site.database:
        return None
    return cell(value, column, site.base, table)


@around
def handle_exception(
    datasette: Any, request: Any, exception: Exception
) -> Generator[None, Any, None]:
    """Answer what Datasette cannot in its place: it prints a traceback with all variables, for
    which everybody waits.
    """
    outcome = yield
    site = server.site_of(datasette)
    if site is None:
        return
    asked = server.site_request(site, request)
    if request.path.endswith(".json"):
        make = api.fail
    else:
        make = fail
    answer = make(asked, server.explain_datasette(exception))
    response = host.Response(
        answer.body,
        status=answer.status,
        headers={"Content-Security-Policy": http.POLICY, **http.SECURITY},
        content_type=answer.type,
    )
    outcome.force_result([response])


@first
def asgi_wrapper(datasette: Any) -> Any:
    """Stand innermost, so that what another plugin puts around Datasette (a password, a limit)
    stands around the API too.
    """
    site = server.site_of(datasette)
    if site is None:
        return lambda app: app
    routes = [
        (
            re.compile(rf"{server.API}{route.pattern}$"),
            server.handler(site, route, api.fail),
        )
        for route in API_ROUTES
    ]
    return partial(server.wrap, site, routes)


@hookimpl
def skip_csrf(datasette: Any, scope: Any) -> bool:
    """Let our two forms by POST pass: they change nothing and know nobody, there is nothing to
    forge.
    """
    site = server.site_of(datasette)
    if site is None:
        return False
    path = str(scope["path"]).removeprefix(site.base)
    return path.startswith((server.API, "/citacoes"))
