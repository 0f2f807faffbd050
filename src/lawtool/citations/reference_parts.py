"""What stands behind the species and number of a norm: its date, the body that issued it, its
place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from functools import cache, lru_cache

from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.norms import Species
from lawtool.vocabulary.numerals import DATE, MONTHS, date_of, full_year
from lawtool.vocabulary.places import dotted, municipalities, state


@dataclass(slots=True, kw_only=True)
class Reference:
    """A norm as the text names it. Only what is printed: what the citing norm adds is the business
    of `jurisdiction`.
    """

    start: int
    end: int
    species: Species | None = None
    number: str | None = None
    year: int | None = None
    short_year: bool = False
    """The year was printed with two digits."""
    date: date | None = None
    bodies: tuple[str, ...] = ()
    level: str = ""
    uf: str = ""
    municipio: str = ""
    name: str = ""
    plural: bool = False
    shared: bool = False
    """The date is said of all norms of the list ("ambas de 2001")."""
    inferred: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """Give the key of the species, empty for a norm known by its name."""
        if self.species:
            return self.species.key
        return ""


LEVEL_WORD = (
    r"(?:municipa(?:l|is)|estadua(?:l|is)|federa(?:l|is)|distrita(?:l|is)|naciona(?:l|is)"
    r"|ordinarias?"
    r"|complementar(?:es)?|orcamentarias?|anua(?:l|is)|autorizativas?|executivos?|numerados?"
    r"|individua(?:l|is))(?![a-z])"
)
_LEVELS = {
    "muni": "municipal",
    "esta": "estadual",
    "fede": "federal",
    "dist": "distrital",
    "naci": "federal",
}
_MONTHS = "|".join(flatten(month) for month in MONTHS)
_DATE_INTRO = re.compile(
    r"""
    \s*+,?\s*+(?P<all>(?:ambos|ambas|todos|todas)\s*+,?\s*+)?
    \(?(?:,?\s*+(?:datad[oa]s?\s++)?(?:de|em|do\ dia)\s++|,\s*+(?=\d{1,2}\s?[./ ]))
    """,
    re.X,
)
_YEAR_ONLY = re.compile(
    rf"""
    \s*+,?\s*+(?P<all>(?:ambos|ambas|todos|todas)\s*+,?\s*+)?
    de\s++(?:(?:{_MONTHS})\s++de\s++)?(?P<year>[12]\.?\d{{3}})(?![\d.]\d|\d)
    """,
    re.X,
)
_OF = re.compile(r"\s*+,?\s*+(?:-\s*+)?d[aoe]\s++")
_DASH_ACRONYM = re.compile(
    r"\s*[-–—(]\s*(?P<body>[A-Z][A-Za-z]*[A-Z](?:/[A-Z]{2,})?)(?![A-Za-z]|\.?\s?\d)\)?"
)
_ACRONYM_ALONE = re.compile(r"(?P<body>[A-Z][A-Za-z]*[A-Z](?:/[A-Z]+)*)(?![\w])")
_GENERIC_BODY = re.compile(
    r"""
    (?:conselho|comissao|comite|secretaria|ministerio|agencia|departamento|instituto
        |superintendencia
    |diretoria|ministr[oa]|tribunal|companhia|fundacao|camara|mesa|assembleia|corpo|coordenadoria
    |coordenacao|banco)(?![a-z])
    """,
    re.X,
)
CAPITALISED = re.compile(
    r"""
    [A-ZÀ-Ú][\w'’-]*
    (?:\s+(?:(?:d[aeo]s?|e|em|para|sobre|à|às|ao)\s+){0,2}(?:[oa]s?\s+)?[A-ZÀ-Ú][\w'’-]*){0,9}
    """,
    re.X,
)
"""Words in capitals with the small words between them: `Imposto sobre Circulação de Mercadorias e
sobre Serviços`.
"""
_PLACE = re.compile(
    r"(?P<what>municipio|estado|distrito federal|uniao)(?![a-z])(?:\s+d[aeo]s?(?![a-z]))?"
)
_SLASH_UF = re.compile(r"\s?[/–-]\s?([A-Z]{2})(?![A-Za-z])")


def set_level(reference: Reference, words: str) -> None:
    """Take the level from words such as `municipal`; a `complementar` changes the species."""
    for word in words.replace("-", " ").split():
        if word.startswith("complementar") and reference.key == "lei":
            reference.species = vocabulary.species()["lei.complementar"]
        reference.level = _LEVELS.get(word[:4], reference.level)


# -- dates -----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _read_day(words: str) -> date | None:
    """Read a date once: the same come again, and reading one in words is slow."""
    match = DATE.match(words)
    if match:
        return date_of(match)
    return None


def read_date(flat: str, reference: Reference) -> None:
    """Read a date or year behind the reference into it."""
    intro = _DATE_INTRO.match(flat, reference.end)
    match = None
    if intro:
        match = DATE.match(flat, intro.end())
    day = None
    if match:
        day = _read_day(match[0])
    if intro is not None and match is not None and day is not None:
        reference.date, reference.end, reference.year = day, match.end(), day.year
        reference.short_year = len(match["wyear"] or match["dyear"]) == 2
        reference.shared = intro["all"] is not None
        return
    year = _YEAR_ONLY.match(flat, reference.end)
    if year is not None and reference.year is None:
        reference.year, reference.end = full_year(year["year"]), year.end()
        reference.shared = year["all"] is not None


# -- bodies ----------------------------------------------------------------------------


def known_bodies(printed: str) -> tuple[str, ...]:
    """Keys of a printed acronym: `CNP - DIFIS` is one body, `MS/XYZ` the known one with its unknown
    part.
    """
    key = vocabulary.acronym_key(printed)
    return (vocabulary.acronyms().get(key, key),)


def read_body(raw: str, flat: str, pos: int) -> tuple[tuple[str, ...], int]:
    """Read the body named at `pos`, with an acronym behind its name: its keys and its end; ((),
    pos) where there is none.
    """
    known = vocabulary.body_pattern().match(flat, pos)
    if known is not None:
        keys: tuple[str, ...] = (
            vocabulary.body_names()[vocabulary.form_key(known[0])],
        )
        end = known.end()
    elif acronym := _ACRONYM_ALONE.match(raw, pos):
        keys, end = known_bodies(acronym["body"]), acronym.end()
    elif _GENERIC_BODY.match(flat, pos) and (words := CAPITALISED.match(raw, pos)):
        keys, end = (dotted(words[0]),), words.end()
    else:
        return (), pos
    if dash := _DASH_ACRONYM.match(raw, end):
        end = dash.end()
        acronym_body = vocabulary.acronyms().get(vocabulary.acronym_key(dash["body"]))
        if acronym_body is not None:
            keys = (acronym_body,)
    return keys, end


def read_issuer(raw: str, flat: str, reference: Reference) -> bool:
    """Read a body or a place after "do", "da"; moves the end of the reference over it."""
    of = _OF.match(flat, reference.end)
    if of is None:
        return False
    if read_place(raw, flat, reference, of.end()):
        return True
    if reference.species is not None and reference.species.issuer == "ente":
        return False
    keys, end = read_body(raw, flat, of.end())
    if not keys:
        return False
    reference.bodies = (*(body for body in reference.bodies if body not in keys), *keys)
    reference.end = end
    return True


def read_tail(raw: str, flat: str, reference: Reference) -> None:
    """Read date and bodies after the number, in either order."""
    read_date(flat, reference)
    for _ in range(3):
        if not read_issuer(raw, flat, reference):
            break
        if reference.date is None:
            read_date(flat, reference)


# -- places ----------------------------------------------------------------------------


def read_place(raw: str, flat: str, reference: Reference, pos: int) -> bool:
    """Read "Município de Guariba", "Estado", "União" at `pos` into the reference; False where no
    place stands there.
    """
    match = _PLACE.match(flat, pos)
    if match is None:
        return False
    what, end = match["what"], match.end("what")
    if what == "uniao":
        reference.level = "federal"
    elif what == "distrito federal":
        reference.level, reference.uf = "distrital", "DF"
    else:
        name, name_end = read_place_name(raw, flat, match.end(), what)
        if name:
            end = name_end
        if name and what == "estado":
            reference.uf = state(name) or reference.uf
        elif name:
            set_municipality(reference, name, flat[end - 2 : end].upper())
        if what == "estado":
            reference.level = "estadual"
        else:
            reference.level = "municipal"
    reference.end = end
    return True


def read_place_name(raw: str, flat: str, pos: int, what: str) -> tuple[str, int]:
    """Read the name after "do Município de": the longest run of capitalised words that is a place,
    with "/MG" after it.
    """
    words = None
    if flat[pos : pos + 1].isspace():
        words = CAPITALISED.match(raw, pos + 1)
    if words is None:
        return "", pos
    name = words[0]
    while name:
        known = state(name) if what == "estado" else municipalities(name)
        if known:
            end = words.start() + len(name)
            uf = _SLASH_UF.match(raw, end)
            return name, uf.end() if uf else end
        name = name.rpartition(" ")[0].rstrip()
    return "", pos


def set_municipality(reference: Reference, name: str, uf: str) -> None:
    """Take a town, and its state where the name is in one state only."""
    entries = municipalities(name, uf if state(uf) else "")
    if not entries:
        return
    reference.municipio = entries[0][0]
    if len(entries) == 1:
        reference.uf = entries[0][1]


@cache
def level_prefixes() -> tuple[str, ...]:
    """Give the first three letters of the words that tell a level, for the anchors."""
    return tuple(re.findall(r"(?<=[:|])[a-z]{3}(?=[a-z]{3})", LEVEL_WORD))
