"""What a copy keeps of its source, and what it may have kept that the source has lost. What became
of both since is told by their events (`lawtool.comparison.origins`).
"""

from __future__ import annotations

from dataclasses import dataclass

from lawtool.comparison import Alignment, Group
from lawtool.comparison.links import Link
from lawtool.model import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class LostText:
    """A lead: provisions that only the copy has, standing where the source has no more than a
    placeholder.
    """

    source_path: str
    copy_paths: tuple[str, ...]
    before: tuple[str, str]
    """The aligned provisions just above: path in the source, path in the copy."""


def lost_text(alignment: Alignment) -> list[LostText]:
    """Articles of the copy that stand in the place of an article of which the source keeps only
    `Revogado`.

    That they keep its old text is a lead, no finding: the neighbours on both sides are aligned,
    nothing more.
    """
    if alignment.base == "a":
        old, new = (0, 1)
    else:
        old, new = (1, 0)
    place = [{unit.path: unit.position for unit in units} for units in alignment.units]
    articles = [_articles(alignment, side) for side in (old, new)]
    partner = {
        _paths(group, old)[0]: _paths(group, new)[0]
        for group in alignment.groups
        if group.a
        and group.b
        and group.relation not in ("partial", "repeated")
        and not group.moved
        and _paths(group, old)[0] in articles[0]
    }
    alone = [
        path
        for group in alignment.groups
        if not _paths(group, old)
        for path in _paths(group, new)
        if path in articles[1]
    ]
    found: list[LostText] = []
    for group in alignment.groups:
        if (
            "placeholder" not in group.flags
            or not _paths(group, old)
            or _paths(group, new)
        ):
            continue
        gone = _paths(group, old)[0]
        above = [
            path
            for path in articles[0]
            if path in partner and place[old][path] < place[old][gone]
        ]
        below = [
            path
            for path in articles[0]
            if path in partner and place[old][path] > place[old][gone]
        ]
        if not above or not below:
            continue
        start, end = place[new][partner[above[-1]]], place[new][partner[below[0]]]
        between = tuple(path for path in alone if start < place[new][path] < end)
        if between:
            found.append(
                LostText(
                    source_path=gone,
                    copy_paths=between,
                    before=(above[-1], partner[above[-1]]),
                )
            )
    return found


def _articles(alignment: Alignment, side: int) -> list[str]:
    return [
        unit.path
        for unit in alignment.units[side]
        if unit.kind is Kind.ARTIGO and "_" not in unit.path
    ]


def _paths(group: Group, side: int) -> tuple[str, ...]:
    if side == 0:
        return group.a
    return group.b


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """One source of a norm: the link, the comparison that proves it (a is the copy), and what it
    suggests.
    """

    link: Link
    alignment: Alignment
    lost: tuple[LostText, ...]

    @property
    def resting(self) -> tuple[str, ...]:
        """Provisions of the copy that have more than a part in common with one of the source."""
        return tuple(path for group in self.whole for path in group.a)

    @property
    def kept(self) -> tuple[str, ...]:
        """Provisions of the source that the copy keeps, merged or changed, but not only in part."""
        return tuple(path for group in self.whole for path in group.b)

    @property
    def whole(self) -> list[Group]:
        """The groups of provisions that the copy keeps, not only in part."""
        groups = self.alignment.groups
        return [
            group
            for group in groups
            if group.a
            and group.b
            and group.relation != "partial"
            and group.a != ("ementa",)
        ]
