"""Run command lines, in this process or in one of their own."""

from __future__ import annotations

import io
import math
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dicelab.cli import terminal
from dicelab.cli.main import status

ROOT = Path(__file__).parents[3]
# Without the signs of life, which a slow machine would see more of.
MAIN = "import sys; from dicelab.cli.main import status; sys.exit(status())"


@dataclass(frozen=True, slots=True)
class Done:
    """How a command line ended."""

    code: int
    out: str
    err: str

    def refused(self) -> str:
        """Return the one line of an error of usage or input."""
        assert self.code == 2, self
        assert self.out == ""
        assert self.err.startswith("dicelab: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err.removeprefix("dicelab: ").rstrip("\n")


@pytest.fixture
def dicelab(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Run a command line in this process."""

    def run(*args: object, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        # What a slow machine sees more of.
        monkeypatch.setattr(terminal, "SECONDS_BETWEEN_LINES", math.inf)
        capsys.readouterr()
        code = status([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run


@pytest.fixture
def process() -> Callable[..., Done]:
    """Run a command line in a process of its own."""

    def run(*args: object, stdin: bytes = b"", code: str = MAIN, **environment: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-c", code, *map(os.fsencode, map(str, args))],
            input=stdin,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
            capture_output=True,
            check=False,
            timeout=120,
        )
        return Done(done.returncode, done.stdout.decode(errors="surrogateescape"), done.stderr.decode())

    return run
