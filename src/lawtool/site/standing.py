"""What a norm or a provision is on a day, from the events of that norm alone: exact, and quick in a corpus of any size."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from lawtool.model import Event, Norma, NormaId
from lawtool.render.time import sentences
from lawtool.site.language import day
from lawtool.site.reader import Reader, Row
from lawtool.status import History, Period, Status

_EVENTS = """
SELECT * FROM eventos WHERE norma_afetada = :norm OR norma_agente = :norm OR norma = :norm ORDER BY id
"""
_TODAY = """
SELECT norma, situacao, min(id) FROM vigencias
 WHERE dispositivo IS NULL AND (desde IS NULL OR desde <= :day) AND (ate IS NULL OR ate > :day) GROUP BY norma
"""
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
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


def event(row: Row) -> Event:
    """An event of the table `eventos`."""
    return Event(
        kind=row["tipo"],
        acting=row["norma_agente"] or "",
        acting_path=_path(row["dispositivo_agente"]),
        affected=row["norma_afetada"] or "",
        affected_path=row["caminho_afetado"] or "",
        stated=_day(row["data_declarada"]),
        computed=_day(row["data_calculada"]),
        presumed=_day(row.get("data_presumida")),
        not_before=_day(row.get("nao_antes")),
        not_after=_day(row.get("nao_depois")),
        date=_day(row["data"]),
        rule=row["regra"] or "",
        why=row["motivo"] or "",
        evidence=row["evidencia"] or "",
        decision=row["decisao"],
        scope=row.get("alcance") or "whole",
        confidence=row.get("confianca") or "stated",
        norma=row.get("norma") or "",
        path=_path(row.get("dispositivo")),
        source=row["fonte"] or "",
        start=row["inicio"] or 0,
        end=row["fim"] or 0,
    )


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _path(key: str | None) -> str:
    return key.split("_", 1)[1] if key else ""


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


def life(reader: Reader, slug: str, norma: Norma | None) -> Life:
    """The life of a norm; `norma` is None for one that the corpus only speaks of."""
    events = tuple(event(row) for row in reader.rows(_EVENTS, norm=slug))
    held = (norma,) if norma is not None else ()
    history = History(events, held, collected=reader.corpus.collected)
    return Life(slug=slug, identity=norma.id if norma else None, events=events, history=history)


def said(reader: Reader, answer: Status, identity: NormaId | None, lang: str) -> list[str]:
    """The status in sentences; the first is the status itself."""
    lines = sentences(answer, lambda norm: name_of(reader, norm), identity=identity, language=lang)
    return [_ISO.sub(lambda found: day(found.group(), lang), line[:1].upper() + line[1:]) for line in lines]


def name_of(reader: Reader, norm: str) -> str:
    """What people call a norm, its id where no row has its name."""
    row = reader.row("SELECT nome FROM normas WHERE id = ?", norm)
    return str(row["nome"]) if row else norm


def today(reader: Reader, on: date) -> dict[str, str]:
    """The status of every norm on a day."""
    return {row["norma"]: row["situacao"] for row in reader.rows(_TODAY, day=on.isoformat())}
