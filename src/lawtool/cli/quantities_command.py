"""`lawtool quantities`: how much, how far, how long, norm by norm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from textwrap import shorten

import click

from lawtool.cli.options import DAY, database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.records.meaning_record import quantity_record
from lawtool.records.printers import print_records, record_formats
from lawtool.store.reader import StoredQuantity

_SHOWN = 56
"""Characters of a provision that a line of the table shows."""

BOUNDS = {"min": "≥", "max": "≤", "eq": "="}


@click.command()
@click.argument("norm", required=False)
@click.option(
    "--role",
    default="",
    help="Only what measures this: distance, mass, duration, money, …",
)
@click.option(
    "--about", default="", help="Only where the provision speaks of this: `escola`."
)
@click.option("--unit", default="", help="Only in this unit: m, kg, d, %, BRL.")
@click.option(
    "--on",
    "day",
    type=DAY,
    help="Only what is known to have been in force on this day.",
)
@database_option
@format_option("text", *record_formats())
def quantities(
    norm: str | None,
    role: str,
    about: str,
    unit: str,
    day: datetime | None,
    database: Path,
    form: str,
) -> None:
    """List the quantities that the norms fix, or those of NORM: value, unit, bound, what is
    measured.

    A cell of a table that the print does not settle is listed as `?`.
    """
    if day:
        on = day.date()
    else:
        on = None
    with open_corpus(database) as corpus:
        found = corpus.quantities_about(about, norm=norm, role=role, unit=unit, on=on)
        if form == "text":
            _print_table(corpus, found)
        else:
            write(print_records(form, map(quantity_record, found), "quantities"))


def _print_table(corpus: Corpus, found: Sequence[StoredQuantity]) -> None:
    from lawtool.render.terminal import columns, console

    if not found:
        click.echo("No quantity was found.", err=True)
        return
    columns(
        ("NORM", "PROVISION", "", "AMOUNT", "OF"), list(_rows(corpus, found)), console()
    )


def _rows(corpus: Corpus, found: Iterable[StoredQuantity]) -> Iterator[tuple[str, ...]]:
    for stored in found:
        quantity = stored.quantity
        bound = BOUNDS.get(quantity.comparator, "")
        if quantity.strict:
            bound = {"≥": ">", "≤": "<"}.get(bound, bound)
        yield (
            stored.norm,
            corpus.provision_names(stored.norm).get(quantity.path, quantity.path),
            bound,
            _amount(stored),
            _subject(stored),
        )


def _amount(stored: StoredQuantity) -> str:
    quantity = stored.quantity
    if quantity.value is None:
        return "?"
    return f"{quantity.value:g} {quantity.unit}".rstrip()


def _subject(stored: StoredQuantity) -> str:
    """Return what is measured: the role with the words of the provision, or of the row and
    column.
    """
    quantity = stored.quantity
    if not quantity.row:
        return f"{quantity.role}: {_shortened(stored.provision)}"
    column = quantity.column_name or f"column {quantity.column}"
    return f"{quantity.role}: {_shortened(quantity.row_name)} / {column}"


def _shortened(text: str) -> str:
    return shorten(text, _SHOWN, placeholder="…")
