"""Our pages under Datasette: routes become coroutines, answers become responses.

What Datasette 0.65 and 1.0 have apart stays here.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
import re
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from weakref import WeakKeyDictionary

from cachetools import LRUCache
from datasette.utils.asgi import Request, Response  # type: ignore[import-untyped]

from lawtool.errors import LawtoolError, NoDatabase, NothingAligned, NotSegmented
from lawtool.render.strings import LANGUAGES
from lawtool.site import http
from lawtool.site.connection import Readers, Stamp, is_ours
from lawtool.site.http import Answer, Refused, SiteRequest, View
from lawtool.site.templates import compile_pages

if TYPE_CHECKING:
    # Datasette imports its plugins while it is being imported itself.
    from datasette.app import Datasette  # type: ignore[import-untyped]

API = "/-/lawtool/v1/"
MAX_BODY = 64_000 * 4 + 4_096
"""Bytes of a text of 64,000 characters."""
THREADS = 3
QUEUES = {"pages": THREADS, "search": 1, "compare": 1}
"""Kinds of work and their threads. Searches and comparisons wait in queues of their own, one at a
time: SQLite gives the interpreter away at each row, and threads that hand it to and fro for
thousands of rows take twice the processor for the same answers; a page must never wait for them.
"""
WAITING = 40
"""Requests that may wait in one queue; the next one is sent away at once."""
KEPT, COST = 12_000_000, 500
"""Characters of answers that are kept, and what an answer costs beside its body."""
FAULT, UNREADABLE, NOT_FOUND, BAD_REQUEST = 500, 422, 404, 400
WITHOUT_BODY = (204, 304)
WORTH_PACKING = 1_024
"""Bytes below which an answer is not compressed."""
PACKED_TYPES = ("text/", "application/json", "application/javascript", "image/svg")
FOREVER = "public, max-age=31536000, immutable"
"""For files whose address holds the sum of their content."""
DATASETTE_OPEN = ("/-/static/", "/-/static-plugins/", API)
"""What is open under `/-/`: the rest of Datasette's own pages there tell of the server, not of the
law.
"""

log = logging.getLogger("lawtool.site")


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """An address of ours: its pattern, what answers it, whether it takes a text by POST, and where
    it waits.
    """

    pattern: str
    view: View
    post: bool = False
    queue: str = "pages"


class Site:
    """One database of lawtool that a Datasette serves."""

    def __init__(self, datasette: Datasette, name: str, path: Path) -> None:
        self.datasette = datasette
        self.database = name
        self.public = ""
        self.readers = Readers(path)
        self.queues = {
            queue: ThreadPoolExecutor(threads, thread_name_prefix=f"lawtool-{queue}")
            for queue, threads in QUEUES.items()
        }
        self.waiting = dict.fromkeys(QUEUES, 0)
        self.answers: LRUCache[str, Answer] = LRUCache(
            KEPT, getsizeof=lambda answer: len(answer.body) + COST
        )
        self._attached = self.readers.stamp

    @property
    def base(self) -> str:
        return str(self.datasette.setting("base_url")).rstrip("/")

    def renew(self) -> Stamp:
        """Give the state of the file; where a rebuild put another in its place, Datasette gets that
        one too.
        """
        from datasette.database import Database  # type: ignore[import-untyped]

        stamp = self.readers.stamp
        if stamp != self._attached:
            self._attached = stamp
            self.datasette.remove_database(self.database)
            path = str(self.readers.path)
            self.datasette.add_database(
                Database(self.datasette, path=path, is_mutable=False),
                name=self.database,
            )
            # Connections to the old file live in the threads that opened them, and end with these.
            old = self.datasette.executor
            if old is not None:
                self.datasette.executor = ThreadPoolExecutor(
                    max_workers=self.datasette.setting("num_sql_threads")
                )
                old.shutdown(wait=False)
        return stamp

    def warm(self) -> None:
        """Start every worker and load its caches; ignore a database that cannot be opened: the
        first request reports it.
        """
        compile_pages()
        started = []
        for queue, threads in QUEUES.items():
            together = Barrier(threads)
            search = queue == "search"
            started += [
                self.queues[queue].submit(self._start, together, search)
                for _ in range(threads)
            ]
        for worker in started:
            with contextlib.suppress(NoDatabase, OSError, sqlite3.Error):
                worker.result()

    def _start(self, together: Barrier, search: bool) -> None:
        together.wait()
        self.readers.get().warm(search=search)

    async def run(self, view: View, request: SiteRequest, queue: str) -> Answer:
        """Run a view in a thread of its queue. Raises Refused where too many wait there."""
        if self.waiting[queue] >= WAITING:
            message = (
                "too many requests of this kind wait already; try again in a moment"
            )
            raise Refused(503, "busy", message, headers={"Retry-After": "2"})
        self.waiting[queue] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(
                self.queues[queue], self._work, view, request
            )
        finally:
            self.waiting[queue] -= 1

    def _work(self, view: View, request: SiteRequest) -> Answer:
        request.reader = self.readers.get()
        with request.reader.limited():
            return view(request)


_sites: WeakKeyDictionary[Datasette, Site] = WeakKeyDictionary()


def site_of(datasette: Datasette) -> Site | None:
    """Find the site of a Datasette: its first database that lawtool has made, None where it has
    none.
    """
    if datasette not in _sites:
        for name, database in datasette.databases.items():
            if database.path and is_ours(str(database.path)):
                _sites[datasette] = Site(datasette, name, Path(database.path))
                break
    return _sites.get(datasette)


Handler = Callable[..., Awaitable[Response]]
Fail = Callable[[SiteRequest, Refused], Answer]


def handler(site: Site, route: Route, fail: Fail) -> Handler:
    """Make the coroutine that answers a route. `fail` makes the answer to a request that is
    refused."""

    async def handle(request: Any, receive: Any) -> Response:
        if request.path.removeprefix(site.base).startswith(API):
            cors = http.CORS
        else:
            cors = {}
        if request.method == "OPTIONS" and cors:
            return Response("", status=204, headers=cors | http.PREFLIGHT)
        asked = site_request(site, request)
        try:
            answer, current = await _handle(
                site, route, asked, request.query_string, receive
            )
        except Refused as refused:
            answer, current = fail(asked, refused), {}
        except Exception as error:
            answer, current = fail(asked, explain(error)), {}
        return _response(answer, asked, cors | current)

    return handle


async def _handle(
    site: Site, route: Route, asked: SiteRequest, query_string: str, receive: Any
) -> tuple[Answer, dict[str, str]]:
    """Answer a request; beside the answer what tells it apart from others (ETag, Last-Modified).
    Raises Refused."""
    methods = ("GET", "HEAD", *(("POST",) if route.post else ()))
    if asked.method not in methods:
        raise _not_allowed(asked.method, methods)
    asked.query = http.parameters(query_string)
    changed = site.renew()[0] / 1e9
    if asked.method == "POST":
        asked.body = await _read_body(receive)
        return await site.run(route.view, asked, route.queue), {}
    current = http.validators(asked, changed)
    if http.unchanged(asked.headers, current):
        return Answer(body="", status=304), current
    answer = await _answer(site, route, asked, current["ETag"])
    return answer, current if answer.status < BAD_REQUEST else {}


def _not_allowed(method: str, methods: Sequence[str]) -> Refused:
    return Refused(
        405,
        "method-not-allowed",
        f"{method} is not possible here",
        headers={"Allow": ", ".join(methods)},
    )


async def _answer(site: Site, route: Route, request: SiteRequest, tag: str) -> Answer:
    """Give the answer of a view, or the one given before to the same request on the same database
    and day."""
    answer = site.answers.get(tag)
    if answer is None:
        answer = await site.run(route.view, request, route.queue)
        if answer.status < FAULT and len(answer.body) <= KEPT // 20:
            site.answers[tag] = answer
    return answer


def site_request(site: Site, request: Any) -> SiteRequest:
    """Read a request of Datasette; its parameters are read apart, since they may be refused."""
    parts = {
        name: http.clean(unquote(value or ""))
        for name, value in request.url_vars.items()
    }
    headers = {
        name.decode("latin-1").lower(): value.decode("latin-1")
        for name, value in request.scope["headers"]
    }
    return SiteRequest(
        method=request.method,
        path=request.path.removeprefix(site.base) or "/",
        parts=parts,
        query={},
        headers=headers,
        base=site.base,
        public=site.public,
        database=site.database,
    )


async def _read_body(receive: Any) -> bytes:
    """Read the body of a request. Raises Refused as soon as it is too long."""
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > MAX_BODY:
            raise Refused(413, "too-long", "a text has at most 64,000 characters")
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            return body


def explain(error: Exception) -> Refused:
    """Turn an error into an answer: the client's fault, a database that is not there, or ours
    (logged).
    """
    if isinstance(error, NotSegmented | NothingAligned):
        return Refused(UNREADABLE, "not-comparable", str(error))
    if isinstance(error, NoDatabase | OSError):
        return Refused(503, "no-database", "the database is not there at the moment")
    if isinstance(error, LawtoolError):
        return Refused(NOT_FOUND, "not-found", str(error))
    if isinstance(error, sqlite3.OperationalError) and "interrupt" in str(error):
        return Refused(503, "too-slow", "the answer would take too long; ask for less")
    log.exception("a page failed", exc_info=error)
    return Refused(500, "fault", "this page has a fault, which was logged")


def explain_datasette(error: Exception) -> Refused:
    """Turn an error of Datasette's own pages into an answer: it carries a status, or is a fault of
    ours.
    """
    status = getattr(error, "status", FAULT)
    if status == NOT_FOUND:
        return Refused(NOT_FOUND, "no-page", "there is no such page")
    if status < FAULT:
        message = str(getattr(error, "message", None) or error)
        return Refused(status, "bad-request", re.sub(r"<[^>]+>", "", message))
    return explain(error)


def _response(
    answer: Answer, request: SiteRequest, more: Mapping[str, str]
) -> Response:
    headers = {
        "Content-Security-Policy": http.POLICY,
        **http.SECURITY,
        **answer.headers,
        **more,
    }
    if "ETag" in more:
        headers.setdefault("Cache-Control", "no-cache")
    headers["Vary"] = "Accept-Encoding"
    if "Access-Control-Allow-Origin" not in more:
        headers["Vary"] = "Accept-Encoding, Cookie"
    body = answer.body.encode()
    if request.method == "HEAD" or answer.status in WITHOUT_BODY:
        body = b""
    elif packable(request.headers.get("accept-encoding", ""), answer.type, len(body)):
        body = gzip.compress(body, compresslevel=5, mtime=0)
        headers["Content-Encoding"] = "gzip"
    if answer.status not in WITHOUT_BODY and request.method != "HEAD":
        # Else the server has to send the answer in chunks, which takes it longer than all the rest.
        headers["Content-Length"] = str(len(body))
    response = Response(
        body, status=answer.status, headers=headers, content_type=answer.type
    )
    if request.query.get("lang") in LANGUAGES:
        response.set_cookie(
            http.COOKIE,
            request.query["lang"],
            path=request.base or "/",
            max_age=31_536_000,
            samesite="lax",
            httponly=True,
        )
    return response


def packable(accepted: str, content_type: str, length: int) -> bool:
    """Say whether an answer is to be compressed: the client takes gzip, and it is a text that is
    worth it.
    """
    if length < WORTH_PACKING or not content_type.startswith(PACKED_TYPES):
        return False
    codings = [coding.strip().lower() for coding in accepted.split(",")]
    return any(
        coding.startswith("gzip") and not coding.endswith("q=0") for coding in codings
    )


# Around Datasette ---------------------------------------------------------------------

Routes = Sequence[tuple[re.Pattern[str], Handler]]


def wrap(site: Site, routes: Routes, app: Any) -> Any:
    """Wrap all of Datasette: the prefix of a proxy, headers for its own pages, and the newest file.

    The API (`routes`) is answered here: Datasette would put a cookie on every answer, which then
    must not be kept by a cache, and takes as long as a lookup does. Our form is let through the
    guard against forged requests of 1.0 (0.65 asks the hook `skip_csrf`).
    """

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        scope = without_prefix(scope, site.base)
        path = Request(scope, receive).path
        if answer := _route(routes, path, scope, receive):
            await (await answer).asgi_send(send)
            return
        with contextlib.suppress(OSError):
            site.renew()
        if path.startswith("/-/") and not path.startswith(DATASETTE_OPEN):
            scope = {
                **scope,
                "path": "/-/lawtool/closed",
                "raw_path": b"/-/lawtool/closed",
            }
        if path.startswith("/citacoes"):
            scope = {**scope, "headers": _without_guard(scope["headers"])}
        await app(scope, receive, _dressing(scope, path, send))

    return wrapped


def without_prefix(scope: dict[str, Any], base: str) -> dict[str, Any]:
    """Take the path of the proxy off a request: some proxies do it themselves, and Datasette
    doubles it where they do not.
    """
    path = scope["path"]
    if not base or not (path == base or path.startswith(f"{base}/")):
        return scope
    raw = scope.get("raw_path") or path.encode()
    return {
        **scope,
        "path": path.removeprefix(base) or "/",
        "raw_path": raw.removeprefix(base.encode()) or b"/",
    }


def _without_guard(headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [
        pair
        for pair in headers
        if pair[0].lower() not in (b"origin", b"sec-fetch-site")
    ]


def _dressing(scope: dict[str, Any], path: str, send: Any) -> Any:
    """Make the function that sends an answer of Datasette: with our headers, compressed where it
    comes in one piece.
    """
    accepted = dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1")
    versioned = path.startswith("/-/static-plugins/lawtool/") and scope.get(
        "query_string"
    )
    start: dict[str, Any] = {}

    async def dressed(message: Any) -> None:
        nonlocal start
        if message["type"] == "http.response.start":
            headers = _guarded(list(message.get("headers", ())))
            if versioned:
                headers.append((b"cache-control", FOREVER.encode()))
            start = {**message, "headers": headers}
            return
        if start:
            body = message.get("body", b"")
            if not message.get("more_body"):
                start, body = _packed(start, body, accepted)
            await send(start)
            start, message = {}, {**message, "body": body}
        await send(message)

    return dressed


def _packed(
    start: dict[str, Any], body: bytes, accepted: str
) -> tuple[dict[str, Any], bytes]:
    headers = {name.lower(): value for name, value in start["headers"]}
    kind = headers.get(b"content-type", b"").decode("latin-1")
    if b"content-encoding" in headers or not packable(accepted, kind, len(body)):
        return start, body
    body = gzip.compress(body, compresslevel=5, mtime=0)
    kept = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
    kept += [
        (b"content-encoding", b"gzip"),
        (b"content-length", str(len(body)).encode()),
        (b"vary", b"Accept-Encoding"),
    ]
    return {**start, "headers": kept}, body


def _route(
    routes: Routes, path: str, scope: Any, receive: Any
) -> Awaitable[Response] | None:
    """Begin the answer of the first of our routes that a path is of."""
    for pattern, handle in routes:
        if match := pattern.match(path):
            url_route = {"kwargs": match.groupdict()}
            return handle(Request({**scope, "url_route": url_route}, receive), receive)
    return None


def _guarded(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    present = {name.lower() for name, _ in headers}
    wanted = {"Content-Security-Policy": http.DATASETTE_POLICY, **http.SECURITY}
    for name, value in wanted.items():
        if name.lower().encode() not in present:
            headers.append((name.encode(), value.encode()))
    return headers
