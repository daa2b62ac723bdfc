"""Messages of guests as the API describes them, the codes that they type, and limits of how often they may ask."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Annotated

import msgspec
from msgspec import Meta

ROOM_SCHEMA = "dicelab/room/1"
ROOMS_SCHEMA = "dicelab/rooms/1"

Cell = Annotated[int, Meta(ge=0, le=63)]
LaidPieces = Annotated[
    list[Annotated[list[Cell], Meta(min_length=2, max_length=64)]],
    Meta(max_length=64, description="For each piece the number of its kind in the puzzle's document, and its cells"),
]
BoardText = Annotated[str, Meta(max_length=4000, description="The blockers of a board such as A6 B1")]


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Take part in the races of a room."""

    name: Annotated[str, Meta(min_length=1, max_length=240, description="At most 24 characters are shown")]


class Report(msgspec.Struct, forbid_unknown_fields=True):
    """Report the pieces on one's board."""

    round: Annotated[int, Meta(ge=1, description="The number of the round")]
    laid: LaidPieces


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """How a player begins a round who has a handicap, or another board as hard."""

    player: Annotated[str, Meta(max_length=40, description="The player's id")]
    board: BoardText
    laid: LaidPieces
    handicap: Annotated[str, Meta(max_length=200, description="What the others read, such as hard,laid=2")] = ""


class Begin(msgspec.Struct, forbid_unknown_fields=True):
    """Begin a round with a countdown."""

    puzzle: Annotated[str, Meta(min_length=1, max_length=80, description="The id of a puzzle of the studio")]
    board: BoardText
    seats: Annotated[list[Seat], Meta(max_length=64, description="Of players who do not begin with this board")] = []


DIGITS = 8
MOST_TYPED = 40
"""Characters of a code as somebody types it, with blanks and hyphens."""
MOST_KEYS = 1024
"""Devices that a limit remembers."""


def new_code() -> str:
    """Return the code of a room: digits, which sound alike in no language."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def shown_code(code: str) -> str:
    """Return a code as it is read aloud.

    Examples
    --------
    >>> shown_code("42719038")
    '4271 9038'
    """
    return f"{code[:4]} {code[4:]}"


def read_code(text: str) -> str:
    """Return the digits of a code that somebody typed; nothing if it can't be one.

    Examples
    --------
    >>> read_code(" 4271-9038"), read_code("4271"), read_code("42719038 or so")
    ('42719038', '', '')
    """
    word = text[:MOST_TYPED].replace(" ", "").replace("-", "")
    return word if len(word) == DIGITS and word.isascii() and word.isdigit() else ""


def device(address: str) -> str:
    """Return the key of a device for a limit: its address, or for IPv6 its network of 64 bits.

    Where both versions are heard by one socket, addresses of version 4 come as some of version 6.

    Examples
    --------
    >>> device("192.168.1.7"), device("::ffff:192.168.1.7"), device("fd00::2:1%eth0"), device("?")
    ('192.168.1.7', '192.168.1.7', 'fd00::', '')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        return str(found.ipv4_mapped)
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)


class Limit:
    """A token bucket for each key: ``most`` at once, refilled at a number ``a_second``.

    Examples
    --------
    >>> clock = [0.0]
    >>> limit = Limit(2, 0.5, lambda: clock[0])
    >>> [limit.take("ann") for _ in range(3)], limit.take("bob")
    ([True, True, False], True)
    >>> clock[0] = 2.0
    >>> [limit.take("ann") for _ in range(2)]
    [True, False]
    """

    def __init__(self, most: float, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._now = most, a_second, now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def has_left(self, key: str) -> bool:
        """Tell whether there is something left to take."""
        return self._level(key) >= 1

    def take(self, key: str) -> bool:
        """Take one, if there is one left."""
        level = self._level(key)
        self._left[key] = (max(level - 1, 0.0) if level >= 1 else level, self._now())
        self._left.move_to_end(key)
        while len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return level >= 1

    def _level(self, key: str) -> float:
        level, when = self._left.get(key, (self._most, self._now()))
        return min(self._most, level + (self._now() - when) * self._rate)
