"""Lines that are no provision but give a text its shape: titles, groupings, annexes, closings, notes, quoted blocks.

A recogniser proposes, like `labels`, with a cost; the decoder decides with the rest of the text. Sources: LC 95/1998
arts. 3 to 10 for the parts of a norm; the forms are those of the field corpus of municipal law.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from lawtool.vocabulary import rules
from lawtool.vocabulary.folding import strip_accents
from lawtool.vocabulary.numerals import MONTHS


class Sign(StrEnum):
    """What a heading line announces."""

    TITLE = "title"
    PREAMBLE = "preamble"
    GROUPING = "grouping"
    ANNEX = "annex"
    JUSTIFICATION = "justification"
    CLOSING = "closing"
    CLAUSE = "clause"
    """A clause of registration, publication or legislative history behind the closing."""
    NAME = "name"
    NOTE = "note"
    TABLE = "table"
    OMISSION = "omission"
    STRUCK = "struck"
    """Wording that the publisher shows struck through."""


ASIDES = (Sign.TABLE, Sign.OMISSION, Sign.NOTE, Sign.STRUCK)
"""What hangs where it stands and opens no tier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    sign: Sign
    cost: float = 0.0
    implicit: bool = False
    """An annex that does not call itself one (`REGIMENTO INTERNO`, `TABELA I`)."""


_MONTH = "|".join([*MONTHS, "marco"])
_CLOSING_DATE = re.compile(
    rf"\b\d{{1,2}}\s?[ºo°ª*\"]?\s*(?:de\s+|/)?(?:{_MONTH})\s*(?:de\s+|/|\s)?\s*(?:de\s+)?\d\.?\d{{2,4}}\W*\Z"
    r"|\b\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{2,4}\W*\Z",
    re.IGNORECASE,
)
_CLOSING_PLACE = re.compile(
    r"(?:gabinete|prefeitura|pal[aá]cio|pa[cç]o|sala d[ae]s|c[aâ]mara|mesa (?:diretiva|da|diretora)|plen[aá]rio|munic[ií]pio de|"
    r"secretaria|presid[eê]ncia|em \d|dado|bras[ií]lia|edif[ií]cio|casa d[ao]|centro administrativo|comiss[aã]o|"
    r"sess[oõ]es|sala)\b",
    re.IGNORECASE,
)
# The month misread, or in the next line.
_DAMAGED_DATE = re.compile(r",\s*(?:em\s+)?\d{1,2}\s+de\s+[a-zà-ÿA-ZÀ-Ý]{4,10}\s+de\s+\d{4}\W*\Z")
_BROKEN_DATE = re.compile(r",\s*(?:em\s+)?\d{1,2}\s*\Z")
_ENDS_IN_DIGIT = re.compile(r"\d")
_LABEL_WORDS = re.compile(r"(?:art(?:igo)?[.\s]|§|par[aá]grafo|inciso|al[ií]nea)", re.IGNORECASE)
_GROUPING = re.compile(
    r"(?P<word>T[IÍ]TULO|CAP[IÍUÚ]TULO|SEC?[CÇ][AÃ]O|SUBSEC?[CÇ][AÃ]O|LIVRO|PARTE|SUBT[IÍ]TULO|T[íi]tulo|Cap[íi]tulo|"
    r"Se[çc][ãa]o|Subse[çc][ãa]o|Livro|Parte)"
    r"\s+(?:[IVXLCDM1-9lH|][IVXLCDM0-9lH|]*(?:-[A-Z])?(?![A-Za-zÀ-ÿ])|[UÚúu]nic[oa]|[UÚ]NIC[OA]|GERAL|ESPECIAL|"
    r"PERMANENTE|Geral|Especial|PRIMEIR[AO]|SEGUND[AO]|TERCEIR[AO]|QUART[AO]|QUINT[AO]|Primeir[ao]|Segund[ao]|"
    r"Terceir[ao])"
    r"(?P<rest>\s*[-–—:.]?\s*(?P<name>.*))\Z"
)
_UNNUMBERED = re.compile(
    r"(?:D[aeo]s?|D[AEO]S?|Disposiç|DISPOSIÇ|Disposic|DISPOSIC)\b|Disposiç|DISPOSIÇ"
)
_CITING = re.compile(r"(?:d[aeo]s?|dest[ae]|e|,|ou)\b", re.IGNORECASE)
_ANNEX = re.compile(
    r"[\"“]?(?P<word>ANEXOS?|Anexos?|APÊNDICE|ADENDO)(?:\s+(?:N[º°o.]+\s*)?(?P<number>[IVXLl1-9|]{1,6}|[A-Z]|"
    r"[ÚU]NICO|[úu]nico)(?:-[A-Z])?)?(?P<rest>\s*[-–—:.(]?.*)\Z"
)
_IMPLICIT_ANNEX = re.compile(
    r"(?:REGIMENTO INTERNO|REGULAMENTO|ESTATUTOS?|TABELA|QUADRO|MINUTA|TERMO DE|CONTRATO|CONV[EÊ]NIO|PLANTA|MEMORIAL|"
    r"FORMUL[AÁ]RIO|MAPA)\b"
)
_JUSTIFICATION = re.compile(
    r"(?:J\s?U\s?S\s?T\s?I\s?F\s?I\s?C\s?A\s?T\s?I\s?V\s?A|JUSTIFICA[CÇ][AÃ]O|Justificativa|Justificação|MENSAGEM|"
    r"Mensagem|EXPOSI[CÇ][AÃ]O DE MOTIVOS|Exposição de [Mm]otivos|RAZ[OÕ]ES D[OE] VETO)\b[^.;]{0,80}\Z"
)
_CLAUSE = re.compile(
    r"(?:registrad[ao]|publicad[ao]|publique-se|registre-se|cumpra-se|dê-se ci[eê]ncia|afixad[ao]|arquivad[ao]|"
    r"apresentad[ao] (?:ao|na|no)|encaminhad[ao]|data d[ae]?\s?(?:publica|norma)|"
    r"autor(?:ia|es)?\s*:|projeto de lei (?:n|de autoria)|publica[cç][aã]o\b|(?:esta|este|a presente|o presente) \w+ "
    r"(?:foi |sofreu |teve )|originad[ao]|p\.?\s?[lL]\.? n|visto\b|confere com|reprodu[zç]|republicad[ao])",
    re.IGNORECASE,
)
_PREAMBLE = re.compile(
    r"(?:[OA]S?\s*(?:PREFEIT|C[AÂ]MARA|GOVERN|PRESIDENT|DIRETOR|MINISTR|SECRET[AÁ]RI|POVO|MESA|CONGRESSO|ASSEMBL|"
    r"CONSELHO|SUPERINTEND|CHEFE|INTERVENTOR|REITOR|COORDENADOR|PROCURADOR|VICE|VEREADOR|DIRETORI|PLEN[AÁ]RIO|"
    r"JUI[ZS]|DESEMBARG|COMISS|COLEGIADO|CORREGED|TRIBUNAL|DELEGAD|COMANDANTE|SENADO)"
    r"|FA[CÇ]O\s+SABER|N[OÓ]S,?\s+(?:OS\s+)?(?:REPRESENTANTES|VEREADORES|MEMBROS)|PELO PRESENTE)",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"\(\s*(?:nota|reda\w*\s+\w*\s*(?:pel[ao]|d[ae])|reda[çc]|red\b|revogad|inclu[ií]d|acrescid|acrescentad|vide|"
    r"regulament|renumerad|suprimid|vig[eê]ncia|alterad|ver |prorrogad|declarad|suspens|produ[cç][aã]o de efeito|"
    r"promulga)[^()]*(?:\([^()]*\)[^()]*)*\)?\.?\Z"
    r"|nota\s*[:.]?\s*\Z|nota\s*:\s",
    re.IGNORECASE,
)
_MARKS_ONLY = " .…_\"“”'[]();,-\t"
_TABLE = re.compile(r"\|.*\||[_=\-–—+|]{5,}\s*\Z|\+[-=+]{4,}|\|[-=_|]{4,}")
_NAME_WORDS = re.compile(r"[A-ZÀ-Ý][A-Za-zÀ-ÿ.'’-]*|[A-ZÀ-Ý]\.|d[aeo]s?|e|D[AEO]S?|E")
_NOT_A_NAME = re.compile(
    r"\b(?:LEI|DECRETO|PORTARIA|RESOLU[CÇ][AÃ]O|ART|CAP[IÍ]TULO|T[IÍ]TULO|SE[CÇ][AÃ]O|DISPOSI[CÇ]|ANEXO|TABELA|"
    r"QUADRO|CLASSE|REGULAMENTO|ESTATUTO|TOTAL|"
    r"ESTADO|MUNIC[IÍ]PIO|PREFEITURA|MINIST[EÉ]RIO|AG[EÊ]NCIA|REVOGAD|CONSIDERANDO|JUSTIFICATIVA)",
)
_OFFICE = re.compile(
    r"\b(?:prefeit|vice|secret[aá]ri|presidente|vereador|procurador|diretor|chefe|assessor|governador|ministr|"
    r"oficial|relator|controlador|coordenador|"
    r"superintendente|gerente|interventor|tesoureir|escriv|tabeli|ouvidor|administrador|comandante|corregedor|"
    r"1[ºo°] sec|2[ºo°] sec|respondendo|interin[oa]|em exerc[ií]cio|autor|gabinete)",
    re.IGNORECASE,
)


@cache
def _species() -> re.Pattern[str]:
    """Titles begin with a species of norm, longest name first."""
    names: set[str] = set()
    for entry in rules.table("especies")["especie"]:
        names.update([entry["name"], *(n for n in entry.get("other", ()) if len(n) > 3)])
    names.add("Emenda")
    words = sorted((strip_accents(name).upper() for name in names), key=len, reverse=True)
    return re.compile(
        r"(?:N[OÔ]VA\s+)?(?:"
        + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
        + r")\b"
    )


@cache
def _title_starts() -> frozenset[str]:
    """The first four letters of all species: a cheap test before the pattern."""
    names = [
        name
        for entry in rules.table("especies")["especie"]
        for name in (entry["name"], *entry.get("other", ()))
    ]
    return frozenset(
        strip_accents(name).upper().split(" ", 1)[0][:4] for name in [*names, "Emenda", "Nova"]
    )


_TITLE_NUMBER = re.compile(r"\bN\s?[º°o.]{1,3}|\bN[UÚ]MERO|\d")


_GLUED_NUMBER = re.compile(r"(?<=[A-Z])(?=N[º°o]\s?\d)")
_NUMBERED_LINE = re.compile(
    r"(?P<words>[A-Z][A-Z. ]{2,44}?)[\s.]+N[º°o]?[.\s]{0,2}\s?\d[\d.]*\s?(?:/|,|DE\b|\Z)"
)


def _damaged_title(head: str) -> bool:
    """`LELORDINÁRIA Nº 3.459/2001`: a numbered line in capitals whose words are nearly a species of norm."""
    match = _NUMBERED_LINE.match(head)
    if match is None:
        return False
    from rapidfuzz import fuzz

    words = match["words"].strip()
    return any(fuzz.ratio(words, name) >= 80 for name in _SPECIES_IN_TITLES)


_SPECIES_IN_TITLES = (
    "LEI", "LEI ORDINARIA", "LEI MUNICIPAL", "LEI COMPLEMENTAR", "DECRETO", "DECRETO LEGISLATIVO", "DECRETO-LEI", "PORTARIA",
    "RESOLUCAO", "INSTRUCAO NORMATIVA", "PROJETO DE LEI", "LEI ESTADUAL", "DECRETO MUNICIPAL",
)  # fmt: skip


def is_title(text: str, *, marked: bool) -> float | None:
    """Cost of taking a line for the title of a norm (`LEI Nº 7061 DE 29 DE DEZEMBRO DE 2004.`); None where it cannot be."""
    if len(text) > 240 or text[-1] in ",;:" or not text[0].isalpha():
        return None
    if (
        not marked
        and strip_accents(text[:7].split(" ", 1)[0]).upper()[:4] not in _title_starts()
        and not text[:12].isupper()
    ):
        return None
    head = _GLUED_NUMBER.sub(" ", strip_accents(text[:90]))
    match = _species().match(head.upper())
    if match is None:
        return 1.5 if _damaged_title(head) else None
    capitals = head[: match.end()].isupper()
    rest = head[match.end() :]
    if rest[:4].upper() == " EM ":
        return None  # "DECRETO EM JORNAL ...": where it was printed
    numbered = bool(_TITLE_NUMBER.search(rest.upper()))
    if not numbered and not (capitals and text.isupper() and len(text) < 100):
        return None
    if not capitals:
        return 4.0 if numbered and len(text) < 110 and not marked else 0.5 if marked else None
    lower_words = sum(word.islower() and len(word) > 3 for word in text.split())
    return (0.0 if marked else 0.5) + (0.0 if numbered else 2.0) + (2.5 if lower_words > 6 else 0.0)


def _closing(text: str, ahead: str, marked: bool) -> Heading | None:
    if len(text) > 170 or _LABEL_WORDS.match(text) or not (text[0].isupper() or text[0].isdigit()):
        return None
    digits = _ENDS_IN_DIGIT.search(text, len(text) - 6)
    if digits is None and "data" not in text.lower():
        return None
    dated = _CLOSING_DATE.search(text) if digits else None
    placed = _CLOSING_PLACE.match(text)
    if dated is None and placed:
        dated = _BROKEN_DATE.search(text) if ahead == DATE else None
        dated = dated or _DAMAGED_DATE.search(text)
    if dated is None:
        return (
            Heading(sign=Sign.CLOSING, cost=3.0)
            if placed and len(text) < 90 and text[-1] not in ";:" and "data" in text.lower()
            else None
        )
    if _species().match(strip_accents(text[:60]).upper()) or (
        "LEI" in text[:60].upper() and not placed
    ):
        return None
    return Heading(sign=Sign.CLOSING, cost=0.0 if placed else 0.5 if len(text) < 80 else 2.0)


@lru_cache(maxsize=8192)
def is_name(text: str) -> bool:
    """A person's name on a line of its own: two to nine words in capitals or with capital initials, no digit."""
    if not 5 <= len(text) <= 70 or text[-1] in ".;:,!?" or not text[0].isupper():
        return False
    words = text.split()
    if not 2 <= len(words) <= 9 or _NOT_A_NAME.search(text.upper()):
        return False
    return all(_NAME_WORDS.fullmatch(word) for word in words) and (
        text.isupper() or sum(w[0].isupper() for w in words) >= 2
    )


@lru_cache(maxsize=8192)
def names_an_office(text: str) -> bool:
    """`Prefeito Municipal`: the office of one who signs."""
    return bool(_OFFICE.search(text))


def is_numbered_grouping(text: str) -> bool:
    """`CAPÍTULO I`, with or without its name on the line."""
    return bool(_GROUPING.match(text))


def _title(text: str, ahead: str, marked: bool) -> Heading | None:
    cost = is_title(text, marked=marked)
    return None if cost is None else Heading(sign=Sign.TITLE, cost=cost)


def _justification(text: str, ahead: str, marked: bool) -> Heading | None:
    return (
        Heading(sign=Sign.JUSTIFICATION, cost=0.0 if text.isupper() else 1.0)
        if _JUSTIFICATION.match(text)
        else None
    )


def _preamble(text: str, ahead: str, marked: bool) -> Heading | None:
    return Heading(sign=Sign.PREAMBLE) if _PREAMBLE.match(text) else None


def _clause(text: str, ahead: str, marked: bool) -> Heading | None:
    return Heading(sign=Sign.CLAUSE, cost=1.0) if _CLAUSE.match(text) else None


def _implicit_annex(text: str, ahead: str, marked: bool) -> Heading | None:
    found = text.isupper() and len(text) < 120 and _IMPLICIT_ANNEX.match(text)
    return Heading(sign=Sign.ANNEX, cost=1.5, implicit=True) if found else None


def _grouping(text: str, ahead: str, marked: bool) -> Heading | None:
    match = _GROUPING.match(text)
    if match is not None and len(text) < 160:
        name = match["name"]
        if (_CITING.match(name) and not name.isupper() and not name[:1].isupper()) or text[
            -1
        ] in ",;":
            return None
        return Heading(sign=Sign.GROUPING, cost=0.0 if match["word"].isupper() else 1.0)
    if (
        len(text) < 110
        and (text[-1] not in ".;:,)" or (text[-1] == "." and text.isupper()))
        and _UNNUMBERED.match(text)
        and ahead == ARTICLE
    ):
        return Heading(sign=Sign.GROUPING, cost=0.3)
    return None


ARTICLE, DATE = "article", "date"
_ARTICLE_AHEAD = re.compile(
    r"[\"“]?\s?(?:A[rn][ti][.,:;]?\s?\d|ART[.\s]|Artigo|ARTIGO|Se[çc][ãa]o|SE[ÇC]|Cap[íi]t|CAP[ÍI]T|SUBSE)"
)


def _ahead(following: str) -> str:
    """What matters of the next line: that an article or a grouping begins there, or the rest of a date."""
    if following[:1] in ("A", "S", "C", '"', "“") and _ARTICLE_AHEAD.match(following):
        return ARTICLE
    return DATE if following[:3].lower() == "de " else ""


def _annex(text: str, ahead: str, marked: bool) -> Heading | None:
    match = _ANNEX.match(text)
    if match is None or len(text) > 200:
        return None
    rest = match["rest"].strip()
    capital = match["word"].isupper()
    if text[-1] in ",;" or (_CITING.match(rest) and not rest.isupper()):
        return None
    if not rest:
        return Heading(sign=Sign.ANNEX, cost=0.0 if capital else 1.0)
    if rest[0].islower() or not (match["number"] or capital):
        return None
    # "Anexo I - Quadro de cargos." in a closing list of annexes is no heading.
    return Heading(sign=Sign.ANNEX, cost=0.5 if capital else 4.0 if text[-1] == "." else 2.0)


# Who may recognise a line that begins with a certain letter, in the order in which they are asked. Where the letters are not
# given any may come first: a species of norm, a place, a digit.
_Recogniser = Callable[[str, str, bool], Heading | None]
_RECOGNISERS: tuple[tuple[str, _Recogniser], ...] = (
    ("", _title),
    ("TCSLPD", _grouping),
    ('A"“', _annex),
    ("JMER", _justification),
    ("OANFP", _preamble),
    ("RPCDAEOV", _clause),
    ("", _closing),
    ("RETQMCPF", _implicit_annex),
)


@cache
def _recognisers(first: str) -> tuple[_Recogniser, ...]:
    letter = strip_accents(first).upper()
    return tuple(
        recognise for letters, recognise in _RECOGNISERS if not letters or letter in letters
    )


def is_omission(text: str) -> bool:
    """A line that only says that something is left out: `[...]`, a dotted line, `(...) (NR)`."""
    rest = text.replace("(NR)", "").strip(_MARKS_ONLY)
    return not rest and (text.count(".") >= 3 or "…" in text or text.count("_") >= 4)


def heading(text: str, following: str, *, marked: bool, table: bool) -> Heading | None:
    """What a line announces, or None. `following` is the next line of text, `marked` says that the format calls it a heading."""
    if table or (text[0] in "|_=+-" and _TABLE.match(text)):
        return Heading(sign=Sign.TABLE)
    # Names, offices and formulas come again and again through a corpus.
    recognise = _of_short_line if len(text) < 100 else _recognised
    return recognise(text, _ahead(following), marked)


def _recognised(text: str, ahead: str, marked: bool) -> Heading | None:
    first = text[0]
    if first in '.[(…_"“' and is_omission(text):
        return Heading(sign=Sign.OMISSION)
    if first in "(Nn" and len(text) < 400 and _NOTE.match(text):
        return Heading(sign=Sign.NOTE)
    if text.startswith(("Art. ", "§", "Parágrafo")) or not (
        first.isupper() or first.isdigit() or first in '"“'
    ):
        return None
    if len(text) > 400:
        return Heading(sign=Sign.PREAMBLE) if _PREAMBLE.match(text) else None
    for recognise in _recognisers(first):
        found = recognise(text, ahead, marked)
        if found is not None:
            return found
    if is_name(text):
        return Heading(sign=Sign.NAME)
    return None


_of_short_line = lru_cache(maxsize=8192)(_recognised)
