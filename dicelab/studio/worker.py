"""A child process of the server that computes: JSON lines in, JSON lines out.

A line ``{"call": …, "arguments": {…}}`` is answered by any number of lines ``{"progress": [done, total, text]}`` and
``{"improvement": {…}}``, and by one with ``result``, or with ``error`` and ``status``. SIGINT during a call is Ctrl-C:
a search then answers with the best so far. The process ends when its input ends, however its parent died, and takes its
own children with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import sys
import tempfile
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO, NoReturn

READY = {"ready": True}
TRACEBACKS = "DICELAB_WEB_TRACEBACKS"
"""The environment variable that asks for the tracebacks of faults, on the terminal."""
INTERNAL_ERROR = "internal error: see the terminal where dicelab web runs"
PREFIX = "dicelab-web-"
"""How the name of the server's folder begins."""
_NO_RESULT = {
    "time": "the time was over before there was a result: give it more",
    "interrupted": "cancelled before there was a result",
    "terminated": "cancelled before there was a result",
}


class Channel:
    """Where answers go; threads may write too."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    def send(self, message: dict[str, Any]) -> None:
        """Write a line."""
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            self._stream.write(line)
            self._stream.flush()


def main(arguments: list[str]) -> NoReturn:
    """Answer calls until the input ends.

    Parameters
    ----------
    arguments
        A folder of the server, in which this process makes one of its own, and the puzzles that the studio has beside
        those of the catalogue, as ``--puzzle`` takes them.
    """
    shared, *puzzles = arguments
    # Output of libraries must not come between the lines.
    channel = Channel(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    lines: SimpleQueue[bytes] = SimpleQueue()
    folder = tempfile.mkdtemp(dir=shared)
    threading.Thread(target=_read, args=(os.fdopen(os.dup(0), "rb"), lines, folder), daemon=True).start()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    channel.send(READY)
    while True:
        try:
            _answer(json.loads(lines.get()), channel, puzzles, Path(folder))
        except KeyboardInterrupt:
            # Of a call that was over already.
            continue


def _read(stream: BinaryIO, lines: SimpleQueue[bytes], folder: str) -> None:
    """Pass the lines on, and end this process when there are no more."""
    for line in stream:
        lines.put(line)
    import shutil

    # The server is gone, and can't remove its folder itself.
    left = Path(folder).parent
    shutil.rmtree(left if left.name.startswith(PREFIX) else folder, ignore_errors=True)
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _answer(request: dict[str, Any], channel: Channel, puzzles: list[str], folder: Path) -> None:
    from dicelab.studio.calls import Work
    from dicelab.studio.catalogue import answer_to
    from solver.registry import distrust
    from solver.runs.progress import stopped_by

    distrust(json.dumps(request["arguments"], ensure_ascii=False), "the page")
    try:
        work = Work(channel.send, tuple(puzzles), folder)
        channel.send({"result": answer_to(request["call"], request["arguments"], work), "memory": _memory()})
    except KeyboardInterrupt as error:
        channel.send({"error": _NO_RESULT[stopped_by(error)], "status": 409})
    except Exception as error:  # noqa: BLE001 - an answer in any case
        status, text = failure(error)
        if status >= 500:
            _log(request, error)
        channel.send({"error": text, "status": status})


def failure(error: Exception) -> tuple[int, str]:
    """Return the status and the line that tell of an error.

    Only errors of dicelab keep their words, without the paths of this machine.
    """
    from dicelab.dice.dice_set import OR_SHARE
    from dicelab.errors import DicelabError
    from solver.errors import InputError, SolverError, StorageError

    if isinstance(error, MemoryError):
        return 503, "out of memory: ask for less"
    if isinstance(error, RecursionError):
        return 422, "nested too deeply for this program: ask for less"
    if isinstance(error, (StorageError, OSError)):
        return 503, "a file of the server can't be used: see the terminal where dicelab web runs"
    if isinstance(error, (DicelabError, SolverError)):
        refused = isinstance(error, (InputError, ValueError))
        return 400 if refused else 422, without_paths(" ".join(str(error).removesuffix(OR_SHARE).split()))
    return 500, INTERNAL_ERROR


def without_paths(text: str) -> str:
    """Return a text without the paths of this machine.

    Examples
    --------
    >>> without_paths("no set 'abcd' in /srv/ann/archive.sqlite3: look again")
    "no set 'abcd' in …: look again"
    """
    home = os.path.expanduser("~")  # noqa: PTH111 - without a home folder it stays as it is
    if len(home) > 1:
        text = text.replace(home, "/…")
    return re.sub(r"(?<![\w.…])(?:/|[A-Za-z]:\\)[^\s'\":;,]+", "…", text)


def _memory() -> int:
    """Return the most memory that this process has had, in MB; 0 where nobody knows."""
    with contextlib.suppress(ImportError):
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most // (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return 0


def _log(request: dict[str, Any], error: Exception) -> None:
    import traceback

    from dicelab.dice.names import plain

    sys.stderr.write(f"dicelab: {request.get('call')}: {type(error).__name__}: {plain(str(error))}\n")
    if os.environ.get(TRACEBACKS):
        traceback.print_exception(error)
    sys.stderr.flush()
