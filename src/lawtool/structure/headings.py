"""Lines that are no provision but give a text its shape: titles, groupings, annexes,
closings, notes, tables.

Each kind of line is a function in `_RECOGNISERS` that proposes it with a cost; the
decoder decides with the rest of the
text. Sources: LC 95/1998 arts. 3 to 10 for the parts of a norm; the forms are those of
the field corpus of municipal law.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from lawtool.structure.costs import COST
from lawtool.structure.persons import is_name
from lawtool.structure.titles import species_at_start, title_cost
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
    """A clause of registration, publication or legislative history behind the
    closing."""
    NAME = "name"
    NOTE = "note"
    TABLE = "table"
    OMISSION = "omission"
    STRUCK = "struck"
    """Wording that the publisher shows struck through."""
    RULE = "rule"
    """A drawn line without a word."""
    MATTER = "matter"
    """Other matter of a gazette: an extract of a contract, a notice, the stamp of who
    publishes."""


ASIDES = (Sign.TABLE, Sign.RULE, Sign.OMISSION, Sign.NOTE, Sign.STRUCK)
"""What hangs where it stands and opens no tier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What a line may announce, and what it costs to take it for that."""

    sign: Sign
    cost: float = 0.0
    implicit: bool = False
    """An annex that does not call itself one (`REGIMENTO INTERNO`, `TABELA I`); a
    heading that only the format marks."""


class Ahead(StrEnum):
    """What matters of the next line."""

    NOTHING = ""
    ARTICLE = "article"
    """An article or a grouping begins there."""
    DATE = "date"
    """It is the rest of a date."""


class Look(NamedTuple):
    """What a line is recognised by: its text, the next line, whether the format calls
    it a heading."""

    text: str
    ahead: Ahead
    marked: bool


def heading(text: str, following: str, *, marked: bool, table: bool) -> Heading | None:
    """Give what a line announces, or None. `following` is the next line, `marked` says
    that the format calls it a heading."""
    if table or (text[0] in "|+" and _is_row(text, following)):
        return Heading(sign=Sign.TABLE)
    if text[0] in "|_=+-–—" and _RULE.fullmatch(text):
        framed = following[:1] in ("|", "+")
        return Heading(sign=Sign.TABLE if framed else Sign.RULE)
    look = Look(text, _ahead(following), marked)
    # Names, offices and formulas come again and again through a corpus.
    if len(text) < _SHORT:
        return _recognise_short(look)
    return _recognise(look)


_SHORT, _LONG = 100, 400


def _recognise(look: Look) -> Heading | None:
    text = look.text
    first = text[0]
    if first in '.[(…_"“' and is_omission(text):
        return Heading(sign=Sign.OMISSION)
    if first in "(Nn" and len(text) < _LONG and _NOTE.match(text):
        return Heading(sign=Sign.NOTE)
    if text.startswith(("Art. ", "§", "Parágrafo")):
        return None
    if not (first.isupper() or first.isdigit() or first in '"“”„«('):
        return None
    if len(text) > _LONG:
        return _preamble(look)
    for recognise in _recognisers(first):
        recognised = recognise(look)
        if recognised is not None:
            return recognised
    return None


_recognise_short = lru_cache(maxsize=8192)(_recognise)


_ARTICLE_AHEAD = re.compile(
    r"[\"“]?\s?(?:A[rn][ti][.,:;]?\s?\d|ART[.\s]|Artigo|ARTIGO|Se[çc][ãa]o|SE[ÇC]|Cap[íi]t"
    r"|CAP[ÍI]T|SUBSE)"
)


def _ahead(following: str) -> Ahead:
    if following[:1] in ("A", "S", "C", '"', "“") and _ARTICLE_AHEAD.match(following):
        return Ahead.ARTICLE
    if following[:3].lower() == "de ":
        return Ahead.DATE
    return Ahead.NOTHING


# --- titles ---------------------------------------------------------------------------


def _title(look: Look) -> Heading | None:
    cost = title_cost(look.text, marked=look.marked)
    if cost is None:
        return None
    return Heading(sign=Sign.TITLE, cost=cost)


# --- groupings ------------------------------------------------------------------------

_GROUPING = re.compile(
    r"""
    [\"“”„«]? (?P<word> T[IÍ]TULO | CAP[IÍUÚ]TULO | SEC?[CÇ][AÃ]O | SUBSEC?[CÇ][AÃ]O
      | LIVRO | PARTE | SUBT[IÍ]TULO
      | T[íi]tulo | Cap[íi]tulo | Se[çc][ãa]o | Subse[çc][ãa]o | Livro | Parte
    ) \s+
    (?: [IVXLCDM1-9lH|][IVXLCDM0-9lH|]* (?:-[A-Z])? (?![A-Za-zÀ-ÿ])
      | [UÚúu]nic[oa] | [UÚ]NIC[OA] | GERAL | ESPECIAL | PERMANENTE | Geral | Especial
      | PRIMEIR[AO] | SEGUND[AO] | TERCEIR[AO] | QUART[AO] | QUINT[AO]
      | Primeir[ao] | Segund[ao] | Terceir[ao]
    )
    (?P<rest> \s*[-–—:.]?\s* (?P<name> .* ) ) \Z
    """,
    re.VERBOSE,
)  # CAPÍTULO II - DOS DIREITOS
_UNNUMBERED = re.compile(
    r"(?:D[aeo]s?|D[AEO]S?|Disposiç|DISPOSIÇ|Disposic|DISPOSIC)\b|Disposiç|DISPOSIÇ|"
    r"A(?:to|TO)\s[Dd][Aa][Ss]\s(?:Disp|DISP)"
)  # Das Definições
_CITING = re.compile(r"(?:d[aeo]s?|dest[ae]|e|,|ou)\b", re.IGNORECASE)
_LONGEST_GROUPING, _LONGEST_UNNUMBERED = 160, 110


def is_numbered_grouping(text: str) -> bool:
    """Tell `CAPÍTULO I`, with or without its name on the line."""
    return bool(_GROUPING.match(text))


def _grouping(look: Look) -> Heading | None:
    text = look.text
    match = _GROUPING.match(text)
    if match is not None and len(text) < _LONGEST_GROUPING:
        name = match["name"]
        cited = _CITING.match(name) and not name.isupper() and not name[:1].isupper()
        if cited or text[-1] in ",;":
            return None
        if match["word"].isupper():
            cost = 0.0
        else:
            cost = COST.grouping_small
        return Heading(sign=Sign.GROUPING, cost=cost)
    if look.ahead is Ahead.ARTICLE and _is_unnumbered_grouping(text):
        return Heading(sign=Sign.GROUPING, cost=COST.grouping_unnumbered)
    return None


def _is_unnumbered_grouping(text: str) -> bool:
    if len(text) >= _LONGEST_UNNUMBERED or not _UNNUMBERED.match(text):
        return False
    return text[-1] not in ".;:,)" or (text[-1] == "." and text.isupper())


# --- annexes and reasons --------------------------------------------------------------

_ANNEX = re.compile(
    r"""
    [\"“]? (?P<word> ANEXOS? | Anexos? | APÊNDICE | ADENDO )
    (?: \s+ (?:N[º°o.]+\s*)? (?P<number> [IVXLl1-9|]{1,6} | [A-Z] | [ÚU]NICO
      | [úu]nico ) (?:-[A-Z])? )?
    (?P<rest> \s*[-–—:.(]?.* ) \Z
    """,
    re.VERBOSE,
)  # ANEXO II - PAINEL
_IMPLICIT_ANNEX = re.compile(
    r"""
    (?: REGIMENTO\ INTERNO | REGULAMENTO | ESTATUTOS? | TABELA | QUADRO | MINUTA
      | TERMO\ DE | CONTRATO | CONV[EÊ]NIO
      | PLANTA | MEMORIAL | FORMUL[AÁ]RIO | MAPA )\b
    """,
    re.VERBOSE,
)
_JUSTIFICATION = re.compile(
    r"""
    (?: J\s?U\s?S\s?T\s?I\s?F\s?I\s?C\s?A\s?T\s?I\s?V\s?A | JUSTIFICA[CÇ][AÃ]O
      | Justificativa | Justificação | MENSAGEM
      | Mensagem | EXPOSI[CÇ][AÃ]O\ DE\ MOTIVOS | Exposição\ de\ [Mm]otivos
        | RAZ[OÕ]ES\ D[OE]\ VETO
    )\b [^.;]{0,80} \Z
    """,
    re.VERBOSE,
)
_LONGEST_ANNEX, _LONGEST_IMPLICIT_ANNEX = 200, 120


def _annex(look: Look) -> Heading | None:
    text = look.text
    match = _ANNEX.match(text)
    if match is None or len(text) > _LONGEST_ANNEX or text[-1] in ",;":
        return None
    rest = match["rest"].strip()
    capital = match["word"].isupper()
    if _CITING.match(rest) and not rest.isupper():
        return None
    if not rest:
        return Heading(sign=Sign.ANNEX, cost=0.0 if capital else COST.annex_small)
    if rest[0].islower() or not (match["number"] or capital):
        return None
    return Heading(sign=Sign.ANNEX, cost=_named_annex_cost(text, capital=capital))


def _named_annex_cost(text: str, *, capital: bool) -> float:
    """Price an annex with its name on the line. "Anexo I - Quadro de cargos." in a
    closing list of annexes is no heading."""
    if capital:
        return COST.annex_named
    if text[-1] == ".":
        return COST.annex_in_sentence
    return COST.annex_small_named


def _implicit_annex(look: Look) -> Heading | None:
    text = look.text
    if (
        text.isupper()
        and len(text) < _LONGEST_IMPLICIT_ANNEX
        and _IMPLICIT_ANNEX.match(text)
    ):
        return Heading(sign=Sign.ANNEX, cost=COST.annex_implicit, implicit=True)
    return None


def _justification(look: Look) -> Heading | None:
    if not _JUSTIFICATION.match(look.text):
        return None
    if look.text.isupper():
        cost = 0.0
    else:
        cost = COST.reasons_small
    return Heading(sign=Sign.JUSTIFICATION, cost=cost)


# --- preamble, clauses, notes ---------------------------------------------------------

_PREAMBLE = re.compile(
    r"""
    (?: [OA]S?\s* (?: PREFEIT | C[AÂ]MARA | GOVERN | PRESIDENT | DIRETOR | MINISTR
      | SECRET[AÁ]RI | POVO | MESA
          | CONGRESSO | ASSEMBL | CONSELHO | SUPERINTEND | CHEFE | INTERVENTOR
            | REITOR | COORDENADOR | PROCURADOR | VICE
          | VEREADOR | DIRETORI | PLEN[AÁ]RIO | JUI[ZS] | DESEMBARG | COMISS
            | COLEGIADO | CORREGED | TRIBUNAL
          | DELEGAD | COMANDANTE | SENADO )
      | FA[CÇ]O\s+SABER
      | N[OÓ]S,?\s+(?:OS\s+)?(?:REPRESENTANTES|VEREADORES|MEMBROS)
      | PELO\ PRESENTE )
    """,
    re.IGNORECASE | re.VERBOSE,
)  # O PREFEITO MUNICIPAL
_CLAUSE = re.compile(
    r"""
    (?: registrad[ao] | publicad[ao] | afixad[ao]
      | arquivad[ao] | apresentad[ao]\ (?:ao|na|no) | encaminhad[ao]
        | data\ d[ae]?\s?(?:publica|norma)
      | autor(?:ia|es)?\s*: | projeto\ de\ lei\ (?:n|de\ autoria) | publica[cç][aã]o\b
      | (?:esta|este|a\ presente|o\ presente)\ \w+\ (?:foi\ |sofreu\ |teve\ )
        | originad[ao] | p\.?\s?[lL]\.?\ n
      | visto\b | confere\ com | reprodu[zç] | republicad[ao]
        | este\ texto\ n[aã]o\ substitui | d\.?o\.?[eum]\.?\ n[ºo°]
      | sanciono\ (?:a|o)\ presente | \(?publicad[ao]\ (?:no|em|na) )
    """,
    re.IGNORECASE | re.VERBOSE,
)  # Registrada e publicada nesta Secretaria
_NOTE = re.compile(
    r"""
    \(\s* (?: nota | reda\w*\s+\w*\s*(?:pel[ao]|d[ae]) | reda[çc] | red\b | revogad
      | inclu[ií]d | acrescid | acrescentad
        | vide | regulament | renumerad | suprimid | vig[eê]ncia | alterad | ver\ 
          | prorrogad | declarad | suspens
        | produ[cç][aã]o\ de\ efeito | promulga )
      [^()]* (?:\([^()]*\)[^()]*)* \)?\.?\Z
    | nota\s*[:.]?\s*\Z
    | nota\s*:\s
    """,
    re.IGNORECASE | re.VERBOSE,
)  # (Nota); (Revogado pela Lei nº 12)


def _preamble(look: Look) -> Heading | None:
    if _PREAMBLE.match(look.text):
        return Heading(sign=Sign.PREAMBLE)
    return None


def _clause(look: Look) -> Heading | None:
    if _CLAUSE.match(look.text):
        return Heading(sign=Sign.CLAUSE, cost=COST.clause)
    return None


_MATTER = re.compile(
    r"""
    (?: publicado\ por\s?: | c[oó]digo\ identificador ) (?-i:.*)\Z
    | (?-i: EXTRATOS?\b | AVISOS?\ D[EO] | EDITAL\b | ERRATA\b | HOMOLOGA[CÇ][AÃ]O\b
      | ADJUDICA[CÇ][AÃ]O\b
      | RATIFICA[CÇ][AÃ]O\b | TERMO\ DE\ (?:HOMOLOGA|RATIFICA|ADJUDICA|POSSE)
        | PREG[AÃ]O\b | TOMADA\ DE\ PRE[CÇ]OS
      | DISPENSA\ DE\ LICITA | INEXIGIBILIDADE\b | RESULTADO\ D | CONVOCA[CÇ][AÃ]O\b
        | CHAMADA\ P[UÚ]BLICA
      | CHAMAMENTO\ P[UÚ]BLICO | ATA\ D[AE]\ | CONCORR[EÊ]NCIA\ P ) [^a-zà-ÿ]{0,120}\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)  # Publicado por:; EXTRATO DE CONTRATO Nº 12/2020


def _matter(look: Look) -> Heading | None:
    if _MATTER.match(look.text):
        return Heading(sign=Sign.MATTER)
    return None


# --- closing --------------------------------------------------------------------------

_MONTH = "|".join([*MONTHS, "marco"])
_COUNTED_YEAR = (
    r"\d{1,3}\s?[ºª°o.]{0,2}\s*(?:ano\s+)?d[aeo]s?\s+[A-Za-zÀ-ÿ][^;.\d]{2,60}"
)
_CLOSING_DATE = re.compile(
    rf"""
    (?: \b\d{{1,2}}\s?[ºo°ª*\"]?\s* (?:de\s+|/)? (?:{_MONTH}) \s*(?:de\s+|/|\s)?\s*
            (?:de\s+)? \d\.?\d{{2,4}}
      | \b\d{{1,2}}\s?[./-]\s?\d{{1,2}}\s?[./-]\s?\d{{2,4}}
      | \b(?:aos?|em)\s+[a-zà-ÿ0-9º() ]{{1,40}}\s+dias?\s+do\s+m[êe]s\s+de\s+
              (?:{_MONTH})\b[^.;]{{0,80}}
    )
    (?: \s*[;,.–-]?\s*(?:e\s+|no\s+)? {_COUNTED_YEAR} )* \W*\Z
    """,
    re.IGNORECASE | re.VERBOSE,
)  # 3 de maio de 1990; 169º da Independência e 102º da República
_YEARS_COUNTED = re.compile(
    rf"(?:[;,.]|\be)\s*(?:no\s+)?{_COUNTED_YEAR}\W*\Z|dias? do m[êe]s de"
)
_ORDERS = re.compile(
    r"""
    (?: (?:e\s|ou\s|\W)* (?:registr|publi[cq]|cumpr|comuniqu|arquiv|intim|afix|d)[a-zê]{1,4}-se\W*
        (?:ci[êe]ncia|na\ forma\ da\ lei)?
    )+ [^a-zà-ÿ0-9]{0,4} \Z
    """,
    re.IGNORECASE | re.VERBOSE,
)  # Registre-se, publique-se e cumpra-se.
_CLOSING_PLACE = re.compile(
    r"""
    (?: gabinete | prefeitura | pal[aá]cio | pa[cç]o | sala\ d[ae]s | c[aâ]mara
      | mesa\ (?:diretiva|da|diretora)
      | plen[aá]rio | munic[ií]pio\ de | secretaria | presid[eê]ncia | em\ \d | dado
        | bras[ií]lia | edif[ií]cio
      | casa\ d[ao] | centro\ administrativo | comiss[aã]o | sess[oõ]es | sala )\b
    """,
    re.IGNORECASE | re.VERBOSE,
)  # Gabinete do Prefeito
# The month misread, or in the next line.
_DAMAGED_DATE = re.compile(
    r",\s*(?:em\s+)?\d{1,2}\s+de\s+[a-zà-ÿA-ZÀ-Ý]{4,10}\s+de\s+\d{4}\W*\Z"
)
_BROKEN_DATE = re.compile(r",\s*(?:em\s+)?\d{1,2}\s*\Z")
_DIGIT = re.compile(r"\d")
_LABEL_WORD = re.compile(
    r"(?:art(?:igo)?[.\s]|§|par[aá]grafo|inciso|al[ií]nea)", re.IGNORECASE
)
_LONGEST_CLOSING, _LONGEST_DATA_SUPRA, _SHORT_CLOSING = 170, 90, 80
_HEAD_OF_CLOSING = 60


def _closing(look: Look) -> Heading | None:
    """Recognise place and date, or place and "data supra"."""
    text = look.text
    if len(text) > _LONGEST_CLOSING or _LABEL_WORD.match(text):
        return None
    if not (text[0].isupper() or text[0].isdigit()):
        return None
    if "-" in text and orders_publication(text):
        return Heading(sign=Sign.CLOSING, cost=COST.closing_orders)
    placed = bool(_CLOSING_PLACE.match(text))
    if _is_dated(text, placed=placed, broken=look.ahead is Ahead.DATE):
        if _names_norm(text, placed=placed):
            return None
        return _dated_closing(text, placed=placed)
    supra = placed and len(text) < _LONGEST_DATA_SUPRA and text[-1] not in ";:"
    if supra and "data" in text.lower():
        return Heading(sign=Sign.CLOSING, cost=COST.closing_supra)
    return None


def orders_publication(text: str) -> bool:
    """Tell `Registre-se, publique-se e cumpra-se.`"""
    return bool(_ORDERS.match(text))


def names_a_place(text: str) -> bool:
    """Tell a line that begins like a closing: `Gabinete da Prefeitura`."""
    return bool(_CLOSING_PLACE.match(text))


def _is_dated(text: str, *, placed: bool, broken: bool) -> bool:
    """Tell a line that ends in a date; with a place the month may be misread, or stand
    in the next line."""
    if not (_DIGIT.search(text, len(text) - 6) or _YEARS_COUNTED.search(text)):
        return False
    if _CLOSING_DATE.search(text):
        return True
    if not placed:
        return False
    return bool((broken and _BROKEN_DATE.search(text)) or _DAMAGED_DATE.search(text))


def _names_norm(text: str, *, placed: bool) -> bool:
    head = text[:_HEAD_OF_CLOSING]
    if species_at_start().match(strip_accents(head).upper()):
        return True
    return not placed and "LEI" in head.upper()


def _dated_closing(text: str, *, placed: bool) -> Heading:
    cost = 0.0
    if not placed:
        if len(text) < _SHORT_CLOSING:
            cost = COST.closing_placeless
        else:
            cost = COST.closing_long
    return Heading(sign=Sign.CLOSING, cost=cost)


# --- names, omission marks, tables ----------------------------------------------------

_MARKS_ONLY = " .…_\"“”'[]();,-\t"
_RULE = re.compile(r"[_=\-–—+|\s]{5,}")
_ROW = re.compile(r"\|.*\||\+[-=+]{4,}|\|[-=_|]{4,}")


def _marked(look: Look) -> Heading | None:
    if not look.marked or len(look.text) > _LONGEST_GROUPING:
        return None
    return Heading(sign=Sign.GROUPING, cost=COST.grouping_unnumbered, implicit=True)


def _is_row(text: str, following: str) -> bool:
    """Tell a row of a drawn table: bars at both ends, or a row below it; two bars alone
    are dirt of a scan."""
    if _ROW.match(text) is None:
        return False
    return text[-1] in "|+-=_" or following[:1] in ("|", "+")


def _name(look: Look) -> Heading | None:
    if is_name(look.text):
        return Heading(sign=Sign.NAME)
    return None


def is_omission(text: str) -> bool:
    """Tell a line that only says that something is left out: `[...]`, a dotted line,
    `(...) (NR)`."""
    rest = text.replace("(NR)", "").strip(_MARKS_ONLY)
    return not rest and (text.count(".") >= 3 or "…" in text or text.count("_") >= 4)


# --- the list of kinds ----------------------------------------------------------------

_Recogniser = Callable[[Look], Heading | None]
_RECOGNISERS: tuple[tuple[str, _Recogniser], ...] = (
    ("", _title),
    ('TCSLPDA"“”„«', _grouping),
    ('A"“', _annex),
    ("JMER", _justification),
    ("OANFP", _preamble),
    ("PCEAHRTID", _matter),
    ("RPCDAEOVS(", _clause),
    ("", _closing),
    ("RETQMCPF", _implicit_annex),
    ("", _marked),
    ("", _name),
)
"""Who may recognise a line that begins with a certain letter, in the order in which
they are asked. Where no letters are
given any may come first: a species of norm, a place, a digit."""


@cache
def _recognisers(first: str) -> tuple[_Recogniser, ...]:
    letter = strip_accents(first).upper()
    return tuple(
        recognise
        for letters, recognise in _RECOGNISERS
        if not letters or letter in letters
    )
