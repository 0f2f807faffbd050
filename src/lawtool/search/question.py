"""What a person asks: the concepts of a question, each with the words that may stand for it in the
law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from lawtool.search.stems import (
    KeyedWord,
    content_families,
    read_tokens,
    small_keys,
    word_key,
)
from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import fold

MAX_CHARACTERS, MAX_CONCEPTS = 2000, 16
"""What is read of a question; nobody asks more, and a pasted text must not cost a minute."""

Keys = tuple[str, ...]
Blanks = Sequence[tuple[int, int]]
"""Stretches of a question that are not words to search for: a citation, the name of a place."""

_QUOTED = re.compile(r'(?P<minus>(?<!\S)-)?["“”](?P<words>[^"“”]+)["“”]')
"""`"área de armazenamento"`, `-"área urbana"`."""
_EXCLUDED = re.compile(r"(?<!\S)-(?=[^\W\d_])(?P<words>[^\W\d_]+)")
"""`-rural`: nothing stands before the hyphen, so that `guarda-chuva` is two words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One way to say a concept: all its keys must stand in one provision. `likeness`: of a word
    that stands for one that nobody wrote, how near it is to that.
    """

    keys: Keys
    synonym: bool = False
    likeness: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """One thing asked for. `word`: what was typed; `variants`: that first, then what else may stand
    for it; `part`: a word of an expression that is a concept itself.
    """

    word: str
    variants: tuple[Variant, ...]
    part: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as the ranking takes it. `phrases` must stand in a provision, `excluded` words and
    `excluded_phrases` must not; `neighbours` are words that stand side by side in it; `amounts` are
    the roles of quantities that it asks for.
    """

    text: str
    concepts: tuple[Concept, ...]
    phrases: tuple[str, ...] = ()
    excluded: frozenset[str] = frozenset()
    excluded_phrases: tuple[str, ...] = ()
    neighbours: tuple[tuple[str, str], ...] = ()
    wants_definition: bool = False
    wants_end: bool = False
    amounts: frozenset[str] = frozenset()

    @property
    def keys(self) -> frozenset[str]:
        """All keys that count as a match, those of quoted words included."""
        asked = {
            key
            for concept in self.concepts
            for variant in concept.variants
            for key in variant.keys
        }
        quoted = {token.key for phrase in self.phrases for token in read_tokens(phrase)}
        return frozenset((asked | quoted) - small_keys()) or frozenset(asked | quoted)


@dataclass(slots=True)
class _Reading:
    """What is left of a question to read, and what was read of it."""

    text: str
    phrases: list[str] = field(default_factory=list)
    excluded: set[str] = field(default_factory=set)
    excluded_phrases: list[str] = field(default_factory=list)

    def take_operators(self) -> None:
        """Take quoted and excluded words out of the text."""
        self.text = _QUOTED.sub(self._take_phrase, self.text)
        self.text = _EXCLUDED.sub(self._take_excluded, self.text)

    def _take_phrase(self, match: re.Match[str]) -> str:
        if match["minus"]:
            phrases = self.excluded_phrases
        else:
            phrases = self.phrases
        if any(True for _ in read_tokens(match["words"])):
            phrases.append(match["words"])
        return " " * len(match.group())

    def _take_excluded(self, match: re.Match[str]) -> str:
        self.excluded.add(word_key(match["words"]))
        return " " * len(match.group())


def read_question(
    text: str,
    *,
    blanks: Blanks = (),
    short_forms: Mapping[str, Sequence[Keys]] | None = None,
) -> Question:
    """Read a question. Any text is one; a text without a word or a number has no concepts.

    `blanks` are stretches that mean something else than their words; `short_forms` gives the long
    form of an abbreviation, or the other way round, by the keys with blanks between.
    """
    reading = _Reading(text[:MAX_CHARACTERS])
    for start, end in blanks:
        reading.text = reading.text[:start] + " " * (end - start) + reading.text[end:]
    reading.take_operators()
    vocabulary = _vocabulary()
    typed = list(read_tokens(reading.text))
    folded = f" {' '.join(fold(token.word) for token in typed)} "
    wants_definition = any(
        token.family in vocabulary.definition for token in typed
    ) or any(f" {phrase} " in folded for phrase in vocabulary.definition_phrases)
    words = [token for token in typed if token.key not in small_keys()]
    if not words and not reading.phrases:
        words = typed
    if wants_definition:
        words = [
            token for token in words if token.family not in vocabulary.definition
        ] or words
    words = list({token.key: token for token in reversed(words)}.values())[::-1][
        :MAX_CONCEPTS
    ]
    return Question(
        text=text,
        concepts=tuple(_read_concepts(words, short_forms or {})),
        phrases=tuple(reading.phrases),
        excluded=frozenset(reading.excluded),
        excluded_phrases=tuple(reading.excluded_phrases),
        neighbours=tuple(pairwise(token.key for token in words)),
        wants_definition=wants_definition,
        wants_end=any(token.family in vocabulary.ends for token in typed),
        amounts=frozenset(
            role
            for phrase, role in vocabulary.amounts.items()
            if f" {phrase} " in folded
        ),
    )


def _read_concepts(
    words: Sequence[KeyedWord], short_forms: Mapping[str, Sequence[Keys]]
) -> Iterator[Concept]:
    """Read known expressions first, the longest that fits, then their words and all others one by
    one.
    """
    at = 0
    while at < len(words):
        size = min(_vocabulary().longest, len(words) - at)
        others = _other_words(words[at : at + size], short_forms)
        while size > 1 and not others:
            size -= 1
            others = _other_words(words[at : at + size], short_forms)
        typed = words[at : at + size]
        yield _concept(typed, others)
        if size > 1:
            for word in typed:
                yield Concept(
                    word=word.word, variants=(Variant(keys=(word.key,)),), part=True
                )
        at += size


def _concept(typed: Sequence[KeyedWord], others: Sequence[Keys]) -> Concept:
    typed_variant = Variant(keys=tuple(word.key for word in typed))
    synonyms = (Variant(keys=keys, synonym=True) for keys in others)
    return Concept(
        word=" ".join(word.word for word in typed), variants=(typed_variant, *synonyms)
    )


def _other_words(
    typed: Sequence[KeyedWord], short_forms: Mapping[str, Sequence[Keys]]
) -> list[Keys]:
    """List what else may be said for an expression."""
    synonyms = _vocabulary().synonyms.get(tuple(word.family for word in typed), ())
    return [*synonyms, *short_forms.get(" ".join(word.key for word in typed), ())]


# Vocabulary ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Vocabulary:
    """`rules/sinonimos.toml`: synonyms go from families to the keys of others."""

    definition: frozenset[str]
    definition_phrases: tuple[str, ...]
    ends: frozenset[str]
    amounts: dict[str, str]
    synonyms: dict[Keys, tuple[Keys, ...]]
    longest: int


@cache
def _vocabulary() -> _Vocabulary:
    table = rules.read_table("sinonimos")
    asked = table["perguntas"]
    synonyms: dict[Keys, dict[Keys, None]] = {}
    for group in table["grupo"]:
        terms = [
            (content_families(term), _content_keys(term)) for term in group["termos"]
        ]
        for families, keys in terms:
            others = {other: None for _, other in terms if other and other != keys}
            synonyms.setdefault(families, {}).update(others)
    return _Vocabulary(
        definition=frozenset(
            next(read_tokens(word)).family for word in asked["definicao"]
        ),
        definition_phrases=tuple(map(fold, asked["definicao_expressoes"])),
        ends=frozenset(next(read_tokens(word)).family for word in asked["fim"]),
        amounts={
            fold(phrase): role
            for role, phrases in asked["medidas"].items()
            for phrase in phrases
        },
        synonyms={term: tuple(others) for term, others in synonyms.items() if term},
        longest=max(map(len, synonyms)),
    )


def _content_keys(text: str) -> Keys:
    return tuple(
        token.key for token in read_tokens(text) if token.key not in small_keys()
    )
