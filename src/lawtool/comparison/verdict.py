"""What a pair of norms amounts to: how much of the one is in the other, in which direction, and why
that is believed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from lawtool.comparison.residue import Residue
from lawtool.comparison.units import Unit, fold_word, formula_of
from lawtool.model import Norma, NormaId

SHINGLE = 8
"""Words in a shingle. At 10 % of the smaller text eight words part the true pairs of the seeds (16
% and more) from the rest (4 % and less); five words leave 22 to 13, three words no gap.
"""
COPY, PARTIAL = 0.50, 0.10
LEAD = 80.0
LEAD_WORDS = 10
"""A lead needs one provision this alike, of so many words at least, that is no formula."""
REPEATS = 50
"""A shingle that stands more often in one norm is not followed when the longest run is sought."""

_AMENDS = re.compile(
    r"\b(?:alteram?|revogam?|revogad[oa]s?|acrescentam?|modificam?|incluem?|inclui|suprimem?"
    r"|revogam? e altera"
    r"|ficam?(?: \w+){0,4} (?:alterad|acrescid|acrescentad|modificad|incluíd|incluid)[oa]s?"
    r"|passam? a (?:vigorar|viger|ter)|d[áa] nova reda[çc][ãa]o)\b",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Shared 8-word shingles: how many, the share of each side, and the longest common run in
    words.
    """

    shared: int
    of_a: float
    of_b: float
    longest_run: int

    @property
    def containment(self) -> float:
        """Share of the smaller text."""
        return max(self.of_a, self.of_b)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`label`: copy, partial copy, lead, amends, none, or same norm for two of its versions (shared
    source is only seen across a corpus). `direction` is `a` (a is the source), `b`, or empty where
    nothing tells. `reasons` are sentences.
    """

    label: str
    direction: str
    reasons: tuple[str, ...]


def words_of(units: Sequence[Unit]) -> list[str]:
    """The folded words of several units in a row."""
    return [word for unit in units for word in unit.key.split()]


def shingles(words: Sequence[str], size: int = SHINGLE) -> set[tuple[str, ...]]:
    """All runs of `size` words."""
    return {tuple(words[i : i + size]) for i in range(len(words) - size + 1)}


def overlap(left: Sequence[Unit], right: Sequence[Unit]) -> Overlap:
    """How much of two texts is the same, word for word, wherever it stands."""
    ours, theirs = words_of(left), words_of(right)
    mine, other = shingles(ours), shingles(theirs)
    shared = len(mine & other)
    return Overlap(
        shared=shared,
        of_a=shared / len(mine) if mine else 0.0,
        of_b=shared / len(other) if other else 0.0,
        longest_run=_longest_run(ours, theirs),
    )


def _longest_run(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """Words of the longest passage in common, 0 where it is shorter than a shingle."""
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for j in range(len(theirs) - SHINGLE + 1):
        places[tuple(theirs[j : j + SHINGLE])].append(j)
    best = 0
    runs: Mapping[int, int] = {}
    for i in range(len(ours) - SHINGLE + 1):
        here = places.get(tuple(ours[i : i + SHINGLE]), [])[:REPEATS]
        runs = {j: runs.get(j - 1, SHINGLE - 1) + 1 for j in here}
        best = max(best, max(runs.values(), default=0))
    return best


def date_of(norma: Norma) -> date | None:
    """The day a norm is of: its signature, else its title's date, else its publication. A day that
    is years away from the year of the norm's number is misread or another act's, and is passed
    over.
    """
    year = norma.id.year
    days = (norma.signed, norma.id.date, norma.published)
    return next(
        (day for day in days if day and (not year or abs(day.year - year) <= 1)), None
    )


def day_of(norma: Norma) -> str:
    """The day of a norm in writing, its year where the day is not known."""
    return str(date_of(norma) or norma.id.year or "no date")


def older(a: Norma, b: Norma) -> str:
    """`a` or `b`, whichever is the older; empty where the dates do not tell."""
    first, second = date_of(a), date_of(b)
    if first and second and first != second:
        if first < second:
            return "a"
        return "b"
    if a.id.year and b.id.year and a.id.year != b.id.year:
        if a.id.year < b.id.year:
            return "a"
        return "b"
    return ""


def cites(norma: Norma, other: Norma) -> str | None:
    """The words by which a norm names another by species, number and year, None where it does not.

    A plain look for the three close together; finding and resolving citations as such is not the
    business of a comparison.
    """
    if not other.id.number or not other.id.year:
        return None
    digits = other.id.number
    if digits.isdigit():
        dotted = f"{int(digits):,}".replace(",", ".")
    else:
        dotted = digits
    number = re.compile(
        rf"(?<![\d.,/])0*(?:{re.escape(digits)}|{re.escape(dotted)})(?![\d]|[.,]\d)"
    )
    year = re.compile(
        rf"^[^;]{{0,40}}?(?:{other.id.year}|{str(other.id.year)[0]}\.{str(other.id.year)[1:]}"
        rf"|/{str(other.id.year)[2:]}\b)"
    )
    species = fold_word(other.id.species).split(".")[-1][:5]
    for node in norma.nodes:
        for match in number.finditer(node.text):
            named = _species_before(node.text, match.start(), species)
            dated = year.match(node.text[match.end() : match.end() + 60])
            if named is not None and dated:
                return node.text[named : match.end() + dated.end()]
    return None


def _species_before(text: str, end: int, species: str) -> int | None:
    """Where the name of a species begins shortly before a number, in the same clause."""
    start = max(0, end - 60)
    clause = text[start:end]
    found = None
    for word in re.finditer(r"\w+", clause):
        if fold_word(word.group()).startswith(species):
            found = start + word.start()
        elif word.group().isdigit():
            found = None
    return found


AMENDING = frozenset({"amends", "adds", "revokes"})


def amends(norma: Norma, other: Norma) -> bool:
    """Whether one provision of a norm, or its ementa, says by a citation that it changes the other
    norm.
    """
    if cites(norma, other) is None:
        return False
    from lawtool.citations import find_citations

    return any(
        citation.relation in AMENDING
        and citation.id is not None
        and _is_id_of(citation.id, other)
        for node in norma.nodes
        if node.text and _AMENDS.search(node.text)
        for citation in find_citations(node.text)
    )


def _is_id_of(cited: NormaId, norma: Norma) -> bool:
    """Whether a citation names a norm by its number, and by its year where it gives one."""
    own = norma.id
    if (
        cited.number is None
        or own.number is None
        or cited.number.lstrip("0") != own.number.lstrip("0")
    ):
        return False
    year = cited.year or (cited.date.year if cited.date else None)
    same_kind = fold_word(cited.species)[:5] == fold_word(own.species)[:5]
    return same_kind and (year is None or own.year is None or year == own.year)


def weigh_likeness(score: float) -> float:
    """Weigh a similarity in percent: 0 at 50, which any two sentences of one trade have, 1 at
    100.
    """
    return max(0.0, (score - 50.0) / 50.0)


def judge(
    a: Norma,
    b: Norma,
    shared: Overlap,
    aligned: Sequence[tuple[Unit, Unit, float]],
    left: Sequence[Residue],
    right: Sequence[Residue],
    *,
    words: tuple[int, int] = (0, 0),
) -> Verdict:
    """The verdict of a pair from its overlap, its aligned provisions and the residue in each.
    Thresholds are those of the definitions printed with it; `words` counts those of each side,
    formulas left out.
    """
    if (a.slug, a.source) == (b.slug, b.source):
        return Verdict(label="same norm", direction="", reasons=(_containment(shared),))
    telling = [
        (x, y, score)
        for x, y, score in aligned
        if not formula_of(x.clause) and not formula_of(y.clause)
    ]
    share = _aligned_share(telling, words)
    label = _label(a, b, max(shared.containment, share), telling)
    if label == "none":
        return Verdict(label=label, direction="", reasons=(_containment(shared),))
    direction, reasons = _direction(a, b, left, right)
    strongest = _lead(telling)
    if label != "lead":
        strongest = (
            f"{len(telling)} provisions aligned, {share:.1%} of the smaller text by "
            f"how alike they are"
        )
    return Verdict(
        label=label,
        direction=direction,
        reasons=(_containment(shared), strongest, *reasons),
    )


def _aligned_share(
    telling: Sequence[tuple[Unit, Unit, float]], words: tuple[int, int]
) -> float:
    """The share of the smaller text that was aligned, each provision weighed by how alike it is."""
    smaller = min(words)
    if not smaller:
        return 0.0
    weight = sum(
        weigh_likeness(score) * min(x.words, y.words) for x, y, score in telling
    )
    return min(1.0, weight / smaller)


def _label(
    a: Norma, b: Norma, containment: float, telling: Sequence[tuple[Unit, Unit, float]]
) -> str:
    if containment >= PARTIAL and (amends(a, b) or amends(b, a)):
        return "amends"
    if containment >= COPY and telling:
        return "copy"
    if containment >= PARTIAL and len(telling) >= 2:
        return "partial copy"
    if any(_leads(x, y, score) for x, y, score in telling):
        return "lead"
    return "none"


def _leads(x: Unit, y: Unit, score: float) -> bool:
    return score >= LEAD and min(x.words, y.words) >= LEAD_WORDS


def _lead(telling: Sequence[tuple[Unit, Unit, float]]) -> str:
    x, y, score = max(telling, key=lambda row: (_leads(*row), row[2]))
    return f"one provision alike: {x.path} ~ {y.path} ({score:.0f} %)"


def _containment(shared: Overlap) -> str:
    if shared.longest_run:
        run = f", longest run {shared.longest_run} words"
    else:
        run = ""
    return f"{shared.containment:.1%} of the smaller text word for word (8-word shingles){run}"


def _direction(
    a: Norma, b: Norma, left: Sequence[Residue], right: Sequence[Residue]
) -> tuple[str, list[str]]:
    reasons: list[str] = []
    first = older(a, b)
    if first == "b":
        source, copy = (b, a)
    else:
        source, copy = (a, b)
    if first:
        reasons.append(
            f"{source.slug} is older ({day_of(source)} before {day_of(copy)})"
        )
    for norma, other, found in ((a, b, left), (b, a, right)):
        for item in found:
            if item.species in fold_word(other.id.species):
                reasons.append(
                    f"residue in {norma.slug} {item.at.path}: “{item.at.text}”"
                )
                first = first or ("b" if norma is a else "a")
        named = cites(norma, other)
        if named:
            reasons.append(f"{norma.slug} names it: “{named}”")
            first = first or ("b" if norma is a else "a")
    if not reasons:
        reasons.append("no date or residue tells which came first")
    return first, reasons
