"""How long a build takes, what memory, and whether the cost grows with the corpus.

    python tests/bench/build.py FOLDER [--sizes 100 1000 6000] [--workers 2]

Builds samples of the folder and prints for each: seconds by the clock, processor seconds of all
processes, processor seconds a MB of text (without those that a build of one source takes: starting
costs the same at any size) against the first size, and the most memory that all processes held at
once (Linux; shared pages counted once). Processor time is to be compared: the clock depends on what
else runs.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lawtool.pipeline.folder import Folder


@dataclass(frozen=True, slots=True)
class Run:
    """Figures of one build."""

    clock: float
    processor: float
    memory: float
    megabytes: float


def processes(root: int) -> list[int]:
    """A process and all below it."""
    found = [root]
    for task in Path(f"/proc/{root}/task").glob("*/children"):
        for child in task.read_text().split():
            found += processes(int(child))
    return found


def memory(root: int) -> float:
    """MB that a process and those below it hold now; 0 where the system does not tell."""
    total = 0
    for process in processes(root):
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def copied(folder: Path, size: int, into: Path) -> Path:
    """A folder with as many sources of another, drawn the same way each time."""
    entries = Folder(folder).entries()
    for entry in random.Random(1).sample(entries, min(size, len(entries))):
        place = into / entry.file
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(entry.path, place)
    return into


def run(folder: Path, database: Path, workers: int) -> Run:
    """Build with the command that people use."""
    program = Path(sys.executable).with_name("lawtool")
    command = [
        str(program),
        "build",
        str(folder),
        "-o",
        str(database),
        "--workers",
        str(workers),
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    most = 0.0
    while process.poll() is None:
        with suppress(OSError):  # it may end in between
            most = max(most, memory(process.pid))
        time.sleep(0.2)
    clock = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with sqlite3.connect(database) as connection:
        characters = connection.execute(
            "SELECT sum(length(CAST(texto AS BLOB))) FROM fontes_texto"
        ).fetchone()[0]
    return Run(clock, processor, most, characters / 1e6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1000, 6000])
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    starting, first = 0.0, 0.0
    for size in (1, *options.sizes):
        with tempfile.TemporaryDirectory() as place:
            folder = copied(options.folder, size, Path(place) / "corpus")
            figures = run(folder, Path(place) / "corpus.db", options.workers)
        if size == 1:
            starting = figures.processor
            print(f"starting: {starting:.1f} s")
            continue
        cost = (figures.processor - starting) / figures.megabytes
        first = first or cost
        print(
            f"{size:6} sources {figures.megabytes:6.2f} MB of text  clock {figures.clock:6.1f} s  processor {figures.processor:6.1f} s"
            f"  {cost:5.2f} s a MB ({cost / first:.2f})  memory {figures.memory:4.0f} MB  load {os.getloadavg()[0]:.1f}"
        )


if __name__ == "__main__":
    main()
