"""Paths of provisions: fragments with an explicit `cpt`, what contains what, and what a quoted
block hangs under.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from lawtool.identifiers.levels import DEPTH

SEPARATOR = "_"
RANGE = ".."
ALL = "*"
"""Ends a path that stands for all provisions of a kind, `art1_cpt_inc*`."""
_SEGMENT = re.compile(r"([a-z]+)(.*)")
_IN_CAPUT = {"inc", "ali", "ite", "tab", "alt", "omi"}
_QUOTED = re.compile(r"(?P<block>.*?_alt[\d~-]+)(?:_(?P<rest>.+))?\Z")


def symbol(segment: str) -> str:
    """`inc3` → `inc`."""
    match = _SEGMENT.match(segment)
    if match:
        return match.group(1)
    return segment


@lru_cache(maxsize=65536)
def canonical(path: str | None) -> str:
    """A fragment with the caput named: `art3_inc8` → `art3_cpt_inc8`; None → empty (the norm
    itself).
    """
    if not path:
        return ""
    if RANGE in path:
        return RANGE.join(canonical(end) for end in path.split(RANGE))
    out: list[str] = []
    for segment in path.split(SEPARATOR):
        if out and symbol(out[-1]) == "art" and symbol(segment) in _IN_CAPUT:
            out.append("cpt")
        out.append(segment)
    return SEPARATOR.join(out)


def covers(container: str, path: str) -> bool:
    """Is `path` the container or inside it? The empty path is the whole norm; a range covers its
    articles."""
    if not container or container == path:
        return True
    if container.endswith(ALL):
        return path.startswith(container.removesuffix(ALL))
    if RANGE in container:
        return _in_range(container, path)
    return path.startswith(container + SEPARATOR)


_NUMBER = re.compile(r"\d+")


def _in_range(container: str, path: str) -> bool:
    """Tell whether a path lies in a range of siblings, `art1_par1..art1_par3`, or below one of
    them.
    """
    first, last = (end.split(SEPARATOR) for end in container.split(RANGE)[:2])
    inside = path.split(SEPARATOR)[: len(first)]
    if (
        len(first) != len(last)
        or len(inside) != len(first)
        or first[:-1] != inside[:-1]
    ):
        return False
    if not symbol(first[-1]) == symbol(last[-1]) == symbol(inside[-1]):
        return False
    lowest, place, highest = (
        [int(number) for number in _NUMBER.findall(part)]
        for part in (first[-1], inside[-1], last[-1])
    )
    return lowest <= place <= highest


def parent(path: str) -> str:
    """`art3_cpt_inc8` → `art3`: the provision above, the caput passed over; empty above an
    article.
    """
    return drop_caput(path.rpartition(SEPARATOR)[0])


def drop_caput(path: str) -> str:
    """`art3_cpt` → `art3`: the caput has no node of its own, its words are the article's."""
    return path.removesuffix(SEPARATOR + "cpt")


def last_component(path: str) -> str:
    """`art3_cpt_inc8` → `inc8`."""
    return path.rpartition(SEPARATOR)[2]


def provision_key(norm: str, path: str) -> str:
    """The key of a provision in the whole corpus: `coari-lei-340-1999_art3`. The id of a norm has
    no `_`.
    """
    return f"{norm}{SEPARATOR}{path}"


def split_key(key: str) -> tuple[str, str]:
    """`coari-lei-340-1999_art3` → (norm, path); the path of a norm's own key is empty."""
    norm, _, path = key.partition(SEPARATOR)
    return norm, path


def ancestors(path: str) -> Iterable[str]:
    """From the path itself up to the whole norm (the empty path). The caput counts as a container
    of its own.
    """
    while path:
        yield path
        path = path.rpartition(SEPARATOR)[0]
    yield ""


def rank(path: str) -> int:
    """How deep the first segment stands: 1 for an article, 5 for an item, 0 for anything else."""
    return _rank_of(path.split(SEPARATOR)[0])


def _rank_of(component: str) -> int:
    """Count from the article inwards; 0 for what is no level or stands above articles."""
    above_articles = DEPTH["art"] - 1
    return max(0, DEPTH.get(symbol(component), above_articles) - above_articles)


def below(container: str, relative: str) -> str:
    """`art129_cpt_inc2` and `ali3` → `art129_cpt_inc2_ali3`; a relative path that begins with an
    article stands alone, and one that repeats the end of the container is laid over it.
    """
    relative = canonical(relative)
    if not container or rank(relative) <= 1:
        return relative
    kept = canonical(container).split(SEPARATOR)
    wanted = rank(relative)
    while len(kept) > 1 and (_rank_of(kept[-1]) or wanted) >= wanted:
        kept.pop()
    return canonical(SEPARATOR.join([*kept, relative]))


def quoted(path: str) -> tuple[str, str] | None:
    """A node inside a quoted block: (path of the block, path inside it); None for the norm's own
    provisions."""
    match = _QUOTED.match(path)
    if match:
        return (match["block"], match["rest"] or "")
    return None


def own(path: str) -> bool:
    """Does the node belong to the norm itself, not to what it quotes?"""
    return "_alt" not in path and not path.startswith("alt")
