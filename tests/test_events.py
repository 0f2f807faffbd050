"""Events read from texts: the annotated truth, and one clause at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawtool import corpus as asked
from lawtool.citations import Context, find_citations
from lawtool.corpus import Corpus
from lawtool.history import Cited, Settled, derive_relations, read_events, settle
from lawtool.history import clause_verbs as words
from lawtool.identifiers.paths import below, canonical, covers
from lawtool.model import Event, Norma
from lawtool.pipeline import parse_source
from lawtool.sources import source_from_text

GOLD = Path(__file__).parent / "gold"
NOW = date(2026, 11, 30)


def gold(name: str) -> list[dict[str, object]]:
    return [
        json.loads(line)
        for line in (GOLD / name).read_text(encoding="utf-8").splitlines()
    ]


@pytest.fixture(scope="module")
def timeline(database: Path) -> Iterator[Corpus]:
    with asked.open(database) as corpus:
        corpus.collected = NOW
        yield corpus


@pytest.fixture(scope="module")
def settled(timeline: Corpus) -> Settled:
    normas = list(timeline.normas())
    return settle(
        [
            event
            for norma in normas
            for event in read_events(norma, timeline.cited(norma))
        ],
        normas,
    )


def key(timeline: Corpus, name: object) -> str:
    """The id of a norm that the truth names; a technical standard goes by its own name."""
    words = str(name or "")
    return (
        timeline.resolve_any(words)
        if words and not words.startswith("abnt;")
        else words
    )


def matched(timeline: Corpus, events: tuple[Event, ...]) -> dict[str, Event]:
    """The events found, by the id of the record of the truth that each is. A record is found
    where kind, affected norm and provision, and the acting norm or the norm of the evidence,
    agree.
    """
    pool = list(events)
    found: dict[str, Event] = {}
    for strict in (True, False):
        for row in gold("events.jsonl"):
            if row["id"] in found:
                continue
            for event in pool:
                if event.affected == key(timeline, row["affected"]) and _is(
                    event, row, strict
                ):
                    found[str(row["id"])] = event
                    pool.remove(event)
                    break
    return found


def _is(event: Event, row: dict[str, object], strict: bool) -> bool:
    if event.kind != row["event"]:
        return False
    if event.affected_path != canonical(row.get("affected_path")):  # type: ignore[arg-type]
        return False
    if str(event.date) != str(row["effective_date"]):
        return False
    same_place = event.norma == row.get("evidence_norm")
    return same_place and (
        not strict or canonical(event.path) == canonical(row.get("evidence_path"))
    )  # type: ignore[arg-type]


def test_the_events_of_the_seeds(timeline: Corpus, settled: Settled) -> None:
    events = settled.events
    found = matched(timeline, events)
    rows = gold("events.jsonl")
    missed = [row["id"] for row in rows if row["id"] not in found]
    known = {event.key for event in found.values()}
    false = [event for event in events if event.key not in known]
    assert len(found) >= 0.95 * len(rows), missed
    assert len(false) <= 2, false


def test_the_dates_of_the_seeds(timeline: Corpus, settled: Settled) -> None:
    found = matched(timeline, settled.events)
    for row in gold("events.jsonl"):
        event = found.get(str(row["id"]))
        if event is not None and row["stated_date"]:
            assert str(event.stated) == row["stated_date"], row["id"]
        if event is not None and row["computed_date"] and row["event"] != "transition":
            assert str(event.computed) == row["computed_date"], row["id"]


def test_evidence_is_the_raw_text(database: Path, settled: Settled) -> None:
    with asked.open(database) as corpus:
        for event in settled.events:
            if event.span is None or not event.path:
                continue
            raw = " ".join(event.span.of(corpus.source(event.source).text).split())
            head = event.evidence[:8]
            assert head in raw or head.split()[0] in raw, event


def test_the_two_dates_of_a_revocation_are_reported(settled: Settled) -> None:
    codes = [(norm, problem.code) for norm, problem in settled.problems]
    assert ("dnc-portaria-27-1996", "date-conflict") in codes
    revoked = next(
        e for e in settled.events if e.kind == "revoke" and e.rule.startswith("270")
    )
    assert (revoked.computed, revoked.date) == (date(2008, 11, 23), date(2008, 11, 24))


def test_the_database_holds_what_was_read(timeline: Corpus, settled: Settled) -> None:
    stored = timeline.events("dnc-portaria-27-1996")
    wanted = [
        e
        for e in settled.events
        if "dnc-portaria-27-1996" in (e.affected, e.acting, e.norma)
    ]
    assert sorted(
        (e.kind, e.path, str(e.date), e.affected_path) for e in stored
    ) == sorted((e.kind, e.path, str(e.date), e.affected_path) for e in wanted)


def test_nineteen_revocations_not_twenty_one(settled: Settled) -> None:
    revocations = [event for event in settled.events if event.kind == "revoke"]
    doubles = sum(1 for event in revocations if event.same_as) // 2
    assert len(revocations) - doubles == 19


def test_relations_of_the_seeds(settled: Settled) -> None:
    found = {
        (r.kind, r.source, r.target, r.target_path)
        for r in derive_relations(settled.events)
    }
    assert ("revoga", "anp-portaria-297-2003", "dnc-portaria-27-1996", "art7") in found
    assert ("revoga", "anp-resolucao-5-2008", "dnc-portaria-27-1996", "") in found
    assert ("adota", "anp-resolucao-5-2008", "abnt;nbr;15514;2007", "") in found
    assert not any(source == "sete-lagoas-pl-2025" for _, source, _, _ in found)


# One clause at a time
# --------------------------------------------------------------------------------------

LAW = """LEI Nº 500, DE 10 DE MAIO DE 2005.

Altera a Lei nº 100, de 2 de janeiro de 1999.

O Prefeito Municipal de Ribeirão Claro, Estado do Paraná, faço saber que a Câmara aprovou e eu sanciono a seguinte Lei:

{articles}

Ribeirão Claro, 10 de maio de 2005.
"""


def norm_of(*articles: str, law: str = LAW) -> tuple[Norma, Cited]:
    body = "\n\n".join(f"Art. {i}º {text}" for i, text in enumerate(articles, 1))
    document = parse_source(source_from_text(law.format(articles=body)))
    norma = document.normas[0]
    found = find_citations(document.source.text, context=Context(document.normas))
    return norma, Cited(norma, document.source.text, found, document.corrections)


def acts(*articles: str) -> set[tuple[str, str, str]]:
    """(kind, number of the affected norm, path) of what the articles do to other norms."""
    norma, cited = norm_of(*articles)
    out = set()
    for event in read_events(norma, cited):
        if (
            event.kind in ("sign", "publish", "commence")
            or event.affected == norma.slug
        ):
            continue
        fields = event.affected.split(";")
        out.add((event.kind, fields[4] if len(fields) > 4 else "", event.affected_path))
    return out


CLAUSES = [
    (
        "Fica revogada a Lei nº 1.933, de 16 de setembro de 1997.",
        {("revoke", "1933", "")},
    ),
    (
        "Revogam-se as Leis nº 28, de 22 de outubro de 1963, e nº 40/91.",
        {("revoke", "28", ""), ("revoke", "40", "")},
    ),
    (
        "Fica revogado o inciso III, do art. 28, da Lei nº 93/2015.",
        {("revoke", "93", "art28_cpt_inc3")},
    ),
    (
        "Ficam revogados os §§ 1º e 2º do art. 7º da Lei nº 843/90.",
        {("revoke", "843", "art7_par1"), ("revoke", "843", "art7_par2")},
    ),
    ("O art. 5º da Lei nº 77/80 fica revogado.", {("revoke", "77", "art5")}),
    (
        "Revogue-se em sua totalidade o art. 3º, da Lei nº 147/2005.",
        {("revoke", "147", "art3")},
    ),
    (
        "Fica suprimido o inciso II do art. 5º da Lei nº 415/2003.",
        {("revoke", "415", "art5_cpt_inc2")},
    ),
    (
        "Fica revogada a Lei nº 10/90, que alterou a Lei nº 9/89.",
        {("revoke", "10", "")},
    ),
    (
        "Fica revogada a Lei nº 10/90, alterada pela Lei nº 11/91.",
        {("revoke", "10", "")},
    ),
    (
        "Suprima-se o art. 69, e seus parágrafos, da Lei nº 37, de 5 de abril de 1990.",
        {("revoke", "37", "art69")},
    ),
    (
        "Esta Lei entra em vigor na data de sua publicação, revogadas as disposições em contrário, em especial a"
        " Lei nº 1.714/93 e o art. 2º do Decreto nº 5.914, de 6 de novembro de 1995.",
        {
            ("revoke_generic", "", ""),
            ("revoke", "1714", ""),
            ("revoke", "5914", "art2"),
        },
    ),
    ("Revogam-s às disposições em contrário.", {("revoke_generic", "", "")}),
    (
        "A autorização cancelada ou revogada nos termos da Lei nº 5/90 será publicada.",
        set(),
    ),
    (
        "A doação não será transferida, sob pena de revogação, nos termos da Lei nº 5/90.",
        set(),
    ),
    ("As licenças poderão ser revogadas na forma da Lei nº 5/90.", set()),
    ("Aplica-se o disposto na Lei nº 5/90.", set()),
    (
        "Fica suprimido o cargo de chefe de divisão do Anexo II da Lei nº 1.802/95.",
        {("amend", "1802", "anexo2")},
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), CLAUSES, ids=[text[:50] for text, _ in CLAUSES]
)
def test_clauses(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert acts(text) == expected


QUOTING = [
    (
        [
            'O art. 3º da Lei nº 100/99 passa a vigorar com a seguinte redação:\n\n"Art. 3º O prazo é de dez dias."'
        ],
        {("amend", "100", "art3")},
    ),
    (
        [
            'Acrescente-se ao art. 8º da Lei nº 100/99 o seguinte parágrafo:\n\n"§ 4º O prazo é de dez dias."'
        ],
        {("insert", "100", "art8_par4")},
    ),
    (
        [
            'Dê-se ao inciso II do art. 8º da Lei nº 100/99 a seguinte redação:\n\n"II - dez dias;"'
        ],
        {("amend", "100", "art8_cpt_inc2")},
    ),
    (
        [
            'Fica acrescido à Lei nº 100/99 o art. 5º-A, com a seguinte redação:\n\n"Art. 5º-A O prazo é de dez dias."'
        ],
        {("insert", "100", "art5-1")},
    ),
    (
        [
            'O § 3º do art. 1º da Lei nº 100/99 passa a ter a seguinte redação:\n\n"§ 3º O prazo é de dez dias."',
            'Acrescente-se o § 4º, com a seguinte redação:\n\n"§ 4º O prazo é de vinte dias."',
        ],
        {("amend", "100", "art1_par3"), ("insert", "100", "art1_par4")},
    ),
]


@pytest.mark.parametrize(
    ("articles", "expected"), QUOTING, ids=[articles[0][:40] for articles, _ in QUOTING]
)
def test_new_wordings(articles: list[str], expected: set[tuple[str, str, str]]) -> None:
    assert acts(*articles) == expected


def test_what_is_quoted_does_not_act() -> None:
    found = acts(
        'O art. 3º da Lei nº 100/99 passa a vigorar com a seguinte redação:\n\n"Art. 3º Fica revogada a Lei nº 5/80."'
    )
    assert found == {("amend", "100", "art3")}


STARTS = [
    ("Esta Lei entra em vigor na data de sua publicação.", "on publication"),
    (
        "Esta Lei entrará em vigor 90 (noventa) dias após a data de sua publicação.",
        "90 days from publication",
    ),
    (
        "Esta Lei entra em vigor após decorridos trinta dias de sua publicação.",
        "30 days from publication",
    ),
    ("Esta Lei entrará em vigor em 1º de janeiro de 2006.", "on 2006-01-01"),
    ("Esta Lei entra em vigor na data de sua promulgação.", "on signature"),
    (
        "Esta Lei entra em vigor na data de sua sanção e publicação.",
        "on sanction and publication",
    ),
    (
        "Esta Lei entra em vigor na data de sua publicação, com efeitos a partir de 1º de março de 2004.",
        "on publication",
    ),
    ("O prazo é de dez dias.", "45 days from publication (LINDB art. 1)"),
]


@pytest.mark.parametrize(("text", "rule"), STARTS)
def test_commencement(text: str, rule: str) -> None:
    norma, cited = norm_of(text)
    found = [event for event in read_events(norma, cited) if event.kind == "commence"]
    assert [event.rule for event in found] == [rule]


NOTES = [
    ("(Redação dada pela Lei nº 7932/2010)", "amend"),
    ("(Redação da pela Lei nº 7932/2010)", "amend"),
    ("(Redadação dada pela Lei nº 7932/2010)", "amend"),
    ("(Incluído pela Lei nº 7932/2010)", "insert"),
    ("(Redação acrescida pela Lei nº 7932/2010)", "insert"),
    ("(§ alterado através da Lei nº 7932/2010)", "amend"),
    ("(Revogado pela Lei nº 7932/2010)", "revoke"),
    ("(Renumerado pela Lei nº 7932/2010)", "renumber"),
]


@pytest.mark.parametrize(("note", "kind"), NOTES)
def test_notes(note: str, kind: str) -> None:
    norma, cited = norm_of(f"O prazo é de dez dias. {note}", "A multa é de dez reais.")
    found = [e for e in read_events(norma, cited) if e.affected_path.startswith("art")]
    assert [(e.kind, e.affected_path, "7932" in e.acting) for e in found] == [
        (kind, "art1", True)
    ]


def test_a_text_that_speaks_of_revocation_is_not_revoked() -> None:
    norma, cited = norm_of(
        "A cláusula de revogação deverá enumerar, expressamente, as leis ou disposições legais revogadas."
    )
    assert not [event for event in read_events(norma, cited) if event.kind == "revoke"]


def test_a_bill_only_proposes() -> None:
    bill = LAW.replace(
        "LEI Nº 500, DE 10 DE MAIO DE 2005.", "PROJETO DE LEI Nº 500/2005"
    )
    norma, cited = norm_of(
        "Fica revogada a Lei nº 100/99.",
        "Esta Lei entra em vigor na data de sua publicação.",
        law=bill,
    )
    kinds = {event.kind for event in read_events(norma, cited)}
    assert {"propose", "propose_revoke", "propose_commence"} <= kinds
    assert not kinds & {"revoke", "commence", "sign"}


# Rules and bad input
# ---------------------------------------------------------------------------------------

RULES = [
    (group, rule)
    for group in ("verb", "when", "act", "note")
    for rule in words.rules_of_group(group)
]


@pytest.mark.parametrize(("group", "rule"), RULES, ids=[rule.id for _, rule in RULES])
def test_rules_by_their_own_examples(group: str, rule: object) -> None:
    def hits(text: str) -> list[str]:
        flat = (
            words.plain(text) if group == "note" else words.unquoted(words.plain(text))
        )
        return [hit.kind for hit in words.find_hits(group, flat) if hit.rule is rule]

    for text, kind in rule.examples:  # type: ignore[attr-defined]
        assert kind in hits(text), text
    for text in rule.keep:  # type: ignore[attr-defined]
        assert not hits(text), text


def event(kind: str, acting: str, affected: str, **more: object) -> Event:
    fields: dict[str, object] = {
        "acting": acting,
        "affected": affected,
        "norma": acting,
        "path": "art1",
    }
    return Event(kind=kind, **(fields | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (event("revoke", "a", "a", rule="with the commencement"), "self-revocation"),
        (event("commence", "a", "a", date=date(1500, 1, 1)), "absurd-date"),
        (event("commence", "a", "a", date=date(2345, 1, 1)), "absurd-date"),
    ],
)
def test_what_cannot_be_is_a_problem_and_no_event(bad: Event, code: str) -> None:
    settled = settle([bad], [])
    assert settled.events == ()
    assert [problem.code for _, problem in settled.problems] == [code]


def test_an_older_norm_cannot_revoke_a_younger_one() -> None:
    norma, _ = norm_of("O prazo é de dez dias.")
    old = replace(norma, slug="old", signed=date(1990, 1, 1))
    young = replace(norma, slug="young", signed=date(2000, 1, 1))
    settled = settle(
        [event("revoke", "old", "young", rule="with the commencement")], [old, young]
    )
    assert settled.events == ()
    assert [problem.code for _, problem in settled.problems] == ["revokes-later-norm"]


def test_two_norms_that_revoke_each_other() -> None:
    rule = "with the commencement"
    settled = settle(
        [event("revoke", "a", "b", rule=rule), event("revoke", "b", "a", rule=rule)], []
    )
    assert settled.events == ()
    assert [problem.code for _, problem in settled.problems] == ["revocation-cycle"] * 2


def test_a_missing_target_is_reported_and_stands_for_itself_alone() -> None:
    norma, _ = norm_of("O prazo é de dez dias.")
    settled = settle([event("revoke", "x", norma.slug, affected_path="art99")], [norma])
    assert len(settled.events) == 1
    assert [problem.code for _, problem in settled.problems] == ["missing-target"]


@settings(max_examples=60, deadline=None)
@given(
    st.text(
        alphabet='Art. §ºª123()"“”IVX;:,\nabcdefgilmnoprstuv revogada Lei nº',
        max_size=400,
    )
)
def test_nothing_raises(text: str) -> None:
    document = parse_source(source_from_text(text))
    found = find_citations(text, context=Context(document.normas))
    events = [
        event
        for norma in document.normas
        for event in read_events(norma, Cited(norma, text, found, document.corrections))
    ]
    settle(events, document.normas)


@pytest.mark.parametrize("words", ["a ", "os ", "as, ", "a e ", "dos atos e "])
def test_many_small_words_between_verb_and_object_take_no_time(words: str) -> None:
    """Each of them fits several words that may stand there; sixty in a row would never end if
    all ways were tried.
    """
    text = f"LEI Nº 3, DE 5 DE MAIO DE 1990\nArt. 1º Ficam revogados {words * 60}xis o art. 5º da Lei nº 2, de 3 de maio de 1980.\n"
    (norma,) = parse_source(source_from_text(text)).normas
    found = find_citations(text, context=Context([norma]))
    assert [one.text for one in found if one.kind == "external"] == [
        "art. 5º da Lei nº 2, de 3 de maio de 1980"
    ]
    revoked = [
        event
        for event in read_events(norma, Cited(norma, text, found, ()))
        if event.kind == "revoke"
    ]
    assert "" not in {
        event.affected_path for event in revoked
    }  # never the whole law for its article


# Paths
# -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("art3_inc8", "art3_cpt_inc8"),
        ("art7_par1", "art7_par1"),
        (None, ""),
        ("art417..art441", "art417..art441"),
    ],
)
def test_canonical(path: str | None, expected: str) -> None:
    assert canonical(path) == expected


@pytest.mark.parametrize(
    ("container", "path", "inside"),
    [
        ("", "art1", True),
        ("art1", "art1_par2", True),
        ("art1", "art10", False),
        ("art7_cpt", "art7_cpt_inc1", True),
        ("art7_cpt", "art7_par1", False),
        ("art417..art441", "art420_par1", True),
        ("art417..art441", "art442", False),
    ],
)
def test_covers(container: str, path: str, inside: bool) -> None:
    assert covers(container, path) is inside


@pytest.mark.parametrize(
    ("container", "relative", "expected"),
    [
        ("art129_cpt_inc2", "ali3", "art129_cpt_inc2_ali3"),
        ("art3_par1", "par2", "art3_par2"),
        ("art3", "inc8", "art3_cpt_inc8"),
        ("art3", "art4", "art4"),
        ("", "par2", "par2"),
    ],
)
def test_below(container: str, relative: str, expected: str) -> None:
    assert below(container, relative) == expected


@pytest.mark.parametrize(
    ("summary", "wanted"),
    [
        (
            "Regulamenta a Lei nº 2.038, de 7 de dezembro de 1998, que autoriza doações.",
            {("2038", "")},
        ),
        (
            "REGULAMENTA O ART. 90 DA LEI Nº 37, DE 5 DE ABRIL DE 1990, E DÁ OUTRAS PROVIDÊNCIAS.",
            {("37", "art90")},
        ),
        ("Regulamenta o disposto no art. 5º da Lei nº 12/2001.", {("12", "art5")}),
        (
            "Regulamenta a concessão de auxílio, prevista na Lei nº 1.614, de 11 de novembro de 1992.",
            {("1614", "")},
        ),
        ("Aprova o regulamento da Lei nº 12/2001.", {("12", "")}),
        ("Regulamenta o uso de fardamento e altera a Lei nº 12/2001.", set()),
        ("Regulamenta o estacionamento de veículos defronte às escolas.", set()),
        ("Dispõe sobre o prazo para regulamentar a Lei nº 12/2001.", set()),
    ],
)
def test_a_summary_says_what_a_decree_regulates(
    summary: str, wanted: set[tuple[str, str]]
) -> None:
    decree = f"DECRETO Nº 77, DE 3 DE MAIO DE 2005.\n\n{summary}\n\nArt. 1º O prazo é de dez dias.\n\nCoari, 3 de maio de 2005.\n"
    document = parse_source(source_from_text(decree))
    norma = document.normas[0]
    found = find_citations(decree, context=Context(document.normas))
    events = [
        event
        for event in read_events(norma, Cited(norma, decree, found))
        if event.kind == "regulate"
    ]
    assert {(event.affected.split(";")[-2].lstrip("0") if ";" in event.affected else event.affected, event.affected_path)
            for event in events} == wanted  # fmt: skip


def test_a_summary_and_an_article_that_say_the_same_are_one() -> None:
    decree = (
        "DECRETO Nº 77, DE 3 DE MAIO DE 2005.\n\nRegulamenta a Lei nº 12/2001.\n\n"
        "Art. 1º Fica regulamentada a Lei nº 12/2001.\n\nCoari, 3 de maio de 2005.\n"
    )
    document = parse_source(source_from_text(decree))
    norma = document.normas[0]
    cited = Cited(
        norma, decree, find_citations(decree, context=Context(document.normas))
    )
    assert [
        event.path for event in read_events(norma, cited) if event.kind == "regulate"
    ] == ["art1"]
