"""Races for guests: the addresses of rooms, and the door, where a room's code becomes a cookie for the race alone.

Pure ASGI, behind the gate: whoever is not the owner of the studio comes to the door.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import importlib.util
import ipaddress
import secrets
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from dicelab.studio.documents import StudioPuzzle, puzzles
from dicelab.studio.security import CONTENT_SECURITY, cookie_values, error_response
from dicelab.studio.sharing.messages import Limit, device, shown_code
from dicelab.studio.sharing.rooms import Room, Rooms

PAGE = "/play.html"
GUEST = "dicelab.guest"
"""Where the scope of a request has the guest who sends it."""
MOST_SESSIONS = 64
"""Of a room, with those who have not joined it."""

_STYLE = (
    ":root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;"
    "padding:0 1rem}input,button{font:inherit;padding:.5rem .7rem;border-radius:.5rem;border:1px solid;max-width:100%}"
    "input{width:100%;box-sizing:border-box;font-size:1.6rem;letter-spacing:.1em;margin:.3rem 0 .8rem}"
    "button{background:#0b5ea8;color:#fff;border-color:#0b5ea8}"
)
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY = CONTENT_SECURITY.replace("style-src 'self'", f"style-src 'sha256-{_STYLE_HASH}'").replace(
    "form-action 'none'", "form-action 'self'"
)


@dataclass(frozen=True, slots=True)
class Guest:
    """A browser that came in by the code of a room."""

    key: str
    room: Room


class Door:
    """Lets guests in, and hands their requests to an application that knows nothing but races.

    Parameters
    ----------
    wrong_codes, all_wrong_codes
        How many wrong codes one device, and all devices together, may try.
    requests
        How often a guest may ask.
    """

    def __init__(
        self,
        rooms: Rooms,
        app: ASGIApp,
        port: int,
        *,
        wrong_codes: Limit | None = None,
        all_wrong_codes: Limit | None = None,
        requests: Limit | None = None,
    ) -> None:
        self._rooms, self._app = rooms, app
        self.cookie_name: str = f"dicelab-guest-{port}"
        self._wrong = wrong_codes or Limit(5, 5 / 60)
        self._all = all_wrong_codes or Limit(30, 30 / 60)
        self._requests = requests or Limit(120, 20)
        self._guests: dict[str, Guest] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        guest = self._known(scope)
        is_page = scope["method"] == "GET" and scope["path"] in {"/", PAGE}
        codes = [value for name, value in parse_qsl(scope["query_string"].decode("latin-1")) if name == "room"]
        if is_page and codes:
            answer: ASGIApp = self._entered(scope, codes[0], guest)
        elif guest is None:
            answer = _form("") if is_page else error_response(401, "only guests of a race come in here: type its code")
        elif not self._requests.take(guest.key):
            answer = error_response(429, "too many requests: wait a moment", **{"Retry-After": "5"})
        else:
            scope[GUEST] = guest
            answer = self._app
        await answer(scope, receive, send)

    def forget(self, key: str) -> None:
        """Put a guest out."""
        self._guests = {secret: guest for secret, guest in self._guests.items() if guest.key != key}

    def _known(self, scope: Scope) -> Guest | None:
        headers = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
        for value in cookie_values(headers, self.cookie_name):
            guest = self._guests.get(_digest(value))
            if guest is not None and not guest.room.is_closed:
                return guest
        return None

    def _entered(self, scope: Scope, text: str, guest: Guest | None) -> Response:
        """Return the answer to an address with a code, which is taken out of the address."""
        address = device((scope.get("client") or ("",))[0])
        # A right code is refused too where too many were wrong: otherwise guessing would go on.
        if not (self._wrong.has_left(address) and self._all.has_left("")):
            return _form("Too many codes were wrong. Wait a minute, and try again.", 429)
        room = self._rooms.of_code(text)
        if room is None:
            self._wrong.take(address)
            self._all.take("")
            return _form("No room has this code. Look whether all digits are right, and whether it is still good.", 403)
        response = Response(status_code=303, headers={"Location": PAGE})
        if guest is None or guest.room is not room:
            secret = self._admitted(room)
            response.headers["Set-Cookie"] = f"{self.cookie_name}={secret}; Path=/; HttpOnly; SameSite=Strict"
        return response

    def _admitted(self, room: Room) -> str:
        """Return the secret of a new guest; the oldest of too many who have not joined the race goes."""
        self._guests = {secret: guest for secret, guest in self._guests.items() if not guest.room.is_closed}
        here = [guest for guest in self._guests.values() if guest.room is room]
        if len(here) >= MOST_SESSIONS:
            self.forget(next(guest.key for guest in here if guest.key not in room.players))
        secret = secrets.token_urlsafe(32)
        self._guests[_digest(secret)] = Guest(secrets.token_hex(16), room)
        return secret


def _digest(secret: str) -> str:
    # The time of a look-up must not depend on the known secrets.
    return hashlib.sha256(secret.encode()).hexdigest()


def _form(said: str, status: int = 401) -> Response:
    """Return the page on which a guest types the code."""
    fault = f'<p role="alert">{said}</p>' if said else ""
    example = shown_code("12345678")
    return HTMLResponse(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Join a race · dicelab</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f"<style>{_STYLE}</style></head><body>"
        f'<h1>Join a race</h1>{fault}<form action="{PAGE}"><label>The code of the room, which your host tells you '
        f'<input name="room" inputmode="numeric" autocomplete="off" maxlength="20" required placeholder="{example}">'
        "</label><button>Join</button></form>"
        "<p>Is this your own studio? Open the whole address that dicelab web prints.</p></body></html>",
        status,
        {"Content-Security-Policy": _POLICY, "Connection": "close"},
    )


_NOWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses of examples, which nothing is ever sent to."""


def own_addresses() -> list[str]:
    """Return the addresses of this machine on its networks as they stand in the address of a page, the usual first."""
    found = []
    for target, family in _NOWHERE:
        # Connecting datagrams sends nothing: the system only chooses the address that it would send from.
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError, UnicodeError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    shown = []
    for text in dict.fromkeys(found):
        address = ipaddress.ip_address(text.partition("%")[0])
        if not (address.is_loopback or address.is_unspecified or address.is_link_local):
            shown.append(f"[{address}]" if address.version == 6 else str(address))
    return sorted(shown, key=lambda one: one.startswith("["))


class Share:
    """The rooms of a studio, and how guests reach them.

    Parameters
    ----------
    base
        The beginning of a guest's address, such as ``http://192.168.1.7:8765``.
    added
        Puzzles beside those of the catalogue.
    """

    def __init__(self, base: str, port: int, added: Sequence[str] = (), rooms: Rooms | None = None) -> None:
        self.base = base
        self.rooms: Rooms = rooms or Rooms()
        self.has_pictures: bool = importlib.util.find_spec("segno") is not None
        self._port, self._added = port, tuple(added)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._first = self.rooms.open()
        self.door: Door

    def open_door(self, app: ASGIApp) -> Door:
        """Return the door that leads to an application for guests."""
        self.door = Door(self.rooms, app, self._port)
        return self.door

    def puzzles(self) -> Mapping[str, StudioPuzzle]:
        """Return the puzzles of the studio by their ids."""
        return puzzles(self._added)

    def address(self, room: Room) -> str:
        """Return the address that a guest of a room opens."""
        return f"{self.base}{PAGE}?room={room.code}"

    def run_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Remember the loop of the rooms, for requests of other threads."""
        self._loop = loop

    def renew(self) -> Room:
        """Return the first room with a new code, or a new room if it was closed; to be called by another thread."""

        async def renewed() -> Room:
            if self._first.is_closed:
                self._first = self.rooms.open()
            else:
                self._first.renew_code()
            return self._first

        if self._loop is None:
            return asyncio.run(renewed())
        return asyncio.run_coroutine_threadsafe(renewed(), self._loop).result(10)

    @property
    def first(self) -> Room:
        """The room that is open when the server starts."""
        return self._first
