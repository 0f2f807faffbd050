"""The vocabulary of citations, compiled from the rule tables on first use: species, bodies, names, relations."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.rules import table


@dataclass(frozen=True, slots=True, kw_only=True)
class Species:
    """One entry of `rules/especies.toml`."""

    key: str
    name: str
    slug: str
    gender: str
    bill: bool
    issuer: str
    level: str = ""
    """`federal` for what only the Union issues."""
    named: bool = False
    """Goes by a name ("Código de Obras"); a number is one only with its mark."""
    of_chamber: bool = False
    """A chamber speaks in it."""
    self_name: bool = False
    """A norm of any species may call itself so ("este Código")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One printed form of a species, folded: `leis complementares`, `lc`."""

    species: Species
    plural: bool
    capitals: bool
    """An abbreviation: taken in capitals only, and only before a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """One entry of `rules/orgaos.toml`."""

    key: str
    level: str
    uf: str
    parent: str
    successor: str
    names: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """One norm that goes by a name, and the days on which the name meant it."""

    species: str
    number: str | None
    date: datetime.date
    since: datetime.date | None
    until: datetime.date | None

    def holds(self, on: datetime.date | None) -> bool:
        """Whether the name meant this norm on a day; with no day known, whether it does now."""
        if on is None:
            return self.until is None
        return (self.since or self.date) <= on and (self.until is None or on <= self.until)


_JOINT = r"(?:\s+|\s?-\s?)"


def _pattern(form: str) -> str:
    """A folded form with free blanks and hyphens: `decreto lei` matches `decreto - lei`."""
    return _JOINT.join(re.escape(word) for word in re.split(r"[\s-]+", form))


def key_of(matched: str) -> str:
    """The key of a matched form: blanks and hyphens folded."""
    return " ".join(matched.replace("-", " ").split())


def is_abbreviation(form: str) -> bool:
    """Whether a form is one word in capitals."""
    return form.isupper() and " " not in form


@cache
def species() -> Mapping[str, Species]:
    """Key → species, all of `rules/especies.toml`."""
    return {
        entry["key"]: Species(
            key=entry["key"],
            name=entry["name"],
            slug=entry["slug"],
            gender=entry["gender"],
            bill=entry.get("bill", False),
            issuer=entry["issuer"],
            level=entry.get("level", ""),
            named=entry.get("named", False),
            of_chamber=entry.get("of_chamber", False),
            self_name=entry.get("self_name", False),
        )
        for entry in table("especies")["especie"]
    }


@cache
def forms() -> Mapping[str, Form]:
    """Folded form → species and number of the form."""
    out: dict[str, Form] = {}
    for entry in table("especies")["especie"]:
        one = species()[entry["key"]]
        plural = entry.get("plural", entry["name"] + "s")
        out[key_of(flatten(entry["name"]))] = Form(species=one, plural=False, capitals=False)
        out[key_of(flatten(plural))] = Form(species=one, plural=True, capitals=False)
        for other in entry.get("other", ()):
            first = other.split()[0]
            many = first.endswith("s")
            out.setdefault(
                key_of(flatten(other)),
                Form(species=one, plural=many, capitals=is_abbreviation(other)),
            )
    return out


def _alternatives(keys: Iterable[str]) -> str:
    return "|".join(_pattern(key) for key in sorted(keys, key=len, reverse=True))


@cache
def species_pattern() -> re.Pattern[str]:
    """Any species at a place of a folded text; longest form first."""
    return re.compile(rf"(?:{_alternatives(forms())})(?![a-z])")


@cache
def bodies() -> Mapping[str, Body]:
    """Key → body, all of `rules/orgaos.toml`."""
    return {
        entry["key"]: Body(
            key=entry["key"],
            level=entry["level"],
            uf=entry.get("uf", ""),
            parent=entry.get("parent", ""),
            successor=entry.get("successor", ""),
            names=tuple(entry["names"]),
        )
        for entry in table("orgaos")["orgao"]
    }


@cache
def body_names() -> Mapping[str, str]:
    """Folded full name → key of the body."""
    return {
        key_of(flatten(name["name"])): entry["key"]
        for entry in table("orgaos")["orgao"]
        for name in entry["names"]
    }


@cache
def acronyms() -> Mapping[str, str]:
    """Acronym with its separators as points (`cnp.difis`) → key of the body."""
    return {
        acronym_key(acronym): entry["key"]
        for entry in table("orgaos")["orgao"]
        for acronym in entry.get("acronyms", ())
    }


def acronym_key(printed: str) -> str:
    """`CNP - DIFIS` → `cnp.difis`; any printed acronym gives a key, known or not."""
    return ".".join(re.findall(r"[a-z0-9]+", flatten(printed)))


@cache
def body_pattern() -> re.Pattern[str]:
    """A full name of a known body at a place of a folded text."""
    return re.compile(rf"(?:{_alternatives(body_names())})(?![a-z])")


@cache
def names() -> Mapping[str, tuple[Name, ...]]:
    """Folded name → the norms that it has meant, the present one first."""
    out: dict[str, tuple[Name, ...]] = {}
    for entry in table("citations")["name"]:
        one = Name(
            species=entry["species"],
            number=entry.get("number"),
            date=entry["date"],
            since=entry.get("since"),
            until=entry.get("until"),
        )
        for name in entry["names"]:
            key = key_of(flatten(name))
            out[key] = (*out.get(key, ()), one)
    return out


@cache
def own_names() -> Mapping[str, Mapping[str, Any]]:
    """Folded name → entry, for names that mean a norm of the citing norm's own place (`lei orgânica`)."""
    return {
        key_of(flatten(name)): entry
        for entry in table("citations")["own"]
        for name in entry["names"]
    }


@cache
def capital_names() -> frozenset[str]:
    """Folded names that count only where they are printed in capitals (`cf`, `clt`)."""
    entries = (*table("citations")["name"], *table("citations")["own"])
    return frozenset(flatten(n) for entry in entries for n in entry["names"] if is_abbreviation(n))


@cache
def names_pattern() -> re.Pattern[str]:
    """Any name of a norm at a place of a folded text."""
    return re.compile(rf"(?:{_alternatives([*names(), *own_names()])})(?![a-z])")


@cache
def phrases_pattern() -> re.Pattern[str]:
    """Phrases that look like names and name nothing in particular."""
    entries = [
        key_of(flatten(name)) for entry in table("citations")["phrase"] for name in entry["names"]
    ]
    return re.compile(rf"(?:{_alternatives(entries)})(?![a-z])")


@cache
def known_dates() -> Mapping[tuple[str, str], datetime.date]:
    """(species, number) → date, for federal norms that are cited by number alone."""
    return {
        (entry["species"], entry["number"]): entry["date"] for entry in table("citations")["known"]
    }


@cache
def series() -> Mapping[str, tuple[int, tuple[tuple[int, int], ...]]]:
    """Species → (margin, ((year, last federal number of that year), ...)) in order of years."""
    return {
        key: (
            entry["margin"],
            tuple(sorted((int(year), last) for year, last in entry["last"].items())),
        )
        for key, entry in table("citations")["series"].items()
    }
