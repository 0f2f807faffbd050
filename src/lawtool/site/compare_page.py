"""Two norms side by side, provision by provision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lawtool.comparison import Alignment, Edit
from lawtool.comparison.edits import NOISE
from lawtool.render.diff_html import Row, in_two_columns
from lawtool.render.diff_view import Sides, differs, mark
from lawtool.render.status_text import provision_label
from lawtool.render.strings import speaker
from lawtool.site.http import Answer, Refused, SiteRequest
from lawtool.site.norm_page import slug_of
from lawtool.site.norm_view import Mark, element, marked
from lawtool.site.templates import page

MOST_WORK = 1_200_000
"""Units of one norm times units of the other: more would keep a worker busy for too long."""
VIEWS = ("differences", "all", "numbers")
_WEIGHTS = {
    "=": "same",
    "~": "changed",
    "?": "doubt",
    "#": "number",
    "&": "merged",
    ">": "moved",
    "-": "gone",
    "+": "new",
}


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


def pick(request: SiteRequest) -> Answer:
    """Which two norms? With both chosen, on to the comparison."""
    a, b = request.get("a"), request.get("b")
    if a and b:
        return Answer(
            body="",
            status=302,
            headers={
                "Location": request.url(f"/comparar/{_known(request, a)}/{_known(request, b)}")
            },
        )
    normas = request.reader.rows(
        "SELECT id, nome, municipio, ano FROM normas WHERE no_acervo ORDER BY nome LIMIT 5000"
    )
    pairs = request.reader.rows(
        "SELECT r.origem AS a, r.destino AS b, r.tipo, r.pontuacao, x.nome AS name_a, y.nome AS name_b FROM relacoes r"
        " JOIN normas x ON x.id = r.origem JOIN normas y ON y.id = r.destino WHERE r.metodo = 'detected'"
        " AND x.no_acervo AND y.no_acervo ORDER BY r.pontuacao DESC LIMIT 50"
    )
    changes = request.reader.rows(
        "SELECT DISTINCT r.origem AS a, r.destino AS b, r.tipo, x.nome AS name_a, y.nome AS name_b FROM relacoes r"
        " JOIN normas x ON x.id = r.origem JOIN normas y ON y.id = r.destino WHERE r.tipo IN ('revoga', 'altera', 'acresce')"
        " AND x.no_acervo AND y.no_acervo LIMIT 50"
    )
    return page(request, "pick.html", normas=normas, pairs=pairs, changes=changes, a=a, b=b)


def _known(request: SiteRequest, name: str) -> str:
    request.parts = {"norm": name}
    return slug_of(request)


def alignment(request: SiteRequest, a: str, b: str) -> Alignment:
    """The comparison of two norms of the corpus. Raises Refused where they are too long for one request."""
    left, right = (
        request.reader.norma(_known(request, a)),
        request.reader.corpus.norma(_known(request, b)),
    )
    if len(left.nodes) * len(right.nodes) > MOST_WORK:
        raise Refused(
            422,
            "too-long",
            "these two norms are too long to be compared here; `lawtool diff` does it",
        )
    from lawtool.comparison import align

    return align(left, right)


def compare(request: SiteRequest) -> Answer:
    """Both texts in two columns, the older one left."""
    a, b = request.parts["a"], request.parts["b"]
    found = alignment(request, a, b)
    view = request.get("view", 20)
    view = view if view in VIEWS else VIEWS[0]
    names = tuple(request.reader.corpus.name(norma.slug) for norma in (found.a, found.b))
    sides = Sides(alignment=found, names=(names[0], names[1]))
    lines = list(_lines(request, sides))
    shown = [
        line
        for line in lines
        if view == "all" or (not line.same if view == "differences" else "number" in line.kind)
    ]
    old, new = sides.norma(sides.old), sides.norma(sides.new)
    return page(
        request,
        "compare.html",
        old=(old.slug, sides.name(sides.old), old.signed or old.id.date),
        new=(new.slug, sides.name(sides.new), new.signed or new.id.date),
        lines=shown,
        total=len(lines),
        folded=len(lines) - len(shown),
        view=view,
        views=VIEWS,
        counts=[
            (_relation(request, name, sides), count)
            for name, count in found.counts.items()
            if count
        ],
        overlap={
            "share": f"{found.overlap.containment:.0%}".replace("%", " %"),
            "run": found.overlap.longest_run,
        },
        coverage=[sides.coverage(side) for side in (sides.old, sides.new)],
        verdict=found.verdict,
        residue=[
            (side, item) for side, items in zip("ab", found.residue, strict=True) for item in items
        ],
        names=dict(zip("ab", names, strict=True)),
        old_side=sides.old,
    )


def _relation(request: SiteRequest, relation: str, sides: Sides) -> str:
    say = speaker(request.lang)
    if relation in ("only-a", "only-b"):
        return say("relation.only", name=sides.name(relation[-1]))
    return say(f"relation.{relation}")


def _lines(request: SiteRequest, sides: Sides) -> Iterator[Line]:
    for row in in_two_columns(sides):
        group = row.group
        kind = _WEIGHTS[mark(group, sides)]
        same = not differs(group) and row.left and row.right
        yield Line(
            kind="same" if same else kind,
            left=_column(row, sides, sides.old, row.left),
            right=_column(row, sides, sides.new, row.right),
            tags=tuple(_tags(request, row, sides)),
            same=same,
        )


def _column(row: Row, sides: Sides, side: str, here: bool) -> tuple[Cell, ...]:
    group = row.group
    if not here:
        paths = sides.paths(group, side)
        return (
            (Cell(elsewhere=f"{side}-{paths[0]}", label=provision_label(paths[0])),)
            if paths
            else ()
        )
    return tuple(
        Cell(
            path=unit.path,
            label=provision_label(unit.path),
            html=_marked(unit.text, unit.path, group.edits, side, side == sides.old),
        )
        for unit in sides.units(group, side)
    )


def _marked(text: str, path: str, edits: Sequence[Edit], side: str, old: bool) -> Markup:
    """A text with what the other side lacks in del or ins, numbers in mark."""
    marks = []
    for edit in edits:
        if edit.kind in NOISE:
            continue
        opened, closed = element("del" if old else "ins")
        if edit.kind.startswith("number"):
            outer, end = element("mark", title=edit.kind)
            opened, closed = outer + opened, closed + end
        for passage in edit.left if side == "a" else edit.right:
            if passage.path == path and passage.end > passage.start:
                marks.append(Mark(start=passage.start, end=passage.end, open=opened, close=closed))
    return marked(text, (), marks)


def _tags(request: SiteRequest, row: Row, sides: Sides) -> Iterator[str]:
    say = speaker(request.lang)
    group = row.group
    if group.relation != "identical":
        adapted = f": {say(f'adaptation.{group.adaptation}')}" if group.adaptation else ""
        yield _relation(request, group.relation, sides) + adapted
    for flag in sorted(
        group.flags - {"punctuation", group.adaptation, "number", "number-in-doubt"}
    ):
        yield say(f"flag.{flag}")
    for number in group.numbers:
        old, new = (number.left, number.right) if sides.old == "a" else (number.right, number.left)
        values = " → ".join(one.text if one else "—" for one in (old, new))
        yield say(f"number.{number.status}") + f": {values}"
