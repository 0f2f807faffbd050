"""The spaCy component, as people use it."""

from __future__ import annotations

import time

import pytest

from conftest import CORPUS

spacy = pytest.importorskip("spacy")


def test_the_entry_point_registers_it_and_spans_align() -> None:
    nlp = spacy.blank("pt")
    nlp.add_pipe("lawtool_citations")
    text = "Nos termos do art. 37, inciso XXI, da Constituição Federal e da Lei nº 8.666/93."
    doc = nlp(text)
    spans = doc.spans["citations"]
    assert spans[0].text == "art. 37, inciso XXI, da Constituição Federal"
    assert spans[1].text.startswith("Lei nº 8.666/93")
    assert [span._.citation.text for span in spans] == [
        "art. 37, inciso XXI, da Constituição Federal",
        "Lei nº 8.666/93",
    ]
    assert len(doc._.citations) == 2


def test_all_seeds_within_a_second_for_each_100_kb() -> None:
    nlp = spacy.blank("pt")
    nlp.add_pipe("lawtool_citations", config={"group": "found"})
    nlp("art. 1º da Lei nº 1/1990")
    texts = [path.read_text(encoding="utf-8") for path in sorted((CORPUS / "texts").glob("*.txt"))]
    start = time.process_time()
    docs = list(nlp.pipe(texts))
    assert time.process_time() - start <= sum(map(len, texts)) / 100_000 * 1.0 + 1.0
    for doc, text in zip(docs, texts, strict=True):
        assert doc.text == text
        assert len(doc.spans["found"]) > 5
