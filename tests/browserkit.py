"""A real chromium without a window, driven through its own protocol over a pipe."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from typing import Any

PROGRAM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
PATIENCE = 60
"""Seconds to wait for a word of the browser."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)


class Browser:
    """One page of a browser. Messages are JSON, each ended by NUL, on the descriptors 3 and 4
    of the process.
    """

    def __init__(self, send: Any, receive: Any) -> None:
        self._send = send
        self._receive = receive
        self._number = 0
        self._rest = b""
        self._session = ""
        self._loaded = False
        self.said: list[str] = []
        """What the page's console and the guards of the browser said since the page was opened."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call(
            "Target.attachToTarget", targetId=target, flatten=True
        )["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **told: Any) -> Any:
        """One command and its answer. Raises RuntimeError."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": told} | (
            {"sessionId": self._session} if self._session else {}
        )
        self._send.write(json.dumps(message).encode() + b"\0")
        self._send.flush()
        while True:
            answer = self._message()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer["result"]

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._receive], [], [], PATIENCE)
            piece = os.read(self._receive.fileno(), 1 << 16) if ready else b""
            if not piece:
                raise RuntimeError("the browser is gone")
            self._rest += piece
        one, self._rest = self._rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(one)
        self._loaded = self._loaded or message.get("method") == "Page.loadEventFired"
        if message.get("method") == "Log.entryAdded":
            self.said.append(message["params"]["entry"]["text"])
        if message.get("method") == "Runtime.consoleAPICalled":
            self.said.append(
                " ".join(str(one.get("value", "")) for one in message["params"]["args"])
            )
        if message.get("method") == "Runtime.exceptionThrown":
            self.said.append(message["params"]["exceptionDetails"]["text"])
        return message

    def open(
        self,
        address: str,
        *,
        width: int = 1280,
        scheme: str = "light",
        media: str = "screen",
    ) -> None:
        """Go to a page and wait until it is there."""
        self.said.clear()
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=False,
        )
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", media=media, features=[feature])
        # To another place of the page that is open there would be no load.
        for place in ("about:blank", address):
            self._loaded = False
            self.call("Page.navigate", url=place)
            while not self._loaded:
                self._message()

    def run(self, script: str) -> Any:
        """The value of an expression on the page; a promise is waited for."""
        told = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in told:
            raise RuntimeError(told["exceptionDetails"])
        return told["result"].get("value")

    def press(self, key: str) -> None:
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode={"Tab": 9, "Enter": 13}[key],
            )


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A fresh browser with a profile of its own."""
    assert PROGRAM is not None
    to_browser, from_us = os.pipe()
    to_us, from_browser = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = " ".join(
            (PROGRAM, *FLAGS, f"--user-data-dir={profile}", "about:blank")
        )
        process = subprocess.Popen(
            ["bash", "-c", f"exec {command} 3<&{to_browser} 4>&{from_browser}"],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        try:
            with (
                os.fdopen(from_us, "wb") as send,
                os.fdopen(to_us, "rb", buffering=0) as receive,
            ):
                yield Browser(send, receive)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
