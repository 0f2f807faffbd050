"""The API: what programs are promised, held to its description."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import lawtool
from lawtool.records.json_records import (
    ApiStatusRecord,
    DiffRecord,
    JsonRecord,
    LookupRecord,
    NormsRecord,
    NormStatusRecord,
    ProvisionRecord,
    SearchRecord,
    TreeRecord,
)
from lawtool.records.openapi import describe_api
from lawtool.site.home_page import CURL, PYTHON
from lawtool.site.server import THREADS, Site
from sitekit import Client, served

TEXT = "Fica revogado o art. 6º da Portaria DNC nº 27, de 16 de setembro de 1996, e a Lei nº 8.078, de 11 de setembro de 1990."


@pytest.fixture(scope="module")
def client(database: Path) -> Client:
    return Client(database)


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[str]:
    with served(database) as address:
        yield address


LOOKUPS = [
    (
        "Portaria DNC 27/1996, art. 6º, I, c",
        200,
        "dnc-portaria-27-1996",
        "art6_cpt_inc1_ali3",
    ),
    ("dnc27 art. 6º", 200, "dnc-portaria-27-1996", "art6"),
    ("coari", 200, "coari-lei-340-1999", ""),
    (
        "urn:lex:br;amazonas;coari:municipal:lei:1999-01-28;340!art2",
        200,
        "coari-lei-340-1999",
        "art2",
    ),
    ("Portaria DNC 27/1996, art. 999", 404, None, None),
    ("Lei 12.345/2010", 404, None, None),
    ("bom dia", 400, None, None),
    ("", 400, None, None),
]


@pytest.mark.parametrize(("query", "status", "norm", "path"), LOOKUPS)
def test_lookup(
    client: Client, query: str, status: int, norm: str | None, path: str | None
) -> None:
    answer = client.get("/-/lawtool/v1/lookup", params={"q": query})
    found = answer.json()
    assert answer.status_code == found["status"] == status
    assert found["norm"] == norm
    if status == 200:
        assert found["path"] == path
        assert found["text"] or not path
        assert (
            client.get(found["url"].removeprefix("http://localhost")).status_code == 200
        )
    else:
        assert found["message"]


def test_in_force_is_told_only_where_it_is_known(client: Client) -> None:
    assert client.json("lookup?q=dnc27")["in_force"] is False
    assert client.json("lookup?q=coari")["in_force"] is None
    assert client.json("lookup?q=sete-lagoas-pl")["in_force"] is False


POSTS = {
    "plain": {
        "content": TEXT.encode(),
        "headers": {"Content-Type": "text/plain; charset=utf-8"},
    },
    "json": {"json": {"text": TEXT}},
    "form": {"data": {"text": TEXT}},
    "curl": {
        "content": TEXT.encode(),
        "headers": {"Content-Type": "application/x-www-form-urlencoded"},
    },
    "none": {"content": TEXT.encode()},
    "latin-1": {
        "content": TEXT.encode("latin-1"),
        "headers": {"Content-Type": "text/plain; charset=iso-8859-1"},
    },
}


@pytest.mark.parametrize("form", POSTS)
def test_citations_of_a_text(client: Client, form: str) -> None:
    answer = client.ask(
        "post", "/-/lawtool/v1/citations", cookies={"lawtool_lang": "en"}, **POSTS[form]
    )
    assert answer.status_code == 200
    told = answer.json()
    assert told["characters"] == len(TEXT)
    first, second = told["citations"]
    assert TEXT[first["start"] : first["end"]] == first["text"]
    assert (first["status"], first["norm"], first["fragments"]) == (
        200,
        "dnc-portaria-27-1996",
        ["art6"],
    )
    assert first["url"] == "http://localhost/norma/dnc-portaria-27-1996/art6"
    assert (second["status"], second["outcome"]) == (404, "unknown")


def test_citations_past_the_cap(client: Client) -> None:
    text = "Lei nº 8.078/1990. " * 260
    told = client.ask("post", "/-/lawtool/v1/citations", json={"text": text}).json()[
        "citations"
    ]
    assert len(told) == 260
    assert [one["status"] for one in told[249:252]] == [404, 429, 429]
    assert told[-1]["start"] > 0


WRONG = [
    ({"content": b"x" * 300_000, "headers": {"Content-Type": "text/plain"}}, 413),
    ({"json": {"text": "a" * 64_001}}, 413),
    ({"json": {"txt": "a"}}, 400),
    ({"json": []}, 400),
    ({"content": b"{", "headers": {"Content-Type": "application/json"}}, 400),
    ({"content": b"[" * 100_000, "headers": {"Content-Type": "application/json"}}, 400),
    ({"content": b"\xff\xfe\x00", "headers": {"Content-Type": "text/plain"}}, 200),
    ({"content": b""}, 400),
    ({"content": b"   "}, 400),
    ({"content": TEXT.encode(), "headers": {"Content-Encoding": "gzip"}}, 415),
    (
        {
            "content": TEXT.encode(),
            "headers": {"Content-Type": "text/plain; charset=klingon"},
        },
        415,
    ),
    ({"files": {"text": ("a.txt", TEXT)}}, 415),
]


@pytest.mark.parametrize(("options", "status"), WRONG, ids=range(len(WRONG)))
def test_texts_that_cannot_be_read(
    client: Client, options: dict[str, Any], status: int
) -> None:
    answer = client.ask("post", "/-/lawtool/v1/citations", **options)
    assert answer.status_code == status
    assert answer.json()


def test_norms(client: Client) -> None:
    told = client.json("norms")
    assert told["total"] == len(told["norms"]) == 8
    assert [one["norm"] for one in client.json("norms?limit=2&offset=1")["norms"]] == [
        one["norm"] for one in told["norms"][1:3]
    ]
    assert {one["uf"] for one in client.json("norms?uf=sp")["norms"]} == {"SP"}
    assert client.json("norms?kind=lei&year=1999")["total"] == 1
    assert client.json("norms?limit=0", 400)["reason"] == "not-a-number"


def test_a_norm_and_its_tree(client: Client, database: Path) -> None:
    norm = client.json("norms/coari")
    assert norm["norm"] == "coari-lei-340-1999"
    assert norm["aliases"] == ["coari"]
    assert norm["status"]["status"] == "in_force_unless_revoked"
    with lawtool.open(database) as corpus:
        wanted = [
            (node.path, node.text, node.parent) for node in corpus.norma("coari").nodes
        ]
    tree = client.json("norms/coari/tree")["nodes"]
    assert [(node["path"], node["text"], node["parent"]) for node in tree] == wanted


def test_a_provision(client: Client) -> None:
    told = client.json("provisions/coari-lei-340-1999_art15_cpt_inc1")
    assert told["ancestors"] == ["coari-lei-340-1999_art15"]
    assert "coari-lei-340-1999_art15_cpt_inc1_ali1" in told["children"]
    assert told["url"] == "http://localhost/norma/coari-lei-340-1999/art15_cpt_inc1"
    assert client.json("provisions/coari_art999", 404)["reason"] == "not-found"


def test_status_on_a_day(client: Client) -> None:
    assert client.json("status/dnc27?on=2008-06-01")["status"] == "partially_revoked"
    told = client.json("status/dnc27?on=2008-11-24")
    assert (told["status"], told["in_force"]) == ("revoked", False)
    assert told["cause"]["acting"] == "anp-resolucao-5-2008"
    assert (
        client.json("status/dnc-portaria-27-1996_art7?on=2005-01-01")["status"]
        == "revoked"
    )
    assert (
        client.json("status/dnc-portaria-27-1996_art7?on=1996-09-01")["status"]
        == "not_yet"
    )
    assert client.json("status/dnc27?on=ontem", 400)["reason"] == "not-a-day"


def test_the_status_is_that_of_the_corpus(client: Client, database: Path) -> None:
    """Worked out from the events of one norm alone, it is the same as from all events of the
    corpus.
    """
    from datetime import date

    with lawtool.open(database) as corpus:
        for norma in corpus.normas():
            for day in (
                date(1990, 1, 1),
                date(1999, 6, 1),
                date(2004, 1, 1),
                date(2008, 11, 24),
                date(2026, 1, 1),
            ):
                wanted = corpus.status(norma.slug, on=day)
                told = client.json(f"status/{norma.slug}?on={day}")
                assert (told["status"], told["start_basis"]) == (
                    wanted.status,
                    wanted.start_basis,
                ), (norma.slug, day)


def test_search(client: Client) -> None:
    told = client.json("search?q=distancia+minima+de+escolas&limit=5")
    assert told["count"] == len(told["results"]) == 5
    scores = [one["score"] for one in told["results"]]
    assert scores == sorted(scores, reverse=True)
    assert all(one["id"] == f"{one['norm']}_{one['path']}" for one in told["results"])
    assert client.json("search?q=lei&norm=nenhuma", 404)["reason"] == "not-found"
    assert client.json("search?q=", 400)["reason"] == "empty"


def test_diff(client: Client) -> None:
    told = client.json("diff/coari/dnc27")
    assert told["verdict"]["label"] == "copy"
    assert (
        told["url"]
        == "http://localhost/comparar/coari-lei-340-1999/dnc-portaria-27-1996"
    )


def test_other_sites_may_ask(client: Client) -> None:
    answer = client.get(
        "/-/lawtool/v1/lookup?q=dnc27", headers={"Origin": "https://example.org"}
    )
    assert answer.headers["access-control-allow-origin"] == "*"
    before = client.ask(
        "options", "/-/lawtool/v1/citations", headers={"Origin": "https://example.org"}
    )
    assert before.status_code == 204
    assert "POST" in before.headers["access-control-allow-methods"]
    crossing = {"Origin": "https://example.org", "Sec-Fetch-Site": "cross-site"}
    assert (
        client.ask(
            "post", "/-/lawtool/v1/citations", json={"text": TEXT}, headers=crossing
        ).status_code
        == 200
    )


def test_no_such_route(client: Client) -> None:
    assert client.json("nenhuma", 404)["reason"] == "not-found"
    assert client.ask("post", "/-/lawtool/v1/norms").status_code == 405


# The description
# ----------------------------------------------------------------------------------------------------


def test_the_description_names_every_route(client: Client) -> None:
    from lawtool.site import API_ROUTES

    described = {
        re.sub(r"\{\w+\}", "{}", path.strip("/")) for path in describe_api()["paths"]
    }
    served_here = {
        re.sub(r"\(\?P<\w+>\[\^/\]\+\)", "{}", route.pattern) for route in API_ROUTES
    } - {
        r"openapi\.json",
        ".*",
    }
    assert described == served_here
    assert client.json("openapi.json") == describe_api()


@pytest.mark.parametrize(
    ("path", "record"),
    [
        ("lookup?q=coari,+art.+15", LookupRecord),
        ("norms?limit=3", NormsRecord),
        ("norms/coari", NormStatusRecord),
        ("norms/coari/tree", TreeRecord),
        ("provisions/coari-lei-340-1999_art15", ProvisionRecord),
        ("search?q=extintores", SearchRecord),
        ("status/dnc27?on=2020-01-01", ApiStatusRecord),
        ("diff/coari/dnc27", DiffRecord),
    ],
)
def test_an_answer_is_a_record(
    client: Client, path: str, record: type[JsonRecord]
) -> None:
    answer = client.json(path)
    assert set(answer) <= set(record.__struct_fields__)
    msgspec.convert(answer, record)


@pytest.mark.filterwarnings("ignore")
def test_the_answers_are_as_described(server: str, tmp_path: Path) -> None:
    """Schemathesis asks every operation with what its description allows and forbids."""
    program = Path(sys.executable).parent / "schemathesis"
    if not program.exists():
        pytest.skip("schemathesis is not installed (extra `test`)")
    checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
    done = subprocess.run(
        [
            str(program), "run", f"{server}/-/lawtool/v1/openapi.json", f"--url={server}/-/lawtool/v1", "--checks", checks,
            "--max-examples=25", "--seed=7", "--phases=examples,coverage,fuzzing", "--generation-database=none",
            "--mode=all", "--request-timeout=30", "--no-color", "--suppress-health-check=all",
        ],
        capture_output=True, text=True, timeout=280, cwd=tmp_path, env=dict(os.environ, COLUMNS="120"),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


# The examples
# -------------------------------------------------------------------------------------------------------


def test_the_python_example_runs(server: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PYTHON.replace("{server}", server)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("dnc-portaria-27-1996 art6_cpt_inc1_ali3 False")


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_curl_examples_run(server: str) -> None:
    done = subprocess.run(
        [
            "bash",
            "-ec",
            "\n".join(
                f"{line}; echo"
                for line in CURL.replace("\\\n", " ")
                .replace("{server}", server)
                .split("\n")
            ),
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    lookup, norms, found = (
        json.loads(line) for line in done.stdout.strip().split("\n")
    )
    assert lookup["status"] == 200
    assert norms["total"] == 8
    assert found["citations"][0]["norm"] == "dnc-portaria-27-1996"


def test_the_page_shows_its_own_address(server: str) -> None:
    with urllib.request.urlopen(f"{server}/sobre/api") as answer:
        assert f"{server}/-/lawtool/v1/lookup" in answer.read().decode()


def test_an_answer_is_whole_and_may_be_kept(server: str) -> None:
    with urllib.request.urlopen(f"{server}/-/lawtool/v1/lookup?q=dnc27") as answer:
        assert int(answer.headers["Content-Length"]) == len(answer.read())
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Set-Cookie"] is None


def test_workers_are_ready_before_they_are_asked(database: Path) -> None:
    site = Site(SimpleNamespace(), "lawtool", database)
    site.warm()
    readers = [
        site.queues["pages"].submit(lambda: vars(site.readers.get().corpus))
        for _ in range(3 * THREADS)
    ]
    assert all("catalogue" in reader.result() for reader in readers)
    assert len(site.queues["pages"]._threads) == THREADS


def test_a_connection_that_is_kept_answers_at_once(server: str) -> None:
    """A body that waits until the client has confirmed its head comes 40 ms late."""
    connection = http.client.HTTPConnection(server.removeprefix("http://"))
    spent = []
    for _ in range(9):
        begin = time.perf_counter()
        connection.request("GET", "/-/lawtool/v1/lookup?q=dnc27")
        connection.getresponse().read()
        spent.append(time.perf_counter() - begin)
    assert min(spent[1:]) < 0.03


def test_lookup_by_parts_and_of_a_day(client: Client) -> None:
    law = client.json(
        "lookup?type=lei&number=340&year=1999&place=Coari&uf=am&provision=art. 2º"
    )
    assert (law["norm"], law["path"]) == ("coari-lei-340-1999", "art2")
    assert client.json("lookup?q=dnc27&on=2001-01-01")["in_force"] is not False
    assert client.json("lookup?q=dnc27&on=2010-01-01")["in_force"] is False
    assert client.json("lookup?type=lei", status=400)["reason"] == "incomplete"


def test_several_lookups_at_once(client: Client) -> None:
    queries = ["dnc27 art. 6º", "Lei 12.345/2010", ""]
    answer = client.ask("post", "/-/lawtool/v1/lookup", json={"queries": queries})
    assert [one["status"] for one in answer.json()["answers"]] == [200, 404, 400]
    many = client.ask("post", "/-/lawtool/v1/lookup", json={"queries": ["x"] * 101})
    assert many.status_code == 413
    assert (
        client.ask("post", "/-/lawtool/v1/lookup", json={"q": "x"}).status_code == 400
    )


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("norms?page=2", "unknown-parameter"),
        ("norms?kind=LEIS", "unknown-value"),
        ("search?q=gas&kind=xyz", "unknown-value"),
        ("search?q=gas&on=31/02/2008", "not-a-day"),
        ("status/dnc27?on=ontem", "not-a-day"),
        ("lookup?citation=dnc27", "unknown-parameter"),
    ],
)
def test_what_is_not_understood_is_refused(
    client: Client, path: str, reason: str
) -> None:
    assert client.json(path, status=400)["reason"] == reason


def test_lists_tell_how_they_go_on(client: Client) -> None:
    first = client.json("norms?limit=3")
    assert first["next"].startswith("http://localhost/-/lawtool/v1/norms?")
    second = client.json(first["next"].partition("/v1/")[2])
    assert second["offset"] == 3
    assert client.json("norms?limit=3&offset=6")["next"] is None
    assert (
        client.json("norms?kind=LEI")["total"]
        == client.json("norms?kind=lei")["total"]
        > 0
    )
    assert client.json("norms?place=coari/am")["total"] == 1
    assert client.json("norms?held=0")["total"] > 0
    found = client.json("search?q=recipientes&limit=2")
    follows = client.json(found["next"].partition("/v1/")[2])
    assert {one["id"] for one in found["results"]}.isdisjoint(
        one["id"] for one in follows["results"]
    )


def test_a_day_is_read_in_any_form(client: Client) -> None:
    days = ("2009-01-02", "2/1/2009", "02.01.2009", "2 de janeiro de 2009")
    answers = {client.json(f"status/dnc27?on={day}")["on"] for day in days}
    assert answers == {"2009-01-02"}


def test_status_of_what_there_is_not(client: Client) -> None:
    assert client.json("status/dnc27_art999", status=404)["reason"] == "not-found"
    assert client.json("status/dnc27_garbage!!", status=404)["reason"] == "not-found"


def test_a_law_that_cites_itself_gets_no_dead_address(client: Client) -> None:
    text = "LEI Nº 12, DE 1º DE MARÇO DE 1990.\n\nArt. 1º Um.\n\nArt. 2º Na forma do art. 1º desta Lei.\n"
    answer = client.ask("post", "/-/lawtool/v1/citations", json={"text": text}).json()
    for citation in answer["citations"]:
        assert citation["url"] is None
