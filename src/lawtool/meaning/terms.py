"""Defined terms: what a word means in this law, and the short forms that it introduces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lawtool.meaning.abbreviations import (
    Abbreviation,
    find_abbreviations,
    is_short_form,
)
from lawtool.model import Dispositivo, Kind, Norma
from lawtool.vocabulary.folding import flatten, slugify

DEFINITION, ABBREVIATION = "definition", "abbreviation"
DENOMINATION, SUBTYPE = "denomination", "subtype"


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinedTerm:
    """One introduction of a term. Offsets are code points of the text of the node at `path`, ends
    exclusive.

        `kind`: definition (the norm says what the word means), abbreviation (a long form with its
        short form), denomination (a named class whose definition stands below it), subtype (named
        under a definition, not defined there). `concept` joins the terms of several norms; terms of
        one norm with other meanings have other concepts.
    """

    path: str
    kind: str
    term: str
    start: int
    end: int
    concept: str
    abbreviation: str = ""
    definition_start: int | None = None
    definition_end: int | None = None


_CUE = re.compile(
    r"""
    \b(?: consider(?:a|am|ar)-se(?:-ao?)? | considerando-se
        | entend(?:e|em|er)-se(?:-ao?)? | entendendo-se
        | defin(?:e|em|ir)-se(?:-ao?)?
        | denomin(?:a|am|ar)-se(?:-ao?)?
        | conceitu(?:a|am)-se
        | compreende(?:m)?-se
        | classifica(?:m|r)?-se
        | (?:sao|e|sera|serao|fica|ficam)\s(?:assim\s)?(?:considerad|definid|entendid)[oa]s?
        | (?:sao|estao|serao)\sclassificad[oa]s
        | (?:seguintes?|das|as|os|nas)\s(?:definicoes|definicao|conceitos|conceituacoes)
        | (?:seguintes?|das|as|os|nas)\s(?:terminologias?|termos|expressoes)
        | (?:seguintes?|das|as|os|nas)\s(?:denominacoes|classes|categorias|classificacoes)
        | para\s(?:os\s)?(?:fins|efeitos|efeito|fim)\s(?:d\w+|previst\w+)[^:]{0,120}:\Z )
    """,
    re.X,
)
"""Words that say that a list of definitions or a definition follows, without accents."""
_IN_SENTENCE = re.compile(
    r"""
    \b(?: (?:consider|entend|conceitu|compreend)(?:a|am|e|em)-se(?:-ao?)?
        | (?:consider|entend)er?-se-ao?
        | (?:defin|denomin)(?:e|em|a|am)-se )
    (?: ,[^,;:]{2,80}, )?              # , para os efeitos desta Lei,
    \s(?:(?:por|como)\s)?["]?
    (?P<term>[a-z][^,;:.()"]{1,90}?)["]?
    (?: \s\((?P<short>[a-z/]{2,12})\) )?
    (?: ,[^,;:]{2,80}, | \spara\s(?:os\s)?(?:fins|efeitos|efeito)[^,]{3,50}, | , )?
    (?: \s | \s[-]\s )
    (?= (?: o | a | os | as | aquel[ea]s? | tod[oa]s? | qualquer | quaisquer | um | uma
          | conjunto | quando | quem | cada | ato )\s )
    """,
    re.X,
)
"""`Considera-se reincidência, para fins desta lei, o cometimento …`."""
_BACKWARDS = re.compile(
    r"""
    \b(?: doravante(?:\s(?:simplesmente|apenas|aqui))?(?:\s(?:denominad|designad|chamad)[oa]s?)?
        | (?<!fica\s)(?<!ficam\s)(?<!sera\s)(?:denominad|chamad|intitulad)[oa]s?
          (?:\s(?:de|como|simplesmente|apenas|abreviadamente))?
        | passa(?:m|ra|rao)?\sa\s(?:denominar-se|se\sdenominar|ser\sdenominad[oa]s?) )
    \s["]?(?P<term>[a-z][^,;:()".]{1,80})
    """,
    re.X,
)
_NO_NAME = re.compile(
    r"(?:por|pel[oa]s?|um|uma|para|n[oa]s?|em|com|ao?s?|quando|entre)\s"
)
_PLACE_BEFORE = re.compile(
    r"\b(?:fazenda|sitio|rua|loteamento|bairro|localidade|lugar|praca|terreno|avenida|travessa"
    r"|estrada|povoado|edificio|escola"
    r"|area|imovel|gleba|distrito|vila|conjunto|via|artéria|arteria|logradouro)(?:\s\w+){0,2}\s\Z"
)
"""A place that is called something defines nothing."""
_SHORT_BEHIND = r"""
    | \s?[-]\s?(?P<short2>[^\s()-]{2,14})(?=\s[-]\s|:\s|,\s|\s(?:o|a|os|as)\s)"""
_ITEM_FORM = r"""
    ["]?(?P<term>[^\s\-:;,(")][^:;"]{0,110}?)["]?
    (?: \s?\((?P<short>[^()\s]{2,14})\) SHORT )?
    \s?
    (?: (?P<separator> \s[-]\s? | [-]\s | :\s? )
      BARE
      | ,\s(?=(?:o|a|os|as|aquel[ea]s?|tod[oa]s?|qualquer|conjunto|quando)
            \s(?!contar|partir|depender|qual|quais|fim|ser\b|que\b))
      | \s(?=(?:e|sao|significa|consiste|compreende|corresponde)\s) )
    (?P<definition>\S.*)
    """
_ITEM = re.compile(_ITEM_FORM.replace("SHORT", "").replace("BARE", ""), re.X | re.S)
_ITEM_WITH_SHORT = re.compile(
    _ITEM_FORM.replace("SHORT", _SHORT_BEHIND).replace(
        "BARE", r"| (?(short2)\s(?=(?:o|a|os|as)\s)|(?!))"
    ),
    re.X | re.S,
)
"""`Base de Distribuição Primária — BDP o estabelecimento …`: a short form stands where the
separator would.
"""
_SELF = re.compile(
    r"(?:-\s)?(?:(?:entende|considera)(?:m)?-se(?:\spor)?|e|sao|significa)\s"
)
_ARTICLES = re.compile(r"(?:o|a|os|as|um|uma|por|como)\s")
_STATE = re.compile(
    r"(?:quando|aquel[ea]s?\sque|os\sque|as\sque|o\sque|a\sque|se)[\s,]"
)
_CLASSES = re.compile(
    r"\bclassifica\w*|\bclassificad[oa]s?|\bclasses?\b|\bcategorias?\b|\btipos?\b"
)
_ABOVE = frozenset((Kind.INCISO, Kind.ALINEA, Kind.ITEM, Kind.PARAGRAFO, Kind.ARTIGO))
_LISTED = frozenset((Kind.INCISO, Kind.ALINEA, Kind.ITEM))
_MOST_WORDS, _MOST_WORDS_IN_SENTENCE = 14, 9
"""Words of a term in a list and in a sentence; the longest of the annotated ones have 12 and 6."""
_VERBS = re.compile(
    r"\b(?:devera|deverao|podera|poderao|sera|serao|deve|devem|fica|ficam|tera|terao|nao|que"
    r"|quando|esta|estao)\b"
)


def find_terms(norma: Norma) -> list[DefinedTerm]:
    """Find the terms that a norm introduces, in document order. Never raises; linear."""
    terms: list[DefinedTerm] = []
    introduced: set[str] = set()
    for node in norma.nodes:
        if not node.text:
            continue
        flat = flatten(node.text)
        leads = [flatten(above.text) for above in _leads(norma, node)]
        terms += _definitions(node, flat, leads, norma)
        for short in find_abbreviations(node.text, flat):
            if short.short not in introduced:
                introduced.add(short.short)
                terms.append(_abbreviation(node, short))
    return _as_known(terms)


def _leads(norma: Norma, node: Dispositivo) -> Iterator[Dispositivo]:
    """Yield the provisions above a node up to its article, nearest first."""
    if node.path is None:
        return
    for above in norma.ancestors(node.path):
        if above.kind not in _ABOVE:
            return
        yield above
        if above.kind is Kind.ARTIGO:
            return


def _definitions(
    node: Dispositivo, flat: str, leads: Sequence[str], norma: Norma
) -> list[DefinedTerm]:
    if leads and not _IN_SENTENCE.match(flat):
        listed = _listed(node, flat, leads)
        if listed is not None:
            return [listed]
    named = _denomination(node, flat, leads, norma)
    if named is not None:
        return [named]
    return [*_in_sentence(node, flat), *_backwards(node, flat)]


def _announces(lead: str) -> bool:
    return lead.rstrip().endswith(":") and _CUE.search(lead) is not None


def _listed(node: Dispositivo, flat: str, leads: Sequence[str]) -> DefinedTerm | None:
    """Read `BOTIJÃO - recipiente …` in a list that says that it defines; a state (`cheios - quando
    …`) below such an item.
    """
    if node.kind not in _LISTED:
        return None
    match = _item(node.text, flat)
    if match is None:
        return None
    if not _announces(leads[0]):
        is_state = any(map(_announces, leads)) and _STATE.match(match["definition"])
        if not is_state and not _says_itself(match):
            return None
    return _from_item(node, flat, match)


def _item(text: str, flat: str) -> re.Match[str] | None:
    """Match an item `term - definition`; the `é` of `Classe é o conjunto` has lost its accent in
    `flat`.
    """
    match = _ITEM_WITH_SHORT.match(flat)
    if (
        match is None
        or not match["short2"]
        or not is_short_form(text[slice(*match.span("short2"))])
    ):
        match = _ITEM.match(flat)
    if match is None or match["separator"] or not match["definition"].startswith("e "):
        return match
    if text[match.start("definition")] in "éÉ":
        return match
    return None


def _says_itself(match: re.Match[str]) -> bool:
    """Tell `Classe - Entende-se por classe …`: the item itself says that it defines."""
    own = _SELF.match(match["definition"])
    return bool(match["separator"]) and own is not None and "-se" in own[0]


def _from_item(
    node: Dispositivo, flat: str, match: re.Match[str]
) -> DefinedTerm | None:
    start, end = match.span("term")
    article = _ARTICLES.match(flat, start, end)
    if article is not None:
        start = article.end()
    term = node.text[start:end].strip()
    words = term.split()
    if not 1 <= len(words) <= _MOST_WORDS or _VERBS.search(flat[start:end]):
        return None
    if len(term) < 2 or term.isdigit() or not any(sign.isalpha() for sign in term):
        return None
    if len(match["definition"].split()) < 2 or match["definition"].startswith(
        ("passa", "feira")
    ):
        return None
    short = ""
    for group in ("short", "short2"):
        if match.groupdict().get(group) and is_short_form(
            node.text[match.start(group) : match.end(group)]
        ):
            short = node.text[match.start(group) : match.end(group)]
    begin = match.start("definition")
    return DefinedTerm(
        path=node.path,
        kind=DEFINITION,
        term=term,
        start=start,
        end=start + len(term),
        concept=concept_of(short or term),
        abbreviation=short,
        definition_start=begin,
        definition_end=len(node.text.rstrip()),
    )


def _denomination(
    node: Dispositivo, flat: str, leads: Sequence[str], norma: Norma
) -> DefinedTerm | None:
    """Read a named class, `Área de Armazenamento Classe I:`, whose definition stands below it."""
    text = node.text.strip()
    if node.kind not in _LISTED or len(text.split()) > 9:
        return None
    if not leads or not _announces(leads[0]):
        return None
    name = text.rstrip(" :;.,").removesuffix(" e").rstrip(" :;.,")
    if (
        not name
        or not name[0].isupper()
        or _VERBS.search(flat)
        or re.search(r"\d", name)
    ):
        return None
    has_children = any(True for _ in norma.children(node.path))
    if text.endswith(":") and has_children:
        kind = DENOMINATION
    elif re.search(r"\b[A-ZÀ-Ú]", name[1:]) and _IN_SENTENCE.search(leads[0]):
        kind = SUBTYPE
    else:
        return None
    start = node.text.index(name)
    return DefinedTerm(
        path=node.path,
        kind=kind,
        term=name,
        start=start,
        end=start + len(name),
        concept=concept_of(name),
    )


def _in_sentence(node: Dispositivo, flat: str) -> Iterator[DefinedTerm]:
    for match in _IN_SENTENCE.finditer(flat):
        start, end = match.span("term")
        if _ARTICLES.match(flat, start, end) or _NO_NAME.match(flat, start):
            continue
        term = node.text[start:end].rstrip()
        if (
            len(term.split()) > _MOST_WORDS_IN_SENTENCE
            or _VERBS.search(flat[start:end])
            or _is_participle(flat[start:end])
        ):
            continue
        if match["short"]:
            short = node.text[match.start("short") : match.end("short")]
        else:
            short = ""
        yield DefinedTerm(
            path=node.path,
            kind=DEFINITION,
            term=term,
            start=start,
            end=start + len(term),
            concept=concept_of(short or term),
            abbreviation=short if is_short_form(short) else "",
            definition_start=match.end(),
            definition_end=len(node.text.rstrip()),
        )


def _is_participle(term: str) -> bool:
    """Tell `considera-se aprovado o projeto` from a definition."""
    return re.fullmatch(r"\w+(?:ad|id)[oa]s?", term) is not None


_NAME_ENDS = re.compile(
    r"\s(?:e|que|para|com|no|na|nos|nas|em|sera|a|o|ao|por|cujo|(?:localiz|situ|cri|vincul"
    r"|destin)ad\w+"
    r"|institu\w+)\s"
)
"""Words that a name given backwards does not hold."""


def _backwards(node: Dispositivo, flat: str) -> Iterator[DefinedTerm]:
    """Read `em estabelecimento denominado posto revendedor de GLP (PRGLP)`, `doravante Fundo`."""
    for match in _BACKWARDS.finditer(flat):
        start, end = match.span("term")
        if _NO_NAME.match(flat, start) or _PLACE_BEFORE.search(
            flat[: match.start()][-40:]
        ):
            continue
        stop = _NAME_ENDS.search(flat, start, end)
        if stop is None:
            name_end = end
        else:
            name_end = stop.start()
        term = _named(node.text, flat, start, name_end)
        if not term:
            continue
        yield _named_backwards(node, match, term, name_end)


def _named(text: str, flat: str, start: int, end: int) -> str:
    """Return the name that stands here, empty where it is a sentence or no name."""
    term = text[start:end].rstrip(" -")
    words = term.split()
    if (
        not words
        or len(words) > _MOST_WORDS_IN_SENTENCE
        or _VERBS.search(flat, start, end)
    ):
        return ""
    is_name = any(word[0].isupper() for word in words)
    if is_name or _short_behind(text, end):
        return term
    return ""


def _short_behind(text: str, end: int) -> str:
    """Return the short form in the parenthesis behind a name."""
    short = re.match(r"\s?\((?P<short>[^()\s]{2,12})\)", text[end : end + 20])
    if short and is_short_form(short["short"]):
        return short["short"]
    return ""


def _named_backwards(
    node: Dispositivo, match: re.Match[str], term: str, end: int
) -> DefinedTerm:
    start = match.start("term")
    abbreviation = _short_behind(node.text, end)
    row = DefinedTerm(
        path=node.path,
        kind=DENOMINATION,
        term=term,
        start=start,
        end=start + len(term),
        concept=concept_of(abbreviation or term),
        abbreviation=abbreviation,
    )
    if match[0].startswith("passa"):
        return row
    clause = max(node.text.rfind(sign, 0, match.start()) for sign in ".;") + 1
    return replace(
        row, kind=DEFINITION, definition_start=clause, definition_end=match.start()
    )


def _abbreviation(node: Dispositivo, short: Abbreviation) -> DefinedTerm:
    return DefinedTerm(
        path=node.path,
        kind=ABBREVIATION,
        term=node.text[short.start : short.end],
        start=short.start,
        end=short.end,
        concept=concept_of(short.short),
        abbreviation=short.short,
    )


_PLURALS = (
    ("oes", "ao"),
    ("aes", "ao"),
    ("ais", "al"),
    ("eis", "el"),
    ("res", "r"),
    ("ns", "m"),
    ("s", ""),
)


def concept_of(term: str) -> str:
    """Return the key of a concept: `Recipientes transportáveis` → `recipiente-transportavel`,
    `PR's/GLP` → `pr-glp`.
    """
    if is_short_form(term):
        return slugify(re.sub(r"(?:[’']s|(?<=[A-Z])s)\b", "", term))
    return "-".join(_singular(word) for word in slugify(term).split("-"))


def _singular(word: str) -> str:
    for plural, singular in _PLURALS:
        if len(word) > 3 and word.endswith(plural) and not word.endswith("ss"):
            return word.removesuffix(plural) + singular
    return word


def _as_known(terms: Sequence[DefinedTerm]) -> list[DefinedTerm]:
    """Give a long form the concept of its short form, wherever the norm introduces it."""
    short_of = {
        concept_of(term.term): term.concept
        for term in terms
        if term.kind == ABBREVIATION
    }
    return [
        replace(term, concept=short_of.get(term.concept, term.concept))
        for term in terms
    ]
