"""The bound that a law sets with a quantity: at least, at most, exactly.

The comparator follows the meaning, not the word: `superior a` is a strict minimum as a threshold
and a maximum under a prohibition, `até a uma distância de` in a prohibition is a minimum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from lawtool.meaning.units import Amount
from lawtool.vocabulary import rules

MIN, MAX, EQ = "min", "max", "eq"


@dataclass(frozen=True, slots=True)
class Bound:
    """`comparator` is min, max or eq; `strict`: the bound itself is excluded."""

    comparator: str
    strict: bool = False


_FORBIDS = re.compile(
    r"\b(?:vedad[oa]s?|proibid[oa]s?|(?:nao|nunca) (?:pod|dev|se permit|sera permit)\w+)"
)
_WITHIN = re.compile(r"(?:\A|,\s|\w\s)em\s(?:ate\s)?\Z")
"""`as providências serão tomadas em sessenta dias`: a term without the word."""
_ONLY_AFTER = re.compile(
    r"\b(?:nao|nunca|so|somente|apenas)\b[^;.]{0,80}"
    r"\b(?:apos|antes d[eo]|decorrid\w+|transcorrid\w+)(?:\s\w+){0,2}\s\Z"
)
"""`só será permitida a exumação após 3 anos`, `não antes de 24 horas`: a least time."""
_UNTIL_DISTANCE = re.compile(r"\bate (?:a )?(?:uma )?distancias?\b[^;.]{0,30}\Z")
_BEHIND = re.compile(
    r"(?P<least>\s(?:ou|e)\s(?:mais|superior(?:es)?|maior(?:es)?|acima)\b|,?\s(?:no|ao"
    r"|pelo)\s(?:minimo|menos)\b"
    r"|\s(?:de\s)?(?:[a-z]+\s){0,2}minim[oa]s?\b|\sde antecedencia\b)"
    r"|(?P<most>\s(?:ou|e)\s(?:menos|inferior(?:es)?|menor(?:es)?|abaixo)\b|,?\sno\smaximo\b"
    r"|\s(?:de\s)?(?:[a-z]+\s){0,2}maxim[oa]s?\b)"
)
_NEEDS_OF = re.compile(r"mais|menos|maior(?:es)?|menor(?:es)?")
_OF = re.compile(r"\s(?:de|que|do que)\s")
"""`mais de 5`; `os mais de` and `cinco a mais` set no bound."""
_SENTENCE = 160
"""Characters before a number in which a prohibition reaches it."""
_OF_MEMBERS = re.compile(
    r"\sd[aeo]s?\s(?:seus\s|suas\s)?(?:membros|vereadores|votos|deputados|presentes)\b"
)
"""`com 2/3 de seus membros`: a quorum is a least share."""
_CLAUSE = re.compile(r"[;:]|\.\s")
_REACH = 60
"""Characters before a quantity in which its cue stands; 81 % of all cues stand within 40."""
_GAP = 34
"""Characters between a cue and its number, unless the number shares the cue of the one before it.
"""
_RANGE = re.compile(r"\s(?:a|ate|e)\s(?:de\s|o maximo de\s|no maximo\s)?")
_SHARED = re.compile(
    r"(?:\s(?:de|da)\s[a-z]+)?(?:\s?,\s|\s(?:e|ou|por|x)\s)(?:de\s|com\s)?(?:[a-z]+\s(?:de\s)?)?"
)
_LEAD = re.compile(r"\b(?:(?P<least>minim[oa]s?)|(?P<most>maxim[oa]s?))\b")


@cache
def _cue() -> re.Pattern[str]:
    """Return the pattern of all cues, a group for each kind of `rules/quantidades.toml`."""
    kinds = rules.read_table("quantidades")["bounds"]
    groups = (
        f"(?P<{kind}>{'|'.join(kinds[kind])})"
        for kind in ("least", "most", "quorum", "term", "more", "less")
    )
    return re.compile(rf"\b(?:{'|'.join(groups)})\b")


@cache
def _negation() -> re.Pattern[str]:
    words = rules.read_table("quantidades")["bounds"]["negation"]
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


def read_bounds(flat: str, amounts: Sequence[Amount], lead: str) -> list[Bound]:
    """Return the bound of each amount, in order. `flat` and `lead` are flattened texts."""
    bounds: list[Bound] = []
    for index in range(len(amounts)):
        bound = _printed(flat, amounts, index, bounds)
        if bound is None:
            bound = _inherited(lead)
        bounds.append(bound)
    return bounds


def _printed(
    flat: str, amounts: Sequence[Amount], index: int, bounds: Sequence[Bound]
) -> Bound | None:
    """Return the bound that the provision itself prints: a range, an own cue, that of the number
    before.
    """
    amount = amounts[index]
    if index:
        previous = amounts[index - 1]
    else:
        previous = None
    if index + 1 < len(amounts):
        following = amounts[index + 1]
    else:
        following = None
    in_range = _in_range(flat, previous, amount, following)
    if in_range is not None:
        return in_range
    own = _own(flat, amount, previous.end if previous is not None else 0)
    if own is not None:
        return own
    if previous is not None and _shares(flat, previous, amount):
        return bounds[-1]
    return _resumed(flat, amount, amounts[:index], bounds)


def _in_range(
    flat: str, previous: Amount | None, amount: Amount, following: Amount | None
) -> Bound | None:
    """Read `de 1% a 3%` and `entre 5 e 10 dias`: a minimum and a maximum."""
    if following is not None and _spans(flat, amount, following):
        return Bound(MIN)
    if previous is not None and _spans(flat, previous, amount):
        return Bound(MAX)
    return None


def _spans(flat: str, first: Amount, last: Amount) -> bool:
    link = _RANGE.fullmatch(flat, first.end, last.start)
    if link is None or first.value > last.value:
        return False
    before = flat[max(0, first.start - 12) : first.start]
    if " e " in link[0]:
        return re.search(r"\bentre\s(?:os\s|as\s)?\Z", before) is not None
    return re.search(r"\b(?:de|entre|varia\w*)\s\Z", before) is not None


def _own(flat: str, amount: Amount, start: int) -> Bound | None:
    """Return the bound that the words around an amount give, None where none of them is a cue."""
    behind = _BEHIND.match(flat, amount.end)
    if behind is not None:
        return Bound(MIN if behind["least"] else MAX)
    if _role(amount) == "ratio" and _OF_MEMBERS.match(flat, amount.end):
        return Bound(MIN)
    before = flat[max(start, amount.start - _REACH) : amount.start]
    before = _CLAUSE.split(before)[-1]
    head = flat[max(0, amount.start - _SENTENCE) : amount.start]
    if _role(amount) == "duration":
        if _WITHIN.search(before):
            return Bound(MAX)
        if _ONLY_AFTER.search(head):
            return Bound(MIN)
    cues = list(_cue().finditer(before))
    if not cues or len(before) - cues[-1].end() > _GAP:
        return None
    return _meant(before, cues[-1], head, amount)


def _meant(
    before: str, cue: re.Match[str], sentence: str, amount: Amount
) -> Bound | None:
    """Return what a cue means where it stands: negation turns a threshold into the other bound."""
    head = sentence[: len(sentence) - len(before) + cue.start()]
    head = re.split(r"[;.]\s", head)[-1]
    kind = cue.lastgroup
    if kind == "most":
        is_kept_free = _UNTIL_DISTANCE.search(before) and _negation().search(head)
        if is_kept_free:
            return Bound(MIN)
        return Bound(MAX)
    if kind == "term":
        if _role(amount) == "duration":
            return Bound(MAX)
        return None
    if kind == "quorum":
        if _role(amount) == "ratio":
            return Bound(MIN)
        return None
    if kind == "least":
        return Bound(MIN)
    return _threshold(before, cue, head)


def _threshold(before: str, cue: re.Match[str], head: str) -> Bound | None:
    """Return the bound of `superior a`, `mais de`, `menor que`: strict, or the other one where it
    is forbidden.
    """
    if _NEEDS_OF.fullmatch(cue[0]) and not _OF.match(before, cue.end()):
        return None
    is_more = cue.lastgroup == "more"
    if _is_denied(head):
        return Bound(MAX if is_more else MIN)
    return Bound(MIN if is_more else MAX, strict=True)


def _role(amount: Amount) -> str:
    if amount.unit is not None:
        return amount.unit.role
    return "count"


def _is_denied(head: str) -> bool:
    """Tell whether the words before a cue of comparison forbid what it describes.

    A negation in front of a comma belongs to another clause (`não exerceu operações, por
    período superior a`), unless it is one that forbids (`vedado`, `não poderá`).
    """
    near = head[-110:]
    if _FORBIDS.search(near):
        return True
    return _negation().search(near[near.rfind(",") + 1 :]) is not None


def _shares(flat: str, previous: Amount, amount: Amount) -> bool:
    """Tell `no mínimo, 1,20 m de largura e 2,10 m de altura`: one cue for two numbers."""
    between = flat[previous.end : amount.start]
    if len(between) > _GAP or (
        _role(previous) != _role(amount) and between.strip() != "ou"
    ):
        return False
    return _SHARED.fullmatch(between) is not None


def _resumed(
    flat: str, amount: Amount, earlier: Sequence[Amount], bounds: Sequence[Bound]
) -> Bound | None:
    """Read `prazo de 120 dias para …, e de 180 dias para as demais`: the cue of the last one of its
    kind.
    """
    if not flat.endswith(
        (" e de ", " e a de ", " e o de ", " ou de "), 0, amount.start
    ):
        return None
    for other, bound in zip(reversed(earlier), reversed(bounds), strict=True):
        if other.end < amount.start - 200 or "." in flat[other.end : amount.start]:
            return None
        if other.unit == amount.unit and other.unit is not None:
            return bound
    return None


def _inherited(lead: str) -> Bound:
    """Return the bound of the words that introduce a list, or eq where nothing is printed."""
    last_sentence = re.split(r"[;.]\s", lead)[-1][-120:]
    cues = [
        cue
        for cue in _LEAD.finditer(last_sentence)
        if not _has_number(last_sentence, cue)
    ]
    if cues and lead.rstrip().endswith(":"):
        return Bound(MIN if cues[-1]["least"] else MAX)
    return Bound(EQ)


def _has_number(lead: str, cue: re.Match[str]) -> bool:
    """Tell a bound of the lead's own number (`altura mínima de 3 m:`) from one of the list that
    follows.
    """
    return re.search(r"\d|\bate\b", lead[cue.end() : cue.end() + 40]) is not None
