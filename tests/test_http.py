"""Requests and answers apart from pages: days, hosts, prefixes, compression, what is closed."""

from __future__ import annotations

import gzip
import logging
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool.site.http import read_day
from lawtool.site.server import without_prefix
from sitekit import Client

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def client(database: Path) -> Client:
    return Client(database)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2008-01-31", date(2008, 1, 31)),
        ("2008-1-3", date(2008, 1, 3)),
        ("31/01/2008", date(2008, 1, 31)),
        ("1/2/2008", date(2008, 2, 1)),
        ("01.02.2008", date(2008, 2, 1)),
        ("1º de fevereiro de 2008", date(2008, 2, 1)),
        ("28 de janeiro de 1999", date(1999, 1, 28)),
        ("hoje", TODAY),
        ("abc", None),
        ("31/02/2008", None),
        ("2008", None),
        ("13/13/2008", None),
        ("Lei de 28 de janeiro de 1999", None),
        ("0000-01-01", None),
    ],
)
def test_a_day_is_read_as_brazilians_write_it(text: str, day: date | None) -> None:
    assert read_day(text, today=TODAY) == day


@given(st.text(max_size=40))
def test_any_text_is_a_day_or_none(text: str) -> None:
    day = read_day(text, today=TODAY)
    assert day is None or isinstance(day, date)


@given(st.dates())
def test_every_day_reads_back(day: date) -> None:
    assert read_day(day.isoformat(), today=TODAY) == day
    assert read_day(f"{day.day}/{day.month}/{day.year:04}", today=TODAY) == day


@pytest.mark.parametrize(
    ("path", "base", "rest"),
    [
        ("/leis/norma/x", "/leis", "/norma/x"),
        ("/leis", "/leis", "/"),
        ("/leis/", "/leis", "/"),
        ("/leisx", "/leis", "/leisx"),
        ("/norma/x", "/leis", "/norma/x"),
        ("/norma/x", "", "/norma/x"),
    ],
)
def test_the_path_of_a_proxy_is_taken_off_once(path: str, base: str, rest: str) -> None:
    scope = without_prefix({"path": path, "raw_path": path.encode()}, base)
    assert (scope["path"], scope["raw_path"]) == (rest, rest.encode())


def test_an_unknown_address_is_a_page_and_leaves_no_traceback(
    client: Client, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = client.get("/wp-login.php")
    assert answer.status_code == 404
    assert "Esta página não existe" in answer.text
    assert "None" not in answer.text
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    assert not caplog.records


@pytest.mark.parametrize(
    "path",
    [
        "/-/databases.json",
        "/-/threads.json",
        "/-/patterns",
        "/-/allow-debug",
        "/-/settings.json",
        "/-/metadata.json",
        "/-/plugins.json",
        "/-/actor.json",
    ],
)
def test_what_tells_of_the_server_is_closed(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "/tmp" not in answer.text


def test_no_answer_is_kept_for_another_host(client: Client) -> None:
    evil = client.get("/sobre/api", headers={"Host": "evil.example"})
    assert "http://evil.example/" in evil.text
    good = client.get(
        "/sobre/api", headers={"Host": "leis.example", "X-Forwarded-Proto": "https"}
    )
    assert "https://leis.example/" in good.text
    assert "evil.example" not in good.text
    strange = client.get("/sobre/api", headers={"Host": '"><script>'})
    assert "<script>" not in strange.text


def test_answers_are_compressed_for_those_who_can(client: Client) -> None:
    plain = client.get("/norma/coari", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = client.get("/norma/coari", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 3
    assert packed.text == plain.text
    table = client.get(f"/{client.name}/normas", headers={"Accept-Encoding": "gzip"})
    assert table.headers["content-encoding"] == "gzip"
    assert gzip.decompress(gzip.compress(table.content)) == table.content


def test_static_files_are_kept_by_browsers(client: Client) -> None:
    page = client.get("/")
    address = page.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert "immutable" in client.get(address).headers["cache-control"]


def test_a_wrong_method_is_told_the_right_ones(client: Client) -> None:
    answer = client.ask("put", "/-/lawtool/v1/norms")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
    assert (
        client.ask("delete", "/-/lawtool/v1/citations").headers["allow"]
        == "GET, HEAD, POST"
    )


def test_search_engines_are_told_what_to_read(client: Client) -> None:
    robots = client.get("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert "Disallow: /busca" in robots.text
    assert "Disallow: /norma" not in robots.text
