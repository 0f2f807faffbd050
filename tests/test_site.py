"""The pages: what they show, that they show it to everyone, and that nothing a client or a
text says can hurt.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import unescape
from importlib import resources
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from lawtool import corpus as asked
from lawtool.pipeline import build
from lawtool.render import strings
from lawtool.site.norm_view import Mark, disjoint, list_contents, marked
from lawtool.site.templates import cell
from sitekit import PAGES, TABLES, Client


@pytest.fixture(scope="module")
def client(database: Path) -> Client:
    return Client(database)


def soup(client: Client, path: str) -> BeautifulSoup:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code, answer.text[:400])
    return BeautifulSoup(answer.text, "html.parser")


# Every page
# ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_for_everyone(client: Client, path: str, lang: str) -> None:
    """Landmarks, one heading, labels, unique anchors, a language, nothing inline that the
    policy forbids.
    """
    page = soup(client, f"{path}{'&' if '?' in path else '?'}lang={lang}")
    assert page.html["lang"] == {"pt": "pt-BR", "en": "en"}[lang]
    assert len(page.find_all("h1")) == 1
    assert len(page.find_all("main")) == 1
    assert page.title
    assert page.title.get_text().strip(" ·")
    assert not page.find_all("style")
    assert not page.find_all("script", src=False)
    assert not [
        tag
        for tag in page.find_all(True)
        if tag.has_attr("style") or any(name.startswith("on") for name in tag.attrs)
    ]
    ids = [tag["id"] for tag in page.find_all(id=True)]
    assert sorted(ids) == sorted(set(ids))
    for field in page.find_all(["input", "select", "textarea"]):
        named = (
            field.has_attr("aria-label")
            or field.find_parent("label")
            or page.find("label", attrs={"for": field.get("id")})
        )
        assert named or field.get("type") == "hidden", field
    for link in page.find_all("a", href=True):
        assert link.get_text(strip=True) or link.has_attr("aria-label"), link


@pytest.mark.parametrize("path", PAGES)
def test_a_page_carries_its_guards(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_links_within_the_site_lead_somewhere(client: Client) -> None:
    seen: dict[str, str] = {}
    anchors: dict[str, set[str]] = {}
    for path in PAGES:
        for link in soup(client, path).find_all("a", href=True):
            target = urlsplit(urljoin(f"http://x{path}", link["href"]))
            if target.netloc == "x":
                seen.setdefault(f"{target.path}?{target.query}#{target.fragment}", path)
    checked = sorted(seen, key=lambda one: (one.count("_"), one))[:260]
    for address in checked:
        place, _, fragment = address.partition("#")
        answer = client.get(place)
        # The table of routes links to one route that takes POST only by words, to no such page.
        assert answer.status_code in (200, 302), (
            address,
            seen[address],
            answer.status_code,
        )
        if fragment:
            anchors.setdefault(
                place,
                {
                    tag["id"]
                    for tag in BeautifulSoup(answer.text, "html.parser").find_all(
                        id=True
                    )
                },
            )
            assert fragment in anchors[place], (address, seen[address])


def test_the_english_switch_stays(client: Client) -> None:
    answer = client.get("/?lang=en")
    assert "lawtool_lang=en" in answer.headers["set-cookie"]
    assert "Corpus of norms" in client.get("/", cookies={"lawtool_lang": "en"}).text
    assert "Acervo de normas" in client.get("/", cookies={"lawtool_lang": "'>"}).text


def test_every_word_is_in_the_table() -> None:
    table = strings.words_table()
    assert all(pt.strip() and en.strip() for pt, en in table.values())
    folder = resources.files("lawtool.site")
    places = [one for one in (folder / "pages").iterdir() if one.name.endswith(".html")]
    used = {
        key
        for one in places
        for key in re.findall(
            r"\bt\('([a-z_]+\.[a-z_-]+)'[,)]", one.read_text(encoding="utf-8")
        )
    }
    code = [one for one in folder.iterdir() if one.name.endswith(".py")]
    used |= {
        key
        for one in code
        for key in re.findall(
            r'\bsay\("([a-z_]+\.[a-z_-]+)"[,)]', one.read_text(encoding="utf-8")
        )
    }
    assert len(used) > 150
    assert not used - set(table)


COLOURS = re.compile(r"--([a-z-]+): (#[0-9a-f]{3,6})\b")
PAIRS = [
    (ink, ground)
    for ink in ("ink", "quiet", "link", "link-seen")
    for ground in ("paper", "sheet", "soft")
]
PAIRS += [(tone, f"{tone}-bg") for tone in ("good", "bad", "part", "open")]


@pytest.mark.parametrize("scheme", [0, 1])
def test_contrast(scheme: int) -> None:
    """WCAG 2.2 AA: 4.5 to 1 for text, in the light and in the dark."""
    css = (resources.files("lawtool.site") / "static" / "site.css").read_text(
        encoding="utf-8"
    )
    colours = dict(
        COLOURS.findall(
            css.split("@media (prefers-color-scheme: dark)")[scheme].split(
                "*, *::before"
            )[0]
        )
    )
    for ink, ground in PAIRS:
        assert contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    digits = (
        colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    )
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# The text
# -----------------------------------------------------------------------------------------------------------


def test_the_text_of_a_norm_is_whole(client: Client, database: Path) -> None:
    """Marks and links change nothing of the words, in no provision of no norm."""
    with asked.open(database) as corpus:
        for norma in corpus.normas():
            page = soup(client, f"/norma/{norma.slug}")
            for side in page.select("p.side"):
                side.decompose()
            for node in norma.nodes:
                place = page.find(id=node.path)
                assert place is not None, (norma.slug, node.path)
                if not node.rows:
                    assert " ".join(node.text.split()) in " ".join(
                        place.get_text().split()
                    ), (
                        norma.slug,
                        node.path,
                    )


def test_repairs_show_what_is_printed(client: Client, database: Path) -> None:
    with asked.open(database) as corpus:
        wanted = [
            one
            for one in corpus.corrections("coari-lei-340-1999")
            if one.applies and one.after.strip()
        ]
    page = soup(client, "/norma/coari")
    shown = [one["data-printed"] for one in page.select(".rep")]
    assert len(shown) >= 0.9 * len(wanted)
    assert all(one.get_text(strip=True) for one in page.select(".rep"))


def test_citations_are_links(client: Client) -> None:
    page = soup(client, "/norma/votuporanga")
    links = {one.get_text(" ", strip=True): one["href"] for one in page.select("a.cit")}
    assert any(
        address.startswith("/norma/dnc-portaria-27-1996") for address in links.values()
    ), links


def test_a_revoked_norm_says_so_and_by_whom(client: Client) -> None:
    banner = soup(client, "/norma/dnc27").select_one(".banner.bad")
    assert banner is not None
    assert "24/11/2008" in banner.get_text()
    assert banner.a is not None
    assert banner.a["href"] == "/norma/anp-resolucao-5-2008/art6"


def test_no_silence_is_called_force(client: Client) -> None:
    banner = soup(client, "/norma/coari").select_one(".banner")
    assert banner is not None
    assert "Nenhuma revogação conhecida" in banner.get_text()
    assert "good" not in banner["class"]


def test_a_provision_knows_its_neighbours(client: Client) -> None:
    page = soup(client, "/norma/coari/art2")
    assert page.find("a", rel="prev")["href"] == "/norma/coari-lei-340-1999/art1"
    assert page.find("a", rel="next")["href"] == "/norma/coari-lei-340-1999/art3"
    assert (
        "urn:lex:br;amazonas;coari:municipal:lei:1999-01-28;340!art2" in page.get_text()
    )


@pytest.mark.parametrize("written", ["art. 15, I, b", "art15_cpt_inc1_ali2"])
def test_a_provision_may_be_written_as_people_do(client: Client, written: str) -> None:
    page = soup(client, f"/norma/coari/{quote(written)}")
    assert (
        page.find("link", rel="canonical")["href"]
        == "http://localhost/norma/coari-lei-340-1999/art15_cpt_inc1_ali2"
    )


def test_the_comparison_marks_what_differs(client: Client) -> None:
    page = soup(client, "/comparar/coari/dnc27")
    assert page.h1.get_text(" ", strip=True).startswith("Portaria DNC 27/1996")
    assert page.select("del")
    assert page.select("ins")
    everything = soup(client, "/comparar/coari/dnc27?view=all")
    assert len(everything.select("table.diff tbody tr")) > len(
        page.select("table.diff tbody tr")
    )


def test_the_picker_leads_to_the_comparison(client: Client) -> None:
    answer = client.get("/comparar?a=coari&b=dnc27")
    assert answer.status_code == 302
    assert (
        answer.headers["location"]
        == "/comparar/coari-lei-340-1999/dnc-portaria-27-1996"
    )


def test_the_drawing_and_its_table(client: Client) -> None:
    page = soup(client, "/relacoes")
    assert page.svg.title.get_text()
    assert len(page.select("svg .dot")) > 8
    assert page.select("table tbody tr")


def test_a_text_comes_back_with_its_citations(client: Client) -> None:
    text = "Revoga-se o art. 6º da Portaria DNC nº 27, de 16 de setembro de 1996,\n<b>e a Lei nº 8.078/1990</b>."
    for method, options in (
        ("post", {"data": {"text": text}}),
        ("get", {"params": {"text": text}}),
    ):
        page = BeautifulSoup(
            client.ask(method, "/citacoes", **options).text, "html.parser"
        )
        shown = page.select_one(".pasted")
        assert shown is not None
        assert shown.get_text() == text
        assert "/norma/dnc-portaria-27-1996/art6" in [
            one.get("href") for one in shown.select("a.cit")
        ]


def test_contents_name_every_article(database: Path) -> None:
    with asked.open(database) as corpus:
        norma = corpus.norma("coari")
    listed = [path for entry in list_contents(norma) for path, _ in entry.articles]
    assert listed == [node.path for node in norma.nodes if node.kind == "artigo"]


MARKS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=6)


@given(st.text(alphabet="ab<>&\"' ç", max_size=60), MARKS, MARKS)
def test_marks_lose_nothing(
    text: str, outer: list[tuple[int, int]], inner: list[tuple[int, int]]
) -> None:
    def marks(places: list[tuple[int, int]], name: str) -> Iterator[Mark]:
        for start, length in places:
            if start + length <= len(text):
                yield Mark(
                    start=start,
                    end=start + length,
                    open=f"<{name}>",
                    close=f"</{name}>",
                    open_within="<i>",
                    close_within="</i>",
                )

    html = str(marked(text, list(marks(outer, "a")), list(marks(inner, "b"))))
    assert unescape(re.sub(r"</?[abi]>", "", html)) == text
    for name in "abi":
        assert html.count(f"<{name}>") == html.count(f"</{name}>")


def test_of_marks_that_overlap_the_first_stands() -> None:
    marks = [
        Mark(start=start, end=end, open="", close="")
        for start, end in ((3, 5), (0, 4), (0, 2), (6, 6), (7, 9))
    ]
    assert [(one.start, one.end) for one in disjoint(marks)] == [(0, 4), (7, 9)]


# Hostile words
# ------------------------------------------------------------------------------------------------------

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' OR 1=1 --",
    '"; DROP TABLE normas; --',
    "../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "\0\x01\x1b",
    "{{7*7}}{% raw %}",
    "a" * 3000,
    "AND OR NOT NEAR(",
    '"unclosed * ^ : -',
    "𝕬🧨\u202e\ufeff",
    "%",
    "%ff%fe",
    "-1",
    "9" * 400,
    "_",
    "art" + "1" * 200,
    "(" * 300,
    "javascript:alert(1)",
)
PLACES = (
    "/norma/{}",
    "/norma/coari/{}",
    "/norma/{}/ocr",
    "/norma/coari/ocr?decision={}&page={}",
    "/comparar/{}/coari",
    "/comparar/coari/{}",
    "/comparar/coari/dnc27?view={}",
    "/comparar?a={}&b={}",
    "/comparar?a={}",
    "/busca?q={}",
    "/busca?q=lei&norm={}",
    "/busca?q=lei&uf={}&year={}&on={}&kind={}&place={}&limit={}",
    "/relacoes?kind={}&norm={}",
    "/relacoes?kind={}",
    "/citacoes?text={}",
    "/?place={}&status={}&year={}&kind={}&page={}",
    "/?lang={}",
    "/sobre/{}",
)
ROUTES = (
    "lookup?q={}",
    "norms?uf={}&kind={}&year={}&limit={}&offset={}",
    "norms?kind={}",
    "norms/{}",
    "norms/{}/tree",
    "provisions/{}",
    "provisions/coari_{}",
    "diff/{}/coari",
    "search?q={}",
    "search?q=lei&norm={}&on={}",
    "status/{}",
    "status/coari_{}",
    "status/coari?on={}",
    "{}",
)


@pytest.mark.parametrize("word", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_words_do_no_harm(client: Client, word: str) -> None:
    encoded = quote(word, safe="")
    for place in (*PLACES, *(f"/-/lawtool/v1/{route}" for route in ROUTES)):
        answer = client.get(place.replace("{}", encoded))
        assert answer.status_code < 500, (place, answer.text[:300])
        if "html" in answer.headers["content-type"]:
            assert "<script>alert" not in answer.text, place
            assert "<img src=x" not in answer.text, place
            assert 'href="javascript' not in answer.text, place
            assert (
                "49" not in answer.text
                or "7*7" not in word
                or "{{7*7}}" in unescape(answer.text)
            ), place


def test_a_text_that_holds_html_is_only_text(tmp_path: Path) -> None:
    evil = "<script>alert('lei')</script> & <img src=x onerror=alert(1)> \"aspas\""
    text = f"LEI Nº 1, DE 2 DE JANEIRO DE 2001.\n\n{evil}\n\nArt. 1º {evil} art. 2º {evil};\nI - {evil};\nArt. 2º {evil}.\n"
    folder = tmp_path / "textos"
    folder.mkdir()
    (folder / "lei-<b>.txt").write_text(text, encoding="utf-8")
    database = tmp_path / "mal.db"
    build(folder, database)
    client = Client(database)
    with asked.open(database) as corpus:
        slug = next(corpus.normas()).slug
    pages = [
        "/",
        f"/norma/{slug}",
        f"/norma/{slug}/art1",
        f"/norma/{slug}/ocr?all=1",
        "/busca?q=alert",
        "/sobre",
        "/relacoes",
    ]
    pages += [
        f"/comparar/{slug}/{slug}?view=all",
        f"/mal/dispositivos/{slug}_art1",
        "/mal/dispositivos",
        "/mal/fontes",
    ]
    for path in pages:
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.text[:300])
        assert "<script>alert" not in answer.text, path
        assert "<img src=x" not in answer.text, path


# The server
# ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/norma/coari", "/-/lawtool/v1/norms"])
def test_what_a_client_has_is_not_sent_again(client: Client, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert (
        client.get(
            path, headers={"If-Modified-Since": first.headers["last-modified"]}
        ).status_code
        == 304
    )
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
    assert (
        client.get(
            f"{path}?lang=en", headers={"If-None-Match": first.headers["etag"]}
        ).status_code
        == 200
    )


def test_only_reading(client: Client) -> None:
    assert client.ask("put", "/norma/coari").status_code == 405
    assert client.ask("delete", "/-/lawtool/v1/norms").status_code == 405
    assert client.ask("head", "/norma/coari").content == b""
    assert client.ask("post", "/norma/coari", data={"a": "b"}).status_code in (403, 405)


def test_errors_are_pages_that_help(client: Client) -> None:
    answer = client.get("/norma/coarii")
    assert answer.status_code == 404
    page = BeautifulSoup(answer.text, "html.parser")
    assert "não tem essa norma" in page.get_text()
    assert page.find("a", href="/busca")


def test_a_rebuild_is_seen(database: Path, tmp_path: Path) -> None:
    place = tmp_path / "acervo.db"
    shutil.copy(database, place)
    client = Client(place)
    assert client.get("/norma/coari").status_code == 200
    folder = tmp_path / "textos"
    folder.mkdir()
    (folder / "nova.txt").write_text(
        "LEI Nº 77, DE 2 DE JANEIRO DE 2001.\n\nArt. 1º Fica criado o parque.\n",
        encoding="utf-8",
    )
    build(folder, place)
    assert client.get("/norma/coari").status_code == 404
    assert "Lei 77/2001" in client.get("/").text
    assert "77/2001" in client.get("/acervo/normas").text


def test_the_database_may_be_away_for_a_moment(database: Path, tmp_path: Path) -> None:
    place = tmp_path / "acervo.db"
    shutil.copy(database, place)
    client = Client(place)
    place.unlink()
    answer = client.get("/norma/coari")
    assert answer.status_code == 503
    assert "não está disponível" in answer.text
    assert client.get("/-/lawtool/v1/lookup?q=dnc27").json()["reason"] == "no-database"


def test_under_a_path_of_a_proxy(database: Path) -> None:
    client = Client(database, base_url="leis")
    page = BeautifulSoup(
        client.get("/leis/norma/coari").text or client.get("/norma/coari").text,
        "html.parser",
    )
    addresses = [
        link["href"].removeprefix("http://localhost")
        for link in page.find_all("a", href=True)
        if not link["href"].startswith("#")
    ]
    assert addresses
    assert all(address.startswith("/leis/") for address in addresses), addresses[:5]


# Datasette's own pages
# ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_dressed(client: Client, table: str) -> None:
    page = soup(client, f"/{client.name}/{table}")
    assert page.html["lang"] == "pt-BR"
    assert page.select_one("header.site nav a")
    assert "Filtrar" in page.get_text() or "Aplicar" in page.get_text()
    assert "Advanced export" not in page.get_text()


def test_a_row_leads_to_the_page_for_people(client: Client) -> None:
    page = soup(client, f"/{client.name}/citacoes")
    assert page.find("a", href="/norma/dnc-portaria-27-1996")


def test_long_cells_are_clipped(client: Client) -> None:
    text = "palavra " * 60
    shown = BeautifulSoup(str(cell(text, "texto", "")), "html.parser")
    assert shown.details.get_text().replace("…", "") == text
    assert cell("curto", "texto", "") is None
    assert '<a href="/norma/x">' in str(cell({"value": "x", "label": "X"}, "norma", ""))
    assert "&lt;b&gt;" in str(
        cell({"value": "x_art1", "label": "<b>"}, "dispositivo", "")
    )


def test_ready_questions_have_a_form(client: Client) -> None:
    page = soup(client, f"/{client.name}/quem_cita?norma=dnc-portaria-27-1996")
    assert page.find("label", string=re.compile("norma"))
    assert page.select("table tbody tr")
    assert page.find("details", class_="sql")


def test_every_ready_question_runs(client: Client) -> None:
    page = soup(client, f"/{client.name}")
    questions = [link["href"] for link in page.select("h2#queries + ul a")]
    assert len(questions) >= 3
    for address in questions:
        asked = soup(client, address)
        assert not asked.select(".banner.bad"), address


def test_visitors_run_no_sql_of_their_own(client: Client, database: Path) -> None:
    for path in (
        f"/{client.name}?sql=select+1",
        f"/{client.name}/-/query?sql=select+1",
        f"/{client.name}.json?sql=select+1",
    ):
        assert client.get(path).status_code in (302, 400, 403, 404), path
    assert '"1"' not in client.get(f"/{client.name}.json?sql=select+1").text


def test_other_databases_are_left_alone(tmp_path: Path) -> None:
    import sqlite3

    place = tmp_path / "outro.db"
    sqlite3.connect(place).execute("CREATE TABLE t (a)").connection.close()
    client = Client(place)
    answer = client.get("/")
    assert answer.status_code == 200
    assert 'class="brand"' not in answer.text
    assert client.get("/norma/coari").status_code == 404
