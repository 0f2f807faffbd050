"""Flag what turns the sense of a provision: the danger that a reader has to see first.

What is left when the atoms of both texts are taken off one another is a change; synonyms of equal
force, restated numerals, spelling reforms, word order, voice and misread letters leave nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import Levenshtein

from lawtool.comparison.atoms import Atom, read_atoms, word_matches
from lawtool.comparison.edits import NOISE, Edit, Passage, Word, is_turned
from lawtool.comparison.number_changes import NumberChange
from lawtool.comparison.printed_numbers import PrintedNumber, find_printed_numbers
from lawtool.comparison.sense_stems import modern_spelling
from lawtool.comparison.units import skeleton
from lawtool.vocabulary import lexicon, rules

DANGERS = (
    "prohibition",
    "modality",
    "exception",
    "condition",
    "negation",
    "bound",
    "number",
    "date",
    "penalty",
    "reference",
    "conjunction",
    "scope",
    "order",
    "tense",
    "body",
    "term",
)
"""Kinds of a change of sense, the gravest first. A flag takes the gravest kind of its words."""
SUBSTANCE = frozenset(
    {"penalty", "scope", "body", "term", "order", "tense", "reference"}
)
"""Kinds that say nothing where a provision was written anew: all its words differ."""
REWRITTEN = 0.5
"""Share of the atoms without a counterpart from which a provision was written anew."""
LONGEST = 12
"""Words of a flag that are shown; beyond it the first and last of them."""
LONG_WORD = 8
"""Letters of a word from which two letters may be misread."""
MISREAD = 7
"""Letters of a stretch of words of which one may be misread."""
_SPELLING = 5
"""Letters of a word from which one letter may be a misprint."""
_ROOT = 5
"""Letters that two words of one root have in common: `remeterão`, `remessa`."""
_PAST = re.compile(r"(?:ou|aram|eram|iram)$")
_WOULD = re.compile(r"(?:[aei]ria|[aei]riam)$")
_PIVOTS = frozenset(
    {"sobr", "sob", "contr", "entr", "BEFORE", "AFTER", "EXCEPT", "MORE", "LESS"}
)
"""Words whose two sides are not the same: what follows them must stay."""
_RANKS = frozenset(
    {"preferencia", "prioridade", "sucessivamente", "desempate", "ordem", "precedencia"}
)
"""Words that make the order of what they name a rule."""
_GOALS = frozenset({"ao", "aos", "para"})
"""Prepositions that are no atoms, behind which must stand what stood there."""
_AGENT_ENDING = re.compile(r"(?:dor|sor|tor|nt|ari|eir|ur)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class SenseChange:
    """A change of sense: its kind, and the passages that prove it on side a and on side b (empty
    where nothing stands).
    """

    kind: str
    left: tuple[Passage, ...]
    right: tuple[Passage, ...]
    before: str = ""
    after: str = ""
    """The operator on side a and on side b: MUST, MAY, NOT … or nothing."""

    def words(self, side: str) -> str:
        """The words of a side (`a` or `b`) in one line."""
        return " … ".join(
            p.text for p in (self.left if side == "a" else self.right) if p.text
        )


@cache
def _kind_words() -> tuple[tuple[str, ...], tuple[str, ...]]:
    table = rules.read_table("sense")["vocabulary"]
    return tuple(table["bodies"]), tuple(table["penalties"])


class _Side:
    """One text: its words, numbers, atoms, and which of its words differ."""

    def __init__(
        self, words: Sequence[Word], passages: Sequence[tuple[Passage, ...]]
    ) -> None:
        self.words = words
        self.numbers: list[PrintedNumber] = find_printed_numbers(words)
        self.atoms = read_atoms(words, self.numbers)
        self._edit_of: dict[int, int] = {}
        places: dict[str, list[tuple[int, Word]]] = defaultdict(list)
        for index, word in enumerate(words):
            places[word.unit.path].append((index, word))
        for number, edit in enumerate(passages):
            for passage in edit:
                for index, word in places[passage.path]:
                    if (
                        passage.start < word.token.end
                        and word.token.start < passage.end
                    ):
                        self._edit_of[index] = number

    def edit_of(self, atom: Atom) -> int | None:
        """The number of the edit that an atom stands in, None for one that stands in equal text."""
        return next(
            (
                self._edit_of[i]
                for i in range(atom.first, atom.last)
                if i in self._edit_of
            ),
            None,
        )

    def counted(self) -> Counter[str]:
        """The atoms that count by name; numbers are compared apart."""
        return Counter(
            atom.name for atom in self.atoms if not atom.weak and not atom.number
        )

    @property
    def names(self) -> set[str]:
        """The names of all atoms."""
        return {atom.name for atom in self.atoms}

    def left_over(self, other: _Side) -> list[Atom]:
        """The atoms that the other side lacks, those in words that differ first."""
        surplus = self.counted() - other.counted()
        ordered = sorted(
            self.atoms, key=lambda atom: (self.edit_of(atom) is None, atom.first)
        )
        found: list[Atom] = []
        for atom in ordered:
            if surplus[atom.name] > 0 and not atom.weak and not atom.number:
                surplus[atom.name] -= 1
                found.append(atom)
        return sorted(found, key=lambda atom: atom.first)

    def surface(self, atom: Atom) -> str:
        """The words of an atom as they are compared."""
        return " ".join(word.token.key for word in self.words[atom.first : atom.last])

    def printed(self, atom: Atom) -> str:
        """The first word of an atom as printed."""
        return self.words[atom.first].token.text

    def after(self, atom: Atom) -> str:
        """The sign behind an atom."""
        word = self.words[atom.last - 1]
        return word.unit.text[word.token.end : word.token.end + 1]

    def passages(self, atoms: Sequence[Atom]) -> tuple[Passage, ...]:
        """The places of atoms, those that adjoin in one."""
        found: list[Passage] = []
        last = -2
        for atom in sorted(set(atoms), key=lambda atom: atom.first):
            first_word, last_word = self.words[atom.first], self.words[atom.last - 1]
            unit = first_word.unit
            if last_word.unit is unit:
                end = last_word.token.end
            else:
                end = first_word.token.end
            start = first_word.token.start
            if found and found[-1].path == unit.path and atom.first <= last + 2:
                start = min(found.pop().start, start)
            text = unit.text[start:end]
            found.append(Passage(path=unit.path, start=start, end=end, text=text))
            last = atom.last
        return tuple(found)


def find_sense_changes(
    left: Sequence[Word],
    right: Sequence[Word],
    edits: Sequence[Edit],
    numbers: Sequence[NumberChange],
    *,
    whole: bool = True,
) -> tuple[SenseChange, ...]:
    """Find the changes of sense between two aligned texts, given what differs in their words and
    numbers.

    With `whole` false much has no counterpart: only operators and numbers that answer each other
    are told.
    """
    if not edits:
        return ()
    a = _Side(left, [edit.left for edit in edits])
    b = _Side(right, [edit.right for edit in edits])
    noise = {number for number, edit in enumerate(edits) if _is_misprint(edit)}
    mine = [
        atom for atom in a.left_over(b) if atom.danger or a.edit_of(atom) not in noise
    ]
    other = [
        atom for atom in b.left_over(a) if atom.danger or b.edit_of(atom) not in noise
    ]
    mine, other = _without_respellings(a, b, mine, other)
    total = sum(a.counted().values()) + sum(b.counted().values())
    anew = not whole or len(mine) + len(other) > REWRITTEN * max(1, total)
    found = list(_of_atoms(a, b, mine, other, anew=anew))
    if not found and not anew:
        found.extend(_of_order(a, b))
    found.extend(_of_tense(a, b))
    found.extend(
        _of_number(number) for number in numbers if number.status != "in-doubt"
    )
    return tuple(sorted(found, key=lambda change: DANGERS.index(change.kind)))


def _of_atoms(
    a: _Side, b: _Side, mine: Sequence[Atom], other: Sequence[Atom], *, anew: bool
) -> Iterator[SenseChange]:
    """One change for each edit that has atoms without a counterpart."""
    edits: dict[int | None, tuple[list[Atom], list[Atom]]] = defaultdict(
        lambda: ([], [])
    )
    for side, atoms, index in ((a, mine, 0), (b, other, 1)):
        for atom in atoms:
            edits[side.edit_of(atom)][index].append(atom)
    for edit, (gone, new) in edits.items():
        kind = min(
            (
                _kind_of_atom(side, atom)
                for side, atoms in ((a, gone), (b, new))
                for atom in atoms
            ),
            key=DANGERS.index,
        )
        if kind == "term" and not (gone and new):
            kind = "scope"
        if anew and (kind in SUBSTANCE or edit is None or not _answers(a, b, edit)):
            continue
        if edit is not None:
            gone += [x for x in a.atoms if x.weak and a.edit_of(x) == edit]
            new += [x for x in b.atoms if x.weak and b.edit_of(x) == edit]
        yield SenseChange(
            kind=kind,
            left=a.passages(gone),
            right=b.passages(new),
            before=_operator(gone),
            after=_operator(new),
        )


def _answers(a: _Side, b: _Side, edit: int) -> bool:
    """Whether an edit is short on both sides, so that its words answer each other."""
    sizes = [
        sum(number == edit for number in side._edit_of.values()) for side in (a, b)
    ]
    return max(sizes) <= LONGEST


def _operator(atoms: Sequence[Atom]) -> str:
    return next(
        (atom.name for atom in atoms if atom.name.isupper() and len(atom.name) > 1), ""
    )


def _kind_of_atom(side: _Side, atom: Atom) -> str:
    if atom.danger:
        return atom.danger
    word = side.surface(atom)
    bodies, penalties = _kind_words()
    if any(word_matches(pattern, word) for pattern in penalties):
        return "penalty"
    if any(word_matches(pattern, word) for pattern in bodies):
        return "body"
    return "term"


def _without_respellings(
    a: _Side, b: _Side, mine: Sequence[Atom], other: Sequence[Atom]
) -> tuple[list[Atom], list[Atom]]:
    """Take away words that are one another misread, spelt otherwise, shortened, or of one root."""
    gone, new = list(mine), list(other)
    for atom in mine:
        if atom.danger:
            continue
        partner = next(
            (
                x
                for x in new
                if not x.danger
                and (
                    _respelt(a.printed(atom), b.printed(x))
                    or _is_shortened(a, atom, b, x)
                )
            ),
            None,
        )
        if partner is not None:
            gone.remove(atom)
            new.remove(partner)
    gone, new = _without_acronyms(a, b, gone, new)
    new, gone = _without_acronyms(b, a, new, gone)
    gone = _without_expansions(a, b, gone)
    new = _without_expansions(b, a, new)
    both = bool(gone) and bool(new)
    if not both:
        gone = [atom for atom in gone if not _of_one_root(atom, b, a)]
        new = [atom for atom in new if not _of_one_root(atom, a, b)]
    return gone, new


def _is_shortened(a: _Side, atom: Atom, b: _Side, other: Atom) -> bool:
    """Whether one of two words is the beginning of the other with a stop behind it: `Cel.`,
    `Coronel`.
    """
    first, second = a.surface(atom), b.surface(other)
    short, long = sorted((first, second), key=len)
    if short == first:
        side, place = (a, atom)
    else:
        side, place = (b, other)
    stop = side.after(place)
    letters = iter(long)
    return (
        stop == "." and short[:1] == long[:1] and all(sign in letters for sign in short)
    )


def _is_misprint(edit: Edit) -> bool:
    """Whether an edit is one word for another that is no word: `fique`, `f1que`."""
    texts = [
        " ".join(passage.text for passage in side) for side in (edit.left, edit.right)
    ]
    if not all(texts):
        return False
    words = [word for text in texts for word in re.findall(r"\w+", text.lower())]
    known = all(lexicon.known(word) for word in words)
    if edit.words == (1, 1):
        return (edit.kind in NOISE and not known) or _respelt(*texts)
    if known or len(words) > LONGEST:
        return False
    first, second = ("".join(re.findall(r"\w+", _fold(text))) for text in texts)
    allowed = max(len(first), len(second)) // MISREAD
    return Levenshtein.distance(first, second, score_cutoff=allowed) <= allowed


def _respelt(printed: str, other: str) -> bool:
    """Whether one of two words is no word, and a letter apart from the other."""
    word, second = printed.lower(), other.lower()
    first_key, second_key = modern_spelling(_fold(word)), modern_spelling(_fold(second))
    short, long = sorted((first_key, second_key), key=len)
    if is_turned(short, long):
        return False
    if first_key == second_key or skeleton(_fold(word)) == skeleton(_fold(second)):
        return True
    if lexicon.known(word) and lexicon.known(second):
        return False
    if len(long) < LONG_WORD:
        allowed = 1
    else:
        allowed = 2
    return (
        len(short) >= _SPELLING
        and Levenshtein.distance(_fold(word), _fold(second), score_cutoff=allowed)
        <= allowed
    )


def _fold(word: str) -> str:
    from lawtool.comparison.units import fold_word

    return fold_word(word)


def _without_acronyms(
    a: _Side, b: _Side, gone: list[Atom], new: list[Atom]
) -> tuple[list[Atom], list[Atom]]:
    """Take away initials on side a (`DNC`) for which side b has the words."""
    for atom in list(gone):
        printed = a.printed(atom)
        if atom.danger or not printed.isupper() or len(printed) < 2:
            continue
        for start in range(len(new) - len(printed) + 1):
            run = new[start : start + len(printed)]
            initials = "".join(b.surface(x)[:1] for x in run)
            if initials == _fold(printed):
                gone.remove(atom)
                del new[start : start + len(printed)]
                break
    return gone, new


def _without_expansions(own: _Side, other: _Side, atoms: list[Atom]) -> list[Atom]:
    """Take away words that only write out initials which the other side has: `Conselho Regional … -
    CREA`.
    """
    initials = {
        _fold(word.token.text)
        for word in other.words
        if word.token.text.isupper() and len(word.token.text) > 2
    }
    left = list(atoms)
    for size in sorted({len(name) for name in initials}):
        start = 0
        while start + size <= len(left):
            run = left[start : start + size]
            if "".join(own.surface(x)[:1] for x in run) in initials:
                del left[start : start + size]
            else:
                start += 1
    return left


def _of_one_root(atom: Atom, other: _Side, own: _Side) -> bool:
    """Whether the other side says the same with a word of the same root: `a remessa será feita` for
    `remeterão`.
    """
    if atom.danger:
        return False
    word = own.surface(atom)
    if len(word) < _ROOT or _AGENT_ENDING.search(atom.name):
        return False
    size = min(_ROOT, len(word)) - 1
    roots = {other.surface(x)[:size] for x in other.atoms if not x.danger}
    return word[:size] in roots


def _of_order(a: _Side, b: _Side) -> Iterator[SenseChange]:
    """Texts of the same words in which what stands behind a pivot was exchanged: `os de cá sobre os
    de fora`.
    """
    if _RANKS & {word.token.key for word in a.words} and a.counted() == b.counted():
        mine = [atom for atom in a.atoms if not atom.weak]
        other = [atom for atom in b.atoms if not atom.weak]
        swapped = [
            (x, y) for x, y in zip(mine, other, strict=False) if x.name != y.name
        ]
        if swapped:
            left, right = (list(atoms) for atoms in zip(*swapped, strict=True))
            yield SenseChange(
                kind="order", left=a.passages(left), right=b.passages(right)
            )
            return
    ours, theirs = _after_pivots(a), _after_pivots(b)
    for pivot in sorted(set(ours) & set(theirs)):
        before, after = ours[pivot], theirs[pivot]
        names, others = Counter(x.name for x in before), Counter(x.name for x in after)
        elsewhere = set(names) <= b.names and set(others) <= a.names
        if len(before) == len(after) and names != others and elsewhere:
            yield SenseChange(
                kind="order", left=a.passages(before), right=b.passages(after)
            )
            return


def _after_pivots(side: _Side) -> dict[str, list[Atom]]:
    found: dict[str, list[Atom]] = defaultdict(list)
    for atom, following in zip(side.atoms, side.atoms[1:], strict=False):
        if atom.name in _PIVOTS:
            found[atom.name].append(following)
    for index, word in enumerate(side.words):
        if word.token.key in _GOALS:
            target = next((atom for atom in side.atoms if atom.first > index), None)
            if target is not None:
                found[word.token.key].append(target)
    return found


def _of_tense(a: _Side, b: _Side) -> Iterator[SenseChange]:
    """The same verb in another tense: `declarará`, `declarou`; `cassará`, `cassaria`."""
    ours, theirs = _tenses(a), _tenses(b)
    for name in sorted(set(ours) & set(theirs)):
        mine, other = ours[name], theirs[name]
        tenses, others = Counter(t for t, _ in mine), Counter(t for t, _ in other)
        if (
            len(mine) == len(other)
            and tenses != others
            and mine[0][1].last - mine[0][1].first == 1
        ):
            pair = next(
                ((x, y) for (s, x), (t, y) in zip(mine, other, strict=True) if s != t),
                None,
            )
            if pair is not None:
                yield SenseChange(
                    kind="tense",
                    left=a.passages([pair[0]]),
                    right=b.passages([pair[1]]),
                )


def _tenses(side: _Side) -> dict[str, list[tuple[str, Atom]]]:
    found: dict[str, list[tuple[str, Atom]]] = defaultdict(list)
    for atom in side.atoms:
        if not atom.danger and atom.number is None:
            word = side.surface(atom)
            if _PAST.search(word):
                tense = "past"
            else:
                if _WOULD.search(word):
                    tense = "would"
                else:
                    tense = ""
            found[atom.name].append((tense, atom))
    return found


_TIME_UNITS = frozenset({"dia", "dia útil", "mês", "hora"})


def _of_number(change: NumberChange) -> SenseChange:
    numbers = [number for number in (change.left, change.right) if number is not None]
    kind = "number"
    if change.kind in ("reference", "citation"):
        kind = "reference"
    elif change.kind == "date" or any(number.unit in _TIME_UNITS for number in numbers):
        kind = "date"
    left, right = (_shown(number) for number in (change.left, change.right))
    return SenseChange(kind=kind, left=left, right=right)


def _shown(number: PrintedNumber | None) -> tuple[Passage, ...]:
    if number is None:
        return ()
    start = number.at.start
    return (
        Passage(
            path=number.at.path,
            start=start,
            end=start + len(number.text),
            text=number.text,
        ),
    )
