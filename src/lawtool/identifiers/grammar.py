"""Locators read: one pass over the words of a reference, in both orders, with its lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lawtool.errors import UnknownProvision
from lawtool.identifiers.labels import Part, from_fragment, with_caput
from lawtool.identifiers.levels import COMPONENT, DEPTH, GROUPS
from lawtool.identifiers.pinpoints import (
    Pinpoint,
    begins_with_head,
    expand_range,
    read_bare,
    read_implied,
    read_pinpoint,
)
from lawtool.model import Locator
from lawtool.vocabulary.folding import flatten

_MOST_PATHS = 200
"""Provisions of one reference; the longest list of the field corpus has 61."""
_DISPOSITIVOS = frozenset({"art", "par", "inc", "ali", "ite"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Provisions read from a text at `start`: `incisos VIII e IX, do art. 3º` is two locators."""

    start: int
    end: int
    locators: tuple[Locator, ...]
    range_end: Locator | None = None
    plural_article: bool = False
    """`artigos 5º e …`: a bare number that follows may be one more article."""

    @property
    def outermost(self) -> str:
        """Give the symbol of the largest unit named."""
        return self.locators[0].parts[0][0]


@dataclass(slots=True)
class _Path:
    """One provision so far, outermost part first; `stop` where its last part opens a range."""

    parts: tuple[Part, ...]
    stop: Part | None = None

    def has(self, symbol: str) -> bool:
        return any(part[0] == symbol for part in self.parts)

    def top(self) -> int:
        return min(DEPTH[symbol] for symbol, _ in self.parts)

    def above(self, symbol: str) -> tuple[Part, ...]:
        """Give the parts that a unit of this kind can hang below."""
        return tuple(part for part in self.parts if DEPTH[part[0]] < DEPTH[symbol])


_LINK = re.compile(
    r"""
    (?P<comma>\s*+[,;]|\s*+\((?=[aip§])|\s++-(?=\s++d[ao]s?\s)|\s*+-\s*+(?=§|par|inc))?
    (?:\s*+(?P<and>e|ou|bem\ como|c/c)(?![a-z])\s*+,?(?:\s*+(?:[oa]s?|ainda|tambem)(?=\s))?)?
    (?:\s*+(?P<own>seus?|sua|respectiv[oa]s?)(?=\s))?
    (?:\s*+,?\s*+(?P<each>ambos|todos)\s*+,?)?
    (?:\s*+(?P<of>d[aoe]s?|aos?|n[ao]s?|constantes?\ d[ao]s?|alusiv[oa]s?\ aos?)(?![a-z]))?\s*+
    """,
    re.X,
)
_THEIR_UNITS = re.compile(
    r"(?:inciso|paragrafo|alinea|item|iten)s?(?![a-z])(?!\s*+(?:unico|[ivxlc\d\"§]|[a-z]\)))"
)
"""`e seus incisos`: all of them, which the article covers."""
_RESPECTIVELY = re.compile(r"\s*+,?\s*+respectivamente(?![a-z])")
_AND_FOLLOWING = re.compile(r"\s*+,?\s*+e\s++(?:seguintes(?![a-z])|segs?\.|ss\.)")
_OWN_UNIT = re.compile(
    r"\s*+,?\s*+(?:[dn]?est[ea]s?|[dn]?ess[ea]s?|d[ao]\s++mesm[oa])\s++(?:artigo|paragrafo"
    r"|inciso|alinea)"
)


class _ChainReading:
    """The pinpoints of one reference taken one by one into paths.

    A larger unit after "do" is put above all that came before without one. A smaller unit after an
    article hangs below it, until it turns out to have an article of its own ("§ 1º do art. 7º e o
    parágrafo único do art. 8º"): then the reference ends before it, at the `checkpoint`.
    """

    def __init__(self, first: Pinpoint, *, query: bool) -> None:
        self.query = query
        self.paths = [_Path((*_split_number(part),)) for part in first.values]
        self.paths[-1].stop = first.stop
        self.last = first
        self.end = first.end
        self.outwards = False
        self.plural = first.plural
        self.checkpoint: tuple[int, list[_Path]] | None = None

    # -- what may follow ---------------------------------------------------------------

    def highest_article(self) -> int:
        """Give the number of the article read last, 0 where bare numbers are no articles."""
        if not self.plural:
            return 0
        return max((_article_number(path) for path in self.paths), default=0)

    def take(self, pinpoint: Pinpoint) -> bool:
        """Put one more pinpoint into the paths; False where the reference ends before it."""
        if pinpoint.link == "of" or self._is_outer(pinpoint):
            taken = self._put_above(pinpoint)
        else:
            taken = self._put_below(pinpoint)
        if taken:
            self.last, self.end = pinpoint, pinpoint.end
        return taken

    def rewind(self) -> None:
        """Give back what turned out to belong to another article or unit."""
        if self.checkpoint is not None:
            self.end, self.paths = self.checkpoint
            self.checkpoint = None

    def _is_outer(self, pinpoint: Pinpoint) -> bool:
        """ "incisos II e IV, art. 16": an article named last is what the others stand in; so is one
        single unit that is larger than all before it ("alínea b, inciso II, § 12 do art. 1º").
        """
        if pinpoint.link != "comma" or pinpoint.bare:
            return False
        if pinpoint.symbol not in {"art", "par", "inc", "ali"}:
            return False
        larger = all(DEPTH[pinpoint.symbol] < path.top() for path in self.paths)
        return larger and (pinpoint.symbol == "art" or len(pinpoint.values) == 1)

    # -- outwards ----------------------------------------------------------------------

    def _put_above(self, pinpoint: Pinpoint) -> bool:
        level = DEPTH[pinpoint.symbol]
        below = [path for path in self.paths if path.top() > level]
        if len(below) < len(self.paths):
            self.rewind()  # what came last has a larger unit of its own
            return False
        units = [_split_number(part) for part in pinpoint.values]
        if pinpoint.stop is not None:
            units += [
                (part,) for part in expand_range(pinpoint.values[-1], pinpoint.stop)[1:]
            ]
        self.paths = [
            _Path((*unit, *path.parts), path.stop) for unit in units for path in below
        ]
        del self.paths[_MOST_PATHS:]
        self.outwards, self.plural = True, self.plural or pinpoint.plural
        self.checkpoint = None
        return True

    def pair_respectively(self, count: int) -> None:
        """ "incisos I e II dos arts. 3º e 4º, respectivamente": the first in the first, the second
        in the second.
        """
        if count > 1 and len(self.paths) == count * count:
            self.paths = self.paths[:: count + 1]

    # -- inwards and beside ------------------------------------------------------------

    def _put_below(self, pinpoint: Pinpoint) -> bool:
        symbol, last = pinpoint.symbol, self.paths[-1]
        if symbol in GROUPS or symbol == "anexo":
            if self._same_group(pinpoint):
                return self._put_beside(pinpoint)
            return False
        if symbol == "art" and not pinpoint.bare:
            return False  # a second article is a reference of its own
        if not pinpoint.bare and last.has("art") and self.checkpoint is None:
            self.checkpoint = (
                self.end,
                [_Path(path.parts, path.stop) for path in self.paths],
            )
        if pinpoint.link in {"and", "own"} or self._is_beside(pinpoint):
            return self._put_beside(pinpoint)
        if last.stop is not None:
            self._write_out_range()
            last = self.paths[-1]
        self.paths.pop()
        self._extend(last.parts, pinpoint)
        return True

    def _is_beside(self, pinpoint: Pinpoint) -> bool:
        """Tell whether a unit is no smaller than the last one; without a head, one of a kind that
        the last one lies in (`I, "b", II`).
        """
        parts = self.paths[-1].parts
        if pinpoint.bare:
            return any(symbol == pinpoint.symbol for symbol, _ in parts)
        return any(DEPTH[symbol] >= DEPTH[pinpoint.symbol] for symbol, _ in parts)

    def _same_group(self, pinpoint: Pinpoint) -> bool:
        return pinpoint.link == "and" and self.paths[-1].parts[0][0] == pinpoint.symbol

    def _put_beside(self, pinpoint: Pinpoint) -> bool:
        """Put a further provision below what the last one hangs under."""
        self._write_out_range()
        base = self.paths[-1].above(pinpoint.symbol)
        # "art. 72 e inciso III" is said of the inciso alone, "art. 5º e § 1º" of both
        if (
            base == self.paths[-1].parts
            and base[-1][0] == "art"
            and pinpoint.symbol == "inc"
        ):
            self.paths.pop()
        self._extend(base, pinpoint)
        return True

    def _extend(self, base: tuple[Part, ...], pinpoint: Pinpoint) -> None:
        self.paths += [_Path((*base, *_split_number(part))) for part in pinpoint.values]
        self.paths[-1].stop = pinpoint.stop
        self.plural = self.plural or pinpoint.plural

    def _write_out_range(self) -> None:
        last = self.paths[-1]
        if last.stop is None:
            return
        members = expand_range(last.parts[-1], last.stop)
        self.paths[-1:] = [_Path((*last.parts[:-1], part)) for part in members]

    # -- result ------------------------------------------------------------------------

    def chain(self, start: int) -> Chain:
        for path in [path for path in self.paths[:-1] if path.stop is not None]:
            place = self.paths.index(path)
            members = expand_range(path.parts[-1], path.stop or path.parts[-1])
            self.paths[place : place + 1] = [
                _Path((*path.parts[:-1], part)) for part in members
            ]
        last = self.paths[-1]
        stop = None
        if last.stop:
            stop = (*last.parts[:-1], last.stop)
        return Chain(
            start=start,
            end=self.end,
            locators=tuple(
                dict.fromkeys(_locator_of_parts(path.parts) for path in self.paths)
            ),
            range_end=_locator_of_parts(stop) if stop else None,
            plural_article=self.plural,
        )


def _article_number(path: _Path) -> int:
    number = next((value for symbol, value in path.parts if symbol == "art"), "0")
    digits = number.split("-")[0]
    if digits.isdigit():
        return int(digits)
    return 0


def _split_number(part: Part) -> tuple[Part, ...]:
    """`1.2` is item 2 of item 1."""
    return tuple((part[0], number) for number in part[1].split("."))


def _locator_of_parts(parts: Sequence[Part]) -> Locator:
    """Articles are numbered through the norm, so a chapter named beside one adds nothing to its
    name.
    """
    if any(symbol in _DISPOSITIVOS for symbol, _ in parts):
        parts = [part for part in parts if part[0] not in GROUPS]
    return with_caput(Locator(parts=tuple(parts)))


def read_chain(
    raw: str, flat: str, pos: int, *, query: bool = False, implied: str = ""
) -> Chain | None:
    """Read the provisions named at `pos`, up to but without the norm; None where none begins there.

    `flat` is `flatten(raw)`. Reads both orders, lists and ranges; stops before a second article,
    which is a record of its own. With `query` single letters and numbers count too (`art. 6º, I, c,
    1`), as they stand in no running text. `implied` is the symbol of a head that an earlier one
    stands for (`arts. 167 da Constituição e 118 da Lei Orgânica`).
    """
    if implied:
        first = read_implied(raw, flat, pos, implied)
    else:
        first = read_pinpoint(raw, flat, pos)
    if first is None:
        return None
    reading = _ChainReading(first, query=query)
    while _read_further(reading, raw, flat):
        pass
    if reading.checkpoint is not None and _OWN_UNIT.match(flat, reading.end):
        reading.rewind()
    if following := _AND_FOLLOWING.match(flat, reading.end):
        reading.end = following.end()
    return reading.chain(pos)


def _read_further(reading: _ChainReading, raw: str, flat: str) -> bool:
    """Take the next pinpoint; False where the reference ends."""
    before = reading.end
    link, after = _read_link(flat, before)
    if after == before and not reading.query:
        return False
    if link == "own" and (units := _THEIR_UNITS.match(flat, after)):
        reading.end = units.end()
        return True
    articles = reading.highest_article()
    pinpoint = read_pinpoint(raw, flat, after, link=link, articles=articles)
    if pinpoint is None and link != "of":
        pinpoint = read_bare(
            raw,
            flat,
            after,
            reading.last,
            link=link,
            articles=articles,
            query=reading.query,
        )
    if pinpoint is None or not _closes_parenthesis(flat, before, pinpoint):
        return False
    count = len(reading.paths)
    if not reading.take(pinpoint):
        return False
    if link == "of" and (paired := _RESPECTIVELY.match(flat, reading.end)):
        reading.end = paired.end()
        reading.pair_respectively(count)
    return True


def _read_link(flat: str, pos: int) -> tuple[str, int]:
    """Tell how the words at `pos` join what follows, and where it begins. "e do § 2º" joins as "e"
    does.
    """
    match = _LINK.match(flat, pos)
    if match is None:  # every part is optional, so it always matches
        return "comma", pos
    if match["own"]:
        return "own", match.end()
    if match["and"]:
        return "and", match.end()
    if match["of"]:
        return "of", match.end()
    return (
        "semicolon" if (match["comma"] or "").strip() == ";" else "comma"
    ), match.end()


def _closes_parenthesis(flat: str, before: int, pinpoint: Pinpoint) -> bool:
    """ "art. 1º (inciso I)": the parenthesis must hold nothing else; its end is moved behind it."""
    if "(" not in flat[before : before + 2]:
        return True
    if not flat.startswith(")", pinpoint.end):
        return False
    pinpoint.end += 1
    return True


def read_locators(text: str) -> tuple[tuple[Locator, ...], Locator | None]:
    """Read a locator as people or programs write it: its provisions and, where it is a range, the
    end of the last one.

    Raises UnknownProvision where the text is empty, or goes on after the provision.
    """
    text = text.strip()
    fragment = re.fullmatch(r"[a-z]+\d*[\w~-]*", text) and COMPONENT.match(
        text.split("_")[0]
    )
    if fragment and not begins_with_head(text):
        return (with_caput(from_fragment(text)),), None
    flat = flatten(text)
    chain = read_chain(text, flat, 0, query=True)
    if chain is None or flat[chain.end :].strip(" .,;"):
        if chain is None:
            rest = text
        else:
            rest = text[chain.end :].strip()
        shown = rest[:40] + ("…" if len(rest) > 40 else "")
        raise UnknownProvision(
            f"cannot read {shown!r} as a provision",
            remedy='Write it as `art. 15, II, "a", 1`.',
        )
    return chain.locators, chain.range_end
