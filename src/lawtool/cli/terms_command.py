"""`lawtool terms`: what words mean in each norm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.errors import UnknownNorm
from lawtool.meaning.terms import concept_of
from lawtool.records.meaning_record import term_record
from lawtool.records.printers import print_records, record_formats
from lawtool.store.reader import StoredTerm
from lawtool.vocabulary.folding import fold


@click.command()
@click.argument("name", required=False, metavar="[NORM|TERM]")
@database_option
@format_option("text", *record_formats())
def terms(name: str | None, database: Path, form: str) -> None:
    """List the terms that norms define, those of a norm, or what a word means in every norm."""
    with open_corpus(database) as corpus:
        found = _find(corpus, name)
        if form != "text":
            write(print_records(form, map(term_record, found), "terms"))
        elif not found:
            click.echo(f"No norm defines {name!r}.", err=True)
        else:
            write(_lines(corpus, found))


def _find(corpus: Corpus, name: str | None) -> list[StoredTerm]:
    """Return the terms of a norm; where no norm is called so, the introductions of that word."""
    if name is None:
        return list(corpus.terms())
    try:
        return list(corpus.terms(norm=corpus.resolve(name)))
    except UnknownNorm:
        return [stored for stored in corpus.terms() if _is_called(stored, name)]


def _is_called(stored: StoredTerm, name: str) -> bool:
    term = stored.term
    if concept_of(name) == term.concept:
        return True
    return fold(name) in (fold(term.term), fold(term.abbreviation))


def _lines(corpus: Corpus, found: Iterable[StoredTerm]) -> Iterator[str]:
    for stored in found:
        term = stored.term
        if term.abbreviation:
            short = f" ({term.abbreviation})"
        else:
            short = ""
        place = corpus.provision_names(stored.norm).get(term.path, term.path)
        yield click.style(f"{term.term}{short}", bold=True) + f"  {term.kind}"
        yield f"    {stored.norm}  {place}"
        if term.definition:
            yield f"    {term.definition}"
