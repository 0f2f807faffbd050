"""Which norm was copied from which: the part of a build that compares norms with each other.

Pairs are found over the whole corpus (`copies`). What is stored: the relation with its reasons, the
like provisions, and, where the later text was scanned, what the earlier one reads at doubtful
places, as suggestions that change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lawtool import comparison
from lawtool.comparison.copies import find
from lawtool.comparison.links import Link
from lawtool.corpus import Corpus
from lawtool.corpus import open as open_corpus
from lawtool.model import Correction
from lawtool.pipeline.parallel import uncollected
from lawtool.store.writer import Writer

STORED = ("copy", "partial copy", "shared source")
SCANNED = 5
"""From so many automatic corrections on a norm counts as scanned, so that another text is worth
asking as a witness.
"""


@uncollected()
def list_copies(database: str) -> list[Link]:
    """Find the pairs of norms of a database with text in common that are stored, as far as it is
    built.
    """
    with open_corpus(database) as corpus:
        return [link for link in find(corpus.normas()) if link.label in STORED]


def link_copies(writer: Writer, links: Sequence[Link]) -> None:
    """Write `relacoes` of copies and shared sources, `alinhamentos`, and the suggestions of
    witnesses to `correcoes`.
    """
    corpus = Corpus(writer.connection)
    writer.relations(
        relation for link in links if (relation := link.relation) is not None
    )
    counts = corpus.corrected_counts()
    for link in links:
        if link.label == "shared source":
            continue
        if counts.get(link.a, 0) < SCANNED:
            writer.alignment(link.a, link.b, link.provisions)
            continue
        later = corpus.norma(link.a)
        alignment = comparison.align(later, corpus.norma(link.b))
        writer.alignment(alignment.a.slug, alignment.b.slug, alignment.matches)
        suggestions = list(_suggest_readings(corpus, link, alignment))
        writer.suggestions(suggestions, source=later.source, norm=link.a)


def _suggest_readings(
    corpus: Corpus, link: Link, alignment: comparison.Alignment
) -> Iterator[tuple[str, Correction]]:
    """Suggest, with an id each, what the earlier text reads otherwise; a place that has a row
    already gets none.
    """
    source = corpus.source(corpus.norma(link.a).source)
    known = tuple(corpus.corrections(link.a))
    settled = [row.span for row in known if row.applies]
    taken = {(row.span, row.after) for row in known}
    begun = {row.span.start for row in known}
    if alignment.a.slug == link.a:
        side = "a"
    else:
        side = "b"
    for number, row in enumerate(
        comparison.witness(alignment, source.text, known, side=side), 1
    ):
        overlaps = any(
            span.start < row.span.end and row.span.start < span.end for span in settled
        )
        if overlaps or (row.span, row.after) in taken:
            continue
        if row.span.start in begun:
            again = f"-w{number}"
        else:
            again = ""
        yield f"{source.slug}~{row.span.start}{again}", row
        begun.add(row.span.start)
