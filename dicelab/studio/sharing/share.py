"""What `dicelab web --share` adds to the studio: its rooms, the door for guests, and the addresses that they open."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import ipaddress
import socket
from collections.abc import Mapping, Sequence

from starlette.types import ASGIApp

from dicelab.studio.data import puzzles
from dicelab.studio.documents import StudioPuzzle
from dicelab.studio.sharing.door import PAGE, Door
from dicelab.studio.sharing.rooms import Room, Rooms

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
        What the address of a guest begins with, such as ``http://192.168.1.7:8765``.
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
        """Return what a guest of a room opens."""
        return f"{self.base}{PAGE}?room={room.code}"

    def run_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tell which loop the rooms live in, for what other threads ask."""
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
