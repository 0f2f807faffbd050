"""Clauses of force: a subject, a verb and the words of a when, as places in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lawtool.history.clause_targets import paths_of
from lawtool.history.clause_verbs import plain, unquoted
from lawtool.history.norm_reader import NormReader
from lawtool.history.sentences import split_sentences
from lawtool.model import (
    Dispositivo,
)
from lawtool.vocabulary.acts import words_in

_AMENDS = (
    r",?\ (?:com|como|acresc|assim|da\ seguinte|na\ seguinte|n?os\ seguintes|nesta|sob"
    r"|redigid|conforme|a\ seguinte|incluid)"
)


"""Behind `passa a vigorar`: a new wording, and no commencement."""


FORCE_VERB = re.compile(
    r"""\b(?:
      (?P<force> e(?:n|s)tr(?:a|ara|am|arao|em|e|ando|ar)\ (?:logo\ |imediatamente\ |tambem\ )?
              (?:(?:em|cm|a|e|en|m)\ )?(?:pleno\ )?vig[a-z]+
        | (?:em|devendo)\ entrar\ em\ vigor
        | entr(?:a|ara|am|arao|ando)\ (?P<inverted>(?:a\ presente|o\ presente
                |est[ea])\ [^.;]{2,60}?)\ em\ vig[a-z]+
        | (?:passa(?:ra|m|rao)?|comeca(?:ra|m|rao)?)\ a\ (?:vigorar|viger|vigir|ter\ 
                (?:sua\ )?vig(?:encia|or))(?!@AMENDS@)
        | (?:vigorar(?:a|ao|am)|vigora|vigoram|vigera|vige)(?!@AMENDS@)
        | (?:estara|estarao)\ em\ vigor
        | em\ vigor(?=\ (?:na\ data|a\ partir|apos|no\ dia))
        | (?:tera|tem|terao|com)\ (?:sua\ |a\ |inicio\ de\ )?vigencia
        )
    | (?P<effect> (?:retroag|retroat)[a-z]*(?:\ (?:os\ |seus\ )*efeitos?(?:\ (?:financeiros
            |legais|juridicos))?)?
        | (?:produz|surt|ger)(?:a|e|em|ira|irao|indo|ira|ara|arao)?\ (?:todos\ )?(?:os\ )?
                (?:seus\ )?(?:\w+\ )?efeitos?
        | (?:com|tendo|seus|os|contando|valendo|gerando)\ (?:os\ |seus\ )*efeitos?
        | (?:tera|terao)\ (?:seus\ )?efeitos?
        | efeitos\ (?:financeiros|legais|juridicos|retroativos|a\ (?:partir|contar)|desde)
        )
    | (?P<ending> (?:perdera|perde|perdendo)\ (?:a\ )?(?:sua\ )?(?:vigencia|eficacia|validade
            |forca|os\ efeitos|efeito)
        | (?:cessa|cessara|cessarao|cessando)\ (?:os\ )?(?:seus\ )?(?:efeitos|vigencia|vigorar)
        | (?:fica|ficara|estara|sera|considera-se|considerar-se-a)\ (?:automaticamente\ )?
                (?:revogad[oa]|extint[oa])
        | (?:expira|expirara|extingue-se|extinguir-se-a|caduca|caducara)
        )
    )\b""".replace("@AMENDS@", _AMENDS),
    re.X,
)


"""`entra em vigor`, `retroagindo seus efeitos`, `perderá sua vigência`."""


_NEEDS = (
    "vig",
    "efeito",
    "retroa",
    "perde",
    "cessa",
    "revogad",
    "extin",
    "expira",
    "caduc",
)


"""Words of which every clause of force holds one."""


_OWN = (
    r"(?:est[ea]s?|presentes?|mesm[oa]s?)\ (?:presentes?\ )?(?:projeto\ de\ )?(?:leis?"
    r"|decretos?|emendas?|resoluc\w+|portarias?|atos?|codigos?|regiment\w+"
    r"|regulament\w+|instruc\w+|provimentos?|deliberac\w+|medidas?"
    r"|constituic\w+|consolidac\w+|normas?|diplomas?|estatutos?|ordens?"
    r"|ordem|tabelas?|planos?|acordaos?|avisos?|circular\w*|orientac\w+|recomendac\w+|sumulas?"
    r"|decis\w+)"
)


_SUBJECT = re.compile(
    rf"(?:\A|(?P<lead>[,;:.)-]\ *|\be,?\ ))(?:(?:[ao]s?)\ )?(?:(?:disposic\w+|normas|regras"
    rf"|dispositivos|preceitos|alterac\w+|modificac\w+)"
    rf"\ (?:(?:contid|previst|constant|estabelecid)\w+\ )?(?:d|n))?{_OWN}\b"
)


"""The norm itself, named as a subject and not behind a preposition."""


_BARE_SUBJECT = re.compile(
    r"\W*(?:lei|decreto|resolucao|portaria|emenda|ato)(?: complementar| legislativo)? *\Z"
)


"""`Lei entra em vigor`: the demonstrative is lost."""


_EFFECTS_SUBJECT = re.compile(
    rf"\befeitos? (?:financeiros |legais |juridicos )?(?:d|n){_OWN}".replace(r"\ ", " ")
)


_RELATIVE = re.compile(
    r"\b(?:que|qual|quais|cuj[oa]s?)(?: (?:so|somente|tambem|se|ja|nao))?\s*\Z"
)


_LOOSE = re.compile(
    r"\b(?:quando|enquanto|antes|caso|se|para que|ate que|a fim de que|depois que|logo que"
    r"|desde que|nao)\b[^,;]{0,40}\Z"
)


"""What makes the verb no statement: a condition, a negation."""


EXCEPT = re.compile(
    r",? ?\b(?:exceto|salvo|ressalvad[oa]s?|com (?:a )?(?:excecao|ressalva)|a excecao"
    r"|excetuad[oa]s?|excetuando|menos)\b"
)
ALSO_REVOKES = re.compile(
    r"[,;]? ?(?:\be )?(?:fic[a-z]+ )?(?:expressamente )?(?:r?e?revog|regovad|derrog)[a-z]*\b.*",
    re.S,
)


@dataclass(frozen=True, slots=True)
class ForceClause:
    """A verb of force with its subject and its when, as places in the text of a node.

    kind: force | effect | ending. `provisions`: the subject, empty for the norm itself.
    """

    kind: str
    node: Dispositivo
    start: int
    verb_end: int
    end: int
    before: tuple[int, int]
    provisions: tuple[str, ...] = ()


def find_force_clauses(reader: NormReader, node: Dispositivo) -> Iterator[ForceClause]:
    """Yield the clauses of a provision that speak of the force or the effect of the norm or of its
    provisions.
    """
    flat = plain(node.text)
    if not words_in(flat, _NEEDS):
        return
    flat = unquoted(flat)
    for start, end in split_sentences(node.text):
        verbs = list(FORCE_VERB.finditer(flat, start, end))
        earlier: ForceClause | None = None
        for number, verb in enumerate(verbs):
            if number + 1 < len(verbs):
                stop = verbs[number + 1].start()
            else:
                stop = end
            clause = _clause(reader, node, flat, start, verb, stop, earlier)
            if clause is None:
                continue
            if EXCEPT.search(flat, clause.verb_end, stop):
                # What follows is said of the exception.
                yield replace(clause, end=end)
                break
            yield clause
            earlier = clause


def _clause(
    reader: NormReader,
    node: Dispositivo,
    flat: str,
    start: int,
    verb: re.Match[str],
    stop: int,
    earlier: ForceClause | None,
) -> ForceClause | None:
    if verb.lastgroup != "inverted":
        kind = verb.lastgroup
    else:
        kind = "force"
    before = flat[start : verb.start()]
    # What stands before a later verb of the sentence is said of the earlier one.
    place = (start if earlier is None else verb.start(), verb.start())
    if _LOOSE.search(before) or (_RELATIVE.search(before) and earlier is None):
        return None
    provisions: tuple[str, ...] | None = None
    if verb["inverted"]:
        provisions = ()
    elif earlier is not None and not _SUBJECT.search(
        flat, earlier.verb_end, verb.start()
    ):
        # `entra em vigor ..., retroagindo seus efeitos`: the subject of the clause before.
        if kind == "ending" and not re.search(r"(?:,|\be) *\Z", before):
            return None
        provisions = earlier.provisions
    else:
        provisions = _clause_subject(reader, node, flat, start, verb)
    if provisions is None:
        return None
    return ForceClause(
        kind=str(kind),
        node=node,
        start=verb.start() if earlier else start,
        verb_end=verb.end(),
        end=stop,
        before=place,
        provisions=provisions,
    )


_OPENING = re.compile(
    r"\W*(?:e |assim |tambem |na data d\w+ \w+ publicacao,? ?"
    r"|revogad\w+ as disposic\w+ em contrario[,;]? ?)*"
)


"""What may stand before a verb without a subject: `Revogadas as disposições em contrário, entra em
vigor ...`.
"""


_LONGEST_SUBJECT = 260


def _clause_subject(
    reader: NormReader, node: Dispositivo, flat: str, start: int, verb: re.Match[str]
) -> tuple[str, ...] | None:
    """Return the provisions that are the subject of a verb: none for the norm itself; None where it
    is something else.
    """
    before = flat[start : verb.start()]
    follows = (
        _SUBJECT.match(flat[verb.end() : verb.end() + 60].lstrip(" ,")) is not None
    )
    if verb["ending"] and not before.strip():
        if follows:
            return ()
        return None
    if _is_norm_itself(before, verb) or (follows and len(before.strip()) < 80):
        return ()
    return _own_provisions(reader, node, flat, start, verb.start())


def _is_norm_itself(before: str, verb: re.Match[str]) -> bool:
    if (
        _OPENING.fullmatch(before)
        or _BARE_SUBJECT.match(before)
        or _EFFECTS_SUBJECT.search(before)
    ):
        return True
    own = max(_SUBJECT.finditer(before), key=re.Match.end, default=None)
    if own is None or _RELATIVE.search(before[own.end() :]):
        return False
    gap = before[own.end() :]
    if verb.group().endswith("ar em vigor") or verb.group() == "em vigor":
        return len(gap) < 3
    return len(gap) < _LONGEST_SUBJECT and ". " not in gap


_PROVISIONS_LEAD = re.compile(
    r"\W*(?:(?:[ao]s?|n[oa]s?|d[oa]s?|disposto|previsto|estabelecido|em|disposic\w+|constantes?"
    r"|e|ja)\b\W*)*\Z"
)


def _own_provisions(
    reader: NormReader, node: Dispositivo, flat: str, start: int, end: int
) -> tuple[str, ...] | None:
    """Read `Os arts. 5º e 6º desta Lei entram em vigor`: the norm's own provisions as a subject."""
    named: list[str] = []
    cursor = start
    for citation in reader.citations(node, start, end):
        if not _PROVISIONS_LEAD.match(flat[cursor : citation.span.start]):
            return None
        own = citation.kind == "internal" or citation.scope == "bare"
        if not own or paths_of(citation) == ("",):
            return None
        named += paths_of(citation)
        cursor = citation.span.end
    if (
        not named
        or len(flat[cursor:end].strip(" ,")) > 40
        or _RELATIVE.search(flat[cursor:end])
    ):
        return None
    return tuple(named)
