"""What a verb acts on: norms and provisions as a citation names them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lawtool.citations.target import norm_target
from lawtool.errors import LawtoolError
from lawtool.history.clause_verbs import plain
from lawtool.identifiers import grammar, paths
from lawtool.model import Citation

_CONTAINER = re.compile(r"(?:\bao?s?|\bnos?|\bnas?|à|às)\s*\Z")


_ARTICLE_A = re.compile(r"(?<![àÀ])\bas?\s*\Z")


_SELF = re.compile(r"\b(?:d|n)?est[ea]s?\b|\bpresente\b|\bmesm[oa]s?\b")


_ANNEX = re.compile(r";anexo[^;]*\Z")
_OTHER_TEXT = re.compile(r"\bdisposicoes (?:\w+ )?(?:\w+ e )?transitorias\b|\badct\b")


_ANOTHER_BODY = re.compile(
    r"\bd[aeo]s? (?:regulament|regiment|estatut|codigo|plano|quadro|tabela|contrat|conveni"
    r"|instruc|regras)"
)
"""`o art. 5º do Regulamento aprovado pelo Decreto nº 30`: not of the norm that is amended elsewhere
in the text.
"""
_OF_SOMETHING = re.compile(
    r",? ?d[aeo]s? (?!mesm|referid|citad|aludid|mencionad|supra|present|dit[ao]|est[ea]|ess[ea]"
    r"|lei\b|que\b|qual|art|inc|§|parag|caput|alinea)(?P<thing>[a-z]{3,})"
)
"""A provision of something that no citation was read of: `o art. 2º do Regimento`."""


@dataclass(frozen=True, slots=True)
class Target:
    """One norm or provision that a verb acts on. `norm` is empty where the sentence does not say
    it.
    """

    norm: str
    path: str
    start: int
    end: int
    container: bool = False
    """Named as the place of what is inserted (`ao art. 20`), not as what is changed."""
    citation: Citation | None = None
    part: bool = False
    """Only something in it is changed that has no path (`o cargo de ... do Anexo II`)."""
    partial: bool = False
    """Only what is not said by name: `no que conflitar`, `as disposições em contrário da Lei ...`.
    """
    unread: bool = False
    """Provisions of it are meant that were not read."""
    elsewhere: bool = False
    """It belongs to a text that the citation does not tell (`do Ato das Disposições Transitórias da
    ...`).
    """


def norm_of(citation: Citation) -> str:
    """Return the id of the cited norm in the corpus, else its URN, else its name in the scheme of
    citations.

    Where the norm is held and the provision is not (`found-wider`) the norm is meant all the same:
    what is to be inserted is not there yet.
    """
    if citation.norma:
        return citation.norma
    if citation.reason == "found-wider" and len(citation.candidates) == 1:
        return citation.candidates[0]
    if citation.candidates and _one_norm(citation.candidates):
        return min(citation.candidates, key=len)
    if citation.urn:
        return _ANNEX.sub("", citation.urn.partition("!")[0])
    if citation.standard:
        return citation.standard
    if citation.id is not None:
        return norm_target(citation.id, citation.name)
    return ""


def _one_norm(candidates: Sequence[str]) -> bool:
    """Tell whether candidates are texts of one norm, which differ only in the number that ids of
    the same identity get.
    """
    base = min(candidates, key=len)
    return all(
        re.fullmatch(re.escape(base) + r"(?:-\d{1,2})?", name) for name in candidates
    )


def paths_of(citation: Citation) -> tuple[str, ...]:
    """Return the cited provisions as canonical paths; a range as `art417..art441`; one empty path
    for a whole norm.
    """
    found = citation.fragments or tuple(
        locator.fragment for locator in citation.locators
    )
    if citation.scope == "bare":
        found = _as_written(citation) or found
    named = [paths.canonical(fragment) for fragment in found]
    if citation.range_end is not None and named:
        named[-1] += paths.RANGE + paths.canonical(citation.range_end.fragment)
    return tuple(named) or ("",)


def _as_written(citation: Citation) -> tuple[str, ...]:
    """Read a bare provision: it (`o inciso II`) belongs to the amended norm, not to the article
    that speaks of it.
    """
    try:
        return tuple(
            locator.fragment for locator in grammar.read_locators(citation.text)[0]
        )
    except LawtoolError:
        return ()


def is_self(citation: Citation) -> bool:
    """Tell whether the citation says `desta Lei`."""
    return citation.kind == "internal" and (
        citation.scope == "this-norm" or bool(_SELF.search(plain(citation.text)))
    )


def read_targets(
    text: str, citation: Citation, before: Sequence[Target]
) -> list[Target]:
    """Read the targets of one citation. A provision without a norm (`..., e o caput`) stays without
    one; without an article it takes the article named before it in the same sentence.
    """
    # A norm that the finder only guessed from what stands before: the amending context knows
    # better.
    guessed = citation.scope == "bare" and "norm" in citation.inferred
    stated = (citation.kind != "internal" and not guessed) or is_self(citation)
    if stated:
        norm = norm_of(citation)
    else:
        norm = ""
    lead = text[max(citation.span.start - 6, 0) : citation.span.start]
    container = bool(_CONTAINER.search(lead.lower())) and not _ARTICLE_A.search(
        lead.lower()
    )
    elsewhere = _is_elsewhere(plain(text), citation, stated=stated)
    out = []
    for path in paths_of(citation):
        if (
            not stated
            and not elsewhere
            and before
            and paths.rank(path) > 1
            and before[-1].path
        ):
            path = paths.below(before[-1].path, path)
            norm = norm or before[-1].norm
        out.append(
            Target(
                "" if elsewhere else norm,
                path,
                citation.span.start,
                citation.span.end,
                container,
                citation,
                elsewhere=elsewhere,
            )
        )
    return out


def _is_elsewhere(flat: str, citation: Citation, *, stated: bool) -> bool:
    """Tell whether a provision belongs to another body of text than its citation tells."""
    span = citation.span
    if not citation.locators:
        return False
    if _OTHER_TEXT.search(flat, span.start, min(len(flat), span.end + 60)):
        return True
    if citation.scope == "named" and not norm_of(citation):
        return True
    if stated:
        return False
    if _ANOTHER_BODY.search(flat, span.start, span.end):
        return True
    return _OF_SOMETHING.match(flat, span.end) is not None
