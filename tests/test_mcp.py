"""The tools for an assistant, asked by a real client in memory, over standard input and over
HTTP.
"""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from lawtool.mcp_server import make_server

PROGRAM = str(Path(sys.executable).parent / "lawtool")


def call(server: Any, name: str, **arguments: object) -> dict[str, Any]:
    async def ask() -> dict[str, Any]:
        async with Client(server) as client:
            result = await client.call_tool(name, arguments)
            answer: dict[str, Any] = json.loads(result.content[0].text)  # type: ignore[union-attr]
            return answer

    return asyncio.run(ask())


@pytest.fixture(scope="module")
def server(database: Path) -> Any:
    return make_server(database)


def test_the_tools_are_those_of_the_corpus(server: Any) -> None:
    async def names() -> set[str]:
        async with Client(server) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    expected = {
        "search",
        "lookup",
        "show",
        "diff",
        "status",
        "provenance",
        "quantities",
    }
    assert asyncio.run(names()) == expected


def test_a_lookup_carries_its_proof_and_its_warnings(server: Any) -> None:
    answer = call(server, "lookup", citation="Portaria DNC 27/1996, art. 7º")
    assert answer["norm"] == "dnc-portaria-27-1996"
    assert answer["in_force"] is False
    assert answer["status_today"] == "revoked"
    assert answer["urn"].startswith("urn:lex:br")
    assert answer["corpus_day"]


def test_a_repaired_text_says_so(server: Any) -> None:
    answer = call(server, "show", norm="coari", locator="art. 15, II, b")
    assert "extintores" in answer["text"]
    assert any("repaired" in warning for warning in answer["warnings"])


def test_what_is_not_known_is_an_answer(server: Any) -> None:
    assert "error" in call(server, "show", norm="nothing")
    assert call(server, "lookup", citation="Lei nº 98765/1999")["status"] != 200
    assert "error" in call(server, "status", norm="dnc27", on="yesterday")


@pytest.mark.parametrize(
    ("name", "arguments", "key"),
    [
        ("search", {"query": "distância mínima de escolas"}, "hits"),
        ("diff", {"a": "coari", "b": "dnc27"}, "verdict"),
        ("status", {"norm": "dnc27", "on": "2008-06-01"}, "cause"),
        ("provenance", {"norm": "coari"}, "norm"),
        ("quantities", {"about": "escola", "role": "distance"}, "quantities"),
    ],
)
def test_every_tool_answers(
    server: Any, name: str, arguments: dict[str, object], key: str
) -> None:
    assert call(server, name, **arguments)[key]


def test_a_norm_is_a_resource(server: Any) -> None:
    async def read() -> str:
        async with Client(server) as client:
            result = await client.read_resource("lawtool://norms/coari")
            return str(result.contents[0].text)  # type: ignore[union-attr]

    assert "Art. 1º" in asyncio.run(read())


def test_over_standard_input(database: Path) -> None:
    parameters = StdioServerParameters(
        command=PROGRAM, args=["mcp", "--db", str(database)]
    )
    assert (
        call(stdio_client(parameters), "lookup", citation="coari, art. 1º")["status"]
        == 200
    )


@pytest.fixture
def address(database: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [PROGRAM, "mcp", "--http", "--port", str(port), "--db", str(database)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        for _ in range(150):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait(10)


def test_over_http(address: str) -> None:
    assert call(address, "lookup", citation="coari, art. 1º")["status"] == 200
