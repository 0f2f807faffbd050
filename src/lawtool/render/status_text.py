"""Time for people: the facts of a status, and a timeline drawn in characters.

A status is told as facts; each language says every one of them (`strings.toml`). Silence is never
called force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date

from lawtool.errors import LawtoolError
from lawtool.history.periods import Period, Status
from lawtool.identifiers.labels import from_fragment, write_locator
from lawtool.identifiers.paths import drop_caput
from lawtool.model import Event, NormaId
from lawtool.render.strings import Fact, say_facts, speaker
from lawtool.vocabulary import norms

Name = Callable[[str], str]
"""From the id or URN of a norm to what people call it."""

PRINTED_STATES = ("printed", "not_in_corpus")
"""States of a text in which what is printed, if anything, is the wording of the day."""

_MASCULINE = frozenset({"art", "par", "inc", "ite", "cap", "tit", "anx"})
"""Symbols of provisions whose Portuguese name is masculine: o artigo, o parágrafo."""
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


def provision_label(path: str) -> str:
    """Write a path as a lawyer does: `art7_par1` → `art. 7º, § 1º`; what is no fragment stays as it
    is.
    """
    try:
        return " a ".join(write_locator(from_fragment(end)) for end in path.split(".."))
    except LawtoolError:
        return path


def shortened(text: str, width: int = 72) -> str:
    """Cut a text at a word, with an ellipsis."""
    text = " ".join(text.split())
    if len(text) <= width:
        return text
    return text[: width - 1].rsplit(" ", 1)[0] + "…"


# Gender -------------------------------------------------------------------------------


def gender_ending(identity: NormaId | None, path: str) -> str:
    """Choose the letter of agreement: `a` for `a Lei revogada`, `o` for `o art. 7º revogado`."""
    if path:
        if path.split("_")[-1][:3] in _MASCULINE:
            return "o"
        return "a"
    if identity is not None:
        species = norms.species().get(identity.species or "")
    else:
        species = None
    if species is not None and species.gender == "m":
        return "o"
    return "a"


def _contraction(name: str) -> str:
    """Choose `pela` or `pelo` by the species that a name begins with; `por` where it begins with
    none.
    """
    best = ("", "por")
    for species in norms.species().values():
        if name.startswith(f"{species.name} ") and len(species.name) > len(best[0]):
            best = (species.name, "pelo" if species.gender == "m" else "pela")
    return best[1]


# Facts --------------------------------------------------------------------------------


def status_facts(
    status: Status, name: Name, *, identity: NormaId | None = None
) -> Iterator[Fact]:
    """Tell a status as facts. The first is the status itself; then its conditions and alternatives.

    `identity` is that of the norm, for the gender of what agrees with it.
    """
    o = gender_ending(identity, status.path)
    yield _status_itself(status, name, o)
    if status.remainder == "in_force_unless_revoked":
        yield Fact("status_line.rest", {"status": _no_revocation(status)})
    elif status.remainder:
        yield Fact("status_line.rest_in_force", {"on": status.on})
    start = _presumed_start(status)
    if start is not None:
        yield Fact("status_line.presumed_start", {"day": start})
    for other in status.alternatives:
        said = {"status": Fact(f"status_short.{other}", {"o": o})}
        counted = (
            other == "revoked"
            and status.status != "unknown"
            and status.cause is not None
        )
        yield Fact(
            f"status_line.{'alternative_by_count' if counted else 'alternative'}", said
        )
    if status.text_state not in PRINTED_STATES:
        state = Fact(f"text_state.{status.text_state}")
        yield Fact("status_line.wording", {"state": state})


def _status_itself(status: Status, name: Name, o: str) -> Fact:
    cause = status.cause
    if status.status == "in_force":
        return Fact(
            "status_line.in_force", {"on": status.on, "evidence": _evidence(cause)}
        )
    if status.status == "in_force_unless_revoked":
        return _no_revocation(status)
    if status.status == "partially_revoked":
        if cause:
            part = provision_label(cause.affected_path)
        else:
            part = ""
        return Fact("status_line.partially_revoked", {"o": o, "part": part})
    if status.status == "not_yet":
        return Fact("status_line.not_yet", {"on": status.on})
    if status.status == "bill":
        return Fact("status_line.bill")
    if status.status == "unknown":
        return Fact(
            "status_line.unknown", {"reason": Fact(f"unknown_reason.{_reason(status)}")}
        )
    values: dict[str, object] = {
        "o": o,
        "since": status.since or Fact("status_line.unknown_day"),
    }
    by = actor(cause, name)
    if by:
        values["by"] = Fact("status_line.by", {"actor": by, "por": _contraction(by)})
        return Fact(f"status_line.{status.status}_by", values)
    return Fact(f"status_line.{status.status}", values)


def _no_revocation(status: Status) -> Fact:
    evidence = status.last_evidence or Fact("status_line.no_evidence")
    return Fact("status_line.no_revocation", {"evidence": evidence})


def _presumed_start(status: Status) -> date | None:
    """The first day on which a norm can have had force, where its publication is not stated."""
    cause = status.cause
    if status.start_basis != "presumed" or status.status in ("not_yet", "unknown"):
        return None
    if cause is None or cause.kind != "commence":
        return None
    return cause.not_before or cause.date


def _evidence(event: Event | None) -> Fact | str:
    if event is None:
        return Fact("status_line.no_evidence")
    if event.path:
        where = f"{provision_label(event.path)} "
    else:
        where = ""
    return f"{where}“{shortened(event.evidence)}”"


def _reason(status: Status) -> str:
    """Choose the key of why a status is not known."""
    if status.text_state == "absent":
        return "absent"
    if status.cause is None:
        return "no_event"
    if status.cause.kind == "commence":
        return "unpublished"
    return "undated"


def actor(event: Event | None, name: Name) -> str:
    """Name who acted: `Resolução ANP 5/2008, art. 6º`; empty where the text names no act."""
    if event is None or not event.acting:
        return ""
    # Of a quoted block the article that commands it is named.
    acting = drop_caput(event.acting_path.split("_alt")[0])
    if acting:
        where = f", {provision_label(acting)}"
    else:
        where = ""
    return f"{name(event.acting)}{where}"


def status_sentences(
    status: Status, name: Name, *, identity: NormaId | None = None, language: str = "en"
) -> list[str]:
    """Say a status in sentences of a language, the status itself first."""
    return say_facts(status_facts(status, name, identity=identity), language)


# The timeline -------------------------------------------------------------------------


def day_fact(event: Event) -> Fact:
    """Tell the day of an event: the day, its bounds, or that it is not known."""
    if event.date is not None:
        return Fact("event_day.exact", {"day": event.date})
    early, late = event.not_before, event.not_after
    if early is not None and late is not None:
        return Fact("event_day.between", {"early": early, "late": late})
    if early is not None:
        return Fact("event_day.from", {"day": early})
    if late is not None:
        return Fact("event_day.until", {"day": late})
    return Fact("event_day.unknown")


def _event_line(event: Event, norm: str, name: Name) -> str:
    """Tell one event in the life of a norm, seen from that norm."""
    words = speaker("en")(f"event.{event.kind}")
    if event.affected_path:
        what = provision_label(event.affected_path)
    else:
        what = ""
    if event.affected not in (norm, ""):
        target = ", ".join(filter(None, (what, name(event.affected))))
        return f"{target}: {words}"
    parts = [what, words]
    if event.acting and event.acting != norm:
        parts.append(f"by {actor(event, name)}")
    elif event.norma == norm and event.path:
        parts.append(f"({provision_label(event.path)})")
    return " ".join(filter(None, parts))


def first_day(event: Event) -> date:
    """The day that an event is sorted by: its own, else the bound that is known, else the last of
    all.
    """
    return event.date or event.not_before or event.not_after or date.max


def list_events(events: Iterable[Event]) -> Iterator[Event]:
    """Order events by their days; of the two records of one event only the first is given."""
    shown: set[str] = set()
    for event in sorted(events, key=lambda event: (first_day(event), event.key)):
        if event.same_as in shown or event.kind == "note_unspecified":
            continue
        shown.add(event.key)
        yield event


def timeline(
    events: Iterable[Event], norm: str, name: Name
) -> Iterator[tuple[str, str]]:
    """Tell the events of a norm in order: each with its day in words, and what happened."""
    for event in list_events(events):
        [day] = say_facts([day_fact(event)], "en")
        yield day, _event_line(event, norm, name)


def bar(periods: Sequence[Period], *, until: date, width: int = 60) -> list[str]:
    """Draw the life of a norm as one line of characters, and the legend of what occurs in it."""
    known = [period.since for period in periods if period.since is not None]
    if not known:
        return []
    first, last = min(known), max(until, *known)
    days = max((last - first).days, 1)
    signs = []
    for column in range(width):
        day = first.toordinal() + days * column // (width - 1)
        current = next(
            period
            for period in reversed(periods)
            if period.since is None or period.since.toordinal() <= day
        )
        signs.append(_BAR.get(current.status.status, _OTHER))
    legend = {
        _BAR.get(period.status.status, _OTHER): period.status.status.replace("_", " ")
        for period in periods
    }
    used = ", ".join(f"{sign} {word}" for sign, word in legend.items() if sign in signs)
    return [
        f"{first.year} {''.join(signs)} {last.year}",
        f"{' ' * len(str(first.year))} {used}",
    ]
