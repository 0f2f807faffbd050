"""Status as a function of events: the annotated questions, properties, and what must never be
claimed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawtool import corpus as asked
from lawtool.corpus import Corpus
from lawtool.history import settle
from lawtool.history.event_index import History, ask_status
from lawtool.model import Dispositivo, Event, Kind, Norma, NormaId, Span

GOLD = Path(__file__).parent / "gold"
NOW = date(2026, 11, 30)
QUESTIONS = [
    json.loads(line)
    for line in (GOLD / "status.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(scope="module")
def timeline(database: Path) -> Iterator[Corpus]:
    with asked.open(database) as corpus:
        corpus.collected = NOW
        yield corpus


@pytest.mark.parametrize(
    "question",
    QUESTIONS,
    ids=[f"{q['norm'][-20:]}-{q['path']}-{q['on']}" for q in QUESTIONS],
)
def test_the_questions_of_the_truth(
    timeline: Corpus, question: dict[str, object]
) -> None:
    norm = timeline.resolve_any(str(question["norm"]))
    day = date.fromisoformat(str(question["on"]))
    answer = timeline.history(norm).status(norm, question["path"], day)  # type: ignore[arg-type]
    for field in ("status", "remainder", "start_basis", "text_state"):
        assert getattr(answer, field) == question[field], field
    assert set(question["alternatives"]) <= set(answer.alternatives)  # type: ignore[call-overload]
    assert (answer.cause is None) == (question["cause"] is None)


def test_the_cause_of_a_revocation_is_the_first_one(timeline: Corpus) -> None:
    norm = "dnc-portaria-27-1996"
    answer = timeline.history(norm).status(norm, "art7", date(2015, 1, 1))
    assert answer.cause is not None
    assert (answer.cause.acting, answer.cause.date) == (
        "anp-portaria-297-2003",
        date(2003, 11, 20),
    )


# A small corpus
# --------------------------------------------------------------------------------------------


def norma(slug: str, day: date, articles: int = 3, species: str = "lei") -> Norma:
    nodes = []
    for number in range(1, articles + 1):
        nodes.append(
            Dispositivo(path=f"art{number}", kind=Kind.ARTIGO, text=f"text {number}")
        )
        nodes.append(
            Dispositivo(
                path=f"art{number}_par1",
                kind=Kind.PARAGRAFO,
                text="text",
                parent=f"art{number}",
            )
        )
    return Norma(
        slug=slug,
        id=NormaId(species=species, number=slug, year=day.year, date=day),
        source=slug,
        span=Span(start=0, end=0),
        nodes=tuple(nodes),
        signed=day,
    )


def commence(slug: str, day: date | None, **more: object) -> Event:
    return Event(
        kind="commence",
        acting=slug,
        affected=slug,
        norma=slug,
        path="art9",
        date=day,
        rule="on publication",
        **more,
    )  # type: ignore[arg-type]


def act(
    kind: str, acting: str, affected: str, path: str, day: date | None, **more: object
) -> Event:
    fields: dict[str, object] = {
        "norma": acting,
        "path": "art1",
        "acting_path": "art1",
    } | more
    return Event(
        kind=kind,
        acting=acting,
        affected=affected,
        affected_path=path,
        date=day,
        **fields,
    )  # type: ignore[arg-type]


A, B = norma("a", date(2000, 1, 1)), norma("b", date(2005, 1, 1))
BASE = (commence("a", date(2000, 1, 10)), commence("b", date(2005, 1, 10)))
LATER = date(2010, 1, 1)


def ask(events: Sequence[Event], norm: str, path: str, day: date) -> str:
    return ask_status(events, norm, path, day, normas=[A, B]).status


def test_silence_is_not_force() -> None:
    assert ask(BASE, "a", "", date(2000, 1, 10)) == "in_force"
    assert ask(BASE, "a", "", date(2000, 1, 11)) == "in_force_unless_revoked"


def test_the_first_day_of_a_revocation_is_its_date() -> None:
    events = (*BASE, act("revoke", "b", "a", "", LATER))
    assert ask(events, "a", "", LATER - timedelta(days=1)) == "in_force"
    assert ask(events, "a", "", LATER) == "revoked"
    assert ask(events, "a", "art1_par1", LATER) == "revoked"


def test_a_partial_revocation_does_not_leak() -> None:
    events = (*BASE, act("revoke", "b", "a", "art1", LATER))
    assert ask(events, "a", "", LATER) == "partially_revoked"
    assert ask(events, "a", "art1_par1", LATER) == "revoked"
    assert ask(events, "a", "art2", LATER) == "in_force_unless_revoked"


def test_a_revoked_caput_takes_its_incisos_but_not_the_paragraphs() -> None:
    events = (*BASE, act("revoke", "b", "a", "art1_cpt", LATER))
    assert ask(events, "a", "art1_par1", LATER) != "revoked"
    assert ask(events, "a", "art1", LATER) == "partially_revoked"


def test_revoking_the_revoking_norm_restores_nothing() -> None:
    events = (
        *BASE,
        act("revoke", "b", "a", "", LATER),
        act("revoke", "c", "b", "", date(2012, 1, 1)),
    )
    assert ask(events, "a", "", date(2015, 1, 1)) == "revoked"


def test_only_express_words_restore() -> None:
    events = (
        *BASE,
        act("revoke", "b", "a", "", LATER),
        act("restore", "c", "a", "", date(2012, 1, 1)),
    )
    assert ask(events, "a", "", date(2011, 1, 1)) == "revoked"
    assert ask(events, "a", "", date(2015, 1, 1)) in (
        "in_force",
        "in_force_unless_revoked",
    )


def test_a_withdrawn_revocation_is_computed_anew() -> None:
    early, late = (
        act("revoke", "b", "a", "", LATER),
        act("revoke", "c", "a", "", date(2015, 1, 1)),
    )
    assert ask((*BASE, early, late), "a", "", date(2012, 1, 1)) == "revoked"
    assert ask((*BASE, late), "a", "", date(2012, 1, 1)) == "in_force"


def test_generic_clauses_and_citations_change_nothing() -> None:
    generic = act("revoke_generic", "b", "", "", date(2005, 1, 10))
    assert ask((*BASE, generic), "a", "", LATER) == ask(BASE, "a", "", LATER)


def test_a_vetoed_provision_has_no_effect_from_the_start() -> None:
    events = (
        *BASE,
        act("veto", "", "a", "art2", None, norma="a", not_before=date(2000, 1, 10)),
    )
    assert ask(events, "a", "art2", date(2000, 1, 10)) == "no_effect"
    assert ask(events, "a", "art1", date(2000, 1, 10)) == "in_force"


def test_suspension_and_sunset() -> None:
    suspended = (*BASE, act("suspend", "b", "a", "", LATER))
    assert ask(suspended, "a", "", date(2011, 1, 1)) == "suspended"
    expired = (*BASE, act("expire", "a", "a", "", LATER, norma="a"))
    assert ask(expired, "a", "", LATER) == "expired"


def test_a_bill_has_no_effect_whatever_it_says() -> None:
    bill = norma("bill", date(2005, 1, 1), species="projeto.lei")
    events = [
        Event(
            kind="propose",
            acting="bill",
            affected="bill",
            norma="bill",
            date=date(2005, 1, 1),
        ),
        act("propose_revoke", "bill", "a", "", None),
    ]
    answer = ask_status([*BASE, *events], "bill", "", LATER, normas=[A, bill])
    assert answer.status == "bill"
    assert (
        ask_status([*BASE, *events], "a", "", LATER, normas=[A, bill]).status
        == "in_force_unless_revoked"
    )


def test_a_provision_that_is_not_there_is_not_revoked() -> None:
    answer = ask_status(BASE, "a", "art99", LATER, normas=[A])
    assert (answer.status, answer.text_state, answer.cause) == (
        "unknown",
        "absent",
        None,
    )


def test_the_revocation_of_a_missing_provision_is_no_partial_revocation() -> None:
    events = (*BASE, act("revoke", "b", "a", "art99", LATER))
    assert ask(events, "a", "", LATER) == "in_force_unless_revoked"


def test_an_undated_revocation_is_certain_once_the_text_was_read() -> None:
    gone = act(
        "revoke",
        "",
        "a",
        "art2",
        None,
        norma="a",
        confidence="placeholder",
        not_before=date(2000, 1, 10),
    )
    history = History((*BASE, gone), [A], collected=NOW)
    assert history.status("a", "art2", date(2000, 1, 10)).text_state == "lost"
    assert history.status("a", "art2", date(2010, 1, 1)).status == "unknown"
    assert history.status("a", "art2", NOW).status == "revoked"


def test_bounds_make_unknown_not_a_guess() -> None:
    start = commence("a", None, not_before=date(2000, 1, 1))
    answer = ask_status([start], "a", "", date(2000, 1, 1), normas=[A])
    assert (answer.status, answer.start_basis) == ("unknown", "presumed")
    later = ask_status([start], "a", "", date(2003, 1, 1), normas=[A])
    assert (later.status, later.start_basis) == ("in_force_unless_revoked", "presumed")


# Properties
# ------------------------------------------------------------------------------------------------

SLUGS = ["a", "b", "c", "d"]
NORMAS = [norma(slug, date(1990 + 5 * i, 1, 1)) for i, slug in enumerate(SLUGS)]
DAYS = st.dates(date(1985, 1, 1), date(2030, 1, 1))
ACTS = st.builds(
    act,
    st.sampled_from(["revoke", "amend", "insert", "suspend", "restore", "annul"]),
    st.sampled_from(SLUGS),
    st.sampled_from(SLUGS),
    st.sampled_from(["", "art1", "art1_par1", "art2", "art9"]),
    st.one_of(st.none(), DAYS),
    rule=st.sampled_from(["", "with the commencement", "90 days from publication"]),
    start=st.integers(0, 3),
)
STARTS = [commence(slug, date(1990 + 5 * i, 2, 1)) for i, slug in enumerate(SLUGS)]
CORPUS = st.lists(ACTS, max_size=8).map(lambda acts: [*STARTS, *acts])


def answers(events: Sequence[Event]) -> list[object]:
    settled = settle(events, NORMAS)
    history = History(settled.events, NORMAS, collected=NOW)
    return [
        (
            slug,
            path,
            [
                (one.since, one.status.status, one.status.alternatives)
                for one in history.periods(slug, path)
            ],
        )
        for slug in SLUGS
        for path in ("", "art1", "art1_par1", "art2")
    ]


@settings(max_examples=60, deadline=None)
@given(CORPUS, st.randoms(use_true_random=False))
def test_the_order_of_the_events_does_not_matter(
    events: list[Event], random: object
) -> None:
    shuffled = list(events)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert answers(shuffled) == answers(events)


@settings(max_examples=40, deadline=None)
@given(CORPUS, ACTS)
def test_an_event_taken_out_was_never_there(events: list[Event], extra: Event) -> None:
    before = answers(events)
    with_it = [*events, extra]
    answers(with_it)
    assert answers([event for event in with_it if event is not extra]) == before


@settings(max_examples=60, deadline=None)
@given(CORPUS, DAYS)
def test_periods_and_single_answers_agree(events: list[Event], day: date) -> None:
    history = History(settle(events, NORMAS).events, NORMAS, collected=NOW)
    for slug in SLUGS:
        for path in ("", "art1"):
            periods = history.periods(slug, path)
            holding = [
                p
                for p in periods
                if (p.since is None or p.since <= day)
                and (p.until is None or day < p.until)
            ]
            assert len(holding) == 1
            assert holding[0].status.status == history.status(slug, path, day).status


@settings(max_examples=60, deadline=None)
@given(CORPUS, DAYS)
def test_what_is_revoked_stays_revoked_without_a_restoration(
    events: list[Event], day: date
) -> None:
    kept = [event for event in events if event.kind != "restore"]
    history = History(settle(kept, NORMAS).events, NORMAS, collected=NOW)
    for slug in SLUGS:
        if history.status(slug, "", day).status == "revoked":
            assert (
                history.status(slug, "", day + timedelta(days=400)).status == "revoked"
            )


def test_ten_thousand_norms_are_rebuilt_in_time() -> None:
    """The bar is 2 s on a free machine; the test leaves room for a busy one."""
    day = date(2000, 1, 1)
    events: list[Event] = []
    normas = [
        norma(f"n{i}", day + timedelta(days=i % 5000), articles=2)
        for i in range(10_000)
    ]
    for i, one in enumerate(normas):
        events.append(commence(one.slug, one.signed))
        if i % 2:
            events.append(
                act(
                    "revoke",
                    one.slug,
                    f"n{i - 1}",
                    "" if i % 3 else "art1",
                    date(2016, 1, 1),
                )
            )
            events.append(
                replace(events[-1], kind="amend", affected_path="art2", start=5)
            )
    begun = time.perf_counter()
    history = History(events, normas)
    count = sum(
        len(history.periods(slug, path))
        for slug in history.norms
        for path in ("", *history.touched(slug))
    )
    assert count > 25_000
    assert time.perf_counter() - begun < 10
