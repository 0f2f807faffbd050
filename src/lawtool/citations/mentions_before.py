"""What a reference may point back to: the norms mentioned before it, and the one that an amending
act changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lawtool.citations.finder import CitationHit
from lawtool.model import NormaId
from lawtool.vocabulary import norms as vocabulary

CHANGING = frozenset({"amends", "adds", "revokes"})
"""Relations of an act to what it changes."""
_REWORDING = frozenset({"amends", "adds"})
"""Relations that a quoted wording may follow."""


@dataclass(frozen=True, slots=True)
class NormMention:
    """A norm as a hit named it; `name` is set for one known by its name alone."""

    hit: CitationHit
    id: NormaId
    name: str

    def same_norm(self, other: NormMention) -> bool:
        """Tell whether both name one norm; a year that one leaves out differs in nothing."""
        mine, theirs = self.id, other.id
        if (mine.species, mine.number, self.name) != (
            theirs.species,
            theirs.number,
            other.name,
        ):
            return False
        return None in (mine.year, theirs.year) or mine.year == theirs.year


@dataclass(slots=True)
class PriorMentions:
    """The norms mentioned so far in a stretch of text: a norm's own words, or a quoted block."""

    last: NormMention | None = None
    last_path: str = ""
    """The provision that was referred to last."""
    _latest: dict[tuple[str, str], NormMention] = field(default_factory=dict)
    """The last mention of each species and name, in order."""

    def add(self, mention: NormMention) -> None:
        """Note a norm named in full."""
        self.last = mention
        reference = mention.hit.reference
        key = mention.id.species, reference.name if reference else ""
        self._latest.pop(key, None)
        self._latest[key] = mention

    def find(self, noun: str) -> NormMention | None:
        """Give the last mention of a norm called by a noun ("a referida Lei", "o Código")."""
        for (species, name), mention in reversed(self._latest.items()):
            if noun == species or name.split(" ")[0] == noun.split(".")[0]:
                return mention
        general = noun in vocabulary.species() and vocabulary.species()[noun].self_name
        for (species, _), mention in reversed(self._latest.items()):
            if not general and fits_noun(noun, species):
                return mention
        return None


@dataclass(slots=True)
class Amendments:
    """The norms that one act changes, by the article that says so: what its quoted blocks and
    elided articles belong to.
    """

    changed: list[NormMention] = field(default_factory=list)
    by_article: dict[str, NormMention] = field(default_factory=dict)
    named: dict[str, list[NormMention]] = field(default_factory=dict)
    """All norms named in an article, in order."""

    def note(self, path: str, mention: NormMention) -> None:
        """Note a norm named in full at a path, and whether the act changes it."""
        article = path.split("_")[0]
        if not mention.hit.aside:
            self.named.setdefault(article, []).append(mention)
        if mention.hit.relation in _REWORDING:
            self.by_article[article] = mention
            if not any(mention.same_norm(other) for other in self.changed):
                self.changed.append(mention)

    def only(self) -> NormMention | None:
        """Give the one norm that the act changes; None where it changes none or several. A name
        beside one number is its.
        """
        numbered = [mention for mention in self.changed if mention.id.number]
        distinct = numbered or self.changed
        if len(distinct) == 1:
            return distinct[0]
        return None

    def of_block(self, prefix: str) -> NormMention | None:
        """Give the norm that a quoted block belongs to, None where it cannot be told: the one that
        its article changes, the only one that its article names, or the only one that the act
        changes.
        """
        article = prefix.split("_")[0]
        if article in self.by_article:
            return self.by_article[article]
        named = self.named.get(article, [])
        if named:
            alike = all(mention.same_norm(named[0]) for mention in named)
            if alike:
                return named[0]
            return None
        return self.only()


def fits_noun(noun: str, species: str) -> bool:
    """Tell whether a norm of a species may be called so: a lei complementar is a Lei, any norm may
    call itself Código.
    """
    entries = vocabulary.species()
    if noun in {species, ""} or species == "norma":
        return True
    own_name = noun in entries and entries[noun].self_name
    if own_name or species.startswith(noun + ".") or noun.startswith(species + "."):
        return True
    if (
        species in entries
        and entries[species].self_name
        and entries[species].issuer == "ente"
    ):
        return noun.split(".")[0] == "lei" or species.endswith("." + noun)
    return species.endswith("." + noun) or (
        noun.startswith("lei.") and species.startswith("lei")
    )
