"""When a norm commences, takes effect and ends by its own words.

A clause of force has a subject (the norm itself, some of its provisions, or something else, which
is no matter of this module), a verb and a when. The when may hold a commencement, the day of its
effects, an end and exceptions, each of which is an event of its own. What is printed and not
understood is an event without a day; the 45 days of LINDB are only for a norm that says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from lawtool.history import deadlines
from lawtool.history.clause_targets import paths_of
from lawtool.history.clause_verbs import is_bill, plain
from lawtool.history.effect_terms import (
    UNITS,
    TermContext,
    TermHit,
    earliest_day,
    find_effect_terms,
    term_day,
)
from lawtool.history.force_clauses import (
    ALSO_REVOKES,
    EXCEPT,
    FORCE_VERB,
    ForceClause,
    find_force_clauses,
)
from lawtool.history.norm_reader import NormReader
from lawtool.history.sentences import split_sentences
from lawtool.identifiers import paths
from lawtool.model import (
    PROVISIONS,
    Confidence,
    Dispositivo,
    Event,
    From,
    Kind,
    Term,
)
from lawtool.vocabulary.numerals import read_cardinal

_UNTIL = re.compile(
    r"\b(?:ate|a|e (?=\d))(?: o)?(?: dia)? (?=\d|primeiro)|\b(?:ate|e) (?:o )?(?:fim|final"
    r"|termino|encerramento) d[aeo]"
)
_DURING = re.compile(
    r"\b(?:durante|no|para|pelo) (?:o )?(?:exercicio|ano|periodo)s? (?:financeiro |fiscal "
    r"|letivo |civil )?(?:de )?(?P<year>(?:19|20)\d\d|2\.0\d\d)\b"
)
_FOR = re.compile(
    r"\b(?:pel[oa]s?|por|durante) (?:o |a |um )?(?:(?:prazo|periodo|espaco|lapso|tempo)(?: "
    r"maxim\w+| determinad\w+| improrrogavel)?(?: de| por)? )?"
    r"(?P<count>\d{1,3}|[a-z]+(?: e [a-z]+)?) *(?:\([^)]{0,40}\) *)?(?P<unit>dias?|mes(?:es)?"
    r"|anos?)\b"
    r"|(?:\b(?:validade |duracao )|(?<=vigencia )|\A *)(?:sera |e )?(?:de|por) "
    r"(?P<count2>\d{1,3}|[a-z]+) *(?:\([^)]{0,40}\) *)?(?P<unit2>dias?|mes(?:es)?"
    r"|anos?)\b(?!,? (?:apos|depois|a partir|contad|da publica|de sua publica))"
)
"""A duration: `pelo prazo de dois anos`; not `no prazo de 90 dias após a publicação`."""
_FILLER = re.compile(
    r"(?:\W|\d|\b(?:[a-z]{1,3}|data|partir|contar|contad[oa]s?|apos|logo|imediatamente|mesma?"
    r"|decorrid[oa]s?|ocorrid[oa]s?|depois|desde|sera|todo|territorio|nacional|municipi[oa]"
    r"|municipal|prazo|dentro|passad[oa]s|transcorrid[oa]s|somente|apenas|inicio|todos|efeitos"
    r"|seus|legais|juridicos|retroativ\w+|financeiros|respectiva|mesmo|vigor|vigencia|quando|cento"
    r"|oficial|carater|partir-se|retroagir|retroagindo|surtir|produzir|retroagira|presente"
    r"|retroage|retroagem|iniciando|validade|hoje|proximo|proxima|zero|horas?|"
    r"vigorar|comecar|comecando|primeiro|ocorrid[oa]s?|pleno|sendo|exceto)\b)*\Z"
)
_SAYS_SOMETHING = re.compile(
    r"\bvig(?:or|er|encia|orara|ora)\b.*\b(?:publica|data|dias?)|(?:est[ea]|presente) [a-z "
    r"]{3,40}\bvig(?:or|encia|er)"
)
_TRANSITORY_KINDS = frozenset(
    {Kind.ARTIGO, Kind.PARAGRAFO, Kind.INCISO, Kind.ALINEA, Kind.ITEM, Kind.TEXTO}
)


# The when -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class When:
    """What the words of a clause say: its term, the last day of force, and where the words end."""

    term: Term | None
    until: Term | None
    end: int
    exceptions: int = -1
    """Where the exceptions begin; -1 without any."""


def _read_when(reader: NormReader, clause: ForceClause, signed: date | None) -> When:
    node = clause.node
    flat = plain(node.text)
    tail = ALSO_REVOKES.search(flat, clause.verb_end, clause.end)
    if tail:
        end = tail.start()
    else:
        end = clause.end
    exceptions = EXCEPT.search(flat, clause.verb_end, end)
    if exceptions:
        stop = exceptions.start()
    else:
        stop = end
    term, until = _terms_between(reader, clause, clause.verb_end, stop, signed)
    if term is None and until is None and clause.kind != "ending":
        # `A presente Lei, após sua publicação, entrará em vigor`: the when may stand before the
        # verb.
        term, until = _terms_between(
            reader, clause, *_words_before(flat, clause), signed
        )
    if term is None and until is None and flat[clause.verb_end : stop].strip(" ,.;:"):
        term = Term(start=From.UNREAD)
    while end > clause.verb_end and flat[end - 1] in " ,;":
        end -= 1
    return When(term, until, end, exceptions.start() if exceptions else -1)


def _words_before(flat: str, clause: ForceClause) -> tuple[int, int]:
    """Return what stands before the verb behind the subject."""
    start, end = clause.before
    if start >= end:
        return end, end
    revoked = re.match(r"\W*(?:fic[a-z]+ )?revogad.*?contrari\w*", flat[start:end])
    return (start + revoked.end() if revoked else start), end


def _terms_between(
    reader: NormReader, clause: ForceClause, start: int, end: int, signed: date | None
) -> tuple[Term | None, Term | None]:
    """Return (term, last day) as far as a piece of text says them."""
    node = clause.node
    words = plain(node.text)[start:end]
    dates = [
        (a - start, b - start, day) for a, b, day in reader.free_dates(node, start, end)
    ]
    hits = find_effect_terms(words, TermContext(signed=signed, dates=dates))
    year = _DURING.search(words)
    if year is not None and clause.kind == "force":
        first = int(year["year"].replace(".", ""))
        if not any(hit.start < year.start() for hit in hits):
            return (
                Term(start=From.DAY, day=date(first, 1, 1)),
                Term(start=From.DAY, day=date(first, 12, 31)),
            )
    until, used = _last_day(words, hits)
    hits = [hit for hit in hits if hit is not used]
    if not hits:
        return None, until
    first_hit = hits[0]
    if until is not None and used is not None and used.start < first_hit.start:
        return None, until
    if not _FILLER.match(words[: first_hit.start]):
        return Term(start=From.UNREAD), until
    if len(hits) > 1:
        later = hits[1]
    else:
        later = None
    if (
        later is not None
        and later.term.start is From.CONDITION
        and later.start - first_hit.end < 20
    ):
        return later.term, until
    return first_hit.term, until


def _last_day(
    words: str, hits: Sequence[TermHit]
) -> tuple[Term | None, TermHit | None]:
    """Return the last day of force and the term that gave it: `até 31 de dezembro de 2008`, `pelo
    prazo de dois anos`.
    """
    for hit in hits:
        lead = _UNTIL.search(words[max(0, hit.start - 26) : hit.start + 1])
        if (
            lead is not None
            and hit.term.start is From.DAY
            and _is_until(words, hit, hits)
        ):
            return hit.term, hit
    span = _FOR.search(words)
    if span is not None:
        count = read_cardinal(span["count"] or span["count2"] or "")
        unit = (span["unit"] or span["unit2"] or "d")[0]
        if count:
            used = next(
                (
                    hit
                    for hit in hits
                    if hit.start <= span.end() and hit.end >= span.start()
                ),
                None,
            )
            return Term(
                start=From.COMMENCEMENT,
                count=count,
                unit=UNITS[unit],
            ), used
    return None, None


def _is_until(words: str, hit: TermHit, hits: Sequence[TermHit]) -> bool:
    """Tell `até 31.12` and the second of `de 1º.1 a 31.12` from `em vigor a 1º de janeiro`."""
    lead = words[: hit.start].rstrip()
    if re.search(r"\bate(?: o)?(?: dia)?\Z", lead):
        return True
    return any(
        other.term.start is From.DAY
        and other.end <= hit.start
        and hit.start - other.end < 12
        for other in hits
    )


# Events -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dates:
    """What is known of a norm when its clauses are read."""

    signed: date | None
    published: date | None
    publication_told: bool
    """Some clause speaks of a publication, with or without its day."""


def read_commencement(reader: NormReader, dates: Dates) -> Iterator[Event]:
    """Yield the commencement of a norm and of its provisions, the day of its effects and its
    end.
    """
    events = [
        event
        for node in _speaking_nodes(reader)
        for event in _events_in(reader, node, dates)
    ]
    whole = [
        event
        for event in events
        if event.kind == "commence" and not event.affected_path
    ]
    chosen = next(
        (event for event in whole if event.confidence != Confidence.UNREAD), None
    )
    if is_bill(reader.norma.id):
        if chosen is not None:
            yield _proposed_commencement(chosen)
        return
    yield from (
        event
        for event in events
        if event is chosen or not any(event is one for one in whole)
    )
    if chosen is None and any(True for _ in reader.norma.provisions):
        spoken = any(map(_speaks_of_force, _speaking_nodes(reader)))
        yield _unread(reader, dates) if whole or spoken else _silent(reader, dates)


def _speaking_nodes(reader: NormReader) -> Iterator[Dispositivo]:
    for node in reader.norma.nodes:
        if node.kind in _TRANSITORY_KINDS and paths.own(node.path):
            yield node


def _events_in(reader: NormReader, node: Dispositivo, dates: Dates) -> Iterator[Event]:
    for clause in find_force_clauses(reader, node):
        yield from _events_of(reader, clause, dates)


def _proposed_commencement(event: Event) -> Event:
    """Return the commencement that a bill proposes: it has no day."""
    return replace(
        event,
        kind="propose_commence",
        date=None,
        computed=None,
        stated=None,
        not_before=None,
        presumed=None,
        why="",
    )


def _speaks_of_force(node: Dispositivo) -> bool:
    """Tell whether a provision says something of force that no clause was read of."""
    return (
        node.kind in PROVISIONS
        and len(node.text) < 600
        and bool(_SAYS_SOMETHING.search(plain(node.text)))
    )


def _events_of(
    reader: NormReader, clause: ForceClause, dates: Dates
) -> Iterator[Event]:
    when = _read_when(reader, clause, dates.signed)
    targets = clause.provisions or ("",)
    if clause.kind == "force":
        yield from _force_events(reader, clause, when, targets, dates)
    elif clause.kind == "effect":
        for path in targets:
            yield from _effect_event(reader, clause, when, path, dates)
    else:
        last = when.until or when.term
        for path in targets:
            yield from _end_event(reader, clause, last, path, dates, last_day=False)
    if when.exceptions >= 0 and clause.kind != "ending":
        yield from _exception_events(reader, clause, when, dates)


def _force_events(
    reader: NormReader,
    clause: ForceClause,
    when: When,
    targets: Sequence[str],
    dates: Dates,
) -> Iterator[Event]:
    node = clause.node
    for path in targets:
        if when.term is not None:
            if (
                when.term.start is From.SANCTION_AND_PUBLICATION
                and not dates.publication_told
                and not path
            ):
                yield reader.event(
                    "publish",
                    node,
                    clause.verb_end,
                    when.end,
                    confidence=Confidence.IMPLIED,
                    not_before=dates.signed,
                    presumed=dates.signed,
                )
            yield _commence(reader, clause, when, path, dates)
        if when.until is not None:
            yield from _end_event(
                reader, clause, when.until, path, dates, last_day=True
            )


def _commence(
    reader: NormReader, clause: ForceClause, when: When, path: str, dates: Dates
) -> Event:
    term = when.term or Term(start=From.UNREAD)
    day = term_day(term, published=dates.published, signed=dates.signed)
    if term.start is From.DAY:
        stated = day
    else:
        stated = None
    if day:
        earliest = None
    else:
        earliest = earliest_day(term, dates.signed)
    open_ended = term.start in (From.CONDITION, From.AN_ACT)
    confidence = Confidence.STATED
    if stated:
        why = "stated"
    else:
        if day:
            why = "rule applied to the publication"
        else:
            why = "publication undated"
    if open_ended:
        confidence, why = (
            Confidence.CONDITIONAL,
            "it waits for something whose day is not known",
        )
    elif term.start is From.UNREAD:
        confidence, why = (
            Confidence.UNREAD,
            "the words of the clause were not understood",
        )
    return reader.event(
        "commence",
        clause.node,
        clause.start,
        when.end,
        affected_path=path,
        term=term,
        stated=stated,
        computed=None if stated else day,
        date=day,
        why=why,
        confidence=confidence,
        not_before=earliest,
        presumed=None if open_ended else earliest,
    )


def _effect_event(
    reader: NormReader, clause: ForceClause, when: When, path: str, dates: Dates
) -> Iterator[Event]:
    """Yield efficacy apart from commencement: `retroagindo seus efeitos a 1º de janeiro de
    2005`.
    """
    term = when.term or when.until
    if term is None or term.start is From.UNREAD:
        return
    day = term_day(term, published=dates.published, signed=dates.signed)
    yield reader.event(
        "take_effect",
        clause.node,
        clause.start,
        when.end,
        affected_path=path,
        term=term,
        stated=day if term.start is From.DAY else None,
        computed=None if term.start is From.DAY else day,
        date=day,
    )


def _end_event(
    reader: NormReader,
    clause: ForceClause,
    term: Term | None,
    path: str,
    dates: Dates,
    *,
    last_day: bool,
) -> Iterator[Event]:
    """Yield the end of a norm or provision by its own term. `last_day`: the term is the last day of
    force.
    """
    if term is None:
        return
    day = term_day(term, published=dates.published, signed=dates.signed)
    if term.start is From.DAY:
        stated = day
    else:
        stated = None
    if stated is not None and (last_day or clause.kind != "ending"):
        day = deadlines.add_days(stated, 1)
    open_ended = term.start in (From.CONDITION, From.AN_ACT, From.UNREAD)
    yield reader.event(
        "expire",
        clause.node,
        clause.start,
        clause.end,
        affected_path=path,
        term=term,
        stated=stated,
        date=day if stated else None,
        confidence=Confidence.CONDITIONAL if open_ended else Confidence.STATED,
        not_before=None
        if stated
        else earliest_day(replace(term, start=From.PUBLICATION), dates.signed),
    )


def _exception_events(
    reader: NormReader, clause: ForceClause, when: When, dates: Dates
) -> Iterator[Event]:
    """Yield what an exception says of provisions: `exceto o art. 2º, que entra em vigor em 90
    dias`.
    """
    node, at = clause.node, when.exceptions
    verb = FORCE_VERB.search(plain(node.text), at)
    stop = next(
        (end for first, end in split_sentences(node.text) if first <= at < end),
        clause.end,
    )
    term, _ = _terms_between(
        reader, clause, verb.end() if verb else at, stop, dates.signed
    )
    part = replace(clause, start=at, end=stop)
    for path in _excepted_paths(reader, node, at, clause.end):
        if verb is not None and verb["effect"]:
            yield from _effect_event(reader, part, When(term, None, stop), path, dates)
        else:
            words = When(term or Term(start=From.UNREAD), None, stop)
            yield _commence(reader, part, words, path, dates)


def _excepted_paths(
    reader: NormReader, node: Dispositivo, start: int, end: int
) -> list[str]:
    return [
        path
        for citation in reader.citations(node, start, end)
        if citation.kind == "internal" or citation.scope == "bare"
        for path in paths_of(citation)
        if path
    ]


def _silent(reader: NormReader, dates: Dates) -> Event:
    """Make the commencement of a norm that does not say when: LINDB art. 1."""
    term = Term(start=From.PUBLICATION, count=deadlines.SILENT_DAYS, silent=True)
    day = deadlines.silent(dates.published)
    if day:
        earliest = None
    else:
        earliest = deadlines.silent(dates.signed)
    return reader.event(
        "commence",
        None,
        0,
        0,
        acting_path="",
        term=term,
        computed=day,
        date=day,
        why="the text does not say when it commences",
        confidence=Confidence.IMPLIED,
        not_before=earliest,
        presumed=earliest,
    )


def _unread(reader: NormReader, dates: Dates) -> Event:
    """Make the commencement of a norm that says when, in words that were not understood."""
    return reader.event(
        "commence",
        None,
        0,
        0,
        acting_path="",
        term=Term(start=From.UNREAD),
        why="the words of the clause were not understood",
        confidence=Confidence.UNREAD,
        not_before=dates.signed,
    )
