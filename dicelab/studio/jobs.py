"""Searches that go on while the page does something else: a process each, a queue, kept events, and their addresses."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from dicelab.studio.catalogue import CALLS, SEARCHES
from dicelab.studio.pool import AskError, WorkerProcess
from dicelab.studio.requests import BodyError, json_body, read_json

State = Literal["waiting", "running", "stopping", "done", "failed", "cancelled"]

ENDED: frozenset[State] = frozenset({"done", "failed", "cancelled"})
MOST_WAITING = 20
KEPT_ENDED = 50
KEPT_EVENTS = 200
"""Improvements of one job that a reloaded page is told again."""
GRACE_SECONDS = 10.0
"""How long a job that was cancelled may take to hand over the best so far."""
HEARTBEAT_SECONDS = 15.0

Event = tuple[int, str, dict[str, Any]]
"""Its number, its name and its content."""


class Best(msgspec.Struct):
    """The best set of a search."""

    dice: str
    standing: str
    failing: int | None
    """Rolls without a tiling; nothing where nobody has counted them."""
    seconds: float | None = None
    """Since the search began."""


class JobStatus(msgspec.Struct):
    """How a search stands."""

    id: str
    verb: str
    puzzle: str | None
    """As it was asked for; nothing where the set told it."""
    state: State
    created: float
    """Seconds since 1970."""
    seconds: float
    """How long it has run."""
    progress: tuple[int, int | None, str] | None
    """The steps done, their total, and a name for the present one."""
    best: Best | None
    standing: str | None
    """A sentence about the outcome."""
    error: str | None


class Job:
    """A search, from when it was asked for until it is forgotten."""

    def __init__(self, verb: str, arguments: dict[str, Any], now: Callable[[], float] = time.time) -> None:
        self.id: str = secrets.token_hex(8)
        self.verb = verb
        self.arguments = arguments
        self.state: State = "waiting"
        self.result: dict[str, Any] | None = None
        self.worker: WorkerProcess | None = None
        self.is_ready = False
        self._error = self._standing = ""
        self._progress: list[Any] | None = None
        self._best: dict[str, Any] | None = None
        self._now = now
        self._created = now()
        self._began = self._ended = 0.0
        self._number = 0
        self._improvements: deque[Event] = deque(maxlen=KEPT_EVENTS)
        self._latest: dict[str, Event] = {}
        self._changed = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        """Whether nothing will change any more."""
        return self.state in ENDED

    @property
    def is_stopping(self) -> bool:
        """Whether it was cancelled, and has not handed over its best yet."""
        return self.state == "stopping"

    def status(self) -> dict[str, Any]:
        """Return the status of the job as a page shows it."""
        ended = self._ended or self._now()
        return {
            "id": self.id,
            "verb": self.verb,
            "puzzle": self.arguments.get("puzzle"),
            "state": self.state,
            "created": round(self._created, 3),
            "seconds": round(ended - self._began, 1) if self._began else 0.0,
            "progress": self._progress,
            "best": self._best,
            "standing": self._standing or None,
            "error": self._error or None,
        }

    def take(self, message: dict[str, Any]) -> None:
        """Take a line of the worker."""
        if "progress" in message:
            self._progress = message["progress"]
            self._tell("progress")
        elif "improvement" in message:
            self._best = message["improvement"]
            self._tell("improvement")
        elif "result" in message:
            self.result = message["result"]
            self._best = message["result"]["best"] or self._best
            self._standing = message["result"]["standing"]

    def become(self, state: State, error: str = "") -> None:
        """Begin, stop or end."""
        if self.state in ENDED:
            return
        self.state, self._error = state, error
        if state == "running":
            self._began = self._now()
        if state in ENDED:
            self._ended = self._now()
        self._tell("state")

    def _tell(self, name: str) -> None:
        self._number += 1
        event = (self._number, name, self.status())
        if name == "improvement":
            self._improvements.append(event)
        else:
            # Of progress and states the last one says everything.
            self._latest[name] = event
        self._changed.set()
        self._changed = asyncio.Event()

    def since(self, number: int) -> list[Event]:
        """Return the events after one, in order."""
        return sorted(event for event in (*self._improvements, *self._latest.values()) if event[0] > number)

    async def change(self, seconds: float) -> None:
        """Wait for the next event, at most some seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()

    def wake(self) -> None:
        """End all waiting for the next event."""
        self._changed.set()


class Jobs:
    """All jobs: ``at_once`` of them run, and the others wait for their turn.

    Parameters
    ----------
    at_once
        Jobs that run at a time, each in a process.
    arguments
        Of the command line of each process: a folder for their folders, and the puzzles that are added.
    """

    def __init__(
        self,
        at_once: int,
        arguments: Sequence[str] = (),
        start: Callable[[Sequence[str]], Any] = WorkerProcess.start,
    ) -> None:
        self.at_once = at_once
        self._arguments, self._start = tuple(arguments), start
        self._jobs: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(at_once)
        self._is_closed = False

    def add(self, verb: str, arguments: dict[str, Any]) -> Job:
        """Begin a job, or let it wait for its turn.

        Raises
        ------
        AskError
            503 if too many wait already.
        """
        if sum(job.state == "waiting" for job in self._jobs.values()) >= MOST_WAITING:
            raise AskError(503, f"{MOST_WAITING} searches are waiting already: cancel one, or wait")
        job = Job(verb, arguments)
        self._jobs[job.id] = job
        task = asyncio.ensure_future(self._carry_out(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def get(self, ident: str) -> Job:
        """Return the job with an id; raise :class:`AskError` with 404 if there is none."""
        if ident not in self._jobs:
            raise AskError(404, "there is no such search: it may have been forgotten, since only the latest are kept")
        return self._jobs[ident]

    def list(self) -> list[Job]:
        """Return all jobs, the latest first."""
        return list(reversed(self._jobs.values()))

    async def cancel(self, ident: str) -> Job:
        """Stop a job, which hands over the best so far; forget one that has ended."""
        job = self.get(ident)
        if job.state in ENDED:
            del self._jobs[ident]
        elif job.state == "waiting":
            job.become("cancelled")
        elif job.state == "running" and job.worker is not None:
            job.become("stopping")
            if job.is_ready:
                job.worker.interrupt()
                task = asyncio.ensure_future(_kill_later(job))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                job.worker.kill()
        return job

    async def _carry_out(self, job: Job) -> None:
        async with self._free:
            if job.state == "waiting" and not self._is_closed:
                try:
                    await self._run(job)
                except OSError as error:
                    job.become("failed", f"no process could be started ({error.strerror}): try again")
                finally:
                    if job.worker is not None:
                        job.worker.kill()
                        await job.worker.ended()
                        job.worker = None
        ended = [one for one in self._jobs.values() if one.state in ENDED]
        for old in ended[:-KEPT_ENDED]:
            self._jobs.pop(old.id, None)

    async def _run(self, job: Job) -> None:
        job.become("running")
        worker = await self._start(self._arguments)
        job.worker = worker
        if job.state != "running":
            job.become("cancelled")
            return
        error = "the program that searches has ended unexpectedly: try a smaller search"
        async for message in worker.messages(job.verb, job.arguments):
            if "ready" in message:
                job.is_ready = True
            elif "error" in message:
                error = message["error"]
            job.take(message)
        if job.is_stopping:
            job.become("cancelled")
        elif job.result is not None:
            job.become("done")
        else:
            job.become("failed", error)

    async def events(self, job: Job, after: int) -> AsyncIterator[bytes]:
        """Yield the events of a job after one as server-sent events, until the job has ended."""
        yield b"retry: 2000\n\n"
        while True:
            found = job.since(after)
            for number, name, status in found:
                after = number
                yield f"id: {number}\nevent: {name}\ndata: {json.dumps(status)}\n\n".encode()
            if found:
                # More may have come while these were sent.
                continue
            if job.has_ended or self._is_closed:
                return
            before = time.monotonic()
            await job.change(HEARTBEAT_SECONDS)
            if time.monotonic() - before >= HEARTBEAT_SECONDS:
                yield b": still here\n\n"

    def end_streams(self) -> None:
        """End all event streams: the server is about to end."""
        self._is_closed = True
        for job in self._jobs.values():
            job.wake()

    async def close(self) -> None:
        """End all jobs."""
        self.end_streams()
        for job in self._jobs.values():
            if job.worker is not None:
                job.worker.kill()
            job.become("cancelled", "the server has ended")
        if self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)


async def _kill_later(job: Job) -> None:
    await asyncio.sleep(GRACE_SECONDS)
    if job.state == "stopping" and job.worker is not None:
        job.worker.kill()


JOB_SCHEMA, JOBS_SCHEMA = "dicelab/job/1", "dicelab/jobs/1"
MOST_NUMBER = 12
"""Digits of the number of an event."""


def job_routes(jobs: Jobs) -> list[Route]:
    """Return the addresses."""

    async def start(request: Request) -> Response:
        values = read_json(await json_body(request), dict)
        verb = values.pop("verb", None)
        if not isinstance(verb, str) or verb not in SEARCHES:
            raise BodyError(f"a search has a verb: choose from {', '.join(SEARCHES)}")
        arguments = read_json(msgspec.json.encode(values), CALLS[verb].kind)
        return _answer(_whole(jobs.add(verb, msgspec.to_builtins(arguments))), 202)

    async def listed(_request: Request) -> Response:
        found = [job.status() for job in jobs.list()]
        return _answer({"schema": JOBS_SCHEMA, "at_once": jobs.at_once, "jobs": found})

    async def told(request: Request) -> Response:
        return _answer(_whole(jobs.get(request.path_params["id"])))

    async def cancelled(request: Request) -> Response:
        return _answer(_whole(await jobs.cancel(request.path_params["id"])))

    async def events(request: Request) -> Response:
        job = jobs.get(request.path_params["id"])
        last = request.headers.get("last-event-id", "")
        after = int(last) if last.isascii() and last.isdecimal() and len(last) <= MOST_NUMBER else 0
        if job.state in ENDED and not job.since(after):
            # So that a browser does not ask again and again.
            return Response(status_code=204)
        return StreamingResponse(jobs.events(job, after), media_type="text/event-stream")

    return [
        Route("/api/jobs", start, methods=["POST"]),
        Route("/api/jobs", listed, methods=["GET"]),
        Route("/api/jobs/{id}", told, methods=["GET"]),
        Route("/api/jobs/{id}", cancelled, methods=["DELETE"]),
        Route("/api/jobs/{id}/events", events, methods=["GET"]),
    ]


def _whole(job: Job) -> dict[str, object]:
    outcome = None if job.result is None else job.result["outcome"]
    return {"schema": JOB_SCHEMA, "job": job.status(), "arguments": job.arguments, "outcome": outcome}


def _answer(value: dict[str, object], status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")
