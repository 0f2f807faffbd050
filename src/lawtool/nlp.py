"""spaCy: citations, defined terms and quantities of any Portuguese text, as span groups of a `Doc`.

    nlp = spacy.blank("pt")
    nlp.add_pipe("lawtool_citations")       # doc.spans["citations"], doc._.citations
    nlp.add_pipe("lawtool_quantities")      # doc.spans["quantities"], doc._.quantities
    nlp.add_pipe("lawtool_terms")           # doc.spans["terms"] and their uses,
    doc.spans["term_uses"]

Each span has `span._.lawtool`, the record of the JSON of the command line, and `span._.citation`
the same with names for fields. Records are plain values, so that a `Doc` survives `DocBin`,
`to_bytes` and `nlp.pipe(n_process=2)`. With `entities=True` the spans are entities too, where they
do not overlap those of another component. The entry points in the package's metadata register the
components: nothing of lawtool has to be imported by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import get_ident
from types import SimpleNamespace
from typing import Any

from spacy.lang.pt import Portuguese
from spacy.language import Language
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc, Span
from spacy.util import filter_spans
from spacy.vocab import Vocab

from lawtool.citations import find_citations
from lawtool.corpus import Corpus
from lawtool.corpus import open as open_corpus
from lawtool.meaning.placed import PlacedTerm, place_terms
from lawtool.meaning.quantities import find_quantities
from lawtool.model import Citation
from lawtool.pipeline import parse_source
from lawtool.render.citation_text import citation as citation_record
from lawtool.repair.offsets import Edits
from lawtool.sources import source_from_text

Record = dict[str, Any]
Place = tuple[int, int, str, Record]
"""Start and end in the text, label of the span, record."""

CITATIONS, TERMS, USES, QUANTITIES = "citations", "terms", "term_uses", "quantities"
_KEPT = "lawtool"
"""Key of `doc.user_data`: group → start and end token of a span → its record."""


def _place_spans(
    doc: Doc, group: str, places: Iterable[Place], *, entities: bool
) -> None:
    """Write spans, widened to whole tokens, with their records."""
    spans: list[Span] = []
    kept: dict[str, Record] = {}
    for start, end, label, record in places:
        span = doc.char_span(start, end, label=label, alignment_mode="expand")
        if span is None:
            continue
        spans.append(span)
        kept[f"{span.start}-{span.end}"] = record
    doc.spans[group] = spans
    doc.user_data.setdefault(_KEPT, {})[group] = kept
    if entities:
        doc.ents = tuple(filter_spans([*doc.ents, *spans]))


def _record_of(span: Span) -> Record | None:
    """Return the record of a span, whichever group it belongs to."""
    for records in span.doc.user_data.get(_KEPT, {}).values():
        record: Record | None = records.get(f"{span.start}-{span.end}")
        if record is not None:
            return record
    return None


def _named_record(span: Span) -> SimpleNamespace | None:
    record = _record_of(span)
    if record is None:
        return None
    return SimpleNamespace(**record)


def _records_in(group: str) -> Any:
    def records(doc: Doc) -> tuple[SimpleNamespace, ...]:
        kept = doc.user_data.get(_KEPT, {}).get(group, {})
        return tuple(SimpleNamespace(**record) for record in kept.values())

    return records


def _register_extensions() -> None:
    for group in (CITATIONS, TERMS, QUANTITIES):
        if not Doc.has_extension(group):
            Doc.set_extension(group, getter=_records_in(group))
    if not Span.has_extension("lawtool"):
        Span.set_extension("lawtool", getter=_record_of)
    if not Span.has_extension("citation"):
        Span.set_extension("citation", getter=_named_record)


@lru_cache(maxsize=4)
def _open_once(database: str, thread: int) -> Corpus:
    return open_corpus(database)


@dataclass(slots=True)
class CitationFinder:
    """Find the citations of a text; with a database, say what they mean in that corpus."""

    group: str
    entities: bool
    database: str

    def __call__(self, doc: Doc) -> Doc:
        _place_spans(doc, self.group, self._places(doc.text), entities=self.entities)
        return doc

    def _places(self, text: str) -> Iterator[Place]:
        for found in self._found(text):
            label = found.kind.upper()
            yield found.span.start, found.span.end, label, citation_record(found, "")

    def _found(self, text: str) -> list[Citation]:
        if not self.database:
            return find_citations(text)
        return _open_once(self.database, get_ident()).annotate(text)


@dataclass(slots=True)
class QuantityFinder:
    """Find the quantities of a text; the label of a span is its role."""

    group: str
    entities: bool

    def __call__(self, doc: Doc) -> Doc:
        _place_spans(doc, self.group, self._places(doc.text), entities=self.entities)
        return doc

    def _places(self, text: str) -> Iterator[Place]:
        for quantity in find_quantities(text):
            record: Record = {
                "text": quantity.text,
                "value": quantity.value,
                "unit": quantity.unit,
                "value_si": quantity.value_si,
                "unit_si": quantity.unit_si,
                "comparator": quantity.comparator,
                "strict": quantity.strict,
                "role": quantity.role,
            }
            yield quantity.start, quantity.end, quantity.role.upper(), record


@dataclass(slots=True)
class TermFinder:
    """Find the terms that a text defines, and every later use of them."""

    vocab: Vocab
    group: str
    entities: bool

    def __call__(self, doc: Doc) -> Doc:
        terms = list(_terms_of(doc.text))
        _place_spans(doc, self.group, map(_term_place, terms), entities=self.entities)
        _place_spans(doc, USES, self._uses(doc, terms), entities=False)
        return doc

    def _uses(self, doc: Doc, terms: Sequence[PlacedTerm]) -> Iterator[Place]:
        """Yield where a defined word or its short form stands again, with the record of its
        definition.
        """
        records: dict[str, Record] = {}
        introduced = {term.span.start for term in terms}
        matcher = PhraseMatcher(self.vocab, attr="LOWER")
        tokenizer = Portuguese(self.vocab).tokenizer
        for term in terms:
            for form in filter(None, (term.term, term.abbreviation)):
                if form.lower() not in records:
                    records[form.lower()] = _term_record(term)
                    matcher.add(form.lower(), [tokenizer(form)])
        for span in filter_spans(matcher(doc, as_spans=True)):
            if span.start_char not in introduced:
                yield span.start_char, span.end_char, "TERM", records[span.label_]


def _terms_of(text: str) -> Iterator[PlacedTerm]:
    source = source_from_text(text)
    document = parse_source(source)
    edits = Edits(row for row in document.corrections if row.applies)
    for norma in document.normas:
        yield from place_terms(norma, source.text, edits)


def _term_place(term: PlacedTerm) -> Place:
    return term.span.start, term.span.end, term.kind.upper(), _term_record(term)


def _term_record(term: PlacedTerm) -> Record:
    return {
        "term": term.term,
        "kind": term.kind,
        "abbreviation": term.abbreviation,
        "concept": term.concept,
        "definition": term.definition,
        "start": term.span.start,
    }


@Language.factory(
    "lawtool_citations",
    default_config={"group": CITATIONS, "entities": False, "database": ""},
)
def create_citation_finder(
    nlp: Language, name: str, group: str, entities: bool, database: str
) -> CitationFinder:
    """Make the component; `group` is its key in `doc.spans`, `database` a corpus to resolve
    against.
    """
    _register_extensions()
    return CitationFinder(group, entities, database)


@Language.factory(
    "lawtool_quantities", default_config={"group": QUANTITIES, "entities": False}
)
def create_quantity_finder(
    nlp: Language, name: str, group: str, entities: bool
) -> QuantityFinder:
    """Make the component; `group` is its key in `doc.spans`."""
    _register_extensions()
    return QuantityFinder(group, entities)


@Language.factory("lawtool_terms", default_config={"group": TERMS, "entities": False})
def create_term_finder(
    nlp: Language, name: str, group: str, entities: bool
) -> TermFinder:
    """Make the component; `group` is its key in `doc.spans`; uses stand in
    `doc.spans["term_uses"]`.
    """
    _register_extensions()
    return TermFinder(nlp.vocab, group, entities)
