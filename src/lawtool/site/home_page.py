"""The first page: what the corpus holds and is about, and the norms that a choice leaves. And the
page about the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date

from lawtool.render.strings import say_day, speaker
from lawtool.site.connection import Row
from lawtool.site.downloads import Column, download
from lawtool.site.http import Answer, SiteRequest
from lawtool.site.status_view import TONES, statuses_on
from lawtool.site.templates import page
from lawtool.vocabulary.norms import species

PAGE = 50
"""Norms on one page of the list."""
CHOICES = ("place", "kind", "decade", "year", "status")
MOST_CHOICES = 12
"""Values of a choice that are shown before the rest is asked for."""
NOTED = 8
"""Kinds of problems, and norms cited or changed most, that the page names."""
SOURCES = 200
"""Sources on one page."""
_DECADE = 10


def home(request: SiteRequest) -> Answer:
    """Show the corpus by place, kind, year and status; each choice narrows the list below."""
    listings = request.reader.listings
    on = request.day("on")
    norms = list_norms(request, on or request.today)
    if on is not None:
        norms = [row for row in norms if row["status"] != "not_yet"]
    chosen = {name: request.get(name) for name in CHOICES if request.get(name)}
    words = request.get("title")
    left = [
        row
        for row in norms
        if all(str(row[name]) == value for name, value in chosen.items())
        and _has_words(row, words)
    ]
    if request.get("format"):
        return download(request, "normas", _COLUMNS, left)
    number = request.number("page", 1, 1, 100_000)
    everything = request.get("more", 20)
    narrowed = bool(chosen or words)
    return page(
        request,
        "home.html",
        rows=left[(number - 1) * PAGE : number * PAGE],
        total=len(left),
        all=len(norms),
        on=on,
        title_words=words,
        chosen=chosen,
        choices=[
            (name, *_choice(left, name, whole=everything == name), name in chosen)
            for name in CHOICES
        ],
        page=number,
        pages=max(1, -(-len(left) // PAGE)),
        narrowed=narrowed,
        figures=_figures(request),
        decades=_decades(left),
        cited=[] if narrowed else _kept(request, "cited", listings.most_cited),
        changed=[] if narrowed else _kept(request, "changed", listings.most_changed),
        problems=listings.problem_counts(NOTED),
        tones=TONES,
    )


_COLUMNS = (
    Column("id", "id"),
    Column("nome", "nome"),
    Column("kind", "espécie"),
    Column("numero", "número"),
    Column("ano", "ano"),
    Column("data", "data"),
    Column("place", "lugar"),
    Column("status_words", "situação"),
    Column("ementa", "ementa"),
    Column("url", "endereço"),
)


def list_norms(request: SiteRequest, on: date) -> list[Row]:
    """List all held norms, the newest first, with what they are chosen by; kept for the day and
    language.
    """
    kept = request.reader.kept.get("norms", ((), []))
    state = (on, request.lang, request.origin)
    if kept[0] == state:
        rows: list[Row] = kept[1]
        return rows
    statuses = statuses_on(request.reader, on)
    say = speaker(request.lang)
    rows = request.reader.listings.held_norms()
    known = species()
    for row in rows:
        kind = known.get(row["especie"] or "")
        if kind:
            row["kind"] = kind.name
        else:
            row["kind"] = say("home.no_kind")
        row["year"] = row["ano"] or say("home.undated")
        if row["ano"]:
            row["decade"] = f"{row['ano'] // _DECADE * _DECADE}"
        else:
            row["decade"] = row["year"]
        row["status"] = statuses.get(row["id"], "unknown")
        row["status_words"] = say(f"status.{row['status']}")
        town = "/".join(filter(None, (row["municipio"], row["uf"])))
        row["place"] = town or say(f"level.{row['esfera'] or 'unknown'}")
        row["url"] = request.permanent(f"/norma/{row['id']}")
    request.reader.kept["norms"] = state, rows
    return rows


def _has_words(row: Row, words: str) -> bool:
    text = f"{row['nome']} {row['ementa'] or ''}".casefold()
    return all(word in text for word in words.casefold().split())


def _choice(
    rows: Iterable[Row], name: str, *, whole: bool
) -> tuple[list[tuple[str, int]], int]:
    """The values of a choice with their counts, and how many values are left out."""
    counts = Counter(str(row[name]) for row in rows).most_common()
    if name in ("year", "decade"):
        counts.sort(reverse=True)
    if whole:
        shown = counts
    else:
        shown = counts[:MOST_CHOICES]
    return shown, len(counts) - len(shown)


def _decades(rows: Iterable[Row]) -> list[tuple[str, int, int]]:
    """Decade, number of norms, and the length of its bar in parts of a hundred."""
    counts = Counter(row["decade"] for row in rows if row["ano"])
    most = max(counts.values(), default=1)
    return [
        (decade, count, -(-count * 100 // most))
        for decade, count in sorted(counts.items())
    ]


def _kept(request: SiteRequest, name: str, make: object) -> list[Row]:
    kept = request.reader.kept
    if name not in kept:
        kept[name] = make(NOTED)  # type: ignore[operator]
    rows: list[Row] = kept[name]
    return rows


def _figures(request: SiteRequest) -> dict[str, int]:
    kept = request.reader.kept
    if "figures" not in kept:
        kept["figures"] = request.reader.listings.figures()
    figures: dict[str, int] = kept["figures"]
    return figures


def about(request: SiteRequest) -> Answer:
    """Show what the data is, its figures and limits, how to cite it."""
    listings = request.reader.listings
    figures = _figures(request)
    number = request.number("page", 1, 1, 100_000)
    run = listings.run()
    return page(
        request,
        "about.html",
        coverage=request.reader.corpus.coverage(),
        figures=figures,
        sources=listings.sources(SOURCES, (number - 1) * SOURCES),
        page=number,
        pages=max(1, -(-figures["sources"] // SOURCES)),
        rules=listings.rule_counts(),
        built=say_day(run["inicio"], request.lang) if run else "",
        version=run["versao"] if run else "",
        outcomes=listings.outcome_counts(),
    )


# Examples for programs: a test runs what they show ------------------------------------

CURL = """curl -sG {server}/-/lawtool/v1/lookup \\
     --data-urlencode 'q=Portaria DNC 27/1996, art. 6º, I, c'
curl -s {server}/-/lawtool/v1/norms
curl -s -H 'Content-Type: text/plain; charset=utf-8' \\
     --data-binary 'Revoga-se o art. 6º da Portaria DNC nº 27/1996.' \\
     {server}/-/lawtool/v1/citations"""

PYTHON = """import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({"q": "Portaria DNC 27/1996, art. 6º, I, c"})
with urlopen("{server}/-/lawtool/v1/lookup?" + query) as answer:
    found = json.load(answer)
print(found["norm"], found["path"], found["in_force"])
print(found["text"])"""

JAVASCRIPT = """const answer = await fetch("{server}/-/lawtool/v1/citations", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ text: "Revoga-se o art. 6º da Portaria DNC nº 27/1996." }),
});
for (const one of (await answer.json()).citations) {
  console.log(one.start, one.end, one.status, one.norm, one.url);
}"""

SHOWN = (("curl", CURL), ("Python", PYTHON), ("JavaScript", JAVASCRIPT))


def examples(request: SiteRequest) -> Answer:
    """Show how programs ask: curl, Python, JavaScript."""
    server = request.permanent("")
    return page(
        request,
        "api.html",
        shown=[(name, code.replace("{server}", server)) for name, code in SHOWN],
        server=server,
    )


ROBOTS = """User-agent: *
Disallow: {base}/-/
Disallow: {base}/{database}
Disallow: {base}/busca
Disallow: {base}/comparar
Disallow: {base}/citacoes
Disallow: {base}/relacoes?
Disallow: {base}/?
"""
"""Norms and provisions are for search engines; choices, questions and tables are endless."""


def robots(request: SiteRequest) -> Answer:
    """Tell search engines what to read."""
    body = ROBOTS.format(base=request.base, database=request.database)
    return Answer(body=body, type="text/plain; charset=utf-8")
