"""Who issued a norm, when, under what number: read from its title, letterhead, preamble and closing; never guessed.

What the text does not say stays None. Places are accepted only if they are municipalities or states of the official list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache

from lawtool.identifiers.slugs import norm_slug
from lawtool.model import Kind, Line, Norma, NormaId, Signatory
from lawtool.vocabulary import norms, places
from lawtool.vocabulary.folding import flatten, fold, slugify
from lawtool.vocabulary.norms import Species
from lawtool.vocabulary.numerals import DATE, date_of, full_year, plain_number

_NUMBER = re.compile(
    r"\b(?:N\s?[º°o.]{1,3}\s?[:.]?|N[UÚ]MERO)\s*(?P<number>\d[\d.]*(?:-[A-Z])?)(?:\s?/\s?(?P<year>\d\.\d{3}|\d{4}|"
    r"\d{2})(?!\d))?",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(
    r"\s*+[-–—]?\s*+(?P<number>\d[\d.]*(?:-[A-Z])?)(?:\s?/\s?(?P<year>\d\.\d{3}|\d{4}|\d{2})(?!\d))?"
)
_BLANK_NUMBER = re.compile(r"_{2,}\s*/\s*(?P<year>\d{4})|\bDE\s+(?P<year2>\d{4})\b", re.IGNORECASE)
_PUBLISHED = re.compile(
    r"(?:\bDOU|\bDOE|\bDOM|\bD\.\s?O\.?(?:\s?[UEM]\.?)?|di[aá]rio oficial\D{0,60}?|publicad[ao]\D{0,60}?|"
    r"data d[ae]? ?(?:publica[cç][aã]o)\D{0,50}?|publica[cç][aã]o\D{0,20}?)[\s:,-]*(?:de\s+|em\s+|dia\s+)?(?=\d)",
    re.IGNORECASE,
)
_SUPRA = re.compile(r"\bdata supra\b|\bmesma data\b|\bsupra\s?citada\b", re.IGNORECASE)
_PLACE = re.compile(
    r"(?:munic[ií]pio|prefeitura(?: municipal| do munic[ií]pio)?|c[aâ]mara(?: municipal| de vereadores)?|prefeit[oa]"
    r"(?: municipal| constitucional)?|cidade|comarca)\s+"
    r"(?:municipal\s+)?(?:de|do|da|d')\s*(?P<name>[A-ZÀ-Ý][\wÀ-ÿ'’-]*(?:\s+(?:d[aeo]s?\s+|D[AEO]S?\s+|e\s+|"
    r"E\s+)?[A-ZÀ-Ý][\wÀ-ÿ'’-]*){0,5})",
    re.IGNORECASE,
)
_CLOSING_PLACE = re.compile(
    r"(?P<name>[A-ZÀ-Ý][\wÀ-ÿ'’ -]{2,40}?)\s*(?:[-–/(]\s*(?P<uf>[A-Z]{2}|[A-Z][a-z])\b\.?\)?)?\s*,\s*(?:em\s+|"
    r"aos\s+)?\d{1,2}"
)
_STATE = re.compile(
    r"estado\s+(?:d[aeo]s?\s+)?(?P<name>[A-ZÀ-Ý][\wÀ-ÿ]+(?:\s+(?:d[aeo]s?\s+|D[AEO]S?\s+)?[A-ZÀ-Ý][\wÀ-ÿ]+){0,4})",
    re.IGNORECASE,
)
_UF = re.compile(r"[-–/(,]\s?(?P<uf>[A-Z]{2}|[A-Z][a-z])(?=[.,;)\s]|\Z)")
_FEDERAL = re.compile(
    r"\b(?:rep[uú]blica federativa|presid[eê]nte? da rep[uú]blica|congresso nacional|c[aâ]mara dos deputados|"
    r"senado federal|minist[eé]rio|ministr[oa] de estado)\b",
    re.IGNORECASE,
)
_STATAL = re.compile(
    r"\b(?:governador[a]? do estado|assembl[eé]ia legislativa|governo do estado)\b", re.IGNORECASE
)


@cache
def _species_names() -> tuple[tuple[str, Species], ...]:
    """Folded names of species, the longest first."""
    names = [
        (fold(name).replace("-", " "), species)
        for species in norms.species().values()
        for name in (species.name, *species.other)
    ]
    return tuple(sorted(names, key=lambda pair: -len(pair[0])))


@cache
def _bodies() -> tuple[re.Pattern[str], dict[str, str]]:
    """One pattern for all bodies, full names in any case and acronyms in capitals, and the key of each folded name."""
    keys: dict[str, str] = {}
    names, signs = list[str](), list[str]()
    for body in norms.bodies().values():
        for name in body.names:
            keys[fold(name.name)] = body.key
            names.append(re.escape(name.name))
        for acronym in body.acronyms:
            keys[fold(acronym)] = body.key
            signs.append(re.escape(acronym))
    longest = sorted(names, key=len, reverse=True)
    return re.compile(
        rf"(?i:{'|'.join(longest)})|\b(?:{'|'.join(sorted(signs, key=len, reverse=True))})\b"
    ), keys


def species_of(text: str) -> Species | None:
    """The species that a title begins with."""
    folded = fold(text[:120]).replace("-", " ").lstrip("\"“'. ")
    for name, species in _species_names():
        if folded.startswith(name) and not folded[len(name) : len(name) + 1].isalpha():
            return species
    return None


# --- the parts ------------------------------------------------------------------------------------------------------


def _title_parts(title: str) -> tuple[str | None, int | None, date | None]:
    """Number, year and date of a title line."""
    own = re.split(r"\bDOU\b|\bDOE\b|\bD\.\s?O|\bpublicad", title, maxsplit=1, flags=re.IGNORECASE)[
        0
    ]
    day = next((found for match in DATE.finditer(own) if (found := date_of(match))), None)
    match = _NUMBER.search(own)
    if match is None:
        species = re.match(r"[^\d_]*", own)
        match = (
            _BARE_NUMBER.match(own, species.end())
            if species and species.end() < len(own) and "_" not in own
            else None
        )
        if match is not None and (
            DATE.match(own, match.start("number"))
            or re.search(r"\b(?:de|em)\s*\Z", own[: match.start("number")], re.IGNORECASE)
        ):
            match = None  # "CONSTITUIÇÃO ... DE 1988": a year, no number
    number = plain_number(match["number"].rstrip(".")) if match is not None else None
    if match is not None and match["year"]:
        return number, full_year(match["year"]), day
    blank = _BLANK_NUMBER.search(own)
    year = day.year if day else int(blank["year"] or blank["year2"]) if blank else None
    return number, year, day


def _signed(norma: Norma) -> date | None:
    """The date of the closing line (LC 95/1998 leaves it there); without one that of the title."""
    for node in norma.nodes:
        if node.kind is Kind.FECHO:
            for match in DATE.finditer(node.text):
                day = date_of(match)
                if day is not None:
                    return day
    return None


def _published(norma: Norma, title: str, signed: date | None) -> date | None:
    texts = [
        title,
        *(node.text for node in norma.nodes if node.kind is Kind.NOTA and node.parent is None),
    ]
    for text in texts:
        if _SUPRA.search(text) and "ublic" in text:
            return signed
        match = _PUBLISHED.search(text)
        if match is not None:
            found = DATE.match(text, match.end())
            day = date_of(found) if found else None
            if day is not None:
                return day
    return None


def _municipality(name: str, uf: str) -> tuple[str, str] | None:
    """The municipality whose name the words begin with, longest first; None where it is none or more than one."""
    name, dash, tail = (
        name.rpartition("-") if re.search(r"-[A-Z][A-Za-z]\Z", name) else (name, "", "")
    )
    uf = uf or (places.state(tail) or "") if dash else uf  # Coari-Am
    words = name.split()
    for count in range(len(words), 0, -1):
        found = places.municipalities(" ".join(words[:count]), uf)
        if len(found) == 1:
            return found[0]
        if found:
            return None
    return None


def _place(texts: Sequence[str], uf: str) -> tuple[str, str]:
    """Municipality and UF as the most telling text names them; texts come in order of weight."""
    for text in texts:
        for match in _PLACE.finditer(text):
            found = _municipality(match["name"], uf or _uf_behind(text, match.end()))
            if found is not None:
                return found
    return "", uf


def _uf_behind(text: str, position: int) -> str:
    match = _UF.match(text, position)
    return (places.state(match["uf"]) or "") if match else ""


def _uf(texts: Sequence[str]) -> str:
    for text in texts:
        for match in _STATE.finditer(text):
            words = match["name"].split()
            for count in range(len(words), 0, -1):
                found = places.state(" ".join(words[:count]))
                if found is not None and len(" ".join(words[:count])) > 2:
                    return found
    return ""


def _closing_place(norma: Norma, uf: str) -> tuple[str, str]:
    """`Sete Lagoas/MG, 31 de março de 2025`."""
    for node in norma.nodes:
        if node.kind is Kind.FECHO:
            match = _CLOSING_PLACE.match(node.text)
            if match is not None:
                found = _municipality(
                    match["name"].strip(" -–/"), uf or (places.state(match["uf"] or "") or "")
                )
                if found is not None:
                    return found
    return "", uf


def _issuing_bodies(title: str, head: Sequence[str]) -> tuple[str, ...]:
    """The body that the title names, else the letterhead or the preamble."""
    pattern, keys = _bodies()
    for text in (title, *head):
        match = pattern.search(text)
        if match is not None:
            return (keys[fold(match.group())],)
    return ()


def _signatories(norma: Norma, raw: str) -> tuple[Signatory, ...]:
    from lawtool.structure.persons import is_name, names_an_office

    found = []
    for node in norma.nodes:
        if node.kind is not Kind.ASSINATURA:
            continue
        printed = [" ".join(piece.of(raw).split()) for piece in node.pieces]
        parts = [part for part in printed if part in node.text] or [node.text]
        first = parts[0]
        named = (
            is_name(first) and (first.isupper() or not names_an_office(first))
        ) or not names_an_office(first)
        name = first if named else None
        role = " ".join(parts[1:] if named else parts) or None
        found.append(
            Signatory(name=name, role=role or (_role_of_preamble(norma) if name else None))
        )
    return tuple(found)


_OPENING_ROLE = re.compile(
    r"[OA]\s+(?P<role>[A-ZÀ-Ý][\wÀ-ÿ-]+(?:\s+Municipal)?)\s+d[aeo]\b", re.IGNORECASE
)


def _role_of_preamble(norma: Norma) -> str | None:
    """`O DIRETOR-GERAL da Agência ...`: the office of one who signs with a name alone."""
    preamble = norma.get("preambulo")
    match = _OPENING_ROLE.match(preamble.text) if preamble else None
    return "-".join(part.capitalize() for part in match["role"].split("-")) if match else None


# --- all together ---------------------------------------------------------------------------------------------------


def identify(
    norma: Norma, raw: str, lines: Sequence[Line], *, before: Norma | None = None
) -> Norma:
    """The norm with id, slug, dates, authority and signatories. `lines` are those of its source, `before` the norm that
    stands before it in the source (an annexed law is of the same place unless it says otherwise)."""
    title_node = norma.get("epigrafe")
    title = title_node.text if title_node else ""
    ementa = norma.get("ementa")
    letterhead = _letterhead(norma, lines, before)
    preamble = [node.text[:600] for node in norma.nodes if node.kind is Kind.PREAMBULO][:1]
    species = species_of(title) or _species_in(preamble or _first_articles(norma))
    number, year, day = _title_parts(title) if title else (None, None, None)
    signed = _signed(norma) or day
    ident = NormaId(
        species=species.key if species else "norma",
        number=number,
        year=year or (signed.year if signed else None),
        date=_fitting(signed, day, year),
    )
    ident = _placed(
        norma, ident, species, title, letterhead, preamble, ementa.text if ementa else "", before
    )
    return replace(
        norma,
        slug=norm_slug(ident) or _name_by_file(norma.slug),
        id=ident,
        title=title or None,
        ementa=ementa.text if ementa else None,
        signed=signed,
        published=_published(norma, title, signed),
        authority=_authority(ident, signed),
        signatories=_signatories(norma, raw),
    )


def _fitting(signed: date | None, day: date | None, year: int | None) -> date | None:
    """The date that names the norm: the title's own, else the closing's; a closing of another year names nothing."""
    if day is not None:
        return day
    return signed if signed is not None and (year is None or signed.year == year) else None


def _letterhead(norma: Norma, lines: Sequence[Line], before: Norma | None) -> list[str]:
    start = before.end_line if before else 0
    heads: list[str] = []
    for line in lines:
        if (
            start < line.number <= norma.end_line
            and line.furniture is not None
            and line.furniture in ("header", "footer")
        ):
            if line.text not in heads:
                heads.append(line.text)
            if len(heads) > 6:
                break
    return heads


def _first_articles(norma: Norma) -> list[str]:
    return [node.text[:400] for node in norma.nodes if node.kind is Kind.ARTIGO][:2]


@cache
def _enacting() -> re.Pattern[str]:
    """A folded formula that tells the species: "promulga a seguinte Lei", "nos termos desta Portaria"."""
    spelled = norms.spelled_forms()
    telling = [form for form, species in spelled.items() if not species.common_word]
    return re.compile(
        rf"(?:seguinte\s+(?P<enacted>{norms.any_of(spelled)})"
        rf"|(?:[oa]\s+presente|[dn]?est[ae])\s+(?P<own>{norms.any_of(telling)}))(?![a-z])"
    )


def _species_in(texts: Sequence[str]) -> Species | None:
    """A norm without a title says what it is: `Sanciono e Promulgo a seguinte Lei`."""
    for text in texts:
        match = _enacting().search(flatten(text))
        if match is not None:
            return norms.spelled_forms()[norms.key_of(match["enacted"] or match["own"])]
    return None


def _placed(
    norma: Norma, ident: NormaId, species: Species | None, title: str, letterhead: Sequence[str], preamble: Sequence[str],
    ementa: str,
    before: Norma | None,
) -> NormaId:  # fmt: skip
    """Level, place and bodies."""
    head = [*letterhead, *preamble]
    bodies = (
        ()
        if species is not None
        and species.issuer == "ente"
        and not re.search(r"\bPORTARIA|\bRESOLU", title.upper())
        else _issuing_bodies(title, head)
    )
    if bodies:
        level = norms.bodies()[bodies[0]].level
        if level == "federal":
            return replace(ident, bodies=bodies, level=level)
    uf = _uf([title, *head])
    weighty = [title, *head]
    closing = [
        node.text
        for node in norma.nodes
        if node.kind in (Kind.FECHO, Kind.ASSINATURA, Kind.NOTA) and node.parent is None
    ][:6]
    articles = _first_articles(norma)[:1]
    municipio, found_uf = _place(weighty, uf)
    whole = " ".join(weighty)
    if not municipio and (
        _FEDERAL.search(whole) or (ident.species.startswith("constituicao") and not uf)
    ):
        return replace(ident, level="federal", bodies=bodies)
    if not municipio and uf and (_STATAL.search(whole) or "estadual" in title.lower()):
        return replace(ident, level="estadual", uf=uf, bodies=bodies)
    if not municipio:
        municipio, found_uf = _place(closing[:1], uf)
    if not municipio:
        municipio, found_uf = _closing_place(norma, uf)
    if not municipio:
        municipio, found_uf = _place([ementa, *articles, *closing], uf)
    if municipio:
        return replace(ident, level="municipal", municipio=municipio, uf=found_uf, bodies=bodies)
    if before is not None and before.id.level and not bodies:
        return replace(ident, level=before.id.level, municipio=before.id.municipio, uf=before.id.uf)
    return replace(ident, uf=uf, bodies=bodies)


def _authority(ident: NormaId, signed: date | None) -> str:
    if ident.bodies:
        body = norms.bodies()[ident.bodies[0]]
        year = (ident.date or signed or date.max).year
        name = next((name for name in reversed(body.names) if name.holds(year)), body.names[0])
        return " - ".join(filter(None, (name.name, body.acronym)))
    if ident.municipio:
        return f"Município de {ident.municipio}"
    if ident.level == "estadual" and ident.uf:
        return f"Estado: {places.states()[ident.uf]}"
    return "União" if ident.level == "federal" else ""


def _name_by_file(file: str) -> str:
    """A text that says nothing of itself keeps the name of its file."""
    return slugify(re.sub(r"\.\w{1,5}\Z", "", file)) or "norma"
