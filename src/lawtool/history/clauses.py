"""Which words of a provision act on which norms: verbs with their objects, and generic clauses.

Every hit of an act is asked whether it is stated at all, what it acts on, what narrows it and when
it works.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from lawtool.history.clause_targets import Target
from lawtool.history.clause_verbs import plain, unquoted
from lawtool.history.effect_terms import read_duration
from lawtool.history.limits import drop_place, narrow_targets, read_exceptions
from lawtool.history.modality import is_conditional, read_last_day, read_term
from lawtool.history.sentences import (
    Sentence,
    between,
    citation_start,
    free_dates,
    split_sentences,
)
from lawtool.history.verb_objects import LIMITED, find_objects, find_subject
from lawtool.identifiers import paths
from lawtool.model import Citation, From, Term
from lawtool.vocabulary.acts import ActHit, Side, find_acts

_GENERIC = re.compile(
    r"\b(?:todas )?(?:as |a |ja )?(?:demais )?(?:disp\w+|normas|leis)[^.;]{0,40}?\bcontrari\w*"
    r"|\b(?:em|ao) contrari\w*"
)
# Words whole and never given back: "as" fits several of them, and to try each in turn doubles the
# time with every word.


_GERUND = re.compile(r"[a-z]+ndo(?:-se)?\b")
"""`..., renumerando-se os demais`: what stands before it is the object of the verb before."""


_THE_REST = re.compile(
    r" *(?:[oa]s )?(?:\w+ )?(?:demais|seguintes|subsequentes|restantes|outr[oa]s|posteriores)\b"
)


_JOINED = re.compile(r"\be,?(?: [oa]s?)?(?: atua\w+| seus?| suas?)? *\Z")


_WORKING = LIMITED | {
    "amend",
    "insert",
    "renumber",
    "replace_words",
    "restore",
    "extend",
}


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
    lasts: Term | None = None
    """How long it works, from the commencement of the norm."""
    saved: tuple[Target, ...] = ()
    """What is excepted (`salvo o art. 2º`)."""
    opens: bool = False
    """The sentence ends in a colon: what it acts on or the new wording follows in other nodes."""

    @property
    def kind(self) -> str:
        return self.hit.act.event


def read_clauses(
    text: str, cited: Sequence[Citation], *, signed: date | None = None
) -> list[Clause]:
    """Read the acting clauses of one node's text; citations have spans into that text."""
    flat = unquoted(plain(text))
    hits = _distinct_hits(flat)
    if not hits:
        return []
    voiced = sorted(
        (one for one in cited if flat[one.span.start : one.span.end].strip()),
        key=citation_start,
    )
    dates = free_dates(text, cited, signed)
    out = []
    for start, end in split_sentences(text):
        sentence = Sentence(
            text=text,
            flat=flat,
            start=start,
            end=end,
            hits=between(hits, start, end, _hit_start),
            cited=between(voiced, start, end, citation_start),
            dates=dates,
            signed=signed,
        )
        out += _sentence_clauses(sentence)
    return out


def read_list_item(
    text: str, cited: Sequence[Citation], above: Clause, *, signed: date | None = None
) -> Clause | None:
    """Read an item of an open list (`Ficam revogadas: I - a Lei ...`): its citations are objects of
    the verb above.
    """
    flat = unquoted(plain(text))
    sentence = Sentence(
        text=text,
        flat=flat,
        start=0,
        end=len(text),
        hits=[ActHit(above.hit.act, 0, 0)],
        cited=[one for one in cited if flat[one.span.start : one.span.end].strip()],
        dates=free_dates(text, cited, signed),
        signed=signed,
    )
    clause = next(
        (clause for clause in _sentence_clauses(sentence) if clause.targets), None
    )
    if clause is None:
        return None
    return replace(
        clause,
        opens=False,
        term=clause.term or above.term,
        until=clause.until or above.until,
    )


def _hit_start(hit: ActHit) -> int:
    return hit.start


def _distinct_hits(flat: str) -> list[ActHit]:
    """Hits in order; of two that overlap the rule that stands first in the file."""
    taken: list[ActHit] = []
    covered = bytearray(len(flat))
    for hit in find_acts(flat):
        if not any(covered[hit.start : hit.end]):
            covered[hit.start : hit.end] = b"\1" * (hit.end - hit.start)
            taken.append(hit)
    return sorted(taken, key=lambda hit: hit.start)


def _sentence_clauses(sentence: Sentence) -> list[Clause]:
    leading = [hit for hit in sentence.hits if not _goes_on(sentence, hit)]
    out: list[Clause] = []
    behind = sentence.start
    known: tuple[Target, ...] = ()
    for number, hit in enumerate(leading):
        if not sentence.asserts(hit):
            continue
        stop = _stop(sentence, hit, leading[number + 1 : number + 2])
        clause = _read_clause(sentence, hit, behind, stop, known, alone=number > 0)
        last = max((target.end for target in clause.targets), default=hit.end)
        if hit.act.event in _WORKING:
            if number:
                before = clause.start
            else:
                before = behind
            clause = _timed(sentence, clause, before, max(last, hit.end))
        out.append(clause)
        known = clause.targets or known
        behind = last
    return out


def _goes_on(sentence: Sentence, hit: ActHit) -> bool:
    """Tell whether a verb only goes on with the clause of the one before: `o art. 5º, que passa a
    vigorar`.
    """
    follows = hit.act.side is Side.BEFORE and sentence.hits[0] != hit
    return follows and sentence.continues(hit)


def _read_clause(
    sentence: Sentence,
    hit: ActHit,
    behind: int,
    stop: int,
    known: Sequence[Target],
    *,
    alone: bool,
) -> Clause:
    """Read one verb with its objects, from `behind` the clause before it to `stop`."""
    flat, event, side = sentence.flat, hit.act.event, hit.act.side
    end, saved, partial = stop, tuple[Target, ...](), False
    if event in LIMITED:
        end, saved, partial = read_exceptions(sentence, behind, hit, stop)
    targets: tuple[Target, ...] = ()
    if side is not Side.BEFORE:
        targets = find_objects(sentence, hit, end, known)
    first = hit.start
    if not targets and side is not Side.AFTER and not _THE_REST.match(flat, hit.end):
        targets = find_subject(sentence, behind, hit, alone=alone)
        first = min((target.start for target in targets), default=hit.start)
    if event == "insert" and targets and not any(target.norm for target in targets):
        # `O art. 157 da Lei nº 556 fica acrescido do inciso III`: the subject is the place.
        targets = _under(find_subject(sentence, behind, hit, alone=alone), targets)
    targets = _shared_tail(targets)
    generic = None
    if event in LIMITED:
        targets = drop_place(flat, hit, targets)
        targets = narrow_targets(sentence, hit, targets, end, partial=partial)
        if event == "revoke":
            generic = _generic(flat, hit, stop)
        else:
            generic = None
    return Clause(hit, targets, first, stop, generic, saved=saved, opens=sentence.opens)


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
    term = read_term(
        sentence.flat, between, (hit.end, clause.end), sentence.dates, sentence.signed
    )
    until = None
    if hit.act.event in ("suspend", "extend"):
        until = read_last_day(sentence.flat, clause.start, clause.end, sentence.dates)
    lasts = None
    if hit.act.event == "suspend":
        lasts = read_duration(sentence.flat[clause.start : clause.end])
    return replace(clause, term=term, until=until, lasts=lasts)


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


def _stop(sentence: Sentence, hit: ActHit, following: Sequence[ActHit]) -> int:
    """Return where the objects of a verb end: at the next verb, or before its subject (`..., e o §
    1º passa a ser ...`).
    """
    if not following:
        return sentence.end
    flat, stop = sentence.flat, following[0].start
    if _GERUND.match(flat, stop):
        return stop
    if following[0].act.side is Side.AFTER or hit.act.side is Side.BEFORE:
        return stop
    inside = sentence.citations(hit.end, stop)
    if inside:
        last = inside[-1]
    else:
        last = None
    if last is None or last.span.end > stop or flat[last.span.end : stop].strip(" ,"):
        return stop
    joined = _JOINED.search(flat[hit.end : last.span.start])
    if joined:
        return last.span.start
    return stop


def _shared_tail(targets: Sequence[Target]) -> tuple[Target, ...]:
    """`aos incisos I e II e alíneas "a" e "b" do art. 3º da Lei`: those before take article and
    norm from behind.
    """
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
