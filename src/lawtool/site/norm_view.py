"""A norm as it is read on the page: its nodes in order, each with its words marked, and what stands beside them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from lawtool.identifiers.paths import split_key
from lawtool.model import Correction, Dispositivo, Kind, Norma
from lawtool.render.strings import speaker
from lawtool.render.tree import HEADINGS, label, placed
from lawtool.repair.offsets import Edits, OffsetMap
from lawtool.site.connection import Reader, Row
from lawtool.site.http import SiteRequest

# A text with its marks ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """`start`..`end` of a text, to be put between `open` and `close` (HTML). A link within a link is no HTML: there a mark
    stands between `open_within` and `close_within`."""

    start: int
    end: int
    open: str
    close: str
    open_within: str = ""
    close_within: str = ""


def element(name: str, **attributes: str) -> tuple[str, str]:
    """The tags of an element; empty attributes are left out, `class_` is class, `data_x` is data-x."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value
    )
    return f"<{name}{told}>", f"</{name}>"


def disjoint(marks: Iterable[Mark]) -> Iterator[Mark]:
    """In order; of two that overlap the one that begins first, then the longer one."""
    done = 0
    for mark in sorted(marks, key=lambda one: (one.start, -one.end)):
        if mark.start >= done and mark.end > mark.start:
            yield mark
            done = mark.end


def marked(text: str, outer: Sequence[Mark] = (), inner: Sequence[Mark] = ()) -> Markup:
    """The text as HTML. `inner` marks stand within `outer` ones; one that crosses the border of an outer one is cut there."""
    inside = list(disjoint(inner))
    out: list[str] = []
    done = 0
    for mark in disjoint(outer):
        out += (_plain(text, done, mark.start, inside), mark.open)
        out += (_plain(text, mark.start, min(mark.end, len(text)), inside, within=True), mark.close)
        done = mark.end
    out.append(_plain(text, done, len(text), inside))
    return Markup("".join(out))


def _plain(text: str, start: int, end: int, marks: Sequence[Mark], *, within: bool = False) -> str:
    out: list[str] = []
    done = start
    for mark in marks:
        left, right = max(mark.start, start), min(mark.end, end)
        if left < right:
            opened, closed = (
                (mark.open_within, mark.close_within) if within else (mark.open, mark.close)
            )
            out += (escape(text[done:left]), opened, escape(text[left:right]), closed)
            done = right
    out.append(escape(text[done:end]))
    return "".join(out)


# The nodes of a norm -------------------------------------------------------------------------------------------------

DEEPEST = 7
_CITATIONS = "SELECT * FROM citacoes WHERE norma = ? ORDER BY inicio"
_PARALLELS = """
SELECT a.dispositivo_a AS own, a.dispositivo_b AS other, a.norma_b AS norma, a.relacao, a.pontuacao, n.nome AS norma_nome, d.nome
  FROM alinhamentos a JOIN normas n ON n.id = a.norma_b JOIN dispositivos d ON d.id = a.dispositivo_b
 WHERE a.norma_a = :norm AND a.dispositivo_a IS NOT NULL
UNION
SELECT a.dispositivo_b, a.dispositivo_a, a.norma_a, a.relacao, a.pontuacao, n.nome, d.nome
  FROM alinhamentos a JOIN normas n ON n.id = a.norma_a JOIN dispositivos d ON d.id = a.dispositivo_a
 WHERE a.norma_b = :norm AND a.dispositivo_b IS NOT NULL
 ORDER BY norma, own
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One node ready for the page. `label` and `html` are marked; `rank` is the level of a heading."""

    path: str
    kind: str
    depth: int
    label: Markup
    html: Markup
    rows: tuple[tuple[str | None, ...], ...] = ()
    parallels: tuple[Row, ...] = ()
    cited: int = 0
    state: str = ""
    """What became of the provision, where it is known to have ended: a status."""


class Sheet:
    """The nodes of a norm, marked. Repairs link to the OCR view, citations to what they mean: on the page of the
    `whole` norm to a place of that page."""

    def __init__(self, request: SiteRequest, norma: Norma, *, whole: bool = False) -> None:
        self.request = request
        self.whole = whole
        self.norma = norma
        self.reader: Reader = request.reader
        self.say = speaker(request.lang)
        self.raw = self.reader.corpus.source(norma.source).text
        self._corrections: dict[str, list[Correction]] = defaultdict(list)
        for one in self.reader.corpus.corrections(norma.slug):
            if one.applies:
                self._corrections[one.path].append(one)
        self._citations: dict[str, list[Row]] = defaultdict(list)
        for row in self.reader.rows(_CITATIONS, norma.slug):
            self._citations[split_key(row["dispositivo"] or "")[1]].append(row)
        self._parallels = self._parallel_rows()
        counts = self.reader.rows(
            "SELECT dispositivo_citado AS key, count(*) AS count FROM citacoes"
            " WHERE norma_citada = ? AND dispositivo_citado IS NOT NULL GROUP BY 1",
            norma.slug,
        )
        self._cited = {split_key(row["key"])[1]: row["count"] for row in counts}
        self._ended = self._endings()

    def _parallel_rows(self) -> dict[str, list[Row]]:
        """Rows by path. What follows from the parallel of the provision above is not said again."""
        found: dict[str, list[Row]] = defaultdict(list)
        for row in self.reader.rows(_PARALLELS, norm=self.norma.slug):
            found[split_key(row["own"])[1]].append(row)
        pairs = {(path, row["other"]) for path, rows in found.items() for row in rows}

        def told_above(path: str, other: str) -> bool:
            above = (node.path for node in self.norma.ancestors(path))
            return any(
                (one, other[: len(other) - len(rest)]) in pairs
                for one in above
                for rest in _tails(other)
            )

        return {
            path: [row for row in rows if not told_above(path, row["other"])]
            for path, rows in found.items()
        }

    def _endings(self) -> dict[str, str]:
        day = self.request.today.isoformat()
        rows = self.reader.rows(
            "SELECT dispositivo, situacao FROM vigencias WHERE norma = :norm AND dispositivo IS NOT NULL"
            " AND (desde IS NULL OR desde <= :day) AND (ate IS NULL OR ate > :day)"
            " AND situacao IN ('revoked', 'annulled', 'expired', 'suspended', 'no_effect')",
            norm=self.norma.slug,
            day=day,
        )
        return {split_key(row["dispositivo"])[1]: row["situacao"] for row in rows}

    def shown(self, path: str = "") -> Iterator[Shown]:
        """All nodes, or one provision with what is below it."""
        for place in placed(self.norma, path):
            node = place.node
            repairs = self._corrections.get(node.path, ())
            yield Shown(
                path=node.path,
                kind=node.kind.value,
                depth=min(place.depth, DEEPEST),
                label=self._label(node, repairs),
                html=self.text(node, repairs),
                rows=node.rows,
                parallels=tuple(self._parallels.get(node.path, ())),
                cited=self._cited.get(node.path, 0),
                state=self._ended.get(node.path, ""),
            )

    def _label(self, node: Dispositivo, repairs: Sequence[Correction]) -> Markup:
        """The label; one that was misread is marked with what is printed."""
        words = label(node)
        span = node.label_span
        wrong = [one for one in repairs if span and span.start <= one.span.start < span.end]
        if not wrong:
            return Markup(escape(words))
        before = span.of(self.raw) if span else ""
        opened, closed = element(
            "span", class_="rep", title=self._told(before, wrong[0].rule), data_printed=before
        )
        return Markup(f"{opened}{escape(words)}{closed}")

    def text(self, node: Dispositivo, repairs: Sequence[Correction]) -> Markup:
        """The words of a node with repairs and citations marked."""
        citations = self._citations.get(node.path, ())
        inside = [
            one
            for one in repairs
            if any(p.start <= one.span.start and one.span.end <= p.end for p in node.pieces)
        ]
        if not citations and not inside:
            return Markup(escape(node.text))
        offsets = OffsetMap.of_node(self.raw, node.pieces, Edits(repairs))
        at = offsets.clean_offset
        outer = [
            mark
            for row in citations
            if (
                mark := self._citation(
                    row, at(row["inicio"]), at(max(row["inicio"], row["fim"] - 1)) + 1
                )
            )
            is not None
        ]
        inner = [self._repair(one, at(one.span.start)) for one in inside if one.after.strip()]
        return marked(node.text, outer, inner)

    def _told(self, before: str, rule: str) -> str:
        return f"{self.say('norm.printed')}: “{before}” · {rule}"

    def _repair(self, one: Correction, start: int) -> Mark:
        before = " ".join(one.before.split())
        told = self._told(before, one.rule)
        address = self.request.url(f"/norma/{self.norma.slug}/ocr") + f"#c{one.span.start}"
        opened, closed = element("a", class_="rep", href=address, title=told, data_printed=before)
        within, without = element("span", class_="rep", title=told, data_printed=before)
        return Mark(
            start=start,
            end=start + len(one.after),
            open=opened,
            close=closed,
            open_within=within,
            close_within=without,
        )

    def _citation(self, row: Row, start: int, end: int) -> Mark | None:
        target, norm = row["dispositivo_citado"], row["norma_citada"]
        own = norm == self.norma.slug
        if own and not target:
            return None
        title = row["urn"] or row["motivo"] or ""
        if norm:
            path = split_key(target)[1] if target else ""
            page = f"/norma/{norm}/{path}" if path else f"/norma/{norm}"
            address = f"#{path}" if own and path and self.whole else self.request.url(page)
            opened, closed = element("a", class_="cit", href=address, title=title)
        else:
            candidates = ", ".join(json.loads(row["candidatos"] or "[]"))
            title = " · ".join(filter(None, (row["motivo"], candidates)))
            opened, closed = element("span", class_=f"cit {row['situacao']}", title=title)
        return Mark(start=start, end=end, open=opened, close=closed)


def _tails(other: str) -> Iterator[str]:
    """What may be cut from the end of a key so that the key of a provision above is left."""
    at = other.rfind("_")
    while at > 0:
        yield other[at:]
        at = other.rfind("_", 0, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the contents: a heading, or a run of articles below it."""

    path: str
    words: str
    level: int
    articles: tuple[tuple[str, str], ...] = ()


def contents(norma: Norma) -> list[Entry]:
    """Headings and annexes, each with the articles that stand below it before the next."""
    entries: list[tuple[str, str, int, list[tuple[str, str]]]] = []
    depths: dict[str, int] = {}
    for node in norma.nodes:
        if "_alt" in node.path:
            continue
        if node.kind in HEADINGS or (node.kind is Kind.JUSTIFICATIVA and node.parent is None):
            depths[node.path] = depths.get(node.parent or "", 0) + 1
            words = " ".join(filter(None, (node.label, node.text))) or node.kind.value.capitalize()
            entries.append((node.path, _clipped(words), min(depths[node.path], 4), []))
        elif node.kind is Kind.ARTIGO:
            if not entries:
                entries.append(("", "", 1, []))
            entries[-1][3].append((node.path, (node.label or node.path).removeprefix("Art. ")))
    return [Entry(path=p, words=w, level=level, articles=tuple(a)) for p, w, level, a in entries]


def _clipped(words: str, width: int = 90) -> str:
    return words if len(words) <= width else words[: width - 1].rsplit(" ", 1)[0] + "…"
