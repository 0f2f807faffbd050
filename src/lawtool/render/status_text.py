"""Time for people: what a status says, in English and Portuguese, and a timeline drawn in characters.

Silence is never called force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from lawtool.errors import LawtoolError
from lawtool.history.amend import Amended
from lawtool.history.periods import Period, Status
from lawtool.identifiers.labels import from_fragment
from lawtool.identifiers.labels import label as locator_label
from lawtool.model import Event, Norma, NormaId
from lawtool.records.node_record import Record
from lawtool.vocabulary import rules

Name = Callable[[str], str]
"""From the id or URN of a norm to what people call it."""

_MASCULINE = frozenset({"art", "par", "inc", "ite", "cap", "tit", "anx"})
_BAR = {
    "not_yet": "·",
    "in_force": "━",
    "in_force_unless_revoked": "─",
    "partially_revoked": "╍",
    "revoked": "×",
    "bill": "○",
    "unknown": "?",
}
_OTHER = "!"
_FORCE = {
    "in_force": True,
    "revoked": False,
    "annulled": False,
    "expired": False,
    "no_effect": False,
    "suspended": False,
}
_FORCE |= {"not_yet": False, "bill": False}
_WORDS = {
    "sign": "signed",
    "publish": "published",
    "commence": "commences",
    "approve": "voted",
    "register": "filed at a registry",
    "propose": "proposed",
    "revoke": "revoked",
    "revoke_generic": "revokes what is contrary to it (no norm named)",
    "amend": "new wording",
    "insert": "inserted",
    "renumber": "renumbered",
    "replace_words": "words changed",
    "propose_amend": "would be changed",
    "propose_insert": "would be inserted",
    "propose_revoke": "would be revoked",
    "propose_renumber": "would be renumbered",
    "propose_commence": "would commence",
    "suspend": "suspended",
    "restore": "restored",
    "annul": "annulled",
    "expire": "expires",
    "veto": "vetoed",
    "adopt": "adopted",
    "regulate": "regulated",
    "save": "expressly kept",
    "attest": "attested in force",
    "deadline": "a term ends",
    "transition": "transition",
    "note_unspecified": "noted, act unknown",
    "substitute": "replaces a bill",
    "consolidate": "consolidates earlier law",
    "extinct_body": "a body no longer exists",
}


def in_force(answer: Status) -> bool | None:
    """True and false only where the corpus proves it; None where it does not know."""
    if answer.status == "partially_revoked":
        return _FORCE.get(answer.remainder or "")
    return _FORCE.get(answer.status)


def provision_label(path: str) -> str:
    """`art7_par1` → `art. 7º, § 1º`; what is no fragment stays as it is."""
    try:
        return " a ".join(locator_label(from_fragment(end)) for end in path.split(".."))
    except LawtoolError:
        return path


def feminine(identity: NormaId | None, path: str) -> bool:
    """`a Lei revogada`, `o art. 7º revogado`: the gender of the word that agrees."""
    if path:
        return path.split("_")[-1][:3] not in _MASCULINE
    species = identity.species if identity is not None else "norma"
    for entry in rules.table("especies")["especie"]:
        if entry["key"] == species:
            return bool(entry["gender"] == "f")
    return True


def sentences(
    answer: Status, name: Name, *, identity: NormaId | None = None, language: str = "en"
) -> list[str]:
    """What a status says. The first line is the status itself; then its conditions and alternatives."""
    made = (
        _portuguese(answer, name, feminine(identity, answer.path))
        if language == "pt"
        else _english(answer, name)
    )
    return [line for line in made if line]


def actor(event: Event | None, name: Name) -> str:
    """`Resolução ANP 5/2008, art. 6º`; empty where the text names no act."""
    if event is None or not event.acting:
        return ""
    # Of a quoted block the article that commands it is told.
    acting = event.acting_path.split("_alt")[0].removesuffix("_cpt")
    where = f", {provision_label(acting)}" if acting else ""
    return f"{name(event.acting)}{where}"


def _english(answer: Status, name: Name) -> Iterator[str]:
    day, cause = answer.on.isoformat(), answer.cause
    evidence = answer.last_evidence.isoformat() if answer.last_evidence else "none"
    by = actor(cause, name)
    unless = (
        f"No revocation known in this corpus (last evidence of force: {evidence})."
        ' This does not mean "in force".'
    )
    part = provision_label(cause.affected_path) if cause and cause.affected_path else ""
    yield {
        "in_force": f"in force on {day} (evidence: {_evidence(cause)})",
        "in_force_unless_revoked": unless,
        "partially_revoked": f"partly revoked: {part}",
        "revoked": f"revoked since {_day(answer)}"
        + (f" by {by}" if by else ", by an act that is not named"),
        "not_yet": f"not yet in force on {day}",
        "bill": "bill, no effect",
        "unknown": f"not known from this corpus{_reason(answer)}",
    }.get(
        answer.status,
        f"{answer.status.replace('_', ' ')} since {_day(answer)}" + (f" by {by}" if by else ""),
    )
    if answer.remainder:
        yield "the rest: " + (
            unless if answer.remainder == "in_force_unless_revoked" else f"in force on {day}"
        )
    if (
        answer.start_basis == "presumed"
        and answer.status not in ("not_yet", "unknown")
        and _start(answer)
    ):
        yield f"in force from {_start(answer)} at the earliest; the date of publication is not stated"
    for other in answer.alternatives:
        yield f"the evidence also allows: {other.replace('_', ' ')}{_doubt(answer, other)}"
    if answer.text_state not in ("printed", "not_in_corpus"):
        yield f"wording of that day: {answer.text_state.replace('_', ' ')}"


def _portuguese(answer: Status, name: Name, woman: bool) -> Iterator[str]:
    day, cause = answer.on.strftime("%d.%m.%Y"), answer.cause
    ending = "a" if woman else "o"
    evidence = answer.last_evidence.strftime("%d.%m.%Y") if answer.last_evidence else "nenhuma"
    by = actor(cause, name)
    unless = (
        f"Nenhuma revogação conhecida neste corpus (última evidência de vigência: {evidence})."
        " Isto não equivale a 'em vigor'."
    )
    part = provision_label(cause.affected_path) if cause and cause.affected_path else ""
    since = answer.since.strftime("%d.%m.%Y") if answer.since else "data desconhecida"
    yield {
        "in_force": f"em vigor em {day} (evidência: {_evidence(cause)})",
        "in_force_unless_revoked": unless,
        "partially_revoked": f"parcialmente revogad{ending}: {part}",
        "revoked": f"revogad{ending} desde {since} por {by or 'ato não identificado'}",
        "not_yet": f"ainda não em vigor em {day}",
        "bill": "projeto, sem efeito",
        "unknown": "não consta neste corpus",
        "suspended": f"suspens{ending} desde {since}",
        "expired": f"vigência encerrada em {since}",
        "annulled": f"anulad{ending} desde {since}",
        "no_effect": "sem efeito",
    }[answer.status]
    if answer.remainder:
        yield (
            unless
            if answer.remainder == "in_force_unless_revoked"
            else f"no mais, em vigor em {day}"
        )
    if (
        answer.start_basis == "presumed"
        and answer.status not in ("not_yet", "unknown")
        and _start(answer)
    ):
        yield f"vigência a partir de {_start(answer)}, no mínimo; data de publicação não consta"


def _day(answer: Status) -> str:
    return answer.since.isoformat() if answer.since else "an unknown day"


def _start(answer: Status) -> str:
    cause = answer.cause
    day = (
        (cause.not_before or cause.date) if cause is not None and cause.kind == "commence" else None
    )
    return day.isoformat() if day else ""


def _evidence(event: Event | None) -> str:
    if event is None:
        return "none"
    where = provision_label(event.path) if event.path else ""
    return " ".join(filter(None, (where, f"“{shortened(event.evidence)}”")))


def _reason(answer: Status) -> str:
    if answer.text_state == "absent":
        return ": the text has no such provision, and no event explains it"
    if answer.cause is None:
        return ": no event touches it; being cited is no evidence of force"
    if answer.cause.kind == "commence":
        return ": the day of publication is not stated"
    return ": the day of the event is not known"


def _doubt(answer: Status, other: str) -> str:
    cause = answer.cause
    if other == "revoked" and answer.status != "unknown" and cause is not None:
        return " (a revocation is dated otherwise by the count of days, LC 95/1998 art. 8 § 1)"
    return ""


def shortened(text: str, width: int = 72) -> str:
    """A text cut at a word, with an ellipsis."""
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 1].rsplit(" ", 1)[0] + "…"


# Records ---------------------------------------------------------------------------------------------------


def status_record(answer: Status, period: Period | None = None) -> Record:
    """The object of `status --format json` (design: contracts)."""
    since = answer.since or (period.since if period else None)
    until = answer.until or (period.until if period else None)
    return {
        "norm": answer.norm,
        "path": answer.path or None,
        "on": answer.on.isoformat(),
        "status": answer.status,
        "remainder": answer.remainder,
        "start_basis": answer.start_basis,
        "since": since.isoformat() if since else None,
        "until": until.isoformat() if until else None,
        "alternatives": list(answer.alternatives),
        "text_state": answer.text_state,
        "cause": event_record(answer.cause) if answer.cause else None,
    }


def event_record(event: Event) -> Record:
    """One event as `provenance --format jsonl` writes it; days as YYYY-MM-DD, None where unknown."""
    days = {
        "date": event.date,
        "stated": event.stated,
        "computed": event.computed,
        "not_before": event.not_before,
        "not_after": event.not_after,
    }
    return {
        "event": event.kind,
        "acting": event.acting or None,
        "acting_path": event.acting_path or None,
        "affected": event.affected or None,
        "affected_path": event.affected_path or None,
        **{key: day.isoformat() if day else None for key, day in days.items()},
        "rule": event.rule or None,
        "confidence": event.confidence,
        "decision": event.decision,
        "evidence": event.evidence,
        "norm": event.norma,
        "path": event.path or None,
    }


def amended_record(acting: Norma, result: Amended) -> Record:
    """What an amending norm did, what it could not do, and whether it has any effect."""
    return {
        "norm": result.norma.slug,
        "by": acting.slug,
        "hypothetical": result.hypothetical,
        "applied": [
            {
                "operation": change.instruction.operation,
                "path": change.path,
                "command": change.instruction.command,
                "wording": change.instruction.wording or None,
                "before": change.before,
                "after": change.after,
                "numbers": [list(pair) for pair in change.numbers],
            }
            for change in result.applied
        ],
        "failed": [
            {
                "operation": failure.instruction.operation,
                "path": failure.instruction.path or None,
                "command": failure.instruction.command,
                "reason": failure.reason,
            }
            for failure in result.failed
        ],
    }


# The timeline ----------------------------------------------------------------------------------------------


def when(event: Event) -> str:
    """The day of an event for a list: the day, its bounds, or that it is not known."""
    if event.date is not None:
        return event.date.isoformat()
    if event.not_before is not None and event.not_after is not None:
        return f"{event.not_before.isoformat()}…{event.not_after.isoformat()}"
    if event.not_before is not None:
        return f"≥ {event.not_before.isoformat()}"
    if event.not_after is not None:
        return f"≤ {event.not_after.isoformat()}"
    return "unknown day"


def line(event: Event, norm: str, name: Name) -> str:
    """One event in the life of a norm, seen from that norm."""
    words = _WORDS.get(event.kind, event.kind.replace("_", " "))
    what = provision_label(event.affected_path) if event.affected_path else ""
    if event.affected == norm or not event.affected:
        by = actor(event, name) if event.acting and event.acting != norm else ""
        where = (
            f" ({provision_label(event.path)})"
            if event.norma == norm and event.path and not by
            else ""
        )
        return " ".join(filter(None, (what, words, f"by {by}" if by else ""))) + where
    target = ", ".join(filter(None, (what, name(event.affected))))
    return f"{target}: {words}"


def _moment(event: Event) -> date:
    return event.date or event.not_before or event.not_after or date.max


def timeline(events: Iterable[Event], norm: str, name: Name) -> Iterator[tuple[str, str]]:
    """Events in the order of their days, each with its day in words; of the two records of one event only one."""
    shown: set[str] = set()
    for event in sorted(events, key=lambda one: (_moment(one), one.key)):
        if event.same_as in shown or event.kind == "note_unspecified":
            continue
        shown.add(event.key)
        yield when(event), line(event, norm, name)


def bar(periods: Sequence[Period], *, until: date, width: int = 60) -> list[str]:
    """A norm's life as one line of characters, and the legend of what occurs in it."""
    known = [period.since for period in periods if period.since is not None]
    if not known:
        return []
    first, last = min(known), max(until, *known)
    days = max((last - first).days, 1)
    signs = []
    for column in range(width):
        day = first.toordinal() + days * column // (width - 1)
        period = next(
            one for one in reversed(periods) if one.since is None or one.since.toordinal() <= day
        )
        signs.append(_BAR.get(period.status.status, _OTHER))
    legend = {
        _BAR.get(one.status.status, _OTHER): one.status.status.replace("_", " ") for one in periods
    }
    used = ", ".join(f"{sign} {word}" for sign, word in legend.items() if sign in signs)
    return [f"{first.year} {''.join(signs)} {last.year}", f"{' ' * len(str(first.year))} {used}"]
