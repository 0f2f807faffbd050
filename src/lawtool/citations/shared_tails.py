"""Norms said once for several references: shared tails of lists, and names that stand beside a
number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from lawtool.citations.finder import CitationHit
from lawtool.identifiers.grammar import Chain
from lawtool.identifiers.labels import with_caput
from lawtool.model import Citation, Locator

_JOINT = re.compile(
    r"""
    \s*+[,;]?\s*+(?:(?:e|ou|bem\ como|c/c)(?![a-z])\s*+,?\s*+)?
    (?:(?:d?[ao]s?|pel[ao]s?|n[ao]s?)\s++)?\Z
    """,
    re.X,
)
_AND_ITS = re.compile(r"\s*+,?\s*+e\s++seus?\s")
_BESIDE = re.compile(r"\s*[,(–-]\s*(?:a\s+)?\Z")
_WIDEST_JOINT = 24
_WIDEST_APPOSITION = 12


def share_tails(flat: str, hits: Sequence[CitationHit]) -> None:
    """ "os §§ 1º e 2º do art. 7º e o parágrafo único do art. 8º da Portaria": the first takes its
    norm from the second.
    """
    for hit, following in pairwise(hits):
        _share_forwards(flat, hit, following)
    for hit, following in zip(reversed(hits[:-1]), reversed(hits[1:]), strict=True):
        _put_under_article(flat, hit, following)
        _share_backwards(flat, hit, following)


def _share_forwards(flat: str, hit: CitationHit, following: CitationHit) -> None:
    """ "Lei nº 5, art. 2º e art. 3º": a provision after one that follows its norm."""
    if hit.reference is None or hit.chain is None or following.scope != "bare":
        return
    follows_its_norm = hit.chain.start >= hit.reference.end
    if follows_its_norm and _JOINT.match(flat[hit.end : following.start]):
        following.kind, following.scope = "external", ""
        following.reference = replace(
            hit.reference, start=following.start, end=following.start
        )


def _put_under_article(flat: str, hit: CitationHit, following: CitationHit) -> None:
    """ "art. 5º e seu § 2º": the second lies in the first."""
    if hit.chain is None or following.chain is None:
        return
    if not _AND_ITS.match(flat[hit.end : following.start + 6]):
        return
    if hit.chain.outermost == "art" and following.chain.outermost in {
        "par",
        "inc",
        "ali",
    }:
        locators = under_article(following.chain, hit.chain)
        following.chain = replace(following.chain, locators=locators)


def _share_backwards(flat: str, hit: CitationHit, following: CitationHit) -> None:
    if hit.scope != "bare" or hit.chain is None or following.chain is None:
        return
    if following.scope == "bare" or following.start - hit.end > _WIDEST_JOINT:
        return
    if not _JOINT.match(flat[hit.end : following.start]):
        return
    if following.reference is not None:
        hit.kind, hit.scope, hit.reference = (
            "external",
            following.scope,
            following.reference,
        )
    elif following.scope == "unread":
        hit.kind, hit.scope = "external", "unread"
    else:
        hit.scope, hit.unit, hit.noun = following.scope, following.unit, following.noun
    if (
        hit.chain.outermost not in {"art", "anexo"}
        and following.chain.outermost == "art"
    ):
        locators = under_article(hit.chain, following.chain)
        hit.chain = replace(hit.chain, locators=locators)


def under_article(chain: Chain, other: Chain) -> tuple[Locator, ...]:
    """Give the provisions of one chain under the article of another (`parágrafo único` … `art.
    20`).
    """
    article = next((part for part in other.locators[0].parts if part[0] == "art"), None)
    if article is None:
        return chain.locators
    return tuple(
        with_caput(Locator(parts=(article, *locator.parts)))
        for locator in chain.locators
    )


def link_names(flat: str, citations: Sequence[Citation]) -> list[Citation]:
    """Give a name right before a number the norm of the number: "Lei de Uso e Ocupação do Solo, Lei
    Complementar nº 209".
    """
    linked = list(citations)
    for i, (citation, following) in enumerate(pairwise(citations)):
        if not citation.name or following.name or following.kind != "external":
            continue
        if following.id is None or not following.id.number:
            continue
        between = flat[citation.span.end : following.span.start]
        if (
            between.strip()
            and len(between) <= _WIDEST_APPOSITION
            and _BESIDE.match(between)
        ):
            inferred = (*citation.inferred, "apposition")
            linked[i] = replace(citation, id=following.id, name="", inferred=inferred)
    return linked
