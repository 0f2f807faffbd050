"""What a norm or a provision is on a day, and how pages say it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from lawtool.history.event_index import History
from lawtool.history.periods import Period, Status
from lawtool.model import Event, NormaId
from lawtool.render.status_text import status_sentences
from lawtool.site.connection import Reader

_TODAY = """
SELECT norma, situacao, min(id) FROM vigencias
 WHERE caminho IS NULL AND (desde IS NULL OR desde <= :day) AND (ate IS NULL OR ate > :day) GROUP BY norma
"""
LIVES = 512
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
        return self.history.status(self.slug, path or None, on)

    def periods(self, path: str = "") -> list[Period]:
        return self.history.periods(self.slug, path or None)


def life(reader: Reader, slug: str) -> Life:
    """The life of a norm that the corpus holds or only speaks of, kept: a lookup must not read its events again."""
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


def said(reader: Reader, answer: Status, identity: NormaId | None, lang: str) -> list[str]:
    """The status in sentences; the first is the status itself."""
    lines = status_sentences(
        answer, lambda norm: name_of(reader, norm), identity=identity, language=lang
    )
    return [line[:1].upper() + line[1:] for line in lines]


def name_of(reader: Reader, norm: str) -> str:
    """What people call a norm, its id where no row has its name."""
    row = reader.row("SELECT nome FROM normas WHERE id = ?", norm)
    return str(row["nome"]) if row else norm


def today(reader: Reader, on: date) -> dict[str, str]:
    """The status of every norm on a day, kept until another day is asked for."""
    day, kept = reader.kept.get("today", (None, {}))
    if day != on:
        kept = {row["norma"]: row["situacao"] for row in reader.rows(_TODAY, day=on.isoformat())}
        reader.kept["today"] = on, kept
    found: dict[str, str] = kept
    return found
