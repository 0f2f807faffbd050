"""Requests and answers, apart from Datasette: what a page is asked, what it gives back.

A page or a route of the API is a plain function `SiteRequest -> Answer`, run in a worker thread
with a connection of its own.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode

from werkzeug.http import http_date, is_resource_modified, parse_cookie

from lawtool import __version__
from lawtool.render.strings import LANGUAGES
from lawtool.vocabulary.numerals import find_date

if TYPE_CHECKING:
    from lawtool.site.connection import Reader

COOKIE = "lawtool_lang"
MAX_QUERY_STRING = 60_000
FIELDS = 50
"""Parameters that an address may have."""
LOCALHOST = "localhost"

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Our own pages need no inline script and no inline style."""

DATASETTE_POLICY = POLICY.replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)
"""Datasette's own pages write styles into the page; their inline scripts are not needed and not let
run.
"""

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

_HOST = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")


class Refused(Exception):
    """A request that gets no page: `status` of HTTP, a reason for programs, a message for
    people.
    """

    def __init__(
        self,
        status: int,
        reason: str,
        message: str,
        *,
        candidates: tuple[str, ...] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason
        self.message = message
        self.candidates = candidates
        self.headers = headers or {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What goes back to the client."""

    body: str
    status: int = 200
    type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


def as_json(value: Any, status: int = 200) -> Answer:
    """Make an answer of the API; legal text stays readable."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Answer(body=body, status=status, type="application/json; charset=utf-8")


@dataclass(kw_only=True)
class SiteRequest:
    """One request. `parts` are the named pieces of the path, `query` the first value of each
    parameter.
    """

    method: str
    path: str
    parts: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    base: str = ""
    """What stands before every path of this server, without the slash at its end."""
    public: str = ""
    """Address of the site as the world knows it, where the server was told; without path and slash.
    """
    database: str = "lawtool"
    """Name of the database under Datasette, for links to its tables."""
    body: bytes = b""
    reader: Reader = field(init=False)

    @cached_property
    def lang(self) -> str:
        """The language asked for now, else the one chosen before, else Portuguese."""
        chosen = self.query.get("lang") or parse_cookie(
            self.headers.get("cookie", "")
        ).get(COOKIE)
        if chosen in LANGUAGES:
            return chosen
        return LANGUAGES[0]

    @cached_property
    def today(self) -> date:
        return date.today()

    @cached_property
    def origin(self) -> str:
        """Scheme and host of the site: what the server was told, else what the request says."""
        if self.public:
            return self.public
        host = self.headers.get("host", LOCALHOST)
        if not _HOST.fullmatch(host):
            host = LOCALHOST
        secure = self.headers.get("x-forwarded-proto", "").strip().lower() == "https"
        return f"{'https' if secure else 'http'}://{host}"

    def get(self, name: str, limit: int = 200) -> str:
        """Read a parameter without blanks around it. Raises Refused where it is longer than
        `limit`.
        """
        value = self.query.get(name, "").strip()
        if len(value) > limit:
            raise Refused(
                400,
                "too-long",
                f"{name} has at most {limit} characters, this one has {len(value)}",
            )
        return value

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """Read a whole number between two bounds. Raises Refused."""
        text = self.get(name, 20)
        if not text:
            return default
        if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
            raise Refused(
                400, "not-a-number", f"{name} is a whole number from {low} to {high}"
            )
        return int(text)

    def day(self, name: str) -> date | None:
        """Read a day in any form that people write it. Raises Refused."""
        text = self.get(name, 60)
        if not text:
            return None
        day = read_day(text, today=self.today)
        if day is None:
            raise Refused(
                400, "not-a-day", f"{name} is a day: 2008-01-31 or 31/01/2008"
            )
        return day

    def only(self, names: Collection[str]) -> None:
        """Refuse parameters that are none of these: what is misspelt must not be passed over in
        silence.
        """
        unknown = sorted(self.query.keys() - {*names, "lang"})
        if unknown:
            known = ", ".join(sorted(names)) or "none"
            raise Refused(
                400,
                "unknown-parameter",
                f"there is no parameter {', '.join(unknown)[:100]}; this address has: {known}",
            )

    def url(self, path: str, **query: object) -> str:
        """Make the address of a page of this site, without its host; empty parameters are
        left out.
        """
        values = {
            name: value
            for name, value in query.items()
            if value not in (None, "", False)
        }
        return f"{self.base}{path}" + (f"?{urlencode(values)}" if values else "")

    def permanent(self, path: str, **query: object) -> str:
        """Make the whole address of a page, as it can be pasted anywhere."""
        return self.origin + self.url(path, **query)

    def again(self, **query: object) -> str:
        """Make the address of this page with other parameters; an empty value takes one away."""
        kept = {name: value for name, value in self.query.items() if name != "lang"}
        return self.url(self.path, **(kept | query))


View = Callable[[SiteRequest], Answer]

_NUMBERS = re.compile(r"(?P<day>\d{1,2})[./-](?P<month>\d{1,2})[./-](?P<year>\d{4})")
_ISO_DAY = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
TODAY_WORDS = ("hoje", "today")


def read_day(text: str, *, today: date) -> date | None:
    """Read a day: `2008-1-31`, `31/1/2008`, `31.01.2008`, `31 de janeiro de 2008`, `hoje`; None for
    anything else.

    The day stands before the month, as in Brazil.
    """
    if text.casefold() in TODAY_WORDS:
        return today
    for pattern in (_ISO_DAY, _NUMBERS):
        if match := pattern.fullmatch(text):
            try:
                return date(int(match["year"]), int(match["month"]), int(match["day"]))
            except ValueError:
                return None
    if re.fullmatch(
        r"\d{1,2}º?\s+(de\s+)?[a-zç]{3,9}\.?\s+(de\s+)?\d{4}", text.casefold()
    ):
        return find_date(text)
    return None


def parameters(query_string: str) -> dict[str, str]:
    """Read the first value of each parameter. Raises Refused where there is too much of it."""
    if len(query_string) > MAX_QUERY_STRING:
        raise Refused(
            414, "too-long", f"an address has at most {MAX_QUERY_STRING} characters"
        )
    try:
        parsed = parse_qs(
            query_string,
            keep_blank_values=True,
            max_num_fields=FIELDS,
            errors="replace",
        )
    except ValueError:
        message = f"an address has at most {FIELDS} parameters"
        raise Refused(400, "too-many-parameters", message) from None
    return {name: clean(values[0]) for name, values in parsed.items()}


def clean(text: str) -> str:
    """Free a client's text of what neither SQLite nor HTML may hold: NUL, and halves of
    characters.
    """
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


# What every answer carries ------------------------------------------------------------


def validators(request: SiteRequest, changed: float) -> dict[str, str]:
    """Make ETag and Last-Modified: an answer depends on the database (changed at this second), the
    address with its host, the language, the version and the day.
    """
    depends = (
        changed,
        request.origin,
        request.base,
        request.path,
        sorted(request.query.items()),
        request.lang,
        __version__,
        request.today,
    )
    digest = hashlib.blake2b(
        repr(depends).encode("utf-8", "replace"), digest_size=12
    ).hexdigest()
    midnight = datetime.combine(request.today, time(), tzinfo=UTC)
    last = max(datetime.fromtimestamp(int(changed), tz=UTC), midnight)
    last = min(last, datetime.now(tz=UTC))
    return {"ETag": f'W/"{digest}"', "Last-Modified": http_date(last)}


def unchanged(headers: Mapping[str, str], current: Mapping[str, str]) -> bool:
    """Say whether the client has this answer already (RFC 9110: If-None-Match goes before
    If-Modified-Since).
    """
    if "if-none-match" not in headers and "if-modified-since" not in headers:
        return False
    environ = {
        "REQUEST_METHOD": "GET",
        "HTTP_IF_NONE_MATCH": headers.get("if-none-match", ""),
        "HTTP_IF_MODIFIED_SINCE": headers.get("if-modified-since", ""),
    }
    return not is_resource_modified(
        environ, etag=current["ETag"], last_modified=current["Last-Modified"]
    )
