"""Terms of commencement and of effect, read from the words of a clause, and the days that they
give.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from lawtool.history import deadlines
from lawtool.model import From, Term
from lawtool.vocabulary.folding import fold
from lawtool.vocabulary.numerals import MONTHS, read_cardinal, read_ordinal

UNITS = {"d": "day", "m": "month", "a": "year"}
BUSINESS_DAY = "business day"

_NUMBER = r"(?P<count>\d{1,4}|(?:[a-z]+ e )?[a-z]+)"
_UNIT = (
    r"(?P<unit>dias?|mes(?:es)?|anos?)(?P<business> uteis)?(?: corridos| consecutivos)?"
)
_MONTHS = tuple(map(fold, MONTHS))
_MONTH = "|".join(_MONTHS)
_OTHER_ACT = (
    r"(?:decretos?|regulament\w*|leis?(?= (?:que|federal|estadual|municipal|complementar"
    r"|especific))|portarias?"
    r"|edita(?:l|is)|atos?(?= (?:que|d))|resolucao que|conveni\w+|contratos?|concursos?|plano"
    r"|orcamento|resultados?)"
)


@dataclass(frozen=True, slots=True)
class TermHit:
    """A term, or words in its place that were not understood, found at `start`..`end` of a text."""

    term: Term
    start: int
    end: int


Maker = Callable[[re.Match[str], "TermContext"], Term | None]


@dataclass(frozen=True, slots=True)
class TermContext:
    """What a term is read with: the year that the norm was signed in, and its dates that stand in
    no citation.
    """

    signed: date | None
    dates: Sequence[tuple[int, int, date]] = ()


def _counted(match: re.Match[str], context: TermContext) -> Term | None:
    return _count_from(_origin(match), match)


def _bare_count(match: re.Match[str], context: TermContext) -> Term | None:
    """`em 90 (noventa) dias`, without a word of what they run from: from publication."""
    return _count_from(From.PUBLICATION, match)


def _count_from(start: From, match: re.Match[str]) -> Term | None:
    count = read_cardinal(fold(match["count"]))
    if not count:
        return None
    if match["business"]:
        unit = BUSINESS_DAY
    else:
        unit = UNITS[match["unit"][0]]
    return Term(start=start, count=count, unit=unit)


def _origin(match: re.Match[str]) -> From:
    """Tell what a count runs from by the words behind it."""
    behind = match.string[match.end() : match.end() + 60]
    if re.match(
        rf"\W*(?:d?[aeo]s? )?(?:data )?(?:d?[aeo] )?(?:sua )?publicacao d[aoe]s? {_OTHER_ACT}",
        behind,
    ):
        return From.AN_ACT
    if re.match(r"\W*(?:\w+ ){0,4}?(?:publi|vigencia|afixac|divulg)", behind):
        return From.PUBLICATION
    if re.match(
        r"\W*(?:\w+ ){0,4}?(?:san[cç]|promulg|assinatura|desta data|presente data|aprova)",
        behind,
    ):
        return From.SIGNATURE
    return From.AN_ACT


def _ordinal_day(match: re.Match[str], context: TermContext) -> Term | None:
    words = match["ordinal"]
    if words[0].isdigit():
        count = read_cardinal(words.rstrip("ºo°"))
    else:
        count = read_ordinal(words)
    if count:
        return Term(start=From.PUBLICATION, count=count)
    return None


def _simple(start: From, count: int = 0, unit: str = "day") -> Maker:
    term = Term(start=start, count=count, unit=unit)
    return lambda match, context: term


def _month_after(match: re.Match[str], context: TermContext) -> Term | None:
    return Term(start=From.NEXT_MONTH, count=1, unit="month")


def _same_year(match: re.Match[str], context: TermContext) -> Term | None:
    """`1º de julho do corrente ano`: of the year of signature."""
    if context.signed is None:
        return None
    return _on(context.signed.year, match)


def _next_such_day(match: re.Match[str], context: TermContext) -> Term | None:
    """`1º de julho próximo`: the first such day after the signature."""
    if context.signed is None:
        return None
    term = _on(context.signed.year, match)
    if term is not None and term.day is not None and term.day < context.signed:
        return _on(context.signed.year + 1, match)
    return term


def _next_year_day(match: re.Match[str], context: TermContext) -> Term | None:
    if match["month"] == "janeiro" and match["day"].rstrip("ºo°.") in (
        "1",
        "01",
        "primeir",
    ):
        return Term(start=From.NEXT_YEAR)
    if context.signed:
        return _on(context.signed.year + 1, match)
    return None


def _on(year: int, match: re.Match[str]) -> Term | None:
    number = match["day"].rstrip("ºo°.")
    try:
        day = date(
            year,
            _MONTHS.index(match["month"]) + 1,
            1 if number == "primeir" else int(number),
        )
    except ValueError:
        return None
    return Term(start=From.DAY, day=day)


def _range_start(match: re.Match[str], context: TermContext) -> Term | None:
    """`de 1º de janeiro a 31 de dezembro de 2002`: the year stands with the second day."""
    later = next(
        (day for start, _, day in context.dates if 0 <= start - match.end() < 12), None
    )
    if later is not None:
        return _on(later.year, match)
    return None


def _written_day(match: re.Match[str], context: TermContext) -> Term | None:
    """`em primeiro de janeiro de 1998`."""
    return _on(int(match["year"].replace(".", "")), match)


def _first_of(match: re.Match[str], context: TermContext) -> Term | None:
    """`a partir de janeiro de 2003`, `a partir do exercício de 2003`, `a partir de 2003`: its first
    day.
    """
    if match["month"]:
        month = _MONTHS.index(match["month"]) + 1
    else:
        month = 1
    day = date(int(match["year"].replace(".", "")), month, 1)
    if deadlines.sound(day):
        return Term(start=From.DAY, day=day)
    return None


_DAY_OF_MONTH = (
    rf"(?P<day>\d{{1,2}}[ºo°]?|primeiro) (?:dia )?(?:do mes )?de (?P<month>{_MONTH})"
)
_CONDITION = (
    r"\bquando\b|\bassim que\b|\btao logo\b|\blogo que\b|\bcondicionad"
    r"|\bdesde que\b|\buma vez\b|\bapos (?:a|o|as|os|sua) "
    r"(?:regulamenta|homologa|aprovacao d[aeo]s? (?:\w+ )?(?:camara|conselho|assembleia"
    r"|congresso|senado|orcamento|conveni)"
    r"|realizac|conclus|instala|implanta|assinatura d[eo]|referendo|transito)"
    rf"|\bpublicacao d[aoe]s? (?:respectiv\w+ )?{_OTHER_ACT}"
    rf"|\bvigencia d[aoe]s? {_OTHER_ACT}|\bregulamentacao\b"
)
_READERS: tuple[tuple[re.Pattern[str], Maker], ...] = tuple(
    (re.compile(pattern), maker)
    for pattern, maker in (
        (_CONDITION, _simple(From.CONDITION)),
        # `90 (noventa) dias após a data de sua publicação`, `decorridos trinta dias de sua
        # publicação oficial`
        (
            rf"\b{_NUMBER} *(?:\([^)]{{0,40}}\) *)?{_UNIT}\b,? (?:apos|depois|a (?:contar"
            rf"|partir)|contad[oa]s?|d[ae])\b",
            _counted,
        ),
        (
            rf"\b(?:em|apos|decorridos|no prazo de|dentro de) {_NUMBER} "
            rf"*(?:\([^)]{{0,40}}\) *)?{_UNIT}\b(?= *[.;,]| *\Z)",
            _bare_count,
        ),
        # `no trigésimo dia após a publicação`, `no dia seguinte ao da publicação`
        (
            r"\b(?P<ordinal>[a-z]+esimo(?: [a-z]+o)?|decimo(?: \w+)?|\d{1,3}[ºo°]) "
            r"dia\b(?! (?:d[oe] |util)).{0,30}?publica",
            _ordinal_day,
        ),
        (
            r"\bdia (?:imediatamente )?(?:seguinte|posterior|subsequente) (?:a|ao d[ae]|a data "
            r"d[ae]) (?:sua )?publica",
            _simple(From.PUBLICATION, 1),
        ),
        (
            r"\b(?:primeiro|1[ºo°]?) dia (?:util )?do mes (?:subseq\w+|seguinte|posterior"
            r"|imediatamente \w+)",
            _month_after,
        ),
        (
            rf"\b{_DAY_OF_MONTH},? (?:do|deste|no|p[./]|proximo) ?(?:corrente|presente|mesmo"
            rf"|ano em curso|ano corrente|fluente|ano,|ano\b(?! (?:seg|subs|pos|prox|vind|de \d)))",
            _same_year,
        ),
        (
            rf"\b{_DAY_OF_MONTH},? (?:do (?:ano|exercicio) (?:financeiro |fiscal )?)(?:seguinte"
            rf"|subseq\w+|posterior|proximo|vindouro|entrante)",
            _next_year_day,
        ),
        (
            r"\b(?:exercicio (?:financeiro |fiscal )?(?:seguinte|subseq|posterior|vindouro)"
            r"|janeiro do (?:ano|exercicio) (?:financeiro |fiscal )?(?:seguinte|subseq|vindouro))",
            _simple(From.NEXT_YEAR),
        ),
        (
            rf"\b{_DAY_OF_MONTH},? (?:de |do ano de )?(?P<year>(?:19|20)\d\d|2\.0\d\d)\b",
            _written_day,
        ),
        (rf"\b{_DAY_OF_MONTH}(?= (?:a|ate) (?:o dia )?\d)", _range_start),
        (rf"\b{_DAY_OF_MONTH},? (?:proximo|vindouro|p\.? ?f)", _next_such_day),
        (
            rf"\b(?:a partir d[eo]|em|no|durante o|para o|com inicio em) (?:o )?(?:mes de |ano "
            rf"de |exercicio (?:financeiro |fiscal )?de )?(?:(?P<month>{_MONTH}),? (?:de |do "
            rf"ano de )?)?(?P<year>(?:19|20)\d\d|2\.0\d\d)\b(?!/)",
            _first_of,
        ),
        (
            r"\b(?:sancao|promulgacao|assinatura|aprovacao) e (?:d[ea] )?(?:sua "
            r")?(?:respectiva )?publica",
            _simple(From.SANCTION_AND_PUBLICATION),
        ),
        (
            r"\bpub[a-z]{1,5}c[a-z]{0,3}(?:ao|oa|co)\b|\bpublicidade\b|\bpublicad[oa]"
            r"\b|\bafixacao\b",
            _simple(From.PUBLICATION),
        ),
        (
            r"\b(?:na |da |a partir da |apos a |com a |em )?(?:data d[ea] (?:sua )?|sua "
            r")(?:sancao|promulgacao|assinatura|aprovacao|expedicao|edicao)\b(?! e (?:d[ea] "
            r")?(?:sua )?(?:\w+ )?publica)|\b(?:n|d)esta data\b|\bpresente "
            r"data\b|\bimediat[oa](?:mente)?\b|\ba partir de hoje\b|\b(?:apos|com) (?:a "
            r")?(?:sua )?(?:sancao|promulgacao|aprovacao|assinatura)\b(?! e (?:d[ea] )?(?:sua "
            r")?(?:\w+ )?publica)",
            _simple(From.SIGNATURE),
        ),
    )
)


def find_effect_terms(words: str, context: TermContext) -> list[TermHit]:
    """Return the terms of a piece of plain text in order; none lies inside another."""
    hits = [
        TermHit(Term(start=From.DAY, day=day), start, end)
        for start, end, day in context.dates
    ]
    for pattern, make in _READERS:
        for match in pattern.finditer(words):
            term = make(match, context)
            if term is not None:
                hits.append(TermHit(term, match.start(), match.end()))
    hits.sort(key=lambda hit: (hit.start, -hit.end))
    kept: list[TermHit] = []
    for hit in hits:
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
    return kept


def term_day(
    term: Term,
    *,
    published: date | None = None,
    signed: date | None = None,
    commenced: date | None = None,
) -> date | None:
    """Return the day that a term gives; None where what it counts from is not known, or it cannot
    be counted.
    """
    if (
        term.start in (From.CONDITION, From.AN_ACT, From.UNREAD)
        or term.unit == BUSINESS_DAY
    ):
        return None
    if term.start is From.DAY:
        return term.day
    if term.start is From.NEXT_MONTH:
        return deadlines.next_month(published)
    if term.start is From.NEXT_YEAR:
        return deadlines.next_year(published or signed)
    origins = {From.SIGNATURE: signed, From.COMMENCEMENT: commenced}
    first = origins.get(term.start, published)
    if term.count:
        return deadlines.after_publication(first, term.count, term.unit)
    return first


def earliest_day(term: Term, signed: date | None) -> date | None:
    """Return the first possible day of a term that gives none: publication is not before
    signature.
    """
    if not term.count or term.start not in (
        From.PUBLICATION,
        From.SANCTION_AND_PUBLICATION,
        From.SIGNATURE,
    ):
        return signed
    if term.unit == BUSINESS_DAY:
        unit = "day"
    else:
        unit = term.unit
    return deadlines.add(signed, term.count, unit)


_DURATION = re.compile(
    rf"\b(?:pel[oa]s?|por|durante) (?:o |a |um )?(?:(?:prazo|periodo|espaco|lapso|tempo)(?: de"
    rf"| por)? )?{_NUMBER} *(?:\([^)]{{0,40}}\) *)?{_UNIT}\b"
)


def read_duration(words: str) -> Term | None:
    """Read how long something lasts: `pelo prazo de 90 (noventa) dias`."""
    match = _DURATION.search(words)
    if match:
        count = read_cardinal(fold(match["count"]))
    else:
        count = None
    if match is None or not count or match["business"]:
        return None
    return Term(start=From.COMMENCEMENT, count=count, unit=UNITS[match["unit"][0]])
