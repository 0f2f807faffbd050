"""Citations for people and programs: JSON records, a table, and a text annotated in Markdown or
HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from lawtool.citations import target
from lawtool.citations.catalogue import permalink
from lawtool.citations.lookup import Answer
from lawtool.model import Citation

Record = dict[str, Any]


def citation(found: Citation, source: str) -> Record:
    """One citation as `cite --format jsonl` writes it; `start` and `end` count code points of the
    source.
    """
    return {
        "source": source,
        "start": found.span.start,
        "end": found.span.end,
        "text": found.text,
        "kind": found.kind,
        "relation": found.relation,
        "target": target(found),
        "urn": found.urn,
        "norm": found.norma,
        "fragments": list(found.fragments),
        "range_end": found.range_end.fragment if found.range_end else None,
        "status": found.status,
        "reason": found.reason,
        "candidates": list(found.candidates),
        "inferred": list(found.inferred),
        "trigger": [found.trigger.start, found.trigger.end] if found.trigger else None,
    }


def answer(found: Answer, *, in_force: bool | None = None) -> Record:
    """The answer to one lookup as `lookup --format json` writes it; `in_force` is None where it is
    not known.
    """
    said = found.citation
    return {
        "query": found.query,
        "status": found.status,
        "reason": found.reason,
        "message": found.message,
        "citation": target(said) if said is not None else None,
        "urn": found.urn,
        "norm": found.norma,
        "path": found.path,
        "label": found.label,
        "text": found.text,
        "in_force": in_force,
        "url": found.url,
        "candidates": list(found.candidates),
    } | _members(found)


def _members(found: Answer) -> Record:
    """All provisions of a list or a range; nothing where one is named."""
    if not found.members:
        return {}
    return {
        "members": [
            {
                "path": member.path,
                "label": member.label,
                "text": member.text,
                "url": member.url,
            }
            for member in found.members
        ]
    }


def rows(found: Sequence[Citation]) -> Iterator[tuple[str, ...]]:
    """Lines of a table: place, words, relation, status, what is meant."""
    for one in found:
        meant = one.norma or one.urn or target(one)
        if one.norma and one.fragments:
            meant = f"{one.norma} {one.fragments[0]}"
        yield (
            str(one.span.start),
            " ".join(one.text.split()),
            one.relation,
            one.status,
            meant,
        )


def markdown(text: str, found: Sequence[Citation]) -> str:
    """The text with each resolved citation as a link; everything else as it is."""
    return _annotated(text, found, lambda part: part, _markdown_link)


def html(text: str, found: Sequence[Citation]) -> str:
    """The text as HTML, each citation marked, a resolved one linked; line breaks kept."""
    body = _annotated(text, found, escape, _html_link)
    return f'<pre style="white-space: pre-wrap">{body}</pre>'


def _annotated(
    text: str,
    found: Sequence[Citation],
    plain: Callable[[str], str],
    link: Callable[[Citation], str],
) -> str:
    out, done = list[str](), 0
    for one in found:
        if one.span.start < done:
            continue
        out += (plain(text[done : one.span.start]), link(one))
        done = one.span.end
    return "".join((*out, plain(text[done:])))


def _address(one: Citation) -> str:
    if one.norma:
        return permalink(one.norma, one.fragments[0] if one.fragments else "")
    return ""


def _markdown_link(one: Citation) -> str:
    address = _address(one)
    if address:
        return f"[{one.text}]({address})"
    return one.text


def _html_link(one: Citation) -> str:
    title = escape(one.urn or target(one), quote=True)
    attributes = f'class="citation {escape(one.status)}" title="{title}"'
    words, address = escape(one.text), _address(one)
    if address:
        return f'<a {attributes} href="{escape(address, quote=True)}">{words}</a>'
    return f"<cite {attributes}>{words}</cite>"
