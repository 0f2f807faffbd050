"""Work spread over processes, with results in the order of the input and a bounded memory."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import TypeVar

from lawtool.errors import LostWorker

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 16
"""Items that a worker takes at a time."""

WINDOW = 12
"""Chunks on their way at most."""

_WATCH = 1.0
"""Seconds between two looks whether the parent is there still."""


def in_order(
    work: Callable[[Sequence[Item]], Result],
    items: Sequence[Item],
    executor: Executor | None,
) -> Iterator[Result]:
    """What `work` makes of each chunk of the items, in their order; without an executor in this
    process.
    """
    chunks = (items[start : start + CHUNK] for start in range(0, len(items), CHUNK))
    if executor is None:
        yield from map(work, chunks)
        return
    pending: deque[Future[Result]] = deque()
    for chunk in chunks:
        pending.append(executor.submit(work, chunk))
        if len(pending) >= WINDOW:
            yield pending.popleft().result()
    while pending:
        yield pending.popleft().result()


def begun(
    work: Callable[[Item], Result], item: Item, executor: Executor | None
) -> Future[Result]:
    """What `work` makes of one item, in another process meanwhile; without an executor it is done
    at once.
    """
    if executor is not None:
        return executor.submit(work, item)
    done: Future[Result] = Future()
    done.set_result(work(item))
    return done


@contextmanager
def worker_pool(workers: int) -> Iterator[Executor | None]:
    """Give an executor with so many processes, None for one: the work is done here then. Raises
    LostWorker where one of them is killed.
    """
    if workers == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    executor = ProcessPoolExecutor(
        workers, initializer=_begin_worker, initargs=(os.getpid(),)
    )
    try:
        yield executor
    except BrokenProcessPool as error:
        raise LostWorker(
            "a process that read texts was killed; nothing was changed"
        ) from error
    finally:
        executor.shutdown(cancel_futures=True)


def _begin_worker(parent: int) -> None:
    """Make a worker end as processes do. An interrupt from the keyboard reaches all processes, and
    only the parent has anything to say about it; what the parent does on SIGTERM is not for its
    children; and they go when it is gone.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_WATCH)
    os._exit(1)


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the collector of cycles, which takes a sixth of the time where many small objects are
    made and few of them form cycles. What the block leaves behind is collected at its end.
    """
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if active:
            gc.enable()
