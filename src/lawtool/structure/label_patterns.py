"""Patterns of the labels of articles, paragraphs, incisos, alíneas and items: in print,
and as a recogniser writes them."""

from __future__ import annotations

import re

QUOTE = r"[\"“”„«'‘’]{0,2}\s?"

# Dots that stand for omitted text ("§ 1º ...") are no separator.
SEPARATOR = re.compile(
    r"\s?(?:(?!\.\.|…|\.\s\.\s\.)[-–—―.:;,)=«»~_*'’/\]]|º|°){0,3}\s*"
)

# A provision that is being cited goes on with a preposition or with another member of a
# list.
CITED = re.compile(
    r"""
    (?: d[aeo]s? | dest[aes] | desse | desta | daquel[ae] | e | ou | a | ao | aos
      | c/c | combinado | caput | inciso
      | incisos | par[aá]grafo | item | al[ií]nea
    )\b
    | ,\s* (?: § | inciso | item | al[ií]nea | par[aá]grafo | caput | d[ao]s?\b
      | da\b | [IVX]+\b )
    | §
    """,
    re.VERBOSE,
)  # Art. 5º da Lei; Art. 5º, § 1º

_IN_WORDS = (
    r"(?i:primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|quint[oa]|sext[oa]|s[ée]tim[oa]|"
    r"oitav[oa]|non[oa]|d[ée]cim[oa])"
)
ORDINALS = (
    "primeir", "segund", "terceir", "quart", "quint", "sext", "setim", "oitav", "non", "decim",
)  # fmt: skip
"""Ordinals in words without accent and ending, from the first on."""

_LETTERS = r"[A-Z]{1,2}(?:-[A-Z0-9]{1,2})*"
"""The letters of an inserted provision behind the hyphen: 5º-A, 1º-AA, 1º-A-1."""

REPEALED = (
    r"\s?[-–—.]?\s?\(\s?(?:[Rr]evogad|REVOGAD|[Vv]etad|VETAD|[Ss]uprimid|[Dd]eclarad"
    r"|[Ss]em efeito)"
)

ARTIGO = re.compile(
    rf"""
    {QUOTE} (?P<sign> [Aa][Rr][Tt](?:[Ii][Gg][Oo])? ) (?P<dot> [.,:;]{{0,2}} ) \s? [-–—]? \s?
    (?: (?P<sole> [UÚúu]nico\b | [UÚ]NICO\b )
      | (?P<number> \d{{1,3}}(?:\.\d{{3}})? | \d{{1,4}} )
        (?P<mark> \s?[º°ª\"*] | [o0](?=[\s.\-–—]) | \.[ºo°] )?
        (?P<suffix> (?: -\s?{_LETTERS}(?![A-Za-zÀ-ÿ(])
          | \s?-\s?[A-Z](?=\s?[-–—.:)]) )? )
    )
    """,
    re.VERBOSE,
)  # Art. 5º-A
ARTIGO_IN_WORDS = re.compile(
    rf"""
    {QUOTE} (?: Art\. | Artigo | ARTIGO | Cl[áa]usula | CL[ÁA]USULA ) \s
    (?: (?P<ordinal> {_IN_WORDS} )\b | (?P<roman> [IVXLC]{{1,7}} )(?=\s?[-–—]\s)
      | (?P<number> \d{{1,3}} )ª )
    """,
    re.VERBOSE,
)  # Artigo Primeiro -; Art. IV -; CLÁUSULA 1ª -
ARTIGO_MISREAD = re.compile(
    rf"""
    {QUOTE}
    (?P<sign> (?!A[ots]s?\b|Ano|At[eé]|Ap[oó]) [AÀÁÂ4a][A-Za-zíéÍ1!]{{1,3}} )
            (?P<dot> [.,:;']{{0,2}} ) \s?
    (?P<number> [\dlI|]{{1,3}} )
    (?P<mark> \s?[º°ª\"*?%”’] | o(?=\s) | (?<=\d\d)(?: [.,/] | (?=\s[A-ZÀ-Ý-]) )
      | (?<=[lI|]\d)(?=[\s.,]) | (?<=\d[lI|])(?=[\s.,]) )
    """,
    re.VERBOSE,
)  # Ayt. 1º; Art. l0
SEVERAL = re.compile(
    rf"""
    {QUOTE} (?: (?P<artigo> Arts?\.? | Artigos? ) | (?P<paragrafo> §{{1,2}} )
      | (?P<inciso>) | (?P<alinea>) ) \s?
    (?P<first> \d{{1,4}} | (?<!\d)[IVXLC]{{1,9}} | [a-z] ) [º°]? \s? \)? \s
    (?: (?P<to> a | ao | à | até ) | e ) \s
    (?P<last> \d{{1,4}} | [IVXLC]{{1,9}} | [a-z] ) [º°]? \s? \)? (?= {REPEALED} )
    """,
    re.VERBOSE,
)  # Arts. 52 a 58 (Revogados); §§ 2º e 3º (Vetados); I a IV - (Revogados)

PARAGRAFO = re.compile(
    rf"""
    {QUOTE}
    (?: (?P<sign> §{{1,2}} ) \s?
        (?: (?P<number> \d{{1,3}} ) (?P<mark> \s?[º°ª] | o(?=[\s.\-–—]) | \.[ºo°] )?
            (?P<suffix> (?: -\s?{_LETTERS}(?![A-Za-zÀ-ÿ]) )? )
          | (?P<sole> [ÚUúu]nico | [ÚU]NICO )
          | (?P<signed> {_IN_WORDS} )\b )
      | (?P<word> [Pp]ar[áaâàé]g[a-zà-ÿ]{{2,4}}o | PAR[ÁAÂÀ]GRAFO ) \s
        (?: (?P<wsole> [ÚUúuÜ][nm][íi1l]c[oq] | [ÚU]NICO )\b
          | (?P<wnumber> \d{{1,2}} ) \s?[º°ªo]? (?=[\s.\-–—:])
          | (?P<ordinal> {_IN_WORDS} )\b )
    )
    """,
    re.VERBOSE,
)  # § 2º-A; Parágrafo único; Parágrafo segundo
# `por` has no § in its character set: these are what it prints for one (95 renderings
# of 95 wrong).
PARAGRAFO_MISREAD = re.compile(
    r"""
    (?P<quote> [\"“”*'‘]{1,2}\s? )? (?P<sign> [$&8£€S5B6g93¢%@4](?!º) )? \s?
            (?P<number> [\dlI|]{1,2} )
    (?P<mark> \s?[º°ª*\"?”’] | o(?=[\s.,\-–—]) | (?<=\d\d)[.,](?=\s) )
    """,
    re.VERBOSE,
)  # $ 1º; 89º
PARAGRAFO_MARKLESS = re.compile(
    r"(?P<sign>[$&£8])\s(?P<number>\d{1,2})(?P<mark>[9019])(?=\s(?:[-–—]\s)?[A-ZÀ-Ý])"
)  # $ 29 O conselho: the ordinal sign was read as a digit

INCISO = re.compile(
    rf"""
    {QUOTE} (?P<word> Inciso\s )? (?P<open> \( )? (?P<number> [IVXLCDM]{{1,15}} )
    (?P<suffix> (?: -{_LETTERS}(?=\s?[-–—.)]) )? )
    (?: (?P<dash> [.,:;'’)]?\s?[-–—―=«»~]{{1,2}} | \s?º\s?[-–—] )
      | (?P<mark> \s?[.)](?=\s|[A-ZÀ-Ý]) | \.\.(?!\.) | \s?: )
      | (?P<odd> [,;_](?=\s) | \s[_º](?=\s) | º(?=\s) )
      | (?=\s) )
    """,
    re.VERBOSE,
)  # IV -; I-A.; II)
INCISO_MISREAD = re.compile(
    r"""
    (?P<number> [IVXLHUNWMYTJFKElivxhnmutyfrk1147|!\]\[¥]{1,7} )
    (?P<separator> [.,:;'’]{0,2}\s?[-–—―=«»~]{1,3} | \s?[\"“”.:](?=\s?[A-ZÀ-Ý])
      | (?=\s) )
    """,
    re.VERBOSE,
)  # HI-

ALINEA = re.compile(
    rf"""
    {QUOTE}
    (?: (?P<open> \( )? (?P<number> [a-z]{{1,2}} ) (?P<suffix> (?: -[A-Z](?=\s?[)\-–—.]) )? )
        (?P<separator> (?P<closed> ª?\s?[\"”]?\s?\.?\) )
          | (?P<dash> \.(?=\s) | [\"”]?\s?[-–—](?=\s) | [:\]/](?=\s) ) )
      | (?P<capital> [A-Z] ) (?: (?P<cclosed> \s?\) ) | (?P<cdash> \s[-–—](?=\s)
        | \.\s?[-–—](?=\s) )
          | (?P<cdot> \.(?=\s[A-Za-zÀ-ÿ]) ) )
    )
    """,
    re.VERBOSE,
)  # a); a -; A)
ALINEA_MISREAD = re.compile(
    r"(?P<number>[^\w\s\"“”(\-–—]|[\wÀ-ÿ€]{1,2})?(?P<separator>\s?[)\]}])(?=\s)"
)  # € )
ALINEA_UNCLOSED = re.compile(
    r"(?:(?P<number>[a-zA-Z])(?P<separator>[yjJ3}>7])|(?P<bare>[b-df-np-zB-DF-HJ-NP-Z]))"
    r"\s(?=[a-zà-ÿ0-9])"
)  # by área; f instalação

ITEM = re.compile(
    rf"""
    {QUOTE} (?P<number> \d{{1,3}} )
    (?P<separator> \s?[.):]\s?[-–—]?(?=\s|[A-ZÀ-Ýa-zà-ý])
      | \s?[-–—]{{1,2}}(?=\s?[A-Za-zÀ-ÿ]) | \s?º\s?[-–—.)]
      | ,(?=\s[A-ZÀ-Ýa-zà-ÿ]) | (?=\s) )
    """,
    re.VERBOSE,
)  # 2 –
ITEM_MISREAD = re.compile(r"(?P<number>[tlI|iZzÀAaJSbGBTOo])[.,](?=\s[a-zà-ÿ])")
DECIMAL = re.compile(
    QUOTE + r"(?P<number>\d{1,2}(?:\.\d{1,2}){1,4})(?P<separator>\.?\s?[-–—)]?)(?=\s)"
)  # 1.2.3

# Labels in the form that nearly all clean text has: what they may be does not depend on
# the words behind them, so that it is
# worked out once for each label. The capital behind "Art. 5º" and "§ 2º" rules out a
# citation that goes on.
CANONICAL = re.compile(
    r"""
    (?: Art\.\ \d{1,3}(?:º|\.|\ -)?\ (?=[A-ZÀ-Ý][a-zà-ÿ\ ])
      | §\ \d{1,2}º?\ (?=[A-ZÀ-Ý][a-zà-ÿ\ ])
      | Parágrafo\ [úÚ]nico(?:\.|\ -)\ (?=[A-ZÀ-Ý][a-zà-ÿ\ ])
      | [IVXLC]{1,9}\ [-–]\ (?=[A-Za-zÀ-ÿ])
      | [a-z]\)\ (?=[A-Za-zÀ-ÿ])
    )
    """,
    re.VERBOSE,
)
ENTRY = re.compile(
    r"(?P<sign>[-–—•*·])\s(?=[\"“(]?[A-Za-zÀ-ÿ0-9])"
)  # - planejar as ações
LABEL_BEHIND = re.compile(
    r"[^\W\d_][.:;,)]?\s"
    r"(?P<label>(?<!\bd[oae]\s)(?<!\be\s)(?<!\b[nN]o\s)(?<!\b[aà]o\s)(?<!,\s)"
    r"Art\.\s(?P<number>\d{1,3})[º.]?)\Z"
)  # São objetivos da Política: Art. 12
# What makes the signs before it dirt: a label that is beyond doubt.
DIRT = re.compile(
    r"""
    [^\w§\"“„«(]{1,8}(?<=\s) (?= Art[.,]?\s?\d | § | [IVXL]{1,6}\s?[-–—] | [a-z]\)\s
      | \d{1,2}\s?[-–—]\s?[A-Z] | Par[áa]grafo\ [úÚ] )
    | (?:[^\s]{1,3}\s){1,3} (?= Art\.\ \d | §\ \d )
    """,
    re.VERBOSE,
)  # ?,  |  :,' | Art. 4º
