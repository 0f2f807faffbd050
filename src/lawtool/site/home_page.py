"""The first page: what the corpus holds, and the norms that a choice leaves. And the page about the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlencode

from lawtool.render.strings import speaker
from lawtool.site import status_view as standing
from lawtool.site.connection import Row
from lawtool.site.http import Answer, SiteRequest
from lawtool.site.templates import page
from lawtool.vocabulary.norms import species

PAGE = 50
CHOICES = ("place", "kind", "year", "status")
MOST_CHOICES = 12


def home(request: SiteRequest) -> Answer:
    """The corpus by place, kind, year and status; each choice narrows the list below."""
    rows = _norms(request)
    chosen = {name: request.get(name) for name in CHOICES if request.get(name)}
    left = [row for row in rows if all(str(row[name]) == value for name, value in chosen.items())]
    number = request.number("page", 1, 1, 100_000)
    shown = left[(number - 1) * PAGE : number * PAGE]
    problems = request.reader.rows(
        "SELECT codigo, gravidade, count(*) AS count FROM problemas GROUP BY 1, 2 ORDER BY gravidade = 'info', 3 DESC LIMIT 8"
    )
    return page(
        request,
        "home.html",
        rows=shown,
        total=len(left),
        all=len(rows),
        chosen=chosen,
        choices=[(name, _counts(left, name), name in chosen) for name in CHOICES],
        page=number,
        pages=max(1, -(-len(left) // PAGE)),
        figures=_figures(request),
        problems=problems,
        runs=request.reader.row("SELECT * FROM execucoes"),
        tones=standing.TONES,
        facets=urlencode({"_facet": "codigo"}),
    )


def _norms(request: SiteRequest) -> list[Row]:
    """All norms that are held, the newest first, with what they are chosen by."""
    status = standing.today(request.reader, request.today)
    say = speaker(request.lang)
    rows = request.reader.rows(
        "SELECT id, nome, ementa, especie, ano, data, esfera, uf, municipio FROM normas WHERE no_acervo"
        " ORDER BY coalesce(data, ano || '') DESC, ordem"
    )
    for row in rows:
        kind = species().get(row["especie"] or "")
        row["kind"] = kind.name if kind else (row["especie"] or "?")
        row["year"] = row["ano"] or say("home.undated")
        row["status"] = status.get(row["id"], "unknown")
        town = "/".join(filter(None, (row["municipio"], row["uf"])))
        row["place"] = town or say(f"level.{row['esfera'] or 'unknown'}")
    return rows


def _counts(rows: Iterable[Row], name: str) -> list[tuple[str, int]]:
    counts = Counter(str(row[name]) for row in rows).most_common()
    if name == "year":
        counts.sort(reverse=True)
    return counts[:MOST_CHOICES]


def _figures(request: SiteRequest) -> dict[str, int]:
    count = request.reader.count
    return {
        "norms": count("SELECT count(*) FROM normas WHERE no_acervo"),
        "sources": count("SELECT count(*) FROM fontes"),
        "provisions": count(
            "SELECT count(*) FROM dispositivos WHERE tipo IN ('artigo', 'paragrafo', 'inciso', 'alinea', 'item')"
        ),
        "citations": count("SELECT count(*) FROM citacoes"),
        "repairs": count("SELECT count(*) FROM correcoes WHERE decisao IN ('auto', 'accepted')"),
        "suggestions": count("SELECT count(*) FROM correcoes WHERE decisao = 'suggested'"),
        "relations": count("SELECT count(*) FROM relacoes"),
        "problems": count("SELECT count(*) FROM problemas"),
    }


def about(request: SiteRequest) -> Answer:
    """What the data is, its figures and limits, how to cite it."""
    coverage = request.reader.corpus.coverage()
    sources = request.reader.rows(
        "SELECT id, arquivo, origem, licenca, caracteres, sha256 FROM fontes ORDER BY arquivo LIMIT 200"
    )
    rules = request.reader.rows(
        "SELECT regra, decisao, count(*) AS count FROM correcoes GROUP BY 1, 2 ORDER BY 3 DESC"
    )
    return page(
        request,
        "about.html",
        coverage=coverage,
        figures=_figures(request),
        sources=sources,
        rules=rules,
        runs=request.reader.row("SELECT * FROM execucoes"),
        outcomes=request.reader.rows(
            "SELECT situacao, count(*) AS count FROM citacoes GROUP BY 1 ORDER BY 2 DESC"
        ),
    )


# Examples for programs: a test runs what they show ---------------------------------------------------------------------

CURL = """curl -sG {server}/-/lawtool/v1/lookup --data-urlencode 'q=Portaria DNC 27/1996, art. 6º, I, c'
curl -s {server}/-/lawtool/v1/norms
curl -s -H 'Content-Type: text/plain; charset=utf-8' --data-binary 'Revoga-se o art. 6º da Portaria DNC nº 27/1996.' \\
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
