"""Requests and answers, apart from Datasette: what a page is asked, what it gives back, and what every answer carries.

A page or a route of the API is a plain function `Ask -> Answer`, run in a worker thread with a connection of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from email.utils import format_datetime, parsedate_to_datetime
from functools import cached_property
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode

from lawtool import __version__

if TYPE_CHECKING:
    from lawtool.site.connection import Reader

LANGUAGES = ("pt", "en")
COOKIE = "lawtool_lang"
MAX_QUERY_STRING = 60_000

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Our own pages need no script and no inline style."""

DATASETTE_POLICY = POLICY.replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'; script-src 'self'"
)
"""Datasette's own pages write styles into the page; their inline scripts are not needed and not let run."""

SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Last-Modified",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match, If-Modified-Since",
    "Access-Control-Max-Age": "86400",
}
"""What a browser wants to know before it asks, beside CORS."""


class Refused(Exception):
    """A request that gets no page: `status` of HTTP, a reason for programs, a message for people."""

    def __init__(
        self, status: int, reason: str, message: str, *, candidates: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason
        self.message = message
        self.candidates = candidates


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What goes back to the client."""

    body: str
    status: int = 200
    type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


def as_json(value: Any, status: int = 200) -> Answer:
    """An answer of the API; legal text stays readable."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Answer(body=body, status=status, type="application/json; charset=utf-8")


@dataclass(kw_only=True)
class Ask:
    """One request. `parts` are the named pieces of the path, `query` the first value of each parameter."""

    method: str
    path: str
    parts: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    base: str = ""
    """What stands before every path of this server, without the slash at its end."""
    database: str = "lawtool"
    """Name of the database under Datasette, for links to its tables."""
    body: bytes = b""
    reader: Reader = field(init=False)

    @cached_property
    def lang(self) -> str:
        """The language asked for now, else the one chosen before, else Portuguese."""
        chosen = self.query.get("lang") or self._cookie
        return chosen if chosen in LANGUAGES else LANGUAGES[0]

    @property
    def _cookie(self) -> str:
        try:
            morsel = SimpleCookie(self.headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return ""
        return morsel.value if morsel else ""

    @cached_property
    def today(self) -> date:
        return date.today()

    def get(self, name: str, limit: int = 200) -> str:
        """A parameter without blanks around it. Raises Refused where it is longer than `limit`."""
        value = self.query.get(name, "").strip()
        if len(value) > limit:
            raise Refused(
                400, "too-long", f"{name} has at most {limit} characters, this one has {len(value)}"
            )
        return value

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number between two bounds. Raises Refused."""
        text = self.get(name, 20)
        if not text:
            return default
        if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
            raise Refused(400, "not-a-number", f"{name} is a whole number from {low} to {high}")
        return int(text)

    def day(self, name: str) -> date | None:
        """A day, YYYY-MM-DD. Raises Refused."""
        text = self.get(name, 20)
        if not text:
            return None
        try:
            return datetime.strptime(text, "%Y-%m-%d").date()
        except ValueError:
            raise Refused(400, "not-a-day", f"{name} is a day, YYYY-MM-DD") from None

    def url(self, path: str, **query: object) -> str:
        """The address of a page of this site."""
        told = {name: value for name, value in query.items() if value not in (None, "", False)}
        return f"{self.base}{path}" + (f"?{urlencode(told)}" if told else "")

    def again(self, **query: object) -> str:
        """The address of this page with other parameters; an empty value takes one away."""
        return self.url(
            self.path,
            **({name: value for name, value in self.query.items() if name != "lang"} | query),
        )


View = Callable[[Ask], Answer]


def parameters(query_string: str) -> dict[str, str]:
    """The first value of each parameter. Raises Refused where there is too much of it."""
    if len(query_string) > MAX_QUERY_STRING:
        raise Refused(414, "too-long", f"an address has at most {MAX_QUERY_STRING} characters")
    try:
        parsed = parse_qs(query_string, keep_blank_values=True, max_num_fields=50, errors="replace")
    except ValueError:
        raise Refused(400, "too-many-parameters", "an address has at most 50 parameters") from None
    return {name: clean(values[0]) for name, values in parsed.items()}


def clean(text: str) -> str:
    """Text of a client without what neither SQLite nor HTML may hold: NUL, and halves of characters."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


# What every answer carries --------------------------------------------------------------------------------------------


def validators(ask: Ask, changed: float) -> dict[str, str]:
    """ETag and Last-Modified: an answer depends on the database, the address, the language, the version and the day."""
    told = (
        changed,
        ask.base,
        ask.path,
        sorted(ask.query.items()),
        ask.lang,
        __version__,
        ask.today,
    )
    digest = hashlib.blake2b(repr(told).encode("utf-8", "replace"), digest_size=12).hexdigest()
    midnight = datetime.combine(ask.today, time(), tzinfo=UTC)
    last = max(datetime.fromtimestamp(int(changed), tz=UTC), midnight)
    last = min(last, datetime.now(tz=UTC))
    return {"ETag": f'W/"{digest}"', "Last-Modified": format_datetime(last, usegmt=True)}


def unchanged(headers: Mapping[str, str], held: Mapping[str, str]) -> bool:
    """Whether the client has this answer already (RFC 9110: If-None-Match goes before If-Modified-Since)."""
    told = headers.get("if-none-match")
    if told is not None:
        mine = held["ETag"].removeprefix("W/")
        return told.strip() == "*" or mine in {
            one.strip().removeprefix("W/") for one in told.split(",")
        }
    since = headers.get("if-modified-since")
    if not since:
        return False
    try:
        return parsedate_to_datetime(held["Last-Modified"]) <= parsedate_to_datetime(since)
    except (TypeError, ValueError):
        return False
