"""`lawtool quantities` and `lawtool terms` on the bundled corpus."""

from __future__ import annotations

import csv
import io
import json

import pytest

from conftest import Run
from lawtool.corpus import Corpus


def test_how_far_a_depot_must_be_from_a_school_norm_by_norm(corpus: Corpus) -> None:
    found = corpus.quantities_about("escola", role="distance")
    cells = {
        stored.norm: [cell.quantity.value for cell in found if cell.norm == stored.norm]
        for stored in found
        if stored.quantity.row
    }
    assert cells["dnc-portaria-27-1996"] == cells["coari-lei-340-1999"]
    assert cells["dnc-portaria-27-1996"] == [20.0, 30.0, 80.0, 100.0, 150.0, 180.0]
    assert {stored.quantity.comparator for stored in found} == {"min"}


def test_a_cell_that_the_print_lost_is_listed_without_a_value(lawtool: Run) -> None:
    records = [
        json.loads(line)
        for line in lawtool(
            "quantities", "coari", "--format", "jsonl"
        ).stdout.splitlines()
    ]
    lost = [record for record in records if record.get("legible") is False]
    assert len(lost) == 27
    assert {(record["value"], record["text"]) for record in lost} == {(None, "")}


def test_offsets_point_into_the_source(lawtool: Run, corpus: Corpus) -> None:
    records = [
        json.loads(line)
        for line in lawtool("quantities", "--format", "jsonl").stdout.splitlines()
    ]
    texts = {corpus.files[slug]: corpus.source(slug).text for slug in corpus.files}
    printed = [
        texts[record["source"]][record["start"] : record["end"]] for record in records
    ]
    same = [
        " ".join(words.split()) == record["text"]
        for words, record in zip(printed, records, strict=True)
    ]
    # What differs was repaired: `8 m?` is printed where `8 m²` is read.
    assert sum(same) >= 0.97 * len(records)


def test_the_table_is_csv_that_a_spreadsheet_reads(lawtool: Run) -> None:
    text = lawtool("quantities", "lei7061", "--role", "area", "--format", "csv").stdout
    assert text.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert {row["unit"] for row in rows} == {"m2"}


@pytest.mark.parametrize("asked", ["área de armazenamento", "ÁREAS DE ARMAZENAMENTO"])
def test_a_word_is_defined_by_every_norm_that_has_it(lawtool: Run, asked: str) -> None:
    records = [
        json.loads(line)
        for line in lawtool("terms", asked, "--format", "jsonl").stdout.splitlines()
    ]
    assert len({record["norm"] for record in records}) >= 4
    assert all(record["definition"] for record in records)


def test_only_what_was_in_force_on_the_day(corpus: Corpus) -> None:
    from datetime import date

    norms = {
        stored.norm for stored in corpus.quantities_about("escola", on=date(2010, 1, 1))
    }
    assert "dnc-portaria-27-1996" not in norms


def test_an_unknown_norm_and_an_undefined_word_say_so(lawtool: Run) -> None:
    assert lawtool("quantities", "nothing").returncode == 2
    assert "No norm defines" in lawtool("terms", "espaçonave").stderr
