"""Find who issued a norm: level, state, municipality, body. Read from its title, letterhead,
preamble and closing.

What the text does not say stays empty. A place is accepted only if it is a municipality or state of
the official list, and only where it is named as the issuer: the town where a norm was signed, or
that it is about, is not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from lawtool.model import NormaId
from lawtool.vocabulary import norms, places
from lawtool.vocabulary.folding import fold
from lawtool.vocabulary.norms import Body, Species

_NAME = (
    r"(?P<name>[A-ZÀ-Ý][\wÀ-ÿ'’-]*(?:\s+(?:d[aeo]s?\s+|D[AEO]S?\s+|e\s+|E\s+)?"
    r"[A-ZÀ-Ý][\wÀ-ÿ'’-]*){0,5})"
)
_PLACE = re.compile(
    rf"""
    (?: prefeitura | prefeit[oa] | c[aâ]mara(?:\ de\ vereadores)?
      | poder\ (?:executivo|legislativo) | munic[ií]pio )
    (?:\ municipal | \ constitucional | \ d[eo]\ munic[ií]pio | \ da\ cidade )*
    \s+(?:de|do|da|d')\s*{_NAME.replace(" ", "[ ]")}
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CLOSING_PLACE = re.compile(
    r"(?P<name>[A-ZÀ-Ý][\wÀ-ÿ'’ -]{2,40}?)\s*(?:[-–/(]\s*(?P<uf>[A-Z]{2}|[A-Z][a-z])\b\.?\)?)?"
    r"\s*,\s*(?:em\s+|aos\s+)?\d{1,2}"
)
_STATE = re.compile(
    r"estado\s+(?:d[aeo]s?\s+)?(?P<name>[A-ZÀ-Ý][\wÀ-ÿ]+(?:\s+(?:d[aeo]s?\s+|D[AEO]S?\s+)?[A-ZÀ"
    r"-Ý][\wÀ-ÿ]+){0,4})",
    re.IGNORECASE,
)
_UF = re.compile(r"[-–/(,]\s?(?P<uf>[A-Z]{2}|[A-Z][a-z])(?=[.,;)\s]|\Z)")
_UF_IN_NAME = re.compile(r"-[A-Z][A-Za-z]\Z")
_BODY_SPECIES = re.compile(r"\bPORTARIA|\bRESOLU")

_FEDERAL = re.compile(
    r"""
    \b(?: rep[uú]blica\ federativa | presid[eê]nte?\ da\ rep[uú]blica | congresso\ nacional
      | c[aâ]mara\ dos\ deputados
      | senado\ federal | minist[eé]rio(?!\ p[uú]blico) | ministr[oa]\ de\ estado
      | (?:universidade|instituto|conselho|justi[cç]a|pol[ií]cia)\ federal )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_STATAL = re.compile(
    r"""
    \b(?: governador[a]?\ do\ estado | assembl[eé]ia\ legislativa | governo\ do\ estado
      | secret[aá]ri[oa]\ (?:de\ estado|estadual) | tribunal\ de\ justi[cç]a
      | tribunal\ de\ contas\ do\ estado
      | minist[eé]rio\ p[uú]blico\ do\ estado | defensoria\ p[uú]blica\ do\ estado
      | universidade\ (?:estadual|do\ estado) | (?:departamento|conselho|instituto)\ estadual
      | pol[ií]cia\ (?:militar|civil)\ do\ estado | corpo\ de\ bombeiros )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DISTRICT = re.compile(r"\bdistrit(?:o federal|al)\b|\bDODF\b", re.IGNORECASE)
_MUNICIPAL = re.compile(
    r"\b(?:prefeit(?:ura|o|a)\b|c[aâ]mara municipal|vereador|munic[ií]pio\b|municipal\b|pa[cç]o\b)",
    re.IGNORECASE,
)
_DISTRICT_UF = "DF"


@dataclass(frozen=True, slots=True, kw_only=True)
class Issuer:
    """Who issued a norm: as in `NormaId`, empty where the text does not say."""

    level: str = ""
    uf: str = ""
    municipio: str = ""
    bodies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuerEvidence:
    """The parts of a norm that may name its issuer, and the species of its title."""

    species: Species | None
    title: str
    letterhead: tuple[str, ...] = ()
    preamble: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    """The closing line, signatures and notes at the end, in this order."""
    closing_line: str = ""
    subject: tuple[str, ...] = ()
    """The ementa and the first article: what the norm is about."""

    @property
    def head(self) -> tuple[str, ...]:
        """What names the issuer as such, in order of weight."""
        return (self.title, *self.letterhead, *self.preamble)


def find_issuer(evidence: IssuerEvidence) -> Issuer:
    """Find the issuer of a norm. Never guesses: an issuer that is not named is empty."""
    bodies = _issuing_bodies(evidence)
    if bodies:
        body = norms.bodies()[bodies[0]]
    else:
        body = None
    if body is not None and body.level == "federal":
        return Issuer(level="federal", bodies=bodies)
    uf = _state_in(evidence.head) or (body.uf if body else "")
    found = _of_head(evidence, uf, bodies)
    if found is None and not _is_of_state(body):
        found = _of_closing(evidence, uf, bodies)
    if found is not None:
        return found
    if _is_of_state(body):
        return Issuer(
            level="estadual", uf=uf or _signing_state(evidence), bodies=bodies
        )
    return Issuer(uf=uf, bodies=bodies)


def _is_of_state(body: Body | None) -> bool:
    return body is not None and body.level == "estadual"


def _of_head(
    evidence: IssuerEvidence, uf: str, bodies: tuple[str, ...]
) -> Issuer | None:
    """Find who speaks: the one whom title, letterhead and preamble name."""
    whole = " ".join(evidence.head)
    speaker = " ".join((evidence.title, *(text[:160] for text in evidence.preamble)))
    state_speaks = bool(_STATAL.search(speaker)) and not _PLACE.search(evidence.title)
    if state_speaks:
        municipio, found_uf = ("", uf)
    else:
        municipio, found_uf = _place_in(evidence.head, uf)
    if municipio:
        return Issuer(
            level="municipal", municipio=municipio, uf=found_uf, bodies=bodies
        )
    constitution = (
        evidence.species is not None and evidence.species.key == "constituicao"
    )
    if _FEDERAL.search(whole) or (constitution and not uf):
        return Issuer(level="federal", bodies=bodies)
    if _DISTRICT.search(whole) or uf == _DISTRICT_UF:
        return Issuer(level="distrital", uf=_DISTRICT_UF, bodies=bodies)
    if _STATAL.search(whole) or (uf and "estadual" in evidence.title.lower()):
        return Issuer(
            level="estadual", uf=uf or _signing_state(evidence), bodies=bodies
        )
    return None


def _of_closing(
    evidence: IssuerEvidence, uf: str, bodies: tuple[str, ...]
) -> Issuer | None:
    """Find the municipality of a norm whose head names nobody, where an office of a municipality
    signs it.
    """
    municipio, found_uf = _place_in(evidence.closing[:1], uf)
    if not municipio:
        municipio, found_uf = _signed_in(evidence, uf)
    speaks = bool(_MUNICIPAL.search(" ".join((*evidence.head, *evidence.closing))))
    if not municipio and (speaks or _is_of_entity(evidence)):
        municipio, found_uf = _place_in((*evidence.subject, *evidence.closing), uf)
    if not municipio:
        return None
    return Issuer(level="municipal", municipio=municipio, uf=found_uf, bodies=bodies)


def _is_of_entity(evidence: IssuerEvidence) -> bool:
    """Tell a species that the Union, a state or a municipality issues as such, by number: laws and
    decrees.
    """
    species = evidence.species
    return species is not None and species.issuer == "ente" and not species.named


def _signed_in(evidence: IssuerEvidence, uf: str) -> tuple[str, str]:
    """`Sete Lagoas/MG, 31 de março de 2025`: the issuer, if a municipality speaks or a law was
    signed in no capital.

    States, the Union and their bodies sign in capitals; associations sign anywhere.
    """
    match = _CLOSING_PLACE.match(evidence.closing_line)
    if match is None:
        return "", uf
    printed = match["name"].strip(" -–/")
    found = _municipality(printed, uf or places.state(match["uf"] or "") or "")
    if found is None:
        return "", uf
    speaks = bool(_MUNICIPAL.search(" ".join((*evidence.head, *evidence.closing))))
    if speaks or (_is_of_entity(evidence) and fold(found[0]) not in places.capitals()):
        return found
    return "", uf


def _signing_state(evidence: IssuerEvidence) -> str:
    """Give the state in whose capital a body of a state signed."""
    match = _CLOSING_PLACE.match(evidence.closing_line)
    if match is not None:
        return places.capitals().get(fold(match["name"]), "")
    return ""


# --- places ---------------------------------------------------------------------------


def _municipality(name: str, uf: str) -> tuple[str, str] | None:
    """Give the municipality whose name the words begin with, longest first; None for none or more
    than one.
    """
    if _UF_IN_NAME.search(name):  # Coari-Am
        name, _, tail = name.rpartition("-")
        uf = uf or places.state(tail) or ""
    words = name.split()
    for count in range(len(words), 0, -1):
        found = places.municipalities(" ".join(words[:count]), uf)
        if found:
            if len(found) == 1:
                return found[0]
            return None
    return None


def _place_in(texts: Sequence[str], uf: str) -> tuple[str, str]:
    """Give municipality and UF as the first text that names them; texts in order of weight."""
    for text in texts:
        for match in _PLACE.finditer(text):
            found = _municipality(match["name"], uf or _uf_behind(text, match.end()))
            if found is not None:
                return found
    return "", uf


def _uf_behind(text: str, position: int) -> str:
    match = _UF.match(text, position)
    if match:
        return places.state(match["uf"]) or ""
    return ""


def _state_in(texts: Sequence[str]) -> str:
    """Give the UF of the first state that is named as one: `ESTADO DO AMAZONAS`."""
    for text in texts:
        for match in _STATE.finditer(text):
            words = match["name"].split()
            for count in range(len(words), 0, -1):
                name = " ".join(words[:count])
                if len(name) > 2:
                    found = places.state(name)
                else:
                    found = None
                if found is not None:
                    return found
    return ""


# --- bodies ---------------------------------------------------------------------------


@cache
def _bodies() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Compile one pattern for all bodies, full names in any case and acronyms in capitals, with the
    key of each.
    """
    keys: dict[str, str] = {}
    names: list[str] = []
    acronyms: list[str] = []
    for body in norms.bodies().values():
        names.extend(name.name for name in body.names)
        acronyms.extend(body.acronyms)
        keys |= {fold(name.name): body.key for name in body.names}
        keys |= {fold(acronym): body.key for acronym in body.acronyms}
    full = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    short = "|".join(map(re.escape, sorted(acronyms, key=len, reverse=True)))
    return re.compile(rf"(?i:{full})|\b(?:{short})\b"), keys


def _issuing_bodies(evidence: IssuerEvidence) -> tuple[str, ...]:
    """Give the body that the title names, else the letterhead or the preamble; laws and decrees
    have none.
    """
    species = evidence.species
    of_entity = species is not None and species.issuer == "ente"
    if of_entity and not _BODY_SPECIES.search(evidence.title.upper()):
        return ()
    pattern, keys = _bodies()
    for text in evidence.head:
        match = pattern.search(text)
        if match is not None:
            return (keys[fold(match.group())],)
    return ()


def name_authority(
    identity: NormaId, signed: date | None, evidence: IssuerEvidence
) -> str:
    """Name the issuer for people: `Município de Coari`, `Agência Nacional do Petróleo - ANP`."""
    if identity.bodies:
        return _body_name(
            identity.bodies[0], (identity.date or signed or date.max).year, evidence
        )
    if identity.municipio:
        return f"Município de {identity.municipio}"
    if identity.level == "distrital":
        return places.states()[_DISTRICT_UF]
    if identity.level == "estadual" and identity.uf:
        return f"Estado: {places.states()[identity.uf]}"
    if identity.level == "federal":
        return "União"
    return ""


def _body_name(key: str, year: int, evidence: IssuerEvidence) -> str:
    """Give name and acronym of a body in a year. A body that every state or town has gets no
    acronym of one of them.
    """
    body = norms.bodies()[key]
    name = body.called_in(year)
    acronym = body.acronym
    if body.level != "federal" and not body.uf:
        head = " ".join(evidence.head)
        printed = (
            sign for sign in body.acronyms if re.search(rf"\b{re.escape(sign)}\b", head)
        )
        acronym = next(printed, "")
    return " - ".join(filter(None, (name.name if name else "", acronym)))
