"""Faults of the system at every file operation: a process that is killed, a disk that is full.

:class:`FaultyRuns` runs command lines in forks of one process, so that a run costs no start of Python. What is counted
are the operations in one folder that change it: files opened for writing, writes, flushes to the disk, renames,
removals, permissions, folders, and the statements of SQLite.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[1]
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
EVENTS = {"os.rename", "os.remove", "os.chmod", "os.chown", "os.mkdir", "os.rmdir", "os.link", "os.symlink"}
MAKING = {"open", "write", "fsync", "os.mkdir", "os.rename"}
"""What a full disk refuses."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended: its exit status, or minus the number of the signal that killed it."""

    status: int
    operations: tuple[str, ...]
    errors: str


class FaultyRuns:
    """Command lines of dicelab, each with a fault at one of its file operations in a folder."""

    def __init__(self, folder: Path, warm_up: list[list[str]]) -> None:
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from tests.faults import serve; serve()", str(folder), json.dumps(warm_up)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "DICELAB_NO_NUMBA": "1"},
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def processes(self) -> int:
        """Count the processes of this session: more than one are left behind. Linux only."""
        of_session = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                of_session += stat.read_text().rpartition(")")[2].split()[3] == str(self._process.pid)
        return of_session

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def run(self, line: list[Any], fault: str = "none", at: int = 0) -> Ended:
        """Run a line.

        Parameters
        ----------
        fault
            ``kill`` before operation ``at`` (a write is begun, and half done), ``full`` for a disk without room from
            that operation on, ``size`` for a limit of so many bytes for each file, ``none``.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([[str(word) for word in line], fault, at]), file=self._process.stdin, flush=True)
        status, operations, errors = json.loads(self._process.stdout.readline())
        return Ended(status, tuple(operations), errors)


def serve() -> None:
    """Fork for each line of standard input, and print how the fork ended."""
    from dicelab.cli.main import status

    folder, warm_up = Path(sys.argv[1]), json.loads(sys.argv[2])
    answers = os.fdopen(os.dup(1), "w")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    errors = os.dup(2)
    os.dup2(silence, 2)
    for line in warm_up:
        status(line)
    os.dup2(errors, 2)
    log = folder.with_name(f"{folder.name}.operations")
    for text in sys.stdin:
        line, fault, at = json.loads(text)
        log.write_text("")
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(writing, 2)
            os._exit(_run(line, fault, at, folder, os.open(log, os.O_WRONLY | os.O_APPEND)))
        os.close(writing)
        with os.fdopen(reading) as said:
            told = said.read()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(json.dumps([code, log.read_text().split(), told]), file=answers, flush=True)


def _run(line: list[str], fault: str, at: int, folder: Path, log: int) -> int:
    from dicelab.cli.main import status
    from solver.runs.cache_folder import CACHE_FOLDER

    os.environ[CACHE_FOLDER] = str(folder / "cache")
    if fault == "size":
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (at, at))
    try:
        _count(folder, fault, at, log)
        return status(line)
    except BaseException:  # noqa: BLE001 - the fork must end here
        traceback.print_exc()
        return 70
    finally:
        sys.stderr.flush()


def _count(folder: Path, fault: str, at: int, log: int) -> None:
    """Count the operations from now on, and make the fault at its place."""
    number = 0

    def happens(operation: str, half: Callable[[], object] = lambda: None) -> None:
        nonlocal number
        number += 1
        if fault != "size":
            os.write(log, f"{operation}\n".encode())
        if fault == "kill" and number == at:
            half()
            os.kill(os.getpid(), signal.SIGKILL)
        if fault == "full" and number >= at and operation in MAKING:
            half()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def is_here(path: object) -> bool:
        return isinstance(path, (str, bytes, os.PathLike)) and os.fspath(folder) in os.fsdecode(path)

    def hook(event: str, details: tuple[Any, ...]) -> None:
        if event == "open":
            if details[2] & WRITES and is_here(details[0]):
                happens(event)
        elif event in EVENTS and is_here(details[0]):
            happens(event)

    true_write, true_flush, true_connect = Path.write_bytes, os.fsync, sqlite3.connect

    def connect(*args: Any, **options: Any) -> sqlite3.Connection:
        connection = true_connect(*args, **options)
        connection.set_trace_callback(lambda _statement: happens("statement"))
        return connection

    def write_bytes(path: Path, data: Any) -> int:
        happens("write", lambda: true_write(path, bytes(data)[: len(data) // 2]))
        return true_write(path, data)

    def fsync(handle: int) -> None:
        happens("fsync")
        true_flush(handle)

    setattr(Path, "write_bytes", write_bytes)  # noqa: B010 - a type checker knows better
    setattr(os, "fsync", fsync)  # noqa: B010
    setattr(sqlite3, "connect", connect)  # noqa: B010
    sys.addaudithook(hook)
