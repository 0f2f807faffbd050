"""How fast sources become trees, on one core, by stage.

    python tests/bench/parse.py FOLDER [--sample 500] [--repeat 3]

Prints, for a sample of the folder that is the same each time, milliseconds a source and MB of text
a second of every stage. Processor time of this process counts, the best of the repeats: other work
on the machine disturbs it less than the clock.
"""

from __future__ import annotations

import argparse
import gc
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

from lawtool import citations, layout, repair, sources, structure
from lawtool.model import Document, Source
from lawtool.pipeline import parse_source
from lawtool.pipeline.folder import Folder
from lawtool.store.documents import document_rows


def sample(folder: Path, size: int) -> list[Path]:
    """As many sources of the folder, drawn the same way each time, in order."""
    paths = [entry.path for entry in Folder(folder).entries()]
    return sorted(random.Random(1).sample(paths, min(size, len(paths))))


def timed(work: Callable[[], object], repeat: int) -> float:
    """Seconds of the fastest run."""
    best = float("inf")
    for _ in range(repeat):
        begun = process_time()
        work()
        best = min(best, process_time() - begun)
    return best


def stages(read: Sequence[Source]) -> dict[str, Callable[[], object]]:
    """What is timed. Each stage is given what the stages before it made."""
    lines = [layout.read_lines(source) for source in read]
    decoded = [
        structure.decode_source(source, part)
        for source, part in zip(read, lines, strict=True)
    ]
    documents: list[Document] = [parse_source(source) for source in read]
    nodes = [[node for norma in one.normas for node in norma.nodes] for one in decoded]
    return {
        "layout": lambda: [layout.read_lines(source) for source in read],
        "structure": lambda: [
            structure.decode_source(source, part)
            for source, part in zip(read, lines, strict=True)
        ],
        "words": lambda: [
            repair.repair(source, part, noise=one.noise)
            for source, part, one in zip(read, nodes, decoded, strict=True)
        ],
        "parse (all of these, identity and texts)": lambda: [
            parse_source(source) for source in read
        ],
        "rows of the store": lambda: [
            document_rows(document, file="") for document in documents
        ],
        "find_citations": lambda: [
            citations.find_citations(source.text) for source in read
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=500)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    paths = sample(options.folder, options.sample)
    read = list(map(sources.read_source, paths))
    megabytes = (
        sum(len(source.text.encode("utf-8", "surrogatepass")) for source in read) / 1e6
    )
    print(f"{len(read)} sources, {megabytes:.2f} MB of text")
    work = {
        "reading the files": lambda: list(map(sources.read_source, paths))
    } | stages(read)
    # What the stages are given would be looked at by the collector of cycles again and again.
    gc.freeze()
    for name, stage in work.items():
        seconds = timed(stage, options.repeat)
        print(
            f"{name:42} {seconds / len(read) * 1e3:7.2f} ms a source  {megabytes / seconds:7.2f} MB/s"
        )


if __name__ == "__main__":
    main()
