"""LexML URNs: a reader and a writer for the whole grammar, and the way from and to the identities
of lawtool.

    urn:lex:LOCAL:AUTHORITY:TYPE:DESCRIPTOR[@VERSION][~FORM][!FRAGMENT]

Source of the grammar: the Brazilian profile of 2008 as the Senate's printer writes it. The order
`@ ~ !` is the one written; others are read and reported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches

from lawtool.errors import BadUrn, UnknownProvision
from lawtool.identifiers.labels import from_fragment
from lawtool.model import Locator, NormaId
from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.places import dotted, from_dotted, state_from_dotted, states


@dataclass(frozen=True, slots=True, kw_only=True)
class Urn:
    """The parts of a URN as written, names in canonical form.

    `authority` is one or more bodies, each an institution with its organs; `dates` one date, two
    (an interval), or none; `year` where only that is known; `components` are annexes and the like,
    `(name, title)`; `version` and `form` are the text after `@` and `~`; `fragment` the provision,
    an annex included (`anexo1_ite2`).
    """

    local: tuple[str, ...]
    authority: tuple[tuple[str, ...], ...]
    species: tuple[str, ...]
    dates: tuple[date, ...] = ()
    year: int | None = None
    ids: tuple[str, ...] = ()
    components: tuple[tuple[str, str], ...] = ()
    correction: int | None = None
    version: str = ""
    form: str = ""
    fragment: str = ""
    notes: tuple[str, ...] = ()
    """Departures from the canonical form that were accepted."""

    def __str__(self) -> str:
        return write_urn(self)


_LEVEL_WORDS = frozenset({"federal", "estadual", "municipal", "distrital"})
_NAME = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*\Z")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})\Z")
_INTERVAL = re.compile(r"\[([^,\]]*),([^,\]]*)\]")
_ID = re.compile(r"(?:lex-\d+|seq-[a-z0-9.]+-\d+|[a-z0-9]+(?:[./-][a-z0-9]+)*)\Z")
_COMPONENT = re.compile(
    r"(anexo|parte|tomo|livro|adendo|apendice|tabela|quadro)(?:\.[a-z0-9.-]+)?\Z"
)
_VERSION_DATE = r"(?:\d{4}-\d{2}-\d{2}|\[\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}\])"
_VERSION = re.compile(
    rf"(?:{_VERSION_DATE}|versao\.original|inicio\.vigencia|multivigente|versao\.(?:vigente"
    rf"|eficaz|consultada)\.em;{_VERSION_DATE})"
    rf"(?:;[a-z.]+(?:;{_VERSION_DATE})?)?\Z"
)
_FORM = re.compile(r"[a-z.]+(?:;[a-z]{2}(?:-[a-z]{2})?(?:,[a-z]{2}(?:-[a-z]{2})?)*)?\Z")
_SMALL = re.compile(r"(?:^|\.)(?:d[aeo]s?|e|para|em|n[ao]s?|ao?s?)(?=\.)")


def _bad(part: str, value: str, text: str, why: str = "") -> BadUrn:
    if value:
        place = text.find(value)
    else:
        place = len(text)
    if len(value) <= 40:
        shown = value
    else:
        shown = value[:40] + "…"
    return BadUrn(
        f"{part}: cannot read {shown!r} at character {max(place, 0) + 1}{': ' + why if why else ''}"
    )


def read_urn(text: str) -> Urn:
    """Parse a URN. Raises BadUrn with the part and the character; never a silent partial
    reading.
    """
    text = text.strip()
    clean, notes = _canonical_letters(text)
    head, fragment, version, form, moved = _cut(clean)
    notes += moved
    parts = head.split(":")
    if parts[:2] != ["urn", "lex"]:
        raise _bad("scheme", parts[0], clean, "a URN begins with urn:lex:")
    if len(parts) != 6:
        missing = ("locality", "authority", "type", "descriptor")
        if len(parts) < 6:
            name = missing[max(len(parts) - 2, 0)]
        else:
            name = "descriptor"
        raise _bad(
            name,
            parts[-1] if len(parts) > 6 else "",
            clean,
            "four parts follow urn:lex:, joined by colons",
        )
    local, dropped = _local(parts[2], clean)
    authority, dropped_too = _authority(parts[3], clean)
    urn = Urn(
        local=local,
        authority=authority,
        species=_species(parts[4], clean),
        version=_checked("version", version, _VERSION, clean),
        form=_checked("form", form, _FORM, clean),
    )
    urn = _descriptor(urn, parts[5], clean)
    urn = replace(
        urn,
        fragment=_fragment(urn, fragment, clean),
        notes=(*notes, *dropped, *dropped_too),
    )
    return _annex_as_fragment(urn)


def _canonical_letters(text: str) -> tuple[str, tuple[str, ...]]:
    plain = strip_accents(text)
    notes = ("accents removed",) if plain != text else ()
    lower = plain.lower()
    return lower, (*notes, "capitals lowered") if lower != plain else notes


def _cut(text: str) -> tuple[str, str, str, str, tuple[str, ...]]:
    """Head, fragment, version, form. `~` after digits inside a fragment marks a repetition, not a
    form.
    """
    marks = [(m.start(), m[0]) for m in re.finditer(r"[@!]|~(?!\d)", text)]
    pieces = {"@": "", "~": "", "!": ""}
    for i, (place, sign) in enumerate(marks):
        if pieces[sign]:
            raise _bad(
                {"@": "version", "~": "form", "!": "fragment"}[sign],
                text[place:],
                text,
                f"a second {sign!r}",
            )
        if i + 1 < len(marks):
            end = marks[i + 1][0]
        else:
            end = len(text)
        pieces[sign] = text[place + 1 : end]
        if not pieces[sign]:
            raise _bad(
                {"@": "version", "~": "form", "!": "fragment"}[sign],
                text[place:],
                text,
                "nothing follows",
            )
    order = "".join(sign for _, sign in marks)
    notes = (
        ("order of parts",) if order != "".join(sorted(order, key="@~!".index)) else ()
    )
    return (
        text[: marks[0][0]] if marks else text,
        pieces["!"],
        pieces["@"],
        pieces["~"],
        notes,
    )


def _checked(part: str, value: str, pattern: re.Pattern[str], text: str) -> str:
    if value and not pattern.match(value):
        raise _bad(part, value, text)
    return value


def _name(part: str, value: str, text: str) -> tuple[str, tuple[str, ...]]:
    """A dotted name without prepositions; a note where there were some."""
    if not _NAME.match(value):
        raise _bad(
            part, value, text, "a name is words of small letters joined by points"
        )
    plain = _SMALL.sub("", value).lstrip(".")
    return plain, () if plain == value else ("prepositions removed",)


def _local(value: str, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = value.split(";")
    if names[0] != "br":
        raise _bad("locality", names[0], text, "only br is known")
    if len(names) == 1:
        return ("br",), ()
    first, notes = _name("locality", names[1], text)
    uf = state_from_dotted(first)
    if uf is None:
        raise _bad("locality", names[1], text, "no state has this name")
    out = ["br", dotted(states()[uf])]
    for name in names[2:]:
        plain, more = _name("locality", name, text)
        if from_dotted(plain, uf) is None:
            raise _bad(
                "locality",
                name,
                text,
                f"no municipality of {states()[uf]} has this name",
            )
        out.append(plain)
        notes += more
    return tuple(out), notes


def _authority(
    value: str, text: str
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    out, notes = list[tuple[str, ...]](), tuple[str, ...]()
    for body in value.split(","):
        organs = list[str]()
        for organ in body.split(";"):
            plain, more = _name("authority", organ, text)
            if plain not in _LEVEL_WORDS and (
                near := get_close_matches(plain, _LEVEL_WORDS, n=1, cutoff=0.8)
            ):
                raise _bad("authority", organ, text, f"did you mean {near[0]!r}?")
            organs.append(plain)
            notes += more
        out.append(tuple(organs))
    return tuple(out), notes


def _species(value: str, text: str) -> tuple[str, ...]:
    parts = tuple(value.split(";"))
    for part in parts:
        if not re.match(r"[a-z0-9]+(?:[.-][a-z0-9]+)*\Z", part):
            raise _bad("type", part, text)
    return parts


def _descriptor(urn: Urn, value: str, text: str) -> Urn:
    value = value.strip()
    if not value:
        raise _bad("descriptor", "", text, "a date or a year is needed")
    interval = _INTERVAL.match(value)
    if interval is not None:
        dates = (_day(interval[1], text), _day(interval[2], text))
        rest = value[interval.end() :].removeprefix(";")
        return _tail(replace(urn, dates=dates), rest.split(";") if rest else [], text)
    first, *others = value.split(";")
    if re.match(r"\d{4}-", first):
        return _tail(replace(urn, dates=(_day(first, text),)), others, text)
    if re.match(r"\d{4}\Z", first):
        return _tail(replace(urn, year=int(first)), others, text)
    if re.match(r"\d", first):
        raise _bad(
            "descriptor", first, text, "a date is YYYY-MM-DD, a year has four digits"
        )
    return _tail(urn, [first, *others], text)


def _day(value: str, text: str) -> date:
    match = _DATE.match(value)
    try:
        if match:
            return date(*map(int, match.groups()))
        return date.fromisoformat(value)
    except ValueError:
        raise _bad("descriptor", value, text, "no such date") from None


def _tail(urn: Urn, parts: list[str], text: str) -> Urn:
    ids, components, correction = urn.ids, list[tuple[str, str]](), urn.correction
    for i, part in enumerate(parts):
        name, _, title = part.partition(",")
        if match := re.match(r"retificacao\.(\d+)\Z", part):
            correction = int(match[1])
        elif _COMPONENT.match(name):
            components.append((name, title))
        elif i == 0 and all(map(_ID.match, part.split(","))):
            ids = tuple(part.split(","))
        else:
            raise _bad("descriptor", part, text)
    return replace(urn, ids=ids, components=tuple(components), correction=correction)


def _fragment(urn: Urn, value: str, text: str) -> str:
    if not value:
        return ""
    try:
        return from_fragment(value).fragment
    except UnknownProvision:
        bad = next(
            (
                c
                for c in value.split("_")
                if not re.match(r"[a-z]+(?:\d+u?(?:-\d+)*(?:~\d+)?)?\Z", c)
            ),
            value,
        )
        raise _bad("fragment", bad, text) from None


_ANNEX = re.compile(r"anexo\.(\d+|unico)\Z")


def _annex_as_fragment(urn: Urn) -> Urn:
    """`…;297;anexo.1!ite2` is the path `anexo1_ite2`."""
    if (
        not urn.components
        or urn.components[-1][1]
        or not (match := _ANNEX.match(urn.components[-1][0]))
    ):
        return urn
    if match[1] == "unico":
        annex = "anexo1u"
    else:
        annex = f"anexo{match[1]}"
    if urn.fragment:
        fragment = f"{annex}_{urn.fragment}"
    else:
        fragment = annex
    return replace(urn, components=urn.components[:-1], fragment=fragment)


def write_urn(urn: Urn) -> str:
    """The canonical text of a URN; annexes go to the descriptor."""
    fragment, components = urn.fragment, list(urn.components)
    if annex := re.match(r"anexo(\d+)(u?)(?:_(.+))?\Z", fragment):
        components.append(("anexo.unico" if annex[2] else f"anexo.{annex[1]}", ""))
        fragment = annex[3] or ""
    if urn.dates or urn.year:
        head = [_dates(urn)]
    else:
        head = []
    if urn.ids:
        head.append(",".join(urn.ids))
    head += [f"{name},{title}" if title else name for name, title in components]
    if urn.correction is not None:
        head.append(f"retificacao.{urn.correction}")
    authority = ",".join(";".join(body) for body in urn.authority)
    text = f"urn:lex:{';'.join(urn.local)}:{authority}:{';'.join(urn.species)}:{';'.join(head)}"
    if urn.version:
        text += f"@{urn.version}"
    else:
        text += ""
    if urn.form:
        text += f"~{urn.form}"
    else:
        text += ""
    if fragment:
        return f"{text}!{fragment}"
    return text


def _dates(urn: Urn) -> str:
    if len(urn.dates) == 2:
        return f"[{urn.dates[0].isoformat()},{urn.dates[1].isoformat()}]"
    if urn.dates:
        return urn.dates[0].isoformat()
    return str(urn.year)


# -- identities ------------------------------------------------------------------------


def urn_of(
    identity: NormaId, *, locator: Locator | None = None, nickname: str = ""
) -> str:
    """The URN of a norm or provision, empty where too little is known to name it. A year alone
    stays a reference.
    """
    if not identity.species or identity.species == "norma" or not identity.level:
        return ""
    if identity.date is None and identity.year is None and not nickname:
        return ""
    local = _local_of(identity)
    if local is None:
        return ""
    number = (
        identity.number or nickname.removeprefix("~") or _unnumbered(identity)
    ).lower()
    urn = Urn(
        local=local,
        authority=_authority_of(identity),
        species=(identity.species,),
        dates=(identity.date,) if identity.date else (),
        year=None if identity.date else identity.year,
        ids=(number,),
        fragment=locator.fragment if locator else "",
    )
    return write_urn(urn)


def _unnumbered(identity: NormaId) -> str:
    """The Constitution is numbered by its year, any other norm without a number is the first of its
    day.
    """
    year = identity.date.year if identity.date else identity.year
    if identity.species.startswith(("constituicao", "ato.disposicoes", "lei.organica")):
        return str(year)
    return "lex-1"


def _local_of(identity: NormaId) -> tuple[str, ...] | None:
    if identity.level == "federal":
        return ("br",)
    name = states().get(identity.uf)
    if name is None or (identity.level == "municipal" and not identity.municipio):
        return None
    local = ("br", dotted(name))
    if identity.level == "municipal":
        return (*local, dotted(identity.municipio))
    return local


def _authority_of(identity: NormaId) -> tuple[tuple[str, ...], ...]:
    if not identity.bodies:
        return ((identity.level,),)
    key = identity.bodies[-1]
    body = vocabulary.bodies().get(key)
    if body is not None and not body.names:
        body = vocabulary.bodies().get(body.parent)  # a series of numbers of that body
    if body is None or not body.names:
        return ((dotted(key.replace(".", " ")) or key,),)
    year = identity.date.year if identity.date else identity.year
    name = body.called_in(year)
    if name is None:
        return ((dotted(key.replace(".", " ")) or key,),)
    return tuple(tuple(organ.split(";")) for organ in name.lex.split(","))


def urn_identity(urn: Urn) -> NormaId:
    """The identity that a URN names. Bodies are found by their LexML names; one that is unknown
    stays as written.
    """
    if len(urn.local) > 1:
        uf = state_from_dotted(urn.local[1])
    else:
        uf = None
    if len(urn.local) > 2:
        municipio = from_dotted(urn.local[2], uf or "")
    else:
        municipio = None
    if municipio:
        level = "municipal"
    else:
        if uf:
            if uf == "DF":
                level = "distrital"
            else:
                level = "estadual"
        else:
            level = "federal"
    bodies = tuple(
        _body_key(body) for body in urn.authority if body[0] not in _LEVEL_WORDS
    )
    if urn.dates:
        day = urn.dates[0]
    else:
        day = None
    if urn.ids and not urn.ids[0].startswith("lex-"):
        number = urn.ids[0]
    else:
        number = None
    return NormaId(
        species=urn.species[0],
        number=number,
        year=day.year if day else urn.year,
        date=day,
        bodies=bodies,
        level=level,
        uf=uf or "",
        municipio=municipio or "",
    )


def _body_key(body: tuple[str, ...]) -> str:
    written = ";".join(body)
    for key, known in vocabulary.bodies().items():
        if any(name.lex == written for name in known.names):
            return key
    return written.replace(";", ".")
