"""Which norm was copied from which: the part of a build that compares norms with each other.

Pairs are found over the whole corpus (`copies`). What is stored: the relation with its reasons, the like provisions, and, where
the later text was scanned, what the earlier one reads at doubtful places, as suggestions that change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lawtool import comparison as compare
from lawtool import store
from lawtool.comparison.copies import Link, find
from lawtool.model import Correction
from lawtool.pipeline.parallel import uncollected
from lawtool.store import Corpus
from lawtool.store.coverage import key
from lawtool.store.writer import Writer

STORED = ("copy", "partial copy", "shared source")
SCANNED = 5
"""From so many automatic corrections on a norm counts as scanned, so that another text is worth asking as a witness."""


@uncollected()
def pairs(database: str) -> list[Link]:
    """The pairs of norms of a database with text in common that are stored, as far as it is built."""
    with store.open(database) as corpus:
        return [link for link in find(corpus.normas()) if link.label in STORED]


def derive(writer: Writer, links: Sequence[Link]) -> None:
    """Write `relacoes` of copies and shared sources, `alinhamentos`, and the suggestions of witnesses to `correcoes`."""
    corpus = Corpus(writer.connection)
    writer.relations(relation for link in links if (relation := link.relation) is not None)
    scanned = _scanned(writer)
    for link in links:
        if link.label == "shared source":
            continue
        if link.a in scanned:
            alignment = compare.align(corpus.norma(link.a), corpus.norma(link.b))
            writer.alignment(alignment.a.slug, alignment.b.slug, alignment.matches)
            writer.insert("correcoes", list(_suggestions(corpus, link, alignment)))
        else:
            writer.alignment(link.a, link.b, link.provisions)


def _scanned(writer: Writer) -> set[str]:
    """The norms whose labels or words were misread often enough to tell a scan."""
    count: Counter[str] = Counter()
    ask = "SELECT norma, count(*) FROM correcoes WHERE decisao = 'auto' AND depois <> '' AND norma IS NOT NULL GROUP BY norma"
    count.update(dict(writer.connection.execute(ask)))
    return {norm for norm, rows in count.items() if rows >= SCANNED}


def _suggestions(
    corpus: Corpus, link: Link, alignment: compare.Alignment
) -> Iterator[dict[str, object]]:
    """Rows of `correcoes` for what the earlier text reads otherwise; a place that has a row already gets none."""
    norma = corpus.norma(link.a)
    source = corpus.source(norma.source)
    known: Sequence[Correction] = tuple(corpus.corrections(link.a))
    settled = [row.span for row in known if row.applies]
    taken = {(row.span.start, row.span.end, row.after) for row in known}
    begun = {row.span.start for row in known}
    side = "a" if alignment.a.slug == link.a else "b"
    for number, row in enumerate(compare.witness(alignment, source.text, known, side=side), 1):
        overlaps = any(span.start < row.span.end and row.span.start < span.end for span in settled)
        if overlaps or (row.span.start, row.span.end, row.after) in taken:
            continue
        yield {
            "id": f"{source.slug}~{row.span.start}"
            + (f"-w{number}" if row.span.start in begun else ""),
            "fonte": source.slug,
            "norma": link.a,
            "dispositivo": key(link.a, row.path) if row.path else None,
            "antes": row.before,
            "depois": row.after,
            "decisao": row.decision.value,
            "regra": row.rule,
            "evidencia": row.evidence or None,
            "linha": row.line or None,
            "inicio": row.span.start,
            "fim": row.span.end,
        }
        begun.add(row.span.start)
