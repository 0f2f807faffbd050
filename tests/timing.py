"""Time what must grow with the length of a text only."""

import gc
import time
from collections.abc import Callable


def least_seconds(run: Callable[[], object], times: int = 3) -> float:
    """The least processor time of several runs: what the garbage of other tests adds is left out."""
    gc.collect()
    gc.disable()
    try:
        return min(_seconds(run) for _ in range(times))
    finally:
        gc.enable()


def _seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start
