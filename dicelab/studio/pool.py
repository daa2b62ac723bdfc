"""Warm workers for questions that are answered while a browser waits, and the answers that are kept."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import Any, Protocol

from solver.runs.runner import child_command, child_environment

MOST_LINE = 1 << 28
"""Bytes of one answer."""
KEPT_BYTES = 32 << 20
"""Of answers that are kept."""
MOST_WAITING = 200
"""Questions that wait for a worker."""
MOST_WAITED = 90.0
"""Seconds until a question that waits for a worker is refused."""
MOST_MEMORY = 1500
"""MB of a worker, which is then replaced."""


class AskError(Exception):
    """A question has no answer; with the status of HTTP, and why."""

    def __init__(self, status: int, text: str) -> None:
        # Both, so that it can be pickled.
        super().__init__(status, text)
        self.status = status
        self.text = text


class Asks(Protocol):
    """Answers questions, in workers or elsewhere."""

    async def ask(self, call: str, arguments: dict[str, Any], *, seconds: float, slow: bool = False) -> Any:  # noqa: ANN401
        """Return the result of a call, a JSON value."""

    async def close(self) -> None:
        """End all processes."""


class WorkerProcess:
    """A child process that answers one call at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, arguments: Sequence[str]) -> WorkerProcess:
        """Start a process, in a group of its own: Ctrl-C in the terminal is for the server."""
        process = await asyncio.create_subprocess_exec(
            *child_command("dicelab.studio.worker", *arguments),
            env=child_environment(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_LINE,
            start_new_session=True,
        )
        return cls(process)

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def messages(self, call: str, arguments: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """Ask, and yield all messages up to the result or the error, or to the end of the process."""
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("a worker has pipes")
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(json.dumps({"call": call, "arguments": arguments}).encode() + b"\n")
            await self._process.stdin.drain()
        while line := await self._process.stdout.readline():
            message = json.loads(line)
            yield message
            if "result" in message or "error" in message:
                return

    def interrupt(self) -> None:
        """Send the signal of Ctrl-C."""
        if sys.platform == "win32":
            self.kill()
        elif self.is_alive:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)

    def kill(self) -> None:
        """End the process, and its own children, at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.pid, signal.SIGKILL)
            else:
                self._process.kill()

    async def ended(self) -> None:
        """Wait for the end of the process."""
        await self._process.wait()


class Pool:
    """A few warm workers; one that takes too long is killed, and another takes its place.

    Parameters
    ----------
    size
        Workers at most. One of two or more is kept from questions that are slow.
    arguments
        Of the command line of each worker: a folder for their folders, and the puzzles that are added.
    """

    def __init__(self, size: int, arguments: Sequence[str] = ()) -> None:
        self._arguments = tuple(arguments)
        self._free = asyncio.Semaphore(size)
        self._free_for_slow = asyncio.Semaphore(max(1, size - 1))
        self._idle: list[WorkerProcess] = []
        self._workers: set[WorkerProcess] = set()
        self._waiting = 0

    async def ask(self, call: str, arguments: dict[str, Any], *, seconds: float, slow: bool = False) -> Any:  # noqa: ANN401
        """Return the result of a call, a JSON value.

        Raises
        ------
        AskError
            With the status and the line of the worker; 504 if the answer takes longer than ``seconds``; 503 if too many
            wait already, or the worker died.
        """
        if self._waiting >= MOST_WAITING:
            raise AskError(503, "too many questions are waiting: try again in a moment")
        async with contextlib.AsyncExitStack() as stack:
            self._waiting += 1
            try:
                async with asyncio.timeout(MOST_WAITED):
                    if slow:
                        await stack.enter_async_context(self._free_for_slow)
                    await stack.enter_async_context(self._free)
            except TimeoutError:
                raise AskError(503, "others are being answered: try again in a moment") from None
            finally:
                self._waiting -= 1
            return await self._asked(call, arguments, seconds)

    async def _asked(self, call: str, arguments: dict[str, Any], seconds: float) -> Any:  # noqa: ANN401
        try:
            worker = await self._worker()
        except OSError as error:
            raise AskError(503, f"no process could be started ({error.strerror}): try again in a moment") from None
        last: dict[str, Any] = {}
        try:
            async with asyncio.timeout(seconds):
                async for message in worker.messages(call, arguments):
                    last = message
        except TimeoutError:
            await self._replace(worker)
            raise AskError(
                504, f"no answer within {seconds:g} seconds: ask for less, or use the command line"
            ) from None
        except BaseException:
            await self._replace(worker)
            raise
        if "error" in last:
            self._idle.append(worker)
            raise AskError(last["status"], last["error"])
        if "result" not in last:
            await self._replace(worker)
            raise AskError(503, "the program that computes has ended unexpectedly: try again, or ask for less")
        if last.get("memory", 0) > MOST_MEMORY:
            await self._replace(worker)
        else:
            self._idle.append(worker)
        return last["result"]

    async def _worker(self) -> WorkerProcess:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self._workers.discard(worker)
        worker = await WorkerProcess.start(self._arguments)
        self._workers.add(worker)
        return worker

    async def _replace(self, worker: WorkerProcess) -> None:
        worker.kill()
        self._workers.discard(worker)
        await worker.ended()

    async def close(self) -> None:
        """End all workers."""
        for worker in list(self._workers):
            await self._replace(worker)


class KeptAnswers:
    """A cache of the latest answers that never change, limited in bytes."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self._bytes = 0
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._asked: dict[bytes, asyncio.Future[bytes]] = {}

    async def get(self, key: bytes, ask: Callable[[], Coroutine[Any, Any, bytes]], *, keep: bool = True) -> bytes:
        """Return the answer of a key; ``ask()`` is awaited where it is not known, and once for all who want it."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        task = self._asked.get(key)
        if task is None:
            task = self._asked[key] = asyncio.ensure_future(ask())
            task.add_done_callback(lambda done: self._take(key, done, keep=keep))
        return await asyncio.shield(task)

    def _take(self, key: bytes, done: asyncio.Future[bytes], *, keep: bool) -> None:
        del self._asked[key]
        if done.cancelled() or done.exception() is not None or not keep:
            return
        answer = done.result()
        if len(key) + len(answer) > self._most // 4:
            return
        self._kept[key] = answer
        self._bytes += len(key) + len(answer)
        while self._bytes > self._most:
            old, dropped = self._kept.popitem(last=False)
            self._bytes -= len(old) + len(dropped)
