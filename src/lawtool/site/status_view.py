"""What a norm or a provision is on a day, and how pages say it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from lawtool.history.event_index import History
from lawtool.history.periods import Period, Status
from lawtool.history.unprinted import find_unprinted
from lawtool.model import Event, Norma, NormaId
from lawtool.render.status_text import status_sentences
from lawtool.site.connection import Reader

LIVES = 512
"""Norms whose events are kept."""
TONES = {
    "in_force": "good",
    "in_force_unless_revoked": "open",
    "partially_revoked": "part",
    "revoked": "bad",
    "annulled": "bad",
    "expired": "bad",
    "no_effect": "bad",
    "suspended": "part",
    "bill": "open",
    "not_yet": "open",
    "unknown": "open",
}
"""Status → how its banner looks. Silence is never shown as force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """The events of one norm, and what they make of it day by day."""

    slug: str
    identity: NormaId | None
    events: tuple[Event, ...]
    history: History

    def status(self, path: str, on: date) -> Status:
        """The status of the norm (path "") or of a provision."""
        return self.history.status(self.slug, path or None, on)

    def periods(self, path: str = "") -> list[Period]:
        """The statuses of the norm or of a provision, period by period."""
        return self.history.periods(self.slug, path or None)

    def unprinted(self, norma: Norma, on: date) -> list[Event]:
        """Changes that the printed text does not show."""
        return find_unprinted(norma, self.events, self.history, on)


def read_life(reader: Reader, slug: str) -> Life:
    """Read the life of a norm that the corpus holds or only speaks of; it is kept for the next
    lookup.
    """
    lives: dict[str, Life] = reader.kept.setdefault("lives", {})
    if slug not in lives:
        if len(lives) >= LIVES:
            lives.clear()
        corpus = reader.corpus
        lives[slug] = Life(
            slug=slug,
            identity=corpus.identity(slug),
            events=tuple(corpus.events(slug)),
            history=corpus.history(slug),
        )
    return lives[slug]


def say_status(
    reader: Reader, status: Status, identity: NormaId | None, lang: str
) -> list[str]:
    """Say a status in sentences; the first is the status itself."""
    names = reader.listings.norm_name
    lines = status_sentences(status, names, identity=identity, language=lang)
    return [line[:1].upper() + line[1:] for line in lines]


def statuses_on(reader: Reader, on: date) -> dict[str, str]:
    """The status of every norm on a day, kept until another day is asked for."""
    day, statuses = reader.kept.get("statuses", (None, {}))
    if day != on:
        statuses = reader.listings.statuses(on)
        reader.kept["statuses"] = on, statuses
    found: dict[str, str] = statuses
    return found
