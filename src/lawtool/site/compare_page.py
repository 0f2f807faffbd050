"""Two norms side by side, provision by provision: as printed, on two days, or a norm beside what
another makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from lawtool.comparison import Alignment, Edit
from lawtool.comparison.edits import NOISE
from lawtool.model import Norma
from lawtool.render.diff_dangers import list_dangers, say_danger
from lawtool.render.diff_html import Row, in_two_columns
from lawtool.render.diff_view import Sides, differs, mark
from lawtool.render.status_text import provision_label
from lawtool.render.strings import Say, say_day, speaker
from lawtool.site.connection import Reader
from lawtool.site.downloads import Column, download
from lawtool.site.http import Answer, Refused, SiteRequest
from lawtool.site.norm_page import norm_slug
from lawtool.site.norm_view import Mark, element, marked
from lawtool.site.templates import page

MOST_WORK = 1_200_000
"""Units of one norm times units of the other: more would keep a worker busy for too long."""
MOST_PAIRS = 50
"""Pairs that the page of choice offers."""
VIEWS = ("differences", "all", "numbers")
CLASSES = {
    "=": "same",
    "~": "changed",
    "?": "doubt",
    "#": "number",
    "&": "merged",
    ">": "moved",
    "-": "gone",
    "+": "new",
}
"""Sign of a group → class of its row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One provision in a column; `elsewhere` is the place of its other half."""

    path: str = ""
    label: str = ""
    html: str = ""
    elsewhere: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One row of the comparison; `kind` names its colour, `tags` say what differs."""

    kind: str
    left: tuple[Cell, ...]
    right: tuple[Cell, ...]
    tags: tuple[str, ...] = ()
    same: bool = False
    numbers: bool = False
    """Whether numbers differ or may differ in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedText:
    """A side of a comparison: the text of a norm, its name, and what is not known of it."""

    norma: Norma
    name: str
    unknown: tuple[str, ...] = ()


# The choice ---------------------------------------------------------------------------


def pick(request: SiteRequest) -> Answer:
    """Ask which two norms; with both known, go on to the comparison."""
    reader = request.reader
    names = {side: request.get(side) for side in ("a", "b")}
    slugs, near = {}, {}
    for side, name in names.items():
        if not name:
            continue
        try:
            slugs[side] = norm_slug(reader, name)
        except Refused as refused:
            near[side] = _nearest(request, name) or refused.candidates
    if len(slugs) == 2:
        days = {f"on_{side}": request.get(f"on_{side}", 60) for side in names}
        address = request.url(f"/comparar/{slugs['a']}/{slugs['b']}", **days)
        return Answer(body="", status=302, headers={"Location": address})
    listings = reader.listings
    return page(
        request,
        "pick.html",
        names=names,
        slugs=slugs,
        near={
            side: [(slug, listings.norm_name(slug)) for slug in found]
            for side, found in near.items()
        },
        copies=listings.held_relations(("copia", "fonte_comum"), MOST_PAIRS),
        changes=listings.held_relations(("revoga", "altera", "acresce"), MOST_PAIRS),
    )


def _nearest(request: SiteRequest, name: str) -> tuple[str, ...]:
    """Norms whose name holds the words that were typed; what a citation names comes first."""
    cited = request.reader.lookup(name)
    if cited.norma:
        return (cited.norma,)
    filters = {
        "held": 1,
        "uf": "",
        "kind": "",
        "year": 0,
        "place": "",
        "number": "",
        "q": name,
    }
    _, rows = request.reader.listings.norm_page(filters, MOST_PAIRS // 5, 0)
    return tuple(row["id"] for row in rows)


# Both sides ---------------------------------------------------------------------------


def held_slug(reader: Reader, name: str) -> str:
    """Find a norm whose text the corpus holds. Raises Refused."""
    slug = norm_slug(reader, name)
    row = reader.listings.norm(slug)
    if row is None or not row["no_acervo"]:
        raise Refused(404, "not-held", f"the corpus has no text of {slug}")
    return slug


def compared_text(request: SiteRequest, side: str) -> ComparedText:
    """Read a side (`a` or `b`): `slug`, `slug@2008-01-01`, or with the day as parameter `on_a`.
    Raises Refused.
    """
    reader = request.reader
    name, _, day_written = request.parts[side].partition("@")
    slug = held_slug(reader, name)
    title = reader.listings.norm_name(slug)
    on = request.day(f"on_{side}")
    if day_written:
        try:
            on = date.fromisoformat(day_written)
        except ValueError:
            raise Refused(400, "not-a-day", f"{day_written[:40]} is no day") from None
    if on is None:
        return ComparedText(norma=reader.corpus.norma(slug), name=title)
    edition = reader.corpus.text_on(slug, on)
    say = speaker(request.lang)
    return ComparedText(
        norma=edition.norma,
        name=say("compare.on_day", name=title, day=say_day(on, request.lang)),
        unknown=tuple(
            dict.fromkeys(provision_label(gap.path) for gap in edition.unknown)
        ),
    )


def align_texts(left: Norma, right: Norma, *, base: str = "") -> Alignment:
    """Compare two texts. Raises Refused where they are too long for one request."""
    if len(left.nodes) * len(right.nodes) > MOST_WORK:
        message = (
            "these two norms are too long to be compared here; `lawtool diff` does it"
        )
        raise Refused(422, "too-long-to-compare", message)
    from lawtool.comparison import align

    return align(left, right, base=base)


def _as_amended(
    request: SiteRequest, law: ComparedText, acting: ComparedText
) -> ComparedText | None:
    """The first norm as the second would change it; None where the second gives no instruction on
    it.
    """
    result = request.reader.corpus.apply(acting.norma, law.norma)
    if not result.applied:
        return None
    say = speaker(request.lang)
    if result.hypothetical:
        words = "compare.would_be"
    else:
        words = "compare.changed_by"
    return ComparedText(
        norma=result.norma,
        name=say(words, name=law.name, by=acting.name),
        unknown=tuple(
            provision_label(one.instruction.path)
            for one in result.failed
            if one.instruction.path
        ),
    )


# The comparison -----------------------------------------------------------------------


def compare(request: SiteRequest) -> Answer:
    """Show both texts in two columns, the older one left.

    Where one norm changes the other, what is shown first is the changed norm before and after;
    `texts=1` compares the two texts as they are.
    """
    left, right = compared_text(request, "a"), compared_text(request, "b")
    law, acting, after = left, right, None
    plain = bool(request.get("texts", 5))
    if left.norma.slug != right.norma.slug:
        after = _as_amended(request, left, right)
        if after is None:
            law, acting = right, left
            after = _as_amended(request, right, left)
    changes = after is not None
    if left.norma.slug == right.norma.slug:
        base = "a"
    else:
        base = ""
    if after is not None and not plain:
        left, right, base = law, after, "a"
    alignment = align_texts(left.norma, right.norma, base=base)
    sides = Sides(alignment=alignment, names=(left.name, right.name))
    say = speaker(request.lang)
    lines = list(_lines(say, sides))
    if request.get("format"):
        return download(request, "comparacao", _COLUMNS, _file_rows(lines))
    view = request.get("view", 20)
    if view not in VIEWS:
        view = VIEWS[0]
    shown = [line for line in lines if _belongs(line, view)]
    if sides.old == "a":
        old, new = (left, right)
    else:
        old, new = (right, left)
    return page(
        request,
        "compare.html",
        old=old,
        new=new,
        days=[text.norma.signed or text.norma.id.date for text in (old, new)],
        lines=shown,
        total=len(lines),
        folded=len(lines) - len(shown),
        view=view,
        views=VIEWS,
        amended=changes and not plain,
        can_amend=changes,
        acting=acting,
        same_norm=left.norma.slug == right.norma.slug,
        counts=[
            (_relation(say, name, sides, count), count)
            for name, count in alignment.counts.items()
            if count
        ],
        numbers=_number_counts(say, alignment),
        dangers=_danger_links(sides, request.lang),
        share=say("number.percent", value=round(alignment.overlap.containment * 100)),
        run=alignment.overlap.longest_run,
        coverage=[sides.coverage(side) for side in (sides.old, sides.new)],
        verdict=alignment.verdict,
        residue=[
            (sides.name(side), provision_label(item.at.path), item.at.text)
            for side, items in zip("ab", alignment.residue, strict=True)
            for item in items
        ],
        old_side=sides.old,
        new_side=sides.new,
    )


def _danger_links(sides: Sides, lang: str) -> list[tuple[str, str]]:
    """List the changes of sense, the gravest first: a sentence, and the anchor of its first
    place.
    """
    say = speaker(lang)
    return [
        (say_danger(danger, say), f"{danger.side(sides)}-{danger.places[0][0]}")
        for danger in list_dangers(sides)
    ]


def _belongs(line: Line, view: str) -> bool:
    if view == "numbers":
        return line.numbers
    return view == "all" or not line.same


def _number_counts(say: Say, alignment: Alignment) -> list[tuple[str, int]]:
    """How many numbers differ, by how they do: `número em dúvida`, 2."""
    counts: dict[str, int] = {}
    for group in alignment.groups:
        for number in group.numbers:
            counts[number.status] = counts.get(number.status, 0) + 1
    return [(say(f"number.{status}"), count) for status, count in counts.items()]


_COLUMNS = (
    Column("tags", "diferença"),
    Column("left_label", "dispositivo anterior"),
    Column("left", "texto anterior"),
    Column("right_label", "dispositivo novo"),
    Column("right", "texto novo"),
)


def _file_rows(lines: Sequence[Line]) -> Iterator[dict[str, str]]:
    for line in lines:
        yield {
            "tags": "; ".join(line.tags),
            "left_label": "; ".join(cell.label for cell in line.left),
            "left": " ".join(Markup(cell.html).striptags() for cell in line.left),
            "right_label": "; ".join(cell.label for cell in line.right),
            "right": " ".join(Markup(cell.html).striptags() for cell in line.right),
        }


def _relation(say: Say, relation: str, sides: Sides, count: int = 1) -> str:
    if relation in ("only-a", "only-b"):
        return say("relation.only", name=sides.name(relation[-1]))
    return say(f"{'relation' if count == 1 else 'relations_of'}.{relation}")


def _lines(say: Say, sides: Sides) -> Iterator[Line]:
    for row in in_two_columns(sides):
        group = row.group
        same = bool(not differs(group) and row.left and row.right)
        yield Line(
            kind="same" if same else CLASSES[mark(group, sides)],
            left=_column(row, sides, sides.old, row.left),
            right=_column(row, sides, sides.new, row.right),
            tags=tuple(_tags(say, row, sides)),
            same=same,
            numbers=bool(group.numbers),
        )


def _column(row: Row, sides: Sides, side: str, here: bool) -> tuple[Cell, ...]:
    group = row.group
    if not here:
        paths = sides.paths(group, side)
        if not paths:
            return ()
        return (Cell(elsewhere=f"{side}-{paths[0]}", label=provision_label(paths[0])),)
    old = side == sides.old
    return tuple(
        Cell(
            path=unit.path,
            label=provision_label(unit.path),
            html=_marked(unit.text, unit.path, group.edits, side, old),
        )
        for unit in sides.units(group, side)
    )


def _marked(
    text: str, path: str, edits: Sequence[Edit], side: str, old: bool
) -> Markup:
    """Write a text with what the other side lacks in del or ins, numbers in mark."""
    marks = []
    for edit in edits:
        if edit.kind in NOISE:
            continue
        opened, closed = element("del" if old else "ins")
        if edit.kind.startswith("number"):
            outer, end = element("mark")
            opened, closed = outer + opened, closed + end
        for passage in edit.left if side == "a" else edit.right:
            if passage.path == path and passage.end > passage.start:
                marks.append(
                    Mark(
                        start=passage.start, end=passage.end, open=opened, close=closed
                    )
                )
    return marked(text, (), marks)


def _tags(say: Say, row: Row, sides: Sides) -> Iterator[str]:
    group = row.group
    if group.relation != "identical":
        relation = _relation(say, group.relation, sides)
        if group.adaptation:
            relation += f": {say(f'adaptation.{group.adaptation}')}"
        yield relation
    quiet = {"punctuation", group.adaptation, "number", "number-in-doubt"}
    for flag in sorted(group.flags - quiet):
        yield say(f"flag.{flag}")
    for number in group.numbers:
        old, new = number.left, number.right
        if sides.old != "a":
            old, new = new, old
        values = " → ".join(value.text if value else "—" for value in (old, new))
        yield f"{say(f'number.{number.status}')}: {values}"
