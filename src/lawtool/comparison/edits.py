"""Word by word: what differs between aligned provisions, and what kind of difference it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from rapidfuzz.distance import Indel, Levenshtein

from lawtool.comparison.units import Token, Unit, skeleton
from lawtool.vocabulary import norms, rules
from lawtool.vocabulary.folding import fold

NOISE = frozenset({"ocr", "accent"})
"""Kinds of edit that are no drafting."""
NAMED = ("norm-type", "agency", "instrument")
FUNCTION_WORD = 3
"""Words of so few letters hold a sentence together and may be lost in copying."""
COPYIST = 0.6
"""Share of letters in common from which one real word may be a slip for another (complemento,
completo).
"""
BRIDGE = 2
"""So few equal words between two edits are read as part of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A stretch of the text of one provision: code points of the node's text; empty where nothing
    stands.
    """

    path: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One difference. `op` is insert, delete or replace (from the base to the other side is the
    reader's business: left is side a). `kind`: accent, ocr, norm-type, agency, instrument, copyist,
    style, number, number-in-doubt or text.
    """

    op: str
    kind: str
    left: tuple[Passage, ...]
    right: tuple[Passage, ...]
    words: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A token and the unit it stands in."""

    unit: Unit
    token: Token


Run = tuple[int, int, int, int]
"""Start and end on the left, start and end on the right, in words."""


def words_of(members: Sequence[Unit]) -> list[Word]:
    """The words of several units in a row, each with its unit."""
    return [Word(unit=unit, token=token) for unit in members for token in unit.tokens]


def _table(name: str) -> Any:
    return rules.read_table("comparison")[name]


@cache
def _sense() -> frozenset[str]:
    return frozenset(_table("ocr")["sense"])


@lru_cache(maxsize=16384)
def misreading(word: str, other: str) -> bool:
    """Whether noise explains one word read for the other: a letter in six, a lost final s, confused
    shapes.

    Never where the sense turns: a negating prefix, a word of obligation, a bound.
    """
    if word == other:
        return True
    if {word, other} & _sense() or any(sign.isdigit() for sign in word + other):
        return (
            word[:1].isalpha()
            and skeleton(word) == skeleton(other)
            and not {word, other} & _sense()
        )
    short, long = sorted((word, other), key=len)
    if long == short + "s" and len(short) >= 4:
        return True
    if is_turned(short, long):
        return False
    if skeleton(word) == skeleton(other):
        return True
    allowed = len(long) // int(_table("ocr")["letters"])
    return (
        allowed > 0
        and Levenshtein.distance(word, other, score_cutoff=allowed) <= allowed
    )


def is_turned(word: str, longer: str) -> bool:
    """Whether a prefix turns the sense: legal, ilegal."""
    return any(longer == prefix + word for prefix in _table("ocr")["turning_prefixes"])


def changes(left: Sequence[Word], right: Sequence[Word]) -> list[Run]:
    """The stretches that differ, as few words as possible, small misreadings apart, others joined
    over short bridges.
    """
    keys, others = [word.token.key for word in left], [word.token.key for word in right]
    raw: list[Run] = []
    for op in Indel.opcodes(keys, others):
        if op.tag == "equal":
            continue
        run = (op.src_start, op.src_end, op.dest_start, op.dest_end)
        if raw and raw[-1][1] == run[0] and raw[-1][3] == run[2]:
            run = (raw[-1][0], run[1], raw[-1][2], run[3])
            raw.pop()
        raw.append(run)
    pieces = [piece for run in raw for piece in _split(run, keys, others)]
    return _bridge(pieces, keys, others)


def _split(run: Run, keys: Sequence[str], others: Sequence[str]) -> list[Run]:
    """Words misread in place stand alone, so that a replaced stretch is not blamed for them."""
    i, i_end, j, j_end = run
    if i_end - i != j_end - j or i_end - i == 1:
        return _trim(run, keys, others)
    if all(
        misreading(a, b) for a, b in zip(keys[i:i_end], others[j:j_end], strict=True)
    ):
        return [(i + k, i + k + 1, j + k, j + k + 1) for k in range(i_end - i)]
    return _trim(run, keys, others)


def _trim(run: Run, keys: Sequence[str], others: Sequence[str]) -> list[Run]:
    """Split misread words off both ends of a replaced stretch."""
    i, i_end, j, j_end = run
    head: list[Run] = []
    tail: list[Run] = []
    while i_end - i > 1 and j_end - j > 0 and misreading(keys[i], others[j]):
        head.append((i, i + 1, j, j + 1))
        i, j = i + 1, j + 1
    while (
        i_end - i > 0
        and j_end - j > 1
        and misreading(keys[i_end - 1], others[j_end - 1])
    ):
        tail.append((i_end - 1, i_end, j_end - 1, j_end))
        i_end, j_end = i_end - 1, j_end - 1
    if i_end > i or j_end > j:
        middle = [(i, i_end, j, j_end)]
    else:
        middle = []
    return [*head, *middle, *reversed(tail)]


def _bridge(
    pieces: Sequence[Run], keys: Sequence[str], others: Sequence[str]
) -> list[Run]:
    joined: list[Run] = []
    for run in pieces:
        if (
            joined
            and not _noise(run, keys, others)
            and not _noise(joined[-1], keys, others)
        ):
            last = joined[-1]
            gap = run[0] - last[1]
            size = (
                (last[1] - last[0])
                + (last[3] - last[2])
                + (run[1] - run[0])
                + (run[3] - run[2])
            )
            if gap <= min(BRIDGE, size // 2) and gap == run[2] - last[3]:
                joined[-1] = (last[0], run[1], last[2], run[3])
                continue
        joined.append(run)
    return joined


def _noise(run: Run, keys: Sequence[str], others: Sequence[str]) -> bool:
    i, i_end, j, j_end = run
    return i_end - i == 1 and j_end - j == 1 and misreading(keys[i], others[j])


def passages(words: Sequence[Word], start: int, end: int) -> tuple[Passage, ...]:
    """The stretch of words `start:end`, one passage for each unit; where empty, the place between
    two words.
    """
    if start == end:
        if not words:
            return ()
        if start:
            word, at = (words[start - 1], words[start - 1].token.end)
        else:
            word, at = (words[0], words[0].token.start)
        return (Passage(path=word.unit.path, start=at, end=at, text=""),)
    found: list[Passage] = []
    for word in words[start:end]:
        goes_on = found and found[-1].path == word.unit.path
        if goes_on:
            begin = found.pop().start
        else:
            begin = word.token.start
        text = word.unit.text[begin : word.token.end]
        found.append(
            Passage(path=word.unit.path, start=begin, end=word.token.end, text=text)
        )
    return tuple(found)


_JOINTS = r"(?:(?:o|a|os|as|do|da|dos|das|de|pelo|pela|pelos|pelas|ao|no|na|e|por) )*"
"""Articles and prepositions before the name of a body."""


@cache
def _adaptations() -> tuple[rules.Rule, ...]:
    return rules.load_rules("comparison")


def adaptation(left: str, right: str) -> str | None:
    """The named adaptation that turns one phrase into the other (folded words), or None.

    >>> adaptation("o dnc", "a prefeitura municipal")
    'agency'
    """
    if not left or not right:
        return None
    for rule in _adaptations():
        if _fits_adaptation(rule, left) and _fits_adaptation(rule, right):
            return rule.id
    return None


def _fits_adaptation(rule: rules.Rule, phrase: str) -> bool:
    if rule.pattern is not None and rule.pattern.match(phrase):
        return True
    known = {"agency": _known_bodies, "norm-type": _known_species}.get(rule.id)
    return known is not None and known().match(phrase) is not None


@cache
def _known_species() -> re.Pattern[str]:
    """Match a phrase of folded words that is a species of `especies.toml`, in the singular: `desta
    portaria`.
    """
    names = norms.any_of(norms.spelled_forms())
    levels = "municipal|complementar|ordinaria|estadual|federal"
    return re.compile(rf"(?:[nd]?est[ae] |presente )?(?:{names})(?: (?:{levels}))?$")


@cache
def _known_bodies() -> re.Pattern[str]:
    """Match a phrase of folded words that begins with a body of `orgaos.toml`, by its name or
    initials.
    """
    forms = {
        " ".join(re.findall(r"\w+", fold(form)))
        for body in norms.bodies().values()
        for form in (*body.acronyms, *(name.name for name in body.names))
    }
    names = "|".join(sorted(map(re.escape, forms), key=len, reverse=True))
    return re.compile(rf"{_JOINTS}(?:{names})(?: [a-z]{{1,6}}){{0,2}}$")


def kind_of(left: Sequence[Word], right: Sequence[Word]) -> str:
    """What kind of difference a stretch is, numbers set aside."""
    keys, others = [word.token.key for word in left], [word.token.key for word in right]
    if any(word.token.is_number for word in (*left, *right)):
        return "number"
    if len(keys) == 1 and len(others) == 1:
        if misreading(keys[0], others[0]):
            return "ocr"
    elif keys and others and "".join(keys) == "".join(others):
        return "ocr"
    named = adaptation(" ".join(keys), " ".join(others))
    if named:
        return named
    if sorted(keys) == sorted(others):
        return "style"
    if _slip(keys, others):
        return "copyist"
    return "text"


def _slip(keys: Sequence[str], others: Sequence[str]) -> bool:
    """One function word lost or gained, or one real word for another that looks like it."""
    if {*keys, *others} & _sense():
        return False
    if len(keys) + len(others) == 1:
        return len((*keys, *others)[0]) <= FUNCTION_WORD
    if (
        len(keys) == 1
        and len(others) == 1
        and not is_turned(*sorted((keys[0], others[0]), key=len))
    ):
        return Levenshtein.normalized_similarity(keys[0], others[0]) >= COPYIST
    return False


def find_edits(left: Sequence[Word], right: Sequence[Word]) -> list[Edit]:
    """All differences of two sequences of words in order, accents included."""
    found: list[Edit] = []
    i = j = 0
    for run in [*changes(left, right), (len(left), len(left), len(right), len(right))]:
        found.extend(_accents(left[i : run[0]], right[j : run[2]], i, j))
        if run[1] > run[0] or run[3] > run[2]:
            found.append(_edit(left, right, run))
        i, j = run[1], run[3]
    return found


def _edit(left: Sequence[Word], right: Sequence[Word], run: Run) -> Edit:
    i, i_end, j, j_end = run
    return Edit(
        op="insert" if i == i_end else "delete" if j == j_end else "replace",
        kind=kind_of(left[i:i_end], right[j:j_end]),
        left=passages(left, i, i_end),
        right=passages(right, j, j_end),
        words=(i_end - i, j_end - j),
    )


def _accents(left: Sequence[Word], right: Sequence[Word], i: int, j: int) -> list[Edit]:
    """Equal keys in two spellings: an accent lost, a trema, a superscript."""
    return [
        Edit(
            op="replace",
            kind="accent",
            left=passages(left, k, k + 1),
            right=passages(right, k, k + 1),
            words=(1, 1),
        )
        for k, (a, b) in enumerate(zip(left, right, strict=True))
        if a.token.exact != b.token.exact
    ]


def punctuation_differs(left: Sequence[Unit], right: Sequence[Unit]) -> bool:
    """Whether aligned words carry other commas, colons or brackets; the end of an item and dashes
    set aside.
    """

    def signs(members: Sequence[Unit]) -> str:
        text = " ".join(unit.text.rstrip(" .;,:") for unit in members)
        return "".join(sign for sign in text if sign in ",;:()[]/")

    return signs(left) != signs(right)
