"""What all tests share: a cache folder of their own, the profile of hypothesis, and the census."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile

import pytest
from hypothesis import settings

from solver.census import Census, Content, Oracle, build_census
from solver.polyform import GENIUS_SQUARE
from solver.runs import jit, threads
from solver.runs.jit import CACHE_FOLDER

# The first call of a kernel compiles it, so an example may take seconds.
settings.register_profile("dicelab", deadline=None, print_blob=True)
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
        config.stash[_FOLDER] = os.environ[CACHE_FOLDER] = tempfile.mkdtemp(prefix="dicelab-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if _FOLDER in config.stash:
        shutil.rmtree(config.stash[_FOLDER], ignore_errors=True)


@pytest.fixture(scope="session")
def oracle() -> Oracle:
    """The census of the Genius Square, built anew in every session."""
    return Oracle.load(GENIUS_SQUARE)


@pytest.fixture(scope="session")
def tilings(tmp_path_factory: pytest.TempPathFactory) -> Census:
    """The number of tilings of every board of the Genius Square, counted anew in every session."""
    if not jit.available():
        pytest.skip("1,044,690 orbits take hours in plain Python")
    folder = tmp_path_factory.mktemp("tilings")
    return build_census(GENIUS_SQUARE, Content.TILINGS, folder=folder, runner=threads(2))
