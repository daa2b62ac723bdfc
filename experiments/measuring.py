"""How experiments measure: the seconds of a call, and processes that are started as a user would start them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")

Note = Callable[[str, float], None]
"""Takes the name of a figure and one measured value."""

VERB = "from dicelab.cli.main import main; main()"
"""The program that runs a verb, for :func:`process`."""


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Return the result of a call, and the seconds that it takes."""
    begin = time.perf_counter()
    return work(), time.perf_counter() - begin


def seconds(work: Callable[[], object]) -> float:
    return timed(work)[1]


def peak_memory(process: int | str = "self") -> float:
    """Return the most memory that a process has had, in MiB; 0 where the system does not tell, or it has ended."""
    status = Path(f"/proc/{process}/status")
    # ru_maxrss also remembers the process that this one was forked from.
    text = status.read_text() if status.exists() else ""
    return int(text.split("VmHWM:")[1].split()[0]) / 1024 if "VmHWM:" in text else 0.0


def process(*args: str, cwd: str | None = None, **environment: str) -> str:
    """Run a program of Python in this checkout or installation, with arguments; return what it printed."""
    paths = {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, filter(None, sys.path)))}
    command = [sys.executable, "-c", *args]
    return subprocess.run(
        command, check=True, cwd=cwd, env=os.environ | paths | environment, capture_output=True, text=True
    ).stdout
