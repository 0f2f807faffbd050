"""How far a tree may be trusted, from the problems that were found in it.

    assess({"numbering-gap": 2}, provisions=40)    # value 0.96, reasons: numbering-gap
    2 times, 1.5 provisions wrong

The weights are in `rules/confidence.toml`: how many provisions are wrong, on average,
where a problem of a kind stands.
`tests/bench/doubt.py` estimates them from texts whose trees are known and prints how
well they hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from lawtool.vocabulary import rules

UNSEEN = "unseen"
"""The entry for what goes wrong without any problem, as a share of all provisions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A kind of problem in a norm: how often it stands there, and how many provisions
    that makes wrong on average."""

    code: str
    count: int
    wrong: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeConfidence:
    """The share of the provisions of a norm that is read right, as far as is known; the
    weightiest reasons first."""

    value: float
    wrong: float
    """Provisions that are likely wrong or lost."""
    reasons: tuple[Reason, ...] = ()


@cache
def _weights() -> Mapping[str, float]:
    return {
        code: entry["wrong"] for code, entry in rules.read_table("confidence").items()
    }


def assess(codes: Mapping[str, int], provisions: int) -> TreeConfidence:
    """Weigh the problems of a norm, counted by code, against its provisions."""
    weights = _weights()
    reasons = [
        Reason(code=code, count=count, wrong=weights[code] * count)
        for code, count in codes.items()
        if weights.get(code)
    ]
    reasons.sort(key=lambda reason: -reason.wrong)
    total = max(provisions, 1)
    wrong = weights[UNSEEN] * total + sum(reason.wrong for reason in reasons)
    return TreeConfidence(
        value=max(0.0, 1.0 - wrong / total), wrong=wrong, reasons=tuple(reasons)
    )


def rank_by_need(
    assessed: Iterable[tuple[str, TreeConfidence]],
) -> list[tuple[str, TreeConfidence]]:
    """Order norms by what a person should look at first: where most provisions are
    likely wrong."""
    return sorted(assessed, key=lambda pair: (-pair[1].wrong, pair[1].value))
