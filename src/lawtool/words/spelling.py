"""Words that do not exist: what the confusions of a recogniser make of them, and what confirms it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from lawtool import rules
from lawtool.model import Kind
from lawtool.words import lexicon
from lawtool.words.document import Change, Document, by_letters, letters
from lawtool.words.joins import splits

_TREMA = re.compile(r"[qg]ü[eéêií]")
"""Where a trema can stand. It is restored only from the glyphs of the table: a printed u stays u."""

_SHORTEST, _LONGEST = 4, 30
_NO_NAME = 8
"""A word of this length with a capital is no name that happens to be one glyph away from a word."""
_REPEATED = 2
"""Damage varies: a strange word that comes back more often is a term."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a word that does not exist is a misreading of. `alone`: no typist writes such a thing."""

    word: str
    evidence: str
    confirmed: bool = True
    alone: bool = False


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
    return by_letters(lexicon.load().common)


def _meant(spelling: str, existing: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The words that have these letters, each with the form that confirms it: itself or its other number."""
    found = [word for word in existing.get(letters(spelling), ()) if lexicon.known(word)]
    if found:
        # A trema that was restored stays: the confirming word may be of a later spelling.
        return {spelling: found[0]} if "ü" in spelling else dict(zip(found, found, strict=True))
    plural = spelling.endswith("s")
    for form in existing.get(letters(spelling[:-1] if plural else spelling + "s"), ()):
        meant = form + "s" if plural else form[:-1]
        if lexicon.known(form) and lexicon.known(meant):
            return {spelling if "ü" in spelling else meant: form}
    return {}


def read(document: Document, word: str) -> Reading | None:
    """The one word that a damaged `word` (lower case) must be; None where nothing or more than one fits.

    Accents first, then one confusion of glyphs with any accents. The words of the document are asked first;
    in a damaged source a word that is common in norms is a reading too, but an unconfirmed one.
    """
    strange = _confusions()[1]
    undone = [(spelling, glyphs in strange) for spelling, glyphs in _undone(word)]
    for existing in (document.by_letters, _common()) if document.damaged else (document.by_letters,):
        confirmed = existing is document.by_letters
        where = "document" if confirmed else "lexicon"
        for attempt in ([(word, False)], undone):
            found = [
                (meant, form, alone)
                for spelling, alone in attempt
                for meant, form in _meant(spelling, existing).items()
            ]
            if len({meant for meant, _, _ in found}) == 1:
                meant, form, _ = found[0]
                alone = confirmed and all(alone for _, _, alone in found)
                return Reading(meant, f"{form} ({where})", confirmed, alone)
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
            after=found.word[0].upper() + found.word[1:] if printed[0].isupper() else found.word,
            rule="word",
            evidence=found.evidence,
            sure=_sure(document, match, found),
        )


def _sure(document: Document, match: re.Match[str], found: Reading) -> bool:
    if found.alone or not document.damaged:
        return found.alone
    node = document.node_at(*match.span())
    if node is not None and node.kind == Kind.ASSINATURA:
        return False
    printed = match.group()
    if letters(printed.lower()) != letters(found.word):
        if printed[0].isupper() and len(printed) < _NO_NAME and not document.counts[found.word.capitalize()]:
            return False
        if document.counts[printed] > _REPEATED:
            return False
    return found.confirmed
