"""The addresses of the studio's server: the page, its data, and the API."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicelab.studio.calls import ApiQuestion, Call
from dicelab.studio.catalogue import CALLS
from dicelab.studio.jobs import Jobs, job_routes
from dicelab.studio.pool import AskError, Asks, KeptAnswers
from dicelab.studio.requests import BodyError, BodyLimits, json_body, read_json
from dicelab.studio.schema import api_schema
from dicelab.studio.security import METHODS, Entrance, Gate, Guests, SecurityHeaders, error_response
from dicelab.studio.static_files import StaticContent, StaticFiles
from dicelab.studio.worker import INTERNAL_ERROR, TRACEBACKS

if TYPE_CHECKING:
    from dicelab.studio.sharing.share import Share

Endpoint = Callable[[Request], Awaitable[Response]]

LOG = logging.getLogger("dicelab.studio")

GUEST_BYTES = 8 * 1024
"""Most bytes of a guest's request."""

STUDIO = "studio.json"
FIRST_FILES = (STUDIO, "genius-square.json")
"""Data that every browser asks for first, which is made ready when the server starts."""


class Studio:
    """The workers, the kept answers and the files, which all addresses share."""

    def __init__(self, pool: Asks, jobs: Jobs, files: StaticFiles | None = None) -> None:
        self.pool = pool
        self.jobs = jobs
        self.files: StaticFiles = files or StaticFiles()
        self.kept: KeptAnswers = KeptAnswers()
        self._data: dict[str, StaticContent] = {}
        self._final: set[str] = set()

    async def answer(self, call: Call, question: ApiQuestion) -> bytes:
        """Return the answer of a call as JSON, from those that are kept or from a worker."""
        ask = partial(self._asked, call, msgspec.to_builtins(question))
        if not call.is_kept(question):
            return await ask()
        return await self.kept.get(call.name.encode() + msgspec.json.encode(question), ask)

    async def data(self, name: str) -> StaticContent:
        """Return a file of data; one that will not change is made once."""
        found = self._data.get(name)
        if found is None or name not in self._final:
            key = f"data {name}".encode()
            result = json.loads(
                await self.kept.get(key, partial(self._asked, CALLS["data"], {"name": name}), keep=False)
            )
            found = await asyncio.to_thread(StaticContent.of, base64.b64decode(result["content"]), result["type"])
            self._data[name] = found
            if result["final"]:
                self._final.add(name)
        return found

    def ready(self, name: str) -> StaticContent | None:
        """Return a file of data as it was last made, without asking a worker; nothing if it was not made yet."""
        return self._data.get(name)

    async def _asked(self, call: Call, values: dict[str, Any]) -> bytes:
        return msgspec.json.encode(await self.pool.ask(call.name, values, seconds=call.seconds, slow=call.slow))


def create_app(
    studio: Studio,
    entrance: Entrance,
    hosts: frozenset[str],
    share: Share | None = None,
    guest_hosts: frozenset[str] = frozenset(),
) -> ASGIApp:
    """Return the application: every request goes through the gate first.

    Parameters
    ----------
    hosts
        Names under which the owner of the studio reaches it.
    share
        The races that are shared with guests; by default nobody but the owner gets in.
    guest_hosts
        Names under which there are guests only.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        warming = asyncio.ensure_future(_warm(studio))
        try:
            yield
        finally:
            warming.cancel()
            await studio.jobs.close()
            await studio.pool.close()

    app = BodyLimits(_starlette(routes(studio, share), lifespan))
    guests = None
    if share is not None:
        from dicelab.studio.sharing.routes import guest_routes

        for_guests = BodyLimits(_starlette(guest_routes(studio.files, studio.ready)), most=GUEST_BYTES)
        guests = Guests(share.open_door(for_guests), guest_hosts)
    return SecurityHeaders(_Guard(Gate(app, entrance, hosts, guests)))


def _starlette(found: list[Any], lifespan: Any = None) -> Starlette:  # noqa: ANN401
    app = Starlette(
        routes=found,
        lifespan=lifespan,
        exception_handlers=dict.fromkeys((HTTPException, AskError, BodyError, Exception), _refused),
    )
    app.router.redirect_slashes = False
    return app


async def _warm(studio: Studio) -> None:
    """Make the data of the first page ready."""
    for name in FIRST_FILES:
        with contextlib.suppress(AskError):
            await studio.data(name)


def routes(studio: Studio, share: Share | None = None) -> list[BaseRoute]:
    """Return all addresses of the owner."""
    found = [
        Route(f"/api/{call.address}", _asked(studio, call), methods=["POST"]) for call in CALLS.values() if call.address
    ]
    found += [
        Route("/api/archive", _archive_list(studio), methods=["GET"]),
        *job_routes(studio.jobs),
        *(_shared(studio, share) if share is not None else ()),
        Route("/api/schema", _schema, methods=["GET"]),
        Route("/api/{name:path}", _nothing, methods=list(METHODS)),
        Route("/data/{name}", _data(studio, share), methods=["GET"]),
        Route("/{name:path}", _static(studio), methods=["GET"]),
    ]
    return list(found)


def _shared(studio: Studio, share: Share) -> list[Route]:
    from dicelab.studio.sharing.routes import owner_routes

    async def ready(puzzle: str) -> None:
        await studio.data(f"{puzzle}.json")
        # Some puzzles have no such table.
        with contextlib.suppress(AskError):
            await studio.data(f"{puzzle}.unsolvable")

    return owner_routes(share, ready)


def _asked(studio: Studio, call: Call) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        arguments = read_json(await json_body(request), call.kind)
        return Response(await studio.answer(call, arguments), media_type="application/json")

    return endpoint


def _archive_list(studio: Studio) -> Endpoint:
    call = CALLS["archive-list"]

    async def endpoint(request: Request) -> Response:
        values: dict[str, Any] = dict(request.query_params)
        limit = values.get("limit")
        if limit is not None and limit.isdecimal() and len(limit) < 6:
            values["limit"] = int(limit)
        arguments = read_json(msgspec.json.encode(values), call.kind)
        return Response(await studio.answer(call, arguments), media_type="application/json")

    return endpoint


def _data(studio: Studio, share: Share | None) -> Endpoint:
    kind = CALLS["data"].kind

    async def endpoint(request: Request) -> Response:
        name = request.path_params["name"]
        try:
            msgspec.convert({"name": name}, kind)
            content = await studio.data(name)
        except (msgspec.ValidationError, AskError) as error:
            if isinstance(error, AskError) and error.status >= 500:
                raise
            raise HTTPException(404, "there is no such file") from None
        if share is not None and name == STUDIO:
            content = content.with_fields(share=True)
        return content.response(request)

    return endpoint


async def _schema(_request: Request) -> Response:
    return Response(msgspec.json.encode(api_schema()), media_type="application/json")


async def _nothing(_request: Request) -> Response:
    raise HTTPException(404, "there is no such question: GET /api/schema lists all")


def _static(studio: Studio) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        content = studio.files.get(request.path_params["name"])
        if content is None:
            raise HTTPException(404, "there is no such page")
        return content.response(request)

    return endpoint


async def _refused(_request: Request, error: Exception) -> Response:
    """Return an error that a browser is told as it is; of others it learns that there was one."""
    if isinstance(error, HTTPException):
        return error_response(error.status_code, error.detail, **(error.headers or {}))
    if isinstance(error, AskError):
        return error_response(error.status, error.text, **({"Retry-After": "5"} if error.status == 503 else {}))
    if isinstance(error, BodyError):
        return error_response(400, str(error))
    return error_response(500, INTERNAL_ERROR)


class _Guard:
    """Logs unexpected errors on the terminal; the browser gets a plain 500."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def noted(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except Exception as error:
            if scope["type"] != "http":
                raise
            words = (scope["method"], ascii(scope["path"]), type(error).__name__, ascii(str(error)))
            LOG.exception("dicelab: %s %s: %s: %s", *words, exc_info=bool(os.environ.get(TRACEBACKS)))
            if not started:
                await error_response(500, INTERNAL_ERROR)(scope, receive, send)
