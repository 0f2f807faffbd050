"""What a norm says of its own life: signature, vote, publication, commencement, terms, end.

Everything here is read from one norm alone; what needs other norms (bounds, dates of notes) is done in
`settle`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from lawtool.citations.by_node import Cited
from lawtool.history import deadlines
from lawtool.history.clause_verbs import Hit, find, first, is_bill, plain, unquoted
from lawtool.history.clauses import norm_of, paths_of, sentences
from lawtool.identifiers import paths
from lawtool.model import PROVISIONS, Citation, Dispositivo, Event, Kind, Norma, Span
from lawtool.vocabulary.folding import fold
from lawtool.vocabulary.numerals import DATE, date_of

_GAZETTE = re.compile(r"\b(?:d\.? ?o\.? ?u?\.?|d\.? ?o\.? ?[em]\.?|diario oficial)\b[^0-9]{0,40}")
_SUPRA = re.compile(r"\bdata supra\b|\bsupra\b|\bnesta data\b|\bmesma data\b")
_ORDER = re.compile(r"publique-se")
_TAIL = re.compile(r"[,;]? ?(?:\be )?(?:fic[a-z]+ )?(?:r?e?revog|regovad)[a-z]*\b.*|\. .*", re.S)
_EFFECTS = re.compile(r"\b(?:efeitos?|retroag|retroativ)")
_FROM = re.compile(r"\bpublica|\bentrada em vigor|\bvigencia|\bpromulga")
_STARTS_AT = re.compile(
    r"\b(?:contad[oa]s?|a (?:contar|partir)|apos|d[ae] (?:sua |data)|da publica)"
)
_PASS = re.compile(
    r"\b(?:nos termos d[aeo]s?|observar a|credenciad[oa]s|emitid[oa]s?|expedid[oa]s?)\b"
)
_TRANSITION_TERM = re.compile(
    r"\b(?:tera|terao)\b[^.]{0,80}\bprazo\b|\bprazo\b[^.]{0,40}\bpara se adequa"
)
_EVIDENCE = 600
"""Characters of evidence that are kept; the whole is in the text, from `start` to `end`."""
_UNITS = {"d": "day", "m": "month", "a": "year"}
_BEFORE_TITLE = frozenset(
    {Kind.NOTA, Kind.TEXTO, Kind.FECHO, Kind.ASSINATURA, Kind.EPIGRAFE, Kind.EMENTA}
)


@dataclass(frozen=True, slots=True)
class Reader:
    """One norm and its citations, and the making of events with their evidence."""

    norma: Norma
    cited: Mapping[str, Sequence[Citation]]

    @property
    def pivot(self) -> int | None:
        return self.norma.id.year

    def event(
        self, kind: str, node: Dispositivo | None, start: int, end: int, **more: object
    ) -> Event:
        """An event of this norm upon itself unless told otherwise; evidence is the text from start to
        end."""
        path = node.path if node is not None else ""
        text = node.text if node is not None else (self.norma.title or "")
        fields: dict[str, object] = {
            "acting": self.norma.slug,
            "affected": self.norma.slug,
            "acting_path": paths.canonical(path),
        } | more
        return Event(
            kind=kind,
            evidence=text[start : min(end, start + _EVIDENCE)].strip(),
            source=self.norma.source,
            span=self.span(node, start, end),
            norma=self.norma.slug,
            path=path,
            start=start,
            end=end,
            **fields,  # type: ignore[arg-type]
        )

    def span(self, node: Dispositivo | None, start: int, end: int) -> Span:
        if node is None:
            return self.norma.span
        return self.cited.span(node, start, end) if isinstance(self.cited, Cited) else node.span

    def external(self, node: Dispositivo, start: int, end: int) -> list[Citation]:
        return [
            one
            for one in self.cited.get(node.path, ())
            if start <= one.span.start < end and one.kind != "internal"
        ]


def read(norma: Norma, cited: Mapping[str, Sequence[Citation]]) -> list[Event]:
    """The acts of one norm, undated where its text does not say."""
    reader = Reader(norma, cited)
    signed = list(_signature(reader))
    day = signed[0].date if signed else norma.signed
    published = list(_publication(reader, day))
    out = [*signed, *published, *_commencement(reader, day, published)]
    out += _scanned(reader, day)
    return out


def _dates(text: str, pivot: int | None) -> Iterator[tuple[int, int, date]]:
    for match in DATE.finditer(text):
        found = date_of(match, pivot=pivot)
        if deadlines.sound(found) and found is not None:
            yield match.start(), match.end(), found


def _signature(reader: Reader) -> Iterator[Event]:
    """The day of the closing line, else of the title. A bill is proposed, not signed."""
    norma = reader.norma
    kind = "propose" if is_bill(norma.id) else "sign"
    for node in norma.nodes:
        if node.kind is Kind.FECHO and node.parent is None:
            for start, end, day in _dates(node.text, None):
                yield reader.event(
                    kind, node, start, end, stated=day, date=day, rule="date of the closing line"
                )
                return
    title = norma.title or ""
    epigraph = next((node for node in norma.nodes if node.kind is Kind.EPIGRAFE), None)
    text = epigraph.text if epigraph is not None else title
    for _, end, day in _dates(text, None):
        yield reader.event(
            kind, epigraph, 0, end, acting_path="", stated=day, date=day, rule="date of the title"
        )
        return
    if norma.signed is not None:
        yield reader.event(
            kind, None, 0, 0, stated=norma.signed, date=norma.signed, rule="date of the norm"
        )


def _publication(reader: Reader, signed: date | None) -> Iterator[Event]:
    """Publication where the text states it: the title (`DOU 17.9.1996`), a clause below the signatures.
    A clause without a date is an event without a date; `data supra` is the day of the closing line."""
    norma = reader.norma
    undated: Event | None = None
    for node, text in _edges(norma):
        flat = plain(text)
        gazette = _GAZETTE.search(flat)
        if node is None and gazette is not None:
            for _, end, day in _dates(text[gazette.start() :], reader.pivot):
                at = gazette.start()
                yield reader.event(
                    "publish",
                    None,
                    at,
                    at + end,
                    acting_path="",
                    stated=day,
                    date=day,
                    rule="gazette of the title",
                )
                return
        for hit in find("act", flat):
            if hit.kind != "publish" or _ORDER.match(flat, hit.start):
                continue
            found = next(_dates(text[hit.start :], reader.pivot), None)
            if found is not None:
                day, rule = found[2], "stated"
            elif _SUPRA.search(flat, hit.start) and signed is not None:
                day, rule = signed, "data supra: the day of the closing line"
            else:
                undated = undated or reader.event(
                    "publish",
                    node,
                    hit.start,
                    hit.end,
                    confidence="stated, date missing",
                    not_before=signed,
                )
                continue
            if signed is None or day >= signed:
                yield reader.event(
                    "publish", node, hit.start, hit.end, stated=day, date=day, rule=rule
                )
                return
    if undated is not None:
        yield undated
    elif norma.published is not None:
        yield reader.event(
            "publish",
            None,
            0,
            0,
            acting_path="",
            stated=norma.published,
            date=norma.published,
            rule="stated",
        )


def _edges(norma: Norma) -> Iterator[tuple[Dispositivo | None, str]]:
    """The title, and the nodes before and behind the articles."""
    yield None, norma.title or ""
    for node in norma.nodes:
        if node.kind in _BEFORE_TITLE and (node.parent is None or node.kind is Kind.NOTA):
            yield node, node.text


# Commencement ----------------------------------------------------------------------------------------------


def _commencement(
    reader: Reader, signed: date | None, published: Sequence[Event]
) -> Iterator[Event]:
    day = next((event.date for event in published if event.date is not None), None)
    bill = is_bill(reader.norma.id)
    kind = "propose_commence" if bill else "commence"
    for node in reader.norma.nodes:
        if node.kind not in PROVISIONS or not paths.own(node.path):
            continue
        for hit in _self_clauses(node.text):
            when = _TAIL.sub("", plain(node.text[hit.end :]))
            end = hit.end + len(when.rstrip())
            rule, computed, stated, both = _when(
                node.text[hit.end : end], when, day, signed, reader.pivot
            )
            if not rule:
                continue
            if bill:
                yield reader.event(kind, node, hit.start, end, rule=rule)
                return
            if both and not published:
                yield _implied_publication(reader, node, hit.end, end, signed)
            yield _commence(reader, node, (hit.start, end), rule, computed, stated, signed)
            return
    if not bill and any(True for _ in reader.norma.provisions):
        yield _silent(reader, day, signed)


def _self_clauses(text: str) -> Iterator[Hit]:
    flat = unquoted(plain(text))
    for hit in find("act", flat):
        if hit.kind == "commence":
            yield hit


def _when(
    raw: str, when: str, published: date | None, signed: date | None, pivot: int | None
) -> tuple[str, date | None, date | None, bool]:
    """(rule in words, computed day, stated day, needs sanction and publication) of a clause of
    commencement."""
    effects = _EFFECTS.search(when)
    main = raw[: effects.start()] if effects else raw
    stated = next((day for _, _, day in _dates(main, pivot)), None)
    hit = first("when", plain(main))
    if hit is None or (stated is not None and hit.rule.id in ("publication", "term")):
        return (
            (f"on {stated.isoformat()}", None, stated, False)
            if stated is not None
            else ("", None, None, False)
        )
    if hit.rule.id == "term":
        count = deadlines.cardinal(fold(hit.groups["count"] or ""))
        unit = _UNITS[(hit.groups["unit"] or "d")[0]]
        if count is None:
            return "on publication", published, None, False
        plural = "" if count == 1 else "s"
        rule = f"{count} {unit}{plural} from publication"
        return rule, deadlines.after_publication(published, count, unit), None, False
    return _SIMPLE[hit.rule.id](published, signed)


def _simple(
    rule: str, day: Callable[[date | None, date | None], date | None], both: bool = False
) -> Callable[[date | None, date | None], tuple[str, date | None, date | None, bool]]:
    return lambda published, signed: (rule, day(published, signed), None, both)


_SIMPLE = {
    "publication": _simple("on publication", lambda published, signed: published),
    "sanction-and-publication": _simple(
        "on sanction and publication", lambda published, signed: published, True
    ),
    "signature": _simple("on signature", lambda published, signed: signed),
    "next-month": _simple(
        "first day of the month after publication",
        lambda published, signed: deadlines.next_month(published),
    ),
    "next-year": _simple(
        "first of January after publication",
        lambda published, signed: deadlines.next_year(published or signed),
    ),
}


def _commence(
    reader: Reader,
    node: Dispositivo,
    span: tuple[int, int],
    rule: str,
    computed: date | None,
    stated: date | None,
    signed: date | None,
) -> Event:
    day = stated or computed
    earliest = None if day else _earliest(rule, signed)
    return reader.event(
        "commence",
        node,
        *span,
        rule=rule,
        stated=stated,
        computed=computed,
        date=day,
        why="stated"
        if stated
        else "rule applied to the publication"
        if computed
        else "publication undated",
        not_before=earliest,
        presumed=earliest,
    )


_TERM = re.compile(r"(\d+) (day|month|year)")


def _earliest(rule: str, signed: date | None) -> date | None:
    """The first possible day of an undated commencement: publication is not before signature."""
    match = _TERM.match(rule)
    return deadlines.add(signed, int(match[1]), match[2]) if match else signed


def _implied_publication(
    reader: Reader, node: Dispositivo, start: int, end: int, signed: date | None
) -> Event:
    return reader.event(
        "publish", node, start, end, confidence="implied", not_before=signed, presumed=signed
    )


def _silent(reader: Reader, published: date | None, signed: date | None) -> Event:
    """A norm that does not say when it commences: LINDB art. 1."""
    day = deadlines.silent(published)
    earliest = None if day else deadlines.silent(signed)
    return reader.event(
        "commence",
        None,
        0,
        0,
        acting_path="",
        rule=f"{deadlines.SILENT_DAYS} days from publication (LINDB art. 1)",
        computed=day,
        date=day,
        why="the text does not say when it commences",
        confidence="implied",
        not_before=earliest,
        presumed=earliest,
    )


# Other clauses ---------------------------------------------------------------------------------------------


def _scanned(reader: Reader, signed: date | None) -> Iterator[Event]:
    """One pass over all nodes for the clauses that need no more than their own words."""
    for node in reader.norma.nodes:
        if "_alt" in node.path or not node.text:
            continue
        flat = unquoted(plain(node.text))
        hits = list(find("act", flat))
        commences = any(hit.kind == "commence" for hit in hits)
        for hit in hits:
            handler = _HANDLERS.get(hit.kind)
            if handler is not None and not (commences and hit.kind == "deadline"):
                yield from handler(reader, node, hit, signed)
        if node.kind in PROVISIONS:
            yield from _transitions(reader, node, flat)


def _approve(reader: Reader, node: Dispositivo, hit: Hit, signed: date | None) -> Iterator[Event]:
    if node.kind in PROVISIONS:
        return
    for _, _, day in _dates(node.text[hit.start : hit.end], reader.pivot):
        yield reader.event("approve", node, hit.start, hit.end, stated=day, date=day)
        return


def _register(reader: Reader, node: Dispositivo, hit: Hit, signed: date | None) -> Iterator[Event]:
    if node.kind in PROVISIONS:
        return
    for _, _, day in _dates(node.text[hit.start : hit.end], reader.pivot):
        yield reader.event("register", node, hit.start, hit.end, stated=day, date=day)
        return


def _substitute(
    reader: Reader, node: Dispositivo, hit: Hit, signed: date | None
) -> Iterator[Event]:
    for one in reader.external(node, hit.start, len(node.text))[:1]:
        year = one.id.year if one.id else None
        yield reader.event(
            "substitute",
            node,
            0,
            len(node.text),
            affected=norm_of(one),
            not_before=date(year, 1, 1) if year else None,
            not_after=signed,
        )


def _attest(reader: Reader, node: Dispositivo, hit: Hit, signed: date | None) -> Iterator[Event]:
    if node.kind in PROVISIONS:
        return
    for one in reader.external(node, hit.end, len(node.text))[:1]:
        yield reader.event(
            "attest",
            node,
            hit.start,
            one.span.end,
            affected=norm_of(one),
            stated=signed,
            date=signed,
        )


def _publish_other(
    reader: Reader, node: Dispositivo, hit: Hit, signed: date | None
) -> Iterator[Event]:
    for one in reader.cited.get(node.path, ()):
        if one.kind != "internal" and hit.end <= one.span.start <= hit.end + 12:
            year = cited_year(one)
            yield reader.event(
                "publish",
                node,
                hit.start,
                one.span.end,
                acting="",
                acting_path="",
                affected=norm_of(one),
                confidence="stated, date missing",
                not_before=date(year, 1, 1) if year else None,
                not_after=signed,
            )
            return


def cited_year(citation: Citation) -> int | None:
    """The year of what is cited, as far as the citation says."""
    if citation.standard:
        tail = citation.standard.rpartition(";")[2]
        return int(tail) if tail.isdigit() else None
    return citation.id.year if citation.id is not None else None


def _consolidate(
    reader: Reader, node: Dispositivo, hit: Hit, signed: date | None
) -> Iterator[Event]:
    if node.kind is Kind.EMENTA:
        yield reader.event("consolidate", node, hit.start, hit.end, not_before=signed)


def _extinct(reader: Reader, node: Dispositivo, hit: Hit, signed: date | None) -> Iterator[Event]:
    yield reader.event(
        "extinct_body",
        node,
        hit.start,
        hit.end,
        acting="",
        acting_path="",
        affected="",
        not_after=signed,
        confidence="stated, date missing",
    )


def _deadline(reader: Reader, node: Dispositivo, hit: Hit, signed: date | None) -> Iterator[Event]:
    """A term of this norm that runs from its own publication or commencement."""
    if node.kind not in PROVISIONS:
        return
    flat = plain(node.text)
    last = next((end for start, end in sentences(node.text) if start <= hit.start < end), len(flat))
    anchor = _STARTS_AT.search(flat, hit.end, last)
    near = anchor is not None and _FROM.search(flat, anchor.start(), min(anchor.start() + 70, last))
    if not near or _beside(reader, node, flat, hit.start) is not None:
        return
    count, unit = int(hit.groups["count"] or 0), _UNITS[(hit.groups["unit"] or "d")[0]]
    plural = "" if count == 1 else "s"
    yield reader.event(
        "deadline",
        node,
        hit.start,
        last,
        scope="a term for those whom the norm binds",
        rule=f"{count} {unit}{plural} from publication",
        confidence="computed",
    )


def _expire(reader: Reader, node: Dispositivo, hit: Hit, signed: date | None) -> Iterator[Event]:
    """`vigorará até 31 de dezembro de 2008`: only where the norm itself is the subject."""
    if node.kind not in PROVISIONS or not re.search(
        r"\best[ea] (?:lei|decreto|resolucao|portaria|ato)", plain(node.text)
    ):
        return
    for start, end, day in _dates(node.text, reader.pivot):
        if start >= hit.end and start - hit.end < 4:
            yield reader.event(
                "expire", node, hit.start, end, stated=day, date=deadlines.add_days(day, 1)
            )
            return


_HANDLERS: dict[str, Callable[[Reader, Dispositivo, Hit, date | None], Iterator[Event]]] = {
    "approve": _approve,
    "register": _register,
    "substitute": _substitute,
    "attest": _attest,
    "publish_other": _publish_other,
    "consolidate": _consolidate,
    "extinct_body": _extinct,
    "deadline": _deadline,
    "expire": _expire,
}


def _beside(reader: Reader, node: Dispositivo, flat: str, at: int) -> Citation | None:
    """The older norm beside which a term lets things run: `credenciados nos termos da Portaria ... terão
    o prazo`."""
    for start, end in sentences(node.text):
        if not start <= at < end:
            continue
        for one in reader.external(node, start, end):
            if one.kind == "external" and _PASS.search(
                flat, max(start, one.span.start - 24), one.span.start
            ):
                return one
    return None


def _transitions(reader: Reader, node: Dispositivo, flat: str) -> Iterator[Event]:
    for match in _TRANSITION_TERM.finditer(flat):
        older = _beside(reader, node, flat, match.start())
        if older is None:
            continue
        term = next((one for one in find("act", flat) if one.kind == "deadline"), None)
        end = next(
            (end for start, end in sentences(node.text) if start <= match.start() < end), len(flat)
        )
        yield reader.event(
            "transition",
            node,
            match.start(),
            end,
            affected=norm_of(older),
            affected_path=paths_of(older)[0],
            scope="cases under the older norm",
            rule=_term_rule(term, flat),
        )
        return


def _term_rule(term: Hit | None, flat: str) -> str:
    if term is None:
        return "a term without a date"
    count, unit = int(term.groups["count"] or 0), _UNITS[(term.groups["unit"] or "d")[0]]
    anchor = _STARTS_AT.search(flat, term.end)
    start = (
        "publication"
        if anchor and _FROM.search(flat, anchor.start(), anchor.start() + 70)
        else "an act"
    )
    return f"{count} {unit}{'' if count == 1 else 's'} from {start}"
