"""A citation as people type it into a box, read to its last word: places before or after, trade
abbreviations, small letters.

Nothing is skipped: what no rule reads is given back as `rest`, and the query is then no citation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from lawtool.citations.reference_parts import (
    Reference,
    read_body,
    read_date,
    read_issuer,
)
from lawtool.citations.references import read_reference
from lawtool.citations.standards import read_standards
from lawtool.identifiers.grammar import Chain, read_chain
from lawtool.vocabulary import norms
from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.numerals import cardinals, ordinals
from lawtool.vocabulary.places import municipalities, state

# --- the words made plain -------------------------------------------------------------

_GAZETTE = re.compile(
    r"""
    [\s,;(–-]*  # "- DOU 20.11.2003", "(publicada no D.O.U. de 20/11)"
    (?:publicad[ao]\s+n[oa]\s+|p\.?\s+)?(?<![a-z])(?:d\.?\s?o\.?\s?[uem](?![a-z])\.?|d\.\s?o\.
        |diario\s+oficial(?:\s+d[aeo]\s+\w+)*)
    (?:[\s,]*(?:n[º.]*\s*\d+|(?:de|em)?\s*\d{1,2}[\s./º-]+(?:de\s+)?\w+[\s./-]+(?:de\s+)?\d{2,4}))*
    [\s.;)]*(?=,|\Z)
    """,
    re.X,
)
_WORD = re.compile(r"[^\W\d_]+")
_ORDINAL_AFTER = r"(?:art(?:igo)?s?\.?|paragrafos?|§+|incisos?|inc\.?|itens|item)"
_SPELLED = re.compile(
    rf"(?P<head>\b(?:{_ORDINAL_AFTER}|lei|decreto|portaria|resolucao|complementar|de|n[º.o]*"
    rf"|numero)\s+)"
    r"(?P<words>[a-z]+(?:\s+(?:e\s+)?[a-z]+){0,9})"
)
_LEAST_YEAR = 1800


def make_query_plain(text: str) -> str:
    """Write out what only a query abbreviates: `Port. dnc 27/96` → `Portaria DNC 27/96`; number
    words as digits.
    """
    text = " ".join(text.split()).replace("\u2013", "-").replace("\u2014", "-")
    if gazette := _GAZETTE.search(flatten(text)):
        text = text[: gazette.start()] + text[gazette.end() :]
    text = _write_out_short_forms(text)
    text = _WORD.sub(_capitalise_known, text)
    return _write_digits(text)


@cache
def _known_initials() -> frozenset[str]:
    """Words that are written in capitals, folded; those of two letters that are words or states are
    left out.
    """
    forms = (key for key, form in norms.forms().items() if form.capitals)
    initials = {*forms, *norms.acronyms(), *norms.capital_names()}
    return frozenset(
        word for word in initials if word.isalpha() and not state(word)
    ) - {"da", "no"}


def _capitalise_known(match: re.Match[str]) -> str:
    word = match[0]
    if flatten(word) in _known_initials():
        return word.upper()
    return word


@cache
def _short_forms() -> tuple[re.Pattern[str], dict[str, str]]:
    """The abbreviations that count in a query alone, and what each is short for."""
    meant = {
        re.sub(r"[.\s-]+", "", flatten(short)): written
        for written, shorts in (
            *((species.name, species.short) for species in norms.species().values()),
            *((entry.names[0], entry.short) for entry in norms.named_norms()),
        )
        for short in shorts
    }
    forms = sorted(meant, key=len, reverse=True)
    spaced = (
        "".join(rf"{sign}[.\s-]*" for sign in form[:-1]) + form[-1] for form in forms
    )
    behind = r"(?:\.\s*|(?=\s*/)|\s+(?=[\w(])|(?=\s*,)|\Z)"
    return re.compile(
        rf"(?<![\w.])(?P<short>{'|'.join(spaced)})(?P<behind>{behind})"
    ), meant


def _write_out_short_forms(text: str) -> str:
    pattern, meant = _short_forms()
    pieces, done = list[str](), 0
    for match in pattern.finditer(flatten(text)):
        written = meant[re.sub(r"[.\s-]+", "", match["short"])]
        if match["behind"].strip(". ") == "" and match["behind"]:
            gap = " "
        else:
            gap = ""
        pieces += (text[done : match.start()], written, gap)
        done = match.end()
    return "".join((*pieces, text[done:]))


def _write_digits(text: str) -> str:
    """Put digits for number words behind a word that a number follows: `artigo sexto`, `lei
    trezentos e quarenta`.
    """
    flat = flatten(text)
    pieces, done, place = list[str](), 0, 0
    while match := _SPELLED.search(flat, place):
        place = match.end("head")
        words, value = _longest_number(match["words"])
        of_year = match["head"].startswith("de ")
        if not words or (of_year and value < _LEAST_YEAR):
            continue
        counted = match["head"].startswith(("art", "par", "§")) and value < 10
        place = match.start("words") + len(words)
        pieces += (
            text[done : match.start("words")],
            f"{value}º" if counted else str(value),
        )
        done = place
    return "".join((*pieces, text[done:]))


def _longest_number(words: str) -> tuple[str, int]:
    """Read the number that these folded words begin with, cardinal or ordinal: (its words, value);
    ("", 0) for none.
    """
    small = {**ordinals(), **cardinals()}
    total = group = end = 0
    for match in re.finditer(r"[a-z]+", words):
        word = match[0]
        if word == "mil":
            total, group = total + (group or 1) * 1000, 0
        elif word in small:
            group += small[word]
        elif word != "e" or not end:
            break
        if word != "e":
            end = match.end()
    return words[:end], total + group


# --- the parts of a query -------------------------------------------------------------

_BETWEEN = re.compile(r"[\s,;:!.)(–-]*(?:(?:d[aoe]s?|n[ao]s?|em)\s+)?")
_PLACE_WORDS = re.compile(
    r"""
    (?P<what>municipio|prefeitura(?:\s+municipal)?|cidade|estado|governo\s+do\s+estado|uniao
        |distrito\s+federal)
    (?![a-z])(?:\s+d[aeo]s?(?![a-z]))?\s*
    """,
    re.X,
)
_NAME = re.compile(r"[a-z][a-z'-]*(?:\s+[a-z'][a-z'-]*){0,6}")
_STATE_BEHIND = re.compile(r"\s*[/(,-]?\s*(?P<uf>[a-z]{2})(?![a-z])\)?")
_SHORTEST_TOWN = 3
"""Letters of a name (`Una`, `Ipu`); a word of two is a preposition or a state."""
_UNNUMBERED = re.compile(r"s\s?/\s?n[º.o]*|sem\s+numero")
_LEVEL = re.compile(r"(?P<level>federal|estadual|municipal)(?![a-z])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query read: the norm named, or a technical standard, and provisions of it. `rest` is what
    could not be read.
    """

    reference: Reference | None = None
    standard: str = ""
    chain: Chain | None = None
    rest: str = ""


class _QueryReader:
    """Takes the parts of one query from left to right, in whatever order they stand."""

    def __init__(self, text: str) -> None:
        self.raw = text
        self.flat = flatten(text)
        self.pos = 0
        self.reference: Reference | None = None
        self.standard = ""
        self.chain: Chain | None = None
        self.place: tuple[str, str, str] | None = None

    def read(self) -> Query:
        """Read to the end, or to the first words that are no part of a citation."""
        while self._skip_between() and any(step() for step in self._steps()):
            pass
        rest = self.raw[self.pos :].strip(" .,;()")
        if (
            self.reference is not None
            and self.place is not None
            and not self._put_place()
        ):
            rest = rest or self.raw
        return Query(
            reference=self.reference,
            standard=self.standard,
            chain=self.chain,
            rest=rest,
        )

    def _steps(self) -> Iterator[Callable[[], bool]]:
        if self.reference is None and not self.standard:
            yield self._take_norm
        if self.chain is None:
            yield self._take_provisions
        if self.place is None or not self.place[2]:
            yield self._take_place
        if self.reference is not None:
            yield self._take_tail

    def _skip_between(self) -> bool:
        match = _BETWEEN.match(self.flat, self.pos)
        if match:
            self.pos = match.end()
        else:
            self.pos = self.pos
        return self.pos < len(self.flat)

    def _take_norm(self) -> bool:
        for name in read_standards(self.flat, self.pos):
            self.standard, self.pos = name.standard, name.end
            return True
        reference = (
            read_reference(self.raw, self.flat, self.pos)
            or self._read_unnumbered()
            or self._read_around_place()
        )
        if reference is None:
            return False
        self.reference, self.pos = reference, reference.end
        return True

    def _read_unnumbered(self) -> Reference | None:
        """`Lei s/nº de 1992`: a norm without a number goes by its year."""
        species = norms.citation_pattern().match(self.flat, self.pos)
        if species is None:
            return None
        form = norms.citation_forms()[norms.form_key(species[0])]
        words = _UNNUMBERED.match(self.flat, species.end() + 1)
        if words is None:
            return None
        reference = Reference(start=self.pos, end=words.end(), species=form.species)
        read_date(self.flat, reference)
        if reference.year is not None:
            return reference
        return None

    def _read_around_place(self) -> Reference | None:
        """`Lei do Município de Coari nº 340/1999`: the place, which stands inside, is taken out
        first.
        """
        start = self.pos
        species = norms.citation_pattern().match(self.flat, start)
        if species is None or self.place is not None:
            return None
        self.pos = species.end()
        self._skip_between()
        reference = None
        if self._take_place():
            raw = self.raw[: species.end()] + self.raw[self.pos :]
            reference = read_reference(raw, flatten(raw), start)
            if reference is not None:
                self.raw, self.flat = raw, flatten(raw)
            else:
                self.place = None
        self.pos = start
        return reference

    def _take_provisions(self) -> bool:
        chain = read_chain(self.raw, self.flat, self.pos, query=True)
        if chain is None:
            return False
        self.chain, self.pos = chain, chain.end
        return True

    def _take_place(self) -> bool:
        """Take a place; a town may follow its state: `Estado de São Paulo, Votuporanga`."""
        before, start = self.place, self.pos
        if not self._read_place():
            return False
        if before is not None and self.place is not None and before[1] != self.place[1]:
            self.place, self.pos = before, start
            return False
        return True

    def _read_place(self) -> bool:
        words = _PLACE_WORDS.match(self.flat, self.pos)
        what, start = "", self.pos
        if words:
            what, start = words["what"], words.end()
        if what in {"uniao", "distrito federal"}:
            if what == "uniao":
                self.place = ("federal", "", "")
            else:
                self.place = ("distrital", "DF", "")
            self.pos = start
            return True
        name = _NAME.match(self.flat, start)
        if name is None:
            return False
        return self._take_place_name(name[0], start, what)

    def _take_place_name(self, words: str, start: int, what: str) -> bool:
        """Take the longest beginning of the words that is a town or a state."""
        while words:
            end = start + len(words)
            if "estado" not in what and self._take_town(words, end):
                return True
            if what.startswith(("municipio", "prefeitura", "cidade")):
                uf = None
            else:
                uf = state(words)
            if uf is not None:
                if "estado" in what or len(words) > len(uf):
                    level = "estadual"
                else:
                    level = ""
                self.place, self.pos = (level, uf, ""), end
                return True
            words = words.rpartition(" ")[0].rstrip(" -'")
        return False

    def _take_town(self, words: str, end: int) -> bool:
        """Take a town with its state behind it; one of a name that several states have goes by the
        name alone.
        """
        behind = _STATE_BEHIND.match(self.flat, end)
        if behind:
            uf = state(behind["uf"])
        else:
            uf = None
        towns = municipalities(words, uf or "")
        if not towns or len(words) < _SHORTEST_TOWN:
            return False
        if len(towns) == 1:
            known = towns[0][1]
        else:
            known = ""
        self.place = ("municipal", known, towns[0][0])
        if behind and uf:
            self.pos = behind.end()
        else:
            self.pos = end
        return True

    def _take_tail(self) -> bool:
        """Take a body, a date or a level that stands apart from its norm."""
        reference = self.reference
        if reference is None:
            return False
        if level := _LEVEL.match(self.flat, self.pos):
            reference.level, self.pos = level["level"], level.end()
            return True
        back = max(reference.end, self.pos - 4)
        for start in range(back, self.pos + 1):
            reference.end = start
            if not reference.bodies and read_issuer(self.raw, self.flat, reference):
                break
            if reference.year is None:
                read_date(self.flat, reference)
                if reference.year is not None:
                    break
        if reference.end <= self.pos:
            reference.end = self.pos
            return self._take_bare_body(reference)
        self.pos = reference.end
        return True

    def _take_bare_body(self, reference: Reference) -> bool:
        """`RDC 216/2004 ANVISA`: initials or a full name without "da"."""
        if reference.species:
            issuer = reference.species.issuer
        else:
            issuer = "ente"
        if reference.bodies or issuer == "ente":
            return False
        keys, end = read_body(self.raw, self.flat, self.pos)
        if not keys or keys[0] not in norms.bodies():
            return False
        reference.bodies, self.pos = keys, end
        return True

    def _put_place(self) -> bool:
        """Give the norm the place that stands apart from it; False where it has another already."""
        if self.reference is None or self.place is None:
            return False
        level, uf, town = self.place
        reference = self.reference
        if reference.municipio and town and reference.municipio != town:
            return False
        if reference.uf and uf and reference.uf != uf:
            return False
        if town and reference.level in {"federal", "estadual"}:
            return False
        reference.uf = reference.uf or uf
        if town:
            reference.level, reference.municipio = "municipal", town
        else:
            reference.level = reference.level or level
        return True


def read_query(text: str) -> Query:
    """Read a citation of one norm. Never raises; words that are no part of it are the `rest`."""
    return _QueryReader(make_query_plain(text)).read()
