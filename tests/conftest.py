"""What all tests share: a cache folder of their own, the profile of hypothesis, and the census."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from solver.census import Census, Content, build_census
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs import jit, threads
from solver.runs.cache_folder import CACHE_FOLDER
from tests.browser import launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile(
    "dicelab",
    max_examples=50,
    # No test asserts a time, and the first call of a kernel compiles it.
    deadline=None,
    print_blob=True,
    # A conformance class is run by each class that inherits it.
    suppress_health_check=[HealthCheck.differing_executors, HealthCheck.too_slow],
)
settings.load_profile("dicelab")

_FOLDER = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled code and tables of this session apart from the user's, and begin with none: stale ones hide faults.

    Kernels are imported while tests are collected, so this comes before all fixtures.
    """
    # A job in the background is started deaf to Ctrl-C, and so would be what the tests start to interrupt it.
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Workers of pytest-xdist share the folder of the process that started them.
    if not hasattr(config, "workerinput"):
        # Each process that a test starts would compile our modules anew.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        config.stash[_FOLDER] = os.environ[CACHE_FOLDER] = tempfile.mkdtemp(prefix="dicelab-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if _FOLDER in config.stash:
        shutil.rmtree(config.stash[_FOLDER], ignore_errors=True)


@pytest.fixture(scope="session")
def census() -> Census:
    """The census of the Genius Square, built anew in every session."""
    with _one_worker_at_a_time():
        return Census.load(GENIUS_SQUARE, Content.SOLVABILITY, folder=_counted())


@pytest.fixture(scope="session")
def tilings() -> Census:
    """The number of tilings of every board of the Genius Square, as they come with the package."""
    with _one_worker_at_a_time():
        return Census.load(GENIUS_SQUARE)


@pytest.fixture(scope="session")
def counted_tilings() -> Census:
    """The same, counted anew in every session: for slow tests."""
    if not jit.available():
        pytest.skip("1,044,690 orbits take hours in plain Python")
    with _one_worker_at_a_time():
        return build_census(GENIUS_SQUARE, Content.TILINGS, folder=_counted(), runner=threads(2))


def _counted() -> Path:
    """Return a folder of its own: in the cache's, the census that comes with the package stands in for counting."""
    return Path(os.environ[CACHE_FOLDER]) / "counted"


@pytest.fixture(scope="session")
def star_census() -> Census:
    """The census of the Genius Star, built anew in every session."""
    if not jit.available():
        pytest.skip("73,629,072 boards take hours in plain Python")
    with _one_worker_at_a_time():
        return build_census(Puzzle.parse("genius-star"), Content.SOLVABILITY, runner=threads(2))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a worker: Playwright can't be started twice in a thread (see tests/loops.py)."""
    with launched() as started:
        yield started


def _one_worker_at_a_time() -> FileLock:
    """Let the first worker of pytest-xdist build what is kept in the cache folder, and the others read it."""
    return FileLock(Path(os.environ[CACHE_FOLDER]) / "census.lock")


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run kernels as they are, as without numba."""
    kept = _forget_kernels()
    monkeypatch.setattr(jit, "available", lambda: False)
    # They are imported where they are called, and now without a compiler.
    yield
    _forget_kernels()
    for name, module in kept.items():
        sys.modules[name] = module
        package, _, last = name.rpartition(".")
        setattr(sys.modules[package], last, module)


def _forget_kernels() -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name.startswith(("solver.", "dicelab.")) and name.endswith("kernel")]
    kept = {name: sys.modules.pop(name) for name in names}
    for name in names:
        package, _, last = name.rpartition(".")
        vars(sys.modules[package]).pop(last, None)
    return kept
