"""Reading the name of a norm at a place of the text: species, number, date, body, or a name such as "Código Civil"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.folding import flatten
from lawtool.vocabulary.norms import Form, Species
from lawtool.vocabulary.numerals import DATE, MONTHS, date_of, full_year, plain_number
from lawtool.vocabulary.places import dotted, municipalities, state


@dataclass(slots=True, kw_only=True)
class Reference:
    """A norm as the text names it. Only what is printed: what the citing norm adds is the business of `jurisdiction`."""

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
    inferred: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        return self.species.key if self.species else ""


_LEVEL = (
    r"(?:municipa(?:l|is)|estadua(?:l|is)|federa(?:l|is)|distrita(?:l|is)|naciona(?:l|is)|ordinarias?|complementar(?:es)?|"
    r"orcamentarias?|anua(?:l|is)|autorizativas?|executivos?|numerados?|individua(?:l|is))(?![a-z])"
)
_LEVELS = {
    "muni": "municipal",
    "esta": "estadual",
    "fede": "federal",
    "dist": "distrital",
    "naci": "federal",
}
_MARK = r"(?:n[º.ros]{0,4}\s?[º.:]{0,2}|numeros?|n\s?[°º*?]|sob (?:o )?n[º.]{1,2})"
_NUMBER = r"(?P<number>\d{1,3}(?:\.\d{3})+|\d{1,6})(?P<suffix>-\s?[a-z](?![a-z0-9])|-\d{1,3}(?![\d/]))?(?!\d)"
_YEAR = r"(?:\s?/\s?(?P<year>\d\.\d{3}|\d{4}|\d{2})(?![\d]|[./]\d))?"
_AFTER_SPECIES = re.compile(
    rf"(?P<levels>(?:\s++{_LEVEL})*)\s*+[,:-]?\s*+(?:(?:de\s++)?(?P<mark>{_MARK})(?![a-z])\s*+)?{_NUMBER}(?!\s?(?:%|[ªh]|anos|dias)){_YEAR}"
)
_LEVELS_ONLY = re.compile(rf"(?:\s+{_LEVEL})+")
_ACRONYM = re.compile(
    r"\s+(?:d[ao]\s+)?[\"“”']?(?P<body>[A-Z][A-Za-z]*[A-Z](?:\s?[/–—-]\s?[A-Z][A-Za-z]*[A-Z])*)[\"“”']?(?=[\s,])"
)
_BARE_NUMBER = re.compile(rf"(?P<mark>{_MARK}(?![a-z])\s*)?{_NUMBER}(?!\s?%){_YEAR}")
_DATE_INTRO = re.compile(
    r"\s*+,?\s*+\(?(?:,?\s*+(?:datad[oa]s?\s++)?(?:de|em|do dia)\s++|,\s*+(?=\d{1,2}\s?[./ ]))"
)
_MONTHS = "|".join(flatten(month) for month in MONTHS)
_YEAR_ONLY = re.compile(
    rf"\s*+,?\s*+de\s++(?:(?:{_MONTHS})\s++de\s++)?(?P<year>[12]\.?\d{{3}})(?![\d.]\d|\d)"
)
_OF = re.compile(r"\s*+,?\s*+(?:-\s*+)?d[aoe]\s++")
_DASH_ACRONYM = re.compile(r"\s*[-–—(]\s*(?P<body>[A-Z][A-Za-z]*[A-Z](?:/[A-Z]{2,})?)\b\)?")
_OWN_ACRONYM = re.compile(r"(?P<body>[A-Z][A-Za-z]*[A-Z](?:/[A-Z]+)*)(?![\w])")
_GENERIC_BODY = re.compile(
    r"(?:conselho|comissao|comite|secretaria|ministerio|agencia|departamento|instituto|superintendencia|diretoria|"
    r"ministr[oa]|tribunal|companhia|fundacao|camara|mesa|assembleia|corpo|coordenadoria|coordenacao|banco)(?![a-z])"
)
_CAPITALISED = re.compile(
    r"[A-ZÀ-Ú][\w'’-]*(?:\s+(?:(?:d[aeo]s?|e|em|para|à|às|ao)\s+(?:[oa]s?\s+)?)?[A-ZÀ-Ú][\w'’-]*){0,9}"
)
_PLACE = re.compile(r"(?P<what>municipio|estado|distrito federal|uniao)(?:\s+d[aeo]s?)?(?![a-z])")
_PROCESS = re.compile(
    r"\s+(?:contida|constante|proferida)s?\s+n[oa]\s+processo\s+(?:n[º.]{1,3}\s*)?(?P<id>[a-z0-9./-]*\d)"
)


_NAMED_ONLY = frozenset(
    {"codigo", "estatuto", "regimento.interno", "constituicao", "lei.organica", "ato"}
)


def read_reference(raw: str, flat: str, pos: int) -> Reference | None:
    """The norm named at `pos`: numbered, or by a name; None where only a species word or nothing stands there."""
    match = vocabulary.species_pattern().match(flat, pos)
    if match is not None:
        form = vocabulary.forms().get(vocabulary.key_of(match[0]))
        if form is not None and not (form.capitals and not raw[pos : match.end()].isupper()):
            found = _numbered(raw, flat, pos, match.end(), form)
            if found is not None:
                return found
    return _named(raw, flat, pos)


def _numbered(raw: str, flat: str, pos: int, after: int, form: Form) -> Reference | None:
    one = form.species
    reference = Reference(start=pos, end=after, species=one, plural=form.plural)
    match = _AFTER_SPECIES.match(flat, after)
    if match is None:
        if one.issuer == "ente":
            return None
        levels = _LEVELS_ONLY.match(flat, after)
        start = levels.end() if levels else after
        body = _ACRONYM.match(raw, start)
        if body is None or form.capitals:
            return _process(flat, reference, after) if one.key.startswith("decisao") else None
        match = _AFTER_SPECIES.match(flat, body.end())
        if match is None or vocabulary.acronym_key(body["body"]) in {"no", "n"}:
            return None
        reference.bodies = _known_bodies(body["body"])
        _set_level(reference, levels[0] if levels else "")
    if not match["mark"] and one.key in _NAMED_ONLY:
        return None
    if not match["mark"] and form.capitals and len(match["number"]) < 2 and not match["year"]:
        return None
    _set_level(reference, flat[pos:after])
    _set_level(reference, match["levels"])
    _set_number(reference, match)
    _tail(raw, flat, reference)
    return reference


def _known_bodies(printed: str) -> tuple[str, ...]:
    """Keys of a printed acronym: `CNP - DIFIS` is one body, `MS/XYZ` the known one with its unknown part."""
    key = vocabulary.acronym_key(printed)
    return (vocabulary.acronyms().get(key, key),)


def _set_level(reference: Reference, words: str) -> None:
    for word in words.replace("-", " ").split():
        if word.startswith("complementar") and reference.key == "lei":
            reference.species = vocabulary.species()["lei.complementar"]
        reference.level = _LEVELS.get(word[:4], reference.level)


def _set_number(reference: Reference, match: re.Match[str]) -> None:
    suffix = (match["suffix"] or "").replace(" ", "").upper()
    reference.number = plain_number(match["number"]) + suffix
    reference.end = match.end()
    if match["year"]:
        reference.short_year = len(match["year"]) == 2
        reference.year = full_year(match["year"])


def _process(flat: str, reference: Reference, after: int) -> Reference | None:
    match = _PROCESS.match(flat, after)
    if match is None:
        return None
    reference.number, reference.end = f"processo-{match['id']}", match.end()
    if body := re.match(r"[a-z]+", match["id"]):
        reference.bodies = _known_bodies(body[0])
        reference.number = f"processo-{match['id'][body.end() :].lstrip('-')}"
    _read_date(flat, reference)
    return reference


def _tail(raw: str, flat: str, reference: Reference) -> None:
    """Date and bodies after the number, in either order."""
    _read_date(flat, reference)
    for _ in range(3):
        if not _read_body(raw, flat, reference):
            break
        if reference.date is None:
            _read_date(flat, reference)


@lru_cache(maxsize=4096)
def _date(words: str) -> date | None:
    """The same dates come again and again; reading one in words is slow beside finding it."""
    match = DATE.match(words)
    return date_of(match) if match else None


def _read_date(flat: str, reference: Reference) -> None:
    intro = _DATE_INTRO.match(flat, reference.end)
    if intro is not None:
        match = DATE.match(flat, intro.end())
        found = _date(match[0]) if match else None
        if match is not None and found is not None:
            reference.date, reference.end = found, match.end()
            reference.short_year = len(match["wyear"] or match["dyear"]) == 2
            reference.year = found.year
            return
    match = _YEAR_ONLY.match(flat, reference.end)
    if match is not None and reference.year is None:
        reference.year, reference.end = full_year(match["year"]), match.end()


def _read_body(raw: str, flat: str, reference: Reference) -> bool:
    """A body or a place after "do", "da"; moves the end of the reference over it."""
    of = _OF.match(flat, reference.end)
    if of is None:
        return False
    if _read_place(raw, flat, reference, of.end()):
        return True
    if reference.species is not None and reference.species.issuer == "ente":
        return False
    known = vocabulary.body_pattern().match(flat, of.end())
    if known is not None:
        keys: tuple[str, ...] = (vocabulary.body_names()[vocabulary.key_of(known[0])],)
        end = known.end()
    elif acronym := _OWN_ACRONYM.match(raw, of.end()):
        keys, end = _known_bodies(acronym["body"]), acronym.end()
    elif _GENERIC_BODY.match(flat, of.end()) and (words := _CAPITALISED.match(raw, of.end())):
        keys, end = (dotted(words[0]),), words.end()
    else:
        return False
    if dash := _DASH_ACRONYM.match(raw, end):
        end = dash.end()
        keys = tuple(
            vocabulary.acronyms().get(vocabulary.acronym_key(dash["body"]), key) for key in keys
        )
    reference.bodies = (*(body for body in reference.bodies if body not in keys), *keys)
    reference.end = end
    return True


def _read_place(raw: str, flat: str, reference: Reference, pos: int) -> bool:
    match = _PLACE.match(flat, pos)
    if match is None:
        return False
    what, end = match["what"], match.end()
    if what == "uniao":
        reference.level = "federal"
    elif what == "distrito federal":
        reference.level, reference.uf = "distrital", "DF"
    else:
        name, end = _place_name(raw, flat, match.end(), what)
        if name and what == "estado" and (uf := state(name)):
            reference.uf = uf
        elif name and what == "municipio":
            _set_municipality(reference, name, flat[end - 2 : end].upper())
        reference.level = {"estado": "estadual", "municipio": "municipal"}[what]
    reference.end = end
    return True


_SLASH_UF = re.compile(r"\s?[/–-]\s?([A-Z]{2})(?![A-Za-z])")


def _place_name(raw: str, flat: str, pos: int, what: str) -> tuple[str, int]:
    """The name after "do Município de": the longest run of capitalised words that is a place, with "/MG" after it."""
    words = _CAPITALISED.match(raw, pos + 1) if flat[pos : pos + 1].isspace() else None
    if words is None:
        return "", pos
    name = words[0]
    while name:
        if state(name) if what == "estado" else municipalities(name):
            end = words.start() + len(name)
            uf = _SLASH_UF.match(raw, end)
            return name, uf.end() if uf else end
        name = name.rpartition(" ")[0].rstrip()
    return "", pos


def _set_municipality(reference: Reference, name: str, uf: str) -> None:
    entries = municipalities(name, uf if state(uf) else "")
    if not entries:
        return
    reference.municipio = entries[0][0]
    if len(entries) == 1:
        reference.uf = entries[0][1]


_CODE = re.compile(
    r"codigos?(?![a-z])(?P<tail>\s+(?:municipal|estadual)(?![a-z]))?(?:\s+d[aeo]s?)?\s+"
)
_STATUTE = re.compile(
    r"(?:estatutos?|planos?\s+de\s+carreira)\s+d[aeo]s?\s+(?=servidor|funcionari|magisterio)"
)
_LAW_OF = re.compile(r"lei(?:\s+municipal)?\s+d[aeo]s?\s+")
_NAME_TAIL = re.compile(r"(?:\s+(?:municipal|estadual))(?![a-z])")
_NAME_YEAR = re.compile(r"\s?/\s?(\d{4}|\d{2})(?!\d)|\s*+,?\s*+de\s++(\d{4})(?!\d)")
_LEGISLATURE = re.compile(
    r"camara(?:\s+municipal)?(?:\s+de\s+vereadores)?(?![a-z])|assembleia legislativa"
)
_OF_MUNICIPALITIES = " dos municipios"
_TAIL_WORDS = re.compile(
    r"\s+(?:d[aeo]s?\s+)?(?:Município|Municipal|MUNICÍPIO|MUNICIPAL|Estado|Estadual|Federal)\b.*",
    re.S,
)


def _named(raw: str, flat: str, pos: int) -> Reference | None:
    """A norm called by its name: from the vocabulary, or `Código de …`, `Lei de …` in capitals."""
    match = vocabulary.names_pattern().match(flat, pos)
    if match is not None and vocabulary.phrases_pattern().match(flat, pos) is None:
        key = vocabulary.key_of(match[0])
        if key not in vocabulary.capital_names() or raw[pos : match.end()].isupper():
            return _from_vocabulary(raw, flat, pos, match.end(), key)
    return _generic(raw, flat, pos)


def _from_vocabulary(raw: str, flat: str, pos: int, end: int, key: str) -> Reference | None:
    reference = Reference(start=pos, end=end, name=key)
    own = vocabulary.own_names().get(key)
    if own is not None:
        reference.species, reference.level = vocabulary.species()[own.species], own.level
        if tail := _NAME_TAIL.match(flat, end):
            reference.end = tail.end()
        if flat.startswith(_OF_MUNICIPALITIES, end):  # a state's law for all of them
            reference.level, reference.end = "estadual", end + len(_OF_MUNICIPALITIES)
        _own_tail(raw, flat, reference)
    elif year := _NAME_YEAR.match(flat, end):
        reference.end, reference.year = year.end(), full_year(year[1] or year[2])
    elif key.startswith("constituicao") and (of := _OF.match(flat, end)):
        _read_place(raw, flat, reference, of.end())
    return reference


def _own_tail(raw: str, flat: str, reference: Reference) -> None:
    """ "do Município de Guariba", "da Câmara Municipal" after a name; the number, where one is printed after all."""
    for _ in range(2):
        of = _OF.match(flat, reference.end)
        if of is None:
            break
        if (
            reference.level == "estadual"
            and (words := _CAPITALISED.match(raw, of.end()))
            and state(words[0])
        ):
            reference.uf, reference.end = state(words[0]) or "", words.end()
            break
        if not _read_place(raw, flat, reference, of.end()):
            body = _LEGISLATURE.match(flat, of.end())
            if body is None:
                break
            reference.end = body.end()
            name, end = (
                _place_name(raw, flat, body.end() + 3, "municipio")
                if flat.startswith(" de ", body.end())
                else ("", 0)
            )
            if name:
                _set_municipality(reference, name, "")
                reference.end = end
    number = (
        _BARE_NUMBER.match(flat, reference.end + 1)
        if flat[reference.end : reference.end + 1].isspace()
        else None
    )
    if number is not None and number["mark"]:
        _set_number(reference, number)
        _read_date(flat, reference)


def _generic(raw: str, flat: str, pos: int) -> Reference | None:
    if not raw[pos : pos + 1].isupper():
        return None
    code = _CODE.match(flat, pos) if flat[pos] == "c" else None
    law = _LAW_OF.match(flat, pos) if flat[pos] == "l" else None
    head = code or law or (_STATUTE.match(flat, pos) if flat[pos] in "ep" else None)
    if head is None or vocabulary.phrases_pattern().match(flat, pos):
        return None
    words = _CAPITALISED.match(raw, head.end())
    if words is None or _shouting(raw, pos):
        return None
    bare = _TAIL_WORDS.sub("", " " + words[0]).strip()
    if not bare and not (code and code["tail"]):
        return None
    end = head.end() + len(_clip(bare)) if bare else head.end()
    kind = "codigo" if code else "lei" if law else "estatuto"
    name = vocabulary.key_of(flat[pos:end])
    name = re.sub(r"^(lei|codigo)s? (?:(?:municipal|estadual) )?", r"\1 ", name)
    reference = Reference(start=pos, end=end, species=vocabulary.species()[kind], name=name)
    if tail := _NAME_TAIL.match(flat, end):
        reference.end = tail.end()
    _set_level(reference, flat[pos : reference.end])
    _own_tail(raw, flat, reference)
    return reference


def _clip(words: str) -> str:
    """A name of at most eight words: what is longer has run into the sentence."""
    return " ".join(words.split()[:8]) if len(words.split()) > 8 else words


def _shouting(raw: str, pos: int) -> bool:
    """Whether the text is in capitals here, so that capitals say nothing about names."""
    window = raw[pos : pos + 40]
    return sum(map(str.islower, window)) * 4 < sum(map(str.isupper, window))


_MEMBER = re.compile(
    r"\s*(?:[,;]\s*(?:e\s+|ou\s+)?(?:d?[ao]s?\s+)?|\s(?:e|ou)\s+(?:d?[ao]s?\s+)?)(?:(?:de\s+)?n[º.]{1,3}\s*)?(?=\d)"
)


def read_members(raw: str, flat: str, first: Reference) -> list[Reference]:
    """Bare numbers that go on with a list: `leis nº 4.898 de …, 123 de …`; they inherit the species.

    A bare number counts after a plural, or with a year or date of its own. A date or body at the end of the list belongs
    to all members that have none (`nos 58, 59, 60 e 61, de 14 de junho de 1989`).
    """
    members, last = list[Reference](), first
    while joint := _MEMBER.match(flat, last.end):
        match = _BARE_NUMBER.match(flat, joint.end())
        if match is None:
            break
        one = Reference(
            start=joint.end(), end=match.end(), species=first.species, plural=first.plural
        )
        one.bodies, one.level, one.uf = first.bodies, first.level, first.uf
        _set_number(one, match)
        _tail(raw, flat, one)
        own_year = match["year"] or one.date
        if not (own_year or (first.plural and (one.year or _ends_item(flat, one.end)))):
            break
        members.append(one)
        last = one
    if members:
        _share_tail([first, *members])
    return members


_ITEM_END = re.compile(r"\s*(?:[,;.)]|e\s|ou\s|\Z|\n)")


def _ends_item(flat: str, pos: int) -> bool:
    return _ITEM_END.match(flat, pos) is not None


def _share_tail(listed: list[Reference]) -> None:
    last = listed[-1]
    if any(one.year for one in listed[:-1]):
        return
    for one in listed[:-1]:
        one.date, one.year, one.short_year = last.date, last.year, last.short_year
        one.bodies, one.level = one.bodies or last.bodies, one.level or last.level
        one.uf, one.municipio = one.uf or last.uf, one.municipio or last.municipio
