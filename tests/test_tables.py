"""Tables: each is described once, both ways, and written in one module; statements of SQL
stand in the store.
"""

from __future__ import annotations

import ast
import dataclasses
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import ROOT
from lawtool.model import Decision, Dispositivo, Kind, Norma, NormaId, Signatory, Span
from lawtool.problems import problem_kinds
from lawtool.store import tables
from lawtool.store.schema import read_script
from lawtool.store.tables import (
    Table,
    identity_of,
    node_of,
    node_rows,
    norm_rows,
    stored_norm,
)

PACKAGE = ROOT / "src" / "lawtool"

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
SLUGS = st.from_regex(r"[a-z]+(-[a-z0-9]+){0,3}", fullmatch=True)
PATHS = st.from_regex(r"art[1-9][0-9]?(_cpt_inc[1-9])?", fullmatch=True)
SPANS = st.builds(
    lambda start, size: Span(start=start, end=start + size),
    st.integers(0, 10**6),
    st.integers(0, 99),
)
DAYS = st.dates()
MAYBE_DAY = st.none() | DAYS
SCORES = st.floats(0, 1)
NAMES = st.none() | st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12
)

EVENT = {
    **dict.fromkeys(["kind", "why", "evidence", "confidence", "scope", "decision", "rule"], WORDS),
    **dict.fromkeys(["date", "stated", "computed", "presumed", "not_before", "not_after"], MAYBE_DAY),
    **dict.fromkeys(["acting", "affected", "norma", "source"], SLUGS),
    **dict.fromkeys(["acting_path", "affected_path", "path"], PATHS | st.just("")),
}  # fmt: skip
CASES: dict[str, tuple[Table, dict[str, st.SearchStrategy[Any]]]] = {
    "problems": (
        tables.PROBLEMS,
        {"code": st.sampled_from(sorted(problem_kinds())), "message": WORDS, "span": st.none() | SPANS, "line": st.integers(0, 99)},
    ),
    "corrections": (
        tables.CORRECTIONS,
        {"before": WORDS, "after": WORDS, "rule": WORDS, "evidence": WORDS, "span": SPANS, "line": st.integers(0, 99),
         "decision": st.sampled_from(Decision)},
    ),
    "relations": (
        tables.RELATIONS,
        {"kind": WORDS, "source": SLUGS, "target": SLUGS, "source_path": PATHS | st.just(""), "target_path": PATHS,
         "method": WORDS, "score": st.none() | SCORES, "date": MAYBE_DAY, "evidence": WORDS, "span": st.none() | SPANS},
    ),
    "wordings": (
        tables.WORDINGS,
        {"norm": SLUGS, "path": PATHS, "text": st.none() | WORDS, "since": MAYBE_DAY, "until": MAYBE_DAY, "state": WORDS},
    ),
    "segments": (
        tables.SEGMENTS,
        {"start": st.integers(0, 99), "end": st.integers(0, 99), "kind": WORDS, "node": NAMES, "evidence": WORDS},
    ),
    "signatories": (tables.SIGNATORIES, {"name": NAMES, "role": NAMES}),
}  # fmt: skip


def stored(row: dict[str, Any]) -> dict[str, Any]:
    """A row as SQLite gives it back."""
    base = sqlite3.connect(":memory:")
    base.row_factory = sqlite3.Row
    values = ", ".join(f":{name} AS {name}" for name in row)
    return dict(base.execute(f"SELECT {values}", row).fetchone())


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_a_value_comes_back_from_its_row(name: str, data: st.DataObject) -> None:
    table, fields = CASES[name]
    value = table.make(**{field: data.draw(values) for field, values in fields.items()})
    more = {"dispositivo": None} if table.placed else {}
    assert table.value(stored(table.row(value, **more))) == value


@given(st.fixed_dictionaries(EVENT), st.none() | SPANS)
def test_an_event_comes_back_from_its_row(
    fields: dict[str, Any], span: Span | None
) -> None:
    event = tables.EVENTS.make(span=span, **fields)
    row = stored(tables.event_row(event, 7))
    assert row["id"] == 7
    assert tables.EVENTS.value(row) == event


NORMAS = st.builds(
    Norma,
    slug=SLUGS,
    id=st.builds(
        NormaId,
        species=WORDS,
        number=NAMES,
        year=st.none() | st.integers(1800, 2100),
        date=DAYS,
        bodies=st.lists(SLUGS, max_size=2).map(tuple),
        level=WORDS,
        uf=WORDS,
        municipio=WORDS,
    ),
    source=SLUGS,
    span=SPANS,
    nodes=st.just(()),
    title=NAMES,
    ementa=NAMES,
    published=MAYBE_DAY,
    authority=WORDS,
    start_line=st.integers(0, 99),
    end_line=st.integers(0, 99),
)


@given(NORMAS)
def test_a_norm_comes_back_from_its_rows(norma: Norma) -> None:
    norma = dataclasses.replace(
        norma, signed=norma.id.date, signatories=(Signatory(name="A"),)
    )
    row, origin = norm_rows(norma)
    both = stored(row | origin)
    assert identity_of(both) == norma.id
    assert stored_norm(both, nodes=(), signatories=norma.signatories) == norma


@given(
    st.builds(
        Dispositivo,
        path=PATHS,
        kind=st.sampled_from(Kind),
        text=WORDS,
        label=NAMES,
        printed=NAMES,
        parent=st.none() | PATHS,
        label_span=st.none() | st.just(Span(start=0, end=0)),
        pieces=st.lists(SPANS, max_size=2).map(sorted).map(tuple),
        start_line=st.integers(0, 99),
        end_line=st.integers(0, 99),
        repaired=st.booleans(),
        rows=st.lists(
            st.lists(NAMES, min_size=1, max_size=2).map(tuple), max_size=2
        ).map(tuple),
    )
)
def test_a_node_comes_back_from_its_rows(node: Dispositivo) -> None:
    row, origin = node_rows("lei-1", node, name="Art. 1º", order=3)
    both = row | origin
    columns = (
        "id", "caminho", "tipo", "texto", "rotulo", "impresso", "pai", "linha_inicial", "linha_final", "reparado", "celulas",
    )  # fmt: skip
    labels = {row["id"]: node.label_span} if node.label_span else {}
    there = node_of(
        tuple(both[name] for name in columns), labels, {row["id"]: list(node.pieces)}
    )
    assert there == node


# Where statements stand
# -----------------------------------------------------------------------------------

CHANGES = re.compile(r"\b(?:INSERT\b.*\bINTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM)\b")
ASKS = re.compile(r"\bSELECT\b.+\bFROM\b", re.DOTALL)


def texts_of(module: Path) -> list[str]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


@pytest.mark.parametrize(
    "module", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.stem
)
def test_sql_stands_in_the_store_and_what_changes_in_the_writer(module: Path) -> None:
    inside = module.parent.name == "store"
    for text in texts_of(module):
        assert inside or not ASKS.search(text), text
        assert (inside and module.stem == "writer") or not CHANGES.search(text), text


def test_every_table_is_written() -> None:
    names = set(re.findall(r"CREATE TABLE (\w+)", read_script("schema.sql")))
    makers = [PACKAGE / "store" / f"{name}.py" for name in ("writer", "documents")]
    written: dict[str, list[str]] = {name: [] for name in names}
    for module in makers:
        for text in set(texts_of(module)) & names:
            written[text].append(module.stem)
    assert all(written.values()), written
