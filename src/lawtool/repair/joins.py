"""Words cut in two by a hyphen, and two words glued together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from lawtool.repair.document import Change, Document
from lawtool.vocabulary import lexicon, rules

_CUT = re.compile(r"-(?P<gap>[ \t]*(?:\r\n|\r|\n)?[ \t]*)(?P<second>[a-zà-ÿ]+)(?![\w-])")
_BEFORE_BREAK = re.compile(
    r"(?<!\S)(?P<signs>[^\s\w-]*)(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*)[-\u00ad\u2010\u2011]\s*\Z"
)
_BEHIND_BREAK = re.compile(r"(?P<word>[^\W\d_]+)")
_FIRST = re.compile(r"(?<![\w-])[^\W\d_]+\Z")
_FOLLOWING = re.compile(r"\s+([^\W\d_]+)")
_LONGEST = 30
"""No Portuguese word of a norm is longer; a longer run of letters is damage of another kind."""

_STRESSED = frozenset(letter + vowel for letter in "bcdfghjlmnpqrstvxz" for vowel in "áéêóôíú") | {
    "ão",
    "ãe",
    "õe",
}


def join_lines(document: Document) -> Iterator[Change]:
    """Join words that the end of a line or of a page cut: `armaze-⏎namento`, `dá-⏎se`, `respon\u00ad⏎sável`.

    The whole word goes where its second part stands and the first part is taken out, with the signs before it:
    between the two there may be a foot and a head of the page, which are no part of the change. A hyphen that may
    be meant is kept.
    """
    for node in document.nodes:
        for upper, lower in pairwise(node.pieces):
            first = _BEFORE_BREAK.search(
                document.text, max(upper.start, upper.end - _LONGEST), upper.end
            )
            second = _BEHIND_BREAK.match(document.text, lower.start, lower.end)
            if first is None or second is None:
                continue
            joined = _joined_over_lines(document, first["word"], second["word"])
            if joined is None:
                continue
            after, evidence = joined
            for match, new in ((first, ""), (second, first["signs"] + after)):
                start, end = match.span()
                yield Change(start=start, end=end, after=new, rule="line-end", evidence=evidence)


def _joined_over_lines(document: Document, first: str, second: str) -> tuple[str, str] | None:
    """What a word cut at a line end is, with the evidence; None where the two parts do not belong together."""
    if second[0].isupper():
        compound = f"{first}-{second}".lower()
        if compound in lexicon.load().words or compound in document.compounds:
            return f"{first}-{second}", f"{compound} (compound)"
        if not (first.isupper() and second.isupper() and len(first) > 1):
            return None
    joined = _joined(document, first, second.lower(), "\n")
    if joined is None:
        return f"{first}-{second}", "the hyphen may be meant"
    whole, evidence = joined
    return (whole.upper() if first.isupper() and second.isupper() else whole), evidence


def hyphens(document: Document) -> Iterator[Change]:
    """Old line breaks: `exer-cida`, `capaci-⏎dade`, `meio- fios`."""
    text = document.text
    for cut in _CUT.finditer(text):
        first = _FIRST.search(text, max(0, cut.start() - _LONGEST), cut.start())
        if first is None:
            continue
        joined = _joined(document, first.group(), cut["second"], cut["gap"])
        if joined is not None:
            after, evidence = joined
            yield Change(
                start=first.start(),
                end=cut.end(),
                after=after,
                rule="hyphen-residue",
                evidence=evidence,
            )


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    clitics: frozenset[str]
    pronouns: frozenset[str]
    prefixes: frozenset[str]
    particles: frozenset[str]
    articles: Mapping[str, Sequence[str]]


@cache
def _vocabulary() -> _Vocabulary:
    table = rules.table("ocr")["joins"]
    sets = {
        name: frozenset(table[name].split())
        for name in ("clitics", "pronouns", "prefixes", "particles")
    }
    return _Vocabulary(
        articles={key: forms.split() for key, forms in table["articles"].items()}, **sets
    )


def _joined(document: Document, first: str, second: str, gap: str) -> tuple[str, str] | None:
    """What the two parts make, with the evidence; None where the hyphen may be meant."""
    whole, compound = (first + second).lower(), f"{first}-{second}".lower()
    known, vocabulary = lexicon.known, _vocabulary()
    if gap and (
        compound in lexicon.load().words
        or compound in document.compounds
        or second in vocabulary.clitics
    ):
        return f"{first}-{second}", compound
    shouted = first[1:].isupper() and not gap
    if len(whole) < 5 or second in vocabulary.pronouns or shouted or not known(whole):
        return None
    if known(second) and (
        first.lower() in vocabulary.prefixes or (len(first) > 2 and known(first.lower()))
    ):
        return None
    broken = "\n" in gap or "\r" in gap
    if whole in document.words:
        return first + second, f"{whole} (document)"
    if whole in lexicon.load().common or broken:
        return first + second, f"{whole} (lexicon)"
    return None


def glued(document: Document) -> Iterator[Change]:
    """Two words without the blank between them: `propriedadequando`, `instruiráo requerente`."""
    found = {word: cuts(word) for word in document.unknown if word.isalpha()}
    for match in document.occurrences(word for word, parts in found.items() if parts):
        confirmed = [cut for cut in found[match.group()] if _side_by_side(document, match, *cut)]
        if len(confirmed) == 1:
            both = " ".join(confirmed[0])
            yield Change(
                start=match.start(),
                end=match.end(),
                after=both,
                rule="glued-words",
                evidence=f"{both} (document)",
            )


def splits(document: Document, word: str) -> bool:
    """Is a word rather two words than a misread one? (`instruiráo` is `instruirá o`, not `instruirão`.)"""
    return any(len(right) == 1 or document.shows(left.lower(), right) for left, right in cuts(word))


@lru_cache(maxsize=4096)
def cuts(word: str) -> tuple[tuple[str, str], ...]:
    """The ways to cut a word into two that exist."""
    if len(word) > _LONGEST:
        return ()
    pairs = ((word[:at], word[at:]) for at in range(1, len(word)))
    return tuple((left, right) for left, right in pairs if _stand(left, right))


def _stand(left: str, right: str) -> bool:
    """May the two parts be words of their own?"""
    if len(right) == 1:
        # No word ends in an accented vowel and another one: nothing but a lost blank explains it.
        return (
            right in "oae" and left[-2:] in _STRESSED and left[-1] != right and lexicon.known(left)
        )
    if (
        left[0].isupper()
        and left.lower() not in _vocabulary().particles
        and right not in _vocabulary().particles
    ):
        return False  # a name
    return _stands(left.lower()) and _stands(right)


def _stands(part: str) -> bool:
    return part in _vocabulary().particles or (len(part) > 3 and lexicon.known(part))


def _side_by_side(document: Document, match: re.Match[str], left: str, right: str) -> bool:
    """Does the document show the two words side by side, or a one-letter part with its neighbour?"""
    if len(right) > 1:
        return document.shows(left.lower(), right)
    following = _FOLLOWING.match(match.string, match.end())
    if following is None:
        return False
    return any(document.shows(form, following[1].lower()) for form in _vocabulary().articles[right])
