"""Corrections replayed, taken back and traced; words repaired and left alone."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lawtool import repair as words
from lawtool.model import Correction, Decision, Dispositivo, Kind, Source, Span
from lawtool.repair import number_words as numbers
from lawtool.repair.number_words import check_numbers
from lawtool.repair.offsets import (
    Edits,
    OffsetMap,
    _folded,
    compose,
    replay,
    undo_replay,
)
from lawtool.vocabulary import lexicon

TEXTS = st.text(alphabet="ab cç\u00a0\n\t\x00-ü", max_size=40)


@st.composite
def texts_with_rows(draw: st.DrawFn) -> tuple[str, list[Correction]]:
    raw = draw(TEXTS)
    rows = []
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(raw)))
        end = draw(st.integers(start, len(raw)))
        rows.append(
            Correction(
                span=Span(start=start, end=end),
                before=raw[start:end],
                after=draw(TEXTS),
                rule="test",
                decision=draw(st.sampled_from(Decision)),
            )
        )
    return raw, rows


@given(texts_with_rows())
def test_undo_gives_the_raw_text_back(case: tuple[str, list[Correction]]) -> None:
    raw, rows = case
    assert undo_replay(replay(raw, rows), rows) == raw


@given(texts_with_rows())
def test_rows_that_stand_are_disjoint_and_a_persons_come_first(
    case: tuple[str, list[Correction]],
) -> None:
    _, rows = case
    kept = Edits(rows).rows
    assert all(a.span.end <= b.span.start for a, b in pairwise(kept))
    for row in rows:
        if row.decision is Decision.ACCEPTED and row not in kept:
            clash = [
                k
                for k in kept
                if k.span.start <= row.span.end and row.span.start <= k.span.end
            ]
            assert any(k.decision is Decision.ACCEPTED for k in clash)


@example(
    case=(
        "aaa",
        [Correction(span=Span(start=0, end=2), before="aa", after="aa ", rule="test")],
    ),
    one=2,
    two=2,
)
@given(texts_with_rows(), st.integers(0, 40), st.integers(0, 40))
def test_every_character_of_a_composed_text_is_traced(
    case: tuple[str, list[Correction]], one: int, two: int
) -> None:
    raw, rows = case
    cut = sorted((min(one, len(raw)), min(two, len(raw))))
    pieces = (Span(start=0, end=cut[0]), Span(start=cut[1], end=len(raw)))
    text = compose(raw, pieces, rows)
    offsets = OffsetMap.of_node(raw, pieces, rows)
    assert "".join(chunk for chunk, _, _ in _folded(raw, pieces, Edits(rows))) == text
    places = [offsets.span(i, i + 1).start for i in range(len(text))]
    assert places == sorted(places)
    changed = {
        i for row in Edits(rows).rows for i in range(row.span.start, row.span.end + 1)
    }
    for i, sign in enumerate(text):
        span = offsets.span(i, i + 1)
        if (
            sign.isalpha()
            and sign.isascii()
            and span.start not in changed
            and span.end - span.start == 1
        ):
            assert span.of(raw) == sign


def row(
    start: int, before: str, after: str, decision: Decision = Decision.AUTO
) -> Correction:
    span = Span(start=start, end=start + len(before))
    return Correction(
        span=span, before=before, after=after, rule="test", decision=decision
    )


def test_only_rows_that_apply_change_the_text() -> None:
    raw = "Area de Armazenamento"
    assert replay(raw, [row(0, "Area", "Área")]) == "Área de Armazenamento"
    assert replay(raw, [row(0, "Area", "Área", Decision.SUGGESTED)]) == raw
    person = row(0, "Area de", "Aro", Decision.ACCEPTED)
    assert replay(raw, [row(0, "Area", "Área"), person]) == "Aro Armazenamento"


def test_compose_joins_pieces_and_folds_blanks() -> None:
    raw = "Gás Liqiefeito\n ESTADO DO AMAZONAS\nde\u00a0 Petro\u0301leo "
    pieces = (Span(start=0, end=14), Span(start=35, end=len(raw)))
    rows = [row(4, "Liqiefeito", "Liqüefeito"), row(15, " ESTADO DO AMAZONAS\n", "")]
    text = compose(raw, pieces, rows)
    assert text == "Gás Liqüefeito de Petróleo"
    offsets = OffsetMap.of_node(raw, pieces, rows)
    assert offsets.span(text.index("Petróleo"), len(text)).of(raw) == "Petro\u0301leo"
    assert offsets.span(4, 14).of(raw) == "Liqiefeito"


# Repair
# ----------------------------------------------------------------------------------------------

ROOT = Path(__file__).parent.parent
SCAN = "coari-lei-340-1999.txt"
SEEDS = (
    SCAN,
    "guariba-lei-1992.txt",
    "sete-lagoas-pl-2025.txt",
    "anp-glp-portarias.txt",
    "votuporanga-lei-3459-2001.txt",
)


def whole(text: str, kind: Kind = Kind.ARTIGO) -> tuple[Source, list[Dispositivo]]:
    """A source whose text is one node."""
    node = Dispositivo(
        path="art1", kind=kind, text="", pieces=(Span(start=0, end=len(text)),)
    )
    return Source(slug="text", text=text), [node]


def repaired(text: str, noise: float = 1.0) -> str:
    source, nodes = whole(text)
    return replay(text, words.repair(source, nodes, noise=noise))


@cache
def seed(name: str) -> tuple[str, tuple[Correction, ...]]:
    text = (ROOT / "corpus" / "texts" / name).read_bytes().decode("utf-8")
    source, nodes = whole(text)
    return text, words.repair(source, nodes, noise=0.3 if name == SCAN else 0.0)


def gold(name: str) -> list[dict[str, object]]:
    file = "ocr_coari.jsonl" if name == SCAN else "ocr_others.jsonl"
    rows = map(
        json.loads,
        (ROOT / "tests" / "gold" / file).read_text(encoding="utf-8").splitlines(),
    )
    return [row for row in rows if row["file"] == name]


def fold(text: object) -> str:
    text = (
        unicodedata.normalize("NFC", str(text))
        .replace("ü", "u")
        .replace("²", "2")
        .replace("°", "º")
    )
    return re.sub(r"[\s.—–-]+", "", text).lower()


def agrees(row: Correction, entry: dict[str, object]) -> bool:
    """Does a change turn what the gold calls wrong into what it calls right?"""
    wrong, right = fold(entry["wrong"]), fold(entry["right"])
    before, after = fold(row.before), fold(row.after)
    return (
        row.line == entry["line"]
        and before in wrong
        and wrong.replace(before, after, 1) == right
    )


def test_every_certain_error_in_the_words_of_the_scan_is_repaired() -> None:
    """Labels, headers and noise are the business of other parts."""
    rows = [row for row in seed(SCAN)[1] if row.applies]
    inside = {"roman": ("Classe", "ou IV", "e Il"), "accent": ("“E", "Area")}
    for entry in gold(SCAN):
        shapes = inside.get(str(entry["class"]), ("",))
        wanted = (
            entry["class"] in ("word", "chemical", "symbol", "accent", "roman")
            and entry["certain"]
        )
        if (
            wanted
            and any(shape in str(entry["wrong"]) for shape in shapes)
            and fold(entry["wrong"])
        ):
            assert any(agrees(row, entry) for row in rows), entry


@pytest.mark.parametrize("name", SEEDS)
def test_nothing_is_changed_but_what_is_certainly_wrong(name: str) -> None:
    certain = [entry for entry in gold(name) if entry["certain"]]
    for row in seed(name)[1]:
        if row.applies and fold(row.before) != fold(row.after):
            assert any(agrees(row, entry) for entry in certain), row


@pytest.mark.parametrize("name", SEEDS)
def test_rows_are_disjoint_and_can_be_taken_back(name: str) -> None:
    text, rows = seed(name)
    assert all(one.span.end <= other.span.start for one, other in pairwise(rows))
    assert all(row.before == row.span.of(text) and row.evidence for row in rows)
    assert undo_replay(replay(text, rows), rows) == text


@pytest.mark.parametrize("name", SEEDS)
def test_a_second_repair_finds_nothing_more(name: str) -> None:
    text, rows = seed(name)
    clean = replay(text, rows)
    source, nodes = whole(clean)
    again = words.repair(source, nodes, noise=0.3 if name == SCAN else 0.0)
    assert not [row for row in again if row.applies]


def test_accents_that_stand_apart_make_no_difference() -> None:
    text, rows = seed(SCAN)
    apart = unicodedata.normalize("NFD", text)
    source, nodes = whole(apart)
    found = words.repair(source, nodes, noise=0.3)
    assert all(row.before == row.span.of(apart) for row in found)
    assert unicodedata.normalize("NFC", replay(apart, found)) == replay(text, rows)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("o mínimo. No minimo 2,10m.", "o mínimo. No mínimo 2,10m."),
        ("os recipientes; dois tecipientes", "os recipientes; dois recipientes"),
        ("a Classe I ou II; Classe IH ou IV", "a Classe I ou II; Classe III ou IV"),
        # Both readings are words of the document: nobody can know.
        ("forma e fôrma, a fórma", "forma e fôrma, a fórma"),
        # A term that comes back is no damage, however like another word it is.
        (
            "heliporto: helipcrto, helipcrto, helipcrto",
            "heliporto: helipcrto, helipcrto, helipcrto",
        ),
        ("os direitos que lhes cabem, Ihes é", "os direitos que lhes cabem, lhes é"),
        ("o Sr. José e o Sr. Jose", "o Sr. José e o Sr. Jose"),
    ],
)
def test_evidence_decides(text: str, expected: str) -> None:
    assert repaired(text) == expected


def test_a_clean_text_is_not_spelled_anew() -> None:
    text = "as áreas e as areás, no minimo, Classe II e Classe HI, propano (C3Hs)"
    assert repaired(text, noise=0.0) == text


@pytest.mark.parametrize("kind", [Kind.TABELA, Kind.REDACAO_ANTERIOR])
def test_tables_and_earlier_wordings_are_left_alone(kind: Kind) -> None:
    source, nodes = whole("o mínimo e o minimo", kind)
    assert words.repair(source, nodes, noise=1.0) == ()


@given(
    st.text(alphabet="aáeçgiqu1l|HIVX-ºm?. \n(%)no", max_size=80),
    st.sampled_from([0.0, 1.0]),
)
def test_repair_never_fails_and_is_undone(text: str, noise: float) -> None:
    source, nodes = whole(text)
    rows = words.repair(source, nodes, noise=noise)
    check_numbers(source, nodes)
    assert undo_replay(replay(text, rows), rows) == text


# The lexicon
# -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word",
    [
        "Liqgiiefeito",
        "Liqiefeito",
        "Liguefeito",
        "cingiienta",
        "Area",
        "Unico",
        "Municipa",
        "areás",
        "ínício",
        "minimo",
        "saida",
        "instruiráo",
    ],
)
def test_the_lexicon_is_not_blind_to_damage(word: str) -> None:
    assert not lexicon.known(word)


@pytest.mark.parametrize(
    "word",
    [
        "botijões",
        "umidade",
        "convênios",
        "caput",
        "alínea",
        "liqüefeito",
        "cinqüenta",
        "assembléia",
        "distancias",
        "publicou",
        "municipais",
    ],
)
def test_the_lexicon_knows_words_of_norms_inflected_and_in_older_spelling(
    word: str,
) -> None:
    assert lexicon.known(word)


# Digits and words
# ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "50% (cinqüenta por cento)",
        "7/8 (sete oitavos)",
        "R$ 1,85 (um real e oitenta e cinco centavos)",
        "R$ 1.000,00 (hum mil reais)",
        "0,33% (trinta e três centésimos por cento)",
        "2,5% (dois e meio por cento)",
        "3,50m (três metros e meio)",
        "R$ 7.690.741,00 (sete milhões, seiscentos e noventa mil e setecentos e quarenta e um reais)",
        "5º (quinto) dia",
        "2013 (segunda-feira)",
        "às 18:00 (dezoito horas)",
        "90 (Revogado)",
        "nove (9) por (três)",
        "3m (nove metros de comprimento por três metros de altura)",
    ],
)
def test_numbers_that_agree_or_say_nothing(text: str) -> None:
    assert check_numbers(*whole(text)) == ()


@pytest.mark.parametrize(
    "text",
    [
        "50% (cingiienta por cento)",
        "46 (quarenta e oito) horas",
        "213 (dois terços) dos membros",
        "R$ 7.500,00 (sete mil e quinhentos mil cruzeiros)",
        "0,33% (trinta e três décimos por cento)",
    ],
)
def test_numbers_that_disagree(text: str) -> None:
    [problem] = check_numbers(*whole(text))
    assert problem.code == numbers.CODE
    assert problem.span is not None
    shown = problem.span.of(text)
    assert shown[0].isdigit()
    assert shown.endswith(")")
