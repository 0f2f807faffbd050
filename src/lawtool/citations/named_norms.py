"""Norms called by a name: "Código Civil", "Lei Orgânica do Município", "Código de Obras"."""

from __future__ import annotations

import re

from lawtool.citations.reference_parts import (
    CAPITALISED,
    Reference,
    read_date,
    read_place,
    read_place_name,
    set_level,
    set_municipality,
)
from lawtool.vocabulary import norms as vocabulary
from lawtool.vocabulary.numerals import full_year, plain_number
from lawtool.vocabulary.places import municipalities, state

_OF = re.compile(r"\s*+,?\s*+(?:-\s*+)?d[aoe]\s++")
_CODE = re.compile(
    r"codigos?(?![a-z])(?P<tail>\s+(?:municipal|estadual)(?![a-z]))?(?:\s+d[aeo]s?(?![a-z]))?\s+"
)
_RULES_OF = re.compile(
    r"(?:estatutos?|planos?\s+de\s+carreira)\s+d[aeo]s?\s+(?=servidor|funcionari|magisterio)"
)
_LAW_OF = re.compile(r"lei(?:\s+municipal)?\s+d[aeo]s?\s+")
_REGULATION = re.compile(r"regulamentos?\s+(?:geral\s+)?d[aeo]s?\s+")
_SUBJECT = (
    r"(?:tributari[oa]s?|fiscal|obras|edificacoes|posturas|sanitari[oa]|saude|meio\s+ambiente"
    r"|ambiental"
    r"|urbanism[oa]|transito|etica|conduta|administrativ[oa]|florestal|eleitoral|disciplinar"
    r"|protecao\s+(?:aos\s+animais|ambiental)|rendas|vigilancia\s+sanitaria|limpeza\s+urbana)"
)
"""What municipal codes are about, counted in the titles and summaries of the field corpus."""
_SHOUTED_CODE = re.compile(
    rf"(?P<name>codigo(?:\s+d[aeo]s?)?\s+{_SUBJECT}(?:\s+e\s+(?:d[aeo]s?\s+)?{_SUBJECT})*)"
    r"(?:\s+(?:municipal|estadual))?(?![a-z])"
)
_LEVEL_TAIL = re.compile(r"(?:\s+(?:municipal|estadual))(?![a-z])")
_YEAR_TAIL = re.compile(r"\s?/\s?(\d{4}|\d{2})(?!\d)|\s*+,?\s*+de\s++(\d{4})(?!\d)")
_LEGISLATURE = re.compile(
    r"camara(?:\s+municipal)?(?:\s+de\s+vereadores)?(?![a-z])|assembleia legislativa"
)
_NUMBER_TAIL = re.compile(
    r"\s(?:n[º.ros]{0,4}\s?[º.:]{0,2}|n\s?[°º*?])\s*(?P<number>\d[\d.]*)(?:\s?/\s?(?P<year>"
    r"\d{4}|\d{2}))?(?!\d)"
)
_OF_MUNICIPALITIES = " dos municipios"
_TAIL_WORDS = re.compile(
    r"\s+(?:d[aeo]s?\s+)?(?:município|municipal|estado|estadual|federal)\b.*",
    re.S | re.I,
)
_LONGEST_NAME = 10
"""Words of a name; what is longer has run into the sentence."""
_THING_BEHIND = re.compile(
    r"\s++d[aeo]s?\s++(?!(?:republica|estado|brasil|uniao)(?![a-z]))"
)


def read_named(raw: str, flat: str, pos: int) -> Reference | None:
    """Read a norm called by its name at `pos`: from the vocabulary, or `Código de …`, `Lei de …` in
    capitals.
    """
    match = vocabulary.names_pattern().match(flat, pos)
    if match is not None and vocabulary.phrases_pattern().match(flat, pos) is None:
        key = vocabulary.form_key(match[0])
        printed = raw[pos : match.end()]
        shouted = key not in vocabulary.capital_names() or printed.isupper()
        if shouted and not _is_common_noun(printed, flat, pos):
            return _read_known(raw, flat, pos, match.end(), key)
    return _read_generic(raw, flat, pos)


def _is_common_noun(printed: str, flat: str, pos: int) -> bool:
    """ "a constituição de empresas", "Comissão de Constituição": a name of one word stands in
    capitals, with its article and nothing of its own behind.
    """
    if " " in printed:
        return False
    if not printed[0].isupper() or flat.startswith("de ", max(0, pos - 3)):
        return True
    return _THING_BEHIND.match(flat, pos + len(printed)) is not None


def _read_known(raw: str, flat: str, pos: int, end: int, key: str) -> Reference:
    reference = Reference(start=pos, end=end, name=key)
    own = vocabulary.own_names().get(key)
    if own is not None:
        reference.species, reference.level = (
            vocabulary.species()[own.species],
            own.level,
        )
        if tail := _LEVEL_TAIL.match(flat, end):
            reference.end = tail.end()
        if flat.startswith(_OF_MUNICIPALITIES, end):  # a state's law for all of them
            reference.level, reference.end = "estadual", end + len(_OF_MUNICIPALITIES)
        _read_own_tail(raw, flat, reference)
        _read_other_owner(raw, flat, reference)
    elif year := _YEAR_TAIL.match(flat, end):
        reference.end, reference.year = year.end(), full_year(year[1] or year[2])
    elif key.startswith("constituicao") and (of := _OF.match(flat, end)):
        read_place(raw, flat, reference, of.end())
    return reference


def _read_other_owner(raw: str, flat: str, reference: Reference) -> None:
    """ "Lei Orgânica da Previdência Social", "Regimento Interno do Conselho": not the one of the
    place or the chamber.
    """
    of = _OF.match(flat, reference.end)
    words = None
    if of:
        words = CAPITALISED.match(raw, of.end())
    if of is None or words is None or "," in of[0] or is_shouting(raw, reference.start):
        return
    owner = _clip_name(words[0])
    reference.end = of.end() + len(owner)
    reference.name, reference.level = (
        vocabulary.form_key(flat[reference.start : reference.end]),
        "",
    )


def _read_own_tail(raw: str, flat: str, reference: Reference) -> None:
    """ "do Município de Guariba", "da Câmara Municipal" after a name; number or date, where one is
    printed after all.
    """
    for _ in range(2):
        of = _OF.match(flat, reference.end)
        if of is None or not _read_whose(raw, flat, reference, of.end()):
            break
    number = _NUMBER_TAIL.match(flat, reference.end)
    if number is not None:
        reference.number, reference.end = plain_number(number["number"]), number.end()
        if number["year"]:
            reference.short_year = len(number["year"]) == 2
            reference.year = full_year(number["year"])
    if reference.year is None:
        read_date(flat, reference)


def _read_whose(raw: str, flat: str, reference: Reference, pos: int) -> bool:
    """Read one place or legislature behind "de", "do"; False where there is none."""
    if reference.level == "estadual" and _read_state(raw, reference, pos):
        return True
    if read_place(raw, flat, reference, pos):
        return True
    body = _LEGISLATURE.match(flat, pos)
    if body is not None:
        reference.end = body.end()
        if flat.startswith(" de ", body.end()):
            _read_town(raw, flat, reference, body.end() + 3)
        return True
    return reference.species is not None and _read_town(raw, flat, reference, pos - 1)


def _read_state(raw: str, reference: Reference, pos: int) -> bool:
    words = CAPITALISED.match(raw, pos)
    uf = None
    if words:
        uf = state(words[0])
    if words is None or not uf:
        return False
    reference.uf, reference.end = uf, words.end()
    return True


def _read_town(raw: str, flat: str, reference: Reference, pos: int) -> bool:
    """ "Lei Orgânica de Manaus": a town alone, in capitals."""
    name, end = read_place_name(raw, flat, pos, "municipio")
    if not name or not municipalities(name):
        return False
    set_municipality(reference, name, "")
    reference.end = end
    return True


# -- names that are in no vocabulary ---------------------------------------------------


def _read_generic(raw: str, flat: str, pos: int) -> Reference | None:
    """`Código de Obras`, `Lei do Silêncio Urbano`, `Estatuto dos Servidores`: capitals tell where
    the name ends.
    """
    if not raw[pos : pos + 1].isupper():
        return None
    head, kind = _generic_head(flat, pos)
    if head is None or vocabulary.phrases_pattern().match(flat, pos):
        return None
    if is_shouting(raw, pos):
        if kind == "codigo":
            return _read_shouted_code(raw, flat, pos)
        return None
    words = CAPITALISED.match(raw, head.end())
    if words is None:
        return None
    bare = _TAIL_WORDS.sub("", " " + words[0]).strip()
    if not bare and not (kind == "codigo" and head["tail"]):
        return None
    if bare:
        end = head.end() + len(_clip_name(bare))
    else:
        end = head.end()
    name = vocabulary.form_key(flat[pos:end])
    name = re.sub(r"^(lei|codigo)s? (?:(?:municipal|estadual) )?", r"\1 ", name)
    reference = Reference(
        start=pos, end=end, species=vocabulary.species()[kind], name=name
    )
    if tail := _LEVEL_TAIL.match(flat, end):
        reference.end = tail.end()
    set_level(reference, flat[pos : reference.end])
    _read_own_tail(raw, flat, reference)
    return reference


def _read_shouted_code(raw: str, flat: str, pos: int) -> Reference | None:
    """ "CÓDIGO TRIBUTÁRIO MUNICIPAL" among capitals: what codes are about tells where the name
    ends.
    """
    code = _SHOUTED_CODE.match(flat, pos)
    if code is None:
        return None
    name = vocabulary.form_key(code["name"])
    reference = Reference(
        start=pos, end=code.end(), species=vocabulary.species()["codigo"], name=name
    )
    set_level(reference, code[0])
    _read_own_tail(raw, flat, reference)
    return reference


def _generic_head(flat: str, pos: int) -> tuple[re.Match[str] | None, str]:
    """Match the words before the name proper, and the species that they say."""
    for pattern, kind in (
        (_CODE, "codigo"),
        (_LAW_OF, "lei"),
        (_RULES_OF, "estatuto"),
        (_REGULATION, "regulamento"),
    ):
        if head := pattern.match(flat, pos):
            return head, kind
    return None, ""


def _clip_name(words: str) -> str:
    if len(words.split()) <= _LONGEST_NAME:
        return words
    return " ".join(words.split()[:_LONGEST_NAME])


def is_shouting(raw: str, pos: int) -> bool:
    """Tell whether the text is in capitals here, so that capitals say nothing about names."""
    window = raw[pos : pos + 40]
    return sum(map(str.islower, window)) * 4 < sum(map(str.isupper, window))
