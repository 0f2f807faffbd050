"""Pages of a day: the wording and the status of that day, and what is not known of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from sitekit import Client


@pytest.fixture(scope="module")
def client(database: Path) -> Client:
    return Client(database)


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.text[:300])
    return BeautifulSoup(answer.text, "html.parser").main.get_text(" ", strip=True)


@pytest.mark.parametrize(
    "written", ["2008-01-01", "1/1/2008", "01.01.2008", "1º de janeiro de 2008"]
)
def test_a_norm_is_shown_as_of_a_day(client: Client, written: str) -> None:
    page = text(client, f"/norma/lei7061?on={written}")
    assert "Redação de 01/01/2008" in page
    assert "Redação desse dia que o acervo não tem" in page


@pytest.mark.parametrize("written", ["31/02/2008", "abc", "2008", "01/13/2008"])
@pytest.mark.parametrize(
    "path", ["/norma/coari", "/norma/dnc27/art6", "/", "/busca?q=gas"]
)
def test_what_is_no_day_is_refused(client: Client, path: str, written: str) -> None:
    answer = client.get(f"{path}{'&' if '?' in path else '?'}on={written}")
    assert answer.status_code == 400
    assert "A data não se pôde ler" in answer.text


def test_the_status_is_that_of_the_day(client: Client) -> None:
    assert "Revogada desde 24/11/2008" in text(client, "/norma/dnc27?on=2010-01-01")
    assert (
        "Revogada desde"
        not in text(client, "/norma/dnc27?on=2000-01-01").partition("§")[0]
    )
    assert "Revogado desde" in text(client, "/norma/dnc27/art6?on=2010-01-01")


def test_the_first_page_of_a_day_leaves_out_what_came_later(client: Client) -> None:
    page = text(client, "/?on=2000-01-01")
    assert "Portaria DNC 27/1996" in page
    assert "Resolução ANP 5/2008 " not in page.partition("Normas 3")[2]


def test_two_days_of_one_norm_are_compared(client: Client) -> None:
    page = text(client, "/comparar/lei7061/lei7061?on_a=2009-01-01&on_b=2013-01-01")
    assert "texto de 01/01/2009" in page
    assert "texto de 01/01/2013" in page


def test_a_bill_over_a_law_shows_what_it_would_change(client: Client) -> None:
    page = text(client, "/comparar/lei7061/sete-lagoas-pl-2025")
    assert "com as mudanças do projeto" in page
    assert "Hipótese" in text(client, "/norma/lei7061/como/sete-lagoas-pl-2025")
    assert client.get("/norma/coari/como/votuporanga").status_code == 422


def test_where_a_text_comes_from(client: Client) -> None:
    page = text(client, "/norma/coari/origem")
    assert "repousam sobre texto já revogado" in page
    assert "Portaria DNC 27/1996" in page


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("abnt", "COARI (AM). Lei nº 340, de 28 de janeiro de 1999."),
        ("bibtex", "@misc{coari-lei-340-1999,"),
        ("csl", '"type": "legislation"'),
    ],
)
def test_references(client: Client, form: str, words: str) -> None:
    assert words in client.get(f"/norma/coari?format={form}").text
    one = client.get(f"/norma/coari/art15_par4?format={form}").text
    assert "http://localhost/norma/coari-lei-340-1999/art15_par4" in one


@pytest.mark.parametrize(
    "path",
    [
        "/?format=",
        "/relacoes?format=",
        "/busca?q=gas&format=",
        "/comparar/coari/dnc27?format=",
    ],
)
def test_lists_are_files(client: Client, path: str) -> None:
    table = client.get(f"{path}csv")
    assert table.content.startswith(b"\xef\xbb\xbf")
    assert len(client.get(f"{path}json").json()) == table.text.count("\r\n") - 1 > 0
    assert client.get(f"{path}md").text.startswith("| ")
    assert client.get(f"{path}xls").status_code == 400


def test_a_partial_revocation_names_its_articles(client: Client) -> None:
    page = text(client, "/relacoes?kind=revoga")
    assert "em parte (art. 7º" in page
