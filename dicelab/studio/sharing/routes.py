"""The addresses of races: the owner's, who opens rooms and begins rounds, and those that guests have too."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from dicelab.studio.pool import AskError
from dicelab.studio.requests import BodyError, json_body, read_json
from dicelab.studio.sharing.messages import ROOMS_SCHEMA, Begin, Join, Report
from dicelab.studio.sharing.rooms import HOST, NO_ROOM, Room
from dicelab.studio.sharing.share import GUEST, PAGE, Share
from dicelab.studio.static_files import StaticContent, StaticFiles
from solver.requirements import install_command

STUDIO = "studio.json"
HEARTBEAT_SECONDS = 15.0
LEAST_SECONDS = 0.1
"""Least time between two events of a stream: faster changes come together."""

Who = Callable[[Request], tuple[str, Room]]
"""Tells the key of who asks, and the room that is asked about."""


def room_routes(who: Who) -> list[Route]:
    """Return the addresses that all players have."""

    async def read(request: Request) -> Response:
        key, room = who(request)
        return _answer(room.view(key))

    async def joined(request: Request) -> Response:
        key, room = who(request)
        room.join(key, read_json(await json_body(request), Join).name)
        return _answer(room.view(key))

    async def reported(request: Request) -> Response:
        key, room = who(request)
        report = read_json(await json_body(request), Report)
        room.report(key, report.round, report.laid)
        return _answer(room.view(key))

    async def events(request: Request) -> Response:
        key, room = who(request)
        changed = asyncio.Event()
        listener = room.listen(key, changed.set)

        async def stream() -> AsyncIterator[bytes]:
            try:
                yield b"retry: 1000\n\n"
                while not (room.closed or listener.ended):
                    changed.clear()
                    yield f"data: {json.dumps(room.view(key))}\n\n".encode()
                    await _change(room, changed)
                yield f"event: closed\ndata: {json.dumps(room.closed or listener.ended)}\n\n".encode()
            finally:
                room.leave(listener)

        return StreamingResponse(stream(), media_type="text/event-stream")

    return [
        Route("/api/rooms/{id}", read, methods=["GET"]),
        Route("/api/rooms/{id}/events", events, methods=["GET"]),
        Route("/api/rooms/{id}/join", joined, methods=["POST"]),
        Route("/api/rooms/{id}/report", reported, methods=["POST"]),
    ]


async def _change(room: Room, changed: asyncio.Event) -> None:
    """Wait for a change, or for a heartbeat, which sends the state again and finds out who is gone."""
    await asyncio.sleep(LEAST_SECONDS)
    due = room.seconds_to_change()
    seconds = HEARTBEAT_SECONDS if due is None else min(HEARTBEAT_SECONDS, due + 0.01)
    try:
        async with asyncio.timeout(seconds):
            await changed.wait()
    except TimeoutError:
        return


def owner_routes(share: Share, ready: Callable[[str], Awaitable[Any]]) -> list[Route]:
    """Return the addresses of the owner of the studio.

    Parameters
    ----------
    ready
        Makes the data of a puzzle ready for guests, who get ready files only.
    """
    rooms = share.rooms

    def who(request: Request) -> tuple[str, Room]:
        return HOST, rooms.get(request.path_params["id"])

    def shown(room: Room) -> Response:
        return _answer(room.view(HOST) | {"address": share.address(room), "picture": share.has_pictures})

    async def listed(_request: Request) -> Response:
        found = [room.view(HOST) | {"address": share.address(room)} for room in rooms.list()]
        return _answer({"schema": ROOMS_SCHEMA, "guest": False, "rooms": found})

    async def opened(_request: Request) -> Response:
        return shown(rooms.open())

    async def read(request: Request) -> Response:
        return shown(who(request)[1])

    def changed(change: Callable[[Room], object]) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            room = who(request)[1]
            change(room)
            return shown(room)

        return endpoint

    async def begun(request: Request) -> Response:
        room = who(request)[1]
        asked = read_json(await json_body(request), Begin)
        known = await asyncio.to_thread(share.puzzles)
        if asked.puzzle not in known:
            raise BodyError("there is no such puzzle in this studio: choose one of its list")
        await ready(asked.puzzle)
        room.begin(asked.puzzle, known[asked.puzzle].puzzle, asked.board, asked.seats)
        return shown(room)

    async def removed(request: Request) -> Response:
        room = who(request)[1]
        share.door.forget(room.remove(request.path_params["player"]))
        # Otherwise the old one would let the player in again.
        room.renew_code()
        return shown(room)

    async def pictured(request: Request) -> Response:
        if not share.has_pictures:
            raise AskError(404, f"pictures of links need segno: {install_command('print', 'segno')}")
        import segno

        picture = io.BytesIO()
        code = segno.make(share.address(who(request)[1]), error="m", micro=False)
        code.save(picture, kind="svg", border=4, light="#ffffff", xmldecl=False, omitsize=True)
        return Response(picture.getvalue(), media_type="image/svg+xml")

    first, *others = room_routes(who)
    return [
        Route("/api/rooms", listed, methods=["GET"]),
        Route("/api/rooms", opened, methods=["POST"]),
        Route(first.path, read, methods=["GET"]),
        Route(first.path, changed(lambda room: rooms.close(room.id)), methods=["DELETE"]),
        *others,
        Route("/api/rooms/{id}/code", changed(Room.renew_code), methods=["POST"]),
        Route("/api/rooms/{id}/code.svg", pictured, methods=["GET"]),
        Route("/api/rooms/{id}/begin", begun, methods=["POST"]),
        Route("/api/rooms/{id}/stop", changed(Room.stop), methods=["POST"]),
        Route("/api/rooms/{id}/players/{player}", removed, methods=["DELETE"]),
    ]


def guest_routes(files: StaticFiles, ready: Callable[[str], StaticContent | None]) -> list[Route]:
    """Return all that guests may ask: the pages, the data that is ready, and their own room.

    Neither the workers nor the searches are handed in, so that no guest can reach them.
    """

    def who(request: Request) -> tuple[str, Room]:
        guest = request.scope[GUEST]
        if guest.room.id != request.path_params["id"]:
            raise AskError(404, NO_ROOM)
        return guest.key, guest.room

    async def listed(request: Request) -> Response:
        guest = request.scope[GUEST]
        return _answer({"schema": ROOMS_SCHEMA, "guest": True, "rooms": [guest.room.view(guest.key)]})

    async def first(_request: Request) -> Response:
        return RedirectResponse(PAGE, 303)

    async def data(request: Request) -> Response:
        name = request.path_params["name"]
        content = ready(name)
        if content is None:
            raise AskError(404, "there is no such file for guests")
        return (_for_guests(content, ready) if name == STUDIO else content).response(request)

    async def refused(_request: Request) -> Response:
        raise AskError(403, "guests of a race may ask nothing but what the race needs")

    async def static(request: Request) -> Response:
        content = files.get(request.path_params["name"])
        if content is None:
            raise AskError(404, "there is no such page")
        return content.response(request)

    return [
        Route("/", first, methods=["GET"]),
        Route("/api/rooms", listed, methods=["GET"]),
        *room_routes(who),
        Route("/api/{name:path}", refused, methods=["GET", "POST", "DELETE"]),
        Route("/data/{name}", data, methods=["GET"]),
        Route("/{name:path}", static, methods=["GET"]),
    ]


def _for_guests(studio: StaticContent, ready: Callable[[str], StaticContent | None]) -> StaticContent:
    """Return the first document of a guest's page: without a computing server, with the puzzles that are ready."""
    known = json.loads(studio.plain)["puzzles"]
    puzzles = [one for one in known if ready(f"{one['id']}.json") is not None]
    return studio.with_fields(server=False, share=True, guest=True, puzzles=puzzles)


def _answer(value: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(value), media_type="application/json")
