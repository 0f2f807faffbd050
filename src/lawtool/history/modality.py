"""What surrounds an acting verb and changes what it does: negation, condition, mere mention, a day
of its own, exceptions.

A clause that is denied, supposed or only spoken of does nothing. One that is deferred, limited or
conditional does less than its verb alone says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from lawtool.history.effect_terms import TermContext, TermHit, find_effect_terms
from lawtool.model import From, Term

_DENIED = re.compile(
    r"\b(?:nao|nem|jamais|nunca|sem que|deixa\w* de|vedad[oa]s?|proibid[oa]s?|veda-se"
    r"|impossibilidade de)\b(?! obstante)[^,;:]{0,30}\Z"
)
_SUPPOSED = re.compile(
    r"(?:\A\W*|[,;:] *|\b(?:e|ou) )(?:caso|se|quando|sempre que|enquanto|ainda que|mesmo que"
    r"|na hipotese de|em caso de|uma vez|desde que|ate que|antes que|salvo se"
    r"|exceto se|apos|depois de)\b[^,;:]{0,60}\Z"
)
_ALLOWED = re.compile(
    r"\b(?:autorizad[oa]s?|autoriza|facultad[oa]|poder[aá]?o?|podem?|podendo|devera?o?|devem?"
    r"|incumbe|compete|cabe|competencia|competencias|propor|sugerir|proposta de|visa\w*"
    r"|objetiv\w+|finalidade|intuito|necessidade|considerando)\b[^;:.]{0,90}\Z"
)
"""An infinitive or a noun behind these words is a power, a duty or an aim, not an act."""
_TOLD = re.compile(
    r"\b(?:que|qual|quais|cuj[oa]s?)(?: (?:tambem|assim|expressamente|se|lhe|por sua vez))?,? *\Z"
)
"""A relative clause tells what another norm does; only `que passa a vigorar` goes on with the
object itself.
"""
_DEFERS = re.compile(
    r"\b(?:a partir d[aeo]s?|a contar d[aeo]s?|desde|retroativ\w+ [aà]|com (?:efeitos?"
    r"|vigencia)[^,;.]{0,30}|com inicio em|decorridos|apos|dentro de|no prazo de)(?: o)?(?: "
    r"dia)? *\Z"
)
_ON_DAY = re.compile(r"(?:\A\W*|[,;] *|\bdia )(?:em|no dia|aos|dia) *\Z")
_IN_TERM = re.compile(
    r"\b(?:em|apos|decorrid\w+|no prazo de|dentro de|a partir de) *\Z"
)
_ON = re.compile(r" *(?:em|no dia|aos) *")
_BARE = re.compile(
    r"\W*(?:(?:a|o|as|os|em|no|dia|partir|contar|de|do|da|desde|apos|decorridos|ja|e) *)*[\W]*"
)
"""What may stand round a term that opens a sentence: `A partir de 1º de janeiro de 2012, fica
revogada`.
"""
_CONDITION = re.compile(
    r"[,;]? *(?:e )?(?:quando|assim que|logo que|tao logo|caso|se|condicionad\w*|desde que|uma "
    r"vez|apenas quando|somente quando)\b"
    r"(?! (?:d[ao]|d?est[ae]s?|esta lei|a presente|o presente)? ?(?:entrada em vigor|vigencia"
    r"|publicacao|promulgacao|entrar))"
)
_CIRCUMSTANCE = re.compile(
    r"(?:\A|[.;] *)\W*(?:nao |uma vez |apos |tao logo )?(?:havendo|ocorrendo|sendo|cessando"
    r"|cessad\w+|find[oa]s?|findando|remanescendo|restando|vencid[oa]s?|decorrid[oa]s?|verificad\w+"
    r"|existindo|ocorrid\w+|cumprid\w+|realizad\w+|concluid\w+|instalad\w+|aprovad\w+|implantad"
    r"\w+)\b[^;.]{3,140},\W*(?:[ao]s? )?\Z"
)
"""`Não remanescendo operadores com contratos vigentes, fica revogada a Lei`: the act waits for it.
"""
_PARTLY = re.compile(
    r"[,;]? *(?P<this>est[ae],? |ess[ae],? )?(?:apenas |somente |tao somente )?(?:n[oa]s? "
    r"(?:que|parte|ponto|tocante|todo ou em parte)|naquilo|em tudo o? ?que|em parte|na parte"
    r"|onde|enquanto)\b"
    r"[^.;,]{0,20}?\b(?:conflit|contrari|colid|contradi[sz]|dispuser|forem? (?:contrari"
    r"|incompativ|contraditori)|incompativ|diverg|contiver|se op)"
)
_PARTLY_BEFORE = re.compile(
    r"\b(?:parcialmente|em parte|no que conflit\w+|no que (?:for|forem) contrari\w+|parte "
    r"d[aeo]s?)\b"
)
_OF_PROVISIONS = re.compile(
    r"\bdisposi\w+(?: legais)? (?:em contrario|contrarias),? (?:contid\w+ |constantes "
    r"|previst\w+ |estabelecid\w+ )?(?:d|n)[aeo]s? *\Z"
)
EXCEPTION = re.compile(
    r",? *\b(?:exceto|salvo|ressalvad[oa]s?|ressalvando-se|com (?:a |as )?(?:excecao|excecoes"
    r"|ressalva|ressalvas)|a excecao|excetuad[oa]s?|excetuando(?:-se)?|excluid[oa]s?"
    r"|permanecendo em vigor|mantid[oa]s?|a menos)\b"
)
_DURING_YEAR = re.compile(
    r"\bdurante (?:todo )?(?:o )?(?:exercicio|ano)(?: financeiro| fiscal| letivo)? de "
    r"(?P<year>(?:19|20)\d\d)\b"
)
_UNTIL = re.compile(r"\bate (?:o dia )?(?=\d)")


def is_asserted(
    flat: str, start: int, hit_start: int, words: str, *, continues: bool
) -> bool:
    """Tell whether a verb at `hit_start` of a plain sentence from `start` states an act. `words`:
    the verb itself;
    `continues`: it may go on with the object (`que passa a vigorar`).
    """
    before = flat[max(start, hit_start - 160) : hit_start]
    if _DENIED.search(before) or _SUPPOSED.search(before):
        return False
    if not continues and _TOLD.search(before):
        return False
    if re.match(r"(?:seja|sejam|fosse|for|forem)\b", words) and before.strip():
        return False
    return not (re.match(r"[a-z]+[aei]r(?:-se)?\b", words) and _ALLOWED.search(before))


def read_term(
    flat: str,
    before: tuple[int, int],
    behind: tuple[int, int],
    dates: Sequence[tuple[int, int, date]],
    signed: date | None,
) -> Term | None:
    """Return when a clause says that it works, before its verb or behind it; None where it does not
    say. `dates` are those that belong to no citation, as places in `flat`.
    """
    for place, (start, end) in enumerate((before, behind)):
        words = flat[start:end]
        inside = [
            (a - start, b - start, day) for a, b, day in dates if start <= a < end
        ]
        for hit in find_effect_terms(words, TermContext(signed=signed, dates=inside)):
            opens = (
                place == 0
                and _BARE.fullmatch(words[: hit.start])
                and _BARE.fullmatch(words[hit.end :])
            )
            if (opens or place == 1) and _defers(words, hit):
                return hit.term
    return None


def _defers(words: str, hit: TermHit) -> bool:
    """Tell whether a term is the one by which the clause works, and not a day that it only
    mentions.
    """
    term, lead = hit.term, words[max(0, hit.start - 60) : hit.start]
    if term.start is From.CONDITION or _UNTIL.search(
        words[max(0, hit.start - 12) : hit.start + 1]
    ):
        return False
    immediate = (From.PUBLICATION, From.SIGNATURE, From.SANCTION_AND_PUBLICATION)
    if term.start in immediate and not term.count:
        return False
    if _DEFERS.search(lead) or words[hit.start : hit.end].startswith(
        ("a partir", "com inicio")
    ):
        return True
    if term.start is From.AN_ACT:
        return False
    if term.count:
        return _IN_TERM.search(lead) is not None
    return (
        _ON_DAY.search(lead) is not None
        or _ON.fullmatch(words[: hit.start]) is not None
    )


def read_last_day(
    flat: str, start: int, end: int, dates: Sequence[tuple[int, int, date]]
) -> date | None:
    """Return the day until which a clause works: `até 31 de dezembro de 2024`."""
    for first, _, day in dates:
        if start <= first < end and _UNTIL.search(
            flat, max(start, first - 14), first + 1
        ):
            return day
    year = _DURING_YEAR.search(flat, start, end)
    if year is not None:
        return date(int(year["year"]), 12, 31)
    return None


def is_conditional(flat: str, start: int, end: int, *, before: str = "") -> bool:
    """Tell whether what follows the objects of a verb, or opens its sentence, is a condition."""
    if _CONDITION.match(flat, start, end):
        return True
    return _CIRCUMSTANCE.search(before) is not None and not re.search(
        r"\d{1,4} *(?:\([^)]*\) *)?(?:dias|meses|anos)", before
    )


def partly(flat: str, start: int, end: int) -> str:
    """Tell how far behind its objects an act is limited (`no que conflitar`): "" not at all, "last"
    (`esta no que ...`), "all".
    """
    match = _PARTLY.match(flat, start, end)
    if match is None:
        return ""
    if match["this"]:
        return "last"
    return "all"


def is_partial_object(gap: str) -> bool:
    """Tell whether only something of what is named is meant: `parcialmente a Lei`, `as disposições
    em contrário da Lei` (`as disposições da Lei nº 4.898` are all of them).
    """
    return bool(_PARTLY_BEFORE.search(gap) or _OF_PROVISIONS.search(gap))
