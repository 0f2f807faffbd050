"""No code, no English word and no path on a Portuguese page of any kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from sitekit import PAGES, Client

MORE = (
    "/?on=2008-01-01",
    "/?title=posto&more=year",
    "/norma/lei7061?on=2008-01-01",
    "/norma/dnc27/art6?on=2000-01-01",
    "/norma/anp297",
    "/norma/guariba/ocr",
    "/norma/coari/origem",
    "/norma/lei7061/como/sete-lagoas-pl-2025",
    "/comparar/lei7061/sete-lagoas-pl-2025",
    "/comparar/lei7061/lei7061?on_a=2009-01-01&on_b=2013-01-01",
    "/comparar?a=posto&b=gas",
    "/relacoes?kind=copia",
    "/norma/nenhuma-tal",
    "/norma/coari?on=ontem",
    "/nada",
)
ENGLISH = re.compile(
    r"\b(?:the|of|and|norms?|unknown|not|revoked|status|date|text|printed|page|label|found|since|"
    r"known|provisions?|changes?|search|copy|smaller|suggested|warning|error|None|True|False)\b"
)
CODE = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b(?:art|par|inc|ali|ite|cpt)\d|\b\d{4}-\d\d-\d\d\b|\b[a-z]+-[a-z]+-[a-z]+\b"
)
ALLOWED = re.compile(
    r"lawtool|English|JSON|Markdown|CSV|BibTeX|CSL|urn:\S+|http\S+|LexML|API|OpenAPI|cor-de-\w+|code points|"
    r"SHA-256|docker|Apache"
)


@pytest.fixture(scope="module")
def client(database: Path) -> Client:
    return Client(database)


def our_words(html: str) -> str:
    """The words of a page that are ours: no law, no code, nothing marked as of another language."""
    page = BeautifulSoup(html, "html.parser")
    for tag in page.select(
        "script, style, code, pre, .law, q, blockquote, del, ins, .sug, .sum, dd span[lang=pt-BR],"
        " td.raw, tbody[lang=pt-BR] p:not(.tags), .ctx, [lang=en], .hits p, .norms p[lang], h1, h2 a,"
        " .versus, a.par, ul.plain li a, datalist, .cards td:first-child a"
    ):
        tag.extract()
    return ALLOWED.sub(" ", page.get_text(" "))


@pytest.mark.parametrize(
    "path", [page for page in PAGES if page != "/sobre/api"] + list(MORE)
)
def test_a_portuguese_page_speaks_portuguese(client: Client, path: str) -> None:
    answer = client.get(path)
    words = our_words(answer.text)
    assert answer.status_code < 500
    assert not ENGLISH.findall(words), ENGLISH.findall(words)
    assert not CODE.findall(words), CODE.findall(words)
