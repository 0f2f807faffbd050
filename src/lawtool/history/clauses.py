"""Which words of a provision act on which norms: verbs, the citations that are their objects, and
generic clauses.

A verb takes the citations of its sentence that follow it (`Fica revogada a Lei ...`) or, if none follow
and the verb is passive, those before it (`A Lei ... fica revogada`). A citation that a subordinate
clause introduces (`alterada pela Lei ...`, `que dispõe sobre ...`) or that stands inside a quotation is
no object.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import TypeVar

from lawtool.citations.target import norm_target
from lawtool.errors import LawtoolError
from lawtool.history.clause_verbs import plain, unquoted
from lawtool.history.modality import (
    EXCEPTION,
    is_asserted,
    is_conditional,
    is_partial_object,
    last_day,
    partly,
    read_term,
)
from lawtool.history.norm_reader import dates_in
from lawtool.identifiers import grammar, paths
from lawtool.model import Citation, From, Term
from lawtool.vocabulary.acts import ActHit, Side, find_acts

_SENTENCE_END = re.compile(r"\.\s+(?=[^a-zà-ÿ\d\s.])")
_ABBREVIATION = re.compile(
    r"\b(?:arts?|n[o°º]?s?|par|incs?|al|dra?|sra?|exm[ao]|fls?|cf|lei|[a-z])\Z"
)
_SUBORDINATE = re.compile(
    r"\bqu[ea]l?\b|\bquais\b|\bcuj[ao]s?\b|\bredacao (?:dada|conferida|introduzida|atribuida)|\bnos termos\b"
    r"|\bna forma\b|\bde acordo\b|\bconforme\b"
    r"|\b(?:instituid|criad|aprovad|alterad|modificad|regulamentad|acrescid|incluid)[oa]s?\b"
    r"|\bcom (?:base|fundamento|a redacao)\b|\b(?:pel[ao]s?|segundo|atraves d[ao]s?) *\Z|\bc/c\b"
    r"|\bcombinad|\bsem prejuizo\b|\bressalvad|\bexceto\b|\bsalvo\b"
    r"|\b(?!incluindo|abrangendo|compreendendo)[a-z]{3,}ndo(?:-se)?\b"
    r"|\bem (?:razao|virtude|decorrencia|face)\b|\bprevist|\ba partir\b|\bconsoante\b|\bdisposto\b"
)
"""What opens a subordinate clause: the norm named in it explains, it is not acted upon."""
_RESUMES = re.compile(
    r"\s*[,;]\s*(?:e\s+|bem como\s+|assim como\s+)?(?:[ao]s?|d[ao]s?|demais)\s*\Z|.*\bbem como\b"
)
_GENERIC = re.compile(
    r"\b(?:todas )?(?:as |a |ja )?(?:demais )?(?:disp\w+|normas|leis)[^.;]{0,40}?\bcontrari\w*"
    r"|\b(?:em|ao) contrari\w*"
)
# Words whole and never given back: "as" fits several of them, and to try each in turn doubles the time with every word.
_OBJECT_LEAD = re.compile(
    r"(?:[\s,;:.]|\b(?:[aoe]s?|d[aeo]s?|n[ao]s?|ao?s?|as|todo?s?|toda?s?|demais|bem como|assim como|tambem|ainda"
    r"|integral\w*|expressament\w*|especi\w*|em|particular|inclusive|principal\w*|notada\w*|total\w*|parcial\w*"
    r"|disp\w+|normas?|leis?|texto|redacao|teor|inteiro|contrari\w*|aquel[ae]s|contid[oa]s|constantes?|presentes?"
    r"|sua|seu|totalidade|efeitos?|vigencia|eficacia|execucao|aplicacao|seguintes?|atos?|diplomas?|legais|itens"
    r"|municipa\w+|anterior\w*|nova|preceitos?|incisos?|artigos?|paragrafos?|alineas?|se|ja|mesm[ao]s?|alem"
    r"|ementa|caput|item|anexos?|subsidiari\w+|exemplo|os|que sao|quais sejam|nesta data)(?!\w))*+\Z"
)
"""What may stand between a verb and its object. Another noun (`o cargo de ... do Anexo II da Lei`) means
that a part of the norm is meant that has no path."""
_TIME = re.compile(
    r",? *\b(?:a (?:partir|contar) d[aeo]s?|apos|decorrid[oa]s?|no prazo de|dentro de|em (?=\d)|ate (?=o dia|\d)|pelo prazo de|por (?=\d))"
    r" ?[^,;]{0,60}(?=,)"
)
"""A day set between a verb and its object: `Fica revogada, a partir de 1º de janeiro de 2012, a Lei`."""
_TABLE = re.compile(r"\b(?:anexo|tabela|quadro)s?(?: [ivxl\d]+)?,? d[aeo]s? *\Z")
_PORTION = re.compile(
    r"\bin fine\b|\b(?:parte (?:final|inicial)|(?:primeira|segunda|ultima) parte)\b"
)
"""Less than a provision."""
_CHILDREN = re.compile(
    r"\b(?:(?P<inc>incisos)|(?P<par>paragrafos|§§)|(?P<ali>alineas)|(?P<ite>itens)) d[ao] *\Z"
)
"""`os incisos do art. 1º`: all of them, and not the article."""
_CONTAINER = re.compile(r"(?:\bao?s?|\bnos?|\bnas?|à|às)\s*\Z")
_ARTICLE_A = re.compile(r"(?<![àÀ])\bas?\s*\Z")
_CONTINUES = re.compile(r",?\s*+(?:o|a|os|as)?\s*+\bqu(?:e|al|ais)\s*+\Z")
_REACH_OF_A_PART = 160
_REACH = 24
"""How far before a verb `, que` is looked for."""
T = TypeVar("T")


def _hit_start(hit: ActHit) -> int:
    return hit.start


def _citation_start(citation: Citation) -> int:
    return citation.span.start


_SELF = re.compile(r"\b(?:d|n)?est[ea]s?\b|\bpresente\b|\bmesm[oa]s?\b")


@dataclass(frozen=True, slots=True)
class Target:
    """One norm or provision that a verb acts on. `norm` is empty where the sentence does not say it."""

    norm: str
    path: str
    start: int
    end: int
    container: bool = False
    """Named as the place of what is inserted (`ao art. 20`), not as what is changed."""
    citation: Citation | None = None
    part: bool = False
    """Only something in it is changed that has no path (`o cargo de ... do Anexo II`)."""
    partial: bool = False
    """Only what is not said by name: `no que conflitar`, `as disposições em contrário da Lei ...`."""
    elsewhere: bool = False
    """It belongs to a text that the citation does not tell (`do Ato das Disposições Transitórias da ...`)."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb with its objects; `generic` is the span of `disposições em contrário`."""

    hit: ActHit
    targets: tuple[Target, ...]
    start: int
    end: int
    generic: tuple[int, int] | None = None
    term: Term | None = None
    """When the clause itself says that it works."""
    until: date | None = None
    """The last day on which it works."""
    saved: tuple[Target, ...] = ()
    """What is excepted (`salvo o art. 2º`)."""
    opens: bool = False
    """The sentence ends in a colon: what it acts on or the new wording follows in other nodes."""

    @property
    def kind(self) -> str:
        return self.hit.act.event


def norm_of(citation: Citation) -> str:
    """The id of the cited norm in the corpus, else its URN, else its name in the scheme of citations.

    Where the norm is held and the provision is not (`found-wider`) the norm is meant all the same: what is to be
    inserted is not there yet.
    """
    if citation.norma:
        return citation.norma
    if citation.reason == "found-wider" and len(citation.candidates) == 1:
        return citation.candidates[0]
    if citation.candidates and _one_norm(citation.candidates):
        return min(citation.candidates, key=len)
    if citation.urn:
        return citation.urn.partition("!")[0]
    if citation.standard:
        return citation.standard
    return norm_target(citation.id, citation.name) if citation.id is not None else ""


def _one_norm(candidates: Sequence[str]) -> bool:
    """Tell whether candidates are texts of one norm, which differ only in the number that ids of the same identity get."""
    base = min(candidates, key=len)
    return all(re.fullmatch(re.escape(base) + r"(?:-\d{1,2})?", name) for name in candidates)


def paths_of(citation: Citation) -> tuple[str, ...]:
    """The cited provisions as canonical paths; a range as `art417..art441`; one empty path for a whole
    norm."""
    found = citation.fragments or tuple(locator.fragment for locator in citation.locators)
    if citation.scope == "bare":
        found = _as_written(citation) or found
    named = [paths.canonical(fragment) for fragment in found]
    if citation.range_end is not None and named:
        named[-1] += paths.RANGE + paths.canonical(citation.range_end.fragment)
    return tuple(named) or ("",)


def _as_written(citation: Citation) -> tuple[str, ...]:
    """A bare provision (`o inciso II`) belongs to the amended norm, not to the article that speaks of
    it."""
    try:
        return tuple(locator.fragment for locator in grammar.read_locators(citation.text)[0])
    except LawtoolError:
        return ()


@lru_cache(maxsize=16)
def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of sentences: a full stop before a capital ends one, unless an abbreviation stands before
    it."""
    out, start, flat = [], 0, plain(text)
    for match in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(flat, max(start, match.start() - 8), match.start()):
            out.append((start, match.start() + 1))
            start = match.end()
    out.append((start, len(text)))
    return out


def clauses(text: str, cited: Sequence[Citation], *, signed: date | None = None) -> list[Clause]:
    """The acting clauses of one node's text; citations have spans into that text."""
    flat = unquoted(plain(text))
    hits = _distinct_hits(flat)
    if not hits:
        return []
    voiced = sorted(
        (one for one in cited if flat[one.span.start : one.span.end].strip()), key=_citation_start
    )
    dates = _free_dates(text, cited, signed)
    out = []
    for start, end in sentences(text):
        sentence = Sentence(
            text=text,
            flat=flat,
            start=start,
            end=end,
            hits=_between(hits, start, end, _hit_start),
            cited=_between(voiced, start, end, _citation_start),
            dates=dates,
            signed=signed,
        )
        out += _sentence_clauses(sentence)
    return out


def listed(
    text: str, cited: Sequence[Citation], above: Clause, *, signed: date | None = None
) -> Clause | None:
    """An item of an open list (`Ficam revogadas: I - a Lei ...`): its citations are objects of the verb
    above."""
    flat = unquoted(plain(text))
    sentence = Sentence(
        text=text,
        flat=flat,
        start=0,
        end=len(text),
        hits=[ActHit(above.hit.act, 0, 0)],
        cited=[one for one in cited if flat[one.span.start : one.span.end].strip()],
        dates=_free_dates(text, cited, signed),
        signed=signed,
    )
    clause = next((clause for clause in _sentence_clauses(sentence) if clause.targets), None)
    if clause is None:
        return None
    return replace(
        clause, opens=False, term=clause.term or above.term, until=clause.until or above.until
    )


def _free_dates(
    text: str, cited: Sequence[Citation], signed: date | None
) -> list[tuple[int, int, date]]:
    """Return the dates of a text that belong to no citation."""
    return [
        (start, end, day)
        for start, end, day in dates_in(text, signed.year if signed else None)
        if not any(citation.span.start <= start < citation.span.end for citation in cited)
    ]


def _distinct_hits(flat: str) -> list[ActHit]:
    """Hits in order; of two that overlap the rule that stands first in the file."""
    taken: list[ActHit] = []
    covered = bytearray(len(flat))
    for hit in find_acts(flat):
        if not any(covered[hit.start : hit.end]):
            covered[hit.start : hit.end] = b"\1" * (hit.end - hit.start)
            taken.append(hit)
    return sorted(taken, key=lambda hit: hit.start)


def _between(items: Sequence[T], start: int, end: int, at: Callable[[T], int]) -> Sequence[T]:
    """The run of items, sorted by place, that begin in `start..end`."""
    return items[bisect_left(items, start, key=at) : bisect_left(items, end, key=at)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of a node with its acting verbs, its citations, and its dates that belong to none of them."""

    text: str
    flat: str
    start: int
    end: int
    hits: Sequence[ActHit]
    cited: Sequence[Citation]
    dates: Sequence[tuple[int, int, date]]
    signed: date | None

    def continues(self, hit: ActHit) -> bool:
        """Tell whether a verb goes on with the object before it: `o art. 5º, que passa a vigorar`."""
        start = max(self.start, hit.start - _REACH)
        return _CONTINUES.search(self.flat, start, hit.start) is not None

    def asserts(self, hit: ActHit) -> bool:
        """Tell whether a verb states an act, and does not deny, suppose or report one."""
        return is_asserted(
            self.flat,
            self.start,
            hit.start,
            self.flat[hit.start : hit.end],
            continues=hit.act.event in ("amend", "insert", "renumber")
            and hit.act.side in (Side.BEFORE, Side.EITHER)
            and self.continues(hit),
        )

    @property
    def opens(self) -> bool:
        """The sentence ends in a colon: what it acts on or the new wording follows in other nodes."""
        return self.flat[max(self.start, self.end - _REACH) : self.end].rstrip().endswith(":")


_LIMITED = frozenset({"revoke", "suspend", "annul"})
"""Acts that an exception or a limit narrows."""
_CASES = re.compile(
    r"\b(?:direit|atos?\b|efeitos|situac|contrat|process|concess|cas[oo]s?\b|obrigac|debit)"
)
"""What is excepted are cases, and no part of the text."""


def _sentence_clauses(sentence: Sentence) -> list[Clause]:
    flat, end, cited = sentence.flat, sentence.end, sentence.cited
    leading = [
        hit
        for hit in sentence.hits
        if not (hit.act.side is Side.BEFORE and sentence.continues(hit) and sentence.hits[0] != hit)
    ]
    out = []
    behind = sentence.start
    known: tuple[Target, ...] = ()
    for number, hit in enumerate(leading):
        if not sentence.asserts(hit):
            continue
        stop = _stop(flat, hit, leading[number + 1 : number + 2], end, cited)
        objects_end, partial = stop, False
        saved: tuple[Target, ...] = ()
        if hit.act.event in _LIMITED:
            objects_end, saved, partial = _exceptions(sentence, behind, hit, stop)
        targets: tuple[Target, ...] = ()
        if hit.act.side is not Side.BEFORE:
            targets = _after(sentence.text, flat, hit, objects_end, cited, known)
        first = hit.start
        if not targets and hit.act.side is not Side.AFTER and not _THE_REST.match(flat, hit.end):
            targets = _before(sentence.text, flat, behind, hit, cited, alone=number > 0)
            first = min((target.start for target in targets), default=hit.start)
        if hit.act.event == "insert" and targets and not any(target.norm for target in targets):
            # `O art. 157 da Lei nº 556 fica acrescido do inciso III`: the subject is the place.
            subject = _before(sentence.text, flat, behind, hit, cited, alone=number > 0)
            targets = _under(subject, targets)
        targets = _shared_tail(targets)
        if hit.act.event in _LIMITED:
            targets = _without_place(flat, hit, targets)
            targets = _narrowed_targets(sentence, hit, targets, objects_end, partial=partial)
        generic = _generic(flat, hit, stop) if hit.act.event == "revoke" else None
        last = max((target.end for target in targets), default=hit.end)
        clause = Clause(hit, targets, first, stop, generic, opens=sentence.opens)
        if hit.act.event in _WORKING:
            clause = _timed(sentence, clause, behind if number == 0 else first, max(last, hit.end))
        out.append(replace(clause, saved=saved))
        known = targets or known
        behind = last
    return out


_WORKING = _LIMITED | {"amend", "insert", "renumber", "replace_words", "restore", "extend"}


def _timed(sentence: Sentence, clause: Clause, before: int, last: int) -> Clause:
    """Add when a clause works: a day or a term of its own, a condition, a last day."""
    hit = clause.hit
    opening = sentence.flat[sentence.start : min(clause.start, hit.start)]
    if is_conditional(sentence.flat, last, clause.end, before=opening):
        return replace(clause, term=Term(start=From.CONDITION))
    between = (min(before, hit.start), hit.start)
    firsts = [target.start for target in clause.targets if target.start < hit.start]
    if firsts:
        between = (between[0], min(firsts))
    term = read_term(sentence.flat, between, (hit.end, clause.end), sentence.dates, sentence.signed)
    until = None
    if hit.act.event in ("suspend", "extend"):
        until = last_day(sentence.flat, clause.start, clause.end, sentence.dates)
    return replace(clause, term=term, until=until)


def _exceptions(
    sentence: Sentence, behind: int, hit: ActHit, stop: int
) -> tuple[int, tuple[Target, ...], bool]:
    """Return where the objects of a verb end before an exception, what is excepted, and whether that is not understood."""
    flat = sentence.flat
    match = EXCEPTION.search(flat, hit.end, stop)
    where = stop if match is None else match.start()
    if match is None:
        match = EXCEPTION.search(flat, behind, hit.start)
        if match is None:
            return stop, (), False
    end = stop if match.start() >= hit.end else hit.start
    head = ActHit(hit.act, match.end(), match.end())
    saved = tuple(
        target
        for target in _after(sentence.text, flat, head, end, sentence.cited, any_internal=True)
        if target.path
    )
    if saved or _CASES.search(flat, match.end(), end):
        return where, saved, False
    return where, (), True


_FROM_PLACE = re.compile(r"(?:-se)?,? *(?:d[aeo]s?|n[ao]s?) *\Z")


def _without_place(flat: str, hit: ActHit, targets: Sequence[Target]) -> tuple[Target, ...]:
    """Drop the place that something is struck from: `Exclua-se do art. 3º da Resolução nº 470 o § 1º`."""
    first = targets[0] if targets else None
    if first is None or not first.path or not _FROM_PLACE.fullmatch(flat[hit.end : first.start]):
        return tuple(targets)
    place = [target for target in targets if target.start == first.start]
    rest = targets[len(place) :]
    if len(place) > 1 or not rest:
        return tuple(replace(target, part=True) for target in targets)
    rank = paths.rank(rest[0].path.split(paths.SEPARATOR)[0])
    if rank == 1 and not rest[0].path.startswith(first.path + paths.SEPARATOR):
        return tuple(replace(target, part=True) for target in place) + tuple(rest)
    return tuple(
        replace(
            target,
            norm=target.norm or first.norm,
            path=target.path
            if target.path.startswith(first.path + paths.SEPARATOR)
            else paths.below(first.path, target.path),
        )
        for target in rest
    )


def _narrowed_targets(
    sentence: Sentence, hit: ActHit, targets: Sequence[Target], stop: int, *, partial: bool
) -> tuple[Target, ...]:
    """Mark the targets of which only something unnamed is meant."""
    if not targets:
        return ()
    flat = sentence.flat
    first = min(target.start for target in targets)
    gap = (
        flat[hit.end : first]
        if first >= hit.end
        else flat[max(target.end for target in targets) : hit.end]
    )
    reach = partly(flat, max(targets[-1].end, hit.end), max(stop, hit.end))
    whole = partial or is_partial_object(gap) or reach == "all"
    return tuple(
        replace(target, partial=whole or (reach == "last" and target.end == targets[-1].end))
        for target in targets
    )


def _under(subject: Sequence[Target], things: Sequence[Target]) -> tuple[Target, ...]:
    """What is inserted, placed under the provision that is the subject of the verb."""
    places = [replace(target, container=True) for target in subject]
    if not places:
        return tuple(things)
    last = places[-1]
    placed = [
        replace(
            thing,
            norm=last.norm,
            path=paths.below(last.path, thing.path) if thing.path else last.path,
        )
        for thing in things
    ]
    return (*places, *placed)


_GERUND = re.compile(r"[a-z]+ndo(?:-se)?\b")
"""`..., renumerando-se os demais`: what stands before it is the object of the verb before."""
_THE_REST = re.compile(
    r" *(?:[oa]s )?(?:\w+ )?(?:demais|seguintes|subsequentes|restantes|outr[oa]s|posteriores)\b"
)


def _stop(
    flat: str, hit: ActHit, following: Sequence[ActHit], end: int, cited: Sequence[Citation]
) -> int:
    """Where the objects of a verb end: at the next verb, or before its subject (`..., e o § 1º passa a ser ...`)."""
    if not following:
        return end
    stop = following[0].start
    if _GERUND.match(flat, stop):
        return stop
    if following[0].act.side is Side.AFTER or hit.act.side is Side.BEFORE:
        return stop
    inside = _between(cited, hit.end, stop, _citation_start)
    last = inside[-1] if inside else None
    if last is None or last.span.end > stop or flat[last.span.end : stop].strip(" ,"):
        return stop
    joined = re.search(
        r"\be,?(?: [oa]s?)?(?: atua\w+| seus?| suas?)? *\Z", flat[hit.end : last.span.start]
    )
    return last.span.start if joined else stop


def _shared_tail(targets: Sequence[Target]) -> tuple[Target, ...]:
    """`aos incisos I e II e alíneas "a" e "b" do art. 3º da Lei`: those before take article and norm
    from behind."""
    out: list[Target] = []
    behind: Target | None = None
    for target in reversed(targets):
        if behind is not None and behind.elsewhere and not target.norm:
            target = replace(target, elsewhere=True)
        elif behind is not None and not target.norm and target.path and behind.path:
            path = target.path
            if paths.rank(path) > 1:
                path = paths.below(behind.path.split(paths.SEPARATOR)[0], path)
            target = replace(target, norm=behind.norm, path=path)
        if target.norm or target.elsewhere:
            behind = target
        out.append(target)
    return tuple(reversed(out))


def _generic(flat: str, hit: ActHit, stop: int) -> tuple[int, int] | None:
    match = _GENERIC.search(flat, hit.end, stop)
    if match is None:
        return None
    adjacent = match.start() - hit.end < 12
    verb = hit.end - len(flat[hit.start : hit.end].lstrip(" ,;.:"))
    return (verb if adjacent else match.start(), match.end())


def _after(
    text: str,
    flat: str,
    hit: ActHit,
    stop: int,
    cited: Sequence[Citation],
    known: Sequence[Target] = (),
    *,
    any_internal: bool = False,
) -> tuple[Target, ...]:
    """The objects behind a verb; `known` are those of the verb before in the same sentence, which a
    provision without an article (`acrescentando o inciso VII`) is placed by. `any_internal`: also `seu art. 2º`."""
    out: list[Target] = []
    cursor, subordinate = hit.end, False
    for one in _between(cited, hit.end, stop, _citation_start):
        if one.span.start < cursor:
            continue
        gap = _TIME.sub(" ", flat[cursor : one.span.start])
        if _set_in(one, gap, out):
            out[-1] = _placed_in(out[-1], one)
            cursor = one.span.end
            continue
        if _SUBORDINATE.search(gap):
            subordinate = True
        elif subordinate and _RESUMES.match(gap):
            subordinate = False
        cursor = one.span.end
        if _owner(one, gap, out):
            out = [_owned(target, one) for target in out]
        elif _possessive(one, out):
            out[-1:] = [_with_path(out[-1], path) for path in paths_of(one)]
        elif hit.act.event == "renumber" and _INTO.search(gap):
            continue
        elif not subordinate and (any_internal or _acts_on(one) or _of_that(flat, one)):
            part = not out and hit.act.event in ("revoke", "insert") and _part_of(gap)
            part = part or (hit.act.event == "amend" and _TABLE.search(gap) is not None)
            part = part or _PORTION.search(plain(one.text)) is not None
            part = part or (not out and _hides_object(one, flat[hit.end : one.span.start], hit))
            if part and (len(gap) > _REACH_OF_A_PART or one.kind == "internal"):
                continue
            found = _targets(text, one, out or known)
            out += [replace(_children(target, gap), part=part) for target in found]
    return tuple(out)


_PROVISION_OF = re.compile(
    r"\b(?:incisos?|artigos?|paragrafos?|alineas?|caput|item|itens|anexos?|ementa|§+[^,;]{0,12}) d[aeo]s? *\Z"
)


def _hides_object(citation: Citation, gap: str, hit: ActHit) -> bool:
    """Tell whether a norm named behind provisions that were not read must not be taken for the object."""
    if hit.act.event not in _LIMITED or paths_of(citation) != ("",):
        return False
    gap = _TIME.sub(" ", gap)
    return not _OBJECT_LEAD.match(gap) or _PROVISION_OF.search(gap) is not None


def _children(target: Target, gap: str) -> Target:
    """Return the target, or all provisions of a kind in it where the words say so."""
    match = _CHILDREN.search(gap)
    if match is None or not target.path:
        return target
    return replace(target, path=paths.canonical(f"{target.path}_{match.lastgroup}{paths.ALL}"))


def _before(
    text: str, flat: str, start: int, hit: ActHit, cited: Sequence[Citation], *, alone: bool
) -> tuple[Target, ...]:
    """The subject of a passive verb: the run of citations that ends before it, or only its last member
    where another verb has taken those before."""
    run = [
        one
        for one in _between(cited, start, hit.start, _citation_start)
        if one.span.end <= hit.start
    ]
    kept: list[Target] = []
    subordinate = False
    cursor = start
    for one in run:
        gap = flat[cursor : one.span.start]
        if _set_in(one, gap, kept):
            kept[-1] = _placed_in(kept[-1], one)
            cursor = one.span.end
            continue
        if kept and _SUBORDINATE.search(gap):
            subordinate = True
        elif subordinate and _RESUMES.match(gap):
            subordinate = False
        if _owner(one, gap, kept):
            kept = [_owned(target, one) for target in kept]
        elif not subordinate and _acts_on(one):
            part = not kept and paths_of(one) == ("",) and not _OBJECT_LEAD.match(gap)
            kept += [replace(target, part=part) for target in _targets(text, one, kept)]
        cursor = one.span.end
    if alone and kept:
        return tuple(target for target in kept if target.citation is kept[-1].citation)
    return tuple(kept)


def _acts_on(citation: Citation) -> bool:
    """A norm can act on other norms and on their provisions; `esta Lei` alone is its own name."""
    if citation.kind == "internal":
        return bool(citation.locators or citation.fragments) and citation.scope in (
            "",
            "bare",
            "this-norm",
        )
    return True


def _of_that(flat: str, citation: Citation) -> bool:
    """Tell whether `deste artigo` is one of the amended norm: `revoga os §§ 1º e 2º deste artigo, da Lei nº 5`."""
    if citation.scope != "this-unit" or not citation.locators:
        return False
    return (
        re.match(
            r",? d[ao]s? (?:lei|decreto|resoluc|portaria|constituic|codigo)",
            flat[citation.span.end :],
        )
        is not None
    )


def is_self(citation: Citation) -> bool:
    """Does the citation say `desta Lei`?"""
    return citation.kind == "internal" and (
        citation.scope == "this-norm" or bool(_SELF.search(plain(citation.text)))
    )


def _part_of(gap: str) -> bool:
    """Does another noun stand between the verb and the citation? After a dash or a colon it is only a heading
    (`o capítulo VIII - Do Fundo - arts. 42 a 48`)."""
    return not _OBJECT_LEAD.match(gap) and not gap.rstrip().endswith(("-", ":"))


_INTO = re.compile(r"\b(?:em|para|como|a ser|passa\w* a)(?: o| a)? *\Z")
"""`transforma-se o parágrafo único em § 1º`: the new number is no object."""
_OF = re.compile(r"(?<!\be )\bd[aeo]s? *\Z")
_SET_IN = re.compile(
    r"\A,? *(?:que )?(?:estabelecid|previst|contid|constante|inserid|dispost|localizad|figurante)\w* (?:n[ao]s?|d[ao]s?) *\Z"
)
"""`o parágrafo único estabelecido no art. 149`: where the provision stands."""


def _set_in(citation: Citation, gap: str, before: Sequence[Target]) -> bool:
    """Tell whether a citation says where the provision named before it stands."""
    if not before or not before[-1].path or not _SET_IN.match(gap):
        return False
    path = paths_of(citation)[0]
    return paths.rank(path) == 1 and paths.rank(before[-1].path) > 1


def _placed_in(target: Target, place: Citation) -> Target:
    norm = norm_of(place) if place.kind != "internal" else target.norm
    return replace(target, norm=norm, path=paths.below(paths_of(place)[0], target.path))


def _owner(citation: Citation, gap: str, before: Sequence[Target]) -> bool:
    """`o art. 69, e seus parágrafos, da Lei nº 37`: the norm that the provisions belong to, no object of
    its own."""
    if not before or not before[-1].path or paths_of(citation) != ("",):
        return False
    return before[-1].norm == norm_of(citation) or bool(_OF.search(gap))


def _owned(target: Target, owner: Citation) -> Target:
    return target if target.norm else replace(target, norm=norm_of(owner))


def _possessive(citation: Citation, before: Sequence[Target]) -> bool:
    """`a Lei nº 1.595 ... em seus artigos 417 a 441`: the provisions of the norm named before."""
    named = bool(before) and not before[-1].path and paths_of(citation) != ("",)
    return named and bool(re.search(r"\bseus?\b|\bsuas?\b", plain(citation.text)))


def _with_path(target: Target, path: str) -> Target:
    return replace(target, path=path)


def _targets(text: str, citation: Citation, before: Sequence[Target]) -> list[Target]:
    """The targets of one citation. A provision without a norm (`..., e o caput`) stays without one;
    without an article it takes the article named before it in the same sentence."""
    # A norm that the finder only guessed from what stands before: the amending context knows better.
    guessed = citation.scope == "bare" and "norm" in citation.inferred
    stated = (citation.kind != "internal" and not guessed) or is_self(citation)
    norm = norm_of(citation) if stated else ""
    lead = text[max(citation.span.start - 6, 0) : citation.span.start]
    container = bool(_CONTAINER.search(lead.lower())) and not _ARTICLE_A.search(lead.lower())
    elsewhere = _is_elsewhere(plain(text), citation, stated=stated)
    out = []
    for path in paths_of(citation):
        if not stated and not elsewhere and before and paths.rank(path) > 1 and before[-1].path:
            path = paths.below(before[-1].path, path)
            norm = norm or before[-1].norm
        out.append(
            Target(
                "" if elsewhere else norm,
                path,
                citation.span.start,
                citation.span.end,
                container,
                citation,
                elsewhere=elsewhere,
            )
        )
    return out


_OTHER_TEXT = re.compile(r"\bdisposicoes (?:\w+ )?(?:\w+ e )?transitorias\b|\badct\b")
_OF_SOMETHING = re.compile(
    r",? ?d[aeo]s? (?!mesm|referid|citad|aludid|mencionad|supra|present|dit[ao]|est[ea]|ess[ea]|lei\b|que\b|qual|art|inc|§|parag|caput|alinea)(?P<thing>[a-z]{3,})"
)
"""A provision of something that no citation was read of: `o art. 2º do Regimento`."""


def _is_elsewhere(flat: str, citation: Citation, *, stated: bool) -> bool:
    """Tell whether a provision belongs to another body of text than its citation tells."""
    span = citation.span
    if not citation.locators:
        return False
    if _OTHER_TEXT.search(flat, span.start, min(len(flat), span.end + 60)):
        return True
    return not stated and _OF_SOMETHING.match(flat, span.end) is not None
