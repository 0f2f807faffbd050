"""What a citing norm does to what it cites: the verbs found by `hits`, applied to the hits of their sentence."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from lawtool.citations.finder import Hit, Verb
from lawtool.vocabulary.acts import Side

BOUNDARY = re.compile(
    r";|\n\s*\n|\n(?=\s*\"?(?:art\.|§|paragrafo|[ivxl]+\s?[-.)]|[a-z]\)))"
    r"|(?<!art)(?<!arts)(?<![^a-z]n)(?<![^a-z]dr)(?<![^a-z]sr)(?<![^a-z]inc)(?<![^a-z]par)\.(?=\s*\n|\s+[\"a-z]|\Z)"
)
"""The end of a sentence in folded text; dots of abbreviations and of numbers are none."""

_LIST_END = re.compile(r"\.\s*\n|\n\s*\"?(?:art\.|§)")
_PREAMBLE_END = re.compile(
    r"considerando|resolve|decret[aoe]u?\s|promulg|faz\s+saber|faco\s+saber|sanciono|\n\s*art\."
)
_SUBORDINATE = re.compile(
    r"(?<![a-z])(?:que|nos termos|conforme|de acordo|previst[oa]s?|instituid[oa]s?|na forma|em conformidade|com base|"
    r"estabelecid[oa]s?|referid[oa]s?|para)(?![a-z])"
)
_MANNER = re.compile(
    r"(?:nos termos|conforme|de acordo com|na forma|previst[oa]s? n|com base)\s*(?:d?[ao]s?|no|na)?\s*\Z"
)
_NOTE_LEAD = re.compile(
    r"(?:\A|[(\[\n]|nota:?)\s*\"?(?:artigo |paragrafo |inciso |alinea |item |nova |com )?\Z"
)
_REACH = 2500


def sentence_end(flat: str, pos: int) -> int:
    """Where the sentence that holds `pos` ends, at most `_REACH` characters on."""
    match = BOUNDARY.search(flat, pos, pos + _REACH)
    return match.start() if match else min(len(flat), pos + _REACH)


def same_sentence(flat: str, start: int, end: int) -> bool:
    """Whether no sentence ends between two places, and they are within reach of each other."""
    return end - start <= _REACH and BOUNDARY.search(flat, start, end) is None


def apply(flat: str, hits: Sequence[Hit], verbs: Sequence[Verb]) -> None:
    """Set `relation` and `trigger` of the hits that stand in the reach of a verb. Later verbs win over earlier ones."""
    starts = [hit.start for hit in hits]
    ends = [hit.end for hit in hits]
    locked: set[int] = set()
    kept = [
        verb
        for i, verb in enumerate(verbs)
        if not i or not _coordinated(verbs[i - 1], verb, starts)
    ]
    following = _next_verbs(kept)
    stop = -1
    for i, verb in enumerate(kept):
        side = verb.side
        if (
            side is Side.AFTER and verb.end > stop
        ):  # one look for the end of the sentence serves all its verbs
            stop = sentence_end(flat, verb.end)
        if side is Side.NOTE:
            _note(flat, hits, starts, ends, verb, locked)
        elif side is Side.BEFORE:
            _before(flat, hits, ends, verb, locked)
        else:
            _after(flat, hits, starts, verb, locked, stop, following[i])


def _next_verbs(verbs: Sequence[Verb]) -> list[int]:
    """For each verb the place of the next one that acts on what follows it: there its own reach ends."""
    out, place = [0] * len(verbs), sys.maxsize
    for i in range(len(verbs) - 1, -1, -1):
        out[i] = place
        if verbs[i].side is Side.AFTER:
            place = verbs[i].start
    return out


def _coordinated(first: Verb, second: Verb, starts: Sequence[int]) -> bool:
    """ "Altera e acrescenta dispositivos à Lei": two verbs with one object; the first, wider one names the relation."""
    if (
        not first.side is second.side is Side.AFTER
        or first.act.relation != "amends"
        or second.start - first.end > 40
    ):
        return False
    return bisect_left(starts, first.end) == bisect_left(starts, second.start)


def _set(hit: Hit, verb: Verb) -> None:
    hit.relation = verb.act.relation
    hit.trigger = (verb.start, verb.end)


def _acted_on(hit: Hit) -> bool:
    """What a verb can act on: another norm, or a provision whose norm is named elsewhere."""
    return hit.kind != "internal" or hit.scope in {"bare", "named", "possessive"}


def _note(
    flat: str,
    hits: Sequence[Hit],
    starts: Sequence[int],
    ends: Sequence[int],
    verb: Verb,
    locked: set[int],
) -> None:
    """ "(Redação dada pela Lei nº …)" speaks of the text it stands in; "a Lei X, alterada pela Lei Y" does not."""
    i = bisect_left(starts, verb.end)
    if i == len(hits) or hits[i].start - verb.end > 12:
        return
    lead = flat[max(0, verb.start - 24) : verb.start]
    noted = _NOTE_LEAD.search(lead) is not None
    previous = bisect_right(ends, verb.start) - 1
    if noted and previous >= 0 and hits[previous].kind == "external":
        noted = flat[hits[previous].end : verb.start].strip(" (,") != ""
    if noted:
        _set(hits[i], verb)
    else:
        hits[i].relation, hits[i].trigger = "cites", None
    locked.add(i)


def _before(
    flat: str, hits: Sequence[Hit], ends: Sequence[int], verb: Verb, locked: set[int]
) -> None:
    i = bisect_right(ends, verb.start) - 1
    place = verb.start
    while i >= 0 and same_sentence(flat, hits[i].end, place):
        if _acted_on(hits[i]) and hits[i].relation == "cites" and i not in locked:
            _set(hits[i], verb)
        place = hits[i].start
        i -= 1


def _after(
    flat: str,
    hits: Sequence[Hit],
    starts: Sequence[int],
    verb: Verb,
    locked: set[int],
    stop: int,
    next_verb: int,
) -> None:
    relation = verb.act.relation
    if (
        stop < len(flat)
        and ":" in flat[verb.end : min(stop, verb.end + 80)]
        and relation == "revokes"
    ):
        end = _LIST_END.search(flat, verb.end, verb.end + _REACH)
        stop = end.start() if end else stop
    if relation == "grants_power" and (end := _PREAMBLE_END.search(flat, verb.end, stop)):
        stop = end.start()
    stop = min(stop, next_verb)
    place = verb.end
    for i in range(bisect_left(starts, verb.end), len(hits)):
        hit = hits[i]
        if hit.start >= stop:
            break
        between = flat[place : hit.start]
        if relation in {"amends", "adds"} and _SUBORDINATE.search(between):
            break
        place = hit.end
        if (
            i in locked
            or not _acted_on(hit)
            or _MANNER.search(between)
            or _is_bill_basis(hit, relation)
        ):
            continue
        _set(hit, verb)


def _is_bill_basis(hit: Hit, relation: str) -> bool:
    """A bill is where a norm came from, never what gives the power to issue it."""
    species = hit.reference.species if hit.reference else None
    return relation == "grants_power" and species is not None and species.bill
