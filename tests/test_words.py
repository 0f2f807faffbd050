"""Corrections replayed, taken back and traced; words repaired and left alone."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lawtool.model import Correction, Decision, Span
from lawtool.words import Edits, OffsetMap, apply, compose, undo
from lawtool.words.replay import _folded

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
    assert undo(apply(raw, rows), rows) == raw


@given(texts_with_rows())
def test_rows_that_stand_are_disjoint_and_a_persons_come_first(case: tuple[str, list[Correction]]) -> None:
    _, rows = case
    kept = Edits(rows).rows
    assert all(a.span.end <= b.span.start for a, b in pairwise(kept))
    for row in rows:
        if row.decision is Decision.ACCEPTED and row not in kept:
            clash = [k for k in kept if k.span.start <= row.span.end and row.span.start <= k.span.end]
            assert any(k.decision is Decision.ACCEPTED for k in clash)


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
    places = [offsets.raw_offset(i) for i in range(len(text))]
    assert places == sorted(places)
    changed = {i for row in Edits(rows).rows for i in range(row.span.start, row.span.end + 1)}
    for i, sign in enumerate(text):
        span = offsets.span(i, i + 1)
        if sign.isalpha() and sign.isascii() and span.start not in changed and span.end - span.start == 1:
            assert span.of(raw) == sign


def row(start: int, before: str, after: str, decision: Decision = Decision.AUTO) -> Correction:
    span = Span(start=start, end=start + len(before))
    return Correction(span=span, before=before, after=after, rule="test", decision=decision)


def test_only_rows_that_apply_change_the_text() -> None:
    raw = "Area de Armazenamento"
    assert apply(raw, [row(0, "Area", "Área")]) == "Área de Armazenamento"
    assert apply(raw, [row(0, "Area", "Área", Decision.SUGGESTED)]) == raw
    person = row(0, "Area de", "Aro", Decision.ACCEPTED)
    assert apply(raw, [row(0, "Area", "Área"), person]) == "Aro Armazenamento"


def test_compose_joins_pieces_and_folds_blanks() -> None:
    raw = "Gás Liqiefeito\n ESTADO DO AMAZONAS\nde\u00a0 Petro\u0301leo "
    pieces = (Span(start=0, end=14), Span(start=35, end=len(raw)))
    rows = [row(4, "Liqiefeito", "Liqüefeito"), row(15, " ESTADO DO AMAZONAS\n", "")]
    text = compose(raw, pieces, rows)
    assert text == "Gás Liqüefeito de Petróleo"
    offsets = OffsetMap.of_node(raw, pieces, rows)
    assert offsets.span(text.index("Petróleo"), len(text)).of(raw) == "Petro\u0301leo"
    assert offsets.span(4, 14).of(raw) == "Liqiefeito"
