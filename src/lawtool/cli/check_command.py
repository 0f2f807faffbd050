"""`lawtool check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from lawtool.cli.options import database_option, format_option, open_corpus, write
from lawtool.corpus import Corpus
from lawtool.errors import ExitCode
from lawtool.problems import Severity
from lawtool.records import node_record as records
from lawtool.records.json_records import Record
from lawtool.structure.confidence import TreeConfidence

LISTED = 20
"""Problems that the text names one by one; `--code` and `--format jsonl` name all."""


@click.command()
@click.option("--code", default="", help="List the problems with this code.")
@click.option("--review", is_flag=True, help="Rank the norms by what to look at first.")
@database_option
@format_option("text", "json", "jsonl")
@click.pass_context
def check(
    ctx: click.Context, code: str, review: bool, database: Path, form: str
) -> None:
    """Counts per kind, coverage, and problems. Exit code 1: there are problems of severity error.

    `--format jsonl` prints every problem, `--format json` the counts. With `--review`: the norms
    whose trees are in doubt, worst first, each with the share of its provisions that is likely
    right and the reasons.
    """
    with open_corpus(database) as corpus:
        errors = corpus.problem_counts()["severity"].get(Severity.ERROR.value, 0)
        if review:
            write(_review(corpus, form))
        elif form == "jsonl":
            write(map(records.line, corpus.problem_rows(code=code)))
        elif form == "json":
            click.echo(records.line(_summary(corpus)))
        elif code:
            write(map(_line, rows := list(corpus.problem_rows(code=code))))
            if not rows:
                click.echo(f"There is no problem {code!r}.", err=True)
        else:
            write(_text(corpus))
    ctx.exit(ExitCode.DIFFERENCES if errors else ExitCode.DONE)


def _review(corpus: Corpus, form: str) -> Iterable[str]:
    """List the norms in doubt, as text or as a record each."""
    if form == "json":
        yield records.line(
            {"norms": [_review_record(*entry) for entry in corpus.review()]}
        )
        return
    for norm, confidence in corpus.review():
        if form == "jsonl":
            yield records.line(_review_record(norm, confidence))
            continue
        reasons = ", ".join(
            f"{reason.code} {reason.count}" for reason in confidence.reasons
        )
        yield f"{confidence.value:6.3f}  {norm}: {reasons}"


def _review_record(norm: str, confidence: TreeConfidence) -> Record:
    return {
        "norm": norm,
        "confidence": round(confidence.value, 3),
        "wrong": round(confidence.wrong, 1),
        "reasons": {reason.code: reason.count for reason in confidence.reasons},
    }


def _summary(corpus: Corpus) -> Record:
    return {
        "nodes": corpus.kind_counts(),
        "coverage": corpus.coverage(),
        "problems": corpus.problem_counts(),
    }


def _text(corpus: Corpus) -> Iterable[str]:
    summary = _summary(corpus)
    yield "nodes"
    yield from _counts(summary["nodes"])
    yield "characters"
    yield from _counts(summary["coverage"])
    yield "problems"
    yield from _counts(Counter(summary["problems"]["code"]))
    errors = list(corpus.problem_rows(severity=Severity.ERROR.value))
    if errors:
        yield "errors"
        yield from (f"  {_line(row)}" for row in errors[:LISTED])
    if len(errors) > LISTED:
        yield f"  and {len(errors) - LISTED} more: lawtool check --format jsonl"


def _counts(counts: Mapping[str, int]) -> Iterable[str]:
    width = max(map(len, counts), default=0)
    for name, count in counts.items():
        yield f"  {name.ljust(width)}  {count:>9,}"


def _line(row: Mapping[str, object]) -> str:
    where = " ".join(
        str(part)
        for part in (row["source"], row["line"] and f"line {row['line']}", row["path"])
        if part
    )
    return f"{row['severity']} {row['code']} {where}: {row['message']}"
