"""`lawtool provenance` for people and programs: copied from, what follows for it, the timeline,
what it acts on.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from datetime import date

from lawtool.comparison.lost_text import LostText
from lawtool.comparison.origins import Kin, Provenance, Step
from lawtool.history.periods import Status
from lawtool.model import Event, Norma
from lawtool.records import diff_record as records
from lawtool.records.json_records import Record
from lawtool.records.status_record import event_record, status_record
from lawtool.render import status_text as time
from lawtool.render.graph import Edge, edge_of
from lawtool.render.status_text import Name, provision_label

_PATH = re.compile(r"\bart\d[\w~-]*")
DAYS_A_YEAR = 365.25
NAMED = 12
"""Names that a list gives before it only counts."""


def lines(found: Provenance, name: Name, *, width: int = 80) -> Iterator[str]:
    """Text for a terminal; no line is longer than `width`."""
    yield name(found.norm)
    yield from _indented(
        time.bar(found.periods, until=found.on, width=min(width - 14, 72))
    )
    yield from _copied_from(found, name, width)
    yield from _kin("text in common with", found.common, found.norm, name, width)
    yield from _kin("copied by", found.copies, found.norm, name, width)
    yield from _events("timeline", found.events, found.norm, name, width)
    for event in found.ended:
        yield from _events(
            f"timeline of {name(event.affected)}", [event], event.affected, name, width
        )
    yield from _events("acts on", found.acts, found.norm, name, width)


def _indented(rows: Sequence[str]) -> Iterator[str]:
    return (f"  {row}" for row in rows)


def _wrapped(text: str, width: int, first: str = "  ", rest: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=rest or " " * len(first),
        break_long_words=False,
    )


# Copied from --------------------------------------------------------------------------


def _copied_from(found: Provenance, name: Name, width: int) -> Iterator[str]:
    if not found.steps:
        return
    yield ""
    yield "COPIED FROM"
    for step in found.steps:
        yield from _step(step, name, width)
    for step in found.steps:
        yield from _stale(step, name, width)
        for lost in step.origin.lost:
            yield ""
            yield "LOST TEXT (a lead, not a finding)"
            yield from _wrapped(_lost(step, lost, name), width)
    if found.others:
        yield ""
        names = ", ".join(name(one.b) for one in found.others[:NAMED])
        if len(found.others) > NAMED:
            more = f" and {len(found.others) - NAMED} more"
        else:
            more = ""
        yield from _wrapped(f"also, not compared here: {names}{more}", width)


def _step(step: Step, name: Name, width: int) -> Iterator[str]:
    link, units = step.link, step.origin.alignment.sides[1].units
    copy, source = (
        _dated(norma, name)
        for norma in (step.origin.alignment.a, step.origin.alignment.b)
    )
    yield from _wrapped(source, width)
    if end := ended(step.source, name):
        yield from _wrapped(f"× {end}", width, "  │  ", "  │    ")
    yield f"  ↓  {link.label}: {len(step.origin.kept)} of its {units} provisions"
    yield from _wrapped(copy, width)
    for number, reason in enumerate(link.reasons):
        yield from _wrapped(
            _readable(reason, (link.a, link.b), name),
            width,
            "     evidence: " if not number else " " * 15,
        )


def _dated(norma: Norma, name: Name) -> str:
    day = norma.signed or norma.id.date
    if day:
        return f"{name(norma.slug)}, signed {day.isoformat()}"
    return name(norma.slug)


def _readable(reason: str, norms: Sequence[str], name: Name) -> str:
    for norm in norms:
        reason = reason.replace(norm, name(norm))
    return _PATH.sub(lambda found: provision_label(found.group()), reason)


def ended(answer: Status, name: Name) -> str:
    """`revoked since 2008-11-24 by Resolução ANP 5/2008, art. 6º`; empty where no end is known,
    whole or in part.
    """
    if answer.status not in (
        "revoked",
        "annulled",
        "expired",
        "no_effect",
        "partially_revoked",
    ):
        return ""
    return time.status_sentences(answer, name)[0]


def stale_sentence(step: Step, name: Name) -> str:
    """How many provisions rest on a text revoked since; empty where none does."""
    if not step.stale:
        return ""
    link, count = step.link, len(step.stale)
    whole = step.source.status != "partially_revoked"
    causes = dict.fromkeys(
        _cause(status, name)
        for _, status in ([("", step.source)] if whole else step.stale)
    )
    return (
        f"{count} provision{'' if count == 1 else 's'} of {name(link.a)}, of which no "
        f"revocation is known,"
        f" rest{'s' if count == 1 else ''} on a text revoked "
        f"since: {'; '.join(causes)}{_gap(step)}."
        " A copy does not fall with its source."
    )


def _cause(answer: Status, name: Name) -> str:
    """`Portaria DNC 27/1996 was revoked by Resolução ANP 5/2008, art. 6º, with effect from
    2008-11-24`.
    """
    cause = answer.cause
    if cause is not None and cause.affected_path:
        part = f"{provision_label(cause.affected_path)} of "
    else:
        part = ""
    if cause is not None and cause.acting:
        by = f" by {time.actor(cause, name)}"
    else:
        by = ""
    if answer.since:
        since = f", with effect from {answer.since.isoformat()}"
    else:
        since = ", on a day that is not known"
    return f"{part}{name(answer.norm)} was {answer.status.replace('_', ' ')}{by}{since}"


def _gap(step: Step) -> str:
    """How long after the copy its source fell."""
    fallen, copied = step.stale[0][1].since, step.origin.alignment.a.signed
    if fallen is None or copied is None or fallen <= copied:
        return ""
    days = (fallen - copied).days
    return f", {days:,} days ({days / DAYS_A_YEAR:.1f} years) after the copy"


def _stale(step: Step, name: Name, width: int) -> Iterator[str]:
    sentence = stale_sentence(step, name)
    if sentence:
        yield ""
        yield "STALE SOURCE"
        yield from _wrapped(sentence, width)


def _lost(step: Step, lost: LostText, name: Name) -> str:
    copies = ", ".join(map(provision_label, lost.copy_paths))
    plural = len(lost.copy_paths) > 1
    return (
        f"{copies} of {name(step.link.a)} {'stand' if plural else 'stands'} "
        f"where {provision_label(lost.source_path)} of"
        f" {name(step.link.b)} stood, of which only a placeholder is "
        f"left. {'They' if plural else 'It'} may keep the old"
        " wording: the neighbours on both sides agree, nothing more is known."
    )


# The rest -----------------------------------------------------------------------------


def _kin(
    title: str, kin: Sequence[Kin], norm: str, name: Name, width: int
) -> Iterator[str]:
    if kin:
        yield ""
        yield title.upper()
    for one in kin[:NAMED]:
        if one.a == norm:
            other = one.b
        else:
            other = one.a
        yield from _wrapped(
            f"{name(other)}  {one.label}, {one.containment:.1%} of the smaller text",
            width,
            "  ",
            "    ",
        )
    if len(kin) > NAMED:
        yield f"  and {len(kin) - NAMED} more: lawtool copies {norm}"


def _events(
    title: str, events: Sequence[Event], norm: str, name: Name, width: int
) -> Iterator[str]:
    rows = list(time.timeline(events, norm, name))
    if not rows:
        return
    yield ""
    yield title.upper()
    days = max(len(day) for day, _ in rows)
    for day, words in rows:
        yield from _wrapped(words, width, f"  {day.ljust(days)}  ")


# Records ------------------------------------------------------------------------------


def record(found: Provenance, name: Name) -> Record:
    """The object of `provenance --format json`."""
    return {
        "norm": found.norm,
        "name": name(found.norm),
        "on": found.on.isoformat(),
        "copied_from": [_step_record(step, name) for step in found.steps],
        "also_copied_from": [_kin_record(one) for one in found.others],
        "in_common": [_kin_record(one) for one in found.common],
        "copied_by": [_kin_record(one) for one in found.copies],
        "acted_on": [event_record(event) for event in found.events],
        "acts_ended": [event_record(event) for event in found.ended],
        "acts_on": [event_record(event) for event in found.acts],
    }


def _step_record(step: Step, name: Name) -> Record:
    link = records.link(step.link)
    del link["shared"]  # The reasons tell it, as it was counted over the corpus.
    return link | {
        "a_name": name(step.link.a),
        "b_name": name(step.link.b),
        "kept": list(step.origin.kept),
        "resting": list(step.origin.resting),
        "copy_status": status_record(step.copy),
        "source_status": status_record(step.source),
        "stale": [path for path, _ in step.stale],
        "stale_sentence": stale_sentence(step, name) or None,
        "lost_text": [
            {"source_path": lost.source_path, "copy_paths": list(lost.copy_paths)}
            for lost in step.origin.lost
        ],
    }


def _kin_record(one: Kin) -> Record:
    return {
        "a": one.a,
        "b": one.b,
        "label": one.label,
        "containment": one.containment,
        "reasons": list(one.reasons),
    }


# The graph ----------------------------------------------------------------------------

_DRAWN = {
    "revoke": "revoked",
    "amend": "amended",
    "insert": "amended",
    "annul": "annulled",
    "suspend": "suspended",
}


def edges(found: Provenance, events: Sequence[Event]) -> list[Edge]:
    """What copied what, and what later acts did to the norms of the chain; `events` are those that
    affect them.
    """
    kin = {(one.b, one.a): one for one in (*found.common, *found.copies)}
    made = [edge_of(step.link) for step in found.steps]
    made += [edge_of(one) for one in kin.values()]
    acts: dict[tuple[str, str, str], tuple[date | None, bool]] = {}
    for event in sorted(
        events, key=lambda one: (one.date or date.max, one.affected_path)
    ):
        if (
            event.kind in _DRAWN
            and event.acting
            and event.affected
            and event.acting != event.affected
        ):
            acts.setdefault(
                (event.acting, event.affected, _DRAWN[event.kind]),
                (event.date, bool(event.affected_path)),
            )
    for (acting, affected, words), (day, part) in acts.items():
        made.append(
            Edge(
                acting,
                affected,
                " ".join(
                    filter(None, (words, "in part" if part else "", str(day or "")))
                ),
                True,
            )
        )
    return made
