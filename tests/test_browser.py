"""The pages in a real browser: nothing runs over the edge, everything can be read, the
keyboard suffices.
"""

from __future__ import annotations

import contextlib
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from browserkit import PROGRAM, Browser, browser
from lawtool.site.home_page import JAVASCRIPT
from sitekit import PAGES, TABLES, served

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="there is no chromium here")

LOOKS = [(360, "light"), (1280, "dark")]
"""Each width and each scheme of colours once: what fits depends on the one, what can be read
on the other.
"""

# Text whose colour and the nearest painted ground behind it are too close (WCAG 2.2 AA: 4.5, large
# text 3).
UNREADABLE = """
(() => {
  const parse = text => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = node => { for (; node; node = node.parentElement) {
    const c = parse(getComputedStyle(node).backgroundColor); if (c[3] === 1) return c; } return [255, 255, 255, 1]; };
  const out = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || element.closest("svg, option") || !element.getClientRects().length) continue;
    const style = getComputedStyle(element), [a, b] = [light(parse(style.color)), light(ground(element))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) out.push(element.tagName + "." + element.className + ": " + style.color);
  }
  return [...new Set(out)].slice(0, 8);
})()
"""

# What sticks out to the right, unless a box of its own scrolls.
OVER_THE_EDGE = """
(() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  return [...document.querySelectorAll("body *")].filter(one => !one.closest(".scroll, .table-wrapper, pre")
    && one.getBoundingClientRect().right > page.clientWidth + 1)
    .map(one => one.tagName + "." + one.className + " " + Math.round(one.getBoundingClientRect().right)).slice(0, 8)
    .concat("page " + page.scrollWidth);
})()
"""


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    with served(database) as address:
        yield address


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as one:
        yield one


def pages(database: Path) -> list[str]:
    return [
        *PAGES,
        "/norma/nenhuma",
        f"/{database.stem}",
        *(f"/{database.stem}/{table}" for table in TABLES),
    ]


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_pages_fit_and_can_be_read(
    chromium: Browser, address: str, database: Path, width: int, scheme: str
) -> None:
    more = [
        f"/{database.stem}/quem_cita?norma=dnc-portaria-27-1996",
        f"/{database.stem}/normas/coari-lei-340-1999",
    ]
    for path in (*pages(database), *more):
        chromium.open(address + path, width=width, scheme=scheme)
        assert chromium.run(OVER_THE_EDGE) == [], (path, width)
        assert chromium.run(UNREADABLE) == [], (path, scheme)


def test_the_browser_has_nothing_to_refuse(chromium: Browser, address: str) -> None:
    """No console message: no script or style that the policy blocks, no file that is not there."""
    for path in PAGES:
        chromium.open(address + path)
        assert chromium.said == [], path


def test_words_may_be_twice_as_large(chromium: Browser, address: str) -> None:
    for path in (
        "/",
        "/norma/coari",
        "/comparar/coari/dnc27",
        "/busca?q=escola",
        "/relacoes",
    ):
        chromium.open(address + path, width=640)
        chromium.run("document.documentElement.style.fontSize = '200%'")
        assert chromium.run(OVER_THE_EDGE) == [], path


def test_the_keyboard_suffices(chromium: Browser, address: str) -> None:
    chromium.open(f"{address}/norma/coari")
    chromium.press("Tab")
    assert chromium.run("document.activeElement.className") == "skip"
    assert chromium.run("document.activeElement.getBoundingClientRect().left >= 0")
    seen = set()
    for _ in range(25):
        chromium.press("Tab")
        shown = "(s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2)(getComputedStyle(document.activeElement))"
        assert chromium.run(shown), chromium.run("document.activeElement.outerHTML")
        seen.add(chromium.run("document.activeElement.outerHTML"))
    # The parts of a day are stops of their own within one field.
    assert len(seen) >= 20


def test_on_paper_the_printed_reading_is_there(chromium: Browser, address: str) -> None:
    chromium.open(f"{address}/norma/coari", media="print")
    shown = chromium.run(
        "getComputedStyle(document.querySelector('.rep'), '::after').content"
    )
    assert shown.startswith('" [')
    assert (
        chromium.run("getComputedStyle(document.querySelector('header.site')).display")
        == "none"
    )


def test_an_anchor_brings_the_provision_into_view(
    chromium: Browser, address: str
) -> None:
    chromium.open(f"{address}/norma/coari#art15")
    chromium.run("new Promise(done => setTimeout(done, 1500))")
    top = chromium.run("document.getElementById('art15').getBoundingClientRect().top")
    assert 0 <= top < 200


@contextlib.contextmanager
def elsewhere(page: str = "") -> Iterator[str]:
    """Another site of one page."""

    class OnePage(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *told: object) -> None:
            """Says nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), OnePage) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_javascript_example_runs(chromium: Browser, address: str) -> None:
    """From a page of another origin: other sites may ask."""
    with elsewhere() as other:
        chromium.open(other)
        code = JAVASCRIPT.replace("{server}", address)
        chromium.run(f"(async () => {{ {code} }})()")
    assert any(
        f"200 dnc-portaria-27-1996 {address}/norma/dnc-portaria-27-1996/art6" in line
        for line in chromium.said
    ), chromium.said


PAGE = """<!doctype html><meta charset="utf-8"><title>Notícia</title><article>
<p>😀 Nos termos do art. 6º da Portaria DNC nº 27, de 16 de setembro de 1996, e da Lei nº 99.999/1899.</p></article>
<script src="{server}/-/static-plugins/lawtool/citations.js" defer></script>"""

WAITED = """
(async () => {
  for (let i = 0; i < 100 && !document.querySelector("article[data-lawtool]"); i++)
    await new Promise(done => setTimeout(done, 50));
  const links = [...document.querySelectorAll("a.lawtool-citation")];
  links[0]?.focus();
  for (let i = 0; i < 100 && !document.querySelector(".lawtool-card"); i++)
    await new Promise(done => setTimeout(done, 50));
  return [links.length, links[0]?.textContent, links[0]?.href, document.querySelector(".lawtool-card")?.textContent];
})()
"""


def test_citations_of_any_page_become_links_with_a_card(
    chromium: Browser, address: str
) -> None:
    with elsewhere(PAGE.replace("{server}", address)) as other:
        chromium.open(other)
        count, words, link, card = chromium.run(WAITED)
    assert count == 1
    assert words == "art. 6º da Portaria DNC nº 27, de 16 de setembro de 1996"
    assert link == f"{address}/norma/dnc-portaria-27-1996/art6"
    assert "Revogado desde 24/11/2008" in card
