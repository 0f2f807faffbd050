"""Repair words that do not exist: what the confusions of a recogniser make of them, and what
confirms it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from lawtool.model import Kind
from lawtool.repair.joins import is_two_words
from lawtool.repair.scope import Proposal, RepairScope, by_letters
from lawtool.vocabulary import lexicon, rules
from lawtool.vocabulary.folding import strip_accents

_TREMA = re.compile(r"[qg]ü[eéêií]")
"""Where a trema can stand. It is restored only from the glyphs of the table: a printed u stays u.
"""

_SHORTEST, _LONGEST = 4, 30
_REPEATED = 2
_TELLING = 6
"""A word of this length is no longer like another one by chance."""

WordsByLetters = Mapping[str, tuple[str, ...]]
"""Words by their letters without accents."""


@dataclass(frozen=True, slots=True)
class WordReading:
    """What a word that does not exist is a misreading of. `alone`: no typist writes it so."""

    word: str
    form: str
    """The word that confirms it: itself, its other number, its later spelling."""
    confirmed: bool = True
    """By the document; otherwise by the lexicon."""
    alone: bool = False

    @property
    def evidence(self) -> str:
        """The confirming word and where it stands."""
        if self.confirmed:
            place = "document"
        else:
            place = "lexicon"
        return f"{self.form} ({place})"


@cache
def _confusions() -> tuple[Mapping[str, tuple[str, ...]], frozenset[str], int]:
    """Give printed glyphs → what they may stand for; those that no typist writes; the longest's
    length.
    """
    table: dict[str, tuple[str, ...]] = {}
    alone: set[str] = set()
    for entry in rules.read_table("ocr")["confusion"]:
        for read in entry["read"]:
            table[read] = tuple(dict.fromkeys((*table.get(read, ()), *entry["for"])))
            if entry.get("alone"):
                alone.add(read)
    return table, frozenset(alone), max(map(len, table))


def _undo_confusions(word: str) -> Iterator[tuple[str, str]]:
    """Give all that one confusion undone makes of a word, with the glyphs that were misread."""
    table, _, longest = _confusions()
    for at in range(len(word)):
        for size in range(1, longest + 1):
            glyphs = word[at : at + size]
            for meant in table.get(glyphs, ()):
                spelling = word[:at] + meant + word[at + size :]
                if "ü" not in meant or _TREMA.match(spelling, at):
                    yield spelling, glyphs


@cache
def _common_words() -> WordsByLetters:
    """Give the common words that no other word of the lexicon equals but for its accents."""
    words = lexicon.load_lexicon()
    return {
        key: same
        for key, same in by_letters(words.words).items()
        if len(same) == 1 and same[0] in words.common
    }


def _meant_words(spelling: str, existing: WordsByLetters) -> dict[str, str]:
    """Give the words that have these letters, each with the form that confirms it.

    That is the word itself or its other number.
    """
    same = [
        word
        for word in existing.get(strip_accents(spelling), ())
        if lexicon.known(word)
    ]
    if same and "ü" in spelling:
        # A trema that was restored stays: the confirming word may be of a later spelling.
        return {spelling: same[0]}
    if same:
        return dict(zip(same, same, strict=True))
    plural = spelling.endswith("s")
    if plural:
        other_number = spelling[:-1]
    else:
        other_number = spelling + "s"
    for form in existing.get(strip_accents(other_number), ()):
        if plural:
            meant = form + "s"
        else:
            meant = form[:-1]
        if lexicon.known(form) and lexicon.known(meant):
            return {spelling if "ü" in spelling else meant: form}
    return {}


def read_word(scope: RepairScope, word: str) -> WordReading | None:
    """Read the one word that a damaged `word` (lower case) must be; None where none or several fit.

    Accents first, then one confusion of glyphs with any accents. The words of the document are
    asked first; in a damaged source a word that is common in norms is a reading too, but an
    unconfirmed one.
    """
    strange = _confusions()[1]
    undone = [
        (spelling, glyphs in strange) for spelling, glyphs in _undo_confusions(word)
    ]
    sources = [(scope.by_letters, True)]
    if scope.damaged:
        sources.append((_common_words(), False))
    for existing, confirmed in sources:
        for spellings in ([(word, False)], undone):
            readings = _readings(spellings, existing, confirmed=confirmed)
            if readings:
                return _only_reading(readings)
    return None


def _readings(
    spellings: Iterable[tuple[str, bool]], existing: WordsByLetters, *, confirmed: bool
) -> list[WordReading]:
    return [
        WordReading(meant, form, confirmed, alone)
        for spelling, alone in spellings
        for meant, form in _meant_words(spelling, existing).items()
    ]


def _only_reading(readings: list[WordReading]) -> WordReading | None:
    """Give the first of several readings as one and the same word, None where they differ."""
    first = readings[0]
    if any(reading.word != first.word for reading in readings):
        return None
    alone = first.confirmed and all(reading.alone for reading in readings)
    return WordReading(first.word, first.form, first.confirmed, alone)


def propose_words(scope: RepairScope) -> Iterator[Proposal]:
    """Propose a repair for every place of a word that does not exist and has one reading."""
    readings: dict[str, WordReading] = {}
    for word in scope.unknown:
        if not _may_be_repaired(scope, word):
            continue
        reading = read_word(scope, word.lower())
        if reading is not None and not is_two_words(scope, word):
            readings[word] = reading
    for match in scope.occurrences(readings):
        reading = readings[match.group()]
        yield Proposal(
            start=match.start(),
            end=match.end(),
            after=_as_cased(scope, match.group(), reading.word),
            rule="word",
            evidence=reading.evidence,
            sure=_is_sure(scope, match, reading),
        )


def _may_be_repaired(scope: RepairScope, word: str) -> bool:
    """Tell a word of usual length; in a clean text a strange word with a capital is a name."""
    if not _SHORTEST <= len(word) <= _LONGEST:
        return False
    return scope.damaged or word[0].islower() or not word.isalpha()


def _as_cased(scope: RepairScope, printed: str, word: str) -> str:
    """Give a word the capital that was printed; where that I may be an l, as the document writes
    it.
    """
    capital = word[0].upper() + word[1:]
    if printed[0] == "I" and word[0] == "l":
        return max(word, capital, key=lambda form: scope.counts[form])
    if printed[0].isupper():
        return capital
    return word


def _is_sure(scope: RepairScope, match: re.Match[str], reading: WordReading) -> bool:
    """Decide whether a repair is made or only suggested: a name or a term is left alone."""
    if reading.alone or not scope.damaged:
        return reading.alone
    printed = match.group()
    node = scope.node_at(*match.span())
    if node is not None and node.kind == Kind.ASSINATURA:
        return False
    if printed[0].isupper() and not (reading.confirmed and _is_no_name(scope, reading)):
        return False
    if not reading.confirmed:
        return len(printed) >= _TELLING
    if strip_accents(printed.lower()) == strip_accents(reading.word):
        return True
    # Damage varies: a strange word that comes back is a term, unless only its accents are strange.
    return scope.counts[printed] <= _REPEATED


def _is_no_name(scope: RepairScope, reading: WordReading) -> bool:
    """Tell a word that is written without a capital too, in the document or commonly in norms."""
    return (
        scope.counts[reading.form] > 0 or reading.form in lexicon.load_lexicon().common
    )
