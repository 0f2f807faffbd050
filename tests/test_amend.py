"""Amending norms applied: the annotated bill, every operation, and what must be refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from lawtool import corpus as asked
from lawtool.citations import Context, find_citations
from lawtool.corpus import Corpus
from lawtool.history import Cited, Instruction, amend, read_events, settle
from lawtool.history.editions import Library
from lawtool.history.event_index import History
from lawtool.history.instructions import clean_wording, is_omitted
from lawtool.identifiers.paths import canonical
from lawtool.model import Norma
from lawtool.pipeline import parse_source
from lawtool.sources import source_from_text

GOLD = Path(__file__).parent / "gold"
CHANGED = [
    json.loads(line)
    for line in (GOLD / "consolidated.jsonl").read_text(encoding="utf-8").splitlines()
]
BILL, LAW = "sete-lagoas-pl-2025", "sete-lagoas-lei-7061-2004"


@pytest.fixture(scope="module")
def timeline(database: Path) -> Iterator[Corpus]:
    with asked.open(database) as corpus:
        yield corpus


@pytest.fixture(scope="module")
def amended(timeline: Corpus) -> amend.Amended:
    return timeline.apply(timeline.norma(BILL), timeline.norma(LAW))


@pytest.mark.parametrize("row", CHANGED, ids=[row["path"] for row in CHANGED])
def test_the_bill_of_the_truth(amended: amend.Amended, row: dict[str, object]) -> None:
    node = amended.norma.get(canonical(str(row["path"])))
    assert node is not None
    assert (node.text, node.label, node.kind.value) == (
        row["text"],
        row["label"],
        row["kind"],
    )
    change = next(one for one in amended.applied if one.path == node.path)
    assert change.before == row["old_text"]
    assert [list(pair) for pair in change.numbers] == row["numbers_changed"]


def test_only_three_nodes_change(timeline: Corpus, amended: amend.Amended) -> None:
    before = {node.path: node for node in timeline.norma(LAW).nodes}
    changed = [
        node.path for node in amended.norma.nodes if before.get(node.path) != node
    ]
    assert changed == [canonical(row["path"]) for row in CHANGED]
    assert len(amended.norma.nodes) == len(before) + 1
    assert amended.failed == ()
    assert amended.hypothetical


def test_the_inserted_paragraph_stands_behind_its_caput(amended: amend.Amended) -> None:
    order = [node.path for node in amended.norma.nodes]
    assert order[order.index("art20_par1u") - 1] == "art20"
    assert order[order.index("art20_par1u") + 1] == "art21"


def test_applied_again_it_finds_nothing_to_do(
    timeline: Corpus, amended: amend.Amended
) -> None:
    again = timeline.apply(timeline.norma(BILL), amended.norma)
    assert again.applied == ()
    assert len(again.failed) == 3
    assert again.norma == amended.norma


# Operations
# ------------------------------------------------------------------------------------------------

HEAD = (
    "O Prefeito Municipal de Ribeirão Claro, Estado do Paraná, sanciona a seguinte Lei:"
)
OLD = f"""LEI Nº 100, DE 2 DE JANEIRO DE 1999.

Dispõe sobre os prazos.

{HEAD}

Art. 1º O prazo é de dez dias:

I - para os prédios;

II - para os terrenos.

§ 1º O prazo corre da notificação.

§ 2º A multa é de dez reais.

Art. 2º A multa é de vinte reais.

Parágrafo único. A multa dobra na reincidência.

Art. 3º Esta Lei entra em vigor na data de sua publicação.

Ribeirão Claro, 2 de janeiro de 1999.
"""


def norm(text: str) -> tuple[Norma, Cited]:
    document = parse_source(source_from_text(text))
    found = find_citations(document.source.text, context=Context(document.normas))
    norma = document.normas[0]
    return norma, Cited(norma, document.source.text, found, document.corrections)


def changed(*articles: str) -> amend.Amended:
    ordered = (*articles, "Esta Lei entra em vigor na data de sua publicação.")
    body = "\n\n".join(f"Art. {i}º {text}" for i, text in enumerate(ordered, 1))
    text = f"LEI Nº 500, DE 10 DE MAIO DE 2005.\n\n{HEAD}\n\n{body}\n\nRibeirão Claro, 10 de maio de 2005.\n"
    acting, cited = norm(text)
    law, _ = norm(OLD)
    names = {
        one.norm
        for _, _, made in amend.read_instructions(acting, cited)
        for one in made
    }
    return amend.apply_amendment(acting, law, cited, names=names)


def text_of(result: amend.Amended, path: str) -> str | None:
    node = result.norma.get(path)
    return node.text if node is not None else None


NEW = "passa a vigorar com a seguinte redação"


def test_replace_an_inciso() -> None:
    result = changed(
        f'O inciso II do art. 1º da Lei nº 100/99 {NEW}:\n\n"II - para os lotes."'
    )
    assert text_of(result, "art1_cpt_inc2") == "para os lotes."
    assert text_of(result, "art1_cpt_inc1") == "para os prédios;"
    assert not result.hypothetical


def test_replace_a_whole_article_takes_what_hangs_under_it() -> None:
    result = changed(
        f'O art. 2º da Lei nº 100/99 {NEW}:\n\n"Art. 2º A multa é de trinta reais."'
    )
    assert text_of(result, "art2") == "A multa é de trinta reais."
    assert text_of(result, "art2_par1u") is None


def test_an_omission_keeps_what_is_there() -> None:
    wording = '"Art. 1º ...\n\nI - ...\n\nII - para os lotes.\n\n..."'
    result = changed(f"O art. 1º da Lei nº 100/99 {NEW}:\n\n{wording}")
    assert text_of(result, "art1") == "O prazo é de dez dias:"
    assert text_of(result, "art1_cpt_inc1") == "para os prédios;"
    assert text_of(result, "art1_cpt_inc2") == "para os lotes."
    assert text_of(result, "art1_par1") == "O prazo corre da notificação."


def test_insert_between_siblings() -> None:
    result = changed(
        'Acrescente-se ao art. 1º da Lei nº 100/99 o seguinte parágrafo:\n\n"§ 3º O prazo é prorrogável."'
    )
    order = [node.path for node in result.norma.nodes]
    assert order[order.index("art1_par3") - 1] == "art1_par2"
    assert order[order.index("art1_par3") + 1] == "art2"


def test_insert_an_article() -> None:
    result = changed(
        'Fica acrescido à Lei nº 100/99 o art. 1º-A, com a seguinte redação:\n\n"Art. 1º-A A taxa é de cem reais."'
    )
    order = [
        node.path
        for node in result.norma.nodes
        if node.parent is None and node.path.startswith("art")
    ]
    assert order == ["art1", "art1-1", "art2", "art3"]


def test_revoke_leaves_the_number() -> None:
    result = changed("Fica revogado o § 1º do art. 1º da Lei nº 100/99.")
    assert text_of(result, "art1_par1") == "(Revogado)"
    assert text_of(result, "art1_par2") == "A multa é de dez reais."


def test_words_that_occur_once() -> None:
    result = changed(
        'No § 2º do art. 1º da Lei nº 100/99, onde se lê "dez reais", leia-se "cem reais".'
    )
    assert text_of(result, "art1_par2") == "A multa é de cem reais."


REFUSED = [
    ("Fica revogado o art. 9º da Lei nº 100/99.", "no art9"),
    (f'O art. 9º da Lei nº 100/99 {NEW}:\n\n"Art. 9º O prazo é outro."', "no art9"),
    (
        'Acrescente-se ao art. 1º da Lei nº 100/99 o seguinte parágrafo:\n\n"§ 2º O prazo é prorrogável."',
        "exists already",
    ),
    (
        'Acrescente-se ao art. 9º da Lei nº 100/99 o § 1º:\n\n"§ 1º O prazo é prorrogável."',
        "no art9",
    ),
    (
        'No § 2º do art. 1º da Lei nº 100/99, onde se lê "euros", leia-se "reais".',
        "0 times",
    ),
    (
        "O § 2º do art. 1º da Lei nº 100/99 fica renumerado para § 3º.",
        "not carried out",
    ),
]


@pytest.mark.parametrize(
    ("article", "reason"), REFUSED, ids=[article[:40] for article, _ in REFUSED]
)
def test_what_cannot_be_done_is_listed_and_nothing_changes(
    article: str, reason: str
) -> None:
    law, _ = norm(OLD)
    result = changed(article)
    assert result.applied == ()
    assert [reason in failure.reason for failure in result.failed] == [True]
    assert [node.text for node in result.norma.nodes] == [
        node.text for node in law.nodes
    ]


def test_one_failure_does_not_stop_the_others() -> None:
    result = changed(
        "Fica revogado o art. 9º da Lei nº 100/99.",
        "Fica revogado o art. 2º da Lei nº 100/99.",
    )
    assert [change.path for change in result.applied] == ["art2"]
    assert len(result.failed) == 1


def test_nothing_is_done_twice() -> None:
    result = changed(
        "Fica revogado o art. 2º da Lei nº 100/99.",
        "Fica revogado o art. 2º da Lei nº 100/99.",
    )
    assert [change.path for change in result.applied] == ["art2"]
    assert len(result.failed) == 1


def test_another_norm_is_not_touched() -> None:
    law, _ = norm(OLD)
    one = Instruction(operation="revoke", norm="other", path="art2", command="art1")
    assert amend.instructions_for(law, "a", {}) == []
    result = amend.carry_out(law, law, [one])
    assert [change.path for change in result.applied] == ["art2"]


@pytest.mark.parametrize(
    "text", ["[...]", "“[...]”", "....", "(...)", "…", "", '"..."', "_____"]
)
def test_marks_of_omission(text: str) -> None:
    assert is_omitted(text)


@pytest.mark.parametrize("text", ["dez dias", "I", "(Revogado)"])
def test_what_is_no_omission(text: str) -> None:
    assert not is_omitted(text)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("O prazo é de dez dias. (NR)", "O prazo é de dez dias."),
        ("O prazo é de dez dias.” (NR)", "O prazo é de dez dias."),
        ('O prazo é de dez dias."', "O prazo é de dez dias."),
        ("O “prazo” é de dez dias.", "O “prazo” é de dez dias."),
    ],
)
def test_marks_are_no_text(text: str, clean: str) -> None:
    assert clean_wording(text) == clean


# The text of a day
# -----------------------------------------------------------------------------------------


def test_the_wording_before_a_noted_amendment_is_not_claimed(timeline: Corpus) -> None:
    edition = timeline.text_on(LAW, date(2008, 1, 1))
    assert {gap.path for gap in edition.unknown} == {"art3", "art3_cpt_inc3", "art14"}
    assert timeline.text_on(LAW, date(2024, 1, 1)).unknown == ()


def test_a_bill_changes_no_text_of_any_day(timeline: Corpus) -> None:
    edition = timeline.text_on(LAW, date(2026, 11, 30))
    assert edition.changes == ()
    assert edition.norma.get("art20_par1u") is None


@pytest.mark.parametrize("path", ["art3", "art3_cpt_inc3", "art14", "art3_cpt_inc8"])
def test_no_provision_has_two_wordings_on_one_day(timeline: Corpus, path: str) -> None:
    wordings = timeline.library(LAW).wordings(LAW, path)
    assert wordings
    for one, other in pairwise(wordings):
        assert one.until == other.since
    assert wordings[0].since is None
    assert wordings[-1].until is None


def test_an_amending_norm_that_is_held_gives_the_later_wording() -> None:
    law, law_cited = norm(OLD)
    acting, cited = norm(
        "LEI Nº 500, DE 10 DE MAIO DE 2005.\n\n"
        + HEAD
        + "\n\nArt. 1º O inciso II do art. 1º da Lei nº 100/99 "
        f'{NEW}:\n\n"II - para os lotes."\n\nArt. 2º Esta Lei entra em vigor em 1º de junho de 2005.\n\n'
        "Ribeirão Claro, 10 de maio de 2005.\n"
    )
    linked = {
        path: [
            replace(one, norma=law.slug) if one.id and one.id.number == "100" else one
            for one in found
        ]
        for path, found in cited.items()
    }
    settled = settle(
        [*read_events(law, law_cited), *read_events(acting, linked)], [law, acting]
    )
    history = History(settled.events, [law, acting])
    made = Library(
        [law, acting], {law.slug: law_cited, acting.slug: linked}.__getitem__, history
    )
    before, after = (
        made.text_on(law.slug, date(2005, 5, 31)),
        made.text_on(law.slug, date(2005, 6, 1)),
    )
    assert before.norma.get("art1_cpt_inc2").text == "para os terrenos."  # type: ignore[union-attr]
    assert after.norma.get("art1_cpt_inc2").text == "para os lotes."  # type: ignore[union-attr]
    wordings = made.wordings(law.slug, "art1_cpt_inc2")
    assert [(one.text, one.until) for one in wordings] == [
        ("para os terrenos.", date(2005, 6, 1)),
        ("para os lotes.", None),
    ]
