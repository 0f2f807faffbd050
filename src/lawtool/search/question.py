"""What a person asks: the concepts of a question, each with the words that may stand for it in the law."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from lawtool.search.stems import TOKEN, is_small, stem
from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import fold

MAX_CHARACTERS, MAX_CONCEPTS = 2000, 24
"""What is read of a question; nobody asks more, and a pasted text must not cost a minute."""

SYNONYM, PART, PAIR = 0.6, 0.3, 0.3
"""Weights of a synonym, of a word of an expression that is known as a whole, and of two words side by side.
Figures between 0.3 and 0.9 for the first and 0 and 0.6 for the others make no difference on the annotated questions."""

NEAR = 3
"""Words that may stand inside an expression: `posto revendedor de GLP`."""

Stems = tuple[str, ...]

_QUOTED = re.compile(r'["“”]([^"“”]+)["“”]')


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One way to say a concept. `exact`: words in this order with nothing between, else words near each other."""

    stems: Stems
    weight: float = 1.0
    exact: bool = False

    @property
    def match(self) -> str:
        """The expression of FTS5; keys are letters and digits, so that nothing in it can be taken for syntax."""
        words = " ".join(f'"{one}"' for one in self.stems)
        if len(self.stems) == 1:
            return words
        return f'"{" ".join(self.stems)}"' if self.exact else f"NEAR({words}, {NEAR})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Concept:
    """One thing asked for. `word`: what was typed; `required`: it stood in quotation marks."""

    word: str
    variants: tuple[Variant, ...]
    required: bool = False

    @property
    def weight(self) -> float:
        """That of what was typed, in the share of the question that a provision covers."""
        return self.variants[0].weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as the ranking takes it: `pairs` are words that stand side by side in it."""

    text: str
    concepts: tuple[Concept, ...]
    pairs: tuple[Variant, ...]
    wants_definition: bool

    @property
    def stems(self) -> frozenset[str]:
        """All keys that count as a match."""
        keys = {
            key
            for concept in self.concepts
            for variant in concept.variants
            for key in variant.stems
        }
        return frozenset(key for key in keys if not is_small(key)) or frozenset(keys)


def read(text: str) -> Question:
    """Read a question. Any text is one; a text without a word or a number has no concepts."""
    text = text[:MAX_CHARACTERS]
    quoted = [_quoted(match.group(1)) for match in _QUOTED.finditer(text)]
    typed = _typed(_QUOTED.sub(" ", text))
    wants_definition = _asks_definition(text, typed)
    words = [(word, key) for word, key in typed if not is_small(key)] or (
        typed if not quoted else []
    )
    if wants_definition and len(words) > 1:
        words = [(word, key) for word, key in words if key not in _vocabulary().definition] or words
    words = list({key: (word, key) for word, key in reversed(words)}.values())[::-1][:MAX_CONCEPTS]
    keys = [key for _, key in words]
    return Question(
        text=text,
        concepts=(*filter(None, quoted), *_concepts(words)),
        pairs=tuple(Variant(stems=pair, weight=PAIR) for pair in pairwise(keys)),
        wants_definition=wants_definition,
    )


def _typed(text: str) -> list[tuple[str, str]]:
    return [(word, stem(word)) for word in TOKEN.findall(text)]


def _quoted(text: str) -> Concept | None:
    keys = tuple(key for _, key in _typed(text))
    return (
        Concept(word=text, variants=(Variant(stems=keys, exact=True),), required=True)
        if keys
        else None
    )


def _asks_definition(text: str, typed: Sequence[tuple[str, str]]) -> bool:
    asked = f" {' '.join(fold(word) for word in TOKEN.findall(text))} "
    vocabulary = _vocabulary()
    return any(key in vocabulary.definition for _, key in typed) or any(
        f" {phrase} " in asked for phrase in vocabulary.definition_phrases
    )


def _concepts(words: Sequence[tuple[str, str]]) -> Iterator[Concept]:
    """Known expressions first, the longest that fits, then their words and all others one by one."""
    synonyms = _vocabulary().synonyms
    at = 0
    while at < len(words):
        for size in range(min(_vocabulary().longest, len(words) - at), 0, -1):
            keys = tuple(key for _, key in words[at : at + size])
            if size == 1 or keys in synonyms:
                break
        others = tuple(Variant(stems=other, weight=SYNONYM) for other in synonyms.get(keys, ()))
        typed = " ".join(word for word, _ in words[at : at + size])
        yield Concept(word=typed, variants=(Variant(stems=keys), *others))
        if size > 1:
            for word, key in words[at : at + size]:
                yield Concept(word=word, variants=(Variant(stems=(key,), weight=PART),))
        at += size


# Vocabulary -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Vocabulary:
    definition: frozenset[str]
    definition_phrases: tuple[str, ...]
    synonyms: dict[Stems, tuple[Stems, ...]]
    longest: int


@cache
def _vocabulary() -> _Vocabulary:
    """`rules/sinonimos.toml` by keys."""
    table = rules.table("sinonimos")
    asked = table["perguntas"]
    synonyms: dict[Stems, dict[Stems, None]] = {}
    for group in table["grupo"]:
        terms = [content_stems(term) for term in group["termos"]]
        for term in filter(None, terms):
            synonyms.setdefault(term, {}).update(
                (other, None) for other in terms if other and other != term
            )
    return _Vocabulary(
        definition=frozenset(stem(TOKEN.findall(word)[0]) for word in asked["definicao"]),
        definition_phrases=tuple(map(fold, asked["definicao_expressoes"])),
        synonyms={term: tuple(others) for term, others in synonyms.items()},
        longest=max(map(len, synonyms)),
    )


def content_stems(text: str) -> Stems:
    """The keys of a text without small words."""
    return tuple(key for _, key in _typed(text) if not is_small(key))
