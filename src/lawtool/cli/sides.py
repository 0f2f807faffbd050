"""The sides of a comparison by their names: norms, provisions, files, a norm as it read on a day or
as another amends it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from lawtool.comparison import Unit, read_units
from lawtool.corpus import Corpus
from lawtool.errors import LawtoolError, NotSegmented, UnknownNorm, UnknownProvision
from lawtool.history.amend import Amended
from lawtool.history.compiled import Gap
from lawtool.identifiers.paths import covers
from lawtool.model import Correction, Norma
from lawtool.repair.offsets import OffsetMap

_ON = re.compile(r"@(\S*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One side of a comparison: a norm, or what stands under one of its paths, with the raw text of
    its source.

    `mark` tells a version from its norm (`@2009-01-01`); `unknown` what could not be known of it.
    """

    norma: Norma
    path: str
    title: str
    raw: str
    corrections: tuple[Correction, ...]
    mark: str = ""
    unknown: tuple[Gap, ...] = ()

    @property
    def name(self) -> str:
        """The shortest alias, or the id, with the mark of the version."""
        return min(self.norma.aliases, key=len, default=self.norma.slug) + self.mark

    @property
    def units(self) -> list[Unit]:
        """What is compared: the provisions of the norm, or those under the path."""
        found = read_units(self.norma)
        return [
            u
            for u in found
            if not self.path
            or u.path == self.path
            or u.path.startswith(f"{self.path}_")
        ]

    def offsets(self, path: str) -> OffsetMap | None:
        """From the text of a provision to its place in the source; None for one that has no place
        there.
        """
        node = self.norma.get(path)
        if node and node.pieces:
            return OffsetMap.of_node(self.raw, node.pieces, self.corrections)
        return None

    def printed(self, path: str) -> str | None:
        """A provision as it stands in the source."""
        node = self.norma.get(path)
        if node and node.pieces:
            return "\n".join(piece.of(self.raw) for piece in node.pieces)
        return None


def text(corpus: Corpus | None, name: str) -> Text:
    """A side by its name: an id or alias, that and a locator, either with `@2009-01-01` behind the
    norm, or a file. Raises UnknownNorm with the nearest names.
    """
    if corpus is None or Path(name).is_file():
        return _from_file(Path(name))
    slug, locator, day = _split(corpus, name)
    norma = corpus.norma(slug)
    title = corpus.name(norma.slug)
    raw = corpus.source(norma.source).text
    found = Text(
        norma=norma,
        path="",
        title=title,
        raw=raw,
        corrections=tuple(corpus.corrections(norma.slug)),
    )
    if day is not None:
        edition = corpus.text_on(slug, day)
        mark = f"@{day.isoformat()}"
        found = replace(
            found,
            norma=edition.norma,
            title=f"{title}, text of {day}",
            mark=mark,
            unknown=edition.unknown,
        )
    if locator:
        return _part(corpus, found, locator)
    return found


def _part(corpus: Corpus, whole: Text, locator: str) -> Text:
    path = corpus.place(whole.norma.slug, locator)
    if whole.norma.get(path) is None:
        raise UnknownProvision(f"{whole.name} has no provision {locator!r}")
    title = corpus.heading(whole.norma.slug, path) + whole.title.removeprefix(
        corpus.name(whole.norma.slug)
    )
    return replace(
        whole,
        path=path,
        title=title,
        unknown=tuple(gap for gap in whole.unknown if covers(path, gap.path)),
    )


def _split(corpus: Corpus, name: str) -> tuple[str, str, date | None]:
    """`coari@2001-01-01 art. 15` → the norm, the locator and the day; the whole is tried as a name
    first.
    """
    day, bare = None, name
    if found := _ON.search(name):
        bare = name[: found.start()] + name[found.end() :]
        try:
            day = date.fromisoformat(found[1])
        except ValueError:
            raise LawtoolError(
                f"{found[1]!r} is not a day", remedy="Write NORM@2009-01-01."
            ) from None
    try:
        return corpus.resolve(bare), "", day
    except UnknownNorm:
        norm, _, locator = bare.partition(" ")
        if not locator:
            raise
        return corpus.resolve(norm), locator.strip(), day


def amended(corpus: Corpus, law: Text, by: str) -> tuple[Text, Norma, Amended]:
    """A side as another norm or a bill would amend it, with that norm and what it did."""
    acting = corpus.norma(by)
    result = corpus.apply(acting, law.norma)
    title = f"{law.title} as amended by {corpus.name(acting.slug)}"
    return (
        replace(law, norma=result.norma, title=title, mark=f"{law.mark} as amended"),
        acting,
        result,
    )


def _from_file(path: Path) -> Text:
    from lawtool import pipeline, sources

    document = pipeline.parse_source(sources.read_source(path))
    if not document.normas:
        raise NotSegmented(f"{path} holds no norm.")
    if len(document.normas) > 1:
        raise LawtoolError(
            f"{path} holds {len(document.normas)} norms",
            remedy="Build a corpus and compare them by id.",
        )
    norma = document.normas[0]
    title = norma.title or path.name
    return Text(
        norma=norma,
        path="",
        title=title,
        raw=document.source.text,
        corrections=document.corrections,
    )
