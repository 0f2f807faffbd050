"""How long the commands take that answer at once. Run: `python tests/bench/startup.py [DATABASE]`.

Prints the quickest of seven runs of each, in seconds, beside a bare start of the interpreter in the
same run.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path


def quickest(command: list[str]) -> float:
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run(command, check=False, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    database = sys.argv[1] if len(sys.argv) > 1 else "lawtool.db"
    program = str(Path(sys.executable).parent / "lawtool")
    bare = quickest([sys.executable, "-c", "pass"])
    print(f"{'python -c pass':44} {bare:.3f}")
    imported = quickest([sys.executable, "-c", "import lawtool"])
    print(f"{'import lawtool':44} {imported:.3f}  {imported / bare:5.1f} x")
    for command in (
        ["--help"],
        ["norms"],
        ["lookup", "Portaria DNC 27/1996, art. 6º, I, c"],
        ["show", "coari", "art. 15"],
        ["status", "dnc27", "art7"],
        ["search", "distância mínima de escolas"],
        ["diff", "coari", "dnc27", "--stat"],
    ):
        database_option = [] if command == ["--help"] else ["--db", database]
        seconds = quickest([program, *command, *database_option])
        print(
            f"{' '.join(['lawtool', *command]):44} {seconds:.3f}  {seconds / bare:5.1f} x"
        )


if __name__ == "__main__":
    main()
