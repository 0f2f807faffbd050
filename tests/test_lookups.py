"""Lookups as they are asked: right, or rightly refused; never another norm than the one meant."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool import corpus as corpora
from lawtool import parse
from lawtool.citations.catalogue import Catalogue
from lawtool.citations.lookup import Answer, Parts, look_up, look_up_parts
from lawtool.corpus import Corpus
from lawtool.identifiers.slugs import norm_slug, standard_slug
from lookup_table import COARI, DNC27, ROWS, Row


@pytest.fixture(scope="module")
def corpus(database: Path) -> Iterator[Corpus]:
    with corpora.open(database) as opened:
        yield opened


def _norm_of(answer: Answer) -> str:
    citation = answer.citation
    if answer.norma or citation is None:
        return answer.norma or ""
    if citation.standard:
        return standard_slug(citation.standard)
    return norm_slug(citation.id, citation.name) if citation.id else ""


def _is_right(answer: Answer, row: Row) -> bool:
    path = " ".join(member.path for member in answer.members) or answer.path
    return (
        answer.status == row.status
        and row.norm in ("", _norm_of(answer))
        and row.path in ("", path)
    )


def test_lookups_are_right_or_rightly_refused(corpus: Corpus) -> None:
    failed = [row.query for row in ROWS if not _is_right(corpus.lookup(row.query), row)]
    assert len(failed) <= 0.05 * len(ROWS), failed


def test_no_lookup_answers_another_norm(corpus: Corpus) -> None:
    for row in ROWS:
        answer = corpus.lookup(row.query)
        if answer.status == 200:
            assert (row.status, row.norm) == (200, answer.norma), row.query


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.query or "empty")
def test_a_refusal_says_why(corpus: Corpus, row: Row) -> None:
    answer = corpus.lookup(row.query)
    assert answer.status == 200 or answer.message


def test_a_slip_gets_a_suggestion(corpus: Corpus) -> None:
    answer = corpus.lookup("Portraia ANP 297/2003")
    assert "did you mean 'Portaria ANP 297/2003'" in answer.message
    assert answer.candidates == ("anp-portaria-297-2003",)


@pytest.mark.parametrize(
    ("parts", "status", "norm", "path"),
    [
        (Parts(species="lei", number="340", year=1999, place="Coari/AM"), 200, COARI, ""),
        (Parts(species="Lei", number="340", year=1999, place="Coari", locator="art. 2º, III"), 200, COARI, "art2_cpt_inc3"),
        (Parts(species="portaria", number="27", year=1996, body="DNC", locator="art6"), 200, DNC27, "art6"),
        (Parts(species="Port.", number="27", year=1996, body="DNC"), 200, DNC27, ""),
        (Parts(species="lei", number="8.666", year=1993, place="federal"), 404, "br-lei-8666-1993", ""),
        (Parts(species="lei", number="340"), 300, "lei-340", ""),
        (Parts(species="lei", number="340", year=1999, place="Manaus"), 404, "manaus-lei-340-1999", ""),
        (Parts(species="xyz", number="1"), 400, "", ""),
        (Parts(species="lei", number="1", place="Xyz"), 400, "", ""),
        (Parts(species="lei", number="1", body="XYZ"), 400, "", ""),
        (Parts(species="lei", number="1", locator="art. art."), 400, "", ""),
    ],
    ids=str,
)  # fmt: skip
def test_a_citation_may_be_asked_in_parts(
    corpus: Corpus, parts: Parts, status: int, norm: str, path: str
) -> None:
    answer = look_up_parts(corpus.catalogue, parts)
    assert (answer.status, _norm_of(answer), answer.path) == (status, norm, path)


def test_a_list_or_a_range_answers_all_its_members(corpus: Corpus) -> None:
    answer = corpus.lookup("Portaria DNC 27/1996, arts. 1º a 3º")
    assert [member.path for member in answer.members] == ["art1", "art2", "art3"]
    assert all(
        member.text and member.url.endswith(member.path) for member in answer.members
    )
    assert (answer.path, answer.text) == ("art1", answer.members[0].text)
    assert corpus.lookup("Portaria DNC 27/1996, art. 1º").members == ()


def test_the_wording_of_a_day_is_answered_with_its_doubts(corpus: Corpus) -> None:
    printed = corpus.lookup("Portaria DNC 27/1996, art. 1º")
    assert (
        corpus.lookup("Portaria DNC 27/1996, art. 1º", on=date(2000, 1, 1)) == printed
    )
    later = corpus.lookup("Portaria DNC 27/1996, art. 1º", on=date(2010, 1, 1))
    assert later.text == printed.text
    assert "Resolução ANP 5/2008" in later.message


TWICE = """LEI Nº 45, DE 3 DE MAIO DE 1990

Dispõe sobre feiras.

O PREFEITO MUNICIPAL DE PEDRA LAVRADA faz saber que a Câmara decreta e ele sanciona a seguinte Lei:

Art. 1º A feira é livre.

§ 1º A feira é aos sábados.

Art. 1º A feira é paga. (Redação dada pela Lei nº 99, de 2001)

§ 1º A feira é aos domingos. (Redação dada pela Lei nº 99, de 2001)

Art. 2º Esta Lei entra em vigor na data de sua publicação.
"""


@pytest.mark.parametrize(
    ("query", "status"),
    [("art. 1º", 300), ("art. 1º, § 1º", 300), ("art. 2º", 200), ("art1~2", 200)],
)
def test_a_provision_printed_in_two_wordings_is_not_chosen(
    query: str, status: int
) -> None:
    answer = look_up(Catalogue(parse(TWICE)), f"pedra-lavrada-lei-45-1990!{query}")
    assert answer.status == status
    assert bool(answer.text) == (status == 200)


@given(st.text(max_size=60))
def test_no_query_ends_in_a_fault(query: str) -> None:
    assert look_up(Catalogue(()), query).status in {200, 300, 400, 404}


WORDS = ["lei", "Port.", "art. 5º", "dec", "340", "/99", "de", "Coari", "(SP)", "nº", "CF", "mil", "e", "§", "-", "DOU", "1º"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_no_heap_of_the_right_words_ends_in_a_fault(words: list[str]) -> None:
    assert look_up(Catalogue(()), " ".join(words)).status in {200, 300, 400, 404}
