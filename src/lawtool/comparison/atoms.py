"""Read a provision as atoms of sense: operators (NOT, MAY, EXCEPT …), stems of words, values of
numbers.

The vocabulary and its reasons stand in `rules/sense.toml`. What carries no rule (articles,
auxiliaries, `mencionado`) is no atom, so that two wordings of equal force have the same atoms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from lawtool.comparison.edits import Word
from lawtool.comparison.printed_numbers import PrintedNumber
from lawtool.comparison.sense_stems import stem_of
from lawtool.vocabulary import rules

WEAK = frozenset({"MUST", "OBLIGED", "WITHIN", "FROM"})
"""Operators that the bare future or the bare number says too: where one side lacks them nothing
changed.
"""
NEAR = 6
"""Atoms within which a `não` makes `nenhum` a repetition."""
_TIME = frozenset({"dia", "dia útil", "mês", "hora"})
_PENAL = re.compile(r"\b(?:multa|suspens|pena|deten|reclus|pris|penal|interdi)")


@dataclass(frozen=True, slots=True)
class Atom:
    """One atom: `name` is what is compared, `danger` the kind of flag that a difference gets, empty
    for a plain word.

    `first` and `last` are the words it takes, up to but not with last; `number` the number it
    stands for.
    """

    name: str
    danger: str
    first: int
    last: int
    number: PrintedNumber | None = None

    @property
    def weak(self) -> bool:
        """Whether it counts only beside another difference."""
        return self.name in WEAK


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: tuple[str, ...]
    atoms: tuple[str, ...]
    danger: str


@cache
def _phrases() -> dict[str, tuple[_Phrase, ...]]:
    """First two letters → expressions that begin so, the longest first."""
    phrases: list[_Phrase] = []
    for rule in rules.load_rules("sense"):
        atoms = (rule.data["atom"],) if rule.data["atom"] else ()
        for phrase in rule.data["phrases"]:
            phrases.append(_Phrase(tuple(phrase.split()), atoms, rule.data["danger"]))
    for phrase, reading in rules.read_table("sense")["expressions"].items():
        names = tuple(_canonical(stem_of(word)) for word in reading.split())
        phrases.append(_Phrase(tuple(phrase.split()), names, "word"))
    index: dict[str, list[_Phrase]] = {}
    for phrase in phrases:
        index.setdefault(phrase.words[0].rstrip("*")[:2], []).append(phrase)
    return {
        start: tuple(sorted(found, key=lambda phrase: -len(phrase.words)))
        for start, found in index.items()
    }


@lru_cache(maxsize=65536)
def _phrases_from(word: str) -> tuple[_Phrase, ...]:
    """The expressions that may begin with a word, the longest first."""
    found = _phrases().get(word[:2], ())
    return tuple(phrase for phrase in found if word_matches(phrase.words[0], word))


@cache
def _same() -> dict[str, str]:
    """Stem → the stem that stands for its group."""
    groups = (
        line.split() for line in rules.read_table("sense")["same"]["words"].splitlines()
    )
    table: dict[str, str] = {}
    for group in groups:
        stems = [stem_of(word) for word in group]
        if stems:
            first = next((table[stem] for stem in stems if stem in table), stems[0])
        else:
            first = ""
        for stem in stems:
            table.setdefault(stem, first)
    return table


def _canonical(stem: str) -> str:
    return _same().get(stem, stem)


@cache
def _abbreviations() -> dict[str, str]:
    return dict(rules.read_table("sense")["abbreviations"])


def word_matches(pattern: str, word: str) -> bool:
    """Whether a word of a rule (`vedad*`, `salvo`) is this word."""
    if pattern.endswith("*"):
        return word.startswith(pattern[:-1])
    return word == pattern


class _AtomReader:
    """Reads one sequence of words from left to right."""

    def __init__(self, words: Sequence[Word], numbers: Sequence[PrintedNumber]) -> None:
        self.words = words
        self.numbers = {number.first: number for number in numbers}
        self.keys = [word.token.key for word in words]
        self.atoms: list[Atom] = []

    def read(self) -> list[Atom]:
        """Read all atoms, operators not yet combined."""
        index = 0
        while index < len(self.words):
            number = self.numbers.get(index)
            if number is not None:
                self.atoms.append(
                    Atom(f"#{number.key}", "number", index, number.last, number)
                )
                index = number.last
                continue
            index = self._read_word(index)
        return self.atoms

    def _read_word(self, index: int) -> int:
        key = self.keys[index]
        if key == "dia" and index + 1 in self.numbers:
            return index + 1
        if self._is_condition(index):
            self.atoms.append(Atom("IF", "condition", index, index + 1))
            return index + 1
        phrase = self._phrase_at(index)
        if phrase is not None:
            end = index + len(phrase.words)
            if phrase.danger == "word":
                danger = ""
            else:
                danger = phrase.danger
            self.atoms.extend(Atom(name, danger, index, end) for name in phrase.atoms)
            return end
        token = self.words[index].token
        if token.kind in ("letter", "roman"):
            self.atoms.append(Atom(token.key.lower(), "", index, index + 1))
            return index + 1
        if len(key) > 1 or key in "%‰":
            key = self._expanded(index)
            if key not in ("artigo", "paragrafo", "inciso", "alinea"):
                self.atoms.append(Atom(_canonical(stem_of(key)), "", index, index + 1))
        return index + 1

    def _expanded(self, index: int) -> str:
        word = self.words[index]
        after = word.unit.text[word.token.end : word.token.end + 1]
        key = word.token.key
        long = _abbreviations().get(key, "")
        known = after == "." or len(key) > 3 or key in ("kg", "kgs", "km", "cm", "mts")
        if long and known:
            return long
        return key

    def _phrase_at(self, index: int) -> _Phrase | None:
        for phrase in _phrases_from(self.keys[index]):
            end = index + len(phrase.words)
            if end > len(self.keys) or not self._goes_on(phrase, index):
                continue
            inside = any(place in self.numbers for place in range(index, end))
            if not inside and not self._is_noun_caso(phrase, index):
                return phrase
        return None

    def _goes_on(self, phrase: _Phrase, index: int) -> bool:
        for offset in range(1, len(phrase.words)):
            if not word_matches(phrase.words[offset], self.keys[index + offset]):
                return False
        return True

    def _is_noun_caso(self, phrase: _Phrase, index: int) -> bool:
        """`o caso`, `neste caso`: the noun, no condition."""
        if phrase.words != ("caso",) or not index:
            return False
        return self.keys[index - 1] in (
            "o",
            "no",
            "do",
            "cada",
            "este",
            "neste",
            "tal",
            "em",
            "ao",
        )

    def _is_condition(self, index: int) -> bool:
        """`se` as a conjunction: at the start, behind a comma or `salvo`; elsewhere it is the
        pronoun.
        """
        if self.keys[index] != "se":
            return False
        word = self.words[index]
        if index == 0 or self.words[index - 1].unit is not word.unit:
            return True
        between = word.unit.text[self.words[index - 1].token.end : word.token.start]
        if "-" in between:
            return False
        return bool(re.search(r"[,;:(]", between)) or self.keys[index - 1] in (
            "so",
            "somente",
            "apenas",
            "e",
            "ou",
        )


def read_atoms(words: Sequence[Word], numbers: Sequence[PrintedNumber]) -> list[Atom]:
    """Read the atoms of a sequence of words, `não poderá` and the like combined into one."""
    atoms = _AtomReader(words, numbers).read()
    atoms = _combine_negations(atoms)
    return _settle_terms(atoms, " ".join(word.token.key for word in words))


def _combine_negations(atoms: Sequence[Atom]) -> list[Atom]:
    """`não poderá` forbids, `não é obrigado` exempts, `não é vedado` permits, `não … nenhum` denies
    once.
    """
    combined: list[Atom] = []
    for atom in atoms:
        if combined:
            last = combined[-1]
        else:
            last = None
        denies = last is not None and last.name in ("NOT", "NONE")
        if last is not None and denies and last.danger == "negation":
            merged = _negate(last, atom)
            if merged is not None:
                combined[-1] = merged
                continue
        combined.append(atom)
    denials = [index for index, atom in enumerate(combined) if atom.name == "NOT"]
    result = []
    for index, atom in enumerate(combined):
        if atom.name == "NONE":
            if any(abs(index - place) <= NEAR for place in denials):
                continue
            atom = replace(atom, name="NOT")
        result.append(atom)
    return result


def _negate(negation: Atom, atom: Atom) -> Atom | None:
    """What a `não` and the operator behind it amount to; None where they stay two."""
    both = {"first": negation.first, "last": atom.last}
    if atom.name in ("MAY", "MUST"):
        return replace(negation, name="NOT", danger="prohibition", last=atom.last)
    if negation.name == "NONE":
        return None
    if atom.name == "OBLIGED":
        return Atom("EXEMPT", "modality", both["first"], both["last"])
    if atom.name == "NOT" and atom.danger == "prohibition":
        return Atom("MAY", "modality", both["first"], both["last"])
    if atom.name == "EXEMPT":
        return Atom("OBLIGED", "modality", both["first"], both["last"])
    return None


def _settle_terms(atoms: Sequence[Atom], text: str) -> list[Atom]:
    """`até 30 dias` is a term like `em 30 dias`, unless a penalty is measured; `após` behind a term
    counts it.
    """
    penal = _PENAL.search(text) is not None
    settled: list[Atom] = []
    for index, atom in enumerate(atoms):
        if index + 1 < len(atoms):
            following = atoms[index + 1]
        else:
            following = None
        timed = following is not None and following.number is not None
        timed = timed and following is not None and _is_time(following)
        after_term = any(_is_time(other) for other in atoms[max(0, index - 2) : index])
        if atom.name == "ATMOST" and timed and not penal:
            atom = replace(atom, name="WITHIN", danger="date")
        elif atom.name in ("AFTER", "ATLEAST") and after_term and not timed:
            atom = replace(atom, name="FROM", danger="date")
        settled.append(atom)
    return settled


def _is_time(atom: Atom) -> bool:
    return atom.number is not None and atom.number.unit in _TIME
