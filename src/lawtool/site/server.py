"""Our pages under Datasette: routes become coroutines, answers become responses. What 0.65 and 1.0 have apart stays here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import sqlite3
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from weakref import WeakKeyDictionary

from datasette.utils.asgi import Request, Response  # type: ignore[import-untyped]

from lawtool.errors import LawtoolError, NoDatabase, NothingAligned, NotSegmented
from lawtool.site import http as web
from lawtool.site.connection import Readers, Stamp, is_ours
from lawtool.site.http import Answer, Ask, Refused, View
from lawtool.site.templates import compile_pages

if TYPE_CHECKING:
    # Datasette imports its plugins while it is being imported itself.
    from datasette.app import Datasette  # type: ignore[import-untyped]

API = "/-/lawtool/v1/"
MAX_BODY = 64_000 * 4 + 4_096
"""Bytes of a text of 64,000 characters."""
THREADS = 3
KEPT, COST = 12_000_000, 500
"""Characters of answers that are kept, and what an answer costs beside its body."""
FAULT = 500
UNREADABLE, NOT_FOUND = 422, 404
WITHOUT_BODY = (204, 304)

log = logging.getLogger("lawtool.site")


class Kept:
    """Answers that were given before, by their ETag, the most recent KEPT characters of them."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._size = 0

    def get(self, tag: str) -> Answer | None:
        found = self._answers.get(tag)
        if found is not None:
            self._answers.move_to_end(tag)
        return found

    def put(self, tag: str, answer: Answer) -> None:
        if tag in self._answers or answer.status >= FAULT or len(answer.body) > KEPT // 20:
            return
        self._answers[tag] = answer
        self._size += len(answer.body) + COST
        while self._size > KEPT:
            self._size -= len(self._answers.popitem(last=False)[1].body) + COST


class Site:
    """One database of lawtool that a Datasette serves."""

    def __init__(self, datasette: Datasette, name: str, path: Path) -> None:
        self.datasette = datasette
        self.database = name
        self.readers = Readers(path)
        self.workers = ThreadPoolExecutor(THREADS, thread_name_prefix="lawtool")
        self.kept = Kept()
        self._attached = self.readers.stamp

    @property
    def base(self) -> str:
        return str(self.datasette.setting("base_url")).rstrip("/")

    def renew(self) -> Stamp:
        """The state of the file; where a rebuild has put another in its place, Datasette's pages get that one too."""
        from datasette.database import Database  # type: ignore[import-untyped]

        stamp = self.readers.stamp
        if stamp != self._attached:
            self._attached = stamp
            self.datasette.remove_database(self.database)
            path = str(self.readers.path)
            self.datasette.add_database(
                Database(self.datasette, path=path, is_mutable=False), name=self.database
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
        """Start every worker, each with its reader and what this reads once: the first requests must not wait for it. A
        file that cannot be read is told to these."""
        together = Barrier(THREADS)

        def start() -> None:
            together.wait()
            self.readers.get().warm()

        compile_pages()
        for started in [self.workers.submit(start) for _ in range(THREADS)]:
            with contextlib.suppress(NoDatabase, OSError, sqlite3.Error):
                started.result()

    def work(self, view: View, ask: Ask) -> Answer:
        """Run a view: in a worker thread, with its reader."""
        ask.reader = self.readers.get()
        with ask.reader.limited():
            return view(ask)


_sites: WeakKeyDictionary[Datasette, Site] = WeakKeyDictionary()


def site_of(datasette: Datasette) -> Site | None:
    """The site of a Datasette: its first database that lawtool has made, None where it has none."""
    if datasette not in _sites:
        mine = (
            (name, one.path)
            for name, one in datasette.databases.items()
            if one.path and is_ours(str(one.path))
        )
        found = next(mine, None)
        if found is None:
            return None
        _sites[datasette] = Site(datasette, found[0], Path(found[1]))
    return _sites[datasette]


Handler = Callable[..., Awaitable[Response]]


def handler(
    site: Site, view: View, fail: Callable[[Ask, Refused], Answer], *, post: bool = False
) -> Handler:
    """A route of Datasette that runs a view. `fail` makes the answer to a request that is refused."""

    async def handle(request: Any, receive: Any) -> Response:
        cors = web.CORS if request.path.startswith(site.base + API) else {}
        if request.method == "OPTIONS" and cors:
            return Response("", status=204, headers=cors | web.PREFLIGHT)
        ask, held = _ask(site, request), {}
        try:
            if request.method not in ("GET", "HEAD", *(("POST",) if post else ())):
                raise Refused(405, "method-not-allowed", f"{request.method} is not possible here")
            ask.query = web.parameters(request.query_string)
            changed = site.renew()[0] / 1e9
            if request.method == "POST":
                ask.body = await _body(receive)
            else:
                held = web.validators(ask, changed)
                if web.unchanged(ask.headers, held):
                    return _response(Answer(body="", status=304), ask, held, cors)
            answer = await _answer(site, view, ask, held.get("ETag", ""))
        except Refused as refused:
            answer = fail(ask, refused)
        except Exception as error:
            answer = fail(ask, _refused(error))
        return _response(answer, ask, held if answer.status < 400 else {}, cors)

    return handle


async def _answer(site: Site, view: View, ask: Ask, tag: str) -> Answer:
    """The answer of a view, or the one that was given before to the same request on the same database and day."""
    kept = site.kept.get(tag) if tag else None
    if kept is not None:
        return kept
    answer = await asyncio.get_running_loop().run_in_executor(site.workers, site.work, view, ask)
    if tag:
        site.kept.put(tag, answer)
    return answer


def _ask(site: Site, request: Any) -> Ask:
    parts = {name: web.clean(unquote(value or "")) for name, value in request.url_vars.items()}
    headers = {
        name.decode("latin-1").lower(): value.decode("latin-1")
        for name, value in request.scope["headers"]
    }
    path = request.path.removeprefix(site.base) or "/"
    return Ask(
        method=request.method,
        path=path,
        parts=parts,
        query={},
        headers=headers,
        base=site.base,
        database=site.database,
    )


async def _body(receive: Any) -> bytes:
    """The body of a request. Raises Refused as soon as it is too long."""
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > MAX_BODY:
            raise Refused(413, "too-long", "a text has at most 64,000 characters")
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            return body


def _refused(error: Exception) -> Refused:
    """What went wrong, as an answer: the client's fault, a database that is not there, or ours."""
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


def _response(answer: Answer, ask: Ask, held: dict[str, str], cors: dict[str, str]) -> Response:
    headers = {
        "Content-Security-Policy": web.POLICY,
        **web.SECURITY,
        **cors,
        **held,
        **answer.headers,
    }
    if held:
        headers["Cache-Control"] = "no-cache"
    if not cors:
        headers["Vary"] = "Cookie"
        if ask.query.get("lang") in web.LANGUAGES:
            path = ask.base or "/"
            headers["Set-Cookie"] = (
                f"{web.COOKIE}={ask.query['lang']}; Path={path}; Max-Age=31536000; SameSite=Lax; HttpOnly"
            )
    body = "" if ask.method == "HEAD" else answer.body
    if answer.status not in WITHOUT_BODY and ask.method != "HEAD":
        # Else the server has to send the answer in chunks, which takes it longer than all the rest.
        headers["Content-Length"] = str(len(body.encode()))
    return Response(body, status=answer.status, headers=headers, content_type=answer.type)


Routes = Sequence[tuple[re.Pattern[str], Handler]]


def wrap(site: Site, routes: Routes, app: Any) -> Any:
    """Around all of Datasette: headers for its own pages, and the newest file. The API (`routes`) is answered here: Datasette
    would put a cookie on every answer, which then must not be kept by a cache, and takes as long as a lookup does.
    Our form is let through the guard against forged requests of 1.0 (0.65 asks the hook `skip_csrf`)."""

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _guarded(list(message.get("headers", ())))}
            await send(message)

        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        path = Request(scope, receive).path.removeprefix(site.base)
        answer = _route(routes, path, scope, receive)
        if answer is not None:
            await (await answer).asgi_send(send)
            return
        with contextlib.suppress(OSError):
            site.renew()
        if path.startswith("/citacoes"):
            kept = [
                pair
                for pair in scope["headers"]
                if pair[0].lower() not in (b"origin", b"sec-fetch-site")
            ]
            scope = {**scope, "headers": kept}
        await app(scope, receive, sending)

    return wrapped


def _route(routes: Routes, path: str, scope: Any, receive: Any) -> Awaitable[Response] | None:
    """The answer of the first of our routes that a path is of."""
    for pattern, handle in routes:
        if found := pattern.match(path):
            return handle(
                Request({**scope, "url_route": {"kwargs": found.groupdict()}}, receive), receive
            )
    return None


def _guarded(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    present = {name.lower() for name, _ in headers}
    wanted = {"Content-Security-Policy": web.DATASETTE_POLICY, **web.SECURITY}
    for name, value in wanted.items():
        if name.lower().encode() not in present:
            headers.append((name.encode(), value.encode()))
    return headers
