"""`parse` (a text to its norms, pure) and `build` (a folder of texts to a database)."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from lawtool import __version__, layout, sources, structure
from lawtool.corpus import Corpus
from lawtool.errors import BadCorpus, ExitCode, LawtoolError
from lawtool.model import (
    PROVISIONS,
    WORDLESS,
    Decision,
    Dispositivo,
    Document,
    Kind,
    Norma,
    Problem,
    Source,
)
from lawtool.pipeline.decisions import (
    DecisionPlace,
    PersonDecision,
    apply_decisions,
    place_decisions,
)
from lawtool.pipeline.folder import CorpusEntry, Folder
from lawtool.pipeline.known_ids import NormIds
from lawtool.pipeline.links import gather_mentions, link_norms
from lawtool.pipeline.parallel import begun, in_order, uncollected
from lawtool.repair import repair
from lawtool.repair.number_words import check_numbers
from lawtool.repair.offsets import Edits, compose
from lawtool.search import semantic
from lawtool.search.index import IndexBuilder
from lawtool.store.documents import document_rows, rename_norms
from lawtool.store.reader import read_known_ids
from lawtool.store.search_tables import SearchTables
from lawtool.store.tables import Row, Rows, problem_row
from lawtool.store.writer import Writer
from lawtool.structure import identity

UNREADABLE, NO_NORM, SAME_CONTENT, COLLISION = (
    "unreadable-source",
    "no-norm",
    "same-content",
    "id-collision",
)
FAULT = "internal-error"


_TELLING = PROVISIONS | {Kind.EPIGRAFE, Kind.EMENTA}


# One source ---------------------------------------------------------------------------


def parse(text: str | bytes | Path) -> list[Norma]:
    """Read the norms of a text, of the bytes of a file in any format that is read, or of a file.
    Never raises for a text: what could not be read is in the problems of the norms. Raises
    UnreadableSource for a file that cannot be read.
    """
    if isinstance(text, Path):
        source = sources.read_source(text)
    elif isinstance(text, bytes):
        source = sources.source_from_bytes(text, slug="text")
    else:
        source = sources.source_from_text(text)
    return list(parse_source(source).normas)


def parse_source(
    source: Source, *, decisions: Mapping[DecisionPlace, Decision] | None = None
) -> Document:
    """Read all that is known of one source; `decisions` are what a person said about its
    corrections.
    """
    lines = layout.read_lines(source)
    decoded = structure.decode_source(source, lines)
    nodes = [node for norma in decoded.normas for node in norma.nodes]
    proposed = (*decoded.corrections, *repair(source, nodes, noise=decoded.noise))
    corrections = apply_decisions(proposed, decisions or {}, source.text)
    edits = Edits(correction for correction in corrections if correction.applies)
    normas: list[Norma] = []
    for norma in decoded.normas:
        composed = _composed(norma, source, edits)
        normas.append(
            identity.identify(
                composed, source.text, lines, before=normas[-1] if normas else None
            )
        )
    return Document(
        source=source,
        lines=decoded.lines,
        normas=_distinct(normas),
        corrections=corrections,
        problems=(
            *decoded.problems,
            *check_numbers(source, nodes),
            *_nothing_found(normas),
        ),
    )


def _composed(norma: Norma, source: Source, edits: Edits) -> Norma:
    """The norm with the text of every node made anew from the raw text and the corrections."""

    def text(node: Dispositivo) -> Dispositivo:
        if node.kind in WORDLESS:
            return node
        composed = compose(source.text, node.pieces, edits)
        if composed == node.text:
            return node
        return replace(node, text=composed)

    return replace(norma, nodes=tuple(map(text, norma.nodes)))


def _distinct(normas: Sequence[Norma]) -> tuple[Norma, ...]:
    """Two norms of one source that would have the same id: the second gets `-2`, and a problem."""
    taken: Counter[str] = Counter()
    out = []
    for norma in normas:
        slug = _free_slug(norma.slug, taken)
        if slug != norma.slug:
            norma = replace(
                norma,
                slug=slug,
                problems=(*norma.problems, _collision(norma.slug, slug)),
            )
        out.append(norma)
    return tuple(out)


def _free_slug(slug: str, taken: Counter[str]) -> str:
    """Number an id from 2 on where it is taken; `taken` counts how often each was given."""
    free = slug
    while free in taken:
        taken[slug] += 1
        free = f"{slug}-{taken[slug]}"
    taken[free] = 1
    return free


def _collision(slug: str, free: str) -> Problem:
    return Problem(
        code=COLLISION, message=f"Another norm is {slug} already; this one is {free}."
    )


def _nothing_found(normas: Sequence[Norma]) -> Iterator[Problem]:
    """A norm has a title, a summary or a provision; anything else is a text with no law in it."""
    if not any(node.kind in _TELLING for norma in normas for node in norma.nodes):
        yield Problem(code=NO_NORM, message="No norm was found in this text.")


def _entry_rows(entry: CorpusEntry) -> Rows:
    """The rows of one source of a corpus; one that cannot be read is an empty source with a
    problem.
    """
    if entry.refusal:
        return _unread(entry, UNREADABLE, f"{entry.file} {entry.refusal}")
    try:
        source = replace(
            sources.read_source(entry.path), slug=entry.slug, origin=entry.origin
        )
        placed = place_decisions(entry.decisions, source.text, entry.file)
        document = parse_source(source, decisions=placed.places)
        stale = map(_stale_problem, placed.lost)
        document = replace(document, problems=(*document.problems, *stale))
        return document_rows(document, file=entry.file, licence=entry.licence)
    except LawtoolError as error:
        return _unread(
            entry, UNREADABLE, str(error).replace(str(entry.path), entry.file)
        )
    except Exception as error:
        # A fault of the program in one text must not cost the rest of the corpus.
        return _unread(entry, FAULT, f"lawtool failed on this text: {error!r}")


def _stale_problem(decision: PersonDecision) -> Problem:
    """Report what a person decided about words that do not stand in the text any more."""
    what = f"{decision.before!r} → {decision.after!r} at {decision.start}"
    return Problem(
        code="stale-decision", message=f"A decision about {what} fits no place."
    )


def _unread(entry: CorpusEntry, code: str, message: str) -> Rows:
    problem = Problem(code=code, message=message)
    source = Source(slug=entry.slug, text="", origin=entry.origin, problems=(problem,))
    document = Document(source=source, lines=(), normas=())
    return document_rows(document, file=entry.file, licence=entry.licence)


def _chunk_rows(entries: Sequence[CorpusEntry]) -> list[Rows]:
    """What a worker does."""
    rows = []
    for entry in entries:
        with uncollected():
            rows.append(_entry_rows(entry))
    return rows


# The corpus ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildReport:
    """What a build made. Blank characters do not count; `lost` are those that no node or furniture
    claims.
    """

    database: Path
    sources: int
    norms: int
    nodes: int
    characters: int
    lost: int
    corrections: Mapping[str, int]
    problems: Mapping[str, int]
    unreadable: tuple[str, ...]
    without_norm: tuple[str, ...]
    seconds: float

    @property
    def exit_code(self) -> int:
        """2 where a source could not be read, 4 where a text held no norm, else 0."""
        if self.unreadable:
            return ExitCode.USAGE
        if self.without_norm:
            return ExitCode.NOT_SEGMENTED
        return ExitCode.DONE


def build(
    corpus: str | Path,
    database: str | Path,
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    vectors: bool | None = None,
) -> BuildReport:
    """Read every source of a corpus and write the database, whole or not at all.

    `executor` spreads the reading over processes; the result does not depend on it. `progress` is
    called with the number of sources done and of all. `vectors`: whether to make vectors of
    meaning, which needs the extra `[semantic]`; by default they are made where it is installed and
    the corpus is small. Raises BadCorpus, also where there is no text at all, and OSError where the
    database cannot be written.
    """
    semantic.check_vectors(vectors)
    folder = Folder(corpus)
    entries = folder.entries()
    if not entries and not folder.unreadable:
        raise BadCorpus(
            f"there is no text in {corpus}",
            remedy="Put texts or HTML pages into that folder.",
        )
    writer = Writer(Path(database))
    report = None
    try:
        with uncollected(), writer:
            report = _write(writer, folder, entries, executor, progress, vectors)
    except KeyboardInterrupt:
        # Past the point where anything could be taken back, an interrupt comes too late.
        if not writer.published:
            raise
    assert report is not None
    return report


def _write(
    writer: Writer,
    folder: Folder,
    entries: Sequence[CorpusEntry],
    executor: Executor | None,
    progress: Callable[[int, int], None] | None,
    vectors: bool | None,
) -> BuildReport:
    # Imported late: comparing a corpus needs numpy, which reading one text does not.
    from lawtool.pipeline.copy_links import link_copies, list_copies

    start, clock = datetime.now(UTC), time.perf_counter()
    index = IndexBuilder()
    _write_sources(writer, index, entries, executor, progress)
    _write_corpus(writer, folder)
    writer.index()
    copies = begun(list_copies, str(writer.file), executor)
    mentions = gather_mentions(writer, executor)
    links = copies.result()
    # Nobody reads the file any more: it may be written again.
    link_norms(writer, mentions, assertions=folder.settings.event)
    link_copies(writer, links)
    writer.search_index(index.postings(), index.words(), index.columns())
    if semantic.wanted(vectors, index.places):
        tables = SearchTables(writer.connection)
        writer.vectors(semantic.make_vectors(tables.passages()))
    seconds = round(time.perf_counter() - clock, 3)
    writer.run(
        versao=__version__,
        acervo=str(folder.path),
        inicio=start.isoformat(timespec="seconds"),
        segundos=seconds,
    )
    return _report(writer, seconds)


def _write_sources(
    writer: Writer,
    index: IndexBuilder,
    entries: Sequence[CorpusEntry],
    executor: Executor | None,
    progress: Callable[[int, int], None] | None,
) -> None:
    ids = NormIds(read_known_ids(writer.target), [entry.file for entry in entries])
    contents: dict[str, str] = {}
    done = 0
    for chunk in in_order(_chunk_rows, entries, executor):
        for rows in chunk:
            settled = _settle_source(rows, ids, contents)
            writer.add(settled)
            _index_norms(index, settled)
            done += 1
            if progress:
                progress(done, len(entries))


def _index_norms(index: IndexBuilder, rows: Rows) -> None:
    provisions: dict[str, list[Row]] = {}
    for row in rows.get("dispositivos", ()):
        provisions.setdefault(row["norma"], []).append(row)
    for norm in rows.get("normas", ()):
        slug = norm["id"]
        index.add_norm(
            f"{norm['nome']} {slug.replace('-', ' ')}", provisions.get(slug, ())
        )


def _settle_source(rows: Rows, ids: NormIds, contents: dict[str, str]) -> Rows:
    """Fit the rows of a source into the corpus: a copy of an earlier source adds no norms, a taken
    id changes.
    """
    source = rows["fontes"][0]
    twin = contents.setdefault(source["sha256"] or source["id"], source["arquivo"])
    if twin != source["arquivo"]:
        message = f"Byte for byte the same as {twin}; its norms are there."
        problem = problem_row(Problem(code=SAME_CONTENT, message=message), source["id"])
        kept: Rows = {name: rows[name] for name in ("fontes", "fontes_texto")}
        return kept | {"problemas": [problem]}
    settled = ids.settle(source, [norma["id"] for norma in rows["normas"]])
    renamed = {slug: free for slug, free in settled.items() if slug != free}
    if renamed:
        rename_norms(rows, renamed)
    for slug, free in renamed.items():
        rows["problemas"].append(
            problem_row(_collision(slug, free), source["id"], free)
        )
    return rows


def _write_corpus(writer: Writer, folder: Folder) -> None:
    """Write what concerns the corpus as a whole."""
    corpus = Corpus(writer.connection)
    stated = folder.settings.collected
    if stated:
        writer.collected(stated.isoformat(), "corpus.toml")
    else:
        writer.collected(corpus.newest_day, "newest date")
    for alias, norm in sorted(folder.settings.folded_aliases.items()):
        if norm in corpus.held:
            writer.alias(alias, norm, "corpus.toml")
        else:
            message = f"The alias {alias} names {norm}, which no source holds."
            writer.problem(Problem(code="unknown-alias", message=message))
    for file in folder.strangers():
        message = f"{file} is named beside the corpus and is not in its folder."
        writer.problem(Problem(code="unknown-file", message=message))
    for place in folder.unreadable:
        message = f"The folder {place} could not be listed."
        writer.problem(Problem(code=UNREADABLE, message=message))


def _report(writer: Writer, seconds: float) -> BuildReport:
    corpus = Corpus(writer.connection)
    coverage = corpus.coverage()
    return BuildReport(
        database=writer.named,
        **corpus.count_rows(),
        characters=coverage["total"],
        lost=coverage["lost"],
        corrections=corpus.decision_counts(),
        problems=corpus.problem_counts()["severity"],
        unreadable=(*corpus.problem_files(UNREADABLE), *corpus.problem_files(FAULT)),
        without_norm=corpus.problem_files(NO_NORM),
        seconds=seconds,
    )
