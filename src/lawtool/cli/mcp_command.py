"""`lawtool mcp`: the corpus as tools for an assistant."""

from __future__ import annotations

from pathlib import Path

import click

from lawtool.cli.options import database_option, open_corpus


@click.command()
@click.option(
    "--http", is_flag=True, help="Answer over HTTP at /mcp instead of standard input."
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8002, show_default=True)
@database_option
def mcp(http: bool, host: str, port: int, database: Path) -> None:
    """Serve the corpus to an assistant by the Model Context Protocol, read-only.

    Needs the extra: pip install "lawtool[mcp]".
    """
    open_corpus(database).close()
    try:
        from lawtool.mcp_server import make_server
    except ImportError:
        raise click.ClickException(
            'install the extra first: pip install "lawtool[mcp]"'
        ) from None
    server = make_server(database)
    if http:
        click.echo(f"http://{host}:{port}/mcp", err=True)
        server.run("streamable-http", host=host, port=port)
    else:
        server.run("stdio")
