"""What a citing norm does to what it cites: the acts found in a text, applied to the references of
their sentence.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from lawtool.citations.anchors import act_words
from lawtool.citations.finder import CitationHit
from lawtool.vocabulary.acts import Act, Side, relating_acts

BOUNDARY = re.compile(
    r"""
    ;|\n\s*\n|\n(?=\s*"?(?:art\.|§|paragrafo|[ivxl]+\s?[-.)]|[a-z]\)))
    |(?<!art)(?<!arts)(?<![^a-z]n)(?<![^a-z]dr)(?<![^a-z]sr)(?<![^a-z]inc)(?<![^a-z]par)
        (?<![^a-z]al)
    \.(?=\s*\n|\s+["a-z]|\Z)
    """,
    re.X,
)
"""The end of a sentence in folded text; dots of abbreviations and of numbers are none."""

_LIST_END = re.compile(r"\.\s*\n|\n\s*\"?(?:art\.|§)")
_PREAMBLE_END = re.compile(
    r"considerando|resolve|decret[aoe]u?\s|promulg|faz\s+saber|faco\s+saber|sanciono|\n\s*art\."
)
_SUBORDINATE = re.compile(
    r"""
    (?<![a-z])(?:que|nos\ termos|conforme|de\ acordo|previst[oa]s?|instituid[oa]s?|na\ forma
    |em\ conformidade|com\ base|estabelecid[oa]s?|referid[oa]s?|criad[oa]s?|para|com\ as\ alteracoes
    |dad[oa]s?\ pel[oa]s?|alterad[oa]s?\ pel[oa]s?|com\ a\ alteracao
    |modificad[oa]s?\ pel[oa]s?|regulamentad[oa]s?\ pel[oa]s?|a\ que\ se\ refere)(?![a-z])
    """,
    re.X,
)
"""Words behind which another norm is spoken of, not the one that the verb acts on."""
_MANNER = re.compile(
    r"""
    (?:nos\ termos|conforme|de\ acordo\ com|na\ forma|previst[oa]s?\ n|com\ base
    |(?:criad|dad|alterad|acrescid|modificad|regulamentad|introduzid|promovid|estabelecid)
     [oa]s?\ pel[oa]s?
    |alterac(?:ao|oes)\ d[aoe]s?)\s*(?:d?[ao]s?|no|na)?\s*\Z
    """,
    re.X,
)
_MANY = re.compile(r"pel[oa]s\s*\Z|\sd[aeo]s\s*\Z")
_LIST_JOINT = re.compile(r"\s*+(?:,|;|,?\s*e\s)\s*+(?:[ao]s?\s+)?(?:n[º.o]{1,3}\s*)?")
_NOTE_LEAD = re.compile(
    r"""
    (?:\A|[(\[\n]|nota:?)\s*"?(?:(?:artigo|paragrafo|inciso|alinea|item|caput)\s)?
    (?:com\s)?(?:nova\s)?\Z
    """,
    re.X,
)
_OBJECT_FOLLOWS = re.compile(
    r",? (?:[oa]s?|§|art|inc|alinea|paragrafo|em|na|no)(?![a-z])"
)
_OPENING = re.compile(r"(?:\A|[.;:\n\0\"º-])\s*\Z")
_WORD_START = re.compile(r"(?<![a-z0-9])[a-z]")
_LONGEST_ACT = 60
"""Characters from the first word of an act to the word by which it is looked for."""
_MOST_WORDS = 6
"""Words of an act up to the one by which it is looked for: "ficam introduzidas as seguintes
alterações" has five.
"""
_REACH = 2500
"""Characters that a verb reaches; the longest list of revoked norms in the field corpus has 1,900.
"""
_WIDEST_MANNER = 60
_LONGEST_LIST = 60
_NOTE_REACH = 12
_COORDINATED_REACH = 40


ActPlace = tuple[int, str]
"""Where a word stands by which acts are looked for, and the word."""


@dataclass(slots=True, kw_only=True)
class RelationVerb:
    """Words that make a relation, with the act that they say and the side of its objects."""

    start: int
    end: int
    act: Act
    side: Side

    @property
    def acts_on_what_follows(self) -> bool:
        """Tell whether its objects may stand after it."""
        return self.side in {Side.AFTER, Side.EITHER}


# -- finding ---------------------------------------------------------------------------


@cache
def _acts_by_word() -> dict[str, list[tuple[int, Act]]]:
    """Give the words by which acts are looked for, each with its acts and their rank: of two at one
    place the first counts.
    """
    ranked = list(enumerate(relating_acts()))
    return {
        word: [
            (rank, act) for rank, act in ranked if any(map(_begins(word), act.needs))
        ]
        for word in act_words()
    }


def _begins(word: str) -> Callable[[str], bool]:
    return lambda longer: longer.startswith(word)


def find_verbs(flat: str, places: Sequence[ActPlace]) -> list[RelationVerb]:
    """Find every act told by the words at `places` of a folded text that makes a relation, in
    order; of acts that overlap the first of the vocabulary.
    """
    verbs, acts, done = list[RelationVerb](), relating_acts(), 0
    for start, rank, end in sorted(set(_match_acts(flat, places))):
        if start < done:
            continue
        act, done = acts[rank], end
        verbs.append(
            RelationVerb(start=start, end=end, act=act, side=_side_of(act, flat, end))
        )
    return verbs


def _match_acts(
    flat: str, places: Sequence[ActPlace]
) -> Iterator[tuple[int, int, int]]:
    """(start, rank, end) of every act, tried at the words just before one of those it is looked for
    by.
    """
    for place, word in places:
        starts = _act_word_starts(flat, place)
        for rank, act in _acts_by_word()[word]:
            for start in starts:
                if told := act.pattern.match(flat, start):
                    yield start, rank, told.end()


def _act_word_starts(flat: str, place: int) -> list[int]:
    """Tell where the words up to a place begin at which an act told there may begin, the word
    itself the last.
    """
    window = max(0, place - _LONGEST_ACT)
    starts = [match.start() for match in _WORD_START.finditer(flat, window, place + 1)]
    return starts[-_MOST_WORDS:]


def _side_of(act: Act, flat: str, end: int) -> Side:
    """Tell where the objects stand: "fica revogada" may have its own on either side, but not before
    if one follows at once.
    """
    if act.side is Side.EITHER and _OBJECT_FOLLOWS.match(flat, end):
        return Side.AFTER
    return act.side


# -- sentences -------------------------------------------------------------------------


def sentence_end(flat: str, pos: int) -> int:
    """Tell where the sentence that holds `pos` ends, at most `_REACH` characters on."""
    match = BOUNDARY.search(flat, pos, pos + _REACH)
    if match:
        return match.start()
    return min(len(flat), pos + _REACH)


def same_sentence(flat: str, start: int, end: int) -> bool:
    """Tell whether no sentence ends between two places, and they are within reach of each other."""
    return end - start <= _REACH and BOUNDARY.search(flat, start, end) is None


# -- applying --------------------------------------------------------------------------


def relate_hits(
    flat: str, hits: Sequence[CitationHit], act_places: Sequence[ActPlace]
) -> None:
    """Set `relation` and `trigger` of the hits that stand in the reach of a verb. Later verbs win
    over earlier ones.
    """
    if hits:
        _Relating(flat, hits).run(find_verbs(flat, act_places))


class _Relating:
    """The hits of a text while verbs are applied to them; `locked` are those that a note has
    settled.
    """

    def __init__(self, flat: str, hits: Sequence[CitationHit]) -> None:
        self.flat, self.hits = flat, hits
        self.starts = [hit.start for hit in hits]
        self.ends = [hit.end for hit in hits]
        self.locked: set[int] = set()

    def run(self, verbs: Sequence[RelationVerb]) -> None:
        acting = list(self._acting_verbs(verbs))
        following = _next_verbs(acting)
        stop = -1
        for i, verb in enumerate(acting):
            if verb.side is Side.NOTE:
                self._apply_note(verb)
                continue
            preceded = verb.side is not Side.AFTER and self._apply_before(verb)
            inverted = verb.side is Side.BEFORE and not preceded and self._opens(verb)
            if not (verb.acts_on_what_follows or inverted):
                continue
            if (
                verb.end > stop
            ):  # one look for the end of the sentence serves all its verbs
                stop = sentence_end(self.flat, verb.end)
            named = self._apply_after(
                verb, min(self._reach_of(verb, stop), following[i])
            )
            if verb.act.side is not verb.side and not named:
                self._apply_before(
                    verb
                )  # "No art. 1º da Lei será acrescido o seguinte parágrafo"

    def _acting_verbs(self, verbs: Sequence[RelationVerb]) -> Iterator[RelationVerb]:
        """Yield the verbs but those that share their object with a wider one before."""
        for i, verb in enumerate(verbs):
            if not i or not self._is_coordinated(verbs[i - 1], verb):
                yield verb

    def _is_coordinated(self, first: RelationVerb, second: RelationVerb) -> bool:
        """ "Altera e acrescenta dispositivos à Lei": two verbs with one object; the first, wider
        one names the relation.
        """
        if not (first.acts_on_what_follows and second.acts_on_what_follows):
            return False
        if (
            first.act.relation != "amends"
            or second.start - first.end > _COORDINATED_REACH
        ):
            return False
        return bisect_left(self.starts, first.end) == bisect_left(
            self.starts, second.start
        )

    def _apply_note(self, verb: RelationVerb) -> None:
        """ "(Redação dada pela Lei nº …)" speaks of the text it stands in; "a Lei X, alterada pela
        Lei Y" does not.
        """
        i = bisect_left(self.starts, verb.end)
        if i == len(self.hits) or self.starts[i] - verb.end > _NOTE_REACH:
            return
        lead = self.flat[max(0, verb.start - 24) : verb.start]
        noted = _NOTE_LEAD.search(lead) is not None
        previous = bisect_right(self.ends, verb.start) - 1
        if noted and previous >= 0 and self.hits[previous].kind == "external":
            noted = self.flat[self.ends[previous] : verb.start].strip(" (,") != ""
        hit = self.hits[i]
        if noted:
            _set_relation(hit, verb)
        else:
            hit.relation, hit.trigger, hit.aside = "cites", None, True
        self.locked.add(i)

    def _apply_before(self, verb: RelationVerb) -> bool:
        """Relate what stands before a verb; False where nothing does ("Passam a vigorar … os
        artigos da Lei").
        """
        place, related = verb.start, False
        for i in range(bisect_right(self.ends, verb.start) - 1, -1, -1):
            hit = self.hits[i]
            if not same_sentence(self.flat, hit.end, place):
                break
            free = (
                i not in self.locked and hit.relation == "cites" and _can_be_object(hit)
            )
            if free and not self._is_apart(i):
                _set_relation(hit, verb)
                related = True
            place = hit.start
        return related

    def _is_apart(self, i: int) -> bool:
        """Tell whether a participle or "nos termos" stands before a hit, or "alterada pelas Leis"
        before the list it goes on with: the verb of the sentence does not act on it.
        """
        if self._manner_before(i):
            return True
        first, farthest = i, max(0, i - _LONGEST_LIST)
        while first > farthest and _LIST_JOINT.fullmatch(
            self.flat, self.ends[first - 1], self.starts[first]
        ):
            first -= 1
        manner = None
        if first < i:
            manner = self._manner_before(first)
        return manner is not None and _MANY.search(manner[0]) is not None

    def _manner_before(self, i: int) -> re.Match[str] | None:
        start = self.starts[i]
        return _MANNER.search(self.flat, max(0, start - _WIDEST_MANNER), start)

    def _opens(self, verb: RelationVerb) -> bool:
        """Tell whether a verb opens its sentence, so that its object can only follow."""
        return (
            _OPENING.search(self.flat, max(0, verb.start - 8), verb.start) is not None
        )

    def _reach_of(self, verb: RelationVerb, stop: int) -> int:
        """Tell where the reach of a verb ends: its sentence, or the list that it opens with a
        colon.
        """
        flat, relation = self.flat, verb.act.relation
        if (
            relation == "revokes"
            and stop < len(flat)
            and ":" in flat[verb.end : min(stop, verb.end + 80)]
        ):
            end = _LIST_END.search(flat, verb.end, verb.end + _REACH)
            if end:
                return end.start()
            return stop
        if relation == "grants_power" and (
            end := _PREAMBLE_END.search(flat, verb.end, stop)
        ):
            return end.start()
        return stop

    def _apply_after(self, verb: RelationVerb, stop: int) -> bool:
        """Relate what stands behind a verb up to `stop`; whether a norm is named there."""
        place, relation, named = verb.end, verb.act.relation, False
        first = bisect_left(self.starts, verb.end)
        for i in range(first, len(self.hits)):
            hit = self.hits[i]
            if hit.start >= stop:
                break
            between = self.flat[place : hit.start]
            if relation in {"amends", "adds"} and _SUBORDINATE.search(between):
                break
            place = hit.end
            if i in self.locked or not _can_be_object(hit) or self._is_apart(i):
                continue
            if not _is_bill_basis(hit, relation):
                _set_relation(hit, verb)
                named = named or hit.scope != "bare"
        return named


def _next_verbs(verbs: Sequence[RelationVerb]) -> list[int]:
    """For each verb the place of the next one that acts on what follows it: there its own reach
    ends.
    """
    places, place = [0] * len(verbs), sys.maxsize
    for i in range(len(verbs) - 1, -1, -1):
        places[i] = place
        if verbs[i].acts_on_what_follows:
            place = verbs[i].start
    return places


def _set_relation(hit: CitationHit, verb: RelationVerb) -> None:
    hit.relation = verb.act.relation
    hit.trigger = (verb.start, verb.end)


def _can_be_object(hit: CitationHit) -> bool:
    """Tell what a verb can act on: another norm, or a provision whose norm is named elsewhere."""
    return hit.kind != "internal" or hit.scope in {"bare", "named", "possessive"}


def _is_bill_basis(hit: CitationHit, relation: str) -> bool:
    """Tell whether a bill is named: a norm came from it, it gives no power to issue one."""
    species = None
    if hit.reference:
        species = hit.reference.species
    return relation == "grants_power" and species is not None and species.bill
