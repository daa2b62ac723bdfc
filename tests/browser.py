"""A browser for the tests of the studio: where it is found, how it is watched, and a plain server for its pages."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ASKED = "DICELAB_BROWSER"
"""The environment variable that names the program, where it is not on the path."""
REQUIRED = "DICELAB_REQUIRE_BROWSER"
"""Where this is set, as it is in the gate, a missing browser fails a test instead of leaving it out."""

# A host that is asked for by name is not found, so that a page could not hide such a request from the tests either.
ARGUMENTS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    "--no-default-browser-check",
    "--no-first-run",
)


BEEN_HERE = "try { localStorage.setItem('dicelab.visited', 'yes'); } catch {}"
"""Keeps a browser from being led to the first page."""


def missing(what: str) -> NoReturn:
    """Leave a test out for want of something, or fail it where everything has to be there."""
    if os.environ.get(REQUIRED):
        pytest.fail(f"{REQUIRED} is set, and there is no {what}", pytrace=False)
    pytest.skip(f"no {what}")


def browser_program() -> str | None:
    """Return the path of Chromium: the one that is asked for, or else the first on the path."""
    asked = os.environ.get(ASKED)
    if asked:
        return shutil.which(asked)
    return next(filter(None, map(shutil.which, NAMES)), None)


def arguments() -> list[str]:
    """Return the arguments that Chromium is started with."""
    # Its sandbox refuses root.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*ARGUMENTS, *(["--no-sandbox"] if root else [])]


@contextlib.contextmanager
def launched() -> Iterator[Browser]:
    """Start a browser without a window."""
    program = browser_program()
    if program is None:
        missing(f"Chromium on the path; {ASKED} can name one")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("package playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments())
        try:
            yield browser
        finally:
            browser.close()


class Faults:
    """What went wrong in the pages of a test: messages of the console, exceptions, failed and foreign requests."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._expected: list[re.Pattern[str]] = []

    def expect(self, pattern: str) -> None:
        """Take what matches for no fault, such as the 404 that a test provokes."""
        self._expected.append(re.compile(pattern))

    @property
    def unexpected(self) -> list[str]:
        """All that nobody expected."""
        return [fault for fault in self.found if not any(one.search(fault) for one in self._expected)]

    def watch(self, page: Page) -> None:
        """Note from now on all that goes wrong in a page."""
        own: set[str] = set()

        def said(message: ConsoleMessage) -> None:
            # A page that is left, or closed, while it fetches its service worker says so, without an address.
            # That the worker comes is what the tests of the site without a network are for.
            place = message.location.get("url", "")
            left = not place and message.text.startswith("An unknown error occurred when fetching the script")
            if message.type in {"error", "warning"} and not left:
                self.found.append(f"console {message.type}: {message.text} ({place})")

        def asked(request: Request) -> None:
            address = urlsplit(request.url)
            if address.scheme in {"data", "blob", "about"}:
                return
            # The first request of a page is for the page itself.
            own.add(address.netloc) if not own else None
            if address.netloc not in own:
                self.found.append(f"request to another host: {request.url}")

        def failed(request: Request) -> None:
            # A page that is left aborts what it was loading.
            if request.failure and "ERR_ABORTED" not in request.failure:
                self.found.append(f"request failed: {request.url} ({request.failure})")

        page.on("console", said)
        page.on("pageerror", lambda error: self.found.append(f"uncaught exception: {error}"))
        page.on("request", asked)
        page.on("requestfailed", failed)


class Pages:
    """Opens pages that are watched, each with its own storage unless it is given the context of another."""

    def __init__(self, browser: Browser, faults: Faults) -> None:
        self._browser = browser
        self._faults = faults
        self._contexts: list[BrowserContext] = []

    def __call__(
        self,
        *,
        width: int = 1280,
        height: int = 900,
        scheme: str = "light",
        context: BrowserContext | None = None,
        is_first: bool = False,
    ) -> Page:
        """Open an empty page of somebody who was there before, unless it is the first visit.

        ``scheme`` is light, dark, or forced: the colours of a system with high contrast.
        """
        if context is None:
            context = self._browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                forced_colors="active" if scheme == "forced" else "none",
                reduced_motion="reduce",
            )
            context.set_default_timeout(30_000)
            if not is_first:
                context.add_init_script(BEEN_HERE)
            # Windows that the page opens are watched as well.
            context.on("page", self._faults.watch)
            self._contexts.append(context)
        return context.new_page()

    def close(self) -> None:
        """Close all pages, and forget what they stored."""
        for context in self._contexts:
            context.close()


class _Files(http.server.SimpleHTTPRequestHandler):
    """Files of a folder under a path, as any static host serves them."""

    def __init__(self, *args: object, under: str, **more: object) -> None:
        self._under = under
        super().__init__(*args, **more)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        """Take the path away that the folder is served under; nothing is found elsewhere."""
        if not path.startswith(self._under):
            return str(Path(self.directory) / "nothing here")
        return super().translate_path("/" + path.removeprefix(self._under))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class calls it
        """Print nothing."""


class _Server(http.server.ThreadingHTTPServer):
    # A browser keeps connections that it never uses.
    daemon_threads = True
    block_on_close = False
    # A page asks for forty modules at once, and the usual queue of five refuses some of them.
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Take a browser that hangs up for no error."""


@contextlib.contextmanager
def served(folder: Path, under: str = "/some/where/") -> Iterator[str]:
    """Serve a folder under a path on a free port; gives the address that ends with this path."""
    handler = functools.partial(_Files, directory=str(folder), under=under)
    with _Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{under}"
        finally:
            server.shutdown()
            thread.join()


AXE = "AXE_CORE"
"""The environment variable with the path of axe-core's ``axe.min.js``, which tells whether everybody can use a page."""


def axe_findings(page: Page) -> list[str]:
    """Return what axe-core finds serious or critical in a page, each with the first elements that it is about."""
    path = os.environ.get(AXE)
    if not path or not Path(path).is_file():
        missing(f"axe-core: {AXE} names its file axe.min.js")
    page.evaluate(Path(path).read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['impact']}: {one['id']}: {one['help']}: " + "; ".join(node["html"][:120] for node in one["nodes"][:3])
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
    ]
