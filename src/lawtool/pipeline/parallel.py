"""Work spread over processes, with results in the order of the input and a bounded memory."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 16
"""Items that a worker takes at a time."""

WINDOW = 12
"""Chunks on their way at most."""


def in_order(
    work: Callable[[Sequence[Item]], Result], items: Sequence[Item], executor: Executor | None
) -> Iterator[Result]:
    """What `work` makes of each chunk of the items, in their order; without an executor in this process."""
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


def begun(work: Callable[[Item], Result], item: Item, executor: Executor | None) -> Future[Result]:
    """What `work` makes of one item, in another process meanwhile; without an executor it is done at once."""
    if executor is not None:
        return executor.submit(work, item)
    done: Future[Result] = Future()
    done.set_result(work(item))
    return done


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the collector of cycles, which takes a sixth of the time where many small objects are made and few of them
    form cycles. What the block leaves behind is collected at its end."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if active:
            gc.enable()
