"""What is known of norms before a text is read: their species, the bodies that issue them, those
that go by a name.

One entry of a table teaches every reader: titles, citations, "desta X", enacting formulas,
comparison, residue.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.rules import decode_table
from lawtool.vocabulary.tries import write_trie

# --- the tables -------------------------------------------------------------------------------


class TableEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One entry of a table; a key that its type does not name is refused."""


class Species(TableEntry, frozen=True):
    """One entry of `rules/especies.toml`, where the fields are explained."""

    key: str
    name: str
    slug: str
    gender: Literal["f", "m"]
    issuer: Literal["ente", "camara", "orgao"]
    plural: str = ""
    other: tuple[str, ...] = ()
    bill: bool = False
    level: Literal["", "federal"] = ""
    named: bool = False
    of_chamber: bool = False
    self_name: bool = False
    continuous: bool = False
    series_of: str = ""
    common_word: bool = False
    short: tuple[str, ...] = ()
    needs_body: bool = False
    split: bool = False
    """Part of the species stands behind the number ("Emenda nº 30 à Lei Orgânica"): set by
    `[[split]]` alone.
    """

    @property
    def many(self) -> str:
        """The printed plural."""
        return self.plural or self.name + "s"

    @property
    def series(self) -> str:
        """The species whose series of numbers it is counted in: its own, or another's."""
        return self.series_of or self.key


class BodyName(TableEntry, frozen=True):
    """A full name of a body, the LexML authority of that time, and the years in which it was
    used.
    """

    name: str
    lex: str
    since: int | None = None
    until: int | None = None

    def holds(self, year: int | None) -> bool:
        """Tell whether the body was called so in a year; where no year is known, it may have
        been.
        """
        if year is None:
            return True
        return (self.since or year) <= year < (self.until or year + 1)


class Body(TableEntry, frozen=True):
    """One entry of `rules/orgaos.toml`."""

    key: str
    level: Literal["federal", "estadual", "municipal", "distrital"]
    names: tuple[BodyName, ...]
    acronyms: tuple[str, ...] = ()
    uf: str = ""
    parent: str = ""
    successor: str = ""
    since: int | None = None
    until: int | None = None

    @property
    def acronym(self) -> str:
        """The first of its initials, empty where it has none."""
        if self.acronyms:
            return self.acronyms[0]
        return ""

    def called_in(self, year: int | None) -> BodyName | None:
        """Give its name of a year, the first where none is known to fit; None where it goes by
        initials alone.
        """
        fitting = (name for name in reversed(self.names) if name.holds(year))
        return next(fitting, self.names[0] if self.names else None)


class NamedNorm(TableEntry, frozen=True):
    """One norm that goes by names, and the days on which the names meant it."""

    names: tuple[str, ...]
    species: str
    date: datetime.date
    number: str | None = None
    short: tuple[str, ...] = ()
    """Abbreviations that count in a query alone; in a text `CC-3` is a post and `CP` a polling
    station.
    """
    since: datetime.date | None = None
    until: datetime.date | None = None

    def holds(self, on: datetime.date | None) -> bool:
        """Tell whether the name meant this norm on a day; with no day known, whether it does
        now.
        """
        if on is None:
            return self.until is None
        return (self.since or self.date) <= on and (
            self.until is None or on <= self.until
        )


class OwnName(TableEntry, frozen=True):
    """Names that mean a norm of the citing norm's own place (`lei orgânica`)."""

    names: tuple[str, ...]
    species: str
    level: str


class Phrase(TableEntry, frozen=True):
    """Phrases that look like names and name nothing in particular."""

    names: tuple[str, ...]


class KnownNorm(TableEntry, frozen=True):
    """A federal norm that is cited by number alone."""

    species: str
    number: str
    date: datetime.date


class Series(TableEntry, frozen=True):
    """How far the federal numbers had come at the end of each year; `margin` is the tolerance of a
    comparison.
    """

    margin: int
    last: dict[str, int]


class SpeciesTable(TableEntry, frozen=True):
    """The file `rules/especies.toml`."""

    especie: tuple[Species, ...]


class BodyTable(TableEntry, frozen=True):
    """The file `rules/orgaos.toml`."""

    orgao: tuple[Body, ...]


class SplitSpecies(TableEntry, frozen=True):
    """A species whose words stand around its number; `behind`: the words after it → the species
    that they make.
    """

    name: str
    plural: str
    behind: dict[str, str]


class CitationTable(TableEntry, frozen=True):
    """The file `rules/citations.toml`; its rules are read by `rules.load_rules`."""

    rule: tuple[dict[str, Any], ...]
    series: dict[str, Series]
    split: tuple[SplitSpecies, ...]
    known: tuple[KnownNorm, ...]
    name: tuple[NamedNorm, ...]
    own: tuple[OwnName, ...]
    phrase: tuple[Phrase, ...]


class Form(TableEntry, frozen=True):
    """One printed form of a species, folded: `leis complementares`, `lc`."""

    species: Species
    plural: bool = False
    capitals: bool = False
    """An abbreviation: taken in capitals only, and only before a number."""


@cache
def _citations() -> CitationTable:
    return decode_table("citations", CitationTable)


# --- keys and patterns --------------------------------------------------------------------------

_JOINT = r"(?:\s+|\s?-\s?)"


def _loosen(form: str) -> str:
    """Make the blanks and hyphens of a folded form free: `decreto lei` matches `decreto - lei`."""
    return _JOINT.join(re.escape(word) for word in re.split(r"[\s-]+", form))


def any_of(keys: Iterable[str]) -> str:
    """Write a pattern for any of these folded forms, the longest first."""
    return "|".join(_loosen(key) for key in sorted(keys, key=len, reverse=True))


def _match_any(keys: Iterable[str]) -> re.Pattern[str]:
    """Match any of these forms in a folded text, whole; the longest that fits."""
    forms = dict.fromkeys((" ".join(re.split(r"[\s-]+", key)) for key in keys), "")
    return re.compile(rf"(?:{write_trie(forms, blank=_JOINT)})(?![a-z])")


def form_key(matched: str) -> str:
    """Make the key of a matched form: blanks and hyphens folded."""
    return " ".join(matched.replace("-", " ").split())


def is_abbreviation(form: str) -> bool:
    """Tell whether a form is one word in capitals."""
    return form.isupper() and " " not in form


# --- species ------------------------------------------------------------------------------------


@cache
def species() -> Mapping[str, Species]:
    """Read all species: key → species, in the order of `rules/especies.toml`."""
    return {
        entry.key: entry for entry in decode_table("especies", SpeciesTable).especie
    }


@cache
def forms() -> Mapping[str, Form]:
    """List the printed forms: folded form → species and number of the form."""
    known = dict[str, Form]()
    for entry in species().values():
        known[form_key(flatten(entry.name))] = Form(species=entry)
        known[form_key(flatten(entry.many))] = Form(species=entry, plural=True)
        for other in entry.other:
            plural = other.split()[0].endswith("s")
            form = Form(species=entry, plural=plural, capitals=is_abbreviation(other))
            known.setdefault(form_key(flatten(other)), form)
    return known


@cache
def citation_forms() -> Mapping[str, Form]:
    """List the forms that stand in citations: the printed ones, and those that go on behind the
    number.
    """
    known = dict(forms())
    for entry in _citations().split:
        key = form_key(flatten(entry.name))
        whole = Species(
            key=key, name=entry.name, slug="", gender="f", issuer="ente", split=True
        )
        known[key] = Form(species=whole)
        known[form_key(flatten(entry.plural))] = Form(species=whole, plural=True)
    return known


@cache
def citation_pattern() -> re.Pattern[str]:
    """Match any species of a citation at a place of a folded text; longest form first."""
    return _match_any(citation_forms())


@cache
def split_species() -> Mapping[str, str]:
    """List what may stand behind the number of a split species, as a pattern of folded text → the
    species that it makes.
    """
    return {
        _loosen(flatten(words)): key
        for entry in _citations().split
        for words, key in entry.behind.items()
    }


@cache
def spelled_forms() -> Mapping[str, Species]:
    """List the forms in the singular that are spelled out: `decreto lei` → species; no plural, no
    abbreviation.
    """
    return {
        key: form.species
        for key, form in forms().items()
        if not form.plural and not form.capitals
    }


@cache
def first_words() -> frozenset[str]:
    """List the folded words that a spelled-out form, in either number, begins with: `lei`, `leis`,
    `portaria`.
    """
    return frozenset(
        key.split()[0] for key, form in forms().items() if not form.capitals
    )


@cache
def self_words() -> frozenset[str]:
    """List the words by which a norm speaks of itself: "esta Lei", "neste Decreto"; bills are
    called by their law.
    """
    spelled = spelled_forms().items()
    return frozenset(key.split()[0] for key, entry in spelled if not entry.bill)


def may_call_itself(word: str, key: str) -> bool:
    """Tell whether a norm of the species `key` may say "esta WORD" of itself.

    A lei complementar is a lei, a medida provisória and a bill are or become one; any norm may be a
    código. `word` is folded and may be a whole form (`decreto legislativo`).
    """
    form = spelled_forms().get(word)
    if form is None or form.self_name or form.common_word:
        return True
    root = form.key.split(".")[0]
    parts = key.split(".")
    becomes_law = key.startswith(("projeto", "medida", "proposta"))
    return root in parts or (root == "lei" and becomes_law)


# --- bodies -------------------------------------------------------------------------------------


@cache
def bodies() -> Mapping[str, Body]:
    """Read all bodies: key → body."""
    return {entry.key: entry for entry in decode_table("orgaos", BodyTable).orgao}


@cache
def body_names() -> Mapping[str, str]:
    """List the full names: folded name → key of the body."""
    return {
        form_key(flatten(name.name)): body.key
        for body in bodies().values()
        for name in body.names
    }


@cache
def acronyms() -> Mapping[str, str]:
    """List the initials, their separators as points (`cnp.difis`): initials → key of the body."""
    return {
        acronym_key(acronym): body.key
        for body in bodies().values()
        for acronym in body.acronyms
    }


def acronym_key(printed: str) -> str:
    """Make the key of printed initials, known or not: `CNP - DIFIS` → `cnp.difis`."""
    return ".".join(re.findall(r"[a-z0-9]+", flatten(printed)))


@cache
def body_pattern() -> re.Pattern[str]:
    """Match a full name of a known body at a place of a folded text."""
    return _match_any(body_names())


# --- norms known by name or number ----------------------------------------------------------------


def named_norms() -> tuple[NamedNorm, ...]:
    """List the norms that go by a name, in the order of the table."""
    return _citations().name


@cache
def names() -> Mapping[str, tuple[NamedNorm, ...]]:
    """List the names: folded name → the norms that it has meant, the present one first."""
    known = dict[str, tuple[NamedNorm, ...]]()
    for entry in _citations().name:
        for name in entry.names:
            key = form_key(flatten(name))
            known[key] = (*known.get(key, ()), entry)
    return known


@cache
def own_names() -> Mapping[str, OwnName]:
    """List the names that mean a norm of the citing norm's own place: folded name → entry."""
    return {
        form_key(flatten(name)): entry
        for entry in _citations().own
        for name in entry.names
    }


@cache
def capital_names() -> frozenset[str]:
    """List the folded names that count only where they are printed in capitals (`cf`, `clt`)."""
    entries: tuple[NamedNorm | OwnName, ...] = (*_citations().name, *_citations().own)
    return frozenset(
        flatten(name)
        for entry in entries
        for name in entry.names
        if is_abbreviation(name)
    )


@cache
def names_pattern() -> re.Pattern[str]:
    """Match any name of a norm at a place of a folded text."""
    return _match_any([*names(), *own_names()])


@cache
def phrases_pattern() -> re.Pattern[str]:
    """Match the phrases that look like names and name nothing in particular."""
    return _match_any(
        form_key(flatten(name)) for entry in _citations().phrase for name in entry.names
    )


@cache
def known_dates() -> Mapping[tuple[str, str], datetime.date]:
    """List the federal norms that are cited by number alone: (species, number) → date."""
    return {(entry.species, entry.number): entry.date for entry in _citations().known}


@cache
def series() -> Mapping[str, tuple[int, tuple[tuple[int, int], ...]]]:
    """Read the federal series: species → (margin, ((year, last number of that year), ...)) by
    year.
    """
    return {
        key: (
            entry.margin,
            tuple(sorted((int(year), last) for year, last in entry.last.items())),
        )
        for key, entry in _citations().series.items()
    }
