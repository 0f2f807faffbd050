"""What narrows an act: exceptions, limits, the place that something is struck from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lawtool.history.clause_targets import Target
from lawtool.history.modality import EXCEPTION, is_partial_object, partly
from lawtool.history.sentences import Sentence
from lawtool.history.verb_objects import find_objects
from lawtool.identifiers import paths
from lawtool.vocabulary.acts import ActHit

_CASES = re.compile(
    r"\b(?:direit|atos?\b|efeitos|situac|contrat|process|concess|cas[oo]s?\b|obrigac|debit)"
)
"""What is excepted are cases, and no part of the text."""


_FROM_PLACE = re.compile(r"(?:-se)?,? *(?:d[aeo]s?|n[ao]s?) *\Z")


def read_exceptions(
    sentence: Sentence, behind: int, hit: ActHit, stop: int
) -> tuple[int, tuple[Target, ...], bool]:
    """Return where the objects of a verb end before an exception, what is excepted, and whether
    that is not understood.
    """
    flat = sentence.flat
    match = EXCEPTION.search(flat, hit.end, stop)
    where = stop
    if match is not None:
        where = match.start()
    else:
        match = EXCEPTION.search(flat, behind, hit.start)
        if match is None:
            return stop, (), False
    if match.start() >= hit.end:
        end = stop
    else:
        end = hit.start
    head = ActHit(hit.act, match.end(), match.end())
    saved = tuple(
        target
        for target in find_objects(sentence, head, end, any_internal=True)
        if target.path
    )
    if saved or _CASES.search(flat, match.end(), end):
        return where, saved, False
    return where, (), True


def drop_place(flat: str, hit: ActHit, targets: Sequence[Target]) -> tuple[Target, ...]:
    """Drop the place that something is struck from: `Exclua-se do art. 3º da Resolução nº 470 o §
    1º`.
    """
    if targets:
        first = targets[0]
    else:
        first = None
    if (
        first is None
        or not first.path
        or not _FROM_PLACE.fullmatch(flat[hit.end : first.start])
    ):
        return tuple(targets)
    place = [target for target in targets if target.start == first.start]
    rest = targets[len(place) :]
    if len(place) > 1 or not rest:
        return tuple(replace(target, part=True) for target in targets)
    rank = paths.rank(rest[0].path.split(paths.SEPARATOR)[0])
    if rank == 1 and not rest[0].path.startswith(first.path + paths.SEPARATOR):
        return tuple(replace(target, part=True) for target in place) + tuple(rest)
    return tuple(
        replace(
            target,
            norm=target.norm or first.norm,
            path=target.path
            if target.path.startswith(first.path + paths.SEPARATOR)
            else paths.below(first.path, target.path),
        )
        for target in rest
    )


def narrow_targets(
    sentence: Sentence,
    hit: ActHit,
    targets: Sequence[Target],
    stop: int,
    *,
    partial: bool,
) -> tuple[Target, ...]:
    """Mark the targets of which only something unnamed is meant."""
    if not targets:
        return ()
    flat = sentence.flat
    first = min(target.start for target in targets)
    if first >= hit.end:
        gap = flat[hit.end : first]
    else:
        gap = flat[max(target.end for target in targets) : hit.end]
    reach = partly(flat, max(targets[-1].end, hit.end), max(stop, hit.end))
    whole = partial or is_partial_object(gap) or reach == "all"
    return tuple(
        replace(
            target, partial=whole or (reach == "last" and target.end == targets[-1].end)
        )
        for target in targets
    )
