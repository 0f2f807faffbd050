"""spaCy: `nlp = spacy.blank("pt"); nlp.add_pipe("lawtool_citations")` puts the citations of a text into each `Doc`.

`doc.spans["citations"]` holds the spans, aligned outwards to tokens; each span has `span._.citation` (the `Citation`, its
own offsets exact) and `doc._.citations` has all of them. The entry point in the package's metadata registers the
component, so nothing of lawtool has to be imported by hand.
"""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span

from lawtool.citations import find_citations

GROUP = "citations"
_BY_PLACE = "lawtool citations by place"


class CitationFinder:
    """The component: finds citations in `doc.text`; a pure function of the text."""

    def __init__(self, group: str) -> None:
        self.group = group

    def __call__(self, doc: Doc) -> Doc:
        found = find_citations(doc.text)
        spans, kept = list[Span](), list[Any]()
        for citation in found:
            span = doc.char_span(
                citation.span.start,
                citation.span.end,
                label=citation.kind.upper(),
                alignment_mode="expand",
            )
            if span is None:
                continue
            spans.append(span)
            kept.append(citation)
        doc.spans[self.group] = spans
        doc.user_data[_BY_PLACE] = {
            (span.start, span.end): citation for span, citation in zip(spans, kept, strict=True)
        }
        doc._.citations = tuple(kept)
        return doc


def _citation_of(span: Span) -> Any:
    return span.doc.user_data.get(_BY_PLACE, {}).get((span.start, span.end))


@Language.factory("lawtool_citations", default_config={"group": GROUP})
def create_finder(nlp: Language, name: str, group: str) -> CitationFinder:
    """The factory that the entry point names; `group` is the key in `doc.spans`."""
    if not Doc.has_extension("citations"):
        Doc.set_extension("citations", default=())
    if not Span.has_extension("citation"):
        Span.set_extension("citation", getter=_citation_of)
    return CitationFinder(group)
