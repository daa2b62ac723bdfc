"""Fixtures for tests in a browser: pages that are watched, plain servers, and the server of the studio.

A test that asks for one of them is marked slow by itself.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dicelab.studio.documents import StudioPuzzle, studio_puzzles
from dicelab.studio.site_export import export_site, site_files
from tests.browser import Faults, Pages, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def faults() -> Faults:
    """What went wrong in the pages of this test; ``faults.expect(pattern)`` for what has to go wrong."""
    return Faults()


@pytest.fixture
def open_page(
    browser: Browser,
    faults: Faults,
    serve_folder: Callable[[Path], str],  # noqa: ARG001 - so that it ends after this one
) -> Iterator[Pages]:
    """Open pages: ``open_page(width=390, scheme="dark")``. The test fails if anything went wrong in one of them.

    They are closed before the servers of their folders, whose end would otherwise fail what a page still asks for.
    """
    pages = Pages(browser, faults)
    yield pages
    pages.close()
    assert not faults.unexpected


@pytest.fixture
def page(open_page: Pages) -> Page:
    """A page of 1280 × 900 in light colours with an empty storage."""
    return open_page()


@pytest.fixture
def serve_folder() -> Iterator[Callable[[Path], str]]:
    """Serve folders by a plain server, each under a path below the root: ``address = serve_folder(folder)``."""
    with contextlib.ExitStack() as stack:
        yield lambda folder: stack.enter_context(served(folder))


class StudioServer:
    """`dicelab web` in a process of its own."""

    def __init__(self, *options: str) -> None:
        program = "from dicelab.cli.main import main; main()"
        paths = os.pathsep.join(map(os.path.abspath, filter(None, sys.path)))
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, "web", "--port", "0", "--no-open", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONPATH": paths, "PYTHONUNBUFFERED": "1"},
        )
        self.printed: list[str] = []
        self.address = self._first_address()
        """The address to open first, with its token."""
        # Nobody reads on, and a full pipe would stop the server.
        threading.Thread(target=self._drain, daemon=True).start()

    @property
    def origin(self) -> str:
        """Such as ``http://127.0.0.1:8000``."""
        return "/".join(self.address.split("/")[:3])

    def _first_address(self) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            self.printed.append(line)
            found = re.search(r"http://[0-9a-z.:\[\]]+:[0-9]+/\S*", line)
            if found:
                return found[0]
        self.stop()
        pytest.fail("dicelab web ended: " + "".join(self.printed), pytrace=False)

    def _drain(self) -> None:
        assert self.process.stdout
        with contextlib.suppress(ValueError):
            self.printed.extend(self.process.stdout)

    def stop(self) -> None:
        """End the server, as Ctrl-C does."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            with contextlib.suppress(OSError):
                self.process.stdout.close()


@pytest.fixture
def studio_server() -> Iterator[StudioServer]:
    """A running `dicelab web`: ``page.goto(studio_server.address)``."""
    server = StudioServer()
    yield server
    server.stop()


def quick_puzzles() -> list[StudioPuzzle]:
    """Return the puzzles of the studio whose tables come with the package, and those that are small."""
    return [one for one in studio_puzzles() if one.id != "genius-star-golden-star"]


@pytest.fixture(scope="session")
def exported_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `dicelab web --export FOLDER --no-tilings` writes, but for the puzzle that takes a while.

    A test that changes it takes a copy.
    """
    folder = tmp_path_factory.mktemp("exported") / "site"
    export_site(folder, site_files(quick_puzzles(), tilings=False))
    return folder
