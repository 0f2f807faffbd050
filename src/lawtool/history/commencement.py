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
from lawtool.history.clause_verbs import is_bill, plain, unquoted
from lawtool.history.effect_terms import (
    TermContext,
    TermHit,
    earliest_day,
    find_effect_terms,
    term_day,
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
    Scope,
    Term,
)
from lawtool.vocabulary.acts import words_in

_AMENDS = (
    r",?\ (?:com|como|acresc|assim|da\ seguinte|na\ seguinte|n?os\ seguintes|nesta|sob"
    r"|redigid|conforme|a\ seguinte|incluid)"
)
"""Behind `passa a vigorar`: a new wording, and no commencement."""
_VERB = re.compile(
    r"""\b(?:
      (?P<force> e(?:n|s)tr(?:a|ara|am|arao|em|e|ando|ar)\ (?:logo\ |imediatamente\ |tambem\ )?
              (?:(?:em|cm|a|e|en|m)\ )?(?:pleno\ )?vig[a-z]+
        | (?:em|devendo)\ entrar\ em\ vigor
        | entr(?:a|ara|am|arao|ando)\ (?P<inverted>(?:a\ presente|o\ presente
                |est[ea])\ [^.;]{2,60}?)\ em\ vig[a-z]+
        | (?:passa(?:ra|m|rao)?|comeca(?:ra|m|rao)?)\ a\ (?:vigorar|viger|vigir|ter\ 
                (?:sua\ )?vig(?:encia|or))(?!@AMENDS@)
        | (?:vigorar(?:a|ao|am)|vigora|vigoram|vigera|vige)(?!@AMENDS@)
        | (?:estara|estarao)\ em\ vigor
        | em\ vigor(?=\ (?:na\ data|a\ partir|apos|no\ dia))
        | (?:tera|tem|terao|com)\ (?:sua\ |a\ |inicio\ de\ )?vigencia
        )
    | (?P<effect> (?:retroag|retroat)[a-z]*(?:\ (?:os\ |seus\ )*efeitos?(?:\ (?:financeiros
            |legais|juridicos))?)?
        | (?:produz|surt|ger)(?:a|e|em|ira|irao|indo|ira|ara|arao)?\ (?:todos\ )?(?:os\ )?
                (?:seus\ )?(?:\w+\ )?efeitos?
        | (?:com|tendo|seus|os|contando|valendo|gerando)\ (?:os\ |seus\ )*efeitos?
        | (?:tera|terao)\ (?:seus\ )?efeitos?
        | efeitos\ (?:financeiros|legais|juridicos|retroativos|a\ (?:partir|contar)|desde)
        )
    | (?P<ending> (?:perdera|perde|perdendo)\ (?:a\ )?(?:sua\ )?(?:vigencia|eficacia|validade
            |forca|os\ efeitos|efeito)
        | (?:cessa|cessara|cessarao|cessando)\ (?:os\ )?(?:seus\ )?(?:efeitos|vigencia|vigorar)
        | (?:fica|ficara|estara|sera|considera-se|considerar-se-a)\ (?:automaticamente\ )?
                (?:revogad[oa]|extint[oa])
        | (?:expira|expirara|extingue-se|extinguir-se-a|caduca|caducara)
        )
    )\b""".replace("@AMENDS@", _AMENDS),
    re.X,
)
"""`entra em vigor`, `retroagindo seus efeitos`, `perderá sua vigência`."""

_NEEDS = (
    "vig",
    "efeito",
    "retroa",
    "perde",
    "cessa",
    "revogad",
    "extin",
    "expira",
    "caduc",
)
"""Words of which every clause of force holds one."""
_OWN = (
    r"(?:est[ea]s?|presentes?|mesm[oa]s?)\ (?:presentes?\ )?(?:projeto\ de\ )?(?:leis?"
    r"|decretos?|emendas?|resoluc\w+|portarias?|atos?|codigos?|regiment\w+"
    r"|regulament\w+|instruc\w+|provimentos?|deliberac\w+|medidas?"
    r"|constituic\w+|consolidac\w+|normas?|diplomas?|estatutos?|ordens?"
    r"|ordem|tabelas?|planos?|acordaos?|avisos?|circular\w*|orientac\w+|recomendac\w+|sumulas?"
    r"|decis\w+)"
)
_SUBJECT = re.compile(
    rf"(?:\A|(?P<lead>[,;:.)-]\ *|\be,?\ ))(?:(?:[ao]s?)\ )?(?:(?:disposic\w+|normas|regras"
    rf"|dispositivos|preceitos|alterac\w+|modificac\w+)"
    rf"\ (?:(?:contid|previst|constant|estabelecid)\w+\ )?(?:d|n))?{_OWN}\b"
)
"""The norm itself, named as a subject and not behind a preposition."""
_BARE_SUBJECT = re.compile(
    r"\W*(?:lei|decreto|resolucao|portaria|emenda|ato)(?: complementar| legislativo)? *\Z"
)
"""`Lei entra em vigor`: the demonstrative is lost."""
_EFFECTS_SUBJECT = re.compile(
    rf"\befeitos? (?:financeiros |legais |juridicos )?(?:d|n){_OWN}".replace(r"\ ", " ")
)
_RELATIVE = re.compile(
    r"\b(?:que|qual|quais|cuj[oa]s?)(?: (?:so|somente|tambem|se|ja|nao))?\s*\Z"
)
_LOOSE = re.compile(
    r"\b(?:quando|enquanto|antes|caso|se|para que|ate que|a fim de que|depois que|logo que"
    r"|desde que|nao)\b[^,;]{0,40}\Z"
)
"""What makes the verb no statement: a condition, a negation."""
_REVOKES = re.compile(
    r"[,;]? ?(?:\be )?(?:fic[a-z]+ )?(?:expressamente )?(?:r?e?revog|regovad|derrog)[a-z]*\b.*",
    re.S,
)
_EXCEPT = re.compile(
    r",? ?\b(?:exceto|salvo|ressalvad[oa]s?|com (?:a )?(?:excecao|ressalva)|a excecao"
    r"|excetuad[oa]s?|excetuando|menos)\b"
)
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


@dataclass(frozen=True, slots=True)
class ForceClause:
    """A verb of force with its subject and its when, as places in the text of a node.

    kind: force | effect | ending. `provisions`: the subject, empty for the norm itself.
    """

    kind: str
    node: Dispositivo
    start: int
    verb_end: int
    end: int
    before: tuple[int, int]
    provisions: tuple[str, ...] = ()


def find_force_clauses(reader: NormReader, node: Dispositivo) -> Iterator[ForceClause]:
    """Yield the clauses of a provision that speak of the force or the effect of the norm or of its
    provisions.
    """
    flat = plain(node.text)
    if not words_in(flat, _NEEDS):
        return
    flat = unquoted(flat)
    for start, end in split_sentences(node.text):
        verbs = list(_VERB.finditer(flat, start, end))
        earlier: ForceClause | None = None
        for number, verb in enumerate(verbs):
            if number + 1 < len(verbs):
                stop = verbs[number + 1].start()
            else:
                stop = end
            clause = _clause(reader, node, flat, start, verb, stop, earlier)
            if clause is None:
                continue
            if _EXCEPT.search(flat, clause.verb_end, stop):
                # What follows is said of the exception.
                yield replace(clause, end=end)
                break
            yield clause
            earlier = clause


def _clause(
    reader: NormReader,
    node: Dispositivo,
    flat: str,
    start: int,
    verb: re.Match[str],
    stop: int,
    earlier: ForceClause | None,
) -> ForceClause | None:
    if verb.lastgroup != "inverted":
        kind = verb.lastgroup
    else:
        kind = "force"
    before = flat[start : verb.start()]
    # What stands before a later verb of the sentence is said of the earlier one.
    place = (start if earlier is None else verb.start(), verb.start())
    if _LOOSE.search(before) or (_RELATIVE.search(before) and earlier is None):
        return None
    provisions: tuple[str, ...] | None = None
    if verb["inverted"]:
        provisions = ()
    elif earlier is not None and not _SUBJECT.search(
        flat, earlier.verb_end, verb.start()
    ):
        # `entra em vigor ..., retroagindo seus efeitos`: the subject of the clause before.
        if kind == "ending" and not re.search(r"(?:,|\be) *\Z", before):
            return None
        provisions = earlier.provisions
    else:
        provisions = _clause_subject(reader, node, flat, start, verb)
    if provisions is None:
        return None
    return ForceClause(
        kind=str(kind),
        node=node,
        start=verb.start() if earlier else start,
        verb_end=verb.end(),
        end=stop,
        before=place,
        provisions=provisions,
    )


_OPENING = re.compile(
    r"\W*(?:e |assim |tambem |na data d\w+ \w+ publicacao,? ?"
    r"|revogad\w+ as disposic\w+ em contrario[,;]? ?)*"
)
"""What may stand before a verb without a subject: `Revogadas as disposições em contrário, entra em
vigor ...`.
"""
_LONGEST_SUBJECT = 260


def _clause_subject(
    reader: NormReader, node: Dispositivo, flat: str, start: int, verb: re.Match[str]
) -> tuple[str, ...] | None:
    """Return the provisions that are the subject of a verb: none for the norm itself; None where it
    is something else.
    """
    before = flat[start : verb.start()]
    follows = (
        _SUBJECT.match(flat[verb.end() : verb.end() + 60].lstrip(" ,")) is not None
    )
    if verb["ending"] and not before.strip():
        if follows:
            return ()
        return None
    if _is_norm_itself(before, verb) or (follows and len(before.strip()) < 80):
        return ()
    return _own_provisions(reader, node, flat, start, verb.start())


def _is_norm_itself(before: str, verb: re.Match[str]) -> bool:
    if (
        _OPENING.fullmatch(before)
        or _BARE_SUBJECT.match(before)
        or _EFFECTS_SUBJECT.search(before)
    ):
        return True
    own = max(_SUBJECT.finditer(before), key=re.Match.end, default=None)
    if own is None or _RELATIVE.search(before[own.end() :]):
        return False
    gap = before[own.end() :]
    if verb.group().endswith("ar em vigor") or verb.group() == "em vigor":
        return len(gap) < 3
    return len(gap) < _LONGEST_SUBJECT and ". " not in gap


_PROVISIONS_LEAD = re.compile(
    r"\W*(?:(?:[ao]s?|n[oa]s?|d[oa]s?|disposto|previsto|estabelecido|em|disposic\w+|constantes?"
    r"|e|ja)\b\W*)*\Z"
)


def _own_provisions(
    reader: NormReader, node: Dispositivo, flat: str, start: int, end: int
) -> tuple[str, ...] | None:
    """Read `Os arts. 5º e 6º desta Lei entram em vigor`: the norm's own provisions as a subject."""
    named: list[str] = []
    cursor = start
    for citation in reader.citations(node, start, end):
        if not _PROVISIONS_LEAD.match(flat[cursor : citation.span.start]):
            return None
        own = citation.kind == "internal" or citation.scope == "bare"
        if not own or paths_of(citation) == ("",):
            return None
        named += paths_of(citation)
        cursor = citation.span.end
    if (
        not named
        or len(flat[cursor:end].strip(" ,")) > 40
        or _RELATIVE.search(flat[cursor:end])
    ):
        return None
    return tuple(named)


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
    tail = _REVOKES.search(flat, clause.verb_end, clause.end)
    if tail:
        end = tail.start()
    else:
        end = clause.end
    exceptions = _EXCEPT.search(flat, clause.verb_end, end)
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
        count = deadlines.cardinal(span["count"] or span["count2"] or "")
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
                unit={"d": "day", "m": "month", "a": "year"}[unit],
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
        scope=Scope.PROVISION if path else Scope.WHOLE,
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
        scope=Scope.PROVISION if path else Scope.WHOLE,
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
        scope=Scope.PROVISION if path else Scope.WHOLE,
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
    verb = _VERB.search(plain(node.text), at)
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
