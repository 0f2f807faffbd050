"""`lawtool serve`."""

from __future__ import annotations

import json
import socket
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from lawtool.cli.options import database_option, open_corpus
from lawtool.errors import LawtoolError

if TYPE_CHECKING:
    from datasette.app import Datasette  # type: ignore[import-untyped]

METADATA = "datasette_metadata.json"
NAME = "lawtool"
"""The name of the database in the metadata file."""
SETTINGS = {
    "sql_time_limit_ms": 1000,
    "facet_time_limit_ms": 200,
    "suggest_facets": False,
    "allow_csv_stream": True,
    "max_returned_rows": 1000,
    "num_sql_threads": 3,
    "default_cache_ttl": 5,
}


@click.command()
@database_option
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; 0.0.0.0 for all.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8001,
    show_default=True,
    help="Port to listen on.",
)
@click.option(
    "--base-url",
    default="/",
    show_default=True,
    help="Path under which a proxy serves the site.",
)
@click.option(
    "--metadata",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Another metadata file.",
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    help="Address of the site as the world knows it (https://leis.example); else what requests "
    "say.",
)
@click.option("--sql", is_flag=True, help="Let visitors run SQL of their own.")
def serve(
    database: Path,
    host: str,
    port: int,
    base_url: str,
    metadata: Path | None,
    public_url: str,
    sql: bool,
) -> None:
    """Serve the site and the API with Datasette. Read-only; visitors cannot run SQL of their own
    unless --sql.
    """
    import asyncio

    import uvicorn

    open_corpus(database).close()
    site = make(database, metadata=metadata, sql=sql, base_url=base_url)
    set_public_url(site, public_url)
    asyncio.run(site.invoke_startup())
    with _listening(host, port) as listener:
        click.echo(
            f"http://{host}:{listener.getsockname()[1]}{site.setting('base_url')}  (Ctrl-C "
            f"ends it)",
            err=True,
        )
        uvicorn.Server(
            uvicorn.Config(site.app(), log_level="warning", lifespan="on")
        ).run(sockets=[listener])


def set_public_url(datasette: Datasette, address: str) -> None:
    """Fix the scheme and host of permanent addresses. Raises LawtoolError for what is no address of
    a host.
    """
    from lawtool.site.server import site_of

    if not address:
        return
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise LawtoolError(
            f"{address!r} is no address of a site",
            remedy="Give --public-url as https://leis.example; the path is --base-url.",
        )
    site = site_of(datasette)
    if site is not None:
        site.public = f"{parts.scheme}://{parts.netloc}"


def _listening(host: str, port: int) -> socket.socket:
    try:
        listener = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
    except OSError as error:
        what = f"cannot listen on {host}:{port}: {str(error.strerror).partition(' (while')[0]}"
        raise LawtoolError(what, remedy="Give another --host or --port.") from error
    # Connections have it from the listener; asyncio sets it on those only whose listener it made
    # itself. Without it the
    # body of an answer waits for the client to confirm its head, 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def make(
    database: Path,
    *,
    metadata: Path | None = None,
    sql: bool = False,
    base_url: str = "/",
) -> Datasette:
    """Datasette with one database of lawtool and safe settings, for 0.65 and for 1.0. Raises
    LawtoolError.
    """
    from datasette.app import Datasette
    from datasette.version import __version__  # type: ignore[import-untyped]

    told = _named(described(metadata), database.stem)
    settings = SETTINGS | {"default_allow_sql": sql, "base_url": _slashed(base_url)}
    options: dict[str, Any] = {"metadata": told, "settings": settings}
    if not __version__.startswith("0."):
        # Queries and facets are configuration there and no metadata.
        options["config"] = configuration(told)
    return Datasette([], immutables=[str(database.resolve())], **options)


def _named(metadata: dict[str, Any], name: str) -> dict[str, Any]:
    """The metadata with the database called as its file is: Datasette knows it by that name."""
    databases = metadata.get("databases", {})
    return metadata | {
        "databases": {
            name if key == NAME else key: value for key, value in databases.items()
        }
    }


def described(path: Path | None = None) -> dict[str, Any]:
    """The metadata of the tables: the file given, the one beside the corpus here, or the one in the
    package.
    """
    places = (
        (path,)
        if path
        else (Path(METADATA), _packaged(), Path(__file__).parents[3] / METADATA)
    )
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        return {}
    try:
        told = json.loads(found.read_text(encoding="utf-8"))
    except ValueError as error:
        raise LawtoolError(
            f"{found} is no JSON: {error}", remedy="Give another file with --metadata."
        ) from error
    if isinstance(told, dict):
        return told
    return {}


def _packaged() -> Path:
    return Path(str(resources.files("lawtool.site"))) / METADATA


def _slashed(base_url: str) -> str:
    return "/" + f"{base_url.strip('/')}/".lstrip("/")


def configuration(metadata: dict[str, Any]) -> dict[str, Any]:
    """What Datasette 1.0 wants apart from the metadata: queries, and of each table what is no
    description.
    """
    databases = {}
    for name, one in metadata.get("databases", {}).items():
        tables = {
            table: {
                key: value
                for key, value in entry.items()
                if key not in ("title", "description", "columns")
            }
            for table, entry in one.get("tables", {}).items()
        }
        databases[name] = {"queries": one.get("queries", {}), "tables": tables}
    return {"databases": databases}
