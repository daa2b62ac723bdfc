"""How experiments measure: the seconds of a call, and processes that are started as a user would start them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

Note = Callable[[str, float], None]
"""Takes the name of a figure and one measured value."""

VERB = "from dicelab.cli.main import main; main()"
"""The program that runs a verb, for :func:`process`."""


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def process(*args: str, cwd: str | None = None, **environment: str) -> str:
    """Run a program of Python in this checkout or installation, with arguments; return what it printed."""
    paths = {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, filter(None, sys.path)))}
    command = [sys.executable, "-c", *args]
    return subprocess.run(
        command, check=True, cwd=cwd, env=os.environ | paths | environment, capture_output=True, text=True
    ).stdout
