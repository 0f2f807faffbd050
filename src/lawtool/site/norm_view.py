"""A norm as it is read on the page: its nodes in order, each with its words marked, and what stands
beside them.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from markupsafe import Markup

from lawtool.identifiers.paths import split_key
from lawtool.model import Correction, Dispositivo, Kind, Norma
from lawtool.render.strings import Say, speaker, words_table
from lawtool.render.tree import HEADINGS, label, placed
from lawtool.repair.offsets import Edits, OffsetMap
from lawtool.site.connection import Reader, Row
from lawtool.site.http import SiteRequest

# A text with its marks ----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """`start`..`end` of a text, to be put between `open` and `close` (HTML). A link within a link
    is no HTML: there a mark stands between `open_within` and `close_within`.
    """

    start: int
    end: int
    open: str
    close: str
    open_within: str = ""
    close_within: str = ""


def element(name: str, **attributes: str) -> tuple[str, str]:
    """Make the tags of an element; empty attributes are left out, `class_` is class, `data_x` is
    data-x.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value
    )
    return f"<{name}{written}>", f"</{name}>"


def disjoint(marks: Iterable[Mark]) -> Iterator[Mark]:
    """Put marks in order; of two that overlap the one that begins first, then the longer one."""
    done = 0
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        if mark.start >= done and mark.end > mark.start:
            yield mark
            done = mark.end


def marked(text: str, outer: Sequence[Mark] = (), inner: Sequence[Mark] = ()) -> Markup:
    """Write a text as HTML. `inner` marks stand within `outer` ones; one that crosses the border of
    an outer one is cut there.
    """
    inside = list(disjoint(inner))
    out: list[str] = []
    done = 0
    for mark in disjoint(outer):
        out += (_plain(text, done, mark.start, inside), mark.open)
        out += (
            _plain(text, mark.start, min(mark.end, len(text)), inside, within=True),
            mark.close,
        )
        done = mark.end
    out.append(_plain(text, done, len(text), inside))
    return Markup("".join(out))


def _plain(
    text: str, start: int, end: int, marks: Sequence[Mark], *, within: bool = False
) -> str:
    out: list[str] = []
    done = start
    for mark in marks:
        left, right = max(mark.start, start), min(mark.end, end)
        if left < right:
            if within:
                opened, closed = (mark.open_within, mark.close_within)
            else:
                opened, closed = (mark.open, mark.close)
            out += (escape(text[done:left]), opened, escape(text[left:right]), closed)
            done = right
    out.append(escape(text[done:end]))
    return "".join(out)


# The nodes of a norm ------------------------------------------------------------------

DEEPEST = 7
"""Levels that are indented."""
PRINTED_TABLE = 3
"""Lines of a text that hold several numbers each, from which on it is taken for a table that lost
its columns.
"""
_CELLS = re.compile(r"(?:(?<!\S)[\d.,]+%?(?!\S)|[.\s]{4,}[\d.,]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One node ready for the page. `label` and `html` are marked; `printed` are its lines as they
    stand in the source where a table was not rebuilt.
    """

    path: str
    kind: str
    depth: int
    label: Markup
    html: Markup
    rows: tuple[tuple[str | None, ...], ...] = ()
    printed: tuple[str, ...] = ()
    parallels: tuple[Row, ...] = ()
    cited: int = 0
    state: str = ""
    """What became of the provision, where it is known to have ended: a status."""
    note: str = ""
    """What is to be said of its wording on the day: `changed`, `lost` or `unknown`; empty for the
    wording printed.
    """


class NormView:
    """The nodes of a norm, marked, as of a day. Repairs link to the page of repairs, citations to
    what they mean: on the page of the `whole` norm to a place of that page.

    `notes` say of paths what is to be said of their wording. The words of changed provisions come
    from another text: there are no repairs and citations of this one to mark in them.
    """

    def __init__(
        self,
        request: SiteRequest,
        norma: Norma,
        on: date,
        *,
        whole: bool = False,
        notes: Mapping[str, str] | None = None,
    ) -> None:
        self.request = request
        self.whole = whole
        self.norma = norma
        self.notes = notes or {}
        self.reader: Reader = request.reader
        self.say = speaker(request.lang)
        listings, slug = self.reader.listings, norma.slug
        self.raw = self.reader.corpus.source(norma.source).text
        self._corrections: dict[str, list[Correction]] = defaultdict(list)
        for correction in self.reader.corpus.corrections(slug):
            if correction.decision != "rejected":
                self._corrections[correction.path].append(correction)
        self._citations: dict[str, list[Row]] = defaultdict(list)
        for row in listings.citations(slug):
            self._citations[split_key(row["dispositivo"] or "")[1]].append(row)
        self._parallels = self._parallel_rows(listings.parallels(slug))
        self._cited = listings.cited_counts(slug)
        self._ended = listings.endings(slug, on)

    def _parallel_rows(self, rows: Iterable[Row]) -> dict[str, list[Row]]:
        """Group rows by path. What follows from the parallel of the provision above is not said
        again.
        """
        found: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            found[split_key(row["own"])[1]].append(row)
        pairs = {(path, row["other"]) for path, rows in found.items() for row in rows}
        return {
            path: [row for row in rows if not self._follows(pairs, path, row["other"])]
            for path, rows in found.items()
        }

    def _follows(self, pairs: set[tuple[str, str]], path: str, other: str) -> bool:
        """Say whether a pair stands below another with the same steps on both sides."""
        above = [node.path for node in self.norma.ancestors(path)]
        heads = [other[: len(other) - len(rest)] for rest in _tails(other)]
        return any((parent, head) in pairs for parent in above for head in heads)

    def nodes(self, path: str = "") -> Iterator[Shown]:
        """Show all nodes, or one provision with what is below it."""
        for place in placed(self.norma, path):
            node = place.node
            note = self.notes.get(node.path, "")
            repairs = () if note == "changed" else self._corrections.get(node.path, ())
            yield Shown(
                path=node.path,
                kind=node.kind.value,
                depth=min(place.depth, DEEPEST),
                label=self._label(node, [one for one in repairs if one.applies]),
                html=Markup(escape(node.text))
                if note == "changed"
                else self.text(node, repairs),
                rows=node.rows,
                printed=self._printed(node),
                parallels=tuple(self._parallels.get(node.path, ())),
                cited=self._cited.get(node.path, 0),
                state=self._ended.get(node.path, ""),
                note=note,
            )

    def _printed(self, node: Dispositivo) -> tuple[str, ...]:
        """The lines of a table that was not rebuilt, as they stand in the source; none for a
        running text.
        """
        if node.rows or not node.pieces or node.path in self.notes:
            return ()
        lines = [
            line.rstrip()
            for piece in node.pieces
            for line in piece.of(self.raw).splitlines()
            if line.strip()
        ]
        tabular = sum(len(_CELLS.findall(line)) >= 2 for line in lines)
        if node.kind is Kind.TABELA and len(lines) > 1:
            return tuple(lines)
        if tabular >= PRINTED_TABLE and tabular * 3 >= len(lines):
            return tuple(lines)
        return ()

    def _label(self, node: Dispositivo, repairs: Sequence[Correction]) -> Markup:
        """Write the label; one that was misread is marked with what is printed."""
        words = label(node)
        span = node.label_span
        if span is None:
            return Markup(escape(words))
        wrong = [one for one in repairs if span.start <= one.span.start < span.end]
        if not wrong:
            return Markup(escape(words))
        before = span.of(self.raw)
        opened, closed = element(
            "span",
            class_="rep",
            title=self._repair_title(before, wrong[0]),
            data_printed=before,
        )
        return Markup(f"{opened}{escape(words)}{closed}")

    def text(self, node: Dispositivo, corrections: Sequence[Correction]) -> Markup:
        """Write the words of a node with repairs, suggestions and citations marked."""
        citations = self._citations.get(node.path, ())
        inside = [
            one
            for one in corrections
            if any(
                p.start <= one.span.start and one.span.end <= p.end for p in node.pieces
            )
        ]
        if not citations and not inside:
            return Markup(escape(node.text))
        applied = [one for one in corrections if one.applies]
        at = OffsetMap.of_node(self.raw, node.pieces, Edits(applied)).clean_offset
        outer = [self._citation(row, at) for row in citations]
        inner = [self._correction(one, at) for one in inside]
        return marked(
            node.text,
            [mark for mark in outer if mark is not None],
            [mark for mark in inner if mark is not None],
        )

    def _correction(
        self, correction: Correction, at: Callable[[int], int]
    ) -> Mark | None:
        """Mark a repair or a suggestion; nothing for a word that was taken out."""
        start = at(correction.span.start)
        if not correction.applies:
            return self._suggestion(correction, start, at(correction.span.end - 1) + 1)
        if not correction.after.strip():
            return None
        return self._repair(correction, start)

    def _repair_title(self, before: str, correction: Correction) -> str:
        rule = say_rule(self.say, correction.rule)
        return f"{self.say('norm.printed')}: “{before}” · {rule}"

    def _repair(self, correction: Correction, start: int) -> Mark:
        before = " ".join(correction.before.split())
        title = self._repair_title(before, correction)
        opened, closed = element(
            "a",
            class_="rep",
            href=repair_address(self.request, self.norma.slug, correction.span.start),
            title=title,
            data_printed=before,
        )
        within, without = element(
            "span", class_="rep", title=title, data_printed=before
        )
        return Mark(
            start=start,
            end=start + len(correction.after),
            open=opened,
            close=closed,
            open_within=within,
            close_within=without,
        )

    def _suggestion(self, correction: Correction, start: int, end: int) -> Mark:
        """Mark printed words that may be misread; they stand as printed."""
        title = self.say("norm.suggestion", words=correction.after)
        attributes = {
            "class_": "sug",
            "title": title,
            "data_suggested": correction.after,
        }
        address = repair_address(self.request, self.norma.slug, correction.span.start)
        opened, closed = element("a", href=address, **attributes)
        within, without = element("span", **attributes)
        return Mark(
            start=start,
            end=end,
            open=opened,
            close=closed,
            open_within=within,
            close_within=without,
        )

    def _citation(self, row: Row, at: Callable[[int], int]) -> Mark | None:
        start, end = at(row["inicio"]), at(max(row["inicio"], row["fim"] - 1)) + 1
        target, norm = row["dispositivo_citado"], row["norma_citada"]
        own = norm == self.norma.slug
        if own and not target:
            return None
        path = split_key(target or "")[1]
        if norm:
            address = self.request.url(f"/norma/{norm}/{path}".rstrip("/"))
            if own and path and self.whole:
                address = f"#{path}"
            title = row["urn"] or self.say(f"reason.{row['motivo'] or 'found'}")
            opened, closed = element("a", class_="cit", href=address, title=title)
        else:
            names = map(
                self.reader.listings.norm_name, json.loads(row["candidatos"] or "[]")
            )
            if row["motivo"]:
                reason = self.say(f"reason.{row['motivo']}")
            else:
                reason = ""
            title = " · ".join(filter(None, (reason, ", ".join(names))))
            opened, closed = element(
                "span", class_=f"cit {row['situacao']}", title=title
            )
        return Mark(start=start, end=end, open=opened, close=closed)


def say_rule(say: Say, rule: str) -> str:
    """Name the rule of a repair: `ocr/word` → `palavra`, `label-inciso` → `rótulo de
    dispositivo`.
    """
    name = rule.rpartition("/")[2]
    if name.startswith("label-"):
        name = "label"
    key = f"rule.{name}"
    return say(key if key in words_table() else "rule.other")


def repair_address(request: SiteRequest, slug: str, start: int) -> str:
    """The place of a repair on the page of repairs, which shows the part of the list that
    holds it.
    """
    return request.url(f"/norma/{slug}/ocr", at=start) + f"#c{start}"


def _tails(other: str) -> Iterator[str]:
    """Give what may be cut from the end of a key so that the key of a provision above is left."""
    at = other.rfind("_")
    while at > 0:
        yield other[at:]
        at = other.rfind("_", 0, at)


# The contents -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the contents: a heading, or a run of articles (path, number) below it."""

    path: str
    words: str
    level: int
    articles: tuple[tuple[str, str], ...] = ()


def list_contents(norma: Norma) -> list[Entry]:
    """List headings and annexes, each with the articles that stand below it before the next."""
    entries: list[tuple[str, str, int, list[tuple[str, str]]]] = []
    depths: dict[str, int] = {}
    for node in norma.nodes:
        if "_alt" in node.path:
            continue
        if node.kind in HEADINGS or (
            node.kind is Kind.JUSTIFICATIVA and node.parent is None
        ):
            depths[node.path] = depths.get(node.parent or "", 0) + 1
            words = (
                " ".join(filter(None, (node.label, node.text)))
                or node.kind.value.capitalize()
            )
            entries.append((node.path, _clipped(words), min(depths[node.path], 4), []))
        elif node.kind is Kind.ARTIGO:
            if not entries:
                entries.append(("", "", 1, []))
            entries[-1][3].append(
                (node.path, (node.label or node.path).removeprefix("Art. "))
            )
    return [
        Entry(path=path, words=words, level=level, articles=tuple(articles))
        for path, words, level, articles in entries
    ]


def _clipped(words: str, width: int = 90) -> str:
    if len(words) <= width:
        return words
    return words[: width - 1].rsplit(" ", 1)[0] + "…"
