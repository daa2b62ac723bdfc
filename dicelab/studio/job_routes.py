"""The addresses of jobs: start one, list them, follow one, cancel one."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from dicelab.studio.catalogue import CALLS, SEARCHES
from dicelab.studio.jobs import ENDED, Job, Jobs
from dicelab.studio.requests import BodyError, json_body, read_json

JOB_SCHEMA, JOBS_SCHEMA = "dicelab/job/1", "dicelab/jobs/1"
MOST_NUMBER = 12
"""Digits of the number of an event."""

Kind = TypeVar("Kind")


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
