"""`lawtool diff`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click

from lawtool.cli.options import (
    DATABASE,
    database_option,
    format_option,
    open_corpus,
    write,
)
from lawtool.cli.sides import Text, amended, text
from lawtool.comparison import RELATIONS, Alignment, align, compare
from lawtool.comparison.sense import DANGERS
from lawtool.corpus import Corpus
from lawtool.errors import ExitCode, NotSegmented
from lawtool.records import diff_record as records
from lawtool.records.node_record import line
from lawtool.render.diff_view import Sides, View, differences
from lawtool.repair.offsets import OffsetMap

FLAGS = ("sense", "number", "number-in-doubt", "moved", "punctuation", "placeholder")
PLURALS = {
    "numbers": "number",
    "bounds": "bound",
    "exceptions": "exception",
    "terms": "term",
    "dates": "date",
}


def _names(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> frozenset[str]:
    found = frozenset(name.strip() for name in (value or "").split(",") if name.strip())
    found = frozenset(PLURALS.get(name, name) for name in found)
    known = {
        *RELATIONS,
        *FLAGS,
        *DANGERS,
        "norm-type",
        "agency",
        "instrument",
        "copyist",
        "style",
    }
    if unknown := sorted(found - known):
        raise click.BadParameter(
            f"{', '.join(unknown)}: not one of {', '.join(sorted(known))}"
        )
    return found


@click.command()
@click.argument("a")
@click.argument("b", required=False)
@click.argument("c", required=False)
@click.option(
    "--as-amended-by",
    "by",
    metavar="NORM",
    help="In place of B: A as this norm or bill would change it.",
)
@click.option(
    "--all", "everything", is_flag=True, help="Also what is identical, and texts uncut."
)
@click.option("--ocr", is_flag=True, help="Also what differs by misread letters only.")
@click.option(
    "--punctuation", is_flag=True, help="Also what differs by punctuation only."
)
@click.option("--numbers", is_flag=True, help="Only the table of numbers that differ.")
@click.option("--stat", is_flag=True, help="Only the summary.")
@click.option(
    "--only", callback=_names, metavar="CLASS,…", help="Only these classes or flags."
)
@click.option(
    "--words",
    type=click.Choice(["inline", "columns"]),
    default="inline",
    show_default=True,
    help="How words are shown.",
)
@click.option(
    "--base",
    type=click.Choice(["a", "b"]),
    help="Which is the older text (default: by date).",
)
@click.option(
    "--exit-zero", is_flag=True, help="Exit code 0 though there are differences."
)
@click.option(
    "--fail-on",
    callback=_names,
    metavar="CLASS,…",
    help="Exit code 1 for these classes or flags only.",
)
@database_option
@format_option("text", "json", "jsonl", "markdown", "html")
@click.pass_context
def diff(
    ctx: click.Context,
    a: str,
    b: str | None,
    c: str | None,
    by: str | None,
    everything: bool,
    ocr: bool,
    punctuation: bool,
    numbers: bool,
    stat: bool,
    only: frozenset[str],
    words: str,
    base: str | None,
    exit_zero: bool,
    fail_on: frozenset[str],
    database: Path,
    form: str,
) -> None:
    """Compare two norms, or two provisions ("coari art. 15" "dnc27 art. 6"), two files, or two
    versions of one norm ("lei7061@2009-01-01" "lei7061@2013-01-01"; without a day, as printed).

    With C three texts are set side by side: a source, a copy of it, and the source as amended
    since.

    Exit code 0: no difference left after folding; 1: differences; 3: nothing could be aligned; 4: a
    text has no provisions.
    """
    if (b is None) == (by is None):
        raise click.UsageError("Name either B or --as-amended-by NORM.", ctx)
    if c is not None:
        different = _compare_three((a, b or "", c), database, form)
        ctx.exit(int(different and not exit_zero))
    with _corpus(a, b, database) as corpus:
        texts = _sides(corpus, a, b, by)
        same = texts[0].norma.slug == texts[1].norma.slug
    found = _compare(texts, base or ("a" if same else ""))
    view = View(everything=everything, ocr=ocr, punctuation=punctuation, only=only)
    if form == "text":
        _terminal(
            found, texts, view, numbers=numbers, stat=stat, columns=words == "columns"
        )
    else:
        write(_lines(found, texts, view, form))
    ctx.exit(_exit_code(found, exit_zero=exit_zero, fail_on=fail_on))


def _compare_three(names: tuple[str, str, str], database: Path, form: str) -> bool:
    """Set a source, its copy and the amended source side by side; return whether they differ
    anywhere.
    """
    from lawtool.comparison.three_way import count_states, join_alignments

    with open_corpus(database) as corpus:
        source, copy, amended_text = (text(corpus, name) for name in names)
    alignments = _compare((source, copy), "a"), _compare((source, amended_text), "a")
    triples = join_alignments(*alignments)
    if form == "text":
        from lawtool.render.diff_three import show_three
        from lawtool.render.terminal import console

        shown = source.name, copy.name, amended_text.name
        show_three(triples, alignments, shown, console())
    elif form == "json":
        whole = {
            "schema": "lawtool-diff3/1",
            "a": source.norma.slug,
            "b": copy.norma.slug,
            "c": amended_text.norma.slug,
            "summary": count_states(triples),
            "provisions": [records.triple_record(triple) for triple in triples],
            "a_b": records.diff(alignments[0]),
            "a_c": records.diff(alignments[1]),
        }
        write([line(whole)])
    elif form == "jsonl":
        write(line(records.triple_record(triple)) for triple in triples)
    else:
        raise click.UsageError("Three texts are shown as text, json or jsonl.")
    return any(triple.state != "same" for triple in triples)


def _corpus(
    a: str, b: str | None, database: Path
) -> AbstractContextManager[Corpus | None]:
    """The database, none where both sides are files and no other database is named."""
    if (
        database == DATABASE
        and b is not None
        and Path(a).is_file()
        and Path(b).is_file()
    ):
        return nullcontext(None)
    return open_corpus(database)


def _sides(
    corpus: Corpus | None, a: str, b: str | None, by: str | None
) -> tuple[Text, Text]:
    """Both sides; what could not be known or done of one is told on standard error."""
    first = text(corpus, a)
    if by is not None and corpus is not None:
        from lawtool.cli.apply_command import warn

        second, acting, result = amended(corpus, first, by)
        warn(acting, first.norma, result)
        return first, second
    sides = first, text(corpus, b or "")
    for side in sides:
        for gap in side.unknown:
            click.echo(f"not known: {side.name} {gap.path}: {gap.sentence()}", err=True)
    return sides


def _compare(texts: tuple[Text, Text], base: str) -> Alignment:
    first, second = texts
    if not first.path and not second.path:
        return align(first.norma, second.norma, base=base)
    left, right = first.units, second.units
    for side, found in zip(texts, (left, right), strict=True):
        if not found:
            raise NotSegmented(f"{side.title} has no text to compare.")
    return compare(first.norma, second.norma, left, right, base=base)


def _exit_code(found: Alignment, *, exit_zero: bool, fail_on: frozenset[str]) -> int:
    if not any(group.a and group.b for group in found.groups):
        click.echo(
            f"lawtool: {found.a.slug} and {found.b.slug} have no provision in common.",
            err=True,
        )
        return ExitCode.NOTHING_ALIGNED
    left = differences(found)
    return int(bool(left & fail_on if fail_on else left) and not exit_zero)


def _terminal(
    found: Alignment,
    texts: Sequence[Text],
    view: View,
    *,
    numbers: bool,
    stat: bool,
    columns: bool,
) -> None:
    from lawtool.render import diff_text as shown
    from lawtool.render.terminal import console

    names, titles = (texts[0].name, texts[1].name), (texts[0].title, texts[1].title)
    sides = Sides(alignment=found, names=names)
    out = console()
    if numbers:
        shown.numbers(sides, out)
        return
    shown.head(sides, titles, out)
    if not stat:
        shown.blocks(sides, view, out, columns=columns)


def _lines(
    found: Alignment, texts: Sequence[Text], view: View, form: str
) -> Iterable[str]:
    names, titles = (texts[0].name, texts[1].name), (texts[0].title, texts[1].title)
    if form == "json":
        return [line(records.diff(found, _locator(texts)))]
    if form == "jsonl":
        locate = _locator(texts)
        return (line(records.group(group, found, locate)) for group in found.groups)
    if form == "html":
        from lawtool.render import diff_html as html

        return html.page(
            found,
            names,
            titles,
            lambda side, path: texts["ab".index(side)].printed(path),
        )
    from lawtool.render import diff_markdown as markdown

    return markdown.document(found, names, titles, view)


def _locator(
    texts: Sequence[Text],
) -> Callable[[str, str, int, int], tuple[int, int] | None]:
    """Raw offsets of a place in a provision's text."""
    maps: dict[tuple[str, str], OffsetMap | None] = {}

    def locate(side: str, path: str, start: int, end: int) -> tuple[int, int] | None:
        key = side, path
        if key not in maps:
            maps[key] = texts["ab".index(side)].offsets(path)
        offsets = maps[key]
        if offsets is None:
            return None
        if start == end and start:
            at = offsets.span(start - 1, start).end
            return at, at
        span = offsets.span(start, end)
        return span.start, span.end

    return locate
