"""The pages of a norm: its text as printed or on a day, one provision, the repairs beside the raw
text, where it comes from, and how it is cited.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from lawtool.errors import UnknownNorm, UnknownProvision
from lawtool.history.editions import Edition
from lawtool.history.periods import Status
from lawtool.identifiers import paths
from lawtool.identifiers.labels import from_fragment
from lawtool.identifiers.urn import urn_of
from lawtool.model import Dispositivo, Event, Kind, Norma
from lawtool.render.references import (
    FORMATS,
    cited_norm,
    make_abnt,
    make_bibtex,
    make_csl,
)
from lawtool.render.status_text import day_fact, list_events, provision_label, shortened
from lawtool.render.strings import Say, say_day, say_fact, speaker
from lawtool.site.connection import Reader, Row
from lawtool.site.http import Answer, Refused, SiteRequest
from lawtool.site.norm_view import NormView, list_contents, say_rule
from lawtool.site.status_view import TONES, Life, read_life, say_status, statuses_on
from lawtool.site.templates import page

MASTHEAD = frozenset({Kind.EPIGRAFE, Kind.EMENTA})
LONG_CONTENTS = 40
"""Articles from which on the list of contents is folded."""
NAMED = 12
"""Provisions that a line names before it only counts."""
NAMED_ACTS = 4
"""Acts that a notice names before it only counts."""
SHORT_PROOF = 8
"""Letters below which the words of an act prove nothing to a reader: `59`, `revoga`."""
_EXPRESS = ("revoga", "altera", "acresce")


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """The status of a norm or provision for the top of its page."""

    tone: str
    lines: tuple[str, ...]
    cause: str = ""
    """Address of the provision that decided it, where the corpus holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayView:
    """A norm as a page shows it: the text printed, or that of a day with what changed and what is
    not known.
    """

    on: date
    chosen: bool
    """Whether a day was asked for; else the text is the printed one and the status that of today.
    """
    norma: Norma
    edition: Edition | None = None
    missing: tuple[Event, ...] = ()
    """Known changes that the text shown lacks."""

    @property
    def notes(self) -> dict[str, str]:
        """What is to be said of the wording of provisions, by path."""
        if self.edition is None:
            return {event.affected_path: "outdated" for event in self.missing}
        notes = {gap.path: gap.state for gap in self.edition.unknown}
        return notes | {change.path: "changed" for change in self.edition.changes}


# The norm -----------------------------------------------------------------------------


def norm_slug(reader: Reader, name: str) -> str:
    """Find the id of a norm by its id, an alias, or as one that is only spoken of. Raises Refused
    with the nearest.
    """
    if reader.listings.norm(name) is not None:
        return name
    try:
        return reader.corpus.resolve(name[:200])
    except UnknownNorm as error:
        near = tuple(
            re.findall(r"[a-z0-9]+(?:-[a-z0-9~]+)+", str(error).partition(":")[2])
        )
        message = str(error)
        raise Refused(
            404, "not-found", message, candidates=_known(reader, near)
        ) from None


def _known(reader: Reader, slugs: Iterable[str]) -> tuple[str, ...]:
    return tuple(slug for slug in slugs if reader.listings.norm(slug) is not None)[:5]


def norm_row(reader: Reader, name: str) -> Row:
    """Read the row of a norm by any of its names. Raises Refused."""
    row = reader.listings.norm(norm_slug(reader, name))
    assert row is not None
    return row


def day_view(request: SiteRequest, norma: Norma, life: Life) -> DayView:
    """Choose the text that a page shows: that of the day asked for, else the printed one."""
    on = request.day("on")
    if on is None:
        missing = tuple(life.unprinted(norma, request.today))
        return DayView(on=request.today, chosen=False, norma=norma, missing=missing)
    edition = request.reader.corpus.text_on(norma.slug, on)
    return DayView(on=on, chosen=True, norma=edition.norma, edition=edition)


def norm(request: SiteRequest) -> Answer:
    """Show a norm: banner, contents, text, what it is related to."""
    reader = request.reader
    row = norm_row(reader, request.parts["norm"])
    if request.get("format"):
        return _reference(request, row, "", "")
    life = read_life(reader, row["id"])
    if not row["no_acervo"]:
        return _outside(request, row, life)
    norma = reader.corpus.norma(row["id"])
    view = day_view(request, norma, life)
    sheet = NormView(request, view.norma, view.on, whole=True, notes=view.notes)
    nodes = list(sheet.nodes())
    top = {
        node.path
        for node in norma.nodes
        if node.kind in MASTHEAD and node.parent is None
    }
    contents = list_contents(view.norma)
    listings = reader.listings
    counts = listings.repair_counts(norma.slug)
    related = _related(request, norma.slug)
    return page(
        request,
        "norm.html",
        row=row,
        norma=norma,
        view=view,
        masthead=[node for node in nodes if node.path in top],
        nodes=[node for node in nodes if node.path not in top],
        contents=contents,
        open_contents=sum(len(entry.articles) for entry in contents) <= LONG_CONTENTS,
        banner=_banner(request, life, "", view.on),
        notices=_notices(request, view, ""),
        days=_turning_days(request, norma.slug, view),
        events=_events(request, life),
        urn=urn_of(norma.id),
        related=related,
        cited_by=listings.cited_by(norma.slug),
        cited_total=listings.count_cited_by(norma.slug),
        copies=listings.copies(norma.slug),
        repairs=counts.get("auto", 0) + counts.get("accepted", 0),
        suggestions=counts.get("suggested", 0),
        problems=_problems(request, norma),
        lost=listings.lost_characters(norma.source),
        bills=listings.bills_on(norma.slug),
        would_change=listings.changed_by(norma.slug),
        abnt=make_abnt(_cited(request, row, "", "")),
        has_source=any(one["tipo"] in ("copia", "fonte_comum") for one in related),
    )


def _banner(request: SiteRequest, life: Life, path: str, on: date) -> Banner:
    status = life.status(path, on)
    lines = say_status(request.reader, status, life.identity, request.lang)
    return Banner(
        tone=TONES.get(status.status, "open"),
        lines=tuple(lines),
        cause=_cause_address(request, status, life.slug),
    )


def _cause_address(request: SiteRequest, status: Status, slug: str) -> str:
    cause = status.cause
    if cause is None or not cause.acting or cause.acting == slug:
        return ""
    if request.reader.listings.norm(cause.acting) is None:
        return ""
    return request.url(f"/norma/{cause.acting}/{cause.acting_path}".rstrip("/"))


def _notices(request: SiteRequest, view: DayView, path: str) -> list[str]:
    """Say what the text shown is, and what is known to be missing from it: for the norm or one
    provision of it."""
    if view.edition is None:
        return _outdated_notice(request, view, path)
    say = speaker(request.lang)
    lines = [say("day.text_of", day=say_day(view.on, request.lang))]
    affected = {"changed": [change.path for change in view.edition.changes]}
    for state in ("lost", "unknown"):
        affected[state] = [
            gap.path for gap in view.edition.unknown if gap.state == state
        ]
    for what, found in affected.items():
        near = [place for place in found if _touches(place, path)]
        if near:
            lines.append(say(f"day.{what}", places=_places(say, near)))
    return lines


def _outdated_notice(request: SiteRequest, view: DayView, path: str) -> list[str]:
    """Say which known changes the printed text lacks; nothing where it lacks none."""
    near = [event for event in view.missing if _touches(event.affected_path, path)]
    if not near:
        return []
    say = speaker(request.lang)
    acts = sorted({event.acting for event in near if event.acting})
    names = ", ".join(map(request.reader.listings.norm_name, acts[:NAMED_ACTS]))
    if len(acts) > NAMED_ACTS:
        names = say("day.and_more", places=names, count=len(acts) - NAMED_ACTS)
    places = _places(say, [event.affected_path for event in near])
    return [say("day.printed_lacks", places=places, acts=names)]


def _touches(affected: str, path: str) -> bool:
    """Say whether what happened to one place concerns another: the same, above or below it, in its
    range.
    """
    if not path or not affected:
        return True
    return paths.covers(affected, path) or paths.covers(path, affected)


def _places(say: Say, found: Sequence[str]) -> str:
    """Name provisions once each: `art. 3º, art. 5º e mais 4`."""
    labels = list(dict.fromkeys(provision_label(path) for path in found))
    text = "; ".join(labels[:NAMED])
    more = len(labels) - NAMED
    if more > 0:
        return say("day.and_more", places=text, count=more)
    return text


def _turning_days(request: SiteRequest, slug: str, view: DayView) -> list[Row]:
    """The days on which the norm changes, as steps: each with its address and whether it is the one
    shown.
    """
    days = [
        date.fromisoformat(day)
        for day in request.reader.listings.turning_days(slug)
        if len(day) == len("2008-01-31")
    ]
    days = sorted({day for day in days if day <= request.today})
    steps: list[Row] = []
    for position, day in enumerate(days):
        if position + 1 < len(days):
            last = days[position + 1] - timedelta(days=1)
        else:
            last = date.max
        steps.append(
            {
                "day": day,
                "address": request.again(on=day.isoformat()),
                "current": view.chosen and day <= view.on <= last,
            }
        )
    return steps


def _events(request: SiteRequest, life: Life, path: str = "") -> list[Row]:
    """List what happened to a norm, or to one provision of it, in order; acts alike of one norm on
    one day in one row."""
    rows: dict[tuple[Any, ...], Row] = {}
    for event in list_events(life.events):
        if path and not _concerns(event, life.slug, path):
            continue
        row = _event_row(request, event, life.slug)
        alike = (
            row["when"],
            event.kind,
            row["other"],
            row["active"],
            bool(row["place"]),
        )
        first = rows.setdefault(alike, row)
        if row["place"] not in first["place"].split("; "):
            first["place"] += f"; {row['place']}"
    return list(rows.values())


def _concerns(event: Event, slug: str, path: str) -> bool:
    """Say whether an event touches a provision of a norm itself."""
    if event.affected not in ("", slug) or not event.affected_path:
        return False
    return _touches(event.affected_path, path)


def _event_row(request: SiteRequest, event: Event, slug: str) -> Row:
    """Write one event, seen from the norm whose page it is."""
    active = event.affected not in ("", slug)
    if active:
        other = event.affected
    else:
        other = event.acting
    if other == slug:
        other = ""
    return {
        "when": say_fact(day_fact(event), request.lang),
        "what": speaker(request.lang)(f"event.{event.kind}"),
        "active": active,
        "place": provision_label(event.affected_path) if event.affected_path else "",
        "other": other,
        "other_name": request.reader.listings.norm_name(other) if other else "",
        "evidence": event.evidence,
        "path": event.path if event.norma == slug else "",
        "path_label": provision_label(event.path) if event.path else "",
    }


def relation_extent(request: SiteRequest, row: Row) -> str:
    """Say which provisions an act is about: `em parte (art. 7º)`; empty for the whole norm or where
    it is not told.
    """
    if row["tipo"] not in _EXPRESS:
        return ""
    found = request.reader.listings.extents(row["tipo"], row["origem"], row["destino"])
    if not found or "" in found:
        return ""
    say = speaker(request.lang)
    if row["tipo"] == "revoga":
        key = "relations.in_part"
    else:
        key = "relations.of_provisions"
    return say(key, places=_places(say, found))


def relation_proof(request: SiteRequest, row: Row) -> Row:
    """Say why a relation is believed: a quotation (`quote`), or words of ours (`words`)."""
    say = speaker(request.lang)
    if row["metodo"] == "detected":
        share = f"{(row['pontuacao'] or 0) * 100:.1f}".replace(".", say("number.point"))
        return {"quote": "", "words": say("relations.share", share=share)}
    quote = (row["evidencia"] or "").strip()
    if sum(letter.isalpha() for letter in quote) < SHORT_PROOF:
        quote = ""
    return {"quote": shortened(quote, 160), "words": ""}


def _related(request: SiteRequest, slug: str) -> list[Row]:
    listings = request.reader.listings
    statuses = statuses_on(request.reader, request.today)
    rows = []
    for acting in (True, False):
        for row in listings.related(slug, acting=acting):
            rows.append(
                row
                | relation_proof(request, row)
                | {
                    "acting": acting,
                    "extent": relation_extent(request, row),
                    "status": statuses.get(row["id"], ""),
                }
            )
    return rows


def _problems(request: SiteRequest, norma: Norma) -> list[Row]:
    """The problems of a norm with the line that they stand in, as printed."""
    lines = request.reader.corpus.source(norma.source).text.splitlines()
    rows = []
    for row in request.reader.listings.problems(norma.slug):
        number = row["linha"] or 0
        if 0 < number <= len(lines):
            printed = lines[number - 1]
        else:
            printed = ""
        rows.append(row | {"printed": shortened(printed, 120)})
    return rows


def _outside(request: SiteRequest, row: Row, life: Life) -> Answer:
    """Show a norm that the corpus only speaks of: what is known of it, and by whom."""
    on = request.day("on")
    day = on or request.today
    listings = request.reader.listings
    return page(
        request,
        "outside.html",
        row=row,
        view={"on": day, "chosen": on is not None},
        banner=_banner(request, life, "", day),
        events=_events(request, life),
        related=_related(request, row["id"]),
        cited_by=listings.cited_by(row["id"]),
        cited_total=listings.count_cited_by(row["id"]),
        abnt=make_abnt(_cited(request, row, "", "")),
    )


# References ---------------------------------------------------------------------------


def _cited(request: SiteRequest, row: Row, path: str, name: str) -> Any:
    address = request.permanent(f"/norma/{row['id']}/{path}".rstrip("/"))
    return cited_norm(row, name, address, request.today)


def _reference(request: SiteRequest, row: Row, path: str, name: str) -> Answer:
    """Give the reference to a norm or provision in a form for programs that keep references."""
    form = request.get("format", 20)
    makers: dict[str, tuple[Callable[..., str], str, str]] = {
        "abnt": (make_abnt, "text/plain", "txt"),
        "bibtex": (make_bibtex, "application/x-bibtex", "bib"),
        "csl": (make_csl, "application/vnd.citationstyles.csl+json", "json"),
    }
    if form not in makers:
        raise Refused(400, "unknown-format", f"format is one of {', '.join(FORMATS)}")
    make, kind, ending = makers[form]
    file = f"{row['id']}{f'_{path}' if path else ''}.{ending}"
    return Answer(
        body=make(_cited(request, row, path, name)),
        type=f"{kind}; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{file}"'},
    )


# One provision ------------------------------------------------------------------------


def provision(request: SiteRequest) -> Answer:
    """Show one provision with what is below it, its neighbours, and all that is known of it."""
    reader = request.reader
    row = norm_row(reader, request.parts["norm"])
    life = read_life(reader, row["id"])
    if not row["no_acervo"]:
        return _outside(request, row, life)
    slug = row["id"]
    norma = reader.corpus.norma(slug)
    view = day_view(request, norma, life)
    path = _find_path(request, view, slug)
    node = view.norma.get(path)
    assert node is not None
    if norma.get(path):
        name = reader.corpus.name(slug, path)
    else:
        name = provision_label(path)
    if request.get("format"):
        return _reference(request, row, path, name)
    before, after = _neighbours(view.norma, node)
    own = paths.provision_key(slug, path)
    listings = reader.listings
    return page(
        request,
        "provision.html",
        row=row,
        norma=norma,
        view=view,
        node=node,
        name=name,
        above=_ancestors(view.norma, path),
        nodes=list(
            NormView(request, view.norma, view.on, notes=view.notes).nodes(path)
        ),
        before=before,
        after=after,
        banner=_banner(request, life, path, view.on),
        notices=_notices(request, view, path),
        days=_turning_days(request, slug, view),
        events=_events(request, life, path),
        urn=_urn(norma, path),
        cites=listings.provision_cites(own),
        cited_by=listings.provision_cited_by(slug, own),
        parallels=[_parallel(one) for one in listings.provision_parallels(own)],
        versions=_versions(request, slug, path),
        repairs=[
            one | {"rule": say_rule(speaker(request.lang), one["regra"])}
            for one in listings.provision_repairs(own)
        ],
        abnt=make_abnt(_cited(request, row, path, name)),
    )


def _parallel(row: Row) -> Row:
    """A parallel with its cells, where it is a table."""
    return row | {"cells": json.loads(row["celulas"]) if row["celulas"] else ()}


def _find_path(request: SiteRequest, view: DayView, slug: str) -> str:
    """Find the provision that an address names, in the text shown. Raises Refused."""
    fragment = request.parts["fragment"][:500]
    node = view.norma.get(fragment)
    if node is not None:
        return node.path
    try:
        path = request.reader.corpus.find(slug, fragment)
    except UnknownProvision as error:
        raise Refused(404, "not-found", str(error), candidates=(slug,)) from None
    if view.norma.get(path) is None:
        message = f"{slug} had no {fragment} on {view.on}"
        raise Refused(404, "not-found-that-day", message, candidates=(slug,))
    return path


def _ancestors(norma: Norma, path: str) -> list[tuple[str, str]]:
    above = reversed(list(norma.ancestors(path)))
    return [
        (node.path, (node.label or node.text[:60] or node.kind.value).strip(" –"))
        for node in above
    ]


def _versions(request: SiteRequest, slug: str, path: str) -> list[Row]:
    """The wordings of a provision over time, each with the name of the act that began it."""
    name = request.reader.listings.norm_name
    return [
        row | {"act": name(row["norma_agente"]) if row["norma_agente"] else ""}
        for row in request.reader.listings.provision_versions(slug, path)
    ]


def _urn(norma: Norma, path: str) -> str:
    try:
        return urn_of(norma.id, locator=from_fragment(path))
    except UnknownProvision:
        return urn_of(norma.id)


def _neighbours(
    norma: Norma, node: Dispositivo
) -> tuple[Dispositivo | None, Dispositivo | None]:
    """Find the provisions of the same kind before and after, articles across headings."""
    article = node.kind is Kind.ARTIGO
    same = [
        other
        for other in norma.nodes
        if other.kind is node.kind
        and (other.parent == node.parent or (article and "_alt" not in other.path))
    ]
    places = [other.path for other in same]
    if node.path not in places:
        return None, None
    at = places.index(node.path)
    if at:
        before = same[at - 1]
    else:
        before = None
    if at + 1 < len(same):
        after = same[at + 1]
    else:
        after = None
    return before, after


# Where it comes from ------------------------------------------------------------------
