"""Processes of a build: killed ones end it with a line, and none outlives its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lawtool.errors import LostWorker
from lawtool.pipeline.parallel import in_order, worker_pool

_ORPHAN = """
import os, sys, time
from lawtool.pipeline.parallel import worker_pool
with worker_pool(2) as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


def _kill(_items: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_one_worker_is_this_process() -> None:
    with worker_pool(1) as pool:
        assert pool is None


def test_a_killed_worker_ends_the_work_with_a_line() -> None:
    with pytest.raises(LostWorker, match="was killed"), worker_pool(2) as pool:
        list(in_order(_kill, range(200), pool))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
def test_workers_end_when_their_parent_is_killed() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", _ORPHAN], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 20
    while Path(f"/proc/{worker}").exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not Path(f"/proc/{worker}").exists()
