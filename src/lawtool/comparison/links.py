"""Two norms with text in common, and the families of those that share a form."""

from __future__ import annotations

from dataclasses import dataclass

from lawtool.model import Match, Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Two norms with text in common. `a` is the later one (the copy where `directed`), `b` the
    earlier one.

    `of_a`, `of_b`: share of each text that stands in the other, by words and how alike they are;
    `shared` 8-word shingles in common; `likeness` mean similarity of the like provisions, by words,
    in percent; `provisions` the like provisions (paths of a on the left); `via` the older third
    norm of a shared source; `reasons` sentences.
    """

    a: str
    b: str
    label: str
    directed: bool
    of_a: float
    of_b: float
    shared: int
    provisions: tuple[Match, ...]
    likeness: float = 100.0
    reasons: tuple[str, ...] = ()
    via: str = ""

    @property
    def containment(self) -> float:
        """Share of the smaller text."""
        return max(self.of_a, self.of_b)

    @property
    def degree(self) -> str:
        """How faithful it is: verbatim, edited, or reworded or misread."""
        if self.likeness >= VERBATIM:
            return "verbatim"
        if self.likeness >= EDITED:
            return "edited"
        return "reworded or misread"

    @property
    def relation(self) -> Relation | None:
        """As a row of `relacoes`: copia or fonte_comum, None for a lead or an amendment."""
        kind = {
            "copy": "copia",
            "partial copy": "copia",
            "shared source": "fonte_comum",
        }.get(self.label)
        if kind is None:
            return None
        evidence = "; ".join([self.label, *self.reasons])
        return Relation(
            kind=kind,
            source=self.a,
            target=self.b,
            method="detected",
            score=round(min(1.0, self.containment), 4),
            evidence=evidence,
        )


VERBATIM, EDITED = 97.0, 85.0
"""Mean similarity from which a copy is verbatim, and from which it is edited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Norms that share one form and little else. `norms` in order of age, the first the oldest;
    `text` the clause that most of them have, as it is compared.
    """

    norms: tuple[str, ...]
    text: str

    @property
    def first(self) -> str:
        """The oldest of them."""
        return self.norms[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """All links of a corpus, the strongest first, and the families of forms, the largest first."""

    links: list[Link]
    families: list[Family]
