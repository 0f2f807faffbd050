"""What a command must say beside a text that it prints: that it is revoked, or that a known change
is missing from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from lawtool.corpus import Corpus
from lawtool.history.unprinted import find_unprinted
from lawtool.identifiers.paths import covers, drop_caput
from lawtool.render.status_text import (
    PRINTED_STATES,
    provision_label,
    status_facts,
    status_sentences,
)
from lawtool.render.strings import say_fact

SILENT = ("in_force", "in_force_unless_revoked", "unknown")
"""Statuses that are no warning to who reads a text; `lawtool status` tells them."""
NAMED = 8
"""Provisions that a line names before it only counts."""


def text_notices(corpus: Corpus, slug: str, path: str) -> Iterator[str]:
    """Say what warns who reads the printed text of a norm or of a provision of it today."""
    on = date.today()
    path = drop_caput(path)
    status = corpus.status(slug, path, on=on)
    if status.status not in SILENT:
        yield status_sentences(status, corpus.name)[0]
    if status.text_state not in PRINTED_STATES:
        yield say_fact(list(status_facts(status, corpus.name))[-1], "en")
    yield from _missing(corpus, slug, path, on)


def _missing(corpus: Corpus, slug: str, path: str, on: date) -> Iterator[str]:
    norma = corpus.norma(slug)
    acts: dict[str, list[str]] = {}
    for event in find_unprinted(norma, corpus.events(slug), corpus.history(slug), on):
        place = event.affected_path
        if covers(place, path) or covers(path, place):
            acts.setdefault(event.acting, []).append(provision_label(place))
    for acting, labels in acts.items():
        places = list(dict.fromkeys(labels))
        if len(places) > NAMED:
            more = f" and {len(places) - NAMED} more"
        else:
            more = ""
        if acting:
            by = f" made by {corpus.name(acting)}"
        else:
            by = ""
        yield (
            f"this printed text lacks a known change{by}: {'; '.join(places[:NAMED])}{more}"
            f" (`lawtool show {slug} --on {on}` carries out what it can)"
        )


def short_notice(corpus: Corpus, slug: str, path: str) -> str:
    """Say in a few words what warns who reads a provision in a list; empty where nothing does."""
    status = corpus.status(slug, drop_caput(path))
    if status.status in SILENT:
        if status.text_state in PRINTED_STATES:
            return ""
        return "another wording is known"
    return status_sentences(status, corpus.name)[0]
