"""Both languages say the same: every key has words in both, every code has a key, every
status all its facts.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from string import Formatter

import pytest

from conftest import ROOT
from lawtool.citations.catalogue import STATUS
from lawtool.cli.diff_command import FLAGS
from lawtool.comparison import RELATIONS
from lawtool.corpus import open as open_database
from lawtool.model import Decision, Furniture, Kind
from lawtool.problems import Severity
from lawtool.render.status_text import status_sentences
from lawtool.render.strings import UnknownWord, say_day, speaker, words_table

SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in (ROOT / "src" / "lawtool").rglob("*.py")
)
COMPARISON = (ROOT / "src" / "lawtool" / "rules" / "comparison.toml").read_text("utf-8")
RULES = ROOT / "src" / "lawtool" / "rules"


def _braces(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(words_table()))
def test_a_key_has_words_in_both_languages(key: str) -> None:
    portuguese, english = words_table()[key]
    assert portuguese.strip()
    assert english.strip()
    # Gender and contractions are of Portuguese alone.
    assert _braces(portuguese) - {"o", "por"} == _braces(english)


def test_an_unknown_key_raises() -> None:
    with pytest.raises(UnknownWord):
        speaker("pt")("problem.no-such-code")


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("reason", set(STATUS)),
        ("relation", set(RELATIONS)),
        ("flag", {*FLAGS, "sense"}),
        ("adaptation", set(re.findall(r'^id = "([\w-]+)"', COMPARISON, re.M))),
        ("decision", {decision.value for decision in Decision}),
        ("severity", {severity.value for severity in Severity}),
        ("furniture", {furniture.value for furniture in Furniture}),
        ("provision", {kind.value for kind in Kind}),
        ("problem", set(re.findall(r'code="([a-z-]+)"', SOURCES))),
        ("problem", set(re.findall(r'_problem\(\s*"([a-z-]+)"', SOURCES))),
        (
            "event",
            set(
                re.findall(
                    r'^kind = "(\w+)"',
                    (RULES / "eventos.toml").read_text("utf-8"),
                    re.M,
                )
            ),
        ),
        (
            "rule",
            set(
                re.findall(
                    r'^id = "([\w-]+)"', (RULES / "ocr.toml").read_text("utf-8"), re.M
                )
            ),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_program_tells_by_code_has_words(
    section: str, names: set[str]
) -> None:
    assert {name for name in names if f"{section}.{name}" not in words_table()} == set()


def test_portuguese_says_every_fact_that_english_says(database: Path) -> None:
    with open_database(database) as corpus:
        rows = corpus.connection.execute(
            "SELECT norma, coalesce(caminho, ''), coalesce(desde, '1990-01-01') FROM vigencias"
        ).fetchall()
        for slug, path, since in rows:
            history = corpus.history(slug)
            status = history.status(slug, path or None, date.fromisoformat(since))
            english = status_sentences(status, corpus.name)
            portuguese = status_sentences(status, corpus.name, language="pt")
            assert len(english) == len(portuguese)
            assert not any(re.search(r"\d{4}-\d\d-\d\d", line) for line in portuguese)
    assert len(rows) > 100


def test_days_are_written_as_each_language_writes_them() -> None:
    assert (
        say_day(date(1999, 1, 28), "pt") == say_day("1999-01-28", "pt") == "28/01/1999"
    )
    assert say_day(date(1999, 1, 28), "en") == "1999-01-28"
    assert say_day(None, "pt") == ""
