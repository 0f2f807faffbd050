"""Words that do not exist: what the confusions of a recogniser make of them, and what confirms it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from lawtool.model import Kind
from lawtool.repair.document import Change, Document, by_letters, letters
from lawtool.repair.joins import splits
from lawtool.vocabulary import lexicon, rules

_TREMA = re.compile(r"[qg]ü[eéêií]")
"""Where a trema can stand. It is restored only from the glyphs of the table: a printed u stays u."""

_SHORTEST, _LONGEST = 4, 30
_REPEATED = 2
_TELLING = 6
"""A word of this length is no longer like another one by chance."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a word that does not exist is a misreading of. `alone`: no typist writes such a thing."""

    word: str
    form: str
    """The word that confirms it: itself, its other number, its later spelling."""
    confirmed: bool = True
    """By the document; otherwise by the lexicon."""
    alone: bool = False

    @property
    def evidence(self) -> str:
        return f"{self.form} ({'document' if self.confirmed else 'lexicon'})"


@cache
def _confusions() -> tuple[Mapping[str, tuple[str, ...]], frozenset[str], int]:
    """Printed glyphs → what they may stand for; those that no typist writes; the length of the longest."""
    table: dict[str, tuple[str, ...]] = {}
    alone: set[str] = set()
    for entry in rules.table("ocr")["confusion"]:
        for read in entry["read"]:
            table[read] = tuple(dict.fromkeys((*table.get(read, ()), *entry["for"])))
            if entry.get("alone"):
                alone.add(read)
    return table, frozenset(alone), max(map(len, table))


def _undone(word: str) -> Iterator[tuple[str, str]]:
    """All that one confusion undone makes of a word, with the glyphs that were misread."""
    table, _, longest = _confusions()
    for at in range(len(word)):
        for size in range(1, longest + 1):
            glyphs = word[at : at + size]
            for meant in table.get(glyphs, ()):
                made = word[:at] + meant + word[at + size :]
                if "ü" not in meant or _TREMA.match(made, at):
                    yield made, glyphs


@cache
def _common() -> Mapping[str, tuple[str, ...]]:
    """The common words that no other word of the lexicon equals but for its accents."""
    words = lexicon.load()
    return {
        key: found
        for key, found in by_letters(words.words).items()
        if len(found) == 1 and found[0] in words.common
    }


def _meant(
    document: Document, spelling: str, existing: Mapping[str, tuple[str, ...]]
) -> dict[str, str]:
    """The words that have these letters, each with the form that confirms it: itself or its other number."""
    found = [word for word in existing.get(letters(spelling), ()) if document.exists(word)]
    if found:
        # A trema that was restored stays: the confirming word may be of a later spelling.
        return {spelling: found[0]} if "ü" in spelling else dict(zip(found, found, strict=True))
    plural = spelling.endswith("s")
    for form in existing.get(letters(spelling[:-1] if plural else spelling + "s"), ()):
        meant = form + "s" if plural else form[:-1]
        if document.exists(form) and lexicon.known(meant):
            return {spelling if "ü" in spelling else meant: form}
    return {}


def read(document: Document, word: str) -> Reading | None:
    """The one word that a damaged `word` (lower case) must be; None where nothing or more than one fits.

    Accents first, then one confusion of glyphs with any accents. The words of the document are asked first;
    in a damaged source a word that is common in norms is a reading too, but an unconfirmed one.
    """
    strange = _confusions()[1]
    undone = [(spelling, glyphs in strange) for spelling, glyphs in _undone(word)]
    for existing in (
        (document.by_letters, _common()) if document.damaged else (document.by_letters,)
    ):
        confirmed = existing is document.by_letters
        for attempt in ([(word, False)], undone):
            found = [
                (meant, form, alone)
                for spelling, alone in attempt
                for meant, form in _meant(document, spelling, existing).items()
            ]
            if len({meant for meant, _, _ in found}) == 1:
                meant, form, _ = found[0]
                alone = confirmed and all(alone for _, _, alone in found)
                return Reading(meant, form, confirmed, alone)
            if found:
                return None
    return None


def words(document: Document) -> Iterator[Change]:
    """Every place of a word that does not exist and has one reading."""
    readings: dict[str, Reading] = {}
    for word in document.unknown:
        # In a clean text a strange word with a capital is a name.
        if _SHORTEST <= len(word) <= _LONGEST and (
            document.damaged or word[0].islower() or not word.isalpha()
        ):
            found = read(document, word.lower())
            if found is not None and not splits(document, word):
                readings[word] = found
    for match in document.occurrences(readings):
        printed = match.group()
        found = readings[printed]
        yield Change(
            start=match.start(),
            end=match.end(),
            after=_cased(document, printed, found.word),
            rule="word",
            evidence=found.evidence,
            sure=_sure(document, match, found),
        )


def _cased(document: Document, printed: str, word: str) -> str:
    """A word with the capital that was printed; where that I may be an l, as the document writes the word."""
    capital = word[0].upper() + word[1:]
    if printed[0] == "I" and word[0] == "l":
        return max(word, capital, key=lambda form: document.counts[form])
    return capital if printed[0].isupper() else word


def _sure(document: Document, match: re.Match[str], found: Reading) -> bool:
    if found.alone or not document.damaged:
        return found.alone
    printed = match.group()
    node = document.node_at(*match.span())
    if node is not None and node.kind == Kind.ASSINATURA:
        return False
    if printed[0].isupper() and not (found.confirmed and _no_name(document, found)):
        return False
    if not found.confirmed:
        return len(printed) >= _TELLING
    # Damage varies: a strange word that comes back is a term, unless only its accents are strange.
    return document.counts[printed] <= _REPEATED or letters(printed.lower()) == letters(found.word)


def _no_name(document: Document, found: Reading) -> bool:
    """Is a word written without a capital too, in the document or commonly in norms?"""
    return document.counts[found.form] > 0 or found.form in lexicon.load().common
