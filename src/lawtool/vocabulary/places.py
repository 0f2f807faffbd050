"""States and municipalities of Brazil: looked up by name, offline, loaded when first asked for."""

from __future__ import annotations

from functools import cache

from lawtool.vocabulary.folding import fold, slugify
from lawtool.vocabulary.rules import read_data_file, read_table

_SMALL_WORDS = frozenset(
    [
        "a",
        "as",
        "e",
        "o",
        "os",
        "d",
        "da",
        "das",
        "de",
        "do",
        "dos",
        "na",
        "no",
        "nas",
        "nos",
        "em",
        "para",
    ]
)


@cache
def states() -> dict[str, str]:
    """UF → name with accents: `{"AC": "Acre", ...}`, 27 of them."""
    return {uf: entry["name"] for uf, entry in read_table("estados")["estado"].items()}


@cache
def capitals() -> dict[str, str]:
    """Give the UF of every capital by its folded name: `{"manaus": "AM", ...}`."""
    return {
        fold(entry["capital"]): uf
        for uf, entry in read_table("estados")["estado"].items()
    }


@cache
def _state_keys() -> dict[str, str]:
    return {fold(name): uf for uf, name in states().items()} | {
        uf.lower(): uf for uf in states()
    }


def state(name: str) -> str | None:
    """The UF of a state by name or abbreviation, in any spelling of case and accents; None for no
    state.
    """
    return _state_keys().get(fold(name))


@cache
def _by_name() -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for line in read_data_file("municipios.txt").splitlines():
        if line.startswith("#"):
            continue
        uf, name = line.split(";")
        key = slugify(name)
        found[key] = (*found.get(key, ()), (name, uf))
    return found


def municipalities(name: str, uf: str = "") -> tuple[tuple[str, str], ...]:
    """All municipalities of that name as (name with accents, UF), only those of `uf` if given."""
    found = _by_name().get(slugify(name), ())
    return tuple(entry for entry in found if not uf or entry[1] == uf)


def dotted(name: str) -> str:
    """A name inside a URN: `Rio de Janeiro` → `rio.janeiro`, `São João d'El Rei` →
    `sao.joao.el.rei`.
    """
    return ".".join(
        word for word in slugify(name).split("-") if word not in _SMALL_WORDS
    )


@cache
def _by_dotted() -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for entries in _by_name().values():
        for name, uf in entries:
            found[dotted(name)] = (*found.get(dotted(name), ()), (name, uf))
    return found


def from_dotted(name: str, uf: str) -> str | None:
    """The municipality behind a name of a URN (`sete.lagoas`, `MG` → Sete Lagoas); None if there is
    none.
    """
    return next(
        (
            full
            for full, of in _by_dotted().get(dotted(name.replace(".", " ")), ())
            if of == uf
        ),
        None,
    )


def state_from_dotted(name: str) -> str | None:
    """The UF behind a state's name in a URN: `rio.janeiro` → RJ; prepositions and accents are
    accepted.
    """
    key = dotted(name.replace(".", " "))
    return next((uf for uf, full in states().items() if dotted(full) == key), None)
