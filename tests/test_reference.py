"""Records by which others cite a norm."""

from __future__ import annotations

import json

from conftest import Run
from lawtool.corpus import Corpus
from lawtool.exchange.reference import abnt_reference, bibtex_entry, csl_record, json_ld


def test_a_reference_after_nbr_6023(corpus: Corpus) -> None:
    assert abnt_reference(corpus.norma("coari")).startswith(
        "COARI (AM). Lei nº 340, de 28 de janeiro de 1999. Institui normas"
    )
    assert abnt_reference(corpus.norma("dnc27")).startswith(
        "DEPARTAMENTO NACIONAL DE COMBUSTÍVEIS. Portaria DNC nº 27, de 16 de setembro de 1996."
    )
    assert abnt_reference(corpus.norma("guariba")) == "GUARIBA (SP). Lei s/nº de 1992."


def test_csl_and_bibtex_tell_what_is_known_and_nothing_else(corpus: Corpus) -> None:
    record = csl_record(corpus.norma("coari"), url="https://example.org/norma/coari")
    assert record["issued"] == {"date-parts": [[1999, 1, 28]]}
    assert record["type"] == "legislation"
    assert None not in csl_record(corpus.norma("guariba")).values()
    entry = bibtex_entry(corpus.norma("coari"))
    assert entry.startswith("@misc{coari-lei-340-1999,\n")
    assert entry.endswith("\n}")


def test_json_ld_claims_force_only_where_it_is_known(corpus: Corpus) -> None:
    norma = corpus.norma("dnc27")
    assert json_ld(norma, status="revoked")["legislationLegalForce"].endswith(
        "/NotInForce"
    )
    assert "legislationLegalForce" not in json_ld(
        norma, status="in_force_unless_revoked"
    )


def test_export_writes_each_format(lawtool: Run) -> None:
    assert lawtool("export", "coari", "--format", "akn").stdout.startswith("<?xml")
    assert lawtool("export", "--format", "akn").returncode == 2
    assert len(json.loads(lawtool("export", "--format", "csl").stdout)) == 8
    lines = lawtool("export", "--format", "jsonld").stdout.splitlines()
    assert {json.loads(line)["@type"][0] for line in lines} == {"Legislation"}
    assert lawtool("export", "--format", "abnt").stdout.count("\n") == 8
    assert lawtool("export", "--format", "bibtex").stdout.count("@misc") == 8
