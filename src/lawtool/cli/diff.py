"""`lawtool diff` and `lawtool copies`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lawtool.cli.options import DATABASE, database_option, format_option, open_corpus, write
from lawtool.compare import RELATIONS, Alignment, Unit, align, compare, units
from lawtool.errors import LawtoolError, NothingAligned, NotSegmented, UnknownNorm
from lawtool.model import Correction, Norma
from lawtool.render.diff import records
from lawtool.render.diff.parts import Sides, View, differences
from lawtool.render.records import line
from lawtool.store import Corpus
from lawtool.words import OffsetMap

if TYPE_CHECKING:
    from lawtool.copies import Link

FLAGS = ("number", "number-in-doubt", "moved", "punctuation", "placeholder")


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One side of a comparison: a norm, or what stands under one of its paths, with the raw text of its
    source."""

    norma: Norma
    path: str
    title: str
    raw: str
    corrections: tuple[Correction, ...]

    @property
    def name(self) -> str:
        return min(self.norma.aliases, key=len, default=self.norma.slug)

    @property
    def units(self) -> list[Unit]:
        found = units(self.norma)
        return [u for u in found if not self.path or u.path == self.path or u.path.startswith(f"{self.path}_")]

    def offsets(self, path: str) -> OffsetMap | None:
        node = self.norma.get(path)
        return OffsetMap.of_node(self.raw, node.pieces, self.corrections) if node and node.pieces else None

    def printed(self, path: str) -> str | None:
        """A provision as it stands in the source."""
        node = self.norma.get(path)
        return "\n".join(piece.of(self.raw) for piece in node.pieces) if node and node.pieces else None


def _names(ctx: click.Context, param: click.Parameter, value: str | None) -> frozenset[str]:
    found = frozenset(name.strip() for name in (value or "").split(",") if name.strip())
    known = {*RELATIONS, *FLAGS, "norm-type", "agency", "instrument", "copyist", "style"}
    if unknown := sorted(found - known):
        raise click.BadParameter(f"{', '.join(unknown)}: not one of {', '.join(sorted(known))}")
    return found


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--all", "everything", is_flag=True, help="Also what is identical, and texts uncut.")
@click.option("--ocr", is_flag=True, help="Also what differs by misread letters only.")
@click.option("--punctuation", is_flag=True, help="Also what differs by punctuation only.")
@click.option("--numbers", is_flag=True, help="Only the table of numbers that differ.")
@click.option("--stat", is_flag=True, help="Only the summary.")
@click.option("--only", callback=_names, metavar="CLASS,…", help="Only these classes or flags.")
@click.option(
    "--words",
    type=click.Choice(["inline", "columns"]),
    default="inline",
    show_default=True,
    help="How words are shown.",
)
@click.option("--base", type=click.Choice(["a", "b"]), help="Which is the older text (default: by date).")
@click.option("--exit-zero", is_flag=True, help="Exit code 0 though there are differences.")
@click.option("--fail-on", callback=_names, metavar="CLASS,…", help="Exit code 1 for these classes or flags only.")
@database_option
@format_option("text", "json", "jsonl", "markdown", "html")
@click.pass_context
def diff(
    ctx: click.Context,
    a: str,
    b: str,
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
    """Compare two norms, or two provisions ("coari art. 15" "dnc27 art. 6"), or two files.

    Exit code 0: no difference left after folding; 1: differences; 3: nothing could be aligned; 4: a text has
    no provisions.
    """
    with _corpus(a, b, database) as corpus:
        texts = _text(corpus, a), _text(corpus, b)
    found = _compare(texts, base or "")
    view = View(everything=everything, ocr=ocr, punctuation=punctuation, only=only)
    if form == "text":
        _terminal(found, texts, view, numbers=numbers, stat=stat, columns=words == "columns")
    else:
        write(_lines(found, texts, view, form))
    ctx.exit(_exit_code(found, exit_zero=exit_zero, fail_on=fail_on))


def _corpus(a: str, b: str, database: Path) -> AbstractContextManager[Corpus | None]:
    """The database, none where both sides are files and no other database is named."""
    if database == DATABASE and Path(a).is_file() and Path(b).is_file():
        return nullcontext(None)
    return open_corpus(database)


def _text(corpus: Corpus | None, name: str) -> Text:
    """A side by its name: an id or alias, that and a locator, or a file. Raises UnknownNorm with the nearest
    names."""
    if corpus is None or Path(name).is_file():
        return _from_file(Path(name))
    slug, locator = _split(corpus, name)
    norma = corpus.norma(slug)
    path = corpus.find(norma.slug, locator) if locator else ""
    title = corpus.name(norma.slug, path) if path else corpus.name(norma.slug)
    raw = corpus.source(norma.source).text
    return Text(norma=norma, path=path, title=title, raw=raw, corrections=tuple(corpus.corrections(norma.slug)))


def _split(corpus: Corpus, name: str) -> tuple[str, str]:
    """`coari art. 15` → the norm and the locator; the whole is tried as a name first."""
    try:
        return corpus.resolve(name), ""
    except UnknownNorm:
        norm, _, locator = name.partition(" ")
        if not locator:
            raise
        return corpus.resolve(norm), locator.strip()


def _from_file(path: Path) -> Text:
    from lawtool import pipeline, sources

    document = pipeline.parse_source(sources.read(path))
    if not document.normas:
        raise NotSegmented(f"{path} holds no norm.")
    if len(document.normas) > 1:
        raise LawtoolError(f"{path} holds {len(document.normas)} norms", remedy="Build a corpus and compare them by id.")
    norma = document.normas[0]
    title = norma.title or path.name
    return Text(norma=norma, path="", title=title, raw=document.source.text, corrections=document.corrections)


def _compare(texts: tuple[Text, Text], base: str) -> Alignment:
    first, second = texts
    if not first.path and not second.path:
        return align(first.norma, second.norma, base=base)
    left, right = first.units, second.units
    for text, found in zip(texts, (left, right), strict=True):
        if not found:
            raise NotSegmented(f"{text.title} has no text to compare.")
    return compare(first.norma, second.norma, left, right, base=base)


def _exit_code(found: Alignment, *, exit_zero: bool, fail_on: frozenset[str]) -> int:
    if not any(group.a and group.b for group in found.groups):
        click.echo(f"lawtool: {found.a.slug} and {found.b.slug} have no provision in common.", err=True)
        return NothingAligned.exit_code
    left = differences(found)
    return int(bool(left & fail_on if fail_on else left) and not exit_zero)


def _terminal(found: Alignment, texts: Sequence[Text], view: View, *, numbers: bool, stat: bool, columns: bool) -> None:
    from lawtool.render.diff import text
    from lawtool.render.terminal import console

    names, titles = (texts[0].name, texts[1].name), (texts[0].title, texts[1].title)
    sides = Sides(alignment=found, names=names)
    out = console()
    if numbers:
        text.numbers(sides, out)
        return
    text.head(sides, titles, out)
    if not stat:
        text.blocks(sides, view, out, columns=columns)


def _lines(found: Alignment, texts: Sequence[Text], view: View, form: str) -> Iterable[str]:
    names, titles = (texts[0].name, texts[1].name), (texts[0].title, texts[1].title)
    if form == "json":
        return [line(records.diff(found, _locator(texts)))]
    if form == "jsonl":
        locate = _locator(texts)
        return (line(records.group(group, found, locate)) for group in found.groups)
    if form == "html":
        from lawtool.render.diff import html

        return html.page(found, names, titles, lambda side, path: texts["ab".index(side)].printed(path))
    from lawtool.render.diff import markdown

    return markdown.document(found, names, titles, view)


def _locator(texts: Sequence[Text]) -> Callable[[str, str, int, int], tuple[int, int] | None]:
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


@click.command()
@click.argument("norm", required=False)
@click.option("--leads/--no-leads", default=False, help="Also single provisions alike.")
@click.option("--label", "labels", multiple=True, help="Only links with this label; may be repeated.")
@database_option
@format_option("text", "json", "jsonl", "mermaid", "svg")
def copies(norm: str | None, leads: bool, labels: tuple[str, ...], database: Path, form: str) -> None:
    """Which norms of the corpus were copied from which, with the evidence; with NORM only its links."""
    from lawtool.render.terminal import progress

    with open_corpus(database) as corpus:
        slug = corpus.resolve(norm) if norm else ""
        with progress("reading norms") as tick:
            normas = list(_ticked(corpus, tick))
        names = {one.slug: one.name for one in corpus.summaries()}
    from lawtool.copies import find
    from lawtool.render.diff import graph

    found = [link for link in find(normas) if _wanted(link, slug, leads, labels)]
    if form == "json":
        click.echo(line({"links": [records.link(link) for link in found]}))
    elif form == "jsonl":
        write(line(records.link(link)) for link in found)
    elif form == "mermaid":
        click.echo(graph.mermaid(graph.edges(found), names), nl=False)
    elif form == "svg":
        click.echo(graph.svg(graph.edges(found), names))
    else:
        from lawtool.render.diff import links
        from lawtool.render.terminal import console

        links.show(found, console())


def _ticked(corpus: Corpus, tick: Callable[[int, int], None]) -> Iterable[Norma]:
    total = len(corpus.summaries())
    for number, norma in enumerate(corpus.normas(), 1):
        tick(number, total)
        yield norma


def _wanted(link: Link, slug: str, leads: bool, labels: Sequence[str]) -> bool:
    if slug and slug not in (link.a, link.b):
        return False
    return link.label in labels if labels else leads or link.label != "lead"
