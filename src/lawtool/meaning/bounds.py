"""The bound that a law sets with a quantity: at least, at most, exactly.

The comparator follows the meaning, not the word: `superior a` is a strict minimum as a threshold and a maximum under a
prohibition, `até a uma distância de` in a prohibition is a minimum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lawtool.meaning.amounts import Amount

MIN, MAX, EQ = "min", "max", "eq"


@dataclass(frozen=True, slots=True)
class Bound:
    """`comparator` is min, max or eq; `strict`: the bound itself is excluded."""

    comparator: str
    strict: bool = False


_AT_LEAST = (
    r"no minimo|ao menos|pelo menos|minim[oa]s?|a partir de|(?:igual|iguais)(?:,)? ou (?:superior(?:es)?|maior(?:es)?)"
    r"|(?:superior(?:es)?|maior(?:es)?) ou (?:igual|iguais)|antecedencia(?: minima)?|no min\.?|acrescid[oa] de no minimo"
    r"|carencia|quorum|pel[oa] voto|por voto|voto favoravel|votos|maioria|aprovacao|voto"
)
_AT_MOST = (
    r"no maximo|maxim[oa]s?|ate|limitad[oa]s? (?:a|ao|em)|(?:igual|iguais)(?:,)? ou (?:inferior(?:es)?|menor(?:es)?)"
    r"|(?:inferior(?:es)?|menor(?:es)?) ou (?:igual|iguais)|dentro de|dentro do prazo|no prazo|em prazo|prazo"
    r"|tera\b|terao|dispora|disporao|limite"
)
_MORE_THAN = (
    r"superior(?:es)?|acima|mais|maior(?:es)?|exced\w+|ultrapass\w+|alem|super(?:ar|e|em|arem)"
)
_LESS_THAN = r"inferior(?:es)?|abaixo|menos|menor(?:es)?|aquem"
_CUE = re.compile(
    rf"\b(?:(?P<least>{_AT_LEAST})|(?P<most>{_AT_MOST})|(?P<more>{_MORE_THAN})|(?P<less>{_LESS_THAN}))\b"
)
_NEGATION = re.compile(
    r"\b(?:nao|nunca|jamais|nem|vedad[oa]s?|proibid[oa]s?|proib\w+|sem|impedid[oa]s?|defes[oa])\b"
)
_FORBIDS = re.compile(r"\b(?:vedad[oa]s?|proibid[oa]s?|(?:nao|nunca) (?:pod|dev|se permit|sera permit)\w+)")
_WITHIN = re.compile(r"(?:\A|,\s|\w\s)em\s(?:ate\s)?\Z")
"""`as providências serão tomadas em sessenta dias`: a term without the word."""
_ONLY_AFTER = re.compile(
    r"\b(?:nao|nunca|so|somente|apenas)\b[^;.]{0,80}\b(?:apos|antes d[eo]|decorrid\w+|transcorrid\w+)(?:\s\w+){0,2}\s\Z"
)
"""`só será permitida a exumação após 3 anos`, `não antes de 24 horas`: a least time."""
_UNTIL_DISTANCE = re.compile(r"\bate (?:a )?(?:uma )?distancias?\b[^;.]{0,30}\Z")
_BEHIND = re.compile(
    r"(?P<least>\s(?:ou|e)\s(?:mais|superior(?:es)?|maior(?:es)?|acima)\b|,?\s(?:no|ao|pelo)\s(?:minimo|menos)\b"
    r"|\s(?:de\s)?(?:[a-z]+\s){0,2}minim[oa]s?\b|\sde antecedencia\b)"
    r"|(?P<most>\s(?:ou|e)\s(?:menos|inferior(?:es)?|menor(?:es)?|abaixo)\b|,?\sno\smaximo\b"
    r"|\s(?:de\s)?(?:[a-z]+\s){0,2}maxim[oa]s?\b)"
)
_CLAUSE = re.compile(r"[;:]|\.\s")
_REACH = 60
"""Characters before a quantity in which its cue stands; 81 % of all cues stand within 40."""
_GAP = 34
"""Characters between a cue and its number, unless the number shares the cue of the one before it."""
_RANGE = re.compile(r"\s(?:a|ate|e)\s(?:de\s|o maximo de\s|no maximo\s)?")
_SHARED = re.compile(
    r"(?:\s(?:de|da)\s[a-z]+)?(?:\s?,\s|\s(?:e|ou|por|x)\s)(?:de\s|com\s)?(?:[a-z]+\s(?:de\s)?)?"
)
_LEAD = re.compile(r"\b(?:(?P<least>minim[oa]s?)|(?P<most>maxim[oa]s?))\b")


def read_bounds(flat: str, amounts: Sequence[Amount], lead: str) -> list[Bound]:
    """Return the bound of each amount, in order. `flat` and `lead` are flattened texts."""
    bounds: list[Bound] = []
    for index, amount in enumerate(amounts):
        previous = amounts[index - 1] if index else None
        following = amounts[index + 1] if index + 1 < len(amounts) else None
        bound = _in_range(flat, previous, amount, following)
        if bound is None:
            start = previous.end if previous is not None else 0
            bound = _own(flat, amount, start)
        if bound is None and previous is not None and _shares(flat, previous, amount):
            bound = bounds[-1]
        if bound is None:
            bound = _resumed(flat, amount, amounts[:index], bounds)
        if bound is None:
            bound = _inherited(lead, amount)
        bounds.append(bound)
    return bounds


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
    before = flat[max(start, amount.start - _REACH) : amount.start]
    clause = list(_CLAUSE.finditer(before))
    if clause:
        before = before[clause[-1].end() :]
    if _role(amount) == "duration" and _WITHIN.search(before):
        return Bound(MAX)
    if _role(amount) == "duration" and _ONLY_AFTER.search(sentence_head(flat, amount)):
        return Bound(MIN)
    cues = list(_CUE.finditer(before))
    if not cues or len(before) - cues[-1].end() > _GAP:
        return None
    sentence = flat[max(0, amount.start - 160) : amount.start]
    return _meant(before, cues[-1], sentence, amount)


def sentence_head(flat: str, amount: Amount) -> str:
    """Return what stands before an amount, 130 characters at the most."""
    return flat[max(0, amount.start - 130) : amount.start]


def _meant(before: str, cue: re.Match[str], sentence: str, amount: Amount) -> Bound | None:
    """Return what a cue means where it stands: negation turns it, a term is a maximum."""
    head = sentence[: len(sentence) - len(before) + cue.start()]
    head = re.split(r"[;.]\s", head)[-1]
    if cue["most"]:
        if cue[0] == "ate" and _UNTIL_DISTANCE.search(before) and _NEGATION.search(head):
            return Bound(MIN)
        if cue[0].startswith(("prazo", "tera", "dispor")) and _role(amount) != "duration":
            return None
        return Bound(MAX)
    if cue["least"]:
        if cue[0] in _VOTES and _role(amount) != "ratio":
            return None
        return Bound(MIN)
    if cue[0] in ("mais", "menos", "maior", "maiores", "menor", "menores") and not re.match(
        r"\s(?:de|que|do que)\s", before[cue.end() :]
    ):
        return None
    denied = _is_denied(head)
    if cue["more"]:
        return Bound(MAX) if denied else Bound(MIN, strict=True)
    return Bound(MIN) if denied else Bound(MAX, strict=True)


_VOTES = frozenset("quorum votos voto maioria aprovacao".split()) | {
    "pelo voto",
    "pela voto",
    "por voto",
    "voto favoravel",
}


def _role(amount: Amount) -> str:
    return amount.unit.role if amount.unit is not None else "count"


def _is_denied(head: str) -> bool:
    """Tell whether the words before a cue of comparison forbid what it describes.

    A negation in front of a comma belongs to another clause (`não exerceu operações, por período superior a`), unless it
    is one that forbids (`vedado`, `não poderá`).
    """
    near = head[-110:]
    if _FORBIDS.search(near):
        return True
    return _NEGATION.search(near[near.rfind(",") + 1 :]) is not None


def _shares(flat: str, previous: Amount, amount: Amount) -> bool:
    """Tell `no mínimo, 1,20 m de largura e 2,10 m de altura`: one cue for two numbers."""
    between = flat[previous.end : amount.start]
    if len(between) > 40 or _role(previous) != _role(amount) and not _may_differ(between):
        return False
    return _SHARED.fullmatch(between) is not None


def _may_differ(between: str) -> bool:
    return between.strip() == "ou"


def _resumed(
    flat: str, amount: Amount, earlier: Sequence[Amount], bounds: Sequence[Bound]
) -> Bound | None:
    """Read `prazo de 120 dias para …, e de 180 dias para as demais`: the cue of the last one of its kind."""
    if not flat.endswith((" e de ", " e a de ", " e o de ", " ou de "), 0, amount.start):
        return None
    for other, bound in zip(reversed(earlier), reversed(bounds), strict=True):
        if other.end < amount.start - 200 or "." in flat[other.end : amount.start]:
            return None
        if other.unit == amount.unit and other.unit is not None:
            return bound
    return None


def _inherited(lead: str, amount: Amount) -> Bound:
    """Return the bound of the words that introduce a list, or eq where nothing is printed anywhere."""
    last_sentence = re.split(r"[;.]\s", lead)[-1][-120:]
    cues = [cue for cue in _LEAD.finditer(last_sentence) if not _has_number(last_sentence, cue)]
    if cues and lead.rstrip().endswith(":"):
        return Bound(MIN if cues[-1]["least"] else MAX)
    return Bound(EQ)


def _has_number(lead: str, cue: re.Match[str]) -> bool:
    """Tell a bound of the lead's own number (`altura mínima de 3 m:`) from one of the list that follows."""
    return re.search(r"\d|\bate\b", lead[cue.end() : cue.end() + 40]) is not None
