"""A text goes in, its citations come back: where they stand, what they mean, what became of it."""

from __future__ import annotations

from urllib.parse import parse_qs

from werkzeug.http import parse_options_header

from lawtool.citations import Context
from lawtool.model import Citation
from lawtool.render.status_text import provision_label
from lawtool.render.strings import speaker
from lawtool.site.http import Answer, Refused, SiteRequest, clean
from lawtool.site.norm_view import Mark, element, marked
from lawtool.site.templates import page

MAX_TEXT = 64_000
FIELDS = 10
"""Fields that a form may have."""
FORM = "application/x-www-form-urlencoded"
TONES = {
    "resolved": "good",
    "self": "good",
    "ambiguous": "part",
    "contradictory": "part",
    "unknown": "open",
}


def read_citations(request: SiteRequest, text: str) -> list[Citation]:
    """Read the citations of a text, resolved in the corpus. Raises Refused where the text is too
    long.
    """
    from lawtool import pipeline, sources

    if len(text) > MAX_TEXT:
        raise Refused(
            413,
            "too-long",
            f"a text has at most {MAX_TEXT} characters, this one has {len(text)}",
        )
    if not text.strip():
        return []
    context = Context.of_document(pipeline.parse_source(sources.source_from_text(text)))
    return request.reader.corpus.annotate(text, context=context)


def citations(request: SiteRequest) -> Answer:
    """Show a box for a text; below it the text with links, and a table."""
    if request.method == "POST":
        text = form_text(request)
    else:
        text = _address_text(request)
    found = read_citations(request, text)
    return page(
        request,
        "citations.html",
        text=text,
        rows=[_row(request, citation) for citation in found],
        marked=marked(text, [_mark(request, citation) for citation in found]),
        most=MAX_TEXT,
        tones=TONES,
    )


def _address_text(request: SiteRequest) -> str:
    return request.query.get("text", "").replace("\r\n", "\n")


def decode_body(request: SiteRequest) -> str:
    """Read the body of a request in the character set that it names. Raises Refused."""
    coding = request.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity"):
        raise Refused(
            415, "unsupported", f"a text encoded as {coding[:40]} is not read"
        )
    _, options = parse_options_header(request.headers.get("content-type", ""))
    charset = options.get("charset", "utf-8")
    try:
        return request.body.decode(charset, "replace")
    except LookupError:
        raise Refused(
            415, "unsupported", f"there is no character set {charset[:40]}"
        ) from None


def form_text(request: SiteRequest) -> str:
    """Read the text that a form sends in its field `text`; a body without that field is the text
    itself.

    `curl --data-binary` says that it sends a form, whatever it sends. Raises Refused.
    """
    body = decode_body(request)
    if not body.startswith("text=") and "&text=" not in body:
        return clean(body).replace("\r\n", "\n")
    try:
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=FIELDS)
    except ValueError:
        raise Refused(400, "not-a-form", "the form cannot be read") from None
    return clean(fields.get("text", [""])[0]).replace("\r\n", "\n")


def citation_address(request: SiteRequest, citation: Citation) -> str:
    """The path of the page of what a citation means; empty where there is no such page."""
    if not citation.norma:
        return ""
    row = request.reader.listings.norm(citation.norma)
    if row is None:
        return ""
    if citation.fragments and row["no_acervo"]:
        path = citation.fragments[0]
    else:
        path = ""
    return f"/norma/{citation.norma}/{path}".rstrip("/")


def _mark(request: SiteRequest, citation: Citation) -> Mark:
    path = citation_address(request, citation)
    title = citation.urn
    if not title and citation.reason:
        title = speaker(request.lang)(f"reason.{citation.reason}")
    opened, closed = element(
        "a" if path else "span",
        class_=f"cit {citation.status}",
        href=request.url(path) if path else "",
        title=title or "",
    )
    span = citation.span
    return Mark(start=span.start, end=span.end, open=opened, close=closed)


def _row(request: SiteRequest, citation: Citation) -> dict[str, object]:
    name = request.reader.listings.norm_name
    path = citation_address(request, citation)
    return {
        "citation": citation,
        "words": " ".join(citation.text.split()),
        "link": request.url(path) if path else "",
        "name": name(citation.norma) if citation.norma else "",
        "places": "; ".join(map(provision_label, citation.fragments)),
        "inferred": bool(citation.inferred) and citation.status == "resolved",
        "candidates": [
            (name(slug), request.url(f"/norma/{slug}")) for slug in citation.candidates
        ],
    }
