"""The library as a programmer expects it: names, days, paths and bytes as they come;
containers that count and show themselves.
"""

from __future__ import annotations

from datetime import date

import pytest

import lawtool
from conftest import CORPUS
from lawtool.corpus import Corpus, as_day
from lawtool.errors import LawtoolError, UnknownNorm


@pytest.mark.parametrize(
    "written",
    [
        "1999-06-01",
        "01/06/1999",
        "1º de junho de 1999",
        date(1999, 6, 1),
        " 1999-06-01 ",
    ],
)
def test_a_day_is_read_as_it_is_written(written: str | date) -> None:
    assert as_day(written) == date(1999, 6, 1)


@pytest.mark.parametrize("written", ["", "ontem", "1999-13-01", "31/02/1999"])
def test_what_is_no_day_is_refused(written: str) -> None:
    with pytest.raises(LawtoolError, match="is no day"):
        as_day(written)


def test_days_as_words_everywhere(corpus: Corpus) -> None:
    assert corpus.status("dnc27", on="2020-01-01") == corpus.status(
        "dnc27", on=date(2020, 1, 1)
    )
    assert corpus.text_on("dnc27", "01/01/2000").on == date(2000, 1, 1)
    assert corpus.provenance("coari", on="2005-01-01").on == date(2005, 1, 1)
    assert corpus.search("gás", in_force_on="2005-01-01")


@pytest.mark.parametrize(
    ("locator", "path"),
    [
        ("art15_cpt_inc2_ali2", "art15_cpt_inc2_ali2"),
        ("art. 15, II, b", "art15_cpt_inc2_ali2"),
        ('Art. 15, inciso II, alínea "b"', "art15_cpt_inc2_ali2"),
        ("alínea b do inciso II do art. 15", "art15_cpt_inc2_ali2"),
        ("artigo 15", "art15"),
        ("art. 15, § 1º", "art15_par1"),
        ("§ 1º do art. 15", "art15_par1"),
        ("art. 15, caput", "art15"),
        ("parágrafo único do art. 19", "art19_par1u"),
        ("ementa", "ementa"),
        ("art. 900", None),
        ("", None),
        ("bananas", None),
    ],
)
def test_a_node_by_its_path_or_its_labels(
    corpus: Corpus, locator: str, path: str | None
) -> None:
    node = corpus["coari"].get(locator)
    assert (node and node.path) == path


def test_norms_and_corpora_are_containers(corpus: Corpus) -> None:
    assert len(corpus) == len(list(corpus)) == len(corpus.summaries())
    assert "coari" in corpus
    assert "nowhere" not in corpus
    with pytest.raises(UnknownNorm):
        corpus["nowhere"]
    norma = corpus["coari"]
    assert len(norma) == len(list(norma)) == len(norma.nodes)
    assert norma["art. 1º"] is norma.get("art1")
    with pytest.raises(KeyError):
        norma["art. 900"]
    assert repr(norma) == f"<Norma coari-lei-340-1999: {len(norma)} nodes>"
    assert f"{len(corpus)} norms" in repr(corpus)


def test_parse_takes_a_text_its_bytes_or_its_path() -> None:
    path = CORPUS / "texts" / "coari-lei-340-1999.txt"
    text = path.read_text(encoding="utf-8")
    (by_text,), (by_bytes,), (by_path,) = map(
        lawtool.parse, (text, path.read_bytes(), path)
    )
    assert by_text.nodes == by_bytes.nodes == by_path.nodes


def test_copies_are_asked_for(corpus: Corpus) -> None:
    pairs = {(kin.a, kin.b) for kin in corpus.copies()}
    assert ("coari-lei-340-1999", "dnc-portaria-27-1996") in pairs
    ours = corpus.copies("coari")
    assert ours
    assert all("coari-lei-340-1999" in (kin.a, kin.b) for kin in ours)
