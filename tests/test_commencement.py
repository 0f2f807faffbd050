"""When a norm commences, takes effect and ends, by its own words."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawtool import parse
from lawtool.citations import Context, find_citations
from lawtool.citations.by_node import Cited
from lawtool.citations.catalogue import Catalogue
from lawtool.history import Settled, read_events, settle
from lawtool.history.effect_terms import TermContext, find_effect_terms, term_day
from lawtool.model import Confidence, Event, From, Term

LAW = """LEI Nº 20, DE 3 DE MAIO DE 1995

Dispõe sobre feiras.

O PREFEITO MUNICIPAL DE COARI, Estado do Amazonas, faço saber:

Art. 1º A feira é livre.

{}

Coari, 3 de maio de 1995.

DATA DE PUBLICAÇÃO: 10/05/1995
"""


def settled(articles: str) -> Settled:
    text = LAW.format(articles)
    (norm,) = parse(text)
    context = Context([norm])
    cited = Catalogue(()).resolve_all(find_citations(text, context=context), context)
    return settle(read_events(norm, Cited(norm, text, cited)), [norm])


def told(articles: str, *kinds: str) -> list[tuple[str, str, date | None]]:
    """The events of the law on itself of these kinds, as (kind, path, day)."""
    return [
        (e.kind, e.affected_path, e.date)
        for e in settled(articles).events
        if e.kind in kinds
    ]


PUBLISHED = date(1995, 5, 10)
WHEN = (
    ("entra em vigor na data de sua publicação.", PUBLISHED),
    (
        "entrará em vigor na data de sua publicação, revogadas as disposições em contrário.",
        PUBLISHED,
    ),
    (
        "entrará em vigor 30 (trinta) dias após a data de sua publicação.",
        date(1995, 6, 9),
    ),
    (
        "entrará em vigor após decorridos trinta dias de sua publicação oficial.",
        date(1995, 6, 9),
    ),
    (
        "entrará em vigor no prazo de 90 (noventa) dias, após a sua publicação.",
        date(1995, 8, 8),
    ),
    ("entrará em vigor em 90 (noventa) dias.", date(1995, 8, 8)),
    ("entra em vigor no dia seguinte ao da sua publicação.", date(1995, 5, 11)),
    (
        "entra em vigor no primeiro dia do mês subsequente ao de sua publicação.",
        date(1995, 6, 1),
    ),
    ("entrará em vigor em 1º de janeiro do ano seguinte.", date(1996, 1, 1)),
    ("entrará em vigor a partir de 1º de julho do corrente ano.", date(1995, 7, 1)),
    ("entrará em vigor a partir de 1º de julho de 1995.", date(1995, 7, 1)),
    ("vigorará a partir do exercício de 1996.", date(1996, 1, 1)),
    ("vigorará de 01 de janeiro a 31 de dezembro de 1996.", date(1996, 1, 1)),
    ("entrará em vigor em primeiro de janeiro de 1996.", date(1996, 1, 1)),
    ("entrará em vigor a começar de 1º de janeiro de 1996.", date(1996, 1, 1)),
    (
        "entrará em vigor na data de sua publicação, devendo ser regulamentada no prazo de 60 (sessenta) dias.",
        PUBLISHED,
    ),
    ("entra em vigor nesta data.", date(1995, 5, 3)),
    ("entra em vigor na data de sua promulgação.", date(1995, 5, 3)),
    ("entra em vigor dez dias úteis após a publicação.", None),
    ("entra em vigor na data da publicação do decreto que a regulamentar.", None),
    (
        "entra em vigor no primeiro dia do segundo mês seguinte ao de sua publicação.",
        None,
    ),
)


@pytest.mark.parametrize(("words", "day"), WHEN)
def test_the_day_of_commencement(words: str, day: date | None) -> None:
    assert told(f"Art. 2º Esta Lei {words}", "commence") == [("commence", "", day)]


SUBJECTS = (
    "Esta Lei, entrará em vigor na data de sua publicação.",
    "Entra esta Lei em vigor na data de sua publicação.",
    "Esta Lei que dispõe sobre feiras e dá outras providências entra em vigor na data de sua publicação.",
    "Revogadas as disposições em contrário, esta Lei entra em vigor na data de sua publicação.",
    "Esta Lei começa a vigorar na data de sua publicação.",
    "Esta Lei passa a ter vigor a partir da data da sua publicação.",
    "Lei entra em vigor na data de sua publicação.",
    "Esta Lei em vigor na data de sua publicação.",
    "Revogam-se as disposições em contrário, entrando esta Lei em vigor na data de sua publicação.",
    "As disposições desta Lei entram em vigor na data de sua publicação.",
    "Esta Lei será regulamentada em 60 (sessenta) dias, e entrará em vigor na data de sua publicação.",
)


@pytest.mark.parametrize("sentence", SUBJECTS)
def test_the_subject_is_the_norm_however_it_is_said(sentence: str) -> None:
    assert told(f"Art. 2º {sentence}", "commence") == [("commence", "", PUBLISHED)]


OTHERS = (
    "Os convênios entrarão em vigor no trigésimo dia após sua publicação.",
    "O contrato de que trata esta Lei entrará em vigor na data de sua assinatura.",
    "As despesas correrão à conta do orçamento vigente.",
    "Quando esta Lei entrar em vigor, cessa a taxa.",
)


@pytest.mark.parametrize("sentence", OTHERS)
def test_what_is_said_of_something_else_is_no_commencement(sentence: str) -> None:
    found = settled(f"Art. 2º {sentence}")
    (event,) = [one for one in found.events if one.kind == "commence"]
    assert event.confidence in (Confidence.IMPLIED, Confidence.UNREAD)


def test_only_a_silent_law_waits_45_days() -> None:
    (event,) = [
        one
        for one in settled("Art. 2º A taxa é anual.").events
        if one.kind == "commence"
    ]
    assert (event.date, event.rule) == (
        date(1995, 6, 24),
        "45 days from publication (LINDB art. 1)",
    )
    found = settled("Art. 2º Esta Lei viger vigor começ na sua publicação.")
    (event,) = [one for one in found.events if one.kind == "commence"]
    assert (event.date, event.confidence) == (None, Confidence.UNREAD)
    assert "unread-commencement" in [problem.code for _, problem in found.problems]


APART = (
    (
        "Esta Lei entra em vigor na data de sua publicação, retroagindo seus efeitos a 1º de janeiro de 1995.",
        [("commence", "", PUBLISHED), ("take_effect", "", date(1995, 1, 1))],
    ),
    (
        "Esta Lei entra em vigor na data de sua publicação, produzindo efeitos a partir de 1º de janeiro de 1996.",
        [("commence", "", PUBLISHED), ("take_effect", "", date(1996, 1, 1))],
    ),
    (
        "Esta Lei entra em vigor na data de sua publicação e vigorará até 31.12.1996.",
        [("commence", "", PUBLISHED), ("expire", "", date(1997, 1, 1))],
    ),
    (
        "Esta Lei vigorará de 01 de janeiro a 31 de dezembro de 1996.",
        [("commence", "", date(1996, 1, 1)), ("expire", "", date(1997, 1, 1))],
    ),
    (
        "Esta Lei entra em vigor na data de sua publicação, exceto o art. 1º, que produz efeitos a partir de 1º de julho de 1995.",
        [("commence", "", PUBLISHED), ("take_effect", "art1", date(1995, 7, 1))],
    ),
    (
        "Esta Lei entra em vigor na data de sua publicação, salvo o art. 1º, que entrará em vigor em 30 (trinta) dias.",
        [("commence", "", PUBLISHED), ("commence", "art1", date(1995, 6, 9))],
    ),
    (
        "Esta Lei entra em vigor na data de sua publicação e fica revogada em 31 de dezembro de 1996.",
        [("commence", "", PUBLISHED), ("expire", "", date(1996, 12, 31))],
    ),
)


@pytest.mark.parametrize(
    ("sentence", "wanted"), APART, ids=[text[40:90] for text, _ in APART]
)
def test_efficacy_and_end_are_events_of_their_own(
    sentence: str, wanted: list[tuple[str, str, date]]
) -> None:
    found = told(f"Art. 2º {sentence}", "commence", "take_effect", "expire")
    assert sorted(found, key=str) == sorted(wanted, key=str)


TERMS = st.builds(
    Term,
    start=st.sampled_from(From),
    count=st.integers(0, 400),
    unit=st.sampled_from(["day", "month", "year", "business day"]),
    day=st.none() | st.dates(date(1900, 1, 1), date(2090, 1, 1)),
)


@given(TERMS, st.none() | st.dates(date(1900, 1, 1), date(2050, 1, 1)))
def test_a_term_has_a_sentence_and_a_day_or_none(
    term: Term, published: date | None
) -> None:
    assert str(term)
    day = term_day(term, published=published, signed=published)
    assert day is None or day >= (term.day if term.start is From.DAY else published)  # type: ignore[operator]


@given(st.text(alphabet="abcdeimnortuvz 0123456789º./", max_size=200))
def test_terms_are_read_in_any_text(words: str) -> None:
    hits = find_effect_terms(words, TermContext(signed=date(1995, 5, 3)))
    assert all(first.end <= second.start for first, second in pairwise(hits))


def events_on(articles: str) -> list[Event]:
    return [
        event for event in settled(articles).events if event.affected.endswith(";30")
    ]


L30 = "a Lei nº 30, de 5 de março de 1990"
ACTS = (
    ("Fica revogada {}.", [("revoke", "", PUBLISHED)]),
    ("Não fica revogada {}.", []),
    ("Caso seja revogada {}, cessa a taxa.", []),
    ("É vedado revogar {}.", []),
    ("Fica o Prefeito autorizado a revogar {}.", []),
    ("Revogar {}.", [("revoke", "", PUBLISHED)]),
    (
        "A partir de 1º de janeiro de 1996, fica revogada {}.",
        [("revoke", "", date(1996, 1, 1))],
    ),
    (
        "Fica revogada, a partir de 1º de janeiro de 1996, {}.",
        [("revoke", "", date(1996, 1, 1))],
    ),
    (
        "Fica revogada {}, salvo o art. 2º.",
        [("revoke", "", PUBLISHED), ("save", "art2", PUBLISHED)],
    ),
    (
        "Fica revogada {}, no que conflitar com esta Lei.",
        [("revoke_generic", "", PUBLISHED)],
    ),
    ("Ficará revogada {}, quando for firmado o convênio.", [("revoke", "", None)]),
    ("Cessadas as obras, fica revogada {}.", [("revoke", "", None)]),
    (
        "Fica revogado o inciso II, in fine, do art. 1º d{}.",
        [("amend", "art1_cpt_inc2", PUBLISHED)],
    ),
    (
        "Ficam revogados o § 3º do art. 7º e o inciso II do art. 12, ambos d{}, renumerando-se os demais.",
        [("revoke", "art7_par3", PUBLISHED), ("revoke", "art12_cpt_inc2", PUBLISHED)],
    ),
    (
        "O parágrafo único do art. 5º d{} passa a vigorar como § 1º, acrescendo-se o § 2º:",
        [("renumber", "art5_par1u", PUBLISHED), ("insert", "art5_par2", PUBLISHED)],
    ),
    ("Fica o art. 5º d{}, revogado.", [("revoke", "art5", PUBLISHED)]),
    ("Fica restaurada a vigência d{}.", [("restore", "", PUBLISHED)]),
    ("É suspensa a execução do art. 5º d{}.", [("suspend", "art5", PUBLISHED)]),
    (
        "Ficam suspensos, até 31 de dezembro de 1996, os efeitos d{}.",
        [("suspend", "", PUBLISHED), ("restore", "", date(1997, 1, 1))],
    ),
    (
        "Fica prorrogada até 31 de dezembro de 1996 a vigência d{}.",
        [("extend", "", PUBLISHED), ("expire", "", date(1997, 1, 1))],
    ),
    (
        "Ficam revogadas as disposições contrárias à Lei nº 30, de 5 de março de 1990.",
        [],
    ),
    ("Revogam-se as disposições em contrário, exceto {}.", []),
    ("Ficam convalidados os atos praticados na vigência d{}, ora revogada.", []),
    ("Fica revogada a doação de que trata {}.", []),
    (
        "Ficam suspensas as disposições do art. 5º d{}, durante o exercício de 1996.",
        [("suspend", "art5", PUBLISHED), ("restore", "art5", date(1997, 1, 1))],
    ),
    ("Exclua-se do art. 3º d{} o § 1º.", [("revoke", "art3_par1", PUBLISHED)]),
    ("Ficam revogados os Capítulos II e III d{}.", [("revoke_generic", "", PUBLISHED)]),
    ("Fica prorrogado por 90 dias o prazo de que trata o art. 5º d{}.", []),
)


@pytest.mark.parametrize(
    ("sentence", "wanted"), ACTS, ids=[text[:40] for text, _ in ACTS]
)
def test_what_surrounds_a_verb_changes_what_it_does(
    sentence: str, wanted: list[tuple[str, str, date | None]]
) -> None:
    command = sentence.format(L30)
    found = events_on(
        f"Art. 2º {command}\n\nArt. 3º Esta Lei entra em vigor na data de sua publicação."
    )
    shown = [(event.kind, event.affected_path, event.date) for event in found]
    assert sorted(shown, key=str) == sorted(wanted, key=str)
