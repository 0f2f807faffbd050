"""The page of the repairs of a norm, raw text beside clean, and the raw text of a source."""

from __future__ import annotations

import re

from lawtool.model import Dispositivo
from lawtool.render.status_text import provision_label
from lawtool.render.strings import Say, speaker
from lawtool.site.connection import Row
from lawtool.site.http import Answer, Refused, SiteRequest
from lawtool.site.norm_page import norm_row
from lawtool.site.norm_view import NormView, say_rule
from lawtool.site.templates import page

REPAIRS = 200
"""Repairs on one page of the OCR view."""


def ocr(request: SiteRequest) -> Answer:
    """Show each repair in its line: as printed, as read, with rule and evidence; and the whole
    text, raw beside clean.
    """
    reader = request.reader
    listings = reader.listings
    row = norm_row(reader, request.parts["norm"])
    if not row["no_acervo"]:
        raise Refused(
            404, "not-found", "the corpus does not hold the text of this norm"
        )
    norma = reader.corpus.norma(row["id"])
    decision = request.get("decision", 20)
    counts = listings.repair_counts(norma.slug)
    if decision:
        total = counts.get(decision, 0)
    else:
        total = sum(counts.values())
    number = request.number("page", _page_of(request, norma.slug), 1, 100_000)
    repairs = listings.repairs(norma.slug, decision, REPAIRS, (number - 1) * REPAIRS)
    raw = reader.corpus.source(norma.source).text
    say = speaker(request.lang)
    sheet = NormView(request, norma, request.today)
    everything = bool(request.get("all"))
    pairs = [
        {"shown": shown, "raw": _raw(raw, node)}
        for shown in sheet.nodes()
        if (node := norma.get(shown.path)) is not None and (node.repaired or everything)
    ]
    return page(
        request,
        "ocr.html",
        norma=norma,
        name=row["nome"],
        repairs=[_repair(say, raw, one) for one in repairs],
        pairs=pairs[(number - 1) * REPAIRS : number * REPAIRS],
        total=total,
        number=number,
        pages=max(1, -(-max(total, len(pairs)) // REPAIRS)),
        decision=decision,
        everything=everything,
        counts=counts,
        lost=listings.lost_characters(norma.source),
        furniture=listings.furniture(norma.slug, norma.source),
    )


def _page_of(request: SiteRequest, slug: str) -> int:
    """The page that holds the repair at the raw offset `at`; the first where none is asked for."""
    at = request.number("at", 0, 0, 1_000_000_000)
    if not at:
        return 1
    rows = request.reader.listings.repairs(slug, "", 1_000_000, 0)
    before = sum(row["inicio"] < at for row in rows)
    return int(before // REPAIRS + 1)


def _raw(raw: str, node: Dispositivo) -> str:
    """The words of a node as they stand in the source, label included."""
    if node.label_span:
        head = node.label_span.of(raw)
    else:
        head = ""
    return head + " ".join(piece.of(raw) for piece in node.pieces)


def _repair(say: Say, raw: str, row: Row, width: int = 60) -> Row:
    """A repair with the words around it, within its line and a line's length, and its rule and
    evidence in words.
    """
    start = max(raw.rfind("\n", 0, row["inicio"]) + 1, row["inicio"] - width)
    end = raw.find("\n", row["fim"])
    stop = min(end if end >= 0 else len(raw), row["fim"] + width)
    return row | {
        "left": raw[start : row["inicio"]],
        "right": raw[row["fim"] : stop],
        "rule": say_rule(say, row["regra"]),
        "proof": _say_evidence(say, row["evidencia"] or ""),
        "only_suggested": row["decisao"] == "suggested",
    }


_SEQUENCE = re.compile(r"the sequence of \w+ expects (?P<label>.+)")
_DOCUMENT = re.compile(r"(?P<word>\S+) \(document\)")
_WITNESS = re.compile(r"(?P<norm>\S+) (?P<path>\S+) reads “(?P<words>.+?)”.*")


def _say_evidence(say: Say, evidence: str) -> str:
    """Say the evidence of a repair; empty where it only repeats the line."""
    if match := _SEQUENCE.fullmatch(evidence):
        return say("evidence.sequence", label=match["label"])
    if match := _DOCUMENT.fullmatch(evidence):
        return say("evidence.document", word=match["word"])
    if match := _WITNESS.fullmatch(evidence):
        place = provision_label(match["path"])
        return say(
            "evidence.witness", norm=match["norm"], place=place, words=match["words"]
        )
    if evidence.startswith("a lone word"):
        return say("evidence.scribble")
    return ""


def raw_source(request: SiteRequest) -> Answer:
    """Give the text of a source as it was read, before any repair."""
    try:
        source = request.reader.corpus.source(request.parts["source"][:300])
    except KeyError:
        raise Refused(404, "not-found", "there is no such source") from None
    return Answer(body=source.text, type="text/plain; charset=utf-8")
