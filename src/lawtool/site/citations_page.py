"""A text goes in, its citations come back: where they stand, what they mean, what became of it."""

from __future__ import annotations

from urllib.parse import parse_qs

from lawtool.citations import Context
from lawtool.model import Citation, Kind
from lawtool.site.http import Answer, Refused, SiteRequest, clean
from lawtool.site.norm_view import Mark, element, marked
from lawtool.site.templates import page

MAX_TEXT = 64_000
TONES = {
    "resolved": "good",
    "self": "good",
    "ambiguous": "part",
    "contradictory": "part",
    "unknown": "open",
}


def read(request: SiteRequest, text: str) -> list[Citation]:
    """The citations of a text, resolved in the corpus. Raises Refused where the text is too long."""
    from lawtool import pipeline, sources

    if len(text) > MAX_TEXT:
        raise Refused(
            413, "too-long", f"a text has at most {MAX_TEXT} characters, this one has {len(text)}"
        )
    if not text.strip():
        return []
    document = pipeline.parse_source(sources.source_from_text(text))
    normas = [one for one in document.normas if any(node.kind is Kind.ARTIGO for node in one.nodes)]
    context = Context(normas, furniture=[line.span for line in document.lines if line.furniture])
    return request.reader.corpus.annotate(text, context=context)


def citations(request: SiteRequest) -> Answer:
    """The page: a box for a text; below it the text with links, and a table."""
    text = text_of(request)
    found = read(request, text)
    return page(
        request,
        "citations.html",
        text=text,
        rows=[_row(request, one) for one in found],
        marked=marked(text, [mark for one in found if (mark := _mark(request, one)) is not None]),
        most=MAX_TEXT,
        tones=TONES,
    )


def text_of(request: SiteRequest) -> str:
    """The text that a form sends, or that stands in the address. Raises Refused."""
    if request.method != "POST":
        return request.query.get("text", "").replace("\r\n", "\n")
    try:
        form = parse_qs(
            request.body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=10
        )
    except ValueError:
        raise Refused(400, "not-a-form", "the form cannot be read") from None
    return clean(form.get("text", [""])[0]).replace("\r\n", "\n")


def address(request: SiteRequest, one: Citation) -> str:
    """The page of what a citation means; empty where that is not known."""
    if not one.norma:
        return ""
    return request.url(
        f"/norma/{one.norma}/{one.fragments[0]}" if one.fragments else f"/norma/{one.norma}"
    )


def _mark(request: SiteRequest, one: Citation) -> Mark | None:
    link = address(request, one)
    name = "a" if link else "span"
    told = one.urn or one.reason
    opened, closed = element(name, class_=f"cit {one.status}", href=link, title=told)
    return Mark(start=one.span.start, end=one.span.end, open=opened, close=closed)


def _row(request: SiteRequest, one: Citation) -> dict[str, object]:
    row = (
        request.reader.row("SELECT nome FROM normas WHERE id = ?", one.norma) if one.norma else None
    )
    return {
        "citation": one,
        "words": " ".join(one.text.split()),
        "link": address(request, one),
        "name": row["nome"] if row else "",
        "candidates": [(slug, request.url(f"/norma/{slug}")) for slug in one.candidates],
    }
