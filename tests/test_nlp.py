"""The spaCy component, as people use it."""

from __future__ import annotations

import time
from pathlib import Path

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
    texts = [
        path.read_text(encoding="utf-8")
        for path in sorted((CORPUS / "texts").glob("*.txt"))
    ]
    start = time.process_time()
    docs = list(nlp.pipe(texts))
    assert time.process_time() - start <= sum(map(len, texts)) / 100_000 * 1.0 + 1.0
    for doc, text in zip(docs, texts, strict=True):
        assert doc.text == text
        assert len(doc.spans["found"]) > 5


LAW = (
    "LEI Nº 12, DE 3 DE MAIO DE 1990\n\nArt. 1º Para os efeitos desta Lei considera-se:\n\n"
    "I - depósito: o local de guarda de gás liquefeito de petróleo (GLP);\n\n"
    "Art. 2º O depósito de GLP fica a no mínimo 50 (cinquenta) metros de escolas."
)


def test_terms_their_uses_and_quantities() -> None:
    nlp = spacy.blank("pt")
    nlp.add_pipe("lawtool_terms")
    nlp.add_pipe("lawtool_quantities")
    doc = nlp(LAW)
    assert [span.text for span in doc.spans["terms"]] == [
        "depósito",
        "gás liquefeito de petróleo",
    ]
    uses = {span.text: span._.lawtool["concept"] for span in doc.spans["term_uses"]}
    assert uses == {"depósito": "deposito", "GLP": "glp"}
    (quantity,) = doc._.quantities
    assert (quantity.value, quantity.unit, quantity.comparator) == (50.0, "m", "min")
    assert doc.spans["quantities"][0].label_ == "DISTANCE"


def test_entities_are_set_on_request_only() -> None:
    nlp = spacy.blank("pt")
    nlp.add_pipe("lawtool_citations", config={"entities": True})
    assert [entity.label_ for entity in nlp("Nos termos da Lei nº 8.666/93.").ents] == [
        "EXTERNAL"
    ]
    quiet = spacy.blank("pt")
    quiet.add_pipe("lawtool_citations")
    assert quiet("Nos termos da Lei nº 8.666/93.").ents == ()


def test_a_doc_survives_bytes_and_a_docbin() -> None:
    from spacy.tokens import Doc, DocBin

    nlp = spacy.blank("pt")
    nlp.add_pipe("lawtool_citations")
    doc = nlp("Nos termos da Lei nº 8.666/93.")
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert again.spans["citations"][0]._.citation.text == "Lei nº 8.666/93"
    packed = DocBin(store_user_data=True, docs=[doc]).to_bytes()
    (unpacked,) = DocBin().from_bytes(packed).get_docs(nlp.vocab)
    assert unpacked._.citations[0].text == "Lei nº 8.666/93"


def test_two_processes_give_what_one_gives() -> None:
    nlp = spacy.blank("pt")
    nlp.add_pipe("lawtool_citations")
    texts = ["art. 1º da Lei nº 1/1990", "Decreto nº 2/1991"] * 3
    together = list(nlp.pipe(texts, n_process=2))
    alone = [nlp(text) for text in texts]
    found = [[span.text for span in doc.spans["citations"]] for doc in together]
    assert found == [[span.text for span in doc.spans["citations"]] for doc in alone]


def test_a_database_says_what_a_citation_means(database: Path) -> None:
    nlp = spacy.blank("pt")
    nlp.add_pipe("lawtool_citations", config={"database": str(database)})
    doc = nlp("conforme a Portaria DNC nº 27, de 16 de setembro de 1996")
    assert doc.spans["citations"][0]._.citation.norm == "dnc-portaria-27-1996"
