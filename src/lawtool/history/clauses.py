"""Which words of a provision act on which norms: verbs, the citations that are their objects, and
generic clauses.

A verb takes the citations of its sentence that follow it (`Fica revogada a Lei ...`) or, if none follow
and the verb is passive, those before it (`A Lei ... fica revogada`). A citation that a subordinate
clause introduces (`alterada pela Lei ...`, `que dispõe sobre ...`) or that stands inside a quotation is
no object.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from lawtool.citations.target import norm_target
from lawtool.errors import LawtoolError
from lawtool.history.clause_verbs import plain, unquoted
from lawtool.identifiers import grammar, paths
from lawtool.model import Citation
from lawtool.vocabulary.acts import ActHit, Side, find_acts

_SENTENCE_END = re.compile(r"\.\s+(?=[^a-zà-ÿ\d\s.])")
_ABBREVIATION = re.compile(
    r"\b(?:arts?|n[o°º]?s?|par|incs?|al|dra?|sra?|exm[ao]|fls?|cf|lei|[a-z])\Z"
)
_SUBORDINATE = re.compile(
    r"\bqu[ea]l?\b|\bquais\b|\bcuj[ao]s?\b|\bredacao (?:dada|conferida|introduzida|atribuida)|\bnos termos\b"
    r"|\bna forma\b|\bde acordo\b|\bconforme\b"
    r"|\b(?:instituid|criad|aprovad|alterad|modificad|regulamentad|acrescid|incluid)[oa]s?\b"
    r"|\bcom (?:base|fundamento|a redacao)\b|\b(?:pel[ao]s?|segundo|atraves d[ao]s?) *\Z|\bc/c\b"
    r"|\bcombinad|\bsem prejuizo\b|\bressalvad|\bexceto\b|\bsalvo\b"
    r"|\bem (?:razao|virtude|decorrencia|face)\b|\bprevist|\ba partir\b|\bconsoante\b|\bdisposto\b"
)
"""What opens a subordinate clause: the norm named in it explains, it is not acted upon."""
_RESUMES = re.compile(
    r"\s*[,;]\s*(?:e\s+|bem como\s+|assim como\s+)?(?:[ao]s?|d[ao]s?|demais)\s*\Z|.*\bbem como\b"
)
_GENERIC = re.compile(
    r"\b(?:todas )?(?:as |a |ja )?(?:demais )?(?:disp\w+|normas|leis)[^.;]{0,40}?\bcontrari\w*"
    r"|\b(?:em|ao) contrari\w*"
)
# Words whole and never given back: "as" fits several of them, and to try each in turn doubles the time with every word.
_OBJECT_LEAD = re.compile(
    r"(?:[\s,;:.]|\b(?:[aoe]s?|d[aeo]s?|n[ao]s?|ao?s?|as|todo?s?|toda?s?|demais|bem como|assim como|tambem|ainda"
    r"|integral\w*|expressa\w*|especi\w*|em|particular|inclusive|principal\w*|notada\w*|total\w*|parcial\w*"
    r"|disp\w+|normas?|leis?|texto|redacao|teor|inteiro|contrari\w*|aquel[ae]s|contid[oa]s|constantes?|presentes?"
    r"|sua|seu|totalidade|efeitos?|vigencia|eficacia|execucao|aplicacao|seguintes?|atos?|diplomas?|legais|itens"
    r"|municipa\w+|anterior\w*|nova|preceitos?|incisos?|artigos?|paragrafos?|alineas?|se|ja|mesm[ao]s?|alem"
    r"|ementa|caput|item|anexos?|subsidiari\w+|exemplo|os|que sao|quais sejam|nesta data)(?!\w))*+\Z"
)
"""What may stand between a verb and its object. Another noun (`o cargo de ... do Anexo II da Lei`) means
that a part of the norm is meant that has no path."""
_CONTAINER = re.compile(r"(?:\bao?s?|\bnos?|\bnas?|à|às)\s*\Z")
_ARTICLE_A = re.compile(r"(?<![àÀ])\bas?\s*\Z")
_CONTINUES = re.compile(r",?\s*+(?:o|a|os|as)?\s*+\bqu(?:e|al|ais)\s*+\Z")
_REACH_OF_A_PART = 160
_REACH = 24
"""How far before a verb `, que` is looked for."""
T = TypeVar("T")


def _hit_start(hit: ActHit) -> int:
    return hit.start


def _citation_start(citation: Citation) -> int:
    return citation.span.start


_SELF = re.compile(r"\b(?:d|n)?est[ea]s?\b|\bpresente\b|\bmesm[oa]s?\b")


@dataclass(frozen=True, slots=True)
class Target:
    """One norm or provision that a verb acts on. `norm` is empty where the sentence does not say it."""

    norm: str
    path: str
    start: int
    end: int
    container: bool = False
    """Named as the place of what is inserted (`ao art. 20`), not as what is changed."""
    citation: Citation | None = None
    part: bool = False
    """Only something in it is changed that has no path (`o cargo de ... do Anexo II`)."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb with its objects; `generic` is the span of `disposições em contrário`."""

    hit: ActHit
    targets: tuple[Target, ...]
    start: int
    end: int
    generic: tuple[int, int] | None = None
    opens: bool = False
    """The sentence ends in a colon: what it acts on or the new wording follows in other nodes."""

    @property
    def kind(self) -> str:
        return self.hit.act.event


def norm_of(citation: Citation) -> str:
    """The id of the cited norm in the corpus, else its URN, else its name in the scheme of citations.

    Where the norm is held and the provision is not (`found-wider`) the norm is meant all the same: what is to be
    inserted is not there yet.
    """
    if citation.norma:
        return citation.norma
    if citation.reason == "found-wider" and len(citation.candidates) == 1:
        return citation.candidates[0]
    if citation.urn:
        return citation.urn.partition("!")[0]
    if citation.standard:
        return citation.standard
    return norm_target(citation.id, citation.name) if citation.id is not None else ""


def paths_of(citation: Citation) -> tuple[str, ...]:
    """The cited provisions as canonical paths; a range as `art417..art441`; one empty path for a whole
    norm."""
    found = citation.fragments or tuple(locator.fragment for locator in citation.locators)
    if citation.scope == "bare":
        found = _as_written(citation) or found
    named = [paths.canonical(fragment) for fragment in found]
    if citation.range_end is not None and named:
        named[-1] += paths.RANGE + paths.canonical(citation.range_end.fragment)
    return tuple(named) or ("",)


def _as_written(citation: Citation) -> tuple[str, ...]:
    """A bare provision (`o inciso II`) belongs to the amended norm, not to the article that speaks of
    it."""
    try:
        return tuple(locator.fragment for locator in grammar.read_locators(citation.text)[0])
    except LawtoolError:
        return ()


@lru_cache(maxsize=16)
def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of sentences: a full stop before a capital ends one, unless an abbreviation stands before
    it."""
    out, start, flat = [], 0, plain(text)
    for match in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(flat, max(start, match.start() - 8), match.start()):
            out.append((start, match.start() + 1))
            start = match.end()
    out.append((start, len(text)))
    return out


def clauses(text: str, cited: Sequence[Citation]) -> list[Clause]:
    """The acting clauses of one node's text; citations have spans into that text."""
    flat = unquoted(plain(text))
    hits = _distinct_hits(flat)
    if not hits:
        return []
    voiced = sorted(
        (one for one in cited if flat[one.span.start : one.span.end].strip()), key=_citation_start
    )
    out = []
    for start, end in sentences(text):
        inside = _between(hits, start, end, _hit_start)
        objects = _between(voiced, start, end, _citation_start)
        out += _sentence_clauses(text, flat, (start, end), inside, objects)
    return out


def listed(text: str, cited: Sequence[Citation], above: Clause) -> Clause | None:
    """An item of an open list (`Ficam revogadas: I - a Lei ...`): its citations are objects of the verb
    above."""
    flat = unquoted(plain(text))
    voiced = [one for one in cited if flat[one.span.start : one.span.end].strip()]
    head = ActHit(above.hit.act, 0, 0)
    targets = _after(text, flat, head, len(text), voiced)
    return Clause(head, targets, 0, len(text)) if targets else None


def _distinct_hits(flat: str) -> list[ActHit]:
    """Hits in order; of two that overlap the rule that stands first in the file."""
    taken: list[ActHit] = []
    covered = bytearray(len(flat))
    for hit in find_acts(flat):
        if not any(covered[hit.start : hit.end]):
            covered[hit.start : hit.end] = b"\1" * (hit.end - hit.start)
            taken.append(hit)
    return sorted(taken, key=lambda hit: hit.start)


def _between(items: Sequence[T], start: int, end: int, at: Callable[[T], int]) -> Sequence[T]:
    """The run of items, sorted by place, that begin in `start..end`."""
    return items[bisect_left(items, start, key=at) : bisect_left(items, end, key=at)]


def _sentence_clauses(
    text: str, flat: str, span: tuple[int, int], hits: Sequence[ActHit], cited: Sequence[Citation]
) -> list[Clause]:
    start, end = span

    def continues(hit: ActHit) -> bool:
        return _CONTINUES.search(flat, max(start, hit.start - _REACH), hit.start) is not None

    leading = [
        hit
        for hit in hits
        if not (hit.act.side is Side.BEFORE and continues(hit) and hits[0] != hit)
    ]
    out = []
    opens = flat[max(start, end - _REACH) : end].rstrip().endswith(":")
    behind = start
    known: tuple[Target, ...] = ()
    for number, hit in enumerate(leading):
        stop = _stop(flat, hit, leading[number + 1 : number + 2], end, cited)
        targets = (
            _after(text, flat, hit, stop, cited, known) if hit.act.side is not Side.BEFORE else ()
        )
        first = hit.start
        if not targets and hit.act.side is not Side.AFTER:
            targets = _before(text, flat, behind, hit, cited, alone=number > 0)
            first = min((target.start for target in targets), default=hit.start)
        if hit.act.event == "insert" and targets and not any(target.norm for target in targets):
            # `O art. 157 da Lei nº 556 fica acrescido do inciso III`: the subject is the place.
            subject = _before(text, flat, behind, hit, cited, alone=number > 0)
            targets = _under(subject, targets)
        targets = _shared_tail(targets)
        generic = _generic(flat, hit, stop) if hit.act.event == "revoke" else None
        out.append(Clause(hit, targets, first, stop, generic, opens=opens))
        known = targets or known
        behind = max((target.end for target in targets), default=hit.end)
    return out


def _under(subject: Sequence[Target], things: Sequence[Target]) -> tuple[Target, ...]:
    """What is inserted, placed under the provision that is the subject of the verb."""
    places = [replace(target, container=True) for target in subject]
    if not places:
        return tuple(things)
    last = places[-1]
    placed = [
        replace(
            thing,
            norm=last.norm,
            path=paths.below(last.path, thing.path) if thing.path else last.path,
        )
        for thing in things
    ]
    return (*places, *placed)


def _stop(
    flat: str, hit: ActHit, following: Sequence[ActHit], end: int, cited: Sequence[Citation]
) -> int:
    """Where the objects of a verb end: at the next verb, or before its subject (`..., e o § 1º passa a ser ...`)."""
    if not following:
        return end
    stop = following[0].start
    if following[0].act.side is Side.AFTER or hit.act.side is Side.BEFORE:
        return stop
    inside = _between(cited, hit.end, stop, _citation_start)
    last = inside[-1] if inside else None
    if last is None or last.span.end > stop or flat[last.span.end : stop].strip(" ,"):
        return stop
    joined = re.search(
        r"\be,?(?: [oa]s?)?(?: atua\w+| seus?| suas?)? *\Z", flat[hit.end : last.span.start]
    )
    return last.span.start if joined else stop


def _shared_tail(targets: Sequence[Target]) -> tuple[Target, ...]:
    """`aos incisos I e II e alíneas "a" e "b" do art. 3º da Lei`: those before take article and norm
    from behind."""
    out: list[Target] = []
    behind: Target | None = None
    for target in reversed(targets):
        if behind is not None and not target.norm and target.path and behind.path:
            path = target.path
            if paths.rank(path) > 1:
                path = paths.below(behind.path.split(paths.SEPARATOR)[0], path)
            target = replace(target, norm=behind.norm, path=path)
        if target.norm:
            behind = target
        out.append(target)
    return tuple(reversed(out))


def _generic(flat: str, hit: ActHit, stop: int) -> tuple[int, int] | None:
    match = _GENERIC.search(flat, hit.end, stop)
    if match is None:
        return None
    adjacent = match.start() - hit.end < 12
    verb = hit.end - len(flat[hit.start : hit.end].lstrip(" ,;.:"))
    return (verb if adjacent else match.start(), match.end())


def _after(
    text: str,
    flat: str,
    hit: ActHit,
    stop: int,
    cited: Sequence[Citation],
    known: Sequence[Target] = (),
) -> tuple[Target, ...]:
    """The objects behind a verb; `known` are those of the verb before in the same sentence, which a
    provision without an article (`acrescentando o inciso VII`) is placed by."""
    out: list[Target] = []
    cursor, subordinate = hit.end, False
    for one in _between(cited, hit.end, stop, _citation_start):
        if one.span.start < cursor:
            continue
        gap = flat[cursor : one.span.start]
        if _SUBORDINATE.search(gap):
            subordinate = True
        elif subordinate and _RESUMES.match(gap):
            subordinate = False
        cursor = one.span.end
        if _owner(one, gap, out):
            out = [_owned(target, one) for target in out]
        elif _possessive(one, out):
            out[-1:] = [_with_path(out[-1], path) for path in paths_of(one)]
        elif hit.act.event == "renumber" and out and _INTO.search(gap):
            continue
        elif not subordinate and _acts_on(one):
            part = not out and hit.act.event in ("revoke", "insert") and _part_of(gap)
            if part and (len(gap) > _REACH_OF_A_PART or one.kind == "internal"):
                continue
            out += [replace(target, part=part) for target in _targets(text, one, out or known)]
    return tuple(out)


def _before(
    text: str, flat: str, start: int, hit: ActHit, cited: Sequence[Citation], *, alone: bool
) -> tuple[Target, ...]:
    """The subject of a passive verb: the run of citations that ends before it, or only its last member
    where another verb has taken those before."""
    run = [
        one
        for one in _between(cited, start, hit.start, _citation_start)
        if one.span.end <= hit.start
    ]
    kept: list[Target] = []
    subordinate = False
    cursor = start
    for one in run:
        gap = flat[cursor : one.span.start]
        if kept and _SUBORDINATE.search(gap):
            subordinate = True
        elif subordinate and _RESUMES.match(gap):
            subordinate = False
        if _owner(one, gap, kept):
            kept = [_owned(target, one) for target in kept]
        elif not subordinate and _acts_on(one):
            part = not kept and paths_of(one) == ("",) and not _OBJECT_LEAD.match(gap)
            kept += [replace(target, part=part) for target in _targets(text, one, kept)]
        cursor = one.span.end
    if alone and kept:
        return tuple(target for target in kept if target.citation is kept[-1].citation)
    return tuple(kept)


def _acts_on(citation: Citation) -> bool:
    """A norm can act on other norms and on their provisions; `esta Lei` alone is its own name."""
    if citation.kind == "internal":
        return bool(citation.locators or citation.fragments) and citation.scope in (
            "",
            "bare",
            "this-norm",
        )
    return True


def is_self(citation: Citation) -> bool:
    """Does the citation say `desta Lei`?"""
    return citation.kind == "internal" and (
        citation.scope == "this-norm" or bool(_SELF.search(plain(citation.text)))
    )


def _part_of(gap: str) -> bool:
    """Does another noun stand between the verb and the citation? After a dash or a colon it is only a heading
    (`o capítulo VIII - Do Fundo - arts. 42 a 48`)."""
    return not _OBJECT_LEAD.match(gap) and not gap.rstrip().endswith(("-", ":"))


_INTO = re.compile(r"\b(?:em|para|como|a ser|passa\w* a)(?: o| a)? *\Z")
"""`transforma-se o parágrafo único em § 1º`: the new number is no object."""
_OF = re.compile(r"(?<!\be )\bd[aeo]s? *\Z")


def _owner(citation: Citation, gap: str, before: Sequence[Target]) -> bool:
    """`o art. 69, e seus parágrafos, da Lei nº 37`: the norm that the provisions belong to, no object of
    its own."""
    if not before or not before[-1].path or paths_of(citation) != ("",):
        return False
    return before[-1].norm == norm_of(citation) or bool(_OF.search(gap))


def _owned(target: Target, owner: Citation) -> Target:
    return target if target.norm else replace(target, norm=norm_of(owner))


def _possessive(citation: Citation, before: Sequence[Target]) -> bool:
    """`a Lei nº 1.595 ... em seus artigos 417 a 441`: the provisions of the norm named before."""
    named = bool(before) and not before[-1].path and paths_of(citation) != ("",)
    return named and bool(re.search(r"\bseus?\b|\bsuas?\b", plain(citation.text)))


def _with_path(target: Target, path: str) -> Target:
    return replace(target, path=path)


def _targets(text: str, citation: Citation, before: Sequence[Target]) -> list[Target]:
    """The targets of one citation. A provision without a norm (`..., e o caput`) stays without one;
    without an article it takes the article named before it in the same sentence."""
    # A norm that the finder only guessed from what stands before: the amending context knows better.
    guessed = citation.scope == "bare" and "norm" in citation.inferred
    stated = (citation.kind != "internal" and not guessed) or is_self(citation)
    norm = norm_of(citation) if stated else ""
    lead = text[max(citation.span.start - 6, 0) : citation.span.start]
    container = bool(_CONTAINER.search(lead.lower())) and not _ARTICLE_A.search(lead.lower())
    out = []
    for path in paths_of(citation):
        if not stated and before and paths.rank(path) > 1 and before[-1].path:
            path = paths.below(before[-1].path, path)
            norm = norm or before[-1].norm
        out.append(Target(norm, path, citation.span.start, citation.span.end, container, citation))
    return out
