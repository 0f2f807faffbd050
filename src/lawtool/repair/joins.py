"""Words cut in two by a hyphen, and two words glued together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from lawtool.repair.scope import Proposal, RepairScope
from lawtool.vocabulary import lexicon, rules

_CUT = re.compile(
    r"-(?P<gap>[ \t]*(?:\r\n|\r|\n)?[ \t]*)(?P<second>[a-zà-ÿ]+)(?![\w-])"
)
_BEFORE_BREAK = re.compile(
    r"(?<!\S)(?P<signs>[^\s\w-]*)(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*)[-\u00ad\u2010\u2011]\s*\Z"
)
_BEHIND_BREAK = re.compile(r"(?P<word>[^\W\d_]+)")
_FIRST = re.compile(r"(?<![\w-])[^\W\d_]+\Z")
_FOLLOWING = re.compile(r"\s+([^\W\d_]+)")
_LONGEST = 30
"""No Portuguese word of a norm is longer; a longer run of letters is damage of another kind."""

_STRESSED = frozenset(
    letter + vowel for letter in "bcdfghjlmnpqrstvxz" for vowel in "áéêóôíú"
) | {
    "ão",
    "ãe",
    "õe",
}


def join_lines(scope: RepairScope) -> Iterator[Proposal]:
    """Join words that the end of a line or of a page cut: `armaze-⏎namento`, `dá-⏎se`,
    `respon\u00ad⏎sável`.

    The whole word goes where its second part stands and the first part is taken out, with the signs
    before it: between the two there may be a foot and a head of the page, which are no part of the
    change. A hyphen that may be meant is kept.
    """
    for node in scope.nodes:
        for upper, lower in pairwise(node.pieces):
            first = _BEFORE_BREAK.search(
                scope.text, max(upper.start, upper.end - _LONGEST), upper.end
            )
            second = _BEHIND_BREAK.match(scope.text, lower.start, lower.end)
            if first is None or second is None:
                continue
            joined = _join_over_lines(scope, first["word"], second["word"])
            if joined is None:
                continue
            after, evidence = joined
            for match, new in ((first, ""), (second, first["signs"] + after)):
                start, end = match.span()
                yield Proposal(
                    start=start, end=end, after=new, rule="line-end", evidence=evidence
                )


def _join_over_lines(
    scope: RepairScope, first: str, second: str
) -> tuple[str, str] | None:
    """What a word cut at a line end is, with the evidence; None where the two parts do not belong
    together.
    """
    if second[0].isupper():
        compound = f"{first}-{second}".lower()
        if compound in lexicon.load_lexicon().words or compound in scope.compounds:
            return f"{first}-{second}", f"{compound} (compound)"
        if not (first.isupper() and second.isupper() and len(first) > 1):
            return None
    joined = _join_parts(scope, first, second.lower(), "\n")
    if joined is None:
        if not _are_compound(first.lower(), second.lower()):
            return None
        return f"{first}-{second}", "the hyphen may be meant"
    whole, evidence = joined
    return (whole.upper() if first.isupper() and second.isupper() else whole), evidence


def _are_compound(first: str, second: str) -> bool:
    """Tell two words that may stand in a compound: of garbage nothing is made."""
    if len(first) < 2 or len(second) < 2:
        return False
    second_fits = lexicon.known(second) or second in _join_words().clitics
    return second_fits and (lexicon.known(first) or first in _join_words().prefixes)


def join_residues(scope: RepairScope) -> Iterator[Proposal]:
    """Join words that kept the hyphen of an old line break: `exer-cida`, `meio- fios`."""
    text = scope.text
    for cut in _CUT.finditer(text):
        first = _FIRST.search(text, max(0, cut.start() - _LONGEST), cut.start())
        if first is None:
            continue
        joined = _join_parts(scope, first.group(), cut["second"], cut["gap"])
        if joined is not None:
            after, evidence = joined
            yield Proposal(
                start=first.start(),
                end=cut.end(),
                after=after,
                rule="hyphen-residue",
                evidence=evidence,
            )


@dataclass(frozen=True, slots=True)
class _JoinWords:
    clitics: frozenset[str]
    pronouns: frozenset[str]
    prefixes: frozenset[str]
    particles: frozenset[str]
    articles: Mapping[str, Sequence[str]]


@cache
def _join_words() -> _JoinWords:
    table = rules.read_table("ocr")["joins"]
    sets = {
        name: frozenset(table[name].split())
        for name in ("clitics", "pronouns", "prefixes", "particles")
    }
    return _JoinWords(
        articles={key: forms.split() for key, forms in table["articles"].items()},
        **sets,
    )


def _join_parts(
    scope: RepairScope, first: str, second: str, gap: str
) -> tuple[str, str] | None:
    """Give what two parts make, with the evidence; None where the hyphen may be meant."""
    whole, compound = (first + second).lower(), f"{first}-{second}".lower()
    known, vocabulary = lexicon.known, _join_words()
    if gap and (
        compound in lexicon.load_lexicon().words
        or compound in scope.compounds
        or second in vocabulary.clitics
    ):
        return f"{first}-{second}", compound
    shouted = first[1:].isupper() and not gap
    if len(whole) < 5 or second in vocabulary.pronouns or shouted or not known(whole):
        return None
    broken = "\n" in gap or "\r" in gap
    if known(second) and first.lower() in vocabulary.prefixes:
        return None
    # Inside a line two words make a compound; at its end `legal-⏎mente` is rather one word cut.
    if known(second) and not broken and len(first) > 2 and known(first.lower()):
        return None
    if whole in scope.words:
        return first + second, f"{whole} (document)"
    if whole in lexicon.load_lexicon().common or broken:
        return first + second, f"{whole} (lexicon)"
    return None


def cut_glued_words(scope: RepairScope) -> Iterator[Proposal]:
    """Cut two words without a blank between them: `propriedadequando`, `instruiráo requerente`."""
    ways = {word: ways_to_cut(word) for word in scope.unknown if word.isalpha()}
    for match in scope.occurrences(word for word, parts in ways.items() if parts):
        confirmed = [
            cut for cut in ways[match.group()] if _side_by_side(scope, match, *cut)
        ]
        if len(confirmed) == 1:
            both = " ".join(confirmed[0])
            yield Proposal(
                start=match.start(),
                end=match.end(),
                after=both,
                rule="glued-words",
                evidence=f"{both} (document)",
            )


def is_two_words(scope: RepairScope, word: str) -> bool:
    """Is a word rather two words than a misread one? (`instruiráo` is `instruirá o`, not
    `instruirão`.)
    """
    return any(
        len(right) == 1 or scope.shows(left.lower(), right)
        for left, right in ways_to_cut(word)
    )


@lru_cache(maxsize=4096)
def ways_to_cut(word: str) -> tuple[tuple[str, str], ...]:
    """List the ways to cut a word into two that exist."""
    if len(word) > _LONGEST:
        return ()
    pairs = ((word[:at], word[at:]) for at in range(1, len(word)))
    return tuple((left, right) for left, right in pairs if _are_words(left, right))


def _are_words(left: str, right: str) -> bool:
    """Tell whether the two parts may be words of their own."""
    if len(right) == 1:
        # No word ends in an accented vowel and another one: nothing but a lost blank explains it.
        return (
            right in "oae"
            and left[-2:] in _STRESSED
            and left[-1] != right
            and lexicon.known(left)
        )
    if (
        left[0].isupper()
        and left.lower() not in _join_words().particles
        and right not in _join_words().particles
    ):
        return False  # a name
    return _is_word_alone(left.lower()) and _is_word_alone(right)


def _is_word_alone(part: str) -> bool:
    return part in _join_words().particles or (len(part) > 3 and lexicon.known(part))


def _side_by_side(
    scope: RepairScope, match: re.Match[str], left: str, right: str
) -> bool:
    """Tell whether the text shows the two words side by side, or a one-letter part with its
    neighbour.
    """
    if len(right) > 1:
        return scope.shows(left.lower(), right)
    following = _FOLLOWING.match(match.string, match.end())
    if following is None:
        return False
    return any(
        scope.shows(form, following[1].lower())
        for form in _join_words().articles[right]
    )
