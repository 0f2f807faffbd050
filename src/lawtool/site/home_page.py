"""The first page: what the corpus holds, and the norms that a choice leaves. And the page about the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlencode

from lawtool.render.strings import speaker
from lawtool.site import status_view as standing
from lawtool.site.connection import Row
from lawtool.site.http import Answer, Ask
from lawtool.site.templates import page
from lawtool.vocabulary.norms import species

PAGE = 50
CHOICES = ("place", "kind", "year", "status")
MOST_CHOICES = 12


def home(ask: Ask) -> Answer:
    """The corpus by place, kind, year and status; each choice narrows the list below."""
    rows = _norms(ask)
    chosen = {name: ask.get(name) for name in CHOICES if ask.get(name)}
    left = [row for row in rows if all(str(row[name]) == value for name, value in chosen.items())]
    number = ask.number("page", 1, 1, 100_000)
    shown = left[(number - 1) * PAGE : number * PAGE]
    problems = ask.reader.rows(
        "SELECT codigo, gravidade, count(*) AS count FROM problemas GROUP BY 1, 2 ORDER BY gravidade = 'info', 3 DESC LIMIT 8"
    )
    return page(
        ask,
        "home.html",
        rows=shown,
        total=len(left),
        all=len(rows),
        chosen=chosen,
        choices=[(name, _counts(left, name), name in chosen) for name in CHOICES],
        page=number,
        pages=max(1, -(-len(left) // PAGE)),
        figures=_figures(ask),
        problems=problems,
        runs=ask.reader.row("SELECT * FROM execucoes"),
        tones=standing.TONES,
        facets=urlencode({"_facet": "codigo"}),
    )


def _norms(ask: Ask) -> list[Row]:
    """All norms that are held, the newest first, with what they are chosen by."""
    status = standing.today(ask.reader, ask.today)
    say = speaker(ask.lang)
    rows = ask.reader.rows(
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


def _figures(ask: Ask) -> dict[str, int]:
    count = ask.reader.count
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


def about(ask: Ask) -> Answer:
    """What the data is, its figures and limits, how to cite it."""
    coverage = ask.reader.corpus.coverage()
    sources = ask.reader.rows(
        "SELECT id, arquivo, origem, licenca, caracteres, sha256 FROM fontes ORDER BY arquivo LIMIT 200"
    )
    rules = ask.reader.rows(
        "SELECT regra, decisao, count(*) AS count FROM correcoes GROUP BY 1, 2 ORDER BY 3 DESC"
    )
    return page(
        ask,
        "about.html",
        coverage=coverage,
        figures=_figures(ask),
        sources=sources,
        rules=rules,
        runs=ask.reader.row("SELECT * FROM execucoes"),
        outcomes=ask.reader.rows(
            "SELECT situacao, count(*) AS count FROM citacoes GROUP BY 1 ORDER BY 2 DESC"
        ),
    )
